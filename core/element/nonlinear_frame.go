package element

import (
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// setFrames sets the axes of the section of a node at the start and without load; false if the deck does not say them.
func (n *beamNode) setFrames(x *nonlinearBody) bool {
	e := n.e
	n.round = true
	for _, l := range n.lines {
		n.round = n.round && l.section.isRound()
	}
	var rx0, ry0, rz0 = "rx0", "ry0", "rz0"
	if !e.Has(rx0) {
		rx0 = "rx"
	}
	if !e.Has(ry0) && !e.Has(rz0) {
		ry0, rz0 = "ry", "rz"
	}
	tangent, ok := n.readTangent(x, "rx", func(m *beamNode) spatial.Vec { return m.start.pos })
	tangent0, ok0 := n.readTangent(x, rx0, func(m *beamNode) spatial.Vec { return m.relaxed.pos })
	if !ok || !ok0 {
		return false
	}
	var source axesSource
	n.relaxed.rot, source = readSectionAxes(x, e, tangent0, ry0, rz0)
	if source == axesWrong || source == axesMissing && !n.round {
		return false
	}
	if n.start.rot, source = readSectionAxes(x, e, tangent, "ry", "rz"); source == axesMissing {
		turn := shortestRotation(tangent0, tangent)
		n.start.rot = turn.MulMat(&n.relaxed.rot)
	}
	return source != axesWrong
}

// readTangent returns the direction that an attribute gives, else the mean direction of the elements at the node.
func (n *beamNode) readTangent(x *nonlinearBody, name string, position func(*beamNode) spatial.Vec) (spatial.Vec, bool) {
	var t spatial.Vec
	if n.e.Has(name) {
		t = x.frame.rot.Mul(spatial.LoadVec(n.e.Reals(name)))
	} else {
		for _, l := range n.lines {
			t = t.Add(position(l.ends[1]).Sub(position(l.ends[0])).Unit())
		}
	}
	return unitVector(t)
}

// unitVector returns v with the length 1, unchanged where it has it up to rounding; false for zero.
func unitVector(v spatial.Vec) (spatial.Vec, bool) {
	n := v.Norm()
	if !(n > 1e-9) || math.IsInf(n, 0) {
		return v, false
	}
	if math.Abs(n-1) < 1e-14 {
		return v, true
	}
	return v.Scale(1 / n), true
}

// axesSource is where the y and z axes of a section come from.
type axesSource uint8

const (
	axesMissing axesSource = iota // then y is across x in some direction
	axesGiven
	axesWrong // zero, or along x
)

// readSectionAxes returns axes with x along a unit vector and y as one of two attributes says, the second of which gives z.
func readSectionAxes(x *nonlinearBody, e *deck.Element, along spatial.Vec, yName, zName string) (spatial.Mat, axesSource) {
	for _, name := range [2]string{yName, zName} {
		if !e.Has(name) {
			continue
		}
		v, ok := unitVector(x.frame.rot.Mul(spatial.LoadVec(e.Reals(name))))
		c := v.Dot(along)
		switch {
		case !ok || math.Abs(c) > 0.999:
			return axesAcross(along), axesWrong
		case math.Abs(c) > 1e-14:
			v = v.AddScaled(-c, along).Unit()
		}
		if name == yName {
			return spatial.Mat{A: along, B: v, C: along.Cross(v)}, axesGiven
		}
		return spatial.Mat{A: along, B: v.Cross(along), C: v}, axesGiven
	}
	return axesAcross(along), axesMissing
}

// axesAcross returns axes with x along a unit vector and y across it: as near to the global axis that is least along x.
func axesAcross(x spatial.Vec) spatial.Mat {
	k := 1
	for i := range 3 {
		if math.Abs(x.At(i)) < math.Abs(x.At(k))-1e-9 {
			k = i
		}
	}
	y := spatial.UnitAxis(k)
	y = y.AddScaled(-y.Dot(x), x).Unit()
	return spatial.Mat{A: x, B: y, C: x.Cross(y)}
}

// shortestRotation returns the rotation that takes a unit vector to another one by the smallest angle.
func shortestRotation(from, to spatial.Vec) spatial.Mat {
	c := from.Cross(to)
	if c == (spatial.Vec{}) && from.Dot(to) > 0 {
		return spatial.Identity
	}
	if from.Dot(to) < -1+1e-12 { // any axis across
		axis := axesAcross(from).B
		return spatial.Quat{X: axis.X, Y: axis.Y, Z: axis.Z}.Mat()
	}
	return spatial.Quat{W: 1 + from.Dot(to), X: c.X, Y: c.Y, Z: c.Z}.Mat()
}

// ownMotion returns the velocity and angular velocity of a node beside those of the body, along global axes. The rates of the axes of its section give
// ½ Σ r×r'; where one of ry and rz has none, it is perpendicular to the others; rxd alone is a rotation about an axis across x.
func (x *nonlinearBody) ownMotion(n *beamNode) (v, w spatial.Vec) {
	v = x.frame.rot.Mul(readVector(n.e, "xd", "yd", "zd"))
	r, rate, given := n.start.rot, [3]spatial.Vec{}, [3]bool{}
	for k, name := range [3]string{"rxd", "ryd", "rzd"} {
		if given[k] = n.e.Has(name); given[k] {
			rate[k] = x.frame.rot.Mul(spatial.LoadVec(n.e.Reals(name)))
		}
	}
	switch {
	case given[0] && !given[1] && !given[2]:
		return v, r.A.Cross(rate[0])
	case given[0] && !given[2]:
		rate[2] = rate[0].Cross(r.B).Add(r.A.Cross(rate[1]))
	case given[0] && !given[1]:
		rate[1] = rate[2].Cross(r.A).Add(r.C.Cross(rate[0]))
	}
	return v, r.A.Cross(rate[0]).Add(r.B.Cross(rate[1])).Add(r.C.Cross(rate[2])).Scale(0.5)
}
