package system

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// The coordinates of a linear analysis are the components of the displacement of the
// mass centre and of the rotation of each body along the axes of the body that
// carries it: the one at the other end of the first joint on the way from ground,
// global axes for bodies without joint and those on ground. So the coordinate of a
// pendulum on a turning shaft is an angle about its hinge, which turns too; in fixed
// axes the matrix would change with time.

// findCarrierBodies finds who carries each body, from ground on.
func (l *Linearization) findCarrierBodies() {
	sys := l.sys
	l.frame = make([]BodyIdx, len(sys.Bodies))
	reached := make([]bool, len(sys.Bodies))
	reached[Ground] = true
	for more := true; more; {
		more = false
		var found [][2]BodyIdx
		for _, set := range sys.Rows {
			j, ok := set.(*Joint)
			if !ok {
				continue
			}
			a, b := sys.Markers[j.I].Body, sys.Markers[j.J].Body
			switch {
			case reached[a] && !reached[b]:
				found = append(found, [2]BodyIdx{a, b})
			case reached[b] && !reached[a]:
				found = append(found, [2]BodyIdx{b, a})
			}
		}
		found = append(found, sys.findFlexCarriers(reached, l.frame)...)
		for _, f := range found {
			if !reached[f[1]] {
				reached[f[1]], more = true, true
				l.frame[f[1]] = f[0]
			}
		}
	}
}

// forEachBodyTriple calls f with the place of each three components in a tangent vector and
// the body that carries them. Coordinates along curves have no frame.
func (l *Linearization) forEachBodyTriple(f func(at int, carrier *bodyState)) {
	for i := range l.sys.Bodies {
		b := &l.sys.Bodies[i]
		for at := 0; at+3 <= b.speedCount(); at += 3 {
			f(b.v+at, &l.kin.body[l.frame[i]])
		}
	}
}

// ResolveInBodyFrames sets dst (NV) to x with each triple of rotations resolved in the frame of its body.
func (l *Linearization) ResolveInBodyFrames(dst, x []float64) {
	copy(dst, x)
	l.forEachBodyTriple(func(at int, c *bodyState) { c.R.MulTransposed(spatial.LoadVec(x[at:])).Store(dst[at:]) })
}

// ResolveInGroundFrame sets dst (NV) to x with each triple of rotations, given in the frame of its body, resolved in the axes of ground.
func (l *Linearization) ResolveInGroundFrame(dst, x []float64) {
	copy(dst, x)
	l.forEachBodyTriple(func(at int, c *bodyState) { c.R.Mul(spatial.LoadVec(x[at:])).Store(dst[at:]) })
}

// FrameSpinRates sets dst to W × x for each triple of a body, W being its angular velocity, and to 0 elsewhere; it implements linear.Frames.
func (l *Linearization) FrameSpinRates(dst, x []float64) {
	clear(dst)
	l.forEachBodyTriple(func(at int, c *bodyState) { c.W.Cross(spatial.LoadVec(x[at:])).Store(dst[at:]) })
}

// FrameBracket implements linear.Frames: a rotation θ from the left changes by
// θ' = δω + ω × θ.
func (l *Linearization) FrameBracket(dst, q []float64) {
	clear(dst)
	for i := range l.sys.Bodies {
		if b := &l.sys.Bodies[i]; b.Kind == Rigid {
			l.kin.body[i].W.Cross(spatial.LoadVec(q[b.v+3:])).Store(dst[b.v+3:])
		}
	}
}

// StepSizes returns the size of each coordinate (NV): the length of the model for translations, 1 rad for rotations.
func (l *Linearization) StepSizes() []float64 { return l.reach }

// CoordinateName names coordinate i of the speeds: the kind and id of the body, and x, y,
// z, or rx, ry, rz.
func (s *State) CoordinateName(i int) (kind string, id int, component string) {
	for k := range s.sys.Bodies {
		b := &s.sys.Bodies[k]
		if i < b.v || i >= b.v+b.speedCount() {
			continue
		}
		switch b.Kind {
		case Parameter:
			return strings.TrimSuffix(b.Name, " "+strconv.Itoa(b.ID)), b.ID, "s"
		case PointMass:
			kind = "Body_Point"
		default:
			kind = "Body_Rigid"
		}
		switch b.Role {
		case FlexFrame:
			kind = "Body_Flexible"
		case FlexNode, BeamNode:
			kind = fmt.Sprintf("node %d of Body_Flexible", b.Part)
		case FlexCoords:
			return "Body_Flexible", b.ID, fmt.Sprintf("q%d", b.Part+i-b.v)
		}
		return kind, b.ID, [...]string{"x", "y", "z", "rx", "ry", "rz"}[i-b.v]
	}
	return "position", i, strconv.Itoa(i)
}

// FirstOrderStateName names first-order state i: its element and which of its states it is.
func (s *State) FirstOrderStateName(i int) (kind string, id, state int) {
	g, k := s.sys.stateGroupOf(i)
	return s.sys.States[g].Name, s.sys.States[g].ID, k + 1
}

// findFlexCarriers returns pairs of a carrier and a body for the parts of flexible bodies of which one is reached: the others
// have its carrier.
func (sys *System) findFlexCarriers(reached []bool, carrier []BodyIdx) (found [][2]BodyIdx) {
	for _, set := range sys.Rows {
		n, ok := set.(*FlexNodeRows)
		if !ok {
			continue
		}
		switch a, b := n.Bodies[0], n.Bodies[1]; {
		case reached[a] && !reached[b]:
			found = append(found, [2]BodyIdx{carrier[a], b})
		case reached[b] && !reached[a]:
			found = append(found, [2]BodyIdx{carrier[b], a})
		}
	}
	return found
}
