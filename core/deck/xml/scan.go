package xml

import "strings"

// Scanner reads one text from its beginning to its end.
type Scanner struct {
	text   string
	at     int
	attrs  []Attr
	loose  bool // the last attribute had no quotes
	report func(Problem)

	cdataEnd int // the next ]]>, or the end of the text; of no use if before at
}

// NewScanner returns a scanner of text, which is UTF-8. Problems go to report in the
// order in which they are met.
func NewScanner(text string, report func(Problem)) *Scanner {
	return &Scanner{text: text, report: report}
}

func (s *Scanner) reportWarning(code string, start, end int, msg, help string) {
	s.report(Problem{Code: code, At: Span{start, end}, Msg: msg, Help: help})
}

func (s *Scanner) reportError(code string, start, end int, msg, help string) {
	s.report(Problem{Error: true, Code: code, At: Span{start, end}, Msg: msg, Help: help})
}

// NextToken returns the next token; after the last one it returns EOF for ever.
func (s *Scanner) NextToken() Token {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] != '<':
			return s.readTextUpToTag(s.at)
		case strings.HasPrefix(rest, "<!--"):
			s.skipComment()
		case strings.HasPrefix(rest, "<![CDATA["):
			return s.readCDATA()
		case strings.HasPrefix(rest, "<!"):
			s.skipDeclaration()
		case strings.HasPrefix(rest, "<?"):
			s.skipInstruction()
		default:
			if t, ok := s.readTag(); ok {
				return t
			}
			s.reportWarning(CodeLess, s.at, s.at+1, "'<' begins no tag and is taken as text", "write &lt; for the character")
			return s.readTextUpToTag(s.at + 1)
		}
	}
	return Token{Kind: EOF, Span: Span{len(s.text), len(s.text)}}
}

// readTextUpToTag returns the text up to the next < that is at or after from.
func (s *Scanner) readTextUpToTag(from int) Token {
	start := s.at
	s.at = len(s.text)
	if i := strings.IndexByte(s.text[from:], '<'); i >= 0 {
		s.at = from + i
	}
	return Token{Kind: Text, Span: Span{start, s.at}}
}

// skipComment skips a comment. Two hyphens inside are common in decks and do no
// harm, so only --> ends it.
func (s *Scanner) skipComment() {
	start := s.at
	if i := strings.Index(s.text[start+4:], "-->"); i >= 0 {
		s.at = start + 4 + i + 3
		return
	}
	s.reportError(CodeComment, start, start+4, "the comment never ends; all that follows is lost", "close it with -->")
	s.at = len(s.text)
}

func (s *Scanner) readCDATA() Token {
	start := s.at
	from := start + len("<![CDATA[")
	if s.cdataEnd < from { // searched once for all sections before it
		s.cdataEnd = len(s.text)
		if i := strings.Index(s.text[from:], "]]>"); i >= 0 {
			s.cdataEnd = from + i
		}
	}
	end := s.cdataEnd
	if end < len(s.text) {
		s.at = end + 3
	} else {
		s.reportError(CodeCDATA, start, from, "the CDATA section never ends", "close it with ]]>")
		s.at = from
		end = s.readTextUpToTag(from).Span.End
	}
	return Token{Kind: Text, Span: Span{from, end}, Verbatim: true}
}

// skipInstruction skips <?xml … ?>.
func (s *Scanner) skipInstruction() {
	start := s.at
	s.at = len(s.text)
	if i := strings.IndexAny(s.text[start+1:], "<>"); i >= 0 {
		s.at = start + 1 + i
	}
	closed := s.at < len(s.text) && s.text[s.at] == '>'
	if !closed || s.at < start+3 || s.text[s.at-1] != '?' {
		s.reportWarning(CodeDeclaration, start, s.at, "the declaration does not end in ?>", "")
	}
	if closed {
		s.at++
	}
}

// skipDeclaration skips <!DOCTYPE …> with its bracketed part and any other <!…>.
func (s *Scanner) skipDeclaration() {
	start := s.at
	doctype := len(s.text) >= start+9 && strings.EqualFold(s.text[start:start+9], "<!DOCTYPE")
	end, depth := -1, 0
	for i := start; i < len(s.text) && end < 0; i++ {
		switch c := s.text[i]; {
		case c == '[':
			depth++
		case c == ']' && depth > 0:
			depth--
		case c == '>' && (depth == 0 || !doctype):
			end = i + 1
		}
	}
	switch {
	case end < 0:
		s.reportError(CodeComment, start, start+2, "the declaration never ends; all that follows is lost", "close it with >")
		end = len(s.text)
	case !doctype:
		s.reportWarning(CodeDeclaration, start, end, "not a declaration of XML; ignored", "a comment is written <!-- like this -->")
	case strings.Contains(s.text[start:end], "<!ENTITY"):
		s.reportWarning(CodeEntityDecl, start, start+9, "entity declarations are not read", "write the text itself instead of the entity")
	}
	s.at = end
}
