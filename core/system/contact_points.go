package system

// ContactPoint is a place where two bodies press on each other. All vectors are along global axes.
type ContactPoint struct {
	ID    int // of the Force_Contact
	Place vec // midway between both surfaces
	// Normal is the unit normal towards the body that feels Force: that of I in a contact of two sides by forces. The other body feels
	// the opposite at the same place.
	Normal vec
	Force  vec // normal force and friction
}

// AppendContactPoints appends the points of contact that bear a load: of contacts by forces as of the last Report, of rigid
// contacts as of the last step.
func (s *State) AppendContactPoints(dst []ContactPoint) []ContactPoint {
	for k := range s.plan.law {
		l, ok := s.plan.law[k].law.(*contactLaw)
		if !ok {
			continue
		}
		j := &s.kin.marker[l.J]
		for _, p := range l.points {
			p.Place = j.P.Add(j.R.Mul(p.Place))
			p.Normal, p.Force = j.R.Mul(p.Normal), j.R.Mul(p.Force)
			dst = append(dst, p)
		}
	}
	return append(dst, s.rigid.points...)
}

// notePoint notes a point in penetration, in J's axes, and the force on I there.
func (l *contactLaw) notePoint(m *pairPose, t *contactPoint, force vec) {
	l.points = append(l.points, ContactPoint{l.ID, t.p, t.n.Scale(m.sigma), force})
}

// notePoint notes a point of a rigid contact that bears a load, with the force on its body a.
func (rs *rigidState) notePoint(pt *rigidPoint, force vec) {
	if force != (vec{}) {
		rs.points = append(rs.points, ContactPoint{rs.s.sys.Rigid[pt.contact].ID, pt.p, pt.n, force})
	}
}
