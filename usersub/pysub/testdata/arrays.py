# What programs may expect of module numpy. Passes in CPython with numpy too.
import numpy as np
import numpy
from numpy import sign, sqrt
from numpy.linalg import norm
from math import pi


def same(a, b):
    assert a == b, "%r is not %r" % (a, b)


def near(a, b):
    assert abs(a - b) < 1e-12, (a, b)


def fails(error, f):
    try:
        f()
    except error:
        return
    raise AssertionError("no %s" % error)


# Making arrays.
a = np.array([1, 2, 3])
b = np.array([0.5, 1.5, 2.5])
m = np.array([[1., 2.], [3., 4.]])
same(a.shape, (3,))
same(m.shape, (2, 2))
same((m.size, m.ndim, len(m), a[0] == 1), (4, 2, 2, True))
same(np.zeros(3).tolist(), [0.0, 0.0, 0.0])
same(np.zeros((2, 3)).tolist(), [[0.0] * 3] * 2)
same(np.ones([2, 1]).tolist(), [[1.0], [1.0]])
same(np.eye(2).tolist(), [[1.0, 0.0], [0.0, 1.0]])
same(np.full(2, 7).tolist(), [7, 7])
same(np.linspace(0, 1, 5).tolist(), [0.0, 0.25, 0.5, 0.75, 1.0])
same(np.linspace(0, 1, num=4, endpoint=False).tolist(), [0.0, 0.25, 0.5, 0.75])
same(np.arange(4).tolist(), [0, 1, 2, 3])
same(np.arange(1, 2, 0.25).tolist(), [1.0, 1.25, 1.5, 1.75])
same(np.array([1, 2], dtype=float).tolist(), [1.0, 2.0])
same(np.zeros_like(a).tolist(), [0, 0, 0])
same(np.array([np.array([1, 2]), [3, 4]]).tolist(), [[1, 2], [3, 4]])
same([x for x in np.arange(3)] == [0, 1, 2], True)
same([10, 20, 30][np.arange(3)[1]], 20)

