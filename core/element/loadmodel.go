package element

import (
	"path/filepath"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	registerElements(kind{schema: &deck.Schema{
		Kind: "Load_Model", Section: deck.InCommand, Doc: "continues with another model: what follows are commands to it",
		Attrs: joinAttrs(
			&deck.AttrSpec{Name: "model_file", Type: deck.Path, Required: true,
				Doc: "deck in XML form whose model is meant: one that a Save before wrote, or relative to this deck. A state beside it is taken (README)"},
			unusedAttrs("results of each model go into a file of their own, named in run.json", "result_file", "anima_file"),
		),
	}, phase: commands})
}

// LoadedModel is the model that a Load_Model brings.
type LoadedModel struct {
	Name      string // as the deck gives it
	Simulates bool   // analyses follow

	e    *deck.Element
	from *builder
	rest []*deck.Element // the commands that follow
	late bool            // Save writes the file while the run goes
	next *Model
}

// readLoadModel reads the model now, so that all that is wrong with it is known before
// the run, unless the run itself writes it.
func (b *builder) readLoadModel(e *deck.Element, rest []*deck.Element) *LoadedModel {
	l := &LoadedModel{Name: e.Str("model_file"), e: e, from: b, rest: rest}
	l.Simulates = slices.ContainsFunc(rest, func(e *deck.Element) bool { return e.Kind == "Simulate" })
	if l.late = slices.Contains(b.saved, filepath.Clean(l.Name)); l.late {
		return l
	}
	path, _ := e.FilePathIn(b.home, "model_file")
	l.next = l.readModel(path)
	if l.next != nil {
		b.out.Failed = append(b.out.Failed, l.next.Failed...)
	}
	return l
}

// resolvePath returns the path of a file that is named relative to a folder.
func resolvePath(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// BuildModel returns the model; results is the folder of the results. It is nil if
// the deck has errors: they are in the diagnostics of the deck of the run.
func (l *LoadedModel) BuildModel(resultsFolder string) *Model {
	if !l.late {
		return l.next
	}
	return l.readModel(resolvePath(resultsFolder, l.Name))
}

// readModel reads and builds the model. Of its own commands those at the beginning that
// change it are carried out: Save writes such.
func (l *LoadedModel) readModel(path string) *Model {
	b := l.from
	d, err := deck.Read(path, Table())
	if err != nil {
		l.e.AddErrorf("model_file", "B241", "%v", err)
		return nil
	}
	diags := b.deck.Diags
	known := len(diags.List)
	diags.List = append(diags.List, d.Diags.List...)
	d.Diags, d.IgnoreState = diags, b.deck.IgnoreState
	if len(d.Elements) == 0 {
		l.e.AddErrorf("model_file", "B242", "there is no model in %s", l.Name)
		return nil
	}
	own := len(d.Commands)
	if n := slices.IndexFunc(d.Commands, func(e *deck.Element) bool { return !ChangesModel(e) }); n >= 0 {
		own = n
		l.e.AddWarningf("model_file", "B243", "%s and what follows it among the commands of %s is not carried out: Load_Model takes the model only",
			d.Commands[n].Kind, l.Name)
	}
	d.Commands = d.Commands[:own]
	memory := readSavedMemory(d)
	d.Commands = append(d.Commands[:own:own], d.AdoptCommands(l.rest)...)
	includeCommands(d, b.home)
	next := buildModel(d, b.load, map[readingKey]*routineReading{}, memory)
	next.home, next.saved = b.home, b.saved
	next.readCommands()
	diags.List = append(diags.List[:known:known], findNewDiags(diags.List[:known], diags.List[known:], nil)...)
	if diags.HasErrors() {
		return nil
	}
	return next.out
}
