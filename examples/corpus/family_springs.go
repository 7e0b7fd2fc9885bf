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

// springsLine is a row of points on springs from 1 Hz to 1 kHz with amplitudes from 1e-6 of the size to a part of it.
func springsLine(b *builder) {
	n := 1 + b.IntN(4)
	f := b.logIn(1, 1000)
	s := b.logIn(0.02, 2)
	amp := b.logIn(1e-6, 0.2)
	w := 2 * math.Pi * f
	b.scale(float64(n)*s, b.in(3, 20)/f, 1/(2*f))
	b.m.Amp = amp
	t := &train{axis: b.dir(), gap: s}
	damp := 0.0
	if b.chance(0.7) {
		damp = b.logIn(1e-4, 0.1)
	}
	mass := b.logIn(0.01, 100)
	for range n {
		t.mass = append(t.mass, mass*b.in(0.5, 2))
		t.x = append(t.x, amp*s*b.in(-0.5, 0.5))
		t.v = append(t.v, amp*s*w*b.in(-0.5, 0.5))
	}
	for k := range n + 1 {
		k := mass * w * w * b.in(0.5, 1.5) * math.Min(1, float64(n+1-k)*float64(k+2))
		t.k, t.c = append(t.k, k), append(t.c, 2*damp*k/w)
	}
	if b.chance(0.5) {
		t.k[n], t.c[n] = 0, 0
	}
	prev := 1
	for i := range n + 1 {
		at := t.axis.Scale(s * float64(i+1))
		var cg int
		if i < n {
			x := b.point(t.mass[i], at.AddScaled(t.x[i], t.axis), t.axis.Scale(t.v[i]))
			cg = x.cg
			t.cg = append(t.cg, cg)
			b.watch(cg)
		} else if t.k[i] > 0 {
			cg = b.marker(ground, at, unit)
		} else {
			break
		}
		b.spring(cg, prev, t.k[i], t.c[i], s)
		prev = cg
	}
	b.m.reference = t
}

