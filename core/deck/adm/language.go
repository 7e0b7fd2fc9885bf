package adm

import "sync"

// Short names for the tables of statements.

// of is an argument whose entries go to attributes, all but the first of which
// may be left out.
func of(name string, attrs ...string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: attrs}
}

// all is an argument with exactly one entry for each attribute.
func all(name string, attrs ...string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: attrs, least: len(attrs)}
}

// list is an argument whose entries go to one attribute together.
func list(name, attr string) argSpec {
	return argSpec{name: name, form: asNumbers, attrs: []string{attr}, many: true}
}

// values is an argument that the statement's own function takes.
func values(name string, alias ...string) argSpec {
	return argSpec{name: name, alias: alias, form: asNumbers, many: true}
}

// is is an argument without value.
func is(name, attr, value string, alias ...string) argSpec {
	return argSpec{name: name, alias: alias, form: asFlag, attrs: []string{attr}, value: value}
}

// mark is an argument without value that the statement's own function takes.
func mark(name string) argSpec { return argSpec{name: name, form: asFlag} }

// function is an expression.
func function(name, attr string) argSpec {
	return argSpec{name: name, form: asExpr, attrs: []string{attr}}
}

// toEnd is an argument that runs to the end of the line.
func toEnd(name, attr string, alias ...string) argSpec {
	a := one(name, attr)
	a.alias, a.form = alias, asLine
	return a
}

// one is an argument with a word as value. Without an attribute the statement's
// own function takes it.
func one(name, attr string) argSpec {
	a := argSpec{name: name, form: asWord}
	if attr != "" {
		a.attrs = []string{attr}
	}
	return a
}

// silent is an argument that is read and forgotten.
func silent(f form, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, silent: true})
	}
	return out
}

// idle is an argument without effect, which is worth a warning.
func idle(f form, why string, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, idle: why})
	}
	return out
}

// refuse is an argument that has an effect which is not there, an error.
func refuse(f form, why string, names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, argSpec{name: n, form: f, many: true, refused: why})
	}
	return out
}

// join puts parts of an argument list together.
func join(parts ...any) []argSpec {
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

// each makes names of a pattern with a * for each of the endings.
func each(prefix string, endings ...string) []string {
	out := make([]string, len(endings))
	for i, e := range endings {
		out[i] = prefix + e
	}
	return out
}

// ij are the markers of most forces and constraints.
func ij() []argSpec { return []argSpec{of("I", "i_marker_id"), of("J", "j_marker_id")} }

// modelLanguage and commandLanguage are the statements of models and of commands, indexed when they are first needed: most
// invocations of a program read no deck of Adams.
var modelLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyStatements, jointStatements, higherStatements, forceStatements, beamStatements, contactStatements,
		controlStatements, dataStatements, outputStatements, settingStatements)
})

var commandLanguage = sync.OnceValue(func() *language {
	return newLanguage(bodyCommands(), copied(jointStatements), copied(higherStatements), copied(forceStatements),
		copied(beamStatements), copied(contactStatements), copied(controlStatements), copied(dataStatements), copied(outputStatements),
		copied(settingStatements), commandStatements)
})

// copied makes the statements of a model commands that change its elements.
func copied(list []spec) []spec { return append([]spec{}, list...) }
