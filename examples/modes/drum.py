# A drum: 6 by 4 masses of 0.5 kg that move up and down, with springs of 200 N/m between neighbours and to the frame.
from msolve import *

NX, NY, M, K = 6, 4, 0.5, 200.0

model = Model(label="Drum of masses and springs")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
ground = Part(label="Frame", ground=True)


def node(i, j):
    """The marker of a mass, or of the frame around them."""
    if not (0 < i <= NX and 0 < j <= NY):
        return Marker(body=ground, qp=[0.2 * i, 0.2 * j, 0.0])
    part = Part(label="Mass %d %d" % (i, j), mass=M, ip=[1e-3, 1e-3, 1e-3])
    part.cm = Marker(body=part, qp=[0.2 * i, 0.2 * j, 0.0])
    Joint(type="TRANSLATIONAL", i=part.cm, j=Marker(body=ground, qp=[0.2 * i, 0.2 * j, 0.0]))
    Box(cm=part.cm, x=0.12, y=0.12, z=0.04)
    return part.cm


nodes = {}
for i in range(NX + 2):
    for j in range(NY + 2):
        if 0 < i <= NX or 0 < j <= NY:
            nodes[i, j] = node(i, j)
for i in range(NX + 2):
    for j in range(NY + 2):
        for di, dj in ((1, 0), (0, 1)):
            a, b = (i, j), (i + di, j + dj)
            # Between two nodes of which one moves: stiff along z only, in a line along the others.
            if a in nodes and b in nodes and (0 < i <= NX and 0 < j <= NY or 0 < i + di <= NX and 0 < j + dj <= NY):
                Bushing(i=nodes[a], j=nodes[b], k=[0.0, 0.0, K], c=[0.0, 0.0, 0.0], kt=[0.0, 0.0, 0.0], ct=[0.0, 0.0, 0.0])

Request(f1="DZ(%d)" % nodes[1, 1].id, comment="a corner")
model.simulate(type="LINEAR")
