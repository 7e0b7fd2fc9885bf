package cmdfile

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// nonObjectCommands are those that neither make nor change an object by the table of kinds.
func nonObjectCommands() []*spec {
	vars := splitNames("variable_name comments real_value units range allowed_values delta_type use_range use_allowed_values integer_value string_value object_value index additional_sensitivity")
	run := splitNames("model_name initial_static type number_of_steps step_size end_time duration forever sim_script_name reset_before_and_after plant_state_name plant_input_name plant_output_name reference_marker eigen_name state_matrices_name original damping vectors matrix_format file_name")
	script := splitNames("sim_script_name comments initial_static type number_of_steps step_size end_time duration commands solver_commands model_name")
	integrator := splitNames("model_name integrator_type formulation solver_type error_tolerance pattern_for_jacobian maxit_corrector_iterations hinit_time_step hmin_time_step hmax_time_step adaptivity scale kmax_integrator_order interpolate reconcile repartition_threshold corrector alpha beta gamma fixed_iterations hratio max_error watch_integrator_perf reconcile_vel_and_acc")
	list := []*spec{
		{path: "defaults units", run: setUnits, params: splitNames("force mass length time units_consistency_factor angle frequency coordinate_system_type orientation_type axis_labels system_of_units")},
		{path: "defaults model", run: setDefaultModel, params: splitNames("model_name part_name flexible_body_name point_mass_name marker_name joint_name geometry_name")},
		{path: "defaults coordinate_system", run: setDefaultCoordinateSystem, params: splitNames("default_coordinate_system")},
		{path: "defaults orient_axis_and_plane", run: setAxes, params: splitNames("axis_and_plane_setting")},
		{path: "variable create", run: executeVariableCommand, params: vars}, {path: "variable set", run: executeVariableCommand, params: vars}, {path: "variable modify", run: executeVariableCommand, params: append(vars, "new_variable_name")},
		{path: "variable delete", run: deleteVariable, params: splitNames("variable_name")},
		{path: "macro create", run: createMacro, params: splitNames("macro_name user_entered_command commands_to_be_executed wrap_in_undo help_file help_string create_panel security_code")},
		{path: "macro modify", run: createMacro, params: splitNames("macro_name new_macro_name user_entered_command commands_to_be_executed wrap_in_undo help_file help_string create_panel security_code")},
		{path: "macro read", run: readMacro, params: splitNames("macro_name file_name user_entered_command wrap_in_undo help_file help_string create_panel")},
		{path: "macro delete", run: deleteMacro, params: splitNames("macro_name")},
		{path: "file command read", run: readCommands, params: splitNames("file_name check_syntax")},
		{path: "entity delete", run: deleteObjects, params: splitNames("entity_name")},
		{path: "entity attributes", run: setActiveAttribute, params: splitNames("entity_name type_filter expand_groups visibility name_visibility color active dependents_active size_of_icons transparency entity_scope line_thickness line_type scale_of_icons render")},
		{path: "entity modify", run: renameEntity, params: splitNames("entity_name new_entity_name adams_id")},
		{path: "part create new_ground", run: changeGround, params: splitNames("part_name")}, {path: "part modify rigid_body name", run: renamePart, params: splitNames("part_name new_part_name")},
		{path: "executive_control set numerical_integration_parameters", run: setIntegrator, params: integrator},
		{path: "executive_control set integrator_parameters gstiff", run: setIntegrator, params: integrator}, {path: "executive_control set integrator_parameters wstiff", run: setIntegrator, params: integrator},
		{path: "executive_control set integrator_parameters dstiff", run: setIntegrator, params: integrator},
		{path: "executive_control set equilibrium_parameters", run: setEquilibrium, params: splitNames("model_name dynamic alimit error imbalance maxit pattern_for_jacobian stability tlimit global_damping settling_time acceleration_error kinetic_energy_error static_method atol rtol maxitl etamax eta")},
		{path: "simulation script create", run: storeScript, params: script}, {path: "simulation script modify", run: storeScript, params: script},
		{path: "simulation script delete", run: deleteObjects, params: splitNames("sim_script_name")}, {path: "simulation script read_acf", run: readScript, params: splitNames("sim_script_name file_name")},
	}
	for _, form := range []string{"parasolid", "geometry", "stl", "iges", "step", "catia", "acis", "cad", "shell", "wavefront"} {
		list = append(list, &spec{path: "file " + form + " read", run: skipShapeFiles, params: splitNames("file_name model_name part_name type_of_geometry location orientation relative_to scale mesh_density")})
	}
	for _, verb := range []string{"transient", "equilibrium", "assemble", "eigensolution", "statematrix", "scripted", "reset", "rerun"} {
		list = append(list, &spec{path: "simulation single_run " + verb, run: recordSimulation, params: run})
	}
	return list
}

