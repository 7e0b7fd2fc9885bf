package xml

import "strings"

const helpQuotes = `enclose the value in plain quotes: name="value"`

// readValue reads the value at s.at of the attribute called name.
func (s *Scanner) readValue(name Span) (Span, bool) {
	kind, width, plain := quoteAt(s.text, s.at)
	s.loose = width == 0
	if s.loose {
		return s.readUnquoted(name)
	}
	what := s.text[name.Start:name.End]
	open := s.at
	start := open + width
	end, after := s.findClosingQuote(start, kind, plain)
	if !plain {
		s.reportWarning(CodeQuotes, open, start, what+": typographic quotes", helpQuotes)
	}
	if cut, next := s.cutRunawayValue(start, end, after, kind); cut >= 0 {
		if _, n, _ := quoteAt(s.text, cut); n > 0 {
			s.reportWarning(CodeQuotes, cut, cut+n, what+": typographic closing quote", helpQuotes)
		} else {
			s.reportError(CodeNoQuoteEnd, open, start, what+": the closing quote is missing", "")
		}
		s.at = next
		return Span{start, cut}, true
	}
	s.at = after
	return Span{start, end}, true
}

// findClosingQuote finds the quote that ends a value: the end of the value and what
// comes after the quote. Without any, end is -1 and after the length of the text.
func (s *Scanner) findClosingQuote(start int, kind byte, plain bool) (end, after int) {
	if plain {
		if i := strings.IndexByte(s.text[start:], kind); i >= 0 {
			return start + i, start + i + 1
		}
		return -1, len(s.text)
	}
	for i := start; i < len(s.text); i++ {
		if c := s.text[i]; c < 0x80 && c != kind {
			continue
		}
		if k, n, _ := quoteAt(s.text, i); k == kind {
			return i, i + n
		}
	}
	return -1, len(s.text)
}

// cutRunawayValue recognises a value that swallowed the beginning of the next
// attribute because its closing quote is missing or typographic,
//
//	label="abc penalty="1E4"      label="abc” penalty="1E4"
//
// by its ending in name= with something other than the end of a value behind
// the quote. It returns where the value is to be cut and where to continue;
// cut is -1 if the value is sound.
func (s *Scanner) cutRunawayValue(start, end, after int, kind byte) (cut, next int) {
	if end >= 0 && s.mayFollowValue(after) {
		return -1, 0
	}
	body := s.text[start:]
	if end >= 0 {
		body = strings.TrimRight(s.text[start:end], " \t\r\n\u00a0")
		if !strings.HasSuffix(body, "=") {
			return -1, 0
		}
		body = strings.TrimRight(body[:len(body)-1], " \t\r\n\u00a0")
		tail := len(body)
		for tail > 0 && nameCharWidth(body, tail-1, false) > 0 {
			tail--
		}
		if tail == len(body) || tail == 0 {
			return -1, 0
		}
		body = body[:tail]
		trim := strings.TrimRight(body, " \t\r\n\u00a0")
		for _, n := range []int{2, 3} {
			if k, w, plain := quoteAt(trim, len(trim)-min(n, len(trim))); k == kind && w == n && !plain {
				return start + len(trim) - n, start + len(trim)
			}
		}
	}
	return s.cutUnclosedValue(start, body)
}

// mayFollowValue reports whether what is at i may follow a quoted value.
func (s *Scanner) mayFollowValue(i int) bool {
	return i >= len(s.text) || BlankWidth(s.text, i) > 0 || strings.IndexByte("/>?<", s.text[i]) >= 0
}

// cutUnclosedValue ends a value without closing quote: at the end of its line, and before
// the end of the tag if that is on the line.
func (s *Scanner) cutUnclosedValue(start int, body string) (cut, next int) {
	if i := strings.IndexAny(body, "\r\n"); i >= 0 {
		body = body[:i]
	}
	if i := strings.IndexByte(body, '>'); i >= 0 {
		body = strings.TrimSuffix(body[:i], "/")
	}
	cut = start + len(strings.TrimRight(body, " \t\u00a0"))
	return cut, cut
}

// readUnquoted reads a value without quotes: up to a blank or the end of the tag.
func (s *Scanner) readUnquoted(name Span) (Span, bool) {
	start := s.at
	for !s.isNameEndAt(s.at) {
		if _, n, _ := quoteAt(s.text, s.at); n > 0 {
			break
		}
		s.at++
	}
	if s.at == start {
		s.reportNoValue(name)
		return Span{}, false
	}
	what := s.text[name.Start:name.End]
	s.reportWarning(CodeUnquoted, start, s.at, what+": the value is not in quotes", helpQuotes)
	return Span{start, s.at}, true
}
