package element

import (
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// frame is the pose of a marker in the global frame at the start.
type frame struct {
	pos  spatial.Vec
	rot  spatial.Mat
	busy bool // being computed: a marker that refers to itself
}

var global = &frame{rot: spatial.Identity}

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Reference_Marker",
			Doc:  "a frame fixed to a body; position and angles in the frame of rm_id, else of the body's LPRF, else global",
			Attrs: attrs(
				ref("body_id"),
				choice("body_type", "RIGIDBODY", "RIGIDBODY", "POINTBODY", "FLEXBODY"),
				optRef("rm_id", "Reference_Marker"),
				reals("0", "pos_x", "pos_y", "pos_z"),
				reals("0", "a00", "a10", "a20", "a01", "a11", "a21", "a02", "a12", "a22"),
				deck.AttrSpec{Name: "psi", Type: deck.Angle, Default: "0"},
				deck.AttrSpec{Name: "theta", Type: deck.Angle, Default: "0"},
				deck.AttrSpec{Name: "phi", Type: deck.Angle, Default: "0"},
				reals("0", "zp_x", "zp_y", "zp_z", "xp_x", "xp_y", "xp_z"),
				flag("floating"),
				unused("node_id"),
			),
		},
		phase: markers,
		build: buildMarker,
	})
}

// frame returns the pose of the marker with the given id, nil for a marker that
// is not there.
func (b *builder) frame(id int) *frame {
	if id == 0 {
		return global
	}
	if f := b.frames[id]; f != nil {
		return f
	}
	e := b.deck.Find("Reference_Marker", id)
	if e == nil {
		return nil
	}
	f := &frame{rot: spatial.Identity, busy: true}
	b.frames[id] = f
	base := b.base(e)
	if base.busy {
		e.Errorf("rm_id", "B011", "marker %d is measured from itself", id)
		base = global
	}
	pos := spatial.Vec{X: e.Real("pos_x"), Y: e.Real("pos_y"), Z: e.Real("pos_z")}
	rot := orientation(e, pos)
	f.pos = base.pos.Add(base.rot.Mul(pos))
	f.rot = base.rot.Times(&rot)
	f.busy = false
	return f
}

// base is the frame that a marker's position and angles are given in.
func (b *builder) base(e *deck.Element) *frame {
	if id := e.Ref("rm_id"); id != 0 {
		if f := b.frame(id); f != nil {
			return f
		}
		return global
	}
	body := b.bodyElement(e)
	if body == nil || !body.Has("lprf_id") || body.Ref("lprf_id") == e.ID() {
		return global
	}
	if f := b.frame(body.Ref("lprf_id")); f != nil {
		return f
	}
	return global
}

// bodyElement returns the element of the body that a marker belongs to.
func (b *builder) bodyElement(e *deck.Element) *deck.Element {
	kind := "Body_Rigid"
	if e.Enum("body_type") == "POINTBODY" {
		kind = "Body_Point"
	}
	return b.deck.Find(kind, e.Ref("body_id"))
}

// orientation reads the forms of a marker's orientation: direction cosines,
// 3-1-3 angles, or points on the z axis and in the xz plane.
func orientation(e *deck.Element, pos spatial.Vec) spatial.Mat {
	column := func(a, b, c string) (spatial.Vec, bool) {
		return spatial.Vec{X: e.Real(a), Y: e.Real(b), Z: e.Real(c)}, e.Has(a) || e.Has(b) || e.Has(c)
	}
	x, hasX := column("a00", "a10", "a20")
	y, hasY := column("a01", "a11", "a21")
	z, hasZ := column("a02", "a12", "a22")
	if hasX || hasY || hasZ {
		return cosines(e, [3]spatial.Vec{x, y, z}, [3]bool{hasX, hasY, hasZ})
	}
	zp, hasZP := column("zp_x", "zp_y", "zp_z")
	xp, hasXP := column("xp_x", "xp_y", "xp_z")
	if hasZP {
		if !hasXP {
			xp = pos.Add(anyNormal(zp.Sub(pos)))
		}
		return cosines(e, [3]spatial.Vec{xp.Sub(pos), {}, zp.Sub(pos)}, [3]bool{true, false, true})
	}
	return spatial.Euler313(e.Real("psi"), e.Real("theta"), e.Real("phi"))
}

