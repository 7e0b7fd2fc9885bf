package main

import (
	"fmt"
	"math"
	"strconv"
)

const g = 9.81

// round3Digits keeps three digits, so that decks read well.
func round3Digits(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}

// pendulumPeriod is the period of a pendulum of length l.
func pendulumPeriod(l float64) float64 { return 2 * math.Pi * math.Sqrt(l/g) }

// drawGravity draws gravity: mostly the earth's.
func (b *deckBuilder) drawGravity() float64 {
	if b.drawBool(0.8) {
		b.setGravity(g)
		return g
	}
	return 0
}

// drawPointNear draws a place at a distance from p.
func (b *deckBuilder) drawPointNear(p vec, r float64) vec { return p.AddScaled(r, b.drawDirection()) }

// buildFourLinkLoop is a loop of four links, the first of them ground: RSSR, RUSR, RSSP, and flat ones closed by a ball. The
// crank has a speed of its own; assembly finds that of the others.
func buildFourLinkLoop(b *deckBuilder) { b.buildLoop(false) }

// buildLoop builds the loop; driven by a motion at the crank, or free.
func (b *deckBuilder) buildLoop(driven bool) {
	s := b.drawLogUniform(0.05, 2)
	w := b.drawUniform(1, 6) * math.Sqrt(g/s) / 2
	if b.drawBool(0.5) {
		w = -w
	}
	b.setScales(3*s, b.drawUniform(0.4, 1.2)*pendulumPeriod(s), 2*math.Pi/math.Abs(w))
	b.drawGravity()
	kind := b.IntN(4)
	if driven {
		kind = []int{1, 3, 3, 1}[kind]
	}
	if kind == 2 && b.drawBool(0.4) {
		buildSliderCrank(b, false)
		return
	}
	up, side := b.drawDirection(), b.drawDirection()
	flat := kind == 3
	if flat {
		side = up
	}
	f := axesWithZ(up)
	A := vec{}
	B := f.Col(0).Scale(s * b.drawUniform(0.3, 0.5))
	C := f.Col(0).Scale(s*b.drawUniform(0.8, 1.2)).AddScaled(s*b.drawUniform(0.7, 1.1), f.Col(1))
	D := f.Col(0).Scale(s*b.drawUniform(1.2, 1.6)).AddScaled(-s*b.drawUniform(0, 0.3), f.Col(1))
	if !flat {
		C = C.AddScaled(s*b.drawUniform(-0.4, 0.4), up)
		D = D.AddScaled(s*b.drawUniform(-0.4, 0.4), up)
	}
	b.m.End = math.Min(b.m.End, round3Digits(b.drawUniform(0.5, 1.5)*b.m.Period))
	crank := b.addBar(A, B, 2700, 0.1, up.Scale(w).Cross(B).Scale(0.5), transformToWorld(axesWithZ(B), up.Scale(w)))
	coupler := b.addBar(B, C, 2700, 0.1, vec{}, vec{})
	first := b.addJoint("REVOLUTE", crank, ground, A, up, "")
	if driven {
		b.addMotion(first, "R", w, b.m.End)
	}
	var second joint
	switch kind {
	case 0, 2:
		second = b.addJoint("SPHERICAL", coupler, crank, B, up, "")
	case 1:
		second = b.addJoint("UNIVERSAL", coupler, crank, B, b.drawDirection(), "")
	case 3:
		second = b.addJoint("REVOLUTE", coupler, crank, B, up, "")
	}
	if kind == 2 { // a slide
		slide := b.addRigidBody(b.drawUniform(0.5, 2)*2700*0.01*s*s*s*0.3, vec{X: 1, Y: 1, Z: 1}.Scale(1*s*s*s*s*s), C, unit, vec{}, vec{})
		b.addJoint("SPHERICAL", coupler, slide, C, up, "")
		b.addJointForceColumn(b.addJoint("TRANSLATIONAL", slide, ground, C, C.Sub(B).Add(b.drawDirection().Scale(0.3*s)), ""))
	} else {
		rocker := b.addBar(D, C, 2700, 0.1, vec{}, vec{})
		b.addJoint("SPHERICAL", coupler, rocker, C, up, "")
		b.addJointForceColumn(b.addJoint("REVOLUTE", rocker, ground, D, side, ""))
	}
	b.addMarkerColumns(b.addMarker(coupler, C.Add(B).Scale(0.5).AddScaled(0.1*s, f.Col(1)), unit))
	b.addMarkerColumns(b.addMarker(crank, B, unit))
	b.addAngularVelocityColumn(crank)
	b.addJointForceColumn(second)
}

