package system

import "fmt"

// Reactions of constraints and forces of elements:
//
//	NAME(id, jflag, comp [, rm])   jflag 0: on I's body at I, 1: on J's body at J.
//	                               JOINT: with those of the joint's limits
//	NFORCE(id, i, comp [, rm])      on the body of marker i at i
//	FX(i, j, rm) ...            net force on I's body at i through the elements between i and j
//
// comp 1 is the magnitude of the force, 2 to 4 its components, 5 the
// magnitude of the torque, 6 to 8 its components, along the axes of rm.
func init() {
	registerMeasures(
		measureSpec{name: "JOINT", min: 3, max: 4, stage: Reaction, bind: bindReaction("Constraint_Joint", func(sys *System) map[int]int { return sys.Joints })},
		measureSpec{name: "MOTION", min: 3, max: 4, stage: Reaction, bind: bindReaction("Motion_Joint", func(sys *System) map[int]int { return sys.Motions })},
		measureSpec{name: "GCON", min: 3, max: 4, stage: Reaction, bind: bindReaction("Constraint_General", rowSetIndexByID("Constraint_General"))},
		measureSpec{name: "UCON", min: 3, max: 4, stage: Reaction, bind: bindReaction("Constraint_UserConstr", rowSetIndexByID("Constraint_UserConstr"))},
		measureSpec{name: "JPRIM", min: 3, max: 4, stage: Reaction, bind: bindReaction("Constraint_Jprim", rowSetIndexByID("Constraint_Jprim"))},
	)
	for _, name := range [...]string{"PTCV", "CVCV", "PTSF", "CVSF", "SFSF"} {
		registerMeasures(measureSpec{name: name, min: 3, max: 4, stage: Reaction, bind: bindReaction("Constraint_"+name, rowSetIndexByID("Constraint_"+name))})
	}
	for name, element := range map[string]string{
		"SFORCE": "Force_Scalar_TwoBody", "VFORCE": "Force_Vector_TwoBody", "VTORQ": "Force_Vector_TwoBody",
		"VTORQUE": "Force_Vector_TwoBody", "GFORCE": "Force_Vector_TwoBody", "SPDP": "Force_SpringDamper",
		"YFORCE": "Force_StateEqn", "FIELD": "Force_Field", "BUSH": "Force_Bushing", "BEAM": "Force_Beam",
		"CONTACT": "Force_Contact",
	} {
		registerMeasures(measureSpec{name: name, min: 3, max: 4, stage: Applied, bind: bindForce(name, element)})
	}
	registerMeasures(measureSpec{name: "NFORCE", min: 3, max: 4, stage: Applied, bind: bindMultiPointForce})
	for k, name := range []string{"FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"} {
		r := measureSpec{name: name, min: 1, max: 3, stage: Applied, bind: bindNetForce(k + 1)}
		if k%4 == 0 {
			r.max = 2
		}
		registerMeasures(r)
	}
}

// bindJointReaction checks jflag and comp and resolves rm.
func (m *Measure) bindJointReaction(sys *System) error {
	m.jflag, m.comp = m.Args[1], m.Args[2]
	if m.jflag != 0 && m.jflag != 1 {
		return fmt.Errorf("jflag must be 0 (on I) or 1 (on J), not %d", m.jflag)
	}
	if m.comp < 1 || m.comp > 8 {
		return fmt.Errorf("component must be 1 to 8, not %d", m.comp)
	}
	return m.resolveMarker(sys, 3, &m.k)
}

func bindReaction(element string, ids func(*System) map[int]int) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		i, ok := ids(sys)[m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		m.ref = i
		p := sys.Rows[i].rowOwner()
		if p.I == NoMarker {
			return fmt.Errorf("%s %d names no marker from which its reaction is seen", element, m.Args[0])
		}
		m.i, m.j = p.I, p.J
		return m.bindJointReaction(sys)
	}
}

// rowSetIndexByID lists the row sets of a kind of element by id, of several sets of one element
// the first.
func rowSetIndexByID(elementKind string) func(*System) map[int]int {
	return func(sys *System) map[int]int {
		at := map[int]int{}
		for i, r := range sys.Rows {
			if p := r.rowOwner(); p.Element == elementKind {
				if _, more := at[p.ID]; !more {
					at[p.ID] = i
				}
			}
		}
		return at
	}
}

