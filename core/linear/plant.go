package linear

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
)

// Outputs may be wanted as states: s, functions of the positions alone, and their
// rates. Of a model at rest this is a change of basis, which moves no eigenvalue. Of
// a moving one it may, and for that it is there: the matrix of a top that precesses
// is constant in Euler angles, and changes with time in other coordinates.
//
// With the position states u, u' = Q x for all states x = (u, w, ...), and the
// gradient S(t) of s along them, which changes as the model moves,
//
//	s = S u,  s' = (S' + S Q) x = R x,  s'' = (R' + R A) x + R B u.
//
// S', S'' and Q' are those along the motion; they depend on speeds and accelerations
// only, so that they are the same along any curve with these.

// PlantError reports why a plant output cannot be a state.
type PlantError struct {
	Output int
	Why    string
}

func (e *PlantError) Error() string { return e.Why }

// stateTransform is S, R = s'-rows, and R'.
type stateTransform struct{ s, r, rDot *mat.Dense }

func (l *linearizer) changeToPlantStates() error {
	s := l.sys
	first := l.opt.Outputs
	if s.nq != s.nv {
		return &PlantError{0, "plant states need constraints on positions: the model has some on speeds alone"}
	}
	if err := l.checkOutputsArePositions(); err != nil {
		return err
	}
	kept, rest := l.independentOutputs()
	t, err := l.computePlantTransform(kept, rest)
	if err != nil {
		return err
	}
	s.applyTransform(t)
	for k, i := range kept {
		s.States[k], s.States[s.nq+k] = State{Plant, i}, State{PlantRate, i}
	}
	for k, at := range rest {
		c := l.pos.Independent[at]
		s.States[len(kept)+k], s.States[s.nq+len(kept)+k] = State{Position, c}, State{Speed, c}
	}
	s.P = first
	s.C, s.D = s.C[:first*s.N], s.D[:first*s.M]
	return nil
}

// checkOutputsArePositions checks that the outputs are functions of positions alone.
func (l *linearizer) checkOutputsArePositions() error {
	s := l.sys
	for i := range l.opt.Plant {
		row := s.C[(l.opt.Outputs+i)*s.N : (l.opt.Outputs+i+1)*s.N]
		in := s.D[(l.opt.Outputs+i)*s.M : (l.opt.Outputs+i+1)*s.M]
		size := largestMagnitude(row[:s.nq])
		switch {
		case largestMagnitude(row[s.nq:]) > 1e-9*size || largestMagnitude(in) > 1e-9*size:
			return &PlantError{i, "depends on more than positions; the rates of plant states are states by themselves, and so are the states of elements"}
		case size == 0:
			return &PlantError{i, "does not depend on the positions of the model"}
		}
	}
	return nil
}

// independentOutputs returns the outputs that do not depend on each other, and the positions
// that they do not determine.
func (l *linearizer) independentOutputs() (kept, rest []int) {
	s, k := l.sys, l.opt.Plant
	row := func(i int) []float64 { return s.C[(l.opt.Outputs+i)*s.N:][:s.nq] }
	across := func(j int, dst []float64) {
		for i := range dst {
			dst[i] = row(i)[j] / largestMagnitude(row(i))
		}
	}
	p := solve.PartitionUnknowns(s.nq, k, across, onesVector(k))
	kept = p.Dependent // in terms of which the others can be given
	s.Dropped = p.Independent
	reach, weight := l.m.StepSizes(), make([]float64, s.nq)
	for j, at := range l.pos.Independent {
		weight[j] = reach[at]
	}
	return kept, solve.PartitionUnknowns(len(kept), s.nq, func(i int, dst []float64) { copy(dst, row(kept[i])) }, weight).Independent
}

