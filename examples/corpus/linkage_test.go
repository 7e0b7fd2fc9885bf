package main

import "math"

// linkage is rigid bodies on joints in coordinates of each body: place, velocity, turn as a quaternion, angular
// velocity in space. Accelerations and forces of constraints come from one dense system
//
//	| M  Gᵀ | | a |   | f |
//	| G  0  | |-λ | = | γ |
//
// with constraints differentiated twice and nothing done about their drift, which the tolerance keeps small.
type linkage struct {
	*model
	at map[*body]int // place among the bodies, -1 of ground
}

func newLinkage(m *model) *linkage {
	l := &linkage{m, map[*body]int{ground: -1}}
	for k, b := range m.bodies {
		l.at[b] = k
	}
	return l
}

// pose of a body at a state: 13 numbers a body.
type pose struct {
	r, v, w vec
	a       mat // columns: axes in space
}

var still0 = pose{a: unit}

func (l *linkage) pose(y []float64, b *body) pose {
	k := l.at[b]
	if k < 0 {
		return still0
	}
	y = y[13*k:]
	p, q := y[6], get(y, 7)
	turned := func(v vec) vec {
		c := q.Cross(v)
		return v.AddScaled(2*p, c).AddScaled(2, q.Cross(c))
	}
	return pose{get(y, 0), get(y, 3), get(y, 10), mat{A: turned(b.a.A), B: turned(b.a.B), C: turned(b.a.C)}}
}

// along turns what is fixed to a body, given in space at the start.
func (p *pose) along(b *body, v vec) vec {
	if b.a == (mat{}) {
		return v
	}
	return p.a.A.Scale(b.a.A.Dot(v)).Add(p.a.B.Scale(b.a.B.Dot(v))).Add(p.a.C.Scale(b.a.C.Dot(v)))
}

// row is one constraint: factors of a and α of two bodies, and γ.
type row struct {
	i, j           int
	li, ai, lj, aj vec
	gamma          float64
	force          vec // direction on body i, of rows that hold places
	joint          int
}

// rows of all joints.
func (l *linkage) rows(y []float64) (all []row) {
	for _, k := range l.links {
		p, q := l.pose(y, k.i), l.pose(y, k.j)
		s, t := p.along(k.i, k.at.Sub(k.i.at)), q.along(k.j, k.at.Sub(k.j.at))
		f := axesWithZ(k.axis)
		x := [3]vec{p.along(k.i, f.A), p.along(k.i, f.B), p.along(k.i, f.C)}
		z := [3]vec{q.along(k.j, f.A), q.along(k.j, f.B), q.along(k.j, f.C)}
		place := func(u vec, fixed bool) { // (difference of the points)·u = 0, u in space or fixed to j
			r := row{i: l.at[k.i], j: l.at[k.j], li: u, ai: s.Cross(u), lj: u.Neg(), aj: u.Cross(t), force: u, joint: k.id}
			rel := p.w.Cross(p.w.Cross(s)).Sub(q.w.Cross(q.w.Cross(t)))
			r.gamma = -rel.Dot(u)
			if fixed {
				d := p.r.Add(s).Sub(q.r).Sub(t)
				dd := p.v.Add(p.w.Cross(s)).Sub(q.v).Sub(q.w.Cross(t))
				r.aj = r.aj.Add(u.Cross(d)) // d·(α×u)
				r.gamma -= 2*dd.Dot(q.w.Cross(u)) + d.Dot(q.w.Cross(q.w.Cross(u)))
			}
			all = append(all, r)
		}
		square := func(u, v vec) { // u·v = 0, u of i, v of j
			c := u.Cross(v)
			g := p.w.Cross(p.w.Cross(u)).Dot(v) + 2*p.w.Cross(u).Dot(q.w.Cross(v)) + u.Dot(q.w.Cross(q.w.Cross(v)))
			all = append(all, row{i: l.at[k.i], j: l.at[k.j], ai: c, aj: c.Neg(), gamma: -g, joint: k.id})
		}
		if k.kind != "TRANSLATIONAL" {
			for _, u := range []vec{{X: 1}, {Y: 1}, {Z: 1}} {
				place(u, false)
			}
		}
		switch k.kind {
		case "REVOLUTE":
			square(x[2], z[0])
			square(x[2], z[1])
		case "UNIVERSAL":
			square(x[2], z[0]) // its second marker is turned: its z is our x
		case "TRANSLATIONAL":
			place(z[0], true)
			place(z[1], true)
			square(x[0], z[1])
			square(x[1], z[2])
			square(x[2], z[0])
		}
	}
	return all
}

