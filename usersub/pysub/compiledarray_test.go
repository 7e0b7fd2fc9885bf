package pysub

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// vectorLaws are bodies of functions that return three numbers, of arrays u and w of answers and constants, the lists k and c, the time t and
// arrays of the program, which are compiled.
var vectorLaws = map[string]string{
	"spring":          "return [k[0]*u[0]+c[0]*w[0]+0.1*u[0]**3, k[1]*u[1]+c[1]*w[1], k[2]*u[2]+0.2*sin(t)]",
	"entry by entry":  "return np.array(k)*u + np.array(c)*w",
	"load":            "f = np.array([1, 2, 0])\nreturn sin(10*t)*f + [0, 0, 1]",
	"matrix":          "return STIFF @ u + STIFF.T.dot(w)",
	"rotated":         "A = np.array([[cos(t), -sin(t), 0], [sin(t), cos(t), 0], [0, 0, 1]])\nreturn A.dot(np.diag(k)).dot(A.transpose()) @ u",
	"along a line":    "l = np.linalg.norm(u)\nif l == 0: return np.zeros(3)\nn = u / l\nreturn -100*(l - 0.5)*n - 2*np.dot(w, n)*n",
	"cross":           "return np.cross(u, w) - np.cross([0, 0, 1], u)",
	"friction":        "v = w[0]\nf = np.zeros(3)\nf[0] = 0.3*k[0]*np.sign(v)\nif v > 0:\n    f[1] = v\nelse:\n    f[1] = -2*v\nreturn f",
	"by functions":    "return np.sin(u) * np.exp(-np.abs(w)) + np.sqrt(u*u + 1)",
	"in place":        "f = np.zeros(3)\nf += u\nf *= 2\nf[2] -= w[2]\nreturn f.tolist()",
	"parts":           "f = np.zeros(3)\nf[0:2] = STIFF[0:2, 0] * u[1:]\nf[2] = STIFF[1][2] + STIFF[2, -1]\nreturn f",
	"negative":        "return -u + (+w)",
	"sums":            "return [np.sum(u), u.sum() + sum(w), np.mean(u*w)]",
	"joined":          "return np.hstack([u[0:1], w[1:3]]) + np.concatenate(([t], [0, 0]))",
	"inner":           "M = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9.]])\nreturn np.inner(u, w)*u + np.inner(M, w) + np.inner(w, M)",
	"outer":           "return np.outer(u, w).dot([1, 2, 3]) + np.eye(3)[1]",
	"loop":            "f = np.zeros((3,))\nfor i in range(3):\n    for j in range(3):\n        f[i] = f[i] + STIFF[i, j] * u[j]\nreturn list(f)",
	"branch":          "if u[0] > 0: f = u * 2.0\nelse: f = w + 1\nf[1] = 3\nreturn f",
	"integers":        "n = np.array([1, 2, 3])\nreturn n * 2 - n[1] + u * 0",
	"floats by dtype": "return np.array([1, 2, 3], dtype=float) / 2 + u",
	"shape":           "return [u.shape[0] * u[0], len(STIFF) * u[1], STIFF.size * w[0]]",
	"given list":      "if u[0] > 0: return [u[0], 2*w[1], 0]\nreturn k",
	"compare":         "return [1.0 * (x > 0) for x in u]",
}

const vectorPrelude = `
import numpy as np
from math import *
STIFF = np.array([[100., 2, 3], [4, 120, 6], [7, 8, 140]])
`

// vectorLaw is a program with a function VFOSUB of a body.
func vectorLaw(body string) string {
	return vectorPrelude + `
def ask(name, par):
    x, err = py_sysfnc(name, par)
    return x
def VFOSUB(id, time, par, npar, dflag, iflag):
    u = np.array([ask("D" + x, [1]) for x in "XYZ"])
    w = np.array([ask("V" + x, [1]) for x in "XY"] + [0.25])
    return law(time, u, w, [50, 60.0, 70], [1, 2, 3.5])
def law(t, u, w, k, c):
    ` + strings.ReplaceAll(body, "\n", "\n    ") + "\n"
}

