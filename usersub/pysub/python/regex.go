package python

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// pattern is a compiled regular expression of module re. Go's expressions find what
// Python's find, but have neither look-around nor references to groups: compiling
// those is an error. \d, \w and \s mean ASCII.
type pattern struct {
	source   string
	re       *regexp.Regexp // $ is the end of the text
	anchored *regexp.Regexp // matches at the beginning only
	whole    *regexp.Regexp // matches all of a text only
	dollar   bool           // $ also stands before a line break at the end of the text
}

// found is a match.
type found struct {
	p    *pattern
	text string
	at   []int // byte offsets of begin and end of each group
}

var (
	patternType = py.NewTypeX("re.Pattern", "a regular expression", nil, nil)
	foundType   = py.NewTypeX("re.Match", "what an expression has found", nil, nil)
	reError     = py.ValueError.NewType("error", "error of an expression", nil, nil)
)

// Type implements py.Object.
func (p *pattern) Type() *py.Type { return patternType }

// Type implements py.Object.
func (m *found) Type() *py.Type { return foundType }

// The flags, with Python's numbers.
var reFlags = []struct {
	names  []string
	bit    int
	letter string
}{{[]string{"IGNORECASE", "I"}, 2, "i"}, {[]string{"MULTILINE", "M"}, 8, "m"}, {[]string{"DOTALL", "S"}, 16, "s"}}

const (
	reVerbose = 64
	reASCII   = 256
)

// compilePattern makes a pattern of an expression in Python's spelling.
func compilePattern(source string, flags int) (*pattern, error) {
	letters, known := "", reVerbose|reASCII
	for _, f := range reFlags {
		known |= f.bit
		if flags&f.bit != 0 {
			letters += f.letter
		}
	}
	if flags&^known != 0 {
		return nil, py.ExceptionNewf(py.ValueError, "the embedded interpreter has of the flags of re only A, I, M, S and X")
	}
	if letters != "" {
		letters = "(?" + letters + ")"
	}
	text, dollar, err := translated(source, flags&reVerbose != 0)
	if err != nil {
		return nil, err
	}
	p := &pattern{source: source, dollar: dollar && flags&8 == 0}
	for _, x := range []struct {
		to         **regexp.Regexp
		head, tail string
	}{{&p.re, "", ""}, {&p.anchored, `\A(?:`, ")"}, {&p.whole, `\A(?:`, `)\z`}} {
		if *x.to, err = regexp.Compile(letters + x.head + text + x.tail); err != nil {
			return nil, py.ExceptionNewf(reError, "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
	}
	return p, nil
}

// translated is an expression in Go's spelling, and whether it has a $.
func translated(s string, verbose bool) (string, bool, error) {
	var b strings.Builder
	dollar, class := false, -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			if s[i] == 'Z' {
				b.WriteString(`\z`)
				continue
			}
			if s[i] >= '1' && s[i] <= '9' && class < 0 {
				return "", false, py.ExceptionNewf(reError, "references to groups (\\%c) are not supported by the embedded interpreter, at position %d", s[i], i-1)
			}
			b.WriteString(s[i-1 : i+1])
		case class >= 0:
			if c == '[' { // an ordinary letter in Python
				b.WriteByte('\\')
			}
			b.WriteByte(c)
			if c == ']' && i > class {
				class = -1
			}
		case c == '[':
			b.WriteByte(c)
			if class = i + 1; strings.HasPrefix(s[class:], "^") {
				class++
			}
		case verbose && strings.IndexByte(" \t\n\r\f\v", c) >= 0:
		case verbose && c == '#':
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
		default:
			for _, around := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
				if strings.HasPrefix(s[i:], around) {
					return "", false, py.ExceptionNewf(reError, "%s...) is not supported by the embedded interpreter, at position %d", around, i)
				}
			}
			dollar = dollar || c == '$'
			b.WriteByte(c)
		}
	}
	return b.String(), dollar, nil
}

// find looks for a match from a byte offset on.
func (p *pattern) find(re *regexp.Regexp, text string, from int) *found {
	var best []int
	tries := []string{text}
	if p.dollar && strings.HasSuffix(text, "\n") && re != p.whole {
		tries = []string{text[:len(text)-1], text}
	}
	for _, t := range tries {
		if from > len(t) {
			continue
		}
		at := locate(re, t, from)
		if at != nil && (best == nil || at[0] < best[0]) {
			best = at
		}
	}
	if best == nil {
		return nil
	}
	return &found{p, text, best}
}

// locate finds the first match that begins at from or behind it. What is before from
// still counts for ^ and \b.
func locate(re *regexp.Regexp, text string, from int) []int {
	if from == 0 {
		return re.FindStringSubmatchIndex(text)
	}
	n := 1
	for {
		all := re.FindAllStringSubmatchIndex(text, n)
		if k := len(all); k > 0 && all[k-1][0] >= from {
			for _, at := range all {
				if at[0] >= from {
					return at
				}
			}
		}
		if len(all) < n {
			return nil
		}
		n *= 2
	}
}

