package pystmt

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

func init() { deck.RegisterWriter(".py", Write) }

// Write writes a model as a program of statements.
func Write(w *deck.Writing) []deck.File {
	model, commands := adm.NewModelWriter(w, "a Python program", true).Statements()
	var b bytes.Buffer
	title := w.Title()
	if len(title) == 0 {
		title = []string{strings.Join(strings.Fields(w.Name), " ")}
	}
	comment(&b, title)
	b.WriteString("\n")
	for i := range model {
		statement(&b, &model[i])
	}
	if len(commands) > 0 {
		b.WriteString("\n")
	}
	started := false
	for i := range commands {
		started = started || adm.Begins(commands[i].Name)
		if !started && commands[i].ID != "" {
			w.Lost.Warnf(w.Commands[i].Span, "W705", "%s: a change before the first simulation is lost: a program has none", w.Commands[i].Name())
			continue
		}
		statement(&b, &commands[i])
	}
	return []deck.File{{Suffix: ".py", Text: b.Bytes()}}
}

// width is where lines are broken between arguments.
const width = 100

// comment writes lines that begin with #.
func comment(b *bytes.Buffer, lines []string) {
	for _, l := range deck.Wrapped(lines, width-2) {
		b.WriteString("# " + l + "\n")
	}
}

func statement(b *bytes.Buffer, s *adm.WrittenStatement) {
	comment(b, s.Comments)
	line := s.Name + "("
	indent := strings.Repeat(" ", len(line))
	first := true
	add := func(text string) {
		glue := ", "
		if first {
			glue = ""
		}
		if !first && len(line)+len(glue)+len(text) > width {
			b.WriteString(line + ",\n")
			line, glue = indent, ""
		}
		line += glue + text
		first = false
	}
	if s.ID != "" {
		add(s.ID)
	}
	if s.Label != "" {
		add("LABEL=" + literal(s.Label))
	}
	for i := range s.Words {
		add(argument(&s.Words[i]))
	}
	b.WriteString(line + ")\n")
}

// argument writes a keyword with its value.
func argument(w *adm.Word) string {
	switch w.Kind {
	case adm.Flag:
		if key := selector(w.Attr); key != "" {
			return key + "=" + literal(w.Name)
		}
		return w.Name + "=True"
	case adm.Numbers:
		return w.Name + "=" + values(w.Value)
	case adm.Formula, adm.Property:
		switch w.Value {
		case "TRUE":
			return w.Name + "=True"
		case "FALSE":
			return w.Name + "=False"
		}
		if number.MatchString(w.Value) {
			return w.Name + "=" + plain(w.Value)
		}
	}
	return w.Name + "=" + literal(w.Value)
}

// selector is the keyword whose value is a word for an attribute, "" if the word
// is a keyword itself. A motion has several, of which each is once.
func selector(attr string) string {
	switch {
	case attr == "joint_type":
		return "JTYPE"
	case attr == "val_type":
		return "DTYPE"
	case attr == "direction":
		return "DIRECTION"
	case attr == "compare":
		return "OPERATOR"
	case strings.HasSuffix(attr, "type"):
		return "TYPE"
	}
	return ""
}

// number is what is a number in Python as well: not 90D.
var number = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// values writes one number, or a list in brackets. What Python would read
// differently stays a text.
func values(list string) string {
	all := strings.Split(list, ", ")
	for _, v := range all {
		if !number.MatchString(v) {
			return literal(list)
		}
	}
	for k, v := range all {
		all[k] = plain(v)
	}
	if len(all) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// plain writes a number; an integer loses its leading zeros.
func plain(v string) string {
	if n, err := strconv.Atoi(v); err == nil {
		return strconv.Itoa(n)
	}
	return v
}

// literal writes a text.
func literal(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}
