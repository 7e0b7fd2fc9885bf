package deck

import (
	"fmt"
	"strings"
)

// scalar reads a single value; err, if not "", completes "the value …".
func (s *AttrSpec) scalar(text string) (v float64, err string) {
	ok := true
	switch s.Type {
	case Real, RealOrExpr, Reals, Params:
		v, ok = parseReal(text)
		err = "is not a number"
	case Angle:
		v, ok = parseAngle(text)
		err = "is not an angle"
	case Int, Ints:
		var n int
		n, ok = parseInt(text)
		v, err = float64(n), "is not an integer"
	case ID, Ref, Refs:
		var n int
		n, ok = parseInt(text)
		v, err = float64(n), "is not an id"
		ok = ok && (n > 0 || n == 0 && s.Type == Ref)
	case Bool:
		var b bool
		if b, ok = parseBool(text); b {
			v = 1
		}
		err = "is neither TRUE nor FALSE"
	}
	if !ok {
		return 0, err
	}
	return v, s.bounds(v)
}

// bounds tells which bound v breaks.
func (s *AttrSpec) bounds(v float64) string {
	switch {
	case s.Positive && v <= 0:
		return "is not positive"
	case s.NonNegative && v < 0:
		return "is negative"
	case s.Min != 0 && v < s.Min:
		return fmt.Sprintf("is less than %g", s.Min)
	case s.Max != 0 && v > s.Max:
		return fmt.Sprintf("is greater than %g", s.Max)
	}
	return ""
}

var scalarCodes = map[Type]string{
	Real: "E401", RealOrExpr: "E401", Reals: "E401", Params: "E401", Angle: "E401",
	Int: "E402", Ints: "E402", Bool: "E404", ID: "E407", Ref: "E407", Refs: "E407",
}

// wrong reports a value that scalar does not take.
func (a *Attr) wrong(text string, at Span, err string) {
	a.bad = true
	code := scalarCodes[a.Spec.Type]
	if text == "" {
		a.errorAt(at, "E406", "the value is empty")
		return
	}
	if strings.HasPrefix(err, "is less") || strings.HasPrefix(err, "is greater") || strings.HasPrefix(err, "is neg") || strings.HasPrefix(err, "is not pos") {
		code = "E403"
	}
	d := a.errorAt(at, code, "%s %s", quoted(text), err)
	switch {
	case strings.ContainsAny(text, "\u2212\u2013\u2014"):
		d.Help = "the minus sign is not the plain character '-'"
	case code == "E407":
		d.Help = "ids are whole numbers from 1 to 2147483647"
	case code == "E401" && strings.Count(text, ",") == 1:
		d.Help = "the decimal sign is a point"
	}
}

// check reads the value, reports what is wrong with it and sets num and given.
func (a *Attr) check() {
	v, at := a.trimmed()
	a.given = true
	switch a.Spec.Type {
	case Expr, Path:
		a.given = v != "" && !strings.EqualFold(v, "NULL")
	case RealOrExpr:
		a.given = v != ""
		if n, ok := parseReal(v); ok {
			if err := a.Spec.bounds(n); err != "" {
				a.wrong(v, at, err)
			}
		}
	case Real, Angle, Int, Bool, ID, Ref:
		var err string
		if a.num, err = a.Spec.scalar(v); err != "" {
			a.wrong(v, at, err)
			a.given = a.elem.fallback(a)
		} else if a.Spec.Type == Ref {
			a.given = a.num != 0
		}
	case Enum:
		a.checkEnum(v, at)
	case Params:
		a.given = v != "" && !strings.EqualFold(v, "NULL")
		if a.given {
			a.checkUser(at)
			a.checkList()
		}
	case Ints, Reals, Refs:
		a.given = v != ""
		a.checkList()
	}
}

// fallback gives a wrong number its default, so that it counts as given and
// brings no second message about a missing attribute.
func (e *Element) fallback(a *Attr) bool {
	if a.Spec.Default != "" {
		a.num, _ = a.Spec.scalar(a.Spec.Default)
	}
	return true
}

func (a *Attr) checkEnum(v string, at Span) {
	if _, ok := a.Spec.enum(v); ok {
		return
	}
	if v == "" {
		a.wrong(v, at, "")
		return
	}
	a.bad = true
	d := a.errorAt(at, "E405", "%s is not a value of %s", quoted(v), a.title())
	names := append([]string(nil), a.Spec.Enum...)
	for n := range a.Spec.EnumAlias {
		names = append(names, n)
	}
	if n, ok := Nearest(strings.ToUpper(v), sorted(names)); ok {
		d.Help = "did you mean " + n + "?"
	} else {
		d.Help = "one of " + strings.Join(a.Spec.Enum, ", ")
	}
}

func (a *Attr) checkUser(at Span) {
	if _, _, ok := userList(a.Value); !ok {
		d := a.errorAt(at, "E409", "parameters of a routine are written USER(…)")
		if !strings.ContainsAny(a.Value, "()") {
			d.Severity, d.Code = Warning, "W410"
			d.Msg += ", taken as such"
		}
	}
}

// maxListErrors is how many wrong entries of one list are reported.
const maxListErrors = 10

func (a *Attr) checkList() {
	if _, _, ok := userList(a.Value); a.Spec.Type == Params && !ok && strings.ContainsAny(a.Value, "()") {
		return
	}
	list, bad := a.list(), 0
	for _, p := range list {
		text := a.Value[p.start:p.end]
		if _, err := a.Spec.scalar(text); err != "" {
			if bad++; bad <= maxListErrors {
				a.wrong(text, a.SpanOf(p.start, p.end), err)
			}
		}
	}
	if bad > maxListErrors {
		a.errorAt(a.ValueSpan, scalarCodes[a.Spec.Type], "%d more wrong entries", bad-maxListErrors)
	}
	if a.Spec.Len > 0 && len(list) != a.Spec.Len && len(list) > 0 {
		a.errorAt(a.ValueSpan, "E408", "%d entries where there should be %d", len(list), a.Spec.Len)
	}
}
