package system

import "fmt"

// Q(body, mode), QDOT and QDDOT are a modal coordinate of a flexible body, its speed and its acceleration; modes count from
// 7, the rigid motions being 1 to 6. NMODES(body) is the number of modes.
func init() {
	registerMeasures(
		measureSpec{name: "Q", min: 2, max: 2, stage: Values, bind: bindModal(modalPosition)},
		measureSpec{name: "QDOT", min: 2, max: 2, stage: Values, bind: bindModal(modalSpeed)},
		measureSpec{name: "QDDOT", min: 2, max: 2, stage: Values, bind: bindModal(modalAcceleration)},
		measureSpec{name: "NMODES", min: 1, max: 1, stage: Values, bind: func(sys *System, m *Measure) error {
			i, err := sys.flexIndex(m.Args[0])
			if err != nil {
				return err
			}
			m.kind, m.value = constant, float64(sys.Flex[i].ModeCount())
			return nil
		}},
	)
}

// flexIndex returns the index of the flexible body with an id.
func (sys *System) flexIndex(id int) (int, error) {
	for i := range sys.Flex {
		if sys.Flex[i].ID == id {
			return i, nil
		}
	}
	return 0, fmt.Errorf("there is no Body_Flexible %d", id)
}

func bindModal(kind valueKind) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		i, err := sys.flexIndex(m.Args[0])
		if err != nil {
			return err
		}
		f := &sys.Flex[i]
		k, n := m.Args[1]-f.First, f.ModeCount()
		if k < 0 || k >= n {
			return fmt.Errorf("Body_Flexible %d has the modes %d to %d, not %d", f.ID, f.First, f.First+n-1, m.Args[1])
		}
		m.kind, m.ref, m.comp, m.value = kind, i, k, f.Size[k]
		m.at = f.v + k
		if kind == modalPosition {
			m.at = f.q + k
		}
		return nil
	}
}

// modalFactor returns how an unknown of the linear system moves a modal coordinate, its speed or its acceleration.
func (j *jacobian) modalFactor(kind valueKind) float64 {
	switch kind {
	case modalPosition:
		return j.coef.Q
	case modalSpeed:
		return j.coef.V
	}
	return 1
}
