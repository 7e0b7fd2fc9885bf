package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// A fast body may pass a contact within one step: shapes are apart at both ends of it, and no force has acted. Gaps between convex
// shapes are convex functions of the time while these move in a straight line, so that the tangents at two times bound a gap between
// them from below. Where they leave room for a contact, the gap is taken on the interpolant of the step.

// gapSample is a gap, its rate and the relative angular speed of the shapes at a time.
type gapSample struct{ t, gap, rate, turn float64 }

// gapClosure is where a gap is closed within a step: from the time touch on, for longer than up to deep.
type gapClosure struct{ touch, deep float64 }

const (
	dipSamples = 40   // times at which a gap is taken in a step, at most
	dipTurn    = 0.3  // rad: tangents bound gaps of shapes that turn less than this
	dipFirst   = 0.1  // of the time from the touch to the largest depth: the first step behind the touch
	dipStart   = 1e-3 // of the same: part that a step keeps at least
)

// dipSearch searches for a dip in a step.
type dipSearch struct {
	speed float64 // bound of the rate of the gap
	bend  float64 // bound of its second rate below zero
	left  int     // samples that may still be taken
	at    func(t float64) (gapSample, error)
}

// findDip returns a dip between two times at which the gap is open.
func (d *dipSearch) findDip(a, b gapSample) (dip gapClosure, found bool, err error) {
	w := b.t - a.t
	if d.left <= 0 || !(a.gap+b.gap < d.speed*w) {
		return gapClosure{}, false, nil
	}
	mid := a.t + w/2
	if math.Max(a.turn, b.turn)*w < dipTurn {
		if !(a.rate < 0 && b.rate > 0) {
			return gapClosure{}, false, nil
		}
		mid = (b.gap - a.gap + a.rate*a.t - b.rate*b.t) / (a.rate - b.rate)
		if a.gap+a.rate*(mid-a.t) > d.bend*w*w/8 {
			return gapClosure{}, false, nil
		}
		mid = math.Min(math.Max(mid, a.t+0.01*w), b.t-0.01*w)
	}
	if !(a.t < mid && mid < b.t) {
		return gapClosure{}, false, nil
	}
	d.left--
	m, err := d.at(mid)
	if err != nil {
		return gapClosure{}, false, err
	}
	if m.gap < 0 {
		touch, err := solve.FindRoot(m.t, a.t, m.gap, a.gap, -1e-2*m.gap, 1e-6*(m.t-a.t), func(t float64) (float64, error) {
			x, err := d.at(t)
			return x.gap, err
		})
		return gapClosure{touch, m.t}, err == nil, err
	}
	for _, x := range [2][2]gapSample{{a, m}, {m, b}} {
		if found, ok, err := d.findDip(x[0], x[1]); ok || err != nil {
			return found, ok, err
		}
	}
	return gapClosure{}, false, nil
}

// findFirstPassedDip returns the first dip of a gap that shapes of contacts have passed between start and end, and the force of that contact.
func (m *eventFinder) findFirstPassedDip(start, end float64) (first gapClosure, force int, ok bool, err error) {
	s, h := m.r.state, end-start
	first.touch = math.Inf(1)
	for k := range s.GapPairCount() {
		to, near := s.GapAt(k, m.r.stepper.solutionAt(end, m.probe), h)
		if !near || to.Value <= 0 {
			continue
		}
		from, near := s.GapAt(k, m.r.stepper.solutionAt(start, m.probe), h)
		if !near || from.Value <= 0 {
			continue
		}
		d := dipSearch{speed: 1.25 * math.Max(from.Speed, to.Speed), bend: to.V.Sub(from.V).Norm() / h, left: dipSamples}
		d.at = func(t float64) (gapSample, error) {
			g, _ := s.GapAt(k, m.r.stepper.solutionAt(t, m.probe), math.Inf(1))
			return gapSample{t, g.Value, g.Rate, g.Turn}, nil
		}
		found, is, err := d.findDip(gapSample{start, from.Value, from.Rate, from.Turn}, gapSample{end, to.Value, to.Rate, to.Turn})
		if err != nil {
			return first, 0, false, err
		}
		if is && found.touch < first.touch {
			first, force, ok = found, s.ForceIndexOfGap(k), true
		}
	}
	return first, force, ok, nil
}

// endStepAtPassedDip returns the end of a step that is to end where shapes touch that it has passed, and the first step from there on; end and 0 where there are none. A
// contact that no step may resolve counts as a stroke without resolution.
func (m *eventFinder) endStepAtPassedDip(start, end float64) (at, first float64, err error) {
	if !m.contacts {
		return end, 0, nil
	}
	d, force, ok, err := m.findFirstPassedDip(start, end)
	if !ok || err != nil {
		return end, 0, err
	}
	if first = dipFirst * (d.deep - d.touch); !m.r.settings.transient.ControlsError() || first < m.r.settings.transient.HMin {
		return end, 0, m.r.monitor.strokes.recordPassedContact(m.r, force, d, m.probe)
	}
	at = math.Max(d.touch, start+dipStart*(d.deep-start))
	return at, first, nil
}

// recordPassedContact takes note of a contact that a step has passed.
func (x *contactMonitor) recordPassedContact(r *runner, force int, d gapClosure, probe *integrate.Point) error {
	if r.monitor.energy.undefinable || force < 0 {
		return nil
	}
	r.stepper.copySolutionAt((d.touch+d.deep)/2, probe)
	if err := r.state.EvaluateWithoutResults(probe); err != nil {
		return err
	}
	power, _ := r.state.ForcePower(force)
	if e := math.Abs(power) * (d.deep - d.touch); e > strokeEnergy*math.Max(r.monitor.energy.largest, r.monitor.energyRoundingLevel(r.model.System)) {
		x.count++
		if e > x.worst.energy {
			x.worst = contactInterval{force: force, start: d.touch, last: d.deep, energy: e}
		}
	}
	return nil
}

// mayPassContacts reports whether steps may pass contacts.
func mayPassContacts(s *system.State) bool { return s.Mode == system.Dynamic && s.GapPairCount() > 0 }
