package cmdfile

import (
	"math"
	"strconv"
	"strings"
)

// emitPart: mass and inertia are given, or follow from the shapes and a density.
func emitPart(e *emitter) bool {
	o := e.o
	if o.attr("ground") != nil {
		e.flag("GROUND", o.at)
		return true
	}
	if a := o.attr("planar"); a != nil && isYes(e.joined("planar")) {
		e.errorf(a.span(), "E660", "not supported: a part that moves in a plane only").Help = "add a planar joint between the part and ground"
	}
	p, err := e.x.poseOf(o)
	if err != nil {
		e.errorf(o.at, "E657", "%v", err)
		return false
	}
	if m := o.ancestor(modelClass); !e.plainAngles(m) && !e.plainAngles(e.x.groundOf(m)) {
		e.frame("QG", p, origin)
	}
	if !e.mass() {
		return false
	}
	point := o.kind.statement == "POINT_MASS"
	for _, n := range []string{"vx", "vy", "vz"} {
		e.slot(slot{strings.ToUpper(n), n, asNumber})
	}
	if !point {
		for _, n := range []string{"wx", "wy", "wz"} {
			e.slot(slot{strings.ToUpper(n), n, asAngle})
		}
		e.slot(slot{"WM", "wm", asRef})
		e.slot(slot{"VM", "vm", asRef})
	}
	return true
}

// groundOf returns ground where it is in the frame of the model.
func (x *interpreter) groundOf(m *object) *object {
	for _, p := range m.order {
		if p.attr("ground") != nil && !p.gone {
			return p
		}
	}
	return m
}

// mass adds mass, centre and inertia of a part.
func (e *emitter) mass() bool {
	o := e.o
	if o.attr("mass") == nil && (o.attr("density") != nil || o.attr("material_type") != nil) {
		return e.massOfShapes()
	}
	if o.attr("mass") == nil {
		return true
	}
	e.slot(slot{"MASS", "mass", asNumber})
	if !e.center() {
		return false
	}
	if o.kind.statement == "POINT_MASS" {
		return true
	}
	if !e.slot(slot{"IM", "inertia_marker", asRef}) {
		return false
	}
	var list []string
	given := false
	for _, n := range []string{"ixx", "iyy", "izz", "ixy", "ixz", "iyz"} {
		if n == "ixz" && o.attr(n) == nil {
			n = "izx"
		}
		given = given || o.attr(n) != nil
		list = append(list, formatNumber(e.float(n, 0)))
	}
	if given {
		e.put("IP", strings.Join(list, ", "), o.at)
	}
	return true
}

// center adds the centre of mass: a marker that is named, the one called cm, else the origin of the part.
func (e *emitter) center() bool {
	if e.o.attr("center_of_mass_marker") != nil {
		return e.slot(slot{"CM", "center_of_mass_marker", asRef})
	}
	m := e.x.db.child(e.o, "cm")
	if m == nil || m.class != markerClass {
		m = e.x.addedMarker(e.o, "cm", pose{axes: identity})
	}
	e.put("CM", strconv.Itoa(m.id), e.o.at)
	return true
}

// addedMarker makes a marker of a part while statements are made.
func (x *interpreter) addedMarker(part *object, name string, p pose) *object {
	if x.db.child(part, name) != nil {
		name = x.db.freeName(part, name+"_")
	}
	m, _ := x.db.add(part, name, markerClass, part.at)
	m.kind = kindOf("marker", "")
	m.id = x.newID("MARKER")
	e := x.emitterFor(m, "MARKER")
	e.put("PART", strconv.Itoa(part.id), part.at)
	if p.at != (vec{}) {
		e.put("QP", vectorText(p.at), part.at)
	}
	e.axes(p.axes, part.at)
	x.rec.Add(e.st)
	return m
}

