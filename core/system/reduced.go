package system

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// reduced solves the equations of the acceleration level of models whose forces do not
// depend on accelerations and multipliers, by way of the multipliers alone:
//
//	M a - Gᵀl = b,  G a = c      ⇒      (G M⁻¹Gᵀ) l = c - G M⁻¹b,  a = M⁻¹(b + Gᵀl).
//
// M is block diagonal with a known inverse, so that with H = G M⁻¹ this takes a third
// of the work of the matrix with accelerations in it. What it costs is digits: the
// condition of G M⁻¹Gᵀ is the square of that of G. Where a pivot says that more than four
// are lost (nearly singular configurations, light bodies between heavy ones) the full
// matrix is taken.
type reduced struct {
	matrix  *solve.Envelope
	at      []int         // of each row set in matrix
	grad    []pairBlocks  // gradients of each row set
	h       [][][]float64 // H: row set, slot, rows × speeds
	overlap []overlap     // blocks of the lower triangle of G M⁻¹Gᵀ
	rhs     []float64     // and solution, in the order of matrix
	inverse []mat         // of each body's inertia, in body axes
	turn    []mat         // in global axes
	active  bool          // the last Factor was made here
}

// overlap is two row sets that share a body, the place of that body in each and its speeds.
type overlap struct{ row, rowSlot, col, colSlot, size int }

// leastReduced is the ratio of a pivot to its diagonal value below which the full matrix
// is taken.
const leastReduced = 1e-4

// widest is how many entries of the envelope there may be for each row: chains and
// short branches have less, wide trees and grids more.
const widest = 40

// reduceRows makes the reduced matrix of the plan, or nil where its envelope is too wide.
func (s *State) reduceRows(inverse []mat) *reduced {
	sets := s.sys.Rows
	d := &reduced{at: make([]int, len(sets)), grad: make([]pairBlocks, len(sets)), h: make([][][]float64, len(sets)),
		rhs: make([]float64, s.sys.nl), inverse: inverse, turn: make([]mat, len(s.sys.Bodies))}
	type end struct{ set, slot int }
	ends := make([][]end, len(s.sys.Bodies)) // of each body, in the order of matrix
	var first []int32
	total := 0
	for _, i := range s.rowOrder() {
		p := sets[i].place()
		d.at[i] = len(first)
		begin := len(first)
		for slot, b := range p.Bodies {
			for _, e := range ends[b] {
				begin = min(begin, d.at[e.set])
				d.overlap = append(d.overlap, overlap{i, slot, e.set, e.slot, s.sys.Bodies[b].speeds()})
			}
			d.overlap = append(d.overlap, overlap{i, slot, i, slot, s.sys.Bodies[b].speeds()})
			ends[b] = append(ends[b], end{i, slot})
		}
		for range p.N {
			first = append(first, int32(begin))
			total += len(first) - begin
		}
		d.room(s, i, p)
	}
	if total > widest*len(first) {
		return nil
	}
	d.matrix = solve.NewEnvelope(first)
	return d
}

// room makes the memory for the gradients of set i.
func (d *reduced) room(s *State, i int, p *RowPlace) {
	pb := &d.grad[i]
	pb.n = len(p.Bodies)
	for _, b := range p.Bodies {
		n := s.sys.Bodies[b].speeds()
		pb.size = append(pb.size, n)
		pb.rows = append(pb.rows, make([]float64, p.N*n))
		pb.cols = append(pb.cols, make([]float64, p.N*n))
		d.h[i] = append(d.h[i], make([]float64, p.N*n))
	}
	pb.own = make([]float64, p.N*p.N)
}

// rowOrder lists the row sets so that those that share a body are near to each other: breadth
// first from a set with the fewest neighbours (Cuthill and McKee).
func (s *State) rowOrder() []int {
	sets := s.sys.Rows
	on := make([][]int, len(s.sys.Bodies))
	for i, r := range sets {
		for _, b := range r.place().Bodies {
			on[b] = append(on[b], i)
		}
	}
	degree := func(i int) (n int) {
		for _, b := range sets[i].place().Bodies {
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
			for _, b := range sets[order[k]].place().Bodies {
				for _, j := range on[b] {
					add(j)
				}
			}
		}
	}
	return order
}

// reduces tells that the matrix that is asked for is that of the reduced equations.
func (s *State) reduces() bool {
	return s.plan.reduced != nil && s.coef == (integrate.Coef{}) && !s.Resting() && s.Mode != Linear
}

