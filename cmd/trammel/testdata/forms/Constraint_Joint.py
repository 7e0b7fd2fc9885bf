# A bar of 2 kg that a torque turns about its end, from parameters.
from msolve import *

model = Model(label="bar")
Units(force="NEWTON", mass="KILOGRAM", length="METER", time="SECOND")
Integrator(type="DSTIFF", dae_index=3, error=1e-8, hmax=0.01)
ground = Part(ground=True)
origin = Marker(body=ground)

mass, length, torque = 2, 1.0, 3
bar = Part(mass=mass, ip=[1, 1, 0.25])
bar.cm = Marker(body=bar, qp=[length / 2, 0, 0])
end = Marker(body=bar)
hinge = Joint(i=end, j=origin)
hinge.type = "REVOLUTE"
Sforce(type="ROTATIONAL", actiononly=True, i=bar.cm, j=origin, function=str(torque))
r = Request(id=9)
for k, f in enumerate(["AZ({e},{o})", "DX({c})", "DY({c})", "JOINT({h},0,1)"]):
    setattr(r, "f" + str(k + 1), f.format(e=end.id, o=origin.id, c=bar.cm.id, h=hinge.id))
run = model.simulate(type="TRANSIENT", end=1, steps=4)