// anyNormal returns a vector that is not along v: the global axis that v is
// least along.
func anyNormal(v spatial.Vec) spatial.Vec {
	best, k := math.Inf(1), 0
	for i := range 3 {
		if c := math.Abs(v.At(i)); c < best {
			best, k = c, i
		}
	}
	return spatial.Axis(k)
}

// cosines makes a rotation of the axes that are given: z is kept, x is made
// perpendicular to it, a missing axis follows from the others.
func cosines(e *deck.Element, a [3]spatial.Vec, has [3]bool) spatial.Mat {
	for k, h := range has {
		if h && a[k].Norm() == 0 {
			e.Errorf("", "B012", "the direction cosines of axis %s are all zero", [...]string{"x", "y", "z"}[k])
			return spatial.Identity
		}
	}
	const tol = 1e-3
	for k, h := range has {
		if h && e.Has("a00") && math.Abs(a[k].Norm()-1) > tol {
			e.Warnf("", "B013", "axis %s has length %.4g instead of 1 and is scaled", [...]string{"x", "y", "z"}[k], a[k].Norm())
		}
	}
	x, y, z := a[0], a[1], a[2]
	switch {
	case has[0] && has[2]:
	case has[0] && has[1]:
		z = x.Cross(y)
	case has[1] && has[2]:
		x = y.Cross(z)
	case has[0]:
		z = x.Cross(anyNormal(x))
	case has[1]:
		x = anyNormal(y)
		z = x.Cross(y)
	default:
		x = anyNormal(z)
	}
	if z = z.Unit(); z.Norm() == 0 {
		e.Errorf("", "B012", "the axes are parallel")
		return spatial.Identity
	}
	x = x.AddScaled(-x.Dot(z), z)
	if x.Norm() < 1e-9 {
		e.Errorf("", "B012", "the x and z axes are parallel")
		return spatial.Identity
	}
	x = x.Unit()
	return spatial.Mat{A: x, B: z.Cross(x), C: z}
}

func buildMarker(b *builder, e *deck.Element) {
	f := b.frame(e.ID())
	if e.Enum("body_type") == "FLEXBODY" {
		e.Errorf("body_type", "B014", "flexible bodies are not supported")
		return
	}
	body, ok := b.body(e)
	if !ok {
		return
	}
	at := &b.sys.Bodies[body]
	b.sys.AddMarker(system.Marker{
		ID: e.ID(), Body: body,
		Pos:      at.Rot0.TMul(f.pos.Sub(at.Pos0)),
		Rot:      spatial.Mat{A: at.Rot0.TMul(f.rot.A), B: at.Rot0.TMul(f.rot.B), C: at.Rot0.TMul(f.rot.C)},
		Floating: e.Bool("floating"),
	})
}

// body returns the body of a marker. Which kind of body an id belongs to is
// told by body_type; where that gives none the other kind is tried.
func (b *builder) body(e *deck.Element) (system.BodyIdx, bool) {
	id := e.Ref("body_id")
	order := [2]system.BodyKind{system.Rigid, system.PointMass}
	if e.Enum("body_type") == "POINTBODY" {
		order[0], order[1] = order[1], order[0]
	}
	for n, k := range order {
		if i, ok := b.sys.Body(k, id); ok {
			if n == 1 && e.Has("body_type") {
				e.Warnf("body_type", "B015", "body %d is of the other type", id)
			}
			return i, true
		}
	}
	e.Errorf("body_id", "E021", "there is no Body_Rigid or Body_Point %d", id)
	return 0, false
}
