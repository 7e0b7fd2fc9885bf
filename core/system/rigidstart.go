package system

import "github.com/trammel-mbd/trammel/core/shape"

// RigidOverlap is two shapes of a rigid contact that overlap at the start, by their places in its Shapes.
type RigidOverlap struct {
	A, B  int
	Depth float64 // the greatest
}

// overlapPart is by how much shapes may overlap, of the smaller one's size or the model's: decks are written with few digits.
const overlapPart = 1e-5

// RigidOverlaps lists the shapes of a rigid contact that overlap where the bodies begin.
func (sys *System) RigidOverlaps(contact int) (all []RigidOverlap) {
	s := &State{sys: sys}
	s.startRigid()
	c, st := &sys.Rigid[contact], &s.rigid.contact[contact]
	for n := range c.Shapes {
		x := &c.Shapes[n]
		body := &sys.Bodies[x.Body]
		at := shape.Pose{P: body.Pos0, R: body.Rot0}
		st.pose[n] = at.From(&x.Pose)
	}
	var pts []rigidPoint
	for _, pair := range st.broad.near(c.Shapes, st.pose, &nearness{}) {
		o := RigidOverlap{A: int(pair >> 32), B: int(uint32(pair))}
		pts = s.meetRigid(pts[:0], contact, o.A, o.B, 0)
		for k := range pts {
			o.Depth = max(o.Depth, -pts[k].gap)
		}
		if o.Depth > overlapPart*min(c.Shapes[o.A].size(s), c.Shapes[o.B].size(s)) {
			all = append(all, o)
		}
	}
	return all
}

// size is the radius of the ball about the shape, of a point the model's length, +Inf of a plane.
func (x *RigidShape) size(s *State) float64 {
	r := 0.0
	if x.Solid != nil {
		r = shape.Radius(x.Solid)
	} else {
		r = x.Points.Tree()[0].R
	}
	if r == 0 {
		return s.lengthScale()
	}
	return r
}
