package cmdfile

import "strings"

// emitVectorForce: all components in one function are those of a routine.
func emitVectorForce(e *statementEmitter) bool {
	for _, n := range []string{"xyz_force_function", "xyz_torque_function"} {
		if a := e.o.findAttribute(n); a != nil {
			e.addErrorf(a.firstValueSpan(), "E660", "not supported: %s", n).Help = "give the components by functions of their own, or user_function"
			return false
		}
	}
	if u := e.o.findAttribute("user_function"); u != nil {
		return e.addLaw("FUNCTION", "function")
	}
	return true
}

// emitBushing: six stiffnesses in one list are read as three and three. A bushing names all of them.
func emitBushing(e *statementEmitter) bool {
	for i, n := range []string{"K", "C", "FORCE", "KT", "CT", "TORQUE"} {
		param := []string{"stiffness", "damping", "force_preload", "tstiffness", "tdamping", "torque_preload"}[i]
		if a := e.o.findAttribute(param); a != nil {
			if list, _ := e.attributeNumbers(param); len(list) != 3 {
				e.addErrorf(a.firstValueSpan(), "E659", "%s takes 3 values, not %d", param, len(list)).Help = "the parameters for torques are tstiffness, tdamping and torque_preload"
				return false
			}
			continue
		}
		e.addArgument(n, "0, 0, 0", e.o.at)
	}
	return true
}

// emitField: six displacements, the last three of which are angles, and six forces.
func emitField(e *statementEmitter) bool {
	a := e.o.findAttribute("rotation_at_preload")
	six := func(first, second string, factor float64) ([]float64, bool) {
		if e.o.findAttribute(first) == nil && e.o.findAttribute(second) == nil {
			return nil, true
		}
		list := make([]float64, 6)
		for k, n := range []string{first, second} {
			if e.o.findAttribute(n) == nil {
				continue
			}
			v, ok := e.attributeNumbers(n)
			if !ok || len(v) != 3 {
				e.addErrorf(e.o.findAttribute(n).firstValueSpan(), "E659", "%s takes 3 values, not %d", n, len(v))
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
		e.addNumberList("LENGTH", length)
	}
	if force != nil {
		e.addNumberList("FORCE", force)
	}
	return true
}

func emitFriction(e *statementEmitter) bool {
	var inputs []string
	some := false
	for _, in := range []struct{ param, word string }{{"preload", "PRELOAD"}, {"reaction_force", "REACTION_FORCE"}, {"bending_moment", "BENDING_MOMENT"}, {"torsional_moment", "TORSIONAL_MOMENT"}} {
		t, ok := e.attributeText(in.param)
		some = some || ok
		if !ok || isYes(t) {
			inputs = append(inputs, in.word)
		}
	}
	if some {
		if len(inputs) == 0 {
			inputs = []string{"NONE"}
		}
		e.addArgument("INPUTS", strings.Join(inputs, ", "), e.o.at)
	}
	for _, n := range []string{"overlap_delta", "effect"} {
		if t, ok := e.attributeText(n); ok && t != "" {
			e.addArgument(strings.ToUpper(n), strings.ToUpper(t), e.o.findAttribute(n).firstValueSpan())
		}
	}
	if t, ok := e.attributeText("inactive_during_static"); ok && isYes(t) {
		e.addTypeChoiceArgument("INACTIVE_DURING_STATIC", e.o.findAttribute("inactive_during_static").firstValueSpan())
	}
	return true
}

// emitJoint: friction in the joint itself is that of old versions.
func emitJoint(e *statementEmitter) bool {
	t, _ := e.attributeText("friction_enabled")
	for _, n := range []string{"mu_dyn_rot", "mu_stat_rot", "mu_dyn_trans", "mu_stat_trans"} {
		a := e.o.findAttribute(n)
		if a == nil || e.attributeNumber(n, 0) == 0 || t != "" && !isYes(t) {
			continue
		}
		e.addErrorf(a.firstValueSpan(), "E660", "not supported: friction in the joint itself").Help = "write force create element_like friction"
		return false
	}
	for _, n := range strings.Fields("delta_v maximum_deformation max_fric_rot max_fric_trans preload_radial preload_axial preload_x preload_y inner_radius outer_radius height width mu_dyn_rot mu_stat_rot mu_dyn_trans mu_stat_trans") {
		e.used[n] = true
	}
	return true
}

func emitContact(e *statementEmitter) bool {
	o := e.o
	for _, n := range []string{"i_flex", "j_flex", "i_edge", "j_edge", "i_marker_name"} {
		if a := o.findAttribute(n); a != nil && e.joinedAttributeText(n) != "" {
			e.addErrorf(a.firstValueSpan(), "E660", "not supported: contacts of flexible bodies and edges (%s)", n)
			return false
		}
	}
	switch {
	case o.findAttribute("normal_function") != nil || o.findAttribute("normal_routine") != nil:
		return e.addContactRoutine("NORMAL", "normal")
	case o.findAttribute("penalty") != nil || o.findAttribute("restitution_coefficient") != nil && o.findAttribute("stiffness") == nil:
		e.addTypeChoiceArgument("POISSON", o.at)
	default:
		e.addTypeChoiceArgument("IMPACT", o.at)
	}
	friction, ok := e.attributeText("coulomb_friction")
	if n, ok := e.attributeText("no_friction"); ok && isYes(n) {
		friction = "off"
	}
	switch {
	case o.findAttribute("friction_function") != nil || o.findAttribute("friction_routine") != nil:
		return e.addContactRoutine("FRICTION", "friction")
	case !ok && o.findAttribute("mu_static") == nil || strings.EqualFold(friction, "off") || strings.EqualFold(friction, "none") || strings.EqualFold(friction, "no"):
		e.addTypeChoiceArgument("NO_FRICTION", o.at)
	case friction == "" || isYes(friction):
		e.addArgument("COULOMB_FRICTION", "ON", o.at)
	default:
		e.addArgument("COULOMB_FRICTION", strings.ToUpper(friction), o.at)
	}
	return true
}

func (e *statementEmitter) addContactRoutine(word, param string) bool {
	if a := e.o.findAttribute(param + "_function"); a != nil {
		t := e.joinedAttributeText(param + "_function")
		if !strings.HasPrefix(strings.ToLower(t), "user") {
			list, ok := e.attributeNumbers(param + "_function")
			if !ok {
				return false
			}
			parts := make([]string, len(list))
			for i, v := range list {
				parts[i] = formatNumber(v)
			}
			t = "USER(" + strings.Join(parts, ",") + ")"
		}
		e.addArgument(word+"_FUNCTION", t, a.firstValueSpan())
	}
	if a := e.o.findAttribute(param + "_routine"); a != nil {
		e.addArgument(word+"_ROUTINE", e.joinedAttributeText(param+"_routine"), a.firstValueSpan())
	}
	return true
}

// emitBlock: a corner and the one across from it.
func emitBlock(e *statementEmitter) bool {
	list, ok := e.attributeNumbers("diag_corner_coords")
	if !ok || len(list) != 3 {
		if e.o.findAttribute("diag_corner_coords") == nil {
			e.addErrorf(e.o.at, "E659", "diag_corner_coords is missing")
		} else if ok {
			e.addErrorf(e.o.findAttribute("diag_corner_coords").firstValueSpan(), "E659", "diag_corner_coords takes 3 values, not %d", len(list))
		}
		return false
	}
	for i, n := range []string{"X", "Y", "Z"} {
		e.addNumber(n, list[i], e.o.findAttribute("diag_corner_coords").firstValueSpan())
	}
	return true
}
