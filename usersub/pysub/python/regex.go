package python

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/go-python/gpython/py"
)

// regexPattern is a compiled regular expression of module re.
type regexPattern struct {
	source   string
	names    []string        // of groups by their numbers, "" for those without a name
	re       *regexp2.Regexp // its groups have numbers only
	anchored *regexp2.Regexp // matches at the beginning only
	whole    *regexp2.Regexp // matches all of a text only
}

// regexMatch is a match.
type regexMatch struct {
	p    *regexPattern
	text []rune
	m    *regexp2.Match
}

// maxSearch bounds a search: expressions exist that take time exponential in the text.
const maxSearch = 10 * time.Second

var (
	patternType = py.NewTypeX("re.Pattern", "a regular expression", nil, nil)
	foundType   = py.NewTypeX("re.Match", "what an expression has found", nil, nil)
	reError     = py.ValueError.NewType("error", "error of an expression", nil, nil)
)

// Type returns the Python type.
func (p *regexPattern) Type() *py.Type { return patternType }

// Type returns the Python type.
func (m *regexMatch) Type() *py.Type { return foundType }

// The flags, with Python's numbers. Without ASCII, \d, \w and \s mean all of Unicode.
var reFlags = []struct {
	names  []string
	bit    int
	option regexp2.RegexOptions
}{
	{[]string{"IGNORECASE", "I"}, 2, regexp2.IgnoreCase}, {[]string{"MULTILINE", "M"}, 8, regexp2.Multiline},
	{[]string{"DOTALL", "S"}, 16, regexp2.Singleline}, {[]string{"UNICODE", "U"}, 32, regexp2.None},
	{[]string{"VERBOSE", "X"}, 64, regexp2.IgnorePatternWhitespace}, {[]string{"ASCII", "A"}, 256, regexp2.RE2},
}

// compilePattern makes a pattern of an expression in Python's spelling.
func compilePattern(source string, flags int) (*regexPattern, error) {
	options := regexp2.None
	for _, f := range reFlags {
		if flags&f.bit != 0 {
			options |= f.option
		}
		flags &^= f.bit
	}
	if flags != 0 {
		return nil, py.ExceptionNewf(py.ValueError, "the embedded interpreter has of the flags of re only A, I, M, S, U and X")
	}
	t := regexTranslator{s: source, verbose: options&regexp2.IgnorePatternWhitespace != 0, names: []string{""}}
	if err := t.translate(); err != nil {
		return nil, err
	}
	p := &regexPattern{source: source, names: t.names}
	for _, x := range []struct {
		to         **regexp2.Regexp
		head, tail string
	}{{&p.re, "", ""}, {&p.anchored, `\A(?:`, "\n)"}, {&p.whole, `\A(?:`, "\n)\\z"}} {
		if !t.verbose {
			x.tail = strings.TrimPrefix(x.tail, "\n") // it ends a comment
		}
		var err error
		if *x.to, err = regexp2.Compile(x.head+t.b.String()+x.tail, options); err != nil {
			return nil, py.ExceptionNewf(reError, "%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		(*x.to).MatchTimeout = maxSearch
	}
	return p, nil
}

// regexTranslator writes an expression of Python as one of regexp2, whose named groups have other
// numbers: it gets numbers only.
type regexTranslator struct {
	s       string
	verbose bool
	b       strings.Builder
	names   []string
}

func (t *regexTranslator) translate() error {
	for i := 0; i < len(t.s); {
		rest := t.s[i:]
		n, err := 1, error(nil)
		switch c := rest[0]; {
		case c == '\\':
			n, err = t.translateEscape(rest)
		case c == '[':
			n = t.translateClass(rest)
		case c == '(':
			n, err = t.translateGroup(rest)
		case c == '#' && t.verbose:
			if n = strings.IndexByte(rest, '\n'); n < 0 {
				n = len(rest)
			}
		default:
			t.b.WriteByte(c)
		}
		if err != nil {
			return py.ExceptionNewf(reError, "%v, at position %d", err, i)
		}
		i += n
	}
	return nil
}

// translateEscape writes a backslash and what follows it, and returns how long that is.
func (t *regexTranslator) translateEscape(s string) (int, error) {
	switch {
	case len(s) < 2:
		return 0, fmt.Errorf("bad escape (end of pattern)")
	case s[1] == 'Z':
		t.b.WriteString(`\z`)
	case (s[1]|0x20 >= 'a' && s[1]|0x20 <= 'z') && !strings.ContainsRune("AabBdDfnrsStuvwWx", rune(s[1])):
		return 0, fmt.Errorf("bad escape %s", s[:2])
	default:
		t.b.WriteString(s[:2])
	}
	return 2, nil
}

// translateClass writes [...], where regexp2 has a second [ for a difference of classes.
func (t *regexTranslator) translateClass(s string) int {
	from := 1
	if strings.HasPrefix(s, "[^") {
		from = 2
	}
	t.b.WriteString(s[:from])
	for i := from; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			t.b.WriteByte(c)
			i++
		case c == '[', c == ']' && i == from:
			t.b.WriteByte('\\')
		case c == ']':
			t.b.WriteByte(c)
			return i + 1
		}
		t.b.WriteByte(s[i])
	}
	return len(s)
}

