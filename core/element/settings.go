package element

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func names(m map[string]float64) []string {
	var all []string
	for n := range m {
		all = append(all, n)
	}
	sort.Strings(all)
	return all
}

// Transient is the settings of transient analyses. The zero of an attribute
// that Has does not list is its default.
type Transient struct {
	Integrator                string
	Tol, HMax, HMin, H0       float64
	VelTolFactor, AlgFactor   float64
	MaxOrder, Index           int
	ConstrTol                 float64
	MaxIt, MinIt              int
	VelCtrl, Interpolate      bool
	JacobEval, EvalExpiry     int
	JacobInit                 int
	Alpha, Beta, Gamma        float64
	FixedStep                 float64
	HasOrder, HasHMax, HasTol bool
	Given                     map[string]bool
}

// DefaultTransient returns the settings of a deck that gives none.
func DefaultTransient() Transient {
	return Transient{
		Integrator: "DSTIFF", Tol: 1e-3, HMax: 0.01, HMin: 1e-6, H0: 1e-8,
		VelTolFactor: 1000, AlgFactor: 1000, Index: 3, ConstrTol: 1e-10,
		MaxIt: 4, MinIt: 1, JacobEval: 4, JacobInit: 1, Given: map[string]bool{},
	}
}

var positive = func(name, def string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Real, Default: def, Positive: true}
}

func count(name, def string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Int, Default: def, NonNegative: true}
}

func init() {
	enter(
		kind{schema: transientSchema, phase: settings, build: func(b *builder, e *deck.Element) { b.out.Tuning.Read(e) }},
		kind{
			schema: &deck.Schema{
				Kind: "Param_Simulation", Section: deck.InBoth, NoID: true, Doc: "settings of all analyses",
				Attrs: attrs(
					deck.AttrSpec{Name: "constr_tol", Type: deck.Real, Positive: true, Default: "1e-10"},
					positive("implicit_diff_tol", "1e-5"),
					deck.AttrSpec{Name: "nr_converge_ratio", Alias: []string{"nr_converg_ratio"}, Type: deck.Real, Default: "0.09"},
					unused("linsolver", "acusolve_cosim", "contact_iteration", "save_increment", "save_inc_overwrite"),
				),
			},
			phase: settings,
			build: func(b *builder, e *deck.Element) { b.out.Tuning.ReadSimulation(e) },
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_Gravity", NoID: true, Once: true, Doc: "acceleration of gravity along the global axes",
				Attrs: attrs(gravityAttr("grav_x"), gravityAttr("grav_y"), gravityAttr("grav_z")),
			},
			phase: equations,
			build: buildGravity,
		},
	)
	for _, ignored := range []string{"Param_Static", "Param_Linear"} {
		enter(kind{schema: &deck.Schema{Kind: ignored, Section: deck.InBoth, NoID: true, Ignored: true,
			Doc: "settings of analyses that are not available yet"}, phase: settings})
	}
}

func gravityAttr(name string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.RealOrExpr, Default: "0", Unit: "length/time²"}
}

var transientSchema = &deck.Schema{
	Kind: "Param_Transient", Section: deck.InBoth, NoID: true, Doc: "settings of transient analyses",
	Attrs: attrs(
		deck.AttrSpec{Name: "integrator_type", Type: deck.Enum, Default: "DSTIFF",
			Enum: []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "CSTIFF", "GSTIFF", "HSTIFF", "NEWMARK"}},
		positive("integr_tol", "1e-3"), positive("h_max", "0.01"), positive("h_min", "1e-6"), positive("h0_max", "1e-8"),
		positive("vel_tol_factor", "1000"), count("max_order", "0"), positive("rel_abs_tol_ratio", "0.01"),
		positive("dae_alg_tol_factor", "1000"),
		deck.AttrSpec{Name: "dae_index", Type: deck.Enum, Default: "3", Enum: []string{"3", "2", "1", "I3", "SI2", "I1"}},
		positive("dae_constr_tol", "1e-10"), count("dae_corrector_maxit", "4"), count("dae_corrector_minit", "1"),
		flag("dae_vel_ctrl"), count("dae_jacob_eval", "4"), count("dae_eval_expiry", "0"), count("dae_jacob_init", "1"),
		flag("dae_interpolation"),
		realOr("hht_alpha", "-0.1"), realOr("newmark_beta", "0"), realOr("newmark_gamma", "0"),
		deck.AttrSpec{Name: "h_fixed", Type: deck.Real, Positive: true, Unit: "time",
			Doc: "constant step of HHT; an addition of this solver"},
	),
}

