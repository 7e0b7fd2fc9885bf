package element

import (
	"maps"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Param_Simulation", Section: deck.InBoth, NoID: true, Doc: "settings of all analyses",
			Attrs: attrs(
				positive(real("constr_tol", "1e-10", "length or rad", "largest error of constraints of kinematic analyses and of ABAM; else dae_constr_tol counts")),
				positive(real("implicit_diff_tol", "1e-5", "1", "error of implicit Control_Diff; these are solved as exactly as all else")),
				also(real("nr_converge_ratio", "0.09", "1", "of integrators that partition coordinates, which there are none of"), "nr_converg_ratio"),
				quiet("there is one solver of linear equations", "linsolver"),
				unused("models are saved by the command Save only", "save_increment", "save_inc_overwrite"),
				unused("there is no coupling with flow solvers", "acusolve_cosim"),
				quiet("contacts are always iterated", "contact_iteration"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: settings,
		build: func(b *builder, e *deck.Element) {
			b.out.Tuning.ReadSimulation(e)
			b.out.Driver = b.driver(e)
		},
	})
}

// ReadSimulation takes over Param_Simulation.
func (t *Transient) ReadSimulation(e *deck.Element) {
	if !e.Has("constr_tol") {
		return
	}
	t.Given = maps.Clone(t.Given)
	t.ode, t.Given["constr_tol"] = e.Real("constr_tol"), true
	t.settle()
}
