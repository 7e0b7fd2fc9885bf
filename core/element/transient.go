package element

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Transient is the settings of transient analyses.
type Transient struct {
	Integrator              string  // a name of core/integrate
	Tol, HMax, HMin, H0     float64 // Tol is 0 where not given, as is RelTol
	RelTol                  float64 // of the motion
	VelTolFactor, AlgFactor float64
	MaxOrder, Index         int // MaxOrder 0 is the method's own
	ConstrTol               float64
	MaxIt, MinIt            int
	VelCtrl, Interpolate    bool
	JacobEval, EvalExpiry   int
	JacobInit               int
	Alpha, Beta, Gamma      float64
	FixedStep               float64 // 0 for a controlled step
	RelAbs, RowRate         float64 // rel_abs_tol_ratio, nr_converge_ratio; 0 where not given
	VISolver                string  // of non-smooth integrators; "" is auto
	VITol                   float64 // 0 where not given
	VIMaxIter               int     // 0 is that of the solver
	Given                   map[string]bool

	dae, ode float64 // dae_constr_tol, constr_tol
}

// DefaultTransient returns the settings of a deck that gives none.
func DefaultTransient() Transient {
	return Transient{
		Integrator: traits.Default, HMax: 0.01, HMin: 1e-6, H0: 1e-8,
		VelTolFactor: 1000, AlgFactor: 1000, Index: 3, ConstrTol: 1e-10,
		MaxIt: 4, MinIt: 1, JacobEval: 4, JacobInit: 1, Given: map[string]bool{},
		dae: 1e-10, ode: 1e-10,
	}
}

var transientSchema = &deck.Schema{
	Kind: "Param_Transient", Section: deck.InBoth, NoID: true, Doc: "settings of transient analyses",
	Attrs: joinAttrs(
		choiceAttr("integrator_type", traits.Default, integratorHelp(), append(traits.NamesOfIntegrators(nil), traits.MotionSolveNames()...)...),
		positiveAttr(realAttr("integr_tol", "", "length, rad or state", "largest local error of displacements and states in a step; integr_rel_tol counts besides")),
		positiveAttr(realAttr("integr_rel_tol", "", "1", "largest local error in a step relative to the range that a displacement has moved through, for velocities and states ten times that; not given, 3e-6; 1 leaves all to integr_tol; extension")),
		positiveAttr(realAttr("h_max", "0.01", "time", "largest step, for "+listIntegratorsWithoutErrorControl()+" the step; lowered to the time between outputs unless these are interpolated")),
		positiveAttr(realAttr("h_min", "1e-6", "time", "smallest step, but for the first ones")),
		positiveAttr(realAttr("h0_max", "1e-8", "time", "largest first step")),
		positiveAttr(realAttr("vel_tol_factor", "1000", "1/time", "error of velocities in units of integr_tol, with dae_vel_ctrl")),
		nonNegativeIntegerAttr("max_order", "0", "largest order; 0 for that of the method ("+listHighestOrders()+"); a Runge-Kutta method chooses among its orders by the tolerance"),
		positiveAttr(realAttr("dae_alg_tol_factor", "1000", "1", "read, without effect: algebraic unknowns are solved for as exactly as all else, and their error is not controlled")),
		choiceAttr("dae_index", "3", "index of the equations of "+listIndexIntegrators()+": 3, 2 (SI2) stabilised, or 1: constraints on accelerations, positions and speeds projected", "3", "2", "1", "I3", "SI2", "I1"),
		positiveAttr(realAttr("dae_constr_tol", "1e-10", "length or rad", "largest error of constraints; for "+listODEIntegrators()+" see constr_tol")),
		withDefault("4", positiveIntegerAttr("dae_corrector_maxit", "largest number of iterations of a step")),
		nonNegativeIntegerAttr("dae_corrector_minit", "1", "smallest number of iterations of a step"),
		flagAttr("dae_vel_ctrl", "control the error of velocities too"),
		nonNegativeIntegerAttr("dae_jacob_eval", "4", "1 evaluates the Jacobian at every step; otherwise it is evaluated when the measured convergence requires it, whatever the number"),
		nonNegativeIntegerAttr("dae_eval_expiry", "0", "read, without effect: the measured convergence determines when the Jacobian is evaluated"),
		nonNegativeIntegerAttr("dae_jacob_init", "1", "read, without effect, likewise"),
		flagAttr("dae_interpolation", "outputs are interpolated, steps do not end on them"),
		realAttr("hht_alpha", "-0.05", "1", "damping of "+listDampedIntegrators()+", -1/3 to 0"),
		realAttr("newmark_beta", "0", "1", "β of "+listNewmarkIntegrators()+"; 0 for (γ+1/2)²/4"),
		realAttr("newmark_gamma", "0", "1", "γ of "+listNewmarkIntegrators()+"; 0 for 1/2 less hht_alpha"),
		positiveAttr(realAttr("h_fixed", "", "time", "constant step of "+listNewmarkIntegrators()+", and of "+listConstantStepIntegrators()+" instead of h_max; extension")),
		choiceAttr("vi_solver", "AUTO", listNonSmoothIntegrators()+": solver of the inequalities of a step; AUTO is NEWTON, and IPM where that does not get there soon; these and ADMM take all models (IPM none with friction of joints in two or three directions), PSOR, APGD and BB those without joints, stiffness and damping; extension, as are the next two", "AUTO", "NEWTON", "IPM", "ADMM", "PSOR", "APGD", "BB"),
		positiveAttr(realAttr("vi_tol", "1e-8", "length/time", listNonSmoothIntegrators()+": greatest residual of the inequalities of a step, a speed; not given, 1e-8 times the length scale of the model where that is above 1. A step that does not reach it is halved, up to three times, then solved by admm; after that the run ends")),
		nonNegativeIntegerAttr("vi_max_iter", "0", listNonSmoothIntegrators()+": largest number of iterations of a solution; 0 for 500, of admm 1000. If that fails, ADMM is tried with up to 20000"),
		positiveAttr(realAttr("rel_abs_tol_ratio", "", "1", listODEIntegrators()+": the error may be integr_tol times 1 + this ratio times the value; not given, the value does not count")),
	),
}

