#: f-strings
x, name, d = 3.14159, "beam", {"a": 1, 'b': [1, 2, 3]}
print(f"x = {x:.3f}, {name!r:>10}|{name:<8}|{name:^9}|{x!s}")
print(f'{d["a"]} {d["b"][1:]} {{literal}} {x:10.4e}|{-7:+05d}|{255:#x}|{0.25:.1%}|{1234567:,}')
w, p = 12, 4
print(f"{x:{w}.{p}f}|{name:{'>'}{w}}|{x:>{w}}|")
print(f"{x=} {name=} {x + 1 = :.2f} {name = !s} {w=:>5}")
print(f"""three
lines {x:.1f}
and {name}""")
print(f"a" "b{c}" f"{w}" 'd' + f"{p}")
print(rf"\d{w}\n", f"\ttab\\{w}\x41\u00e9", F"{w}", fr'{w}\q')
print(f"{'yes' if w > p else 'no'} {w == 12} {w != 12} {(lambda q: q * 2)(3)} {sorted([3, 1, 2])}")
print(f"{', '.join(f'{v:02d}' for v in [1, 2, 3])}")
print(f"{None} {True} {[1.0, 'a']} {(1, 2)} { {1: 2} } {x:g} {1e10:g} {1e-7} {2.0}")
print(f"{f'{w}'}{''}", f"", f"{w!r}{p!r}")
print(f"{w:d} {w:5} {w:<5}| {x:8} {True:d} {True} {'s':s}")
print(f"{d['a']:>3}" f'{d["b"]}')
#: f-string objects
class V:
    def __init__(self, x):
        self.x = x
    def __str__(self):
        return f"V({self.x})"
    def __repr__(self):
        return f"<V {self.x!r}>"
    def __format__(self, spec):
        return f"[{self.x:{spec}}]" if spec else "plain"
class W:
    def __repr__(self):
        return "W!"
