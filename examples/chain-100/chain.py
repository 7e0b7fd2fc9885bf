# A chain of 100 links of 0.1 kg and 0.1 m, held at one end, falls from the horizontal.
from msolve import *

N, L, M = 100, 0.1, 0.1

model = Model(label="Chain of 100 links")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(error=1e-6)
Accgrav(kgrav=-9.81)

before = Marker(body=Part(label="Ground", ground=True), zp=Vector(0.0, 1.0, 0.0), xp=Vector(1.0, 0.0, 0.0))
for i in range(N):
    link = Part(label="Link %d" % (i + 1), mass=M, ip=[1e-6, M * L * L / 12, M * L * L / 12])
    link.cm = Marker(body=link, qp=[(i + 0.5) * L, 0.0, 0.0])
    ends = [Marker(body=link, qp=[x * L, 0.0, 0.0], zp=Vector(x * L, 1.0, 0.0), xp=Vector(x * L + 1.0, 0.0, 0.0)) for x in (i, i + 1)]
    Joint(type="REVOLUTE", i=ends[0], j=before)
    Cylinder(cm=Marker(body=link, qp=[i * L, 0.0, 0.0], zp=Vector((i + 1) * L, 0.0, 0.0)), radius=0.02, length=L)
    if i == N // 2 - 1:
        middle = ends[1]
    before = ends[1]

Request(f1="DX(%d)" % middle.id, f2="DZ(%d)" % middle.id, f3="DX(%d)" % before.id, f4="DZ(%d)" % before.id, comment="middle and end")
model.simulate(type="TRANSIENT", end=1.5, dtout=0.01)
