package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// pluginInfoText is what a plugin says about itself, for people.
func pluginInfoText(e *pluginEntry, d *wire.Description) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", e.ID, e.Version)
	if d.Doc != "" {
		fmt.Fprintln(&b, d.Doc)
	}
	fmt.Fprintf(&b, "  file       %s\n", e.File)
	if e.SHA256 != "" {
		fmt.Fprintf(&b, "  SHA-256    %s\n  platform   %s, protocol %d\n  installed  %s from %s\n", e.SHA256, e.Platform, e.Protocol, e.Installed, e.From)
	}
	for _, o := range d.Routines {
		b.WriteString("\n" + routineText(o.Name, o.Kind, wire.AboutOfOffer(o)))
	}
	return b.String()
}

// routineText is one routine with what it takes.
func routineText(name, kind string, a *usersub.About) string {
	var b strings.Builder
	element := "an unknown kind"
	if sig := usersub.FindRoutine(kind); sig != nil {
		element = sig.Element
	}
	fmt.Fprintf(&b, "%s: %s, of %s\n", name, kind, element)
	if a.Doc != "" {
		fmt.Fprintf(&b, "  %s\n", a.Doc)
	}
	if a.DescribesParams() {
		fmt.Fprintf(&b, "  %s\n", a.UsageText())
	} else {
		b.WriteString("  describes no parameters\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for k := range a.Params {
		p := &a.Params[k]
		fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\n", k+1, p.Name, paramText(p), p.Unit, p.Doc)
	}
	w.Flush()
	writeQuantities(&b, "states", a.States)
	writeQuantities(&b, "inputs", a.Inputs)
	for _, size := range slices.Sorted(maps.Keys(a.Sizes)) {
		fmt.Fprintf(&b, "  needs %s = %d\n", size, a.Sizes[size])
	}
	switch {
	case a.Pure && a.Concurrent:
		b.WriteString("  pure, may be called on several threads\n")
	case a.Pure:
		b.WriteString("  pure\n")
	case a.Concurrent:
		b.WriteString("  may be called on several threads\n")
	}
	return b.String()
}

// paramText is type, range and default of a parameter.
func paramText(p *usersub.Param) string {
	text := p.KindText()
	if r := p.RangeText(); r != "" {
		text += ", " + r
	}
	if p.Default != nil {
		text += ", default " + strconv.FormatFloat(*p.Default, 'g', -1, 64)
	}
	if p.Many {
		text += ", any number of them"
	}
	return text
}

func writeQuantities(b *strings.Builder, what string, list []usersub.Quantity) {
	var parts []string
	for _, q := range list {
		text := q.Name
		if q.Unit != "" {
			text += " [" + q.Unit + "]"
		}
		if q.Doc != "" {
			text += " " + q.Doc
		}
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "  %s: %s\n", what, strings.Join(parts, ", "))
	}
}
