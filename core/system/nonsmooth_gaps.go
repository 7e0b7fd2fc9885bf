package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// AppendGaps implements integrate.NonSmooth: the one-sided rows of position level, whose keys are their places in the Layout, and
// the points of rigid contacts.
func (s *State) AppendGaps(dst []integrate.Gap, slot int, p *integrate.Point, h float64) (all []integrate.Gap, largestEqualityError float64, err error) {
	s.nonsmooth.initProblem()
	if err := s.nonsmooth.computeRowsOnly(p); err != nil {
		return dst, 0, err
	}
	off := 0.0
	for i, set := range s.sys.Rows {
		pl, b := set.rowOwner(), &s.rows.set[i]
		if pl.Level != integrate.Position {
			continue
		}
		for k, g := range b.g {
			if !s.rows.inactive[pl.At+k] {
				off = math.Max(off, math.Abs(g))
			}
		}
	}
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; r.isOneSidedPositionRow() {
			dst = append(dst, s.nonsmooth.gapOfOneSidedRow(r, p))
		}
	}
	if len(s.sys.Rigid) > 0 {
		dst = s.nonsmooth.appendContactGaps(dst, slot, h)
	}
	return dst, off, nil
}

// gapOfOneSidedRow returns the gap that a one-sided row is at p, where rows are computed.
func (ns *nonsmoothProblem) gapOfOneSidedRow(r *lawRow, p *integrate.Point) integrate.Gap {
	sign, w := r.law.errorSign(), r.law
	return integrate.Gap{
		Key: uint64(r.n), G: sign * ns.s.rows.g[r.n], Rate: sign * ns.rowRateOf(r.set, r.k, p.V),
		Restitution: w.Restitution,
	}
}

// rowRateOf is G v + ∂g/∂t of row k of a set.
func (ns *nonsmoothProblem) rowRateOf(set, k int, v []float64) float64 {
	pl, b := ns.s.sys.Rows[set].rowOwner(), &ns.s.rows.set[set]
	rate := b.gt[k]
	for slot, body := range pl.Bodies {
		bd := &ns.s.sys.Bodies[body]
		for c, g := range b.bodyGradient(k, int32(slot))[:bd.speedCount()] {
			rate += g * v[bd.v+c]
		}
	}
	return rate
}

// computeRowsOnly computes poses and rows at p, without laws that rows do not need.
func (ns *nonsmoothProblem) computeRowsOnly(p *integrate.Point) error {
	if !ns.s.memo.matchesMotion(p, ns.s.Mode) {
		ns.s.memo.ok = false
		ns.s.computePosesAndMotions(p)
		if err := ns.s.rows.computeRows(); err != nil {
			return err
		}
	}
	ns.s.p = p
	return ns.s.rows.computeDirectRowsOnce(true)
}

// activateLawRowsOfGaps lets the law rows take part as the gaps say. Others of position level that are one-sided are off, and so are
// compliant rows in an impact.
func (ns *nonsmoothProblem) activateLawRowsOfGaps(gaps []integrate.Gap, p *integrate.Point, h float64) {
	t := p.T
	r := ns.prob.Rows
	ns.setFrictionBounds(h, t)
	for i := range ns.s.rows.laws {
		ns.setLawRowTerm(&ns.s.rows.laws[i], h, t)
	}
	for i := range gaps {
		g := &gaps[i]
		if g.Key >= uint64(ns.s.sys.nl) {
			if g.Part {
				ns.addContactCone(g, p, h)
			}
			continue
		}
		n := int(g.Key)
		row := ns.s.rows.lawOfRow(n)
		if !g.Part || g.Soft {
			if !g.Soft || h == 0 {
				r.SetFlag(n, vi.Disabled, "open", t)
			}
			continue
		}
		r.ClearFlag(n, vi.Disabled)
		r.B[n] += row.law.errorSign() * g.Shift
	}
}

// setLawRowTerm sets interval and known term of a law row. Bounded rows take back in a step what they are off.
func (ns *nonsmoothProblem) setLawRowTerm(row *lawRow, h, t float64) {
	r, w, n := ns.prob.Rows, row.law, row.n
	r.ClearFlag(n, vi.Disabled)
	one := row.isOneSidedPositionRow()
	for _, x := range [2]struct {
		dst *float64
		v   float64
	}{{&r.Lo[n], w.Lo}, {&r.Hi[n], w.Hi}} {
		if *x.dst = x.v; !math.IsInf(x.v, 0) {
			*x.dst = h * x.v
		}
	}
	switch {
	case h == 0 && !one:
		// A finite effort makes no impulse.
		if r.Lo[n] == 0 && r.Hi[n] == 0 {
			r.SetFlag(n, vi.Disabled, "limited effort: no impulse in an impact", t)
		}
	case row.isSlippingPositionRow():
		r.B[n] += ns.s.rows.g[n] / h
	}
}

