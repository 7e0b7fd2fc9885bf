package system

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// reducedSystem solves the equations of the acceleration level of models whose forces do not
// depend on accelerations and multipliers, by way of the multipliers alone:
//
//	M a - Gᵀl = b,  G a = c      ⇒      (G M⁻¹Gᵀ) l = c - G M⁻¹b,  a = M⁻¹(b + Gᵀl).
//
// M is block diagonal with a known inverse, so that this takes a third
// of the work of the matrix with accelerations in it. What it costs is digits: the
// condition of G M⁻¹Gᵀ is the square of that of G. Where a pivot says that more than four
// are lost (nearly singular configurations, light bodies between heavy ones) the full
// matrix is taken.
//
// Of a long chain what is kept no longer fits into the caches, and its size is what it costs.
// So each row set is filled, multiplied and factored before the next, H = G M⁻¹ is kept
// of one row set at a time, and G is in one piece in the order of elimination.
type reducedSystem struct {
	matrix  *solve.EnvelopeMatrix
	sets    []reducedSet  // in the order of elimination
	slots   []reducedSlot // of all sets
	overlap []overlap     // blocks of the lower triangle of G M⁻¹Gᵀ, of all sets
	bodies  []reducedBody
	pair    pairBlocks  // of the set that is being filled
	h       [][]float64 // its H, by slots
	rhs     []float64   // and solution, in the order of matrix
	free    []float64   // accelerations without multipliers
	inverse []mat       // of each body's inertia, in body axes
	active  bool        // the last Factor was made here
}

// reducedSet is a row set: where it is in matrix, its rows and multipliers in the model, and
// its parts of slots and overlap.
type reducedSet struct {
	set, at, n, row int
	slots, overlaps [2]int
}

// reducedSlot is a body of a row set and the gradients with respect to its speeds, rows × speeds.
type reducedSlot struct {
	g             []float64
	body, v, size int
}

// reducedBody is the inverse of a body's mass and, in global axes, of its inertia.
type reducedBody struct {
	turn    mat
	mass    float64
	v, size int
}

// overlap is a slot of the present row set and the same body's slot in this one or one
// before, of which at is the place in matrix.
type overlap struct{ slot, col, at int }

// leastReduced is the ratio of a pivot to its diagonal value below which the full matrix
// is taken.
const leastReduced = 1e-4

// widest is how many entries of the envelope there may be for each row: chains and
// short branches have less, wide trees and grids more.
const widest = 40

// newReducedSystem makes the reduced matrix of the plan, or nil where its envelope is too wide.
func (sys *System) newReducedSystem(inverse []mat) *reducedSystem {
	d := &reducedSystem{rhs: make([]float64, sys.nl), free: make([]float64, sys.nv), inverse: inverse}
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		d.bodies = append(d.bodies, reducedBody{mass: 1 / b.Mass, v: b.v, size: b.speedCount()})
	}
	type end struct{ slot, at int }
	ends := make([][]end, len(sys.Bodies)) // of each body, in the order of matrix
	var first []int32
	total, values := 0, 0
	for _, i := range sys.breadthFirstRowOrder() {
		p := sys.Rows[i].rowOwner()
		at := len(first)
		set := reducedSet{set: i, at: at, n: p.N, row: p.At, slots: [2]int{len(d.slots)}, overlaps: [2]int{len(d.overlap)}}
		begin := at
		for slot, b := range p.Bodies {
			for _, e := range ends[b] {
				begin = min(begin, e.at)
				d.overlap = append(d.overlap, overlap{slot, e.slot, e.at})
			}
			d.overlap = append(d.overlap, overlap{slot, len(d.slots), at})
			ends[b] = append(ends[b], end{len(d.slots), at})
			d.slots = append(d.slots, reducedSlot{body: int(b), v: d.bodies[b].v, size: d.bodies[b].size})
			values += p.N * d.bodies[b].size
		}
		for range p.N {
			first = append(first, int32(begin))
			total += len(first) - begin
		}
		set.slots[1], set.overlaps[1] = len(d.slots), len(d.overlap)
		d.sets = append(d.sets, set)
	}
	if total > widest*len(first) {
		return nil
	}
	d.matrix = solve.NewEnvelopeMatrix(first)
	d.allocateGradients(values)
	return d
}

// allocateGradients makes the memory for the gradients.
func (d *reducedSystem) allocateGradients(values int) {
	g := make([]float64, values)
	rows := 0
	for _, set := range d.sets {
		rows = max(rows, set.n)
		for k := set.slots[0]; k < set.slots[1]; k++ {
			n := set.n * d.slots[k].size
			d.slots[k].g, g = g[:n:n], g[n:]
			if k-set.slots[0] == len(d.h) {
				d.h = append(d.h, nil)
			}
		}
	}
	for i := range d.h {
		d.h[i] = make([]float64, 6*rows)
	}
	d.pair.rows, d.pair.size = make([][]float64, len(d.h)), make([]int, len(d.h))
}

