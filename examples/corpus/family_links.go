package main

import (
	"fmt"
	"math"
	"strconv"
)

const g = 9.81

// roundTo3 keeps three digits, so that decks read well.
func roundTo3(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}

// swing is the period of a pendulum of length l.
func swing(l float64) float64 { return 2 * math.Pi * math.Sqrt(l/g) }

// gravityOf draws gravity: mostly the earth's.
func (b *builder) gravityOf() float64 {
	if b.chance(0.8) {
		b.gravity(g)
		return g
	}
	return 0
}

// apart draws a place at a distance from p.
func (b *builder) apart(p vec, r float64) vec { return p.AddScaled(r, b.dir()) }

// loop4 is a loop of four links, the first of them ground: RSSR, RUSR, RSSP, and flat ones closed by a ball. The
// crank has a speed of its own; assembly finds that of the others.
func loop4(b *builder) { b.loop(false) }

// loop builds the loop; driven by a motion at the crank, or free.
func (b *builder) loop(driven bool) {
	s := b.logIn(0.05, 2)
	w := b.in(1, 6) * math.Sqrt(g/s) / 2
	if b.chance(0.5) {
		w = -w
	}
	b.scale(3*s, b.in(0.4, 1.2)*swing(s), 2*math.Pi/math.Abs(w))
	b.gravityOf()
	kind := b.IntN(4)
	if driven {
		kind = []int{1, 3, 3, 1}[kind]
	}
	if kind == 2 && b.chance(0.4) {
		sliderCrank(b, false)
		return
	}
	up, side := b.dir(), b.dir()
	flat := kind == 3
	if flat {
		side = up
	}
	f := axes(up)
	A := vec{}
	B := f.Col(0).Scale(s * b.in(0.3, 0.5))
	C := f.Col(0).Scale(s*b.in(0.8, 1.2)).AddScaled(s*b.in(0.7, 1.1), f.Col(1))
	D := f.Col(0).Scale(s*b.in(1.2, 1.6)).AddScaled(-s*b.in(0, 0.3), f.Col(1))
	if !flat {
		C = C.AddScaled(s*b.in(-0.4, 0.4), up)
		D = D.AddScaled(s*b.in(-0.4, 0.4), up)
	}
	b.m.End = math.Min(b.m.End, roundTo3(b.in(0.5, 1.5)*b.m.Period))
	crank := b.bar(A, B, 2700, 0.1, up.Scale(w).Cross(B).Scale(0.5), into(axes(B), up.Scale(w)))
	coupler := b.bar(B, C, 2700, 0.1, vec{}, vec{})
	first := b.joint("REVOLUTE", crank, ground, A, up, "")
	if driven {
		b.drive(first, "R", w, b.m.End)
	}
	var second joint
	switch kind {
	case 0, 2:
		second = b.joint("SPHERICAL", coupler, crank, B, up, "")
	case 1:
		second = b.joint("UNIVERSAL", coupler, crank, B, b.dir(), "")
	case 3:
		second = b.joint("REVOLUTE", coupler, crank, B, up, "")
	}
	if kind == 2 { // a slide
		slide := b.rigid(b.in(0.5, 2)*2700*0.01*s*s*s*0.3, vec{X: 1, Y: 1, Z: 1}.Scale(1*s*s*s*s*s), C, unit, vec{}, vec{})
		b.joint("SPHERICAL", coupler, slide, C, up, "")
		b.watchJoint(b.joint("TRANSLATIONAL", slide, ground, C, C.Sub(B).Add(b.dir().Scale(0.3*s)), ""))
	} else {
		rocker := b.bar(D, C, 2700, 0.1, vec{}, vec{})
		b.joint("SPHERICAL", coupler, rocker, C, up, "")
		b.watchJoint(b.joint("REVOLUTE", rocker, ground, D, side, ""))
	}
	b.watch(b.marker(coupler, C.Add(B).Scale(0.5).AddScaled(0.1*s, f.Col(1)), unit))
	b.watch(b.marker(crank, B, unit))
	b.watchSpin(crank)
	b.watchJoint(second)
}

