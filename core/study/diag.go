package study

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

func reportSyntax(diags *deck.Diags, at deck.Span, text string) {
	diags.AddErrorf(at, "S001", "the study file is not TOML: %s", text)
}

// reportKey reports a key that is not known.
func reportKey(diags *deck.Diags, e *tomlEntry, table string, known []string) {
	if table != "" {
		table = " in [" + table + "]"
	}
	d := diags.AddErrorf(e.span, "S002", "there is no key %s%s", e.name, table)
	if near, ok := deck.NearestName(e.name, known); ok {
		d.Help = "did you mean " + near + "?"
	} else {
		d.Help = "its keys: " + strings.Join(known, ", ")
	}
}

// reportWrongType reports a value of another type than is wanted.
func reportWrongType(diags *deck.Diags, name string, v *tomlValue, wanted string) {
	diags.AddErrorf(v.span, "S003", "%s is %s; wanted: %s", name, v.typeName(), wanted)
}

// reportValue reports a value that does not fit.
func reportValue(diags *deck.Diags, at deck.Span, help, format string, args ...any) {
	diags.AddErrorf(at, "S004", format, args...).Help = help
}

// reportMissing reports a key that must be given.
func reportMissing(diags *deck.Diags, at deck.Span, format string, args ...any) {
	diags.AddErrorf(at, "S005", format, args...)
}

// ReportMismatch reports that the study and its deck do not fit each other. The caller may add help.
func (s *Study) ReportMismatch(at deck.Span, format string, args ...any) *deck.Diag {
	return s.Diags.AddErrorf(at, "S006", format, args...)
}
