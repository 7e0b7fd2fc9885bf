package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// classifyExports sorts exported functions into routines and others.
func (r *Report) classifyExports(functions []string) {
	slices.Sort(functions)
	for _, s := range slices.Compact(functions) {
		switch sig, dialect := MatchRoutine(s); {
		case sig != nil:
			r.Routines = append(r.Routines, Routine{Symbol: s, Routine: sig.Name, Element: sig.Element, Dialect: dialect})
		case mangledRoutineHint(s) != "":
			r.Notes = append(r.Notes, mangledRoutineHint(s))
		case strings.HasPrefix(s, "_"):
		default:
			if _, ok := UtilityStatus(s); ok {
				r.Notes = append(r.Notes, fmt.Sprintf("it has its own %s, which it uses instead of the solver's", s))
				continue
			}
			r.Candidates = append(r.Candidates, s)
		}
	}
	r.Dialect = r.commonDialectName()
}

// MatchRoutine returns the routine that a symbol is named after, nil if there is
// none, and the dialect that its spelling speaks for, as usrsub_dialect names
// it: NAME is ms, name_ fortran, Name adams, the struct form.
func MatchRoutine(symbol string) (sig *usersub.Sig, dialect string) {
	s := stripStdcallDecoration(symbol)
	bare := strings.TrimRight(s, "_")
	sig = usersub.FindRoutine(strings.ToUpper(bare))
	if sig == nil || s == "" {
		return nil, ""
	}
	switch lower := strings.ToLower(bare); {
	case bare != s:
		return sig, "fortran"
	case bare == strings.ToUpper(bare), bare == lower:
		return sig, "ms"
	case bare == lower[:1]+bare[1:] || bare == strings.ToUpper(lower[:1])+lower[1:]:
		return sig, "adams"
	}
	return sig, "ms"
}

// stripStdcallDecoration removes what 32-bit Windows adds: _GFOSUB@28.
func stripStdcallDecoration(s string) string {
	if rest, ok := strings.CutPrefix(s, "_"); ok {
		if name, _, ok := strings.Cut(rest, "@"); ok {
			return name
		}
	}
	return s
}

// commonDialectName is what all routines have in common; without routines, what the
// utilities report that the library calls.
func (r *Report) commonDialectName() string {
	d := ""
	for _, x := range r.Routines {
		if d != "" && d != x.Dialect {
			return "mixed"
		}
		d = x.Dialect
	}
	if d != "" {
		return d
	}
	for _, u := range r.Utilities {
		if strings.HasSuffix(u.Symbol, "_") {
			return "fortran"
		}
		d = "ms"
	}
	return d
}

// mangledRoutineHint says that a symbol is a routine under the name that a C++ compiler or
// a Fortran module gives it, "" if it is not.
func mangledRoutineHint(symbol string) string {
	if rest, ok := strings.CutPrefix(symbol, "_Z"); ok {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n := 0
		fmt.Sscan(rest[:digits], &n)
		if name := rest[digits:]; n > 0 && n <= len(name) && isUtility(name[:n]) {
			return fmt.Sprintf(`%s is %s under its C++ name and is not found: declare it with DLLFUNC (extern "C")`, symbol, name[:n])
		}
	}
	if rest, ok := strings.CutPrefix(symbol, "__"); ok {
		_, name, ok := strings.Cut(rest, "_MOD_")
		if ok && isUtility(name) {
			return fmt.Sprintf("%s is %s in a Fortran module and is not found: add bind(c,name=%q), or move it out of the module",
				symbol, name, strings.ToUpper(name))
		}
	}
	return ""
}

func isUtility(name string) bool { return usersub.FindRoutine(strings.ToUpper(name)) != nil }

// classifyImports sorts undefined symbols into utilities and others, which it returns.
func (r *Report) classifyImports(symbols []string) (rest []string) {
	slices.Sort(symbols)
	for _, s := range slices.Compact(symbols) {
		if status, ok := UtilityStatus(s); ok {
			r.Utilities = append(r.Utilities, Use{s, status})
			continue
		}
		rest = append(rest, s)
	}
	return rest
}
