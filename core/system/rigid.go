package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/shape"
)

// RigidContact is shapes of bodies that touch without giving way: no force with a
// law, but places where a non-smooth stepper finds impulses. All shapes of a contact
// have one law. With J shapes those of I meet those of J; without, each
// meets those of all other bodies.
type RigidContact struct {
	Element string
	ID      int
	Law     RigidLaw
	Shapes  []RigidShape
	Methods [][]PairMethod // how two shapes meet, by their Class
	// I is the marker about which CONTACT reports the moment, J one of the other side or
	// NoMarker. They are not needed otherwise.
	I, J MarkerIdx
	// Friction is a CFFSUB that gives the coefficient of friction, requested slip speeds of Stick at least;
	// nil: Law.Mu.
	Friction *Routine
	Stick    float64
	Off      bool // it has no points
	force    int  // of System.Forces, which reports
	first    int  // shapes of the contacts before
}

// RigidShape is a shape on a body.
type RigidShape struct {
	Body   BodyIdx
	Pose   shape.Pose            // from the mass centre, in body axes
	Points shape.ContactPointSet // nil: it has none
	Solid  shape.Solid           // nil: it is none
	Side   Side
	Class  int // shapes of one class meet others in the same ways
}

// Side reports with which shapes of its contact a shape may meet.
type Side uint8

const (
	SideI Side = 1 << iota // those of SideJ
	SideJ                  // those of SideI
)

// PairMethod is how two shapes a and b meet; several add up.
type PairMethod uint8

const (
	PointsBefore PairMethod = 1 << iota // the points of a and the solid b
	SolidBehind                         // the solid a and the points of b
	Surfaces                            // the manifold of both solids
)

// RigidLaw is how a rigid contact resists. A point with the normal force N ≥ -Cohesion
// has friction up to Mu (N + Cohesion), resists rolling with up to Rolling times the same
// and spinning with Spinning times it.
type RigidLaw struct {
	Restitution       float64 // normal speed after an impact by that before it
	Mu                float64
	Rolling, Spinning float64 // lengths
	Cohesion          float64 // force at each point
	Asked             bool    // the coefficient comes from a routine, not Mu
	Compliance        float64 // penetration by force, length/force; 0: rigid
	Damping           float64 // time in which a compliant penetration goes back: damping by stiffness
}

// AddRigidContact appends a contact and enters it as what CONTACT reports.
func (sys *System) AddRigidContact(c RigidContact) {
	for k := range c.Shapes {
		if c.Shapes[k].Points == nil && c.Shapes[k].Solid == nil {
			panic("system: a rigid shape without points and solid")
		}
	}
	f := Force{Element: c.Element, ID: c.ID, Direction: Axes, I: c.I, J: c.J, Ref: Global, Given: true}
	for k := range f.Comp {
		f.Comp[k] = None
	}
	c.force = sys.AddForce(f, "CONTACT")
	c.first = sys.RigidShapeCount()
	c.Law.Asked = c.Friction != nil
	sys.Rigid = append(sys.Rigid, c)
	if k := len(sys.Rigid) - 1; c.Friction != nil {
		sys.AddLaw(LawSpec{Owner: c.Friction.OwnerTitle(), Outputs: 1, New: func(s *State) (Law, error) { return sys.Rigid[k].newFrictionLaw(s, k) }})
	}
}

// RigidShapeCount returns how many shapes the rigid contacts have.
func (sys *System) RigidShapeCount() int {
	if n := len(sys.Rigid); n > 0 {
		return sys.Rigid[n-1].first + len(sys.Rigid[n-1].Shapes)
	}
	return 0
}

// rigidPoint is a place where two bodies touch or are nearer than the margin. Along
// global axes; n goes from b to a, so that the gap grows as a moves along n, and t1, t2 with
// n are right-handed.
type rigidPoint struct {
	contact      int    // of System.Rigid
	key          uint64 // of the pair of shapes and the features that meet: the same from step to step
	a, b         BodyIdx
	p, n, t1, t2 vec // p is midway between both surfaces
	gap          float64
	law          *RigidLaw
	friction     pointFriction // where law.Asked
}

