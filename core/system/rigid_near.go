package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
)

// searchDistance is the distance within which points of rigid contacts are searched for: base, and by how much the gap between
// a body and another may shrink in a step, by body.
type searchDistance struct {
	base float64
	way  []float64 // nil: 0
	// listed reports that each broadPhase holds the pairs within these distances at the present poses.
	listed bool
}

// distanceFor is the distance for two bodies.
func (m *searchDistance) distanceFor(a, b BodyIdx) float64 {
	if m.way == nil {
		return m.base
	}
	return m.base + max(m.way[a], m.way[b])
}

// Points are searched for as near as bodies come in a step at twice their present speeds, and this part of the model's length.
const (
	nearPart  = 1e-4
	nearSpeed = 2
)

// rigidSearch is what the nearness of a State needs.
type rigidSearch struct {
	reach []float64 // by body: how far its shapes go from its mass centre where turning moves them
	group []BodyIdx // by body: the first of those that rows join to it
	speed []float64 // by group
	way   []float64
	after []float64
}

// initSearchReach finds how far shapes reach and which bodies hang together.
func (rs *rigidState) initSearchReach() {
	x, n := &rs.near, len(rs.s.sys.Bodies)
	*x = rigidSearch{make([]float64, n), make([]BodyIdx, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	for k := range rs.s.sys.Rigid {
		for i := range rs.s.sys.Rigid[k].Shapes {
			y := &rs.s.sys.Rigid[k].Shapes[i]
			x.reach[y.Body] = max(x.reach[y.Body], y.reachAboutMassCentre(rs.s))
		}
	}
	for i := range x.group {
		x.group[i] = BodyIdx(i)
	}
	for _, set := range rs.s.sys.Rows {
		first := Ground
		for _, b := range set.rowOwner().Bodies {
			if b = x.findConnectedRoot(b); first == Ground {
				first = b
			} else if b != Ground {
				x.group[max(first, b)] = min(first, b)
				first = min(first, b)
			}
		}
	}
	for i := range x.group {
		x.group[i] = x.findConnectedRoot(BodyIdx(i))
	}
}

func (x *rigidSearch) findConnectedRoot(b BodyIdx) BodyIdx {
	for x.group[b] != b {
		b = x.group[b]
	}
	return b
}

// reachAboutMassCentre is how far from the body's mass centre turning moves places of a shape. That of a ball does not move its surface about its own centre.
func (x *RigidShape) reachAboutMassCentre(s *State) float64 {
	if _, ok := x.Solid.(shape.Ball); ok {
		return x.Pose.P.Norm()
	}
	if x.Points == nil {
		return s.sys.lengthScale()
	}
	ball := x.Points.BoundTree()[0]
	return x.Pose.P.Add(x.Pose.R.Mul(ball.C)).Norm() + ball.R
}

// computeClosingDistances returns within what distances points may close in h. A body that is hit continues as fast as what hits it, with all that is joined to it: so
// bodies that others may reach count as fast as these. Shapes are posed.
func (rs *rigidState) computeClosingDistances(h float64) searchDistance {
	x := &rs.near
	g := rs.s.sys.Gravity
	clear(x.speed)
	for i := 1; i < len(rs.s.kin.body); i++ {
		st := &rs.s.kin.body[i]
		k := x.group[i]
		x.speed[k] = math.Max(x.speed[k], st.V.Norm()+x.reach[i]*st.W.Norm())
	}
	x.way[Ground] = nearSpeed * h * h * g.Norm()
	for i := 1; i < len(rs.s.kin.body); i++ {
		x.way[i] = nearSpeed * h * (x.speed[x.group[i]] + h*g.Norm())
	}
	m := searchDistance{base: nearPart * rs.s.sys.lengthScale(), way: x.way}
	copy(x.after, x.way)
	raised := false
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		if c.Off {
			continue
		}
		for _, pair := range st.broad.candidatePairs(c.Shapes, st.pose, &m) {
			a, b := c.Shapes[pair>>32].Body, c.Shapes[uint32(pair)].Body
			if a == Ground || b == Ground || x.group[a] == x.group[b] {
				continue
			}
			a, b = x.group[a], x.group[b]
			w := max(x.way[a], x.way[b])
			raised = raised || w > x.after[a]+m.base || w > x.after[b]+m.base
			x.after[a], x.after[b] = max(x.after[a], w), max(x.after[b], w)
		}
	}
	if raised {
		for i := 1; i < len(rs.s.kin.body); i++ {
			x.way[i] = x.after[x.group[i]]
		}
	}
	m.listed = !raised
	return m
}

// Penetrations that the points of a contact do not show. Solids whose surfaces are known to each other have places that report how deep they overlap.
// Where a mesh meets another solid with its corners alone (RigidContact.sampled), places of both are searched for in the other.

// meetsByPointsOnly reports whether two shapes meet with points alone though both are solids, one a mesh.
func (c *RigidContact) meetsByPointsOnly(a, b *RigidShape) bool {
	if w := c.Methods[a.Class][b.Class]; w == 0 || w&Surfaces != 0 || a.Solid == nil || b.Solid == nil {
		return false
	}
	_, x := a.Solid.(*shape.Mesh)
	_, y := b.Solid.(*shape.Mesh)
	_, p := a.Solid.(shape.HalfSpace)
	_, q := b.Solid.(shape.HalfSpace)
	return (x || y) && !p && !q
}

// listShapesNeedingPenetrationDepth finds the places of the shapes of contacts that need them.
func (rs *rigidState) listShapesNeedingPenetrationDepth() {
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		var kinds []int // a shape of each class
		for i := range c.Shapes {
			for len(kinds) <= c.Shapes[i].Class {
				kinds = append(kinds, -1)
			}
			kinds[c.Shapes[i].Class] = i
		}
		needs := make([]bool, len(kinds))
		for i, x := range kinds {
			for j, y := range kinds {
				if x >= 0 && y >= 0 && c.meetsByPointsOnly(&c.Shapes[x], &c.Shapes[y]) {
					needs[i], needs[j] = true, true
				}
			}
		}
		for i := range c.Shapes {
			if x := &c.Shapes[i]; needs[x.Class] {
				if st.sample == nil {
					st.sample = make([][]vec, len(c.Shapes))
				}
				st.sample[i] = shape.DepthSamplePoints(x.Solid)
			}
		}
	}
}

