package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

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

// Pole returns an error where an expression grows without bound at a break, other inputs than the time being those of the
// last evaluation.
func (s *State) Pole(b *TimeBreak) error {
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
			if diverges(func(d float64) float64 { return at(b.T + side*d) }, farFromPole, nearPole) {
				return &PoleError{Owner: x.owner, Source: x.program.Source, Time: b.T}
			}
		}
	}
	return nil
}

// diverges reports whether f, a function of the distance, grows without bound towards 0 as a pole does.
func diverges(f func(d float64) float64, far, near float64) bool {
	a, b := math.Abs(f(far)-f(2*far)), math.Abs(f(near)-f(2*near))
	return b*0 == 0 && b > growthAtPole*a*(far/near/1e3) || math.IsInf(f(near), 0)
}

// divided is a law that divides by what changes with its measures.
type divided struct {
	law         int
	divisors    *expr.Divisors
	before, now []float64 // the divisors
	rate        []float64 // in the last step
}

// dividedLaws lists the expressions that divide by what changes with their measures.
func (s *State) dividedLaws() {
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*expressionLaw)
		if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
			continue
		}
		if d := l.program.NewDivisors(); d != nil {
			s.times.divided = append(s.times.divided, divided{i, d, make([]float64, d.Len()), make([]float64, d.Len()), make([]float64, d.Len())})
		}
	}
}

// BeginPoles takes note of the signs of divisors as of the last evaluation.
func (s *State) BeginPoles() {
	s.expressions()
	for i := range s.times.divided {
		x := &s.times.divided[i]
		x.divisors.Values(s.plan.law[x.law].law.(*expressionLaw).work, x.before)
	}
}

// PoleCrossed returns an error where a law grows without bound in the step from one time to another, at whose end the last
// evaluation was: a divisor changes its sign. at sets a point to the solution at a time of the step; p is scratch.
func (s *State) PoleCrossed(from, to float64, at func(t float64, p *integrate.Point), p *integrate.Point) error {
	for i := range s.times.divided {
		x := &s.times.divided[i]
		l := s.plan.law[x.law].law.(*expressionLaw)
		x.divisors.Values(l.work, x.now)
		crossed := false
		for k, v := range x.now {
			if v*x.before[k] < 0 {
				crossed = true
				if t, is, err := s.poleOf(x, k, from, to, at, p); err != nil || is {
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

// PoleAhead returns an error where a step from t failed for err and a law has a divisor that will be zero within a time
// of near, nil where there is none.
func (s *State) PoleAhead(t, near float64, err error) error {
	for i := range s.times.divided {
		x := &s.times.divided[i]
		for k, r := range x.rate {
			if left := -x.before[k] / r; left >= 0 && left <= near {
				p := s.plan.law[x.law].law.(*expressionLaw).program
				return &PoleError{Owner: s.sys.Laws[x.law].Owner, Source: p.Source, Time: t + left, Err: err}
			}
		}
	}
	return nil
}

// poleOf looks for the time at which divisor k changes its sign, and whether the law grows without bound there.
func (s *State) poleOf(x *divided, k int, from, to float64, at func(t float64, p *integrate.Point), p *integrate.Point) (float64, bool, error) {
	l := s.plan.law[x.law].law.(*expressionLaw)
	var failed error
	look := func(t float64) float64 {
		at(t, p)
		p.T = t
		if err := s.Measure(p); err != nil && !integrate.Retry(err) {
			failed = err
		}
		return s.m[s.plan.law[x.law].out]
	}
	value := make([]float64, len(x.now))
	a, b := from, to
	for range 50 {
		mid := a + (b-a)/2
		look(mid)
		if x.divisors.Values(l.work, value); value[k]*x.before[k] > 0 {
			a = mid
		} else {
			b = mid
		}
	}
	side := to - from
	if b-from > to-b {
		side = -side
	}
	is := diverges(func(d float64) float64 { return look(b + side*d) }, 1e-3, 1e-6)
	return b, is, failed
}
