# A robot arm with six axes: the drives follow smooth angles; requests are the tool and the torques of the drives.
from msolve import *

model = Model(label="Six-axis robot")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(error=1e-6)
Accgrav(kgrav=-9.81)

# Of each link: mass in kg, moments of inertia about its mass centre along global axes in kg m2 while the arm stands straight up,
# the point of its joint, the axis of that joint, and its mass centre.
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
links = [
    ("Column", 40.0, (1.2, 1.2, 0.8), (0.0, 0.0, 0.0), Z, (0.0, 0.0, 0.2)),
    ("Upper arm", 25.0, (1.0, 1.1, 0.2), (0.15, 0.0, 0.4), Y, (0.15, 0.0, 0.7)),
    ("Elbow", 15.0, (0.3, 0.3, 0.2), (0.15, 0.0, 1.0), Y, (0.2, 0.0, 1.05)),
    ("Forearm", 10.0, (0.1, 0.4, 0.4), (0.15, 0.0, 1.1), X, (0.5, 0.0, 1.1)),
    ("Wrist", 4.0, (0.02, 0.02, 0.02), (0.75, 0.0, 1.1), Y, (0.8, 0.0, 1.1)),
    ("Flange", 1.5, (0.004, 0.003, 0.003), (0.85, 0.0, 1.1), X, (0.9, 0.0, 1.12)),
]
tool = (0.95, 0.0, 1.1)
# Angle of drive k in rad: amplitude * (1 - cos(rate * time)), so that the arm starts at rest.
amplitude = (0.6, -0.35, 0.4, 0.7, -0.5, 1.2)
rate = (1.0, 1.5, 2.0, 1.2, 2.5, 3.0)


def along(p, axis):
    """A marker at p whose z is the axis: options of Marker."""
    other = Y if axis[0] else X
    return dict(qp=list(p), zp=Vector(*[a + b for a, b in zip(p, axis)]), xp=Vector(*[a + b for a, b in zip(p, other)]))


before = Part(label="Ground", ground=True)
drives = []
for i, (name, mass, ip, p, axis, cm) in enumerate(links):
    part = Part(label=name, mass=mass, ip=list(ip))
    part.cm = Marker(body=part, qp=list(cm))
    mine, its = Marker(body=part, **along(p, axis)), Marker(body=before, **along(p, axis))
    joint = Joint(label="Axis %d" % (i + 1), type="REVOLUTE", i=mine, j=its)
    drives.append((Motion(label="Drive %d" % (i + 1), joint=joint, function="%r*(1-COS(%r*TIME))" % (amplitude[i], rate[i])), its))
    end = links[i + 1][3] if i + 1 < len(links) else tool
    length = sum((u - v) ** 2 for u, v in zip(end, p)) ** 0.5
    Cylinder(cm=Marker(body=part, qp=list(p), zp=Vector(*end)), radius=0.09 - 0.012 * i, length=length)
    Sphere(cm=Marker(body=part, qp=list(p)), radius=0.11 - 0.014 * i)
    before = part

tip = Marker(body=part, qp=list(tool)).id
Request(f1="DX(%d)" % tip, f2="DY(%d)" % tip, f3="DZ(%d)" % tip, comment="tool")
torque = ["MOTION(%d,0,8,%d)" % (m.id, marker.id) for m, marker in drives]
Request(f1=torque[0], f2=torque[1], f3=torque[2], f4=torque[3], f5=torque[4], f6=torque[5], comment="torques of the drives")
model.simulate(type="TRANSIENT", end=4.0, dtout=0.02)
