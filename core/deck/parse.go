package deck

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// parseReal reads a real number as decks write it: 1, 1., .5, -1E4, 1.5D+3.
func parseReal(text string) (float64, bool) {
	if text == "" {
		return 0, false
	}
	exp := -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c == '+', c == '-', c == '.':
		case c == 'e' || c == 'E' || c == 'd' || c == 'D':
			exp = i
		default:
			return 0, false
		}
	}
	if exp >= 0 && text[exp]|0x20 == 'd' {
		text = text[:exp] + "e" + text[exp+1:]
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// parseAngle reads an angle: radians, or degrees with a D behind the number.
func parseAngle(text string) (float64, bool) {
	if n := len(text); n > 1 && text[n-1]|0x20 == 'd' {
		v, ok := parseReal(strings.TrimRight(text[:n-1], " "))
		return v * math.Pi / 180, ok
	}
	return parseReal(text)
}

// maxInt is the largest integer that user subroutines can be given.
const maxInt = math.MaxInt32

// parseInt reads an integer; 5. and 1E3 are integers too.
func parseInt(text string) (int, bool) {
	v, ok := parseReal(text)
	if !ok || v != math.Trunc(v) || math.Abs(v) > maxInt {
		return 0, false
	}
	return int(v), true
}

func parseBool(text string) (v, ok bool) {
	switch strings.Trim(strings.ToUpper(strings.TrimSpace(text)), ".") {
	case "TRUE", "YES", "ON", "T", "Y", "1":
		return true, true
	case "FALSE", "NO", "OFF", "F", "N", "0":
		return false, true
	}
	return false, false
}

// canonicalEnum returns the canonical form of a value.
func (s *AttrSpec) canonicalEnum(text string) (string, bool) {
	w := strings.ToUpper(strings.Join(strings.Fields(text), " "))
	if to, ok := s.EnumAlias[w]; ok {
		return to, true
	}
	return w, slices.Contains(s.Enum, w)
}

// piece is an entry of a list: a part of a value.
type piece struct{ start, end int }

// splitList splits a list at blanks, line ends and commas. Two commas in a row
// enclose an empty entry.
func splitList(text string) []piece {
	var out []piece
	comma := false // the last separator was a comma
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c <= ' ':
			i++
		case c == ',':
			if comma || len(out) == 0 {
				out = append(out, piece{i, i})
			}
			comma = true
			i++
		default:
			start := i
			for i < len(text) && text[i] > ' ' && text[i] != ',' {
				i++
			}
			out = append(out, piece{start, i})
			comma = false
		}
	}
	return out
}

// userArgumentRange returns the part of "USER(a, b)" between the parentheses.
func userArgumentRange(text string) (start, end int, ok bool) {
	start = len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	end = len(strings.TrimRight(text, " \t\r\n"))
	if end-start < 6 || !strings.EqualFold(text[start:start+4], "USER") || text[end-1] != ')' {
		return start, end, false
	}
	open := start + 4 + strings.IndexByte(text[start+4:], '(')
	if open < start+4 || strings.TrimSpace(text[start+4:open]) != "" {
		return start, end, false
	}
	return open + 1, end - 1, true
}

// quoteForMessage puts text between quotes for a message, shortened if long.
func quoteForMessage(text string) string {
	short, more := firstCharacters(text, 40)
	return `"` + short + more + `"`
}
