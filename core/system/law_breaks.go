package system

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spline"
)

var _ expr.Broken = (*spline.Interpolant)(nil) // package expr asks functions whether they are

// Functions of TIME alone jump, bend or have poles at times that are known before a simulation
// (expr.BreakFinder). Steps end on them, and within a step expressions are evaluated between two of them, so
// that the end of a step sees what is before a jump and the start of the next what is behind it: State.ClampExpressionTime.

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
	work    *expr.Work        // for evaluating beside a pole
	breaks  *expr.BreakFinder // nil for none
	pulses  *expr.PulseFinder // nil for none
	order   int               // of the highest derivative on which accelerations or rates of states depend
	law     int               // -1 for rows
}

// expressionTiming is what a State knows of its expressions in TIME.
type expressionTiming struct {
	s       *State
	lo, hi  float64 // expressions see no time outside
	made    bool
	all     []timeLaw
	divided []dividingLaw
	found   []expr.Break
	peaks   []expr.Pulse
}

// ClampExpressionTime keeps the time that expressions see within two breaks, ±Inf where there is none.
func (s *State) ClampExpressionTime(lo, hi float64) {
	if s.times.lo != lo || s.times.hi != hi {
		s.times.lo, s.times.hi = lo, hi
		s.memo.ok = false
	}
}

// UnclampExpressionTime lets expressions see all times until the function that it returns is called.
func (s *State) UnclampExpressionTime() (restore func()) {
	lo, hi := s.times.lo, s.times.hi
	s.ClampExpressionTime(math.Inf(-1), math.Inf(1))
	return func() { s.ClampExpressionTime(lo, hi) }
}

// expressionTime returns the time that expressions see.
func (ts *expressionTiming) expressionTime() float64 { return min(max(ts.s.p.T, ts.lo), ts.hi) }

// listTimeBreaks lists the expressions that have breaks in TIME.
func (ts *expressionTiming) listTimeBreaks() {
	s := ts.s
	t := ts
	if t.made {
		return
	}
	t.made = true
	ts.listLawsWithDivisors()
	enter := func(x timeLaw) {
		x.breaks, x.pulses = x.program.NewBreakFinder(), x.program.NewPulseFinder()
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
		p := set.rowOwner()
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
		case *GeneralConstraint:
			if f, ok := r.fn.(*programRow); ok {
				x.program = f.program
				enter(x)
			}
		}
	}
}

// HasTimeBreaks reports whether expressions may have breaks in TIME.
func (s *State) HasTimeBreaks() bool {
	s.times.listTimeBreaks()
	return len(s.times.all) > 0
}

// AppendTimeBreaks appends the breaks of expressions in TIME from one time to another to dst, in ascending order, and where pulses that
// a step of the given longest length may pass over start and have their peaks.
func (s *State) AppendTimeBreaks(dst []TimeBreak, from, to, longest float64) []TimeBreak {
	s.times.listTimeBreaks()
	begin := len(dst)
	for i := range s.times.all {
		dst = s.times.appendExpressionBreaks(dst, i, from, to, longest)
	}
	return dst[:begin+mergeCloseBreaks(dst[begin:])]
}

// appendExpressionBreaks appends the breaks of expression i and where its pulses start and have their peaks.
func (ts *expressionTiming) appendExpressionBreaks(dst []TimeBreak, i int, from, to, longest float64) []TimeBreak {
	x := &ts.all[i]
	ts.found = ts.found[:0]
	if x.breaks != nil {
		ts.found = x.breaks.AppendBreaks(ts.found, from, to, int(ts.s.Mode))
	}
	for _, b := range ts.found {
		tb := TimeBreak{T: b.T, Jumps: b.Order <= x.order, Strikes: b.Order < x.order}
		if b.Pole {
			tb.poles = []int{i}
		}
		if b.Pole || b.Order < expr.Smooth {
			dst = append(dst, tb)
		}
	}
	if x.pulses == nil {
		return dst
	}
	ts.peaks = x.pulses.AppendPulses(ts.peaks[:0], from, to, longest, int(ts.s.Mode))
	for _, p := range ts.peaks {
		bounded := slices.ContainsFunc(ts.found, func(b expr.Break) bool { // steps end at its start already
			return 2*p.Start-p.Peak <= b.T && b.T <= p.Peak
		})
		if !bounded {
			dst = append(dst, TimeBreak{T: max(p.Start, from)}, TimeBreak{T: p.Peak})
		}
	}
	return dst
}

