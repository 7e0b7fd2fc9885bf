package pysub

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/trace"
)

// compile compiles a function whose queries are asked in one call.
func (b *bench) compile(r *usersub.Routine, f *usersub.Frame, in ...usersub.Input) (usersub.Compiled, []usersub.Input, error) {
	b.t.Helper()
	if err := r.Call(f, &subtest.State{}); err != nil {
		b.t.Fatal(err)
	}
	for i, flag := range f.Flag {
		for k := f.QueryAnswers.At[i]; k < f.QueryAnswers.At[i+1] && flag == 0; k++ {
			in = append(in, usersub.Input{Answer: true, At: int(k)})
		}
	}
	c, err := r.Sub.(usersub.Compiler).Compile(f, in, &subtest.State{})
	return c, in, err
}

// calculations are bodies of functions of d and v, answers to queries, the time t
// and parameters p (0.5, -2, 3) that are compiled.
var calculations = map[string]string{
	"spring":    "return -100 * d - 0.1 * v",
	"ints":      "n = 3\nreturn n * 2 // 5 + d * n ** 2 - (n - 3) * v + 7 % -4",
	"zeros":     "f = 0\nif d < 0: f = -d\nreturn -f",
	"zero sums": "return sum([-0.0]) + sum([d * 0])",
	"neg int":   "return -max(0, d)",
	"int times": "n = min(0, d)\nreturn -3 * n",
	"both ints": "a = 0 if d > 0 else v\nb = 0 if v > 0 else d\nreturn -(a * b)",
	"truths":    "return ((d > 0) - (d < 0)) * sqrt(abs(v))",
	"chain":     "return 1 if 0 < d <= 1 < v else 2.5",
	"logic":     "if d > 0 and v > 0 or not d > -1: return d\nreturn v",
	"division":  "return d / v",
	"floor":     "return d // v + d % 0.3 + -7 // 2",
	"powers":    "return d ** 3 - abs(v) ** 1.5 + (1 + d * d) ** -2 + 2 ** v",
	"domain":    "return sqrt(d) + log(v) if v > 0 else asin(d)",
	"functions": "return sin(d) * cos(v) + tan(d) + atan(v) + atan2(d, v) + sinh(d) - cosh(d) + tanh(v) + exp(-d * d)",
	"more":      "return hypot(d, v) + copysign(d, v) + math.log1p(abs(d)) + math.expm1(d) + degrees(d) - radians(v) + math.cbrt(d)",
	"whole":     "return int(d) + floor(v) - ceil(d * v) + math.trunc(v) + int(p[2])",
	"early":     "if d < -1: return 1.0\nif d < 0: return d\nif d < 1: return d * d\nreturn v",
	"loop":      "s = 0\nfor i in range(3):\n    s += p[i] * d ** i\nreturn s",
	"break":     "s = 0.0\nfor x in p:\n    if x < d: break\n    s += x\nelse:\n    s = 9\nreturn s",
	"continue":  "s = 0.0\nfor i, x in enumerate(p):\n    if x * v < d: continue\n    s += i + d\nreturn s",
	"while":     "i = 0\ns = d\nwhile i < 4:\n    s = s * v\n    i += 1\nreturn s",
	"table":     "for i in range(len(XS) - 1):\n    if d < XS[i + 1]:\n        return YS[i] + (YS[i + 1] - YS[i]) * (d - XS[i]) / (XS[i + 1] - XS[i])\nreturn YS[-1]",
	"lists":     "a = [d, v]\nb = a\nif d > v: b[0] = v\nb.append(3)\nreturn a[0] * a[2] + sum(a[1:])",
	"new lists": "if d > 0: a = [d, v]\nelse: a = [v, d]\na[0] += 1\nreturn a[0] - 2 * a[1]",
	"unlike":    "if d > 0: a = [d, v]\nelse: a = [v]\nreturn sum(a)",
	"none":      "a = None\nif d > 0: a = v\nif a is None: return 1.0\nreturn a * 2",
	"helper":    "return law(d, k=p[0]) + law(v) * scale(d, v)[0]",
	"recursion": "return horner([1, d, v], 0, d)",
	"closure":   "return twice(d)",
	"lambda":    "return square(d + v)",
	"unpack":    "(a, b), c = (d, v), t\nreturn a * b + c",
	"compr":     "return sum(x * d for x in p if x > 0) + max([x * v for x in p])",
	"try":       "try:\n    return 1 / d\nexcept ZeroDivisionError:\n    return 5.0",
	"raise":     "if d > 2: raise ValueError('far')\nreturn d",
	"assert":    "assert d < 2\nreturn d",
	"import":    "from math import sin as s\nimport math as m\nreturn s(d) + m.pi",
	"module":    "return math.sqrt(1 + d * d) + G * math.e",
	"global":    "global G\nreturn d * G",
	"flag":      "if fl: return d\nreturn d * 1.5",
	"stars":     "return many(d, v, 3) + many(*p)",
	"strings":   "mode = 'soft'\nif mode == 'hard': return d\nreturn v if mode in ('soft', 'x') else 0",
	"time":      "return sin(3 * t) if t < 1 else t * t",
	"stick":     "r = v / 0.3\nm = 0.5 + 0.2 * pow(2.718, -(r * r))\nl = m / 100\nz = v\nif abs(l) > 1e-12: z = v - d * abs(v) / l\nf = 100 * d + 0.3 * z\nif v >= 0: f = -f\nreturn f",
}

