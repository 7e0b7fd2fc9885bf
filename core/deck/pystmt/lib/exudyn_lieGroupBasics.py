# Rotations as exponentials of rotation vectors.

import numpy as np
from math import sin, tan, pi
from exudyn.rigidBodyUtilities import RotationVector2RotationMatrix, RotationMatrix2RotationVector, RotationMatrix2EulerParameters, Skew
from exudyn.refused import _refused


def Sinc(x):
    if x == 0:
        return 1.0
    return sin(x) / x


def Cot(x):
    return 1 / tan(x)


def ExpSO3(Omega):
    return RotationVector2RotationMatrix(Omega)


def LogSO3(R):
    return RotationMatrix2RotationVector(R)


def ExpS3(Omega):
    return RotationMatrix2EulerParameters(RotationVector2RotationMatrix(Omega))


for _n in ("TExpSO3 TExpSO3Inv ExpSE3 LogSE3 TExpSE3 TExpSE3Inv ExpR3xSO3 TExpR3xSO3 TExpR3xSO3Inv CompositionRuleDirectProductR3AndS3 "
           "CompositionRuleSemiDirectProductR3AndS3 CompositionRuleForEulerParameters CompositionRuleForRotationVectors").split():
    globals()[_n] = _refused("exudyn.lieGroupBasics", _n, "tangents and compositions of Lie groups")
