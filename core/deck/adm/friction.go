package adm

import "strings"

// pressing are what may press the surfaces of a joint with friction, in the order
// of the digits of the element's attribute.
var pressing = []string{"PRELOAD", "REACTION_FORCE", "BENDING_MOMENT", "TORSIONAL_MOMENT"}

// emitFriction: INPUTS names what presses the surfaces, or is ALL or NONE. Coulomb
// friction is all that the statement can request; the element's defaults add to
// it what grows with speed (4e-4 times 500 mm/s is a coefficient of 0.2 more).
func emitFriction(e *elementEmitter) bool {
	if m := e.argumentNamed("METHOD"); !(m != nil && strings.EqualFold(m.val.s, "VI")) && !e.r.calls {
		e.r.diags.AddNotef(e.st.word.fileSpan(), "N632", "%s: the law adds viscous_effects=4e-4 times the speed of slip to the coefficient, and damping_effects=0.316 times that of the bristles, which a statement cannot change", e.st.messageName()).
			Help = "convert to XML or Python and give viscous_effects=\"0\" for Coulomb friction alone"
	}
	a := e.argumentNamed("INPUTS")
	if a == nil {
		return true
	}
	if strings.Trim(a.val.s, "01") == "" { // the digits themselves, as programs give them
		e.addAttr("inputs", a.name, a.val)
		return true
	}
	digits := []byte("0000")
	for _, v := range splitEntries(a.val) {
		n := indexByPrefix(strings.ToUpper(v.s), pressing)
		switch w := strings.ToUpper(v.s); {
		case w != "" && strings.HasPrefix("ALL", w):
			digits = []byte("1111")
		case w != "" && strings.HasPrefix("NONE", w):
		case n >= 0:
			digits[n] = '1'
		default:
			e.addErrorAt(v, "E621", "INPUTS are %s, ALL or NONE, not %q", strings.Join(pressing, ", "), shortenForMessage(v.s))
			return true
		}
	}
	e.setDerived("inputs", string(digits), a.val)
	return true
}

// indexByPrefix returns which of the names a word begins, -1 for none or several.
func indexByPrefix(w string, names []string) int {
	at := -1
	for k, n := range names {
		if w != "" && strings.HasPrefix(n, w) {
			if at >= 0 {
				return -1
			}
			at = k
		}
	}
	return at
}

func writeFriction(p *statementWriter) {
	v, ok := p.consumeValue("inputs")
	if !ok {
		return
	}
	var list []string
	for k, n := range pressing {
		if k < len(v) && v[k] == '1' {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		list = []string{"NONE"}
	}
	p.addWord(Plain, "INPUTS", strings.Join(list, ", "))
}
