package adm

import (
	"sort"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

var settingStatements = []spec{
	{name: "UNITS", kind: "Param_Unit", read: emitUnits, write: writeUnits, args: joinArgs(
		wordArg("FORCE", ""), wordArg("MASS", ""), wordArg("LENGTH", ""), wordArg("TIME", ""), wordArg("SYSTEM", ""), newArgHandledByStatement("UCF"),
	)},
	{name: "ACCGRAV", kind: "Force_Gravity", args: joinArgs(
		expressionArg("IGRAV", "grav_x"), expressionArg("JGRAV", "grav_y"), expressionArg("KGRAV", "grav_z"),
	)},
	{name: "INTEGRATOR", kind: "Param_Transient", options: anyOption, read: emitIntegrator, write: writeIntegrator, args: joinArgs(
		integratorFlagArgs(traits.AdamsNames()),
		flagArg("I3", "dae_index", "3"), flagArg("SI2", "dae_index", "SI2"), flagArg("SI1", "dae_index", "1"),
		steppingArgs(),
		wordArg("INTERPOLATE", "dae_interpolation"), newArgHandledByStatement("PATTERN"),
		newArgWithOptionalEntries("ALPHA", "hht_alpha"), newArgWithOptionalEntries("BETA", "newmark_beta"), newArgWithOptionalEntries("GAMMA", "newmark_gamma"),
		ignoredArgs(asWord, "CORRECTOR"), ignoredArgs(asNumbers, "FIXIT", "ADAPTIVITY", "SCALE"),
		newArgWithOptionalEntries("MINIT", "dae_corrector_minit"), newArgWithOptionalEntries("CONSTR_TOL", "dae_constr_tol"), newArgWithOptionalEntries("VEL_CTRL", "dae_vel_ctrl"),
		newArgWithOptionalEntries("JACINIT", "dae_jacob_init"),
		newArgWithOptionalEntries("VI_SOLVER", "vi_solver"), newArgWithOptionalEntries("VI_TOL", "vi_tol"), newArgWithOptionalEntries("VI_MAX_ITER", "vi_max_iter"),
	)},
	{name: "TRANSIENT", kind: "Param_Transient", options: anyOption, read: emitTransient, args: joinArgs(
		integratorFlagArgs(traits.NamesOfIntegrators(func(x traits.Traits) bool { return x.MaxOrder > 0 && x.Steps == traits.ControlledSteps })), steppingArgs(),
		newArgWithOptionalEntries("MINIT", "dae_corrector_minit"), newArgWithOptionalEntries("CONSTR_TOL", "dae_constr_tol"), newArgWithOptionalEntries("VEL_CTRL", "dae_vel_ctrl"),
		newArgWithOptionalEntries("JACINIT", "dae_jacob_init"),
	)},
	{name: "EQUILIBRIUM", kind: "Param_Static", options: anyOption, args: joinArgs(
		newArgWithOptionalEntries("ERROR", "max_error"), newArgWithOptionalEntries("IMBALANCE", "max_imbalance"), newArgWithOptionalEntries("MAXIT", "max_num_iter"), newArgWithOptionalEntries("STABILITY", "stability"),
		ignoredArgs(asNumbers, "TLIMIT", "ALIMIT", "MAXITL", "GLOBAL_DAMPING"), ignoredArgs(asWord, "PATTERN", "METHOD"), ignoredArgs(asFlag, "STATIC", "DYNAMIC", "KINEMATIC"),
		flagArg("FIM_S", "method", "FIM_S"), flagArg("FIM_D", "method", "FIM_D"), flagArg("MKEAM", "method", "MKEAM"),
		newArgWithOptionalEntries("COMPDELTA", "compliance_delta"),
	)},
	{name: "MATERIAL", idle: true}, {name: "PREFERENCES", idle: true}, {name: "KINEMATICS", idle: true}, {name: "IC", idle: true},
	{name: "LSOLVER", idle: true}, {name: "DEBUG", idle: true}, {name: "LIST", idle: true},
}

// integratorFlagArgs are names of integrators.
func integratorFlagArgs(names []string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, flagArg(n, "integrator_type", n)...)
	}
	return out
}

