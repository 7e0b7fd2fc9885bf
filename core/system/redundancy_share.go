package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Where rows are redundant the equations of motion fix only f = Gᵀλ, what the
// reactions do to the bodies together; in the iterate the rows that were taken out carry
// nothing. What is reported is the one solution in which all rows of that f take part,
//
//	minimise Σ d_k λ_k²  subject to  Gᵀλ = f,    d_k = |F_k|² + |T_k|²/ℓ²,
//
// F_k and T_k being force and torque of a unit multiplier of row k on I's body about I's origin
// and ℓ the length scale of the model. The rows of a joint are forces and torques along
// axes square to each other, so this is the sum over the joints of |F|² + |T|²/ℓ²:
// of the same value in all units, and of bodies that are all rigid the split that equal
// springs in all joints would give, ℓ² times as stiff in torsion.
//
// The solution is λ = D⁻¹G y. It is that of K λ = G W⁻¹ f, K = G W⁻¹ Gᵀ, to which conjugate
// gradients come with the preconditioner K + εD,
//
//	[ W  -Gᵀ ] [ a ]   [ -(f - Gᵀλ) ]
//	[ G   εD ] [ z ] = [      0     ],
//
// W being the metric of the rank: εD z = -G a lies in the range of G, so λ from 0 never
// leaves the range of D⁻¹G. The eigenvalues are σ²/(σ² + ε), σ² being those of D^-½ K D^-½: all but those of
// nearly singular motions are 1. All of it is as sparse as the iteration matrix.
const (
	proximal    = 1e-4  // ε: rounding over it is the error of what does nothing
	sharedTo    = 1e-12 // rest relative to f
	sharedWell  = 1e-8  // rest that still is a solution
	maxSharings = 400   // steps
	// dependent is the σ² up to which rows count as dependent on each other. Bodies are off their positions by 1e-8 of their size or so, and
	// a direction in which loads would balance each other exactly is one that does 1e-8 of what they do: what is left there is rounding.
	dependent = 1e-11
)

// reactionSharing is how reactions of redundant rows are shared, and the scratch memory for it.
type reactionSharing struct {
	s           *State
	at          []int // rows that were taken out
	weight      []float64
	metric      []float64 // W⁻¹, by speeds
	f, rest     []float64 // Gᵀλ that is wanted, and what is missing
	push        []float64 // Gᵀz
	wayPush     []float64 // Gᵀ way
	best, way   []float64 // by rows: λ and the direction of search
	delta       *integrate.Delta
	check       redundantCheck
	open        []bool // of row sets: redundancy leaves their reactions open; nil for all
	inTheLoop   bool   // laws read such reactions: they have used those of the iterate
	unsolved    bool
	initialised bool
}

// redundantRows lists the rows that were taken out because they depend on others.
func (rows *rowState) redundantRows() []int {
	var at []int
	for _, set := range rows.s.sys.Rows {
		if !isEnforcedAfterAssembly(set) {
			continue
		}
		for n := set.rowOwner().At; n < set.rowOwner().At+set.rowOwner().N; n++ {
			if rows.inactive[n] && !rows.open[n] {
				at = append(at, n)
			}
		}
	}
	return at
}

// ReactionSharing reports how reactions of redundant rows are reported: as the solution of least norm, or,
// where laws depend on reactions, as the iterate has them, with 0 for rows taken out.
type ReactionSharing uint8

const (
	Determined ReactionSharing = iota // no row is redundant
	LeastNorm
	Iterate
)

// ReactionSharing returns how reactions are reported.
func (s *State) ReactionSharing() ReactionSharing {
	h := s.shared.initOnce()
	switch {
	case len(h.at) == 0:
		return Determined
	case h.inTheLoop:
		return Iterate
	}
	return LeastNorm
}

// initOnce returns h with its scratch memory, made when it is needed first.
func (h *reactionSharing) initOnce() *reactionSharing {
	s := h.s
	if !h.initialised {
		h.initialised, h.open, h.check = true, nil, redundantCheck{}
		h.at = s.rows.redundantRows()
		for _, v := range []*[]float64{&h.weight, &h.best, &h.way} {
			*v = make([]float64, s.sys.nl)
		}
		for _, v := range []*[]float64{&h.metric, &h.f, &h.rest, &h.push, &h.wayPush} {
			*v = make([]float64, s.sys.nv)
		}
		h.delta = integrate.NewDelta(s.layout)
	}
	h.inTheLoop = h.lawsReadIndeterminate()
	return h
}

