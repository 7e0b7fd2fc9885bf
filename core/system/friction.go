package system

import "fmt"

// Friction of joints. Its law has the outputs
//
//	rates of the n bristles, FX FY FZ TX TY TZ on I's body along J's axes, then
//	coefficients and slip velocities: X Y Z of translation, X Y Z of rotation each
//
// and the element enters itself as the values "friction" (its bristles) and
// "slip" (the last twelve outputs).
//
//	FRICTION(id, comp [, rm])   comp 1 to 3 force, 4 to 6 torque, on I's body at I,
//	                            7 to 9 and 10 to 12 coefficients, 13 to 15 and 16 to 18 slip
//
// along the axes of rm, or of the joint's marker J. A coefficient and the slip
// velocity of surfaces belong to an axis of the joint: they are had without rm
// or with J for it.
func init() {
	enter(
		row{name: "friction", min: 2, max: 2, stage: Values, bind: entryOf("friction")},
		row{name: "slip", min: 2, max: 2, stage: Values, bind: entryOf("slip")},
		row{name: "FRICTION", min: 2, max: 3, stage: Applied, bind: frictionOf},
	)
}

// entryOf binds a hidden measure: entry comp, from 1, of a value of an element.
func entryOf(name string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		return m.take(sys, sys.Values[name][m.Args[0]], m.Args[1]-1, false)
	}
}

func frictionOf(sys *System, m *Measure) error {
	const name = "Force_JointFriction"
	i, ok := sys.ForceIDs["FRICTION"][m.Args[0]]
	if !ok {
		for n := range sys.Forces {
			if sys.Forces[n].Element == name && sys.Forces[n].ID == m.Args[0] {
				return fmt.Errorf("%s %d rubs at two pins: FRICTION reports one", name, m.Args[0])
			}
		}
		return fmt.Errorf("there is no %s %d", name, m.Args[0])
	}
	f, comp := &sys.Forces[i], m.Args[1]
	if comp < 1 || comp > 18 {
		return fmt.Errorf("component must be 1 to 18, not %d", comp)
	}
	m.k = f.J
	if err := m.marker(sys, 2, &m.k); err != nil {
		return err
	}
	if comp > 6 {
		if m.k != f.J {
			return fmt.Errorf("coefficients and slip velocities are those of the joint's axes: leave out marker %d", m.Args[2])
		}
		m.Name, m.Args, m.row = "slip", []int{m.Args[0], comp - 6}, table["slip"]
		return m.row.bind(sys, m)
	}
	m.ref, m.i, m.j = i, f.I, f.J
	m.comp = comp + 1 // as the others count: 1 and 5 are magnitudes
	if comp > 3 {
		m.comp++
	}
	return nil
}