// solve returns accelerations (a and α of each body) and multipliers for the right sides f of the bodies and γ.
func (l *linkage) solve(y []float64, rows []row, force func(b *body, p *pose) (f, t vec), gamma func(r *row) float64) (acc, lambda []float64) {
	n := 6 * len(l.bodies)
	size := n + len(rows)
	a := make([][]float64, size)
	for k := range a {
		a[k] = make([]float64, size+1)
	}
	for k, b := range l.bodies {
		p := l.pose(y, b)
		f, t := force(b, &p)
		for c, ax := range []vec{p.a.A, p.a.B, p.a.C} {
			j := b.j.At(c)
			for r := range 3 {
				for s := range 3 {
					a[6*k+3+r][6*k+3+s] += j * ax.At(r) * ax.At(s)
				}
			}
		}
		for r := range 3 {
			a[6*k+r][6*k+r] = b.mass
			a[6*k+r][size], a[6*k+3+r][size] = f.At(r), t.At(r)
		}
	}
	for m := range rows {
		r := &rows[m]
		a[n+m][size] = gamma(r)
		for _, side := range []struct {
			at     int
			li, an vec
		}{{r.i, r.li, r.ai}, {r.j, r.lj, r.aj}} {
			for c := range 3 {
				if side.at >= 0 {
					a[n+m][6*side.at+c], a[6*side.at+c][n+m] = side.li.At(c), side.li.At(c)
					a[n+m][6*side.at+3+c], a[6*side.at+3+c][n+m] = side.an.At(c), side.an.At(c)
				}
			}
		}
	}
	x := eliminate(a)
	return x[:n], x[n:]
}

// eliminate solves by Gauss's elimination with a search for pivots in the column; the last column is the right side.
func eliminate(a [][]float64) []float64 {
	n := len(a)
	for k := range n {
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[k][k]) {
				a[i], a[k] = a[k], a[i]
			}
		}
		for i := k + 1; i < n; i++ {
			if q := a[i][k] / a[k][k]; q != 0 {
				for j := k; j <= n; j++ {
					a[i][j] -= q * a[k][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		x[k] = a[k][n]
		for j := k + 1; j < n; j++ {
			x[k] -= a[k][j] * x[j]
		}
		x[k] /= a[k][k]
	}
	return x
}

// motionOf solves for accelerations and multipliers.
func (l *linkage) motionOf(y []float64) (acc, lambda []float64, rows []row) {
	rows = l.rows(y)
	acc, lambda = l.solve(y, rows, func(b *body, p *pose) (f, t vec) {
		w := transformToWorld(p.a, p.w)
		h := vec{X: b.j.X * w.X, Y: b.j.Y * w.Y, Z: b.j.Z * w.Z}
		return vec{Z: -l.gravity * b.mass}, p.w.Cross(p.a.Mul(h)).Neg()
	}, func(r *row) float64 { return r.gamma })
	return acc, lambda, rows
}

// start is the state at the start as the deck gives it.
func (l *linkage) start() []float64 {
	y := make([]float64, 13*len(l.bodies))
	for k, b := range l.bodies {
		set(y, 13*k, b.at)
		y[13*k+6] = 1
		set(y, 13*k+3, b.v)
		set(y, 13*k+10, b.a.Mul(b.w))
	}
	return y
}

// equations begin with velocities that are changed as little as possible, weighted by the masses, to keep the constraints.
func (l *linkage) equations() *equations {
	n := len(l.bodies)
	y := l.start()
	zero := func(b *body, p *pose) (f, t vec) { return vec{}, vec{} }
	change, _ := l.solve(y, l.rows(y), zero, func(r *row) float64 {
		rate := 0.0
		for _, side := range []struct {
			at     int
			li, an vec
		}{{r.i, r.li, r.ai}, {r.j, r.lj, r.aj}} {
			if side.at >= 0 {
				rate += side.li.Dot(get(y, 13*side.at+3)) + side.an.Dot(get(y, 13*side.at+10))
			}
		}
		return -rate
	})
	for k := range n {
		set(y, 13*k+3, get(y, 13*k+3).Add(get(change, 6*k)))
		set(y, 13*k+10, get(y, 13*k+10).Add(get(change, 6*k+3)))
	}
	e := &equations{start: y, tol: 1e-9}
	e.rate = func(_ float64, y, dy []float64) {
		acc, _, _ := l.motionOf(y)
		for k := range n {
			s, d := y[13*k:], dy[13*k:]
			w, q := get(s, 10), get(s, 7)
			set(d, 0, get(s, 3))
			set(d, 3, get(acc, 6*k))
			d[6] = -q.Dot(w) / 2
			set(d, 7, w.Scale(s[6]).Add(w.Cross(q)).Scale(0.5)) // angular velocity in space
			set(d, 10, get(acc, 6*k+3))
		}
	}
	e.points = func(_ float64, y []float64) map[int]motion {
		acc, _, _ := l.motionOf(y)
		all := map[int]motion{}
		for id, f := range l.frames {
			k := l.at[f.body]
			if k < 0 {
				continue
			}
			p := l.pose(y, f.body)
			s := p.along(f.body, f.at.Sub(f.body.at))
			c := p.w.Cross(s)
			all[id] = motion{p.r.Add(s), p.v.Add(c), get(acc, 6*k).Add(get(acc, 6*k+3).Cross(s)).Add(p.w.Cross(c))}
		}
		return all
	}
	e.spins = func(_ float64, y []float64) map[int]vec {
		all := map[int]vec{}
		for _, b := range l.bodies {
			p := l.pose(y, b)
			all[b.cg] = transformToWorld(p.a, p.w)
		}
		return all
	}
	e.forces = func(_ float64, y []float64) map[int]vec {
		_, lambda, rows := l.motionOf(y)
		all := map[int]vec{}
		for k, r := range rows {
			all[r.joint] = all[r.joint].AddScaled(-lambda[k], r.force)
		}
		return all
	}
	return e
}
