package deck

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fault is what is wrong with a value: the code and the words that complete
// "the value …". The zero fault is none.
type fault struct{ code, words string }

// parseScalar reads a single value.
func (s *AttrSpec) parseScalar(text string) (v float64, f fault) {
	ok, n := true, 0
	switch s.Type {
	case Real, RealOrExpr, Reals, Params:
		v, ok = parseReal(text)
		f = fault{"E401", "is not a number"}
	case Angle:
		v, ok = parseAngle(text)
		f = fault{"E401", "is not an angle"}
	case Int, Ints:
		n, ok = parseInt(text)
		v, f = float64(n), fault{"E402", "is not an integer"}
	case ID, Ref, Refs:
		n, ok = parseInt(text)
		v, f = float64(n), fault{"E407", "is not an id"}
		ok = ok && (n > 0 || n == 0 && s.Type == Ref)
	case Bool:
		var b bool
		if b, ok = parseBool(text); b {
			v = 1
		}
		f = fault{"E404", "is neither TRUE nor FALSE"}
	}
	if !ok {
		return 0, f
	}
	return v, s.checkBounds(v)
}

// checkBounds reports which bound v breaks.
func (s *AttrSpec) checkBounds(v float64) fault {
	switch {
	case s.Positive && v <= 0:
		return fault{"E403", "is not positive"}
	case s.NonNegative && v < 0:
		return fault{"E403", "is negative"}
	case s.Min != 0 && v < s.Min:
		return fault{"E403", fmt.Sprintf("is less than %g", s.Min)}
	case s.Max != 0 && v > s.Max:
		return fault{"E403", fmt.Sprintf("is greater than %g", s.Max)}
	}
	return fault{}
}

// reportFault reports a faulty value or entry of a list. A value without effect may
// lie outside its bounds.
func (a *Attr) reportFault(text string, at Span, f fault) {
	if a.Spec.When != "" && f.code == "E403" {
		if failing, certain := a.elem.findFailingTerm(a.Spec); certain && failing != nil {
			return
		}
	}
	a.bad = true
	if text == "" {
		what := "the value"
		if strings.TrimSpace(a.Value) != "" {
			what = "an entry"
		}
		a.addErrorAt(at, "E406", what+" is empty").Help = "wanted: " + a.Spec.describePermittedValues()
		return
	}
	d := a.addErrorAt(at, f.code, "%s %s", quoteForMessage(text), f.words)
	switch {
	case strings.ContainsAny(text, "\u2212\u2013\u2014"):
		d.Help = "the minus sign is not the plain character '-'"
	case f.code == "E401" && strings.Count(text, ",") == 1:
		d.Help = "use a point as decimal separator"
	default:
		d.Help = "wanted: " + a.Spec.describePermittedValues()
	}
}

// checkValue reads the value, reports what is wrong with it and sets num and given.
func (a *Attr) checkValue() {
	v, at := a.trimmedValue()
	a.given = true
	a.checkPrintable()
	switch a.Spec.Type {
	case Expr, Path:
		a.given = v != "" && !strings.EqualFold(v, "NULL")
	case RealOrExpr:
		a.given = v != ""
		if n, ok := parseReal(v); ok {
			if f := a.Spec.checkBounds(n); f != (fault{}) {
				a.reportFault(v, at, f)
			}
		}
	case Real, Angle, Int, Bool, ID, Ref:
		a.checkScalar(v, at)
	case Enum:
		a.checkEnum(v, at)
	case Params:
		a.given = v != "" && !strings.EqualFold(v, "NULL")
		if a.given {
			a.checkUser(at)
			a.checkNames()
			a.checkList()
		}
	case Ints, Reals, Refs:
		a.given = v != ""
		a.checkList()
	}
}

