package main

import "math"

// The equations of the models that independent_test.go knows, in SI, in coordinates of their own. Nothing here
// comes from the solver but vectors.

// equations are a motion y' = rate(t, y) and what the columns of the model are at t, y.
type equations struct {
	start  []float64
	rate   func(t float64, y, dy []float64)
	points func(t float64, y []float64) map[int]motion // by marker
	spins  func(t float64, y []float64) map[int]vec    // by the marker of the body, along its axes
	states func(t float64, y []float64) map[string]float64
	forces func(t float64, y []float64) map[int]vec // by joint, on its first body
	tol    float64                                  // of the solution; 0 for 1e-11
}

// motion is a place with velocity and acceleration.
type motion struct{ at, v, a vec }

func get(y []float64, k int) vec    { return vec{X: y[k], Y: y[k+1], Z: y[k+2]} }
func set(y []float64, k int, v vec) { y[k], y[k+1], y[k+2] = v.X, v.Y, v.Z }

// equations by the kind of the model; nil without.
func (m *model) equations() *equations {
	switch r := m.reference.(type) {
	case *top:
		return r.equations()
	case *train:
		return r.equations()
	case *central:
		return r.equations()
	case *string3d:
		return r.equations()
	case *slip:
		return line(r.cg, 0, r.v, func(t, _, v float64) float64 {
			return (r.push*math.Sin(r.w*t) - r.limit*math.Tanh(v/r.slow)) / r.mass
		})
	case *massBetweenStops:
		return line(r.cg, 0, r.v, r.acceleration)
	case *hingedBar:
		return r.equations()
	case *followingSlide:
		return r.equations()
	case *crankData:
		return r.equations()
	}
	if m.plain {
		if l := newLinkage(m); len(l.rows(l.start())) < 6*len(m.bodies) { // flat loops have constraints that repeat others
			return l.equations()
		}
	}
	return nil
}

// line is a motion along x.
func line(cg int, x, v float64, a func(t, x, v float64) float64) *equations {
	return &equations{start: []float64{x, v},
		rate: func(t float64, y, dy []float64) { dy[0], dy[1] = y[1], a(t, y[0], y[1]) },
		points: func(t float64, y []float64) map[int]motion {
			return map[int]motion{cg: {vec{X: y[0]}, vec{X: y[1]}, vec{X: a(t, y[0], y[1])}}}
		}}
}

// equations of Euler, with the turn from the start as a quaternion p, q.
func (r *top) equations() *equations {
	turned := func(y []float64, v vec) vec { // v + 2 p q×v + 2 q×(q×v), then into space
		p, q := y[6], get(y, 7)
		c := q.Cross(v)
		v = v.AddScaled(2*p, c).AddScaled(2, q.Cross(c))
		return r.a.A.Scale(v.X).Add(r.a.B.Scale(v.Y)).Add(r.a.C.Scale(v.Z))
	}
	turn := func(w vec) vec {
		return vec{X: (r.j.Y - r.j.Z) * w.Y * w.Z / r.j.X, Y: (r.j.Z - r.j.X) * w.Z * w.X / r.j.Y, Z: (r.j.X - r.j.Y) * w.X * w.Y / r.j.Z}
	}
	e := &equations{start: make([]float64, 13)}
	set(e.start, 0, r.at)
	set(e.start, 3, r.v)
	e.start[6] = 1
	set(e.start, 10, r.w)
	fall := vec{Z: -r.g}
	e.rate = func(_ float64, y, dy []float64) {
		set(dy, 0, get(y, 3))
		set(dy, 3, fall)
		w, q := get(y, 10), get(y, 7)
		dy[6] = -q.Dot(w) / 2
		set(dy, 7, w.Scale(y[6]).Add(q.Cross(w)).Scale(0.5))
		set(dy, 10, turn(w))
	}
	e.points = func(_ float64, y []float64) map[int]motion {
		w := get(y, 10)
		c := w.Cross(r.arm)
		return map[int]motion{r.tip: {get(y, 0).Add(turned(y, r.arm)), get(y, 3).Add(turned(y, c)),
			fall.Add(turned(y, turn(w).Cross(r.arm).Add(w.Cross(c))))}}
	}
	e.spins = func(_ float64, y []float64) map[int]vec { return map[int]vec{r.cg: get(y, 10)} }
	return e
}

