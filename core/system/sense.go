package system

import "github.com/trammel-mbd/trammel/core/integrate"

// SENVAL(id) is the value that an event stored last, 0 before the first one. It
// changes between steps only, by State.Store.
func init() {
	enter(row{name: "SENVAL", min: 1, max: 1, stage: Values, bind: single("SENVAL", "Sensor_Evaluate", false)})
}

// AddStored returns the place of a new stored value, for Value.Store.
func (sys *System) AddStored() int {
	sys.nstored++
	return sys.nstored - 1
}

// Store keeps v as the stored value at the given place from now on.
func (s *State) Store(at int, v float64) {
	s.stored[at] = v
	s.memo.ok = false
}

// Sense sets dst to outputs of laws that are evaluated on demand only, at p.
// Accelerations and multipliers are those of p.
func (s *State) Sense(dst []float64, p *integrate.Point, outs []Output) error {
	return s.learning(func() error {
		if err := s.forces(p); err != nil {
			return err
		}
		if s.delaying.active && s.delaying.nested {
			if err := s.runSteps(s.plan.steps[s.plan.model:s.plan.lookups]); err != nil {
				return err
			}
		}
		for k, o := range outs {
			for _, m := range s.plan.law[o.Law].in {
				if s.plan.lawOf(m) < 0 {
					s.m[m] = s.measured(int(m))
				}
			}
			if err := s.law(int(o.Law)); err != nil {
				return err
			}
			dst[k] = s.output(o)
		}
		if s.learnt {
			return errRelearn
		}
		return nil
	})
}
