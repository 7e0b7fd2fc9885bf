package adm

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var commandStatements = []spec{
	{name: "FILE", read: emitFile, args: joinArgs(
		toLineEndArg("MODEL", ""), ignoredArgs(asLine, "OUTPUT_PREFIX", "COMMAND", "OUTPUT"),
	)},
	{name: "SIMULATE", kind: "Simulate", args: joinArgs(
		flagArg("STATICS", "analysis_type", "STATIC"), flagArg("EQUILIBRIUM", "analysis_type", "STATIC"),
		flagArg("QUASI_STATICS", "analysis_type", "QUASI-STATIC"),
		flagArg("DYNAMICS", "analysis_type", "TRANSIENT"), flagArg("TRANSIENT", "analysis_type", "TRANSIENT"),
		flagArg("KINEMATICS", "analysis_type", "KINEMATICS"), flagArg("INITIAL_CONDITIONS", "analysis_type", "ASSEMBLY"), flagArg("LINEAR", "analysis_type", "LINEAR"),
		flagArg("ASSEMBLY", "analysis_type", "ASSEMBLY"),
		newArgWithOptionalEntries("END", "end_time"), newArgWithOptionalEntries("DURATION", "duration"), newArgWithOptionalEntries("DTOUT", "print_interval"), newArgWithOptionalEntries("STEPS", "num_steps"),
	)},
	{name: "LINEAR", kind: "Simulate", fixed: []pair{{"analysis_type", "LINEAR"}}, read: emitLinear, write: writeLinear, args: linearArgs()},
	{name: "ACTIVATE", kind: "Activate", flagAttr: "element_type", read: emitActivate, write: writeActivate, args: joinArgs(newArgHandledByStatement("ID"), newArgHandledByStatement("RANGE"))},
	{name: "DEACTIVATE", kind: "Deactivate", flagAttr: "element_type", read: emitActivate, write: writeActivate, args: joinArgs(newArgHandledByStatement("ID"), newArgHandledByStatement("RANGE"))},
	{name: "STOP", kind: "Stop"},
	{name: "SAVE", kind: "Save", args: joinArgs(toLineEndArg("MODEL", "model_file", "FILE"), ignoredArgs(asFlag, "SYSTEM"))},
	{name: "RELOAD", kind: "Load_Model", args: joinArgs(toLineEndArg("MODEL", "model_file", "FILE"), ignoredArgs(asFlag, "SYSTEM"))},
	{name: "GROUP", refused: "groups of elements"}, {name: "UNGROUP", refused: "groups of elements"},
	{name: "CONTROL", kind: "Param_Simulation", read: emitRoutine, args: joinArgs(expressionArg("FUNCTION", "usrsub_param_string"), routineArgs())},
	{name: "INFO", idle: true}, {name: "SHOW", idle: true}, {name: "TIME", idle: true}, {name: "HELP", idle: true},
	{name: "MENU", idle: true},
}

// checkModelName checks the name of the model in a file of commands.
func (r *reader) checkModelName(name text) {
	if r.models++; r.models > 1 {
		d := r.diags.AddErrorf(name.fileSpan(), "E614", "FILE: not supported: a second model, %s", shortenForMessage(fileBaseName(name.s)))
		d.Help = "give each model commands of its own"
		return
	}
	if r.missing != "" {
		r.diags.AddErrorf(name.fileSpan(), "E616", "%s", r.missing)
		return
	}
	have := fileBaseName(r.modelName)
	if r.modelName == "" || strings.EqualFold(fileBaseName(name.s), have) {
		return
	}
	r.diags.AddWarningf(name.fileSpan(), "W613", "the commands are meant for the model %s and are carried out with %s", shortenForMessage(fileBaseName(name.s)), have)
}

// fileBaseName removes folder and suffix .adm.
func fileBaseName(path string) string {
	path = strings.ReplaceAll(strings.Trim(path, `"'`), "\\", "/")
	base := filepath.Base(path)
	if strings.EqualFold(filepath.Ext(base), ".adm") {
		base = base[:len(base)-4]
	}
	return base
}

func emitFile(e *elementEmitter) bool {
	if a := e.argumentNamed("MODEL"); a != nil {
		e.r.checkModelName(a.val)
	}
	return false
}

// emitActivate makes one command for each id, and for each of the model's that lie
// in a range.
func emitActivate(e *elementEmitter) bool {
	a, r := e.argumentNamed("ID"), e.argumentNamed("RANGE")
	if a == nil && r == nil {
		return true
	}
	same := e.raw.Attrs
	one := func(id deck.Attr) {
		e.raw.Attrs = append(append([]deck.Attr{}, same...), id)
		e.finishElement()
	}
	if a != nil {
		for _, id := range splitEntries(a.val) {
			one(newAttr("element_id", a.name, id))
		}
	}
	if r != nil {
		for _, id := range e.idsInRange(r) {
			one(deck.Attr{Name: "element_id", Value: strconv.Itoa(id), NameSpan: r.name.fileSpan(), ValueSpan: r.val.fileSpan(), Whole: true})
		}
	}
	return false
}

// idsInRange returns the ids of the model's statements of the type that a command
// names which lie in RANGE=first, last.
func (e *elementEmitter) idsInRange(r *arg) (ids []int) {
	list := splitEntries(r.val)
	if len(list) != 2 {
		e.addErrorAt(r.val, "E607", "RANGE takes 2 values, not %d", len(list))
		return nil
	}
	first, err1 := strconv.Atoi(list[0].s)
	last, err2 := strconv.Atoi(list[1].s)
	if err1 != nil || err2 != nil {
		e.addErrorAt(r.val, "E621", "RANGE takes two ids, not %q", shortenForMessage(r.val.s))
		return nil
	}
	for i := range e.st.args {
		s := e.st.args[i].spec
		if sp := modelLanguage().specByKeyword(s.value); s.form == asFlag && sp != nil {
			ids = append(ids, e.r.ids[sp.name]...)
		}
	}
	ids = slices.DeleteFunc(ids, func(id int) bool { return id < first || id > last })
	if len(ids) == 0 {
		e.addErrorAt(r.val, "E621", "the model has none between %d and %d", first, last)
	}
	return ids
}
