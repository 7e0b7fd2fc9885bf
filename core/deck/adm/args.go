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

func (p *parser) parseArguments() {
	p.t = p.st.body
	for first := true; ; first = false {
		if p.skipSeparators(); p.at >= len(p.t.s) {
			return
		}
		start := p.at
		end := wordEnd(p.t.s, start)
		switch {
		case first && p.st.spec.id && p.isID(start, end):
			p.st.id = p.parseRest().trimmed()
		case end == start:
			at := p.parseRest().trimmed()
			d := p.r.diags.AddErrorf(at.fileSpan(), "E606", "%s: an argument begins with its name, not with %q", p.st.messageName(), shortenForMessage(at.s))
			d.Help = "a value that is a list belongs to one argument: NAME=1, 2, 3"
		case afterEquals(p.t.s, end) >= 0:
			p.at = afterEquals(p.t.s, end)
			p.parseKeyed(p.t.substring(start, end))
		default:
			p.parseFlag(p.parseRest().trimmed())
		}
	}
}

// isID reports whether the first thing behind the slash, which begins with the
// word [i,j), is the id.
func (p *parser) isID(i, j int) bool {
	if i == j {
		return true
	}
	return !p.isFlag(i, j) && afterEquals(p.t.s, j) < 0
}

// skipSeparators passes separators.
func (p *parser) skipSeparators() {
	for p.at < len(p.t.s) && (isBlank(p.t.s[p.at]) || strings.IndexByte("\n,\\", p.t.s[p.at]) >= 0) {
		p.at++
	}
}

// parseRest takes everything up to the next separator.
func (p *parser) parseRest() text {
	start := p.at
	if i := strings.IndexAny(p.t.s[start:], ",\n\\"); i >= 0 {
		p.at = start + i
	} else {
		p.at = len(p.t.s)
	}
	return p.t.substring(start, p.at)
}

// afterEquals returns the place behind the = that follows at i, -1 if none does.
func afterEquals(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '=' {
		return i + 1
	}
	return -1
}

// isKeyAfterSeparators reports whether NAME= begins behind the separators at i.
func isKeyAfterSeparators(s string, i int) bool { return isKeyAt(s, skipCharacters(s, i, ",\n")) }

func isKeyAt(s string, i int) bool {
	n := wordEnd(s, i)
	return n > i && afterEquals(s, n) >= 0
}

// skipCharacters returns the first place from i on whose character is neither a blank nor
// in set.
func skipCharacters(s string, i int, set string) int {
	for i < len(s) && (isBlank(s[i]) || strings.IndexByte(set, s[i]) >= 0) {
		i++
	}
	return i
}

// parseFlag takes an argument without value.
func (p *parser) parseFlag(t text) {
	sp := p.st.spec
	a, several := resolvePrefix(t.s, sp.flags, sp.flagNames)
	switch {
	case a != nil:
		p.addArgument(arg{spec: a, name: t})
	case several != nil:
		p.reportAmbiguous(t, several)
	case sp.flagAttr != "":
		p.addArgument(arg{spec: &argSpec{form: asFlag, attrs: []string{sp.flagAttr}, value: t.s}, name: t})
	case sp.keys[strings.ToUpper(t.s)] != nil:
		p.r.diags.AddErrorf(t.fileSpan(), "E617", "%s: %s needs a value", p.st.messageName(), strings.ToUpper(t.s)).Help = "write " + strings.ToUpper(t.s) + "=…"
	default:
		p.reportUnknown(t)
	}
}

func (p *parser) addArgument(a arg) { p.st.args = append(p.st.args, a) }

// parseKeyed takes NAME=value; the value begins at p.fileOffset.
func (p *parser) parseKeyed(name text) {
	sp := p.st.spec
	a, several := resolvePrefix(name.s, sp.keys, sp.keyNames)
	f := asNumbers
	if a != nil {
		f = a.form
	}
	start := p.at
	var val text
	switch f {
	case asExpr:
		val = p.parseExpression()
	case asLine:
		p.at = p.lineEnd()
		val = p.t.substring(start, p.at)
	case asWord:
		if p.moveToNextLineValue() {
			p.at++
		}
		val = p.parseRest()
	default:
		p.at = p.listEnd(a)
		val = p.t.substring(start, p.at)
	}
	val = val.trimmed()
	if f != asExpr && hasUnclosedQuote(val.s) {
		p.st.vague = true // the value may have swallowed what follows
		d := p.r.diags.AddErrorf(val.fileSpan(), "E631", "%s: the quote that begins here has no end", p.st.messageName())
		d.Help = "a text in quotes ends on the line on which it begins"
	}
	switch {
	case a != nil && val.s == "" && f != asLine:
		p.st.vague = true // what the value would have said is not missed as well
		d := p.r.diags.AddErrorf(name.fileSpan(), "E617", "%s: %s needs a value", p.st.messageName(), a.name)
		d.Help = "write " + a.name + "=…"
	case a != nil && f == asNumbers && p.reportGap(a, val):
	case a != nil:
		p.addArgument(arg{a, name, val})
	case several != nil:
		p.reportAmbiguous(name, several)
	case sp.flags[strings.ToUpper(name.s)] != nil:
		p.r.diags.AddErrorf(val.fileSpan(), "E617", "%s: %s takes no value", p.st.messageName(), strings.ToUpper(name.s))
	default:
		if d := p.reportUnknown(name); sp.flags[strings.ToUpper(val.s)] != nil || sp.flagAttr != "" && strings.EqualFold(name.s, sp.flagAttr) {
			d.Help = "write " + strings.ToUpper(val.s) + " alone, without " + strings.ToUpper(name.s) + "="
		}
	}
}

