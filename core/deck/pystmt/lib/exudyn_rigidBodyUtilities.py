# Inertias and rotations.

import numpy as np
from math import sin, cos, asin, atan2, pi


def Skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def RotationMatrixX(angle):
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def RotationMatrixY(angle):
    c, s = cos(angle), sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def RotationMatrixZ(angle):
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def RotXYZ2RotationMatrix(rot):
    return RotationMatrixX(rot[0]).dot(RotationMatrixY(rot[1])).dot(RotationMatrixZ(rot[2]))


def RotationMatrix2RotXYZ(A):
    return np.array([atan2(-A[1][2], A[2][2]), asin(max(-1, min(1, A[0][2]))), atan2(-A[0][1], A[0][0])])


def _frameZ(axis):
    # A rotation whose third column is an axis.
    z = np.array([float(x) for x in axis])
    n = np.linalg.norm(z)
    if n == 0:
        raise ValueError("an axis has length 0")
    z = z / n
    other = np.array([1.0, 0, 0])
    if abs(z[0]) > 0.7:
        other = np.array([0, 1.0, 0])
    x = other - z * np.dot(other, z)
    x = x / np.linalg.norm(x)
    return np.array([x, np.cross(z, x), z]).T


class RigidBodyInertia:
    # Mass, centre of mass, and inertia about the reference point (or about the
    # centre of mass if so said).
    def __init__(self, mass=0, inertiaTensor=np.zeros((3, 3)), com=np.zeros(3), inertiaTensorAtCOM=False):
        self.mass = mass
        self.com = np.array([float(x) for x in com])
        self.inertiaTensor = np.array(inertiaTensor, dtype=float)
        if inertiaTensorAtCOM:
            self.inertiaTensor = self.inertiaTensor + self._steiner(self.com)

    def _steiner(self, c):
        return self.mass * (np.dot(c, c) * np.eye(3) - np.outer(c, c))

    def COM(self):
        return self.com

    def Mass(self):
        return self.mass

    def Inertia(self):
        return self.inertiaTensor

    def InertiaCOM(self):
        return self.inertiaTensor - self._steiner(self.com)

    def GetInertia6D(self):
        J = self.inertiaTensor
        return [J[0, 0], J[1, 1], J[2, 2], J[1, 2], J[0, 2], J[0, 1]]

    def Translated(self, vec):
        return RigidBodyInertia(self.mass, self.InertiaCOM(), self.com + np.array(vec), True)

    def Rotated(self, rot):
        A = np.array(rot)
        return RigidBodyInertia(self.mass, A.dot(self.inertiaTensor).dot(A.T), A.dot(self.com))

    def __add__(self, other):
        m = self.mass + other.mass
        return RigidBodyInertia(m, self.inertiaTensor + other.inertiaTensor, (self.com * self.mass + other.com * other.mass) / m)

    def __repr__(self):
        return "mass = %g\nCOM = %s\ninertiaTensorAtOrigin = \n%s\ninertiaTensorAtCOM = \n%s" % (
            self.mass, self.com, self.inertiaTensor, self.InertiaCOM())


def InertiaCuboid(density, sideLengths):
    a, b, c = [float(x) for x in sideLengths]
    m = density * a * b * c
    return RigidBodyInertia(m, m / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b]))


def InertiaCylinder(density, length, outerRadius, axis, innerRadius=0):
    m = density * length * pi * (outerRadius ** 2 - innerRadius ** 2)
    s = outerRadius ** 2 + innerRadius ** 2
    d = [m / 12 * (3 * s + length ** 2)] * 3
    d[axis] = m / 2 * s
    return RigidBodyInertia(m, np.diag(d))


def InertiaSphere(mass=None, radius=None, density=None):
    if mass is None:
        mass = density * 4 / 3 * pi * radius ** 3
    return RigidBodyInertia(mass, 0.4 * mass * radius ** 2 * np.eye(3))


def InertiaHollowSphere(mass, radius):
    return RigidBodyInertia(mass, 2 / 3 * mass * radius ** 2 * np.eye(3))


def InertiaRodX(mass, length):
    return RigidBodyInertia(mass, mass * length ** 2 / 12 * np.diag([0.0, 1.0, 1.0]))


def InertiaMassPoint(mass):
    return RigidBodyInertia(mass)