// mergeCloseBreaks sorts breaks by their times, makes one of those that are close, and returns how many are left.
func mergeCloseBreaks(all []TimeBreak) (left int) {
	slices.SortStableFunc(all, func(a, b TimeBreak) int { return cmp.Compare(a.T, b.T) })
	n := 0
	for _, b := range all {
		if n > 0 && b.T-all[n-1].T <= BreakResolution(b.T) {
			all[n-1].Jumps = all[n-1].Jumps || b.Jumps
			all[n-1].Strikes = all[n-1].Strikes || b.Strikes
			all[n-1].poles = append(all[n-1].poles, b.poles...)
			continue
		}
		all[n] = b
		n++
	}
	return n
}

// BreakResolution returns the difference below which two times near t count as the same break, in units of time.
func BreakResolution(t float64) float64 { return 1e-13 + 1e-13*math.Abs(t) }

// PoleError is a force, a motion or another expression that grows without bound.
type PoleError struct {
	Owner, Source string
	Where         string // in the deck
	Time          float64
	Err           error // why no step comes to it, or nil
}

func (e *PoleError) Error() string {
	where := e.Where
	if where != "" {
		where = " (" + where + ")"
	}
	text := fmt.Sprintf("%s%s grows without bound at time %g, where it divides by zero: %s", e.Owner, where, e.Time, e.Source)
	if e.Err != nil {
		text += fmt.Sprintf(": %v", e.Err)
	}
	return text
}

func (e *PoleError) Unwrap() error { return e.Err }

// A pole is distinguished from what is finite, from a root and from a logarithm, all of which can be integrated across, by how
// its differences grow where the distance gets a thousand times smaller: by that factor for 1/x, 31 for 1/√x, 1 for log x.
const (
	farFromPole  = 1e-7 // in parts of the time
	nearPole     = 1e-10
	growthAtPole = 300
)

// CheckExpressionDivergesAtBreak returns an error where an expression grows without bound at a break, other inputs than the time being those of the
// last evaluation.
func (s *State) CheckExpressionDivergesAtBreak(b *TimeBreak) error {
	scale := max(1, math.Abs(b.T))
	for _, i := range b.poles {
		x := &s.times.all[i]
		var in []float64
		if x.law >= 0 {
			in = s.plan.law[x.law].val
		}
		if len(in) != len(x.program.Measures) {
			continue
		}
		at := func(t float64) float64 { return x.program.Eval(x.work, t, int(s.Mode), in) }
		for _, side := range [...]float64{-scale, scale} {
			if divergesAtPole(func(d float64) float64 { return at(b.T + side*d) }, farFromPole, nearPole) {
				return &PoleError{Owner: x.owner, Source: x.program.Source, Time: b.T}
			}
		}
	}
	return nil
}

// divergesAtPole reports whether f, a function of the distance, grows without bound towards 0 as a pole does.
func divergesAtPole(f func(d float64) float64, far, near float64) bool {
	a, b := math.Abs(f(far)-f(2*far)), math.Abs(f(near)-f(2*near))
	return b*0 == 0 && b > growthAtPole*a*(far/near/1e3) || math.IsInf(f(near), 0)
}

// dividingLaw is a law that divides by what changes with its measures.
type dividingLaw struct {
	law         int
	divisors    *expr.Divisors
	before, now []float64 // the divisors
	rate        []float64 // in the last step
}