// addMotion puts a motion on a joint at a mean rate: even, swinging, or starting from rest. It returns which.
func (b *deckBuilder) addMotion(j joint, of string, rate, end float64) (way int) {
	e := ""
	way = b.IntN(3)
	switch way {
	case 0:
		e = fmt.Sprintf("%s*TIME", b.forceText(rate))
	case 1:
		e = fmt.Sprintf("%s*SIN(%s*TIME)", b.forceText(rate*end/math.Pi), b.forceText(2*math.Pi/end))
	case 2:
		e = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.forceText(end), b.forceText(rate*end/2))
	}
	id := b.writeElement("Motion_Joint", fmt.Sprintf(`joint_id="%d" joint_type="%s" expr="%s"`, j.id, of, e))
	b.addColumn(load, fmt.Sprintf("MOTION(%d,0,%d,%d)", id, 5+b.IntN(4), j.j))
	return way
}

// buildSevenHingeLoop is a closed chain of seven hinges in space: one freedom.
func buildSevenHingeLoop(b *deckBuilder) {
	s := b.drawLogUniform(0.05, 2)
	const n = 7
	var p, axis [n]vec
	for k := range p {
		a := 2 * math.Pi * float64(k) / n
		p[k] = vec{X: s * math.Cos(a), Y: s * math.Sin(a)}.AddScaled(0.3*s, b.drawDirection())
		axis[k] = b.drawDirection()
	}
	b.setScales(2*s, b.drawUniform(0.2, 0.7)*pendulumPeriod(s), pendulumPeriod(s)/2)
	b.setGravity(g)
	prev := ground
	var js [n]joint
	for k := range n - 1 {
		v := b.addBar(p[k], p[k+1], 2700, 0.1, vec{}, vec{})
		js[k] = b.addJoint("REVOLUTE", v, prev, p[k], axis[k], "")
		prev = v
		if k == 2 || k == 4 {
			b.addMarkerColumns(b.addMarker(v, p[k+1], unit))
			b.addAngularVelocityColumn(v)
		}
	}
	js[n-1] = b.addJoint("REVOLUTE", ground, prev, p[n-1], axis[n-1], "")
	b.addJointForceColumn(js[0])
	b.addJointForceColumn(js[3])
}

// buildChain is a chain or tree of bars that swing.
func buildChain(b *deckBuilder) { b.addChain(ground, vec{}, 0) }

// addChain hangs bars onto a body; s is the length of a bar, 0 to draw it and to set scale and gravity.
func (b *deckBuilder) addChain(root *body, at vec, s float64) {
	n := 1 + b.IntN(5)
	if s == 0 {
		s = b.drawLogUniform(0.02, 3)
		b.setScales(float64(n)*s, b.drawUniform(0.3, 1.2)*pendulumPeriod(s), pendulumPeriod(s)/2)
		b.drawGravity()
	}
	ends := []vec{at}
	bodies := []*body{root}
	damped := b.drawBool(0.3)
	for k := range n {
		from := len(bodies) - 1
		if b.drawBool(0.2) {
			from = b.IntN(len(bodies))
		}
		to := b.drawPointNear(ends[from], s*b.drawUniform(0.5, 1.2))
		w := b.drawDirection().Scale(b.drawUniform(0, 1) * 2 * math.Pi / pendulumPeriod(s))
		v := b.addBar(ends[from], to, 2700, 0.08, vec{}, w)
		kind := []string{"REVOLUTE", "REVOLUTE", "SPHERICAL", "UNIVERSAL", "HOOKE"}[b.IntN(5)]
		axis := b.drawDirection()
		if kind == "HOOKE" {
			kind = "SPHERICAL"
		}
		j := b.addJoint(kind, v, bodies[from], ends[from], axis, "")
		if kind == "REVOLUTE" && damped {
			unit := 27 * g * s * s * s * s * 0.64 // weight times length of a bar
			b.addTorsionSpring(j.i, j.j, unit*b.drawUniform(0, 2), unit*pendulumPeriod(s)*b.drawLogUniform(1e-3, 0.1), b.drawUniform(-0.5, 0.5))
		}
		bodies, ends = append(bodies, v), append(ends, to)
		if k == n-1 || k == 0 {
			b.addMarkerColumns(b.addMarker(v, to, unit))
			b.addAngularVelocityColumn(v)
			b.addJointForceColumn(j)
		}
	}
}