// lawsReadIndeterminate reports whether laws of the model depend on reactions that redundancy leaves open.
func (h *reactionSharing) lawsReadIndeterminate() bool {
	s := h.s
	for _, n := range s.plan.steps[:s.plan.model] {
		if n.kind == stepMeasure && h.isIndeterminate(&s.plan.measure[n.at]) {
			return true
		}
	}
	return false
}

// isIndeterminate reports whether a measure is, or has in it, a reaction that redundancy leaves open.
func (h *reactionSharing) isIndeterminate(m *Measure) bool {
	switch {
	case m.row == nil:
	case m.row.stage == Reaction:
		return h.isIndeterminateSet(m.ref)
	case m.row.stage == Applied && m.ref < 0:
		for _, l := range m.net.rows {
			if h.isIndeterminateSet(l.at) {
				return true
			}
		}
	}
	return false
}

// isIndeterminateSet reports it of a row set; before FindIndeterminateReactions of all.
func (h *reactionSharing) isIndeterminateSet(set int) bool { return h.open == nil || h.open[set] }

// FindIndeterminateReactions finds out which joints have reactions that redundancy leaves open: those with rows taken
// out and those that these depend on at p. The reactions of all others are the same however the rest
// is shared, so that laws may read them.
func (s *State) FindIndeterminateReactions(p *integrate.Point) error {
	h := s.shared.initOnce()
	h.open = nil
	if len(h.at) == 0 || !s.shared.lawsReadIndeterminate() {
		return nil
	}
	defer func() { s.jac.factored = false }()
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return err
	}
	if err := s.jac.factorMatrix(); err != nil {
		return s.sys.explainSingular(err)
	}
	open := make([]bool, len(s.sys.Rows))
	for _, n := range h.at {
		open[s.sys.rowSetOf(n)] = true
		clear(h.way)
		h.way[n] = 1
		for _, set := range s.rowSetsThatCombinationDependsOn(h.delta, h.way) {
			open[set] = true
		}
	}
	clear(h.way)
	h.open = open
	h.inTheLoop = s.shared.lawsReadIndeterminate()
	return nil
}

// LawsReadingIndeterminateReactions names the laws that read reactions which redundancy leaves open, with the reactions:
// "Force_Scalar_TwoBody 1: val_expression: JOINT(1,0,1,0)".
func (s *State) LawsReadingIndeterminateReactions() []string {
	var all []string
	for i := range s.plan.law {
		if s.sys.Laws[i].Report {
			continue
		}
		text := ""
		for _, n := range s.plan.law[i].in {
			if m := &s.plan.measure[n]; s.shared.isIndeterminate(m) {
				text += ", " + Call{m.Name, m.Args}.String()
			}
		}
		if text != "" {
			all = append(all, s.sys.Laws[i].Owner+": "+text[2:])
		}
	}
	return all
}

// ApplyLeastNormReactions replaces the multipliers of p by those of least norm that do the same to the
// bodies; changed reports that it has, and with it the factored matrix. It changes
// nothing where no row is redundant or where laws depend on reactions.
func (s *State) ApplyLeastNormReactions(p *integrate.Point) (changed bool, err error) {
	h := s.shared.initOnce()
	if len(h.at) == 0 || h.inTheLoop {
		return false, nil
	}
	defer func() {
		s.jac.factored = false
		for _, n := range h.at {
			s.rows.inactive[n] = true
		}
	}()
	for _, n := range h.at {
		s.rows.inactive[n] = false
	}
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return false, err
	}
	h.addRegularization()
	if err := s.jac.factorMatrix(); err != nil {
		return true, s.sys.explainSingular(err)
	}
	s.shared.setMultipliersOfOpenRows(p.L, 0)
	s.rows.computeRowForces(h.f, p.L)
	s.rows.setHeldMultipliersOfOpenRows(p)
	if h.solveLeastNorm() {
		copy(p.L, h.best)
		s.rows.setHeldMultipliersOfOpenRows(p)
	} else if !h.unsolved {
		h.unsolved = true
		s.Warn("time %g: the reactions of redundant joints cannot be shared among them here: rows taken out report 0", p.T)
	}
	return true, nil
}

// setMultipliersOfOpenRows sets the multipliers of open rows to v.
func (h *reactionSharing) setMultipliersOfOpenRows(l []float64, v float64) {
	s := h.s
	for i := range s.rows.laws {
		if n := s.rows.laws[i].n; s.rows.open[n] {
			l[n] = v
		}
	}
}

