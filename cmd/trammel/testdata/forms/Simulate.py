# One simulation behind another.
from msolve import *

model = Model(label="runs")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

bead = PointMass(mass=1)
bead.cm = Marker(body=bead)
Vforce(i=bead.cm, j=Marker(body=ground, floating=True), rm=origin, fx="2", fy="0", fz="0")
Request(id=9, f1="DX(%d)" % bead.cm.id, f2="VX(%d)" % bead.cm.id)
model.simulate(type="ASSEMBLY")
model.simulate(type="TRANSIENT", end=1, dtout=0.25)
model.simulate(type="TRANSIENT", duration=1, steps=2)
