package cmdfile

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// macro is a list of commands with parameters, called by words of its own.
type macro struct {
	object *object
	words  []string
	lines  string
	params []macroParam
}

// macroParam is a parameter of a macro: the comment !$name:t=real:d=1 in its text.
type macroParam struct {
	name     string
	value    string
	optional bool
}

func (m *macro) parameterNames() []string {
	var out []string
	for _, p := range m.params {
		out = append(out, p.name)
	}
	return out
}

func causeWithoutPath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func createMacro(k *commandCall) {
	list, ok := k.evaluateData("commands_to_be_executed")
	if !ok {
		if k.param("commands_to_be_executed") == nil {
			k.reportMissing("commands_to_be_executed")
		}
		return
	}
	var lines []string
	for _, d := range list {
		lines = append(lines, d.String())
	}
	k.addMacro(strings.Join(lines, "\n"))
}

func readMacro(k *commandCall) {
	name, ok := k.evaluateText("file_name")
	if !ok {
		k.reportMissing("file_name")
		return
	}
	if src, err := k.x.openFile(k, name, ".mac"); err == nil {
		k.addMacro(deck.Span{Src: src, End: len(src.Text)}.Text())
	}
}

func (k *commandCall) addMacro(lines string) {
	x := k.x
	if k.param("macro_name") == nil {
		k.reportMissing("macro_name")
		return
	}
	name, ok := k.newName("macro_name")
	if !ok {
		return
	}
	parent, own := x.parentFor(name, macroClass)
	if parent == nil {
		k.addErrorf(k.param("macro_name").at, "E658", "there is no object that %s could be in", shortenForMessage(name))
		return
	}
	o, _ := x.db.addObject(parent, own, macroClass, k.c.keywordSpan())
	m := &macro{object: o, lines: lines}
	words, _ := k.evaluateText("user_entered_command")
	if words == "" {
		words = macroCommandInComment(lines)
	}
	if words == "" {
		words = own
	}
	m.words = strings.Fields(strings.ToLower(words))
	for _, l := range strings.FieldsFunc(lines, func(r rune) bool { return r == '\n' || r == '\r' }) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(strings.ToUpper(l), "!END_OF_PARAMETERS") {
			break
		}
		if strings.HasPrefix(l, "!$") {
			m.params = append(m.params, parseMacroParameter(l[2:]))
		}
	}
	x.macros = append(x.macros, m)
}

// macroCommandInComment returns the words that a file of a macro gives itself in a comment, "" if there are none.
func macroCommandInComment(lines string) string {
	const mark = "!USER_ENTERED_COMMAND"
	for l := range strings.Lines(lines) {
		if l = strings.TrimSpace(l); len(l) > len(mark) && strings.EqualFold(l[:len(mark)], mark) {
			return strings.TrimSpace(l[len(mark):])
		}
	}
	return ""
}

// parseMacroParameter reads name:t=type:d=default:c=count.
func parseMacroParameter(text string) macroParam {
	fields := strings.Split(text, ":")
	p := macroParam{name: strings.ToLower(strings.Trim(strings.TrimSpace(fields[0]), "'"))}
	for _, f := range fields[1:] {
		key, v, _ := strings.Cut(strings.TrimSpace(f), "=")
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "d", "default":
			p.value, p.optional = strings.TrimSpace(v), true
		case "c", "count":
			p.optional = p.optional || strings.HasPrefix(strings.TrimSpace(v), "0")
		}
	}
	return p
}

func deleteMacro(k *commandCall) {
	for _, o := range k.findObjects("macro_name") {
		k.x.db.removeObject(o)
	}
}

// findMacro returns the macro whose words a command begins with, the longest if there are several and the newest of these.
func (x *interpreter) findMacro(c *command) *macro {
	var best *macro
	for _, m := range x.macros {
		if m.object.gone || len(m.words) == 0 || len(m.words) > len(c.words) || best != nil && len(m.words) < len(best.words) {
			continue
		}
		same := true
		for i, w := range m.words {
			same = same && strings.EqualFold(w, c.words[i].s)
		}
		if same {
			best = m
		}
	}
	return best
}

// expandAndRun carries out a macro with the values of its parameters put into its text.
func (m *macro) expandAndRun(k *commandCall) {
	x := k.x
	if x.nested++; x.nested > mostNested {
		k.addErrorf(k.c.keywordSpan(), "E663", "files and macros call each other more than %d deep", mostNested)
		x.stopped = true
	}
	defer func() { x.nested-- }()
	values := map[string]string{"_self": m.object.fullName()}
	for _, p := range m.params {
		v := p.value
		if q := k.param(p.name); q != nil {
			v = q.writtenText()
		} else if !p.optional {
			k.reportMissing(p.name)
			return
		}
		values[p.name] = v
	}
	at := k.c.keywordSpan()
	list, _ := x.parseAll(at.Src, substituteParameters(m.lines, values), &at)
	x.runStatements(x.groupIntoBlocks(list))
}

// writtenText returns the values of a parameter as they were written.
func (p *param) writtenText() string {
	var parts []string
	for _, v := range p.values {
		switch v.form {
		case quoted:
			parts = append(parts, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v.text)+`"`)
		case formula:
			parts = append(parts, "("+v.text+")")
		default:
			parts = append(parts, v.text)
		}
	}
	return strings.Join(parts, ", ")
}

// substituteParameters puts values for $name and $'name'. Inside of quotes a text loses its own.
func substituteParameters(text string, values map[string]string) string {
	var b strings.Builder
	open := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"' && (i == 0 || text[i-1] != '\\'):
			open = !open
		case c == '\n':
			open = false
		case c == '$' && i+1 < len(text):
			name, end := parameterName(text, i+1)
			if v, ok := values[strings.ToLower(name)]; ok {
				if n := len(v); open && n > 1 && v[0] == '"' && v[n-1] == '"' {
					v = v[1 : n-1]
				}
				b.WriteString(v)
				i = end
				continue
			}
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

func parameterName(text string, i int) (name string, end int) {
	if text[i] == '\'' {
		if n := strings.IndexByte(text[i+1:], '\''); n >= 0 {
			return text[i+1 : i+1+n], i + n + 2
		}
		return "", i
	}
	n := nameEnd(text, i)
	return text[i:n], n
}
