package cmdfile

import "strings"

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
