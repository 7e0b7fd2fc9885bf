package expr

import (
	"slices"
	"strings"
)

// LanguageNames returns the upper-case names of the language itself, sorted.
func LanguageNames() []string {
	names := slices.Clone(reserved)
	for name := range builtins {
		if isLetter(name[0]) && name != "NEG" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// hints are for names that are known elsewhere.
var hints = map[string]string{
	"USER":   "USER(...) is alone and names no function",
	"INVPSD": "INVPSD of MotionSolve and Adams is not supported",
	"POW":    "a power is written x**y",
	"LN":     "the natural logarithm is LOG",
	"SPLINE": "did you mean AKISPL or CUBSPL?",
	"T":      "the time is TIME",
}

// nearestNameHint returns the hint for an unknown name: the name that is near, or what may be in its place.
func nearestNameHint(name string, table Table) string {
	if h := hints[name]; h != "" {
		return h
	}
	best, least := "", 1+min(2, max(1, len(name)/3))
	names := LanguageNames()
	if table != nil {
		more := slices.Clone(table.Names())
		slices.Sort(more)
		names = append(names, more...)
	}
	for _, known := range names {
		d := editDistance(name, strings.ToUpper(known))
		if d < least || d == least && best != "" && commonPrefixLength(name, known) > commonPrefixLength(name, best) {
			best, least = known, d
		}
	}
	if best == "" {
		return "a function, a measure or a CustomFunction of the deck is expected here"
	}
	return "did you mean " + best + "?"
}

// commonPrefixLength counts the letters that a and b begin with in common.
func commonPrefixLength(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// editDistance counts the letters to insert, remove, change or swap with their
// neighbour (the restricted Damerau-Levenshtein distance), row by row.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