// translateGroup writes the beginning of a group, or a reference to one by its name.
func (t *regexTranslator) translateGroup(s string) (int, error) {
	name := func(prefix, end string) string {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			if v, _, ok := strings.Cut(rest, end); ok {
				return v
			}
		}
		return ""
	}
	if v := name("(?P<", ">"); v != "" {
		if slices.Contains(t.names, v) {
			return 0, fmt.Errorf("redefinition of group name '%s'", v)
		}
		t.names = append(t.names, v)
		t.b.WriteByte('(')
		return len("(?P<>") + len(v), nil
	}
	for _, ref := range []struct{ prefix, with string }{{"(?P=", `\k<%d>`}, {"(?(", "(?(%d)"}} {
		if v := name(ref.prefix, ")"); v != "" && (v[0] < '0' || v[0] > '9') {
			k := slices.Index(t.names, v)
			if k < 0 {
				return 0, fmt.Errorf("unknown group name '%s'", v)
			}
			fmt.Fprintf(&t.b, ref.with, k)
			return len(ref.prefix) + len(v) + 1, nil
		}
	}
	switch {
	case !strings.HasPrefix(s, "(?"):
		t.names = append(t.names, "")
	case strings.HasPrefix(s, "(?P"), strings.HasPrefix(s, "(?'"),
		strings.HasPrefix(s, "(?<") && !strings.HasPrefix(s, "(?<=") && !strings.HasPrefix(s, "(?<!"):
		return 0, fmt.Errorf("unknown extension %s", s[:min(len(s), 4)])
	}
	t.b.WriteByte('(')
	return 1, nil
}

// findFirst searches for the first match.
func (p *regexPattern) findFirst(re *regexp2.Regexp, text string) (*regexMatch, error) {
	runes := []rune(text)
	m, err := re.FindRunesMatch(runes)
	if m == nil || err != nil {
		return nil, timeoutError(err)
	}
	return &regexMatch{p, runes, m}, nil
}

// timeoutError is the error of a search that takes too long.
func timeoutError(err error) error {
	if err == nil {
		return nil
	}
	return py.ExceptionNewf(py.RuntimeError, "the search of an expression did not end within %v", maxSearch)
}

// findAll are the matches that follow each other without overlapping.
func (p *regexPattern) findAll(text string) (list []*regexMatch, err error) {
	m, err := p.findFirst(p.re, text)
	for m != nil && err == nil {
		list = append(list, m)
		next := &regexMatch{p: p, text: m.text}
		if next.m, err = p.re.FindNextMatch(m.m); next.m == nil {
			return list, timeoutError(err)
		}
		m = next
	}
	return list, err
}

