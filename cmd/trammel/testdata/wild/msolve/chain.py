"""Modes of a chain of masses by numpy, each tried in a simulation: trammel run chain.py --python-engine cpython -- --masses 4"""
import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from msolve import *


@dataclass
class Chain:
    masses: int
    mass: float = 0.5
    stiffness: float = 800.0
    length: float = 0.1
    beads: list = field(default_factory=list)

    def matrices(self):
        n = self.masses
        k = self.stiffness * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        return self.mass * np.eye(n), k

    def modes(self):
        m, k = self.matrices()
        values, vectors = np.linalg.eigh(np.linalg.solve(m, k))
        return np.sqrt(values), vectors

    def build(self, shape):
        self.model = Model(output="chain")
        Integrator(error=1e-9)
        ground = Part(ground=True)
        rail = Marker(body=ground, qp=Point(0, 0, 0), zp=Point(1, 0, 0), xp=Point(0, 0, 1))
        places = self.length * np.arange(1, self.masses + 1) + shape
        previous = Marker(body=ground)
        self.beads = []
        for place in places:
            bead = Part(mass=self.mass, ip=np.full(3, 1e-3))
            bead.cm = Marker(body=bead, qp=[place, 0.0, 0.0], zp=[place + 1, 0.0, 0.0], xp=[place, 0.0, 1.0])
            Joint(type="TRANSLATIONAL", i=bead.cm, j=rail)
            SpringDamper(type="TRANSLATION", i=bead.cm, j=previous, k=self.stiffness, c=0.0, length=self.length)
            previous = bead.cm
            self.beads.append(bead)
        end = Marker(body=ground, qp=[self.length * (self.masses + 1), 0.0, 0.0])
        SpringDamper(type="TRANSLATION", i=previous, j=end, k=self.stiffness, c=0.0, length=self.length)
        return places

    def simulate(self, end, steps):
        run = self.model.simulate(type="DYNAMICS", end=end, steps=steps, returnResults=True)
        return np.array(run.times), np.array([run.getObject(b).getComponent("X") for b in self.beads]).T


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--masses", type=int, default=3)
    parser.add_argument("--amplitude", type=float, default=0.01)
    parser.add_argument("--out", type=Path, help="a file for the frequencies")
    args = parser.parse_args()

    chain = Chain(args.masses)
    omegas, shapes = chain.modes()
    rest = chain.length * np.arange(1, args.masses + 1)
    for omega, shape in zip(omegas, shapes.T):
        shape = args.amplitude * shape / np.abs(shape).max()
        chain.build(shape)
        times, x = chain.simulate(2 * np.pi / omega, 40)
        wanted = rest + np.outer(np.cos(omega * times), shape)
        print("@", omega, np.abs(x - wanted).max() / args.amplitude, (x[20] - rest) @ shape / (shape @ shape))
    if args.out:
        args.out.write_text(json.dumps({"omega": omegas.tolist()}), encoding="utf-8")


if __name__ == "__main__":
    main()
