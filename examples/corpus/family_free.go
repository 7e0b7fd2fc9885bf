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

// buildTumblingBody is a free body: near its unstable axis, in any turn, or in a fast one near the axis of symmetry.
func buildTumblingBody(b *deckBuilder) {
	s := b.drawLogUniform(0.02, 3)
	p, q := b.drawUniform(0.2, 0.8), b.drawUniform(0.2, 0.8)
	t := &top{mass: b.drawUniform(0.1, 10) * s * s * s * 100}
	t.j = vec{X: q*q + p*p, Y: 1 + q*q, Z: 1 + p*p}.Scale(t.mass * s * s / 12)
	w := b.drawLogUniform(1, 100)
	t.w = b.drawDirection().Scale(w)
	turns := b.drawUniform(1, 6)
	switch b.IntN(3) {
	case 0: // the middle axis is y or z
		off := b.drawLogUniform(1e-3, 0.1)
		mid := vec{Y: 1}
		if q > p {
			mid = vec{Z: 1}
		}
		t.w = mid.Add(b.drawDirection().Scale(off)).Scale(w)
		turns = b.drawUniform(2, 8)
	case 1:
		t.j.Y = t.j.Z
		t.w = vec{X: 1}.Add(b.drawDirection().Scale(b.drawUniform(0.01, 0.3))).Scale(w)
	}
	b.setScales(s, turns*2*math.Pi/w, 2*math.Pi/w)
	t.a = axesWithZ(b.drawDirection())
	if b.drawBool(0.5) {
		t.g = g
		b.setGravity(g)
		t.v = b.drawDirection().Scale(g * b.m.End * b.drawUniform(0, 1))
	} else {
		t.v = b.drawDirection().Scale(s * w * b.drawUniform(0, 0.2))
	}
	t.at = b.drawDirection().Scale(s * b.drawUniform(0, 2))
	x := b.addRigidBody(t.mass, t.j, t.at, t.a, t.v, t.w)
	t.arm = vec{X: b.drawUniform(0.2, 0.5) * s, Y: b.drawUniform(-0.5, 0.5) * p * s}
	k := b.addMarker(x, t.at.Add(t.a.Mul(t.arm)), t.a)
	for c := range 3 {
		b.addColumn(length, fmt.Sprintf("D%c(%d)", "XYZ"[c], k))
	}
	for c := range 3 {
		b.addColumn(turning, fmt.Sprintf("W%c(%d,1,%d)", "XYZ"[c], x.cg, x.cg))
	}
	b.addColumn(speed, fmt.Sprintf("VX(%d)", k))
	b.addColumn(accel, fmt.Sprintf("ACCY(%d)", k))
	t.cg, t.tip = x.cg, k
	b.m.reference = t
}

// string3d is a string of points on rods, the first of which hangs from the origin.
type string3d struct {
	mass  []float64
	at, v []vec
	cg    []int
}

// buildRods are bodies held by constraints of distance: points in a net, or a body that tumbles on one to three rods.
func buildRods(b *deckBuilder) {
	s := b.drawLogUniform(0.05, 2)
	rod := func(i, j int, d float64) {
		b.writeElement("Constraint_General", fmt.Sprintf(`expr="DM(%d,%d)-%s"`, i, j, b.lengthText(d)))
	}
	if b.drawBool(0.4) {
		n := 1 + b.IntN(4)
		b.setScales(float64(n)*s, b.drawUniform(0.4, 1.2)*pendulumPeriod(s), pendulumPeriod(s)/2)
		b.setGravity(g)
		at, prev := vec{}, 1
		held := new(string3d)
		speed := vec{} // of the point before
		for k := range n {
			next := b.drawPointNear(at, s*b.drawUniform(0.5, 1))
			along := next.Sub(at).Unit()
			v := b.drawDirection().Scale(b.drawUniform(0, 2) * math.Sqrt(g*s))
			v = v.AddScaled(speed.Sub(v).Dot(along), along) // the rod keeps its length
			x := b.addPointMass(b.drawLogUniform(0.1, 10), next, v)
			speed = v
			held.mass, held.at, held.v = append(held.mass, x.mass), append(held.at, next), append(held.v, v)
			held.cg = append(held.cg, x.cg)
			rod(x.cg, prev, next.Sub(at).Norm())
			at, prev = next, x.cg
			if k == 0 || k == n-1 {
				b.addMarkerColumns(x.cg)
			}
		}
		b.m.reference = held
		return
	}
	w := b.drawLogUniform(1, 10) * math.Sqrt(g/s)
	b.setScales(2*s, b.drawUniform(0.5, 3)*2*math.Pi/w, 2*math.Pi/w)
	b.drawGravity()
	a := axesWithZ(b.drawDirection())
	mass := b.drawUniform(0.5, 5)
	j := vec{X: 0.02, Y: 0.06, Z: 0.07}.Scale(mass * s * s)
	at := vec{Z: -s}
	x := b.addRigidBody(mass, j, at, a, b.drawDirection().Scale(b.drawUniform(0, 1)*math.Sqrt(g*s)), b.drawDirection().Scale(w))
	n := 1 + b.IntN(3)
	for range n {
		from, on := b.drawDirection().Scale(0.5*s), at.Add(b.drawDirection().Scale(0.3*s))
		foot := b.addMarker(ground, from, unit)
		rod(b.addMarker(x, on, unit), foot, from.Sub(on).Norm())
	}
	b.addMarkerColumns(x.cg)
	b.addMarkerColumns(b.addMarker(x, at.Add(a.Col(0).Scale(0.4*s)), a))
	b.addAngularVelocityColumn(x)
}

