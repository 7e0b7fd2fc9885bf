# A linear system in objects.
from msolve import *

model = Model(label="states")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

bead = PointMass(mass=1)
bead.cm = Marker(body=bead)
u = Variable(function="5+0*TIME")
x, y = Array(type="X", size=2), Array(type="Y", size=1)
inputs = Array(type="U", size=1, variables=[u])
start = Array(type="IC", size=2, numbers=[1, 0])
decay, turn = 1, 2
a = Matrix(rows=2, columns=2, full="RORDER", values=[-decay, turn, -turn, -decay])
b = Matrix(rows=2, columns=1, sparse=True, i=[2], j=[1], values=[1])
c = Matrix(rows=1, columns=2, values=[1, 0])
d = Matrix(rows=1, columns=1, values=[0.5])
Lse(x=x, y=y, u=inputs, ic=start, a=a, b=b, c=c, d=d)
Request(id=9, f1="ARYVAL(%d,1)" % x.id, f2="ARYVAL(%d,2)" % x.id, f3="ARYVAL(%d,1)" % y.id)
model.simulate(type="TRANSIENT", end=1, steps=4)