// drive puts a motion on a joint at a mean rate: even, swinging, or starting from rest. It returns which.
func (b *builder) drive(j joint, of string, rate, end float64) (way int) {
	e := ""
	way = b.IntN(3)
	switch way {
	case 0:
		e = fmt.Sprintf("%s*TIME", b.force(rate))
	case 1:
		e = fmt.Sprintf("%s*SIN(%s*TIME)", b.force(rate*end/math.Pi), b.force(2*math.Pi/end))
	case 2:
		e = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.force(end), b.force(rate*end/2))
	}
	id := b.put("Motion_Joint", fmt.Sprintf(`joint_id="%d" joint_type="%s" expr="%s"`, j.id, of, e))
	b.column(load, fmt.Sprintf("MOTION(%d,0,%d,%d)", id, 5+b.IntN(4), j.j))
	return way
}

// loop7 is a closed chain of seven hinges in space: one freedom.
func loop7(b *builder) {
	s := b.logIn(0.05, 2)
	const n = 7
	var p, axis [n]vec
	for k := range p {
		a := 2 * math.Pi * float64(k) / n
		p[k] = vec{X: s * math.Cos(a), Y: s * math.Sin(a)}.AddScaled(0.3*s, b.dir())
		axis[k] = b.dir()
	}
	b.scale(2*s, b.in(0.2, 0.7)*swing(s), swing(s)/2)
	b.gravity(g)
	prev := ground
	var js [n]joint
	for k := range n - 1 {
		v := b.bar(p[k], p[k+1], 2700, 0.1, vec{}, vec{})
		js[k] = b.joint("REVOLUTE", v, prev, p[k], axis[k], "")
		prev = v
		if k == 2 || k == 4 {
			b.watch(b.marker(v, p[k+1], unit))
			b.watchSpin(v)
		}
	}
	js[n-1] = b.joint("REVOLUTE", ground, prev, p[n-1], axis[n-1], "")
	b.watchJoint(js[0])
	b.watchJoint(js[3])
}

// chain is a chain or tree of bars that swing.
func chain(b *builder) { b.chain(ground, vec{}, 0) }

// chain hangs bars onto a body; s is the length of a bar, 0 to draw it and to set scale and gravity.
func (b *builder) chain(root *body, at vec, s float64) {
	n := 1 + b.IntN(5)
	if s == 0 {
		s = b.logIn(0.02, 3)
		b.scale(float64(n)*s, b.in(0.3, 1.2)*swing(s), swing(s)/2)
		b.gravityOf()
	}
	ends := []vec{at}
	bodies := []*body{root}
	damped := b.chance(0.3)
	for k := range n {
		from := len(bodies) - 1
		if b.chance(0.2) {
			from = b.IntN(len(bodies))
		}
		to := b.apart(ends[from], s*b.in(0.5, 1.2))
		w := b.dir().Scale(b.in(0, 1) * 2 * math.Pi / swing(s))
		v := b.bar(ends[from], to, 2700, 0.08, vec{}, w)
		kind := []string{"REVOLUTE", "REVOLUTE", "SPHERICAL", "UNIVERSAL", "HOOKE"}[b.IntN(5)]
		axis := b.dir()
		if kind == "HOOKE" {
			kind = "SPHERICAL"
		}
		j := b.joint(kind, v, bodies[from], ends[from], axis, "")
		if kind == "REVOLUTE" && damped {
			unit := 27 * g * s * s * s * s * 0.64 // weight times length of a bar
			b.torsion(j.i, j.j, unit*b.in(0, 2), unit*swing(s)*b.logIn(1e-3, 0.1), b.in(-0.5, 0.5))
		}
		bodies, ends = append(bodies, v), append(ends, to)
		if k == n-1 || k == 0 {
			b.watch(b.marker(v, to, unit))
			b.watchSpin(v)
			b.watchJoint(j)
		}
	}
}

