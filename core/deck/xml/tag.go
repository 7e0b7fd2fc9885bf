package xml

import (
	"strings"
	"unicode/utf8"
)

// readTag reads the tag at s.at; ok is false if < begins none.
func (s *Scanner) readTag() (t Token, ok bool) {
	start := s.at
	i := skipBlanks(s.text, start+1)
	blank := i > start+1
	t = Token{Kind: Start, Span: Span{start, 0}}
	if i < len(s.text) && s.text[i] == '/' {
		t.Kind = End
		j := skipBlanks(s.text, i+1)
		blank = blank || j > i+1
		i = j
	}
	t.Name = Span{i, nameEnd(s.text, i)}
	if t.Name.End == i {
		return t, false
	}
	if blank {
		s.reportWarning(CodeBlank, start, i, "blank before the name of the element", "write the name directly after '<'")
	}
	s.at = t.Name.End
	s.attrs, s.loose = s.attrs[:0], false
	s.readAttrs(&t)
	if t.Kind == End && len(s.attrs) > 0 {
		s.reportWarning(CodeStray, s.attrs[0].Name.Start, s.attrs[len(s.attrs)-1].Value.End, "a closing tag has no attributes; ignored", "")
		s.attrs = s.attrs[:0]
	}
	t.Attrs = s.attrs
	t.Span.End = s.at
	return t, true
}

// readAttrs reads what is between the name of a tag and its end.
func (s *Scanner) readAttrs(t *Token) {
	for {
		before := s.at
		s.at = skipBlanks(s.text, s.at)
		switch {
		case s.at >= len(s.text) || opensMarkup(s.text, s.at):
			what := "the tag of " + s.text[t.Name.Start:t.Name.End]
			s.reportError(CodeTagOpen, t.Span.Start, t.Name.End, what+" is not closed", "end it with /> or >")
			t.Unclosed = true
			return
		case s.text[s.at] == '>':
			s.at++
			return
		case strings.HasPrefix(s.text[s.at:], "/>"):
			t.Empty = t.Kind == Start
			s.at += 2
			return
		case nameCharWidth(s.text, s.at, true) > 0:
			if n := len(s.attrs); n > 0 && before == s.at && s.attrs[n-1].Value.End+utf8.UTFMax > s.at {
				s.reportWarning(CodeNoBlank, s.at, nameEnd(s.text, s.at), "no blank before the attribute", "")
			}
			s.readAttr()
		default:
			s.skipStray()
		}
	}
}

// readAttr reads name = "value" at s.at.
func (s *Scanner) readAttr() {
	a := Attr{Name: Span{s.at, nameEnd(s.text, s.at)}}
	what := s.text[a.Name.Start:a.Name.End]
	s.at = a.Name.End
	i := skipBlanks(s.text, s.at)
	switch _, q, _ := quoteAt(s.text, i); {
	case i < len(s.text) && s.text[i] == '=':
		s.at = s.afterEquals(i)
	case q > 0, i < len(s.text) && strings.IndexByte("0123456789+-.", s.text[i]) >= 0:
		s.reportWarning(CodeNoEquals, a.Name.Start, a.Name.End, what+": '=' is missing before the value", "")
		s.at = i
	default:
		s.reportNoValue(a.Name)
		return
	}
	if end := nameEnd(s.text, s.at); end > s.at {
		if j := skipBlanks(s.text, end); j < len(s.text) && s.text[j] == '=' {
			s.reportNoValue(a.Name)
			return
		}
	}
	var ok bool
	if a.Value, ok = s.readValue(a.Name); ok {
		s.attrs = append(s.attrs, a)
	}
}

// afterEquals returns what follows the = at i; repetitions are reported.
func (s *Scanner) afterEquals(i int) int {
	first := i
	j := skipBlanks(s.text, i+1)
	for j < len(s.text) && s.text[j] == '=' {
		i = j
		j = skipBlanks(s.text, i+1)
	}
	if i > first {
		s.reportWarning(CodeStray, first, i+1, "'=' is repeated", "")
	}
	return j
}

func (s *Scanner) reportNoValue(at Span) {
	what := s.text[at.Start:at.End]
	s.reportError(CodeNoValue, at.Start, at.End, what+" has no value", `write `+what+`="…"`)
}

// skipStray skips characters that belong to no attribute and reports them once.
func (s *Scanner) skipStray() {
	start := s.at
	if kind, n, plain := quoteAt(s.text, s.at); n > 0 {
		s.at += n
		if plain {
			s.skipOrphanQuote(kind)
		}
	} else {
		for s.isStray(s.at, start) {
			s.at++
		}
		if s.loose {
			s.reportError(CodeLoose, start, s.at, quoteShortened(s.text[start:s.at])+" follows a value without quotes and is lost", helpQuotes)
			return
		}
	}
	s.reportWarning(CodeStray, start, s.at, "stray "+quoteShortened(s.text[start:s.at])+" ignored", "")
}

// isStray reports whether the character at i belongs to the stray characters
// that begin at start. A name that follows a mark is an attribute again, one
// that follows a digit is not.
func (s *Scanner) isStray(i, start int) bool {
	if s.isNameEndAt(i) {
		return false
	}
	if _, n, _ := quoteAt(s.text, i); n > 0 {
		return false
	}
	return nameCharWidth(s.text, i, true) == 0 || i > start && nameCharWidth(s.text, i-1, false) > 0
}

// isNameEndAt reports whether at i a blank or the end of a tag or of the text is.
func (s *Scanner) isNameEndAt(i int) bool {
	return i >= len(s.text) || s.text[i] == '>' || BlankWidth(s.text, i) > 0 || strings.HasPrefix(s.text[i:], "/>") || opensMarkup(s.text, i)
}

// skipOrphanQuote moves over the rest of a quoted string that follows no attribute.
func (s *Scanner) skipOrphanQuote(kind byte) {
	i := strings.IndexAny(s.text[s.at:], string(kind)+"\n>")
	if i < 0 || s.text[s.at+i] != kind || strings.HasSuffix(strings.TrimRight(s.text[s.at:s.at+i], " \t"), "=") {
		return
	}
	s.at += i + 1
}

// quoteShortened quotes text for a message, shortened if long.
func quoteShortened(text string) string {
	n := 0
	for i := range text {
		if n++; n > 30 {
			return "'" + text[:i] + "…'"
		}
	}
	return "'" + text + "'"
}
