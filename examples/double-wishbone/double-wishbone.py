# A double wishbone suspension, front left: a jack lifts the wheel through its travel; requests are the wheel's position and angles.
from msolve import *

model = Model(label="Double wishbone suspension")
Units(force="NEWTON", mass="KILOGRAM", length="MILLIMETER", time="SECOND")
Integrator(error=1e-3)
Accgrav(kgrav=-9810.0)

# Hard points in mm: x forward, y to the left, z up.
upper_front, upper_rear, upper_ball = (100.0, 450.0, 500.0), (-150.0, 460.0, 490.0), (-10.0, 700.0, 520.0)
lower_front, lower_rear, lower_ball = (150.0, 400.0, 200.0), (-200.0, 410.0, 210.0), (10.0, 750.0, 190.0)
rack, rod_end = (-140.0, 420.0, 240.0), (-130.0, 720.0, 235.0)
wheel, spring_top, spring_foot = (0.0, 780.0, 320.0), (0.0, 500.0, 620.0), (0.0, 600.0, 200.0)


def toward(p, q):
    """A marker at p whose z points to q: options of Marker."""
    return dict(qp=list(p), zp=Vector(*q), xp=Vector(p[0] + 3.0, p[1] + 1.0, p[2] + 7.0))


def bar(marker, p, q, radius):
    """A cylinder from p to q."""
    Cylinder(cm=Marker(body=marker, **toward(p, q)), radius=radius, length=sum((a - b) ** 2 for a, b in zip(p, q)) ** 0.5)


ground = Part(label="Body", ground=True)


def arm(label, mass, front, rear, ball):
    """A wishbone with its hinge along two points; returns its ball."""
    part = Part(label=label, mass=mass, ip=[mass * 1e4, mass * 1e4, mass * 1e4])
    part.cm = Marker(body=part, qp=[(a + b + c) / 3 for a, b, c in zip(front, rear, ball)])
    Joint(label=label, type="REVOLUTE", i=Marker(body=part, **toward(front, rear)), j=Marker(body=ground, **toward(front, rear)))
    bar(part, front, ball, 12.0)
    bar(part, rear, ball, 12.0)
    return part


upper, lower = arm("Upper wishbone", 2.0, upper_front, upper_rear, upper_ball), arm("Lower wishbone", 3.0, lower_front, lower_rear, lower_ball)
upright = Part(label="Upright", mass=30.0, ip=[4e5, 6e5, 4e5])
upright.cm = Marker(body=upright, label="Wheel centre", qp=list(wheel))
for a, b in ((upper_ball, lower_ball), (rod_end, lower_ball)):
    bar(upright, a, b, 15.0)
bar(upright, (wheel[0], wheel[1] - 30, wheel[2]), (wheel[0], wheel[1] + 130, wheel[2]), 300.0)
Joint(label="Upper ball", type="SPHERICAL", i=Marker(body=upright, qp=list(upper_ball)), j=Marker(body=upper, qp=list(upper_ball)))
Joint(label="Lower ball", type="SPHERICAL", i=Marker(body=upright, qp=list(lower_ball)), j=Marker(body=lower, qp=list(lower_ball)))

rod = Part(label="Tie rod", mass=1.0, ip=[1e4, 1e2, 1e4])
rod.cm = Marker(body=rod, qp=[(a + b) / 2 for a, b in zip(rack, rod_end)])
bar(rod, rack, rod_end, 10.0)
Joint(label="Rod end", type="SPHERICAL", i=Marker(body=upright, qp=list(rod_end)), j=Marker(body=rod, qp=list(rod_end)))
# The cross of the joint has its axes along z of its markers, at right angles: the rod does not turn about itself.
Joint(label="Rack", type="UNIVERSAL", i=Marker(body=rod, qp=list(rack), zp=Vector(rack[0], rack[1], rack[2] + 1), xp=Vector(rack[0] + 1, rack[1], rack[2])),
      j=Marker(body=ground, qp=list(rack), zp=Vector(rack[0] + 1, rack[1], rack[2]), xp=Vector(rack[0], rack[1], rack[2] + 1)))

jack = Part(label="Jack", mass=1.0, ip=[1e3, 1e3, 1e3])
jack.cm = Marker(body=jack, qp=list(wheel))
lift = Joint(label="Jack", type="TRANSLATIONAL", i=jack.cm, j=Marker(body=ground, qp=list(wheel)))
Motion(label="Travel", joint=lift, function="80*SIN(TIME)")
Jprim(label="Wheel on the jack", type="INPLANE", i=upright.cm, j=jack.cm)
SpringDamper(label="Spring and damper", type="TRANSLATION", i=Marker(body=lower, qp=list(spring_foot)), j=Marker(body=ground, qp=list(spring_top)), k=30.0, c=1.5, length=500.0)

x = Marker(body=upright, qp=[wheel[0], wheel[1] + 1.0, wheel[2]])  # a point on the axis of the wheel
Request(type="DISPLACEMENT", i=upright.cm, j=Marker(body=ground), comment="wheel centre")
camber = "-ASIN(DZ(%d,%d))*RTOD" % (x.id, upright.cm.id)
toe = "-ATAN2(DX(%d,%d),DY(%d,%d))*RTOD" % (x.id, upright.cm.id, x.id, upright.cm.id)
Request(f2=camber, f3=toe, comment="camber and toe in degrees")
model.simulate(type="TRANSIENT", end=6.28, dtout=0.04)
