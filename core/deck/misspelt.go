package deck

import "strings"

// NearestMisspelling returns the name of the list that name misspells: the nearest one at
// an edit distance of at most 2, or of at most 1 where a name is shorter than
// five characters; of two characters the first must be right. Names that differ
// only in their digits, as expr8 and expr9, are different names.
func NearestMisspelling(name string, among []string) (string, bool) {
	want := []rune(strings.ToLower(name))
	best, at := 3, -1
	for i, a := range among {
		have := []rune(strings.ToLower(a))
		limit := 2
		switch n := min(len(want), len(have)); {
		case n < 2 || n == 2 && want[0] != have[0]:
			continue
		case n < 5:
			limit = 1
		}
		d := editDistance(want, have, limit)
		if d > 0 && d <= limit && d < best && withoutDigits(name) != withoutDigits(a) {
			best, at = d, i
		}
	}
	if at < 0 {
		return "", false
	}
	return among[at], true
}

// withoutDigits returns a name without its digits.
func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// shortNames are the names that textbooks and other programs have for attributes, with
// the attributes that they may mean here.
var shortNames = map[string][]string{
	"k": {"stiffness"}, "kt": {"stiffness"},
	"c": {"damping"}, "ct": {"damping"},
	"i": {"i_marker_id", "marker_id"}, "i_marker": {"i_marker_id", "marker_id"},
	"j": {"j_marker_id", "j_floating_marker_id"}, "j_marker": {"j_marker_id", "j_floating_marker_id"},
	"rm": {"ref_marker_id"}, "cm": {"cg_id"},
	"m": {"mass"}, "l0": {"length"}, "l": {"length"}, "f0": {"preload"},
	"ixx": {"inertia_xx"}, "iyy": {"inertia_yy"}, "izz": {"inertia_zz"},
	"function": {"expr", "val_expression"},
}

// misspeltSpec returns the attribute that an unknown one stands for by mistake: one that
// it misspells, or names by a short name. Attributes that the element gives
// already and those without effect are not meant.
func (e *Element) misspeltSpec(name string) *AttrSpec {
	free := func(n string) *AttrSpec {
		s := e.kind.index[n]
		if s == nil || s.Type == Ignored || e.isWritten(s) {
			return nil
		}
		return s
	}
	for _, n := range shortNames[strings.ToLower(name)] {
		if s := free(n); s != nil {
			return s
		}
	}
	var among []string
	for _, n := range e.kind.names {
		if free(n) != nil {
			among = append(among, n)
		}
	}
	if n, ok := NearestMisspelling(name, among); ok {
		return e.kind.index[n]
	}
	for _, n := range among { // expr9 where expr must be given and is not
		if s := e.kind.index[n]; s.Required && withoutDigits(name) == withoutDigits(n) {
			if failing, certain := e.findFailingTerm(s); certain && failing == nil {
				return s
			}
		}
	}
	return nil
}