// buildDrivenChain is a chain on a carriage or shaker whose motion is prescribed.
func buildDrivenChain(b *deckBuilder) {
	s := b.drawLogUniform(0.02, 2)
	period := b.drawUniform(0.2, 1.5) * pendulumPeriod(s)
	b.setScales(2*s, b.drawUniform(0.4, 1)*pendulumPeriod(s), math.Min(period, pendulumPeriod(s)/2))
	b.setGravity(g)
	at := vec{X: b.drawUniform(-1, 1) * s}
	box := b.addRigidBody(1, vec{X: 1, Y: 1, Z: 1}.Scale(s*s), at, unit, vec{}, vec{})
	j := b.addJoint("TRANSLATIONAL", box, ground, at, b.drawDirection(), "")
	a := b.drawUniform(0.05, 0.5) * s
	e := fmt.Sprintf("%s*SIN(%s*TIME)", b.lengthText(a), b.forceText(2*math.Pi/period))
	if b.drawBool(0.4) {
		e = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.forceText(b.m.End*b.drawUniform(0.3, 0.9)), b.lengthText(2*a))
	}
	id := b.writeElement("Motion_Joint", fmt.Sprintf(`joint_id="%d" joint_type="T" expr="%s"`, j.id, e))
	b.addColumn(load, fmt.Sprintf("MOTION(%d,0,1,1)", id))
	b.addChain(box, at, s)
}

// buildKinematic is a mechanism without a freedom.
func buildKinematic(b *deckBuilder) {
	if b.drawBool(0.7) {
		b.buildLoop(true)
		return
	}
	buildSliderCrank(b, true)
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

// buildSliderCrank is a flat slider-crank, turned in space.
func buildSliderCrank(b *deckBuilder, driven bool) {
	r := b.drawLogUniform(0.02, 0.5)
	l := r * b.drawUniform(1.3, 4)
	w := b.drawUniform(2, 60)
	b.setScales(r+l, b.drawUniform(0.5, 2)*2*math.Pi/w, 2*math.Pi/w)
	b.setGravity(g)
	f := axesWithZ(b.drawDirection())
	phi := b.drawUniform(0, 2*math.Pi)
	sin, cos := math.Sincos(phi)
	lean := math.Sqrt(l*l - r*r*sin*sin)
	tip := f.Mul(vec{X: r * cos, Y: r * sin})
	end := f.Mul(vec{X: r*cos + lean})
	up := f.Col(2)
	turn := up.Scale(-w * r * cos / lean) // of the rod
	tipSpeed := up.Scale(w).Cross(tip)
	endSpeed := tipSpeed.Add(turn.Cross(end.Sub(tip)))
	crank := b.addBar(vec{}, tip, 2700, 0.1, tipSpeed.Scale(0.5), transformToWorld(axesWithZ(tip), up.Scale(w)))
	rod := b.addBar(tip, end, 2700, 0.1, tipSpeed.Add(endSpeed).Scale(0.5), transformToWorld(axesWithZ(end.Sub(tip)), turn))
	slide := b.addRigidBody(b.drawUniform(0.2, 2)*27*l*l*l, vec{X: 1, Y: 1, Z: 1}.Scale(l*l*l*l*l), end, f, endSpeed, vec{})
	j := b.addJoint("REVOLUTE", crank, ground, vec{}, up, "")
	b.addJoint("REVOLUTE", rod, crank, tip, up, "")
	b.addJoint("INLINE", slide, rod, end, up, "")
	k := b.addJoint("TRANSLATIONAL", slide, ground, end, f.Col(0), "")
	data := &crankData{r: r, l: l, phi: phi, w: w, frame: f, crank: crank, rod: rod, slide: slide, g: b.g, end: b.m.End, rate: w, way: -1}
	if driven {
		data.way = b.addMotion(j, "R", w, b.m.End)
	}
	b.m.reference = data
	b.addMarkerColumns(slide.cg)
	data.mid = b.addMarker(rod, tip.Add(end).Scale(0.5), unit)
	b.addMarkerColumns(data.mid)
	b.addAngularVelocityColumn(crank)
	b.addJointForceColumn(k)
	b.addJointForceColumn(j)
}
