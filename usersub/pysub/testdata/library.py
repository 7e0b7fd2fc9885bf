#: random
import random
random.seed(7)
print(random.random(), random.randint(1, 6), random.choice("abc"), random.uniform(-1, 1), random.getrandbits(70), random.getrandbits(3))
print(random.sample(range(100), 5), random.sample([1, 2, 3], 3), random.sample(range(1000), 40))
for s in ["x", 2.5, -0.1, 10 ** 30, -3, True, 0, ""]:
    random.seed(s)
    print([random.random() for i in range(3)])
r = random.Random(3)
v = [1, 2, 3, 4]
r.shuffle(v)
print(v, r.choices([1, 2, 3], [1, 1, 8], k=4), r.choices("ab", k=3), r.randrange(0, 100, 7), r.randrange(10, 0, -3))
# the last digit of logarithms and cosines may differ
for f in [r.gauss, r.gauss, r.normalvariate, r.lognormvariate]:
    print("%.12f" % f(1, 2))
print("%.12f %.12f %.12f" % (r.expovariate(2), r.weibullvariate(1, 2), r.triangular(0, 1, 0.3)))
for bad in [lambda: random.randint(2, 1), lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.seed([])]:
    try:
        bad()
    except (ValueError, IndexError, TypeError) as e:
        print(type(e).__name__)
random.seed(1)
a = random.random()
random.seed(1)
print(a == random.random())
n = 700
while n:
    n -= 1
    random.random()
print(random.random())
#: json
import json
print(json.dumps({"a": [1, 2.5, None, True], "b": {"c": "\u00e9\n\"\x01"}, "n": float("nan"), "i": -float("inf"), 3: "x", None: 1e22}))
print(json.dumps({"b": 1, "a": [], "c": {}, "d": [1, [2]]}, indent=2, sort_keys=True))
print(json.dumps([1, 2], indent=1), json.dumps([1, {"a": 2}], separators=(",", ":")), json.dumps("\u00e9\U0001f600", ensure_ascii=False))
print(json.dumps("\U0001f600"), json.dumps((1, 2)), json.dumps(10 ** 25), json.dumps(object, default=lambda o: "thing"))
print(json.loads(' {"a": [1, 2e3, "\\u00e9\\ud83d\\ude00"], "b": null, "c": true, "d": -0.5, "e": {}, "f": []}\n'), json.loads("123456789012345678901234567890"))
for text in ['{"a":}', "[1, 2", "[1 2]", '{"a" 1}', "{1: 2}", '"abc', "1 2", "nope", '"\\x"', "[1,\n 2,]", ""]:
    try:
        print(json.loads(text))
    except json.JSONDecodeError as e:
        print(isinstance(e, ValueError), "column" in str(e), str(e) if "]" not in text else "")
try:
    json.dumps(object())
except TypeError as e:
    print(e)
#: collections
from collections import namedtuple, deque, OrderedDict, defaultdict, Counter, ChainMap
d = defaultdict(list)
d["a"].append(1)
d["b"] += [2]
print(d, len(d), d["z"], d.get("q"), "q" in d, sorted(d), isinstance(d, dict), type(d).__name__)
n = defaultdict(int, {"x": 4})
for c in "hello":
    n[c] += 1
print(dict(n), defaultdict(lambda: 7)["k"])
try:
    defaultdict()["k"]
except KeyError as e:
    print("KeyError", e)
c = Counter("abracadabra")
print(c, c.most_common(2), c["zz"], "zz" in c, sum(c.values()), sorted(c.elements())[:6])
c.update("zzz")
c.subtract({"a": 2})
print(c["z"], c["a"], Counter([1, 1, 2]) == {1: 2, 2: 1}, Counter(a=2)["a"], Counter())
o = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
o.move_to_end("a")
o.move_to_end("c", last=False)
print(list(o), o.popitem(), o.popitem(last=False), o["b"], isinstance(o, dict))
Point = namedtuple("Point", "x y")
p = Point(1, y=2)
x, y = p
print(p, p.x, p[1], p[-1], p == (1, 2), p == Point(1, 2), p != (1, 3), p._replace(x=5), x, y, len(p), Point._make([3, 4]), p._fields, p + (3,))
print(max(Point(1, 5), Point(2, 0)), p._asdict() == {"x": 1, "y": 2}, list(p), 2 in p, namedtuple("Q", ["a", "b"], defaults=[9])(1))
for bad in [lambda: Point(1), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: setattr(p, "x", 3)]:
    try:
        bad()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__)
