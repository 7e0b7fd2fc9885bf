package system

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// solveBoundedMultipliers returns multipliers l within the bounds of the rows at, with c = b + W l ≥ 0 at Lo, ≤ 0 at Hi and 0 between. At the
// velocity level bounds that are finite are 0: a bounded force has no impulse.
//
// W = J Jᵀ + D with J from a Cholesky factorization that leaves out what rows make redundant, and D, which is zero unless
// laws depend on reactions: with H = 1 the rows of J are those of a problem of vi, and D l is added to b by iteration.
func (c *switchState) solveBoundedMultipliers(at []int, w [][]float64, b []float64, level string) ([]float64, error) {
	n := len(at)
	l, lo, hi := make([]float64, n), make([]float64, n), make([]float64, n)
	size := 0.0
	for k, i := range at {
		r := &c.s.rows.laws[i]
		lo[k], hi[k] = r.law.Lo, r.law.Hi
		size = math.Max(size, math.Abs(b[k]))
	}
	if size == 0 {
		return l, nil
	}
	if n == 1 {
		if w[0][0] <= 0 {
			return l, c.impossibleRowError(at[0], b[0], size, level)
		}
		l[0] = math.Min(math.Max(-b[0]/w[0][0], lo[0]), hi[0])
		return l, nil
	}
	j, rank, _ := pivotedCholesky(w)
	if rank == 0 {
		return l, nil
	}
	if err := c.firstImpossibleRowError(at, j, b, size, level); err != nil {
		return nil, err
	}
	rows, sign := boundedMultiplierProblem(j, rank, lo, hi)
	one := make([]float64, rank*rank)
	for k := range rank {
		one[k*rank+k] = 1
	}
	solver, err := vi.NewSolver("", vi.Options{Tol: viPart * size})
	if err != nil {
		return nil, err
	}
	problem := &vi.Problem{H: []vi.Block{{I: 0, J: 0, V: one}}, F: make([]float64, rank), Rows: rows}
	q := make([]float64, rank)
	for range maxSkew {
		for k := range at {
			rows.B[k] = b[k]
			for m := range at {
				rows.B[k] += (w[k][m] - innerProduct(j[k], j[m])) * l[m]
			}
			rows.B[k] *= sign[k]
		}
		res, err := solver.Solve(problem, q)
		if err != nil {
			return nil, err
		}
		if res.Status != vi.Converged && !(res.Residual <= c.residualTolerance(size, level)) {
			return nil, c.unsolvedError(at[max(res.Row, 0)], level, res.Residual)
		}
		change, most := 0.0, 0.0
		for k := range at {
			x := sign[k] * rows.L[k]
			change, most = math.Max(change, math.Abs(x-l[k])), math.Max(most, math.Abs(x))
			l[k] = x
		}
		if change <= 1e-10*most || isNearlySymmetric(w) {
			return l, nil
		}
	}
	return nil, c.unsolvedError(at[0], level, math.NaN())
}

// boundedMultiplierProblem returns the rows of a problem of vi with the gradients j, of rank entries each, and multipliers from lo to hi; sign is −1
// of rows that enter with the opposite sign.
func boundedMultiplierProblem(j [][]float64, rank int, lo, hi []float64) (rows *vi.Rows, sign []float64) {
	rows, sign = vi.NewRows([]int{rank}), make([]float64, len(j))
	for k := range j {
		sign[k] = 1
		var row int
		switch {
		case innerProduct(j[k], j[k]) == 0:
			row = rows.AddUnenforced(0)
		case math.IsInf(hi[k], 1) && lo[k] == 0:
			row = rows.AddUnilateral(0)
		case math.IsInf(lo[k], -1) && hi[k] == 0:
			sign[k] = -1
			row = rows.AddUnilateral(0)
		default:
			row = rows.AddBox(lo[k], hi[k], 0)
		}
		for m, x := range j[k] {
			rows.JacobianBlock(row, 0)[m] = sign[k] * x
		}
	}
	return rows, sign
}

const (
	viPart  = 1e-11 // of the largest known part: what solutions may be off by
	maxSkew = 100
)

