# Functions that may stand in symbolic user functions. Here they are plain ones.

import numpy as np
from math import sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, floor, ceil, pi

abs = abs


def sign(x):
    return float(x > 0) - float(x < 0)


def Not(x):
    return not x


def min(a, b):
    if b < a:
        return b
    return a


def max(a, b):
    if b > a:
        return b
    return a


def mod(a, b):
    return a - b * floor(a / b)


def pow(a, b):
    return a ** b


def IfThenElse(condition, a, b):
    if condition:
        return a
    return b


# A number, vector or matrix of symbols is its value here.
def Real(value=0.0, name=""):
    return float(value)


def Vector(values=[], name=""):
    return np.array([float(x) for x in values])


def Matrix(values=[], name=""):
    return np.array([[float(x) for x in row] for row in values])