// driven is a chain on a carriage or shaker whose motion is prescribed.
func driven(b *builder) {
	s := b.logIn(0.02, 2)
	period := b.in(0.2, 1.5) * swing(s)
	b.scale(2*s, b.in(0.4, 1)*swing(s), math.Min(period, swing(s)/2))
	b.gravity(g)
	at := vec{X: b.in(-1, 1) * s}
	box := b.rigid(1, vec{X: 1, Y: 1, Z: 1}.Scale(s*s), at, unit, vec{}, vec{})
	j := b.joint("TRANSLATIONAL", box, ground, at, b.dir(), "")
	a := b.in(0.05, 0.5) * s
	e := fmt.Sprintf("%s*SIN(%s*TIME)", b.len(a), b.force(2*math.Pi/period))
	if b.chance(0.4) {
		e = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.force(b.m.End*b.in(0.3, 0.9)), b.len(2*a))
	}
	id := b.put("Motion_Joint", fmt.Sprintf(`joint_id="%d" joint_type="T" expr="%s"`, j.id, e))
	b.column(load, fmt.Sprintf("MOTION(%d,0,1,1)", id))
	b.chain(box, at, s)
}

// kinematic is a mechanism without a freedom.
func kinematic(b *builder) {
	if b.chance(0.7) {
		b.loop(true)
		return
	}
	sliderCrank(b, true)
}

// crankData is what the one-coordinate equation of a slider-crank needs: crank and rod lie in the plane of the
// first two columns of the frame, the slide moves along the first.
type crankData struct {
	r, l, phi, w      float64
	frame             mat
	crank, rod, slide *body
	g                 float64
	rate, end         float64
	mid               int // marker of the rod
	way               int // which of the motions of drive, -1 where it is free
}

// sliderCrank is a flat slider-crank, turned in space.
func sliderCrank(b *builder, driven bool) {
	r := b.logIn(0.02, 0.5)
	l := r * b.in(1.3, 4)
	w := b.in(2, 60)
	b.scale(r+l, b.in(0.5, 2)*2*math.Pi/w, 2*math.Pi/w)
	b.gravity(g)
	f := axes(b.dir())
	phi := b.in(0, 2*math.Pi)
	sin, cos := math.Sincos(phi)
	lean := math.Sqrt(l*l - r*r*sin*sin)
	tip := f.Mul(vec{X: r * cos, Y: r * sin})
	end := f.Mul(vec{X: r*cos + lean})
	up := f.Col(2)
	turn := up.Scale(-w * r * cos / lean) // of the rod
	tipSpeed := up.Scale(w).Cross(tip)
	endSpeed := tipSpeed.Add(turn.Cross(end.Sub(tip)))
	crank := b.bar(vec{}, tip, 2700, 0.1, tipSpeed.Scale(0.5), into(axes(tip), up.Scale(w)))
	rod := b.bar(tip, end, 2700, 0.1, tipSpeed.Add(endSpeed).Scale(0.5), into(axes(end.Sub(tip)), turn))
	slide := b.rigid(b.in(0.2, 2)*27*l*l*l, vec{X: 1, Y: 1, Z: 1}.Scale(l*l*l*l*l), end, f, endSpeed, vec{})
	j := b.joint("REVOLUTE", crank, ground, vec{}, up, "")
	b.joint("REVOLUTE", rod, crank, tip, up, "")
	b.joint("INLINE", slide, rod, end, up, "")
	k := b.joint("TRANSLATIONAL", slide, ground, end, f.Col(0), "")
	data := &crankData{r: r, l: l, phi: phi, w: w, frame: f, crank: crank, rod: rod, slide: slide, g: b.g, end: b.m.End, rate: w, way: -1}
	if driven {
		data.way = b.drive(j, "R", w, b.m.End)
	}
	b.m.reference = data
	b.watch(slide.cg)
	data.mid = b.marker(rod, tip.Add(end).Scale(0.5), unit)
	b.watch(data.mid)
	b.watchSpin(crank)
	b.watchJoint(k)
	b.watchJoint(j)
}
