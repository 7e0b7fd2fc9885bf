package system

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Plant is what a linear analysis treats as inputs and outputs: measures, of which
// inputs are variables. They must be in System.Wanted.
type Plant struct{ Inputs, Outputs []Call }

// Linearization is a State as linear.Model sees it. While it is in use, the state
// evaluates with MODE 7; End undoes that.
type Linearization struct {
	*State
	plant  Plant
	mode   Mode
	frame  []BodyIdx // of each body: whose rotation carries its coordinates
	sparse [4]*solve.ValuesSnapshot
	// grad are the partials of each output for the four matrices, by the places
	// of the unknowns.
	grad  [4][]float64
	x, y  []float64
	reach []float64
}

var _ linear.Model = (*Linearization)(nil)

// The matrix is M + V c.V + Q c.Q + X c.X: these are its parts.
const (
	byRate = iota // accelerations, multipliers, rates of states, algebraic unknowns
	bySpeed
	byPose
	byState
)

var unitCoefs = [4]integrate.Coef{{}, {V: 1}, {Q: 1}, {X: 1}}

// BeginLinearization prepares s to be linearized.
func (s *State) BeginLinearization(plant Plant) *Linearization {
	n := len(s.jac.rightHandSideBuffer())
	l := &Linearization{State: s, plant: plant, mode: s.Mode, x: make([]float64, n), y: make([]float64, n)}
	for k := range l.grad {
		l.grad[k] = make([]float64, n*len(plant.Outputs))
	}
	l.findCarrierBodies()
	l.reach = make([]float64, s.sys.nv)
	for i := range s.sys.Bodies {
		b := &s.sys.Bodies[i]
		for k := range b.speedCount() {
			l.reach[b.v+k] = 1
			if k < 3 && s.sys.Length > 0 {
				// a little more, so that of the two ways to report a
				// rotation about a point the angle is taken
				l.reach[b.v+k] = 2 * s.sys.Length
			}
		}
	}
	s.Mode = Linear
	return l
}

// End gives the state back.
func (l *Linearization) End() {
	l.Mode = l.mode
	l.Inputs(nil)
}

// Differentiate implements linear.Model: partials of routines are the precise
// differences.
func (l *Linearization) Differentiate(p *integrate.Point) error {
	s := l.State
	s.jac.factored = false
	return s.repeatWhileQueriesChange(func() error {
		s.plan.linear = false
		if err := s.computeForces(p); err != nil {
			return err
		}
		if err := s.linearizeAllLaws(true); err != nil {
			return err
		}
		for k, c := range unitCoefs {
			s.jac.coef = c
			s.jac.assembleMatrix()
			l.sparse[k] = s.plan.matrix.SnapshotValues()
			if k > 0 {
				l.sparse[k].Subtract(l.sparse[0])
			}
			l.setOutputPartials(k)
		}
		return nil
	})
}

// setOutputPartials sets the partials of all outputs for matrix k.
func (l *Linearization) setOutputPartials(k int) {
	s, n := l.State, len(l.x)
	for i, c := range l.plant.Outputs {
		row := l.grad[k][i*n : (i+1)*n]
		clear(row)
		s.jac.gather.clearTouched()
		s.jac.collectMeasureOrOutputDerivative(s.plan.index[c.lookupKey()])
		for _, node := range s.jac.gather.touched {
			copy(row[s.plan.offset[node]:], s.jac.gather.entriesOf(int(node)))
		}
		if k == 0 {
			continue
		}
		for j, v := range l.grad[0][i*n : (i+1)*n] {
			row[j] -= v
		}
	}
	s.jac.gather.clearTouched()
}

// collectMeasureOrOutputDerivative gathers the derivative of a measure or an output of a law.
func (j *jacobian) collectMeasureOrOutputDerivative(i MeasureIdx) {
	if l := j.s.plan.lawOfMeasure(i); l >= 0 {
		j.collectOutputDerivative(l, int(i-j.s.plan.law[l].out), 1)
		return
	}
	j.collectMeasureDerivative(i, 1)
	for len(j.adj.law) > 0 { // what it is made of
		l := j.adj.law[0]
		j.collectOutputDerivative(l, 0, 0)
	}
}

// DifferenceAlong sets r.V, r.X, r.Y and out to the derivatives of the residuals and outputs along m, by the partials of the last
// Differentiate.
func (l *Linearization) DifferenceAlong(r *integrate.Residual, out []float64, m *linear.Variation) {
	s := l.State
	clear(r.V)
	clear(r.X)
	clear(r.Y)
	clear(out)
	nv, nl, nx := s.sys.nv, s.sys.nl, s.sys.nx
	for k := range l.sparse {
		clear(l.x)
		switch k {
		case byRate:
			copy(l.x, m.A)
			copy(l.x[nv:], m.L)
			copy(l.x[nv+nl:], m.XDot)
			copy(l.x[nv+nl+nx:], m.Y)
		case bySpeed:
			copy(l.x, m.V)
		case byPose:
			copy(l.x, m.Q)
		case byState:
			copy(l.x[nv+nl:], m.X)
		}
		if allZero(l.x) {
			continue
		}
		l.sparse[k].MulVec(l.y, l.x)
		addVector(r.V, l.y)
		addVector(r.X, l.y[nv+nl:])
		addVector(r.Y, l.y[nv+nl+nx:])
		for i := range out {
			for j, g := range l.grad[k][i*len(l.x) : (i+1)*len(l.x)] {
				out[i] += g * l.x[j]
			}
		}
	}
}

func addVector(dst, x []float64) {
	for i := range dst {
		dst[i] += x[i]
	}
}

func allZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// Gradient sets dst (NV, zeros) to the gradient of constraint row i by the speeds; it leaves dst alone if the row is inactive.
func (l *Linearization) Gradient(i int, dst []float64) {
	s := l.State
	if s.rows.inactive[i] {
		return
	}
	set := sort.Search(len(s.sys.Rows), func(k int) bool { return s.sys.Rows[k].rowOwner().At > i }) - 1
	for s.sys.Rows[set].rowOwner().N == 0 { // sets without rows begin where the next one does
		set--
	}
	p := s.sys.Rows[set].rowOwner()
	for slot, b := range p.Bodies {
		body := &s.sys.Bodies[b]
		copy(dst[body.v:], s.rows.set[set].bodyGradient(i-p.At, int32(slot))[:body.speedCount()])
	}
}

// GyroscopicTerm implements linear.Model: the derivative of ω × Jω along the change of ω, as in
// inertia.
func (l *Linearization) GyroscopicTerm(dst, v []float64) {
	clear(dst)
	for i := range l.sys.Bodies {
		b, st := &l.sys.Bodies[i], &l.kin.body[i]
		if !b.hasRigidInertia() {
			continue
		}
		w := spatial.LoadVec(v[b.v+3:])
		st.W.Cross(b.timesInertia(&st.R, w)).Add(w.Cross(st.JW)).Store(dst[b.v+3:])
	}
	for i := range l.flex {
		l.flex[i].addGyroscopicTerm(l.State, dst, v)
	}
}
