package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// describeTopology lists what the topology of a model depends on, an element a line: ids, references and choices. Parameters of analyses are not among
// them.
func describeTopology(m *deck.Model) []string {
	var list []string
	for _, e := range m.Elements {
		if strings.HasPrefix(e.Kind, "Param_") || e.Schema.Parameter {
			continue
		}
		var b strings.Builder
		b.WriteString(e.KindID())
		for i := range e.Attrs {
			a := &e.Attrs[i]
			if a.Spec == nil {
				continue
			}
			switch a.Spec.Type {
			case deck.Ref, deck.Refs, deck.Bool, deck.Enum:
				fmt.Fprintf(&b, " %s=%s", a.Spec.Name, strings.ToUpper(strings.Join(strings.Fields(a.Value), " ")))
			}
		}
		list = append(list, b.String())
	}
	return list
}

// describeTopologyDifference describes how two topologies differ, "" if they do not.
func describeTopologyDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q and %q", a[i], b[i])
		}
	}
	long, short := a, b
	if len(a) < len(b) {
		long, short = b, a
	}
	if len(long) == len(short) {
		return ""
	}
	extra := slices.DeleteFunc(slices.Clone(long), func(s string) bool { return slices.Contains(short, s) })
	if len(extra) == 0 {
		extra = long[len(short):]
	}
	return fmt.Sprintf("%q is not in all models", extra[0])
}