// breadthFirstRowOrder lists the row sets so that those that share a body are near to each other: breadth
// first from a set with the fewest neighbours (Cuthill and McKee).
func (sys *System) breadthFirstRowOrder() []int {
	sets := sys.Rows
	on := make([][]int, len(sys.Bodies))
	for i, r := range sets {
		for _, b := range r.rowOwner().Bodies {
			on[b] = append(on[b], i)
		}
	}
	degree := func(i int) (n int) {
		for _, b := range sets[i].rowOwner().Bodies {
			n += len(on[b]) - 1
		}
		return n
	}
	starts := make([]int, len(sets))
	for i := range starts {
		starts[i] = i
	}
	slices.SortStableFunc(starts, func(a, b int) int { return degree(a) - degree(b) })
	var order []int
	seen := make([]bool, len(sets))
	add := func(i int) {
		if !seen[i] {
			seen[i] = true
			order = append(order, i)
		}
	}
	for _, i := range starts {
		for k := len(order); ; k++ {
			if k == len(order) {
				if seen[i] {
					break
				}
				add(i)
			}
			for _, b := range sets[order[k]].rowOwner().Bodies {
				for _, j := range on[b] {
					add(j)
				}
			}
		}
	}
	return order
}

// countMultiplications returns how many there are, about, in filling and factoring.
func (d *reducedSystem) countMultiplications() (n int) {
	for i := range d.sets {
		set := &d.sets[i]
		for _, o := range d.overlap[set.overlaps[0]:set.overlaps[1]] {
			n += set.n * len(d.slots[o.col].g)
		}
		for k := range set.n {
			row, _ := d.matrix.RowValues(set.at + k)
			n += len(row) * len(row) / 2
		}
		for k := set.slots[0]; k < set.slots[1]; k++ {
			n += 2 * len(d.slots[k].g)
		}
	}
	return n
}

// usesReducedMatrix reports that the matrix that is requested is that of the reduced equations.
func (j *jacobian) usesReducedMatrix() bool {
	return j.s.plan.reduced != nil && j.coef == (integrate.Coef{}) && !j.s.IsRestAnalysis() && j.s.Mode != Linear
}

// fillAndFactor fills and factors the reduced matrix at the point of the last evaluation; it
// reports false where that loses digits. The time of all of it counts as factorization.
func (d *reducedSystem) fillAndFactor(s *State) (accurate bool) {
	for i := 1; i < len(d.bodies); i++ {
		if b := &s.sys.Bodies[i]; b.Kind == Rigid {
			d.bodies[i].turn = b.inverseInertiaInGlobalAxes(&s.kin.body[i].R, &d.inverse[i])
		}
	}
	ok := true
	for i := 0; ok && i < len(d.sets); i++ {
		set := &d.sets[i]
		d.fillGradients(s, set)
		d.matrix.ClearRows(set.at, set.at+set.n)
		for k := set.overlaps[0]; k < set.overlaps[1]; k++ {
			d.addOverlapProduct(set, &d.overlap[k])
		}
		for k := range set.n {
			if s.rows.inactive[set.row+k] { // its multiplier stays as it is
				row, _ := d.matrix.RowValues(set.at + k)
				row[len(row)-1] = 1
			}
		}
		ok = d.matrix.FactorRows(set.at, set.at+set.n, leastReduced)
	}
	s.finishTaskTimer(Factors)
	return ok
}

// fillGradients fills the gradients of a set and H.
func (d *reducedSystem) fillGradients(s *State, set *reducedSet) {
	slots, pb := d.slots[set.slots[0]:set.slots[1]], &d.pair
	pb.n, pb.rows, pb.size = len(slots), pb.rows[:len(slots)], pb.size[:len(slots)]
	for k := range slots {
		pb.rows[k], pb.size[k] = slots[k].g, slots[k].size
	}
	if j := s.rows.direct[set.set]; j != nil {
		j.setDirectBlocks(s, pb)
	} else {
		s.sys.copyGradients(s.sys.Rows[set.set].rowOwner(), &s.rows.set[set.set], pb)
	}
	for k := range set.n {
		if s.rows.inactive[set.row+k] {
			pb.makeRowInactive(set.n, k)
		}
	}
	for k := range slots {
		d.bodies[slots[k].body].multiplyByInverseMass(d.h[k], slots[k].g)
	}
}

// multiplyByInverseMass sets h to g M⁻¹, row by row.
func (b *reducedBody) multiplyByInverseMass(h, g []float64) {
	m, t := b.mass, &b.turn
	if b.size == 3 {
		for k, v := range g {
			h[k] = m * v
		}
		return
	}
	for ; len(g) >= 6 && len(h) >= 6; g, h = g[6:], h[6:] {
		h[0], h[1], h[2] = m*g[0], m*g[1], m*g[2]
		x, y, z := g[3], g[4], g[5]
		h[3] = t.A.X*x + t.B.X*y + t.C.X*z
		h[4] = t.A.Y*x + t.B.Y*y + t.C.Y*z
		h[5] = t.A.Z*x + t.B.Z*y + t.C.Z*z
	}
}

