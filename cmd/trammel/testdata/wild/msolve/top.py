"""A free symmetric body turns and flies: what BodyResult reads back."""
from msolve import *

model = Model(output="top")
Integrator(error=1e-9)
Accgrav(jgrav=-9.81)
ground = Part(ground=True)
top = Part(mass=3.0, ip=[0.4, 0.4, 0.7, 0.0, 0.0, 0.0], wx=1.5, wz=4.0, vx=2.0, vy=5.0, label="top")
top.cm = Marker(body=top, qp=Point(0.1, 0.2, 0.3))
stone = PointMass(mass=0.5, vz=-1.0)
stone.cm = Marker(body=stone, qp=Point(1, 0, 0))

run = model.simulate(type="DYNAMICS", end=2.0, steps=200, returnResults=True)
body = run.getObject(top)
print("@", *[body.getComponent(k)[-1] for k in range(7)])
print("@", body.getComponent("Y_dot")[100], body.getComponent("Y_dotdot")[100], body.getComponent("times")[100], len(body.getStep(0)))
print("@", *[run.getObject(stone).getComponent(n)[-1] for n in ("X", "Y", "Z", "Z_dot")])
