package integrate

import "math"

// estimateLocalError is the local error of the embedded formula in units of the tolerance.
// With f = (q', a, x') the raw one is e = h (γ f_0 + Σ e_i f_i).
func (m *radau) estimateLocalError(h float64) (float64, error) {
	raw := m.computeRawError(h)
	if raw <= 1 && !m.stiff {
		return raw, nil
	}
	err, e := m.filterError(h)
	if e != nil {
		return 0, e
	}
	m.stiff = err < raw/2
	return math.Min(err, raw), nil
}

// computeRawError sets errQ, inc[0].A and inc[0].XDot to the errors of q, v and x.
func (m *radau) computeRawError(h float64) float64 {
	n, g := m.n, m.tab.g*h
	eV, eX := m.inc[0].A, m.inc[0].XDot
	m.stepControl.p.PositionRates(m.errQ, m.now.Q, m.now.V)
	for i := range m.errQ {
		m.errQ[i] *= g
	}
	clear(eV)
	clear(eX)
	addScaled(eV, g, m.now.A)
	addScaled(eX, g, m.now.XDot)
	for i, e := range m.tab.e {
		addScaled(m.errQ, h*e, m.kq[i*n.NQ:(i+1)*n.NQ])
		addScaled(eV, h*e, m.p[i].A)
		addScaled(eX, h*e, m.p[i].XDot)
	}
	return m.weightedErrorSize(h, m.errQ, eV, eX)
}

// weightedErrorSize compares; speeds enter as what they move within the step.
func (m *stepControl) weightedErrorSize(h float64, q, v, x []float64) float64 {
	w := largestEntry{}
	w.updateLargestWeighted(RawPos, q, m.wt.q)
	w.updateLargestWeighted(State, x, m.wt.x)
	for i, e := range v {
		if e = math.Abs(e) * m.wt.v[i] * math.Max(h, m.speedErrorWeight()); e > w.val {
			w = largestEntry{e, Speed, i}
		}
	}
	m.worst = w
	return w.val
}

// filterError applies (I - hγJ)⁻¹: with M ε_v + hγ(D ε_v + K ε_q) = M e_v, ε_q = e_q +
// hγ ε_v and M e_v/(hγ) - K e_q taken from a residual at a displaced point,
//
//	(M + hγD + h²γ²K) ε_v/(hγ) = R(q - e_q, v, a + e_v/(hγ)) - R(q, v, a).
func (m *radau) filterError(h float64) (filteredSize float64, err error) {
	n, p, g := m.n, m.probe, m.tab.g*h
	eV, eX := m.inc[0].A, m.inc[0].XDot
	p.Copy(m.next)
	m.stepControl.p.SpeedsFromPositionRates(m.tangent, p.Q, m.errQ)
	for i := range m.tangent {
		m.tangent[i] = -m.tangent[i]
	}
	m.stepControl.p.MovePositions(p.Q, p.Q, m.tangent)
	addScaled(p.A, 1/g, eV)
	addScaled(p.XDot, 1/g, eX)
	if e := m.w.evaluateResiduals(p); e != nil {
		return 0, e
	}
	d := m.zr
	copy(d.A, m.w.res.V)
	copy(d.XDot, m.w.res.X)
	copy(d.Y, m.w.res.Y)
	clear(d.L)
	m.stepControl.p.Solve(d)
	for i := range d.A {
		d.A[i] *= g
	}
	for i := range d.XDot {
		d.XDot[i] *= g
	}
	copy(m.tangent, d.A)
	m.stepControl.p.PositionRates(m.raw, m.next.Q, m.tangent)
	for i := range n.NQ {
		m.raw[i] = m.errQ[i] + g*m.raw[i]
	}
	return m.weightedErrorSize(h, m.raw, d.A, d.XDot), nil
}
