package adm

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// arg is one argument of a statement.
type arg struct {
	spec *argSpec
	name text // the keyword as written
	val  text // of what is written KEY=value, without blanks around it
}

// parser splits the body of a statement into id and arguments.
type parser struct {
	r  *reader
	st *statement
	t  text
	at int
}

func (p *parser) run() {
	p.t = p.st.body
	for first := true; ; first = false {
		if p.skip(); p.at >= len(p.t.s) {
			return
		}
		start := p.at
		end := word(p.t.s, start)
		switch {
		case first && p.st.spec.id && p.isID(start, end):
			p.st.id = p.rest().trim()
		case end == start:
			at := p.rest().trim()
			d := p.r.diags.Errorf(at.span(), "E606", "%s: an argument begins with its name, not with %q", p.st.title(), shorten(at.s))
			d.Help = "a value that is a list belongs to one argument: NAME=1, 2, 3"
		case equal(p.t.s, end) >= 0:
			p.at = equal(p.t.s, end)
			p.keyed(p.t.slice(start, end))
		default:
			p.flag(p.rest().trim())
		}
	}
}

// isID reports whether the first thing behind the slash, which begins with the
// word [i,j), is the id.
func (p *parser) isID(i, j int) bool {
	if i == j {
		return true
	}
	return !p.isFlag(i, j) && equal(p.t.s, j) < 0
}

// skip passes separators.
func (p *parser) skip() {
	for p.at < len(p.t.s) && (blank(p.t.s[p.at]) || strings.IndexByte("\n,\\", p.t.s[p.at]) >= 0) {
		p.at++
	}
}

// rest takes everything up to the next separator.
func (p *parser) rest() text {
	start := p.at
	if i := strings.IndexAny(p.t.s[start:], ",\n\\"); i >= 0 {
		p.at = start + i
	} else {
		p.at = len(p.t.s)
	}
	return p.t.slice(start, p.at)
}

