package cmdfile

import (
	"slices"
	"strings"
	"sync"
)

// commandIndex holds the commands by their keywords.
type commandIndex struct {
	kids  map[string]*commandIndex
	names []string
	spec  *spec
}

func (t *commandIndex) addCommand(path string, sp *spec) {
	for _, w := range strings.Fields(path) {
		next := t.kids[w]
		if next == nil {
			next = &commandIndex{kids: map[string]*commandIndex{}}
			t.kids[w] = next
			t.names = append(t.names, w)
		}
		t = next
	}
	if t.spec != nil {
		panic("cmdfile: " + path + " is in the table twice")
	}
	t.spec = sp
}

// idleFamilies are commands of the user interface, of display, files and reports. None changes the model.
var idleFamilies = strings.Fields("measure_display animation submit optimize check_messages graphic_results numeric_results plot3d xy_plots xy_curve ptemplate report contour_plot hotspots " +
	"analysis multi_run_analysis plotcurve3d view display_attributes hardcopy notes interface runtime_function panel highlight colors group library info_window pause system stereo time language plugin " +
	"list_info help undo exit quit debug snapshot reset aview adams.switchtocmd() command_server mdi controls")

// idlePaths are commands without effect among those of families with one.
var idlePaths = []string{
	"model display", "model attributes", "model verify", "marker undisplay", "geometry undisplay", "measure display", "measure attributes", "measure undisplay",
	"output_control set", "output_control attributes", "executive_control set preferences", "executive_control set solver_parameters", "executive_control set kinematics_parameters",
	"executive_control set initial_conditions_parameters", "executive_control set advanced", "executive_control set easy_dynamics", "executive_control set dynamics_parameters",
	"output_control create femdata", "output_control create mrequest", "output_control modify femdata", "output_control modify mrequest",
	"simulation set", "simulation single_run save", "simulation single_run set", "simulation single_run replay", "simulation single_run debugger", "simulation single_run nastran_export",
	"simulation multi_run", "simulation script write_acf", "simulation undisplay",
	"defaults adams_output", "defaults analysis", "defaults animation_settings", "defaults attributes", "defaults command_file", "defaults container", "defaults expert_fields", "defaults file_cache_purge",
	"defaults force_graphics", "defaults function_references", "defaults geometry", "defaults graphics", "defaults hardcopy", "defaults icon_naming", "defaults interface", "defaults lights",
	"defaults name_generation", "defaults nlfe_nastran_files", "defaults note_attributes", "defaults page", "defaults page_attributes", "defaults plot", "defaults plot_builder", "defaults plotting",
	"defaults plt_attributes", "defaults default", "defaults surface", "defaults undo", "defaults contact",
	"file log", "file binary write", "file command write", "file adams_data_set write", "file analysis write", "file graphics write", "file parasolid write", "file geometry write", "file table write",
	"file text", "file spreadsheet write", "file results write", "file alert", "file directory", "file copy", "file rename", "file remove", "file stl write",
	"macro write", "macro list", "macro debug", "macro begin_record", "macro record", "macro end_record", "variable save", "variable restore", "variable display", "variable undisplay", "ude create definition", "ude modify definition", "material attributes",
	"clearance", "geometry create curve curve_trace", "geometry create curve point_trace", "entity move_to", "point attributes", "floating_marker attributes", "contact attributes_display", "function",
}

