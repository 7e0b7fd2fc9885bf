package draw

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/result"
)

// CheckScene reports the first index in a scene that leads nowhere: a file that was damaged or made by another program must
// not end a command by a panic.
func CheckScene(s *result.Scene) error {
	if len(s.Bodies) == 0 {
		return fmt.Errorf("the scene has no bodies; ground must be the first one")
	}
	c := sceneChecker{bodies: len(s.Bodies), markers: len(s.Markers)}
	for i := range s.Markers {
		c.checkBodyIndex("marker", s.Markers[i].ID, s.Markers[i].Body)
	}
	for i := range s.Joints {
		c.checkMarkerIndices("joint", s.Joints[i].ID, s.Joints[i].I, s.Joints[i].J)
	}
	for i := range s.Forces {
		c.checkMarkerIndices("force", s.Forces[i].ID, s.Forces[i].I, s.Forces[i].J)
	}
	for i := range s.Graphics {
		g := &s.Graphics[i]
		c.checkBodyIndex("graphic", g.ID, g.Body)
		c.checkMarkerIndices("graphic", g.ID, g.Marker)
		c.checkMarkerIndices("graphic", g.ID, g.Markers...)
		c.checkShape(g)
	}
	for i := range s.Flexible {
		c.checkFlexible(&s.Flexible[i])
	}
	return c.err
}

type sceneChecker struct {
	bodies, markers int
	err             error
}

func (c *sceneChecker) checkBodyIndex(kind string, id, i int) {
	if c.err == nil && (i < 0 || i >= c.bodies) {
		c.err = fmt.Errorf("the scene has no body of index %d, which %s %d names", i, kind, id)
	}
}

// checkMarkerIndices checks indices of markers; -1 is none.
func (c *sceneChecker) checkMarkerIndices(kind string, id int, list ...int) {
	for _, i := range list {
		if c.err == nil && (i < -1 || i >= c.markers) {
			c.err = fmt.Errorf("the scene has no marker of index %d, which %s %d names", i, kind, id)
		}
	}
}

// checkShape checks the vertices of a graphic.
func (c *sceneChecker) checkShape(g *result.Graphic) {
	if c.err != nil {
		return
	}
	if len(g.Vertices)%3 != 0 || len(g.Triangles)%3 != 0 {
		c.err = fmt.Errorf("graphic %d: vertices and triangles must come in threes", g.ID)
		return
	}
	for _, i := range g.Triangles {
		if i < 0 || i >= len(g.Vertices)/3 {
			c.err = fmt.Errorf("graphic %d has no vertex of index %d", g.ID, i)
			return
		}
	}
	for _, m := range g.Markers {
		if m < 0 {
			c.err = fmt.Errorf("graphic %d: an outline leads through no marker", g.ID)
		}
	}
}
