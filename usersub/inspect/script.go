package inspect

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// How definitions begin: in Python at the left margin, in MATLAB's language anywhere.
var (
	definition = regexp.MustCompile(`(?m)^def[ \t]+(\w+)[ \t]*\(`)
	mFunction  = regexp.MustCompile(`(?m)^[ \t]*function\b[ \t]*(?:(?:\w+|\[[^\]]*\])[ \t]*=[ \t]*)?(\w+)`)
)

// examineScript lists the functions that a script defines, by their form. Whether the
// interpreter takes the script is not found here.
func (r *Report) examineScript() {
	r.Kind, r.Format, r.Dialect = Script, "Python", "python"
	definition, hint := definition, "a routine is a function at the left margin: def PFOSUB(...)"
	if IsMatlab(r.File) {
		r.Format, r.Dialect = "MATLAB", "matlab"
		definition, hint = mFunction, "a routine is a function: function value = PFOSUB(...)"
	}
	src, err := os.ReadFile(r.File)
	if err != nil {
		r.addRefusalReason(err.Error(), "the file must be readable")
		return
	}
	seen := map[string]bool{}
	for _, m := range definition.FindAllStringSubmatch(string(src), -1) {
		name := m[1]
		if seen[name] {
			continue
		}
		seen[name] = true
		if sig := usersub.FindRoutine(strings.ToUpper(name)); sig != nil {
			r.Routines = append(r.Routines, Routine{Symbol: name, Routine: sig.Name, Element: sig.Element})
		} else {
			r.Candidates = append(r.Candidates, name)
		}
	}
	if len(seen) == 0 {
		r.addRefusalReason(fmt.Sprintf("script %s defines no function", r.File), hint)
	}
}