// rigidState is what a State keeps of rigid contacts, so that nothing is allocated.
type rigidState struct {
	s        *State
	contact  []rigidPoses     // of System.Rigid
	friction []*rigidFriction // likewise, nil where no routine is called
	touch    []shape.Touch
	meeting  shape.ContactFinder
	pair     ContactPair
	at       relMotion      // at rest
	bearing  int            // points with a load since clearRigidLoads
	points   []ContactPoint // those of them
	total    RigidContactTotals
	near     rigidSearch
}

// rigidPoses is where the shapes of a contact are.
type rigidPoses struct {
	pose   []shape.Pose
	broad  broadPhase
	sample [][]vec // of shapes that listShapesNeedingPenetrationDepth lists
}

// RigidContactTotals is what a run says about its rigid contacts.
type RigidContactTotals struct {
	Most    int          // points that bore a load at the same time
	Deepest float64      // penetration
	Worst   RigidOverlap // the pair that it is of, numbered over all contacts
}

// RigidContactTotals returns the totals of the rigid contacts so far.
func (s *State) RigidContactTotals() RigidContactTotals { return s.rigid.total }

func (rs *rigidState) initRigidContacts() {
	rs.contact = make([]rigidPoses, len(rs.s.sys.Rigid))
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		st.pose = make([]shape.Pose, len(c.Shapes))
		st.broad.init(c.Shapes)
	}
	rs.initSearchReach()
	rs.listShapesNeedingPenetrationDepth()
}

// poseShapesAndAppendContactPoints appends the places of all rigid contacts with gaps below margin at the
// poses in s, in an order that depends on these poses alone: by contact, pair of shapes and
// feature.
func (rs *rigidState) poseShapesAndAppendContactPoints(dst []rigidPoint, margin float64) []rigidPoint {
	rs.poseShapes()
	return rs.appendContactPointsWithin(dst, &searchDistance{base: margin})
}

// poseShapes places all shapes.
func (rs *rigidState) poseShapes() {
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		for n := range c.Shapes {
			x := &c.Shapes[n]
			body := &rs.s.kin.body[x.Body]
			of := shape.Pose{P: body.C, R: body.R}
			st.pose[n] = of.Compose(&x.Pose)
		}
	}
}

// appendContactPointsWithin appends the places of shapes, which are posed, that are nearer than m.
func (rs *rigidState) appendContactPointsWithin(dst []rigidPoint, m *searchDistance) []rigidPoint {
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		if c.Off {
			continue
		}
		pairs := st.broad.pair
		if !m.listed {
			pairs = st.broad.candidatePairs(c.Shapes, st.pose, m)
		}
		for _, pair := range pairs {
			a, b := int(pair>>32), int(uint32(pair))
			dst = rs.appendPairPoints(dst, k, a, b, m.distanceFor(c.Shapes[a].Body, c.Shapes[b].Body))
		}
	}
	return dst
}

// Layout of rigidPoint.lookupKey: two shapes, numbered over all contacts, one bit for whether the
// points are those of b, then the feature. The second shape is not 0, so that
// keys are larger than any number of a row.
const (
	keyShape   = 19
	keyFeature = 25
	// MaxRigidShapes is how many shapes all rigid contacts may have together.
	MaxRigidShapes = 1 << keyShape
	// MaxRigidPoints is how many points a shape may have.
	MaxRigidPoints = 1 << keyFeature
)

// appendPairPoints appends the places of the shapes a < b.
func (rs *rigidState) appendPairPoints(dst []rigidPoint, contact, a, b int, margin float64) []rigidPoint {
	c, st := &rs.s.sys.Rigid[contact], &rs.contact[contact]
	x, y := &c.Shapes[a], &c.Shapes[b]
	way := c.Methods[x.Class][y.Class]
	pt := rigidPoint{contact: contact, a: x.Body, b: y.Body, law: &c.Law}
	key := uint64(c.first+a)<<(64-keyShape) | uint64(c.first+b)<<(64-2*keyShape)
	if way&Surfaces != 0 {
		rs.touch = rs.meeting.AppendTouches(rs.touch[:0], x.Solid, &st.pose[a], y.Solid, &st.pose[b], margin)
		for k := range rs.touch {
			t := &rs.touch[k]
			pt.key, pt.p, pt.n, pt.gap = key|uint64(t.Key), t.P, t.N, t.Gap
			dst = append(dst, pt.withTangents())
		}
	}
	if way&PointsBefore != 0 {
		dst = rs.appendPointsBeforeSolid(dst, pt, key, x, y, &st.pose[a], &st.pose[b], 1, margin)
	}
	if way&SolidBehind != 0 {
		dst = rs.appendPointsBeforeSolid(dst, pt, key|1<<keyFeature, y, x, &st.pose[b], &st.pose[a], -1, margin)
	}
	return dst
}

