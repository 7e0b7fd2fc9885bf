package adm

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// statement is one statement of a file: KEYWORD/body.
type statement struct {
	spec  *spec
	word  text // the keyword
	body  text // what follows the slash
	label text // name that Adams/View wrote into a comment before it
	id    text
	args  []arg
	// called is set for a statement of a program: NAME(id, …).
	called bool
	shown  string // how messages call it, "" for keyword and id
	// vague is set where a word could not be understood: what it would have
	// said is not missed as well.
	vague bool
	// held is what is said of the statement only if it has an effect.
	held []*deck.Diag
}

// messageName is how messages call the statement: "JOINT/12", or "JOINT(12)" in a
// program.
func (st *statement) messageName() string {
	switch {
	case st.shown != "":
		return st.shown
	case st.id.s == "":
		return st.spec.name
	case st.called:
		return st.spec.name + "(" + st.id.s + ")"
	}
	return st.spec.name + "/" + strings.Join(strings.Fields(st.id.s), " ")
}

// scanner cuts a file into statements.
//
// A line that begins with a comma continues the statement, as does one that
// begins with & or is behind a line that ends with &. A line behind one
// that ends with a comma continues too unless it begins like a statement itself.
// Comments run from ! to the end of the line and may be between the lines
// of a statement, and so may blank lines. Semicolons separate statements.
type scanner struct {
	r     *reader
	src   *deck.Source
	file  string
	parts []stretch // of the statement that is open
	open  bool
	amp   bool // the line before ended with &
	comma bool // the line before ended with a comma
	label text // for the open statement
	named text // for the next one
	end   bool // END has been read
	take  func(word, body, label text)
}

// stretch is a part of the file that belongs to a statement. With comma set
// it begins with the leading comma of a continuation line.
type stretch struct {
	start, end int
	comma      bool
}

const viewName = "adams_view_name='"

// readLines reads all lines from the offset at on.
func (s *scanner) readLines(at int) {
	for at < len(s.file) && !s.end {
		stop := len(s.file)
		if i := strings.IndexAny(s.file[at:], "\r\n"); i >= 0 {
			stop = at + i
		}
		s.readLine(at, stop)
		at = stop + 1
	}
	s.endStatement()
}

// peekLine returns the line that begins at an offset, without blanks around it,
// and its end.
func (s *scanner) peekLine(at int) (text, int) {
	stop := len(s.file)
	if i := strings.IndexAny(s.file[at:], "\r\n"); i >= 0 {
		stop = at + i
	}
	return text{src: s.src, s: s.file[at:stop], base: at}.trimmed(), stop
}

// readLine reads one line, [at,stop) of the file.
func (s *scanner) readLine(at, stop int) {
	if i := strings.IndexByte(s.file[at:stop], '!'); i >= 0 {
		s.readComment(at+i, stop, strings.TrimSpace(s.file[at:at+i]) == "")
		stop = at + i
	}
	for first := true; at <= stop && !s.end; first = false {
		end := stop
		if i := strings.IndexByte(s.file[at:stop], ';'); i >= 0 {
			end = at + i
		}
		if !first {
			s.endStatement()
		}
		s.readPiece(at, end)
		at = end + 1
	}
}

// readComment searches for what is hidden in comments: names of Adams/View, and
// options of MotionSolve behind !MS#.
func (s *scanner) readComment(at, stop int, alone bool) {
	c := s.file[at:stop]
	if i := strings.Index(c, viewName); i >= 0 && alone {
		i += len(viewName)
		if n := strings.IndexByte(c[i:], '\''); n > 0 {
			s.named = text{src: s.src, s: c[i : i+n], base: at + i}
		}
		return
	}
	if len(c) > 4 && strings.EqualFold(c[1:4], "MS#") && s.open {
		if i := strings.IndexByte(c, ','); i >= 0 && s.mayHaveOptions(c[i+1:]) {
			s.parts = append(s.parts, stretch{at + i, stop, true})
		}
	}
}

// mayHaveOptions reports whether the open statement may have these options of MotionSolve.
func (s *scanner) mayHaveOptions(option string) bool {
	p := s.parts[0]
	word, _, _ := s.splitStatement(text{src: s.src, s: s.file[p.start:p.end], base: p.start})
	sp := s.r.language.specByKeyword(word.s)
	return sp != nil && (sp.options == anyOption || sp.options != "" && strings.HasPrefix(strings.TrimLeft(option, " \t"), sp.options))
}

