# Discs and a slide that are coupled, made by functions.
from msolve import *

model = Model(label="couplers")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)


def body(mass, at=Point(0, 0, 0)):
    b = Part(mass=mass, ip=[1, 1, 1])
    b.cm = Marker(body=b, qp=at)
    return b


first, second, slide = body(2), body(2, Point(3, 0, 0)), body(4)
axis = Marker(body=ground, qp=[3, 0, 0])
turns = Joint(type="REVOLUTE", i=first.cm, j=origin), Joint(type="REVOLUTE", i=second.cm, j=axis)
slides = Joint(type="TRANSLATIONAL", i=slide.cm, j=origin)
Sforce(type="ROTATIONAL", actiononly=True, i=first.cm, j=origin, function="3")
Coupler(joints=turns, type="R:R", scales=[1, -2])
Coupler(joints=turns + (slides,), type=["R", "R", "T"], scales=[1, 1, -3])
Request(id=9, f1="AZ(%d,%d)" % (first.cm.id, origin.id), f2="AZ(%d,%d)" % (second.cm.id, axis.id), f3="DZ(%d)" % slide.cm.id)
model.simulate(type="DYNAMICS", end=1, steps=4)
