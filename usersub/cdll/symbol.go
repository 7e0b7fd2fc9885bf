package cdll

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// symbolSpellings returns the symbols that a routine may have, in the order in which
// they are tried: as written, upper case (C, Fortran on Windows), lower case
// with an underscore (Fortran on Linux), lower case, two underscores (old
// Fortran compilers for names that contain one), and for the struct dialect with
// a capital first letter.
func symbolSpellings(function string, d Dialect) []string {
	lower := strings.ToLower(function)
	s := []string{function, strings.ToUpper(function), lower + "_", lower}
	if strings.Contains(function, "_") {
		s = append(s, lower+"__")
	}
	if d == Adams && lower != "" {
		s = append(s, strings.ToUpper(lower[:1])+lower[1:])
	}
	return s
}

// findSymbol returns the exported name of a routine. Failing the usual spellings,
// one that differs in case only is taken if there is just one.
func (im *libraryImage) findSymbol(function string, d Dialect) (string, *usersub.LoadError) {
	for _, s := range symbolSpellings(function, d) {
		if slices.Contains(im.defined, s) {
			return s, nil
		}
	}
	var alike []string
	for _, s := range im.defined {
		if strings.EqualFold(s, function) || strings.EqualFold(s, function+"_") {
			alike = append(alike, s)
		}
	}
	if len(alike) == 1 {
		return alike[0], nil
	}
	return "", im.missingRoutineProblem(function, d)
}

// resolveDialect reports how a routine gets its arguments. With the wanted dialect
// Adams that depends on the symbol.
func resolveDialect(symbol string, wanted Dialect, sig *usersub.Sig) (Dialect, *usersub.LoadError) {
	switch {
	case wanted == Adams && isMixedCase(symbol):
		if sig.Struct == nil {
			return Adams, &usersub.LoadError{Reason: fmt.Sprintf("%s has no form with a struct, which the symbol %s means", sig.Name, symbol),
				Hint: "give usrsub_dialect=\"ms\" for a routine that takes pointers"}
		}
		return Adams, nil
	case wanted == Adams, wanted == Auto && strings.HasSuffix(symbol, "_"):
		return Fortran, nil
	case wanted == Auto:
		return C, nil
	}
	return wanted, nil
}

// isMixedCase reports whether a symbol has small and capital letters.
func isMixedCase(symbol string) bool {
	return symbol != strings.ToLower(symbol) && symbol != strings.ToUpper(symbol)
}

// implementationName names the language of a routine. A routine with pointers in the
// dialect Adams may be in C.
func implementationName(symbol string, d, wanted Dialect) string {
	if d == Fortran && wanted == Adams && !strings.HasSuffix(symbol, "_") {
		d = C
	}
	return d.String()
}

// findNewerStateEquationRoutine returns the newer routine of a state equation that a library without
// GSESUB has, "" if it has none.
func (im *libraryImage) findNewerStateEquationRoutine(function string) string {
	if !strings.EqualFold(function, usersub.GSESUB.Name) {
		return ""
	}
	var names []string
	for _, s := range im.defined {
		switch usersub.FindRoutine(strings.ToUpper(strings.TrimSuffix(s, "_"))) {
		case usersub.GSE_DERIV, usersub.GSE_UPDATE, usersub.GSE_OUTPUT:
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

// missingRoutineProblem says that a routine is not there, and what is.
func (im *libraryImage) missingRoutineProblem(function string, d Dialect) *usersub.LoadError {
	p := &usersub.LoadError{
		Reason: fmt.Sprintf("%s has no function %s", im.path, function),
		Hint:   "check usrsub_fnc_name, and that the function is exported",
		Lacks:  true,
	}
	for _, s := range symbolSpellings(function, d) {
		if line := "symbol " + s; !slices.Contains(p.Searched, line) {
			p.Searched = append(p.Searched, line)
		}
	}
	if s := im.findNewerStateEquationRoutine(function); s != "" {
		p.Hint = fmt.Sprintf("it has %s, a routine for one part of a state equation (Gse_deriv, Gse_output, Gse_update, Gse_samp): leave usrsub_fnc_name out, "+
			"or name those routines by deriv_fnc_name, output_fnc_name, update_fnc_name and samp_fnc_name", s)
		return p
	}
	if s := im.findMangledSymbol(function); s != "" {
		p.Hint = fmt.Sprintf("it has %s, the name that a C++ compiler makes: declare %s with DLLFUNC (extern \"C\")",
			s, function)
		return p
	}
	if s := im.findFortranModuleSymbol(function); s != "" {
		p.Hint = fmt.Sprintf("it has %s, a Fortran module procedure: add bind(c,name=%q), or move it out of the module",
			s, function)
		return p
	}
	switch near := im.similarExports(function); {
	case len(near) > 0:
		p.Hint = "it has " + strings.Join(near, ", ") + ": check usrsub_fnc_name"
	case len(im.defined) == 0:
		p.Hint = "it exports no function at all: check the flags -fvisibility and -s and the keyword static"
	}
	return p
}

// findMangledSymbol returns the C++ symbol of a function with that name, if there is one.
func (im *libraryImage) findMangledSymbol(function string) string {
	want := fmt.Sprintf("_z%d%s", len(function), strings.ToLower(function))
	for _, s := range im.defined {
		if strings.HasPrefix(strings.ToLower(s), want) {
			return s
		}
	}
	return ""
}

// findFortranModuleSymbol returns the symbol of a Fortran module procedure with that name.
func (im *libraryImage) findFortranModuleSymbol(function string) string {
	want := "_mod_" + strings.ToLower(function)
	for _, s := range im.defined {
		if strings.HasPrefix(s, "__") && strings.HasSuffix(strings.ToLower(s), want) {
			return s
		}
	}
	return ""
}

// maxListed bounds the names in a message.
const maxListed = 8

// similarExports returns exported names near to a function's, best first, or the
// first few when none is near.
func (im *libraryImage) similarExports(function string) []string {
	type candidate struct {
		name string
		far  int
	}
	var all []candidate
	for _, s := range im.defined {
		if strings.HasPrefix(s, "_") {
			continue
		}
		all = append(all, candidate{s, loading.EditDistance(strings.ToLower(strings.TrimRight(s, "_")),
			strings.ToLower(strings.TrimRight(function, "_")))})
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name))
	})
	near := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.far > 2 })
	if len(near) == 0 {
		near = all
	}
	var names []string
	for _, c := range near[:min(len(near), maxListed)] {
		names = append(names, c.name)
	}
	return names
}
