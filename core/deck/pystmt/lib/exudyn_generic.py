# Equations of second order, M q'' + D q' + K q = f, for the coordinates q of nodes. The coordinates are places of mass points, up to
# three of each: with a mass matrix that couples none of them, and where it is the same for all coordinates of a node,
# q itself; else z of q = T z, where T' M T = 1, so that the mass points have the mass 1.

import numpy as np
from exudyn.itemInterface import *
from exudyn.live import _of, _ask, _Live, _write

_POINT = 3000000      # first mass point and marker of them
_REQUEST = 20000000   # first of their requests
_AXES = ("X", "Y", "Z")


def _number(k, p):
    if p >= 1000:
        raise ValueError("ObjectGenericODE2: more than 3000 coordinates are not supported")
    return _POINT + 1000 * k + p


def _fixed(x):
    return repr(float(x))


def _dense(o, name, n):
    # A matrix or vector as lists of numbers, None if it is not given or zero.
    v = vars(o)[name]
    if v is None:
        return None
    if hasattr(v, "_dense"):
        v = v._dense()
    if isinstance(v, np.ndarray):
        v = v.tolist()
    if not len(v):
        return None
    rows = v
    if name != "forceVector":
        rows = [x for row in v for x in row]
        if len(v) != n or [row for row in v if len(row) != n]:
            _refuse(o._site, name, "ObjectGenericODE2: %s is not %d x %d, as many as its nodes have coordinates" % (name, n, n), "")
    elif len(v) != n:
        _refuse(o._site, name, "ObjectGenericODE2: %s has %d entries for %d coordinates" % (name, len(v), n), "")
    if not [x for x in rows if x]:
        return None
    return v


def _start(node):
    # Coordinates and velocities of a node at the start, without those of the reference.
    if isinstance(node, NodeGenericODE2):
        return node.initialCoordinates, node.initialCoordinates_t
    return node.initialCoordinates, node.initialVelocities


def _factor(o, M):
    # T of T' M T = 1, the inverse of the transposed factor of Cholesky: columns are those of z.
    n = len(M)
    L = [[0.0] * n for i in range(n)]
    for i in range(n):
        for j in range(i + 1):
            s = M[i][j] - sum([L[i][m] * L[j][m] for m in range(j)])
            if abs(M[i][j] - M[j][i]) > 1e-12 * (abs(M[i][i]) + abs(M[j][j])):
                _refuse(o._site, "massMatrix", "ObjectGenericODE2: the mass matrix is not symmetric", "")
            if i == j and s <= 1e-14 * abs(M[i][i]):
                _refuse(o._site, "massMatrix", "ObjectGenericODE2: the mass matrix is singular or not positive definite", "coordinates without mass are not supported")
            if i == j:
                L[i][i] = s ** 0.5
            else:
                L[i][j] = s / L[j][j]
    T = [[0.0] * n for i in range(n)]
    for c in range(n): # L' x = unit vector c
        for i in range(n - 1, -1, -1):
            s = float(i == c) - sum([L[m][i] * T[m][c] for m in range(i + 1, n)])
            T[i][c] = s / L[i][i]
    return T, L


def _applied(A, x):
    return [sum([a * y for a, y in zip(row, x) if a]) for row in A]


def _columns(T, w):
    # T' w
    return [sum([T[i][j] * w[i] for i in range(len(w)) if T[i][j]]) for j in range(len(w))]