// equal returns the place behind the = that follows at i, -1 if none does.
func equal(s string, i int) int {
	for i < len(s) && blank(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '=' {
		return i + 1
	}
	return -1
}

// key reports whether NAME= begins behind the separators at i.
func key(s string, i int) bool { return keyAt(s, pass(s, i, ",\n")) }

func keyAt(s string, i int) bool {
	n := word(s, i)
	return n > i && equal(s, n) >= 0
}

// pass returns the first place from i on whose character is neither a blank nor
// in set.
func pass(s string, i int, set string) int {
	for i < len(s) && (blank(s[i]) || strings.IndexByte(set, s[i]) >= 0) {
		i++
	}
	return i
}

// flag takes an argument without value.
func (p *parser) flag(t text) {
	sp := p.st.spec
	a, several := resolve(t.s, sp.flags, sp.flagNames)
	switch {
	case a != nil:
		p.add(arg{spec: a, name: t})
	case several != nil:
		p.ambiguous(t, several)
	case sp.flagAttr != "":
		p.add(arg{spec: &argSpec{form: asFlag, attrs: []string{sp.flagAttr}, value: t.s}, name: t})
	case sp.keys[strings.ToUpper(t.s)] != nil:
		p.r.diags.Errorf(t.span(), "E617", "%s: %s needs a value", p.st.title(), strings.ToUpper(t.s)).Help = "write " + strings.ToUpper(t.s) + "=…"
	default:
		p.unknown(t)
	}
}

func (p *parser) add(a arg) { p.st.args = append(p.st.args, a) }

// keyed takes NAME=value; the value begins at p.at.
func (p *parser) keyed(name text) {
	sp := p.st.spec
	a, several := resolve(name.s, sp.keys, sp.keyNames)
	f := asNumbers
	if a != nil {
		f = a.form
	}
	start := p.at
	var val text
	switch f {
	case asExpr:
		val = p.expression()
	case asLine:
		p.at = p.lineEnd()
		val = p.t.slice(start, p.at)
	case asWord:
		if p.breaks() {
			p.at++
		}
		val = p.rest()
	default:
		p.at = p.listEnd(a)
		val = p.t.slice(start, p.at)
	}
	val = val.trim()
	if f != asExpr && unclosed(val.s) {
		p.st.vague = true // the value may have swallowed what follows
		d := p.r.diags.Errorf(val.span(), "E631", "%s: the quote that begins here has no end", p.st.title())
		d.Help = "a text in quotes ends on the line on which it begins"
	}
	switch {
	case a != nil && val.s == "" && f != asLine:
		p.st.vague = true // what the value would have said is not missed as well
		d := p.r.diags.Errorf(name.span(), "E617", "%s: %s needs a value", p.st.title(), a.name)
		d.Help = "write " + a.name + "=…"
	case a != nil && f == asNumbers && p.gap(a, val):
	case a != nil:
		p.add(arg{a, name, val})
	case several != nil:
		p.ambiguous(name, several)
	case sp.flags[strings.ToUpper(name.s)] != nil:
		p.r.diags.Errorf(val.span(), "E617", "%s: %s takes no value", p.st.title(), strings.ToUpper(name.s))
	default:
		if d := p.unknown(name); sp.flags[strings.ToUpper(val.s)] != nil || sp.flagAttr != "" && strings.EqualFold(name.s, sp.flagAttr) {
			d.Help = "write " + strings.ToUpper(val.s) + " alone, without " + strings.ToUpper(name.s) + "="
		}
	}
}

// gap reports an entry of a list that is empty, and reports whether there is one.
func (p *parser) gap(a *argSpec, val text) bool {
	if strings.IndexByte(val.s, ',') < 0 {
		return false
	}
	for k, v := range entries(val) {
		if v.s == "" {
			p.st.vague = true
			p.r.diags.Errorf(v.span(), "E617", "%s: value %d of %s is empty", p.st.title(), k+1, a.name)
			return true
		}
	}
	return false
}

// unclosed reports whether a value begins with a quote that does not end.
func unclosed(s string) bool {
	return s != "" && (s[0] == '"' || s[0] == '\'') && strings.IndexByte(s[1:], s[0]) < 0
}

// breaks reports whether a value is to be found on the next line.
func (p *parser) breaks() bool {
	s := p.t.s
	i := p.at
	for i < len(s) && blank(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '\n' && !key(s, i) {
		p.at = i
		return true
	}
	return false
}

// listEnd returns where a list ends: where an entry does not follow. What
// begins with a letter is an entry of a list of words, or a mistake in a list
// of numbers that lacks entries; else it is the next argument.
func (p *parser) listEnd(a *argSpec) int {
	s, i := p.t.s, p.at
	for n := 0; ; n++ {
		end := i
		for i < len(s) && (blank(s[i]) || s[i] == '\n' || n > 0 && s[i] == ',') {
			i++
		}
		switch w := word(s, i); {
		case i >= len(s) || s[i] == '\\':
			return end
		case n == 0 && key(s, end) && strings.Contains(s[end:i], "\n"):
			return end
		case n > 0 && w > i && (equal(s, w) >= 0 || p.isFlag(i, w) || a == nil || a.form != asWords && n >= a.least):
			return end
		}
		for i < len(s) && strings.IndexByte(",\n\\", s[i]) < 0 {
			i++
		}
	}
}

// isFlag reports whether the word [i,j) is an argument without value.
func (p *parser) isFlag(i, j int) bool {
	a, several := resolve(p.t.s[i:j], p.st.spec.flags, p.st.spec.flagNames)
	return a != nil || several != nil
}

// lineEnd returns where a text ends: at the end of the line, unless that is
// continued by a line that does not begin with an argument, or before NAME=.
func (p *parser) lineEnd() int {
	s := p.t.s
	for i := p.at; i < len(s); i++ {
		if strings.IndexByte(",\\\n", s[i]) < 0 {
			continue
		}
		j := pass(s, i+1, ",\n")
		n := word(s, j)
		a, _ := resolve(s[j:n], p.st.spec.keys, p.st.spec.keyNames)
		if j == len(s) || n > j && a != nil && equal(s, n) >= 0 || strings.IndexByte(s[i:j], '\n') >= 0 && p.flagAt(j, n) {
			return i
		}
		i = j - 1
	}
	return len(s)
}

// flagAt reports whether the word [i,j) is an argument without value.
func (p *parser) flagAt(i, j int) bool {
	s := p.t.s
	a, _ := resolve(s[i:j], p.st.spec.flags, p.st.spec.flagNames)
	for j < len(s) && blank(s[j]) {
		j++
	}
	return a != nil && (j == len(s) || strings.IndexByte(",\n\\", s[j]) >= 0)
}

func (p *parser) ambiguous(name text, fit []string) {
	p.st.vague = true
	d := p.r.diags.Errorf(name.span(), "E604", "%s: %s may mean %s", p.st.title(), strings.ToUpper(name.s), either(fit))
	d.Help = "write more of the name"
}

func (p *parser) unknown(name text) *deck.Diag {
	sp := p.st.spec
	if n, ok := p.st.meant(name.s); ok {
		p.st.vague = true
		d := p.r.diags.Errorf(name.span(), "E641", "%s: unknown argument %s", p.st.title(), shorten(name.s))
		d.Help = "did you mean " + n + "?"
		return d
	}
	d := p.r.diags.Warnf(name.span(), "W605", "%s: unknown argument %s is ignored", p.st.title(), shorten(name.s))
	if n, ok := deck.Nearest(name.s, append(append([]string{}, sp.keyNames...), sp.flagNames...)); ok {
		d.Help = "did you mean " + n + "?"
	}
	return d
}

// meant returns the argument that an unknown one misspells. Those that are given and
// those without effect are not meant.
func (st *statement) meant(name string) (string, bool) {
	var free []string
	for i := range st.spec.args {
		if a := &st.spec.args[i]; !a.silent && a.idle == "" && st.find(a.name) == nil {
			free = append(free, a.name)
		}
	}
	return deck.Misspelt(name, free)
}

// either writes a list of words with "or".
func either(list []string) string {
	if len(list) > 6 {
		list = append(append([]string{}, list[:6]...), "others")
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// shorten cuts a text for a message and keeps it on one line.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if i >= 40 {
			return s[:i] + "…"
		}
	}
	return s
}

// entries splits the value of a list. Two commas on one line enclose an empty
// entry; a line break beside a comma separates no more than the comma does. A
// list of nothing has no entry.
func entries(t text) []text {
	var out []text
	s := t.s
	if t.trim().s == "" {
		return nil
	}
	for i := 0; i <= len(s); {
		end := len(s)
		if k := strings.IndexAny(s[i:], ",\n"); k >= 0 {
			end = i + k
		}
		out = append(out, t.slice(i, end).trim())
		if end == len(s) {
			break
		}
		i = end
		for comma := false; i < len(s) && (blank(s[i]) || s[i] == '\n' || s[i] == ',' && !comma); i++ {
			comma = comma || s[i] == ','
		}
	}
	return out
}