func bindForce(name, element string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		i, ok := sys.ForceIDs[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		m.ref = i
		m.i, m.j = sys.Forces[i].I, sys.Forces[i].J
		return m.bindJointReaction(sys)
	}
}

// bindMultiPointForce binds NFORCE(id, i, comp [, rm]): the force and torque of a
// Force_MultiPoint on the body of its marker i at this marker. (What the format
// means by the second argument is not known: no jflag reports one of N markers.)
func bindMultiPointForce(sys *System, m *Measure) error {
	known := false
	for n := range sys.Forces {
		f := &sys.Forces[n]
		if f.Element != "Force_MultiPoint" || f.ID != m.Args[0] {
			continue
		}
		known = true
		if i, ok := sys.Marker(m.Args[1]); ok && i == f.I {
			m.ref, m.i, m.j, m.comp = n, f.I, f.J, m.Args[2]
			if m.comp < 1 || m.comp > 8 {
				return fmt.Errorf("component must be 1 to 8, not %d", m.comp)
			}
			return m.resolveMarker(sys, 3, &m.k)
		}
	}
	if !known {
		return fmt.Errorf("there is no Force_MultiPoint %d", m.Args[0])
	}
	return fmt.Errorf("marker %d is none of the markers I of Force_MultiPoint %d", m.Args[1], m.Args[0])
}

// bindNetForce binds FX(i, j, rm) and its kin; ref -1 distinguishes them from the others.
func bindNetForce(comp int) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		m.ref, m.comp = -1, comp
		for n, dst := range [3]*MarkerIdx{&m.i, &m.j, &m.k} {
			if n < len(m.Args) && n == 1 && m.Args[n] != 0 {
				i, ok := sys.Marker(m.Args[n])
				if !ok {
					return fmt.Errorf("there is no Reference_Marker %d", m.Args[n])
				}
				m.j = i
				continue
			}
			if err := m.resolveMarker(sys, n, dst); err != nil {
				return err
			}
		}
		if len(m.Args) < 2 || m.Args[1] == 0 {
			m.j = NoMarker
		}
		return nil
	}
}

// netForceLinks are the row sets and forces between the markers of a net-force
// measure.
type netForceLinks struct{ rows, forces []markerAction }

// markerAction is an element that acts at the measure's markers: at its own, or with
// the two exchanged.
type markerAction struct {
	at       int
	reversed bool
}

// setNetForceLinks finds the elements of all net-force measures of the plan, and the limits of joints.
func (p *evaluationPlan) setNetForceLinks() {
	var at map[[2]MarkerIdx]*netForceLinks
	for i := range p.measure {
		m := &p.measure[i]
		switch {
		case m.row == nil:
		case m.row.stage == Reaction:
			m.beside = p.sys.limitRowSetsOfJoint(m.ref)
		case m.row.stage == Applied && m.ref < 0:
			if at == nil {
				at = p.sys.linksByMarkers()
			}
			m.setNetForceLinks(at)
		}
	}
}

// limitRowSetsOfJoint lists the row sets of the limits of a joint, whose rows are the set n.
func (sys *System) limitRowSetsOfJoint(n int) (sets []int) {
	p := sys.Rows[n].rowOwner()
	if p.Element != "Constraint_Joint" {
		return nil
	}
	for i, r := range sys.Rows {
		if g, ok := r.(*GeneralConstraint); ok && g.Element == p.Element && g.ID == p.ID && g.Law != nil && i != n {
			sets = append(sets, i)
		}
	}
	return sets
}