// checkPrintable warns of a text with a character that is none for people, which ends up in results and logs.
func (a *Attr) checkPrintable() {
	i := strings.IndexFunc(a.Value, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' })
	if i < 0 || a.Spec.Type == Ignored {
		return
	}
	r, n := utf8.DecodeRuneInString(a.Value[i:])
	a.AddWarningf(i, i+n, "W412", "there is the control character U+%04X in the text", r).Help = "remove it; programs that read the results may stop there"
}

const (
	aNumber = "a number"
	anID    = "an id, a whole number from 1 to 2147483647"
)

// describePermittedValues says in words what a value may be.
func (s *AttrSpec) describePermittedValues() string {
	what := map[Type]string{Real: aNumber, RealOrExpr: aNumber + ", or an expression", Reals: aNumber, Params: aNumber, Angle: "an angle in radians, or in degrees with a D behind it",
		Int: "a whole number", Ints: "a whole number", ID: anID, Ref: anID, Refs: anID, Bool: "TRUE or FALSE"}[s.Type]
	switch {
	case s.Type == Enum:
		what = "one of " + strings.Join(s.Enum, ", ")
	case s.Positive && s.Type == Int:
		what += " from 1 on"
	case s.Positive:
		what += " above 0"
	case s.NonNegative:
		what += " from 0 on"
	}
	if s.Min != 0 {
		what += ", at least " + strconv.FormatFloat(s.Min, 'f', -1, 64)
	}
	if s.Max != 0 {
		what += ", at most " + strconv.FormatFloat(s.Max, 'f', -1, 64)
	}
	if strings.HasPrefix(what, aNumber) && s.Min == 0 && s.Max == 0 {
		what += ", such as 0.5 or 2e-3"
	}
	if s.Unit != "" && s.Unit != "1" && s.Type != Angle {
		what += ", in units of " + s.Unit
	}
	if s.Default != "" {
		what += "; not given, it is " + s.Default
	}
	return what
}

// checkScalar reads a single value. A wrong one counts as given, with its
// default, so that it brings no second message about a missing attribute.
func (a *Attr) checkScalar(v string, at Span) {
	var f fault
	if a.num, f = a.Spec.parseScalar(v); f != (fault{}) {
		a.reportFault(v, at, f)
		a.num, _ = a.Spec.parseScalar(a.Spec.Default)
		return
	}
	a.given = a.Spec.Type != Ref || a.num != 0
}

func (a *Attr) checkEnum(v string, at Span) {
	if _, ok := a.Spec.canonicalEnum(v); ok {
		return
	}
	if v == "" {
		a.reportFault(v, at, fault{})
		return
	}
	a.bad = true
	d := a.addErrorAt(at, "E405", "%s is not a permitted value", quoteForMessage(v))
	names := append([]string(nil), a.Spec.Enum...)
	for n := range a.Spec.EnumAlias {
		names = append(names, n)
	}
	if n, ok := NearestName(strings.ToUpper(v), sortedCopy(names)); ok {
		d.Help = "did you mean " + n + "?"
	} else {
		d.Help = "one of " + strings.Join(a.Spec.Enum, ", ")
	}
}

func (a *Attr) checkUser(at Span) {
	if _, _, ok := userArgumentRange(a.Value); !ok {
		d := a.addErrorAt(at, "E409", "parameters of a routine are written USER(…)")
		if !strings.ContainsAny(a.Value, "()") {
			d.Severity, d.Code = Warning, "W410"
			d.Msg += ", taken as such"
		}
	}
}

// checkNames examines the names in a list of parameters; whether the routine has
// them is known when it is loaded.
func (a *Attr) checkNames() {
	start, end, ok := userArgumentRange(a.Value)
	if !ok && strings.ContainsAny(a.Value, "()") {
		return
	}
	for _, p := range parseParams(a.Value, start, end) {
		if p.named && !isWord(a.Value[p.name.start:p.name.end]) {
			a.bad = true
			at := a.SpanOf(p.name.start, max(p.name.end, p.name.start+1))
			what := "the name of a parameter is missing before the ="
			if name := a.Value[p.name.start:p.name.end]; name != "" {
				what = quoteForMessage(name) + " is not a name of a parameter"
			}
			a.addErrorAt(at, "E411", "%s", what).Help = "a parameter is a number, or name=number: USER(stiffness=1e4, damping=10)"
		}
	}
}

// isWord reports whether a text is a letter and then letters, digits and _.
func isWord(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// maxListErrors is how many wrong entries of one list are reported.
const maxListErrors = 10

func (a *Attr) checkList() {
	if _, _, ok := userArgumentRange(a.Value); a.Spec.Type == Params && !ok && strings.ContainsAny(a.Value, "()") {
		return
	}
	list, bad := a.splitEntries(), 0
	for _, p := range list {
		text := a.Value[p.start:p.end]
		_, f := a.Spec.parseScalar(text)
		if f == (fault{}) {
			continue
		}
		at := a.SpanOf(p.start, p.end)
		if bad++; bad <= maxListErrors {
			a.reportFault(text, at, f)
		} else {
			a.addErrorAt(at, f.code, "no more than %d wrong entries are shown; there are others from here on", maxListErrors)
			break
		}
	}
	if a.Spec.Len > 0 && len(list) != a.Spec.Len && len(list) > 0 {
		_, at := a.trimmedValue()
		a.addErrorAt(at, "E408", "%d entries where there should be %d", len(list), a.Spec.Len).Help = fmt.Sprintf("wanted: %d times %s", a.Spec.Len, a.Spec.describePermittedValues())
	}
}
