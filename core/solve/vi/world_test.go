package vi

import "math"

// world is a column of unit bodies (mass 1 kg, 1 m wide and high) as plain arrays: bodies displaced by
// u from where they just touch, small turns, contacts that keep their places.
type world struct {
	p    Problem
	q, u []float64
	mass []float64
	h    float64
	n    int
	boxy bool
}

const gravity = 9.81

// column builds n spheres or boxes on top of each other. A box has a contact at each
// of the four corners, a sphere one in the middle.
func column(n int, boxes bool, mu, h float64) *world {
	w := &world{h: h, n: n, boxy: boxes}
	size := make([]int, n)
	turn := 0.1 // 2/5 m r², r = 1/2
	if boxes {
		turn = 1.0 / 6
	}
	for i := range size {
		size[i] = 6
		m := make([]float64, 36)
		for k := range 6 {
			v := 1.0
			if k > 2 {
				v = turn
			}
			m[7*k] = v
			w.mass = append(w.mass, v)
		}
		w.p.H = append(w.p.H, Block{i, i, m})
	}
	w.p.Rows = NewRows(size)
	w.p.F, w.q, w.u = make([]float64, 6*n), make([]float64, 6*n), make([]float64, 6*n)
	corners := [][2]float64{{0, 0}}
	if boxes {
		corners = [][2]float64{{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}}
	}
	for i := range n {
		for _, c := range corners {
			w.contact(i, i-1, [3]float64{c[0], c[1], -.5}, [3]float64{c[0], c[1], .5}, mu)
		}
	}
	return w
}

// contact adds a contact of body a at the point p of it with the point o of body b, below it; b = -1 is the ground.
func (w *world) contact(a, b int, p, o [3]float64, mu float64) {
	r := w.p.Rows
	blocks := []int{a}
	if b >= 0 {
		blocks = append(blocks, b)
	}
	row := r.AddCone(CoulombCone(mu), blocks...)
	for k, d := range [][3]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}} {
		copy(r.JacobianBlock(row+k, 0), arm(d, p, 1))
		if b >= 0 {
			copy(r.JacobianBlock(row+k, 1), arm(d, o, -1))
		}
	}
}

// arm is the row ±[d, p × d].
func arm(d, p [3]float64, f float64) []float64 {
	return []float64{
		f * d[0], f * d[1], f * d[2],
		f * (p[1]*d[2] - p[2]*d[1]), f * (p[2]*d[0] - p[0]*d[2]), f * (p[0]*d[1] - p[1]*d[0]),
	}
}

// step advances by h.
func (w *world) step(s Solver) (Result, error) {
	w.load()
	res, err := s.Solve(&w.p, w.q)
	for i, v := range w.q {
		w.u[i] += w.h * v
	}
	return res, err
}

// load fills f and b.
func (w *world) load() { w.loadColumn(w.p.Rows.RowCount()) }

// loadColumn is load for a world whose contacts end at a row.
func (w *world) loadColumn(end int) {
	for i, v := range w.q {
		w.p.F[i] = w.mass[i] * v
		if i%6 == 2 {
			w.p.F[i] -= w.mass[i] * gravity * w.h
		}
	}
	r := w.p.Rows
	for i := 0; i < end; i += 3 {
		gap := 0.0
		e := r.units[r.unit[i]]
		for k, en := range r.entries[e.ent:e.end] {
			for c, v := range r.JacobianBlock(i, k) {
				gap += v * w.u[6*int(en.block)+c]
			}
		}
		r.B[i] = max(gap/w.h, -0.6)
	}
}

func (w *world) height() float64 { return w.u[6*w.n-4] }

func (w *world) sideways() float64 {
	worst := 0.0
	for i := 0; i < len(w.u); i += 6 {
		worst = max(worst, math.Abs(w.u[i]), math.Abs(w.u[i+1]))
	}
	return worst
}
