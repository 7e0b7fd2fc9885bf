package system

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
)

// analyzePattern finds the pattern of the iteration matrix and orders it.
func (p *evaluationPlan) analyzePattern() {
	sys := p.sys
	nb := len(sys.Bodies) - 1
	g := solve.Graph{}
	for i := 1; i <= nb; i++ {
		g.Size = append(g.Size, sys.Bodies[i].speedCount())
		g.Kind = append(g.Kind, solve.Definite)
	}
	for _, r := range sys.Rows {
		g.Size = append(g.Size, r.rowOwner().N)
		g.Kind = append(g.Kind, solve.Saddle)
	}
	for _, st := range sys.States {
		g.Size = append(g.Size, len(st.IC))
		g.Kind = append(g.Kind, solve.Definite)
	}
	for range sys.Algebraic {
		g.Size = append(g.Size, 1)
		g.Kind = append(g.Kind, solve.Definite)
	}
	p.addEdges(&g)
	p.groupFlexibleParts(&g)
	sym := solve.AnalyzePattern(g)
	p.matrix = sym.NewMatrix()
	at := make([]int, len(g.Size))
	for i := range at {
		at[i] = sym.NodeOffset(i)
	}
	p.offset = at
	p.s.jac.gather.init(g.Size, at)
	p.cacheBlocks(g.Size)
}

// groupFlexibleParts lets frame and coordinates of a flexible body be eliminated together, and a node with the rows that tie it.
func (p *evaluationPlan) groupFlexibleParts(g *solve.Graph) {
	for i := range p.sys.Flex {
		var nodes []int32
		for _, b := range p.sys.Flex[i].parts {
			nodes = append(nodes, int32(p.sys.bodyNode(b)))
		}
		g.Together = append(g.Together, nodes)
	}
	for i, set := range p.sys.Rows {
		if n, ok := set.(*FlexNodeRows); ok {
			g.Together = append(g.Together, []int32{int32(p.sys.bodyNode(n.Bodies[0])), int32(p.sys.rowNode(i))})
		}
	}
}

// addEdges lists which nodes touch which.
func (p *evaluationPlan) addEdges(g *solve.Graph) {
	add := func(i, j int) {
		if i != j {
			g.Edge = append(g.Edge, [2]int32{int32(i), int32(j)})
		}
	}
	for i, r := range p.sys.Rows {
		bodies := r.rowOwner().Bodies
		for _, b := range bodies {
			add(p.sys.rowNode(i), p.sys.bodyNode(b))
		}
		p.addBodyEdges(bodies, add)
	}
	for i := range p.sys.Flex {
		p.addBodyEdges(p.sys.Flex[i].parts, add)
	}
	for i := range p.sys.Forces {
		if !p.sys.Forces[i].ReportOnly {
			p.addForceEdges(&p.sys.Forces[i], add)
		}
	}
	for i := range p.sys.FlexLoads {
		p.addFlexLoadEdges(&p.sys.FlexLoads[i], add)
	}
	for i := range p.s.pen {
		var bodies []BodyIdx
		for _, m := range p.s.pen[i].leaf {
			bodies = append(bodies, p.measure[m].body...)
		}
		p.addBodyEdges(bodies, add)
	}
	for i, st := range p.sys.States {
		p.addLawNodes(int(st.Law), func(n int) { add(p.sys.stateGroupNode(i), n) })
	}
	for i, a := range p.sys.Algebraic {
		p.addLawNodes(int(a.Law), func(n int) { add(p.sys.algebraicNode(i), n) })
	}
}

// addBodyEdges lists that each of the bodies touches each other.
func (p *evaluationPlan) addBodyEdges(bodies []BodyIdx, add func(i, j int)) {
	for k, a := range bodies {
		for _, b := range bodies[:k] {
			add(p.sys.bodyNode(a), p.sys.bodyNode(b))
		}
	}
}

func (p *evaluationPlan) addForceEdges(f *Force, add func(i, j int)) {
	var at []int
	touch := func(m MarkerIdx) {
		if m != NoMarker && p.sys.Markers[m].Body != Ground {
			at = append(at, p.sys.bodyNode(p.sys.Markers[m].Body))
		}
	}
	touch(f.I)
	touch(f.J)
	acts := len(at)
	if f.Direction == Axes || f.Direction == Push || f.Direction == Spin {
		touch(f.Ref)
	}
	for _, c := range f.Comp {
		if c.Law >= 0 {
			p.addLawNodes(int(c.Law), func(n int) { at = append(at, n) })
		}
	}
	for _, a := range at[:acts] {
		for _, b := range at {
			add(a, b)
		}
	}
}