func emitMarker(e *emitter) bool {
	o := e.o
	part := o.parent.ancestor(partClass)
	if part == nil {
		if o.parent.class == modelClass { // a marker of the model is one of ground
			part = e.x.groundOf(o.parent)
		} else {
			e.errorf(o.at, "E658", "the marker is on no part")
			return false
		}
	}
	arg := "PART"
	if part.kind != nil && part.kind.statement == "POINT_MASS" {
		arg = "POINT_MASS"
	}
	for _, n := range []string{"node_id", "curve_name"} {
		if a := o.attr(n); a != nil {
			e.errorf(a.span(), "E660", "not supported: a marker on a flexible body or a curve")
			return false
		}
	}
	e.put(arg, strconv.Itoa(part.id), o.at)
	if o.kind.last() == "floating_marker" {
		return true
	}
	if e.plainAngles(part) {
		return true
	}
	p, err := e.x.poseOf(o)
	if err != nil {
		e.errorf(o.at, "E657", "%v", err)
		return false
	}
	f, err := e.x.poseOf(part)
	if err != nil {
		e.errorf(o.at, "E657", "%v", err)
		return false
	}
	e.frame("QP", p, f)
	return true
}

// freedom adds the type of freedom: TRANSLATIONAL or ROTATIONAL.
func (e *emitter) freedom() (string, bool) {
	t, ok := e.text("type_of_freedom")
	t = strings.ToLower(t)
	switch {
	case !ok || t == "":
		return "", true
	case strings.HasPrefix("translational", t):
		return "TRANSLATIONAL", true
	case strings.HasPrefix("rotational", t):
		return "ROTATIONAL", true
	}
	e.errorf(e.o.attr("type_of_freedom").span(), "E659", "type_of_freedom is translational or rotational, not %q", shorten(t))
	return "", false
}

func emitScalar(e *emitter) bool {
	f, ok := e.freedom()
	if !ok {
		return false
	}
	if f == "" {
		f = "TRANSLATIONAL"
	}
	e.flag(f, e.o.at)
	return e.needsLaw("function")
}

// needsLaw makes a function that is not there zero: Adams View writes it so before it is set.
func (e *emitter) needsLaw(name string) bool {
	if e.o.attr(name) == nil && e.o.attr("user_function") == nil {
		e.put("FUNCTION", "0", e.o.at)
	}
	return true
}

// emitMotion: the type of freedom of a motion at a joint, the axis of one between markers.
func emitMotion(e *emitter) bool {
	f, ok := e.freedom()
	if !ok {
		return false
	}
	joint := e.o.attr("joint_name") != nil
	if j := e.object("joint_name"); f == "" && j != nil && j.kind != nil {
		switch j.kind.last() {
		case "translational":
			f = "TRANSLATIONAL"
		case "revolute":
			f = "ROTATIONAL"
		}
	}
	if joint && f != "" {
		e.flag(f, e.o.at)
	}
	if t, ok := e.text("axis"); ok && !joint {
		t = strings.ToUpper(t)
		switch t {
		case "X", "Y", "Z", "B1", "B2", "B3":
			e.flag(t, e.o.attr("axis").span())
		default:
			e.errorf(e.o.attr("axis").span(), "E659", "axis is x, y, z, b1, b2 or b3, not %q", shorten(t))
			return false
		}
	}
	if t, ok := e.text("time_derivative"); ok && t != "" {
		w := wordOf(t, "displacement", "velocity", "acceleration")
		if w == "" {
			e.errorf(e.o.attr("time_derivative").span(), "E659", "time_derivative is displacement, velocity or acceleration, not %q", shorten(t))
			return false
		}
		e.flag(strings.ToUpper(w), e.o.attr("time_derivative").span())
	}
	return e.needsLaw("function")
}

// wordOf returns the word that t begins, "" if it is none.
func wordOf(t string, words ...string) string {
	t = strings.ToLower(strings.TrimSpace(t))
	for _, w := range words {
		if t != "" && strings.HasPrefix(w, t) {
			return w
		}
	}
	return ""
}