class _Equations:
    # The equations of object k.
    def __init__(self, mbs, k, o):
        self.mbs, self.k, self.o = mbs, k, o
        self.nodes = o.nodeNumbers or []
        self.first, self.n = {}, 0
        for m in self.nodes:
            node = _of(mbs.nodes, m, "node", o, "nodeNumbers")
            if not isinstance(node, (NodeGenericODE2, NodePoint, NodePoint2D, Node1D)):
                _refuse(o._site, "nodeNumbers", "ObjectGenericODE2: node %d is a %s, which is not supported" % (m, node.__class__.__name__),
                        "it takes NodeGenericODE2, NodePoint, NodePoint2D and Node1D")
            if m in self.first:
                _refuse(o._site, "nodeNumbers", "ObjectGenericODE2: node %d is named twice" % m, "")
            self.first[m] = self.n
            self.n += len(node.referenceCoordinates)
        if o.useFirstNodeAsReferenceFrame:
            _refuse(o._site, "useFirstNodeAsReferenceFrame", "ObjectGenericODE2: useFirstNodeAsReferenceFrame=True is not supported", "")
        self.M, self.K, self.D, self.f = [_dense(o, name, self.n) for name in ("massMatrix", "stiffnessMatrix", "dampingMatrix", "forceVector")]
        self.varying = callable(o.massMatrixUserFunction)
        if self.M is None and not self.varying:
            _refuse(o._site, "massMatrix", "ObjectGenericODE2: there is no mass matrix", "coordinates without mass are not supported")
        self.places()

    def places(self):
        # The mass points: number, mass, coordinates (indices of z), node if its place is that of the node.
        self.points, self.T, self.L = [], None, None
        M = self.M
        if self.varying or [1 for i in range(self.n) for j in range(self.n) if M[i][j] and i != j] or not self.same():
            if not self.varying:
                self.T, self.L = _factor(self.o, M)
            for i in range(0, self.n, 3):
                self.points.append((_number(self.k, len(self.points)), 1.0, list(range(i, min(i + 3, self.n))), None))
            return
        for m in self.nodes:
            i, size = self.first[m], len(self.mbs.nodes[m].referenceCoordinates)
            node = m
            if isinstance(self.mbs.nodes[m], (NodeGenericODE2, Node1D)):
                node = None
            while size > 0:
                equal = [j for j in range(i, i + min(3, size)) if M[j][j] == M[i][i]]
                few = 1
                while few < len(equal) and equal[few] == i + few:
                    few += 1
                self.points.append((_number(self.k, len(self.points)), M[i][i], list(range(i, i + few)), node))
                i, size = i + few, size - few

    def same(self):
        # Whether the coordinates of each point have the same mass, which is positive.
        for m in self.nodes:
            i, size = self.first[m], len(self.mbs.nodes[m].referenceCoordinates)
            masses = [self.M[j][j] for j in range(i, i + size)]
            if [x for x in masses if x <= 0]:
                _refuse(self.o._site, "massMatrix", "ObjectGenericODE2: the mass of a coordinate is not positive", "coordinates without mass are not supported")
            if not isinstance(self.mbs.nodes[m], NodeGenericODE2) and min(masses) != max(masses):
                return False
        return True

    def inner(self, q):
        # z of q
        if self.T is None:
            return q
        return _columns(self.L, q)

    def offset(self, node, point):
        # What places of a node add to the coordinates.
        if point[3] is None:
            return [0.0] * 3
        return ([float(x) for x in self.mbs.nodes[node].referenceCoordinates] + [0.0] * 3)[:3]

    # The measures of coordinate i: factors, axes and markers, and the constant to be taken off them.
    def parts(self, i):
        terms, c = [], 0.0
        for p in self.points:
            for at, j in enumerate(p[2]):
                f = float(i == j)
                if self.T is not None:
                    f = self.T[i][j]
                if f:
                    terms.append((f, _AXES[at], p[0]))
                    if p[3] is not None:
                        c += self.offset(p[3], p)[at]
        return terms, c

    def started(self, id, axis):
        # Where a mass point is at the start, along an axis.
        q = []
        for m in self.nodes:
            q += list(_start(self.mbs.nodes[m])[0])
        z, p = self.inner(q), self.points[(id - _POINT) % 1000]
        return self.offset(p[3], p)[axis] + float(z[p[2][axis]])

    # One of the coordinates (D), their rates (V) or accelerations (A) of all.
    def all(self, when, kind):
        z = []
        for p in self.points:
            name, request = {"D": ("D", 0), "V": ("V", 0), "A": ("ACC", 1)}[kind]
            size = len(p[2])
            offset = [0.0] * 3
            if kind == "D":
                offset = self.offset(p[3], p)
            first = 0
            if kind == "V":
                first = 3
            got = when.column(self.mbs, _REQUEST + 2 * (p[0] - _POINT) + request, [(name + x, [p[0]]) for x in _AXES[:size]],
                              tuple(range(first, first + size)))
            z += [got[at] - offset[at] for at in range(size)]
        if self.T is None:
            return z
        return _applied(self.T, z)

    # ---- statements

    def record(self, writer):
        q, v = [], []
        for m in self.nodes:
            a, b = _start(self.mbs.nodes[m])
            q, v = q + list(a), v + list(b)
        z, u = self.inner(q), self.inner(v)
        for p in self.points:
            x, w = [0.0] * 3, [0.0] * 3
            offset = self.offset(p[3], p)
            for at, j in enumerate(p[2]):
                x[at], w[at] = offset[at] + float(z[j]), float(u[j])
            _write("POINT_MASS", self.o._site, p[0], self.o.name or "object %d" % self.k, [
                ("MASS", float(p[1]), 0, "massMatrix"), ("CM", p[0], 0, ""), ("VX", w[0], 0, ""), ("VY", w[1], 0, ""), ("VZ", w[2], 0, "")])
            _write("MARKER", self.o._site, p[0], None, [("POINT_MASS", p[0], 0, ""), ("QP", x, 0, "")])
            self.hold(writer, p, x)
            writer.request(_REQUEST + 2 * (p[0] - _POINT), ["D%s(%d)" % (n, p[0]) for n in _AXES] + ["V%s(%d)" % (n, p[0]) for n in _AXES])
            writer.request(_REQUEST + 2 * (p[0] - _POINT) + 1, ["ACC%s(%d)" % (n, p[0]) for n in _AXES])

    def hold(self, writer, p, x):
        # Directions without a coordinate.
        if len(p[2]) == 2:
            writer.primitive(self.o, "INPLANE", p[0], 1)
        elif len(p[2]) == 1:
            writer.others += 1
            _write("MARKER", self.o._site, writer.others, None, [("PART", 1, 0, ""), ("QP", x, 0, ""), ("ZP", [x[0] + 1, x[1], x[2]], 0, "")])
            writer.primitive(self.o, "INLINE", p[0], writer.others)

    def forces(self, writer):
        user = callable(self.o.forceUserFunction)
        for p in self.points:
            if user or self.varying:
                laws = [("ROUTINE", self.routine(p), 0, "forceUserFunction")]
            else:
                laws = [("F" + _AXES[at], self.law(j), 0, "stiffnessMatrix") for at, j in enumerate(p[2])]
            if [x for x in laws if x[1] != "0"]:
                writer.forces += 1
                writer.push(self.o, writer.forces, p[0], laws)

    def law(self, j):
        # Entry j of T' (f - K q - D q').
        t = [float(i == j) for i in range(self.n)]
        if self.T is not None:
            t = [row[j] for row in self.T]
        terms = []
        if self.f:
            c = sum([t[i] * self.f[i] for i in range(self.n)])
            if c:
                terms.append("(%s)" % _fixed(c))
        for matrix, kind in ((self.K, "D"), (self.D, "V")):
            if not matrix:
                continue
            row = [sum([t[i] * matrix[i][m] for i in range(self.n) if t[i]]) for m in range(self.n)]
            if self.T is not None:
                row = _columns(self.T, row)
            for p in self.points:
                offset = self.offset(p[3], p)
                for at, m in enumerate(p[2]):
                    if not row[m]:
                        continue
                    x = "%s%s(%d)" % (kind, _AXES[at], p[0])
                    if kind == "D" and offset[at]:
                        x = "(%s-(%s))" % (x, _fixed(offset[at]))
                    terms.append("(%s)*%s" % (_fixed(-row[m]), x))
        return "+".join(terms) or "0"

    def routine(self, p):
        o, mbs = self.o, self.mbs

        def VFOSUB(id, time, par, npar, dflag, iflag):
            q, v = self.now("D"), self.now("V")
            with _Live(mbs, time, iflag):
                f = [0.0] * self.n
                if self.f:
                    f = [float(x) for x in self.f]
                for matrix, x in ((self.K, q), (self.D, v)):
                    if matrix:
                        f = [a - b for a, b in zip(f, _applied(matrix, x))]
                if callable(o.forceUserFunction):
                    more = o.forceUserFunction(mbs, mbs._began + time, self.k, np.array(q), np.array(v))
                    f = [a + float(more[i]) for i, a in enumerate(f)]
                if self.varying:
                    M = o.massMatrixUserFunction(mbs, mbs._began + time, self.k, np.array(q), np.array(v))
                    if hasattr(M, "_dense"):
                        M = M._dense()
                    T, L = _factor(o, [[float(M[i][j]) for j in range(self.n)] for i in range(self.n)])
                    f = _applied(T, _columns(T, f))
                elif self.T is not None:
                    f = _columns(self.T, f)
                return ([f[j] for j in p[2]] + [0.0] * 3)[:3]
        return VFOSUB

    def now(self, kind):
        z = []
        for p in self.points:
            offset = [0.0] * 3
            if kind == "D":
                offset = self.offset(p[3], p)
            z += [_ask(kind + _AXES[at], [p[0]]) - offset[at] for at in range(len(p[2]))]
        if self.T is None:
            return z
        return _applied(self.T, z)