q = deque([1, 2, 3], maxlen=3)
q.append(4)
print(q, len(q), q[0], 3 in q, list(q))
print(q.popleft(), q.pop(), q)
q.appendleft(7)
q.rotate(1)
q.extend([8, 9])
print(q, deque("ab"))
while q:
    print(q.pop())
try:
    q.popleft()
except IndexError as e:
    print(e)
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(m["a"], m["b"], m.get("c", 0), "b" in m)
#: truth of objects
class No:
    def __bool__(self):
        return False
class Empty:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
class Plain:
    pass
print(not No(), bool(No()), No() or 3, 1 if No() else 2, (No() and 5) is None, bool(Empty(0)), bool(Empty(2)), not Empty(0), bool(Plain()), bool(No))
x = Empty(3)
while x:
    x.n -= 1
print(x.n, (Empty(2) or 4).n, Empty(2) and 4, [1 for e in [Empty(0), Empty(1)] if e])
#: statistics
import statistics as st
print(st.mean([1, 2, 3]), st.mean([1, 2]), st.mean([0.1] * 10), st.mean([1e16, 1, -1e16]), st.fmean([1, 2]), st.mean([1, 2.5]))
print(st.stdev([1.5, 2.5, 2.5, 2.75, 3.25, 4.75]), st.pstdev([1, 2, 3]), st.variance([0.1, 0.7, 3]), st.pvariance([0.0, 0.25, 0.25, 1.25, 1.5]))
print(st.median([3, 1, 2, 9]), st.median([5.5, 1, 2]), st.mode("aab"), st.median_low([1, 2, 3, 4]), st.median_high([1, 2, 3, 4]))
try:
    st.median([])
except ValueError as e:
    print("ValueError")
#: re
import re
m = re.match(r"(?P<k>\w+)\s*=\s*([-+.\deE]+)", "mass = 1.5e3 kg"); print(m.group(1), m.group("k"), m[2], m.span(), m.groups(), m.groupdict(), m)
print(re.findall(r"\d+", "a1b22c333"), re.split(r"[,;]\s*", "a, b;c"), re.sub(r"(\w)(\d)", r"\2\1", "a1 b2"), re.sub("x", lambda m: m.group()*2, "axb"), re.findall(r"(a)(b)?", "aba"))
print(re.search("^b$", "a\nb\n"), bool(re.search("b$", "a\nb\n")), re.search(r"^\d+$", "12\n"), re.fullmatch(r"\d+", "12\n"), re.compile("AB", re.I).search("xab"), re.escape("a.b*c"))
try: re.compile("(")
except re.error as e: print("bad")
for l in re.finditer(r"(?m)^\w+", "one\ntwo"): print(l.start(), l.end())
print(re.split("(-)", "1-2-3", maxsplit=1), re.subn("a", "b", "aaa", count=2), re.search("x", "abc"), re.match("b", "ab"), re.sub(r"(?P<n>\d)", r"<\g<n>>", "a1"))
print(re.findall(r"[+-]?\d+\.?\d*(?:[eE][+-]?\d+)?", "F = 1.5e-3 N, k=-2.E5; 7"), re.findall("", "ab"), re.sub("", "-", "ab"), re.findall("[]x]", "]x["))
p = re.compile(r"""
    (\w+)   # name
    \s*=\s*
    (\d+)   # value
""", re.VERBOSE)
print(p.findall("a = 1\nbb=22"), p.sub(r"\2", "a = 1"), re.findall("^a", "a\na", re.M), re.search("a.b", "a\nb", re.S) is not None)
#: re look-around and references
import re
print(re.findall(r"\w+(?==)", "a=1 b=2"), re.findall(r"(?<!\d)-\d", "-1 2-3 -4"), re.findall(r"\d+(?!\d|m)", "12m 34"), re.search(r"(?<=k=)\d+", "k=15").span())
print(re.findall(r"(\w)\1", "aabbcd"), re.sub(r"(?P<q>['\"])(.*?)(?P=q)", r"<\2>", "'a' \"b\""), re.match(r"(<)?\w+(?(1)>|$)", "<ab>"), re.match(r"(?P<o><)?\w+(?(o)>|$)", "<ab"))
m = re.match(r"(?P<a>x)(y)(?P<b>z)?", "xyé"); print(m.groups(), m.group("b"), m.span("b"), m.span(2), m.groupdict("-"), m.end())
print(re.findall(r"x*", "axb"), re.split(r"x*", "axbc"), re.sub("x*", "-", "abxd"), re.findall(r"é\w", "éa éb"), re.search("b", "éb").start())
print(re.findall(r"\w+", "äöü a1"), re.findall(r"\w+", "äöü a1", re.A), re.fullmatch(r"a|ab", "ab"), re.findall(r"[[a^-]", "[b-^a"), re.search(r"a\Z", "a\n"))
for bad in ["(?<name>x)", r"\y", "(?P<a>.)(?P<a>.)", "(?P=n)", "x**", "[z-a]", "\\", ")"]:
    try:
        re.compile(bad)
        print(bad, "compiles")
    except re.error:
        print(bad, "is bad")