func onesVector(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

// outputPartials is S: the kept outputs, then the positions that remain.
func (s *System) outputPartials(c []float64, kept, rest []int, first int) *mat.Dense {
	m := mat.NewDense(s.nq, s.nq, nil)
	for k, i := range kept {
		m.SetRow(k, c[(first+i)*s.N:][:s.nq])
	}
	for k, at := range rest {
		m.Set(len(kept)+k, at, 1)
	}
	return m
}

// positionRateRows is Q, of the position and speed states.
func (s *System) positionRateRows() *mat.Dense {
	m := mat.NewDense(s.nq, s.N, nil)
	for i := range s.nq {
		m.SetRow(i, s.A[i*s.N:(i+1)*s.N])
	}
	return m
}

func (l *linearizer) computePlantTransform(kept, rest []int) (*stateTransform, error) {
	s := l.sys
	t := &stateTransform{s: s.outputPartials(s.C, kept, rest, l.opt.Outputs)}
	q := s.positionRateRows()
	t.r, t.rDot = mat.NewDense(s.nq, s.N, nil), mat.NewDense(s.nq, s.N, nil)
	t.r.Mul(t.s, q)
	if !isNonZero(l.p.V) && !isNonZero(l.p.A) {
		return t, nil
	}
	sDot, sDDot, qDot, err := l.differenceAlongMotion(t.s, q, kept, rest)
	if err != nil {
		return nil, err
	}
	var x mat.Dense
	addToLeftColumns(t.r, sDot)
	x.Mul(sDot, q)
	t.rDot.Mul(t.s, qDot)
	t.rDot.Add(t.rDot, &x)
	addToLeftColumns(t.rDot, sDDot)
	return t, nil
}

// addToLeftColumns adds b to the left columns of a.
func addToLeftColumns(a, b *mat.Dense) {
	n, m := b.Dims()
	part := a.Slice(0, n, 0, m).(*mat.Dense)
	part.Add(part, b)
}

// differenceAlongMotion differences S and Q along the motion: S', S” and Q', to sixth order.
func (l *linearizer) differenceAlongMotion(s0, q0 *mat.Dense, kept, rest []int) (sDot, sDDot, qDot *mat.Dense, err error) {
	rate, reach := 0.0, l.m.StepSizes()
	for i := range l.p.V {
		rate = math.Max(rate, math.Abs(l.p.V[i])/reach[i])
		rate = math.Max(rate, math.Sqrt(math.Abs(l.p.A[i])/reach[i]))
	}
	h := math.Exp2(math.Floor(math.Log2(1.0 / 32 / rate)))
	var first, second, third [3]*mat.Dense
	for k := range 3 {
		e := h / float64(int(1)<<k)
		var s, q [2]*mat.Dense
		for side, x := range [2]float64{e, -e} {
			if s[side], q[side], err = l.outputPartialsAfter(x, kept, rest); err != nil {
				return nil, nil, nil, err
			}
		}
		first[k], third[k] = centralDifference(s[0], s[1], 2*e), centralDifference(q[0], q[1], 2*e)
		var sum mat.Dense
		sum.Add(s[0], s[1])
		sum.Sub(&sum, s0)
		second[k] = centralDifference(&sum, s0, e*e)
	}
	return richardsonExtrapolate(first), richardsonExtrapolate(second), richardsonExtrapolate(third), nil
}

func centralDifference(a, b *mat.Dense, h float64) *mat.Dense {
	var d mat.Dense
	d.Sub(a, b)
	d.Scale(1/h, &d)
	return &d
}

func richardsonExtrapolate(d [3]*mat.Dense) *mat.Dense {
	next := func(coarse, fine *mat.Dense, w float64) *mat.Dense {
		var a, b mat.Dense
		a.Scale(w/(w-1), fine)
		b.Scale(1/(w-1), coarse)
		a.Sub(&a, &b)
		return &a
	}
	return next(next(d[0], d[1], 4), next(d[1], d[2], 4), 16)
}

// outputPartialsAfter returns S and Q a time h later, with the same independent coordinates.
func (l *linearizer) outputPartialsAfter(h float64, kept, rest []int) (s, q *mat.Dense, err error) {
	p := integrate.NewPoint(l.n)
	p.Copy(l.p)
	dq := make([]float64, len(p.V))
	for i := range dq {
		dq[i] = h * (p.V[i] + h/2*p.A[i])
		p.V[i] += h * p.A[i]
	}
	l.m.MovePositions(p.Q, l.p.Q, dq)
	p.T += h
	c := &linearizer{m: l.m, p: p, opt: l.opt, n: l.n, outputs: l.outputs, follow: l}
	if err := c.findIndependentCoordinates(); err != nil {
		return nil, nil, err
	}
	for j := range c.sys.nq + c.sys.nv {
		x, derived, err := c.buildStateVariation(j)
		if err == nil && j < c.sys.nq {
			err = c.differentiateColumn(j, x, derived)
			for i, v := range c.out {
				c.sys.C[i*c.sys.N+j] = v
			}
		}
		if err != nil {
			return nil, nil, err
		}
		c.writePositionRates(c.sys.A[j:], c.sys.N, x)
	}
	return c.sys.outputPartials(c.sys.C, kept, rest, l.opt.Outputs), c.sys.positionRateRows(), nil
}

// applyTransform takes the system into the states (s, s', x).
func (s *System) applyTransform(t *stateTransform) {
	n, nq := s.N, s.nq
	old := mat.NewDense(n, n, s.A)
	to, rows := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	to.Slice(0, nq, 0, nq).(*mat.Dense).Copy(t.s)
	to.Slice(nq, 2*nq, 0, n).(*mat.Dense).Copy(t.r)
	for i := 2 * nq; i < n; i++ {
		to.Set(i, i, 1)
		rows.SetRow(i, old.RawRowView(i))
	}
	rows.Slice(0, nq, 0, n).(*mat.Dense).Copy(t.r)
	bottom := rows.Slice(nq, 2*nq, 0, n).(*mat.Dense)
	bottom.Mul(t.r, old)
	bottom.Add(bottom, t.rDot)
	if s.M > 0 {
		b := mat.NewDense(n, s.M, s.B)
		var in mat.Dense
		in.Mul(t.r, b)
		b.Slice(nq, 2*nq, 0, s.M).(*mat.Dense).Copy(&in)
	}
	s.A = rightDivide(rows, to)
	if s.P > 0 {
		s.C = rightDivide(mat.NewDense(s.P, n, s.C), to)
	}
	s.basis = rightDivide(identity(nq), t.s)
}

// rightDivide returns a t⁻¹ by rows.
func rightDivide(a, t *mat.Dense) []float64 {
	var x mat.Dense
	if err := x.Solve(t.T(), a.T()); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			panic(fmt.Sprintf("linear: %v", err)) // chosen made t regular
		}
	}
	return mat.DenseCopyOf(x.T()).RawMatrix().Data
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}
