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
const ours = " (our name)"

func init() {
	enter(kind{schema: &deck.Schema{
		Kind: graphicKind, Open: true,
		Doc: "a shape: kept where Force_Contact or Sensor_Proximity names it, otherwise without effect; what other attributes say of its looks is not read",
		Attrs: attrs(
			deck.AttrSpec{Name: "type", Type: deck.String, Doc: "Sphere, Plane, BoxDefinedFromCenter, BoxDefinedFromCorner, Cylinder, TriaMesh or Point; others are for pictures only"},
			also(optMarker("rm_id", "marker in whose axes the shape is: centre of a sphere or box, corner of a box, a plane's z outwards, a cylinder from there along z"+ours),
				"marker_id", "ref_marker_id", "i_marker_id"),
			positive(real("radius", "", "length", "of a sphere or cylinder"+ours)),
			also(positive(real("length", "", "length", "of a cylinder"+ours)), "height"),
			also(real("x_length", "", "length", "side of a box along x; negative from a corner backwards"+ours), "length_x", "x"),
			also(real("y_length", "", "length", "side of a box along y; negative from a corner backwards"+ours), "length_y", "y"),
			also(real("z_length", "", "length", "side of a box along z; negative from a corner backwards"+ours), "length_z", "z"),
			count("num_vertex", "number of vertices of a TriaMesh in the text, behind which its triangles stand; all numbers are vertices if missing"+ours),
			deck.AttrSpec{Name: "file_name", Type: deck.Path, Doc: "file of a TriaMesh, .obj or .stl" + ours},
		),
		Text: []deck.AttrSpec{{Type: deck.Reals, When: "type=TriaMesh", Unit: "length", Doc: "vertices of a TriaMesh, x y z each, then three numbers of vertices, from 1, a triangle"}},
	}, phase: commands})
}

// geometry is a graphic as contacts see it. Where points or solid is nil the shape
// cannot be that side of a pair.
type geometry struct {
	name   string
	points shape.Touching
	solid  shape.Solid
	pose   shape.Pose // in axes of its marker
}

// geometry reads a graphic; nil with an error where it cannot touch anything.
func (b *builder) geometry(e *deck.Element) *geometry {
	g := &geometry{name: squeeze(e.Str("type")), pose: shape.Identity}
	switch g.name {
	case "SPHERE":
		if b.given(e, "radius") {
			r := e.Real("radius")
			g.points, g.solid = shape.NewCloud(shape.Point{R: r}), shape.Ball{R: r}
		}
	case "PLANE":
		g.solid = shape.HalfSpace{}
	case "BOXDEFINEDFROMCENTER", "BOXDEFINEDFROMCORNER", "BOX":
		b.box(e, g)
	case "CYLINDER":
		if b.given(e, "radius", "length") {
			r, h := e.Real("radius"), e.Real("length")/2
			g.points, g.solid = shape.NewRims(r, r, h), shape.Rod{R: r, H: h}
			g.pose.P.Z = h
		}
	case "POINT":
		g.points = shape.NewCloud(shape.Point{})
	case "TRIAMESH":
		b.mesh(e, g)
	default:
		b.once(e, "type", "B220", "a shape of type %q cannot touch others: those that can are Sphere, Plane, BoxDefinedFromCenter, BoxDefinedFromCorner, Cylinder, TriaMesh and Point", e.Str("type"))
	}
	if g.points == nil && g.solid == nil {
		b.faults.add(e) // reported
		return nil
	}
	return g
}

// squeeze is the name of a type without regard to case, blanks and underscores.
func squeeze(s string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(s))
}

// given tells whether a graphic that a contact needs has the attributes.
func (b *builder) given(e *deck.Element, names ...string) bool {
	for _, n := range names {
		if !e.Has(n) {
			b.once(e, "", "B221", "%s is missing, which a contact with this shape needs", n)
			return false
		}
	}
	return true
}

func (b *builder) box(e *deck.Element, g *geometry) {
	if !b.given(e, "x_length", "y_length", "z_length") {
		return
	}
	l := three(e, "x_length", "y_length", "z_length")
	h := spatial.Vec{X: math.Abs(l.X) / 2, Y: math.Abs(l.Y) / 2, Z: math.Abs(l.Z) / 2}
	if h.X == 0 || h.Y == 0 || h.Z == 0 {
		b.once(e, "x_length", "B222", "a side of the box is 0")
		return
	}
	if g.name == "BOXDEFINEDFROMCORNER" {
		g.pose.P = l.Scale(0.5)
	}
	g.name = "BOX"
	g.points, g.solid = shape.Corners(h), shape.Block{H: h}
}