p = re.compile(r"""
    (?P<n>\w+)   # (?P<not> a group (
    [ #]*=[ ]*   # a class
    (\d+)        # the end""", re.X | re.I)
print(p.match("a # = 12").groups(), p.fullmatch("ab = 3").group("n", 2), p.match("a b"))
#: copy
import copy
a=[1,[2,3],{"k":[4]}]; b=copy.deepcopy(a); a[1][0]=9; a[2]["k"].append(5); print(b, copy.copy(a)[1] is a[1])
class C:
    def __init__(self): self.v=[1]; self.me=self
c=C(); d=copy.deepcopy(c); c.v.append(2); print(d.v, d.me is d, isinstance(d, C), copy.copy(c).v is c.v)
l = []
l.append(l)
m = copy.deepcopy(l)
print(m[0] is m, m is l, copy.deepcopy({1: (2, [3])}), copy.copy({1, 2}) == {1, 2}, copy.deepcopy(abs) is abs)
#: csv
import csv
print(list(csv.reader(["a,b\n", '"x, ""y""",2\n', "\n", "1,\n"])), list(csv.DictReader(["t;f\n","0;1\n"], delimiter=";")))
print(list(csv.reader(["1,2.5\n"], quoting=csv.QUOTE_NONNUMERIC)))
for row in csv.reader(["a b  c"], delimiter=" ", skipinitialspace=True):
    print(row)
import os, tempfile
path = os.path.join(tempfile.gettempdir(), "pysub-library-%d.csv" % os.getpid())
with open(path, "w") as f:
    csv.writer(f, lineterminator="\n").writerows([["a", "b"], [1, 2.5], ["x,y", None]])
with open(path) as f:
    print(list(csv.reader(f)))
with open(path) as f:
    it = iter(f)
    print(next(it), list(it))
with open(path) as f:
    print(tuple(f), os.path.getsize(path))
os.remove(path)
r = csv.DictReader(["x,y", "1,2,3", "4"])
print(r.fieldnames, [sorted(row.items(), key=str) for row in r])
#: contextlib
import contextlib
@contextlib.contextmanager
def cm(x):
    print("in"); 
    try:
        yield x
    finally:
        print("out")
with cm(3) as y: print(y)
try:
    with cm(4): raise KeyError("q")
except KeyError as e: print(e)
with contextlib.suppress(ZeroDivisionError): 1/0
class File:
    def close(self):
        print("closed")
with contextlib.closing(File()) as f:
    pass
with contextlib.nullcontext(5) as v:
    print(v)
@contextlib.contextmanager
def swallow():
    try:
        yield
    except ValueError as e:
        print("swallowed", e)
with swallow():
    raise ValueError("x")
def gen():
    try:
        while True:
            try:
                x = yield 1
                print("got", x)
            except KeyError:
                print("key")
    finally:
        print("end")
