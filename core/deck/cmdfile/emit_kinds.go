package cmdfile

import (
	"math"
	"strconv"
	"strings"
)

// emitPart: mass and inertia are given, or follow from the shapes and a density.
func emitPart(e *statementEmitter) bool {
	o := e.o
	if o.findAttribute("ground") != nil {
		e.addTypeChoiceArgument("GROUND", o.at)
		return true
	}
	if a := o.findAttribute("planar"); a != nil && isYes(e.joinedAttributeText("planar")) {
		e.addErrorf(a.firstValueSpan(), "E660", "not supported: a part that moves in a plane only").Help = "add a planar joint between the part and ground"
	}
	p, err := catchFailure(func() pose { return e.x.poseOf(o) })
	if err != nil {
		e.addErrorf(o.at, "E657", "%v", err)
		return false
	}
	if m := o.ancestor(modelClass); !e.addPlainAngles(m) && !e.addPlainAngles(e.x.groundOf(m)) {
		e.addPose("QG", p, origin)
	}
	if !e.addMassProperties() {
		return false
	}
	point := o.kind.statement == "POINT_MASS"
	for _, n := range []string{"vx", "vy", "vz"} {
		e.addSlotArgument(slot{strings.ToUpper(n), n, asNumber})
	}
	if !point {
		for _, n := range []string{"wx", "wy", "wz"} {
			e.addSlotArgument(slot{strings.ToUpper(n), n, asAngle})
		}
		e.addSlotArgument(slot{"WM", "wm", asRef})
		e.addSlotArgument(slot{"VM", "vm", asRef})
	}
	return true
}

// groundOf returns ground where it is in the frame of the model.
func (x *interpreter) groundOf(m *object) *object {
	for _, p := range m.order {
		if p.findAttribute("ground") != nil && !p.gone {
			return p
		}
	}
	return m
}

// addMassProperties adds mass, centre and inertia of a part.
func (e *statementEmitter) addMassProperties() bool {
	o := e.o
	if o.findAttribute("mass") == nil && (o.findAttribute("density") != nil || o.findAttribute("material_type") != nil) {
		return e.addMassOfShapes()
	}
	if o.findAttribute("mass") == nil {
		return true
	}
	e.addSlotArgument(slot{"MASS", "mass", asNumber})
	if !e.addMassCentre() {
		return false
	}
	if o.kind.statement == "POINT_MASS" {
		return true
	}
	if !e.addSlotArgument(slot{"IM", "inertia_marker", asRef}) {
		return false
	}
	var list []string
	given := false
	for _, n := range []string{"ixx", "iyy", "izz", "ixy", "ixz", "iyz"} {
		if n == "ixz" && o.findAttribute(n) == nil {
			n = "izx"
		}
		given = given || o.findAttribute(n) != nil
		list = append(list, formatNumber(e.attributeNumber(n, 0)))
	}
	if given {
		e.addArgument("IP", strings.Join(list, ", "), o.at)
	}
	return true
}

// addMassCentre adds the centre of mass: a marker that is named, the one called cm, else the origin of the part.
func (e *statementEmitter) addMassCentre() bool {
	if e.o.findAttribute("center_of_mass_marker") != nil {
		return e.addSlotArgument(slot{"CM", "center_of_mass_marker", asRef})
	}
	m := e.x.db.findChild(e.o, "cm")
	if m == nil || m.class != markerClass {
		m = e.x.createMarker(e.o, "cm", pose{axes: identity})
	}
	e.addArgument("CM", strconv.Itoa(m.id), e.o.at)
	return true
}

