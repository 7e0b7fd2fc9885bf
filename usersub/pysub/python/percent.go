package python

import (
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// applyPercentOperator applies the operator % where its left side is text; everything else is
// left to gpython.
func applyPercentOperator(a, b py.Object) (py.Object, error) {
	s, ok := a.(py.String)
	if !ok {
		return nil, nil
	}
	p := percentFormatter{format: string(s), args: py.Tuple{b}}
	if t, ok := b.(py.Tuple); ok {
		p.args = t
	}
	p.dict, _ = asDict(b)
	if err := p.formatAll(); err != nil {
		return nil, err
	}
	if len(p.args) > 0 && p.dict == nil {
		return nil, py.ExceptionNewf(py.TypeError, "not all arguments converted during string formatting")
	}
	return py.String(p.b.String()), nil
}

// percentFormatter is one use of "format" % value.
type percentFormatter struct {
	format string
	args   py.Tuple
	dict   *Dict // nil if the value is none
	b      strings.Builder
}

func (p *percentFormatter) formatAll() error {
	for {
		i := strings.IndexByte(p.format, '%')
		if i < 0 {
			p.b.WriteString(p.format)
			return nil
		}
		p.b.WriteString(p.format[:i])
		p.format = p.format[i+1:]
		if err := p.formatConversion(); err != nil {
			return err
		}
	}
}

// formatConversion handles what follows a percent sign.
func (p *percentFormatter) formatConversion() error {
	if strings.HasPrefix(p.format, "%") {
		p.b.WriteByte('%')
		p.format = p.format[1:]
		return nil
	}
	named, err := p.readNamedValue()
	if err != nil {
		return err
	}
	s := formatSpec{prec: -1}
	p.readFlags(&s)
	if s.width, err = p.readSize(); err != nil {
		return err
	}
	if s.width < 0 {
		s.width, s.align = -s.width, '<'
	}
	if strings.HasPrefix(p.format, ".") {
		p.format = p.format[1:]
		if s.prec, err = p.readSize(); err != nil {
			return err
		}
	}
	p.format = strings.TrimLeft(p.format, "hlL")
	if p.format == "" {
		return py.ExceptionNewf(py.ValueError, "incomplete format")
	}
	s.verb, p.format = p.format[0], p.format[1:]
	if s.align == 0 || strings.IndexByte("srac", s.verb) >= 0 && s.align == '=' {
		s.align, s.fill = '>', 0
	}
	if named == nil {
		if named, err = p.nextArgument(); err != nil {
			return err
		}
	}
	return s.formatTo(&p.b, named)
}

// readNamedValue reads (key) and returns the value of the dict, nil without a key.
func (p *percentFormatter) readNamedValue() (py.Object, error) {
	if !strings.HasPrefix(p.format, "(") {
		return nil, nil
	}
	key, rest, ok := strings.Cut(p.format[1:], ")")
	if !ok {
		return nil, py.ExceptionNewf(py.ValueError, "incomplete format key")
	}
	if p.dict == nil {
		return nil, py.ExceptionNewf(py.TypeError, "format requires a mapping")
	}
	p.format = rest
	return p.dict.M__getitem__(py.String(key))
}

func (p *percentFormatter) readFlags(s *formatSpec) {
	for ; p.format != ""; p.format = p.format[1:] {
		switch c := p.format[0]; c {
		case '-':
			s.align = '<'
		case '0':
			if s.align == 0 {
				s.align, s.fill = '=', '0'
			}
		case '+':
			s.sign = c
		case ' ':
			if s.sign == 0 {
				s.sign = c
			}
		case '#':
			s.alt = true
		default:
			if s.align == '<' {
				s.fill = 0
			}
			return
		}
	}
}

// readSize reads a width or precision: digits, or * for the next argument.
func (p *percentFormatter) readSize() (int, error) {
	if strings.HasPrefix(p.format, "*") {
		p.format = p.format[1:]
		o, err := p.nextArgument()
		if err != nil {
			return 0, err
		}
		return py.IndexInt(o)
	}
	n := 0
	for n < len(p.format) && p.format[n] >= '0' && p.format[n] <= '9' {
		n++
	}
	digits := p.format[:n]
	p.format = p.format[n:]
	return parseBoundedInt(digits, 0)
}

// maxWidth bounds widths and precisions.
const maxWidth = 1000

func parseBoundedInt(digits string, empty int) (int, error) {
	if digits == "" {
		return empty, nil
	}
	v, err := strconv.Atoi(digits)
	if err != nil || v > maxWidth {
		return 0, py.ExceptionNewf(py.ValueError, "width or precision too large")
	}
	return v, nil
}

func (p *percentFormatter) nextArgument() (py.Object, error) {
	if len(p.args) == 0 {
		return nil, py.ExceptionNewf(py.TypeError, "not enough arguments for format string")
	}
	o := p.args[0]
	p.args = p.args[1:]
	return o, nil
}