// linksByMarkers lists row sets and forces by the markers at which they act.
func (sys *System) linksByMarkers() map[[2]MarkerIdx]*netForceLinks {
	at := map[[2]MarkerIdx]*netForceLinks{}
	of := func(i, j MarkerIdx) *netForceLinks {
		k := [2]MarkerIdx{i, j}
		if at[k] == nil {
			at[k] = &netForceLinks{}
		}
		return at[k]
	}
	for n, r := range sys.Rows {
		if p := r.rowOwner(); p.I != NoMarker {
			l := of(p.I, p.J)
			l.rows = append(l.rows, markerAction{n, false})
			if g, ok := r.(*GeneralConstraint); ok && g.alone && g.J != NoMarker {
				l := of(p.I, NoMarker)
				l.rows = append(l.rows, markerAction{n, false})
			}
		}
	}
	for n := range sys.Forces {
		if sys.Forces[n].ReportOnly {
			continue
		}
		l := of(sys.Forces[n].I, sys.Forces[n].J)
		l.forces = append(l.forces, markerAction{n, false})
	}
	return at
}

// setNetForceLinks sets what m sums up.
func (m *Measure) setNetForceLinks(at map[[2]MarkerIdx]*netForceLinks) {
	m.net = &netForceLinks{}
	take := func(l *netForceLinks, reversed bool) {
		if l == nil {
			return
		}
		for _, r := range l.rows {
			m.net.rows = append(m.net.rows, markerAction{r.at, reversed})
		}
		for _, f := range l.forces {
			m.net.forces = append(m.net.forces, markerAction{f.at, reversed})
		}
	}
	take(at[[2]MarkerIdx{m.i, m.j}], false)
	if m.j != NoMarker && m.i != m.j {
		take(at[[2]MarkerIdx{m.j, m.i}], true)
	}
}

func (w wrench) plus(x wrench) wrench { return wrench{w.F.Add(x.F), w.T.Add(x.T)} }

// wrenchOnSide returns a wrench on I about I as it acts on J about J: the opposite, of
// which the force acts at I's origin. Without a J nothing acts.
func (kin *kinematics) wrenchOnSide(w wrench, i, j MarkerIdx) wrench {
	if j == NoMarker {
		return wrench{}
	}
	f := w.F.Neg()
	d := kin.marker[i].P.Sub(kin.marker[j].P)
	if kin.sys.Markers[j].Floating { // at I's origin
		d = vec{}
	}
	return wrench{f, d.Cross(f).Sub(w.T)}
}

// netForceOn returns the sum of the forces on I's body at i between i and j.
func (s *State) netForceOn(m *Measure) wrench {
	var sum wrench
	for _, l := range m.net.rows {
		p := s.sys.Rows[l.at].rowOwner()
		s.kin.addWrenchOnSide(&sum, s.rows.reactionWrenchOfRowSet(l.at), l.reversed, p.I, p.J)
	}
	for _, l := range m.net.forces {
		f := &s.sys.Forces[l.at]
		s.kin.addWrenchOnSide(&sum, s.wrench[l.at], l.reversed, f.I, f.J)
	}
	return sum
}

func (kin *kinematics) addWrenchOnSide(dst *wrench, w wrench, reversed bool, i, j MarkerIdx) {
	if reversed {
		w = kin.wrenchOnSide(w, i, j)
	}
	*dst = dst.plus(w)
}

// wrenchOfMeasure returns the wrench that a measure of the stages Reaction and Applied
// is about.
func (s *State) wrenchOfMeasure(m *Measure) wrench {
	if m.ref < 0 {
		return s.netForceOn(m)
	}
	var w wrench
	if m.row.stage == Reaction {
		w = s.rows.reactionWrenchOfRowSet(m.ref)
		for _, set := range m.beside {
			w = w.plus(s.rows.reactionWrenchOfRowSet(set))
		}
	} else {
		w = s.wrench[m.ref]
	}
	if m.jflag == 1 {
		return s.kin.wrenchOnSide(w, m.i, m.j)
	}
	return w
}

// wrenchComponent returns the vector of a wrench that component comp is about and the
// direction along which it is measured.
func (kin *kinematics) wrenchComponent(m *Measure, w wrench) (vector, direction vec) {
	vector = w.F
	if m.comp > 4 {
		vector = w.T
	}
	if m.comp == 1 || m.comp == 5 {
		return vector, vector.Unit()
	}
	return vector, kin.marker[m.k].R.Col((m.comp-1)%4 - 1)
}
