from msolve import *
model = Model()
ground = Part(ground=True)
rod = Part(mass=1.0, ip=[0.1, 0.1, 0.1])
rod.cm = Marker(body=rod)
pin = Marker(body=ground)
print(rod.center.qp)
