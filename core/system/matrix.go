package system

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// jacobian is the iteration matrix of a State: what it is filled from, and what solves with it.
type jacobian struct {
	s        *State
	m        *solve.Matrix           // that of the plan; current while it is filled
	pair     *pairBlocks             // the blocks among the bodies of the row set at hand
	coef     integrate.Coef          // of the last Factor
	pairs    []integrate.ComplexCoef // of the complex matrices that were factored
	factored bool                    // a matrix was factored and has to be again with a new plan
	gather   gradientCollector       // the row at hand; filled by the collect methods
	adj      adjoint                 // derivatives on their way back through laws
	vector   []float64               // right-hand side and solution: accelerations, multipliers, states, algebraic unknowns
	imag     []float64               // its imaginary part
}

// pairBlocks are the blocks that a row set touches, by slots of its bodies.
type pairBlocks struct {
	n    int         // bodies
	body [][]float64 // n×n blocks among the bodies
	rows [][]float64 // rows × body
	cols [][]float64 // body × rows; nil where only rows are wanted
	size []int       // speeds of each body
	own  []float64   // rows × rows, or nil
}

// addPoseBlock adds c times a 3×3 matrix at (row, col) of the block between two
// bodies of the current row set.
func (j *jacobian) addPoseBlock(a, b int32, row, col int, m *mat, c float64) {
	if a < 0 || b < 0 || c == 0 {
		return
	}
	p := j.pair
	na, nb := p.size[a], p.size[b]
	if row >= na || col >= nb {
		return
	}
	addBlock3(p.body[int(a)*p.n+int(b)], nb, row, col, m, c)
}

// addBodyBlock adds the partials of a force between any two bodies.
func (j *jacobian) addBodyBlock(a, b BodyIdx, row, col int, m *mat, c float64) {
	s := j.s
	if a == Ground || b == Ground || c == 0 {
		return
	}
	na, nb := s.sys.Bodies[a].speedCount(), s.sys.Bodies[b].speedCount()
	if row >= na || col >= nb {
		return
	}
	addBlock3(j.m.Block(s.sys.bodyNode(a), s.sys.bodyNode(b)), nb, row, col, m, c)
}

func addBlock3(dst []float64, stride, row, col int, m *mat, c float64) {
	for k, v := range [3]vec{m.A, m.B, m.C} {
		at := row*stride + col + k
		dst[at] += c * v.X
		dst[at+stride] += c * v.Y
		dst[at+2*stride] += c * v.Z
	}
}

// addGatheredOuterProduct adds c w ⊗ (gathered row) to the rows of a node.
func (j *jacobian) addGatheredOuterProduct(node int, w []float64, c float64, g *gradientCollector) {
	for _, col := range g.touched {
		v := g.entriesOf(int(col))
		dst := j.m.Block(node, int(col))
		n := len(v)
		for r, wr := range w {
			if wr == 0 {
				continue
			}
			row := dst[r*n : (r+1)*n]
			f := c * wr
			for k, x := range v {
				row[k] += f * x
			}
		}
	}
}

// Factor assembles the iteration matrix for c at p and factors it. If freshPartials, it differentiates the laws at p; otherwise it keeps the partials
// of the last call with fresh.
func (s *State) Factor(p *integrate.Point, c integrate.Coef, freshPartials bool) error {
	s.jac.coef, s.jac.factored = c, false
	return s.repeatWhileQueriesChange(func() error { return s.evaluateAndFactorAt(p, freshPartials) })
}

func (s *State) evaluateAndFactorAt(p *integrate.Point, freshPartials bool) error {
	if err := s.updateForces(p, s.plan.reacts); err != nil {
		return err
	}
	if s.jac.usesReducedMatrix() && s.plan.reduced.fillAndFactor(s) {
		s.plan.linear = s.plan.linear && !freshPartials // partials, which are not in it, are not made
		s.plan.reduced.active, s.jac.factored = true, true
		return nil
	}
	if freshPartials || s.plan.lacksPartials() {
		if err := s.linearizeLaws(); err != nil {
			return err
		}
		s.jumps.recordRampSides()
	}
	return s.jac.assembleAndFactor()
}

// assembleAndFactor assembles the iteration matrix from what is computed and factors it.
func (j *jacobian) assembleAndFactor() error {
	s := j.s
	j.assembleMatrix()
	s.finishTaskTimer(Jacobians)
	err := j.factorMatrix()
	s.finishTaskTimer(Factors)
	if err != nil {
		return s.sys.explainSingular(err)
	}
	j.factored = true
	return nil
}

