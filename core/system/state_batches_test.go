package system

import (
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// mail plays a process whose routines are called together: it counts how many go at
// a time.
type mail struct {
	noted []letter
	sent  []int
	fresh map[*usersub.Frame]reply // results that wait for their call
}

// reply is what came of a call: the outputs of routines here are one number.
type reply struct {
	value float64
	err   error
}

type letter struct {
	sub   sub
	frame *usersub.Frame
	state usersub.State
}

// mailRoutine is one routine of it.
type mailRoutine struct {
	sub
	mail *mail
}

func (p mailRoutine) GroupKey() any { return p.mail }

func (p mailRoutine) Prefetch(f *usersub.Frame, s usersub.State) {
	p.mail.noted = append(p.mail.noted, letter{p.sub, f, s})
}

func (p mailRoutine) Call(f *usersub.Frame, s usersub.State) error {
	m := p.mail
	if r, ok := m.fresh[f]; ok {
		delete(m.fresh, f)
		f.Reals(f.Sig.OutputIndices()[0])[0] = r.value
		return r.err
	}
	if len(m.noted) == 0 {
		m.sent = append(m.sent, 1)
		return p.sub.Call(f, s)
	}
	m.sent = append(m.sent, len(m.noted))
	m.fresh = map[*usersub.Frame]reply{}
	for _, l := range m.noted {
		err := l.sub.Call(l.frame, l.state)
		m.fresh[l.frame] = reply{l.frame.Reals(l.frame.Sig.OutputIndices()[0])[0], err}
	}
	m.noted = nil
	return p.Call(f, s)
}

// forest is a bead with five forces by routines, of which one asks for a force and one for
// a variable that is a routine too; one has a new query behind 0.1 s. wrap makes
// the routines what they are.
func forest(t *testing.T, wrap func(sub) usersub.Sub) (*State, []LawIdx) {
	m := bead(7)
	law := func(f func(t float64, ask func(string, ...int) float64) float64) LawIdx {
		return m.AddLaw(routineOf(wrap(valueOf(f)), usersub.SFOSUB, 1).LawSpec())
	}
	var all []LawIdx
	force := func(l LawIdx) {
		all = append(all, l)
		m.AddForce(Force{Element: "Force_Vector_OneBody", ID: len(all), I: m.at(1), J: NoMarker,
			Comp: [6]Output{{Law: l}, {Law: l}, None, None, None, None}}, "GFORCE")
	}
	force(law(func(_ float64, ask func(string, ...int) float64) float64 { // a force that is asked for
		return -3 * ask("DX", 1)
	}))
	force(law(func(_ float64, ask func(string, ...int) float64) float64 { // and what asks for it
		return 0.25*ask("GFORCE", 1, 0, 2, 0) + ask("DY", 1)
	}))
	force(law(func(t float64, ask func(string, ...int) float64) float64 {
		f := ask("VX", 1)
		if t > 0.1 {
			f += ask("DZ", 1)
		}
		return f
	}))
	v := NewUnboundValue(1)
	v.Law = law(func(_ float64, ask func(string, ...int) float64) float64 { return ask("VY", 1) * ask("DX", 1) })
	m.RegisterValue("VARVAL", 5, v)
	force(law(func(_ float64, ask func(string, ...int) float64) float64 { return 2*ask("VARVAL", 5) - 1 }))
	force(law(func(_ float64, ask func(string, ...int) float64) float64 { return -ask("DZ", 1) }))
	return m.state(t), all
}

// Routines of one process are called in as few goes as the dependence among them allows,
// whatever the order of the elements, and all is as it is when each is called for
// itself, also where queries come up on the way.
func TestTogether(t *testing.T) {
	box := &mail{}
	alone, _ := forest(t, func(s sub) usersub.Sub { return s })
	many, laws := forest(t, func(s sub) usersub.Sub { return mailRoutine{s, box} })
	p, q := alone.DeckPoint(), many.DeckPoint()
	for _, time := range []float64{0, 0.05, 0.2, 0.3} {
		p.T, q.T = time, time
		for i := range p.V {
			p.V[i] += time
			q.V[i] += time
		}
		box.sent = nil
		want, got := evaluated(t, alone, p), evaluated(t, many, q)
		if !slices.Equal(want.V, got.V) {
			t.Errorf("%g s: residual %v, %v when each is called for itself", time, got.V, want.V)
		}
		// the force, the variable and the two that ask for neither; then those who ask
		goes := []int{4, 2}
		switch time {
		case 0: // each once more by itself: are all outputs written?
			goes = []int{4, 1, 1, 1, 1, 2, 1, 1}
		case 0.2: // once more with the query learnt
			goes = append(goes, goes...)
		}
		if !slices.Equal(box.sent, goes) {
			t.Errorf("%g s: calls went %v at a time, want %v", time, box.sent, goes)
		}
	}
	if a, b := many.plan.rank[laws[0]], many.plan.rank[laws[1]]; a >= b {
		t.Errorf("the force that is asked for has rank %d, what asks for it %d", a, b)
	}
	box.sent = nil
	if err := many.linearizeLaws(); err != nil {
		t.Fatal(err)
	}
	// of the first four two have a second input, of the two behind them one
	if want := []int{4, 2, 2, 1}; !slices.Equal(box.sent, want) {
		t.Errorf("differences went %v at a time, want %v", box.sent, want)
	}
	compareMatrix(t, "together", many, q, coefs[1], 1e-5)
}

// What fails is named, and the others are not harmed.
func TestTogetherFails(t *testing.T) {
	box := &mail{}
	many, _ := forest(t, func(s sub) usersub.Sub {
		return mailRoutine{func(f *usersub.Frame, ask func(string, ...int) float64) error {
			err := s(f, ask)
			if v := f.Reals(f.Sig.OutputIndices()[0]); f.Time() == 0.05 && v[0] == -ask("DZ", 1) {
				v[0] = math.NaN()
			}
			return err
		}, box}
	})
	p := many.DeckPoint()
	evaluated(t, many, p)
	r := integrate.NewResidual(many.layout)
	p.T = 0.05
	if err := many.EvaluateResidual(r, p); err == nil {
		t.Fatal("NaN passed")
	}
	p.T = 0.06
	evaluated(t, many, p)
}

// grove is a bead with penalties by routines of which each is hard to difference in its own way. The last is one-sided
// and inactive, and calls of it say so.
func grove(t *testing.T, wrap func(sub) usersub.Sub, idle *int) *State {
	m := bead(7)
	penalty := func(unilateral bool, g func(t float64, ask func(string, ...int) float64) float64) {
		l := m.AddLaw(routineOf(wrap(valueOf(g)), usersub.PFOSUB, len(m.Penalties)+1).LawSpec())
		m.Penalties = append(m.Penalties, Penalty{ID: len(m.Penalties) + 1, G: l, P: 50, P1: 3, Unilateral: unilateral, Smoothing: 0.1})
	}
	type asks = func(string, ...int) float64
	penalty(false, func(_ float64, ask asks) float64 { return ask("DX", 1)*ask("DY", 1) + math.Sin(ask("DZ", 1)) })
	penalty(false, func(t float64, ask asks) float64 { return math.Cosh(ask("DX", 1)-t) + t*t }) // moves with time
	penalty(false, func(_ float64, ask asks) float64 { return math.Abs(ask("DY", 1) - 1e-3) })   // kinks
	penalty(false, func(_ float64, ask asks) float64 { return math.Sqrt(ask("DM", 1)-0.5) + math.Cbrt(ask("DX", 1)) })
	penalty(false, func(t float64, ask asks) float64 { return math.Sqrt(t) + ask("DZ", 1) }) // one-sided at 0
	penalty(false, func(t float64, ask asks) float64 {                                       // a query that comes late
		if t > 0.1 {
			return ask("DX", 1) * ask("DZ", 1)
		}
		return ask("DX", 1)
	})
	penalty(true, func(_ float64, ask asks) float64 {
		*idle++
		return -1 - ask("DM", 1)
	})
	v := NewUnboundValue(1)
	v.Law = m.AddLaw(routineOf(wrap(valueOf(func(_ float64, ask asks) float64 { return ask("DX", 1) + ask("DY", 1) })), usersub.VARSUB, 3).LawSpec())
	m.RegisterValue("VARVAL", 5, v)
	penalty(false, func(_ float64, ask asks) float64 { return math.Exp(ask("VARVAL", 5)) }) // two routines, one behind the other
	return m.state(t)
}

// Precise partials of penalties that are found together are bit by bit those of each for itself, by the same calls.
func TestPenaltiesTogether(t *testing.T) {
	for _, place := range []float64{0, 0.3} {
		box, calls, idle := &mail{}, [2]int{}, [2]int{}
		counting := func(k int, s sub) sub {
			return func(f *usersub.Frame, ask func(string, ...int) float64) error {
				calls[k]++
				return s(f, ask)
			}
		}
		alone := grove(t, func(s sub) usersub.Sub { return counting(0, s) }, &idle[0])
		many := grove(t, func(s sub) usersub.Sub { return mailRoutine{counting(1, s), box} }, &idle[1])
		p, q := alone.DeckPoint(), many.DeckPoint()
		for _, time := range []float64{0, 0.05, 0.2, 0.3} {
			p.T, q.T = time, time
			for i := range p.V {
				p.V[i] += time
				q.V[i] += time
			}
			p.Q[0], q.Q[0] = p.Q[0]+place*time, q.Q[0]+place*time
			box.sent, calls, idle = nil, [2]int{}, [2]int{}
			want, got := evaluated(t, alone, p), evaluated(t, many, q)
			if !slices.Equal(want.V, got.V) {
				t.Errorf("%g s: residual %v, %v when each is called for itself", time, got.V, want.V)
			}
			if calls[0] != calls[1] || idle[0] != idle[1] || idle[0] > 2 {
				t.Errorf("%g s: %v calls, of the inactive one %v", time, calls, idle)
			}
			if time == 0.3 && 2*len(box.sent) > calls[1] {
				t.Errorf("%d messages for %d calls", len(box.sent), calls[1])
			}
		}
	}
}