// reportGap reports an entry of a list that is empty, and reports whether there is one.
func (p *parser) reportGap(a *argSpec, val text) bool {
	if strings.IndexByte(val.s, ',') < 0 {
		return false
	}
	for k, v := range splitEntries(val) {
		if v.s == "" {
			p.st.vague = true
			p.r.diags.AddErrorf(v.fileSpan(), "E617", "%s: value %d of %s is empty", p.st.messageName(), k+1, a.name)
			return true
		}
	}
	return false
}

// hasUnclosedQuote reports whether a value begins with a quote that does not end.
func hasUnclosedQuote(s string) bool {
	return s != "" && (s[0] == '"' || s[0] == '\'') && strings.IndexByte(s[1:], s[0]) < 0
}

// moveToNextLineValue moves to the end of this line if a value follows on the next, and reports whether it does.
func (p *parser) moveToNextLineValue() bool {
	s := p.t.s
	i := p.at
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '\n' && !isKeyAfterSeparators(s, i) {
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
		for i < len(s) && (isBlank(s[i]) || s[i] == '\n' || n > 0 && s[i] == ',') {
			i++
		}
		switch w := wordEnd(s, i); {
		case i >= len(s) || s[i] == '\\':
			return end
		case n == 0 && isKeyAfterSeparators(s, end) && strings.Contains(s[end:i], "\n"):
			return end
		case n > 0 && w > i && (afterEquals(s, w) >= 0 || p.isFlag(i, w) || a == nil || a.form != asWords && n >= a.least):
			return end
		}
		for i < len(s) && strings.IndexByte(",\n\\", s[i]) < 0 {
			i++
		}
	}
}

// isFlag reports whether the word [i,j) is an argument without value.
func (p *parser) isFlag(i, j int) bool {
	a, several := resolvePrefix(p.t.s[i:j], p.st.spec.flags, p.st.spec.flagNames)
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
		j := skipCharacters(s, i+1, ",\n")
		n := wordEnd(s, j)
		a, _ := resolvePrefix(s[j:n], p.st.spec.keys, p.st.spec.keyNames)
		if j == len(s) || n > j && a != nil && afterEquals(s, n) >= 0 || strings.IndexByte(s[i:j], '\n') >= 0 && p.isFlagAt(j, n) {
			return i
		}
		i = j - 1
	}
	return len(s)
}

// isFlagAt reports whether the word [i,j) is an argument without value.
func (p *parser) isFlagAt(i, j int) bool {
	s := p.t.s
	a, _ := resolvePrefix(s[i:j], p.st.spec.flags, p.st.spec.flagNames)
	for j < len(s) && isBlank(s[j]) {
		j++
	}
	return a != nil && (j == len(s) || strings.IndexByte(",\n\\", s[j]) >= 0)
}

func (p *parser) reportAmbiguous(name text, fit []string) {
	p.st.vague = true
	d := p.r.diags.AddErrorf(name.fileSpan(), "E604", "%s: %s may mean %s", p.st.messageName(), strings.ToUpper(name.s), joinWithOr(fit))
	d.Help = "write more of the name"
}

func (p *parser) reportUnknown(name text) *deck.Diag {
	sp := p.st.spec
	if n, ok := p.st.nearestArgument(name.s); ok {
		p.st.vague = true
		d := p.r.diags.AddErrorf(name.fileSpan(), "E641", "%s: unknown argument %s", p.st.messageName(), shortenForMessage(name.s))
		d.Help = "did you mean " + n + "?"
		return d
	}
	d := p.r.diags.AddWarningf(name.fileSpan(), "W605", "%s: unknown argument %s is ignored", p.st.messageName(), shortenForMessage(name.s))
	if n, ok := deck.NearestName(name.s, append(append([]string{}, sp.keyNames...), sp.flagNames...)); ok {
		d.Help = "did you mean " + n + "?"
	}
	return d
}

// nearestArgument returns the argument that an unknown one misspells. Those that are given and
// those without effect are not meant.
func (st *statement) nearestArgument(name string) (string, bool) {
	var free []string
	for i := range st.spec.args {
		if a := &st.spec.args[i]; !a.silent && a.idle == "" && st.argumentNamed(a.name) == nil {
			free = append(free, a.name)
		}
	}
	return deck.NearestMisspelling(name, free)
}

// joinWithOr writes a list of words with "or".
func joinWithOr(list []string) string {
	if len(list) > 6 {
		list = append(append([]string{}, list[:6]...), "others")
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// shortenForMessage cuts a text for a message and keeps it on one line.
func shortenForMessage(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if i >= 40 {
			return s[:i] + "…"
		}
	}
	return s
}

// splitEntries splits the value of a list. Two commas on one line enclose an empty
// entry; a line break beside a comma separates no more than the comma does. A
// list of nothing has no entry.
func splitEntries(t text) []text {
	var out []text
	s := t.s
	if t.trimmed().s == "" {
		return nil
	}
	for i := 0; i <= len(s); {
		end := len(s)
		if k := strings.IndexAny(s[i:], ",\n"); k >= 0 {
			end = i + k
		}
		out = append(out, t.substring(i, end).trimmed())
		if end == len(s) {
			break
		}
		i = end
		for comma := false; i < len(s) && (isBlank(s[i]) || s[i] == '\n' || s[i] == ',' && !comma); i++ {
			comma = comma || s[i] == ','
		}
	}
	return out
}