// appendPointsBeforeSolid appends the points of a shape before a solid. Sign is -1 where the points
// are those of pt.b.
func (rs *rigidState) appendPointsBeforeSolid(dst []rigidPoint, pt rigidPoint, key uint64, points, solid *RigidShape, of, on *shape.Pose, sign, margin float64) []rigidPoint {
	rs.pair.Points, rs.pair.Solid = points.Points, solid.Solid
	m := pairPose{pair: &rs.pair, of: *of, on: *on, sigma: 1}
	w := m.beginPointSearch()
	for k, ok := m.nextPointWithin(&w, margin); ok; k, ok = m.nextPointWithin(&w, margin) {
		t := m.evalContactPoint(k, &rs.at)
		if !(t.gap < margin) {
			continue
		}
		pt.key, pt.p, pt.n, pt.gap = key|uint64(k), t.p, t.n.Scale(sign), t.gap
		dst = append(dst, pt.withTangents())
	}
	return dst
}

// withTangents returns the point with its tangents. t1 is the x axis as far as it lies across n,
// where n is near x the y axis: it does not turn while n does not, however little n shakes,
// but where n crosses a cone about x that is not a usual slope (39.6 degrees).
func (pt rigidPoint) withTangents() rigidPoint {
	e := vec{X: 1}
	if math.Abs(pt.n.X) > 0.77 {
		e = vec{Y: 1}
	}
	pt.t1 = e.AddScaled(-e.Dot(pt.n), pt.n).Unit()
	pt.t2 = pt.n.Cross(pt.t1)
	return pt
}

// RigidOverlap is two shapes of a rigid contact that overlap at the start, by their places in its Shapes.
type RigidOverlap struct {
	A, B  int
	Depth float64 // the greatest
}

// overlapPart is by how much shapes may overlap, of the smaller one's size or the model's: decks are written with few digits.
const overlapPart = 1e-5

// InitialRigidOverlaps lists the shapes of a rigid contact that overlap where the bodies begin.
func (sys *System) InitialRigidOverlaps(contact int) (all []RigidOverlap) {
	s := &State{sys: sys}
	s.rigid.s = s
	s.rigid.initRigidContacts()
	c, st := &sys.Rigid[contact], &s.rigid.contact[contact]
	for n := range c.Shapes {
		x := &c.Shapes[n]
		body := &sys.Bodies[x.Body]
		at := shape.Pose{P: body.Pos0, R: body.Rot0}
		st.pose[n] = at.Compose(&x.Pose)
	}
	var pts []rigidPoint
	for _, pair := range st.broad.candidatePairs(c.Shapes, st.pose, &searchDistance{}) {
		o := RigidOverlap{A: int(pair >> 32), B: int(uint32(pair))}
		pts = s.rigid.appendPairPoints(pts[:0], contact, o.A, o.B, 0)
		for k := range pts {
			o.Depth = max(o.Depth, -pts[k].gap)
		}
		if o.Depth > overlapPart*min(c.Shapes[o.A].boundingRadius(s), c.Shapes[o.B].boundingRadius(s)) {
			all = append(all, o)
		}
	}
	return all
}

// boundingRadius is the radius of the ball about the shape, of a point the model's length, +Inf of a plane.
func (x *RigidShape) boundingRadius(s *State) float64 {
	r := 0.0
	if x.Solid != nil {
		r = shape.BoundingRadius(x.Solid)
	} else {
		r = x.Points.BoundTree()[0].R
	}
	if r == 0 {
		return s.sys.lengthScale()
	}
	return r
}