g = gen()
print(next(g), g.send(3), g.throw(KeyError), g.throw(KeyError("z")))
g.close()
g.close()
try:
    g.throw(ValueError, "late")
except ValueError as e:
    print(e)
#: operator, itertools, functools
import operator, itertools, functools
print(sorted([(2,"a"),(1,"b")], key=operator.itemgetter(1)), operator.attrgetter("real")(2), operator.methodcaller("upper")("a"), functools.reduce(operator.mul,[1,2,3,4]))
print(list(itertools.chain([1],[2])), list(itertools.chain.from_iterable([[1],[2,3]])), list(itertools.accumulate([1,2,3], operator.mul)), list(itertools.zip_longest([1,2],[3],fillvalue=0)), [(k,list(g)) for k,g in itertools.groupby("aabc")], list(itertools.pairwise([1,2,3])), list(itertools.combinations_with_replacement("ab",2)))
print(sorted([3,1,2], key=functools.cmp_to_key(lambda a,b: b-a)), (5).bit_length(), (2.0).is_integer(), (0.75).as_integer_ratio())
@functools.total_ordering
class V:
    def __init__(self,x): self.x=x
    def __eq__(self,o): return self.x==o.x
    def __lt__(self,o): return self.x<o.x
print(V(1)<V(2), V(1)>=V(2), V(3)>V(2))
print(list(itertools.product([1, 2], repeat=2)), list(itertools.starmap(pow, [(2, 3)])), list(itertools.filterfalse(None, [0, 1])), list(itertools.compress("abc", [1, 0, 1])), [list(t) for t in itertools.tee([1, 2])], list(itertools.accumulate([1, 2], initial=5)))
#: names
class A:
    kind = "a"
    def __init__(self):
        self.x = 1
    def __setattr__(self, name, value):
        self.__dict__[name] = value
a = A()
A.kind = "b"
setattr(A, "other", 3)
print(a.kind, a.other, getattr(a, "nope", 5), hasattr(a, "x"), hasattr(a, "nope"), getattr(a, "x"), callable(a), callable(A), callable(len))
print(id(a) == id(a), id(a) == id(A()), hash(3), hash(2.0), hash(-1), hash(0.5), hash(2 ** 61), hash("x") == hash("x"), "x" in dir(a), "kind" in dir(A))
print((255).bit_length(), (2 ** 70).bit_length(), (2.5).is_integer(), (0.1).as_integer_ratio(), (3).conjugate())
#: os and time
import os, time, sys
print("HOME" in os.environ, os.environ.get("NOPE_X", "d"), os.getenv("NOPE_X"), len(os.getloadavg()), os.path.realpath("/tmp/../tmp"))
t=time.perf_counter(); print(time.perf_counter()>=t, time.process_time()>0, len(time.strftime("%Y-%m-%d %H:%M")))
d = dict(os.environ); print(type(d).__name__)
#: with in parentheses
import contextlib
e = contextlib.nullcontext
with (e(1) as a, e(2) as b):
    print(a, b)
with (
    e((1, 2)) as a,  # one
    e([3,
       4]) as b,
):
    print(a, b)
with (e(1)) as a, (e(2)): print(a)
with (e(1) as a):
    print(a)
#: odds and ends
print({"a": 1} | {"b": 2}, dict.fromkeys("ab", 0), dict.fromkeys([1]))
d = {"a": 1}
d |= {"c": 3}
print(d, "abc".removeprefix("a"), "abc".removesuffix("c"), "a\tbc\td".expandtabs(4), "ab".removeprefix("x"))
def f():
    """what f does"""
def g():
    return 1
print(f.__doc__, g.__doc__)
class V:
    def __float__(self):
        return 2.5
    def __int__(self):
        return 3
