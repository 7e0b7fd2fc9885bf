package integrate

import (
	"math"
	"slices"
)

// Where a closed chain of constraints lines up, a combination u of unit length of its rows pushes
// nothing: Gᵀu = 0. Motions that go through such a place have Gᵀu change its sign there while u, the
// combination that pushes least, stays what it is. So a line between two values of Gᵀu goes through
// zero however far from the place the steps end, while a chain that comes near to it and turns back,
// or away from it, only has a small value: no threshold on the size alone could distinguish them.
//
// One step of inverse iteration, from the last u and with the matrix at hand, gives both. The
// solution of
//
//	A a - Gᵀ l = 0,   G a = u
//
// is l = (G A⁻¹Gᵀ)⁻¹u, the next u but for its length, and a/|l| = A⁻¹Gᵀu of that. In s, the smallest
// singular value, |a|/|l| is proportional to s.

// RankMonitor watches a run for places where rows lose their rank.
type RankMonitor struct {
	w           *LinearSolver
	d           *Delta
	u           []float64 // the combination of rows that pushes least, of unit length
	some        []float64 // a part of all combinations
	last        []float64 // that of the last check
	from, now   []float64 // what it moves: A⁻¹Gᵀu, in scales of speeds, at the last check and at this one
	t           float64   // of the last check
	made        int       // matrices that there were then
	evaluations int
	skip        int     // checks that are left out
	armed       bool    // |A⁻¹Gᵀu| has been large since the last place
	most        float64 // the largest |A⁻¹Gᵀu| of the run
}

const (
	// steadyRows is the least cosine between two u where Gᵀu counts as of one combination.
	steadyRows = 0.9
	// seed is how much of all combinations is added before each step: the one that begins to push least
	// may have nothing to do with that of the last check, as in a plane and across it.
	seed = 0.03
	// settledRows is the cosine between two of them where the iteration has found it.
	settledRows = 0.9999
	// moreSolves bounds the steps of the iteration where rows push little.
	moreSolves = 4
	// nearRankLoss is the part of the largest |A⁻¹Gᵀu| that it has fallen to at one of the two checks:
	// a chain that turns half a turn as a whole between them has it as large as ever.
	nearRankLoss = 0.3
	// farFromRankLoss is the part from which on only one check of three is made, skippedChecks being left out,
	// once usualEvaluations have shown what is large.
	farFromRankLoss  = 0.5
	usualEvaluations = 100
	skippedChecks    = 2
	// throughZero is the part by which a line between two values may miss zero.
	throughZero = 0.03
)

// NewRankMonitor watches the Problem of w.
func NewRankMonitor(w *LinearSolver) *RankMonitor {
	l := &RankMonitor{w: w, d: NewDelta(w.n), u: make([]float64, w.n.NL), last: make([]float64, w.n.NL),
		from: make([]float64, w.n.NV), now: make([]float64, w.n.NV), made: w.made, armed: true}
	for i, level := range w.n.RowLevel {
		if level != Inactive {
			l.u[i] = math.Sin(float64(1 + i*i)) // see beside
		}
	}
	size := math.Sqrt(dot(l.u, l.u))
	for i := range l.u {
		l.u[i] /= size
	}
	l.some = slices.Clone(l.u)
	return l
}

// DetectRankLossPassed reports, at the accepted step to pt, whether a place where rows lose their rank was passed since
// the last check, and about when. It costs one solve at one of three matrices
// factored since then (at each of the first hundred and where rows push little) and a few near such places. Where a method takes rates without a matrix, one is factored at pt at one
// of three steps, and where rows push little at each.
func (l *RankMonitor) DetectRankLossPassed(pt *Point) (time float64, passed bool) {
	w := l.w
	usual := usualEvaluations
	if w.stages && (w.passed || !w.factored) {
		if l.skip > 0 {
			l.skip--
			return 0, false
		}
		if w.factorFor(w, pt, Coef{}, false) != nil {
			return 0, false
		}
		usual = 0
	}
	if !w.factored || l.made == w.made {
		return 0, false
	}
	l.made = w.made
	if l.skip > 0 {
		l.skip--
		return 0, false
	}
	steady, ok := l.inverseIterate()
	if !ok {
		return 0, false
	}
	if l.evaluations > 0 && steady && l.armed {
		time, passed = l.crossesZeroAt(pt.T)
	}
	size := math.Sqrt(dot(l.now, l.now))
	l.most = math.Max(l.most, size)
	l.armed = l.armed && !passed || size > nearRankLoss*l.most
	if l.evaluations > usual && size > farFromRankLoss*l.most {
		l.skip = skippedChecks
	}
	l.from, l.now, l.t = l.now, l.from, pt.T
	l.evaluations++
	return time, passed
}

// inverseIterate takes one step of inverse iteration, and more at the start and where rows push little; steady
// reports whether u has nearly the direction that it had at the last check; ok is false if the solution is zero or not finite.
func (l *RankMonitor) inverseIterate() (steady, ok bool) {
	copy(l.last, l.u)
	for n := 1; ; n++ {
		settled, ok := l.inverseIterateOnce()
		if !ok {
			return false, false
		}
		near := l.evaluations == 0 || dot(l.now, l.now) < square(nearRankLoss*l.most)
		if n >= moreSolves || settled && n > 1 || !near {
			return dot(l.last, l.u) > steadyRows, true
		}
	}
}

// inverseIterateOnce makes one step of inverse iteration. settled reports whether u kept its direction; ok is false if the
// solution is zero or not finite.
func (l *RankMonitor) inverseIterateOnce() (converged, ok bool) {
	clearDelta(l.d)
	for i, x := range l.u {
		l.d.L[i] = x + seed*l.some[i]
	}
	l.w.p.Solve(l.d)
	size := math.Sqrt(dot(l.d.L, l.d.L))
	if !(size > 0) || nanUnlessFinite(l.d.A)+size*0 != 0 {
		return false, false
	}
	cos := dot(l.d.L, l.u) / size
	k := math.Copysign(1/size, cos)
	for i, x := range l.d.L {
		l.u[i] = k * x
	}
	for i, a := range l.d.A {
		l.now[i] = k * a / l.w.n.VScale[i]
	}
	return math.Abs(cos) > settledRows, true
}

// crossesZeroAt reports whether the line from the last value to this one goes through zero, and when.
func (l *RankMonitor) crossesZeroAt(t float64) (at float64, passed bool) {
	pp, pq, qq := dot(l.from, l.from), dot(l.from, l.now), dot(l.now, l.now)
	if pq >= 0 || math.Min(pp, qq) > square(nearRankLoss*l.most) {
		return 0, false
	}
	f := (pp - pq) / (pp - 2*pq + qq)
	least := pp + f*(f*(pp-2*pq+qq)-2*(pp-pq))
	return l.t + f*(t-l.t), least < square(throughZero*l.most)
}

// RowShareInDependence reports how much each row is part of the combination, 1 for the largest part.
func (l *RankMonitor) RowShareInDependence(row int) float64 { return math.Abs(l.u[row]) / maxAbs(l.u) }
