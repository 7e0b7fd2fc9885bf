from collections import namedtuple
from dataclasses import dataclass, field
from typing import List

Point = namedtuple("Point", "z v")


@dataclass
class Layer:
    stiffness: float
    damping: float = 0.0

    def force(self, p: Point) -> float:
        return -self.stiffness * p.z - self.damping * p.v


@dataclass
class Stack:
    layers: List[Layer] = field(default_factory=list)

    def force(self, p: Point) -> float:
        return sum(layer.force(p) for layer in self.layers)


stack = Stack([Layer(25.0), Layer(15.0, damping=1.0)])


def VFOSUB(id, time, par, npar, dflag, iflag):
    p = Point(*[py_sysfnc(f"{what}Z", [par[0]])[0] for what in "DV"])
    return [0.0, 0.0, stack.force(p)]
