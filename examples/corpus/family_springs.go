package main

import (
	"fmt"
	"math"
)

// train is a row of masses between springs, as the independent equations need it.
type train struct {
	mass, k, c []float64 // k[i], c[i] before mass i, the last behind the last mass (may be 0)
	x, v       []float64 // deflections and speeds at the start
	axis       vec
	gap        float64
	cg         []int
}

// buildSpringLine is a row of points on springs from 1 Hz to 1 kHz with amplitudes from 1e-6 of the size to a part of it.
func buildSpringLine(b *deckBuilder) {
	n := 1 + b.IntN(4)
	f := b.drawLogUniform(1, 1000)
	s := b.drawLogUniform(0.02, 2)
	amp := b.drawLogUniform(1e-6, 0.2)
	w := 2 * math.Pi * f
	b.setScales(float64(n)*s, b.drawUniform(3, 20)/f, 1/(2*f))
	b.m.Amp = amp
	t := &train{axis: b.drawDirection(), gap: s}
	damp := 0.0
	if b.drawBool(0.7) {
		damp = b.drawLogUniform(1e-4, 0.1)
	}
	mass := b.drawLogUniform(0.01, 100)
	for range n {
		t.mass = append(t.mass, mass*b.drawUniform(0.5, 2))
		t.x = append(t.x, amp*s*b.drawUniform(-0.5, 0.5))
		t.v = append(t.v, amp*s*w*b.drawUniform(-0.5, 0.5))
	}
	for k := range n + 1 {
		k := mass * w * w * b.drawUniform(0.5, 1.5) * math.Min(1, float64(n+1-k)*float64(k+2))
		t.k, t.c = append(t.k, k), append(t.c, 2*damp*k/w)
	}
	if b.drawBool(0.5) {
		t.k[n], t.c[n] = 0, 0
	}
	prev := 1
	for i := range n + 1 {
		at := t.axis.Scale(s * float64(i+1))
		var cg int
		if i < n {
			x := b.addPointMass(t.mass[i], at.AddScaled(t.x[i], t.axis), t.axis.Scale(t.v[i]))
			cg = x.cg
			t.cg = append(t.cg, cg)
			b.addMarkerColumns(cg)
		} else if t.k[i] > 0 {
			cg = b.addMarker(ground, at, unit)
		} else {
			break
		}
		b.addSpring(cg, prev, t.k[i], t.c[i], s)
		prev = cg
	}
	b.m.reference = t
}

