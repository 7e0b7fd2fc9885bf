package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// formats are the forms in which check reports what is wrong with a deck.
var formats = []string{"text", "json", "sarif", "gcc"}

func checkDiagFormat(name string) error {
	if !slices.Contains(formats, name) {
		return fmt.Errorf("--format is one of %s, not %q", strings.Join(formats, ", "), name)
	}
	return nil
}

// collectFindings returns the problems of a deck together with those that are no
// diagnostics: files that cannot be read, routines that cannot be loaded or fail
// in their set-up call. m is nil if there is no deck.
func collectFindings(m *deck.Model, in input, err error) *deck.Diags {
	all := &deck.Diags{}
	if m != nil {
		all.List = append(all.List, m.Diags.List...)
	}
	for _, e := range splitErrors(err) {
		if needsNoReport(e) {
			continue
		}
		at, code := locateError(m, e)
		if at.Src == nil {
			at, code = deck.Span{Src: &deck.Source{Name: in.deck}}, cmp.Or(code, codeOfError(e))
		}
		all.AddErrorf(at, code, "%s", strings.TrimPrefix(describeError(e), in.deck+": "))
	}
	all.Sort()
	return all
}

// codeOfError is the code of a problem without a place.
func codeOfError(err error) string {
	var load *usersub.LoadError
	var call *usersub.CallError
	switch {
	case errors.As(err, &load):
		return "L001"
	case errors.As(err, &call):
		return "L002"
	}
	return "E100"
}

// writeDiags writes problems on the standard output.
func (t *tool) writeDiags(ds *deck.Diags, format string) error {
	switch format {
	case "json":
		return ds.WriteJSON(t.data)
	case "sarif":
		return ds.WriteSARIF(t.data, "trammel", versionText())
	}
	return ds.WriteGCC(t.data)
}
