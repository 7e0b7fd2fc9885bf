package adm

import "sync"

// Short names for the tables of statements.

// entriesArg is an argument whose entries go to attributes, all but the first of which
// may be left out.
func entriesArg(name string, attrs ...string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: attrs}
}

// exactEntriesArg is an argument with exactly one entry for each attribute.
func exactEntriesArg(name string, attrs ...string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: attrs, least: len(attrs)}
}

// listArg is an argument whose entries go to one attribute together.
func listArg(name, attr string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: []string{attr}, many: true}
}

// handledArg is an argument that the statement's own function takes.
func handledArg(name string, alias ...string) argSpec {
	return argSpec{name: name, alias: alias, form: asNumbers, many: true}
}

// flagArg is an argument without value.
func flagArg(name, attr, value string, alias ...string) argSpec {
	return argSpec{name: name, alias: alias, form: asFlag, attrs: []string{attr}, value: value}
}

// ownFlagArg is an argument without value that the statement's own function takes.
func ownFlagArg(name string) argSpec { return argSpec{name: name, form: asFlag} }

// expressionArg is an expression.
func expressionArg(name, attr string) argSpec {
	return argSpec{name: name, form: asExpr, attrs: []string{attr}}
}

// toLineEndArg is an argument that runs to the end of the line.
func toLineEndArg(name, attr string, alias ...string) argSpec {
	a := wordArg(name, attr)
	a.alias, a.form = alias, asLine
	return a
}

// wordArg is an argument with a word as value. Without an attribute the statement's
// own function takes it.
func wordArg(name, attr string) argSpec {
	a := argSpec{name: name, form: asWord}
	if attr != "" {
		a.attrs = []string{attr}
	}
	return a
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

// joinArgs puts parts of an argument list together.
func joinArgs(parts ...any) []argSpec {
	n := 0
	for _, p := range parts {
		if list, ok := p.([]argSpec); ok {
			n += len(list)
		} else {
			n++
		}
	}
	out := make([]argSpec, 0, n)
	for _, p := range parts {
		switch p := p.(type) {
		case argSpec:
			out = append(out, p)
		case []argSpec:
			out = append(out, p...)
		default:
			panic("adm: an argument list holds something else")
		}
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
	return []argSpec{entriesArg("I", "i_marker_id"), entriesArg("J", "j_marker_id")}
}

// modelLanguage and commandLanguage are the statements of models and of commands, indexed when they are first needed: most
// invocations of a program read no deck of Adams.
var modelLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyStatements, jointStatements, higherStatements, forceStatements, beamStatements, contactStatements,
		controlStatements, dataStatements, outputStatements, settingStatements)
})

var commandLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyCommands(), asCommands(jointStatements), asCommands(higherStatements), asCommands(forceStatements),
		asCommands(beamStatements), asCommands(contactStatements), asCommands(controlStatements), asCommands(dataStatements), asCommands(outputStatements),
		asCommands(settingStatements), commandStatements)
})

// asCommands makes the statements of a model commands that change its elements.
func asCommands(list []spec) []spec { return append([]spec{}, list...) }
