package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// watch is integrate.Options.Watch: the first event of friction in the step, or one of others before it.
func (f *rubbing) watch() (*integrate.Point, float64, error) {
	m := f.r.method
	end := m.Now().T
	if x := f.r.sensors; x != nil {
		end = math.Min(end, x.limit)
	}
	if c := f.r.cut; c != nil {
		end = math.Min(end, *c)
	}
	t, found, err := f.first(end)
	if err != nil {
		return nil, 0, err
	}
	if f.inner != nil {
		if x := f.r.sensors; x != nil && found {
			limit := x.limit
			x.limit = t
			defer func() { x.limit = limit }()
		}
		if x := f.r.sides; x != nil && found {
			limit := x.limit
			x.limit = math.Min(limit, t)
			defer func() { x.limit = limit }()
		}
		p, h, err := f.inner()
		if p != nil || err != nil {
			if err == nil {
				f.t = p.T
				err = f.sense(f.now, p)
			}
			return p, h, err
		}
	}
	if !found {
		f.t = end
		f.now, f.end = f.end, f.now
		f.turn()
		return nil, 0, nil
	}
	return f.event(t)
}

// nearBound is the part of a bound from which on loads of surfaces that stick are solved for: those of the method are not exact, and
// those of its interpolant know nothing of a force that jumps within the step.
const nearBound = 0.7

// first finds the first event up to end, and sets fired; without one the outputs at end are in f.end.
func (f *rubbing) first(end float64) (t float64, found bool, err error) {
	a, from := f.t, f.level
	for k := range f.rubs {
		from[k], _ = f.beyond(f.now, k, f.probe)
	}
	for _, x := range [...]float64{0.5, 1} {
		b := f.t + x*(end-f.t)
		p := f.r.solutionAt(b, f.probe)
		if err := f.sense(f.end, p); err != nil {
			return 0, false, err
		}
		if f.loaded() {
			if p, err = f.solved(f.end, b); err != nil {
				return 0, false, err
			}
		}
		t = math.Inf(1)
		for k := range f.rubs {
			v, tol := f.beyond(f.end, k, p)
			f.fired[k] = v > tol
			if !f.fired[k] {
				from[k] = v
				continue
			}
			at, err := f.locate(k, a, b, from[k], v)
			if err != nil {
				return 0, false, err
			}
			t, found = math.Min(t, at), true
		}
		if found {
			return t, true, nil
		}
		a = b
	}
	return 0, false, nil
}

// loaded reports whether surfaces that stick bear, by f.end, nearly as much as they can.
func (f *rubbing) loaded() bool {
	for k := range f.rubs {
		if o := rubOutputs(f.end, k); f.r.state.Slip(k).Stuck && o[system.RubForce] > nearBound*o[system.RubBound] {
			return true
		}
	}
	return false
}

// solved sets dst to the outputs at t with accelerations and multipliers solved for, at the point that it returns.
func (f *rubbing) solved(dst []float64, t float64) (*integrate.Point, error) {
	f.r.copyAt(t, f.exact)
	if err := f.r.consistent(f.exact); err != nil {
		return nil, err
	}
	return f.exact, f.sense(dst, f.exact)
}

// locate returns the time between a and b at which surfaces k go beyond, va and vb being how far they are there. Loads of surfaces that
// stick are solved for. When they were beyond at a it is a little behind that, so that time goes on.
func (f *rubbing) locate(k int, a, b, va, vb float64) (float64, error) {
	stuck, zero := f.r.state.Slip(k).Stuck, 0.0
	beyond := func(t float64) (float64, error) {
		p, err := f.r.solutionAt(t, f.probe), error(nil)
		if stuck {
			p, err = f.solved(f.look, t)
		} else {
			err = f.sense(f.look, p)
		}
		if err != nil {
			return 0, err
		}
		v, tol := f.beyond(f.look, k, p)
		zero = tol
		return v, nil
	}
	if !stuck {
		if va >= 0 {
			return a + 0.01*(b-a), nil
		}
	} else {
		var err error
		if va, err = beyond(a); err == nil && va >= 0 && a > f.t { // the interpolant did not know of a force that has jumped
			a, b, vb = f.t, a, va
			va, err = beyond(a)
		}
		if err != nil {
			return 0, err
		}
		if va >= 0 {
			return justAfter(a, b), nil
		}
	}
	_, zero = f.beyond(f.end, k, f.exact)
	return solve.Root(a, b, va, vb, zero, leastInterval(a, b), beyond)
}

// event ends the step at t.
func (f *rubbing) event(t float64) (*integrate.Point, float64, error) {
	s := f.r.state
	if f.r.behind != nil { // outputs before it know of the friction, and of the accelerations, that there were
		if err := f.r.behind(t); err != nil {
			return nil, 0, err
		}
	}
	p := f.probe
	f.r.copyAt(t, p)
	if err := f.r.onto(p); err != nil {
		return nil, 0, err
	}
	if err := f.sense(f.end, p); err != nil {
		return nil, 0, err
	}
	for k := range f.rubs { // others may be there as well, and the one found but for what the projection changes
		v, tol := f.beyond(f.end, k, p)
		f.fired[k] = v > tol || f.fired[k] && v > -1e3*tol
	}
	s.Slips(f.before)
	f.split = s.Split()
	f.upTo, f.t = t, t
	if err := f.settle(p); err != nil {
		return nil, 0, err
	}
	return p, 0, f.sense(f.now, p)
}
