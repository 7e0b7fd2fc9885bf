package xml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Seg says that from offset At of a decoded value on, its characters are
// one by one at offset Src of the file, until the next Seg.
type Seg struct{ At, Src int }

// Decode returns the value that is at sp: entities and character
// references replaced, no-break spaces made blanks, and line ends too unless
// lines is set. Without any of these it is a part of the text and segs is nil:
// offset i of the value then is at sp.Start+i.
func (s *Scanner) Decode(sp Span, lines bool) (value string, segs []Seg) {
	raw := s.text[sp.Start:sp.End]
	if !needsDecoding(raw) {
		return raw, nil
	}
	d := decoder{s: s, lines: lines, end: sp.End, segs: []Seg{{0, sp.Start}}}
	d.out.Grow(len(raw))
	for i := sp.Start; i < sp.End; {
		i = d.decodeAt(i)
	}
	return d.out.String(), d.segs
}

// needsDecoding reports whether raw has characters that Decode replaces.
func needsDecoding(raw string) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '&', '\t', '\n', '\r', 0xc2:
			return true
		}
	}
	return false
}

type decoder struct {
	s     *Scanner
	lines bool
	end   int
	out   strings.Builder
	segs  []Seg
}

// appendText appends text that stands for the n bytes of the file at i.
func (d *decoder) appendText(text string, i, n int) int {
	d.out.WriteString(text)
	if len(text) != n {
		d.segs = append(d.segs, Seg{d.out.Len(), i + n})
	}
	return i + n
}

// decodeAt decodes what is at i and returns the offset behind it.
func (d *decoder) decodeAt(i int) int {
	t := d.s.text[:d.end]
	switch c := t[i]; {
	case c == '&':
		return d.decodeEntity(i)
	case c == '\r' && strings.HasPrefix(t[i:], "\r\n"):
		return d.appendText(d.decodeBlank("\n"), i, 2)
	case c == '\r':
		return d.appendText(d.decodeBlank("\n"), i, 1)
	case c == '\n' || c == '\t':
		return d.appendText(d.decodeBlank(t[i:i+1]), i, 1)
	case strings.HasPrefix(t[i:], "\u00a0"):
		return d.appendText(" ", i, 2)
	default:
		return d.appendText(t[i:i+1], i, 1)
	}
}

func (d *decoder) decodeBlank(text string) string {
	if d.lines {
		return text
	}
	return " "
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'", "nbsp": " "}

// decodeEntity decodes the entity at i; text that is none is kept as it stands.
func (d *decoder) decodeEntity(i int) int {
	t := d.s.text[i:d.end]
	n := strings.IndexByte(t[:min(len(t), 14)], ';')
	if n < 2 || strings.ContainsAny(t[:n], " \t\r\n\"'<>") {
		d.s.reportWarning(CodeAmpersand, i, i+1, "'&' begins no entity and is taken literally", "write &amp; for the character")
		return d.appendText("&", i, 1)
	}
	if t[1] == '#' {
		return d.appendText(d.decodeCharRef(i, t[2:n]), i, n+1)
	}
	text, ok := entities[t[1:n]]
	if !ok {
		d.s.reportWarning(CodeEntity, i, i+n+1, "unknown entity "+t[:n+1]+", taken literally", "known are &amp; &lt; &gt; &quot; &apos;")
		text = t[:n+1]
	}
	return d.appendText(text, i, n+1)
}

// decodeCharRef decodes the digits of a character reference.
func (d *decoder) decodeCharRef(i int, digits string) string {
	base := 10
	if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
		base, digits = 16, digits[1:]
	}
	v, err := strconv.ParseUint(digits, base, 32)
	r := rune(v)
	switch {
	case err != nil || v > utf8.MaxRune || !utf8.ValidRune(r) || r < ' ' && r != '\t' && r != '\n' && r != '\r':
		d.s.reportError(CodeCharRef, i, i+len("&#;")+len(digits)+base/16, "the reference names no character", "")
		return "\ufffd"
	case r == '\u00a0':
		return " "
	}
	return string(r)
}
