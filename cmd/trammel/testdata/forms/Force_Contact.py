# A ball that begins to rest on a plane, as objects.
from msolve import *

Integrator(type="DSTIFF", i3=True, error=1e-8, hmax=0.01)
Accgrav(kgrav=-10.0)
ground = Part(ground=True)
origin = Marker(part=ground)
ball = Part(mass=2, ip=[0.2, 0.2, 0.2])
ball.cm = Marker(20, part=ball, qp=[0, 0, 0.5])
Contact(igeom=Sphere(cm=ball.cm, radius=0.5, color="255:0:0"),
        jgeom=Plane(rm=origin, xmin=-5, xmax=5, ymin=-5, ymax=5),
        type="IMPACT", stiffness=200.0, exponent=1.0, damping=0.0, coulomb_friction="OFF")
Request(9, f1="DZ(20)", f2="CONTACT(1,0,4,0)")
Model().simulate(type="DYNAMICS", end=1.0, steps=4)
