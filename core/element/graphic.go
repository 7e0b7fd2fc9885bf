package element

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

const graphicKind = "Post_Graphic"

// ours is said of attributes whose names are not those of the format, which are not
// known.
const ours = " (extension)"

func init() {
	registerElements(kind{schema: &deck.Schema{
		Kind: graphicKind, Open: true,
		Doc: "a shape: for pictures, and where Force_Contact or Sensor_Proximity names it what touches; other attributes of its appearance are not read",
		Attrs: joinAttrs(
			&deck.AttrSpec{Name: "type", Type: deck.String, Doc: "Sphere, Ellipsoid, Plane, BoxDefinedFromCenter, BoxDefinedFromCorner, Cylinder, Frustum, TriaMesh or Point; others are for pictures only"},
			withAliases(optionalMarkerAttr("rm_id", "marker in whose axes the shape is: centre of a sphere, ellipsoid or box, corner of a box, a plane's z outwards, the base of a cylinder or frustum, which goes from there along z"),
				"center_marker_id", "corner_marker_id", "marker_id", "ref_marker_id", "i_marker_id"),
			positiveAttr(realAttr("radius", "", "length", "of a sphere or cylinder")),
			withAliases(realAttr("length", "", "length", "of a cylinder or frustum; a negative one goes along -z"), "height"),
			repeatForEachAxis(withAliases(realAttr("length_*", "", "length", "side of a box along *; negative from a corner backwards"), "*_length", "*")),
			repeatForEachAxis(withAliases(positiveAttr(realAttr("*_scale", "", "length", "diameter of an ellipsoid along *")), "*scale")),
			notNegativeAttr(realAttr("bottom_radius", "", "length", "of a frustum at its marker")),
			notNegativeAttr(realAttr("top_radius", "", "length", "of a frustum at its other end")),
			flagAttr("is_material_inside", "whether the shape is full, as without it; a hollow one cannot touch others yet"),
			positiveIntegerAttr("num_vertex", "number of vertices of a TriaMesh in the text, after which its triangles follow; all numbers are vertices if missing"+ours),
			&deck.AttrSpec{Name: "file_name", Type: deck.Path, Doc: "file of a TriaMesh, .obj or .stl; for a file of a CAD system (Parasolid, STEP, IGES, ACIS) the mesh of the same name, or of that name with a hyphen and the solid, is read" + ours},
			&deck.AttrSpec{Name: "solid", Type: deck.String, Doc: "solid in a file of a CAD system" + ours},
		),
		Text: []deck.AttrSpec{{Type: deck.Reals, When: "type=TriaMesh", Unit: "length", Doc: "vertices of a TriaMesh, x y z each, then three numbers of vertices, from 1, a triangle"}},
	}, phase: commands})
}

// geometry is a graphic as contacts see it. Where points or solid is nil the shape
// cannot be that side of a pair.
type geometry struct {
	name   string
	points shape.ContactPointSet
	solid  shape.Solid
	pose   shape.Pose // in axes of its marker
	open   error      // why a mesh is not a solid, if it has triangles
}

// readGraphic reads a graphic; nil with an error where it cannot touch anything.
func (b *builder) readGraphic(e *deck.Element) *geometry {
	g := &geometry{name: normalizedTypeName(e.Str("type")), pose: shape.Identity}
	make := shapes[g.name]
	switch {
	case make == nil:
		b.reportOnce(e, "type", "B220", "a shape of type %q cannot touch others: those that can are Sphere, Ellipsoid, Plane, BoxDefinedFromCenter, BoxDefinedFromCorner, Cylinder, Frustum, TriaMesh and Point", e.Str("type"))
	case e.Has("is_material_inside") && !e.Bool("is_material_inside"):
		b.reportOnce(e, "is_material_inside", "B231", "contact from within a hollow shape is not supported")
	default:
		make(b, e, g)
	}
	if g.points == nil && g.solid == nil {
		b.faults.addFaultyElement(e) // reported
		return nil
	}
	return g
}

