package cmdfile

import (
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// line is a command as one text, without comments and continuation marks, whose characters
// know their positions in the file.
type line struct {
	src  *deck.Source
	s    string
	segs []deck.Seg
	// fixed is the position of the whole line where its characters are in no file: those of a macro are
	// at its call.
	fixed *deck.Span
}

// spanOf returns the range of the file that s[i:j] covers.
func (l *line) spanOf(i, j int) deck.Span {
	if l.fixed != nil {
		return *l.fixed
	}
	start := l.offset(i)
	end := start
	if j > i {
		end = l.offset(j-1) + 1
	}
	return deck.Span{Src: l.src, Start: start, End: max(start, end)}
}

func (l *line) offset(i int) int {
	if len(l.segs) == 0 {
		return 0
	}
	n := sort.Search(len(l.segs), func(k int) bool { return l.segs[k].At > i })
	g := l.segs[max(n-1, 0)]
	return g.Src + i - g.At
}

// lineScanner cuts a text into commands.
//
// A command ends with its line unless that ends with &. Comments run from ! to the end of
// the line; inside of strings ! is a character, inside of parentheses an operator. Comment lines
// between the lines of a command are skipped, and so are blank ones if a parameter follows.
type lineScanner struct {
	src   *deck.Source
	text  string
	fixed *deck.Span
	diags *deck.Diags

	lines []*line
	b     strings.Builder
	segs  []deck.Seg
	depth int // of parentheses
	open  bool
	// params are the comments !$name of a macro.
	params []string
}

func (s *lineScanner) scanLines() []*line {
	for at := 0; at < len(s.text); {
		stop := len(s.text)
		if i := strings.IndexAny(s.text[at:], "\r\n"); i >= 0 {
			stop = at + i
		}
		s.scanLine(at, stop)
		at = stop + 1
		if strings.HasPrefix(s.text[stop:], "\r\n") {
			at++
		}
	}
	s.endCommand()
	return s.lines
}

// scanLine takes the physical line [at,stop).
func (s *lineScanner) scanLine(at, stop int) {
	body := strings.TrimLeft(s.text[at:stop], " \t\f\v\x00")
	at = stop - len(body)
	switch {
	case body == "":
		if s.open && !s.parameterFollows(stop) {
			s.endCommand()
		}
		return
	case body[0] == '!' && s.depth == 0:
		if strings.HasPrefix(body, "!$") {
			s.params = append(s.params, body[2:])
		}
		return
	}
	end, continued := s.codeEnd(at, stop)
	if s.open {
		s.appendText(" ", at)
	}
	s.appendText(s.text[at:end], at)
	if s.open = true; !continued {
		s.endCommand()
	}
}

// parameterFollows reports whether the next line that is neither blank nor a comment begins with
// NAME=.
func (s *lineScanner) parameterFollows(at int) bool {
	for _, l := range strings.FieldsFunc(s.text[at:min(len(s.text), at+4096)], func(r rune) bool { return r == '\n' || r == '\r' }) {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '!' {
			continue
		}
		n := nameEnd(l, 0)
		rest := strings.TrimLeft(l[n:], " \t")
		return n > 0 && strings.HasPrefix(rest, "=")
	}
	return false
}

// codeEnd returns where comment and continuation mark of a line begin, and whether it is
// continued.
func (s *lineScanner) codeEnd(at, stop int) (end int, continued bool) {
	i := at
scan:
	for i < stop {
		switch c := s.text[i]; c {
		case '"', '\'':
			if n := stringEnd(s.text[i:stop]); n > 0 && (c == '"' || s.isApostropheQuote(at, i)) {
				i += n
				continue
			}
		case '(', '{':
			s.depth++
		case ')', '}':
			s.depth = max(s.depth-1, 0)
		case '!':
			if s.depth == 0 {
				break scan
			}
		case '&':
			if rest := strings.TrimLeft(s.text[i+1:stop], " \t"); (rest == "" || rest[0] == '!') && !strings.HasPrefix(s.text[i+1:stop], "&") {
				return i, true
			}
		}
		i++
	}
	for i > at && s.text[i-1] <= ' ' {
		i--
	}
	return i, false
}

// isApostropheQuote reports whether the apostrophe at i begins a string or a name: after a letter it belongs
// to a parameter of a macro ($'name') or to a word.
func (s *lineScanner) isApostropheQuote(at, i int) bool {
	return i == at || !isWordByte(s.text[i-1])
}

// stringEnd returns the length of the string that s begins with, 0 if it is not closed.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return 0
}

func (s *lineScanner) appendText(text string, at int) {
	s.segs = append(s.segs, deck.Seg{At: s.b.Len(), Src: at})
	s.b.WriteString(text)
}

func (s *lineScanner) endCommand() {
	if s.open && strings.TrimSpace(s.b.String()) != "" {
		s.lines = append(s.lines, &line{src: s.src, s: s.b.String(), segs: s.segs, fixed: s.fixed})
	}
	s.b.Reset()
	s.segs, s.open, s.depth = nil, false, 0
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

func isBlank(c byte) bool { return c <= ' ' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// nameEnd returns the end of the name that begins at i, i if there is none.
func nameEnd(s string, i int) int {
	if i >= len(s) || !isLetter(s[i]) {
		return i
	}
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i])) {
		i++
	}
	return i
}
