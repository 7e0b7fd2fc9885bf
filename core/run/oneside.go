package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// siding watches the rows with laws of a model: one-sided rows that close and open, bounded ones that slip and stick. Where one
// changes, the step ends, State.Switch finds out which rows are in force from there on, and the method begins anew.
type siding struct {
	r        *runner
	from, to []system.RowLook // at the start of what is looked at, and at its end
	look     []system.RowLook // one sample
	t, limit float64          // start of what is looked at, end of the analysis
	probe    *integrate.Point
	at       *integrate.Point // where accelerations are solved for
	count    int
	floor    []float64      // of open rows: margins that end their state
	last     int            // row of the last event that was found
	times    [storm]float64 // of the last events
	idle     int            // events since the last that has changed anything
}

const (
	// storm events within stormSteps of the longest steps are a storm.
	storm      = 1000
	stormSteps = 10
	// idleMost events one behind the other that change nothing are a fault.
	idleMost = 100
)

// newSiding returns nil for a model without such rows.
func newSiding(r *runner) *siding {
	n := r.state.Laws()
	if n == 0 {
		return nil
	}
	s := &siding{r: r, from: make([]system.RowLook, n), to: make([]system.RowLook, n), look: make([]system.RowLook, n), floor: make([]float64, n),
		probe: integrate.NewPoint(r.state.Layout()), at: integrate.NewPoint(r.state.Layout())}
	s.calm()
	return s
}

// calm forgets the times of events.
func (s *siding) calm() {
	for i := range s.times {
		s.times[i] = math.Inf(-1)
	}
	s.idle = 0
}

// resume takes over from the rows of a model before it was changed.
func (s *siding) resume(old *siding) *siding {
	if s != nil && old != nil {
		s.count = old.count
	}
	return s
}

// options makes the integrator report its steps.
func (s *siding) options(o *integrate.Options) {
	if s != nil {
		o.Watch = s.watch
	}
}

// start begins to watch at t, in an analysis to limit.
func (s *siding) start(t, limit float64) {
	if s != nil {
		s.t, s.limit = t, limit
	}
}

// admissible finds out which rows are in force at p, with an impact where they close, and solves for accelerations.
func (r *runner) admissible(p *integrate.Point) error {
	if r.sides == nil {
		return r.consistent(p)
	}
	all, err := r.state.Switch(p, r.work, r.rowTol())
	if err != nil {
		return r.failed(err, p)
	}
	return r.sides.tell(p.T, all)
}

// within are the places in a step that are looked at, beside those where rates change sign.
var within = [...]float64{0.25, 0.5, 0.75, 1}

// watch is integrate.Options.Watch: it finds the first event of the step, of a row or a sensor.
func (s *siding) watch() (*integrate.Point, float64, error) {
	r := s.r
	end := math.Min(r.method.Now().T, s.limit)
	if r.cut != nil {
		end = math.Min(end, *r.cut)
	}
	t, err := s.first(end)
	if err != nil {
		return nil, 0, err
	}
	if r.sensors != nil {
		limit := r.sensors.limit
		r.sensors.limit = math.Min(limit, t)
		p, h, err := r.sensors.watch()
		r.sensors.limit = limit
		if p != nil && err == nil && p.T < t {
			s.t = p.T
			return p, h, nil
		}
		if err != nil {
			return nil, 0, err
		}
	}
	if math.IsInf(t, 1) {
		s.t = end
		return nil, 0, nil
	}
	p, err := s.event(t)
	return p, 0, err
}

// first returns the time of the first event between s.t and end, +Inf if there is none.
func (s *siding) first(end float64) (float64, error) {
	start := s.t
	if err := s.sample(s.from, start); err != nil {
		return 0, err
	}
	a := start
	for _, x := range within {
		b := start + x*(end-start)
		if x == 1 {
			b = end
		}
		if !(b > a) {
			continue
		}
		if err := s.sample(s.to, b); err != nil {
			return 0, err
		}
		t, err := s.between(a, b)
		if err != nil || !math.IsInf(t, 1) {
			return t, err
		}
		s.from, s.to = s.to, s.from
		a = b
	}
	return math.Inf(1), nil
}

// sample looks at the rows at t, from the interpolant.
func (s *siding) sample(dst []system.RowLook, t float64) error {
	return s.r.state.LookAtRows(dst, s.r.solutionAt(t, s.probe))
}

// solved looks at row i at t with accelerations and multipliers solved for.
func (s *siding) solved(i int, t float64) (system.RowLook, error) {
	s.r.copyAt(t, s.at)
	if err := s.r.consistent(s.at); err != nil {
		return system.RowLook{}, err
	}
	err := s.r.state.LookAtRows(s.look, s.at)
	return s.look[i], err
}

// between returns the first event between a and b, where the rows are s.from and s.to, +Inf if there is none.
func (s *siding) between(a, b float64) (float64, error) {
	first := math.Inf(1)
	for i := range s.to {
		t, err := s.ofRow(i, a, b)
		if err != nil {
			return 0, err
		}
		if t < first {
			first, s.last = t, i
		}
	}
	return first, nil
}

