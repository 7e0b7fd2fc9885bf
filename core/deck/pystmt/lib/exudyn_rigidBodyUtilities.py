# Inertias and rotations.

import numpy as np
from math import sin, cos, asin, acos, atan2, sqrt, pi

eulerParameters0 = [1.0, 0.0, 0.0, 0.0]  # no rotation


def Skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


ComputeSkewMatrix = Vec2Tilde = Skew


def Skew2Vec(skew):
    return np.array([skew[2][1], skew[0][2], skew[1][0]])


Tilde2Vec = Skew2Vec


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


def RotationMatrix2D(angle):
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s], [s, c]])


# Angular velocity in the axes of ground, or of the body (local), as a matrix times the rates of
# the angles X, Y, Z.

def RotXYZ2G(rot):
    A = RotationMatrixX(rot[0])
    return np.array([[1.0, 0.0, 0.0], A.dot([0.0, 1.0, 0.0]), A.dot(RotationMatrixY(rot[1])).dot([0.0, 0.0, 1.0])]).T


def RotXYZ2GLocal(rot):
    return RotXYZ2RotationMatrix(rot).T.dot(RotXYZ2G(rot))


def AngularVelocity2RotXYZ_t(angularVelocity, rotation):
    w, a, b = angularVelocity, rotation[0], rotation[1]
    if cos(b) == 0:
        raise ValueError("AngularVelocity2RotXYZ_t: at a second angle of 90 degrees the rates are not known")
    third = (cos(a) * w[2] - sin(a) * w[1]) / cos(b)
    return np.array([w[0] - sin(b) * third, cos(a) * w[1] + sin(a) * w[2], third])


# Euler parameters: the cosine of half an angle, and its sine times the axis.

def EulerParameters2RotationMatrix(eulerParameters):
    a, b, c, d = [float(x) for x in eulerParameters]
    return np.array([[a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
                     [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
                     [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d]])


def RotationMatrix2EulerParameters(rotationMatrix):
    # The largest of the four is found from the diagonal, the others from it.
    R = [[float(x) for x in row] for row in rotationMatrix]
    trace = R[0][0] + R[1][1] + R[2][2]
    squares = [1 + trace] + [1 + 2 * R[i][i] - trace for i in range(3)]
    n = squares.index(max(squares))
    q = 0.5 * sqrt(squares[n])
    f = 0.25 / q
    if n == 0:
        return np.array([q, (R[2][1] - R[1][2]) * f, (R[0][2] - R[2][0]) * f, (R[1][0] - R[0][1]) * f])
    i, j, k = n - 1, n % 3, (n + 1) % 3
    p = [(R[k][j] - R[j][k]) * f, 0.0, 0.0, 0.0]
    p[1 + i], p[1 + j], p[1 + k] = q, (R[j][i] + R[i][j]) * f, (R[k][i] + R[i][k]) * f
    if p[0] < 0:
        p = [-x for x in p]
    return np.array(p)


def EulerParameters2G(eulerParameters):
    a, b, c, d = eulerParameters
    return 2.0 * np.array([[-b, a, -d, c], [-c, d, a, -b], [-d, -c, b, a]])


def EulerParameters2GLocal(eulerParameters):
    a, b, c, d = eulerParameters
    return 2.0 * np.array([[-b, a, d, -c], [-c, -d, a, b], [-d, c, -b, a]])


def AngularVelocity2EulerParameters_t(angularVelocity, eulerParameters):
    return 0.25 * EulerParameters2G(eulerParameters).T.dot([float(x) for x in angularVelocity])


def RotXYZ2EulerParameters(alpha):
    return RotationMatrix2EulerParameters(RotXYZ2RotationMatrix(alpha))


# Rotation vectors: an angle times its axis.

def RotationVector2RotationMatrix(rotationVector):
    v = np.array([float(x) for x in rotationVector])
    a = np.linalg.norm(v)
    if a == 0:
        return np.eye(3)
    S = Skew(v / a)
    return np.eye(3) + sin(a) * S + 2 * sin(a / 2) ** 2 * S.dot(S)


def RotationMatrix2RotationVector(rotationMatrix):
    p = RotationMatrix2EulerParameters(rotationMatrix)
    v = np.array([p[1], p[2], p[3]])
    n = np.linalg.norm(v)
    if n == 0:
        return np.zeros(3)
    return v * (2 * atan2(n, p[0]) / n)


def ComputeRotationAxisFromRotationVector(rotationVector):
    v = np.array([float(x) for x in rotationVector])
    n = np.linalg.norm(v)
    if n == 0:
        return v
    return v / n


# Homogeneous transformations: a rotation and a place in one matrix.

def HomogeneousTransformation(A, r):
    T = np.eye(4)
    for i in range(3):
        for j in range(3):
            T[i, j] = A[i][j]
        T[i, 3] = r[i]
    return T


def HT0():
    return np.eye(4)


def HTtranslate(r):
    return HomogeneousTransformation(np.eye(3), r)


def HTtranslateX(x):
    return HTtranslate([x, 0, 0])


def HTtranslateY(y):
    return HTtranslate([0, y, 0])


def HTtranslateZ(z):
    return HTtranslate([0, 0, z])


def HTrotateX(angle):
    return HomogeneousTransformation(RotationMatrixX(angle), [0, 0, 0])


def HTrotateY(angle):
    return HomogeneousTransformation(RotationMatrixY(angle), [0, 0, 0])


def HTrotateZ(angle):
    return HomogeneousTransformation(RotationMatrixZ(angle), [0, 0, 0])


def HT2translation(T):
    return np.array([T[0][3], T[1][3], T[2][3]])


def HT2rotationMatrix(T):
    return np.array([[T[i][j] for j in range(3)] for i in range(3)])


def InverseHT(T):
    A = HT2rotationMatrix(T).T
    return HomogeneousTransformation(A, -1.0 * A.dot(HT2translation(T)))


def InertiaTensor2Inertia6D(inertiaTensor):
    J = inertiaTensor
    return np.array([J[0][0], J[1][1], J[2][2], J[1][2], J[0][2], J[0][1]])


def Inertia6D2InertiaTensor(inertia6D):
    xx, yy, zz, yz, xz, xy = inertia6D
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def ComputeOrthonormalBasisVectors(vector0):
    # The direction of a vector and two that stand on it.
    A = ComputeOrthonormalBasis(vector0)
    return [A[:, 0], A[:, 1], A[:, 2]]


def ComputeOrthonormalBasis(vector0):
    z = _frameZ(vector0)
    return np.array([z[:, 2], z[:, 0], z[:, 1]]).T


def GramSchmidt(vector0, vector1):
    x = np.array([float(v) for v in vector0])
    x = x / np.linalg.norm(x)
    y = np.array([float(v) for v in vector1])
    y = y - x * np.dot(x, y)
    y = y / np.linalg.norm(y)
    return [x, y, np.cross(x, y)]


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

    def Transformed(self, HT):
        return self.Rotated(HT2rotationMatrix(HT)).Translated(HT2translation(HT))

    def SetWithCOMinertia(self, mass, inertiaTensorCOM, com):
        self.__init__(mass, inertiaTensorCOM, com, True)

    def GetGraphics(self, *args, **kw):
        return {}

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
