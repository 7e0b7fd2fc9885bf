package adm

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var commandStatements = []spec{
	{name: "FILE", read: file, args: join(
		toEnd("MODEL", ""), silent(asLine, "OUTPUT_PREFIX", "COMMAND", "OUTPUT"),
	)},
	{name: "SIMULATE", kind: "Simulate", read: simulate, args: join(
		is("STATICS", "analysis_type", "STATIC"), is("EQUILIBRIUM", "analysis_type", "STATIC"),
		is("QUASI_STATICS", "analysis_type", "QUASI-STATIC"),
		is("DYNAMICS", "analysis_type", "TRANSIENT"), is("TRANSIENT", "analysis_type", "TRANSIENT"),
		is("KINEMATICS", "analysis_type", "TRANSIENT"), is("INITIAL_CONDITIONS", "analysis_type", "ASSEMBLY"), is("LINEAR", "analysis_type", "LINEAR"),
		is("ASSEMBLY", "analysis_type", "ASSEMBLY"),
		of("END", "end_time"), of("DURATION", "duration"), of("DTOUT", "print_interval"), of("STEPS", "num_steps"),
	)},
	{name: "LINEAR", kind: "Simulate", fixed: []pair{{"analysis_type", "LINEAR"}}, read: linear, write: writeLinear, args: linearArgs()},
	{name: "ACTIVATE", kind: "Activate", flagAttr: "element_type", read: activate, write: writeActivate, args: join(values("ID"), values("RANGE"))},
	{name: "DEACTIVATE", kind: "Deactivate", flagAttr: "element_type", read: activate, write: writeActivate, args: join(values("ID"), values("RANGE"))},
	{name: "STOP", kind: "Stop"},
	{name: "SAVE", kind: "Save", args: join(toEnd("MODEL", "model_file", "FILE"), silent(asFlag, "SYSTEM"))},
	{name: "RELOAD", kind: "Load_Model", args: join(toEnd("MODEL", "model_file", "FILE"), silent(asFlag, "SYSTEM"))},
	{name: "GROUP", refused: "groups of elements"}, {name: "UNGROUP", refused: "groups of elements"},
	{name: "CONTROL", kind: "Param_Simulation", read: routine, args: join(function("FUNCTION", "usrsub_param_string"), routineArgs())},
	{name: "INFO", idle: true}, {name: "SHOW", idle: true}, {name: "TIME", idle: true}, {name: "HELP", idle: true},
	{name: "MENU", idle: true},
}

// named checks the name of the model in a file of commands.
func (r *reader) named(name text) {
	if r.models++; r.models > 1 {
		d := r.diags.Errorf(name.span(), "E614", "FILE: not supported: a second model, %s", shorten(bare(name.s)))
		d.Help = "give each model commands of its own"
		return
	}
	if r.missing != "" {
		r.diags.Errorf(name.span(), "E616", "%s", r.missing)
		return
	}
	have := bare(r.modelName)
	if r.modelName == "" || strings.EqualFold(bare(name.s), have) {
		return
	}
	r.diags.Warnf(name.span(), "W613", "the commands are meant for the model %s and are carried out with %s", shorten(bare(name.s)), have)
}

// bare removes folder and suffix .adm.
func bare(path string) string {
	path = strings.ReplaceAll(strings.Trim(path, `"'`), "\\", "/")
	base := filepath.Base(path)
	if strings.EqualFold(filepath.Ext(base), ".adm") {
		base = base[:len(base)-4]
	}
	return base
}

func file(e *emitter) bool {
	if a := e.argument("MODEL"); a != nil {
		e.r.named(a.val)
	}
	return false
}

// simulate: kinematics is what a transient analysis does where nothing is free
// to move.
func simulate(e *emitter) bool {
	if a := e.argument("KINEMATICS"); a != nil {
		e.r.diags.Notef(a.name.span(), "N622", "SIMULATE: a model with degrees of freedom runs as DYNAMICS")
	}
	return true
}

// activate makes one command for each id, and for each of the model's that lie
// in a range.
func activate(e *emitter) bool {
	a, r := e.argument("ID"), e.argument("RANGE")
	if a == nil && r == nil {
		return true
	}
	same := e.raw.Attrs
	one := func(id deck.Attr) {
		e.raw.Attrs = append(append([]deck.Attr{}, same...), id)
		e.done()
	}
	if a != nil {
		for _, id := range entries(a.val) {
			one(attr("element_id", a.name, id))
		}
	}
	if r != nil {
		for _, id := range e.within(r) {
			one(deck.Attr{Name: "element_id", Value: strconv.Itoa(id), NameSpan: r.name.span(), ValueSpan: r.val.span(), Whole: true})
		}
	}
	return false
}

// within returns the ids of the model's statements of the type that a command
// names which lie in RANGE=first, last.
func (e *emitter) within(r *arg) (ids []int) {
	list := entries(r.val)
	if len(list) != 2 {
		e.fail(r.val, "E607", "RANGE takes 2 values, not %d", len(list))
		return nil
	}
	first, err1 := strconv.Atoi(list[0].s)
	last, err2 := strconv.Atoi(list[1].s)
	if err1 != nil || err2 != nil {
		e.fail(r.val, "E621", "RANGE takes two ids, not %q", shorten(r.val.s))
		return nil
	}
	for i := range e.st.args {
		s := e.st.args[i].spec
		if sp := modelLanguage().find(s.value); s.form == asFlag && sp != nil {
			ids = append(ids, e.r.ids[sp.name]...)
		}
	}
	ids = slices.DeleteFunc(ids, func(id int) bool { return id < first || id > last })
	if len(ids) == 0 {
		e.fail(r.val, "E621", "the model has none between %d and %d", first, last)
	}
	return ids
}
