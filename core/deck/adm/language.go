package adm

import (
	"slices"
	"sync"
)

// argList is one argument of a statement or several. The functions that make one are not inlined: the tables call them some
// 700 times, which would take 250 KB of code.
type argList = []argSpec

// joinArgs puts argument lists together.
func joinArgs(parts ...argList) argList { return slices.Concat(parts...) }

// newArgWithOptionalEntries is an argument whose entries go to attributes, all but the first of which
// may be left out.
//
//go:noinline
func newArgWithOptionalEntries(name string, attrs ...string) argList {
	return argList{{name: name, form: asNumbers, attrs: attrs}}
}

// newArgWithExactEntries is an argument with exactly one entry for each attribute.
func newArgWithExactEntries(name string, attrs ...string) argList {
	return setLeastEntries(len(attrs), newArgWithOptionalEntries(name, attrs...))
}

// setLeastEntries sets the number of entries that an argument must have at least.
func setLeastEntries(n int, a argList) argList {
	a[0].least = n
	return a
}

// addAlias adds other spellings of an argument.
func addAlias(a argList, alias ...string) argList {
	a[0].alias = alias
	return a
}

// newArgOfFormHandledByStatement is an argument of a form that the statement's own function takes.
//
//go:noinline
func newArgOfFormHandledByStatement(f form, name string) argList {
	return argList{{name: name, form: f}}
}

// listArg is an argument whose entries go to one attribute together.
//
//go:noinline
func listArg(name, attr string) argList {
	return argList{{name: name, form: asNumbers, attrs: []string{attr}, many: true}}
}

// newArgHandledByStatement is an argument with numbers that the statement's own function takes.
//
//go:noinline
func newArgHandledByStatement(name string, alias ...string) argList {
	return argList{{name: name, alias: alias, form: asNumbers, many: true}}
}

// flagArg is an argument without value.
//
//go:noinline
func flagArg(name, attr, value string, alias ...string) argList {
	return argList{{name: name, alias: alias, form: asFlag, attrs: []string{attr}, value: value}}
}

// expressionArg is an expression.
func expressionArg(name, attr string) argList { return attrArg(asExpr, name, attr) }

// toLineEndArg is an argument that runs to the end of the line.
func toLineEndArg(name, attr string, alias ...string) argList {
	return addAlias(attrArg(asLine, name, attr), alias...)
}

// wordArg is an argument with a word as value. Without an attribute the statement's
// own function takes it.
func wordArg(name, attr string) argList { return attrArg(asWord, name, attr) }

//go:noinline
func attrArg(f form, name, attr string) argList {
	a := argSpec{name: name, form: f}
	if attr != "" {
		a.attrs = []string{attr}
	}
	return argList{a}
}

// ignoredArgs is an argument that is read and forgotten.
func ignoredArgs(f form, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, silent: true})
	}
	return out
}

// uselessArgs is an argument without effect, which is worth a warning.
func uselessArgs(f form, why string, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, idle: why})
	}
	return out
}

// refusedArgs is an argument that has an effect which is not there, an error.
func refusedArgs(f form, why string, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, refused: why})
	}
	return out
}

// expandNames makes names of a pattern with a * for each of the endings.
func expandNames(prefix string, endings ...string) []string {
	out := make([]string, len(endings))
	for i, e := range endings {
		out[i] = prefix + e
	}
	return out
}

// endMarkerArgs are the markers of most forces and constraints.
func endMarkerArgs() []argSpec {
	return joinArgs(newArgWithOptionalEntries("I", "i_marker_id"), newArgWithOptionalEntries("J", "j_marker_id"))
}

// modelLanguage and commandLanguage are the statements of models and of commands, indexed when they are first needed: most
// invocations of a program read no deck of Adams.
var modelLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyStatements, jointStatements, higherStatements, forceStatements, beamStatements, contactStatements,
		controlStatements, dataStatements, outputStatements, settingStatements)
})

var commandLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyCommands(), toCommandSpecs(jointStatements), toCommandSpecs(higherStatements), toCommandSpecs(forceStatements),
		toCommandSpecs(beamStatements), toCommandSpecs(contactStatements), toCommandSpecs(controlStatements), toCommandSpecs(dataStatements), toCommandSpecs(outputStatements),
		toCommandSpecs(settingStatements), commandStatements)
})

// toCommandSpecs makes the statements of a model commands that change its elements.
func toCommandSpecs(list []spec) []spec { return append([]spec{}, list...) }
