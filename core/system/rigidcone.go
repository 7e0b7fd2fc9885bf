package system

import "github.com/trammel-mbd/trammel/core/solve/vi"

// cone returns the rows of a point for a step h (multipliers are impulses): normal, two
// tangents where there is friction, two rolling rows and one spinning row where these are
// resisted and one of the bodies turns.
func (s *State) cone(pt *rigidPoint, h float64) vi.Cone {
	c := vi.Cone{Cohesion: h * pt.law.Cohesion}
	switch {
	case pt.law.Asked:
		c.Rows[0], c.Length[0] = 2, pt.friction.mu
	case pt.law.Mu > 0:
		c.Rows[0], c.Length[0] = 2, pt.law.Mu
	}
	if s.turns(pt.a) || s.turns(pt.b) {
		if pt.law.Rolling > 0 {
			c.Rows[1], c.Length[1] = 2, pt.law.Rolling
		}
		if pt.law.Spinning > 0 {
			c.Rows[2], c.Length[2] = 1, pt.law.Spinning
		}
	}
	return c
}

func (s *State) turns(b BodyIdx) bool { return s.sys.Bodies[b].Kind == Rigid }

// coneRows fills the Jacobians of a point's cone, whose first row is row and whose blocks
// are the speeds of a and then of b, without ground.
//
// With the bodies' velocities v and ω and the arms r from the mass centres to p the
// velocity of a past b there is
//
//	u = v_a + ω_a×r_a - v_b - ω_b×r_b,
//
// so that a row along d has d and r_a×d for a and the opposite for b. Rows of rolling and
// spinning have the axis alone, for ω_a - ω_b.
func (s *State) coneRows(r *vi.Rows, row int, pt *rigidPoint) {
	s.coneRowsOf(r, row, pt, &[2]vec{pt.p.Sub(s.body[pt.a].C), pt.p.Sub(s.body[pt.b].C)})
}

// coneRowsOf adds the rows of a cone, with the arms r_a and r_b.
func (s *State) coneRowsOf(r *vi.Rows, row int, pt *rigidPoint, arms *[2]vec) {
	c := s.cone(pt, 0)
	block := 0
	for k, body := range [2]BodyIdx{pt.a, pt.b} {
		if body == Ground {
			continue
		}
		sign := float64(1 - 2*k)
		arm := arms[k]
		at := row
		along := func(d vec) {
			j := r.Jacobian(at, block)
			d = d.Scale(sign)
			d.Store(j)
			if len(j) == 6 {
				arm.Cross(d).Store(j[3:])
			}
			at++
		}
		about := func(d vec) {
			j := r.Jacobian(at, block)
			clear(j)
			if len(j) == 6 {
				d.Scale(sign).Store(j[3:])
			}
			at++
		}
		along(pt.n)
		if c.Rows[0] > 0 {
			along(pt.t1)
			along(pt.t2)
		}
		if c.Rows[1] > 0 {
			about(pt.t1)
			about(pt.t2)
		}
		if c.Rows[2] > 0 {
			about(pt.n)
		}
		block++
	}
}

// coneLoad returns what the multipliers l of a point's cone do to a: force (or impulse) at p and
// moment. b feels the opposite.
func (s *State) coneLoad(pt *rigidPoint, l []float64) (w wrench) {
	c := s.cone(pt, 0)
	w.F = pt.n.Scale(l[0])
	l = l[1:]
	if c.Rows[0] > 0 {
		w.F, l = w.F.AddScaled(l[0], pt.t1).AddScaled(l[1], pt.t2), l[2:]
	}
	if c.Rows[1] > 0 {
		w.T, l = pt.t1.Scale(l[0]).AddScaled(l[1], pt.t2), l[2:]
	}
	if c.Rows[2] > 0 {
		w.T = w.T.AddScaled(l[0], pt.n)
	}
	return w
}

// clearRigidLoads begins the sums that CONTACT reports of rigid contacts.
func (s *State) clearRigidLoads() {
	for k := range s.sys.Rigid {
		s.wrench[s.sys.Rigid[k].force] = wrench{}
	}
	s.rigid.bearing = 0
}

// addRigidLoad adds the multipliers l of a point, times scale (1/h of impulses), to what
// CONTACT reports: the force on I's side, or, in a contact whose shapes all meet each other,
// that on the body of the first one, with the moment about I's marker.
func (s *State) addRigidLoad(pt *rigidPoint, l []float64, scale float64) {
	c := &s.sys.Rigid[pt.contact]
	if l[0] > 0 {
		s.rigid.bearing++
		s.rigid.total.Most = max(s.rigid.total.Most, s.rigid.bearing)
	}
	s.rigid.total.deeper(-pt.gap, RigidOverlap{A: int(pt.key >> (64 - keyShape)), B: int(pt.key >> (64 - 2*keyShape) & (1<<keyShape - 1)), Depth: -pt.gap})
	if c.J == NoMarker {
		switch s.sys.Markers[c.I].Body {
		case pt.a:
		case pt.b:
			scale = -scale
		default:
			return
		}
	}
	w, sum := s.coneLoad(pt, l), &s.wrench[c.force]
	f := w.F.Scale(scale)
	sum.F = sum.F.Add(f)
	sum.T = sum.T.AddScaled(scale, w.T).Add(pt.p.Sub(s.marker[c.I].P).Cross(f))
}

// rigidRate returns the rate of a point's gap at the motion in s.
func (s *State) rigidRate(pt *rigidPoint) float64 {
	a, b := &s.body[pt.a], &s.body[pt.b]
	u := a.V.Add(a.W.Cross(pt.p.Sub(a.C))).Sub(b.V).Sub(b.W.Cross(pt.p.Sub(b.C)))
	return u.Dot(pt.n)
}
