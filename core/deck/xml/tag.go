package xml

import "strings"

// tag reads the tag at s.at; ok is false if < begins none.
func (s *Scanner) tag() (t Token, ok bool) {
	start := s.at
	i := skip(s.text, start+1)
	blank := i > start+1
	t = Token{Kind: Start, Span: Span{start, 0}}
	if i < len(s.text) && s.text[i] == '/' {
		t.Kind = End
		j := skip(s.text, i+1)
		blank = blank || j > i+1
		i = j
	}
	t.Name = Span{i, name(s.text, i)}
	if t.Name.End == i {
		return t, false
	}
	if blank {
		s.warn(CodeBlank, start, i, "blank before the name of the element", "write the name directly after '<'")
	}
	s.at = t.Name.End
	s.attrs = s.attrs[:0]
	s.inside(&t)
	if t.Kind == End && len(s.attrs) > 0 {
		s.warn(CodeStray, s.attrs[0].Name.Start, s.attrs[len(s.attrs)-1].Value.End, "a closing tag has no attributes; ignored", "")
		s.attrs = s.attrs[:0]
	}
	t.Attrs = s.attrs
	t.Span.End = s.at
	return t, true
}

// inside reads what stands between the name of a tag and its end.
func (s *Scanner) inside(t *Token) {
	for {
		before := s.at
		s.at = skip(s.text, s.at)
		switch {
		case s.at >= len(s.text) || opens(s.text, s.at):
			what := "the tag of " + s.text[t.Name.Start:t.Name.End]
			s.fail(CodeTagOpen, t.Span.Start, t.Name.End, what+" is not closed", "end it with /> or >")
			t.Unclosed = true
			return
		case s.text[s.at] == '>':
			s.at++
			return
		case strings.HasPrefix(s.text[s.at:], "/>"):
			t.Empty = t.Kind == Start
			s.at += 2
			return
		case nameChar(s.text, s.at, true) > 0:
			if before == s.at && len(s.attrs) > 0 {
				s.warn(CodeNoBlank, s.at, name(s.text, s.at), "no blank before the attribute", "")
			}
			s.attr()
		default:
			s.stray()
		}
	}
}

// attr reads name = "value" at s.at.
func (s *Scanner) attr() {
	a := Attr{Name: Span{s.at, name(s.text, s.at)}}
	what := s.text[a.Name.Start:a.Name.End]
	s.at = a.Name.End
	i := skip(s.text, s.at)
	switch _, q, _ := quote(s.text, i); {
	case i < len(s.text) && s.text[i] == '=':
		s.at = skip(s.text, i+1)
	case q > 0, i < len(s.text) && strings.IndexByte("0123456789+-.", s.text[i]) >= 0:
		s.warn(CodeNoEquals, a.Name.Start, a.Name.End, what+": '=' is missing before the value", "")
		s.at = i
	default:
		s.fail(CodeNoValue, a.Name.Start, a.Name.End, what+" has no value", `write `+what+`="…"`)
		return
	}
	var ok bool
	if a.Value, ok = s.value(a.Name); ok {
		s.attrs = append(s.attrs, a)
	}
}

// stray skips characters that belong to no attribute and reports them once.
func (s *Scanner) stray() {
	start := s.at
	if kind, n, plain := quote(s.text, s.at); n > 0 {
		s.at += n
		if plain {
			s.orphan(kind)
		}
	} else {
		for s.at < len(s.text) && s.text[s.at] != '>' && !opens(s.text, s.at) && Blank(s.text, s.at) == 0 &&
			!strings.HasPrefix(s.text[s.at:], "/>") && nameChar(s.text, s.at, true) == 0 {
			s.at++
		}
	}
	s.warn(CodeStray, start, s.at, "stray "+clip(s.text[start:s.at])+" ignored", "")
}

// orphan moves over the rest of a quoted string that follows no attribute.
func (s *Scanner) orphan(kind byte) {
	i := strings.IndexAny(s.text[s.at:], string(kind)+"\n>")
	if i < 0 || s.text[s.at+i] != kind || strings.HasSuffix(strings.TrimRight(s.text[s.at:s.at+i], " \t"), "=") {
		return
	}
	s.at += i + 1
}

// clip quotes text for a message, shortened if long.
func clip(text string) string {
	n := 0
	for i := range text {
		if n++; n > 30 {
			return "'" + text[:i] + "…'"
		}
	}
	return "'" + text + "'"
}