// central is a motion with the acceleration -k s (r/s)^power along the radius.
type central struct {
	r, v        vec
	k, s, power float64
	cg          int
}

// buildOrbit is a point about a centre that draws it by a power of the distance, with a period of its own.
func buildOrbit(b *deckBuilder) {
	s := b.drawLogUniform(0.1, 10)
	T := b.drawLogUniform(0.2, 20)
	b.setScales(s, T*b.drawUniform(0.5, 2), T/2)
	k := 4 * math.Pi * math.Pi / (T * T) // of the circular orbit at s
	mass := b.drawLogUniform(0.1, 100)
	r := b.drawDirection()
	side := axesWithZ(r)
	v := side.Col(0).Scale(s * math.Sqrt(k) * b.drawUniform(0.55, 1.2))
	x := b.addPointMass(mass, r.Scale(s), v)
	power := b.drawUniform(-2, 1)
	f := func(c byte) string { // -m k s (r/s)^power along the radius
		return fmt.Sprintf("%s*D%c(%d)*(DM(%d)/%s)**%s", b.quantityText(-mass*k, -1, 0), c, x.cg, x.cg, b.lengthText(s), "("+b.forceText(power-1)+")")
	}
	b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" ref_marker_id="1" fx_expression="%s" fy_expression="%s" fz_expression="%s"`, x.cg, f('X'), f('Y'), f('Z')))
	b.addMarkerColumns(x.cg)
	b.addColumn(length, fmt.Sprintf("DM(%d)", x.cg))
	b.m.reference = &central{r: r.Scale(s), v: v, k: k, s: s, power: power, cg: x.cg}
}

// buildRotor is a shaft with a disc out of balance in bushings, that runs up or has run up.
func buildRotor(b *deckBuilder) {
	s := b.drawLogUniform(0.1, 1)
	f := b.drawLogUniform(5, 100) // Hz, of the disc in its bearings
	w := 2 * math.Pi * f * b.drawUniform(0.3, 2.5)
	b.setScales(s, b.drawUniform(5, 15)/f, math.Min(1/f, 2*math.Pi/w))
	mass := b.drawUniform(0.5, 20)
	j := vec{X: 0.3, Y: 0.3, Z: 0.02}.Scale(mass * s * s)
	at := vec{X: b.drawLogUniform(1e-5, 1e-3) * s}
	b.m.Amp = math.Max(at.X/s, 1e-4)
	x := b.addRigidBody(mass, j, at, unit, vec{Y: at.X * w}, vec{Z: w})
	k := mass * 4 * math.Pi * math.Pi * f * f / 2
	for _, z := range []float64{-0.4, 0.5} {
		i, foot := b.addMarker(x, vec{Z: z * s}, unit), b.addMarker(ground, vec{Z: z * s}, unit)
		c := k / (2 * math.Pi * f) * b.drawLogUniform(1e-3, 0.05)
		b.writeElement("Force_Field", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d" K11="%s" K22="%s" K33="%s" C11="%s" C22="%s" C33="%s"`,
			i, foot, b.rateText(k), b.rateText(k*b.drawUniform(0.5, 1)), b.rateText(k), b.rateText(c), b.rateText(c), b.rateText(c)))
		b.addMarkerColumns(i)
	}
	b.addAngularVelocityColumn(x)
}
