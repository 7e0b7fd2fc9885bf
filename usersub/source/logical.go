package source

import (
	"regexp"
	"strings"
)

var (
	declaration = regexp.MustCompile(`^\s*(LOGICAL|REAL|DOUBLE\s+PRECISION|INTEGER)\s*(?:\*\s*\d+|\(\s*(?:KIND\s*=\s*)?\w+\s*\))?\s*(?:,[^:]*)?(?:::)?\s*([A-Z][A-Z0-9_$]*.*)$`)
	unitStart   = regexp.MustCompile(`^\s*(?:[A-Z][A-Z0-9_*() ]*\s)?(?:SUBROUTINE|FUNCTION|PROGRAM|MODULE)\s+[A-Z]`)
	plainAssign = regexp.MustCompile(`^\s*(?:\d+\s+)?(?:IF\s*\(.*\)\s*)?([A-Z][A-Z0-9_$]*)\s*(?:\([^=]*\))?\s*=\s*([A-Z][A-Z0-9_$]*|\.TRUE\.|\.FALSE\.)\s*$`)
	inBrackets  = regexp.MustCompile(`\([^()]*\)`)
	declared    = regexp.MustCompile(`^[A-Z][A-Z0-9_$]*`)
)

// convertLogicalAssignments writes assignments of a logical variable to a real or an integer as Intel's compiler carries them out: -1 for .TRUE..
// gfortran refuses the first and makes 1 of the second.
func (f *fortranConverter) convertLogicalAssignments(masks [][]byte) {
	kinds := map[string]byte{} // L, R or I by name
	for i := range f.text {
		c := strings.TrimRight(codeOnly(f.text[i], masks[i]), " ")
		if unitStart.MatchString(c) && !strings.HasPrefix(strings.TrimSpace(c), "END") {
			clear(kinds)
		}
		if x := declaration.FindStringSubmatch(c); x != nil && !procedure.MatchString(c) {
			for _, name := range declaredNames(x[2]) {
				kinds[name] = map[byte]byte{'L': 'L', 'R': 'R', 'D': 'R', 'I': 'I'}[x[1][0]]
			}
			continue
		}
		x := plainAssign.FindStringSubmatchIndex(c)
		if x == nil {
			continue
		}
		to, value := kinds[c[x[2]:x[3]]], c[x[4]:x[5]]
		if (to != 'R' && to != 'I') || (kinds[value] != 'L' && value[0] != '.') {
			continue
		}
		f.addEdit(i, x[4], x[5], map[byte]string{'R': "MERGE(-1D0,0D0,", 'I': "MERGE(-1,0,"}[to]+f.text[i][x[4]:x[5]]+")")
		f.addNote(i, x[4], "a logical value becomes a number: -1 for .TRUE., 0 for .FALSE., as with Intel's compiler")
	}
}

// declaredNames are the names of a list of declarations.
func declaredNames(list string) []string {
	for inBrackets.MatchString(list) {
		list = inBrackets.ReplaceAllString(list, "")
	}
	var names []string
	for item := range strings.SplitSeq(list, ",") {
		if name := declared.FindString(strings.TrimSpace(item)); name != "" {
			names = append(names, name)
		}
	}
	return names
}