v = V(2.5)
print(f"{v} {v!r} {v!s} {v:.2f} {W()} {W()!s} {[v]}")
print("{:.1f} {}".format(v, W()), format(v, ".3f"), format(3.14159, ".2f"), format(3))
#: matrix product
class M:
    def __init__(self, rows):
        self.rows = rows
    def __matmul__(self, o):
        return M([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __rmatmul__(self, o):
        return "r"
a, b = M([[1, 2], [3, 4]]), M([[0, 1], [1, 0]])
print((a @ b).rows, (a @ b @ a).rows)
print(3 @ a)
c = a
c @= b
print(c.rows)
def f(m): return m @ m
print(f(a).rows)
try:
    1 @ 2
except TypeError as e:
    print(e)
#: annotations
from typing import List, Dict, Optional, Tuple
x: int = 3
y: "float"
names: List[str] = ["a", "b"]
table: Dict[str, Tuple[int, ...]] = {"k": (1, 2)}
def f(a: int, b: float = 2.0, *args: int, c: Optional[str] = None, **kw: float) -> Tuple[int, float]:
    z: float = a * b
    t: List[int]
    t = [1]
    return z, c
class P:
    n: int = 5
    m: str = "m"
    def __init__(self) -> None:
        self.v: float = 1.5
        self.d: dict = {"a": 1}
p = P()
print(x, names, table, f(1, 2.5, c="q"), p.v, p.n, p.m, p.d)
g = lambda a, b=1: a + b
print(g(1), [1, 2, 3][0:2], {1: 2}[1])
#: underscores
print(1_000_000, 0xff_ff, 1_0.5_0, 1e1_0, 0b1010_0101, 0o7_7)
#: walrus
data = [1, 5, 2, 8, 3]
if (n := len(data)) > 3:
    print("long", n)
def f(values):
    if any((hit := v) > 4 for v in values):
        print("hit", hit)
    total = 0
    i = 0
    while (v := values[i]) < 8:
        total += v
        i += 1
    return total, v, [y for x in values if (y := x * 2) > 5]
print(f(data))
print([last := x for x in data], last)
def g(a):
    def inner():
        return m
    r = (m := a + 1) * 2
    return r, inner()
print(g(3))
print(max(k := 3, 2), k, (q := 1, 2), q)
def h():
    return [(s := s0 + 1, s) for s0 in range(2)], s
print(h())
while chunk := data[:2]:
    print(chunk)
    data = data[2:]
#: unpacking
a, b = [1, 2], (3, 4)
d, e = {"x": 1, "y": 2}, {"y": 3, 4: 5}
print([*a, *b], (*a, 9, *b), [0, *a, 7], {**d, **e}, {"z": 0, **d, "x": 10})
t = *a, 5
print(t, *a, *b, sep="-")
def f(*args, **kw):
    return args, sorted(kw.items())
print(f(*a, *b), f(*a, 3, *b, k=1), f(**d, k=2), f(1, **d, **{"w": 4}), f(*a, z=1, **d))
first, *rest = a + [3]
*init, last = range(4)
print(first, rest, init, last)
for i, (u, *v) in enumerate([(1, 2, 3), (4, 5)]):
    print(i, u, v)
print(max(*a, *b), [*range(3)], [*"ab"], {**{}})
print(f(
    1,
    *a,
))
#: parameters
def f(a, b, /, c, *, d=4, e):
    return a, b, c, d, e
print(f(1, 2, c=3, e=5), f(1, 2, 3, e=5, d=6))
def g(a, /): return a
def h(
    a,
    *args,
    k=1,
    **kw,
):
    return a, args, k, kw
print(g(1), h(1, 2, 3, k=4), (lambda x, /, y=2: x + y)(1))
def only(*, k): return k
try:
    only(1)
except TypeError:
    print("TypeError")
print(only(k=3))
#: nonlocal
def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    return up
c = counter()
c(), c(5)
print(c())
total = 0
def add(x):
    global total
    total += x
add(3)
print(total)
#: generators
def inner():
    got = yield 1
    yield got
    return "done"
def outer():
    r = yield from inner()
    yield r
g = outer()
print(next(g), g.send("s"), list(g))
def chain(*its):
    for it in its:
        yield from it
print(list(chain([1, 2], "ab", range(2))), sum(x * x for x in range(4)))
print(next(iter([]), "none"), next((x for x in [1, 2, 3] if x > 1), None))
#: comprehensions
n = 3
def f(par, n):
    s = {par[i] % 3 for i in range(n)}
    d = {i: par[i] for i in range(n) if par[i] > 1}
    return sorted(s), d, [[i * j for j in range(n)] for i in range(2)]
print(f([1, 2, 3, 4], 4))
print({k: v for k, v in zip("ab", [1, 2])}, [a + b for a in "xy" for b in "12" if b != "1"])
#: chained comparison
x = 5
print(1 < x <= 5 < 10, 1 < x > 7, not x == 5 != 6)
#: exceptions
class ModelError(ValueError):
    def __init__(self, msg, code=3):
        super().__init__(msg)
        self.code = code
class Sub(ModelError):
    pass
def check(x):
    if x < 0:
        raise Sub(f"negative: {x}", code=7)
    return x
try:
    check(-1)
except ModelError as e:
    print(type(e).__name__, e, e.code, e.args)
else:
    print("no")
finally:
    print("finally")
try:
    try:
        {}["k"]
    except KeyError as e:
        raise RuntimeError("outer") from e
except RuntimeError as e:
    print(e, repr(e.__cause__))
try:
    int("x")
except (TypeError, ValueError) as e:
    print(e)
def f():
    try:
        return "try"
    finally:
        print("cleanup")
print(f())
#: decorators
import functools
def twice(f):
    @functools.wraps(f)
    def g(*a, **k):
        return f(*a, **k) * 2
    return g
def times(n):
    def deco(f):
        def g(*a):
            return f(*a) * n
        return g
    return deco
@twice
@times(3)
def f(x, y=1):
    return x + y
print(f(1))
class A:
    count = 0
    def __init__(self):
        self._v = 1
        A.count += 1
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, x):
        self._v = x
    @staticmethod
    def s(x): return x + 1
    @classmethod
    def make(cls, v):
        o = cls()
        o.v = v
        return o
a = A.make(9)
a.v += 1
print(a.v, A.s(1), A.count)
#: strings
print("{:>8.3f}|{name:^7}|{}".format(2.5, 1, name="n"), "%5.2f %s %d%%" % (1.5, [1], 3))
print("a,b,,c".split(","), " x ".strip(), "abc".replace("b", "-"), "Hello".startswith("He"), "x".join(["1", "2"]))
print("abc".upper(), "A b".lower().title(), "ab".zfill(5), "a-b".partition("-"), "abcabc".find("c"), "k=v".split("=", 1))
print("line1\nline2".splitlines(), "x".center(5, "*"), "7".isdigit(), "ab" * 2, "b" in "abc", "aXb".swapcase())
#: dicts and lists
d = {1: "a", (1, 2): "b", None: 0, 2.5: [1]}
d.setdefault("k", []).append(1)
print(d, d.pop(1), d.get("zz", 5), list(d.keys()), len(d))
for k, v in sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1]):
    print(k, v)