// listLawsWithDivisors lists the expressions that divide by what changes with their measures.
func (ts *expressionTiming) listLawsWithDivisors() {
	s := ts.s
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*expressionLaw)
		if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
			continue
		}
		if d := l.program.FindDivisors(); d != nil {
			ts.divided = append(ts.divided, dividingLaw{i, d, make([]float64, d.Len()), make([]float64, d.Len()), make([]float64, d.Len())})
		}
	}
}

// RecordDivisorSigns takes note of the signs of divisors as of the last evaluation.
func (s *State) RecordDivisorSigns() {
	s.times.listTimeBreaks()
	for i := range s.times.divided {
		x := &s.times.divided[i]
		x.divisors.CopyDivisors(s.plan.law[x.law].law.(*expressionLaw).work, x.before)
	}
}

// CheckLawDivergesInStep returns an error where a law grows without bound in the step from one time to another, at whose end the last
// evaluation was: a divisor changes its sign. setSolutionAt sets a point to the solution at a time of the step.
func (s *State) CheckLawDivergesInStep(from, to float64, setSolutionAt func(t float64, p *integrate.Point), scratch *integrate.Point) error {
	for i := range s.times.divided {
		x := &s.times.divided[i]
		l := s.plan.law[x.law].law.(*expressionLaw)
		x.divisors.CopyDivisors(l.work, x.now)
		crossed := false
		for k, v := range x.now {
			if v*x.before[k] < 0 {
				crossed = true
				if t, is, err := s.times.findDivisorZero(x, k, from, to, setSolutionAt, scratch); err != nil || is {
					if err == nil {
						err = &PoleError{Owner: s.sys.Laws[x.law].Owner, Source: l.program.Source, Time: t}
					}
					return err
				}
			}
			x.rate[k] = (v - x.before[k]) / (to - from)
			if v != 0 {
				x.before[k] = v
			}
		}
		if crossed {
			s.memo.ok = false
		}
	}
	return nil
}

// CheckLawDivisorZeroAhead returns an error where a step from t failed for stepErr and a law has a divisor that will be zero within a time
// of within, nil where there is none.
func (s *State) CheckLawDivisorZeroAhead(t, within float64, stepErr error) error {
	for i := range s.times.divided {
		x := &s.times.divided[i]
		for k, r := range x.rate {
			if left := -x.before[k] / r; left >= 0 && left <= within {
				p := s.plan.law[x.law].law.(*expressionLaw).program
				return &PoleError{Owner: s.sys.Laws[x.law].Owner, Source: p.Source, Time: t + left, Err: stepErr}
			}
		}
	}
	return nil
}

// findDivisorZero searches for the time at which divisor k changes its sign, and whether the law grows without bound there.
func (ts *expressionTiming) findDivisorZero(x *dividingLaw, k int, from, to float64, at func(t float64, p *integrate.Point), p *integrate.Point) (poleTime float64, diverges bool, err error) {
	s := ts.s
	l := s.plan.law[x.law].law.(*expressionLaw)
	var failed error
	law := func(t float64) float64 {
		at(t, p)
		p.T = t
		if err := s.EvaluateWithoutResults(p); err != nil && !integrate.IsRetry(err) {
			failed = err
		}
		return s.m[s.plan.law[x.law].out]
	}
	value := make([]float64, len(x.now))
	divisor := func(t float64) (float64, error) {
		law(t)
		x.divisors.CopyDivisors(l.work, value)
		return value[k], failed
	}
	b, err := solve.FindRoot(from, to, x.before[k], x.now[k], 0, 0, divisor)
	if err != nil {
		return 0, false, err
	}
	side := to - from
	if b-from > to-b {
		side = -side
	}
	is := divergesAtPole(func(d float64) float64 { return law(b + side*d) }, 1e-3, 1e-6)
	return b, is, failed
}