// ofRow is between for row i. What is open ends its state below its floor: below zero by what does not matter, or by that much
// below where the step began, so that a row that is beyond its bound and on its way back is left to go there.
func (s *siding) ofRow(i int, a, b float64) (float64, error) {
	tol := s.r.rowTol()
	v, zero, reaction := s.r.state.Margin(i, &s.to[i], tol)
	if reaction {
		return s.pushed(i, a, b, v, zero)
	}
	u, _, _ := s.r.state.Margin(i, &s.from[i], tol)
	if a == s.t {
		s.floor[i] = math.Min(-zero, u-zero/2)
	}
	floor := s.floor[i]
	if v < floor {
		if u <= zero { // it began at zero: it may have left before it came back
			if s.leaves(i) {
				return math.Inf(1), nil // it is below by the error of the step only
			}
			t, top, err := s.turn(i, a, b, 1)
			if err != nil {
				return 0, err
			}
			if top > 1e-2*zero {
				a, u = t, top
			} else if !math.IsNaN(top) {
				return t, nil // it leaves by less than the error of the step: here it comes to rest
			}
		}
	} else {
		t, low, err := s.turn(i, a, b, -1)
		if err != nil {
			return 0, err
		}
		if !(low < floor) {
			return math.Inf(1), nil
		}
		b, v = t, low
	}
	shift := 0.0
	if u <= 0 {
		shift = -floor // a bound that is passed, so that it is known which way
	}
	return solve.Root(a, b, u+shift, v+shift, 1e-3*zero, leastInterval(a, b), func(t float64) (float64, error) {
		err := s.sample(s.look, t)
		v, _, _ := s.r.state.Margin(i, &s.look[i], tol)
		return v + shift, err
	})
}

// pushed is ofRow for a row in force. Its margin v at b is that of the method's multiplier, which need not be that of
// the point: what counts is what is solved for.
func (s *siding) pushed(i int, a, b, v, zero float64) (float64, error) {
	margin := func(t float64) (float64, error) {
		x, err := s.solved(i, t)
		if err != nil {
			return 0, err
		}
		v, _, _ := s.r.state.Margin(i, &x, s.r.rowTol())
		return v + zero, nil
	}
	if v >= -zero {
		return math.Inf(1), nil
	}
	v, err := margin(b)
	if err != nil || v >= 0 {
		return math.Inf(1), err
	}
	u, err := margin(a)
	if err == nil && u <= 0 && a > s.t { // the method's multiplier told it too late: a force has jumped
		a, b, v = s.t, a, u
		u, err = margin(a)
	}
	if err != nil {
		return 0, err
	}
	if u <= 0 { // from the start of the step on
		return justAfter(a, b), nil
	}
	return solve.Root(a, b, u, v, 1e-3*zero, leastInterval(a, b), margin)
}

// leaves tells that open one-sided row i moves away from its bound at s.from and at s.to.
func (s *siding) leaves(i int) bool {
	side := s.r.state.Side(i)
	return side*s.from[i].Rate > 0 && side*s.to[i].Rate > 0
}

// turn returns where the margin of an open one-sided row has a maximum (up 1) or minimum (−1) between a and b, and
// the margin there; NaN if its rate does not say so.
func (s *siding) turn(i int, a, b float64, up float64) (t, margin float64, err error) {
	side := up * s.r.state.Side(i)
	if fa, fb := side*s.from[i].Rate, side*s.to[i].Rate; side == 0 || !(fa > 0 && fb < 0) {
		return 0, math.NaN(), nil
	}
	t, err = solve.Root(a, b, side*s.from[i].Rate, side*s.to[i].Rate, 0, leastInterval(a, b), func(t float64) (float64, error) {
		err := s.sample(s.look, t)
		return side * s.look[i].Rate, err
	})
	if err != nil {
		return 0, 0, err
	}
	if err := s.sample(s.look, t); err != nil {
		return 0, 0, err
	}
	margin, _, _ = s.r.state.Margin(i, &s.look[i], s.r.rowTol())
	return t, margin, nil
}

// event ends the step at t, with the rows that are in force from there on.
func (s *siding) event(t float64) (*integrate.Point, error) {
	r := s.r
	if r.behind != nil { // outputs before it know of the rows that were in force
		if err := r.behind(t); err != nil {
			return nil, err
		}
	}
	p := s.probe
	r.copyAt(t, p)
	if err := r.onto(p); err != nil {
		return nil, err
	}
	if err := r.energy.step(r, p); err != nil {
		return nil, err
	}
	kinetic, potential := r.state.Energy()
	if err := r.admissible(p); err != nil {
		return nil, err
	}
	if err := r.energy.struck(r, p, kinetic+potential); err != nil {
		return nil, err
	}
	s.t = t
	return p, r.sensors.struck(p)
}

// struck looks at the sensors at p, where speeds may have jumped.
func (s *sensing) struck(p *integrate.Point) error {
	if s == nil {
		return nil
	}
	if err := s.levels(s.end, p); err != nil {
		return err
	}
	for k, v := range s.end {
		if s.triggers(k, s.level[k], v) {
			s.fired = append(s.fired, k)
			s.armed[k] = false
		}
	}
	s.move(p.T)
	return nil
}

// stormError ends a run with too many events.
type stormError struct {
	time    float64
	element string
	span    float64
}