// springsSpace is a body or point held by springs in all directions.
func springsSpace(b *builder) {
	f := b.logIn(1, 1000)
	s := b.logIn(0.02, 2)
	amp := b.logIn(1e-6, 0.3)
	w := 2 * math.Pi * f
	b.scale(2*s, b.in(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	mass := b.logIn(0.05, 50)
	if b.chance(0.5) {
		b.gravity(g)
	}
	k := mass * w * w / 3
	c := 0.0
	if b.chance(0.6) {
		c = k / w * b.logIn(1e-4, 0.2)
	}
	v := b.dir().Scale(amp * s * w)
	n := 4 + b.IntN(4)
	rigid := b.chance(0.6)
	var x *body
	if rigid {
		x = b.rigid(mass, vec{X: 0.05, Y: 0.07, Z: 0.09}.Scale(mass*s*s), vec{}, axes(b.dir()), v, b.dir().Scale(amp*w))
	} else {
		x = b.point(mass, vec{}, v)
	}
	for range n {
		on := vec{}
		if rigid {
			on = b.dir().Scale(s * 0.3)
		}
		foot := b.apart(on, s)
		b.spring(b.marker(x, on, unit), b.marker(ground, foot, unit), k*b.in(0.5, 1.5), c, s*b.in(0.8, 1))
	}
	b.watch(x.cg)
	if rigid {
		b.watch(b.marker(x, vec{X: 0.3 * s}, unit))
		b.watchSpin(x)
	}
}

// bushings hold a body by one to four bushings, with small turns.
func bushings(b *builder) {
	f := b.logIn(1, 1000)
	s := b.logIn(0.02, 2)
	amp := b.logIn(1e-6, 0.1)
	w := 2 * math.Pi * f
	b.scale(s, b.in(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	mass := b.logIn(0.05, 50)
	if b.chance(0.5) {
		b.gravity(math.Min(g, amp*s*w*w))
	}
	n := 1 + b.IntN(4)
	k := mass * w * w / float64(n)
	damp := 0.0
	if b.chance(0.7) {
		damp = b.logIn(1e-4, 0.2) / w
	}
	x := b.rigid(mass, vec{X: 0.05, Y: 0.07, Z: 0.09}.Scale(mass*s*s), vec{}, axes(b.dir()), b.dir().Scale(amp*s*w), b.dir().Scale(amp*w))
	for range n {
		at := b.dir().Scale(s * 0.5)
		a := axes(b.dir())
		i, j := b.marker(x, at, a), b.marker(ground, at, a)
		e := ""
		for _, c := range "xyz" {
			q, r := k*b.in(0.3, 1), k*s*s*0.05*b.in(0.3, 1)
			e += fmt.Sprintf(` k%[1]c="%[2]s" c%[1]c="%[3]s" kt%[1]c="%[4]s" ct%[1]c="%[5]s"`, c, b.per(q), b.per(q*damp), b.times(r), b.times(r*damp))
		}
		b.put("Force_Bushing", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d"%s`, i, j, e))
	}
	b.watch(x.cg)
	b.watch(b.marker(x, vec{Y: 0.4 * s}, unit))
	b.watchSpin(x)
}

// elasticPendulum is a body on a stiff spring that swings: fast along the spring, slow across it.
func elasticPendulum(b *builder) {
	s := b.logIn(0.1, 2)
	f := b.logIn(5, 1000)
	T := swing(s)
	b.scale(2*s, math.Min(b.in(0.3, 1)*T, 200/f), 1/f)
	b.gravity(g)
	n := 1 + b.IntN(2)
	at, prev := vec{}, 1
	for range n {
		mass := b.logIn(0.1, 10)
		next := b.apart(at, s)
		k := mass * math.Pow(2*math.Pi*f, 2)
		c := 0.0
		if b.chance(0.7) {
			c = 2 * b.logIn(1e-3, 0.3) * math.Sqrt(k*mass)
		}
		var x *body
		if b.chance(0.5) {
			x = b.rigid(mass, vec{X: 0.01, Y: 0.02, Z: 0.015}.Scale(mass*s*s), next, axes(b.dir()), b.dir().Scale(math.Sqrt(g*s)*b.in(0, 1)), vec{})
			next = next.AddScaled(0.1*s, b.dir())
		} else {
			x = b.point(mass, next, b.dir().Scale(math.Sqrt(g*s)*b.in(0, 1)))
		}
		on := x.cg
		if !x.point {
			on = b.marker(x, next, unit)
		}
		stretch := 1.0
		if b.chance(0.5) {
			stretch = b.in(0.95, 1.05)
		}
		b.spring(on, prev, k, c, stretch*next.Sub(at).Norm())
		b.watch(on)
		at, prev = next, on
	}
}

// beam is a cantilever of Timoshenko beams with masses between.
func beam(b *builder) {
	n := 1 + b.IntN(4)
	l := b.logIn(0.05, 0.5)
	r := l * b.in(0.03, 0.1) * float64(n)
	const E, G = 2.1e11, 8e10
	mass := 7850 * math.Pi * r * r * l * b.logIn(1, 1e3)
	i := math.Pi * r * r * r * r / 4
	f := math.Sqrt(3*E*i/math.Pow(float64(n)*l, 3)/(mass*float64(n))) / (2 * math.Pi)
	fast := math.Sqrt(E*math.Pi*r*r/l/mass) / math.Pi
	b.scale(float64(n)*l, math.Min(b.in(1, 5)/f, 300/fast), 1/math.Max(f, fast/10))
	load := b.logIn(1e-5, 1e-2)
	b.m.Amp = load
	b.gravity(math.Min(b.logIn(1, 100), load*l*math.Pow(2*math.Pi*f, 2)))
	prev := ground
	at := vec{}
	for range n {
		next := at.Add(vec{X: l})
		x := b.rigid(mass, vec{X: r * r / 2, Y: l * l / 12, Z: l * l / 12}.Scale(mass), next, unit, vec{Y: load * l * 2 * math.Pi * f}, vec{})
		b.put("Force_Beam", fmt.Sprintf(`i_marker_id="%d" j_marker_id="%d" length="%s" e="%s" g="%s" area="%s" ixx="%s" iyy="%s" izz="%s" asy="1.1" asz="1.1" cratio="%s"`,
			x.cg, b.marker(prev, at, unit), b.len(l), b.num(E, -2, 0), b.num(G, -2, 0), b.num(math.Pi*r*r, 2, 0), b.num(2*i, 4, 0), b.num(i, 4, 0), b.num(i, 4, 0), b.force(b.logIn(1e-5, 1e-2)/f)))
		prev, at = x, next
		b.watch(x.cg)
	}
}