// Read takes over the attributes that an element gives.
func (t *Transient) Read(e *deck.Element) {
	real := func(name string, dst *float64) {
		if e.Has(name) {
			*dst = e.Real(name)
			t.Given[name] = true
		}
	}
	whole := func(name string, dst *int) {
		if e.Has(name) {
			*dst = e.Int(name)
			t.Given[name] = true
		}
	}
	boolean := func(name string, dst *bool) {
		if e.Has(name) {
			*dst = e.Bool(name)
		}
	}
	if e.Has("integrator_type") {
		t.Integrator = t.method(e)
	}
	if e.Has("dae_index") {
		t.Index = map[string]int{"3": 3, "I3": 3, "2": 2, "SI2": 2, "1": 1, "I1": 1}[e.Enum("dae_index")]
		if t.Index == 1 {
			e.Errorf("dae_index", "B030", "the index-1 form is not supported; use 3 or 2 (stabilised)")
		}
	}
	real("integr_tol", &t.Tol)
	real("h_max", &t.HMax)
	real("h_min", &t.HMin)
	real("h0_max", &t.H0)
	real("vel_tol_factor", &t.VelTolFactor)
	real("dae_alg_tol_factor", &t.AlgFactor)
	real("dae_constr_tol", &t.ConstrTol)
	real("hht_alpha", &t.Alpha)
	real("newmark_beta", &t.Beta)
	real("newmark_gamma", &t.Gamma)
	real("h_fixed", &t.FixedStep)
	whole("max_order", &t.MaxOrder)
	whole("dae_corrector_maxit", &t.MaxIt)
	whole("dae_corrector_minit", &t.MinIt)
	whole("dae_jacob_eval", &t.JacobEval)
	whole("dae_eval_expiry", &t.EvalExpiry)
	whole("dae_jacob_init", &t.JacobInit)
	boolean("dae_vel_ctrl", &t.VelCtrl)
	boolean("dae_interpolation", &t.Interpolate)
}

// method maps the names of integrators to those that there are.
func (t *Transient) method(e *deck.Element) string {
	switch n := e.Enum("integrator_type"); n {
	case "DSTIFF", "ABAM", "HHT":
		return n
	case "GSTIFF", "VSTIFF", "MSTIFF", "CSTIFF":
		e.Warnf("integrator_type", "B031", "%s is not available: DSTIFF is used in its place", n)
		return "DSTIFF"
	default:
		e.Warnf("integrator_type", "B031", "%s is not available: HHT is used in its place", n)
		return "HHT"
	}
}

// ReadSimulation takes over Param_Simulation.
func (t *Transient) ReadSimulation(e *deck.Element) {
	if e.Has("constr_tol") && !t.Given["dae_constr_tol"] {
		t.ConstrTol = e.Real("constr_tol")
	}
}

func buildGravity(b *builder, e *deck.Element) {
	g := [3]float64{}
	var laws [3]system.Output
	varies := false
	for k, name := range [3]string{"grav_x", "grav_y", "grav_z"} {
		laws[k] = system.None
		if v, ok := e.Number(name); ok {
			g[k] = v
			continue
		}
		if e.Attr(name) == nil {
			continue
		}
		varies = true
		laws[k] = b.law(e, name)
	}
	b.sys.Gravity.X, b.sys.Gravity.Y, b.sys.Gravity.Z = g[0], g[1], g[2]
	if varies {
		b.sys.GravityParts = &laws
	}
}
