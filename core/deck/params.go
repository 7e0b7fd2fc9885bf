package deck

// Param is one entry of USER(…): a number, or name=number where the routine reports
// the names of its parameters. Start to End is the range of the attribute's Value
// that the number takes up, NameStart to NameEnd that of the name.
type Param struct {
	Name               string // "" for a number by its position
	Value              float64
	Start, End         int
	NameStart, NameEnd int
}

// Params returns the entries of a parameter list.
func (a *Attr) Params() []Param {
	var out []Param
	start, end, _ := userArgumentRange(a.Value)
	for _, p := range parseParams(a.Value, start, end) {
		v, _ := parseReal(a.Value[p.start:p.end])
		out = append(out, Param{a.Value[p.name.start:p.name.end], v, p.start, p.end, p.name.start, p.name.end})
	}
	return out
}

// param is an entry of a parameter list: the value and, with named, the name
// before it. Either may be empty.
type param struct {
	piece
	name  piece
	named bool
}

// parseParams splits text[start:end] at blanks and commas, as pieces does, and takes
// name=value for one entry. There may be blanks around the sign.
func parseParams(text string, start, end int) []param {
	var out []param
	comma := false // the last separator was a comma
	open := false  // the last entry waits for its value
	for i := start; i < end; {
		switch c := text[i]; {
		case c <= ' ':
			i++
		case c == ',':
			if !open && (comma || len(out) == 0) {
				out = append(out, param{piece: piece{i, i}})
			}
			comma, open = true, false
			i++
		case c == '=':
			last := len(out) - 1
			if last < 0 || comma || open || out[last].named { // no name before it
				out = append(out, param{piece: piece{i, i}})
				last++
			}
			p := &out[last]
			if !p.named {
				p.name = p.piece
			}
			i++
			p.piece, p.named, open, comma = piece{i, i}, true, true, false
		default:
			from := i
			for i < end && text[i] > ' ' && text[i] != ',' && text[i] != '=' {
				i++
			}
			if open {
				out[len(out)-1].piece = piece{from, i}
			} else {
				out = append(out, param{piece: piece{from, i}})
			}
			comma, open = false, false
		}
	}
	return out
}
