package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// formatSpec is one conversion of the % operator or one field of str.format.
type formatSpec struct {
	fill  rune
	align byte // < > ^ =, 0 as the type has it
	sign  byte // + or blank, 0 for negative numbers only
	alt   bool // #
	comma bool
	width int
	prec  int  // -1 if none is given
	verb  byte // 0 if none is given
}

// formatTo formats o.
func (s *formatSpec) formatTo(b *strings.Builder, o py.Object) error {
	verb := s.verb
	if verb == 0 {
		verb = 's'
		if _, ok := ToFloat(o); ok {
			verb = 'n'
		}
	}
	text, numeric, err := "", true, error(nil)
	switch verb {
	case 'd', 'i', 'u', 'o', 'x', 'X', 'b':
		text, err = s.formatInteger(verb, o)
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		text, err = s.formatFloat(verb, o)
	case 'n':
		_, float := o.(py.Float)
		if float && s.prec >= 0 {
			text, err = s.formatFloat('g', o)
		} else if text, err = Str(o); err == nil {
			text = s.signAndGroup(strings.TrimPrefix(text, "-"), strings.HasPrefix(text, "-"))
		}
	default:
		numeric = false
		text, err = s.formatText(verb, o)
	}
	if err == nil {
		s.padText(b, text, numeric)
	}
	return err
}

func (s *formatSpec) formatText(verb byte, o py.Object) (text string, err error) {
	switch verb {
	case 's':
		text, err = Str(o)
	case 'r', 'a':
		text, err = Repr(o)
	case 'c':
		if t, ok := o.(py.String); ok {
			return string(t), nil
		}
		v, ok := ToFloat(o)
		if !ok {
			return "", py.ExceptionNewf(py.TypeError, "%%c requires int or char")
		}
		return string(rune(v)), nil
	default:
		return "", py.ExceptionNewf(py.ValueError, "unsupported format character '%c'", verb)
	}
	if r := []rune(text); s.prec >= 0 && s.prec < len(r) {
		text = string(r[:s.prec])
	}
	return text, err
}

func (s *formatSpec) formatInteger(verb byte, o py.Object) (string, error) {
	v := new(big.Int)
	switch x := o.(type) {
	case py.Int:
		v.SetInt64(int64(x))
	case *py.BigInt:
		v.Set((*big.Int)(x))
	default:
		f, ok := ToFloat(o)
		if !ok || math.IsNaN(f) || math.IsInf(f, 0) {
			return "", py.ExceptionNewf(py.TypeError, "%%%c format: a number is required, not %s", verb, o.Type().Name)
		}
		new(big.Float).SetFloat64(f).Int(v)
	}
	base, prefix := 10, ""
	switch verb {
	case 'o':
		base, prefix = 8, "0o"
	case 'x', 'X':
		base, prefix = 16, "0x"
	case 'b':
		base, prefix = 2, "0b"
	}
	digits := new(big.Int).Abs(v).Text(base)
	if s.alt {
		digits = prefix + digits
	}
	if verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	return s.signAndGroup(digits, v.Sign() < 0), nil
}

func (s *formatSpec) formatFloat(verb byte, o py.Object) (string, error) {
	v, ok := ToFloat(o)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "must be real number, not %s", o.Type().Name)
	}
	prec, suffix, low := s.prec, "", verb|0x20
	if prec < 0 {
		prec = 6
	}
	if verb == '%' {
		v, suffix, low = 100*v, "%", 'f'
	}
	if low == 'g' {
		prec = max(prec, 1)
	}
	var text string
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		text = "nan"
	case math.IsInf(v, 0):
		text = "inf"
	default:
		text = strconv.FormatFloat(a, low, prec, 64)
	}
	if verb == 'E' || verb == 'F' || verb == 'G' {
		text = strings.ToUpper(text)
	}
	return s.signAndGroup(text+suffix, math.Signbit(v) && v == v), nil
}

// signAndGroup puts the sign and the commas.
func (s *formatSpec) signAndGroup(digits string, negative bool) string {
	if s.comma {
		whole := len(digits)
		if i := strings.IndexAny(digits, ".e"); i >= 0 {
			whole = i
		}
		for i := whole - 3; i > 0; i -= 3 {
			digits = digits[:i] + "," + digits[i:]
		}
	}
	switch {
	case negative:
		return "-" + digits
	case s.sign != 0:
		return string(s.sign) + digits
	}
	return digits
}

func (s *formatSpec) padText(b *strings.Builder, text string, numeric bool) {
	n := s.width - len([]rune(text))
	if n <= 0 {
		b.WriteString(text)
		return
	}
	fill, align := s.fill, s.align
	if fill == 0 {
		fill = ' '
	}
	if align == 0 {
		align = '<'
		if numeric {
			align = '>'
		}
	}
	left, sign := n, ""
	switch align {
	case '<':
		left = 0
	case '^':
		left = n / 2
	case '=':
		if numeric && strings.ContainsRune("+- ", rune(text[0])) {
			sign, text = text[:1], text[1:]
		}
	}
	b.WriteString(sign)
	b.WriteString(strings.Repeat(string(fill), left))
	b.WriteString(text)
	b.WriteString(strings.Repeat(string(fill), n-left))
}
