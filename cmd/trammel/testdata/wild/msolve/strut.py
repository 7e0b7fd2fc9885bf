"""A strut is an element of the program's own: it is stiffened between two simulations, and its spring follows."""
from msolve import *


class Strut(Composite):
    load = Reference(PointMass, required=True)
    top = Reference(Marker)
    stiffness = Double(200.0)
    damping = Double()
    length = Double(0.5)

    def createChildren(self):
        self.spring = SpringDamper(type="TRANSLATION", i=self.load.cm, j=self.top, k=self.stiffness, length=self.length)

    def updateChildren(self):
        self.spring.k = self.stiffness
        self.spring.c = self.damping

    def setChildDataValue(self, name, value):
        super(Composite, self).setChildDataValue(name, value)
        print(name, "is", value, "now")


model = Model(output="strut")
Accgrav(kgrav=-9.8)
Integrator(error=1e-8)
ground = Part(ground=True)
load = PointMass(mass=2.0)
load.cm = Marker(body=load, qp=[0, 0, -0.5])
strut = Strut(load=load, top=Marker(body=ground))
height = Request(f1=f"DZ({load.cm.id})")
rest = model.simulate(type="STATICS")
strut.stiffness = 800.0
run = model.simulate(type="TRANSIENT", end=1.0, steps=10)
print("@", rest.getObject(height).getComponent("F1")[-1], run.getObject(height).getComponent("F1")[-1])
for wrong in (dict(top=3, load=load), dict(top=load.cm), dict(load=load, damping="much")):
    try:
        Strut(**wrong)
    except TypeError as e:
        print("refused:", e)
