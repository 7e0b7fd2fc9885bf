# A box that falls over a plane, past a ball.
from msolve import *

Integrator(type="DSTIFF", i3=True, error=1e-8, hmax=0.01)
Accgrav(kgrav=-10)
ground = Part(ground=True)
origin = Marker(part=ground)
aside = Marker(part=ground, qp=Point(4, 0, 7))
body = Part(mass=2, ip=[1, 1, 1])
body.cm = Marker(20, part=body, qp=Point(0, 0, 10))
box = Box(cm=body.cm, x=2, y=4, z=3)
ProximitySensor(igeom=box, jgeom=Plane(rm=origin))
SensorProximity(igeom=[box], jgeom=[Sphere(cm=aside, radius=1)])
Request(9, f1="PROXIMITY(1,2)", f2="PROXIMITY(1,5)", f3="PROXIMITY(2,2)", f4="PROXIMITY(2,3)", f5="PROXIMITY(2,1)")
Model().simulate(type="DYNAMICS", end=1, steps=10)
