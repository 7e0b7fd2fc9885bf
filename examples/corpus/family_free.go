package main

import (
	"fmt"
	"math"
)

// top is a free body, as the independent equations need it.
type top struct {
	mass     float64
	j        vec // principal moments
	a        mat // axes at the start
	at, v, w vec // w along the principal axes
	g        float64
	arm      vec // marker, along the principal axes
	cg, tip  int // markers
}

// tumble is a free body: near its unstable axis, in any turn, or in a fast one near the axis of symmetry.
func tumble(b *builder) {
	s := b.logIn(0.02, 3)
	p, q := b.in(0.2, 0.8), b.in(0.2, 0.8)
	t := &top{mass: b.in(0.1, 10) * s * s * s * 100}
	t.j = vec{X: q*q + p*p, Y: 1 + q*q, Z: 1 + p*p}.Scale(t.mass * s * s / 12)
	w := b.logIn(1, 100)
	t.w = b.dir().Scale(w)
	turns := b.in(1, 6)
	switch b.IntN(3) {
	case 0: // the middle axis is y or z
		off := b.logIn(1e-3, 0.1)
		mid := vec{Y: 1}
		if q > p {
			mid = vec{Z: 1}
		}
		t.w = mid.Add(b.dir().Scale(off)).Scale(w)
		turns = b.in(2, 8)
	case 1:
		t.j.Y = t.j.Z
		t.w = vec{X: 1}.Add(b.dir().Scale(b.in(0.01, 0.3))).Scale(w)
	}
	b.scale(s, turns*2*math.Pi/w, 2*math.Pi/w)
	t.a = axes(b.dir())
	if b.chance(0.5) {
		t.g = g
		b.gravity(g)
		t.v = b.dir().Scale(g * b.m.End * b.in(0, 1))
	} else {
		t.v = b.dir().Scale(s * w * b.in(0, 0.2))
	}
	t.at = b.dir().Scale(s * b.in(0, 2))
	x := b.rigid(t.mass, t.j, t.at, t.a, t.v, t.w)
	t.arm = vec{X: b.in(0.2, 0.5) * s, Y: b.in(-0.5, 0.5) * p * s}
	k := b.marker(x, t.at.Add(t.a.Mul(t.arm)), t.a)
	for c := range 3 {
		b.column(length, fmt.Sprintf("D%c(%d)", "XYZ"[c], k))
	}
	for c := range 3 {
		b.column(turning, fmt.Sprintf("W%c(%d,1,%d)", "XYZ"[c], x.cg, x.cg))
	}
	b.column(speed, fmt.Sprintf("VX(%d)", k))
	b.column(accel, fmt.Sprintf("ACCY(%d)", k))
	t.cg, t.tip = x.cg, k
	b.m.reference = t
}

// string3d is a string of points on rods, the first of which hangs from the origin.
type string3d struct {
	mass  []float64
	at, v []vec
	cg    []int
}

// rods are bodies held by constraints of distance: points in a net, or a body that tumbles on one to three rods.
func rods(b *builder) {
	s := b.logIn(0.05, 2)
	rod := func(i, j int, d float64) {
		b.put("Constraint_General", fmt.Sprintf(`expr="DM(%d,%d)-%s"`, i, j, b.len(d)))
	}
	if b.chance(0.4) {
		n := 1 + b.IntN(4)
		b.scale(float64(n)*s, b.in(0.4, 1.2)*swing(s), swing(s)/2)
		b.gravity(g)
		at, prev := vec{}, 1
		held := new(string3d)
		speed := vec{} // of the point before
		for k := range n {
			next := b.apart(at, s*b.in(0.5, 1))
			along := next.Sub(at).Unit()
			v := b.dir().Scale(b.in(0, 2) * math.Sqrt(g*s))
			v = v.AddScaled(speed.Sub(v).Dot(along), along) // the rod keeps its length
			x := b.point(b.logIn(0.1, 10), next, v)
			speed = v
			held.mass, held.at, held.v = append(held.mass, x.mass), append(held.at, next), append(held.v, v)
			held.cg = append(held.cg, x.cg)
			rod(x.cg, prev, next.Sub(at).Norm())
			at, prev = next, x.cg
			if k == 0 || k == n-1 {
				b.watch(x.cg)
			}
		}
		b.m.reference = held
		return
	}
	w := b.logIn(1, 10) * math.Sqrt(g/s)
	b.scale(2*s, b.in(0.5, 3)*2*math.Pi/w, 2*math.Pi/w)
	b.gravityOf()
	a := axes(b.dir())
	mass := b.in(0.5, 5)
	j := vec{X: 0.02, Y: 0.06, Z: 0.07}.Scale(mass * s * s)
	at := vec{Z: -s}
	x := b.rigid(mass, j, at, a, b.dir().Scale(b.in(0, 1)*math.Sqrt(g*s)), b.dir().Scale(w))
	n := 1 + b.IntN(3)
	for range n {
		from, on := b.dir().Scale(0.5*s), at.Add(b.dir().Scale(0.3*s))
		foot := b.marker(ground, from, unit)
		rod(b.marker(x, on, unit), foot, from.Sub(on).Norm())
	}
	b.watch(x.cg)
	b.watch(b.marker(x, at.Add(a.Col(0).Scale(0.4*s)), a))
	b.watchSpin(x)
}

