from msolve import *
model = Model()
ground = Part(ground=True)
rod = Part(mass=1.0, ip=[0.1, 0.1, 0.1])
rod.cm = Marker(body=rod)
pin = Marker(body=ground)
joint = Joint(type="REVOLUTE", i=rod.cm)
spring = SpringDamper(type="TRANSLATION", i=rod.cm, j=pin, k=1)
model.simulate(type="TRANSIENT", end=1, steps=10)
