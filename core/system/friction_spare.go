package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Rows of surfaces that stick may depend on each other, and on those of joints: two hinges of one door turn at one rate. Then the rows
// are sorted: of rows that depend on others in force the later ones are spare, and have no multiplier in the iterate. What the
// surfaces bear is open in sum only. With g_i = Σ c_ij g_j of a spare row i, by rows j that are kept, any z is a split:
//
//	l_i = z_i,   l_j = L_j - Σ c_ij z_i.
//
// A model sticks as long as one split is within all bounds μs N. The one taken is that of least Σ d_n l_n²,
//
//	d_n = √k_nn / (μs N),   k_nn = G_n W⁻¹ G_nᵀ,
//
// W being the metric of the rank: along one motion, where G_n = a_n G, it gives l_n in proportion to the bounds, so that all surfaces
// are at theirs at the same time, as late as possible. A row that joints alone determine is spare and bears nothing.
// The c_ij stay as long as the surfaces stick: what they join is one rigid body then.

// FrictionSplit is how loads of surfaces that stick are shared.
type FrictionSplit struct {
	kept, spare []int       // rows
	rub         []int       // of System.DryFrictions, by kept, then spare
	c           [][]float64 // by spare, kept
	size        []float64   // √k_nn by kept, then spare
	weight, z   []float64
	m           [][]float64
}

// FrictionLoadSplit returns how loads are shared, nil where no row is spare.
func (s *State) FrictionLoadSplit() *FrictionSplit { return s.friction.split }

// FindDependentFrictionRows finds out which rows of the surfaces that stick depend on others at p. Surfaces of alsoStick, which slip but do not move, stick
// too if the others in force hold them. The factored matrix is another afterwards.
func (s *State) FindDependentFrictionRows(p *integrate.Point, alsoStick []int) error {
	s.friction.split = nil
	var all []int
	for n := range s.friction.slips {
		if s.friction.slips[n].Stuck {
			s.friction.setSlipStateAndRows(n, SlipState{Stuck: true, Spare: [3]bool{true, true, true}})
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return nil
	}
	sure := len(all)
	all = append(all, alsoStick...)
	defer func() { s.jac.factored, s.memo.ok = false, false }()
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return err
	}
	if err := s.jac.factorMatrix(); err != nil {
		return s.sys.explainSingular(err)
	}
	x := &FrictionSplit{}
	c := rowDependencyFinder{s: s, x: x, unit: make([]float64, s.sys.nl), d: integrate.NewDelta(s.layout)}
	for k, n := range all {
		spare, any := c.findDependentRows(n, k < sure)
		if k >= sure && !any {
			spare, _ = c.findDependentRows(n, true)
		} else if k >= sure {
			continue
		}
		s.friction.setSlipStateAndRows(n, SlipState{Stuck: true, Spare: spare})
	}
	if len(x.spare) > 0 {
		x.size = append(x.size, c.left...)
		x.initFactors(c.rub)
		s.friction.split = x
	}
	return nil
}

// rowDependencyFinder is the state of FindDependentFrictionRows: a Cholesky factorization of G W⁻¹ Gᵀ of the rows that are kept.
type rowDependencyFinder struct {
	s    *State
	x    *FrictionSplit
	unit []float64
	d    *integrate.Delta
	acc  [][]float64 // of kept rows: W⁻¹ Gᵀ with the rows of joints in force
	l    [][]float64
	rub  map[int]int // row → surfaces
	left []float64   // sizes of spare rows
}

// findDependentRows reports which rows of surfaces n depend on those before, and whether any does not; addIndependent adds those.
func (c *rowDependencyFinder) findDependentRows(n int, addIndependent bool) (spare [3]bool, any bool) {
	r := c.s.sys.DryFrictions[n]
	for k := range r.N {
		size, row, rest := c.computeFactorRow(r, k)
		spare[k] = rest <= rankTol*size
		any = any || !spare[k]
		if addIndependent {
			c.addFactorRow(r, n, k, row, rest, spare[k])
		}
	}
	return spare, any
}

// computeFactorRow returns the size of row k without joints, its row of the factor, and what is left of its diagonal entry; d.A is W⁻¹ Gᵀ.
func (c *rowDependencyFinder) computeFactorRow(r *DryFriction, k int) (size float64, row []float64, rest float64) {
	s := c.s
	clear(c.d.L)
	clear(c.d.XDot)
	clear(c.d.Y)
	c.unit[r.At+k] = 1
	s.rows.computeRowForces(c.d.A, c.unit)
	c.unit[r.At+k] = 0
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		m := b.speedCount()
		for j := range m {
			g := c.d.A[b.v+j]
			size += g * g / s.plan.diag[i][j*m+j]
		}
	}
	s.Solve(c.d)
	row, rest = make([]float64, len(c.l)), c.rowTimesVector(r, k, c.d.A)
	for m := range c.l {
		row[m] = (c.rowTimesVector(r, k, c.acc[m]) - innerProduct(row[:m], c.l[m][:m])) / c.l[m][m]
		rest -= row[m] * row[m]
	}
	return size, row, rest
}