const prelude = `
import math
from math import *
G = 9.81
XS = [-1.0, 0, 0.5, 2]
YS = (0.0, 1, -1, 4)
def law(x, k=2.0, n=1.5):
    if x < 0:
        return 0
    return k * x ** n
def scale(a, b):
    "two numbers"
    return [a * b, a - b]
def horner(c, i, x):
    if i == len(c) - 1:
        return c[i]
    return c[i] + x * horner(c, i + 1, x)
def outer(k):
    def inner(x):
        return k * x
    return inner
twice = outer(2)
square = lambda x: x * x
def many(first, *more):
    s = first
    for x in more:
        s = s * x
    return s
`

// calculation is the function with a body.
func calculation(body string) string {
	return prelude + "def F(id, t, p, npar, fl, iflag):\n    d, err = py_sysfnc('DX', 1)\n    [v, err] = py_sysfnc('DY', [2])\n    " +
		strings.ReplaceAll(body, "\n", "\n    ") + "\n"
}

// TestCompiled: what is compiled gives the interpreter's numbers bit for bit, and has
// no value where that has an exception; its partials are those of differences
// away from kinks and jumps.
func TestCompiled(t *testing.T) {
	for name, body := range calculations {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, "f.py", calculation(body))
			r, f := b.load("f.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 0.5, -2, 3)
			c, in, err := b.compile(r, f)
			if err != nil {
				t.Fatal(err)
			}
			b.compare(c, r, f, in, 500)
			if b.bent == 0 {
				t.Error("no second derivative is known")
			}
		})
	}
}

// compare compares a program and its routine at n seeded arguments.
func (b *bench) compare(c usersub.Compiled, r *usersub.Routine, f *usersub.Frame, in []usersub.Input, n int) {
	b.t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	x, out, valued := make([]float64, len(in)), make([]float64, f.Len(f.Sig.OutputIndices()[0])), 0
	for k := range n {
		for i := range x {
			x[i] = []float64{rng.NormFloat64(), 3 * rng.NormFloat64(), float64(rng.IntN(5) - 2), math.Copysign(0, rng.NormFloat64())}[rng.IntN(4)]
			f.Value[in[i].At] = x[i]
		}
		time := 2 * rng.Float64()
		f.PrepareCall(time, k%2 == 1, false)
		err := r.Call(f, &subtest.State{})
		if !c.Eval(out, x, time, k%2 == 1) {
			continue
		}
		valued++
		if err != nil {
			b.t.Fatalf("%v: the interpreter says %v", x, err)
		}
		for i, v := range f.Reals(f.Sig.OutputIndices()[0]) {
			if math.Float64bits(out[i]) != math.Float64bits(v) {
				b.t.Fatalf("%v: %v, in the interpreter %v", x, out[i], v)
			}
		}
		b.partials(c, x, time, len(out))
	}
	if valued < n/8 {
		b.t.Errorf("only %d of %d arguments have a value", valued, n)
	}
}

// partials compares exact partials with central differences where these, at two
// spacings, agree with each other: to 1e-6, which differences of spacing
// 1e-5 and 2e-5 reach where third derivatives are below 1e4.
func (b *bench) partials(c usersub.Compiled, x []float64, time float64, n int) {
	d, dt := make([]float64, n*len(x)), make([]float64, n)
	if !c.Partials(d, dt, x, time) {
		return
	}
	b.second(c, x, time, n)
	at := func(i int, h float64) []float64 {
		y, tt, o := append([]float64(nil), x...), time, make([]float64, n)
		if i < 0 {
			tt += h
		} else {
			y[i] += h
		}
		if !c.Eval(o, y, tt, true) {
			o[0] = math.NaN()
		}
		return o
	}
	for i := -1; i < len(x); i++ {
		p1, m1, p2, m2 := at(i, 1e-5), at(i, -1e-5), at(i, 2e-5), at(i, -2e-5)
		for k := range n {
			fine, rough := (p1[k]-m1[k])/2e-5, (p2[k]-m2[k])/4e-5
			got := 0.0
			if got = dt[k]; i >= 0 {
				got = d[k*len(x)+i]
			}
			even := math.Abs(p1[k]+m1[k]-at(i, 0)[k]*2) < 1e-8*(1+math.Abs(fine)) // no kink here
			if even && math.Abs(fine-rough) < 1e-7*(1+math.Abs(fine)) && math.Abs(fine-got) > 1e-6*(1+math.Abs(fine)) {
				b.t.Fatalf("%v at %g: partial %d is %g, the difference %g", x, time, i, got, fine)
			}
		}
	}
}

