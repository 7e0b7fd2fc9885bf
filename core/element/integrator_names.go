package element

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Names of integrators by what they have in common, for descriptions of attributes: the table of package traits decides.

func ordinary() string {
	return traits.List(func(t traits.Traits) bool { return t.Ordinary && t.First == "" })
}

func withIndex() string { return traits.List(func(t traits.Traits) bool { return t.Index }) }

func newmark() string { return traits.List(func(t traits.Traits) bool { return t.Newmark }) }

func damped() string { return traits.List(func(t traits.Traits) bool { return t.Alpha != 0 }) }

func uncontrolled() string {
	return traits.List(func(t traits.Traits) bool { return t.Explicit() || t.NonSmooth })
}

func nonSmooth() string { return traits.List(func(t traits.Traits) bool { return t.NonSmooth }) }

func constantSteps() string {
	return traits.List(func(t traits.Traits) bool { return t.Steps == traits.ConstantSteps })
}

// orders lists the highest orders: "DSTIFF 5, ABAM 12".
func orders() string {
	var all []string
	for _, name := range traits.Names(func(t traits.Traits) bool { return t.MaxOrder > 0 && t.First == "" }) {
		all = append(all, fmt.Sprintf("%s %d", name, traits.Find(name).MaxOrder))
	}
	return strings.Join(all, ", ")
}
