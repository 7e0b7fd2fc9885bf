package system

import "fmt"

// KE(body) is the kinetic energy T = (m v·v + ω·Jω)/2 of a body, in force unit
// times length unit. Its derivatives are
//
//	δT = m v·δv + Jω·δω                speeds
//	   + (Jω×ω)·δθ                     the inertia turns: δJ = δθ̃ J - J δθ̃

func init() {
	enter(row{name: "KE", min: 1, max: 1, stage: Energy, bind: energyOf})
}

// energyOf binds KE: a rigid body has precedence over a point mass with the
// same id.
func energyOf(sys *System, m *Measure) error {
	for _, k := range [...]BodyKind{Rigid, PointMass} {
		if i, ok := sys.Body(k, m.Args[0]); ok {
			m.ref = int(i)
			m.place(i)
			return nil
		}
	}
	return fmt.Errorf("there is no body %d", m.Args[0])
}

func (s *State) kinetic(m *Measure) float64 {
	b, st := &s.sys.Bodies[m.ref], &s.body[m.ref]
	return (b.Mass*st.V.Dot(st.V) + st.W.Dot(st.JW)) / 2
}

// gradKinetic fills the gradient blocks as gradMotion does.
func (s *State) gradKinetic(m *Measure) (pose, speed []float64) {
	n := 6 * len(m.body)
	g := s.grad[m.grad : m.grad+2*n]
	clear(g)
	if n > 0 {
		b, st := &s.sys.Bodies[m.ref], &s.body[m.ref]
		push(g[:n], 0, vec{}, st.JW.Cross(st.W))
		push(g[n:], 0, st.V.Scale(b.Mass), st.JW)
	}
	return g[:n], g[n:]
}
