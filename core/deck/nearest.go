package deck

import (
	"slices"
	"strings"
)

// NearestName returns the name of the list that name was probably meant to be:
// the one at the smallest edit distance without regard to case, if that is
// at most a third of its length and leaves something of it. Of equal ones the first of the same length
// wins, then the first.
func NearestName(name string, among []string) (string, bool) {
	want := []rune(strings.ToLower(name))
	best, at := 0, -1
	for i, a := range among {
		have := []rune(strings.ToLower(a))
		limit := (max(len(want), len(have)) + 2) / 3
		d := 2 * editDistance(want, have, limit)
		if len(want) != len(have) {
			d++
		}
		if d/2 <= limit && d/2 < max(len(want), len(have)) && (at < 0 || d < best) {
			best, at = d, i
		}
	}
	if at < 0 {
		return "", false
	}
	return among[at], true
}

// editDistance counts insertions, deletions, replacements and swaps of neighbours
// that lead from a to b, or returns something above limit.
func editDistance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		if slices.Min(row) > limit {
			return limit + 1
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
