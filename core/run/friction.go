package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// frictionEvents are those of dry friction of joints as rows (system.DryFriction) in analyses of motion: surfaces
// that stick begin to slip when the force of their rows reaches its bound, those that slip stick when the
// slip velocity along the direction of slip has become zero and the rows can hold them.
type frictionEvents struct {
	r        *runner
	surfaces []*system.DryFriction
	out      []system.Output
	now      []float64 // outputs in the last sample
	fired    []bool
	loads    []float64 // by rows
	count    int
}

// newFrictionEvents returns nil for a model without such friction.
func newFrictionEvents(r *runner) *frictionEvents {
	surfaces := r.model.System.DryFrictions
	if len(surfaces) == 0 {
		return nil
	}
	out := r.model.System.FrictionOutputs()
	return &frictionEvents{r: r, surfaces: surfaces, out: out, now: make([]float64, len(out)), fired: make([]bool, len(surfaces)), loads: make([]float64, r.state.Layout().NL)}
}

// outputsOfSurfaces returns the outputs of pair k of surfaces in the last sample.
func (f *frictionEvents) outputsOfSurfaces(pair int) []float64 {
	return f.now[pair*system.FrictionOutputCount : (pair+1)*system.FrictionOutputCount]
}

func threeOutputsFrom(o []float64, at int) (v [3]float64) {
	copy(v[:], o[at:])
	return v
}