// buildSpringsInSpace is a body or point held by springs in all directions.
func buildSpringsInSpace(b *deckBuilder) {
	f := b.drawLogUniform(1, 1000)
	s := b.drawLogUniform(0.02, 2)
	amp := b.drawLogUniform(1e-6, 0.3)
	w := 2 * math.Pi * f
	b.setScales(2*s, b.drawUniform(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	mass := b.drawLogUniform(0.05, 50)
	if b.drawBool(0.5) {
		b.setGravity(g)
	}
	k := mass * w * w / 3
	c := 0.0
	if b.drawBool(0.6) {
		c = k / w * b.drawLogUniform(1e-4, 0.2)
	}
	v := b.drawDirection().Scale(amp * s * w)
	n := 4 + b.IntN(4)
	rigid := b.drawBool(0.6)
	var x *body
	if rigid {
		x = b.addRigidBody(mass, vec{X: 0.05, Y: 0.07, Z: 0.09}.Scale(mass*s*s), vec{}, axesWithZ(b.drawDirection()), v, b.drawDirection().Scale(amp*w))
	} else {
		x = b.addPointMass(mass, vec{}, v)
	}
	for range n {
		on := vec{}
		if rigid {
			on = b.drawDirection().Scale(s * 0.3)
		}
		foot := b.drawPointNear(on, s)
		b.addSpring(b.addMarker(x, on, unit), b.addMarker(ground, foot, unit), k*b.drawUniform(0.5, 1.5), c, s*b.drawUniform(0.8, 1))
	}
	b.addMarkerColumns(x.cg)
	if rigid {
		b.addMarkerColumns(b.addMarker(x, vec{X: 0.3 * s}, unit))
		b.addAngularVelocityColumn(x)
	}
}

// buildBushings hold a body by one to four bushings, with small turns.
func buildBushings(b *deckBuilder) {
	f := b.drawLogUniform(1, 1000)
	s := b.drawLogUniform(0.02, 2)
	amp := b.drawLogUniform(1e-6, 0.1)
	w := 2 * math.Pi * f
	b.setScales(s, b.drawUniform(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	mass := b.drawLogUniform(0.05, 50)
	if b.drawBool(0.5) {
		b.setGravity(math.Min(g, amp*s*w*w))
	}
	n := 1 + b.IntN(4)
	k := mass * w * w / float64(n)
	damp := 0.0
	if b.drawBool(0.7) {
		damp = b.drawLogUniform(1e-4, 0.2) / w
	}
	x := b.addRigidBody(mass, vec{X: 0.05, Y: 0.07, Z: 0.09}.Scale(mass*s*s), vec{}, axesWithZ(b.drawDirection()), b.drawDirection().Scale(amp*s*w), b.drawDirection().Scale(amp*w))
	for range n {
		at := b.drawDirection().Scale(s * 0.5)
		a := axesWithZ(b.drawDirection())
		i, j := b.addMarker(x, at, a), b.addMarker(ground, at, a)
		e := ""
		for _, c := range "xyz" {
			q, r := k*b.drawUniform(0.3, 1), k*s*s*0.05*b.drawUniform(0.3, 1)
			e += fmt.Sprintf(` k%[1]c="%[2]s" c%[1]c="%[3]s" kt%[1]c="%[4]s" ct%[1]c="%[5]s"`, c, b.rateText(q), b.rateText(q*damp), b.torqueText(r), b.torqueText(r*damp))
		}
		b.writeElement("Force_Bushing", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d"%s`, i, j, e))
	}
	b.addMarkerColumns(x.cg)
	b.addMarkerColumns(b.addMarker(x, vec{Y: 0.4 * s}, unit))
	b.addAngularVelocityColumn(x)
}

// buildElasticPendulum is a body on a stiff spring that swings: fast along the spring, slow across it.
func buildElasticPendulum(b *deckBuilder) {
	s := b.drawLogUniform(0.1, 2)
	f := b.drawLogUniform(5, 1000)
	T := pendulumPeriod(s)
	b.setScales(2*s, math.Min(b.drawUniform(0.3, 1)*T, 200/f), 1/f)
	b.setGravity(g)
	n := 1 + b.IntN(2)
	at, prev := vec{}, 1
	for range n {
		mass := b.drawLogUniform(0.1, 10)
		next := b.drawPointNear(at, s)
		k := mass * math.Pow(2*math.Pi*f, 2)
		c := 0.0
		if b.drawBool(0.7) {
			c = 2 * b.drawLogUniform(1e-3, 0.3) * math.Sqrt(k*mass)
		}
		var x *body
		if b.drawBool(0.5) {
			x = b.addRigidBody(mass, vec{X: 0.01, Y: 0.02, Z: 0.015}.Scale(mass*s*s), next, axesWithZ(b.drawDirection()), b.drawDirection().Scale(math.Sqrt(g*s)*b.drawUniform(0, 1)), vec{})
			next = next.AddScaled(0.1*s, b.drawDirection())
		} else {
			x = b.addPointMass(mass, next, b.drawDirection().Scale(math.Sqrt(g*s)*b.drawUniform(0, 1)))
		}
		on := x.cg
		if !x.point {
			on = b.addMarker(x, next, unit)
		}
		stretch := 1.0
		if b.drawBool(0.5) {
			stretch = b.drawUniform(0.95, 1.05)
		}
		b.addSpring(on, prev, k, c, stretch*next.Sub(at).Norm())
		b.addMarkerColumns(on)
		at, prev = next, on
	}
}

// buildBeam is a cantilever of Timoshenko beams with masses between.
func buildBeam(b *deckBuilder) {
	n := 1 + b.IntN(4)
	l := b.drawLogUniform(0.05, 0.5)
	r := l * b.drawUniform(0.03, 0.1) * float64(n)
	const E, G = 2.1e11, 8e10
	mass := 7850 * math.Pi * r * r * l * b.drawLogUniform(1, 1e3)
	i := math.Pi * r * r * r * r / 4
	f := math.Sqrt(3*E*i/math.Pow(float64(n)*l, 3)/(mass*float64(n))) / (2 * math.Pi)
	fast := math.Sqrt(E*math.Pi*r*r/l/mass) / math.Pi
	b.setScales(float64(n)*l, math.Min(b.drawUniform(1, 5)/f, 300/fast), 1/math.Max(f, fast/10))
	load := b.drawLogUniform(1e-5, 1e-2)
	b.m.Amp = load
	b.setGravity(math.Min(b.drawLogUniform(1, 100), load*l*math.Pow(2*math.Pi*f, 2)))
	prev := ground
	at := vec{}
	for range n {
		next := at.Add(vec{X: l})
		x := b.addRigidBody(mass, vec{X: r * r / 2, Y: l * l / 12, Z: l * l / 12}.Scale(mass), next, unit, vec{Y: load * l * 2 * math.Pi * f}, vec{})
		b.writeElement("Force_Beam", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d" length="%s" e="%s" g="%s" area="%s" ixx="%s" iyy="%s" izz="%s" asy="1.1" asz="1.1" cratio="%s"`,
			x.cg, b.addMarker(prev, at, unit), b.lengthText(l), b.quantityText(E, -2, 0), b.quantityText(G, -2, 0), b.quantityText(math.Pi*r*r, 2, 0), b.quantityText(2*i, 4, 0), b.quantityText(i, 4, 0), b.quantityText(i, 4, 0), b.forceText(b.drawLogUniform(1e-5, 1e-2)/f)))
		prev, at = x, next
		b.addMarkerColumns(x.cg)
	}
}