func init() {
	registerElements(kind{schema: transientSchema, phase: settings, build: func(b *builder, e *deck.Element) {
		b.out.Tuning.ReadParams(e)
		t := b.out.Tuning
		b.checks = append(b.checks, func() { b.checkTolerances(e, &t) })
	}})
}

// ReadParams takes over the attributes that an element gives.
func (t *Transient) ReadParams(e *deck.Element) {
	t.Given = maps.Clone(t.Given)
	for name, dst := range map[string]*float64{
		"integr_tol": &t.Tol, "integr_rel_tol": &t.RelTol, "rel_abs_tol_ratio": &t.RelAbs, "h_max": &t.HMax, "h_min": &t.HMin, "h0_max": &t.H0, "h_fixed": &t.FixedStep,
		"vel_tol_factor": &t.VelTolFactor, "dae_alg_tol_factor": &t.AlgFactor, "dae_constr_tol": &t.dae,
		"vi_tol": &t.VITol, "hht_alpha": &t.Alpha, "newmark_beta": &t.Beta, "newmark_gamma": &t.Gamma,
	} {
		if e.Has(name) {
			*dst, t.Given[name] = e.Real(name), true
		}
	}
	for name, dst := range map[string]*int{
		"max_order": &t.MaxOrder, "dae_corrector_maxit": &t.MaxIt, "dae_corrector_minit": &t.MinIt,
		"vi_max_iter": &t.VIMaxIter, "dae_jacob_eval": &t.JacobEval, "dae_eval_expiry": &t.EvalExpiry, "dae_jacob_init": &t.JacobInit,
	} {
		if e.Has(name) {
			*dst, t.Given[name] = e.Int(name), true
		}
	}
	for name, dst := range map[string]*bool{"dae_vel_ctrl": &t.VelCtrl, "dae_interpolation": &t.Interpolate} {
		if e.Has(name) {
			*dst, t.Given[name] = e.Bool(name), true
		}
	}
	if e.Has("vi_solver") {
		t.VISolver, t.Given["vi_solver"] = strings.ToLower(e.Enum("vi_solver")), true
	}
	t.setIntegrator(e)
	t.chooseConstrTol()
	t.checkSettings(e)
}

var indices = map[string]int{"3": 3, "I3": 3, "2": 2, "SI2": 2, "1": 1, "I1": 1}

// setIntegrator sets integrator and index; names of integrators are mapped to those
// that there are.
func (t *Transient) setIntegrator(e *deck.Element) {
	if e.Has("dae_index") {
		t.Index, t.Given["dae_index"] = indices[e.Enum("dae_index")], true
	}
	if !e.Has("integrator_type") {
		if !t.Given["integrator_type"] && t.hasDSTIFFSettings() {
			t.Integrator = traits.DefaultDAE
		}
		return
	}
	n := e.Enum("integrator_type")
	t.Integrator, t.Given["integrator_type"] = n, true
	if to, why := traits.IntegratorForMotionSolveName(n); why != "" {
		t.Integrator = to
		e.AddWarningf("integrator_type", "B031", "%s is not available: %s is used instead, %s", n, to, why)
	}
}

