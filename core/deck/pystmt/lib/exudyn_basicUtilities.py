# Small functions of vectors.

import numpy as np
from math import sqrt, pi
from exudyn.rigidBodyUtilities import Skew, Skew2Vec, Vec2Tilde, Tilde2Vec

g = 9.81  # gravity


def ClearWorkspace():
    pass


def SmartRound2String(x, prec=3):
    s = "%.*g" % (prec, x)
    if "." not in s and "e" not in s:
        s += ".0"
    return s


def DiagonalMatrix(rowsColumns, value=1):
    return [[value * (i == j) for j in range(rowsColumns)] for i in range(rowsColumns)]


def NormL2(vector):
    return sqrt(sum([x * x for x in vector]))


def VSum(vector):
    return sum([x for x in vector])


def VAdd(v0, v1):
    return [v0[i] + v1[i] for i in range(len(v0))]


def VSub(v0, v1):
    return [v0[i] - v1[i] for i in range(len(v0))]


def VMult(v0, v1):
    return sum([v0[i] * v1[i] for i in range(len(v0))])


def ScalarMult(scalar, v):
    return [scalar * x for x in v]


def Normalize(v):
    n = NormL2(v)
    if n == 0:
        raise ValueError("Normalize: the vector has length 0")
    return [x / n for x in v]
