package expr

import (
	"cmp"
	"slices"
)

// Error is a mistake in the source text of an expression.
type Error struct {
	Pos, End int    // byte range in the source; Pos == End == len(source) at its end
	Msg      string // what was wanted and what was found
	Hint     string // what may have been meant, or ""
}

func (e Error) Error() string {
	if e.Hint == "" {
		return e.Msg
	}
	return e.Msg + " (" + e.Hint + ")"
}

// maxErrors bounds what one expression can report.
const maxErrors = 20

type errorList struct{ list []Error }

func (l *errorList) addError(pos, end int, msg, hint string) {
	l.list = append(l.list, Error{pos, end, msg, hint})
}

// sortedErrors returns the errors in order of place, at most maxErrors of them. Of
// several at one place only the first reported stays: the others follow from it.
func (l *errorList) sortedErrors() []Error {
	slices.SortStableFunc(l.list, func(a, b Error) int { return cmp.Compare(a.Pos, b.Pos) })
	l.list = slices.CompactFunc(l.list, func(a, b Error) bool { return a.Pos == b.Pos })
	return l.list[:min(len(l.list), maxErrors)]
}
