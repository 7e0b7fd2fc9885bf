package linear

import (
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
)

// MaxStates bounds the states that are linearized, since A is dense: 2000 take
// about 200 MB and some minutes.
const MaxStates = 2000

// SizeError reports that a model is too large.
type SizeError struct{ States int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("linear analyses are of up to %d states, the model has %d: A is a dense matrix", MaxStates, e.States)
}

// Options of a linearization.
type Options struct {
	Inputs, Outputs int
	// NoDamping leaves out how forces depend on speeds.
	NoDamping bool
	// Plant outputs, by index, that are wanted as states, with their rates: see
	// changeToPlantStates. They are behind the Outputs that are of C and D.
	Plant int
	// Interrupted ends a linearization that takes long.
	Interrupted func() error
}

// System is the linearized equations. Matrices are dense, by rows.
type System struct {
	N, M, P    int // states, inputs, outputs
	A, B, C, D []float64
	// States are positions, then speeds, then first-order states.
	States []State
	// Rough is an entry of the residual V, or of the outputs when it is negative
	// (-1-k), that has no derivative here; only if HasRough.
	Rough    int
	HasRough bool
	// Dropped are plant outputs that others determine and are no states.
	Dropped []int

	shape  [][]float64 // by position or first-order state: the change of all positions
	basis  []float64   // coordinates of shape from the position states; nil is the identity
	nq, nv int
	layout *integrate.Layout
}

// Kind is the kind of a state.
type Kind uint8

const (
	Position   Kind = iota
	Speed           // the component of a speed in the frame of the position
	FirstOrder      // of an element
	Plant           // an output that is wanted as a state
	PlantRate       // its rate
)

// State names a state: Idx is a place among the coordinates or first-order states
// of the model, or the number of a plant output.
type State struct {
	Kind Kind
	Idx  int
}

// linearizer is a linearization while it is made.
type linearizer struct {
	m    Model
	p    *integrate.Point
	opt  Options
	n    *integrate.Layout
	near *sampler
	// Rows of positions and speeds: which coordinates follow from which.
	pos, vel *solve.Partition
	outputs  int // those of C and D and those wanted as states

	// follow is the linearization whose independent coordinates are to be kept.
	follow  *linearizer
	trusted []bool // by column: partials are exact, see trust

	exact, trial *integrate.Residual
	out, bracket []float64
	spin, tmp    []float64
	rhs          integrate.Delta
	sys          *System
}

// Linearize linearizes the equations of m about p, whose accelerations and
// multipliers must solve them.
func Linearize(m Model, p *integrate.Point, opt Options) (*System, error) {
	l := &linearizer{m: m, p: p, opt: opt, n: m.Layout(), outputs: opt.Outputs + opt.Plant}
	if err := l.findIndependentCoordinates(); err != nil {
		return nil, err
	}
	if err := m.Factor(p, integrate.Coef{}, false); err != nil {
		return nil, err
	}
	defer m.Inputs(nil)
	if err := l.findExactColumns(); err != nil {
		return nil, err
	}
	s := l.sys
	for j := range s.N + s.M {
		if opt.Interrupted != nil {
			if err := opt.Interrupted(); err != nil {
				return nil, err
			}
		}
		x, derived, err := l.buildStateVariation(j)
		if err == nil {
			err = l.differentiateColumn(j, x, derived)
		}
		if err != nil {
			return nil, err
		}
		if j < s.nq {
			s.shape[j] = x.Q
		}
		if err := l.solveRatesIntoColumn(j, x); err != nil {
			return nil, err
		}
	}
	if opt.Plant > 0 {
		if err := l.changeToPlantStates(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// findIndependentCoordinates finds the independent coordinates and makes room.
func (l *linearizer) findIndependentCoordinates() error {
	m, n := l.m, l.n
	if err := m.Differentiate(l.p); err != nil {
		return err
	}
	// Cheaper than a rank: a lower bound of the states, before anything is dense.
	if free := n.NV - n.NL; 2*free+n.NX > MaxStates {
		return &SizeError{2*free + n.NX}
	}
	l.splitCoordinates()
	nq, nv := len(l.pos.Independent), len(l.vel.Independent)
	states := nq + nv + n.NX
	if states > MaxStates {
		return &SizeError{states}
	}
	s := &System{N: states, M: l.opt.Inputs, P: l.outputs, nq: nq, nv: nv, layout: n}
	s.A, s.B = make([]float64, states*states), make([]float64, states*s.M)
	s.C, s.D = make([]float64, s.P*states), make([]float64, s.P*s.M)
	s.shape = make([][]float64, nq)
	for _, i := range l.pos.Independent {
		s.States = append(s.States, State{Position, i})
	}
	for _, i := range l.vel.Independent {
		s.States = append(s.States, State{Speed, i})
	}
	for i := range n.NX {
		s.States = append(s.States, State{FirstOrder, i})
	}
	l.sys = s
	l.exact, l.trial, l.out = integrate.NewResidual(n), integrate.NewResidual(n), make([]float64, l.outputs)
	l.bracket, l.spin, l.tmp = make([]float64, n.NV), make([]float64, n.NV), make([]float64, n.NV)
	d := integrate.NewDelta(n)
	l.rhs = *d
	var err error
	l.near, err = newSampler(m, l.p, s.M, l.outputs)
	return err
}

// splitCoordinates splits the coordinates, resolved in their frames: for positions by the rows
// of position level, for speeds by those of velocity level too.
func (l *linearizer) splitCoordinates() {
	n := l.n
	row := func(lowest integrate.Level) func(i int, dst []float64) {
		return func(i int, dst []float64) {
			if n.RowLevel[i] <= lowest {
				l.m.Gradient(i, dst)
				l.m.ResolveInBodyFrames(dst, dst)
			}
		}
	}
	weight := append([]float64(nil), l.m.StepSizes()...)
	if l.follow != nil {
		for _, j := range l.follow.vel.Dependent {
			weight[j] *= 1e6
		}
	}
	l.vel = solve.PartitionUnknowns(n.NL, n.NV, row(integrate.Velocity), weight)
	if l.pos = l.vel; slices.Contains(n.RowLevel, integrate.Velocity) {
		l.pos = solve.PartitionUnknowns(n.NL, n.NV, row(integrate.Position), weight)
	}
}
