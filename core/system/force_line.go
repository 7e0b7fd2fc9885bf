package system

// A force along the line between two markers whose law depends on nothing but DM and
// VR of the same two, as that of a spring and damper does,
//
//	f = f(DM(I,J), VR(I,J))
//
// is one step of the evaluation: the line and its length are found once instead of
// three times, with the same bits. Measures and the law's output are where they
// always do. DM(J,I) and VR(J,I) are the same numbers. A law that is affine,
// c0 + c1 DM + c2 VR, has its coefficients taken out: it is not called either.

// affine is a law that is c0 + c·inputs.
type affine interface {
	Affine() (c0 float64, c []float64)
}

// singleComponentStep is a force of that kind.
type singleComponentStep struct {
	force, law int
	at, rate   MeasureIdx // DM and VR; -1 if the law does not depend on it
	input      [2]int     // which inputs of the law DM and VR are
	affine     bool       // c0 + c1 DM + c2 VR
	c0, c1, c2 float64
	routine    *springRoutine // nil for other laws
}

// springRoutine is the law of a spring that may be evaluated in place.
type springRoutine struct {
	*inlineRoutine
	less [2]float64 // what is taken off DM and VR
}

// springStepOfLaw returns the force that law l is the spring of, and whether there is one.
func (p *evaluationPlan) springStepOfLaw(l int, forces map[LawIdx][]int) (step singleComponentStep, found bool) {
	n := &p.law[l]
	on := forces[LawIdx(l)]
	if n.n != 1 || len(n.in) == 0 || len(on) != 1 || p.sys.Laws[l].Report || p.sys.Laws[l].Demand {
		return singleComponentStep{}, false
	}
	f := &p.sys.Forces[on[0]]
	x := singleComponentStep{force: on[0], law: l, at: -1, rate: -1}
	for k, i := range n.in {
		m := &p.measure[i]
		if m.row == nil || m.l != Global || !(m.i == f.I && m.j == f.J || m.i == f.J && m.j == f.I) {
			return singleComponentStep{}, false
		}
		switch {
		case m.row.name == "DM" && x.at < 0:
			x.at, x.input[0] = i, k
		case m.row.name == "VR" && x.rate < 0:
			x.rate, x.input[1] = i, k
		default:
			return singleComponentStep{}, false
		}
	}
	if r, ok := n.law.(*routineLaw); ok {
		x.routine = &springRoutine{inlineRoutine: &r.inline}
		for k, m := range [2]MeasureIdx{x.at, x.rate} {
			if m >= 0 && r.less != nil {
				x.routine.less[k] = r.less[x.input[k]]
			}
		}
	}
	if a, ok := n.law.(affine); ok && x.at >= 0 && x.rate >= 0 {
		c0, c := a.Affine()
		x.affine, x.c0, x.c1, x.c2 = true, c0, c[x.input[0]], c[x.input[1]]
	}
	return x, true
}

// lineForcesByLaw lists the forces along lines by their law.
func (sys *System) lineForcesByLaw() map[LawIdx][]int {
	by := map[LawIdx][]int{}
	for i := range sys.Forces {
		if f := &sys.Forces[i]; f.Direction == Line && f.Comp[0].Law >= 0 {
			by[f.Comp[0].Law] = append(by[f.Comp[0].Law], i)
		}
	}
	return by
}

// computeSpring computes a spring: length, rate, law and force.
func (s *State) computeSpring(p *singleComponentStep) error {
	f := &s.sys.Forces[p.force]
	i, j := &s.kin.marker[f.I], &s.kin.marker[f.J]
	u, n := s.kin.lineOfAction(f)
	law := &s.plan.law[p.law]
	if p.at >= 0 {
		s.m[p.at] = n
		law.val[p.input[0]] = n
	}
	vr := 0.0
	if p.rate >= 0 {
		vr = i.V.Sub(j.V).Dot(u)
		s.m[p.rate] = vr
		law.val[p.input[1]] = vr
	}
	out := s.m[law.out : law.out+1]
	if p.affine {
		out[0] = p.c0 + p.c1*n + p.c2*vr
	} else if err := s.evalSpringLaw(p, out, n, vr); err != nil || s.queryAdded {
		return err // the evaluation is void if something was learnt
	}
	if s.shift != nil {
		addPlantInputs(s.shift, p.law, out)
	}
	if v := out[0]; v*0 != 0 {
		return s.shorterStepError(p.law, v)
	}
	s.wrench[p.force] = wrench{F: u.Scale(out[0])}
	return nil
}

// evalSpringLaw evaluates the law of a spring that is not affine.
func (s *State) evalSpringLaw(p *singleComponentStep, out []float64, length, rate float64) error {
	if p.routine != nil && p.evalRoutineInline(out, length, rate, s) {
		return nil
	}
	law := &s.plan.law[p.law]
	if err := law.law.Eval(out, law.val, s); err != nil && !s.queryAdded {
		return s.addLawOwnerToError(p.law, err)
	}
	return nil
}

// evalRoutineInline evaluates the law of a routine in place.
func (p *singleComponentStep) evalRoutineInline(out []float64, length, rate float64, s *State) (hasValue bool) {
	q := p.routine
	if !q.countCallIfAllowed(s) {
		return false
	}
	in := q.fn.InputBuffer(q.work)
	if p.at >= 0 {
		in[p.input[0]] = length - q.less[0]
	}
	if p.rate >= 0 {
		in[p.input[1]] = rate - q.less[1]
	}
	return q.callInline(out, s)
}
