package system

import (
	"github.com/trammel-mbd/trammel/core/expr"
)

// Law is a vector function of measures, the time and the mode: an expression, a
// user subroutine, a linear map. An instance belongs to one State.
type Law interface {
	Outputs() int
	// Inputs lists the measures that the law depends on, as far as is known.
	// A law that learns of another one appends it and says so (State.learnt).
	Inputs() []Call
	// Eval sets out to the outputs for the inputs in.
	Eval(out, in []float64, s *State) error
	// Partials sets dst, outputs by rows and inputs by columns, and dt, the
	// partials with respect to time (may be nil), at in; out are the outputs
	// there. Precise asks for partials good to about 1e-12, which enter
	// forces; otherwise they only serve the iteration matrix.
	Partials(dst, dt, in, out []float64, precise bool, s *State) error
}

// LawSpec makes an instance of a law.
type LawSpec struct {
	Owner string // "Force_Penalty 7", for messages
	// Report laws are evaluated for results only, not in every evaluation.
	Report bool
	// Demand laws are evaluated by State.Sense only.
	Demand bool
	// Named is a law whose outputs only measures refer to (a variable, a DELAY): it belongs to the model if
	// a law or row of the model depends on such a measure.
	Named bool
	// Outputs is the number of outputs of a law whose instances call a user
	// subroutine when they are made, 0 for others.
	Outputs int
	New     func(s *State) (Law, error)
}

// Expression returns the law of a compiled expression.
func Expression(owner string, p *expr.Program) LawSpec {
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
	out[0] = l.program.Eval(l.work, s.time(), int(s.Mode), in)
	return nil
}

func (l *expressionLaw) Partials(dst, dt, in, _ []float64, _ bool, s *State) error {
	_, t := l.program.Grad(l.work, s.time(), int(s.Mode), in, dst)
	if dt != nil {
		dt[0] = t
	}
	return nil
}

// LinearMap returns the law out = c in for a constant matrix c, by rows. A nil
// row set is zero.
func LinearMap(owner string, inputs []Call, c [][]float64) LawSpec {
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
