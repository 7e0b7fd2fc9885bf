package system

import (
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// PrescribedMotion is the row of a Motion_Joint: a displacement measure, its
// rate or its second rate equals a function of time.
type PrescribedMotion struct {
	RowOwner
	fn   motionFunction
	call Call
	slot []int32
}

// motionFunction is the function of time that a motion follows.
type motionFunction interface {
	// evalMotion returns the function and as many of its rates as the level needs: two
	// for positions, one for velocities, none for accelerations.
	evalMotion(s *State, level integrate.Level) (f, rate, secondRate float64, err error)
}

// programMotion is the function of an expression.
type programMotion struct {
	program *expr.Program
	work    *expr.Work
}

func (r *programMotion) evalMotion(s *State, _ integrate.Level) (f, rate, secondRate float64, err error) {
	f, rate, secondRate = r.program.Jet(r.work, s.times.expressionTime(), int(s.Mode), nil, nil, nil)
	return f, rate, secondRate, nil
}

// NewExpressionMotionRow returns the row that holds the measure (AZ or DZ of markers i and j)
// at the level to the function of time.
func (sys *System) NewExpressionMotionRow(id int, measure Call, p *expr.Program, level integrate.Level, i, j MarkerIdx) (*PrescribedMotion, error) {
	return sys.newMotionRow(id, measure, &programMotion{p, p.NewWork()}, level, i, j)
}

func (sys *System) newMotionRow(id int, measure Call, fn motionFunction, level integrate.Level, i, j MarkerIdx) (*PrescribedMotion, error) {
	m, err := sys.ResolveMeasure(measure)
	if err != nil {
		return nil, err
	}
	var all Measure
	r := &PrescribedMotion{
		RowOwner: RowOwner{Element: "Motion_Joint", ID: id, Row: []string{"motion"}, N: 1, I: i, J: j, Level: level},
		fn:       fn, call: measure,
	}
	for _, b := range m.body {
		r.slot = append(r.slot, all.slotOfBody(b))
	}
	r.Bodies = all.body
	return r, nil
}

func (r *PrescribedMotion) measures() []Call { return []Call{r.call} }

func (r *PrescribedMotion) fillBlock(s *State, b *rowBlock) error {
	i := s.plan.asked[r.set][0]
	m := &s.plan.measure[i]
	f, fd, fdd, err := r.fn.evalMotion(s, r.Level)
	if err != nil {
		return err
	}
	j := s.kin.displacementJet(m, 0)
	switch r.Level {
	case integrate.Position:
		// of the angles that a pose may be, the one that is prescribed
		b.g[0], b.gt[0], b.bias[0] = s.kin.displacementValue(m, f)-f, -fd, j.dd-fdd
	case integrate.Velocity:
		b.g[0], b.gt[0], b.bias[0] = j.d-f, 0, j.dd-fd
	default:
		b.g[0], b.gt[0], b.bias[0] = 0, 0, j.dd-f
	}
	copy(b.jac, s.kin.displacementGradient(m))
	return s.checkFinite(r.Element, r.ID, b.g[0], b.gt[0], b.bias[0])
}

func (r *PrescribedMotion) addStiffness(s *State, l []float64, q float64, j *jacobian) {
	if !s.rows.inactive[r.At] || s.rows.held[r.At] != 0 {
		s.kin.addMeasureStiffness(&s.plan.measure[s.plan.asked[r.set][0]], l[0], q, j)
	}
}

// routineMotion is the function of a routine with the argument iord: MOTSUB.
type routineMotion struct {
	r    *Routine
	law  *routineLaw
	iord int // its place in the frame
	out  []float64
}

// NewRoutineMotionRow returns the row of a motion that prescribes the measure at the level (displacement, velocity or acceleration) by the MOTSUB r.
// i and j are the markers of the joint, for reactions.
func (sys *System) NewRoutineMotionRow(measure Call, r *Routine, level integrate.Level, i, j MarkerIdx) (*PrescribedMotion, error) {
	return sys.newMotionRow(r.ID, measure, &routineMotion{r: r}, level, i, j)
}

// initRows makes the set-up call of the routine that prescribes the motion, if it is one.
func (r *PrescribedMotion) initRows(s *State, _ int) error {
	t, ok := r.fn.(*routineMotion)
	if !ok {
		return nil
	}
	t.law = newRoutineLaw(t.r)
	t.iord = t.law.frame.ArgOffset(t.r.Sig.ArgIndex("iord"))
	t.out = make([]float64, t.law.n)
	s.routines = append(s.routines, t.law)
	return t.law.callSetup(s)
}

func (t *routineMotion) evalMotion(s *State, level integrate.Level) (f, rate, secondRate float64, err error) {
	orders := 3
	switch level {
	case integrate.Velocity:
		orders = 2
	case integrate.Acceleration:
		orders = 1
	}
	var v [3]float64
	for k := range orders {
		if v[k], err = t.timeDerivative(s, k); err != nil {
			return 0, 0, 0, err
		}
	}
	return v[0], v[1], v[2], nil
}

// timeDerivative returns the derivative of order k. Queries are answered with the
// values of their first time only, so there may be none that have an answer.
func (t *routineMotion) timeDerivative(s *State, k int) (float64, error) {
	l := t.law
	l.frame.Int[t.iord] = int32(k)
	if l.usesCompiledFunction(s) && len(l.inputs) == 0 && l.evalCompiled(t.out, nil, s.p.T, false, s) {
		return t.out[0], nil
	}
	l.frame.PrepareCall(s.p.T, false, false)
	if err := l.callRoutine(s); err != nil {
		return 0, err
	}
	if err := l.checkNoQueries("a prescribed motion may only depend on the time"); err != nil {
		return 0, err
	}
	l.copyOutputs(t.out)
	if !l.written {
		l.written = true
		l.probeUnwrittenOutputs(s.p.T, s)
	}
	return t.out[0], nil
}