// all are the matches that follow each other without overlapping.
func (p *pattern) all(text string) (list []*found) {
	if !p.dollar || !strings.HasSuffix(text, "\n") {
		for _, at := range p.re.FindAllStringSubmatchIndex(text, -1) {
			list = append(list, &found{p, text, at})
		}
		return list
	}
	for from := 0; from <= len(text); {
		m := p.find(p.re, text, from)
		if m == nil {
			break
		}
		list = append(list, m)
		if from = m.at[1]; m.at[0] == m.at[1] {
			_, n := utf8.DecodeRuneInString(text[from:])
			from += max(n, 1)
		}
	}
	return list
}

// groupNumber is the number of a group by its number or name.
func (m *found) groupNumber(o py.Object) (int, error) {
	n := -1
	if s, ok := o.(py.String); ok {
		n = m.p.re.SubexpIndex(string(s))
	} else if k, err := py.IndexInt(o); err == nil {
		n = k
	}
	if n < 0 || 2*n >= len(m.at) {
		return 0, py.ExceptionNewf(py.IndexError, "no such group")
	}
	return n, nil
}

// group is the text of a group, or what stands for one without a part in the match.
func (m *found) group(n int, none py.Object) py.Object {
	if m.at[2*n] < 0 {
		return none
	}
	return py.String(m.text[m.at[2*n]:m.at[2*n+1]])
}

func (m *found) groups(none py.Object) py.Tuple {
	t := py.Tuple{}
	for n := 1; 2*n < len(m.at); n++ {
		t = append(t, m.group(n, none))
	}
	return t
}

// expand is a replacement with its references to groups: \1, \g<name>.
func (m *found) expand(b *strings.Builder, with string) error {
	for i := 0; i < len(with); i++ {
		if with[i] != '\\' || i+1 == len(with) {
			b.WriteByte(with[i])
			continue
		}
		i++
		var ref py.Object
		switch c := with[i]; {
		case c >= '0' && c <= '9':
			ref = py.Int(c - '0')
			if i+1 < len(with) && with[i+1] >= '0' && with[i+1] <= '9' {
				i++
				ref = py.Int(int(c-'0')*10 + int(with[i]-'0'))
			}
		case strings.HasPrefix(with[i:], "g<") && strings.Contains(with[i:], ">"):
			end := i + strings.IndexByte(with[i:], '>')
			name := with[i+2 : end]
			var n int
			if ref = py.String(name); len(name) > 0 && name[0] <= '9' {
				_, _ = fmt.Sscan(name, &n)
				ref = py.Int(n)
			}
			i = end
		default:
			x, ok := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '\\': '\\'}[c]
			if !ok {
				return py.ExceptionNewf(reError, "bad escape \\%c at position %d", c, i-1)
			}
			b.WriteByte(x)
			continue
		}
		n, err := m.groupNumber(ref)
		if err != nil {
			return py.ExceptionNewf(reError, "invalid group reference at position %d", i)
		}
		b.WriteString(string(m.group(n, py.String("")).(py.String)))
	}
	return nil
}

// replace is sub(): with is text or a function of the match.
func (p *pattern) replace(with py.Object, text string, most int) (string, int, error) {
	var b strings.Builder
	from, n := 0, 0
	for _, m := range p.all(text) {
		if most > 0 && n == most {
			break
		}
		n++
		b.WriteString(text[from:m.at[0]])
		from = m.at[1]
		if s, ok := with.(py.String); ok {
			if err := m.expand(&b, string(s)); err != nil {
				return "", 0, err
			}
			continue
		}
		r, err := py.Call(with, py.Tuple{m}, nil)
		if err != nil {
			return "", 0, err
		}
		s, ok := r.(py.String)
		if !ok {
			return "", 0, py.ExceptionNewf(py.TypeError, "expected str instance, %s found", typeName(r))
		}
		b.WriteString(string(s))
	}
	b.WriteString(text[from:])
	return b.String(), n, nil
}

// split is split(): groups of the expression stand between the parts.
func (p *pattern) split(text string, most int) *py.List {
	l := py.NewList()
	from, n := 0, 0
	for _, m := range p.all(text) {
		if most > 0 && n == most {
			break
		}
		n++
		l.Append(py.String(text[from:m.at[0]]))
		for _, g := range m.groups(py.None) {
			l.Append(g)
		}
		from = m.at[1]
	}
	l.Append(py.String(text[from:]))
	return l
}

// runes turns a byte offset into a count of characters.
func (m *found) runes(at int) py.Object {
	if at < 0 {
		return py.Int(-1)
	}
	return py.Int(utf8.RuneCountInString(m.text[:at]))
}

func (m *found) M__getitem__(key py.Object) (py.Object, error) {
	n, err := m.groupNumber(key)
	if err != nil {
		return nil, err
	}
	return m.group(n, py.None), nil
}

func (m *found) M__bool__() (py.Object, error) { return py.True, nil }

func (m *found) M__repr__() (py.Object, error) {
	s, err := Repr(m.group(0, py.None))
	return py.String(fmt.Sprintf("<re.Match object; span=(%v, %v), match=%s>", m.runes(m.at[0]), m.runes(m.at[1]), s)), err
}
