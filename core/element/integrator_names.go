package element

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Names of integrators by what they have in common, for descriptions of attributes: the table of package traits decides.

// listOrdinaryIntegrators names the integrators of ordinary differential equations, for a message.
func listOrdinaryIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.Ordinary && t.First == "" })
}

func listIndexIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.Index })
}

func listNewmarkIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.Newmark })
}

func listDampedIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.Alpha != 0 })
}

// listUncontrolledIntegrators names the explicit and non-smooth integrators, whose steps follow no error.
func listUncontrolledIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.IsExplicitFixedStep() || t.NonSmooth })
}

func listNonSmoothIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.NonSmooth })
}

func listConstantStepIntegrators() string {
	return traits.JoinedNames(func(t traits.Traits) bool { return t.Steps == traits.ConstantSteps })
}

// listHighestOrders lists the highest orders: "DSTIFF 5, ABAM 12".
func listHighestOrders() string {
	var all []string
	for _, name := range traits.Names(func(t traits.Traits) bool { return t.MaxOrder > 0 && t.First == "" }) {
		all = append(all, fmt.Sprintf("%s %d", name, traits.FindByName(name).MaxOrder))
	}
	return strings.Join(all, ", ")
}
