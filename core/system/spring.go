package system

import "math"

// A spring and damper along the line between two markers is a force whose law is
//
//	f = c0 + c1 DM(I,J) + c2 VR(I,J)
//
// of the measures of the same two markers. Distance, its rate, the law and the force then
// are one step of the evaluation: the line and its length are found once instead of
// three times. Measures and the law's output stand where they always do.

// affine is a law that is c0 + c·inputs.
type affine interface {
	Affine() (c0 float64, c []float64)
}

// springStep is a force of that kind.
type springStep struct {
	force, law int
	at, rate   MeasureIdx // DM and VR
	c0, c1, c2 float64
}

// spring returns the force that law l is the spring of, and whether there is one.
func (s *State) spring(l int, forces map[LawIdx][]int) (springStep, bool) {
	n := &s.plan.law[l]
	on := forces[LawIdx(l)]
	a, ok := n.law.(affine)
	if !ok || n.n != 1 || len(n.in) != 2 || len(on) != 1 || s.sys.Laws[l].Report || s.sys.Laws[l].Demand {
		return springStep{}, false
	}
	f := &s.sys.Forces[on[0]]
	for k, name := range [2]string{"DM", "VR"} {
		m := &s.plan.measure[n.in[k]]
		if m.row == nil || m.row.name != name || m.i != f.I || m.j != f.J || m.l != Global {
			return springStep{}, false
		}
	}
	c0, c := a.Affine()
	return springStep{on[0], l, n.in[0], n.in[1], c0, c[0], c[1]}, f.Direction == Line
}

// lineForces lists the forces along lines by their law.
func (s *State) lineForces() map[LawIdx][]int {
	by := map[LawIdx][]int{}
	for i := range s.sys.Forces {
		if f := &s.sys.Forces[i]; f.Direction == Line && f.Comp[0].Law >= 0 {
			by[f.Comp[0].Law] = append(by[f.Comp[0].Law], i)
		}
	}
	return by
}

// pull computes a spring: length, rate, law and force.
func (s *State) pull(p *springStep) error {
	f := &s.sys.Forces[p.force]
	i, j := &s.marker[f.I], &s.marker[f.J]
	d := i.P.Sub(j.P)
	n := math.Sqrt(d.Dot(d))
	u := vec{}
	if n > 0 {
		u = d.Scale(1 / n)
	}
	vr := i.V.Sub(j.V).Dot(u)
	s.m[p.at], s.m[p.rate] = n, vr
	law := &s.plan.law[p.law]
	law.val[0], law.val[1] = n, vr
	out := s.m[law.out : law.out+1]
	out[0] = p.c0 + p.c1*n + p.c2*vr
	if s.shift != nil {
		s.shifted(p.law, out)
	}
	if v := out[0]; v*0 != 0 {
		return s.notFinite(p.law, v)
	}
	s.wrench[p.force] = wrench{F: u.Scale(out[0])}
	return nil
}
