package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// formats are the forms in which check tells what is wrong with a deck.
var formats = []string{"text", "json", "sarif", "gcc"}

func formatOf(name string) error {
	if !slices.Contains(formats, name) {
		return fmt.Errorf("--format is one of %s, not %q", strings.Join(formats, ", "), name)
	}
	return nil
}

// findings returns the problems of a deck together with those that are no
// diagnostics: files that cannot be read, routines that cannot be loaded or fail
// in their set-up call. m is nil if there is no deck.
func findings(m *deck.Model, in input, err error) *deck.Diags {
	all := &deck.Diags{}
	if m != nil {
		all.List = append(all.List, m.Diags.List...)
	}
	for _, e := range parts(err) {
		if said(e) {
			continue
		}
		at, code := deck.Span{Src: &deck.Source{Name: in.deck}}, "E100"
		var load *usersub.LoadError
		var call *usersub.CallError
		switch {
		case errors.As(e, &load):
			at, code = whereIs(m, load.Ref.Element, at), "L001"
		case errors.As(e, &call):
			at, code = whereIs(m, call.Element, at), "L002"
		}
		all.Errorf(at, code, "%s", strings.TrimPrefix(describe(e), in.deck+": "))
	}
	all.Sort()
	return all
}

// whereIs is the place of the element with the name, other if it has none.
func whereIs(m *deck.Model, name string, other deck.Span) deck.Span {
	if m == nil {
		return other
	}
	if at := place(m, name); at.Src != nil {
		return at
	}
	return other
}

// list writes problems on the standard output.
func (t *tool) list(ds *deck.Diags, format string) error {
	switch format {
	case "json":
		return ds.JSON(t.data)
	case "sarif":
		return ds.SARIF(t.data, "trammel", version())
	}
	return ds.GCC(t.data)
}