func norm3(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// What of a bound, and of the largest multiplier of the model, counts as rounding; and the part of DryFriction.Slow that a slip
// velocity is found to.
const (
	boundPart = 1e-9
	floorPart = 1e-11
	slowPart  = 1e-5
)

// nearBound is the part of a bound from which on loads of surfaces that stick are solved for: those of the method are not exact, and
// those of its interpolant know nothing of a force that jumps within the step.
const nearBound = 0.7

// backLate is the part of an interval that surfaces slip which move back from its start on.
const backLate = 0.01

// sampleFrictionOutputs takes the outputs at p. Loads that the rows leave open are shared.
func (f *frictionEvents) sampleFrictionOutputs(p *integrate.Point) error {
	if err := f.r.state.EvalOnDemandOutputs(f.now, p, f.out); err != nil {
		return err
	}
	x := f.r.state.FrictionLoadSplit()
	if x == nil {
		return nil
	}
	x.DistributeStictionForces(f.loads, p.L, func(k int) float64 { return f.outputsOfSurfaces(k)[system.FrictionBound] })
	for k, r := range f.surfaces {
		if o := f.outputsOfSurfaces(k); f.r.state.SlipState(k).Stuck {
			copy(o[system.FrictionPush:system.FrictionPush+3], f.loads[r.At:r.At+r.N])
			o[system.FrictionForce] = norm3(threeOutputsFrom(o, system.FrictionPush))
		}
	}
	return nil
}

// setReportedLoads gives the surfaces the loads of the reactions that are reported at this point; restore takes that back.
func (f *frictionEvents) setReportedLoads(p *integrate.Point) (restore func(), err error) {
	if f == nil || f.r.state.FrictionLoadSplit() == nil {
		return func() {}, nil
	}
	if err := f.sampleFrictionOutputs(p); err != nil {
		return nil, err
	}
	f.r.state.SetFrictionLoads(p, f.loads)
	return f.r.state.ClearFrictionLoads, nil
}

// stickSlipEventValue returns the event value of a pair of surfaces, above 0 where they are to change: the force of those that stick beyond its bound, the slip velocity of
// those that slip beyond zero. tol is what does not matter.
func (f *frictionEvents) stickSlipEventValue(pair int, p *integrate.Point) (v, tol float64) {
	o := f.outputsOfSurfaces(pair)
	switch x := f.r.state.SlipState(pair); {
	case x.Stuck:
		if v := norm3(threeOutputsFrom(o, system.FrictionSlip)); x.Spare != [3]bool{} && v > f.surfaces[pair].Slow {
			return v / f.surfaces[pair].Slow * (1 + o[system.FrictionBound]), 0 // what held it holds no more
		}
		most := 0.0
		for _, l := range p.L {
			most = math.Max(most, math.Abs(l))
		}
		return o[system.FrictionForce] - o[system.FrictionBound], boundPart*o[system.FrictionBound] + floorPart*most
	case x.Dir != [3]float64{}:
		return -o[system.FrictionAlong], slowPart * f.surfaces[pair].Slow
	}
	return -1, 0
}

func (f *frictionEvents) valueCount() int       { return len(f.surfaces) }
func (f *frictionEvents) intervalsPerStep() int { return 2 }

func (f *frictionEvents) evaluateValues(dst []eventValue, p *integrate.Point, solved bool) (unsolved bool, err error) {
	if err := f.sampleFrictionOutputs(p); err != nil {
		return false, err
	}
	for k := range dst {
		v, tol := f.stickSlipEventValue(k, p)
		dst[k] = eventValue{v: v, reached: v > tol, tol: tol, delay: backLate}
		if o := f.outputsOfSurfaces(k); f.r.state.SlipState(k).Stuck {
			dst[k].reaction, dst[k].slack, dst[k].delay = true, tol, 0
			unsolved = unsolved || !solved && o[system.FrictionForce] > nearBound*o[system.FrictionBound]
		}
	}
	return unsolved, nil
}

// rearmAfterInterval lets the directions of slip follow where they have turned far, at the end of a step.
func (f *frictionEvents) rearmAfterInterval(at []eventValue, last bool) {
	for k := range at {
		o := f.outputsOfSurfaces(k)
		x, v := f.r.state.SlipState(k), threeOutputsFrom(o, system.FrictionSlip)
		if last && x.Dir != [3]float64{} && norm3(v) > f.surfaces[k].Slow && o[system.FrictionAlong] < 0.7*norm3(v) {
			f.r.state.SlideFriction(k, v)
			at[k].v = -norm3(v)
		}
	}
}

// carryOutEvent lets surfaces i begin to slip or stick, and others that have come there, but for what the projection changes.
func (f *frictionEvents) carryOutEvent(p *integrate.Point, i int, end []eventValue) (firstStep float64, err error) {
	if err := f.sampleFrictionOutputs(p); err != nil {
		return 0, err
	}
	for k := range f.surfaces {
		v, tol := f.stickSlipEventValue(k, p)
		f.fired[k] = v > tol || (k == i || end[k].reached) && v > -1e3*tol
	}
	return 0, f.switchStickingAndSlipping(p)
}

// findStickingSurfaces finds out which surfaces stick at p, where an analysis begins.
func (f *frictionEvents) findStickingSurfaces(p *integrate.Point) error {
	if f == nil {
		return nil
	}
	for k := range f.fired {
		f.fired[k] = !f.r.state.SlipState(k).Stuck
	}
	return f.switchStickingAndSlipping(p)
}

// switchStickingAndSlipping lets surfaces that have fired change at p, which becomes consistent: those that stuck slip against the force
// that held them, others stick if they do not move. Then all that stick are judged by the force that this requests; the one that
// is farthest beyond its bound slips, until none is.
func (f *frictionEvents) switchStickingAndSlipping(p *integrate.Point) error {
	s := f.r.state
	if err := f.sampleFrictionOutputs(p); err != nil {
		return err
	}
	stopped := false
	for k, fired := range f.fired {
		if !fired {
			continue
		}
		o := f.outputsOfSurfaces(k)
		switch v := threeOutputsFrom(o, system.FrictionSlip); {
		case norm3(v) > f.surfaces[k].Slow:
			s.SlideFriction(k, v)
		case s.SlipState(k).Stuck:
			f.startSlipping(k, o, p.T)
		default:
			s.StickFriction(k)
			stopped = true
			f.recordStickOrSlip(k, "stick", p.T)
		}
	}
	if err := f.findDependentStickingRows(p, stopped); err != nil {
		return err
	}
	if stopped {
		if err := integrate.ProjectVelocities(s, p, 1e-3*f.r.rowTolerance(), f.r.work); err != nil {
			return err
		}
	}
	for {
		if err := f.r.solveAccelerations(p); err != nil {
			return err
		}
		if err := f.sampleFrictionOutputs(p); err != nil {
			return err
		}
		worst, most := -1, 0.0
		for k := range f.surfaces {
			v, tol := f.stickSlipEventValue(k, p)
			if v -= tol; s.SlipState(k).Stuck && v > 0 && v/(v+f.outputsOfSurfaces(k)[system.FrictionBound]) > most {
				worst, most = k, v/(v+f.outputsOfSurfaces(k)[system.FrictionBound])
			}
		}
		if worst < 0 {
			return nil
		}
		f.startSlipping(worst, f.outputsOfSurfaces(worst), p.T)
		if err := f.findDependentStickingRows(p, false); err != nil {
			return err
		}
	}
}

// findDependentStickingRows finds out which rows of surfaces that stick are spare at p. After a stop others that do not move stick if those hold them.
func (f *frictionEvents) findDependentStickingRows(p *integrate.Point, stopped bool) error {
	s := f.r.state
	var also []int
	for k, r := range f.surfaces {
		if x := s.SlipState(k); stopped && x.Dir != [3]float64{} && norm3(threeOutputsFrom(f.outputsOfSurfaces(k), system.FrictionSlip)) <= r.Slow {
			also = append(also, k)
		}
	}
	f.r.work.RequireFreshPartials()
	return s.FindDependentFrictionRows(p, also)
}

// startSlipping lets surfaces k slip against the force that held them.
func (f *frictionEvents) startSlipping(k int, o []float64, t float64) {
	d := threeOutputsFrom(o, system.FrictionPush)
	for n := range d {
		d[n] = -d[n]
	}
	f.r.state.SlideFriction(k, d)
	f.recordStickOrSlip(k, "slip", t)
}

// recordStickOrSlip notes that surfaces k begin to stick or slip.
func (f *frictionEvents) recordStickOrSlip(k int, what string, t float64) {
	switch f.count++; {
	case f.count < maxEvents:
		f.r.rec.Log("%s %d: the surfaces %s from time %g on", f.surfaces[k].Element, f.surfaces[k].ID, what, t)
	case f.count == maxEvents:
		f.r.rec.Log("further changes between sticking and slipping are not listed")
	}
}

// stickSurfacesForEquilibrium makes all surfaces stick in an analysis of rest, but for those without friction in it.
func (f *frictionEvents) stickSurfacesForEquilibrium(p *integrate.Point) error {
	if f == nil {
		return nil
	}
	for k, r := range f.surfaces {
		if r.Idle {
			f.r.state.ReleaseFriction(k)
		} else {
			f.r.state.StickFriction(k)
		}
	}
	f.r.work.RequireFreshPartials()
	return f.r.state.FindDependentFrictionRows(p, nil)
}