func steppingArgs() []argSpec {
	return joinArgs(newArgWithOptionalEntries("ERROR", "integr_tol"), newArgWithOptionalEntries("HINIT", "h0_max"), newArgWithOptionalEntries("HMAX", "h_max"), newArgWithOptionalEntries("HMIN", "h_min"),
		newArgWithOptionalEntries("KMAX", "max_order"), newArgWithOptionalEntries("MAXIT", "dae_corrector_maxit"))
}

// emitIntegrator: GSTIFF runs as DSTIFF, with which it shares formulas and meaning of the tolerance.
// What a deck leaves unsaid is for the solver to choose, as in other forms of decks.
func emitIntegrator(e *elementEmitter) bool {
	named := ""
	for i := range e.raw.Attrs {
		a := &e.raw.Attrs[i]
		switch {
		case a.Name != "integrator_type" || named != "":
		default:
			named = a.Value
			to, other := traits.IntegratorForAdamsName(named)
			if other {
				e.r.diags.AddWarningf(a.NameSpan, "W615", "INTEGRATOR: %s is not available: %s is used instead", named, to)
			}
			a.Value = to
		}
	}
	if strings.HasPrefix(named, "SI2_") && !e.hasAttr("dae_index") {
		e.setDerived("dae_index", "SI2", e.st.word)
	}
	e.emitPattern()
	return true
}

// setDefault sets an attribute that is not given.
func (e *elementEmitter) setDefault(name, value string) {
	if !e.hasAttr(name) {
		e.setDerived(name, value, e.st.word)
	}
}

// emitPattern: PATTERN=T:F:F:F says in which iterations the Jacobian is evaluated.
// Its element counts iterations from one evaluation to the next.
func (e *elementEmitter) emitPattern() {
	a := e.argumentNamed("PATTERN")
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
		e.addErrorAt(a.val, "E621", "PATTERN is a list of T and F, as T:F:F:F, not %q", shortenForMessage(a.val.s))
		return
	}
	n := strings.IndexByte(p[1:], 'T') + 1
	if n == 0 {
		n = len(p)
	}
	e.setDerived("dae_jacob_eval", strconv.Itoa(n), a.val)
}

// emitTransient is an older form of INTEGRATOR for equations without multipliers.
func emitTransient(e *elementEmitter) bool {
	if e.r.section == deck.InModel {
		e.setDefault("integrator_type", traits.DefaultOrdinary)
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

// emitUnits: UCF divides masses times accelerations, while mass_mult_factor
// multiplies them. Without units (NONE) the numbers are consistent.
func emitUnits(e *elementEmitter) bool {
	none := false
	if a := e.argumentNamed("SYSTEM"); a != nil {
		s, ok := systems[strings.ToUpper(a.val.s)]
		none = strings.EqualFold(a.val.s, "NONE")
		if !ok && !none {
			e.addErrorAt(a.val, "E621", "SYSTEM is CGS, FPS, IPS, MKS, MMKS or NONE, not %q", shortenForMessage(a.val.s))
		}
		for k, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
			if ok && e.argumentNamed(n) == nil {
				e.setDerived(lowerCase(n)+"_unit", s[k], a.val)
			}
		}
	}
	for _, n := range []string{"FORCE", "MASS", "LENGTH", "TIME"} {
		a := e.argumentNamed(n)
		switch {
		case a == nil:
		case strings.EqualFold(a.val.s, "NONE"):
			none = true
		default:
			e.setDerived(lowerCase(n)+"_unit", fullUnitName(n, a.val.s), a.val)
		}
	}
	u := e.argumentNamed("UCF")
	switch {
	case u != nil:
		v, err := strconv.ParseFloat(u.val.s, 64)
		if err != nil || !(v > 0) {
			e.addErrorAt(u.val, "E621", "UCF is a number greater than 0, not %q", shortenForMessage(u.val.s))
			return true
		}
		e.setDerived("mass_mult_factor", strconv.FormatFloat(1/v, 'g', -1, 64), u.val)
	case none:
		e.setDerived("mass_mult_factor", "1", e.st.word)
	}
	return true
}

// fullUnitName returns the full name of a unit, or what was written.
func fullUnitName(of, s string) string {
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
