package draw

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// setSymbolSizes sets the sizes of symbols and sticks: a part of the size of the model, but not so large that those of
// neighbouring joints meet.
func (b *drawingBuilder) setSymbolSizes() {
	b.Symbol = 0.042 * b.Size
	if arms := b.attachmentDistances(); len(arms) > 0 {
		slices.Sort(arms)
		b.Symbol = max(min(b.Symbol, 0.3*arms[len(arms)/2]), 0.002*b.Size)
	}
	b.thick = 0.28 * b.Symbol
}

// attachmentDistances returns the distances of the points of each body from its mass centre that are not 0.
func (b *drawingBuilder) attachmentDistances() []float64 {
	var all []float64
	for _, points := range b.attachmentPoints()[1:] {
		for _, p := range points {
			if d := p.Norm(); d > 1e-9*b.Size {
				all = append(all, d)
			}
		}
	}
	return all
}

// attachmentPoints are those where joints and forces act on each body, in its frame, each once.
func (b *drawingBuilder) attachmentPoints() [][]spatial.Vec {
	s := b.scene
	all := make([][]spatial.Vec, len(s.Bodies))
	add := func(marker int) {
		if marker < 0 {
			return
		}
		m := &s.Markers[marker]
		p := vecFromArray(m.Pos)
		if !slices.ContainsFunc(all[m.Body], func(q spatial.Vec) bool { return q.Sub(p).Norm() <= 1e-6*b.Size }) {
			all[m.Body] = append(all[m.Body], p)
		}
	}
	for _, j := range s.Joints {
		add(j.I)
		add(j.J)
	}
	for _, f := range s.Forces {
		add(f.I)
		add(f.J)
	}
	return all
}

// addBodies adds a stick figure for each body without graphics, and ellipsoids of inertia.
func (b *drawingBuilder) addBodies() {
	drawn := make([]bool, len(b.scene.Bodies))
	for _, g := range b.scene.Graphics {
		drawn[g.Body] = true
	}
	for i := range b.scene.Flexible {
		drawn[b.scene.Flexible[i].Body] = true
	}
	points := b.attachmentPoints()
	for i := range b.scene.Bodies {
		body := &b.scene.Bodies[i]
		p := part{layer: Sticks, body: i, color: bodyColor(i)}
		p.item = b.addPickableItem(Item{Kind: "body", Type: body.Kind, ID: body.ID, Label: body.Label, Body: i, Index: i, Place: body.Place.String()})
		switch {
		case i == 0:
			b.addGroundCubes(p, points[0])
		case !drawn[i]:
			b.addBodyRods(p, points[i])
		}
		if i > 0 {
			p.layer = Ellipsoids
			b.addInertiaEllipsoid(p, body)
		}
	}
}

// addGroundCubes marks points of ground by small cubes.
func (b *drawingBuilder) addGroundCubes(p part, points []spatial.Vec) {
	mesh, a := b.meshIndex("cube", cubeMesh), 0.9*b.Symbol
	for _, at := range points {
		b.addSolid(p, mesh, spatial.Vec{X: a}, spatial.Vec{Y: a}, spatial.Vec{Z: a}, at, 1)
	}
}

// addBodyRods draws a body as rods from its mass centre to the points where joints and forces act; as one rod where there are two
// points and the mass centre lies between them.
func (b *drawingBuilder) addBodyRods(p part, points []spatial.Vec) {
	rod := b.meshIndex("rod", rodMesh)
	if len(points) == 2 && points[0].Cross(points[1]).Norm() < 1e-6*b.Size*b.Size && points[0].Dot(points[1]) < 0 {
		b.addLink(p, Link, rod, end{p.body, points[0]}, end{p.body, points[1]}, b.thick)
	} else {
		for _, at := range points {
			if at.Norm() > 1e-9*b.Size {
				b.addLink(p, Link, rod, end{p.body, spatial.Vec{}}, end{p.body, at}, b.thick)
			}
		}
	}
	r := 1.9 * b.thick
	b.addBall(p, spatial.Vec{}, r)
}

func (b *drawingBuilder) addBall(p part, at spatial.Vec, r float64) {
	b.addSolid(p, b.meshIndex("sphere", sphereMesh), spatial.Vec{X: r}, spatial.Vec{Y: r}, spatial.Vec{Z: r}, at, 1)
}

// addInertiaEllipsoid adds the solid ellipsoid of even density that has the inertia of the body.
func (b *drawingBuilder) addInertiaEllipsoid(p part, body *result.Body) {
	axes, moments := principalAxes(body.Inertia)
	if !(body.Mass > 0) || max(moments[0], moments[1], moments[2]) <= 0 {
		return
	}
	// A half axis a has a² = 5 (Ib + Ic - Ia) / (2 m).
	sum := moments[0] + moments[1] + moments[2]
	var half [3]spatial.Vec
	for k := range 3 {
		a := nonNegativeSqrt(2.5 * (sum - 2*moments[k]) / body.Mass)
		half[k] = axes[k].Scale(max(a, 0.1*b.thick))
	}
	b.addSolid(p, b.meshIndex("sphere", sphereMesh), half[0], half[1], half[2], spatial.Vec{}, 1)
}

// addMarkerAxes adds the axes of all markers.
func (b *drawingBuilder) addMarkerAxes() {
	for i := range b.scene.Markers {
		m := &b.scene.Markers[i]
		item := b.addPickableItem(Item{Kind: "marker", ID: m.ID, Label: m.Label, Body: m.Body, Index: i, Place: m.Place.String()})
		for k := range 3 {
			p := part{layer: Frames, body: m.Body, item: item, color: frameColors[k]}
			from := vecFromArray(m.Pos)
			to := from.AddScaled(1.5*b.Symbol, rotateVector(m.Quat, spatial.UnitAxis(k)))
			b.addLink(p, Line, -1, end{m.Body, from}, end{m.Body, to}, 1)
		}
	}
}