// factorMatrix factors the iteration matrix as it is filled, for Solve.
func (j *jacobian) factorMatrix() error {
	s := j.s
	if s.plan.reduced != nil {
		s.plan.reduced.active = false
	}
	return s.plan.matrix.Factor()
}

// linearizeLaws computes the partials of all laws with respect to their inputs.
func (s *State) linearizeLaws() error { return s.linearizeAllLaws(false) }

// linearizeAllLaws linearizes all laws, with precise differences of routines if these are wanted.
func (s *State) linearizeAllLaws(precise bool) error {
	for i := range s.plan.law {
		n := &s.plan.law[i]
		if n.n == 0 || len(n.in) == 0 || s.plan.reported[i] || s.sys.Laws[i].Demand || n.batched && !precise {
			continue
		}
		out := s.m[n.out : n.out+MeasureIdx(n.n)]
		if err := n.law.Partials(n.part, nil, n.val, out, precise, s); err != nil {
			return s.addLawOwnerToError(i, err)
		}
	}
	if !precise {
		for i := range s.plan.together {
			if err := s.plan.together[i].differenceBatch(s); err != nil {
				return err
			}
		}
	}
	if s.queryAdded {
		return errRelearn
	}
	s.plan.linear = true
	return nil
}

func (p *evaluationPlan) lacksPartials() bool { return !p.linear }

// assembleMatrix fills the iteration matrix for the coefficients s.coef.
func (j *jacobian) assembleMatrix() {
	s := j.s
	j.m = s.plan.matrix
	j.m.Clear()
	for b := 1; b < len(s.sys.Bodies); b++ {
		j.addInertia(BodyIdx(b))
	}
	for i := range s.flex {
		j.addFlexBlocks(i)
	}
	if s.IsRestAnalysis() {
		j.regularizeMass()
	}
	for i, set := range s.sys.Rows {
		j.assembleRows(i, set)
	}
	for i := range s.sys.Forces {
		j.addForceDerivatives(i)
	}
	for i := range s.sys.FlexLoads {
		j.linearizeFlexLoad(&s.sys.FlexLoads[i])
	}
	for i := range s.pen {
		j.addPenaltyDerivatives(i)
	}
	j.assembleStateRows()
}

// addInertia adds the mass and gyroscopic terms of a body. With h = Jω,
//
//	∂(Jα + ω×h)/∂α = J,  ∂/∂ω = ω̃J - h̃,
//	∂/∂θ = J α̃ - (Jα)~ + ω̃ (J ω̃ - h̃)
//
// J is symmetric, so J ω̃ = -(ω̃J)ᵀ.
func (j *jacobian) addInertia(b BodyIdx) {
	s := j.s
	body, st, d := &s.sys.Bodies[b], &s.kin.body[b], s.plan.diag[b]
	n := body.speedCount()
	if body.Idle {
		d[0] = 1
		return
	}
	for k := range min(n, 3) {
		d[k*n+k] += body.Mass
	}
	if !body.hasRigidInertia() {
		return
	}
	in := body.inertiaInGlobalAxes(&st.R)
	v, q := j.coef.V, j.coef.Q
	if v == 0 && q == 0 {
		addBlock3(d, n, 3, 3, &in, 1)
		return
	}
	wj := st.W.CrossEachColumn(&in)
	h := spatial.Tilde(st.JW)
	jw := wj.T()
	jw = mat{A: jw.A.Add(h.A), B: jw.B.Add(h.B), C: jw.C.Add(h.C)} // h̃ - J ω̃
	jw = st.W.CrossEachColumn(&jw)
	ja := st.Al.CrossEachColumn(&in)
	ja = ja.T() // -J α̃
	g := spatial.Tilde(st.JAl)
	column := func(in, wj, h, ja, g, jw vec) vec {
		return in.AddScaled(v, wj.Sub(h)).AddScaled(-q, ja.Add(g).Add(jw))
	}
	sum := mat{
		A: column(in.A, wj.A, h.A, ja.A, g.A, jw.A),
		B: column(in.B, wj.B, h.B, ja.B, g.B, jw.B),
		C: column(in.C, wj.C, h.C, ja.C, g.C, jw.C),
	}
	addBlock3(d, n, 3, 3, &sum, 1)
}