// emitCoupler: the factors are one list or two to three parameters; what is an angle is one by the type of the joint.
func emitCoupler(e *emitter) bool {
	joints, ok := e.objects("joint_name")
	if !ok || len(joints) == 0 {
		if ok {
			e.errorf(e.o.at, "E659", "joint_name is missing")
		}
		return false
	}
	if !e.references("JOINTS", "joint_name") {
		return false
	}
	var types []string
	list, _ := e.values("type_of_freedom")
	for i, j := range joints {
		t := ""
		if i < len(list) {
			t = wordOf(list[i].String(), "translational", "rotational", "rot_rot_rot", "tra_rot_rot")
		}
		if t == "" && j.kind != nil {
			switch j.kind.last() {
			case "translational":
				t = "t"
			case "revolute":
				t = "r"
			}
		}
		if t == "" {
			e.errorf(e.o.at, "E659", "type_of_freedom is needed: %s may both turn and slide", j.path())
			return false
		}
		types = append(types, strings.ToUpper(t[:1]))
	}
	e.put("TYPE", strings.Join(types, ":"), e.o.at)
	if e.o.attr("user_function") != nil {
		return e.law("FUNCTION", "function")
	}
	return e.scales(types)
}

func (e *emitter) scales(types []string) bool {
	if e.o.attr("motion_multipliers") != nil {
		list, ok := e.floats("motion_multipliers")
		if ok && len(list) == len(types)-1 {
			list = append([]float64{1}, list...)
		}
		if !ok || len(list) != len(types) {
			e.errorf(e.o.attr("motion_multipliers").span(), "E659", "motion_multipliers has %d values for %d joints", len(list), len(types))
			return false
		}
		return e.putList("SCALES", list)
	}
	var list []float64
	for i, n := range []string{"first", "second", "third"}[:min(3, len(types))] {
		v := e.float(n+"_scale_factor", math.NaN())
		if a := e.o.attr(n + "_angular_scale_factor"); a != nil {
			v = e.float(n+"_angular_scale_factor", 1) * a.angle.factor
		}
		if math.IsNaN(v) {
			if i > 0 {
				e.errorf(e.o.at, "E659", "%s_scale_factor is missing", n)
				return false
			}
			v = 1
		}
		list = append(list, v)
	}
	return e.putList("SCALES", list)
}

func (e *emitter) putList(arg string, list []float64) bool {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = formatNumber(v)
	}
	e.put(arg, strings.Join(texts, ", "), e.o.at)
	return true
}

// emitVectorForce: all components in one function are those of a routine.
func emitVectorForce(e *emitter) bool {
	for _, n := range []string{"xyz_force_function", "xyz_torque_function"} {
		if a := e.o.attr(n); a != nil {
			e.errorf(a.span(), "E660", "not supported: %s", n).Help = "give the components by functions of their own, or user_function"
			return false
		}
	}
	if u := e.o.attr("user_function"); u != nil {
		return e.law("FUNCTION", "function")
	}
	return true
}

// emitBushing: six stiffnesses in one list are read as three and three. A bushing names all of them.
func emitBushing(e *emitter) bool {
	for i, n := range []string{"K", "C", "FORCE", "KT", "CT", "TORQUE"} {
		param := []string{"stiffness", "damping", "force_preload", "tstiffness", "tdamping", "torque_preload"}[i]
		if a := e.o.attr(param); a != nil {
			if list, _ := e.floats(param); len(list) != 3 {
				e.errorf(a.span(), "E659", "%s takes 3 values, not %d", param, len(list)).Help = "the parameters for torques are tstiffness, tdamping and torque_preload"
				return false
			}
			continue
		}
		e.put(n, "0, 0, 0", e.o.at)
	}
	return true
}

