package system

import (
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// Profile is what a run says about a function: the routine of an element, or one
// that gives its partial derivatives.
type Profile struct {
	Routine  *Routine         // of the element
	Sub      *usersub.Routine // the function
	Sig      *usersub.Sig
	Calls    int     // set-up calls included
	Seconds  float64 // in these calls, queries included
	Queries  []usersub.Query
	Compiled bool  // it was not called but evaluated, at least at the time of this report
	Reason   error // why not, nil if its implementation never does that
}

// Implementation is what gave the values: that of the function, or "compiled".
func (p *Profile) Implementation() string {
	if p.Compiled {
		return "compiled"
	}
	return p.Sub.Implementation
}

// Name is that of the function, as Routine.Name.
func (p *Profile) Name() string { return functionName(p.Sub, p.Sig) }

// Profiles returns the profile of each routine, in the order of the laws.
func (s *State) Profiles() []Profile {
	var all []Profile
	for _, l := range s.routines {
		all = append(all, l.profiles()...)
	}
	return append(all, s.past...)
}

// profiles returns those of the routine and of its partials, which make no queries.
func (l *routineLaw) profiles() []Profile {
	l.reclaimUntimedCalls()
	all := []Profile{{l.r, l.r.Sub, l.r.Sig, l.meter.calls, l.meter.estimatedSeconds(), l.frame.Asked, l.function != nil, l.reason}}
	for _, m := range l.partial {
		all = append(all, Profile{l.r, m.sub, m.sig, m.calls, m.estimatedSeconds(), nil, m.function != nil, nil})
	}
	return all
}

// callTimer counts the calls of a function and measures the time in them. To read the
// clock twice costs about 70 ns, nearly half of what the call of a small C
// routine does: the first calls are all measured, those behind them one in sampled
// on average, so that counting costs 3 to 5 ns a call (BenchmarkMeter), 3 % of
// it. The gaps between measured calls are irregular, since calls come in patterns
// (seven for a difference) that a fixed gap would follow.
type callTimer struct {
	sub     *usersub.Routine
	sig     *usersub.Sig
	calls   int
	first   time.Duration // in the first calls
	firsts  int           // how many these are
	sample  time.Duration // in measured ones behind them
	samples int
	gap     uint32 // calls until the next one that is measured
	seed    uint32

	function usersub.Compiled // of partial derivatives: evaluated in place of calls, nil without one
}

const (
	exactly = 64
	sampled = 128
	// inPlace stands for exactly where a function is evaluated instead of called: to
	// measure 64 of a thousand evaluations would cost as much as half of these do.
	inPlace = 4
)

func newCallTimer(sub *usersub.Routine, sig *usersub.Sig) *callTimer {
	return &callTimer{sub: sub, sig: sig, seed: 2463534242}
}

// callRoutine enters the function.
func (m *callTimer) callRoutine(f *usersub.Frame, s usersub.State) error {
	m.calls++
	if m.gap > 0 {
		m.gap--
		return m.sub.Call(f, s)
	}
	t := clock()
	err := m.sub.Call(f, s)
	m.recordDuration(clock()-t, exactly)
	return err
}

// evalCompiled evaluates a function in place of a call.
func (m *callTimer) evalCompiled(fn usersub.Compiled, out, in []float64, t float64, dflag bool) bool {
	m.calls++
	if m.gap > 0 {
		m.gap--
		return fn.Eval(out, in, t, dflag)
	}
	start := clock()
	ok := fn.Eval(out, in, t, dflag)
	m.recordDuration(clock()-start, inPlace)
	return ok
}

// recordDuration takes the time of a call, one of the first if there have been fewer of these than
// said, and draws the gap behind it from a xorshift
// generator: 0 to 2 (sampled-1), all alike.
func (m *callTimer) recordDuration(d time.Duration, first int) {
	if m.firsts < first {
		m.first += d
		m.firsts++
		return
	}
	m.sample += d
	m.samples++
	m.seed ^= m.seed << 13
	m.seed ^= m.seed >> 17
	m.seed ^= m.seed << 5
	m.gap = m.seed % (2*sampled - 1)
}

// estimatedSeconds estimates the time in all calls.
func (m *callTimer) estimatedSeconds() float64 {
	s := m.first.Seconds()
	if m.samples > 0 {
		s += m.sample.Seconds() * float64(m.calls-m.firsts) / float64(m.samples)
	}
	return s
}

// timerOfPartial returns the timer of a further routine of partials; a law that went
// on from another state has it already.
func (l *routineLaw) timerOfPartial(x *ExactPartial) *callTimer {
	for _, m := range l.partial {
		if m.sig == x.Sig {
			m.sub = x.Sub
			return m
		}
	}
	m := newCallTimer(x.Sub, x.Sig)
	l.partial = append(l.partial, m)
	return m
}

// callRoutineTimed calls the routine of l, or one of its partials, with a frame.
func (l *routineLaw) callRoutineTimed(m *callTimer, f *usersub.Frame, s *State) error {
	if s.failed != nil {
		return s.failed
	}
	s.callState.recordCurrentCall(l, f)
	s.callState.inner = nil
	return l.errorOfFinishedCall(m.callRoutine(f, &s.callState), m, f, s)
}

// errorOfFinishedCall returns the error of a call that returned err, which may be that of a function that the routine called.
func (l *routineLaw) errorOfFinishedCall(err error, m *callTimer, f *usersub.Frame, s *State) error {
	if inner := s.callState.inner; inner != nil {
		s.callState.inner = nil
		return s.recordRoutineFailure(inner)
	}
	if err == nil {
		return nil
	}
	return s.recordRoutineFailure(l.explainCallError(err, m, f))
}
