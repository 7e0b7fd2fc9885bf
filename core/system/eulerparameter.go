package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// ORIENT(27, n, i, j) is Euler parameter n of the axes of I seen along those of
// J, n = 1 to 4 for e0 (the cosine of half the angle) and e1, e2, e3, with e0 ≥ 0.
// It has no unit. Other kinds of orientation than 27 have names of their own
// (PSI, THETA, PHI, YAW, PITCH, ROLL).
//
// When I turns against J by δφ along J's axes, the parameters (e0, e) change by
// half the product of (0, δφ) and themselves,
//
//	δe0 = -e·δφ/2,  δe = (e0 δφ + δφ×e)/2,
//
// so that g0 = -e/2 and gk = (e0 xk + e×xk)/2 along J's axes are the gradients,
// of which those along global axes, t = RJ g, turn I, and -t turns J. With
// δt = RJ δg + δθJ×t and δφ = RJᵀ(δθI - δθJ),
//
//	δg0 = -(e0 - ẽ) δφ/4,  δgk = -(xk eᵀ + x̃k (e0 - ẽ)) δφ/4.
func init() {
	enter(row{"ORIENT", 4, 4, Pose, orientation, &fn{combine: parameter}})
}

// eulerParameters is the only kind of orientation that has no name of its own.
const eulerParameters = 27

func orientation(sys *System, m *Measure) error {
	if m.Args[0] != eulerParameters {
		return fmt.Errorf("only orientation type %d, Euler parameters, is supported, not %d", eulerParameters, m.Args[0])
	}
	if m.comp = m.Args[1]; m.comp < 1 || m.comp > 4 {
		return fmt.Errorf("the Euler parameter must be 1 to 4, not %d", m.comp)
	}
	if err := m.marker(sys, 2, &m.i); err != nil {
		return err
	}
	return m.marker(sys, 3, &m.j)
}

// parameters returns the Euler parameters of I along J, with e0 ≥ 0.
func (s *State) parameters(m *Measure) (e0 float64, e vec) {
	rj := &s.marker[m.j].R
	t := rj.T()
	r := t.Times(&s.marker[m.i].R)
	q := spatial.FromMat(&r)
	if q.W < 0 {
		return -q.W, vec{X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	return q.W, vec{X: q.X, Y: q.Y, Z: q.Z}
}

// parameter returns the parameter that m is.
func (m *Measure) parameter(e0 float64, e vec) float64 {
	if m.comp == 1 {
		return e0
	}
	return e.At(m.comp - 2)
}

// turning returns the gradient t of a parameter, global axes.
func (s *State) turning(m *Measure, e0 float64, e vec) vec {
	g := e.Scale(-0.5)
	if m.comp > 1 {
		x := spatial.Identity.Col(m.comp - 2)
		g = x.Scale(e0).Add(e.Cross(x)).Scale(0.5)
	}
	return s.marker[m.j].R.Mul(g)
}

func (s *State) gradParameter(g []float64, m *Measure) {
	e0, e := s.parameters(m)
	t := s.turning(m, e0, e)
	push(g, m.slot[0], vec{}, t)
	push(g, m.slot[1], vec{}, t.Neg())
}

// parameterJet: with w the angular velocity of I against J along J's axes,
// (e0, e)” = (0, w')(e0, e)/2 + (0, w)(e0, e)'/2.
func (s *State) parameterJet(m *Measure, rates float64) jet {
	e0, e := s.parameters(m)
	bi, bj := &s.body[s.sys.Markers[m.i].Body], &s.body[s.sys.Markers[m.j].Body]
	rj := &s.marker[m.j].R
	rel := bi.W.Sub(bj.W)
	w := rj.TMul(rel)
	dw := rj.TMul(bi.Al.Sub(bj.Al).Scale(rates).Sub(bj.W.Cross(rel)))
	q := spatial.Quat{W: e0, X: e.X, Y: e.Y, Z: e.Z}
	d := q.Rate(w)
	a, b := q.Rate(dw), d.Rate(w)
	part := func(q spatial.Quat) float64 { return m.parameter(q.W, vec{X: q.X, Y: q.Y, Z: q.Z}) }
	return jet{part(q), part(d), part(a) + part(b)}
}

// stiffenParameter adds -q f ∂²e/∂θ² to the matrix.
func (s *State) stiffenParameter(m *Measure, f, q float64, j *jacobian) {
	e0, e := s.parameters(m)
	k := spatial.Tilde(e.Neg())
	k.A.X, k.B.Y, k.C.Z = k.A.X+e0, k.B.Y+e0, k.C.Z+e0
	if m.comp > 1 {
		x := spatial.Identity.Col(m.comp - 2)
		xt := spatial.Tilde(x)
		k = xt.Times(&k)
		outer := mat{A: x.Scale(e.X), B: x.Scale(e.Y), C: x.Scale(e.Z)}
		k = k.Add(&outer)
	}
	r := &s.marker[m.j].R
	rt := r.T()
	k = k.Times(&rt)
	k = r.Times(&k)
	k = k.Scale(-0.25)
	t := spatial.Tilde(s.turning(m, e0, e))
	kj := k.Add(&t)
	bi, bj := s.sys.Markers[m.i].Body, s.sys.Markers[m.j].Body
	j.addBodies(bi, bi, 3, 3, &k, -q*f)
	j.addBodies(bi, bj, 3, 3, &kj, q*f)
	j.addBodies(bj, bi, 3, 3, &k, q*f)
	j.addBodies(bj, bj, 3, 3, &kj, -q*f)
}
