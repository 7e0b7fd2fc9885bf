package deck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// UserSubAttrs returns the attributes by which an element names a user
// subroutine: usrsub_dll_name, usrsub_fnc_name, usrsub_param_string,
// script_name, interpreter, usrsub_plugin_name, usrsub_dialect, isolate, usrsub_pure, usrsub_keep_par, and usrsub_der1_name to
// usrsub_derN_name where nDer is N. They have an effect under the condition
// when, as in AttrSpec.When; "" for always.
func UserSubAttrs(when string, nDer int) []AttrSpec {
	attrs := []AttrSpec{
		{Name: "usrsub_param_string", Type: Params, Doc: "numbers handed to the routine, USER(1.5, 2); USER(stiffness=1.5, order=2) where a plugin names them"},
		{Name: "usrsub_dll_name", Type: Path, Doc: "shared library that holds the routine"},
		{Name: "usrsub_fnc_name", Type: Path, Doc: "name of the routine, its standard name if missing"},
		{Name: "script_name", Type: Path, Doc: "script that holds the routine"},
		{Name: "interpreter", Type: Enum, Enum: languageNames(), Doc: "language of the script"},
		{Name: "usrsub_plugin_name", Type: Path, Doc: "plugin that holds the routine"},
		{Name: "usrsub_dialect", Type: Enum, Enum: []string{"MS", "FORTRAN", "ADAMS"},
			Doc: "how the routine in the library is called; if missing by its symbol, in Adams decks as ADAMS"},
		{Name: "isolate", Type: Enum, Enum: []string{"PROCESS"}, Doc: "PROCESS runs the routine of a library or script in a process of its own"},
		{Name: "usrsub_pure", Type: Bool, Default: "FALSE", Doc: "whether results depend on arguments, values of queries and set-up calls only: a process of the routine that was lost is replaced"},
		{Name: "usrsub_keep_par", Type: Bool, Default: "FALSE", Doc: "whether the routine of a library finds what it wrote into PAR again in its next call, as old ones expect; otherwise each call gets a new copy of PAR, in every language"},
	}
	for i := 1; i <= nDer; i++ {
		a := AttrSpec{Name: "usrsub_der" + strconv.Itoa(i) + "_name", Type: Path, Doc: "routine for partial derivatives; its standard name, if the library has it, where no such name nor usrsub_fnc_name is given"}
		if i < nDer {
			a.Second = "usrsub_der" + strconv.Itoa(i+1) + "_name"
		}
		attrs = append(attrs, a)
	}
	for i := range attrs {
		attrs[i].When = when
		if n := attrs[i].Name; strings.HasPrefix(n, "usrsub_") {
			attrs[i].Alias = []string{"usersub_" + n[len("usrsub_"):]}
		}
	}
	return attrs
}

// RoutineRef returns how the element names its user subroutine; defaultName is
// used if it gives no name. The schema must hold UserSubAttrs. ok is false if
// the element names none: it gives none of their attributes or, where its type
// may be USERSUB, that is another one.
func (e *Element) RoutineRef(defaultName string) (ref usersub.Ref, ok bool) {
	if e.Has("script_name") {
		e.FilePath("script_name") // a note where its name is written otherwise
	}
	ref = usersub.Ref{
		Library:     e.Str("usrsub_dll_name"),
		Script:      e.Str("script_name"),
		Interpreter: e.scriptLanguage(),
		Plugin:      e.Str("usrsub_plugin_name"),
		Dialect:     strings.ToLower(e.Enum("usrsub_dialect")),
		DeckDialect: e.model.Dialect,
		Isolate:     strings.ToLower(e.Enum("isolate")),
		Pure:        e.Bool("usrsub_pure"),
		KeepPar:     e.Bool("usrsub_keep_par"),
		Area:        e.areaSetting(),
		Function:    e.Str("usrsub_fnc_name"),
		Named:       e.Has("usrsub_fnc_name"),
		Dir:         e.model.Dir,
		Element:     e.KindID(),
	}
	if !ref.Named {
		ref.Function = defaultName
	}
	ok = ref.Library != "" || ref.Script != "" || ref.Plugin != "" || ref.Named || e.Has("usrsub_param_string")
	if s := e.kind.index["type"]; s != nil && s.Type == Enum && slices.Contains(s.Enum, "USERSUB") {
		ok = e.Enum("type") == "USERSUB" || ok && e.Enum("type") == ""
	}
	return ref, ok
}

// RoutineRefWithPrefix is Routine for an element with several routines, whose attributes
// begin with prefixes of their own: cnf_dll_name, cnf_fnc_name. Where there is no
// own library, script or plugin the attributes of UserSubAttrs give it.
func (e *Element) RoutineRefWithPrefix(prefix, defaultName string) usersub.Ref {
	ref, _ := e.RoutineRef(defaultName)
	ref.Function, ref.Named = defaultName, e.Has(prefix+"_fnc_name")
	if ref.Named {
		ref.Function = e.Str(prefix + "_fnc_name")
	}
	library, script := e.Str(prefix+"_dll_name"), e.Str(prefix+"_script_name")
	if library == "" && script == "" {
		return ref
	}
	ref.Library, ref.Script, ref.Plugin = library, script, ""
	if !e.Has("interpreter") {
		ref.Interpreter = languageOf(script)
	}
	return ref
}

// RoutineHasAreaAttr is the attribute of contacts that reports whether their routines have
// the argument area, on which headers disagree; UserSubAttrs lacks it since no
// other routine has that argument.
func RoutineHasAreaAttr(when string) *AttrSpec {
	return &AttrSpec{Name: "usrsub_area", Type: Enum, Enum: []string{"YES", "NO"}, When: when,
		Doc: "whether the routine has the argument area; by its dialect if missing: not in MS, in FORTRAN and ADAMS"}
}

// areaSetting returns what the element says of the argument area; most kinds have no
// attribute for it.
func (e *Element) areaSetting() string {
	if e.kind.index["usrsub_area"] == nil {
		return ""
	}
	return strings.ToLower(e.Enum("usrsub_area"))
}

// scriptLanguage returns the language of the script, by its suffix if not given.
func (e *Element) scriptLanguage() string {
	if name := e.Enum("interpreter"); name != "" {
		return name
	}
	return languageOf(e.Str("script_name"))
}

// languages are the values of the attribute interpreter, each with the suffix of its scripts, "" for another name of one before.
var languages = []struct{ name, suffix string }{{"PYTHON", ".py"}, {"MATLAB", ".m"}, {"OML", ".oml"}, {"OCTAVE", ""}}

// languageNames lists the languages of scripts.
func languageNames() (names []string) {
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// languageOf returns the language of a script by its suffix, "" for an unknown one.
func languageOf(script string) string {
	for _, l := range languages {
		if l.suffix != "" && strings.HasSuffix(strings.ToLower(script), l.suffix) {
			return l.name
		}
	}
	return ""
}

// IsScript reports whether a file is a script by its suffix.
func IsScript(file string) bool { return languageOf(file) != "" }
