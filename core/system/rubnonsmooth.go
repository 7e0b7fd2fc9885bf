package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// Dry friction of joints in time steps by NSC. The rows of surfaces that slip in one direction are a box of package vi,
// those of several a ball, both of the size h μ N. N is made of the joint's own multipliers, which the solution gives:
// the bounds follow them from one solution to the next, in the same step, until they stay (Bounds). Surfaces that stuck at the end
// of the step before have μs; as soon as a solution makes them slip they have μd, for the rest of this step and until they stick.
// Where μd lets the slip turn round in a step the surfaces are at rest within it, and μs decides whether they stay: they get what stops
// them and h μs N, once, and keep it if that holds them. Without this what is thrown up a slope never sticks between μd and μs.

// rubStep is what a step knows of surfaces.
type rubStep struct {
	load    float64    // N of the last solution
	size    float64    // μ N
	slide   float64    // μd N
	sticks  bool       // in the step under way
	stuck   bool       // at the end of the step before
	lasting bool       // the last solution has no slip
	tried   bool       // in this step: whether μs holds a slip that turns round
	from    [3]float64 // the slip at the start of the step
}

// addRubRows adds the rows of surfaces to the problem.
func (s *State) addRubRows(r *Rub, at []int) {
	v := s.hard.prob.Rows
	if r.N == 1 {
		v.AddBox(0, 0, at...)
	} else {
		v.AddBall(0, r.N, at...)
	}
}

// beginRubs lets rows push with the multipliers of points, and begins with surfaces that stick where they do not move at p.
func (s *State) beginRubs(p *integrate.Point) {
	s.hard.rubs = make([]rubStep, len(s.sys.Rubs))
	for n, r := range s.sys.Rubs {
		if !holds(s.sys.Rows[r.set]) {
			continue
		}
		s.setSlip(n, Slip{})
		s.slips[n].Stuck = true // but the rows are open: they are rows of NSC
	}
	if len(s.sys.Rubs) == 0 || s.rowsOnly(p) != nil {
		return // the first step finds the error
	}
	for n, r := range s.sys.Rubs {
		v := 0.0
		for k := range r.N {
			v = math.Hypot(v, s.rows.g[r.At+k])
		}
		s.hard.rubs[n].stuck = v <= r.Slow
		s.hard.rubs[n].sticks = v <= r.Slow
	}
}

// endRubs frees all surfaces.
func (s *State) endRubs() {
	for n := range s.slips {
		s.setSlip(n, Slip{})
	}
}

// rubTerms sets the sizes for a step of h; in an impact there is no friction in joints.
func (s *State) rubTerms(h, t float64) {
	for n, r := range s.sys.Rubs {
		if !holds(s.sys.Rows[r.set]) {
			continue
		}
		v := s.hard.prob.Rows
		if h == 0 {
			for k := range r.N {
				v.Mark(r.At+k, vi.Disabled, "takes no part in an impact", t)
			}
			continue
		}
		for k := range r.N {
			v.Unmark(r.At+k, vi.Disabled)
		}
		x := &s.hard.rubs[n]
		x.sticks, x.tried = x.stuck, x.stuck
		copy(x.from[:], v.B[r.At:r.At+r.N])
		s.rubSize(n, h)
	}
}

func (s *State) rubSize(n int, h float64) {
	v, at := s.hard.prob.Rows, s.sys.Rubs[n].At
	v.Hi[at] = h * s.hard.rubs[n].size
	v.Lo[at] = -v.Hi[at]
}

// Bounds implements integrate.Bounding: the sizes follow the multipliers of the problem, which was solved for a step of h at the point
// evaluated last. change is by how much that may change rates of the rows.
func (s *State) Bounds(h float64) (change float64, err error) {
	if h == 0 {
		return 0, nil
	}
	if change, err = s.boundFriction(h); err != nil || len(s.sys.Rubs) == 0 {
		return change, err
	}
	v, p := s.hard.prob.Rows, s.p
	for n := range p.L {
		p.L[n] = v.L[n] / h
	}
	if s.hard.asks == nil {
		s.hard.asks = s.sys.RubOutputs()
		s.hard.sensed = make([]float64, len(s.hard.asks))
	}
	all := s.hard.sensed
	if err := s.Sense(all, p, s.hard.asks); err != nil {
		return 0, err
	}
	for n, r := range s.sys.Rubs {
		x, o := &s.hard.rubs[n], all[n*Rubbing:]
		slip, along := 0.0, 0.0
		for k := range r.N {
			slip = math.Hypot(slip, v.C[r.At+k])
			along += v.C[r.At+k] * x.from[k]
		}
		x.lasting = slip <= r.Slow
		// the size may still be that of a slip, or of a smaller load: only μs N itself reports that surfaces do not stick
		x.sticks = x.sticks && (x.lasting || x.size < (1-1e-6)*o[RubBound])
		size := o[RubSlide]
		x.slide = size
		switch {
		case x.sticks:
			size = o[RubBound]
			if x.tried && !x.stuck && x.lasting {
				size = x.size
			}
		case !x.tried && !x.lasting && along < 0:
			x.sticks, x.tried = true, true
			size = o[RubBound] + x.stops(r.N)/(h*s.rubGain(r))
		}
		change = math.Max(change, h*math.Abs(size-x.size)*s.rubGain(r))
		x.load, x.size = o[RubLoad], size
		s.rubSize(n, h)
	}
	return change, nil
}

// stops is the slip at the start of the step.
func (x *rubStep) stops(n int) (slip float64) {
	for _, v := range x.from[:n] {
		slip = math.Hypot(slip, v)
	}
	return slip
}

// rubGain is J M⁻¹ Jᵀ of the rows, the greatest, with the masses on the diagonal.
func (s *State) rubGain(r *Rub) (most float64) {
	for k := range r.N {
		most = math.Max(most, s.rowGain(r.set, k))
	}
	return most
}

// keepRubs notes at an accepted point which surfaces stick.
func (s *State) keepRubs() {
	for n := range s.hard.rubs {
		s.hard.rubs[n].stuck = s.hard.rubs[n].lasting
	}
}
