package python

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// strFormat is str.format with fields {}, {0}, {name}, {0!r} and {0:spec}.
// Attributes, indices and nested fields are not supported.
var strFormat = py.MustNewMethod("format", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	var b strings.Builder
	text, next := string(self.(py.String)), 0
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		if strings.HasPrefix(text[i:], "{{") || strings.HasPrefix(text[i:], "}}") {
			b.WriteByte(text[i])
			text = text[i+2:]
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if end <= 0 {
			return nil, py.ExceptionNewf(py.ValueError, "Single '%c' encountered in format string", text[i])
		}
		if err := writeFormatField(&b, text[i+1:i+end], args, kwargs, &next); err != nil {
			return nil, err
		}
		text = text[i+end+1:]
	}
	return py.String(b.String() + text), nil
}, 0, "format(...)")

var fieldParts = regexp.MustCompile(`^([^!:]*)(?:!([rsa]))?(?::(.*))?$`)

func writeFormatField(b *strings.Builder, text string, args py.Tuple, kwargs py.StringDict, next *int) error {
	m := fieldParts.FindStringSubmatch(text)
	if m == nil || strings.ContainsAny(m[1], ".[") || strings.Contains(m[3], "{") {
		return py.ExceptionNewf(py.ValueError, "the field {%s} is not supported by the embedded interpreter", text)
	}
	o, err := fieldValue(m[1], args, kwargs, next)
	if err != nil {
		return err
	}
	return formatField(b, o, m[2], m[3])
}

// fieldValue returns the argument of a field.
func fieldValue(name string, args py.Tuple, kwargs py.StringDict, next *int) (py.Object, error) {
	at, err := strconv.Atoi(name)
	switch {
	case name == "":
		at = *next
		*next++
	case err != nil:
		if o, ok := kwargs[name]; ok {
			return o, nil
		}
		return nil, keyError(py.String(name))
	}
	if at < 0 || at >= len(args) {
		return nil, py.ExceptionNewf(py.IndexError, "tuple index out of range")
	}
	return args[at], nil
}

var specParts = regexp.MustCompile(`^(?:(.)?([<>^=]))?([-+ ])?(#)?(0)?(\d*)(,)?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$`)

func parseSpec(text string) (*formatSpec, error) {
	m := specParts.FindStringSubmatch(text)
	if m == nil {
		return nil, py.ExceptionNewf(py.ValueError, "Invalid format specifier '%s'", text)
	}
	s := &formatSpec{alt: m[4] != "", comma: m[7] != ""}
	for _, r := range m[1] {
		s.fill = r
	}
	if m[2] != "" {
		s.align = m[2][0]
	}
	if m[3] == "+" || m[3] == " " {
		s.sign = m[3][0]
	}
	if m[5] != "" && s.align == 0 {
		s.align, s.fill = '=', '0'
	}
	if m[9] != "" {
		s.verb = m[9][0]
	}
	var err error
	if s.width, err = parseBoundedInt(m[6], 0); err == nil {
		s.prec, err = parseBoundedInt(m[8], -1)
	}
	return s, err
}
