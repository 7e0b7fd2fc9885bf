package deck

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// toUTF8 converts the text: UTF-16 by its byte-order mark; otherwise bytes
// that are not UTF-8 are taken as Windows-1252, of which Latin-1 is a part.
func (s *Source) toUTF8(ds *Diags) {
	t := s.Text
	switch {
	case bytes.HasPrefix(t, []byte{0xff, 0xfe}):
		s.setText(decodeUTF16(t[2:], 1))
	case bytes.HasPrefix(t, []byte{0xfe, 0xff}):
		s.setText(decodeUTF16(t[2:], 0))
	case utf8.Valid(t):
	default:
		declared := declaresLatin1(t)
		text, first := decodeLatin1(t, declared)
		s.setText(text)
		if !declared {
			_, n := utf8.DecodeRune(text[first:])
			ds.AddWarningf(Span{s, first, first + n}, "W101", "the file is not in UTF-8; this character and its like are taken as Windows-1252").
				Help = `save the file as UTF-8, or declare <?xml version="1.0" encoding="ISO-8859-1"?>`
		}
	}
}

func (s *Source) setText(text []byte) {
	s.Text, s.text, s.lines = text, "", nil
}

// decodeUTF16 decodes pairs of bytes; high is the place of the upper one.
func decodeUTF16(t []byte, high int) []byte {
	units := make([]uint16, len(t)/2)
	for i := range units {
		units[i] = uint16(t[2*i+high])<<8 | uint16(t[2*i+1-high])
	}
	return []byte(string(utf16.Decode(units)))
}

var declaration = regexp.MustCompile(`^\s*<\?xml[^>]*encoding\s*=\s*["']([^"'>]*)["']`)

// declaresLatin1 reports whether the file declares itself Latin-1 or Windows-1252.
func declaresLatin1(t []byte) bool {
	m := declaration.FindSubmatch(t[:min(len(t), 200)])
	if m == nil {
		return false
	}
	switch strings.ToLower(string(m[1])) {
	case "iso-8859-1", "latin1", "latin-1", "iso-8859-15", "windows-1252", "cp1252", "us-ascii", "ascii":
		return true
	}
	return false
}

// windows1252 has the characters of the bytes 0x80 to 0x9f.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// decodeLatin1 decodes bytes above 0x7f, with all also those that would be UTF-8.
// first is the offset in the result of the first one decoded.
func decodeLatin1(t []byte, all bool) (text []byte, first int) {
	text, first = make([]byte, 0, len(t)+len(t)/8), -1
	for i := 0; i < len(t); {
		r, n := utf8.DecodeRune(t[i:])
		if t[i] < utf8.RuneSelf || !all && (r != utf8.RuneError || n > 1) {
			text = append(text, t[i:i+n]...)
			i += n
			continue
		}
		if first < 0 {
			first = len(text)
		}
		if r = rune(t[i]); r >= 0x80 && r < 0xa0 {
			r = windows1252[r-0x80]
		}
		text = utf8.AppendRune(text, r)
		i++
	}
	return text, max(first, 0)
}