// factorReduced fills and factors the reduced matrix at the point of the last evaluation; it
// reports false where that loses digits.
func (s *State) factorReduced() bool {
	d := s.plan.reduced
	for i := 1; i < len(s.sys.Bodies); i++ {
		if b := &s.sys.Bodies[i]; b.Kind == Rigid {
			d.turn[i] = b.inverted(&s.body[i].R, &d.inverse[i])
		}
	}
	for i, set := range s.sys.Rows {
		s.gradReduced(i, set.place())
	}
	d.matrix.Clear()
	for k := range d.overlap {
		d.multiply(&d.overlap[k])
	}
	for i, set := range s.sys.Rows {
		p := set.place()
		for k := range p.N {
			if s.rows.inactive[p.At+k] { // its multiplier stays as it is
				row, _ := d.matrix.Row(d.at[i] + k)
				row[len(row)-1] = 1
			}
		}
	}
	s.done(Jacobians)
	ok := d.matrix.Factor(leastReduced)
	s.done(Factors)
	return ok
}

// gradReduced fills the gradients of set i and H.
func (s *State) gradReduced(i int, p *RowPlace) {
	d := s.plan.reduced
	pb := &d.grad[i]
	if j := s.rows.direct[i]; j != nil {
		j.gradients(s, pb)
	} else {
		s.copyGradients(p, &s.rows.set[i], pb)
	}
	for k := range p.N {
		if s.rows.inactive[p.At+k] {
			pb.vacate(p.N, k)
		}
	}
	for slot, b := range p.Bodies {
		m := 1 / s.sys.Bodies[b].Mass
		g, h, t := pb.rows[slot], d.h[i][slot], &d.turn[b]
		if pb.size[slot] == 3 {
			for k, v := range g {
				h[k] = m * v
			}
			continue
		}
		for ; len(g) >= 6 && len(h) >= 6; g, h = g[6:], h[6:] {
			h[0], h[1], h[2] = m*g[0], m*g[1], m*g[2]
			x, y, z := g[3], g[4], g[5]
			h[3] = t.A.X*x + t.B.X*y + t.C.X*z
			h[4] = t.A.Y*x + t.B.Y*y + t.C.Y*z
			h[5] = t.A.Z*x + t.B.Z*y + t.C.Z*z
		}
	}
}

// multiply adds the product of H and Gᵀ over the speeds of one body.
func (d *reduced) multiply(o *overlap) {
	n := o.size
	h, g := d.h[o.row][o.rowSlot], d.grad[o.col].rows[o.colSlot]
	at, to := d.at[o.row], d.at[o.col]
	for r := 0; len(h) >= n; r, h = r+1, h[n:] {
		row, from := d.matrix.Row(at + r)
		dst := row[to-from:]
		cols := g
		if o.row == o.col {
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
			dst[k] += (h0*cols[0] + h1*cols[1]) + (h2*cols[2] + h3*cols[3]) + (h4*cols[4] + h5*cols[5])
		}
	}
}

// solveReduced replaces x by the solution with the factors of factorReduced.
func (s *State) solveReduced(x *integrate.Delta) {
	d := s.plan.reduced
	for i, set := range s.sys.Rows {
		p := set.place()
		l := d.rhs[d.at[i]:][:p.N]
		copy(l, x.L[p.At:])
		for slot, b := range p.Bodies {
			takeProducts(l, d.h[i][slot], x.A[s.sys.Bodies[b].v:][:d.grad[i].size[slot]])
		}
		for k := range l {
			if s.rows.inactive[p.At+k] {
				l[k] = 0
			}
		}
	}
	d.matrix.Solve(d.rhs)
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		a := x.A[b.v:]
		spatial.Load(a).Scale(1 / b.Mass).Store(a)
		if b.Kind == Rigid {
			d.turn[i].Mul(spatial.Load(a[3:])).Store(a[3:])
		}
	}
	for i, set := range s.sys.Rows {
		p := set.place()
		l := d.rhs[d.at[i]:][:p.N]
		copy(x.L[p.At:], l)
		for slot, b := range p.Bodies {
			addPushes(x.A[s.sys.Bodies[b].v:][:d.grad[i].size[slot]], d.h[i][slot], l)
		}
	}
}

// takeProducts takes h b from l, h having rows of 6 or 3 entries.
func takeProducts(l, h, b []float64) {
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

// addPushes adds hᵀl to a.
func addPushes(a, h, l []float64) {
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

// inverted returns R I⁻¹ Rᵀ, the inverse of the inertia in global axes.
func (b *Body) inverted(r, inverse *mat) mat {
	if b.diagonal {
		return r.Congruent(inverse.A.X, inverse.B.Y, inverse.C.Z)
	}
	t := r.T()
	a := r.Times(inverse)
	return a.Times(&t)
}
