# 10 spheres of 1 kg and the diameter 1 m on a floor, each on the one before, at rest.
from msolve import *

N = 10

model = Model(label="Column of spheres")
Units(system="MKS")
Integrator(type="NSC", h_max=0.005, vi_tol=1e-6)
Accgrav(kgrav=-9.81)
floor = Plane(rm=Marker(body=Part(ground=True)))
column = []
for i in range(N):
    ball = Part(mass=1.0, ip=[0.1, 0.1, 0.1])
    ball.cm = Marker(body=ball, qp=[0.0, 0.0, i + 0.5])
    column.append(Sphere(cm=ball.cm, radius=0.5))
foot = Contact(igeom=column[0], jgeom=floor, type="RIGID", mu=0.5)
Contact(igeom=column, type="RIGID", mu=0.5)

top = ball.cm.id
Request(f1="DX(%d)" % top, f2="DY(%d)" % top, f3="DZ(%d)-%.1f" % (top, N - 0.5), f4="VZ(%d)" % top, f5="CONTACT(%d,0,4,0)" % foot.id, comment="top and foot")
model.simulate(type="TRANSIENT", end=1.0, dtout=0.005)