// emitField: six displacements, the last three of which are angles, and six forces.
func emitField(e *emitter) bool {
	a := e.o.attr("rotation_at_preload")
	six := func(first, second string, factor float64) ([]float64, bool) {
		if e.o.attr(first) == nil && e.o.attr(second) == nil {
			return nil, true
		}
		list := make([]float64, 6)
		for k, n := range []string{first, second} {
			if e.o.attr(n) == nil {
				continue
			}
			v, ok := e.floats(n)
			if !ok || len(v) != 3 {
				e.errorf(e.o.attr(n).span(), "E659", "%s takes 3 values, not %d", n, len(v))
				return nil, false
			}
			for i := range v {
				if list[3*k+i] = v[i]; k == 1 {
					list[3*k+i] *= factor
				}
			}
		}
		return list, true
	}
	factor := 1.0
	if a != nil {
		factor = a.angle.factor
	}
	length, ok1 := six("translation_at_preload", "rotation_at_preload", factor)
	force, ok2 := six("force_preload", "torque_preload", 1)
	if !ok1 || !ok2 {
		return false
	}
	if length != nil {
		e.putList("LENGTH", length)
	}
	if force != nil {
		e.putList("FORCE", force)
	}
	return true
}

func emitFriction(e *emitter) bool {
	var inputs []string
	some := false
	for _, in := range []struct{ param, word string }{{"preload", "PRELOAD"}, {"reaction_force", "REACTION_FORCE"}, {"bending_moment", "BENDING_MOMENT"}, {"torsional_moment", "TORSIONAL_MOMENT"}} {
		t, ok := e.text(in.param)
		some = some || ok
		if !ok || isYes(t) {
			inputs = append(inputs, in.word)
		}
	}
	if some {
		if len(inputs) == 0 {
			inputs = []string{"NONE"}
		}
		e.put("INPUTS", strings.Join(inputs, ", "), e.o.at)
	}
	for _, n := range []string{"overlap_delta", "effect"} {
		if t, ok := e.text(n); ok && t != "" {
			e.put(strings.ToUpper(n), strings.ToUpper(t), e.o.attr(n).span())
		}
	}
	if t, ok := e.text("inactive_during_static"); ok && isYes(t) {
		e.flag("INACTIVE_DURING_STATIC", e.o.attr("inactive_during_static").span())
	}
	return true
}

// emitJoint: friction in the joint itself is that of old versions.
func emitJoint(e *emitter) bool {
	t, _ := e.text("friction_enabled")
	for _, n := range []string{"mu_dyn_rot", "mu_stat_rot", "mu_dyn_trans", "mu_stat_trans"} {
		a := e.o.attr(n)
		if a == nil || e.float(n, 0) == 0 || t != "" && !isYes(t) {
			continue
		}
		e.errorf(a.span(), "E660", "not supported: friction in the joint itself").Help = "write force create element_like friction"
		return false
	}
	for _, n := range strings.Fields("delta_v maximum_deformation max_fric_rot max_fric_trans preload_radial preload_axial preload_x preload_y inner_radius outer_radius height width mu_dyn_rot mu_stat_rot mu_dyn_trans mu_stat_trans") {
		e.used[n] = true
	}
	return true
}

func emitContact(e *emitter) bool {
	o := e.o
	for _, n := range []string{"i_flex", "j_flex", "i_edge", "j_edge", "i_marker_name"} {
		if a := o.attr(n); a != nil && e.joined(n) != "" {
			e.errorf(a.span(), "E660", "not supported: contacts of flexible bodies and edges (%s)", n)
			return false
		}
	}
	switch {
	case o.attr("normal_function") != nil || o.attr("normal_routine") != nil:
		return e.contactRoutine("NORMAL", "normal")
	case o.attr("penalty") != nil || o.attr("restitution_coefficient") != nil && o.attr("stiffness") == nil:
		e.flag("POISSON", o.at)
	default:
		e.flag("IMPACT", o.at)
	}
	friction, ok := e.text("coulomb_friction")
	if n, ok := e.text("no_friction"); ok && isYes(n) {
		friction = "off"
	}
	switch {
	case o.attr("friction_function") != nil || o.attr("friction_routine") != nil:
		return e.contactRoutine("FRICTION", "friction")
	case !ok && o.attr("mu_static") == nil || strings.EqualFold(friction, "off") || strings.EqualFold(friction, "none") || strings.EqualFold(friction, "no"):
		e.flag("NO_FRICTION", o.at)
	case friction == "" || isYes(friction):
		e.put("COULOMB_FRICTION", "ON", o.at)
	default:
		e.put("COULOMB_FRICTION", strings.ToUpper(friction), o.at)
	}
	return true
}