// hasDSTIFFSettings reports whether settings are given that only DSTIFF has.
func (t *Transient) hasDSTIFFSettings() bool {
	for name := range t.Given {
		if strings.HasPrefix(name, "dae_") && name != "dae_interpolation" && name != "dae_vel_ctrl" {
			return true
		}
	}
	return false
}

// defaultRelTol bounds the error of a step, relative to the range of the motion, where the deck
// gives no tolerance. It was chosen by measurement on the models of examples/corpus.
const defaultRelTol = 3e-6

// AbsTol returns integr_tol, 1e-3 where it is not given.
func (t *Transient) AbsTol() float64 { return cmp.Or(t.Tol, 1e-3) }

// ErrorTolerances returns the tolerances of a step for a model of that length: in the deck's unit and
// relative to the range of the motion, 0 where only the first counts. speeds reports whether the second holds for speeds, too; with
// dae_vel_ctrl and a stated integr_tol they have that one.
func (t *Transient) ErrorTolerances(length float64) (tol, relTol float64, controlsSpeeds bool) {
	if t.Tol > 0 && t.RelTol >= 1 {
		return t.Tol, 0, false
	}
	return cmp.Or(t.Tol, t.AbsTol()*max(1, length)), cmp.Or(t.RelTol, defaultRelTol), t.Tol == 0 || t.RelTol > 0 || !t.VelCtrl
}

// integratorHelp describes the integrators.
func integratorHelp() string {
	var s strings.Builder
	fmt.Fprintf(&s, "integrator; not given, %s, or %s where other attributes that begin with dae_ are given than dae_interpolation and dae_vel_ctrl. ", traits.Default, traits.DefaultDAE)
	for _, name := range traits.NamesOfIntegrators(nil) {
		fmt.Fprintf(&s, "%s is %s, ", name, traits.TraitsByIntegratorName(name).Doc)
	}
	return strings.TrimSuffix(s.String(), ", ") + "; others are mapped to these"
}

// traits returns those of the integrator.
func (t *Transient) traits() traits.Traits { return traits.TraitsByIntegratorName(t.Integrator) }

// chooseConstrTol chooses between the two tolerances of constraints: constr_tol is for
// the integrators of ordinary differential equations.
func (t *Transient) chooseConstrTol() {
	t.ConstrTol = t.dae
	if t.traits().Ordinary || t.IsExplicit() {
		t.ConstrTol = t.ode
	}
}

// checkSettings reports settings that do not go together.
func (t *Transient) checkSettings(e *deck.Element) {
	if e.Has("hht_alpha") && (t.Alpha < -1./3-1e-12 || t.Alpha > 0) {
		e.AddErrorf("hht_alpha", "B032", "%g is not between -1/3 and 0", t.Alpha)
	}
	for _, name := range []string{"h_min", "h0_max"} {
		if h := e.Real(name); e.Has(name) && h > t.HMax {
			e.AddWarningf(name, "B033", "%g is larger than h_max, %g, which counts", h, t.HMax).Help = name + " is a step below h_max"
		}
	}
	if e.Has("dae_corrector_minit") && t.MinIt > t.MaxIt {
		e.AddWarningf("dae_corrector_minit", "B033", "%d iterations are more than dae_corrector_maxit allows, %d", t.MinIt, t.MaxIt)
	}
	if e.Has("h_fixed") && !t.stepsAreFixed() {
		e.AddWarningf("h_fixed", "B033", "only %s have a constant step: %s ignores it", listIntegratorsWith(func(x traits.Traits) bool { return x.Steps != traits.ControlledSteps }), t.Integrator)
	}
	if e.Has("integr_tol") && t.Given["integrator_type"] && (t.IsExplicit() || t.IsNonSmooth()) {
		e.AddWarningf("integr_tol", "B033", "%s does not control errors: its step is h_max, whatever the tolerance", t.Integrator)
	}
	if e.Has("rel_abs_tol_ratio") && !t.traits().Ordinary {
		e.AddWarningf("rel_abs_tol_ratio", "B033", "the tolerance of %s is absolute; %s have a relative part", t.Integrator, listIntegratorsWith(func(x traits.Traits) bool { return x.Ordinary }))
	}
	t.checkNewmark(e)
	t.reportUnusedSettings(e)
	if top := t.traits().MaxOrder; e.Has("max_order") && top > 0 && t.MaxOrder > top {
		e.AddWarningf("max_order", "B033", "%s goes up to order %d", t.Integrator, top)
	}
}