// shapes make what contacts need of each type of graphic.
var shapes = map[string]func(b *builder, e *deck.Element, g *geometry){
	"SPHERE": func(b *builder, e *deck.Element, g *geometry) {
		if b.checkRequiredAttrs(e, "radius") {
			g.setSphere(e.Real("radius"))
		}
	},
	"ELLIPSOID": (*builder).readEllipsoid,
	"PLANE":     func(_ *builder, _ *deck.Element, g *geometry) { g.solid = shape.HalfSpace{} },
	"CYLINDER": func(b *builder, e *deck.Element, g *geometry) {
		if b.checkRequiredAttrs(e, "radius", "length") && b.checkLengthNotZero(e) {
			r, middle := e.Real("radius"), e.Real("length")/2
			h := math.Abs(middle)
			g.points, g.solid = shape.NewFrustumRimPoints(r, r, h), shape.Rod{R: r, H: h}
			g.pose.P.Z = middle
		}
	},
	"FRUSTUM": func(b *builder, e *deck.Element, g *geometry) {
		if b.checkRequiredAttrs(e, "bottom_radius", "top_radius", "length") && b.checkLengthNotZero(e) {
			middle, bottom, top := e.Real("length")/2, e.Real("bottom_radius"), e.Real("top_radius")
			h := math.Abs(middle)
			if middle < 0 { // its top is below
				bottom, top = top, bottom
			}
			if bottom == 0 && top == 0 {
				b.reportOnce(e, "top_radius", "B222", "both radii of the frustum are 0")
				return
			}
			g.points, g.solid = shape.NewFrustumRimPoints(bottom, top, h), shape.Cone{Bottom: bottom, Top: top, H: h}
			g.pose.P.Z = middle
		}
	},
	"POINT": func(_ *builder, _ *deck.Element, g *geometry) {
		g.points = shape.NewFixedPointSet(shape.ContactPoint{})
	},
	"BOX":                  (*builder).readBox,
	"BOXDEFINEDFROMCENTER": (*builder).readBox,
	"BOXDEFINEDFROMCORNER": (*builder).readBox,
	"TRIAMESH":             (*builder).readTriaMesh,
}

func (g *geometry) setSphere(radius float64) {
	g.name, g.points, g.solid = "SPHERE", shape.NewFixedPointSet(shape.ContactPoint{R: radius}), shape.Ball{R: radius}
}

// readEllipsoid: one with three equal diameters is a sphere.
func (b *builder) readEllipsoid(e *deck.Element, g *geometry) {
	if !b.checkRequiredAttrs(e, "x_scale", "y_scale", "z_scale") {
		return
	}
	h := readVector(e, "x_scale", "y_scale", "z_scale").Scale(0.5)
	if h.X == h.Y && h.Y == h.Z {
		g.setSphere(h.X)
		return
	}
	g.points, g.solid = shape.NewEllipsoidDeepestPoint(h), shape.Ellipsoid{H: h}
}

// normalizedTypeName is the name of a type without regard to case, blanks and underscores.
func normalizedTypeName(s string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(s))
}

// checkLengthNotZero reports whether the length of a shape is not 0.
func (b *builder) checkLengthNotZero(e *deck.Element) bool {
	if e.Real("length") == 0 {
		b.reportOnce(e, "length", "B222", "the length of the shape is 0")
		return false
	}
	return true
}

// checkRequiredAttrs reports whether a graphic that a contact needs has the attributes.
func (b *builder) checkRequiredAttrs(e *deck.Element, names ...string) bool {
	for _, n := range names {
		if !e.Has(n) {
			b.reportOnce(e, "", "B221", "%s is missing, which a contact with this shape needs", n)
			return false
		}
		if n == "rm_id" {
			continue
		}
		if v := e.Real(n); math.Abs(v) > farthest {
			b.reportOnce(e, n, "B321", "%g is too large to compute with: distances are at most %g", v, farthest)
			return false
		}
	}
	return true
}

// farthest bounds distances, so that their squares and products are numbers.
const farthest = 1e60

func (b *builder) readBox(e *deck.Element, g *geometry) {
	if !b.checkRequiredAttrs(e, "length_x", "length_y", "length_z") {
		return
	}
	l := readVector(e, "length_x", "length_y", "length_z")
	h := spatial.Vec{X: math.Abs(l.X) / 2, Y: math.Abs(l.Y) / 2, Z: math.Abs(l.Z) / 2}
	if h.X == 0 || h.Y == 0 || h.Z == 0 {
		b.reportOnce(e, "length_x", "B222", "a side of the box is 0")
		return
	}
	if g.name == "BOXDEFINEDFROMCORNER" {
		g.pose.P = l.Scale(0.5)
	}
	g.name = "BOX"
	g.points, g.solid = shape.NewBoxCorners(h), shape.Block{H: h}
}
