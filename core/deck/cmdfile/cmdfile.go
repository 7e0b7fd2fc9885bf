// Package cmdfile reads command files of Adams View (.cmd) into the elements of a deck.
//
// The commands are carried out: variables, expressions, loops and macros make a tree of named
// objects. Those that are part of the mechanics become statements of the statement language, from which
// package adm makes elements; so what an element means is written once. Importing
// the package makes deck.Read understand the files.
package cmdfile

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() { deck.RegisterFormat(".cmd", looksLikeCommands, Read) }

var commandLine = regexp.MustCompile(`(?im)^[ \t]*(model[ \t]+cre|part[ \t]+cre|defaults[ \t]+units|marker[ \t]+cre)[a-z]*\b`)

// looksLikeCommands reports whether a text is a command file.
func looksLikeCommands(text []byte) bool { return commandLine.Match(text[:min(len(text), 1<<16)]) }

// Read carries out a command file and checks the model against the table. It never returns nil: all problems are
// in Model.Diags. dir is the folder against which relative paths are taken.
func Read(src *deck.Source, dir string, table deck.Table) *deck.Model {
	x := newInterpreter(dir, table)
	x.readModel(src)
	return x.rec.BuildModel()
}

// readModel carries out the commands of a file and hands the model over.
func (x *interpreter) readModel(src *deck.Source) {
	x.rec.AddFileAsUTF8(src)
	list, _ := x.parseAll(src, deck.Span{Src: src, End: len(src.Text)}.Text(), nil)
	x.runStatements(x.groupIntoBlocks(list))
	m := x.chooseModel(src)
	if m != nil {
		x.simulateLastScriptUnlessSimulated(m)
		x.emitModel(m)
		for _, st := range x.settings {
			x.rec.AddStatement(st)
		}
		x.emitRuns()
	}
	x.reportIneffectiveCommands()
}

// chooseModel returns the model that is simulated, else the only one, else the default one if all others are empty.
func (x *interpreter) chooseModel(src *deck.Source) *object {
	if x.runModel != nil && !x.runModel.gone {
		return x.runModel
	}
	var full, all []*object
	for _, o := range x.db.root.order {
		if o.gone || o.class != modelClass {
			continue
		}
		all = append(all, o)
		for _, k := range o.order {
			if !k.gone && k.class == partClass && k.findAttribute("ground") == nil {
				full = append(full, o)
				break
			}
		}
	}
	switch {
	case len(full) == 1:
		return full[0]
	case len(full) > 1:
		x.diags.AddErrorf(full[1].at, "E667", "not supported: several models in one file").AddNote(full[0].at, "the first model").Help = "give each model a file of its own, or name one in a simulation"
		return nil
	case len(all) > 0:
		return all[len(all)-1]
	}
	x.diags.AddErrorf(deck.Span{Src: src}, "E618", "the file makes no model").Help = "a model begins with model create model_name=…"
	return nil
}

// simulateLastScriptUnlessSimulated simulates what Adams View did last if the file itself simulates nothing: it writes that as a script with the model.
func (x *interpreter) simulateLastScriptUnlessSimulated(m *object) {
	if len(x.runs) > 0 {
		return
	}
	var script *object
	n := 0
	for _, o := range x.scripts {
		if o.gone || o.ancestor(modelClass) != m {
			continue
		}
		if n++; strings.EqualFold(o.name, "Last_Sim") || script == nil {
			script = o
		}
	}
	if script == nil || n > 1 && !strings.EqualFold(script.name, "Last_Sim") {
		return
	}
	x.replay = true
	x.runScript(script, script.at)
	x.replay = false
	if len(x.runs) > 0 {
		x.diags.AddNotef(script.at, "N666", "the file simulates nothing; the simulation of the script %s is run", script.name)
	}
}

// reportIneffectiveCommands lists the commands that have no effect.
func (x *interpreter) reportIneffectiveCommands() {
	if len(x.display.names) == 0 {
		return
	}
	var parts []string
	for i, n := range x.display.names {
		if i == 12 {
			parts = append(parts, "and others")
			break
		}
		parts = append(parts, strconv.Itoa(x.display.n[n])+" "+n)
	}
	x.diags.AddNotef(x.display.first, "N661", "commands that have no effect: %s", strings.Join(parts, ", "))
}