// reportUnusedSettings reports settings, other than their defaults, that the integrator does not
// have. Exported decks give all attributes: defaults are passed over.
func (t *Transient) reportUnusedSettings(e *deck.Element) {
	x := t.traits()
	newmark := "it is a setting of " + listIntegratorsWith(func(x traits.Traits) bool { return x.Newmark })
	index := listIntegratorsWith(func(x traits.Traits) bool { return x.Index })
	for _, s := range []struct {
		name string
		idle bool
		why  string
	}{
		{"dae_index", !x.Index && t.Index != 3, "only " + index + " have a choice of index"},
		{"dae_vel_ctrl", t.VelCtrl && x.Steps == traits.ConstantSteps, "the steps are constant, no error is controlled"},
		{"hht_alpha", !x.Newmark && t.Alpha < 0 && t.Alpha != -0.05, newmark},
		{"newmark_beta", !x.Newmark && t.Beta != 0, newmark},
		{"newmark_gamma", !x.Newmark && t.Gamma != 0, newmark},
		{"vi_solver", !x.NonSmooth && t.VISolver != "" && t.VISolver != "auto", "it is a setting of " + traits.NSC},
		{"vi_tol", !x.NonSmooth && t.VITol != 1e-8, "it is a setting of " + traits.NSC},
		{"vi_max_iter", !x.NonSmooth && t.VIMaxIter != 0, "it is a setting of " + traits.NSC},
		{"max_order", x.MaxOrder == 0 && t.MaxOrder != 0, "the order is that of the method"},
	} {
		if s.idle && e.Has(s.name) {
			e.AddWarningf(s.name, "B033", "%s ignores it: %s", t.Integrator, s.why)
		}
	}
}

// listIntegratorsWith lists the integrators with a trait.
func listIntegratorsWith(hasTrait func(traits.Traits) bool) string {
	return traits.JoinNamesWithAnd(traits.NamesOfIntegrators(hasTrait))
}

// IsExplicit reports whether the integrator is an explicit one with constant steps and without control of errors.
func (t *Transient) IsExplicit() bool { return t.traits().IsExplicitFixedStep() }

// IsNonSmooth reports whether speeds may jump within a step of the integrator.
func (t *Transient) IsNonSmooth() bool { return t.traits().NonSmooth }

// ControlsError reports whether the steps follow errors.
func (t *Transient) ControlsError() bool {
	return t.FixedStep <= 0 && t.traits().Steps != traits.ConstantSteps
}

// IsFixedStepImplicit reports whether the integrator is an implicit one with constant steps only, which controls no error.
func (t *Transient) IsFixedStepImplicit() bool {
	x := t.traits()
	return x.Steps == traits.ConstantSteps && x.Stability == 0 && !x.NonSmooth
}

// checkNewmark reports β and γ that lose the second order or stability (T. J. R.
// Hughes, The Finite Element Method, 1987, section 9.1).
func (t *Transient) checkNewmark(e *deck.Element) {
	if !t.traits().Newmark || !e.Has("newmark_gamma") && !e.Has("newmark_beta") {
		return
	}
	alpha := t.Alpha
	if alpha == 0 && !t.Given["hht_alpha"] {
		alpha = t.traits().Alpha
	}
	gamma := t.Gamma
	if gamma == 0 {
		gamma = 0.5 - alpha
	}
	if t.Beta < 0 || gamma < 0.5-1e-12 {
		e.AddErrorf("newmark_gamma", "B032", "with γ = %g and β = %g the method is not stable; γ is 1/2 or more and β not negative", gamma, t.Beta)
		return
	}
	if math.Abs(gamma+alpha-0.5) > 1e-9 {
		e.AddWarningf("newmark_gamma", "B033", "with γ = %g and α = %g the method is of first order only; 1/2 - α is %g", gamma, alpha, 0.5-alpha)
	}
	if t.Beta > 0 && t.Beta < gamma/2-1e-12 {
		e.AddWarningf("newmark_beta", "B033", "with β = %g below γ/2 = %g long steps are not stable", t.Beta, gamma/2)
	}
}
