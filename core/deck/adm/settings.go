package adm

import (
	"sort"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

var settingStatements = []spec{
	{name: "UNITS", kind: "Param_Unit", read: units, write: writeUnits, args: join(
		one("FORCE", ""), one("MASS", ""), one("LENGTH", ""), one("TIME", ""), one("SYSTEM", ""), values("UCF"),
	)},
	{name: "ACCGRAV", kind: "Force_Gravity", args: join(
		function("IGRAV", "grav_x"), function("JGRAV", "grav_y"), function("KGRAV", "grav_z"),
	)},
	{name: "INTEGRATOR", kind: "Param_Transient", options: anyOption, read: integrator, write: writeIntegrator, args: join(
		methods(traits.AdamsNames()),
		is("I3", "dae_index", "3"), is("SI2", "dae_index", "SI2"), is("SI1", "dae_index", "1"),
		stepping(),
		one("INTERPOLATE", "dae_interpolation"), values("PATTERN"),
		of("ALPHA", "hht_alpha"), of("BETA", "newmark_beta"), of("GAMMA", "newmark_gamma"),
		silent(asWord, "CORRECTOR"), silent(asNumbers, "FIXIT", "ADAPTIVITY", "SCALE"),
		of("MINIT", "dae_corrector_minit"), of("CONSTR_TOL", "dae_constr_tol"), of("VEL_CTRL", "dae_vel_ctrl"),
		of("JACINIT", "dae_jacob_init"),
		of("VI_SOLVER", "vi_solver"), of("VI_TOL", "vi_tol"), of("VI_MAX_ITER", "vi_max_iter"),
	)},
	{name: "TRANSIENT", kind: "Param_Transient", options: anyOption, read: transient, args: join(
		methods(traits.Names(func(x traits.Traits) bool { return x.MaxOrder > 0 && x.Steps == traits.ControlledSteps })), stepping(),
		of("MINIT", "dae_corrector_minit"), of("CONSTR_TOL", "dae_constr_tol"), of("VEL_CTRL", "dae_vel_ctrl"),
		of("JACINIT", "dae_jacob_init"),
	)},
	{name: "EQUILIBRIUM", kind: "Param_Static", options: anyOption, args: join(
		of("ERROR", "max_error"), of("IMBALANCE", "max_imbalance"), of("MAXIT", "max_num_iter"), of("STABILITY", "stability"),
		silent(asNumbers, "TLIMIT", "ALIMIT", "MAXITL", "GLOBAL_DAMPING"), silent(asWord, "PATTERN", "METHOD"), silent(asFlag, "STATIC", "DYNAMIC", "KINEMATIC"),
		is("FIM_S", "method", "FIM_S"), is("FIM_D", "method", "FIM_D"), is("MKEAM", "method", "MKEAM"),
		of("COMPDELTA", "compliance_delta"),
	)},
	{name: "MATERIAL", idle: true}, {name: "PREFERENCES", idle: true}, {name: "KINEMATICS", idle: true}, {name: "IC", idle: true},
	{name: "LSOLVER", idle: true}, {name: "DEBUG", idle: true}, {name: "LIST", idle: true},
}

// methods are names of integrators.
func methods(names []string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, is(n, "integrator_type", n))
	}
	return out
}

func stepping() []argSpec {
	return join(of("ERROR", "integr_tol"), of("HINIT", "h0_max"), of("HMAX", "h_max"), of("HMIN", "h_min"),
		of("KMAX", "max_order"), of("MAXIT", "dae_corrector_maxit"))
}

// integrator: GSTIFF runs as DSTIFF, with which it shares formulas and meaning of the tolerance.
// What a deck leaves unsaid is for the solver to choose, as in other forms of decks.
func integrator(e *emitter) bool {
	named := ""
	for i := range e.raw.Attrs {
		a := &e.raw.Attrs[i]
		switch {
		case a.Name != "integrator_type" || named != "":
		default:
			named = a.Value
			to, other := traits.FromAdams(named)
			if other {
				e.r.diags.Warnf(a.NameSpan, "W615", "INTEGRATOR: %s is not available: %s is used instead", named, to)
			}
			a.Value = to
		}
	}
	if strings.HasPrefix(named, "SI2_") && !e.has("dae_index") {
		e.set("dae_index", "SI2", e.st.word)
	}
	e.pattern()
	return true
}

// otherwise sets an attribute that is not given.
func (e *emitter) otherwise(name, value string) {
	if !e.has(name) {
		e.set(name, value, e.st.word)
	}
}

// pattern: PATTERN=T:F:F:F says in which iterations the Jacobian is evaluated.
// Its element counts iterations from one evaluation to the next.
func (e *emitter) pattern() {
	a := e.argument("PATTERN")
	if a == nil {
		return
	}
	p := strings.Map(func(r rune) rune {
		switch r {
		case ':', ' ', ',', '\n', '\t':
			return -1
		}
		return r &^ 0x20
	}, strings.NewReplacer("TRUE", "T", "FALSE", "F", "true", "T", "false", "F").Replace(a.val.s))
	if p == "" || strings.Trim(p, "TF") != "" {
		e.fail(a.val, "E621", "PATTERN is a list of T and F, as T:F:F:F, not %q", shorten(a.val.s))
		return
	}
	n := strings.IndexByte(p[1:], 'T') + 1
	if n == 0 {
		n = len(p)
	}
	e.set("dae_jacob_eval", strconv.Itoa(n), a.val)
}

