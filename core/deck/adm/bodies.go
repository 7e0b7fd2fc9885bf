package adm

import (
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
)

var xyz = []string{"x", "y", "z"}

// poseArgs are the arguments that place a part, and those that place a marker.
func poseArgs(origin, z, x string) []argSpec {
	var out []argSpec
	for _, n := range []string{origin, "REULER", z, x} {
		out = append(out, argSpec{name: n, form: asNumbers, least: 3})
	}
	return out
}

// closedData is why data of other programs are refused.
const closedData = "FLEX_FILE takes data of flexible bodies, .json (trammel flex reduce makes one), .SID_FEM or .mtx, with FLEX_UNITS"

const exactWhy = "the start position of a body may be changed to satisfy the constraints"

var bodyStatements = []spec{
	{name: "PART", kind: "Body_Rigid", id: true, options: "AXES_", read: emitPart, write: writePart, args: joinArgs(
		flagArg("GROUND", "isground", "TRUE"),
		newArgWithOptionalEntries("MASS", "mass"), newArgWithOptionalEntries("CM", "cg_id"), newArgWithOptionalEntries("IM", "im_id"),
		setLeastEntries(3, newArgWithOptionalEntries("IP", "inertia_xx", "inertia_yy", "inertia_zz", "inertia_xy", "inertia_xz", "inertia_yz")),
		poseArgs("QG", "ZG", "XG"), axesArgs(),
		newArgWithOptionalEntries("VX", "v_ic_x"), newArgWithOptionalEntries("VY", "v_ic_y"), newArgWithOptionalEntries("VZ", "v_ic_z"), newArgWithOptionalEntries("VM", "vm_id"),
		newArgWithOptionalEntries("WX", "w_ic_x"), newArgWithOptionalEntries("WY", "w_ic_y"), newArgWithOptionalEntries("WZ", "w_ic_z"), newArgWithOptionalEntries("WM", "wm_id"),
		uselessArgs(asWords, exactWhy, "EXACT"), ignoredArgs(asWord, "MATERIAL"),
		newArgOfFormHandledByStatement(asFlag, "PLANAR"), newArgOfFormHandledByStatement(asWord, "PLANAR"),
	)},
	{name: "POINT_MASS", kind: "Body_Point", id: true, options: "AXES_", read: emitPart, write: writePart, args: joinArgs(
		newArgWithOptionalEntries("MASS", "mass"), newArgWithOptionalEntries("CM", "cg_id"), poseArgs("QG", "ZG", "XG"), axesArgs(),
		newArgWithOptionalEntries("VX", "v_ic_x"), newArgWithOptionalEntries("VY", "v_ic_y"), newArgWithOptionalEntries("VZ", "v_ic_z"),
		uselessArgs(asWords, exactWhy, "EXACT"),
	)},
	{name: "FLEX_BODY", kind: "Body_Flexible", id: true, options: "AXES_", read: emitPart, write: writePart, args: joinArgs(
		addAlias(toLineEndArg("FLEX_FILE", "flex_file"), "MTX_FILE"), wordArg("FLEX_UNITS", "flex_units"), addAlias(toLineEndArg("MNF_FILE", "mnf_file"), "MNF"), toLineEndArg("H3D_FILE", "h3d_file"),
		refusedArgs(asLine, closedData, "DB_FILE", "BDF_FILE", "FILE"), refusedArgs(asWords, closedData, "MATRICES"),
		poseArgs("QG", "ZG", "XG"), axesArgs(),
		newArgWithOptionalEntries("VX", "v_ic_x"), newArgWithOptionalEntries("VY", "v_ic_y"), newArgWithOptionalEntries("VZ", "v_ic_z"), newArgWithOptionalEntries("WX", "w_ic_x"), newArgWithOptionalEntries("WY", "w_ic_y"), newArgWithOptionalEntries("WZ", "w_ic_z"),
		listArg("Q_IC", "q_ic"), listArg("QDOT_IC", "qdot_ic"), flagArg("RIGIDIFIED", "rigidified", "TRUE"), expressionArg("CRATIO", "cdamp_expr"), routineArgs(), newArgWithOptionalEntries("MAX_FREQUENCY", "max_frequency"),
		uselessArgs(asWords, exactWhy, "EXACT"), uselessArgs(asWord, "it scales pictures", "CHAR_LEN"),
		refusedArgs(asWords, "velocities are along global axes, angular velocities along those of the body", "VM", "WM"),
		refusedArgs(asWords, "modal coordinates start with Q_IC and QDOT_IC, from mode 7 on", "MODES", "DMODE", "VMODE", "MEXACT"),
		refusedArgs(asWords, "all modes of the data count, with all invariants", "INVARIANTS", "DYNAMIC_LIMIT", "STABILITY_FACTOR"),
		refusedArgs(asWords, "damping is CRATIO or that of the data", "GENERALIZED_DAMPING"),
		refusedArgs(asWord, "RIGIDIFIED makes the body rigid", "REPRESENTATION"),
	)},
	{name: "MARKER", kind: "Reference_Marker", id: true, options: "AXES_", read: emitMarker, write: writeMarker, args: joinArgs(
		newArgWithOptionalEntries("PART", "body_id"), newArgHandledByStatement("POINT_MASS"), newArgHandledByStatement("FLEX_BODY"), newArgWithOptionalEntries("NODE_ID", "node_id"),
		flagArg("FLOATING", "floating", "TRUE"), newArgOfFormHandledByStatement(asFlag, "USEXP"), newArgWithOptionalEntries("RM", "rm_id"),
		poseArgs("QP", "ZP", "XP"), axesArgs(),
		ignoredArgs(asNumbers, "CURVE", "SURFACE"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// bodyCommands are the same as commands, which change what is given and move
// nothing.
func bodyCommands() []spec {
	out := toCommandSpecs(bodyStatements)
	for i := range out {
		switch out[i].name {
		case "PART", "POINT_MASS", "FLEX_BODY":
			out[i].read = emitPartCommand
		case "MARKER":
			out[i].read = emitMarkerCommand
		}
	}
	return out
}

// emitPart: markers of a part are given in its own frame, which is at QG with the
// orientation REULER. Where these are given, a marker of our own becomes the
// LPRF of the body. A part without mass and without CM gets a mass centre too.
func emitPart(e *elementEmitter) bool {
	st := e.st
	e.r.body, e.r.bodyType = st.id, bodyTypes[st.spec.name]
	if a := e.argumentNamed("PLANAR"); a != nil {
		e.addErrorAt(a.name, "E614", "not supported: a part that moves in a plane only").Help = "add a PLANAR joint between the part and ground"
	}
	if st.spec.name == "FLEX_BODY" {
		emitRoutine(e)
	}
	placed := false
	for _, n := range append([]string{"QG", "REULER", "ZG", "XG", xPointWord}, axisWords[:]...) {
		placed = placed || e.argumentNamed(n) != nil
	}
	if e.hasAttr("isground") {
		if placed {
			e.addWarningAt(st.word, "W608", "QG, REULER, ZG and XG have no effect on ground")
		}
		return true
	}
	if n, err := strconv.ParseFloat(st.id.s, 64); err != nil || !(n >= 1) {
		return true // the missing or wrong id is reported
	}
	var frame, cm *deck.Raw
	if placed {
		frame = e.addOwnMarker("lprf_id", "frame")
		m := &elementEmitter{r: e.r, st: st, raw: *frame}
		m.emitPlacement("QG", "ZG", "XG")
		frame = &m.raw
	}
	if a := e.argumentNamed("MASS"); st.spec.name != "FLEX_BODY" && e.argumentNamed("CM") == nil && (a == nil || isZero(a.val.s)) {
		cm = e.addOwnMarker("cg_id", "mass centre")
	}
	e.finishElement()
	for _, m := range []*deck.Raw{frame, cm} {
		if m != nil && e.r.builder.HasKind(m.Kind) {
			e.r.builder.AddElement(m)
		}
	}
	return false
}

func isZero(s string) bool {
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && v == 0
}

// addOwnMarker makes a marker of the body that the file does not have, and lets
// an attribute of the body name it.
func (e *elementEmitter) addOwnMarker(name, what string) *deck.Raw {
	id := strconv.Itoa(e.r.nextID)
	e.r.nextID++
	e.setDerived(name, id, e.st.word)
	m := &elementEmitter{r: e.r, st: e.st, raw: deck.Raw{Kind: "Reference_Marker", Span: e.st.word.fileSpan(), Section: e.r.section, Own: true}}
	m.setDerived("id", id, e.st.word)
	m.setDerived("label", what+" of "+e.st.messageName(), e.st.word)
	m.addAttr("body_id", e.st.word, e.st.id)
	if t := bodyTypes[e.st.spec.name]; t != "" {
		m.setDerived("body_type", t, e.st.word)
	}
	return &m.raw
}

// bodyTypes are the values of body_type of the bodies of statements; none for parts.
var bodyTypes = map[string]string{"POINT_MASS": "POINTBODY", "FLEX_BODY": "FLEXBODY"}

// emitMarker: without PART= a marker belongs to the part before it.
func emitMarker(e *elementEmitter) bool {
	point, flex := e.argumentNamed("POINT_MASS"), e.argumentNamed("FLEX_BODY")
	switch {
	case point != nil:
		e.addAttr("body_id", point.name, point.val)
		e.setDerived("body_type", "POINTBODY", point.name)
	case flex != nil:
		e.addAttr("body_id", flex.name, flex.val)
		e.setDerived("body_type", "FLEXBODY", flex.name)
	case e.argumentNamed("PART") == nil && e.r.body.src != nil:
		e.setDerived("body_id", e.r.body.s, e.st.word)
		if e.r.bodyType != "" {
			e.setDerived("body_type", e.r.bodyType, e.st.word)
		}
	}
	for _, n := range []string{"CURVE", "SURFACE"} {
		if a := e.argumentNamed(n); a != nil {
			e.addErrorAt(a.name, "E614", "not supported: a marker on a %s", n)
		}
	}
	if a := e.argumentNamed("QP"); a != nil && e.argumentNamed("NODE_ID") != nil {
		e.addErrorAt(a.name, "E614", "not supported: a marker beside its node (QP)")
	}
	e.emitPlacement("QP", "ZP", "XP")
	return emitRoutine(e)
}

func emitPartCommand(e *elementEmitter) bool {
	for _, n := range []string{"QG", "REULER", "ZG", "XG", "PLANAR"} {
		if a := e.argumentNamed(n); a != nil {
			e.addErrorAt(a.name, "E614", "not supported: a command that moves a part (%s)", n)
		}
	}
	return true
}

func emitMarkerCommand(e *elementEmitter) bool {
	e.emitPlacement("QP", "ZP", "XP")
	return true
}

// emitPlacement takes place and orientation: three angles, or a point on the z axis
// and one in the xz plane on the side of x.
func (e *elementEmitter) emitPlacement(origin, z, x string) {
	if a := e.argumentNamed(origin); a != nil {
		e.distributeEntries(a, expandNames("pos_", xyz...))
	}
	if e.emitExactAxes(origin, z, x) {
		return
	}
	if a := e.argumentNamed("REULER"); a != nil {
		e.distributeEntries(a, []string{"psi", "theta", "phi"})
	}
	za, xa := e.argumentNamed(z), e.argumentNamed(x)
	if xa != nil && (za == nil || e.argumentNamed("USEXP") != nil) {
		e.setAxesFromX(e.argumentNamed(origin), za, xa)
		return
	}
	if za != nil {
		e.distributeEntries(za, expandNames("zp_", xyz...))
	}
	if xa != nil {
		e.distributeEntries(xa, expandNames("xp_", xyz...))
	}
}

// setAxesFromX sets the axes of a marker whose x axis goes through XP exactly (USEXP)
// or which has no ZP. In the first case z is made perpendicular to x in the
// plane of x and ZP; in the second z is that of the part and x is made
// perpendicular to it.
func (e *elementEmitter) setAxesFromX(origin, za, xa *arg) {
	var q, zp, xp [3]float64
	zp[2] = math.NaN()
	if !e.readPoint(origin, &q) || !e.readPoint(za, &zp) || !e.readPoint(xa, &xp) {
		return
	}
	xd, zd := subtract3(xp, q), [3]float64{0, 0, 1}
	if za != nil {
		zd = subtract3(zp, q)
	}
	exact := e.argumentNamed("USEXP") != nil
	u, v := zd, xd // u is kept
	if exact {
		u, v = xd, zd
	}
	u, ok := normalize3(u)
	if !ok {
		e.addErrorAt(xa.val, "E619", "XP lies in the origin of the marker")
		return
	}
	d := dot3(u, v)
	for k := range v {
		v[k] -= d * u[k]
	}
	w, ok := normalize3(v)
	switch {
	case ok && exact:
		e.setAxis("0", u, xa)
		e.setAxis("2", w, xa)
	case ok:
		e.setAxis("0", w, xa)
		e.setAxis("2", u, xa)
	case exact && za == nil:
		e.setAxis("0", u, xa)
	default:
		e.addErrorAt(xa.val, "E619", "the x and z axes are parallel")
	}
}

// readPoint reads three coordinates. What is wrong with them is left to be found
// with the attributes that they are given to.
func (e *elementEmitter) readPoint(a *arg, dst *[3]float64) bool {
	if a == nil {
		return true
	}
	list := splitEntries(a.val)
	ok := len(list) == 3
	for k := range list {
		v, err := strconv.ParseFloat(list[k].s, 64)
		if ok = ok && err == nil && !math.IsInf(v, 0) && !math.IsNaN(v); ok {
			dst[k] = v
		}
	}
	if !ok && (a.spec.name[0] == 'X' || a.spec.name[0] == 'Z') {
		e.distributeEntries(a, expandNames("xp_", xyz...))
	}
	return ok
}

func (e *elementEmitter) setAxis(column string, v [3]float64, a *arg) {
	for k := range v {
		e.setDerived("a"+strconv.Itoa(k)+column, strconv.FormatFloat(v[k], 'g', -1, 64), a.val)
	}
}

func subtract3(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot3(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// normalize3 scales a vector to length 1; ok is false if it has none to speak of.
func normalize3(a [3]float64) ([3]float64, bool) {
	n := math.Sqrt(dot3(a, a))
	if !(n > 1e-12) || math.IsInf(n, 0) {
		return a, false
	}
	return [3]float64{a[0] / n, a[1] / n, a[2] / n}, true
}
