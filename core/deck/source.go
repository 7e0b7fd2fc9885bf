package deck

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Source is one file as the user named it. Text is UTF-8 once the file has
// been read: other encodings are converted before positions are taken.
type Source struct {
	Name string
	Text []byte
	// Assigned are values that take the place of those in the file.
	Assigned []*Assignment

	text  string // Text, so that values are parts of it
	lines []int  // offset of the first byte of each line
	chars []int  // number of characters before each multiple of stride
}

// stride is so small that counting the characters between two entries of
// Source.chars costs nothing: a deck may be one line of many megabytes.
const stride = 1 << 10

const bom = "\ufeff"

// indexLines finds the lines. They end in LF, CR LF or CR alone.
func (s *Source) indexLines() {
	if s.lines != nil {
		return
	}
	s.text = string(s.Text)
	s.lines = append(make([]int, 0, 1+len(s.text)/40), 0)
	s.chars = make([]int, 0, 1+len(s.text)/stride)
	n := 0
	for i := 0; i < len(s.text); i++ {
		if i%stride == 0 {
			s.chars = append(s.chars, n)
		}
		if utf8.RuneStart(s.text[i]) {
			n++
		}
		switch c := s.text[i]; {
		case c == '\n', c == '\r' && (i+1 == len(s.text) || s.text[i+1] != '\n'):
			s.lines = append(s.lines, i+1)
		}
	}
}

// charsBefore returns the number of characters before a byte offset.
func (s *Source) charsBefore(at int) int {
	k := at / stride
	if k >= len(s.chars) { // at the end of the text
		k = len(s.chars) - 1
	}
	if k < 0 {
		return 0
	}
	n := s.chars[k]
	for i := k * stride; i < at; i++ {
		if utf8.RuneStart(s.text[i]) {
			n++
		}
	}
	return n
}

// position returns line and column of a byte offset, both from 1. Columns
// count characters (runes); a tab is one, a byte-order mark none.
func (s *Source) position(at int) (line, col int) {
	s.indexLines()
	at = min(max(at, 0), len(s.text))
	line = sort.SearchInts(s.lines, at+1)
	start := s.lines[line-1]
	col = 1 + s.charsBefore(at) - s.charsBefore(start)
	if at > start && strings.HasPrefix(s.text[start:], bom) {
		col--
	}
	return line, col
}

// LineText returns the text of a line, from 1, without its end.
func (s *Source) LineText(n int) string {
	s.indexLines()
	end := len(s.text)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	return strings.TrimRight(s.text[s.lines[n-1]:end], "\r\n")
}

// SpanAt returns the place of a line and a column, both from 1; nowhere for a line that
// is not there.
func (s *Source) SpanAt(line, col int) Span {
	s.indexLines()
	if line < 1 || line > len(s.lines) {
		return Span{}
	}
	at := s.lines[line-1]
	if strings.HasPrefix(s.text[at:], bom) {
		at += len(bom)
	}
	for k := 1; k < col && at < len(s.text) && s.text[at] != '\n'; k++ {
		_, n := utf8.DecodeRuneInString(s.text[at:])
		at += n
	}
	return Span{s, at, at}
}

// Span is a range of byte offsets in a source. The zero Span is nowhere.
type Span struct {
	Src        *Source
	Start, End int
}

// Line returns the line of the first character, from 1; 0 for a Span that is
// nowhere.
func (s Span) Line() int {
	if s.Src == nil {
		return 0
	}
	line, _ := s.Src.position(s.Start)
	return line
}

// Col returns the column of the first character, from 1. It counts
// characters, not bytes; a tab is one character.
func (s Span) Col() int {
	if s.Src == nil {
		return 0
	}
	_, col := s.Src.position(s.Start)
	return col
}

// String returns file:line:col.
func (s Span) String() string {
	if s.Src == nil {
		return ""
	}
	line, col := s.Src.position(s.Start)
	return fmt.Sprintf("%s:%d:%d", s.Src.Name, line, col)
}

// Text returns the characters of the span as they stand in the file.
func (s Span) Text() string {
	if s.Src == nil {
		return ""
	}
	s.Src.indexLines()
	return s.Src.text[s.Start:s.End]
}
