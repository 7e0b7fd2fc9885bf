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

// emitRound: a shape of which a part is cut out has the whole one for contacts, which is said where it touches something.
func emitRound(e *emitter) bool { return true }
