package flex

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// formatItem is an edit descriptor of a format of Fortran: a value of a width, blanks to skip, or the end of a line.
type formatItem struct {
	kind     byte // v, x or /
	width    int
	decimals int // of a field without a point
}

// formattedReader reads values in columns by a format, which begins again on a new line at its end.
type formattedReader struct {
	l      *lineReader
	items  []formatItem
	matrix string
	next   int  // in items
	col    int  // in the line, from zero
	open   bool // a line has been begun, and the format has more for it
	begun  bool // a line has been begun
}

// endLine checks that nothing is behind the values of the line.
func (r *formattedReader) endLine() error {
	if !r.begun {
		return nil
	}
	if f := r.l.fixedField(r.col, len(r.l.text)); len(f.text) > 0 {
		col := r.col + bytes.Index(r.l.text[r.col:], f.text) + 1
		return r.l.newErrorAt(col, "matrix %s: %q is behind the values that the format has", r.matrix, shorten(f.text))
	}
	return nil
}

// readValue returns the next value.
func (r *formattedReader) readValue() (float64, error) {
	for {
		if r.next == len(r.items) {
			r.next, r.open = 0, false
		}
		if !r.open {
			if err := r.endLine(); err != nil {
				return 0, err
			}
			if !r.l.next() {
				return 0, r.l.newErrorAt(0, "the file ends within the values of matrix %s", r.matrix)
			}
			r.open, r.begun, r.col = true, true, 0
		}
		item := r.items[r.next]
		r.next++
		switch item.kind {
		case '/':
			r.open = false
		case 'x':
			r.col += item.width
		default:
			f := r.l.fixedField(r.col, r.col+item.width)
			r.col += item.width
			if len(f.text) == 0 {
				return 0, r.l.newErrorAt(f.col, "matrix %s: a value is missing here", r.matrix)
			}
			x, err := r.l.parseNumber(f)
			if err == nil && item.decimals > 0 && bytes.IndexByte(f.text, '.') < 0 {
				x *= math.Pow10(-item.decimals)
			}
			return x, err
		}
	}
}

// mostFormatItems bounds the length of a format with its repetitions written out.
const mostFormatItems = 10_000

// parseFortranFormat reads a format in parentheses: values with I, F, E, D, G, ES and EN, blanks with X, lines with /, groups and repetitions.
func parseFortranFormat(l *lineReader, f field) ([]formatItem, error) {
	p := &formatParser{l: l, f: f}
	items, err := p.parseGroup(0)
	if err == nil && p.at < len(f.text) {
		err = p.newError("text behind the format: %q", shorten(f.text[p.at:]))
	}
	if err == nil && !slices.ContainsFunc(items, func(i formatItem) bool { return i.kind == 'v' }) {
		p.at = 0
		err = p.newError("the format has no values")
	}
	return items, err
}

type formatParser struct {
	l      *lineReader
	f      field
	at     int
	scaled bool // behind a scale factor, P, which changes values without exponents
}

func (p *formatParser) newError(format string, args ...any) error {
	return p.l.newErrorAt(p.f.col+p.at, format, args...)
}

// peek returns the next character that is no blank, as a capital, 0 at the end.
func (p *formatParser) peek() byte {
	for p.at < len(p.f.text) && (p.f.text[p.at] == ' ' || p.f.text[p.at] == '\t') {
		p.at++
	}
	if p.at == len(p.f.text) {
		return 0
	}
	c := p.f.text[p.at]
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// parseCount reads an unsigned integer, none where there are no digits.
func (p *formatParser) parseCount(none int) (int, error) {
	start := p.at
	for p.peek() >= '0' && p.peek() <= '9' {
		p.at++
	}
	digits := strings.ReplaceAll(string(p.f.text[start:p.at]), " ", "")
	if digits == "" {
		return none, nil
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > mostFormatItems {
		p.at = start
		return 0, p.newError("%s is too large for a format", digits)
	}
	return n, nil
}

// parseGroup reads from an opening parenthesis to the closing one.
func (p *formatParser) parseGroup(depth int) (items []formatItem, err error) {
	if p.peek() != '(' || depth > 4 {
		return nil, p.newError("a format in parentheses is needed here")
	}
	p.at++
	for {
		c := p.peek()
		if c == ',' {
			p.at++
			continue
		}
		if c == ')' {
			p.at++
			return items, nil
		}
		part, err := p.parseItem(depth)
		if err != nil {
			return nil, err
		}
		if items = append(items, part...); len(items) > mostFormatItems {
			return nil, p.newError("the format is too long")
		}
	}
}

// parseItem reads an edit descriptor or a group with its repetitions.
func (p *formatParser) parseItem(depth int) ([]formatItem, error) {
	signed := p.peek() == '-' || p.peek() == '+'
	if signed {
		p.at++
	}
	count, err := p.parseCount(1)
	if err != nil {
		return nil, err
	}
	var part []formatItem
	switch c := p.peek(); {
	case c == 'P':
		p.at++
		p.scaled = count != 0
		return nil, nil
	case signed || c == 0:
		return nil, p.newError("the format ends too early, or is none")
	case c == '(':
		if part, err = p.parseGroup(depth + 1); err != nil {
			return nil, err
		}
	case c == 'X':
		p.at++
		part = []formatItem{{kind: 'x', width: 1}}
	case c == '/':
		p.at++
		part = []formatItem{{kind: '/'}}
	case c == 'F' && p.scaled:
		return nil, p.newError("values without exponents behind a scale factor P are not read")
	case strings.IndexByte("IFEDG", c) >= 0:
		p.at++
		v, err := p.parseWidth(c)
		if err != nil {
			return nil, err
		}
		part = []formatItem{v}
	default:
		return nil, p.newError("formats have I, F, E, D, G, X and /, not %q", string(c))
	}
	if count*len(part) > mostFormatItems {
		return nil, p.newError("the format is too long")
	}
	return slices.Repeat(part, count), nil
}

// parseWidth reads the width and the decimals behind the letters of a value.
func (p *formatParser) parseWidth(kind byte) (v formatItem, err error) {
	v.kind = 'v'
	if c := p.peek(); kind == 'E' && (c == 'S' || c == 'N') {
		p.at++
	}
	if v.width, err = p.parseCount(0); err != nil {
		return v, err
	}
	if v.width == 0 || v.width > 200 {
		return v, p.newError("the width of a value is missing, or is above 200")
	}
	if p.peek() == '.' {
		p.at++
		if v.decimals, err = p.parseCount(0); err != nil {
			return v, err
		}
	}
	if p.peek() == 'E' { // digits of the exponent
		p.at++
		_, err = p.parseCount(0)
	}
	if kind == 'I' {
		v.decimals = 0
	}
	return v, err
}
