# Forces and a torque along lines, and a class of bodies.
from msolve import *

model = Model(label="forces")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)


class Bead(Composite):
    x = 0

    def createChildren(self):
        self.part = PointMass(mass=self.mass)
        self.part.cm = self.cm = Marker(body=self.part, qp=[self.x, 0, 0])


left, right, lone = Bead(mass=1), Bead(mass=3, x=2.5), Bead(mass=1)
disc = Part(mass=2, ip=[1, 1, 1])
disc.cm = Marker(body=disc)
Joint(type="REVOLUTE", i=disc.cm, j=origin)
across = Marker(body=ground, qp=[0, 0, 0], reuler=["0D", "-90D", "0D"])
a, b, d, o = left.cm.id, right.cm.id, disc.cm.id, origin.id
spring = Sforce(type="TRANSLATION", i=left.cm, j=right.cm, function="-12*(DM(%d,%d)-2)" % (a, b))
Sforce(type="ROTATION", i=disc.cm, j=origin, function="-9*AZ(%d,%d)+9" % (d, o))
Sforce(type="TRANSLATION", actiononly=True, i=lone.cm, j=across, function="4")
Request(id=9, f1="DX(%d)" % a, f2="DX(%d,%d)" % (b, a), f3="AZ(%d,%d)" % (d, o), f4="DY(%d)" % lone.cm.id, f5="SFORCE(%d,0,2)" % spring.id)
model.simulate(type="TRANSIENT", end=1, steps=4)
