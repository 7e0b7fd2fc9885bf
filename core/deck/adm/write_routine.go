package adm

import (
	"strconv"
	"strings"
)

// located are the arguments that routine says.
var located = map[string]bool{"INTERPRETER": true, "SCRIPT": true, "PLUGIN": true, "DIALECT": true, "ISOLATE": true, "PURE": true}

// hasRoutine reports whether a user subroutine gives the law of the element.
func (p *statementWriter) hasRoutine() bool {
	if !p.schemaHasAttr("usrsub_fnc_name") {
		return false
	}
	_, ok := p.e.RoutineRef("none")
	return ok
}

// writeRoutine writes how the routine of an element is found.
func (p *statementWriter) writeRoutine() {
	if !p.schemaHasAttr("usrsub_fnc_name") || p.s.spec.keys["ROUTINE"] == nil {
		return
	}
	lib, _ := p.consumeValue("usrsub_dll_name")
	fnc, _ := p.consumeValue("usrsub_fnc_name")
	script, _ := p.consumeValue("script_name")
	lib, script = p.w.RelocatedPath(lib), p.w.RelocatedPath(script)
	names := p.routineNames(lib, fnc)
	if routine := strings.Join(names, ", "); routine != "" {
		p.addWord(Plain, "ROUTINE", routine)
	}
	if script != "" {
		p.addWord(Text, "SCRIPT", script)
	}
	if v, ok := p.consumeValue("interpreter"); ok {
		p.addWord(Plain, "INTERPRETER", v)
	}
	if v, ok := p.consumeValue("usrsub_plugin_name"); ok {
		p.addWord(Text, "PLUGIN", p.w.RelocatedAttrPath(p.e.Attr("usrsub_plugin_name").Spec, v))
	}
	if v, ok := p.consumeValue("isolate"); ok {
		p.addWord(Plain, "ISOLATE", v)
	}
	if v, ok := p.consumeValue("usrsub_pure"); ok {
		p.addWord(Plain, "PURE", v)
	}
	if v, ok := p.consumeValue("usrsub_keep_par"); ok {
		p.addWord(Plain, "KEEP_PAR", v)
	}
	dialect, said := p.consumeValue("usrsub_dialect")
	if !said && p.own && p.hasRoutine() && script == "" && !p.e.Has("usrsub_plugin_name") {
		dialect = strings.ToUpper(p.w.Dialect)
	}
	// In Adams' language routines are called as Adams does where nothing is said.
	silent := lib != "" && !p.own && !said && p.w.Dialect == ""
	found, known := p.w.Dialects[p.e.KindID()]
	if silent && known {
		dialect = strings.ToUpper(found)
	}
	if dialect != "" {
		p.addWord(Plain, "DIALECT", dialect)
	}
	if silent && !known && !p.warned {
		p.warned = true
		p.w.Lost.AddWarningf(p.e.Span, "W704", "%s: %s calls routines in libraries as Adams does", p.e.KindIDLabel(), p.form).
			Help = "give usrsub_dialect in the deck that is converted, or have the library there when it is"
	}
}

// routineNames are those of the routine and of its partial derivatives.
func (p *statementWriter) routineNames(lib, fnc string) []string {
	names := []string{fnc}
	if lib != "" {
		names[0] = lib + "::" + fnc
	}
	for k := 1; k <= 4; k++ {
		if v, ok := p.consumeValue("usrsub_der" + strconv.Itoa(k) + "_name"); ok {
			for len(names) < k {
				names = append(names, "")
			}
			names = append(names, v)
		}
	}
	return names
}
