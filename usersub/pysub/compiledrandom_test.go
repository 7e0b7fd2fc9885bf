package pysub

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/trace"
)

// author writes functions of d, v, t and p that only calculate.
type author struct {
	*rand.Rand
	b     strings.Builder
	vars  []string
	depth int
}

func (a *author) pick(list ...string) string { return list[a.IntN(len(list))] }

// number is an expression.
func (a *author) number() string {
	a.depth++
	defer func() { a.depth-- }()
	if a.depth > 4 || a.IntN(4) == 0 {
		return a.pick(append([]string{"d", "v", "t", "p[0]", "p[1]", "0", "1", "-3", "0.0", "-0.0", "2.5", "1e-3", "True", "len(p)"}, a.vars...)...)
	}
	switch a.IntN(12) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", a.number(), a.pick("+", "-", "*"), a.number())
	case 4:
		return fmt.Sprintf("(%s %s %s)", a.number(), a.pick("/", "//", "%"), a.number())
	case 5:
		return "(-" + a.number() + ")"
	case 6:
		return fmt.Sprintf("(%s)**%s", a.number(), a.pick("2", "3", "0.5", "1.5", "-1", "2.0"))
	case 7:
		return fmt.Sprintf("%s(%s)", a.pick("sin", "cos", "abs", "sqrt", "exp", "int", "floor", "ceil", "float", "tanh", "atan", "law"), a.number())
	case 8:
		return fmt.Sprintf("%s(%s, %s)", a.pick("min", "max", "atan2", "pow", "hypot", "law"), a.number(), a.number())
	case 9:
		return fmt.Sprintf("(%s if %s else %s)", a.number(), a.test(), a.number())
	case 10:
		return fmt.Sprintf("STEP(%s, 0, %s, 1, %s)", a.number(), a.number(), a.number())
	}
	return "(" + a.test() + ")"
}

func (a *author) test() string {
	t := fmt.Sprintf("%s %s %s", a.number(), a.pick("<", "<=", "==", "!=", ">", ">="), a.number())
	switch a.IntN(6) {
	case 0:
		return "not " + t
	case 1:
		return fmt.Sprintf("%s %s %s > 0", t, a.pick("and", "or"), a.number())
	}
	return t
}

// block writes n statements.
func (a *author) block(indent string, n int) {
	for range n {
		name := fmt.Sprintf("x%d", a.IntN(4))
		switch a.IntN(7) {
		case 0:
			fmt.Fprintf(&a.b, "%sif %s:\n", indent, a.test())
			a.block(indent+"    ", 1)
			if a.IntN(2) == 0 {
				fmt.Fprintf(&a.b, "%selse:\n", indent)
				a.block(indent+"    ", 1)
			}
		case 1:
			fmt.Fprintf(&a.b, "%sif %s: return %s\n", indent, a.test(), a.number())
		case 2:
			fmt.Fprintf(&a.b, "%sfor i in range(3):\n%s    %s = %s + i * %s\n", indent, indent, name, name, a.number())
		case 3:
			fmt.Fprintf(&a.b, "%s%s, x3 = %s, %s\n", indent, name, a.number(), a.number())
		default:
			fmt.Fprintf(&a.b, "%s%s %s %s\n", indent, name, a.pick("=", "=", "+=", "-=", "*="), a.number())
		}
	}
}

// TestCompiledRandom: of functions that are made up nearly all are compiled, and
// give the interpreter's numbers bit for bit. None is refused because it differs
// from the interpreter.
func TestCompiledRandom(t *testing.T) {
	compiled, tries := 0, 150
	for seed := range 150 {
		a := &author{Rand: rand.New(rand.NewPCG(5, uint64(seed))), vars: []string{"x0", "x1", "x2", "x3"}}
		a.block("", 5)
		body := "x0 = x1 = d\nx2 = 1\nx3 = 0.5\n" + a.b.String() + "return x0 + x1 * x2 - x3"
		b := newBench(t, "f.py", calculation(body))
		r, f := b.load("f.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 0.5, -2, 3)
		f.AddAnswer(usersub.Query{Name: "DX", Par: []int32{1}}, 0, 0)
		f.AddAnswer(usersub.Query{Name: "DY", Par: []int32{2}}, 0, 0)
		in := []usersub.Input{{Answer: true, At: 0}, {Answer: true, At: 1}}
		c, err := r.Sub.(usersub.Compiler).Compile(f, in, nil)
		var no *trace.RefusedError
		switch {
		case errors.As(err, &no) && no.Line > 0:
			continue
		case errors.As(err, &no) && strings.HasPrefix(no.Reason, "every call"):
			tries--
			b.fails(r, f, in, body)
			continue
		case err != nil:
			t.Fatalf("seed %d: %v\n%s", seed, err, body)
		}
		compiled++
		b.same(c, r, f, in, 60, body)
	}
	if compiled < tries*4/5 || tries < 60 {
		t.Errorf("only %d of %d functions with values are compiled", compiled, tries)
	}
}

// same holds a program and its routine against each other at n seeded arguments,
// where the program has a value.
func (b *bench) same(c usersub.Compiled, r *usersub.Routine, f *usersub.Frame, in []usersub.Input, n int, body string) {
	b.t.Helper()
	rng := rand.New(rand.NewPCG(11, 3))
	x, out := make([]float64, len(in)), []float64{0}
	for range n {
		for i := range x {
			x[i] = []float64{rng.NormFloat64(), 30 * rng.NormFloat64(), float64(rng.IntN(5) - 2)}[rng.IntN(3)]
			f.Value[in[i].At] = x[i]
		}
		time := rng.Float64()
		if !c.Eval(out, x, time, false) {
			continue
		}
		f.PrepareCall(time, false, false)
		if err := r.Call(f, nil); err != nil {
			b.t.Fatalf("%v at %v: the interpreter says %v\n%s", x, time, err, body)
		}
		if v := f.RealArgNamed("value")[0]; math.Float64bits(v) != math.Float64bits(out[0]) {
			b.t.Fatalf("%v at %v: %v, in the interpreter %v\n%s", x, time, out[0], v, body)
		}
	}
}

// fails checks that every call is an exception.
func (b *bench) fails(r *usersub.Routine, f *usersub.Frame, in []usersub.Input, body string) {
	b.t.Helper()
	rng := rand.New(rand.NewPCG(13, 3))
	for range 40 {
		for i := range in {
			f.Value[in[i].At] = rng.NormFloat64() * 3
		}
		f.PrepareCall(rng.Float64(), false, false)
		if r.Call(f, nil) == nil {
			b.t.Fatalf("it is said to end in an exception and does not\n%s", body)
		}
	}
}
