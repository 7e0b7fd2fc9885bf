package system

import (
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// stateEquation is x' = F(x, u), y = G(x, u) with partials that all differ.
var stateEquation = sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
	x, u := f.RealArgNamed("states"), f.RealArgNamed("input")
	d, y := f.RealArgNamed("stated"), f.RealArgNamed("output")
	d[0], d[1] = x[0]*x[1]+2*u[0], math.Sin(x[1])-u[0]*u[2]
	for k := range y {
		y[k] = float64(k)*x[0] + x[1]*u[1]*float64(k+1) + u[2]
	}
	return nil
})

// TestExactPartials: partials of state equations given by columns are put where
// they belong: the same matrix as by differences, whichever are given.
func TestExactPartials(t *testing.T) {
	partial := func(sig *usersub.Sig, out, in string, value func(r, c int, x, u []float64) float64) ExactPartial {
		return ExactPartial{Sig: sig, Out: out, In: in, Sub: &usersub.Routine{Implementation: "c", Sub: sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
			m := f.Reals(sig.OutputIndices()[0])
			rows := map[string]int{"stated": 2, "output": 6}[out]
			for i := range m {
				m[i] = value(i%rows, i/rows, f.RealArgNamed("states"), f.RealArgNamed("input"))
			}
			return nil
		})}}
	}
	all := []ExactPartial{
		partial(usersub.YFOXX, "stated", "states", func(r, c int, x, _ []float64) float64 {
			return [2][2]float64{{x[1], x[0]}, {0, math.Cos(x[1])}}[r][c]
		}),
		partial(usersub.YFOXU, "stated", "input", func(r, c int, _, u []float64) float64 {
			return [2][3]float64{{2, 0, 0}, {-u[2], 0, -u[0]}}[r][c]
		}),
		partial(usersub.YFOYX, "output", "states", func(r, c int, _, u []float64) float64 {
			return [2]float64{float64(r), u[1] * float64(r+1)}[c]
		}),
		partial(usersub.YFOYU, "output", "input", func(r, c int, x, _ []float64) float64 {
			return [3]float64{0, x[1] * float64(r+1), 1}[c]
		}),
	}
	want := []float64{}
	for given := range 16 {
		m := bead(13)
		r := routineOf(stateEquation, usersub.YFOSUB, 1)
		r.Dims = map[string]int{"nstate": 2, "ninput": 3, "noutpt": 6}
		x := NewUnboundValue(2)
		x.State = 0
		m.RegisterValue("ARYVAL", 1, x)
		r.Given = map[string][]Call{"states": {{"ARYVAL", []int{1, 1}}, {"ARYVAL", []int{1, 2}}},
			"input": {{"DX", []int{1}}, {"DY", []int{1}}, {"VZ", []int{1}}}}
		r.Order = []string{"states", "input"}
		for k, e := range all {
			if given>>k&1 == 1 {
				r.Exact = append(r.Exact, e)
			}
		}
		l := m.AddLaw(r.LawSpec())
		m.AddStates(StateGroup{Name: "Force_StateEqn", ID: 1, IC: []float64{0.7, -0.4}, Law: l})
		s := m.state(t)
		evaluated(t, s, s.DeckPoint())
		if err := s.linearizeLaws(); err != nil {
			t.Fatal(err)
		}
		got := s.plan.law[l].part
		if given == 0 {
			want = slices.Clone(got)
			continue
		}
		for k := range want {
			if !close(got[k], want[k], 1e-6) {
				t.Errorf("partials given %04b: entry %d is %g, by differences %g", given, k, got[k], want[k])
			}
		}
		if given == 15 {
			compareMatrix(t, "given", s, m.anywhere(s), coefs[1], 1e-9)
		}
	}
}

// partialsRoutine is a routine with an unknown query between two inputs and partials of
// its own.
type partialsRoutine struct{ sub }

func (partialsRoutine) Partials(dst []float64, f *usersub.Frame, _ usersub.State) error {
	dst[0], dst[2] = 2*f.Value[0], 5
	return nil
}

func TestOwnPartials(t *testing.T) {
	m := bead(14)
	l := m.AddLaw(routineOf(partialsRoutine{func(f *usersub.Frame, ask func(string, ...int) float64) error {
		x := ask("DX", 1)
		ask("NIX", 4)
		f.RealArgNamed("value")[0] = x*x + 5*ask("DY", 1) + f.Time()
		return nil
	}}, usersub.PFOSUB, 1).LawSpec())
	m.Penalties = []Penalty{{ID: 1, G: l, P: 2, P1: 1}}
	s := m.state(t)
	p := s.DeckPoint()
	r := evaluated(t, s, p)
	x, y := p.Q[0], p.Q[1]
	f := -2*(x*x+5*y) - (2*x*p.V[0] + 5*p.V[1] + 1)
	for k, want := range []float64{-f * 2 * x, -f * 5, 0} {
		if !close(r.V[k], want, 1e-11) {
			t.Errorf("force %d: %.14g, want %.14g", k, r.V[k], want)
		}
	}
}