# Arithmetic.
same((a + b).tolist(), [1.5, 3.5, 5.5])
same((2 * a - 1).tolist(), [1, 3, 5])
same((a / 2).tolist(), [0.5, 1.0, 1.5])
same((a ** 2).tolist(), [1, 4, 9])
same((-b).tolist(), [-0.5, -1.5, -2.5])
same((1 / np.array([2., 4.])).tolist(), [0.5, 0.25])
same((a + [1, 1, 1]).tolist(), [2, 3, 4])
same(([1, 1, 1] - a).tolist(), [0, -1, -2])
same((m * np.array([10, 1])).tolist(), [[10.0, 2.0], [30.0, 4.0]])
same((m + np.array([[10], [20]])).tolist(), [[11.0, 12.0], [23.0, 24.0]])
same((a % 2).tolist(), [1, 0, 1])
same((np.array([-3, 3]) // 2).tolist(), [-2, 1])
same((a > 1).tolist(), [False, True, True])
same(((a > 1) & (a < 3)).tolist(), [False, True, False])
same((~(a > 1)).tolist(), [True, False, False])
assert (a == 2).any() and not (a == 2).all()
c = np.array([1., 2.])
d = c
c += 1
same(d.tolist(), [2.0, 3.0])
c[0] *= 5
same(d.tolist(), [10.0, 3.0])
near(3.0 * np.pi, 3 * pi)
assert a is not None and (a != None) is not False

# Looking at parts.
same(m[0].tolist(), [1.0, 2.0])
same(m[:, 1].tolist(), [2.0, 4.0])
near(m[1, 0], 3)
same(a[-1] + 0 == 3, True)
same(a[::-1].tolist(), [3, 2, 1])
same(a[1:].tolist(), [2, 3])
same(a[[0, 2]].tolist(), [1, 3])
same(a[a > 1].tolist(), [2, 3])
same(m[..., 0].tolist(), [1.0, 3.0])
same(m.T.tolist(), [[1.0, 3.0], [2.0, 4.0]])
n = m.copy()
n[:, 0] = [7, 8]
n[1, 1] = 9
same(n.tolist(), [[7.0, 2.0], [8.0, 9.0]])
r = n[0]
r[1] = 5
same(n[0, 1] == 5, True)
same(m.tolist(), [[1.0, 2.0], [3.0, 4.0]])
z = np.zeros((3, 2))
z[1] = 4
z[2, :] = np.array([1, 2])
same(z.tolist(), [[0.0, 0.0], [4.0, 4.0], [1.0, 2.0]])
z[z[:, 0] > 3] = 0.0
same(z.tolist(), [[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]])
i = np.array([1, 2, 3])
i[0] = 2.9
same(i.tolist(), [2, 2, 3])
same(np.arange(6).reshape(2, 3).tolist(), [[0, 1, 2], [3, 4, 5]])
same(np.arange(6).reshape((3, -1)).tolist(), [[0, 1], [2, 3], [4, 5]])
same(m.flatten().tolist(), [1.0, 2.0, 3.0, 4.0])

# Functions.
near(np.sin(1.0), 0.8414709848078965)
near(np.sqrt(2), sqrt(2.0))
near(np.exp(1), np.e)
same((np.sign(-2.5), sign(3.5)) == (-1, 1), True)
same(np.abs(np.array([-1, 2])).tolist(), [1, 2])
same(abs(np.array([-1., 2.])).tolist(), [1.0, 2.0])
near(np.arctan2(1, 2), 0.4636476090008061)
near(norm([3, 4]), 5)
near(np.linalg.norm(a), 14 ** 0.5)
same(np.linalg.norm(m, axis=1).tolist(), [5 ** 0.5, 5.0])
same(np.dot(a, b) == 11, True)
same(m.dot([1, 1]).tolist(), [3.0, 7.0])
same(np.matmul(m, m).tolist(), [[7.0, 10.0], [15.0, 22.0]])
same(np.cross([1, 0, 0], [0, 1, 0]).tolist(), [0, 0, 1])
same(np.outer([1, 2], [3, 4]).tolist(), [[3, 4], [6, 8]])
same(np.diag([1, 2]).tolist(), [[1, 0], [0, 2]])
same(np.diag(m).tolist(), [1.0, 4.0])
near(np.trace(m), 5)
near(np.linalg.det(m), -2)
near(np.linalg.norm(np.linalg.inv(m) - [[-2, 1], [1.5, -0.5]]), 0)
near(np.linalg.norm(np.linalg.solve(m, [5, 6]) - np.array([-4, 4.5])), 0)
near(np.linalg.norm(np.linalg.solve([[0, 1], [1, 0]], [2, 3]) - np.array([3, 2])), 0)
same((np.sum(m) == 10, m.sum() == 10, m.max() == 4, np.min(m) == 1, m.mean() == 2.5), (True,) * 5)
same(m.sum(axis=0).tolist(), [4.0, 6.0])
same(np.max(m, axis=1).tolist(), [2.0, 4.0])
near(np.std([1, 3]), 1)
same((np.argmax([1, 5, 2]) == 1, np.argmin(b) == 0), (True, True))
same(np.concatenate((a, [4])).tolist(), [1, 2, 3, 4])
same(np.vstack(([1, 2], [3, 4])).tolist(), [[1, 2], [3, 4]])
same(np.hstack([[1, 2], [3]]).tolist(), [1, 2, 3])
same(np.hstack([m, m]).shape, (2, 4))
same(np.append([1, 2], 3).tolist(), [1, 2, 3])
same(np.cumsum([1, 2, 3]).tolist(), [1, 3, 6])
same(np.diff([1, 4, 9]).tolist(), [3, 5])
same(np.where(a > 1, a, 0).tolist(), [0, 2, 3])
same(np.clip([-1.0, 0.5, 2.0], 0, 1).tolist(), [0.0, 0.5, 1.0])
same(np.minimum(a, 2).tolist(), [1, 2, 2])
same(np.round([0.125, 2.5], 2).tolist(), [0.12, 2.5])
same(np.interp([-1, 0.5, 3], [0, 1, 2], [0, 10, 40]).tolist(), [0.0, 5.0, 40.0])
assert np.allclose(m, m + 1e-12) and not np.allclose(m, m + 1) and np.array_equal(a, [1, 2, 3])
assert np.isnan(np.sqrt(np.array([-1.0]))[0]) and np.isfinite(1.0)
same(np.deg2rad(180) == np.pi, True)
same(np.heaviside(-1.0, 0.5) == 0, True)

# Arrays without axes.
z = np.asarray(2.5)
same([z.shape, z.ndim, z.size, float(z), z.tolist(), z.ravel().tolist(), z.reshape(1, 1).tolist()], [(), 0, 1, 2.5, 2.5, [2.5], [[2.5]]])
same([float(z + 1), float(2 * z), float(np.sqrt(np.array(4.0))), bool(z > 2), (z * np.array([1, 2])).tolist(), float(z[()])], [3.5, 5.0, 2.0, True, [2.5, 5.0], 2.5])
same([str(z), repr(z), np.array(3).tolist(), np.array(z).ravel()[0], float(z.sum()), z.copy().tolist(), np.array([z, 1.0]).tolist()],
     ["2.5", "array(2.5)", 3, 2.5, 2.5, 2.5, [2.5, 1.0]])
fails(TypeError, lambda: len(z))
fails(TypeError, lambda: list(z))

# Text.
same(str(np.array([0.973539559, 0, 0])), "[0.97353956 0.         0.        ]")
same(str(np.array([1., 2.])), "[1. 2.]")
same(str(np.array([1, 20])), "[ 1 20]")
same(str(m), "[[1. 2.]\n [3. 4.]]")
same(repr(np.array([1., 2.5])), "array([1. , 2.5])")
same(repr(m), "array([[1., 2.],\n       [3., 4.]])")
same(str(np.array([1e-5, 1.25])), "[1.00e-05 1.25e+00]")
same(str(np.array([1e-5, -2])), "[ 1.e-05 -2.e+00]")
same(str(np.array([True, False])), "[ True False]")
same("%s" % np.array([1]), "[1]")

# What cannot be.
fails(ValueError, lambda: a + np.array([1, 2]))
fails(IndexError, lambda: a[3])
fails(IndexError, lambda: a[0, 0])
fails(ValueError, lambda: np.array([[1, 2], [3]]))
fails(ValueError, lambda: bool(a > 1))
fails(TypeError, lambda: a + "x")
fails(ValueError, lambda: np.dot(m, a))
fails(AttributeError, lambda: np.no_such_function)
print("ok")