// equations of a row of masses and springs, linear.
func (r *train) equations() *equations {
	n := len(r.mass)
	at := func(y []float64, i int) float64 {
		if i < 0 || i >= n {
			return 0
		}
		return y[i]
	}
	e := &equations{start: append(append([]float64(nil), r.x...), r.v...)}
	e.rate = func(_ float64, y, dy []float64) {
		copy(dy, y[n:])
		for i := range n {
			f := 0.0
			for _, side := range []int{0, 1} { // spring i before, i+1 behind
				other := i - 1 + 2*side
				v := 0.0
				if other >= 0 && other < n {
					v = y[n+other]
				}
				f -= r.k[i+side]*(y[i]-at(y, other)) + r.c[i+side]*(y[n+i]-v)
			}
			dy[n+i] = f / r.mass[i]
		}
	}
	e.points = func(t float64, y []float64) map[int]motion {
		dy := make([]float64, 2*n)
		e.rate(t, y, dy)
		all := map[int]motion{}
		for i, cg := range r.cg {
			all[cg] = motion{r.axis.Scale(r.gap*float64(i+1) + y[i]), r.axis.Scale(dy[i]), r.axis.Scale(dy[n+i])}
		}
		return all
	}
	return e
}

func (r *central) equations() *equations {
	a := func(at vec) vec { return at.Scale(-r.k * math.Pow(at.Norm()/r.s, r.power-1)) }
	e := &equations{start: make([]float64, 6)}
	set(e.start, 0, r.r)
	set(e.start, 3, r.v)
	e.rate = func(_ float64, y, dy []float64) {
		set(dy, 0, get(y, 3))
		set(dy, 3, a(get(y, 0)))
	}
	e.points = func(_ float64, y []float64) map[int]motion {
		return map[int]motion{r.cg: {get(y, 0), get(y, 3), a(get(y, 0))}}
	}
	return e
}

// equations of points on rods: the tensions s by length from d·d" + d'·d' = 0 of every rod d, a tridiagonal system.
func (r *string3d) equations() *equations {
	n := len(r.mass)
	e := &equations{start: make([]float64, 6*n)}
	for i := range n {
		set(e.start, 3*i, r.at[i])
		set(e.start, 3*(n+i), r.v[i])
	}
	down := vec{Z: -g}
	from := func(y []float64, k, i int) vec { // difference to the point before
		v := get(y, k+3*i)
		if i > 0 {
			v = v.Sub(get(y, k+3*i-3))
		}
		return v
	}
	e.rate = func(_ float64, y, dy []float64) {
		copy(dy, y[3*n:])
		d, s := make([]vec, n+1), make([]float64, n+1)
		below, diag, above := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			d[i] = from(y, 0, i)
		}
		for i := range n { // d_i · (a_i - a_i-1), a_i = down + (s_i+1 d_i+1 - s_i d_i) / m_i
			v := from(y, 3*n, i)
			s[i] = v.Dot(v)
			diag[i] = d[i].Dot(d[i]) / r.mass[i]
			if i > 0 {
				diag[i] += d[i].Dot(d[i]) / r.mass[i-1]
				below[i] = -d[i].Dot(d[i-1]) / r.mass[i-1]
			} else {
				s[i] += d[i].Dot(down)
			}
			if i < n-1 {
				above[i] = -d[i].Dot(d[i+1]) / r.mass[i]
			}
		}
		for i := 1; i < n; i++ {
			q := below[i] / diag[i-1]
			diag[i] -= q * above[i-1]
			s[i] -= q * s[i-1]
		}
		for i := n - 1; i >= 0; i-- {
			if i < n-1 {
				s[i] -= above[i] * s[i+1]
			}
			s[i] /= diag[i]
		}
		for i := range n {
			a := down.AddScaled(-s[i]/r.mass[i], d[i])
			if i < n-1 {
				a = a.AddScaled(s[i+1]/r.mass[i], d[i+1])
			}
			set(dy, 3*(n+i), a)
		}
	}
	e.points = func(t float64, y []float64) map[int]motion {
		dy := make([]float64, 6*n)
		e.rate(t, y, dy)
		all := map[int]motion{}
		for i, cg := range r.cg {
			all[cg] = motion{get(y, 3*i), get(dy, 3*i), get(dy, 3*(n+i))}
		}
		return all
	}
	return e
}
