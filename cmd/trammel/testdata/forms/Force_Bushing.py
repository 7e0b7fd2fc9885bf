# A bushing whose end moves along (0.36, 0.48, 0.8).
from msolve import *

model = Model(label="bushing")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

at, way = Point(0.5, 0, 0), Vector(0.36, 0.48, 0.8)
flat = Vector(way.x, way.y, 0)
guide = Marker(body=ground, qp=at, zp=at + way, xp=at + flat)
block = Part(mass=2, ip=[1, 1, 1])
block.cm = Marker(body=block, qp=at)
end = Marker(body=block, qp=at, zv=way, xv=flat)
rail = Joint(type="TRANSLATIONAL", i=end, j=guide)
Motion(joint=rail, jtype="TRANSLATION", dtype="DISPLACEMENT", function="0.05*TIME")
rubber = Bushing(i=block.cm, j=Marker(body=ground, qp=at), k=[100, 200, 300], kt=[10, 20, 30], c=[5, 6, 7], ct=[1, 1, 1])
rubber.force = [1, 2, 3]
rubber.torque = [0.1, 0.2, 0.3]
f = ["BUSH(%d,%d,%d)" % (rubber.id, side, comp) for side, comp in [(0, 2), (0, 3), (0, 4), (0, 6), (0, 7), (0, 8), (1, 7)]]
Request(id=9, f1=f[0], f2=f[1], f3=f[2], f4=f[3], f5=f[4], f6=f[5], f7=f[6])
model.simulate(type="TRANSIENT", end=1, steps=4)
