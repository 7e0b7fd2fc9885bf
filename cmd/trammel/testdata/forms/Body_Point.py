# A stone that is thrown, in objects.
from msolve import *

model = Model(label="stone")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

stone = PointMass(mass=1, vx=1, vy=2, vz=3)
stone.cm = Marker(body=stone, qp=Point(1, 0, 0))
Accgrav(kgrav=-10)
Request(id=9, f1="DX({0})".format(stone.cm.id), f2="DY(%d)" % stone.cm.id, f3="DZ(%d)" % stone.cm.id, f4="VZ(%d)" % stone.cm.id)
model.simulate(type="TRANSIENT", end=1, steps=4)