l = [3, 1, 2]
l.sort(reverse=True)
l.insert(1, 9); l.extend([0]); l.remove(3)
print(l, l.pop(), l.pop(0), l.index(2), l.count(1), l[::-1], sorted(l, key=lambda x: -x))
del l[0]
print(l, any([0, 1]), all([]), min([3, 1], key=lambda x: -x), max([], default=7), list(map(str, l)), list(filter(None, [0, 1])))
print(list(zip([1, 2], "ab")), list(enumerate("ab", start=1)), dict(a=1, b=2), divmod(7, 2), pow(2, 5), round(2.567, 2))
#: print
import sys
print(1, 2, sep=", ", end=";\n")
print("to stdout", file=sys.stdout)
print(*[1, 2], "x", sep="|")
print(end="")
print()
#: sets
s = {3, 1, 2}
s.add(5); s.discard(9)
print(sorted(s), 3 in s, len(s), sorted(s & {1, 2}), sorted(s | {7}), sorted(s - {1}), sorted(s ^ {1, 8}))
print(sorted(s.union([9], (4,))), sorted(s.intersection([1])), s.issubset({1, 2, 3, 5, 6}), sorted(set("hello")), frozenset([1]) == frozenset([1]))
print({1} < {1, 2}, {1, 2} <= {1, 2}, {1} == {2}, {1} != {2}, {3} >= {3}, {1, 2} > {1}, set(), {(1, 2), (1, 2)}, {"a"})
t = {(1, "a"): {1}, frozenset([1, 2]): "f"}
print(t[(1, "a")], t[frozenset([2, 1])], isinstance(s, set), [1] and not set(), sum({x % 3 for x in range(9)}))
s -= {1}
s |= {10}
s.update([11, 12]); s.remove(12)
print(sorted(s), s.isdisjoint({77}), bool(set()))
for bad in (lambda: s.remove(99), lambda: {[1]}, lambda: set().pop(), lambda: frozenset().add(1)):
    try:
        bad()
    except (KeyError, TypeError, AttributeError) as e:
        print(type(e).__name__)
c = s.copy(); c.clear()
print(len(c), len(s), sorted({*s, 1}), repr(frozenset()))
#: dataclass
from dataclasses import dataclass, field
@dataclass
class Body:
    name: str
    mass: float = 1.0
    pos: list = field(default_factory=list)
    def weight(self) -> float:
        return self.mass * 9.81
@dataclass(frozen=False)
class Wheel(Body):
    radius: float = 0.3
a, b = Body("a", 2.0), Body(name="b", pos=[1, 2])
a.pos.append(5)
print(a, b, a == Body("a", 2.0, [5]), f"{a.weight():.2f}", Wheel("w", radius=0.5))
#: future annotations
from __future__ import annotations
class Node:
    next: Node | None = None
    def link(self, o: Node | None) -> Node:
        self.next = o
        return self
n = Node().link(Node())
print(n.next.next)
#: conditional import
try:
    import nosuchmodule as np
except ImportError:
    np = None
try:
    from nosuchpackage import thing
except ModuleNotFoundError as e:
    thing = 2
import math as m
from math import (pi, sin,
                  cos,)
