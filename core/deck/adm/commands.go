package adm

import (
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var commandStatements = []spec{
	{name: "FILE", do: file, args: join(
		toEnd("MODEL", ""), silent(asLine, "OUTPUT_PREFIX", "COMMAND", "OUTPUT"),
	)},
	{name: "SIMULATE", kind: "Simulate", do: simulate, args: join(
		is("STATICS", "analysis_type", "STATIC"), is("EQUILIBRIUM", "analysis_type", "STATIC"),
		is("QUASI_STATICS", "analysis_type", "QUASI-STATIC"),
		is("DYNAMICS", "analysis_type", "TRANSIENT"), is("TRANSIENT", "analysis_type", "TRANSIENT"),
		is("KINEMATICS", "analysis_type", "TRANSIENT"), is("INITIAL_CONDITIONS", "analysis_type", "ASSEMBLY"),
		is("ASSEMBLY", "analysis_type", "ASSEMBLY"),
		of("END", "end_time"), of("DURATION", "duration"), of("DTOUT", "print_interval"), of("STEPS", "num_steps"),
	)},
	{name: "LINEAR", kind: "Simulate", fixed: []pair{{"analysis_type", "LINEAR"}},
		args: join(silent(asFlag, "EIGENSOL", "STATEMAT", "NOVECTOR", "ORIGINAL", "KINETIC", "STRAIN", "DISSIPATIVE", "NODAMPIN"),
			silent(asWords, "PINPUT", "POUTPUT", "PSTATE", "RM", "COORDS"), silent(asLine, "FILE", "TABLE"), silent(asWord, "FORMAT"))},
	{name: "ACTIVATE", kind: "Activate", flagAttr: "element_type", do: activate, undo: undoActivate, args: join(values("ID"))},
	{name: "DEACTIVATE", kind: "Deactivate", flagAttr: "element_type", do: activate, undo: undoActivate, args: join(values("ID"))},
	{name: "STOP", kind: "Stop"},
	{name: "SAVE", kind: "Save", args: join(toEnd("MODEL", "model_file", "FILE"), silent(asFlag, "SYSTEM"))},
	{name: "RELOAD", refused: "a saved state cannot be read back"},
	{name: "CONTROL", kind: "Param_Simulation", do: routine, args: join(function("FUNCTION", "usrsub_param_string"), routineArgs())},
	{name: "INFO", idle: true}, {name: "SHOW", idle: true}, {name: "TIME", idle: true}, {name: "HELP", idle: true},
	{name: "MENU", idle: true}, {name: "ENVIRONMENT", idle: true},
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
	if a := e.take("MODEL"); a != nil {
		e.r.named(a.val)
	}
	return false
}

// simulate: kinematics is what a transient analysis does where nothing is free
// to move.
func simulate(e *emitter) bool {
	if a := e.take("KINEMATICS"); a != nil {
		e.r.diags.Notef(a.name.span(), "N622", "SIMULATE: a model with degrees of freedom runs as DYNAMICS")
	}
	return true
}

// activate makes one command for each id.
func activate(e *emitter) bool {
	a := e.take("ID")
	if a == nil {
		return true
	}
	same := e.raw.Attrs
	for _, id := range entries(a.val) {
		e.raw.Attrs = append(append([]deck.Attr{}, same...), attr("element_id", a.name, id))
		e.done()
	}
	return false
}