// vectorRoutine loads the function of a body and a frame for it.
func vectorRoutine(t *testing.T, body string) (*bench, *usersub.Routine, *usersub.Frame) {
	l, _, err := executed(t, vectorLaw(body), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Load(&usersub.Ref{Script: l.Files()[0].Path, Function: "VFOSUB"}, usersub.VFOSUB)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{Loader: l, t: t}, r, frame(usersub.VFOSUB)
}

// TestCompiledArrays: laws with arrays give the interpreter's numbers bit for bit, and the partials are right.
func TestCompiledArrays(t *testing.T) {
	for name, body := range vectorLaws {
		t.Run(name, func(t *testing.T) {
			b, r, f := vectorRoutine(t, body)
			c, in, err := b.compile(r, f)
			if err != nil {
				t.Fatal(err)
			}
			b.compare(c, r, f, in, 300)
		})
	}
}

// TestInner: numpy.inner sums over the last axes of both.
func TestInner(t *testing.T) {
	_, _, err := executed(t, vectorLaw("return u")+`
M = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9.]])
v = np.array([1., 0, 2])
assert list(np.inner(v, M)) == [7, 16, 25] and list(np.inner(M, v)) == [7, 16, 25] and np.inner(v, v) == 5
assert [list(r) for r in np.inner(M, M)] == [[14, 32, 50], [32, 77, 122], [50, 122, 194]]
`, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// TestArraysRefused: what changes entries that have several names, or is unknown, is called, with the reason.
func TestArraysRefused(t *testing.T) {
	for body, want := range map[string]string{
		"f = u[0:2]\nf[0] = 5\nreturn u":                                "an assignment to an array that has other names for its entries",
		"f = STIFF\nf[0, 0] = t\nreturn f[0]":                           "an array that the script may change",
		"A = np.eye(3)\nr = A[0]\nA[0, 0] = 7\nreturn r":                "an assignment to an array that has other names for its entries",
		"f = np.array([1, 2, 3])\nf[0] = t\nreturn f":                   "an array of integers takes a number that may be none",
		"return np.linalg.solve(np.eye(3), u)":                          "a call of",
		"if u.all(): return u\nreturn w":                                "the method all of an array",
		"return np.array([u[0] > 0, u[1] > 0, True]) * 1.0":             "an array of a number",
		"f = np.zeros(3)\ng = f\nf += np.array([[1., 2, 3]])\nreturn g": "an augmented assignment to an array of another shape",
	} {
		b, r, f := vectorRoutine(t, body)
		_ = r.Call(f, &subtest.State{})
		if _, _, err := b.compileFrom(r, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", body, err, want)
		}
	}
}

// TestArraysChangedThroughViews: a law is called if the script may change an array through rows or other shapes of it that it passes on, and
// compiled if it passes on numbers of it.
func TestArraysChangedThroughViews(t *testing.T) {
	for use, refused := range map[string]bool{
		"change(STIFF[0])":                         true,
		"change(STIFF.T)":                          true,
		"change(STIFF.transpose())":                true,
		"change(STIFF.reshape(9))":                 true,
		"[change(r) for r, i in zip(STIFF, 'ab')]": true,
		"rows = [STIFF[1], STIFF[2]]":              true,
		"STIFF[0].fill(3)":                         true,
		"print(STIFF[0, 1], STIFF[1][2])":          false,
		"x = STIFF[0, 1]":                          false,
		"x = STIFF.transpose() @ STIFF[0]":         false,
	} {
		l, _, err := executed(t, vectorLaw("return STIFF @ u")+"\ndef change(row):\n    row[0] = 7\ndef other():\n    "+use+"\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Load(&usersub.Ref{Script: l.Files()[0].Path, Function: "VFOSUB"}, usersub.VFOSUB)
		if err != nil {
			t.Fatal(err)
		}
		b, f := &bench{Loader: l, t: t}, frame(usersub.VFOSUB)
		_ = r.Call(f, &subtest.State{})
		if _, _, err := b.compileFrom(r, f); (err != nil) != refused || refused && !strings.Contains(err.Error(), "an array that the script may change") {
			t.Errorf("%q: %v, refused wanted: %t", use, err, refused)
		}
	}
}

// compileFrom compiles a function after the queries of a call that may have failed.
func (b *bench) compileFrom(r *usersub.Routine, f *usersub.Frame) (usersub.Compiled, []usersub.Input, error) {
	var in []usersub.Input
	for i := range f.Flag {
		for k := f.QueryAnswers.At[i]; k < f.QueryAnswers.At[i+1]; k++ {
			in = append(in, usersub.Input{Answer: true, At: int(k)})
		}
	}
	c, err := r.Sub.(usersub.Compiler).Compile(f, in, &subtest.State{})
	return c, in, err
}

// BenchmarkVectorLaws: laws of vectors called and compiled; CPython beside them calls the same function with the same numbers.
func BenchmarkVectorLaws(b *testing.B) {
	for _, name := range []string{"spring", "entry by entry", "along a line"} {
		l, _, err := executed(b, vectorLaw(vectorLaws[name]), nil)
		if err != nil {
			b.Fatal(err)
		}
		r, err := l.Load(&usersub.Ref{Script: l.Files()[0].Path, Function: "VFOSUB"}, usersub.VFOSUB)
		if err != nil {
			b.Fatal(err)
		}
		x, f := &bench{Loader: l, t: b}, frame(usersub.VFOSUB)
		c, in, err := x.compile(r, f)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/called", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.PrepareCall(0.5, false, false)
				if err := r.Call(f, &subtest.State{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/compiled", func(b *testing.B) {
			v, out := make([]float64, len(in)), make([]float64, 3)
			for b.Loop() {
				c.Eval(out, v, 0.5, false)
			}
		})
		b.Run(name+"/CPython", func(b *testing.B) { benchmarkInCPython(b, vectorLaw(vectorLaws[name])) })
	}
}

// benchmarkInCPython calls the function of a program in a loop of CPython.
func benchmarkInCPython(b *testing.B, text string) {
	python := subtest.RequireTool(b, "python3")
	text += "\nimport time\ndef py_sysfnc(name, par):\n    return 0.5, 0\nn = 20000\nt = time.perf_counter()\nfor i in range(n):\n    VFOSUB(1, 0.5, [], 0, 0, 0)\nprint((time.perf_counter() - t) / n * 1e9)\n"
	out, err := exec.Command(python, "-c", text).CombinedOutput()
	if err != nil {
		b.Skipf("%v\n%s", err, out)
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(ns, "ns/call")
}

// TestCompiledImports: queries by names that a script imports from msolve are compiled.
func TestCompiledImports(t *testing.T) {
	for _, head := range []string{"from msolve import *\n", "from msolve import py_sysfnc\n"} {
		b := newBench(t, "f.py", head+calculation("return -100 * d - 0.1 * v"))
		r, f := b.load("f.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 0.5, -2, 3)
		c, in, err := b.compile(r, f)
		if err != nil {
			t.Fatal(err)
		}
		b.compare(c, r, f, in, 100)
	}
}
