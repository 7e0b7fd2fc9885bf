package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// Law is a vector function of measures, the time and the mode: an expression, a
// user subroutine, a linear map. An instance belongs to one State.
type Law interface {
	Outputs() int
	// Inputs lists the measures that the law depends on, as far as is known.
	// A law that learns of another one appends it and says so (State.queryAdded).
	Inputs() []Call
	// Eval sets out to the outputs for the inputs in.
	Eval(out, in []float64, s *State) error
	// Partials sets dst, outputs by rows and inputs by columns, and dt, the
	// partials with respect to time (may be nil), at in; out are the outputs
	// there. Precise requests partials good to about 1e-12, which enter
	// forces; otherwise they only serve the iteration matrix.
	Partials(dst, dt, in, out []float64, precise bool, s *State) error
}

// LawSpec makes an instance of a law.
type LawSpec struct {
	Owner string // "Force_Penalty 7", for messages
	// Report laws are evaluated for results only, not in every evaluation.
	Report bool
	// Demand laws are evaluated by State.EvalOnDemandOutputs only.
	Demand bool
	// Named is a law whose outputs only measures refer to (a variable, a DELAY): it belongs to the model if
	// a law or row of the model depends on such a measure.
	Named bool
	// Outputs is the number of outputs of a law whose instances call a user
	// subroutine when they are made, 0 for others.
	Outputs int
	New     func(s *State) (Law, error)
}

// ExpressionLaw returns the law of a compiled expression.
func ExpressionLaw(owner string, p *expr.Program) LawSpec {
	return LawSpec{Owner: owner, New: func(*State) (Law, error) {
		l := &expressionLaw{program: p, work: p.NewWork()}
		for _, c := range p.Measures {
			l.inputs = append(l.inputs, Call{c.Name, c.Args})
		}
		return l, nil
	}}
}

type expressionLaw struct {
	program *expr.Program
	work    *expr.Work
	inputs  []Call
}

func (l *expressionLaw) Outputs() int   { return 1 }
func (l *expressionLaw) Inputs() []Call { return l.inputs }

func (l *expressionLaw) Eval(out, in []float64, s *State) error {
	out[0] = l.program.Eval(l.work, s.times.expressionTime(), int(s.Mode), in)
	return nil
}

func (l *expressionLaw) Partials(dst, dt, in, _ []float64, _ bool, s *State) error {
	_, t := l.program.Grad(l.work, s.times.expressionTime(), int(s.Mode), in, dst)
	if dt != nil {
		dt[0] = t
	}
	return nil
}

// LinearLaw returns the law out = c in for a constant matrix c, by rows. A nil
// row set is zero.
func LinearLaw(owner string, inputs []Call, c [][]float64) LawSpec {
	return LawSpec{Owner: owner, New: func(*State) (Law, error) {
		return &linearLaw{inputs, c}, nil
	}}
}

type linearLaw struct {
	inputs []Call
	c      [][]float64
}

func (l *linearLaw) Outputs() int   { return len(l.c) }
func (l *linearLaw) Inputs() []Call { return l.inputs }

func (l *linearLaw) Eval(out, in []float64, _ *State) error {
	for i, row := range l.c {
		sum := 0.0
		for j, c := range row {
			if c != 0 {
				sum += c * in[j]
			}
		}
		out[i] = sum
	}
	return nil
}

func (l *linearLaw) Partials(dst, dt, _, _ []float64, _ bool, _ *State) error {
	for i, row := range l.c {
		copy(dst[i*len(l.inputs):], row)
	}
	clear(dt)
	return nil
}

// FieldLawSpec returns the law of FIESUB: six forces of the twelve measures that
// Given holds as "disp" and "velo". The partials that the routine returns, by
// columns, serve the iteration matrix; where it leaves all of them zero they are
// differenced.
func (r *Routine) FieldLawSpec() LawSpec {
	return LawSpec{Owner: r.OwnerTitle(), Outputs: 6, New: func(s *State) (Law, error) {
		l := &fieldRoutineLaw{routineLaw: newRoutineLaw(r)}
		l.all = make([]float64, l.n)
		l.written = true // most routines leave the partials alone unless they are requested
		s.routines = append(s.routines, l.routineLaw)
		return l, l.callSetup(s)
	}}
}

type fieldRoutineLaw struct {
	*routineLaw
	all  []float64 // forces and both matrices
	part []float64 // their partials, as far as they are differenced
}

func (l *fieldRoutineLaw) Outputs() int { return 6 }

func (l *fieldRoutineLaw) Eval(out, in []float64, s *State) error {
	err := l.evalAt(l.all, in, s.p.T, false, s)
	copy(out, l.all)
	return err
}

func (l *fieldRoutineLaw) Partials(dst, dt, in, _ []float64, _ bool, s *State) error {
	clear(dt) // no constraint depends on a force
	if err := l.evalAt(l.all, in, s.p.T, true, s); err != nil {
		return err
	}
	n := len(in)
	if len(l.part) != l.n*n {
		l.part = make([]float64, l.n*n)
	}
	dis, vel := copyWrittenMatrix(l.frame, "dfddis"), copyWrittenMatrix(l.frame, "dfdvel")
	for k := range in {
		m := dis
		if k >= 6 {
			m = vel
		}
		if k < l.given && m != nil {
			for i := range 6 {
				dst[i*n+k] = m[k%6*6+i]
			}
		}
	}
	for k := range in {
		if k < 6 && dis != nil || k >= 6 && k < l.given && vel != nil {
			continue
		}
		if err := l.differenceByInput(l.part, k, in, l.all, false, s); err != nil {
			return err
		}
		for i := range 6 {
			dst[i*n+k] = l.part[i*n+k]
		}
	}
	l.storeInputs(l.frame, in)
	return nil
}

// copyWrittenMatrix returns a matrix that a routine filled, nil if it did not.
func copyWrittenMatrix(f *usersub.Frame, name string) []float64 {
	m := f.RealArgNamed(name)
	if !allFinite(m) {
		return nil
	}
	for _, v := range m {
		if v != 0 {
			return append([]float64(nil), m...)
		}
	}
	return nil
}

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
	registerMeasures(
		measureSpec{name: "friction", min: 2, max: 2, stage: Values, bind: bindHiddenMeasure("friction")},
		measureSpec{name: "slip", min: 2, max: 2, stage: Values, bind: bindHiddenMeasure("slip")},
		measureSpec{name: "FRICTION", min: 2, max: 3, stage: Applied, bind: bindFriction},
	)
}

// bindHiddenMeasure binds a hidden measure: entry comp, from 1, of a value of an element.
func bindHiddenMeasure(name string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		return m.bindElementValue(sys, sys.Values[name][m.Args[0]], m.Args[1]-1, false)
	}
}

func bindFriction(sys *System, m *Measure) error {
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
	if err := m.resolveMarker(sys, 2, &m.k); err != nil {
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
