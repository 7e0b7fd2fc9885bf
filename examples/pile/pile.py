# Oranges at a grocer's: a pyramid of 1015 balls, 1 kg each, on a layer of 225 that are fixed.
from msolve import *

LAYERS, D = 15, 0.1  # D is the diameter; the lowest layer is fixed
GAP = 1.001  # the balls of a layer do not touch each other

model = Model(label="Pile of balls")
Units(system="MKS")
Integrator(type="NSC", h_max=0.005, vi_solver="APGD", vi_tol=1e-4)
Accgrav(kgrav=-9.81)

side = D * GAP
step = (D * D - side * side / 2) ** 0.5  # of height from layer to layer: each ball touches the four below it
ground = Part(label="Lowest layer", ground=True)
fixed, free = [], []
for layer in range(LAYERS):
    n = LAYERS - layer
    for i in range(n):
        for j in range(n):
            at = [side * (i - (n - 1) / 2), side * (j - (n - 1) / 2), layer * step]
            if layer == 0:
                fixed.append(Sphere(cm=Marker(body=ground, qp=at), radius=D / 2))
                continue
            ball = Part(mass=1.0, ip=[1e-3, 1e-3, 1e-3])
            ball.cm = Marker(body=ball, qp=at)
            free.append(Sphere(cm=ball.cm, radius=D / 2))
floor = Contact(igeom=free, jgeom=fixed, type="RIGID")
Contact(igeom=free, type="RIGID")

top = ball.cm.id
Request(f1="CONTACT(%d,0,2,0)" % floor.id, f2="CONTACT(%d,0,3,0)" % floor.id, f3="CONTACT(%d,0,4,0)" % floor.id, f4="DZ(%d)-%r" % (top, (LAYERS - 1) * step), f5="VZ(%d)" % top, comment="load and top")
model.simulate(type="TRANSIENT", end=0.05, dtout=0.01)