// second compares the exact second derivative along a motion with central differences of
// exact partials along it, where these agree with each other as in partials.
func (b *bench) second(c usersub.Compiled, x []float64, time float64, n int) {
	p, w := c.(*trace.Compiled).Program(true)
	rate, dd := make([]float64, len(x)), make([]float64, n)
	for k := range rate {
		rate[k] = 1 - 0.3*float64(k)
	}
	const td = 0.7
	if !p.SecondDerivativeAlongMotion(w, time, td, x, rate, dd) {
		return
	}
	b.bent++
	slope := func(h float64) []float64 {
		d, dt, y := make([]float64, n*len(x)), make([]float64, n), make([]float64, len(x))
		for k := range y {
			y[k] = x[k] + h*rate[k]
		}
		if !c.Partials(d, dt, y, time+h*td) {
			dt[0] = math.NaN()
		}
		for i := range dt {
			dt[i] *= td
			for k, r := range rate {
				dt[i] += d[i*len(x)+k] * r
			}
		}
		return dt
	}
	p1, m1, p2, m2, mid := slope(1e-5), slope(-1e-5), slope(2e-5), slope(-2e-5), slope(0)
	for k, got := range dd {
		fine, rough := (p1[k]-m1[k])/2e-5, (p2[k]-m2[k])/4e-5
		even := math.Abs(p1[k]+m1[k]-mid[k]*2) < 1e-8*(1+math.Abs(fine)) // no kink here
		if even && math.Abs(fine-rough) < 1e-7*(1+math.Abs(fine)) && math.Abs(fine-got) > 1e-6*(1+math.Abs(fine)) {
			b.t.Fatalf("%v at %g: second derivative %g, the difference %g", x, time, got, fine)
		}
	}
}

// refusals are functions that are not compiled, and why.
var refusals = map[string][2]string{
	"print":      {"print(d)\nreturn d", ":32:5: a call of print"},
	"global":     {"global n\nn += 1\nreturn d * n", "a name of the module that the function changes"},
	"imported":   {"global m\nreturn d * m", "a name of the module that the function changes"},
	"changed":    {"return d * n", "n, which the script changes"},
	"state":      {"box.v = d\nreturn d", "an assignment to an attribute"},
	"object":     {"return d * box.v", "the attribute v of an object of type Box"},
	"kept list":  {"kept[0] = d\nreturn d", "kept, a list that the script may change"},
	"read list":  {"return kept[0] * d", "kept, a list that the script may change"},
	"other list": {"alias = [1]\nreturn given[0] * d", "given, a list that the script may change"},
	"dict":       {"k = {'a': 1}\nreturn d * k['a']", "a dict or set made in the call"},
	"unknown":    {"i = 0\nwhile i < d and i < 9: i += 1\nreturn i", "a loop whose number of turns is not known"},
	"place":      {"return p[int(d) % 2]", "an item whose index is not known"},
	"text":       {"return len(str(d))", "a call of"},
	"def":        {"def g(x): return x\nreturn g(d)", "a function or class made in the call"},
	"with":       {"with open('x') as h: return d", "a with statement"},
	"question":   {"i = 1 if d > 0 else 2\nw, err = py_sysfnc('DX', [i])\nreturn w", "a query whose arguments are not known"},
	"deep":       {"return deep(30) * d", "calls nested more than 20 deep"},
	"long":       {"s = d\nfor i in range(600):\n  for j in range(600): s = s * v + i\nreturn s", "too long"},
	"wrong":      {"if d > 1e9: return [d, v]\nreturn d", "the two branches give"},
	"unset":      {"if d > 0: a = v\nif d > 0: return a\nreturn 0", "a, which is set in one of two branches only"},
	"and":        {"return (d > 0 and v) * 1.0", "the value of an and"},
}

// TestNotCompiled: what has effects or depends on more than numbers is left
// to the interpreter, with the place in the script.
func TestNotCompiled(t *testing.T) {
	for name, c := range refusals {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, "f.py", calculation(c[0])+`
n = 0
class Box: v = 1.0
box = Box()
kept = [1.0]
given = [2.0]
also = given
def change():
    global n
    n = 2
    kept.append(1)
def imports():
    global m
    import math as m
m = 1.0
def deep(n):
    return 1 if n == 0 else deep(n - 1)
`)
			f := frame(usersub.PFOSUB, 0.5, -2, 3)
			f.AddAnswer(usersub.Query{Name: "DX", Par: []int32{1}}, 0, 0)
			f.AddAnswer(usersub.Query{Name: "DY", Par: []int32{2}}, 0, 0)
			in := []usersub.Input{{Answer: true, At: 0}, {Answer: true, At: 1}}
			r := b.load("f.py", "F", usersub.PFOSUB)
			_, err := r.Sub.(usersub.Compiler).Compile(f, in, &subtest.State{})
			var no *trace.RefusedError
			if !errors.As(err, &no) || !strings.Contains(err.Error(), c[1]) {
				t.Errorf("got %v, want %s", err, c[1])
			} else if no.Line < 30 && name != "deep" {
				t.Errorf("%v: no place in the function", err)
			}
		})
	}
}