// createMarker makes a marker of a part while statements are made.
func (x *interpreter) createMarker(part *object, name string, p pose) *object {
	if x.db.findChild(part, name) != nil {
		name = x.db.unusedName(part, name+"_")
	}
	m, _ := x.db.addObject(part, name, markerClass, part.at)
	m.kind = kindOf("marker", "")
	m.id = x.newID("MARKER")
	e := x.emitterFor(m, "MARKER")
	e.addArgument("PART", strconv.Itoa(part.id), part.at)
	if p.at != (vec{}) {
		e.addArgument("QP", vectorText(p.at), part.at)
	}
	e.addAxes(p.axes, part.at)
	x.rec.AddStatement(e.st)
	return m
}

func emitMarker(e *statementEmitter) bool {
	o := e.o
	part := o.parent.ancestor(partClass)
	if part == nil {
		if o.parent.class == modelClass { // a marker of the model is one of ground
			part = e.x.groundOf(o.parent)
		} else {
			e.addErrorf(o.at, "E658", "the marker is on no part")
			return false
		}
	}
	arg := "PART"
	if part.kind != nil && part.kind.statement == "POINT_MASS" {
		arg = "POINT_MASS"
	}
	for _, n := range []string{"node_id", "curve_name"} {
		if a := o.findAttribute(n); a != nil {
			e.addErrorf(a.firstValueSpan(), "E660", "not supported: a marker on a flexible body or a curve")
			return false
		}
	}
	e.addArgument(arg, strconv.Itoa(part.id), o.at)
	if o.kind.lastKeyword() == "floating_marker" {
		return true
	}
	if e.addPlainAngles(part) {
		return true
	}
	p, err := catchFailure(func() [2]pose { return [2]pose{e.x.poseOf(o), e.x.poseOf(part)} })
	if err != nil {
		e.addErrorf(o.at, "E657", "%v", err)
		return false
	}
	e.addPose("QP", p[0], p[1])
	return true
}

// addFreedomType adds the type of freedom: TRANSLATIONAL or ROTATIONAL.
func (e *statementEmitter) addFreedomType() (string, bool) {
	t, ok := e.attributeText("type_of_freedom")
	t = strings.ToLower(t)
	switch {
	case !ok || t == "":
		return "", true
	case strings.HasPrefix("translational", t):
		return "TRANSLATIONAL", true
	case strings.HasPrefix("rotational", t):
		return "ROTATIONAL", true
	}
	e.addErrorf(e.o.findAttribute("type_of_freedom").firstValueSpan(), "E659", "type_of_freedom is translational or rotational, not %q", shortenForMessage(t))
	return "", false
}

func emitScalar(e *statementEmitter) bool {
	f, ok := e.addFreedomType()
	if !ok {
		return false
	}
	if f == "" {
		f = "TRANSLATIONAL"
	}
	e.addTypeChoiceArgument(f, e.o.at)
	return e.addLawOrZero("function")
}

// addLawOrZero makes a function that is not there zero: Adams View writes it so before it is set.
func (e *statementEmitter) addLawOrZero(name string) bool {
	if e.o.findAttribute(name) == nil && e.o.findAttribute("user_function") == nil {
		e.addArgument("FUNCTION", "0", e.o.at)
	}
	return true
}

// emitMotion: the type of freedom of a motion at a joint, the axis of one between markers.
func emitMotion(e *statementEmitter) bool {
	f, ok := e.addFreedomType()
	if !ok {
		return false
	}
	joint := e.o.findAttribute("joint_name") != nil
	if j := e.attributeObject("joint_name"); f == "" && j != nil && j.kind != nil {
		switch j.kind.lastKeyword() {
		case "translational":
			f = "TRANSLATIONAL"
		case "revolute":
			f = "ROTATIONAL"
		}
	}
	if joint && f != "" {
		e.addTypeChoiceArgument(f, e.o.at)
	}
	if t, ok := e.attributeText("axis"); ok && !joint {
		t = strings.ToUpper(t)
		switch t {
		case "X", "Y", "Z", "B1", "B2", "B3":
			e.addTypeChoiceArgument(t, e.o.findAttribute("axis").firstValueSpan())
		default:
			e.addErrorf(e.o.findAttribute("axis").firstValueSpan(), "E659", "axis is x, y, z, b1, b2 or b3, not %q", shortenForMessage(t))
			return false
		}
	}
	if t, ok := e.attributeText("time_derivative"); ok && t != "" {
		w := expandWord(t, "displacement", "velocity", "acceleration")
		if w == "" {
			e.addErrorf(e.o.findAttribute("time_derivative").firstValueSpan(), "E659", "time_derivative is displacement, velocity or acceleration, not %q", shortenForMessage(t))
			return false
		}
		e.addTypeChoiceArgument(strings.ToUpper(w), e.o.findAttribute("time_derivative").firstValueSpan())
	}
	return e.addLawOrZero("function")
}

