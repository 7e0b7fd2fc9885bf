# What ordinary routines use of the language, with the answers of Python.
# Runs in CPython as well: it must pass there unchanged.
import math

count = 0


def same(got, want):
    global count
    count += 1
    if got != want:
        raise AssertionError("check %d: got %s, want %s" % (count, got, want))


def raises(kind, call):
    try:
        call()
    except kind:
        return True
    return False


# arithmetic
same([7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3], [3, -4, 1, 2, -2])
same([7.5 // 2, -7.5 // 2, -7.5 % 2, 7.5 % -2], [3.0, -4.0, 0.5, -0.5])
same([2 ** 10, 2 ** -1, 2.0 ** 3, (-8) ** 3, 2 ** 0.5], [1024, 0.5, 8.0, -512, math.sqrt(2)])
same([1 / 2, 3 * 0.5, 1 - 0.25, 1 + 0.5, divmod(-7, 2)], [0.5, 1.5, 0.75, 1.5, (-4, 1)])
same([raises(ZeroDivisionError, f) for f in [
    lambda: 1 / 0, lambda: 1.0 / 0, lambda: 1 // 0, lambda: 1.0 // 0, lambda: 1 % 0, lambda: 0.0 ** -1, lambda: 0 ** -1]],
    7 * [True])
same([raises(OverflowError, f) for f in [lambda: 10.0 ** 400, lambda: math.exp(1000)]], 2 * [True])
same([raises(ValueError, f) for f in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: float("x")]], 3 * [True])
same([int(3.9), int(-3.9), int("12"), float("1.5e3"), bool(0.0), bool([]), bool("a"), abs(-2.5)],
     [3, -3, 12, 1500.0, False, False, True, 2.5])
same([round(0.5), round(1.5), round(2.5), round(-1.5), round(2.567, 2), round(1234, -2), round(2.675, 2)],
     [0, 2, 2, -2, 2.57, 1200, 2.67])
same(isinstance(round(2.5), int), True)
same([math.floor(-2.5), math.ceil(2.1), math.trunc(-2.7), math.fmod(-7, 3), math.copysign(2, -1)], [-3, 3, -2, -1.0, -2.0])
same([math.isnan(math.nan), math.inf > 1e308, math.isclose(1, 1 + 1e-12), math.tau == 2 * math.pi], 4 * [True])
same([1 < 2 < 3, 1 < 3 < 2, not 0, 1 == 1.0, None is None, 3 and 0, 0 or 5], [True, False, True, True, True, 0, 5])
same(sum([0.1] * 10) == 1.0, False)

# lists, tuples, dicts
v = [5, 3, 8, 1]
same([v[1:3], v[-1], v[::-1], v[::2], sorted(v), len(v), sum(v), 3 in v], [[3, 8], 1, [1, 8, 3, 5], [5, 8], [1, 3, 5, 8], 4, 17, True])
v[1:2] = [7, 7]
del v[0]
v.append(4)
v.extend((1, 2))
v.insert(1, 99)
v.remove(7)
same(v, [99, 7, 8, 1, 4, 1, 2])
same([v.index(8), v.count(1), v.pop(), v.pop(0), v], [2, 2, 2, 99, [7, 8, 1, 4, 1]])
v.reverse()
v.sort()
v += [0]
same(v, [1, 1, 4, 7, 8, 0])
same([(1, 2, 3) + (4,), (1,) + (2, 3, 4), () + (1,), (1, 2)[1:]], [(1, 2, 3, 4), (1, 2, 3, 4), (1,), (2,)])
t = (1, 2)
u = t + (3,)
same([t, u], [(1, 2), (1, 2, 3)])
m = [[0.0] * 3 for i in range(2)]
m[1][2] = 5
same(m, [[0.0, 0.0, 0.0], [0.0, 0.0, 5]])
d = {"a": 1}
d["b"] = 2
d.update({"c": 3})
same([sorted(d.keys()), d.get("z", 9), "a" in d, d.pop("c"), d.setdefault("q", 4), len(d)], [["a", "b", "c"], 9, True, 3, 4, 3])
a, b, c = 1, 2, 3
a, b = b, a
same([a, b, c, list(zip([1, 2], [3, 4])), list(enumerate("ab")), list(map(abs, [-1, 2]))],
     [2, 1, 3, [(1, 3), (2, 4)], [(0, "a"), (1, "b")], [1, 2]])
same([min(3, 1.5), max([1, 7]), any([0, 1]), all([1, 0]), list(reversed([1, 2])), list(range(5, 0, -2))],
     [1.5, 7, True, False, [2, 1], [5, 3, 1]])


# functions, closures, generators, classes
def f(a, b=2, *c, **k):
    return (a, b, c, sorted(k.keys()))


same([f(1), f(1, 3), f(1, 2, 3), f(1, b=5), f(1, z=3), f(*[1, 2])],
     [(1, 2, (), []), (1, 3, (), []), (1, 2, (3,), []), (1, 5, (), []), (1, 2, (), ["z"]), (1, 2, (), [])])


def outer(par, *rest, **named):
    def inner(x):
        return par[0] + x + rest[0] + named["k"]
    return [inner(par[i]) for i in range(len(par))]


same(outer([1, 2], 10, k=100), [112, 113])


def counter():
    n = 0

    def up():
        nonlocal n
        n += 1
        return n
    up()
    return up()


def squares(n):
    for i in range(n):
        yield i * i


same([counter(), list(squares(4)), sum(x for x in squares(4)), (lambda x, y=2: x * y)(3)], [2, [0, 1, 4, 9], 14, 6])


class Law:
    made = 0

    def __init__(self, k):
        self.k = k
        Law.made += 1

    def force(self, x):
        return self.k * x


class Offset(Law):
    def force(self, x):
        return Law.force(self, x) + 1


same([Law(3).force(2), Offset(4).force(2), Law.made, isinstance(Offset(1), Law), isinstance(True, int), isinstance(1, (str, float))],
     [6, 9, 2, True, True, False])


# exceptions
class Broken(Exception):
    pass


class Worse(Broken):
    pass


def caught(kind):
    try:
        raise kind("text")
    except (ValueError, Broken) as e:
        return str(e)
    finally:
        v.append(0)


same([caught(Worse), caught(ValueError), raises(KeyError, lambda: d["nope"]), raises(IndexError, lambda: [1][3])],
     ["text", "text", True, True])

# text
same(["a,b".split(","), " x ".strip(), "abc"[1:], "-".join(["a", "b"]), "aB".upper(), "aB".lower(), "b" in "abc"],
     [["a", "b"], "x", "bc", "a-b", "AB", "ab", True])
same(["%d %5.2f %g %s" % (3, 2.0, 1.5, "x"), str(1.5), str([1, 2]), "ab" * 2], ["3  2.00 1.5 x", "1.5", "[1, 2]", "abab"])
same(["%d %i|%5d|%-5d|%05d|%+d|% d" % (2.9, -2.9, 3, 4, -5, 6, 7), "%x %X %o %#x" % (255, 255, 8, 16)],
     ["2 -2|    3|4    |-0005|+6| 7", "ff FF 10 0x10"])
same(["%g %g %g %g %G" % (0.1234567, 1e-7, 100000.0, 1e6, 1e-10), "%.3g %10.4e|%-8.1f|%08.2f" % (1234.5, 12345.678, 2.25, -3.14159)],
     ["0.123457 1e-07 100000 1e+06 1E-10", "1.23e+03 1.2346e+04|2.2     |-0003.14"])
same(["%s %s %r %5s|%-5s|%.2s" % (1.5, [1], 2, "a", "b", "xyz"), "%(a)d-%(b)s" % {"a": 1, "b": "q"}, "%*d|%5.1f%%" % (4, 7, 99.5), "%c" % "x"],
     ["1.5 [1] 2     a|b    |xy", "1-q", "   7| 99.5%", "x"])
same(["%s" % 3, "%d items" % 2, "100%%" % ()], ["3", "2 items", "100%"])
same([raises(TypeError, lambda: "%d" % "x"), raises(TypeError, lambda: "%d %d" % (1,)), raises(TypeError, lambda: "%d" % (1, 2))], 3 * [True])
same(["{} {}".format(1, "a"), "{1}{0}{1}".format("a", "b"), "{x:.3f} {y}".format(x=2, y=None), "{{}}".format()],
     ["1 a", "bab", "2.000 None", "{}"])
same(["{:>6}|{:<6}|{:^6}|{:*^7}|{:06.2f}|{:+d}|{:,}|{:e}".format("a", "b", "c", "d", -1.5, 3, 1234567, 0.5)],
     ["     a|b     |  c   |***d***|-01.50|+3|1,234,567|5.000000e-01"])
same(["{:10.4g}|{:5d}|{:x}|{:%}|{:.1%}|{!r}|{:s}".format(3.14159265, 42, 255, 0.5, 0.256, "q", "t")],
     ["     3.142|   42|ff|50.000000%|25.6%|'q'|t"])


# closures over several levels, decorators
def adding(k):
    def decorate(f):
        def wrapped(*a, **kw):
            return f(*a, **kw) + k
        return wrapped
    return decorate


@adding(10)
def decorated(x, y=2, *z):
    return x + y


class Decorated:
    @adding(5)
    def g(self, x=1):
        return x


same([decorated(1), decorated(1, 5), Decorated().g(), Decorated().g(3)], [13, 16, 6, 8])


def levels(a, b):
    c = 3

    def mid(d):
        e = a + 1

        def inner(f):
            nonlocal e
            e += 1
            return (a, b, c, d, e, f, [a * x + d for x in range(2)])
        return inner
    return mid


same(levels(1, 2)(4)(6), (1, 2, 3, 4, 3, 6, [4, 5]))


# errors inside iterators, lists that grow while they are read
def failing():
    yield 1
    raise ValueError("late")


def reads(items):
    n = 0
    for x in items:
        n += 1
    return n


same([raises(ValueError, lambda: reads(failing())), raises(ZeroDivisionError, lambda: reads(1 / x for x in [0])), reads(failing for i in range(3))],
     [True, True, 3])
grows = [1]
for x in grows:
    if len(grows) < 4:
        grows.append(x)
same(len(grows), 4)

# more text, more of math
same(["a b".title(), "abc".capitalize(), "a-b-c".rsplit("-", 1), "abc".center(9, "*"), "ab".center(5, "."), "abc".center(4), "x".ljust(3), "x".rjust(3), "-7".zfill(4)],
     ["A B", "Abc", ["a-b", "c"], "***abc***", "..ab.", "abc ", "x  ", "  x", "-007"])
same(["a,b,c".partition(","), "a,b,c".rpartition(","), "ab".partition("x"), "ab".rpartition("x"), " a b  c ".rsplit(None, 1)],
     [("a", ",", "b,c"), ("a,b", ",", "c"), ("ab", "", ""), ("", "", "ab"), [" a b", "c"]])
same(["abc".index("b"), "abcabc".rfind("c"), "abab".count("ab"), "abc".find("z"), "a\u00e4c".find("c"), "abcabc".find("b", 2)], [1, 5, 2, -1, 2, 4])
same(["12".isdigit(), "ab".isalpha(), "a1".isalnum(), " ".isspace(), "AB".isupper(), "ab".islower(), "".isdigit(), "Ab".islower()], [True] * 6 + [False] * 2)
same(["a\nb".splitlines(), "".splitlines(), "a\n".splitlines(), "aXb".swapcase(), raises(ValueError, lambda: "a".index("b"))], [["a", "b"], [], ["a"], "AxB", True])
same([math.hypot(1, 2, 2), math.dist([0, 0], [3, 4]), math.prod([1, 2, 3]), math.comb(5, 2), math.perm(5, 2), math.remainder(5, 3)], [3.0, 5.0, 6, 10, 20, -1.0])
same([math.lcm(4, 6), math.gcd(12, -18), math.isqrt(17), math.exp2(3), math.nextafter(1.0, 2.0) > 1, math.ulp(1.0) == 2 ** -52], [12, 6, 4, 8.0, True, True])
same([[1, 2, 1].index(1, 1), raises(ValueError, lambda: [1, 2].index(1, 1))], [2, True])

# modules
import bisect
import copy
import functools
import itertools
import os

same([os.path.join("a", "/b", "c"), os.path.splitext("x/.a.b"), os.path.splitext(".a"), os.path.normpath("/a/../b//c/./d"), os.path.exists("/no/such"), os.path.basename("/a/b.c")],
     ["/b/c", ("x/.a", ".b"), (".a", ""), "/b/c/d", False, "b.c"])
same([bisect.bisect([1, 3, 3, 5], 3), bisect.bisect_left([1, 3, 3, 5], 3), functools.reduce(lambda a, b: a + b, [1, 2, 3]), functools.partial(max, 3)(1)], [3, 1, 6, 3])
same([list(itertools.product([1, 2], "ab")), list(itertools.combinations(range(4), 2)), list(itertools.permutations([1, 2, 3]))],
     [[(1, "a"), (1, "b"), (2, "a"), (2, "b")], [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]])
same([list(itertools.islice(itertools.count(), 2, 8, 3)), list(itertools.chain([1], [2])), list(itertools.accumulate([1, 2, 3])), list(itertools.islice([1, 2, 3], 2)), list(itertools.takewhile(lambda x: x < 2, [1, 2, 1]))],
     [[2, 5], [1, 2], [1, 3, 6], [1, 2], [1]])
inner = [1]
same([copy.deepcopy([inner, (2, inner)]) == [inner, (2, inner)], copy.deepcopy([inner])[0] is inner, copy.copy([inner])[0] is inner], [True, False, True])


# dicts: any keys, in their order
d = {}
d[3] = 1
d[1] = 2
same([list(d), sorted(d.items()), len(d), 3 in d, 9 in d, d == {1: 2, 3: 1}, d != {}], [[3, 1], [(1, 2), (3, 1)], 2, True, False, True, True])
del d[3]
d[3] = 7
same([list(d.keys()), list(d.values()), d.get(5), d.pop(1), d.pop(8, 0), d.setdefault(4, 5), d.popitem(), d.copy(), d[3.0], d.get(3, 0)],
     [[1, 3], [2, 7], None, 2, 0, 5, (4, 5), {3: 7}, 7, 7])
for i in range(40):
    d[i] = i
for i in range(37):
    del d[i]
same([str(d), repr({(1, 2): 'b', None: 3, 2.5: "x"}), {True: 1}[1], {(1, (2, "a")): 5}[(1.0, (2, "a"))]], ["{37: 37, 38: 38, 39: 39}", "{(1, 2): 'b', None: 3, 2.5: 'x'}", 1, 5])
same([{k: k * k for k in range(3)}, dict(a=1), dict([(1, 2), (3, 4)]), dict({"x": 1}, y=2), dict(zip("ab", (1, 2)))],
     [{0: 0, 1: 1, 2: 4}, {"a": 1}, {1: 2, 3: 4}, {"x": 1, "y": 2}, {"a": 1, "b": 2}])
same([isinstance({}, dict), type({}) == dict, bool({}), bool({1: 1}), raises(TypeError, lambda: {[]: 1}), raises(KeyError, lambda: {}[5])], [True, True, False, True, True, True])


def named(**k):
    return [(a, k[a]) for a in sorted(k)]


same([named(**{"b": 1, "a": 2}), named(b=3, **dict(z=1))], [[("a", 2), ("b", 1)], [("b", 3), ("z", 1)]])


# classes with operators, super, properties
class V:
    def __init__(self, x):
        self.x = x

    def __add__(self, o):
        return V(self.x + o.x)

    def __sub__(self, o):
        return V(self.x - o.x)

    def __mul__(self, k):
        return V(self.x * k)

    def __rmul__(self, k):
        return V(self.x * k)

    def __iadd__(self, o):
        self.x += o.x
        return self

    def __truediv__(self, k):
        return V(self.x / k)

    def __neg__(self):
        return V(-self.x)

    def __eq__(self, o):
        return self.x == o.x

    def __lt__(self, o):
        return self.x < o.x

    def __getitem__(self, i):
        return self.x + i

    def __len__(self):
        return 3

    def __repr__(self):
        return "V(%g)" % self.x

    def __call__(self, y):
        return self.x + y

    def __contains__(self, y):
        return y == 1


class W(V):
    pass


a = V(1) + V(2)
same([str(x) for x in [a, 2 * a, a * 2, -a, a - V(1), a / 2]], ["V(3)", "V(6)", "V(6)", "V(-3)", "V(2)", "V(1.5)"])
same([a == V(3), a != V(3), a < V(4), a > V(1), a[2], len(a), a(5), 1 in a, 2 in a], [True, False, True, True, 5, 3, 8, True, False])
b = a
a += V(5)
w = W(2)
same([str([a, b, w + w]), w(1), w[1], len(w), str(sorted([V(3), V(1)])), "%s" % w], ["[V(8), V(8), V(4)]", 3, 3, 3, "[V(1), V(3)]", "V(2)"])


class Base:
    k = 3

    def __init__(self, v=1):
        self.v = v

    def f(self):
        return 1

    @staticmethod
    def s(x):
        return x + 1

    @classmethod
    def c(cls, x):
        return x + cls.k


class Derived(Base):
    def __init__(self):
        super().__init__(7)
        self._p = 2

    def f(self):
        return super().f() + super(Derived, self).f()

    @property
    def p(self):
        return self._p

    @p.setter
    def p(self, v):
        self._p = 10 * v


o = Derived()
o.p = 4
same([o.f(), o.v, o.p, Derived.k, Derived.s(1), Derived.c(1), o.s(2), o.c(2)], [2, 7, 40, 3, 2, 4, 3, 5])
same([Base.__name__, o.__class__.__name__, type(o).__name__, issubclass(Derived, Base), vars(Base(2)) == {"v": 2}, hasattr(o, "nope")],
     ["Base", "Derived", "Derived", True, True, False])


class Failure(Exception):
    def __init__(self, v):
        Exception.__init__(self, "code %d" % v)
        self.v = v


class Texted(Failure):
    def __str__(self):
        return "T%d" % self.v


def failure(kind):
    try:
        raise kind(3)
    except Failure as e:
        return (e.v, str(e), e.args, isinstance(e, Exception))


same([failure(Failure), failure(Texted)], [(3, "code 3", ("code 3",), True), (3, "T3", ("code 3",), True)])
same([str(ValueError()), str(ValueError("x")), str(KeyError("k")), str(ValueError("a", 1))], ["", "x", "'k'", "('a', 1)"])


class Three:
    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 3:
            raise StopIteration
        return self.i


same([[x for x in Three()], list(Three()), sum(Three())], [[1, 2, 3], [1, 2, 3], 6])

# order of sequences, numbers as text
same([(1, 2) < (1, 3), [1, 2] < [2], (1, 2) >= (1, 2), [1] == [1.0], (1, "a") != (1, "b"), raises(TypeError, lambda: (1,) < [1])], [True] * 6)
same([sorted([(2, "b"), (1, "a")]), sorted([[2], [1, 5]]), sorted([3, 1, 2], key=lambda x: -x), sorted("bca", reverse=True), max([(1, 2), (1, 3)]), min("b", "a"), max([], default=3), max([1, 5, 2], key=lambda x: -x)],
     [[(1, "a"), (2, "b")], [[1, 5], [2]], [3, 2, 1], ["c", "b", "a"], (1, 3), "a", 3, 1])
same(" ".join([str(x) for x in [1e16, 1e22, 1e-5, 0.0001, 123456789.123, 1e15, 0.1 + 0.2, float("inf"), 1.0, -0.0, 5e-324, 100, True, None]]),
     "1e+16 1e+22 1e-05 0.0001 123456789.123 1000000000000000.0 0.30000000000000004 inf 1.0 -0.0 5e-324 100 True None")
same([str((1,)), str([1.5, "a", (), []]), repr("a\n"), "%s|%r" % (1e16, [1e-7]), "{}".format(-1e-7)], ["(1,)", "[1.5, 'a', (), []]", "'a\\n'", "1e+16|[1e-07]", "-1e-07"])
grows = [1]
grows.append(grows)
same([str(grows), repr(grows), "%s" % grows], ["[1, [...]]"] * 3)
grows = {"a": 1}
grows["d"] = grows
same(str(grows), "{'a': 1, 'd': {...}}")
grows = [1]
kept = grows
grows += (5, 6)
same(kept, [1, 5, 6])

import os.path
same(os.path.basename("/a/b.c"), "b.c")
import tempfile
name = os.path.join(tempfile.mkdtemp(), "t.txt")
f = open(name, "w")
f.write("1 2\n3 4")
f.close()
with open(name) as f:
    same([line.split() for line in f], [["1", "2"], ["3", "4"]])
f = open(name)
same([f.readline(), f.readlines(), f.readline()], ["1 2\n", ["3 4"], ""])
f.close()
os.remove(name)


# arguments by keyword only
def only(x, *rest, a, b=-1 + 2, c=(2 +
                                    3), d, **more):
    return (x, rest, a, b, c, d, sorted(more))


def only2(*, k=1, m):
    return (k, m)


same([only(1, a=2, d=4), only(1, 9, d=4, b=7, a=2, z=0), only2(m=3), only2(m=3, k=2), (lambda *, p, q=5: (p, q))(p=1)],
     [(1, (), 2, 1, 5, 4, []), (1, (9,), 2, 7, 5, 4, ["z"]), (1, 3), (2, 3), (1, 5)])

# Tuples have index and count.
assert (4, 5, 4).index(5) == 1 and (4, 5, 4).count(4) == 2
try:
    (1, 2).index(3)
    assert False
except ValueError:
    pass

# What does not fit into memory is an error, not the end of the process.
for many in [lambda: "x" * (1 << 60), lambda: (1 << 60) * [0], lambda: (1, 2) * (1 << 60)]:
    try:
        many()
        assert False
    except MemoryError:
        pass
same([3 * "ab", [0] * 2, (1,) * 0, -1 * [1], "x" * -5], ["ababab", [0, 0], (), [], ""])

# Functions know their names, those of Python too.
same([len.__name__, same.__name__], ["len", "same"])