print(np, thing, m.sqrt(4), round(sin(pi / 2) + cos(0), 6))
#: main
def main() -> None:
    print("main ran")
main()
#: classes
class Base:
    kind = "base"
    def __init__(self, *a, **k):
        self.a, self.k = a, k
    def who(self):
        return f"{type(self).__name__}:{self.kind}"
    def __eq__(self, o):
        return isinstance(o, Base) and self.a == o.a
    def __len__(self):
        return len(self.a)
    def __getitem__(self, i):
        return self.a[i]
    def __call__(self, x):
        return x * 2
    def __iter__(self):
        return iter(self.a)
class Derived(Base):
    kind = "derived"
    def who(self):
        return "<" + super().who() + ">"
o = Derived(1, 2, k=3)
print(o.who(), len(o), o[1], o(4), list(o), o == Base(1, 2), o != Base(3), isinstance(o, Base), issubclass(Derived, Base), o.k)
print(hasattr(o, "zz"), getattr(o, "zz", "default"), [*o], "yes" if o else "no")
class Vec:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __mul__(self, s): return Vec(self.x * s, self.y * s)
    __rmul__ = __mul__
    def __neg__(self): return Vec(-self.x, -self.y)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __repr__(self): return f"Vec({self.x}, {self.y})"
    def __lt__(self, o): return abs(self) < abs(o)
    def __bool__(self): return self.x != 0
print(Vec(1, 2) + 2 * Vec(3, 4), -Vec(1, 1), abs(Vec(3, 4)), sorted([Vec(3, 4), Vec(1, 0)]))
#: with
class Ctx:
    def __enter__(self):
        print("in")
        return self
    def __exit__(self, t, v, tb):
        print("out", t.__name__ if t else None)
        return True
with Ctx() as c, Ctx():
    print("body")
with Ctx():
    raise ValueError("x")
#: itertools
import itertools
from functools import reduce, partial, lru_cache
print(list(itertools.product([1, 2], "ab")), list(itertools.accumulate([1, 2, 3])), reduce(lambda a, b: a * b, [1, 2, 3, 4]))
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(20), partial(pow, 2)(5))
#: loops
for i in range(3):
    if i == 5:
        break
else:
    print("no break")
i = 0
while True:
    i += 1
    if i % 2:
        continue
    if i > 4:
        break
print(i)
x = 1 if i else 2
assert x == 1, f"bad {x}"
print([i for i in range(10) if i % 2 == 0][-1], *(c for c in "ab"))
#: lambda closures
fs = [lambda x, i=i: x + i for i in range(3)]
print([f(10) for f in fs])
def make(k):
    return lambda x: k * x
print(make(3)(4), (lambda *a, **k: (a, k))(1, b=2))
#: bytes and numbers
print(7 // 2, -7 // 2, -7 % 3, 2 ** 100, 0.1 + 0.2, 1e16, 1 / 3, int("ff", 16), float("1e3"), hex(255), bin(5))
print(complex(1, 2) * 2, (1 + 2j).real, abs(-3), 10 % 3.5, True + 1)
#: parameter study
import math
LENGTH: float = 1_000.0
N = 4
def station(i: int, *, scale: float = 1.0) -> tuple[float, float, float]:
    phi = 2 * math.pi * i / N
    return (scale * LENGTH * math.cos(phi), scale * LENGTH * math.sin(phi), 0.0)
bodies = [{"id": 10 + i, "label": f"body_{i:03d}", "qg": (*station(i, scale=0.5), 1.0)} for i in range(N)]
for b in bodies:
    print(f"{b['id']:>4d} {b['label']:<10} " + " ".join(f"{v:9.2f}" for v in b["qg"]))
print(f"VARVAL({bodies[0]['id']})*{LENGTH:.1f}**2 + STEP(TIME, 0, 0, {0.5!r}, 1)")
#: conversions in source
msg = (f"mass={1.5:.2f} "
       f"name={'x'!r} "  # a comment with 'quotes'
       "plain "
       f"{'end'}")
print(msg)
print(f'{msg.split("=")[0]}', f"{msg!r:.10}", f"{len(msg)}")
print("""{}""".format(1), f'''{1}''', f"""{'''x'''}""")
