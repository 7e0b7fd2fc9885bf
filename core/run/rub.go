package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// rubbing follows dry friction of joints as rows (system.Rub) through analyses of motion: surfaces
// that stick begin to slip when the force of their rows reaches its bound, those that slip stick when the
// slip velocity along the direction of slip has become zero and the rows can hold them. Both are events, found
// in the step as those of sensors are; the integrator begins anew there.
type rubbing struct {
	r              *runner
	rubs           []*system.Rub
	out            []system.Output
	now, end, look []float64 // outputs at the start of what is looked at, at its end, and one sample
	level          []float64
	fired          []bool
	t              float64
	probe          *integrate.Point
	exact          *integrate.Point                          // where accelerations are solved for
	inner          func() (*integrate.Point, float64, error) // Watch of others
	before         []system.Slip                             // in the last step, which ended with an event
	upTo           float64                                   // when that was
	kept           []system.Slip
	split          *system.RubSplit // in the last step, too
	loads          []float64        // by rows
	count          int
}

// newRubbing returns nil for a model without such friction.
func newRubbing(r *runner) *rubbing {
	rubs := r.model.System.Rubs
	if len(rubs) == 0 {
		return nil
	}
	f := &rubbing{r: r, rubs: rubs, out: r.model.System.RubOutputs(), probe: integrate.NewPoint(r.state.Layout()), exact: integrate.NewPoint(r.state.Layout()), upTo: math.Inf(-1)}
	n := len(f.out)
	f.now, f.end, f.look = make([]float64, n), make([]float64, n), make([]float64, n)
	f.level, f.fired = make([]float64, len(rubs)), make([]bool, len(rubs))
	f.before, f.kept = make([]system.Slip, len(rubs)), make([]system.Slip, len(rubs))
	f.loads = make([]float64, r.state.Layout().NL)
	return f
}

// rubOutputs are the outputs of one pair of surfaces.
func rubOutputs(all []float64, k int) []float64 { return all[k*system.Rubbing : (k+1)*system.Rubbing] }

func triple(o []float64, at int) (v [3]float64) {
	copy(v[:], o[at:])
	return v
}