// readPiece reads a line, or what a line has between semicolons.
func (s *scanner) readPiece(at, stop int) {
	for at < stop && isBlank(s.file[at]) {
		at++
	}
	for at < stop && isBlank(s.file[stop-1]) {
		stop--
	}
	if at == stop {
		return
	}
	amp, comma := s.file[stop-1] == '&', s.file[stop-1] == ','
	if amp && at < stop-1 {
		stop--
	}
	s.readStatementPart(at, stop)
	s.amp, s.comma = amp, comma
}

// readStatementPart takes [at,stop) of the file as a statement or as what continues with the open
// one.
func (s *scanner) readStatementPart(at, stop int) {
	switch c := s.file[at]; {
	case c == ',' || c == '&':
		if !s.open {
			s.r.diags.AddErrorf(s.spanOf(at, at+1), "E601", "a continuation line without a statement before it")
			return
		}
		if c == '&' {
			s.parts = append(s.parts, stretch{at + 1, stop, false})
		} else {
			s.parts = append(s.parts, stretch{at, stop, true})
		}
	case s.open && (s.amp || s.comma && !beginsStatement(s.file[at:stop])):
		s.parts = append(s.parts, stretch{at, stop, false})
	default:
		if s.endStatement(); s.end {
			return
		}
		s.open, s.label, s.named = true, s.named, text{}
		s.parts = append(s.parts[:0], stretch{at, stop, false})
	}
}

// beginsStatement reports whether a line begins like a statement.
func beginsStatement(line string) bool {
	n := wordEnd(line, 0)
	rest := strings.TrimLeft(line[n:], " \t")
	if rest == "" {
		return strings.EqualFold(line[:n], "END") || strings.EqualFold(line[:n], "STOP")
	}
	return n > 0 && rest[0] == '/'
}

func (s *scanner) spanOf(i, j int) deck.Span { return deck.Span{Src: s.src, Start: i, End: j} }

// joinedText returns the text of the open statement.
func (s *scanner) joinedText() text {
	if len(s.parts) == 1 {
		p := s.parts[0]
		return text{src: s.src, s: s.file[p.start:p.end], base: p.start}
	}
	j := textJoiner{src: s.src}
	for n, p := range s.parts {
		switch {
		case p.comma:
			j.addString("\n", p.start)
			j.addString(s.file[p.start+1:p.end], p.start+1)
			continue
		case n > 0:
			j.addString(" ", p.start-1)
		}
		j.addString(s.file[p.start:p.end], p.start)
	}
	return j.joinedText()
}

// splitStatement splits a statement into keyword and body; ok is false if it is none.
func (s *scanner) splitStatement(t text) (kw, body text, ok bool) {
	n := wordEnd(t.s, 0)
	i := n
	for i < len(t.s) && isBlank(t.s[i]) {
		i++
	}
	switch {
	case n == 0:
		return t, t, false
	case i < len(t.s) && t.s[i] == '/':
		return t.substring(0, n), t.substring(i+1, len(t.s)), true
	case i < len(t.s) && t.s[i] != ',' && t.s[i] != '\n':
		return t.substring(0, n), t, false
	}
	return t.substring(0, n), t.substring(i, len(t.s)), true
}

// endStatement hands the open statement over.
func (s *scanner) endStatement() {
	if !s.open {
		return
	}
	t := s.joinedText()
	s.open, s.amp, s.comma = false, false, false
	kw, body, ok := s.splitStatement(t)
	if !ok {
		line := t
		if i := strings.IndexByte(t.s, '\n'); i >= 0 {
			line = t.substring(0, i)
		}
		d := s.r.diags.AddErrorf(line.fileSpan(), "E602", "this is not a statement")
		d.Help = "a statement is written KEYWORD/id, ARGUMENT=value; a line that continues one begins with a comma"
		if sp := s.r.language.index[strings.ToUpper(kw.s)]; sp != nil {
			d.Help = "write " + sp.name + "/…"
		}
		return
	}
	if strings.EqualFold(kw.s, "END") && body.trimmed().s == "" {
		s.end = true
		return
	}
	s.take(kw, body, s.label)
}

// isBlank reports whether a character separates words: a control character does as
// well, as in the lists of elements.
func isBlank(c byte) bool { return c <= ' ' && c != '\n' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wordEnd returns the end of the word that begins at i, i if there is none.
func wordEnd(s string, i int) int {
	if i >= len(s) || !isLetter(s[i]) {
		return i
	}
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i])) {
		i++
	}
	return i
}