// addRegularization adds εD to the matrix, and notes D and W⁻¹.
func (h *reactionSharing) addRegularization() {
	s := h.s
	l := s.sys.lengthScale()
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		n := b.speedCount()
		for k := range n {
			h.metric[b.v+k] = 1 / s.plan.diag[i][k*n+k]
		}
	}
	for i, set := range s.sys.Rows {
		p, pb := set.rowOwner(), &s.plan.pair[i]
		for k := range p.N {
			n := p.At + k
			if s.rows.inactive[n] {
				h.weight[n] = 0
				continue
			}
			w := h.squaredRowSize(i, k, l)
			h.weight[n] = w
			pb.own[k*p.N+k] += proximal * w
		}
	}
}

// lengthScale is the length that torques are compared with forces by.
func (sys *System) lengthScale() float64 {
	if sys.Length > 0 {
		return sys.Length
	}
	return 1
}

// squaredRowSize returns |F|² + |T|²/ℓ² of a unit multiplier on I's body, or about the mass centre
// of its first body where a row names no marker; 1 of a row that does nothing.
func (h *reactionSharing) squaredRowSize(set, k int, l float64) float64 {
	s := h.s
	var w wrench
	if p := s.sys.Rows[set].rowOwner(); p.I != NoMarker {
		w = s.rows.unitWrench(set, k)
	} else if len(p.Bodies) > 0 {
		r := s.rows.set[set].bodyGradient(k, 0)
		w = wrench{vec{X: r[0], Y: r[1], Z: r[2]}, vec{X: r[3], Y: r[4], Z: r[5]}}
	}
	if d := w.F.Dot(w.F) + w.T.Dot(w.T)/(l*l); d > 0 {
		return d
	}
	return 1
}

// solveLeastNorm sets h.best to the solution for h.f, and reports whether it is one. Rounding that
// adds up in the residual is taken out by restarting from what has been reached.
func (h *reactionSharing) solveLeastNorm() (solved bool) {
	s := h.s
	clear(h.best)
	size, rest := s.sys.largestForce(h.f), 0.0
	if size == 0 {
		return true
	}
	for n, last := 0, math.Inf(1); ; last = rest {
		s.rows.computeRowForces(h.rest, h.best)
		for i, f := range h.f {
			h.rest[i] = f - h.rest[i]
		}
		rest = s.sys.largestForce(h.rest)
		if rest <= sharedTo*size || !(rest < last/2) || n >= maxSharings {
			return rest <= sharedWell*size
		}
		n += h.runConjugateGradient(sharedTo*size, maxSharings-n)
	}
}

// weightedSquareSum returns Σ d_k λ_k².
func (h *reactionSharing) weightedSquareSum(l []float64) float64 {
	sum := 0.0
	for i, x := range l {
		sum += h.weight[i] * x * x
	}
	return sum
}

// runConjugateGradient makes conjugate gradient steps from h.best, with the rest h.rest, until that is
// below tol or only directions of dependent rows are left, and returns how many.
func (h *reactionSharing) runConjugateGradient(tol float64, maxIterations int) (iterations int) {
	s := h.s
	d, before := h.delta, 0.0
	clear(h.way)
	clear(h.wayPush)
	for n := range maxIterations {
		for i, x := range h.rest {
			d.A[i] = -x
		}
		clear(d.L)
		clear(d.XDot)
		clear(d.Y)
		s.Solve(d)
		for i, w := range h.weight {
			if w == 0 {
				d.L[i] = 0
			}
		}
		s.rows.computeRowForces(h.push, d.L)
		now := h.metricProduct(h.rest, h.push)
		if !(now > 0) {
			return n + 1
		}
		by := 0.0
		if before > 0 {
			by = now / before
		}
		before = now
		scaleAndAdd(h.way, by, d.L)
		scaleAndAdd(h.wayPush, by, h.push)
		stiff := h.metricProduct(h.wayPush, h.wayPush)
		if !(stiff > dependent*h.weightedSquareSum(h.way)) {
			return n + 1
		}
		step := now / stiff
		for i, x := range h.way {
			h.best[i] += step * x
		}
		for i, x := range h.wayPush {
			h.rest[i] -= step * x
		}
		if s.sys.largestForce(h.rest) <= tol/2 {
			return n + 1
		}
	}
	return maxIterations
}
