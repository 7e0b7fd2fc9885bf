package element

import (
	"maps"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Param_Simulation", Section: deck.InBoth, NoID: true, Doc: "settings of all analyses",
			Attrs: joinAttrs(
				positiveAttr(realAttr("constr_tol", "1e-10", "length or rad", "largest error of constraints of kinematic analyses and of "+listODEIntegrators()+"; else dae_constr_tol counts")),
				positiveAttr(realAttr("implicit_diff_tol", "1e-5", "1", "error of implicit Control_Diff; these are solved as exactly as all else")),
				withAliases(positiveAttr(realAttr("nr_converge_ratio", "0.09", "1", listODEIntegrators()+": partials are renewed when an iteration onto the constraints leaves more than this part of their errors; not given, half of them. The coordinates of these integrators are projected, not partitioned")), "nr_converg_ratio"),
				harmlessUnusedAttrs("there is one solver of linear equations", "linsolver"),
				unusedAttrs("models are saved by the command Save only", "save_increment", "save_inc_overwrite"),
				unusedAttrs("there is no coupling with flow solvers", "acusolve_cosim"),
				harmlessUnusedAttrs("contacts are always iterated", "contact_iteration"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: settings,
		build: func(b *builder, e *deck.Element) {
			b.out.Tuning.ReadSimulation(e)
			t := b.out.Tuning
			b.checks = append(b.checks, func() { b.checkTolerances(e, &t) })
			b.out.Driver = b.loadDriver(e)
		},
	})
}

// ReadSimulation takes over Param_Simulation.
func (t *Transient) ReadSimulation(e *deck.Element) {
	t.Given = maps.Clone(t.Given)
	for name, dst := range map[string]*float64{"constr_tol": &t.ode, "nr_converge_ratio": &t.RowRate} {
		if e.Has(name) {
			*dst, t.Given[name] = e.Real(name), true
		}
	}
	t.chooseConstrTol()
}