// PositionProblem implements integrate.NonSmooth. Rows of velocity level hold their place; bounded rows have no say.
func (s *State) PositionProblem(p *integrate.Point, gaps []integrate.Gap) (*vi.Problem, error) {
	s.nonsmooth.initProblem()
	pr, err := s.VelocityProblem(p, integrate.Coef{}, 0, 0, nil, false)
	if err != nil {
		return nil, err
	}
	r := pr.Rows
	for i, set := range s.sys.Rows {
		pl, b := set.rowOwner(), &s.rows.set[i]
		for k := range pl.N {
			n := pl.At + k
			r.L[n] = 0
			switch {
			case pl.Level == integrate.Position:
				r.B[n] = b.g[k]
			default:
				r.B[n] = 0
			}
		}
	}
	for i := range s.rows.laws {
		w := &s.rows.laws[i]
		r.ClearFlag(w.n, vi.Disabled)
		if !w.isOneSidedPositionRow() {
			r.SetFlag(w.n, vi.Disabled, "no row of positions", p.T)
		}
	}
	for i := range gaps {
		if gaps[i].Key >= uint64(s.sys.nl) {
			s.nonsmooth.addNormalRow(&gaps[i])
		}
	}
	return pr, nil
}

// isAtBound reports that a multiplier, an impulse over the step, is one of the bounds.
func (w *Inequality) isAtBound(multiplier float64) bool {
	const part = 1e-9
	return multiplier <= w.Lo+part*math.Abs(w.Lo) || multiplier >= w.Hi-part*math.Abs(w.Hi) // NaN where there is none
}

// recordAcceptedLawRows notes the multipliers of law rows at an accepted point, and the offsets of those that slip.
func (ns *nonsmoothProblem) recordAcceptedLawRows(p *integrate.Point) {
	ns.acceptContactLoads()
	for i := range ns.s.rows.laws {
		r := &ns.s.rows.laws[i]
		if !ns.s.rows.open[r.n] {
			continue
		}
		l, last := p.L[r.n], ns.s.rows.held[r.n]
		ns.s.rows.held[r.n] = l
		// The step in which it comes to its rate again counts as one that slips: it would be caught up with in the next.
		if r.isSlippingPositionRow() && (r.law.isAtBound(l) || r.law.isAtBound(last)) {
			ns.s.rows.offset[r.n] += ns.s.rows.g[r.n]
			ns.s.rows.g[r.n] = 0
		}
	}
}

// FrictionSlips implements integrate.FrictionSource: surfaces of joints, rows of bounded effort (by their places in the Layout) and points of rigid
// contacts (by their keys).
func (s *State) FrictionSlips(dst []integrate.FrictionSlip, h float64) []integrate.FrictionSlip {
	v := s.nonsmooth.prob.Rows
	for n, r := range s.sys.DryFrictions {
		if !isEnforcedAfterAssembly(s.sys.Rows[r.set]) {
			continue
		}
		gain := s.nonsmooth.largestRowMobility(r)
		dst = appendFrictionSlip(dst, v, uint64(r.At), r.At, r.N, s.nonsmooth.frictionSteps[n].slide, gain, h)
	}
	for i := range s.rows.laws {
		w := &s.rows.laws[i]
		if w.law.errorSign() != 0 || w.level == integrate.Acceleration || !v.IsEnabled(w.n) {
			continue
		}
		bound := w.law.Hi
		if v.B[w.n] > 0 {
			bound = -w.law.Lo
		}
		if !math.IsInf(bound, 1) {
			dst = appendFrictionSlip(dst, v, uint64(w.n), w.n, 1, bound, s.nonsmooth.rowMobility(w.set, w.k), h)
		}
	}
	x := &s.nonsmooth.contacts
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if pt.row < 0 {
			continue
		}
		if c := s.sys.contactCone(&pt.rigidPoint, h); c.Rows[0] > 0 {
			dst = appendFrictionSlip(dst, v, pt.key, pt.row+1, 2, c.Length[0]*(v.L[pt.row]+c.Cohesion)/h, s.nonsmooth.meanTangentMobility(pt), h)
		}
	}
	return dst
}

// appendFrictionSlip appends the slip of n rows at, whose force is of the size bound while they slip.
func appendFrictionSlip(dst []integrate.FrictionSlip, v *vi.Rows, key uint64, at, n int, bound, gain, h float64) []integrate.FrictionSlip {
	x := integrate.FrictionSlip{Key: key, Compliance: gain}
	push := 0.0
	for k := at; k < at+n; k++ {
		x.Start = math.Hypot(x.Start, v.B[k])
		x.End += v.C[k] * v.B[k]
		push -= v.L[k] * v.B[k]
	}
	if x.Start == 0 {
		return dst
	}
	x.End /= x.Start
	x.Residual = math.Max(0, bound-push/(x.Start*h))
	return append(dst, x)
}

// rowMobility is J M⁻¹ Jᵀ of a row, with the masses on the diagonal.
func (ns *nonsmoothProblem) rowMobility(set, k int) (sum float64) {
	b := &ns.s.rows.set[set]
	for slot, body := range ns.s.sys.Rows[set].rowOwner().Bodies {
		bd := &ns.s.sys.Bodies[body]
		for c, g := range b.bodyGradient(k, int32(slot))[:bd.speedCount()] {
			if m := ns.weight[bd.v+c]; m > 0 {
				sum += g * g / m
			}
		}
	}
	return sum
}

// meanTangentMobility is that of the tangents of a point, their mean.
func (ns *nonsmoothProblem) meanTangentMobility(pt *rigidPointWithArms) (sum float64) {
	v, block := ns.prob.Rows, 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		at := ns.s.sys.Bodies[b].v
		for k := range 2 {
			for c, g := range v.JacobianBlock(pt.row+1+k, block) {
				if m := ns.weight[at+c]; m > 0 {
					sum += g * g / m / 2
				}
			}
		}
		block++
	}
	return sum
}