// central is a motion with the acceleration -k s (r/s)^power along the radius.
type central struct {
	r, v        vec
	k, s, power float64
	cg          int
}

// orbit is a point about a centre that draws it by a power of the distance, with a period of its own.
func orbit(b *builder) {
	s := b.logIn(0.1, 10)
	T := b.logIn(0.2, 20)
	b.scale(s, T*b.in(0.5, 2), T/2)
	k := 4 * math.Pi * math.Pi / (T * T) // of the circular orbit at s
	mass := b.logIn(0.1, 100)
	r := b.dir()
	side := axes(r)
	v := side.Col(0).Scale(s * math.Sqrt(k) * b.in(0.55, 1.2))
	x := b.point(mass, r.Scale(s), v)
	power := b.in(-2, 1)
	f := func(c byte) string { // -m k s (r/s)^power along the radius
		return fmt.Sprintf("%s*D%c(%d)*(DM(%d)/%s)**%s", b.num(-mass*k, -1, 0), c, x.cg, x.cg, b.len(s), "("+b.force(power-1)+")")
	}
	b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" ref_marker_id="1" fx_expression="%s" fy_expression="%s" fz_expression="%s"`, x.cg, f('X'), f('Y'), f('Z')))
	b.watch(x.cg)
	b.column(length, fmt.Sprintf("DM(%d)", x.cg))
	b.m.reference = &central{r: r.Scale(s), v: v, k: k, s: s, power: power, cg: x.cg}
}

// rotor is a shaft with a disc out of balance in bushings, that runs up or has run up.
func rotor(b *builder) {
	s := b.logIn(0.1, 1)
	f := b.logIn(5, 100) // Hz, of the disc in its bearings
	w := 2 * math.Pi * f * b.in(0.3, 2.5)
	b.scale(s, b.in(5, 15)/f, math.Min(1/f, 2*math.Pi/w))
	mass := b.in(0.5, 20)
	j := vec{X: 0.3, Y: 0.3, Z: 0.02}.Scale(mass * s * s)
	at := vec{X: b.logIn(1e-5, 1e-3) * s}
	b.m.Amp = math.Max(at.X/s, 1e-4)
	x := b.rigid(mass, j, at, unit, vec{Y: at.X * w}, vec{Z: w})
	k := mass * 4 * math.Pi * math.Pi * f * f / 2
	for _, z := range []float64{-0.4, 0.5} {
		i, foot := b.marker(x, vec{Z: z * s}, unit), b.marker(ground, vec{Z: z * s}, unit)
		c := k / (2 * math.Pi * f) * b.logIn(1e-3, 0.05)
		b.put("Force_Field", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d" K11="%s" K22="%s" K33="%s" C11="%s" C22="%s" C33="%s"`,
			i, foot, b.per(k), b.per(k*b.in(0.5, 1)), b.per(k), b.per(c), b.per(c), b.per(c)))
		b.watch(i)
	}
	b.watchSpin(x)
}
