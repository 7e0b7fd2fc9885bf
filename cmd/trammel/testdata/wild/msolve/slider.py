"""Crank angle of a slider-crank that a motion of the slider drives: kinematics between markers."""
import math
from dataclasses import dataclass

from msolve import *


@dataclass
class Crank:
    radius: float = 0.1
    rod: float = 0.3
    start: float = 1.0

    @property
    def pin(self):
        return (self.radius * math.cos(self.start), self.radius * math.sin(self.start), 0.0)

    @property
    def slider(self):
        x, y, _ = self.pin
        return (x + math.sqrt(self.rod ** 2 - y * y), 0.0, 0.0)


def hinge(a, b, at, label, kind="REVOLUTE", cross=(0.0, 0.0, 1.0)):
    up, second = Point(at[0], at[1], 1.0), Point(*at) + Vector(*cross)
    return Joint(type=kind, i=Marker(body=a, qp=Point(*at), zp=up), j=Marker(body=b, qp=Point(*at), zp=second), label=label)


def body(label, at):
    part = Part(mass=1.0, ip=[1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0], label=label)
    part.cm = Marker(body=part, qp=Point(*at))
    return part


c = Crank()
model = Model(output="slider")
Units(mass="KILOGRAM", length="METER", time="SECOND", force="NEWTON")
ground = Part(ground=True)
crank, rod, slider = body("crank", c.pin), body("rod", c.pin), body("slider", c.slider)
pivot = hinge(crank, ground, (0.0, 0.0, 0.0), "pivot")
hinge(rod, crank, c.pin, "pin", "SPHERICAL")
hinge(slider, rod, c.slider, "wrist", "UNIVERSAL", (0.0, 1.0, 0.0))
on, rail = [Marker(body=b, qp=Point(*c.slider), zp=Point(c.slider[0] + 1, 0, 0), xp=Point(c.slider[0], 0, 1)) for b in (slider, ground)]
Joint(type="TRANSLATIONAL", i=on, j=rail)
travel = Motion(i=slider.cm, j=Marker(body=ground, qp=Point(*c.slider)), jtype="TRANSLATION", direction="X", dtype="DISPLACEMENT", function="0")
travel.function = "-0.05 * time"
angle = Request(type="EXPRESSION", f1=f"AZ({pivot.i.id},{pivot.j.id})", f2=f"WZ({pivot.i.id},{pivot.j.id})")

run = model.simulate(type="KINEMATICS", end=1.0, steps=20, returnResults=True)
turned = run.getObject(angle)
for k in (5, 20):
    print("@", turned.times[k], *turned.getStep(k)[:2])