// setUnits takes DEFAULTS UNITS.
func setUnits(k *commandCall) {
	x := k.x
	old := x.units
	for name, of := range map[string]dimension{"length": lengthUnit, "mass": massUnit, "force": forceUnit, "time": timeUnit, "angle": angleUnit} {
		t, ok := k.evaluateText(name)
		if !ok {
			continue
		}
		u, ok := lookUpUnit(t, of)
		if !ok {
			k.addErrorf(k.param(name).values[0].at, "E659", "%s cannot be %q", name, shortenForMessage(t))
			continue
		}
		x.units[of] = u
	}
	if t, ok := k.evaluateText("system_of_units"); ok {
		s, known := unitSystems[strings.ToLower(t)]
		if !known {
			k.addErrorf(k.param("system_of_units").at, "E659", "the systems of units are mks, mmks, cgs and ips, not %q", shortenForMessage(t))
		}
		for _, n := range s {
			if known {
				x.units[unitTable[n].of] = unitTable[n]
			}
		}
	}
	if t, ok := k.evaluateText("units_consistency_factor"); ok && t != "0" {
		x.consistency = k.param("units_consistency_factor")
	}
	if t, ok := k.evaluateText("orientation_type"); ok {
		x.setRotationOrder(k, t)
	}
	if t, ok := k.evaluateText("coordinate_system_type"); ok && !strings.HasPrefix("cartesian", strings.ToLower(t)) {
		k.addErrorf(k.param("coordinate_system_type").at, "E660", "not supported: %s coordinates", shortenForMessage(t))
	}
	for d := range old {
		if dimension(d) != angleUnit && old[d] != x.units[d] && x.hasBodies() {
			k.addErrorf(k.c.keywordSpan(), "E660", "not supported: other units behind the first part").Help = "give the units before the model"
			x.units[d] = old[d]
		}
	}
}

// hasBodies reports whether there is something whose numbers were read in the units in force.
func (x *interpreter) hasBodies() bool {
	for _, o := range x.db.root.order {
		if o.class != modelClass || o.gone {
			continue
		}
		for _, p := range o.order {
			if p.class == partClass && (p.findAttribute("ground") == nil || len(p.order) > 0) || p.class != partClass && p.kind != nil {
				return true
			}
		}
	}
	return false
}

// setRotationOrder takes an order of rotations: body313, space123.
func (x *interpreter) setRotationOrder(k *commandCall, t string) {
	t = strings.ToLower(t)
	q := rotationSequence{body: strings.HasPrefix(t, "body")}
	digits := strings.TrimPrefix(strings.TrimPrefix(t, "body"), "space")
	if len(digits) != 3 || !q.body && !strings.HasPrefix(t, "space") || strings.Trim(digits, "123") != "" {
		k.addErrorf(k.param("orientation_type").at, "E659", "an order of rotations is written body313 or space123, not %q", shortenForMessage(t))
		return
	}
	for i := range q.axis {
		q.axis[i] = int(digits[i] - '1')
	}
	x.order = q
}

func setDefaultModel(k *commandCall) {
	if o := k.findObjectOrNone("model_name"); o != nil {
		if o.class != modelClass {
			k.addErrorf(k.param("model_name").at, "E658", "%s is not a model but a %s", o.fullName(), o.class)
			return
		}
		k.x.model = o
		k.x.db.age++
	}
}

func (k *commandCall) findObjectOrNone(name string) *object {
	if k.param(name) == nil {
		return nil
	}
	return k.findObject(name)
}