// recordPenetrationsAt takes account of overlaps at an accepted point.
func (rs *rigidState) recordPenetrationsAt(p *integrate.Point) {
	for k := range rs.contact {
		if rs.contact[k].sample == nil {
			continue
		}
		if !rs.s.memo.matchesMotion(p, rs.s.Mode) {
			rs.s.memo.ok = false
			rs.s.computePosesAndMotions(p)
		}
		rs.recordPenetrations()
		return
	}
}

// recordPenetrations takes account of overlaps that no point shows, at the poses in s.
func (rs *rigidState) recordPenetrations() {
	for k := range rs.s.sys.Rigid {
		c, st := &rs.s.sys.Rigid[k], &rs.contact[k]
		if c.Off || st.sample == nil {
			continue
		}
		rs.poseShapes()
		for _, pair := range st.broad.candidatePairs(c.Shapes, st.pose, &searchDistance{}) {
			a, b := int(pair>>32), int(uint32(pair))
			x, y := &c.Shapes[a], &c.Shapes[b]
			if !c.meetsByPointsOnly(x, y) {
				continue
			}
			d := max(shape.DeepestSampleDepth(st.sample[a], &st.pose[a], y.Solid, &st.pose[b]), shape.DeepestSampleDepth(st.sample[b], &st.pose[b], x.Solid, &st.pose[a]))
			rs.total.recordPenetration(d, RigidOverlap{A: c.first + a, B: c.first + b, Depth: d})
		}
	}
}

// recordPenetration notes a penetration of a pair.
func (t *RigidContactTotals) recordPenetration(d float64, pair RigidOverlap) {
	if d > t.Deepest {
		t.Deepest, t.Worst = d, pair
	}
}

// Penetration is the deepest overlap of shapes of a rigid contact so far.
type Penetration struct {
	Contact *RigidContact
	A, B    BodyIdx
	Depth   float64
	Size    float64 // radius of the ball about the smaller shape
}

// DeepestPenetration returns the deepest overlap so far; not ok without any.
func (s *State) DeepestPenetration() (p Penetration, ok bool) {
	t := &s.rigid.total
	if t.Deepest <= 0 {
		return p, false
	}
	c, a := s.sys.rigidShape(t.Worst.A)
	_, b := s.sys.rigidShape(t.Worst.B)
	return Penetration{c, a.Body, b.Body, t.Deepest, min(a.boundingRadius(s), b.boundingRadius(s))}, true
}

// rigidShape returns a shape by its number over all contacts, and its contact.
func (sys *System) rigidShape(n int) (*RigidContact, *RigidShape) {
	k := 0
	for n >= sys.Rigid[k].first+len(sys.Rigid[k].Shapes) {
		k++
	}
	return &sys.Rigid[k], &sys.Rigid[k].Shapes[n-sys.Rigid[k].first]
}
