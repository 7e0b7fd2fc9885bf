"""Period of a pendulum for several lengths, from the crossings of its angle, with a table as csv.

    trammel run pendulum.py -- --csv periods.csv --lengths 0.5 1.0
"""
import argparse
import csv
import math
import sys
from pathlib import Path

from msolve import Accgrav, Circle, Integrator, Joint, Marker, Model, Part, Point, Request, Sphere, Units

GRAVITY = 9.81


def build(length, angle):
    model = Model(output=f"pendulum_{length:g}")
    Units(mass="KILOGRAM", length="METER", time="SECOND", force="NEWTON")
    Accgrav(kgrav=-GRAVITY)
    Integrator(error=1e-8)
    ground = Part(ground=True)
    x, z = length * math.sin(angle), -length * math.cos(angle)
    bob = Part(mass=1.0, ip=[0.0, 0.0, 0.0], label=f"bob at {length:g} m")
    bob.cm = Marker(body=bob, qp=Point(x, 0, z), zp=Point(x, -1, z), xp=Point(2 * x, 0, 2 * z))
    pin = Marker(body=ground, qp=Point(0, 0, 0), zp=Point(0, -1, 0), xp=Point(0, 0, -1))
    arm = Marker(body=bob, qp=Point(0, 0, 0), zp=Point(0, -1, 0), xp=Point(x, 0, z))
    Joint(type="REVOLUTE", i=arm, j=pin)
    Sphere(cm=bob.cm, radius=0.1 * length)
    Circle(cm=pin, radius=length, seg=40)
    return model, Request(type="EXPRESSION", f1=f"AZ({arm.id},{pin.id})")


def crossings(times, angles):
    """Times at which the angle passes zero, by a parabola through three rows."""
    found = []
    for k in range(1, len(times) - 1):
        if angles[k] == 0 or angles[k] * angles[k + 1] < 0:
            h, a = times[k + 1] - times[k], angles[k]
            slope, bend = (angles[k + 1] - angles[k - 1]) / 2, (angles[k + 1] + angles[k - 1]) / 2 - a
            s = -a / slope
            for _ in range(5):
                s = -(a + bend * s * s) / slope
            found.append(times[k] + s * h)
    return found


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--csv", type=Path, required=True, help="table to write")
    parser.add_argument("--lengths", type=float, nargs="+", default=[0.25, 1.0], metavar="L")
    parser.add_argument("--angle", type=float, default=90.0, help="in degrees (%(default)s)")
    args = parser.parse_args(argv)

    rows = []
    for length in args.lengths:
        model, request = build(length, math.radians(args.angle))
        results = model.simulate(type="DYNAMICS", end=4.0, steps=4000, returnResults=True)
        if results is None:
            raise RuntimeError("no results")
        angle = results.getObject(request)
        zeros = crossings(list(angle.times), list(angle.getComponent(0)))
        rows.append({"length": length, "period": zeros[2] - zeros[0], "count": len(zeros)})

    table = args.csv
    table.parent.mkdir(parents=True, exist_ok=True)
    with open(table, "w", newline="", encoding="utf-8") as handle:
        writer = csv.DictWriter(handle, ["length", "period", "count"])
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} lengths -> {table.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
