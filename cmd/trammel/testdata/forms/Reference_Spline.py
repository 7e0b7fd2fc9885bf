# Splines from lists that are computed.
from msolve import *

model = Model(label="splines")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

bead = PointMass(mass=1)
bead.cm = Marker(body=bead, qp=Point(2, 0, 0))
curve = [(-3, -90), (-2, -35), (-1, -12), (0, 0), (1, 10), (2, 40), (3, 110)]
law = Spline(x=[p[0] for p in curve], y=[p[1] for p in curve])
line = Spline(x=list(range(4)), y=[2 * x for x in range(4)], linear_extrapolate=True)
xs, zs = [0, 1, 2, 4], [0, 1, 5]
product = Spline(x=xs, z=zs, y=[x * z for z in zs for x in xs])
c = bead.cm.id
Vforce(i=bead.cm, jfloat=Marker(body=ground, floating=True), rm=origin, fx="-AKISPL(DX(%d),0,%d)" % (c, law.id), fy="0", fz="0")
Request(id=9, f1="DX(%d)" % c, f2="VX(%d)" % c, f3="AKISPL(7*TIME,0,%d)" % line.id, f4="CUBSPL(3*TIME,1+TIME,%d)" % product.id)
model.simulate(type="TRANSIENT", end=1, steps=4)
