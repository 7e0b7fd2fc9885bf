package system

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
)

// FactorStages implements integrate.Stages. The matrix is affine in its
// coefficients, so that of complex ones is put together from three real ones:
//
//	A(a + ib) = A(a) + i (A(b) - A(0)).
func (s *State) FactorStages(p *integrate.Point, c integrate.Coef, pairs []integrate.ComplexCoef, fresh bool) error {
	s.coef, s.factored = c, false
	return s.learning(func() error {
		if err := s.updateForces(p, s.plan.reacts); err != nil {
			return err
		}
		if fresh || s.plan.stale() {
			if err := s.linearize(); err != nil {
				return err
			}
		}
		s.pairs = append(s.pairs[:0], pairs...)
		if err := s.factorPairs(); err != nil {
			return err
		}
		s.coef = c
		return s.refactor()
	})
}

// factorPairs factors the complex matrices with the partials that there are.
func (s *State) factorPairs() error {
	for len(s.plan.pairs) < len(s.pairs) {
		s.plan.pairs = append(s.plan.pairs, s.plan.matrix.Complex())
	}
	c := s.coef
	for k := range s.pairs {
		if err := s.factorPair(s.plan.pairs[k], &s.pairs[k]); err != nil {
			return err
		}
	}
	s.coef = c
	return nil
}

func (s *State) factorPair(z *solve.Complex, c *integrate.ComplexCoef) error {
	m := s.plan.matrix
	z.Clear()
	s.coef = c.Re
	s.assemble()
	z.AddReal(m, 1)
	s.coef = c.Im
	s.assemble()
	z.AddImag(m, 1)
	s.coef = integrate.Coef{}
	s.assemble()
	z.AddImag(m, -1)
	s.done(Jacobians)
	err := z.Factor()
	s.done(Factors)
	if err != nil {
		return s.explainPair(z, err)
	}
	return nil
}

// explainPair names the element of a singular complex matrix, whose nodes have
// each row twice.
func (s *State) explainPair(z *solve.Complex, err error) error { return s.explain(z.Parts(err)) }

// SolvePair implements integrate.Stages.
func (s *State) SolvePair(k int, re, im *integrate.Delta) {
	s.started()
	a, b := s.rhs(), s.imaginary()
	s.arrange(a, re)
	s.arrange(b, im)
	s.plan.pairs[k].Solve(a, b)
	scatter(re, a)
	scatter(im, b)
	s.done(Solves)
}

// arrange puts a right-hand side in the order of the matrix.
func (s *State) arrange(b []float64, d *integrate.Delta) {
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

func scatter(d *integrate.Delta, b []float64) {
	at := copy(d.A, b)
	at += copy(d.L, b[at:])
	at += copy(d.XDot, b[at:])
	copy(d.Y, b[at:])
}

func (s *State) imaginary() []float64 {
	if n := len(s.rhs()); len(s.imag) != n {
		s.imag = make([]float64, n)
	}
	return s.imag
}
