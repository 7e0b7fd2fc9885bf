# Motions of bodies in a table.
from msolve import *

model = Model(label="motions")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

bodies = []
for at in ([0, 0, 0], [0, 0.5, 0], [0, 0, 1], [0, 0, 0]):
    p = Part(mass=2, ip=[1, 1, 1])
    p.cm = Marker(body=p, qp=at)
    bodies.append(p)
bodies[2].vz = -1
point = PointMass(mass=1)
point.cm = Marker(body=point)
bodies.append(point)
moves = []
for b, way, level, f in zip(bodies, ["X", "Y", "Z", "B1", "Z"], ["DISPLACEMENT", "VELOCITY", "ACCELERATION", "DISPLACEMENT", "DISPLACEMENT"],
                            ["SIN(TIME)", "2*TIME", "6*TIME", "TIME**2", "1-COS(TIME)"]):
    moves.append(Motion(i=b.cm, j=origin, direction=way, dtype=level, function=f))
moves[1].icdisp = 0.5
m = [b.cm.id for b in bodies]
Request(id=9, f1="DX(%d)" % m[0], f2="DY(%d)" % m[1], f3="DZ(%d)" % m[2], f4="AX(%d,%d)" % (m[3], origin.id), f5="DZ(%d)" % m[4],
        f6="MOTION(%d,0,4)" % moves[4].id, f7="MOTION(%d,0,6)" % moves[3].id)
model.simulate(type="TRANSIENT", end=1, steps=4)
