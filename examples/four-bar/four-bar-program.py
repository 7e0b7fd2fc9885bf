# The model of four-bar.xml as a Python program with objects: cranks and couplers
# come from loops.
from msolve import *

model = Model(label="Two parallelogram linkages")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", error=1e-6)
Accgrav(jgrav=-9.81)

long, thin = 1.0 / 12, 1e-4  # moments of inertia of a bar
up = Vector(0.0, 1.0, 0.0)

ground = Part(label="Ground", ground=True)
foot = [Point(float(i), 0.0, 0.0) for i in range(3)]
base = [Marker(body=ground, qp=p) for p in foot]


def bar(label, at, along, ip, **start):
    """A bar of 1 m with markers in its middle and at its ends."""
    part = Part(label=label, mass=1.0, ip=ip, **start)
    part.cm = Marker(body=part, label="Middle", qp=at + along / 2)
    return Marker(body=part, qp=at), Marker(body=part, qp=at + along)


cranks = [bar("Crank %d" % i, foot[i], up, [long, thin, long], vx=0.5, wz=-1.0) for i in range(3)]
couplers = [bar("Coupler %d" % (i + 1), foot[i] + up, Vector(1.0, 0.0, 0.0), [thin, long, long], vx=1.0) for i in range(2)]

for i in range(3):
    Joint(label="Foot of crank %d" % i, type="REVOLUTE", i=cranks[i][0], j=base[i])
for i in range(2):
    Joint(label="Coupler %d on crank %d" % (i + 1, i), type="REVOLUTE", i=couplers[i][0], j=cranks[i][1])
# The loops close with balls: of their three rows the one across the plane
# repeats what the hinges hold, and is found and left out.
for i in range(2):
    Joint(label="Coupler %d on crank %d" % (i + 1, i + 1), type="SPHERICAL", i=couplers[i][1], j=cranks[i + 1][1])

tip = Request(type="DISPLACEMENT", i=cranks[0][1], j=base[0], comment="tip of crank 0")
Request(type="VELOCITY", i=cranks[0][1], j=base[0])

model.simulate(type="TRANSIENT", end=10.0, dtout=0.01)