// residualTolerance returns what a solution that does not get to viPart of size may be off by. Rows that depend on each other are so but for what positions
// and rates are known to: two stops of one mechanism do not close at quite the same speed, and a solver that shares the load
// between them does not settle who bears how much.
func (c *switchState) residualTolerance(size float64, level string) float64 {
	if level == "velocity" {
		return rateTol * c.tol
	}
	return tinyPart * size
}

// impossibleRowError is the error of a row that no multiplier changes: joints alone determine it, and violate it.
func (c *switchState) impossibleRowError(i int, b, size float64, level string) error {
	if side := c.s.rows.laws[i].law.errorSign(); side != 0 && side*b < -1e-6*size && side*b < -rateTol*c.tol {
		e := c.unsolvedError(i, level, math.Abs(b)).(*ActiveSetError)
		e.Others = c.s.elementsThatRowDependsOn(c.p, c.s.rows.laws[i].n)
		return e
	}
	return nil
}

// firstImpossibleRowError is the error of the first of the rows at that is stuck, j being their rows of J.
func (c *switchState) firstImpossibleRowError(at []int, j [][]float64, b []float64, size float64, level string) error {
	for k, i := range at {
		if innerProduct(j[k], j[k]) == 0 {
			if err := c.impossibleRowError(i, b[k], size, level); err != nil {
				return err
			}
		}
	}
	return nil
}

func isNearlySymmetric(w [][]float64) bool {
	for i := range w {
		for k := range i {
			if math.Abs(w[i][k]-w[k][i]) > 1e-12*math.Sqrt(math.Abs(w[i][i]*w[k][k])) {
				return false
			}
		}
	}
	return true
}

// pivotedCholesky returns J with J Jᵀ the symmetric part of W, by a Cholesky factorization with pivots on the diagonal: rank columns. order lists the rows
// by pivots; those behind the first rank depend on these.
func pivotedCholesky(w [][]float64) (j [][]float64, rank int, order []int) {
	n := len(w)
	rest := make([]float64, n)
	j = make([][]float64, n)
	most := 0.0
	for k := range w {
		rest[k], j[k] = w[k][k], make([]float64, n)
		most = math.Max(most, w[k][k])
		order = append(order, k)
	}
	for ; rank < n; rank++ {
		best := rank
		for m := rank; m < n; m++ {
			if rest[order[m]] > rest[order[best]] {
				best = m
			}
		}
		order[rank], order[best] = order[best], order[rank]
		k := order[rank]
		if !(rest[k] > dependentPart*most) {
			break
		}
		root := math.Sqrt(rest[k])
		j[k][rank] = root
		for _, m := range order[rank+1:] {
			x := ((w[m][k]+w[k][m])/2 - innerProduct(j[m][:rank], j[k][:rank])) / root
			j[m][rank] = x
			rest[m] -= x * x
		}
	}
	for k := range j {
		j[k] = j[k][:rank]
	}
	return j, rank, order
}

// dependentPart is the part of the largest diagonal entry of W that is rounding.
const dependentPart = 1e-10

// markDependentRows marks rows with multipliers that depend on others with larger ones.
func markDependentRows(w [][]float64, l []float64) []bool {
	n := len(l)
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := math.Abs(l[a])*math.Sqrt(math.Abs(w[a][a])), math.Abs(l[b])*math.Sqrt(math.Abs(w[b][b])); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	spare := make([]bool, n)
	var kept [][]float64 // Cholesky rows of those that are kept
	var which []int
	for _, k := range order {
		row, rest := make([]float64, len(kept)+1), w[k][k]
		for m := range kept {
			row[m] = ((w[k][which[m]]+w[which[m]][k])/2 - innerProduct(row[:m], kept[m][:m])) / kept[m][m]
			rest -= row[m] * row[m]
		}
		if l[k] == 0 || !(rest > dependentPart*w[k][k]) {
			spare[k] = l[k] != 0
			continue
		}
		row[len(kept)] = math.Sqrt(rest)
		kept, which = append(kept, row), append(which, k)
	}
	return spare
}

