package element

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Names of integrators by what they have in common, for descriptions of attributes: the table of package traits decides.

// listODEIntegrators names the integrators of ordinary differential equations, for a message.
func listODEIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.Ordinary && t.First == "" })
}

func listIndexIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.Index })
}

func listNewmarkIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.Newmark })
}

func listDampedIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.Alpha != 0 })
}

// listIntegratorsWithoutErrorControl names the explicit and non-smooth integrators, whose steps follow no error.
func listIntegratorsWithoutErrorControl() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.IsExplicitFixedStep() || t.NonSmooth })
}

func listNonSmoothIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.NonSmooth })
}

func listConstantStepIntegrators() string {
	return traits.JoinedIntegratorNames(func(t traits.Traits) bool { return t.Steps == traits.ConstantSteps })
}

// listHighestOrders lists the highest orders: "DSTIFF 5, ABAM 12".
func listHighestOrders() string {
	var all []string
	for _, name := range traits.NamesOfIntegrators(func(t traits.Traits) bool { return t.MaxOrder > 0 && t.First == "" }) {
		all = append(all, fmt.Sprintf("%s %d", name, traits.TraitsByIntegratorName(name).MaxOrder))
	}
	return strings.Join(all, ", ")
}