// addOverlapProduct adds the product of H and Gᵀ over the speeds of one body.
func (d *reducedSystem) addOverlapProduct(set *reducedSet, o *overlap) {
	col := &d.slots[o.col]
	n, g := col.size, col.g
	h := d.h[o.slot][:set.n*n]
	for r := 0; len(h) >= n; r, h = r+1, h[n:] {
		row, from := d.matrix.RowValues(set.at + r)
		dst := row[o.at-from:]
		cols := g
		if o.at == set.at {
			cols = g[:(r+1)*n]
		}
		if n == 3 {
			for k := 0; len(cols) >= 3; k, cols = k+1, cols[3:] {
				dst[k] += h[0]*cols[0] + h[1]*cols[1] + h[2]*cols[2]
			}
			continue
		}
		v := (*[6]float64)(h)
		h0, h1, h2, h3, h4, h5 := v[0], v[1], v[2], v[3], v[4], v[5]
		for k := 0; len(cols) >= 6; k, cols = k+1, cols[6:] {
			w := (*[6]float64)(cols)
			dst[k] += (h0*w[0] + h1*w[1]) + (h2*w[2] + h3*w[3]) + (h4*w[4] + h5*w[5])
		}
	}
}

// solveReduced replaces x by the solution with the factors of factor. inactive reports rows whose multiplier stays as it is.
func (d *reducedSystem) solveReduced(x *integrate.Delta, inactive []bool) {
	d.multiplyByInverseMasses(d.free, x.A)
	for i := range d.sets {
		set := &d.sets[i]
		l := d.rhs[set.at:][:set.n]
		copy(l, x.L[set.row:])
		for k := set.slots[0]; k < set.slots[1]; k++ {
			slot := &d.slots[k]
			subtractRowProducts(l, slot.g, d.free[slot.v:][:slot.size])
		}
		for k := range l {
			if inactive[set.row+k] {
				l[k] = 0
			}
		}
		d.matrix.SolveLower(d.rhs, set.at, set.at+set.n)
	}
	d.matrix.SolveDiagonal(d.rhs)
	for i := len(d.sets) - 1; i >= 0; i-- {
		set := &d.sets[i]
		d.matrix.SolveUpper(d.rhs, set.at, set.at+set.n)
		l := d.rhs[set.at:][:set.n]
		copy(x.L[set.row:], l)
		for k := set.slots[0]; k < set.slots[1]; k++ {
			slot := &d.slots[k]
			addTransposedRowProducts(x.A[slot.v:][:slot.size], slot.g, l)
		}
	}
	d.multiplyByInverseMasses(x.A, x.A)
}

// multiplyByInverseMasses sets a to M⁻¹ b; a may be b.
func (d *reducedSystem) multiplyByInverseMasses(a, b []float64) {
	for i := 1; i < len(d.bodies); i++ {
		y := &d.bodies[i]
		a, b := a[y.v:][:y.size], b[y.v:][:y.size]
		spatial.LoadVec(b).Scale(y.mass).Store(a)
		if y.size == 6 {
			y.turn.Mul(spatial.LoadVec(b[3:])).Store(a[3:])
		}
	}
}

// subtractRowProducts takes h b from l, h having rows of 6 or 3 entries.
func subtractRowProducts(l, h, b []float64) {
	if len(b) == 6 {
		v := (*[6]float64)(b)
		b0, b1, b2, b3, b4, b5 := v[0], v[1], v[2], v[3], v[4], v[5]
		for k := range l {
			w := (*[6]float64)(h)
			h = h[6:]
			l[k] -= (w[0]*b0 + w[1]*b1) + (w[2]*b2 + w[3]*b3) + (w[4]*b4 + w[5]*b5)
		}
		return
	}
	for k := range l {
		w := (*[3]float64)(h)
		h = h[3:]
		l[k] -= w[0]*b[0] + w[1]*b[1] + w[2]*b[2]
	}
}

// addTransposedRowProducts adds hᵀl to a.
func addTransposedRowProducts(a, h, l []float64) {
	if len(a) == 6 {
		v := (*[6]float64)(a)
		a0, a1, a2, a3, a4, a5 := v[0], v[1], v[2], v[3], v[4], v[5]
		for _, f := range l {
			w := (*[6]float64)(h)
			h = h[6:]
			a0 += f * w[0]
			a1 += f * w[1]
			a2 += f * w[2]
			a3 += f * w[3]
			a4 += f * w[4]
			a5 += f * w[5]
		}
		v[0], v[1], v[2], v[3], v[4], v[5] = a0, a1, a2, a3, a4, a5
		return
	}
	for _, f := range l {
		w := (*[3]float64)(h)
		h = h[3:]
		a[0] += f * w[0]
		a[1] += f * w[1]
		a[2] += f * w[2]
	}
}

// inverseInertiaInGlobalAxes returns R I⁻¹ Rᵀ, the inverse of the inertia in global axes.
func (b *Body) inverseInertiaInGlobalAxes(r, inverse *mat) mat {
	if b.diagonal {
		return r.CongruentDiagonal(inverse.A.X, inverse.B.Y, inverse.C.Z)
	}
	t := r.T()
	a := r.MulMat(inverse)
	return a.MulMat(&t)
}
