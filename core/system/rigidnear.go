package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/shape"
)

// nearness is the distance within which points of rigid contacts are looked for: base, and by how much the gap between
// a body and another may shrink in a step, by body.
type nearness struct {
	base float64
	way  []float64 // nil: 0
}

// of is the distance for two bodies.
func (m *nearness) of(a, b BodyIdx) float64 {
	if m.way == nil {
		return m.base
	}
	return m.base + max(m.way[a], m.way[b])
}

// Points are looked for as near as bodies come in a step at twice their present speeds, and this part of the model's length.
const (
	nearPart  = 1e-4
	nearSpeed = 2
)

// rigidNear is what the nearness of a State needs.
type rigidNear struct {
	reach []float64 // by body: how far its shapes go from its mass centre where turning moves them
	group []BodyIdx // by body: the first of those that rows join to it
	speed []float64 // by group
	way   []float64
	after []float64
}

// startNear finds how far shapes reach and which bodies hang together.
func (s *State) startNear() {
	x, n := &s.rigid.near, len(s.sys.Bodies)
	*x = rigidNear{make([]float64, n), make([]BodyIdx, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	for k := range s.sys.Rigid {
		for i := range s.sys.Rigid[k].Shapes {
			y := &s.sys.Rigid[k].Shapes[i]
			x.reach[y.Body] = max(x.reach[y.Body], y.reach(s))
		}
	}
	for i := range x.group {
		x.group[i] = BodyIdx(i)
	}
	for _, set := range s.sys.Rows {
		first := Ground
		for _, b := range set.place().Bodies {
			if b = x.root(b); first == Ground {
				first = b
			} else if b != Ground {
				x.group[max(first, b)] = min(first, b)
				first = min(first, b)
			}
		}
	}
	for i := range x.group {
		x.group[i] = x.root(BodyIdx(i))
	}
}

func (x *rigidNear) root(b BodyIdx) BodyIdx {
	for x.group[b] != b {
		b = x.group[b]
	}
	return b
}

// reach is how far from the body's mass centre turning moves places of a shape. That of a ball does not move its surface about its own centre.
func (x *RigidShape) reach(s *State) float64 {
	if _, ok := x.Solid.(shape.Ball); ok {
		return x.Pose.P.Norm()
	}
	if x.Points == nil {
		return s.lengthScale()
	}
	ball := x.Points.Tree()[0]
	return x.Pose.P.Add(x.Pose.R.Mul(ball.C)).Norm() + ball.R
}

// nearness is within what distances points may close in h. A body that is hit continues as fast as what hits it, with all that is joined to it: so
// bodies that others may reach count as fast as these. Shapes are posed.
func (s *State) nearness(h float64) nearness {
	x := &s.rigid.near
	g := s.sys.Gravity
	clear(x.speed)
	for i := 1; i < len(s.body); i++ {
		st := &s.body[i]
		k := x.group[i]
		x.speed[k] = math.Max(x.speed[k], st.V.Norm()+x.reach[i]*st.W.Norm())
	}
	x.way[Ground] = nearSpeed * h * h * g.Norm()
	for i := 1; i < len(s.body); i++ {
		x.way[i] = nearSpeed * h * (x.speed[x.group[i]] + h*g.Norm())
	}
	m := nearness{base: nearPart * s.lengthScale(), way: x.way}
	copy(x.after, x.way)
	raised := false
	for k := range s.sys.Rigid {
		c, st := &s.sys.Rigid[k], &s.rigid.contact[k]
		if c.Off {
			continue
		}
		for _, pair := range st.broad.near(c.Shapes, st.pose, &m) {
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
		for i := 1; i < len(s.body); i++ {
			x.way[i] = x.after[x.group[i]]
		}
	}
	return m
}
