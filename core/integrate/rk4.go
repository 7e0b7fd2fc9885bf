package integrate

import "github.com/trammel-mbd/trammel/core/integrate/traits"

func init() { registerMethod(traits.RK4, func() Method { return new(rk4) }) }

// rk4 is the classical Runge-Kutta method of order 4 on z = (q, v, x) with
// z' = (PositionRates(q, v), a, x') from the acceleration level:
//
//	z⁺ = z + h/6 (k1 + 2 k2 + 2 k3 + k4),
//	k1 = f(t, z), k2 = f(t+h/2, z+h/2 k1), k3 = f(t+h/2, z+h/2 k2), k4 = f(t+h, z+h k3).
//
// The rates at the end of a step are the first of the next: four evaluations a step
// without constraints. With constraints the end is projected onto their positions
// and speeds, in the metric of the mass matrix, before it is evaluated.
type rk4 struct {
	fixedStepMethod
	start, z, sum, k []float64
}

func (m *rk4) Init(p Problem, start *Point, opt *Options) error {
	m.initFixed(p, start, opt, 4)
	nz := m.n.NQ + m.n.NV + m.n.NX
	flat := make([]float64, 4*nz)
	m.start, m.z, m.sum, m.k = flat[:nz], flat[nz:2*nz], flat[2*nz:3*nz], flat[3*nz:]
	return nil
}

func (m *rk4) Step(limit float64) error { return m.takeFixedStep(limit, m.takeStep) }

func (m *rk4) takeStep(h float64) error {
	p, t0 := m.next, m.now.T
	m.n.packPositions(m.start, m.now)
	m.storeSlopes(m.k, m.now)
	copy(m.sum, m.k)
	t1 := p.T
	copyRateGuess(p, m.now)
	for i := range 3 {
		c, b := h/2, 2.0
		p.T = t0 + h/2
		if i == 2 {
			c, b, p.T = h, 1, t1
		}
		for j, k := range m.k {
			m.z[j] = m.start[j] + c*k
		}
		m.unpackStateNormalized(p)
		if err := m.solveRates(m.w, p, i == 0); err != nil {
			return err
		}
		m.storeSlopes(m.k, p)
		addScaled(m.sum, b, m.k)
	}
	for j, k := range m.sum {
		m.z[j] = m.start[j] + h/6*k
	}
	m.unpackStateNormalized(p)
	if m.n.NL == 0 {
		return m.solveRates(m.w, p, false)
	}
	return m.w.solveAndProjectAtEnd(p, m.tol, m.rowTol, 10*m.rowTol)
}

// unpackStateNormalized brings z into p, with positions normalised.
func (m *rk4) unpackStateNormalized(p *Point) {
	n := m.n
	if n.NQ != n.NV {
		m.unpackPositions(p, m.z)
		return
	}
	copy(p.Q, m.z)
	copy(p.V, m.z[n.NQ:])
	copy(p.X, m.z[n.NQ+n.NV:])
}