func (e *emitter) contactRoutine(word, param string) bool {
	if a := e.o.attr(param + "_function"); a != nil {
		t := e.joined(param + "_function")
		if !strings.HasPrefix(strings.ToLower(t), "user") {
			list, ok := e.floats(param + "_function")
			if !ok {
				return false
			}
			parts := make([]string, len(list))
			for i, v := range list {
				parts[i] = formatNumber(v)
			}
			t = "USER(" + strings.Join(parts, ",") + ")"
		}
		e.put(word+"_FUNCTION", t, a.span())
	}
	if a := e.o.attr(param + "_routine"); a != nil {
		e.put(word+"_ROUTINE", e.joined(param+"_routine"), a.span())
	}
	return true
}

// emitBlock: a corner and the one across from it.
func emitBlock(e *emitter) bool {
	list, ok := e.floats("diag_corner_coords")
	if !ok || len(list) != 3 {
		if e.o.attr("diag_corner_coords") == nil {
			e.errorf(e.o.at, "E659", "diag_corner_coords is missing")
		} else if ok {
			e.errorf(e.o.attr("diag_corner_coords").span(), "E659", "diag_corner_coords takes 3 values, not %d", len(list))
		}
		return false
	}
	for i, n := range []string{"X", "Y", "Z"} {
		e.number(n, list[i], e.o.attr("diag_corner_coords").span())
	}
	return true
}

// emitRound: a shape of which a part is cut out has the whole one for contacts, which is said where it touches something.
func emitRound(e *emitter) bool { return true }

func emitMatrix(e *emitter) bool {
	t, _ := e.text("input_order")
	order := "RORDER"
	if wordOf(t, "by_column", "column", "corder") != "" {
		order = "CORDER"
	}
	e.put("FULL", order, e.o.at)
	return true
}

// emitSparse: the sizes follow from the indices.
func emitSparse(e *emitter) bool {
	for arg, param := range map[string]string{"ROWS": "row_index", "COLUMNS": "column_index"} {
		n := 0.0
		list, _ := e.floats(param)
		for _, v := range list {
			n = max(n, v)
		}
		e.number(arg, n, e.o.at)
	}
	return true
}

func emitCurve(e *emitter) bool {
	if t, ok := e.text("closed"); ok && isYes(t) {
		e.flag("CLOSED", e.o.at)
	} else {
		e.flag("OPEN", e.o.at)
	}
	if t, ok := e.text("fit_type"); ok && wordOf(t, "curve_points") != "" {
		e.flag("CURVE_POINTS", e.o.at)
	}
	return true
}

func emitRequest(e *emitter) bool {
	if t, ok := e.text("output_type"); ok && t != "" {
		w := wordOf(t, "displacement", "velocity", "acceleration", "force")
		if w == "" {
			e.errorf(e.o.attr("output_type").span(), "E659", "output_type is displacement, velocity, acceleration or force, not %q", shorten(t))
			return false
		}
		e.flag(strings.ToUpper(w), e.o.attr("output_type").span())
	}
	for _, n := range []string{"comment", "comments"} {
		if t, ok := e.text(n); ok && t != "" {
			e.put("COMMENT", t, e.o.attr(n).span())
			break
		}
	}
	if e.o.attr("user_function") != nil && e.o.attr("function") == nil {
		return e.law("FUNCTION", "function")
	}
	return true
}

func emitSensor(e *emitter) bool {
	if t, ok := e.text("compare"); ok && t != "" {
		w := wordOf(t, "eq", "ge", "le")
		if w == "" {
			e.errorf(e.o.attr("compare").span(), "E659", "compare is eq, ge or le, not %q", shorten(t))
			return false
		}
		e.flag(strings.ToUpper(w), e.o.attr("compare").span())
	}
	if e.o.attr("evaluate") != nil {
		return e.law("EVALUATE", "evaluate")
	}
	return true
}