print(float(V()), int(V()))
import sys
sys.setrecursionlimit(1500)
print(sys.version_info[0], sys.version_info >= (3, 6), sys.maxsize > 2 ** 60, sys.platform == "linux" or True)
#: argparse
import argparse
p = argparse.ArgumentParser(prog="model.py", description="A model.", exit_on_error=False)
p.add_argument("file", nargs="?", default="q.csv", help="a file")
p.add_argument("rest", nargs="*")
p.add_argument("--mass", "-m", type=float, default=1.5, help="mass (%(default)s)")
p.add_argument("--corner", choices=("FL", "FR"))
p.add_argument("--list", nargs="+", type=int)
p.add_argument("-v", "--verbose", action="count", default=0)
p.add_argument("-q", action="store_true")
p.add_argument("--keep", action="store_false")
p.add_argument("--set", action="append", default=None)
p.add_argument("--pair", nargs=2, type=float, default=[1, 2])
p.add_argument("--maybe", nargs="?", const="yes", default="no")
p.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True)
g = p.add_mutually_exclusive_group()
g.add_argument("--a", action="store_true")
g.add_argument("--b", action="store_const", const=3)
p.set_defaults(more=7)
def show(*words):
    try:
        print(sorted(vars(p.parse_args(list(words))).items()))
    except argparse.ArgumentError as e:
        print("wrong:", str(e).split("(")[0])
show()
show("f.csv", "--mass", "2", "--corner=FL", "--list", "1", "2", "-vv", "-q")
show("f.csv", "x", "y", "-m3", "--pair", "-1", "2.5", "--no-flag", "--a", "--set", "1", "--set=2")
show("--verb", "--maybe", "--keep", "--", "-x")
show("-vq", "--maybe", "so", "--mass=-1e3")
for words in (["--corner", "XX"], ["--mass", "abc"], ["--a", "--b"], ["--mass"], ["--pair", "1"]):
    show(*words)
print(p.parse_known_args(["--bogus", "1"])[1], p.get_default("mass"), argparse.Namespace(a=1, b="x"))
s = argparse.ArgumentParser()
s.add_argument("--one", required=True, type=int, dest="first")
s.add_argument("place", type=float)
print(s.parse_args(["2.5", "--one", "4"]))
#: pathlib
import os
import tempfile
from pathlib import Path, PurePath
q = Path("/tmp") / "t" / "foo.tar.gz"
print(q, q.name, q.stem, q.suffix, q.suffixes, q.parent, q.parts, q.with_suffix(".x"), repr(q), q.with_name("a"), q.is_absolute())
print(list(q.parents)[:2], q.relative_to("/tmp"), Path("a") == Path("a/"), Path(), Path("a/./b//c"), Path("a") != "a")
print(sorted([Path("b"), Path("a")]), "here" / Path("x"), Path("x").joinpath("y", "z"), PurePath("a", "/b"), Path(".x").suffix == "", Path("a.").suffix == "")
d = Path(tempfile.mkdtemp()) / "sub" / "deep"
d.mkdir(parents=True, exist_ok=True)
f = d / "x.csv"
print(f.write_text("a,b\n1,2\n", encoding="utf-8-sig"), repr(f.read_text(encoding="utf-8-sig")), os.path.getsize(f))
with f.open(encoding="utf-8-sig", newline="") as h:
    print(h.readlines())
with open(f, "a", encoding="utf-8") as h:
    h.write("3,4\n")
print([p.name for p in sorted(d.glob("*.csv"))], [p.name for p in d.iterdir()], os.path.basename(os.path.join(d, "y")), os.path.exists(f))
with open(f, "w", newline="") as h:
    h.write("p\r\nq\rr\n")
print([repr(open(f).read()), open(f).readlines(), [line for line in open(f)], repr(open(f, newline="").read()), open(f).readline()])
f.unlink()
f.unlink(missing_ok=True)
print(f.exists(), d.is_dir(), f.is_file(), os.fspath(Path("a/b")), open(Path(d, "n"), "w", encoding="ascii", errors="replace", newline="\n").write("abc"))
for wrong in (lambda: open("nope.txt", encoding="utf-8"), lambda: d.mkdir(), lambda: Path("a").relative_to("b"), lambda: Path("a").with_suffix("x"),
              lambda: open(d / "n", encoding="klingon"), lambda: open(d / "n", sort=1)):
    try:
        wrong()
    except (OSError, ValueError, LookupError, TypeError) as e:
        print(type(e).__name__)
