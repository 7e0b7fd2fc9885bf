"""A load finds its equilibrium and then swings on a spring that has become stiffer, as exported models run."""
from msolve import *


class Suspension(Composite):
    def createChildren(self):
        self.load = PointMass(mass=self.mass)
        self.load.cm = Marker(body=self.load, qp=Point(0, 0, -self.length))
        self.spring = SpringDamper(type="TRANSLATION", i=self.load.cm, j=self.mount, k=self.k, c=0.0, length=self.length)


def createTheModel():
    model = Model(label="settle", output="settle")
    Units(force="NEWTON", length="METER", mass="KILOGRAM", time="SECOND")
    Accgrav(kgrav=-9.80665)
    Integrator(error=1e-7, hmax=0.001, dae_constr_tol=1e-9)
    ground = Part(ground=True)
    mount = Marker(body=ground, qp=Point(0, 0, 0))
    model.hung = Suspension(mass=2.0, k=200.0, length=0.5, mount=mount)
    outline = External(label="housing", file="housing.x_t", element=["Body_1", "Body_2"], refinement_level=3, color="GRAY")
    Arc(cm=mount, radius=0.2, rangle=1.5, seg=10)
    model.height = Request(type="DISPLACEMENT", i=model.hung.load.cm, j=mount)
    outline.rm = mount
    return model


model = createTheModel()
rest = model.simulate(type="STATICS", end=0.0, active_contact_iteration=True, dtout=0.0, returnResults=True)
model.hung.spring.k = 800.0
run = model.simulate(type="TRANSIENT", end=1.0, active_contact_iteration=True, dtout=0.05, returnResults=True)
print("@", rest.getObject(model.height).getComponent("Z")[-1])
print("@", run.times[-1], run.getObject(model.height).getComponent("Z")[-1])
