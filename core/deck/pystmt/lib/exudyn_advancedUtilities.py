# Tests of values, and functions of time.

import numpy as np
from math import sin, cos, pi


def IsListOrArray(data, checkIfNoneEmpty=False):
    return isinstance(data, (list, np.ndarray)) and not (checkIfNoneEmpty and len(data) == 0)


def IsNone(x):
    return x is None


def IsNotNone(x):
    return x is not None


def IsReal(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


IsValidRealInt = IsReal


def IsInteger(x):
    return isinstance(x, int) and not isinstance(x, bool)


IsValidInt = IsInteger


def IsVector(v, expectedSize=None):
    return isinstance(v, (list, tuple, np.ndarray)) and (expectedSize is None or len(v) == expectedSize)


def IsSquareMatrix(m, expectedSize=None):
    return isinstance(m, (list, np.ndarray)) and (expectedSize is None or len(m) == expectedSize) and not [r for r in m if len(r) != len(m)]


def IsEmptyList(x):
    return isinstance(x, (list, np.ndarray)) and len(x) == 0


# Sweeps: the frequency grows linearly from f0 to f1 within t1.

def _phase(t, t1, f0, f1):
    return 2 * pi * (f0 + (f1 - f0) * 0.5 * t / t1) * t


def SweepSin(t, t1, f0, f1):
    return sin(_phase(t, t1, f0, f1))


def SweepCos(t, t1, f0, f1):
    return cos(_phase(t, t1, f0, f1))


def FrequencySweep(t, t1, f0, f1):
    return t * (f1 - f0) / t1 + f0


# Half a wave of a cosine from value0 at x0 to value1 at x1.

def SmoothStep(x, x0, x1, value0, value1):
    if x <= x0:
        return value0
    if x >= x1:
        return value1
    return value0 + (value1 - value0) * 0.5 * (1 - cos((x - x0) / (x1 - x0) * pi))


def SmoothStepDerivative(x, x0, x1, value0, value1):
    if x <= x0 or x >= x1:
        return 0.0
    return (value1 - value0) * 0.5 * pi / (x1 - x0) * sin((x - x0) / (x1 - x0) * pi)


def RoundMatrix(matrix, treshold=1e-14):
    m = np.array(matrix)
    return np.where(np.abs(m) < treshold, np.zeros(m.shape), m)


def PlotLineCode(index):
    return ["k-", "r-", "g-", "b-", "c-", "m-", "y-"][index % 7]


def FindObjectIndex(i, globalVariables):
    return [n for n in globalVariables if globalVariables[n] == i]


FindNodeIndex = FindObjectIndex


def CreateSymbolicUserFunction(mbs, function, userFunctionName, itemIndex=None, itemTypeName=None, verbose=0):
    # A symbolic function is the function itself here, with lists of numbers as vectors.
    def symbolic(*args):
        return function(*[_vector(x) for x in args])
    return symbolic


def _vector(x):
    if isinstance(x, list):
        return np.array(x)
    return x


ConvertFunctionToSymbolic = CreateSymbolicUserFunction
