# A ball that slides begins to roll; a crate, whose corner gives it, slides until it stops.
from msolve import *

Integrator(type="DSTIFF", i3=True, error=1e-8, hmax=0.01)
Accgrav(kgrav=-10.0)
ground = Part(ground=True)
floor = Plane(rm=Marker(part=ground))
ball = Part(mass=2.0, ip=[0.2, 0.2, 0.2], vx=2.0)
ball.cm = Marker(20, part=ball, qp=[0, 0, 0.49998])
crate = Part(mass=2.0, ip=[1.0, 1.0, 1.0], vx=3.0)
crate.cm = Marker(30, part=crate, qp=[0, 9.0, 0.000995])
corner = Marker(31, part=crate, qp=[-2.0, 7.0, -0.000005])
Contact(igeom=Sphere(cm=ball.cm, radius=0.5), jgeom=floor, type="POISSON", penalty=1e6, restitution_coefficient=0.5,
        normal_transition_velocity=0.1, coulomb_friction="ON", mu_static=0.5, mu_dynamic=0.4,
        stiction_transition_velocity=0.001, friction_transition_velocity=0.002)
Contact(igeom=Box(corner=corner, x=4.0, y=4.0, z=1.0), jgeom=floor, type="IMPACT", stiffness=1e6, exponent=1.0, damping=1000.0,
        dmax=0.0, coulomb_friction="DYNAMICS_ONLY", mu_dynamic=0.4, friction_transition_velocity=0.001)
Request(9, f1="VX(20)", f2="WY(20)", f3="DX(30)", f4="CONTACT(2,0,2,0)", f5="CONTACT(2,0,4,0)")
Model().simulate(type="DYNAMICS", end=1.0, steps=10)
