package numpy

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// shapeText writes a shape as numpy does: (2, 3), (2,).
func shapeText(shape []int) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = strconv.Itoa(n)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (a *Array) M__str__() (py.Object, error) { return py.String(a.arrayText(" ", " ")), nil }

func (a *Array) M__repr__() (py.Object, error) {
	return py.String("array(" + a.arrayText(", ", "       ") + ")"), nil
}

// arrayText writes the entries of an array, all in one width, rows below each other.
// Long rows are not broken and long arrays not shortened, as numpy's are.
func (a *Array) arrayText(sep, indent string) string {
	words := a.entryTexts()
	at := 0
	var write func(axis int) string
	write = func(axis int) string {
		if axis == len(a.shape) {
			at++
			return words[at-1]
		}
		rows := make([]string, a.shape[axis])
		for i := range rows {
			rows[i] = write(axis + 1)
		}
		between := sep
		if deep := len(a.shape) - axis - 1; deep > 0 {
			between = strings.TrimRight(sep, " ") + strings.Repeat("\n", deep) + strings.Repeat(" ", axis) + indent
		}
		return "[" + strings.Join(rows, between) + "]"
	}
	return write(0)
}

// entryTexts are the entries as numpy prints them: eight digits behind the point at
// most, with exponents if they differ by more than a factor of a thousand from
// each other, are below 1e-4 or not below 1e8.
func (a *Array) entryTexts() []string {
	list := a.copyEntries()
	out := make([]string, len(list))
	switch {
	case a.kind == truthKind:
		for i, v := range list {
			out[i] = "False"
			if v != 0 {
				out[i] = "True"
			}
		}
	case a.kind == wholeKind:
		for i, v := range list {
			out[i] = strconv.FormatInt(int64(v), 10)
		}
	default:
		alignDecimalPoints(out, list)
	}
	width := 0
	for _, w := range out {
		width = max(width, len(w))
	}
	for i, w := range out {
		out[i] = strings.Repeat(" ", width-len(w)) + w
	}
	return out
}

// alignDecimalPoints writes reals with their points below each other.
func alignDecimalPoints(out []string, list []float64) {
	least, most := math.Inf(1), 0.0
	for _, v := range list {
		if x := math.Abs(v); x > 0 && !math.IsInf(x, 0) {
			least, most = min(least, x), max(most, x)
		}
	}
	format := byte('f')
	if most > 0 && (most >= 1e8 || least < 1e-4 || most/least > 1000) {
		format = 'e'
	}
	digits := 0
	for _, v := range list {
		if text := strconv.FormatFloat(v, format, 8, 64); !math.IsInf(v, 0) && v == v {
			_, fraction, _ := strings.Cut(text, ".")
			fraction, _, _ = strings.Cut(fraction, "e")
			digits = max(digits, len(strings.TrimRight(fraction, "0")))
		}
	}
	for i, v := range list {
		switch text := strconv.FormatFloat(v, format, digits, 64); {
		case v != v:
			out[i] = "nan"
		case math.IsInf(v, 0):
			out[i] = strings.TrimPrefix(strings.ToLower(text), "+")
		case digits == 0 && format == 'f':
			out[i] = text + "."
		case digits == 0:
			out[i] = strings.Replace(text, "e", ".e", 1)
		case format == 'f': // noughts at the end are left out
			short := strings.TrimRight(text, "0")
			out[i] = short + strings.Repeat(" ", len(text)-len(short))
		default:
			out[i] = text
		}
	}
}