// expandWord returns the word that t begins, "" if it is none.
func expandWord(t string, words ...string) string {
	t = strings.ToLower(strings.TrimSpace(t))
	for _, w := range words {
		if t != "" && strings.HasPrefix(w, t) {
			return w
		}
	}
	return ""
}

// emitCoupler: the factors are one list or two to three parameters; what is an angle is one by the type of the joint.
func emitCoupler(e *statementEmitter) bool {
	joints, ok := e.attributeObjects("joint_name")
	if !ok || len(joints) == 0 {
		if ok {
			e.addErrorf(e.o.at, "E659", "joint_name is missing")
		}
		return false
	}
	if !e.addReferences("JOINTS", "joint_name") {
		return false
	}
	var types []string
	list, _ := e.evaluateAttribute("type_of_freedom")
	for i, j := range joints {
		t := ""
		if i < len(list) {
			t = expandWord(list[i].String(), "translational", "rotational", "rot_rot_rot", "tra_rot_rot")
		}
		if t == "" && j.kind != nil {
			switch j.kind.lastKeyword() {
			case "translational":
				t = "t"
			case "revolute":
				t = "r"
			}
		}
		if t == "" {
			e.addErrorf(e.o.at, "E659", "type_of_freedom is needed: %s may both turn and slide", j.fullName())
			return false
		}
		types = append(types, strings.ToUpper(t[:1]))
	}
	e.addArgument("TYPE", strings.Join(types, ":"), e.o.at)
	if e.o.findAttribute("user_function") != nil {
		return e.addLaw("FUNCTION", "function")
	}
	return e.addScales(types)
}

func (e *statementEmitter) addScales(types []string) bool {
	if e.o.findAttribute("motion_multipliers") != nil {
		list, ok := e.attributeNumbers("motion_multipliers")
		if ok && len(list) == len(types)-1 {
			list = append([]float64{1}, list...)
		}
		if !ok || len(list) != len(types) {
			e.addErrorf(e.o.findAttribute("motion_multipliers").firstValueSpan(), "E659", "motion_multipliers has %d values for %d joints", len(list), len(types))
			return false
		}
		return e.addNumberList("SCALES", list)
	}
	var list []float64
	for i, n := range []string{"first", "second", "third"}[:min(3, len(types))] {
		v := e.attributeNumber(n+"_scale_factor", math.NaN())
		if a := e.o.findAttribute(n + "_angular_scale_factor"); a != nil {
			v = e.attributeNumber(n+"_angular_scale_factor", 1) * a.angle.factor
		}
		if math.IsNaN(v) {
			if i > 0 {
				e.addErrorf(e.o.at, "E659", "%s_scale_factor is missing", n)
				return false
			}
			v = 1
		}
		list = append(list, v)
	}
	return e.addNumberList("SCALES", list)
}

func (e *statementEmitter) addNumberList(arg string, list []float64) bool {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = formatNumber(v)
	}
	e.addArgument(arg, strings.Join(texts, ", "), e.o.at)
	return true
}

// emitRound: a shape of which a part is cut out has the whole one for contacts, which is said where it touches something.
func emitRound(e *statementEmitter) bool { return true }
