package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// InitialConditionRow is the initial condition of a joint or a motion: the displacement that a
// measure has at the start, and its rate. Its row holds while the model is assembled and
// is inactive from then on.
type InitialConditionRow struct {
	RowOwner
	call     Call
	slot     []int32
	pos, vel *float64 // nil: not given
}

// NewInitialConditionRow returns the row for a displacement measure of markers i and j; pos and vel
// are nil where they are not given.
func (sys *System) NewInitialConditionRow(element string, id int, measure Call, pos, vel *float64, i, j MarkerIdx) (*InitialConditionRow, error) {
	m, err := sys.ResolveMeasure(measure)
	if err != nil {
		return nil, err
	}
	var all Measure
	r := &InitialConditionRow{
		RowOwner: RowOwner{Element: element, ID: id, Row: []string{"initial condition"}, N: 1, I: i, J: j},
		call:     measure, pos: pos, vel: vel,
	}
	for _, b := range m.body {
		r.slot = append(r.slot, all.slotOfBody(b))
	}
	r.Bodies = all.body
	return r, nil
}

// assemblyStage is the part of the assembly that is under way.
type assemblyStage uint8

const (
	begun assemblyStage = iota
	beginPositions
	beginSpeeds
)

// isHeldInPartOfRunOnly reports whether a set is in force during a part of a run only, from which nothing is remembered.
func isHeldInPartOfRunOnly(set RowSet) bool {
	switch set.(type) {
	case *InitialConditionRow, *FlexHoldRows:
		return true
	}
	return false
}

func (r *InitialConditionRow) measures() []Call                                           { return []Call{r.call} }
func (r *InitialConditionRow) addStiffness(_ *State, _ []float64, _ float64, _ *jacobian) {}

// fillBlock: the rate G v - vel has the constant part -vel.
func (r *InitialConditionRow) fillBlock(s *State, b *rowBlock) error {
	m := &s.plan.measure[s.plan.asked[r.set][0]]
	b.g[0], b.gt[0], b.bias[0] = 0, 0, 0
	switch {
	case s.begin == beginPositions && r.pos != nil:
		b.g[0] = s.kin.displacementValue(m, *r.pos) - *r.pos
	case s.begin == beginSpeeds && r.vel != nil:
		b.gt[0] = -*r.vel
	}
	copy(b.jac, s.kin.displacementGradient(m))
	return nil
}

// appliesInStage reports whether the row has a say in a part of the assembly.
func (r *InitialConditionRow) appliesInStage(b assemblyStage) bool {
	return b == beginPositions && r.pos != nil || b == beginSpeeds && r.vel != nil
}

// enterAssemblyPhase begins a part of the assembly of a start: the initial conditions that belong to
// it hold until leave is called.
func (s *State) enterAssemblyPhase(b assemblyStage) (leave func()) {
	if s.continued {
		return func() {}
	}
	hold := func(off bool) {
		for _, set := range s.sys.Rows {
			if r, ok := set.(*InitialConditionRow); ok && r.appliesInStage(b) {
				s.rows.inactive[r.At] = off
			}
		}
	}
	s.begin, s.memo.ok = b, false
	hold(false)
	return func() {
		s.begin, s.memo.ok = begun, false
		hold(true)
	}
}

// initialRateOfMotion returns the rate that a motion of accelerations begins with, if it is given.
func (s *State) initialRateOfMotion(p *RowOwner) (rate float64, ok bool) {
	if s.begin != beginSpeeds || p.Rate0 == nil {
		return 0, false
	}
	return *p.Rate0, true
}

// hasInitialSpeedConditions reports whether any initial condition is one of speeds.
func (s *State) hasInitialSpeedConditions() bool {
	for _, set := range s.sys.Rows {
		if r, ok := set.(*InitialConditionRow); ok && r.vel != nil || isEnforcedAfterAssembly(set) && set.rowOwner().Rate0 != nil {
			return !s.continued
		}
	}
	return false
}

// assembleInitialSpeeds brings the speeds onto the constraints and the initial conditions of joints
// and motions. Rows that depend on others are left out meanwhile; the constraints alone
// have the last word.
func (s *State) assembleInitialSpeeds(p *integrate.Point, tol float64) error {
	defer s.enterAssemblyPhase(beginSpeeds)()
	rows, err := s.jac.dependentRows(p)
	if err != nil {
		return err
	}
	hold := func(off bool) {
		for _, n := range rows {
			s.rows.inactive[n] = off
		}
	}
	hold(true)
	defer hold(false)
	_, err = s.projectSpeedsOntoRows(p, tol)
	return err
}

// warnChangedInitialVelocities warns of initial velocities of joints and motions that the constraints do
// not let be.
func (s *State) warnChangedInitialVelocities(p *integrate.Point) error {
	defer s.enterAssemblyPhase(beginSpeeds)()
	r := integrate.NewResidual(s.layout)
	if err := s.EvaluateResidual(r, p); err != nil {
		return err
	}
	for _, set := range s.sys.Rows {
		pl := set.rowOwner()
		want := pl.Rate0
		if x, ok := set.(*InitialConditionRow); ok {
			want = x.vel
		}
		if want == nil || !isEnforcedAfterAssembly(set) && s.rows.inactive[pl.At] {
			continue
		}
		if e := r.Vel[pl.At]; math.Abs(e) > exactTol*(1+math.Abs(*want)) {
			s.Warn("%s %d: the initial velocity is %.6g, not %.6g: the constraints contradict it", pl.Element, pl.ID, *want+e, *want)
		}
	}
	return nil
}