// assembleRows adds G, -Gᵀ and the stiffness of the push of a row set.
func (j *jacobian) assembleRows(i int, set RowSet) {
	s := j.s
	p := set.rowOwner()
	pb := &s.plan.pair[i]
	j.pair = pb
	if d := s.rows.direct[i]; d != nil {
		d.setDirectBlocks(s, pb)
	} else {
		s.sys.copyGradients(p, &s.rows.set[i], pb)
	}
	for k := range p.N {
		if s.rows.inactive[p.At+k] {
			pb.makeRowInactive(p.N, k)
		}
	}
	if j.coef.Q != 0 {
		set.addStiffness(s, s.p.L[p.At:p.At+p.N], j.coef.Q, j)
	}
}

// copyGradients sets the blocks of a row set from its gradients.
func (sys *System) copyGradients(p *RowOwner, b *rowBlock, pb *pairBlocks) {
	for slot := range p.Bodies {
		n := pb.size[slot]
		rows := pb.rows[slot]
		for k := range p.N {
			copy(rows[k*n:], b.bodyGradient(k, int32(slot))[:n])
		}
		if pb.cols == nil {
			continue
		}
		cols := pb.cols[slot]
		for k := range p.N {
			for c, w := range rows[k*n : (k+1)*n] {
				cols[c*p.N+k] = -w
			}
		}
	}
}

// makeRowInactive makes row k of n one without effect whose multiplier stays as it is.
func (p *pairBlocks) makeRowInactive(n, k int) {
	for slot, size := range p.size {
		clear(p.rows[slot][k*size : (k+1)*size])
		if p.cols == nil {
			continue
		}
		for c := range size {
			p.cols[slot][c*n+k] = 0
		}
	}
	if p.own != nil {
		p.own[k*n+k] = 1
	}
}

// assembleStateRows adds the rows of states and algebraic unknowns.
func (j *jacobian) assembleStateRows() {
	s := j.s
	one := [1]float64{1}
	for i := range s.sys.States {
		g := &s.sys.States[i]
		node := s.sys.stateGroupNode(i)
		d := j.m.Block(node, node)
		n := len(g.IC)
		if s.areStatesHeld(g) {
			for k := range g.IC {
				d[k*n+k] = 1
			}
			continue
		}
		for k := range g.IC {
			j.gather.clearTouched()
			sign := -1.0
			if g.Implicit {
				sign = 1
			} else {
				d[k*n+k]++
			}
			j.collectOutputDerivative(int(g.Law), g.Out+k, sign)
			j.addGatheredRow(node, k)
		}
	}
	for i, a := range s.sys.Algebraic {
		node := s.sys.algebraicNode(i)
		j.gather.clearTouched()
		j.collectOutputDerivative(int(a.Law), 0, 1)
		j.addGatheredOuterProduct(node, one[:], -1, &j.gather)
		j.m.Block(node, node)[0]++
	}
}

// addGatheredRow adds the gathered row to row k of a node.
func (j *jacobian) addGatheredRow(node, k int) {
	for _, col := range j.gather.touched {
		v := j.gather.entriesOf(int(col))
		dst := j.m.Block(node, int(col))
		for c, x := range v {
			dst[k*len(v)+c] += x
		}
	}
}

// explainSingular names the element of a singular matrix.
func (sys *System) explainSingular(err error) error {
	var e *solve.SingularError
	if !errors.As(err, &e) {
		return err
	}
	nb := len(sys.Bodies) - 1
	if e.Node < nb {
		return &SingularError{Body: sys.Bodies[e.Node+1].String()}
	}
	if i := e.Node - nb; i < len(sys.Rows) {
		return &SingularError{Row: sys.describeRow(sys.Rows[i].rowOwner().At + e.Row)}
	}
	return fmt.Errorf("%w: the equations are singular", integrate.ErrRetry)
}

// Solve implements integrate.Problem. Every caller iterates on residuals, which makes
// good what digits a solution lacks.
func (s *State) Solve(d *integrate.Delta) {
	s.startTaskTimer()
	if r := s.plan.reduced; r != nil && r.active {
		r.solveReduced(d, s.rows.inactive)
		s.finishTaskTimer(Solves)
		return
	}
	b := s.jac.rightHandSideBuffer()
	s.jac.permuteRightHandSide(b, d)
	s.plan.matrix.SolveToSixDigits(b)
	scatterSolution(d, b)
	s.finishTaskTimer(Solves)
}

func (j *jacobian) rightHandSideBuffer() []float64 {
	s := j.s
	n := s.sys.nv + s.sys.nl + s.sys.nx + len(s.sys.Algebraic)
	if len(j.vector) != n {
		j.vector = make([]float64, n)
	}
	return j.vector
}