// cacheBlocks looks up the blocks of bodies and row sets once.
func (p *evaluationPlan) cacheBlocks(size []int) {
	m := p.matrix
	p.diag = make([][]float64, len(p.sys.Bodies))
	for b := 1; b < len(p.sys.Bodies); b++ {
		p.diag[b] = m.Block(b-1, b-1)
	}
	p.flex = make([][][]float64, len(p.sys.Flex))
	for i := range p.sys.Flex {
		parts := p.sys.Flex[i].parts
		for _, a := range parts {
			for _, b := range parts {
				p.flex[i] = append(p.flex[i], m.Block(p.sys.bodyNode(a), p.sys.bodyNode(b)))
			}
		}
	}
	p.pair = make([]pairBlocks, len(p.sys.Rows))
	for i, r := range p.sys.Rows {
		pl := r.rowOwner()
		pb := pairBlocks{n: len(pl.Bodies), own: m.Block(p.sys.rowNode(i), p.sys.rowNode(i))}
		for _, a := range pl.Bodies {
			na := p.sys.bodyNode(a)
			pb.size = append(pb.size, size[na])
			pb.rows = append(pb.rows, m.Block(p.sys.rowNode(i), na))
			pb.cols = append(pb.cols, m.Block(na, p.sys.rowNode(i)))
			for _, b := range pl.Bodies {
				pb.body = append(pb.body, m.Block(na, p.sys.bodyNode(b)))
			}
		}
		p.pair[i] = pb
	}
}

// FactorStages implements integrate.Stages. The matrix is affine in its
// coefficients, so that of complex ones is put together from three real ones:
//
//	A(a + ib) = A(a) + i (A(b) - A(0)).
func (s *State) FactorStages(p *integrate.Point, c integrate.Coef, pairs []integrate.ComplexCoef, freshPartials bool) error {
	s.jac.coef, s.jac.factored = c, false
	return s.repeatWhileQueriesChange(func() error {
		if err := s.updateForces(p, s.plan.reacts); err != nil {
			return err
		}
		if freshPartials || s.plan.lacksPartials() {
			if err := s.linearizeLaws(); err != nil {
				return err
			}
		}
		s.jac.pairs = append(s.jac.pairs[:0], pairs...)
		if err := s.jac.factorComplexStageMatrices(); err != nil {
			return err
		}
		s.jac.coef = c
		return s.jac.assembleAndFactor()
	})
}

// factorComplexStageMatrices factors the complex matrices with the partials that there are.
func (j *jacobian) factorComplexStageMatrices() error {
	s := j.s
	for len(s.plan.pairs) < len(j.pairs) {
		s.plan.pairs = append(s.plan.pairs, s.plan.matrix.NewZeroComplexOfSamePattern())
	}
	c := j.coef
	for k := range j.pairs {
		if err := j.factorComplexStageMatrix(s.plan.pairs[k], &j.pairs[k]); err != nil {
			return err
		}
	}
	j.coef = c
	return nil
}

func (j *jacobian) factorComplexStageMatrix(z *solve.Complex, c *integrate.ComplexCoef) error {
	s := j.s
	m := s.plan.matrix
	z.Clear()
	j.coef = c.Re
	j.assembleMatrix()
	z.AddReal(m, 1)
	j.coef = c.Im
	j.assembleMatrix()
	z.AddImag(m, 1)
	j.coef = integrate.Coef{}
	j.assembleMatrix()
	z.AddImag(m, -1)
	s.finishTaskTimer(Jacobians)
	err := z.Factor()
	s.finishTaskTimer(Factors)
	if err != nil {
		return s.sys.explainSingularPair(z, err)
	}
	return nil
}

// explainSingularPair names the element of a singular complex matrix, whose nodes have
// each row twice.
func (sys *System) explainSingularPair(z *solve.Complex, err error) error {
	return sys.explainSingular(z.ConvertRowError(err))
}

// SolvePair replaces re + i im by the solution with the complex matrix of pair k, which FactorStages has factored.
func (s *State) SolvePair(k int, re, im *integrate.Delta) {
	s.startTaskTimer()
	a, b := s.jac.rightHandSideBuffer(), s.jac.imaginaryRightHandSideBuffer()
	s.jac.permuteRightHandSide(a, re)
	s.jac.permuteRightHandSide(b, im)
	s.plan.pairs[k].Solve(a, b)
	scatterSolution(re, a)
	scatterSolution(im, b)
	s.finishTaskTimer(Solves)
}

// permuteRightHandSide puts a right-hand side in the order of the matrix.
func (j *jacobian) permuteRightHandSide(b []float64, d *integrate.Delta) {
	s := j.s
	at := copy(b, d.A)
	at += copy(b[at:], d.L)
	for i := range s.rows.inactive {
		if s.rows.inactive[i] {
			b[s.sys.nv+i] = 0
		}
	}
	at += copy(b[at:], d.XDot)
	copy(b[at:], d.Y)
}

func scatterSolution(d *integrate.Delta, b []float64) {
	at := copy(d.A, b)
	at += copy(d.L, b[at:])
	at += copy(d.XDot, b[at:])
	copy(d.Y, b[at:])
}

func (j *jacobian) imaginaryRightHandSideBuffer() []float64 {
	if n := len(j.rightHandSideBuffer()); len(j.imag) != n {
		j.imag = make([]float64, n)
	}
	return j.imag
}
