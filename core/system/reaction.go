package system

import "fmt"

// Reactions of constraints and forces of elements:
//
//	NAME(id, jflag, comp, rm)   jflag 0: on I's body at I, 1: on J's body at J
//	FX(i, j, rm) ...            net force on I's body at i through the elements between i and j
//
// comp 1 is the magnitude of the force, 2 to 4 its components, 5 the
// magnitude of the torque, 6 to 8 its components, along the axes of rm.
func init() {
	enter(
		row{name: "JOINT", min: 4, max: 4, stage: Reaction, bind: reactionOf("Constraint_Joint", func(sys *System) map[int]int { return sys.Joints })},
		row{name: "MOTION", min: 4, max: 4, stage: Reaction, bind: reactionOf("Motion_Joint", func(sys *System) map[int]int { return sys.Motions })},
	)
	for name, element := range map[string]string{
		"SFORCE": "Force_Scalar_TwoBody", "VFORCE": "Force_Vector_TwoBody", "VTORQ": "Force_Vector_TwoBody",
		"VTORQUE": "Force_Vector_TwoBody", "GFORCE": "Force_Vector_TwoBody", "SPDP": "Force_SpringDamper",
		"YFORCE": "Force_StateEqn",
	} {
		enter(row{name: name, min: 4, max: 4, stage: Applied, bind: forceOf(name, element)})
	}
	for k, name := range []string{"FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"} {
		r := row{name: name, min: 1, max: 3, stage: Applied, bind: netForce(k + 1)}
		if k%4 == 0 {
			r.max = 2
		}
		enter(r)
	}
}

// fourth checks jflag and comp and resolves rm.
func (m *Measure) fourth(sys *System) error {
	m.jflag, m.comp = m.Args[1], m.Args[2]
	if m.jflag != 0 && m.jflag != 1 {
		return fmt.Errorf("jflag must be 0 (on I) or 1 (on J), not %d", m.jflag)
	}
	if m.comp < 1 || m.comp > 8 {
		return fmt.Errorf("component must be 1 to 8, not %d", m.comp)
	}
	return m.marker(sys, 3, &m.k)
}

func reactionOf(element string, ids func(*System) map[int]int) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		i, ok := ids(sys)[m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		m.ref = i
		p := sys.Rows[i].place()
		m.i, m.j = p.I, p.J
		return m.fourth(sys)
	}
}

func forceOf(name, element string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		i, ok := sys.ForceIDs[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		m.ref = i
		m.i, m.j = sys.Forces[i].I, sys.Forces[i].J
		return m.fourth(sys)
	}
}

// netForce binds FX(i, j, rm) and its kin; ref -1 tells them from the others.
func netForce(comp int) func(*System, *Measure) error {
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
			if err := m.marker(sys, n, dst); err != nil {
				return err
			}
		}
		if len(m.Args) < 2 || m.Args[1] == 0 {
			m.j = NoMarker
		}
		return nil
	}
}

// between tells whether an element that acts at markers i and j acts at those
// of the measure: 1 when its I is the measure's, -1 when it is reversed.
func (m *Measure) between(i, j MarkerIdx) int {
	switch {
	case m.j == NoMarker && i == m.i && j == NoMarker:
		return 1
	case m.j != NoMarker && i == m.i && j == m.j:
		return 1
	case m.j != NoMarker && i == m.j && j == m.i:
		return -1
	}
	return 0
}

// side returns a wrench on I about I as it acts on J about J: the opposite, of
// which the force acts at I's origin.
func (s *State) side(w wrench, i, j MarkerIdx) wrench {
	f := w.F.Neg()
	d := s.marker[i].P.Sub(s.marker[max(j, 0)].P)
	return wrench{f, d.Cross(f).Sub(w.T)}
}

// net returns the sum of the forces on I's body at i between i and j.
func (s *State) net(m *Measure) wrench {
	var sum wrench
	add := func(w wrench, i, j MarkerIdx) {
		switch m.between(i, j) {
		case 1:
			sum.F, sum.T = sum.F.Add(w.F), sum.T.Add(w.T)
		case -1:
			o := s.side(w, i, j)
			sum.F, sum.T = sum.F.Add(o.F), sum.T.Add(o.T)
		}
	}
	for n, r := range s.sys.Rows {
		if p := r.place(); p.I != NoMarker {
			if m.between(p.I, p.J) != 0 {
				add(s.rowWrench(n), p.I, p.J)
			}
		}
	}
	for n := range s.sys.Forces {
		f := &s.sys.Forces[n]
		if m.between(f.I, f.J) != 0 {
			add(s.wrench[n], f.I, f.J)
		}
	}
	return sum
}

// acting returns the wrench that a measure of the stages Reaction and Applied
// is about.
func (s *State) acting(m *Measure) wrench {
	if m.ref < 0 {
		return s.net(m)
	}
	var w wrench
	if m.row.stage == Reaction {
		w = s.rowWrench(m.ref)
	} else {
		w = s.wrench[m.ref]
	}
	if m.jflag == 1 {
		return s.side(w, m.i, m.j)
	}
	return w
}

// part returns the vector of a wrench that component comp is about and the
// direction along which it is measured.
func (s *State) part(m *Measure, w wrench) (v, k vec) {
	v = w.F
	if m.comp > 4 {
		v = w.T
	}
	if m.comp == 1 || m.comp == 5 {
		return v, v.Unit()
	}
	return v, s.marker[m.k].R.Col((m.comp-1)%4 - 1)
}
