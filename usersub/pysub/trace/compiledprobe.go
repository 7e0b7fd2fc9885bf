package trace

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// How many times a program is compared with the interpreter: for the first elements
// that use a function, and for those behind them, whose numbers are others.
const (
	probes      = 96
	probesFirst = 4 // elements
	probesLater = 6
)

// checkAgainstInterpreter compares a program with the interpreter at seeded arguments: numbers of all
// sizes and both signs, zeros of both signs, and constants of the function with
// their neighbours, since it compares with these. Where the program has no
// value there is nothing to compare.
func (r *compilation) checkAgainstInterpreter(p *Compiled, f *usersub.Frame, in []usersub.Input, s usersub.State) error {
	n := probes
	if r.proven[r.Python.Code] >= probesFirst {
		n = probesLater
	}
	t := &comparisonTrial{r: r, p: p, f: f.Clone(), in: in, s: &queryDetectingState{State: s}, rng: rand.New(rand.NewPCG(20, 26)),
		x: make([]float64, len(in)), seeds: collectConstants(r.Python.Code, f)}
	defer r.host.Flush()
	for _, o := range r.Outputs {
		t.out = append(t.out, make([]float64, f.Len(o))...)
	}
	if p.iord != nil {
		was := *p.iord
		defer func() { *p.iord = was }()
	}
	for k := range n {
		if p.iord != nil {
			*p.iord = int32(k % 3)
			t.f.Int[f.ArgOffset(f.Sig.ArgIndex("iord"))] = *p.iord
		}
		if err := t.compareOnce(k); err != nil {
			return err
		}
	}
	r.proven[r.Python.Code]++
	return nil
}

// comparisonTrial is one relation after the other.
type comparisonTrial struct {
	r      *compilation
	p      *Compiled
	f      *usersub.Frame
	in     []usersub.Input
	s      *queryDetectingState
	rng    *rand.Rand
	seeds  []float64
	x, out []float64
}

func (t *comparisonTrial) compareOnce(k int) error {
	for i := range t.x {
		t.x[i] = t.drawRandomArgument(k)
	}
	time, dflag := math.Abs(t.drawRandomArgument(k)), k%4 == 3
	if !t.p.Eval(t.out, t.x, time, dflag) {
		return nil
	}
	for i, in := range t.in {
		if in.Answer {
			t.f.Value[in.At] = t.x[i]
		} else {
			t.f.Real[in.At] = t.x[i]
		}
	}
	t.f.PrepareCall(time, dflag, false)
	t.s.asked = false
	if err := t.r.Call(t.f, t.s); err != nil {
		return &RefusedError{Reason: fmt.Sprintf("the interpreter finds an error where the program has a value: %v", err)}
	}
	if t.s.asked {
		return &RefusedError{Reason: "the interpreter makes more queries than the program"}
	}
	at := 0
	for _, o := range t.r.Outputs {
		for i, v := range t.f.Reals(o) {
			if got := t.out[at]; math.Float64bits(got) != math.Float64bits(v) {
				return &RefusedError{Reason: fmt.Sprintf("%s[%d] is %v, and %v in the interpreter", t.f.Sig.Args[o].Name, i, got, v)}
			}
			at++
		}
	}
	return nil
}

// drawRandomArgument draws an argument. In one of eight trials all are zero or small whole numbers.
func (t *comparisonTrial) drawRandomArgument(k int) float64 {
	if k%8 == 0 {
		return float64(t.rng.IntN(5) - 2)
	}
	switch c := t.rng.IntN(8); {
	case c == 0:
		return math.Copysign(0, t.rng.Float64()-0.5)
	case c <= 2 && len(t.seeds) > 0:
		v := t.seeds[t.rng.IntN(len(t.seeds))]
		switch t.rng.IntN(4) {
		case 0:
			return v
		case 1:
			return -v
		case 2:
			return v * (1 + 0.1*t.rng.NormFloat64())
		}
		return math.Nextafter(v, v+t.rng.NormFloat64())
	case c <= 5:
		return t.rng.NormFloat64()
	}
	return t.rng.NormFloat64() * math.Pow(10, float64(t.rng.IntN(10)-5))
}

// collectConstants are numbers that are in a function and its parameters.
func collectConstants(co *py.Code, f *usersub.Frame) []float64 {
	var all []float64
	for _, o := range co.Consts {
		if v, ok := python.ToFloat(o); ok {
			all = append(all, v)
		}
	}
	if i := f.Sig.ArgIndex("par"); i >= 0 {
		all = append(all, f.Reals(i)...)
	}
	return all
}

// queryDetectingState answers no queries: a program foresees all that are made.
type queryDetectingState struct {
	usersub.State
	asked bool
}

// Unwrap returns the state that is wrapped.
func (u *queryDetectingState) Unwrap() usersub.State { return u.State }

// SysFnc notes that the routine asks, and fails.
func (u *queryDetectingState) SysFnc(string, []int32) (float64, int32) {
	u.asked = true
	return 0, 1
}

// SysAry notes that the routine asks, and fails.
func (u *queryDetectingState) SysAry(string, []int32, []float64) (int, int32) {
	u.asked = true
	return 0, 1
}