func setDefaultCoordinateSystem(k *commandCall) {
	p := k.param("default_coordinate_system")
	if p == nil {
		k.reportMissing("default_coordinate_system")
		return
	}
	if o := k.findObject("default_coordinate_system"); o != nil {
		k.x.frame, k.x.frameNamed = o, true
		if m := o.ancestor(modelClass); m != nil {
			k.x.model = m
		}
	}
}

// setAxes takes the axis and plane that directions set: z_axis_zx_plane or z_zx.
func setAxes(k *commandCall) {
	t, ok := k.evaluateText("axis_and_plane_setting")
	if !ok {
		k.reportMissing("axis_and_plane_setting")
		return
	}
	t = strings.NewReplacer("_axis", "", "_plane", "", "_", "").Replace(strings.ToLower(t))
	if len(t) == 3 && strings.Contains(t[1:], t[:1]) {
		other := strings.Replace(t[1:], t[:1], "", 1)
		axes, err := catchFailure(func() [2]int { return [2]int{axisOf(t[:1]), axisOf(other)} })
		if err == nil && axes[0] != axes[1] {
			k.x.axis, k.x.plane = axes[0], axes[1]
			return
		}
	}
	k.addErrorf(k.param("axis_and_plane_setting").at, "E659", "%q names no axis and plane, as z_axis_zx_plane does", shortenForMessage(t))
}

func renameEntity(k *commandCall) {
	o := k.findObject("entity_name")
	if o == nil {
		return
	}
	if id, ok := k.evaluateNumber("adams_id"); ok {
		o.id = int(id)
	}
	k.renameObject(o, "new_entity_name")
}

func renamePart(k *commandCall) {
	if o := k.findObject("part_name"); o != nil {
		k.renameObject(o, "new_part_name")
	}
}

func (k *commandCall) renameObject(o *object, param string) {
	if k.param(param) == nil {
		return
	}
	name, ok := k.newName(param)
	if !ok {
		return
	}
	parent, own := k.x.parentFor(name, o.class)
	if parent == nil || k.x.db.findChild(parent, own) != nil {
		k.addErrorf(k.param(param).at, "E659", "%s cannot be renamed to %s", o.fullName(), shortenForMessage(name))
		return
	}
	k.x.db.renameObject(o, parent, own)
}

// changeGround makes another part the ground.
func changeGround(k *commandCall) {
	o := k.findObject("part_name")
	if o == nil {
		return
	}
	for _, p := range o.parent.order {
		delete(p.attrs, "ground")
	}
	o.attrs["ground"] = &attr{at: k.c.keywordSpan()}
}

// readCommands carries out the commands of another file.
func readCommands(k *commandCall) {
	name, ok := k.evaluateText("file_name")
	if !ok {
		k.reportMissing("file_name")
		return
	}
	src, err := k.x.openFile(k, name, ".cmd")
	if err != nil {
		return
	}
	if k.x.nested++; k.x.nested > mostNested {
		k.addErrorf(k.c.keywordSpan(), "E663", "files and macros call each other more than %d deep", mostNested)
		k.x.stopped = true
	}
	list, _ := k.x.parseAll(src, deck.Span{Src: src, End: len(src.Text)}.Text(), nil)
	k.x.runStatements(k.x.groupIntoBlocks(list))
	k.x.nested--
}

// mostNested bounds how deep files and macros call each other.
const mostNested = 50

func (x *interpreter) openFile(k *commandCall, name, suffix string) (*deck.Source, error) {
	src, err := x.readFile(name)
	if err != nil && !strings.Contains(name, ".") {
		src, err = x.readFile(name + suffix)
	}
	if err != nil {
		k.addErrorf(k.param("file_name").at, "E668", "%s cannot be read: %v", shortenForMessage(name), causeWithoutPath(err))
	}
	return src, err
}

// skipShapeFiles passes over shapes in files of other programs. What refers to them reports that they are missing.
func skipShapeFiles(k *commandCall) {
	k.x.diags.AddWarningf(k.c.keywordSpan(), "W669", "%s: shapes in files of other programs are not read", k.spec.path).
		Help = "masses must be given as numbers"
}
