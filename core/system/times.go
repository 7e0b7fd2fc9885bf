package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// Functions of TIME alone jump, bend or have poles at times that are known before a simulation
// (expr.Breaks). Steps end on them, and within a step expressions are evaluated between two of them, so
// that the end of a step sees what is before a jump and the start of the next what is behind it: State.Span.

// TimeBreak is a time at which expressions are not smooth.
type TimeBreak struct {
	T float64
	// Jumps says that accelerations or rates of states jump there.
	Jumps bool
	// Strikes says that prescribed speeds jump.
	Strikes bool
	// poles are the sources of which a divisor is zero there.
	poles []int
}

// timeLaw is an expression whose breaks are known.
type timeLaw struct {
	owner   string
	program *expr.Program
	work    *expr.Work   // for looking beside a pole
	breaks  *expr.Breaks // nil for none
	pulses  *expr.Pulses // nil for none
	order   int          // of the highest derivative on which accelerations or rates of states depend
	law     int          // -1 for rows
}

// timing is what a State knows of its expressions in TIME.
type timing struct {
	lo, hi  float64 // expressions see no time outside
	made    bool
	all     []timeLaw
	divided []divided
	found   []expr.Break
	peaks   []expr.Pulse
}

// Span keeps the time that expressions see within two breaks, ±Inf where there is none.
func (s *State) Span(lo, hi float64) {
	if s.times.lo != lo || s.times.hi != hi {
		s.times.lo, s.times.hi = lo, hi
		s.memo.ok = false
	}
}

// Unbound lets expressions see all times until the function that it returns is called.
func (s *State) Unbound() (back func()) {
	lo, hi := s.times.lo, s.times.hi
	s.Span(math.Inf(-1), math.Inf(1))
	return func() { s.Span(lo, hi) }
}

// time returns the time that expressions see.
func (s *State) time() float64 { return min(max(s.p.T, s.times.lo), s.times.hi) }

// expressions lists the expressions that have breaks in TIME.
func (s *State) expressions() {
	t := &s.times
	if t.made {
		return
	}
	t.made = true
	s.dividedLaws()
	enter := func(x timeLaw) {
		x.breaks, x.pulses = x.program.NewBreaks(), x.program.NewPulses()
		if x.breaks != nil || x.pulses != nil {
			x.work = x.program.NewWork()
			t.all = append(t.all, x)
		}
	}
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*expressionLaw)
		if spec := &s.sys.Laws[i]; ok && !spec.Report && !spec.Demand {
			enter(timeLaw{owner: spec.Owner, program: l.program, law: i})
		}
	}
	for _, set := range s.sys.Rows {
		p := set.place()
		x := timeLaw{owner: fmt.Sprintf("%s %d: expr", p.Element, p.ID), law: -1}
		switch p.Level {
		case integrate.Position:
			x.order = 2
		case integrate.Velocity:
			x.order = 1
		}
		switch r := set.(type) { // what routines do is not known
		case *PrescribedMotion:
			if f, ok := r.fn.(*programMotion); ok {
				x.program = f.program
				enter(x)
			}
		case *General:
			if f, ok := r.fn.(*programRow); ok {
				x.program = f.program
				enter(x)
			}
		}
	}
}

// Timed reports whether expressions may have breaks in TIME.
func (s *State) Timed() bool {
	s.expressions()
	return len(s.times.all) > 0
}

// TimeBreaks appends the breaks of expressions in TIME from one time to another to dst, in ascending order, and where pulses that
// a step of the given longest length may pass over start and have their peaks.
func (s *State) TimeBreaks(dst []TimeBreak, from, to, longest float64) []TimeBreak {
	s.expressions()
	begin := len(dst)
	for i := range s.times.all {
		x := &s.times.all[i]
		s.times.found = s.times.found[:0]
		if x.breaks != nil {
			s.times.found = x.breaks.Find(s.times.found, from, to, int(s.Mode))
		}
		for _, b := range s.times.found {
			tb := TimeBreak{T: b.T, Jumps: b.Order <= x.order, Strikes: b.Order < x.order}
			if b.Pole {
				tb.poles = []int{i}
			}
			if b.Pole || b.Order < expr.Smooth {
				dst = append(dst, tb)
			}
		}
		if x.pulses == nil {
			continue
		}
		s.times.peaks = x.pulses.Find(s.times.peaks[:0], from, to, longest, int(s.Mode))
		for _, p := range s.times.peaks {
			bounded := slices.ContainsFunc(s.times.found, func(b expr.Break) bool { // steps end at its start already
				return 2*p.Start-p.Peak <= b.T && b.T <= p.Peak
			})
			if !bounded {
				dst = append(dst, TimeBreak{T: max(p.Start, from)}, TimeBreak{T: p.Peak})
			}
		}
	}
	all := dst[begin:]
	slices.SortStableFunc(all, func(a, b TimeBreak) int {
		switch {
		case a.T < b.T:
			return -1
		case a.T > b.T:
			return 1
		}
		return 0
	})
	n := 0
	for _, b := range all {
		if n > 0 && b.T-all[n-1].T <= Apart(b.T) {
			all[n-1].Jumps = all[n-1].Jumps || b.Jumps
			all[n-1].Strikes = all[n-1].Strikes || b.Strikes
			all[n-1].poles = append(all[n-1].poles, b.poles...)
			continue
		}
		all[n] = b
		n++
	}
	return dst[:begin+n]
}

// Apart is how close times count as one.
func Apart(t float64) float64 { return 1e-13 + 1e-13*math.Abs(t) }
