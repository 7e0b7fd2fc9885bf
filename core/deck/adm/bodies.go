package adm

import (
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
)

var xyz = []string{"x", "y", "z"}

// pose are the arguments that place a part, and those that place a marker.
func pose(origin, z, x string) []argSpec {
	var out []argSpec
	for _, n := range []string{origin, "REULER", z, x} {
		out = append(out, argSpec{name: n, form: asNumbers, least: 3})
	}
	return out
}

const exactWhy = "the start position of a body may be changed to satisfy the constraints"

var bodyStatements = []spec{
	{name: "PART", kind: "Body_Rigid", id: true, options: "AXES_", read: part, write: writePart, args: join(
		is("GROUND", "isground", "TRUE"),
		of("MASS", "mass"), of("CM", "cg_id"), of("IM", "im_id"),
		argSpec{name: "IP", form: asNumbers, least: 3,
			attrs: []string{"inertia_xx", "inertia_yy", "inertia_zz", "inertia_xy", "inertia_xz", "inertia_yz"}},
		pose("QG", "ZG", "XG"), axesArgs(),
		of("VX", "v_ic_x"), of("VY", "v_ic_y"), of("VZ", "v_ic_z"), of("VM", "vm_id"),
		of("WX", "w_ic_x"), of("WY", "w_ic_y"), of("WZ", "w_ic_z"), of("WM", "wm_id"),
		idle(asWords, exactWhy, "EXACT"), silent(asWord, "MATERIAL"),
		argSpec{name: "PLANAR", form: asFlag}, argSpec{name: "PLANAR", form: asWord},
	)},
	{name: "POINT_MASS", kind: "Body_Point", id: true, options: "AXES_", read: part, write: writePart, args: join(
		of("MASS", "mass"), of("CM", "cg_id"), pose("QG", "ZG", "XG"), axesArgs(),
		of("VX", "v_ic_x"), of("VY", "v_ic_y"), of("VZ", "v_ic_z"),
		idle(asWords, exactWhy, "EXACT"),
	)},
	{name: "FLEX_BODY", kind: "Body_Flexible", id: true, args: join(
		silent(asWords, "MNF", "MATRICES", "MODES", "QG", "REULER", "EXACT"), silent(asLine, "FILE", "MTX_FILE"),
	)},
	{name: "MARKER", kind: "Reference_Marker", id: true, options: "AXES_", read: marker, write: writeMarker, args: join(
		of("PART", "body_id"), values("POINT_MASS"), values("FLEX_BODY"), of("NODE_ID", "node_id"),
		is("FLOATING", "floating", "TRUE"), mark("USEXP"), of("RM", "rm_id"),
		pose("QP", "ZP", "XP"), axesArgs(),
		silent(asNumbers, "CURVE", "SURFACE"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// bodyCommands are the same as commands, which change what is given and move
// nothing.
func bodyCommands() []spec {
	out := copied(bodyStatements)
	for i := range out {
		switch out[i].name {
		case "PART", "POINT_MASS":
			out[i].read = partCommand
		case "MARKER":
			out[i].read = markerCommand
		}
	}
	return out
}

// part: markers of a part are given in its own frame, which is at QG with the
// orientation REULER. Where these are given, a marker of our own becomes the
// LPRF of the body. A part without mass and without CM gets a mass centre too.
func part(e *emitter) bool {
	st := e.st
	e.r.body, e.r.point = st.id, st.spec.name == "POINT_MASS"
	if a := e.argument("PLANAR"); a != nil {
		e.fail(a.name, "E614", "not supported: a part that moves in a plane only").Help = "add a PLANAR joint between the part and ground"
	}
	placed := false
	for _, n := range append([]string{"QG", "REULER", "ZG", "XG", xPointWord}, axisWords[:]...) {
		placed = placed || e.argument(n) != nil
	}
	if e.has("isground") {
		if placed {
			e.warn(st.word, "W608", "QG, REULER, ZG and XG have no effect on ground")
		}
		return true
	}
	if n, err := strconv.ParseFloat(st.id.s, 64); err != nil || !(n >= 1) {
		return true // the missing or wrong id is reported
	}
	var frame, cm *deck.Raw
	if placed {
		frame = e.ownMarker("lprf_id", "frame")
		m := &emitter{r: e.r, st: st, raw: *frame}
		m.orient("QG", "ZG", "XG")
		frame = &m.raw
	}
	if a := e.argument("MASS"); e.argument("CM") == nil && (a == nil || zero(a.val.s)) {
		cm = e.ownMarker("cg_id", "mass centre")
	}
	e.done()
	for _, m := range []*deck.Raw{frame, cm} {
		if m != nil && e.r.builder.Knows(m.Kind) {
			e.r.builder.Add(m)
		}
	}
	return false
}

func zero(s string) bool {
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && v == 0
}

// ownMarker makes a marker of the body that the file does not have, and lets
// an attribute of the body name it.
func (e *emitter) ownMarker(name, what string) *deck.Raw {
	id := strconv.Itoa(e.r.nextID)
	e.r.nextID++
	e.set(name, id, e.st.word)
	m := &emitter{r: e.r, st: e.st, raw: deck.Raw{Kind: "Reference_Marker", Span: e.st.word.span(), Section: e.r.section, Own: true}}
	m.set("id", id, e.st.word)
	m.set("label", what+" of "+e.st.title(), e.st.word)
	m.add("body_id", e.st.word, e.st.id)
	if e.st.spec.name == "POINT_MASS" {
		m.set("body_type", "POINTBODY", e.st.word)
	}
	return &m.raw
}

// marker: without PART= a marker belongs to the part before it.
func marker(e *emitter) bool {
	point, flex := e.argument("POINT_MASS"), e.argument("FLEX_BODY")
	switch {
	case point != nil:
		e.add("body_id", point.name, point.val)
		e.set("body_type", "POINTBODY", point.name)
	case flex != nil:
		e.add("body_id", flex.name, flex.val)
		e.set("body_type", "FLEXBODY", flex.name)
	case e.argument("PART") == nil && e.r.body.src != nil:
		e.set("body_id", e.r.body.s, e.st.word)
		if e.r.point {
			e.set("body_type", "POINTBODY", e.st.word)
		}
	}
	for _, n := range []string{"CURVE", "SURFACE"} {
		if a := e.argument(n); a != nil {
			e.fail(a.name, "E614", "not supported: a marker on a %s", n)
		}
	}
	e.orient("QP", "ZP", "XP")
	return routine(e)
}

func partCommand(e *emitter) bool {
	for _, n := range []string{"QG", "REULER", "ZG", "XG", "PLANAR"} {
		if a := e.argument(n); a != nil {
			e.fail(a.name, "E614", "not supported: a command that moves a part (%s)", n)
		}
	}
	return true
}

func markerCommand(e *emitter) bool {
	e.orient("QP", "ZP", "XP")
	return true
}

// orient takes place and orientation: three angles, or a point on the z axis
// and one in the xz plane on the side of x.
func (e *emitter) orient(origin, z, x string) {
	if a := e.argument(origin); a != nil {
		e.spread(a, each("pos_", xyz...))
	}
	if e.exactAxes(origin, z, x) {
		return
	}
	if a := e.argument("REULER"); a != nil {
		e.spread(a, []string{"psi", "theta", "phi"})
	}
	za, xa := e.argument(z), e.argument(x)
	if xa != nil && (za == nil || e.argument("USEXP") != nil) {
		e.fromX(e.argument(origin), za, xa)
		return
	}
	if za != nil {
		e.spread(za, each("zp_", xyz...))
	}
	if xa != nil {
		e.spread(xa, each("xp_", xyz...))
	}
}

// fromX sets the axes of a marker whose x axis goes through XP exactly (USEXP)
// or which has no ZP. In the first case z is made perpendicular to x in the
// plane of x and ZP; in the second z is that of the part and x is made
// perpendicular to it.
func (e *emitter) fromX(origin, za, xa *arg) {
	var q, zp, xp [3]float64
	zp[2] = math.NaN()
	if !e.point3(origin, &q) || !e.point3(za, &zp) || !e.point3(xa, &xp) {
		return
	}
	xd, zd := minus(xp, q), [3]float64{0, 0, 1}
	if za != nil {
		zd = minus(zp, q)
	}
	exact := e.argument("USEXP") != nil
	u, v := zd, xd // u is kept
	if exact {
		u, v = xd, zd
	}
	u, ok := unit(u)
	if !ok {
		e.fail(xa.val, "E619", "XP lies in the origin of the marker")
		return
	}
	d := dot(u, v)
	for k := range v {
		v[k] -= d * u[k]
	}
	w, ok := unit(v)
	switch {
	case ok && exact:
		e.axis("0", u, xa)
		e.axis("2", w, xa)
	case ok:
		e.axis("0", w, xa)
		e.axis("2", u, xa)
	case exact && za == nil:
		e.axis("0", u, xa)
	default:
		e.fail(xa.val, "E619", "the x and z axes are parallel")
	}
}

// point3 reads three coordinates. What is wrong with them is left to be found
// with the attributes that they are given to.
func (e *emitter) point3(a *arg, dst *[3]float64) bool {
	if a == nil {
		return true
	}
	list := entries(a.val)
	ok := len(list) == 3
	for k := range list {
		v, err := strconv.ParseFloat(list[k].s, 64)
		if ok = ok && err == nil && !math.IsInf(v, 0) && !math.IsNaN(v); ok {
			dst[k] = v
		}
	}
	if !ok && (a.spec.name[0] == 'X' || a.spec.name[0] == 'Z') {
		e.spread(a, each("xp_", xyz...))
	}
	return ok
}

func (e *emitter) axis(column string, v [3]float64, a *arg) {
	for k := range v {
		e.set("a"+strconv.Itoa(k)+column, strconv.FormatFloat(v[k], 'g', -1, 64), a.val)
	}
}

func minus(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// unit scales a vector to length 1; ok is false if it has none to speak of.
func unit(a [3]float64) ([3]float64, bool) {
	n := math.Sqrt(dot(a, a))
	if !(n > 1e-12) || math.IsInf(n, 0) {
		return a, false
	}
	return [3]float64{a[0] / n, a[1] / n, a[2] / n}, true
}