// groupNumber is the number of a group by its number or name.
func (m *regexMatch) groupNumber(o py.Object) (int, error) {
	n := -1
	if s, ok := o.(py.String); ok {
		if s != "" {
			n = slices.Index(m.p.names, string(s))
		}
	} else if k, err := py.IndexInt(o); err == nil {
		n = k
	}
	if n < 0 || n >= len(m.p.names) {
		return 0, py.ExceptionNewf(py.IndexError, "no such group")
	}
	return n, nil
}

// groupText is the text of a group, or what stands for one without a part in the match.
func (m *regexMatch) groupText(n int, missing py.Object) py.Object {
	from, to := m.groupSpan(n)
	if from < 0 {
		return missing
	}
	return py.String(m.text[from:to])
}

// groupSpan is where a group begins and ends, in characters; -1 and -1 for one without a part in
// the match.
func (m *regexMatch) groupSpan(n int) (from, to int) {
	g := m.m.GroupByNumber(n)
	if g == nil || len(g.Captures) == 0 {
		return -1, -1
	}
	return g.Index, g.Index + g.Length
}

func (m *regexMatch) allGroups(missing py.Object) py.Tuple {
	t := py.Tuple{}
	for n := 1; n < len(m.p.names); n++ {
		t = append(t, m.groupText(n, missing))
	}
	return t
}

// expandReplacement is a replacement with its references to groups: \1, \g<name>.
func (m *regexMatch) expandReplacement(b *strings.Builder, with string) error {
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
		b.WriteString(string(m.groupText(n, py.String("")).(py.String)))
	}
	return nil
}

// forEachMatch cuts a text at most matches (all for 0), and gives the text before each and the match.
// What is behind the last match is the result.
func (p *regexPattern) forEachMatch(text string, most int, each func(before string, m *regexMatch) error) (rest string, err error) {
	list, err := p.findAll(text)
	if most > 0 {
		list = list[:min(most, len(list))]
	}
	from := 0
	for _, m := range list {
		begin, end := m.groupSpan(0)
		if err := each(string(m.text[from:begin]), m); err != nil {
			return "", err
		}
		from = end
	}
	return string([]rune(text)[from:]), err
}

// substitute is sub(): with is text or a function of the match.
func (p *regexPattern) substitute(with py.Object, text string, most int) (string, int, error) {
	var b strings.Builder
	n := 0
	rest, err := p.forEachMatch(text, most, func(before string, m *regexMatch) error {
		n++
		b.WriteString(before)
		if s, ok := with.(py.String); ok {
			return m.expandReplacement(&b, string(s))
		}
		r, err := py.Call(with, py.Tuple{m}, nil)
		if err != nil {
			return err
		}
		s, ok := r.(py.String)
		if !ok {
			return py.ExceptionNewf(py.TypeError, "expected str instance, %s found", typeName(r))
		}
		b.WriteString(string(s))
		return nil
	})
	return b.String() + rest, n, err
}

// splitText is splitText(): groups of the expression are between the parts.
func (p *regexPattern) splitText(text string, most int) (*py.List, error) {
	l := py.NewList()
	rest, err := p.forEachMatch(text, most, func(before string, m *regexMatch) error {
		l.Append(py.String(before))
		for _, g := range m.allGroups(py.None) {
			l.Append(g)
		}
		return nil
	})
	l.Append(py.String(rest))
	return l, err
}

func (m *regexMatch) M__getitem__(key py.Object) (py.Object, error) {
	n, err := m.groupNumber(key)
	if err != nil {
		return nil, err
	}
	return m.groupText(n, py.None), nil
}

func (m *regexMatch) M__bool__() (py.Object, error) { return py.True, nil }

func (m *regexMatch) M__repr__() (py.Object, error) {
	s, err := Repr(m.groupText(0, py.None))
	from, to := m.groupSpan(0)
	return py.String(fmt.Sprintf("<re.Match object; span=(%d, %d), match=%s>", from, to, s)), err
}