// rowTimesVector is G a of row k.
func (c *rowDependencyFinder) rowTimesVector(r *DryFriction, k int, a []float64) (sum float64) {
	for slot, body := range r.Bodies {
		b := &c.s.sys.Bodies[body]
		for j, g := range c.s.rows.set[r.set].bodyGradient(k, int32(slot))[:b.speedCount()] {
			sum += g * a[b.v+j]
		}
	}
	return sum
}

func (c *rowDependencyFinder) addFactorRow(r *DryFriction, n, k int, row []float64, rest float64, spare bool) {
	if c.rub == nil {
		c.rub = map[int]int{}
	}
	at := r.At + k
	c.rub[at] = n
	size := math.Sqrt(math.Max(0, c.rowTimesVector(r, k, c.d.A)))
	if !spare {
		c.l = append(c.l, append(row, math.Sqrt(rest)))
		c.acc = append(c.acc, append([]float64(nil), c.d.A...))
		c.x.kept, c.x.size = append(c.x.kept, at), append(c.x.size, size)
		for i := range c.x.c {
			c.x.c[i] = append(c.x.c[i], 0)
		}
		return
	}
	// c = W_kk⁻¹ W_ki: row is the first half of the solution.
	for m := len(row) - 1; m >= 0; m-- {
		row[m] /= c.l[m][m]
		for i := range m {
			row[i] -= c.l[m][i] * row[m]
		}
	}
	c.x.spare, c.x.c, c.left = append(c.x.spare, at), append(c.x.c, row), append(c.left, size)
}

// initFactors makes what DistributeStictionForces needs.
func (x *FrictionSplit) initFactors(rub map[int]int) {
	for _, rows := range [2][]int{x.kept, x.spare} {
		for _, n := range rows {
			x.rub = append(x.rub, rub[n])
		}
	}
	x.weight, x.z = make([]float64, len(x.rub)), make([]float64, len(x.spare))
	for range x.spare {
		x.m = append(x.m, make([]float64, len(x.spare)))
	}
}

// DistributeStictionForces sets dst, by rows of the Layout, to the loads of the surfaces that stick, l being those of the iterate and bound, by System.DryFrictions, what they
// can bear.
func (x *FrictionSplit) DistributeStictionForces(dst, l []float64, bound func(rub int) float64) {
	most := 0.0
	for _, n := range x.rub {
		most = math.Max(most, bound(n))
	}
	for i, n := range x.rub {
		b := 1.0
		if most > 0 {
			b = math.Max(bound(n), leastBound*most)
		}
		if x.weight[i] = x.size[i] / b; x.size[i] == 0 {
			x.weight[i] = 1
		}
	}
	x.computeLeastSpareLoads(l)
	for j, n := range x.kept {
		dst[n] = l[n]
		for i, z := range x.z {
			dst[n] -= x.c[i][j] * z
		}
	}
	for i, n := range x.spare {
		dst[n] = x.z[i]
	}
}

// leastBound is the part of the greatest bound that one without load counts as.
const leastBound = 1e-9

// computeLeastSpareLoads sets z to the loads of the spare rows with the least Σ d l²: (D_s + C D_k Cᵀ) z = C D_k L, by Cholesky's method.
func (x *FrictionSplit) computeLeastSpareLoads(l []float64) {
	nk := len(x.kept)
	for i, ci := range x.c {
		x.z[i] = 0
		for j, n := range x.kept {
			x.z[i] += ci[j] * x.weight[j] * l[n]
		}
		for m := range i + 1 {
			sum := 0.0
			for j := range x.kept {
				sum += ci[j] * x.weight[j] * x.c[m][j]
			}
			if m == i {
				sum += x.weight[nk+i]
			}
			x.m[i][m] = sum
		}
	}
	for i, row := range x.m {
		for k := range i {
			row[k] = (row[k] - innerProduct(row[:k], x.m[k][:k])) / x.m[k][k]
		}
		row[i] = math.Sqrt(row[i] - innerProduct(row[:i], row[:i]))
		x.z[i] = (x.z[i] - innerProduct(row[:i], x.z[:i])) / row[i]
	}
	for i := len(x.z) - 1; i >= 0; i-- {
		x.z[i] /= x.m[i][i]
		for k := range i {
			x.z[k] -= x.m[i][k] * x.z[i]
		}
	}
}

// SetFrictionLoads lets rows of surfaces that stick bear the loads l instead of those of the iterate at p, which are as good, until ClearFrictionLoads.
func (s *State) SetFrictionLoads(p *integrate.Point, l []float64) {
	x := s.friction.split
	for _, n := range x.kept {
		p.L[n] = l[n]
	}
	for _, n := range x.spare {
		s.rows.held[n], p.L[n] = l[n], l[n]
	}
	s.memo.ok = false
}

// ClearFrictionLoads takes back what SetFrictionLoads did.
func (s *State) ClearFrictionLoads() {
	if x := s.friction.split; x != nil {
		for _, n := range x.spare {
			s.rows.held[n] = 0
		}
		s.memo.ok = false
	}
}