// solveImpact changes speeds so that no closed row approaches: impulses Λ ≥ 0 of all closed rows with Newton's law
//
//	0 ≤ ġ⁺ + e ġ⁻ ⟂ Λ ≥ 0,   ġ⁺ = ġ⁻ + W Λ,
//
// W being what impulses do to the rates, joints included. Their energy changes by ½ Σ Λ (ġ⁺ + ġ⁻). With one e for all it
// cannot grow: with several it may, then all are lowered until it does not.
func (c *switchState) solveImpact() (struck bool, err error) {
	s := c.s
	var at []int
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if r.law.errorSign() == 0 || r.level == integrate.Acceleration || !c.isRowClosed(i) {
			continue
		}
		at = append(at, i)
		if r.law.errorSign()*c.values[i].Rate < -rateTol*c.tol {
			struck = true
		}
	}
	if !struck {
		return false, nil
	}
	w, d, err := c.unitMultiplierResponses(at)
	if err != nil {
		return true, err
	}
	l, err := c.solveImpulses(at, w)
	if err != nil {
		return true, err
	}
	for k := range at {
		for i, x := range d[k].A {
			c.p.V[i] += l[k] * x
		}
		for i, x := range d[k].XDot {
			c.p.X[i] += l[k] * x
		}
	}
	s.memo.ok = false
	return true, nil
}

// findStruckRows notes which of the rows at are struck, and returns their rates and the coefficients of restitution that count.
func (c *switchState) findStruckRows(at []int) (before, e []float64) {
	before, e = make([]float64, len(at)), make([]float64, len(at))
	for k, i := range at {
		r := &c.s.rows.laws[i]
		v := r.law.errorSign() * c.values[i].Rate
		if v < -rateTol*c.tol {
			c.hit[i], c.up[i] = math.Max(c.hit[i], -v), false
			if r.isOneSidedPositionRow() && !c.isReboundNegligible(i, -v) {
				e[k] = r.law.Restitution
			}
		}
		before[k] = c.values[i].Rate
	}
	return before, e
}

// solveImpulses returns those of the rows at, with coefficients of restitution lowered until energy does not grow.
func (c *switchState) solveImpulses(at []int, w [][]float64) (l []float64, err error) {
	before, e := c.findStruckRows(at)
	b := make([]float64, len(at))
	for part := 1.0; ; part /= 2 {
		if part < 0.01 {
			part = 0
		}
		for k := range at {
			b[k] = (1 + part*e[k]) * before[k]
		}
		if l, err = c.solveBoundedMultipliers(at, w, b, "velocity"); err != nil {
			return nil, err
		}
		grown, size := 0.0, 0.0
		for k := range at {
			after := before[k]
			for m := range at {
				after += w[k][m] * l[m]
			}
			grown += l[k] * (after + before[k]) / 2
			size += math.Abs(l[k] * before[k])
		}
		if grown <= 1e-12*size || part == 0 {
			for k, i := range at {
				c.up[i] = c.up[i] || e[k]*part > 0
			}
			return l, nil
		}
	}
}

// isReboundNegligible reports that a rebound of row i after an approach with speed v is none: what it would
// lift is below what positions are known to, or the time until it is back is none.
func (c *switchState) isReboundNegligible(i int, v float64) bool {
	r := &c.s.rows.laws[i]
	v *= r.law.Restitution
	a := -r.law.errorSign() * c.values[i].Acc // it is pressed on
	return v < rateTol*c.tol || a > 0 && (v*v < 2*a*c.tol || 2*v < a*0x1p-44*math.Abs(c.p.T))
}

// listSwitches lists what has changed.
func (c *switchState) listSwitches() []RowSwitch {
	var all []RowSwitch
	s := c.s
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		open, x := s.rows.open[r.n], RowSwitch{Row: s.sys.describeRow(r.n), Speed: c.hit[i]}
		one := r.law.errorSign() != 0
		switch {
		case open && c.up[i]:
			x.What = "rebounds"
		case !open && (c.was[i] || c.hit[i] > 0) && one:
			x.What = "closes"
		case open && c.hit[i] > 0:
			x.What = "is struck"
		case open && !c.was[i] && one:
			x.What = "opens"
		case open && !c.was[i]:
			x.What = "slips"
		case open && c.held[i] != s.rows.held[r.n] && c.held[i] != 0 && !one:
			x.What = "reverses"
		case !open && c.was[i] && !one:
			x.What = "sticks"
		default:
			continue
		}
		all = append(all, x)
	}
	return all
}

func (c *switchState) unsolvedError(i int, level string, residual float64) error {
	return &ActiveSetError{c.p.T, c.s.sys.describeRow(c.s.rows.laws[i].n), level, residual, nil}
}
