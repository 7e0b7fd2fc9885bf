package wasm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/trammel-mbd/trammel/usersub"
)

// Dialects: how a routine gets its arguments.
const (
	dialectC       = "ms"      // pointers; the length of a text follows it
	dialectFortran = "fortran" // pointers; the lengths of texts come last
	dialectAdams   = "adams"   // a struct first, scalars by value
)

// symbolSpellings are the names that a routine may have, in the order in which they are tried.
func symbolSpellings(function string) []string {
	lower := strings.ToLower(function)
	list := []string{function, strings.ToUpper(function), lower + "_", lower}
	if lower != "" {
		list = append(list, strings.ToUpper(lower[:1])+lower[1:])
	}
	return list
}

// findSymbol returns the exported name of a routine. Failing the usual spellings, one that
// differs in case only is taken if there is just one.
func (m *moduleInstance) findSymbol(function string) (string, *usersub.LoadError) {
	var alike []string
	for _, s := range symbolSpellings(function) {
		if m.exports[s] != nil {
			return s, nil
		}
	}
	for s := range m.exports {
		if strings.EqualFold(s, function) {
			alike = append(alike, s)
		}
	}
	if len(alike) == 1 {
		return alike[0], nil
	}
	p := &usersub.LoadError{Reason: fmt.Sprintf("%s exports no function %s", m.path, function), Lacks: true,
		Hint: "check usrsub_fnc_name, and that the function is exported: DLLFUNC, or the linker's --export=" + function}
	if list := m.exportedFunctions(); len(list) > 0 {
		p.Hint = "it exports " + strings.Join(list, ", ") + ": check usrsub_fnc_name"
	} else {
		p.Hint = "it exports no function at all: link it with -Wl,--export-dynamic, as trammel usersub build --wasm does"
	}
	return "", p
}

// maxListed bounds the names in a message.
const maxListed = 12

// exportedFunctions are the exported functions but for those of the C library.
func (m *moduleInstance) exportedFunctions() []string {
	var list []string
	for s := range m.exports {
		if !strings.HasPrefix(s, "_") && s != "malloc" && s != "free" {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(-cmp.Compare(routineRank(a), routineRank(b)), cmp.Compare(a, b))
	})
	return list[:min(len(list), maxListed)]
}

// routineRank puts routines before other functions.
func routineRank(name string) int {
	if usersub.FindRoutine(strings.ToUpper(strings.TrimRight(name, "_"))) != nil {
		return 1
	}
	return 0
}

// callForm is how a routine's arguments are in its type.
type callForm struct {
	dialect string
	area    bool // contact routines have the argument area
	params  []api.ValueType
}

// chooseForm chooses the dialect: that of the element, else of the loader, else of the kind of
// deck, else by the symbol; and whether there is an area, where nobody says so, by the
// number of arguments.
func (m *moduleInstance) chooseForm(l *Loader, ref *usersub.Ref, sig *usersub.Sig, symbol string) (callForm, *usersub.LoadError) {
	dialect := strings.ToLower(cmp.Or(ref.Dialect, l.Dialect, ref.DeckDialect))
	mixed := symbol != strings.ToLower(symbol) && symbol != strings.ToUpper(symbol)
	switch {
	case dialect == dialectAdams && (!mixed || sig.Struct == nil), dialect == "" && strings.HasSuffix(symbol, "_"):
		dialect = dialectFortran
	case dialect == "" || dialect == "auto" || dialect == "c":
		dialect = dialectC
	}
	area := cmp.Or(ref.Area, l.Area)
	d := m.exports[symbol]
	var tried []callForm
	for _, with := range []bool{dialect != dialectC, dialect == dialectC} {
		if area != "" && with != (area == "yes") {
			continue
		}
		x := callForm{dialect: dialect, area: with}
		x.params = x.parameterTypes(sig)
		if slices.Equal(x.params, d.ParamTypes()) && len(d.ResultTypes()) <= 1 {
			return x, nil
		}
		tried = append(tried, x)
	}
	p := &usersub.LoadError{Reason: fmt.Sprintf("%s in %s has other arguments than a %s", symbol, m.path, sig.Name),
		Detail: fmt.Sprintf("  wanted %s (%s)\n  found  %s", typeText(tried[0].params, nil), strings.Join(tried[0].parameterNames(sig), ", "),
			typeText(d.ParamTypes(), d.ResultTypes()))}
	p.Hint = fmt.Sprintf("its declaration is: %s", tried[0].cDeclaration(sig, symbol))
	return callForm{}, p
}

// forEachArgument calls f for the arguments that the routine gets, in order; isByValue is set for
// scalars of the struct dialect.
func (x callForm) forEachArgument(sig *usersub.Sig, f func(i int, byValue bool)) {
	has := func(a *usersub.Arg) bool {
		if a.Name == "area" {
			return x.area
		}
		skip := usersub.FormC
		switch x.dialect {
		case dialectFortran:
			skip = usersub.FormFortran
		case dialectAdams:
			skip = usersub.FormAdams
		}
		return a.Skip&skip == 0
	}
	if x.dialect == dialectAdams {
		for _, name := range sig.Struct.Args {
			if i := sig.ArgIndex(name); has(&sig.Args[i]) {
				f(i, !sig.Args[i].Out && sig.Args[i].Len == "")
			}
		}
		return
	}
	for i := range sig.Args {
		if has(&sig.Args[i]) {
			f(i, false)
		}
	}
}

// parameterTypes are the parameters of a routine.
func (x callForm) parameterTypes(sig *usersub.Sig) (list []api.ValueType) {
	if x.dialect == dialectAdams && sig.Struct.Name != "" {
		list = append(list, i32)
	}
	lengths := 0
	x.forEachArgument(sig, func(i int, byValue bool) {
		a := &sig.Args[i]
		switch {
		case byValue && a.Kind == usersub.Real:
			list = append(list, f64)
		case a.Kind == usersub.Text && x.dialect == dialectC:
			list = append(list, i32, i32)
		case a.Kind == usersub.Text:
			list = append(list, i32)
			lengths++
		default:
			list = append(list, i32)
		}
	})
	return append(list, integerTypes(lengths)...)
}

func (x callForm) parameterNames(sig *usersub.Sig) (list []string) {
	if x.dialect == dialectAdams && sig.Struct.Name != "" {
		list = append(list, sig.Struct.Name)
	}
	x.forEachArgument(sig, func(i int, byValue bool) { list = append(list, sig.Args[i].Name) })
	return list
}

// cDeclaration is that of the routine in C.
func (x callForm) cDeclaration(sig *usersub.Sig, symbol string) string {
	var list, lengths []string
	if x.dialect == dialectAdams && sig.Struct.Name != "" {
		list = append(list, "const struct "+sig.Struct.Name+" *element")
	}
	x.forEachArgument(sig, func(i int, byValue bool) {
		a := &sig.Args[i]
		kind := [...]string{"int ", "double ", "char "}[a.Kind]
		if !byValue {
			kind += "*"
		}
		list = append(list, kind+a.Name)
		switch {
		case a.Kind == usersub.Text && x.dialect == dialectC:
			list = append(list, "int "+a.Name+"_len")
		case a.Kind == usersub.Text:
			lengths = append(lengths, "int "+a.Name+"_len")
		}
	})
	return fmt.Sprintf("void %s(%s)", symbol, strings.Join(append(list, lengths...), ", "))
}