func length3(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// What of a bound, and of the largest multiplier of the model, counts as rounding; and the part of Rub.Slow that a slip
// velocity is found to.
const (
	boundPart = 1e-9
	floorPart = 1e-11
	slowPart  = 1e-5
)

// sense sets dst to the outputs at p. Loads that the rows leave open are shared.
func (f *rubbing) sense(dst []float64, p *integrate.Point) error {
	if err := f.r.state.Sense(dst, p, f.out); err != nil {
		return err
	}
	x := f.r.state.Split()
	if x == nil {
		return nil
	}
	x.Share(f.loads, p.L, func(k int) float64 { return rubOutputs(dst, k)[system.RubBound] })
	for k, r := range f.rubs {
		if o := rubOutputs(dst, k); f.r.state.Slip(k).Stuck {
			copy(o[system.RubPush:system.RubPush+3], f.loads[r.At:r.At+r.N])
			o[system.RubForce] = length3(triple(o, system.RubPush))
		}
	}
	return nil
}

// share lets the surfaces bear what they are told to at the point being reported; the function that it returns takes that back.
func (f *rubbing) share(p *integrate.Point) (func(), error) {
	if f == nil || f.r.state.Split() == nil {
		return func() {}, nil
	}
	if err := f.sense(f.look, p); err != nil {
		return nil, err
	}
	f.r.state.Bear(p, f.loads)
	return f.r.state.Unload, nil
}

// beyond tells how far surfaces k are beyond what they do: the force of those that stick beyond its bound, the slip velocity of
// those that slip beyond zero. tol is what does not matter.
func (f *rubbing) beyond(all []float64, k int, p *integrate.Point) (v, tol float64) {
	o := rubOutputs(all, k)
	switch x := f.r.state.Slip(k); {
	case x.Stuck:
		if v := length3(triple(o, system.RubSlip)); x.Spare != [3]bool{} && v > f.rubs[k].Slow {
			return v / f.rubs[k].Slow * (1 + o[system.RubBound]), 0 // what held it does so no more
		}
		most := 0.0
		for _, l := range p.L {
			most = math.Max(most, math.Abs(l))
		}
		return o[system.RubForce] - o[system.RubBound], boundPart*o[system.RubBound] + floorPart*most
	case x.Dir != [3]float64{}:
		return -o[system.RubAlong], slowPart * f.rubs[k].Slow
	}
	return -1, 0
}

// begin settles which surfaces stick at p, where an analysis begins.
func (f *rubbing) begin(p *integrate.Point) error {
	if f == nil {
		return nil
	}
	for k := range f.fired {
		f.fired[k] = !f.r.state.Slip(k).Stuck
	}
	f.upTo = math.Inf(-1)
	if err := f.settle(p); err != nil {
		return err
	}
	f.t = p.T
	return f.sense(f.now, p)
}

// settle lets surfaces that have fired change at p, which becomes consistent: those that stuck slip against the force
// that held them, others stick if they do not move. Then all that stick are judged by the force that this asks for; the one that
// is farthest beyond its bound slips, until none is.
func (f *rubbing) settle(p *integrate.Point) error {
	s := f.r.state
	if err := f.sense(f.look, p); err != nil {
		return err
	}
	stopped := false
	for k, fired := range f.fired {
		if !fired {
			continue
		}
		o := rubOutputs(f.look, k)
		switch v := triple(o, system.RubSlip); {
		case length3(v) > f.rubs[k].Slow:
			s.Slide(k, v)
		case s.Slip(k).Stuck:
			f.slide(k, o, p.T)
		default:
			s.Stick(k)
			stopped = true
			f.say(k, "stick", p.T)
		}
	}
	if err := f.sort(p, stopped); err != nil {
		return err
	}
	if stopped {
		if err := integrate.ProjectVelocities(s, p, 1e-3*f.r.rowTol(), f.r.work); err != nil {
			return err
		}
	}
	for {
		if err := f.r.consistent(p); err != nil {
			return err
		}
		if err := f.sense(f.look, p); err != nil {
			return err
		}
		worst, most := -1, 0.0
		for k := range f.rubs {
			v, tol := f.beyond(f.look, k, p)
			if v -= tol; s.Slip(k).Stuck && v > 0 && v/(v+rubOutputs(f.look, k)[system.RubBound]) > most {
				worst, most = k, v/(v+rubOutputs(f.look, k)[system.RubBound])
			}
		}
		if worst < 0 {
			return nil
		}
		f.slide(worst, rubOutputs(f.look, worst), p.T)
		if err := f.sort(p, false); err != nil {
			return err
		}
	}
}

// sort finds out which rows of surfaces that stick are spare at p. After a stop others that do not move stick if those hold them.
func (f *rubbing) sort(p *integrate.Point, stopped bool) error {
	s := f.r.state
	var also []int
	for k, r := range f.rubs {
		if x := s.Slip(k); stopped && x.Dir != [3]float64{} && length3(triple(rubOutputs(f.look, k), system.RubSlip)) <= r.Slow {
			also = append(also, k)
		}
	}
	f.r.work.Forget()
	return s.SortRubs(p, also)
}

// slide lets surfaces k slip against the force that held them.
func (f *rubbing) slide(k int, o []float64, t float64) {
	d := triple(o, system.RubPush)
	for n := range d {
		d[n] = -d[n]
	}
	f.r.state.Slide(k, d)
	f.say(k, "slip", t)
}

// say notes that surfaces k begin to stick or slip.
func (f *rubbing) say(k int, what string, t float64) {
	switch f.count++; {
	case f.count < maxEvents:
		f.r.rec.Log("%s %d: the surfaces %s from time %g on", f.rubs[k].Element, f.rubs[k].ID, what, t)
	case f.count == maxEvents:
		f.r.rec.Log("further changes between sticking and slipping are not listed")
	}
}

// options makes the integrator report its steps.
func (f *rubbing) options(o *integrate.Options) {
	if f == nil {
		return
	}
	f.inner, o.Watch = o.Watch, f.watch
}

// turn lets the directions of slip follow where they have turned far, at the end of a step.
func (f *rubbing) turn() {
	for k := range f.rubs {
		o := rubOutputs(f.now, k)
		x, v := f.r.state.Slip(k), triple(o, system.RubSlip)
		if x.Dir != [3]float64{} && length3(v) > f.rubs[k].Slow && o[system.RubAlong] < 0.7*length3(v) {
			f.r.state.Slide(k, v)
		}
	}
}

// asOf makes friction what it was at t, in the last step; the function that it returns brings it back.
func (f *rubbing) asOf(t float64) func() {
	if f == nil || t >= f.upTo {
		return func() {}
	}
	s, split := f.r.state, f.r.state.Split()
	s.Slips(f.kept)
	s.SetSlips(f.before)
	s.SetSplit(f.split)
	f.r.work.Forget()
	return func() {
		s.SetSlips(f.kept)
		s.SetSplit(split)
		f.r.work.Forget()
	}
}

// rest makes all surfaces stick in an analysis of rest, but for those without friction in it.
func (f *rubbing) rest(p *integrate.Point) error {
	if f == nil {
		return nil
	}
	for k, r := range f.rubs {
		if r.Idle {
			f.r.state.Loosen(k)
		} else {
			f.r.state.Stick(k)
		}
	}
	f.r.work.Forget()
	return f.r.state.SortRubs(p, nil)
}
