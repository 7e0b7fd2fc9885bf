package integrate

import (
	"fmt"
	"math"
)

var errRows = fmt.Errorf("integrate: the end of the step cannot be projected: %w", ErrRetry)

// solveStages iterates on the stages. A failure with matrices of an earlier step
// is tried once more with fresh ones.
func (m *radau) solveStages(h float64) (converged bool, err error) {
	m.fresh = false
	if m.opt.JacobEval == 1 {
		m.renew = true
	}
	for again := false; ; again = true {
		if e := m.factorStages(h); e != nil {
			return false, e
		}
		ok, e := m.iterateStages(h)
		if ok || e != nil && !IsRetry(e) || m.fresh {
			m.renew = m.renew || !ok || again
			return ok, e
		}
		m.renew = true
		m.predictStages(m.p[m.tab.s-1].T, h)
	}
}

// factorStages factors when the matrices at hand will not do.
func (m *radau) factorStages(h float64) error {
	w, g := m.w, m.tab.g
	own := m.ours && w.factored && w.owner == any(m) && w.coef.V == g*m.hMat
	if own && !m.renew && math.Abs(h-m.hMat) <= coefChange*m.hMat {
		return nil
	}
	fresh := m.renew || !w.partials
	c := Coef{h * g, h * h * g * g, h * g}
	for k, μ := range m.tab.pair {
		z := complex(h, 0) * μ
		z2 := z * z
		m.coefs[k] = ComplexCoef{Coef{real(z), real(z2), real(z)}, Coef{imag(z), imag(z2), imag(z)}}
	}
	w.stats.Factorizations += 1 + len(m.coefs)
	if fresh {
		w.stats.Jacobians++
	}
	m.ours = false
	if e := m.st.FactorStages(m.pointForPartials(), c, m.coefs, fresh); e != nil {
		w.factored, w.partials = false, false
		return e
	}
	w.coef, w.factored, w.partials, w.owner = c, true, true, m
	m.ours, m.hMat = true, h
	m.fresh = m.fresh || fresh
	m.renew = false
	m.known = m.known && !fresh
	m.rate = math.Min(math.Max(m.rate, 0.02), 0.1)
	return nil
}

// pointForPartials is the point for partials: a stage near the middle of the step.
func (m *radau) pointForPartials() *Point { return m.p[m.tab.s/2] }

func (m *radau) iterateStages(h float64) (converged bool, err error) {
	last := math.Inf(1)
	for it := 1; it <= newtonIts; it++ {
		for i, p := range m.p {
			if e := m.w.evaluateResiduals(p); e != nil {
				return false, e
			}
			r := m.rhs[i]
			copy(r.V, m.w.res.V)
			copy(r.X, m.w.res.X)
			copy(r.Y, m.w.res.Y)
			copy(r.Acc, m.w.res.Acc)
		}
		m.stats.NewtonIterations++
		m.solveIncrements(h)
		m.size = m.incrementSize(h)
		if m.size*0 != 0 {
			return false, errNaN
		}
		rate := m.updateConvergenceRate(it, last)
		if it > 2 && m.size > giveUpRate*last && m.size*m.wt.tol > m.wt.eps {
			return false, nil
		}
		for i, p := range m.p {
			addDeltaToPoint(p, 1, m.inc[i])
		}
		m.setStagePositions(h)
		if it >= m.opt.MinIt && m.known && m.stagesConverged(rate, h) {
			if !m.fresh && m.matrixIsOfOtherRampSide() {
				return false, nil
			}
			m.renew = it > 2 && rate > renewRate || it > m.opt.MaxIt
			return true, nil
		}
		last = m.size
	}
	return false, nil
}

// stagesConverged judges by what is left. Where outputs or HMax hold the step below what
// the error allows, there are more steps for the rest to add up over.
func (m *radau) stagesConverged(rate, h float64) bool {
	if m.opt.NewtonTol > 0 {
		return m.size*m.wt.tol <= math.Max(m.opt.NewtonTol, m.wt.eps/4)
	}
	held := math.Min(1, h/m.h)
	return m.size*m.wt.tol <= m.wt.eps/4 || rate < giveUpRate && m.size*rate/(1-rate) <= m.kappa*held*held
}

// solveIncrements sets inc to the Newton increments of the stages.
func (m *radau) solveIncrements(h float64) {
	t := m.tab
	for _, d := range m.inc {
		clearDelta(d)
	}
	clearDelta(m.zr)
	for j, r := range m.rhs {
		m.addStageResidual(m.zr, -t.w0[j], r)
	}
	m.clearRedundantRows(m.zr)
	m.stepControl.p.Solve(m.zr)
	for i, d := range m.inc {
		d.addScaled(t.u0[i], m.zr)
	}
	for k := range t.pair {
		clearDelta(m.zr)
		clearDelta(m.z)
		for j, r := range m.rhs {
			w := t.w[k][j]
			m.addStageResidual(m.zr, -real(w), r)
			m.addStageResidual(m.z, -imag(w), r)
		}
		m.clearRedundantRows(m.zr)
		m.clearRedundantRows(m.z)
		m.st.SolvePair(k, m.zr, m.z)
		for i, d := range m.inc {
			u := t.u[k][i]
			d.addScaled(2*real(u), m.zr)
			d.addScaled(-2*imag(u), m.z)
		}
	}
}

// addStageResidual adds k times a stage's residual to a right-hand side.
func (m *radau) addStageResidual(d *Delta, k float64, r *Residual) {
	addScaled(d.A, k, r.V)
	addScaled(d.XDot, k, r.X)
	addScaled(d.Y, k, r.Y)
	addScaled(d.L, k, r.Acc)
}

// clearRedundantRows clears rows that are redundant.
func (m *radau) clearRedundantRows(d *Delta) {
	for i, l := range m.n.RowLevel {
		if l == Inactive {
			d.L[i] = 0
		}
	}
}

// incrementSize is the largest increment of a position, state or algebraic unknown of a
// stage in units of the tolerance, and of a speed as what it moves within the
// step: an error of accelerations stays in the speeds.
func (m *radau) incrementSize(h float64) float64 {
	v := largestEntry{}
	for i, p := range m.p {
		clear(m.tangent)
		for j, d := range m.inc {
			addScaled(m.tangent, h*m.tab.a[i][j], d.A)
		}
		for l, x := range m.tangent {
			if e := math.Abs(x) * m.wt.v[l] * math.Max(h, m.wt.ctrlV); e > v.val {
				v = largestEntry{e, Speed, l}
			}
		}
		m.raw = m.raw[:m.n.NQ]
		clear(m.tangent)
		for j, d := range m.inc {
			addScaled(m.tangent, h*h*m.tab.a2[i][j], d.A)
		}
		m.stepControl.p.PositionRates(m.raw, p.Q, m.tangent)
		v.updateLargestWeighted(RawPos, m.raw, m.wt.q)
		v.updateLargestWeighted(Algebraic, m.inc[i].Y, m.wt.y)
		for l := range m.n.NX {
			x := 0.0
			for j, d := range m.inc {
				x += h * m.tab.a[i][j] * d.XDot[l]
			}
			if e := math.Abs(x) * m.wt.x[l]; e > v.val {
				v = largestEntry{e, State, l}
			}
		}
	}
	m.moved, m.newton.worst = v.val, v
	for _, d := range m.inc {
		if nanUnlessFinite(d.A)+nanUnlessFinite(d.XDot)+nanUnlessFinite(d.Y)+nanUnlessFinite(d.L) != 0 {
			return math.NaN()
		}
	}
	return v.val
}
