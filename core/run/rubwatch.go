package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
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

// first finds the first event up to end, and sets fired; without one the outputs at end are in f.end.
func (f *rubbing) first(end float64) (t float64, found bool, err error) {
	a, from := f.t, f.level
	for k := range f.rubs {
		from[k], _ = f.beyond(f.now, k, f.probe)
	}
	for _, x := range [...]float64{0.5, 1} {
		b := f.t + x*(end-f.t)
		p := f.at(b)
		if err := f.sense(f.end, p); err != nil {
			return 0, false, err
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

// at returns the solution at t: the step's end itself, or from the interpolant.
func (f *rubbing) at(t float64) *integrate.Point {
	m := f.r.method
	if now := m.Now(); t == now.T {
		return now
	}
	m.At(t, f.probe)
	f.probe.T = t
	return f.probe
}

// locate returns the time between a and b at which surfaces k go beyond, va and vb being how far they are there; as for
// sensors it is found by regula falsi with the Illinois rule and bisection. When they were beyond at a it is a little
// behind that, so that time goes on.
func (f *rubbing) locate(k int, a, b, va, vb float64) (float64, error) {
	if va >= 0 {
		return a + 0.01*(b-a), nil
	}
	least := 1e-13*math.Max(math.Abs(a), math.Abs(b)) + 1e-12*(b-a)
	wa, wb := va, vb
	for n := 0; b-a > least; n++ {
		t := b - wb*(b-a)/(wb-wa)
		if n%3 == 2 || !(t > a && t < b) {
			t = a + (b-a)/2
		}
		p := f.at(t)
		if err := f.sense(f.look, p); err != nil {
			return 0, err
		}
		v, tol := f.beyond(f.look, k, p)
		switch {
		case v >= 0 && v <= tol:
			return t, nil
		case v > 0:
			b, wb, wa = t, v, wa/2
		default:
			a, wa, wb = t, v, wb/2
		}
	}
	return b, nil
}

// event ends the step at t.
func (f *rubbing) event(t float64) (*integrate.Point, float64, error) {
	s := f.r.state
	p := f.at(t)
	if p != f.probe {
		f.probe.Copy(p)
		p = f.probe
	}
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