// refusals are commands that change the model in a way that is not available.
var refusals = map[string]string{
	"assembly": "assemblies", "section": noFlexible, "callback": "calls of a routine at the events of a simulation", "vflex": noFlexible, "vibration": "vibration analyses", "symmetry_relation": "relations of symmetry",
	"move": "moving objects; change their location", "model copy": "copies of a model", "model merge": "merged models", "part copy": "copies of a part", "part merge": "merged parts", "marker copy": "copies of a marker",
	"geometry copy": "copies of a geometry", "constraint copy": "copies of a constraint", "force copy": "copies of a force", "data_element copy": "copies of a data element", "contact copy": "copies of a contact",
	"entity copy": "copies of an object", "group copy": "copies of a group", "part create elastic_body": noFlexible, "part create external_system": "models of other programs", "part create stress_body": noFlexible,
	"part create fe_part node_create": noFlexible, "force create element_like tire": "models of tyres",
	"file adams_data_set read": "a model in another file; give it to trammel itself", "file binary read": "a database in a binary file; write it as a command file",
	"file analysis read": "results in files", "simulation single_run mkb": "the matrices M, K and B", "simulation single_run vibration": "vibration analyses", "simulation single_run subroutine": "a routine that runs the simulation",
}

var (
	conditionSpec = &spec{path: "if", params: splitNames("condition echo_all_loops")}
	forSpec       = &spec{path: "for", params: splitNames("variable_name object_names type_filter type start_value end_value increment_value group_name echo_all_loops from to")}
)

// sharedCommandIndex returns all commands.
func sharedCommandIndex() *commandIndex {
	treeOnce.Do(func() { allCommands = newCommandIndex() })
	return allCommands
}

var (
	allCommands *commandIndex
	treeOnce    sync.Once
)

func newCommandIndex() *commandIndex {
	t := &commandIndex{kids: map[string]*commandIndex{}}
	for _, f := range idleFamilies {
		t.addCommand(f, &spec{family: f, path: f, idle: true})
	}
	families := map[string]bool{}
	list := allKinds()
	for i := range list {
		addCommandsOfKind(t, &list[i], families)
	}
	for _, p := range idlePaths {
		t.addCommand(p, &spec{family: firstWord(p), path: p, idle: true})
	}
	for p, why := range refusals {
		t.addCommand(p, &spec{family: firstWord(p), path: p, why: why})
	}
	for _, sp := range nonObjectCommands() {
		sp.family = firstWord(sp.path)
		t.addCommand(sp.path, sp)
	}
	t.sortNames()
	return t
}

func firstWord(path string) string {
	w, _, _ := strings.Cut(path, " ")
	return w
}

func (t *commandIndex) sortNames() {
	slices.Sort(t.names)
	for _, k := range t.kids {
		k.sortNames()
	}
}

// addCommandsOfKind adds the commands for a kind of objects, and those for all kinds of its family.
func addCommandsOfKind(t *commandIndex, k *kind, families map[string]bool) {
	tail := ""
	if k.sub != "" {
		tail = " " + k.sub
	}
	for _, verb := range []string{"create", "modify"} {
		path := k.family + " " + verb + tail
		sp := &spec{family: k.family, path: path, params: k.params, kind: k, why: k.why, run: createObject}
		if k.facet || verb == "modify" {
			sp.run = modifyObject
		}
		if verb == "modify" && k.name != "" && !k.facet {
			sp.params = append(slices.Clone(k.params), "new_"+k.name)
		}
		t.addCommand(path, sp)
	}
	if families[k.family] {
		return
	}
	families[k.family] = true
	all := append(namesOfFamily(k.family), "visibility", "color", "active", "dependents_active", "name_visibility", "size_of_icons", "transparency", "entity_scope", "line_thickness", "line_type", "scale_of_icons", "render")
	idle := map[string]bool{}
	for _, p := range idlePaths {
		idle[p] = true
	}
	for verb, run := range map[string]func(*commandCall){"delete": deleteObjects, "attributes": setActiveAttribute} {
		path := k.family + " " + verb
		if path == "executive_control attributes" {
			path += " sensor"
		}
		if !idle[path] {
			t.addCommand(path, &spec{family: k.family, path: path, params: all, run: run})
		}
	}
}

// namesOfFamily lists the parameters that name objects of a family.
func namesOfFamily(family string) []string {
	out := []string{family + "_name"}
	list := allKinds()
	for i := range list {
		if k := &list[i]; k.family == family && !slices.Contains(out, k.name) {
			out = append(out, k.name)
		}
	}
	return out
}