def _equations_of(mbs, node):
    # The equations of a node, None if it is of no such object.
    for k in range(len(mbs.objects)):
        o = mbs.objects[k]
        if isinstance(o, ObjectGenericODE2) and node in (o.nodeNumbers or []):
            return _kept(mbs, k)
    return None


def _kept(mbs, k):
    # The equations of object k as they were recorded last, or as they are to be.
    if k not in mbs._equations:
        mbs._equations[k] = _Equations(mbs, k, mbs.objects[k])
    return mbs._equations[k]


_KINDS = {"Coordinates": "D", "CoordinatesTotal": "D", "Coordinates_t": "V", "Coordinates_tt": "A",
          "Displacement": "D", "Position": "D", "Velocity": "V", "Acceleration": "A"}


def _generic_values(mbs, when, nodes, what):
    # Coordinates of nodes of generic equations: when is None at the start, and "Reference" in the reference configuration.
    values = []
    for m in nodes:
        node, kind = mbs.nodes[m], _KINDS[what]
        size = len(node.referenceCoordinates)
        if when == "Reference" or when is None and kind == "A":
            q = [0.0] * size
        elif when is None:
            q = list(_start(node)[kind == "V"])
        else:
            e = _equations_of(mbs, m)
            q = e.all(when, kind)[e.first[m]:e.first[m] + size]
        if what in ("CoordinatesTotal", "Position"):
            q = [a + b for a, b in zip(q, node.referenceCoordinates)]
        if what in ("Displacement", "Position", "Velocity", "Acceleration"):
            q = (q + [0.0] * 3)[:3]
        values += q
    return values


def _of_generic_node(mbs, when, n, node, what, site):
    have = ("Coordinates", "CoordinatesTotal", "Coordinates_t", "Coordinates_tt")
    if isinstance(node, (NodePoint, NodePoint2D)):
        have += ("Position", "Displacement", "Velocity", "Acceleration")
    if what not in have:
        _refuse(site, 1, "%s has no output %s" % (node.__class__.__name__, what), "it has " + ", ".join(have))
    return _generic_values(mbs, when, [n], what)


def _of_generic(o, what, site):
    _refuse(site, 1, "ObjectGenericODE2 has no output %s" % what, "its nodes have Coordinates, Coordinates_t and Coordinates_tt")
