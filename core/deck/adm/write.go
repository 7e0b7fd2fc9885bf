package adm

import (
	"bytes"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() { deck.RegisterWriter(".adm", Write) }

// Write writes a model in the statement language, and its commands, if there
// are any, into a file of their own.
func Write(w *deck.OutputModel) []deck.File {
	model, commands := NewModelWriter(w, "an Adams deck", false).Statements()
	var b printer
	b.printTitle(w)
	for i := range model {
		b.printStatement(&model[i])
	}
	b.WriteString("!\nEND\n")
	files := []deck.File{{Suffix: ".adm", Text: b.Bytes()}}
	if len(commands) == 0 {
		return files
	}
	var c printer
	c.WriteString("FILE/MODEL=" + w.Name + "\n")
	for i := range commands {
		c.printStatement(&commands[i])
	}
	return append(files, deck.File{Suffix: ".acf", Text: c.Bytes()})
}

// printTitle writes the first line, and as comments what is too long for it.
func (b *printer) printTitle(w *deck.OutputModel) {
	lines := deck.WrapLines(w.Title(), width)
	if len(lines) == 0 || resemblesStatement(lines[0]) {
		lines = append([]string{strings.Join(strings.Fields(w.Name), " ")}, lines...)
	}
	b.WriteString(lines[0] + "\n")
	b.printComment(lines[1:])
	b.WriteString("!\n")
}

// resemblesStatement reports whether a title could be taken for a statement.
func resemblesStatement(line string) bool {
	n := wordEnd(line, 0)
	return strings.HasPrefix(strings.TrimLeft(line[n:], " \t"), "/")
}

// printComment writes lines that begin with !.
func (b *printer) printComment(lines []string) {
	for _, l := range deck.WrapLines(lines, width-2) {
		b.WriteString("! " + l + "\n")
	}
}

// width is how long lines may become: Adams reads 80 characters.
const width = 78

type printer struct {
	bytes.Buffer
	line string
}

// options are what is behind !MS#, which Adams takes for a comment.
var options = map[string]bool{"MINIT": true, "CONSTR_TOL": true, "VEL_CTRL": true, "JACINIT": true,
	"AXES_X": true, "AXES_Y": true, "AXES_Z": true, xPointWord: true,
	"FIM_S": true, "FIM_D": true, "MKEAM": true, "COMPDELTA": true}

func (b *printer) printStatement(s *WrittenStatement) {
	b.printComment(s.Comments)
	if s.Label != "" {
		b.WriteString("!" + strings.Repeat(" ", 26) + viewName + strings.ReplaceAll(strings.Join(strings.Fields(s.Label), " "), "'", " ") + "'\n")
	}
	b.line = s.Name
	if s.ID != "" || len(s.Words) > 0 || s.Name != "STOP" {
		b.line += "/" + s.ID
	}
	before := Flag // kind of the word before
	for k := range s.Words {
		w := &s.Words[k]
		if s.spec.options != "" && options[w.Name] {
			continue
		}
		b.printWord(w, before, k == 0 && s.ID == "")
		before = w.Kind
	}
	b.endLine()
	for k := range s.Words {
		if w := &s.Words[k]; s.spec.options != "" && options[w.Name] {
			b.WriteString("!MS#," + w.Name)
			if w.Kind != Flag {
				b.WriteString("=" + w.Value)
			}
			b.WriteByte('\n')
		}
	}
}

func (b *printer) endLine() {
	if b.line != "" {
		b.WriteString(b.line + "\n")
	}
	b.line = ""
}

// printWord writes an argument: short ones into the same line, expressions into
// their own, with a backslash behind them if something follows.
func (b *printer) printWord(w *Word, before WordKind, first bool) {
	text := w.Name
	if w.Kind != Flag {
		text += "=" + w.Value
	}
	glue := ", "
	if first {
		glue = ""
	}
	switch {
	case before == Formula:
		b.line += "\\"
		b.endLine()
		b.line = glue
	case w.Kind >= Formula && b.line != "" && !first, len(b.line)+len(glue)+len(text) > width && !first:
		b.endLine()
		b.line = glue
	default:
		b.line += glue
	}
	for len(b.line)+len(text) > width {
		n := breakOffset(text, width-len(b.line), w.Kind)
		if n <= 0 {
			break
		}
		b.line += strings.TrimRight(text[:n], " ")
		b.endLine()
		b.line, text = ", ", strings.TrimLeft(text[n:], " ,")
	}
	b.line += text
}

// breakOffset returns where a text may be broken: a list behind a comma, an
// expression before an operator that is behind an operand, so that the
// comma of the next line is not taken for one of the expression; 0 for nowhere.
func breakOffset(text string, most int, kind WordKind) int {
	eq := strings.IndexByte(text, '=') + 2
	last, beyond := 0, 0
	for i := eq; i < len(text); i++ {
		ok := false
		switch kind {
		case Numbers:
			ok = text[i] == ',' && strings.TrimLeft(text[i:], " ,") != ""
		case Formula:
			ok = strings.IndexByte("+-*/", text[i]) >= 0 && endsWithOperand(text[eq-1:i]) && text[i-1] != '*' && !strings.HasPrefix(text[i:], "**")
		}
		if ok && i < most {
			last = i
		} else if ok && beyond == 0 {
			beyond = i
		}
	}
	if last > 0 {
		return last
	}
	return beyond
}

// endsWithOperand reports whether a text ends with an operand of an expression. The sign
// of an exponent, 1E-5, is not behind one.
func endsWithOperand(s string) bool {
	s = strings.TrimRight(s, " ")
	n := len(s)
	if n == 0 || !isLetter(s[n-1]) && !isDigit(s[n-1]) && s[n-1] != ')' && s[n-1] != '.' {
		return false
	}
	return s[n-1]|0x20 != 'e' || n < 2 || !isDigit(s[n-2]) && s[n-2] != '.'
}
