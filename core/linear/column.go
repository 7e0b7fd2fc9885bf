package linear

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// buildStateVariation returns the change of all coordinates that goes with a unit of state j, or
// of input j - N, before anything is solved: dependent positions and speeds follow
// from the rows. derived reports that its derivatives need no differences any more.
func (l *linearizer) buildStateVariation(j int) (x *Variation, derived bool, err error) {
	s := l.sys
	x = newVariation(l.n, s.M)
	switch {
	case j < s.nq:
		x.Q[l.pos.Independent[j]] = 1
		l.pos.SolveDependent(x.Q, nil)
		l.m.ResolveInGroundFrame(x.Q, x.Q)
		if !l.isColumnExact(j) {
			derived, err = l.addDependentSpeeds(x)
		}
	case j < s.nq+s.nv:
		x.V[l.vel.Independent[j-s.nq]] = 1
		l.vel.SolveDependent(x.V, nil)
		l.m.ResolveInGroundFrame(x.V, x.V)
	case j < s.N:
		x.X[j-s.nq-s.nv] = 1
	default:
		x.U[j-s.N] = 1
	}
	return x, derived, err
}

func (l *linearizer) isColumnExact(j int) bool { return j < len(l.trusted) && l.trusted[j] }

// addDependentSpeeds adds the change of the dependent speeds that a change of the positions
// needs for the rows of velocity to hold: G δv = -∂(Gv + g_t)/∂q δq. It reports
// whether that is nothing, as in a model at rest.
func (l *linearizer) addDependentSpeeds(x *Variation) (idle bool, err error) {
	if err := l.near.differentiateAlong(x); err != nil {
		return false, err
	}
	b := &l.near.begin
	vel := append([]float64(nil), l.near.best[b[3]:b[4]]...)
	for i := range vel {
		if vel[i] = -vel[i]; l.n.RowLevel[i] == integrate.Acceleration {
			vel[i] = 0
		}
	}
	if !isNonZero(vel) {
		return true, nil
	}
	l.vel.SolveDependent(x.V, vel)
	l.m.ResolveInGroundFrame(x.V, x.V)
	return false, nil
}

// solveRatesIntoColumn solves for the rates of all states that go with x and writes column j of
// A and C, or of B and D.
func (l *linearizer) solveRatesIntoColumn(j int, x *Variation) error {
	d, s := &l.rhs, l.sys
	setNegative(d.A, l.exact.V)
	setNegative(d.XDot, l.exact.X)
	setNegative(d.Y, l.exact.Y)
	setNegative(d.L, l.near.best[l.near.begin[4]:l.near.begin[5]])
	l.m.Solve(d)
	z := newVariation(l.n, s.M)
	z.A, z.XDot, z.Y, z.L = d.A, d.XDot, d.Y, d.L
	more := make([]float64, len(l.out))
	l.m.DifferenceAlong(l.trial, more, z)
	a, stride, c, k := s.A, s.N, s.C, j
	if j >= s.N {
		a, stride, c, k = s.B, s.M, s.D, j-s.N
	}
	for i, v := range l.out {
		c[i*stride+k] = v + more[i]
	}
	if s.N == 0 {
		return nil
	}
	a = a[k:]
	l.writePositionRates(a, stride, x)
	l.m.FrameSpinRates(l.tmp, x.V)
	for i := range l.tmp {
		l.tmp[i] = d.A[i] - l.tmp[i]
	}
	l.m.ResolveInBodyFrames(l.tmp, l.tmp)
	for i, at := range l.vel.Independent {
		a[(s.nq+i)*stride] = l.tmp[at]
	}
	for i, v := range d.XDot {
		a[(s.nq+s.nv+i)*stride] = v
	}
	return nil
}

// writePositionRates writes the rates of the position states that go with x: q' in the
// frames, which turn themselves.
func (l *linearizer) writePositionRates(dst []float64, stride int, x *Variation) {
	l.m.FrameBracket(l.bracket, x.Q)
	l.m.FrameSpinRates(l.tmp, x.Q)
	for i := range l.tmp {
		l.tmp[i] = x.V[i] + l.bracket[i] - l.tmp[i]
	}
	l.m.ResolveInBodyFrames(l.tmp, l.tmp)
	for i, at := range l.pos.Independent {
		dst[i*stride] = l.tmp[at]
	}
}

func setNegative(dst, x []float64) {
	for i, v := range x {
		dst[i] = -v
	}
}

// differentiateColumn sets exact.V, X, Y and out to the derivatives along x; those of Vel and Acc
// are in the sampler.
func (l *linearizer) differentiateColumn(j int, x *Variation, derived bool) error {
	if l.isColumnExact(j) {
		l.m.DifferenceAlong(l.exact, l.out, x)
		clear(l.near.best)
		l.removeOmittedTerms(x)
		return nil
	}
	if !derived {
		if err := l.near.differentiateAlong(x); err != nil {
			return err
		}
	}
	e, near := l.exact, l.near
	parts := [...][]float64{e.V, e.X, e.Y, nil, nil, l.out}
	if isNonZero(x.U) {
		for k, part := range parts {
			copy(part, near.best[near.begin[k]:])
		}
		return nil
	}
	l.m.DifferenceAlong(e, l.out, x)
	near.largest = math.Max(near.largest, largestMagnitude(e.V))
	for k, part := range parts {
		if part == nil {
			continue
		}
		if i := near.replaceInexactPartials(part, near.begin[k]); i >= 0 && (k == 0 || k == 5) {
			l.sys.recordFirstRough(i, k == 5)
		}
	}
	l.removeOmittedTerms(x)
	return nil
}

func (s *System) recordFirstRough(index int, output bool) {
	if s.HasRough {
		return
	}
	if s.HasRough, s.Rough = true, index; output {
		s.Rough = -1 - index
	}
}

// removeOmittedTerms takes off what the options leave out: all that forces have of speeds, but
// for the inertia forces.
func (l *linearizer) removeOmittedTerms(x *Variation) {
	if !l.opt.NoDamping || !isNonZero(x.V) {
		return
	}
	only, out := newVariation(l.n, l.sys.M), make([]float64, len(l.out))
	only.V = x.V
	l.m.DifferenceAlong(l.trial, out, only)
	l.m.GyroscopicTerm(l.spin, x.V)
	for i := range l.exact.V {
		l.exact.V[i] -= l.trial.V[i] - l.spin[i]
	}
}

func isNonZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return true
		}
	}
	return false
}
