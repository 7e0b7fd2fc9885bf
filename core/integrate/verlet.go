package integrate

import "github.com/trammel-mbd/trammel/core/integrate/traits"

func init() { registerMethod(traits.VERLET, func() Method { return new(verlet) }) }

// verlet is the velocity form of the method of Störmer and Verlet (leapfrog), of
// order 2, with one evaluation a step:
//
//	q⁺ = q ⊕ (h v + h²/2 a),  v* = v + h a,  x* = x + h x'
//	(a⁺, x'⁺) = rates at (t⁺, q⁺, v*, x*)
//	v⁺ = v + h/2 (a + a⁺),    x⁺ = x + h/2 (x' + x'⁺)
//
// Where forces depend on positions and the time alone, v* does not matter and the
// method is the symplectic one: the energy of an oscillation stays within O(h²) for
// ever, while h times its angular frequency is below 2. Forces that depend on speeds and
// rates of states see the predictions v* and x*, which are O(h²) off, so that a⁺ is
// and v⁺ and x⁺ are by O(h³) in a step: order 2 is kept. On x' = λ x this is the
// formula of Adams and Bashforth of order 2, stable while -1 < h λ < 0, and so is a
// damper alone.
//
// With constraints q⁺ and v* are projected onto them in the metric of the mass
// matrix before the rates are solved for, and v⁺ after; that costs another
// evaluation and the property of being symplectic, not the order.
type verlet struct{ fixedStepMethod }

func (m *verlet) Init(p Problem, start *Point, opt *Options) error {
	m.initFixed(p, start, opt, 2)
	return nil
}

func (m *verlet) Step(limit float64) error { return m.takeFixedStep(limit, m.takeStep) }

func (m *verlet) takeStep(h float64) error {
	s, p := m.now, m.next
	for i, a := range s.A {
		v := s.V[i]
		m.tangent[i] = h * (v + h/2*a)
		p.V[i] = v + h*a
	}
	m.p.MovePositions(p.Q, s.Q, m.tangent)
	for i, x := range s.XDot {
		p.X[i] = s.X[i] + h*x
	}
	copyRateGuess(p, s)
	if err := m.solveRatesAtPrediction(p); err != nil {
		return err
	}
	for i, a := range p.A {
		p.V[i] = s.V[i] + h/2*(s.A[i]+a)
	}
	for i, x := range p.XDot {
		p.X[i] = s.X[i] + h/2*(s.XDot[i]+x)
	}
	if m.n.NL == 0 {
		return nil
	}
	return m.w.projectVelocities(p, 10*m.rowTol)
}

// solveRatesAtPrediction projects the prediction and solves for the rates there.
func (m *verlet) solveRatesAtPrediction(p *Point) error {
	if m.n.NL == 0 {
		return m.solveRates(m.w, p, true)
	}
	if err := m.w.factorFor(m.w, p, Coef{}, false); err != nil {
		return markErrorAsRetry(err)
	}
	return m.w.solveAndProject(p, m.tol, m.rowTol, 10*m.rowTol)
}
