package system

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
)

// Penetrations that the points of a contact do not show. Solids whose surfaces are known to each other have places that report how deep they overlap.
// Where a mesh meets another solid with its corners alone (RigidContact.sampled), places of both are looked for in the other.

// sampled reports whether two shapes meet with points alone though both are solids, one a mesh.
func (c *RigidContact) sampled(a, b *RigidShape) bool {
	if w := c.Ways[a.Class][b.Class]; w == 0 || w&Surfaces != 0 || a.Solid == nil || b.Solid == nil {
		return false
	}
	_, x := a.Solid.(*shape.Mesh)
	_, y := b.Solid.(*shape.Mesh)
	_, p := a.Solid.(shape.HalfSpace)
	_, q := b.Solid.(shape.HalfSpace)
	return (x || y) && !p && !q
}

// startDepths finds the places of the shapes of contacts that need them.
func (s *State) startDepths() {
	for k := range s.sys.Rigid {
		c, st := &s.sys.Rigid[k], &s.rigid.contact[k]
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
				if x >= 0 && y >= 0 && c.sampled(&c.Shapes[x], &c.Shapes[y]) {
					needs[i], needs[j] = true, true
				}
			}
		}
		for i := range c.Shapes {
			if x := &c.Shapes[i]; needs[x.Class] {
				if st.sample == nil {
					st.sample = make([][]vec, len(c.Shapes))
				}
				st.sample[i] = shape.Samples(x.Solid)
			}
		}
	}
}

// noteDepthsAt takes account of overlaps at an accepted point.
func (s *State) noteDepthsAt(p *integrate.Point) {
	for k := range s.rigid.contact {
		if s.rigid.contact[k].sample == nil {
			continue
		}
		if !s.memo.still(p, s.Mode) {
			s.memo.ok = false
			s.place(p)
		}
		s.noteDepths()
		return
	}
}

// noteDepths takes account of overlaps that no point shows, at the poses in s.
func (s *State) noteDepths() {
	for k := range s.sys.Rigid {
		c, st := &s.sys.Rigid[k], &s.rigid.contact[k]
		if c.Off || st.sample == nil {
			continue
		}
		s.poseShapes()
		for _, pair := range st.broad.near(c.Shapes, st.pose, &nearness{}) {
			a, b := int(pair>>32), int(uint32(pair))
			x, y := &c.Shapes[a], &c.Shapes[b]
			if !c.sampled(x, y) {
				continue
			}
			d := max(shape.Depth(st.sample[a], &st.pose[a], y.Solid, &st.pose[b]), shape.Depth(st.sample[b], &st.pose[b], x.Solid, &st.pose[a]))
			s.rigid.total.deeper(d, RigidOverlap{A: c.first + a, B: c.first + b, Depth: d})
		}
	}
}

// deeper notes a penetration of a pair.
func (t *RigidTotals) deeper(d float64, pair RigidOverlap) {
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

// WorstPenetration returns the deepest overlap so far; not ok without any.
func (s *State) WorstPenetration() (p Penetration, ok bool) {
	t := &s.rigid.total
	if t.Deepest <= 0 {
		return p, false
	}
	c, a := s.sys.rigidShape(t.Worst.A)
	_, b := s.sys.rigidShape(t.Worst.B)
	return Penetration{c, a.Body, b.Body, t.Deepest, min(a.size(s), b.size(s))}, true
}

// rigidShape returns a shape by its number over all contacts, and its contact.
func (sys *System) rigidShape(n int) (*RigidContact, *RigidShape) {
	k := 0
	for n >= sys.Rigid[k].first+len(sys.Rigid[k].Shapes) {
		k++
	}
	return &sys.Rigid[k], &sys.Rigid[k].Shapes[n-sys.Rigid[k].first]
}
