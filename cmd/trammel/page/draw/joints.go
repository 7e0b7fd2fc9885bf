package draw

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// addJoints adds a symbol for each joint and motion, in the frame of its marker I (J where I has none).
func (b *drawingBuilder) addJoints() {
	for i := range b.scene.Joints {
		j := &b.scene.Joints[i]
		marker := j.I
		if marker < 0 {
			marker = j.J
		}
		if marker < 0 {
			continue
		}
		body := b.scene.Markers[marker].Body
		p := part{layer: Joints, body: body, color: jointColor}
		if j.Kind == "MOTION" {
			p.color = motionColor
		}
		p.item = b.addPickableItem(Item{Kind: "joint", Type: j.Type, ID: j.ID, Label: j.Label, Body: body, Index: i, Place: j.Place.String()})
		f := b.markerFrame(marker)
		b.addSymbol(p, &f, jointSymbol(j.Kind, j.Type))
		if j.Kind != "MOTION" && j.I >= 0 && j.J >= 0 {
			// The gap between the markers: nothing where the joint is closed.
			if t := jointSymbol(j.Kind, j.Type); t == "pin" || t == "ball" || t == "block" || t == "cross" {
				b.addLink(part{Joints, body, p.item, forceColor}, Line, -1, b.markerOrigin(j.I), b.markerOrigin(j.J), 1.5)
			}
		}
	}
}

// jointSymbol names the symbol of a joint: pin, sleeve, slider, ball, block, cross, plate, turn or point.
func jointSymbol(kind, typ string) string {
	if kind == "MOTION" {
		return "turn"
	}
	t := strings.ToUpper(typ)
	for _, s := range []struct {
		symbol string
		types  []string
	}{
		{"pin", []string{"REVOLUTE", "HINGE"}},
		{"sleeve", []string{"CYLINDRICAL", "SCREW"}},
		{"slider", []string{"TRANSLATIONAL", "INLINE"}},
		{"ball", []string{"SPHERICAL", "ATPOINT", "ATPT", "CONVEL"}},
		{"block", []string{"FIXED"}},
		{"cross", []string{"UNIVERSAL", "HOOKE", "PERPENDICULAR", "ORIENTATION"}},
		{"plate", []string{"PLANAR", "INPLANE", "INPLAN", "PARALLEL"}},
	} {
		for _, name := range s.types {
			if strings.Contains(t, name) {
				return s.symbol
			}
		}
	}
	return "point"
}

// addSymbol draws a symbol; the axis of a joint is z of its marker.
func (b *drawingBuilder) addSymbol(p part, f *frame, symbol string) {
	s := b.Symbol
	switch symbol {
	case "pin":
		b.addCylinder(p, f, 0.42*s, 1.6*s)
		b.addAxisLine(p, f, 2.2*s)
	case "sleeve":
		b.addCylinder(p, f, 0.42*s, 2*s)
		b.addCylinder(p, f, 0.2*s, 3.4*s)
		b.addAxisLine(p, f, 3*s)
	case "slider":
		b.addSolid(p, b.meshIndex("cube", cubeMesh), f.x.Scale(0.9*s), f.y.Scale(0.9*s), f.z.Scale(1.8*s), f.origin, 1)
		b.addAxisLine(p, f, 3*s)
	case "ball":
		b.addBall(p, f.origin, 0.75*s)
	case "block":
		b.addSolid(p, b.meshIndex("cube", cubeMesh), f.x.Scale(s), f.y.Scale(s), f.z.Scale(s), f.origin, 1)
	case "cross":
		b.addCylinder(p, f, 0.22*s, 2*s)
		g := frame{f.y, f.z, f.x, f.origin}
		b.addCylinder(p, &g, 0.22*s, 2*s)
	case "plate":
		b.addSolid(p, b.meshIndex("cube", cubeMesh), f.x.Scale(2.4*s), f.y.Scale(2.4*s), f.z.Scale(0.12*s), f.origin, 1)
		b.addAxisLine(p, f, 1.5*s)
	case "turn":
		b.addSolid(p, b.meshIndex("torus", torusMesh), f.x.Scale(0.9*s), f.y.Scale(0.9*s), f.z.Scale(0.9*s), f.origin, 1)
		b.addAxisLine(p, f, 2.2*s)
	default:
		b.addBall(p, f.origin, 0.35*s)
		b.addAxisLine(p, f, 1.5*s)
	}
}

// addCylinder is a cylinder about z, its middle in the origin.
func (b *drawingBuilder) addCylinder(p part, f *frame, radius, length float64) {
	b.addSolid(p, b.meshIndex("cylinder", cylinderMesh), f.x.Scale(radius), f.y.Scale(radius), f.z.Scale(length), f.origin.AddScaled(-length/2, f.z), 1)
}

// addAxisLine is a line along z, half to each side.
func (b *drawingBuilder) addAxisLine(p part, f *frame, half float64) {
	b.addLink(p, Line, -1, end{p.body, f.origin.AddScaled(-half, f.z)}, end{p.body, f.origin.AddScaled(half, f.z)}, 0.75)
}

// addForces adds coils for springs, rods for beams, and thin lines for other forces between two markers.
func (b *drawingBuilder) addForces() {
	for i := range b.scene.Forces {
		f := &b.scene.Forces[i]
		marker := f.I
		if marker < 0 {
			marker = f.J
		}
		if marker < 0 {
			continue
		}
		body := b.scene.Markers[marker].Body
		p := part{layer: Springs, body: body, color: springColor}
		p.item = b.addPickableItem(Item{Kind: "force", Type: f.Type, ID: f.ID, Label: f.Label, Body: body, Index: i, Place: f.Place.String()})
		m := b.markerFrame(marker)
		switch {
		case f.Rotational:
			b.addSolid(p, b.meshIndex("torus", torusMesh), m.x.Scale(0.7*b.Symbol), m.y.Scale(0.7*b.Symbol), m.z.Scale(0.7*b.Symbol), m.origin, 1)
		case f.I < 0 || f.J < 0 || b.scene.Markers[f.I].Body == b.scene.Markers[f.J].Body:
			p.color = forceColor
			b.addBall(p, m.origin, 0.35*b.Symbol)
		case isSpring(f.Kind, f.Type):
			b.addLink(p, Link, b.meshIndex("coil", coilMesh), b.markerOrigin(f.I), b.markerOrigin(f.J), 0.55*b.Symbol)
		case f.Kind == "BEAM":
			b.addLink(p, Link, b.meshIndex("rod", rodMesh), b.markerOrigin(f.I), b.markerOrigin(f.J), 0.6*b.thick)
		default:
			p.color = forceColor
			b.addBall(p, spatial.Vec(m.origin), 0.3*b.Symbol)
			b.addLink(p, Line, -1, b.markerOrigin(f.I), b.markerOrigin(f.J), 0.75)
		}
	}
}

// isSpring reports whether a force is drawn as a coil.
func isSpring(kind, typ string) bool {
	t := strings.ToUpper(typ)
	return kind == "SPDP" || kind == "BUSH" || strings.Contains(t, "SPRING") || strings.Contains(t, "BUSHING") || strings.Contains(t, "FIELD")
}
