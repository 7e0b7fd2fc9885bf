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
func Write(w *deck.OutputModel) []deck.File {
	model, commands := adm.NewModelWriter(w, "a Python program", true).Statements()
	var b bytes.Buffer
	title := w.Title()
	if len(title) == 0 {
		title = []string{strings.Join(strings.Fields(w.Name), " ")}
	}
	writeComment(&b, title)
	b.WriteString("\n")
	for i := range model {
		writeStatement(&b, &model[i])
	}
	if len(commands) > 0 {
		b.WriteString("\n")
	}
	started := false
	for i := range commands {
		started = started || adm.IsCommandStatement(commands[i].Name)
		if !started && commands[i].ID != "" {
			w.Lost.AddWarningf(w.Commands[i].Span, "W705", "%s: a change before the first simulation is lost: a program has none", w.Commands[i].KindIDLabel())
			continue
		}
		writeStatement(&b, &commands[i])
	}
	return []deck.File{{Suffix: ".py", Text: b.Bytes()}}
}

// width is where lines are broken between arguments.
const width = 100

// writeComment writes lines that begin with #.
func writeComment(b *bytes.Buffer, lines []string) {
	for _, l := range deck.WrapLines(lines, width-2) {
		b.WriteString("# " + l + "\n")
	}
}

func writeStatement(b *bytes.Buffer, s *adm.WrittenStatement) {
	writeComment(b, s.Comments)
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
		add("LABEL=" + stringLiteral(s.Label))
	}
	for i := range s.Words {
		add(keywordText(&s.Words[i]))
	}
	b.WriteString(line + ")\n")
}

// keywordText writes a keyword with its value.
func keywordText(w *adm.Word) string {
	switch w.Kind {
	case adm.Flag:
		if key := selectorKeyword(w.Attr); key != "" {
			return key + "=" + stringLiteral(w.Name)
		}
		return w.Name + "=True"
	case adm.Numbers:
		return w.Name + "=" + valuesText(w.Value)
	case adm.Formula, adm.Property:
		switch w.Value {
		case "TRUE":
			return w.Name + "=True"
		case "FALSE":
			return w.Name + "=False"
		}
		if number.MatchString(w.Value) {
			return w.Name + "=" + numberText(w.Value)
		}
	}
	return w.Name + "=" + stringLiteral(w.Value)
}

// selectorKeyword is the keyword whose value is a word for an attribute, "" if the word
// is a keyword itself. A motion has several, of which each is once.
func selectorKeyword(attr string) string {
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

// valuesText writes one number, or a list in brackets. What Python would read
// differently stays a text.
func valuesText(list string) string {
	all := strings.Split(list, ", ")
	for _, v := range all {
		if !number.MatchString(v) {
			return stringLiteral(list)
		}
	}
	for k, v := range all {
		all[k] = numberText(v)
	}
	if len(all) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// numberText writes a number; an integer loses its leading zeros.
func numberText(v string) string {
	if n, err := strconv.Atoi(v); err == nil {
		return strconv.Itoa(n)
	}
	return v
}

// stringLiteral writes a text.
func stringLiteral(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}
