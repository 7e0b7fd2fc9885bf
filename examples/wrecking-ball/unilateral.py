# The wrecking ball of bilateral.py on a rope that may get slack: its length is at most 4 m.
from msolve import *

ROWS, COLUMNS = 6, 8
X, Y, Z = 0.25, 0.5, 0.25  # sides of a brick
MASS = 10.0

model = Model(label="Wrecking ball")
Units(system="MKS")
Integrator(type="NSC", h_max=0.002, vi_tol=1e-6)
Accgrav(kgrav=-9.81)

ground = Part(ground=True)
floor = Plane(rm=Marker(body=ground))
bricks = []
jx, jy, jz = [MASS / 12 * (a * a + b * b) for a, b in [(Y, Z), (Z, X), (X, Y)]]
for row in range(ROWS):
    for i in range(COLUMNS):
        brick = Part(mass=MASS, ip=[jx, jy, jz])
        y = (i - (COLUMNS - 1) / 2.0 + (row % 2 - 0.5) / 2) * (Y + 0.001)
        brick.cm = Marker(body=brick, qp=[0.0, y, (row + 0.5) * Z])
        bricks.append(Box(cm=brick.cm, x=X, y=Y, z=Z))
last = brick.cm.id

# The rope is tied 4.75 m above the floor, and held at 60 degrees.
hook = Marker(body=ground, qp=[-0.45, 0.0, 4.75])
ball = Part(mass=100.0, ip=[3.6, 3.6, 3.6])
ball.cm = Marker(body=ball, qp=[-0.45 - 4 * sin(pi / 3), 0.0, 4.75 - 4 * cos(pi / 3)])
iron = Sphere(cm=ball.cm, radius=0.3)
Gcon(function="DM(%d,%d)-4" % (ball.cm.id, hook.id), i=ball.cm, unilateral=True)
Contact(igeom=[floor, iron] + bricks, type="RIGID", mu=0.4)

Request(f1="DM(%d,%d)-4" % (ball.cm.id, hook.id), f2="DX(%d)" % ball.cm.id, f3="VM(%d)" % ball.cm.id, f4="DZ(%d)" % last, comment="rope, ball, last brick")
model.simulate(type="TRANSIENT", end=2.0, dtout=0.01)
