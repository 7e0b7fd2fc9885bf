package draw

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/result"
)

// Flexible is the surface of a flexible body, whose points the page moves with the modal coordinates. See result.Flexible.
type Flexible struct {
	Body      int     `json:"body"`
	Item      int     `json:"item"` // id in instances
	First     int     `json:"first"`
	Modes     int     `json:"modes"`
	Count     int     `json:"count"`
	Color     Color   `json:"color"`
	Positions Floats  `json:"positions"`
	Shapes    Floats  `json:"shapes"`
	Edges     Indices `json:"edges"`
	Triangles Indices `json:"triangles"`
}

// addFlexible adds the surfaces of flexible bodies, which are picked as their bodies.
func (b *drawingBuilder) addFlexible() {
	for i := range b.scene.Flexible {
		f := &b.scene.Flexible[i]
		x := Flexible{Body: f.Body, First: f.First, Modes: f.Modes, Count: f.Count, Color: bodyColor(f.Body)}
		for k := range b.Items {
			if b.Items[k].Kind == "body" && b.Items[k].Index == f.Body {
				x.Item = k + 1
			}
		}
		for _, v := range f.Positions {
			x.Positions = append(x.Positions, float32(v))
		}
		for _, v := range f.Shapes {
			x.Shapes = append(x.Shapes, float32(v))
		}
		for _, v := range f.Edges {
			x.Edges = append(x.Edges, uint32(v))
		}
		for _, v := range f.Triangles {
			x.Triangles = append(x.Triangles, uint32(v))
		}
		b.Flexible = append(b.Flexible, x)
	}
}

// checkFlexible checks the indices and sizes of a surface.
func (c *sceneChecker) checkFlexible(f *result.Flexible) {
	c.checkBodyIndex("flexible body", f.ID, f.Body)
	points := len(f.Positions) / 3
	switch {
	case c.err != nil:
	case len(f.Positions)%3 != 0 || len(f.Edges)%2 != 0 || len(f.Triangles)%3 != 0:
		c.err = fmt.Errorf("flexible body %d: positions and triangles must come in threes, edges in twos", f.ID)
	case f.Count < 0 || len(f.Shapes) != 3*f.Count*points:
		c.err = fmt.Errorf("flexible body %d: %d modes of %d points have not %d numbers", f.ID, f.Count, points, len(f.Shapes))
	default:
		for _, list := range [][]int{f.Edges, f.Triangles} {
			for _, i := range list {
				if i < 0 || i >= points {
					c.err = fmt.Errorf("flexible body %d has no point of index %d", f.ID, i)
					return
				}
			}
		}
	}
}