// transient is an older form of INTEGRATOR for equations without multipliers.
func transient(e *emitter) bool {
	if e.r.section == deck.InModel {
		e.otherwise("integrator_type", traits.DefaultOrdinary)
	}
	return true
}

// unitNames are short names of units; long ones may be abbreviated.
var unitNames = map[string]map[string]string{
	"FORCE": {"N": "NEWTON", "KN": "KNEWTON", "CN": "CENTINEWTON", "MN": "MILLINEWTON", "KGF": "KILOGRAM_FORCE", "LBF": "POUND_FORCE",
		"KLBF": "KPOUND_FORCE", "KIPS": "KPOUND_FORCE", "OZF": "OUNCE_FORCE", "POUND": "POUND_FORCE", "OUNCE": "OUNCE_FORCE", "KILONEWTON": "KNEWTON", "DYN": "DYNE"},
	"MASS": {"KG": "KILOGRAM", "G": "GRAM", "MG": "MILLIGRAM", "LBM": "POUND_MASS", "LB": "POUND_MASS", "OZM": "OUNCE_MASS", "T": "TONNE",
		"POUND": "POUND_MASS", "OUNCE": "OUNCE_MASS"},
	"LENGTH": {"M": "METER", "MM": "MILLIMETER", "CM": "CENTIMETER", "KM": "KILOMETER", "IN": "INCH", "FT": "FOOT", "FEET": "FOOT", "MI": "MILE",
		"METRE": "METER", "MILLIMETRE": "MILLIMETER", "CENTIMETRE": "CENTIMETER"},
	"TIME": {"S": "SECOND", "SEC": "SECOND", "MS": "MILLISECOND", "MIN": "MINUTE", "HR": "HOUR", "H": "HOUR"},
}

// longUnits are the units that may be abbreviated.
var longUnits = map[string][]string{
	"FORCE": {"CENTINEWTON", "DYNE", "KILOGRAM_FORCE", "KNEWTON", "KPOUND_FORCE", "MEGANEWTON", "MICRONEWTON", "MILLINEWTON",
		"NANONEWTON", "NEWTON", "OUNCE_FORCE", "POUNDAL", "POUND_FORCE"},
	"MASS": {"GRAM", "KILOGRAM", "KPOUND_MASS", "MEGAGRAM", "MICROGRAM", "MILLIGRAM", "NANOGRAM", "OUNCE_MASS", "POUND_MASS",
		"SLINCH", "SLUG", "TONNE", "US_TON"},
	"LENGTH": {"ANGSTROM", "CENTIMETER", "FOOT", "INCH", "KILOMETER", "METER", "MICROINCH", "MICROMETER", "MILE", "MILLIINCH", "MILLIMETER",
		"MILS", "NANOMETER", "YARD"},
	"TIME": {"DAY", "HOUR", "MICROSECOND", "MILLISECOND", "MINUTE", "NANOSECOND", "SECOND"},
}

// systems are sets of units: force, mass, length and time.
var systems = map[string][4]string{
	"CGS": {"DYNE", "GRAM", "CENTIMETER", "SECOND"}, "FPS": {"POUND_FORCE", "SLUG", "FOOT", "SECOND"},
	"IPS": {"POUND_FORCE", "SLINCH", "INCH", "SECOND"}, "MKS": {"NEWTON", "KILOGRAM", "METER", "SECOND"},
	"MMKS": {"NEWTON", "KILOGRAM", "MILLIMETER", "SECOND"},
}

// units: UCF divides masses times accelerations, while mass_mult_factor
// multiplies them. Without units (NONE) the numbers are consistent.
func units(e *emitter) bool {
	none := false
	if a := e.argument("SYSTEM"); a != nil {
		s, ok := systems[strings.ToUpper(a.val.s)]
		none = strings.EqualFold(a.val.s, "NONE")
		if !ok && !none {
			e.fail(a.val, "E621", "SYSTEM is CGS, FPS, IPS, MKS, MMKS or NONE, not %q", shorten(a.val.s))
		}
		for k, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
			if ok && e.argument(n) == nil {
				e.set(lower(n)+"_unit", s[k], a.val)
			}
		}
	}
	for _, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
		a := e.argument(n)
		switch {
		case a == nil:
		case strings.EqualFold(a.val.s, "NONE"):
			none = true
		default:
			e.set(lower(n)+"_unit", unitName(n, a.val.s), a.val)
		}
	}
	u := e.argument("UCF")
	switch {
	case u != nil:
		v, err := strconv.ParseFloat(u.val.s, 64)
		if err != nil || !(v > 0) {
			e.fail(u.val, "E621", "UCF is a number greater than 0, not %q", shorten(u.val.s))
			return true
		}
		e.set("mass_mult_factor", strconv.FormatFloat(1/v, 'g', -1, 64), u.val)
	case none:
		e.set("mass_mult_factor", "1", e.st.word)
	}
	return true
}

// unitName returns the full name of a unit, or what was written.
func unitName(of, s string) string {
	w := strings.ToUpper(strings.ReplaceAll(s, " ", "_"))
	if n, ok := unitNames[of][w]; ok {
		return n
	}
	all := longUnits[of]
	i := sort.SearchStrings(all, w)
	if i < len(all) && len(w) > 1 && strings.HasPrefix(all[i], w) && (all[i] == w || i+1 == len(all) || !strings.HasPrefix(all[i+1], w)) {
		return all[i]
	}
	return s
}
