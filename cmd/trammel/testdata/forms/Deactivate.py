# A force that is switched off between two simulations.
from msolve import *

model = Model(label="switch")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

bead = PointMass(mass=1)
bead.cm = Marker(body=bead)
push = Gforce(i=bead.cm, jfloat=Marker(body=ground, floating=True), rm=origin, fx="2", fy="0", fz="0", tx="0", ty="0", tz="0")
Request(id=9, f1="DX(%d)" % bead.cm.id, f2="VX(%d)" % bead.cm.id)
model.simulate(type="TRANSIENT", end=1, steps=4)
push.active = False
model.simulate(type="TRANSIENT", end=2, steps=4)
