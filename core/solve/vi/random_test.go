package vi

import (
	"math"
	"math/rand/v2"
)

// recipe says what a random problem is made of.
type recipe struct {
	friction bool
	locks    bool
	coupled  bool // H has blocks off the diagonal
	sizes    []int
}

// random builds a problem with a solution: for some q the Lock rows hold, and inequalities and
// contacts do so with c_n ≥ Σ a_k ‖c_k‖. Then Coulomb's problem has a solution (Acary, Cadoux, Lemaréchal and Malick 2011).
func random(r *rand.Rand, want recipe) (*Problem, []float64) {
	size := make([]int, 1+r.IntN(8))
	n := 0
	for i := range size {
		size[i] = want.sizes[r.IntN(len(want.sizes))]
		n += size[i]
	}
	p := &Problem{Rows: NewRows(size), F: normal(r, n, 3)}
	for i, s := range size {
		p.H = append(p.H, Block{i, i, definite(r, s)})
	}
	if want.coupled {
		for range size {
			p.spring(r, size)
		}
	}
	way := normal(r, n, 1) // fulfils all
	free := n              // unknowns that Lock rows leave
	for range 1 + r.IntN(3*len(size)) {
		p.row(r, size, way, want, &free)
	}
	return p, make([]float64, n)
}

func normal(r *rand.Rand, n int, scale float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = scale * r.NormFloat64()
	}
	return out
}

// definite is A Aᵀ + 1/2.
func definite(r *rand.Rand, n int) []float64 {
	a, out := normal(r, n*n, 1), make([]float64, n*n)
	for i := range n {
		out[i*(n+1)] = 0.5
		for j := range n {
			for k := range n {
				out[i*n+j] += a[i*n+k] * a[j*n+k]
			}
		}
	}
	return out
}

// spring adds k v vᵀ between two blocks, with k up to 1000.
func (p *Problem) spring(r *rand.Rand, size []int) {
	a, b := r.IntN(len(size)), r.IntN(len(size))
	if a == b {
		return
	}
	k := 1000 * r.Float64() * r.Float64()
	x, y := normal(r, size[a], 1), normal(r, size[b], 1)
	put := func(i, j int, u, v []float64) {
		m := make([]float64, 0, len(u)*len(v))
		for _, s := range u {
			for _, t := range v {
				m = append(m, k*s*t)
			}
		}
		p.H = append(p.H, Block{i, j, m})
	}
	put(a, a, x, x)
	put(a, b, x, y)
	put(b, a, y, x)
	put(b, b, y, y)
}

// row adds a joint, a bound, a box or a contact.
func (p *Problem) row(r *rand.Rand, size []int, way []float64, want recipe, free *int) {
	blocks := []int{r.IntN(len(size))}
	for range r.IntN(3) {
		if b := r.IntN(len(size)); b != blocks[0] && (len(blocks) < 2 || b != blocks[1]) {
			blocks = append(blocks, b)
		}
	}
	rows := p.Rows
	first := rows.RowCount()
	slack := max(0, r.NormFloat64())
	switch k := r.IntN(4); {
	case k == 0 && want.locks && *free > 3:
		n := 1 + r.IntN(2)
		*free -= n
		rows.AddLock(n, blocks...)
		slack = 0
	case k == 1:
		rows.AddBox(-r.Float64(), 2*r.Float64(), blocks...)
	case k == 2 && want.friction:
		rows.AddCone(contact(r), blocks...)
	default:
		rows.AddUnilateral(blocks...)
	}
	for i := first; i < rows.RowCount(); i++ {
		if r.IntN(4) == 0 {
			rows.Compliance[i] = 0.1 * r.Float64()
		}
		if rows.Mode[i] >= Tangent { // parts at way, the normal the faster
			v := r.NormFloat64()
			rows.B[i] = v
			rows.B[first] += rows.Length[i] * math.Abs(v)
		}
	}
	rows.B[first] += slack
	for i := first; i < rows.RowCount(); i++ {
		for k, b := range blocks {
			at := 0
			for _, s := range size[:b] {
				at += s
			}
			j := rows.JacobianBlock(i, k)
			copy(j, normal(r, len(j), 1))
			for c, v := range j {
				rows.B[i] -= v * way[at+c]
			}
		}
	}
}

// contact is a cone of any shape.
func contact(r *rand.Rand) Cone {
	c := CoulombCone(r.Float64())
	switch r.IntN(4) {
	case 0:
		c = RollingCone(r.Float64(), 0.3*r.Float64(), 0.2*r.Float64())
	case 1:
		c = Cone{Rows: [groups]uint8{1, 0, 0}, Length: [groups]float64{r.Float64(), 0, 0}}
	case 2:
		c.Cohesion = r.Float64()
	}
	return c
}
