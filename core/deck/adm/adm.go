// Package adm reads models and commands written in the statement language of
// Adams (.adm, .acf) into the elements of a deck.
//
// Every value keeps its place in the file, also inside of expressions that are
// continued over lines, so that whatever is found wrong with it later points
// there. Importing the package makes deck.Read understand both forms.
package adm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	deck.RegisterFormat(".adm", looksLikeAdams, ReadModel)
	deck.RegisterFormat(".acf", nil, readCommandsAndModel)
}

// ReadModel reads a model in the form of an .adm file and checks it against
// the table. It never returns nil and never fails: all problems are in
// Model.Diags. dir is the folder against which relative paths are taken.
func ReadModel(src *deck.Source, dir string, table deck.Table) *deck.Model {
	return ReadCommands(src, nil, dir, table)
}

// ReadCommands reads a model (.adm) and the commands that are to be carried
// out with it (.acf); either may be nil. The model that the commands name in
// FILE/MODEL= gives way to the one given here, with a warning if they differ.
func ReadCommands(model, commands *deck.Source, dir string, table deck.Table) *deck.Model {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	r := newReader(dir, table)
	if model != nil {
		r.section = deck.InModel
		r.readFile(model, modelLanguage())
		r.modelName = model.Name
	}
	if commands != nil {
		r.section = deck.InCommand
		r.readFile(commands, commandLanguage())
	}
	return r.buildModel()
}

// buildModel returns what has been read. That a file holds nothing has been said in
// the words of its own language.
func (r *reader) buildModel() *deck.Model {
	said := false
	for _, d := range r.diags.List {
		said = said || d.Code == "E618"
	}
	m := r.builder.FinishModel()
	m.Diags.List = slices.DeleteFunc(m.Diags.List, func(d *deck.Diag) bool { return said && d.Code == "E201" })
	return m
}

// ReadFiles reads the files at the two paths as ReadCommands does. With an
// empty path of the model it is the one that the commands name. An error means
// that a file cannot be opened.
func ReadFiles(model, commands string, table deck.Table, assigned ...*deck.Assignment) (*deck.Model, error) {
	var m, c *deck.Source
	var err error
	dir := filepath.Dir(model)
	if commands != "" {
		if c, err = readSource(commands); err != nil {
			return nil, err
		}
		if model == "" {
			c.Assigned = assigned
			dir = filepath.Dir(commands)
			return readCommandsAndModel(c, dir, table), nil
		}
	}
	if m, err = readSource(model); err != nil {
		return nil, err
	}
	m.Assigned = assigned
	return ReadCommands(m, c, dir, table), nil
}

func readSource(path string) (*deck.Source, error) {
	text, err := deck.ReadRegularFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, causeWithoutPath(err))
	}
	return &deck.Source{Name: path, Text: text}, nil
}

func causeWithoutPath(err error) error {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err
	}
	return err
}

// readCommandsAndModel reads commands and the model that they name, which lies in the
// same folder.
func readCommandsAndModel(commands *deck.Source, dir string, table deck.Table) *deck.Model {
	name := ModelFileNamedIn(commands)
	if name == "" {
		r := newReader(dir, table)
		r.section = deck.InCommand
		d := r.diags.AddErrorf(deck.Span{Src: commands}, "E632", "the commands name no model")
		d.Help = "begin with FILE/MODEL=name, or give the model before the commands"
		r.readFile(commands, commandLanguage())
		return r.buildModel()
	}
	if filepath.Ext(name) == "" {
		name += ".adm"
	}
	path, other := usersub.FindFile(filepath.Dir(commands.Name), name)
	if path == "" {
		path, other = filepath.Join(filepath.Dir(commands.Name), name), false
	}
	m, err := readSource(path)
	if err != nil {
		r := newReader(dir, table)
		r.section = deck.InCommand
		r.missing = fmt.Sprintf("the model %v", err)
		r.readFile(commands, commandLanguage())
		return r.buildModel()
	}
	m.Assigned, commands.Assigned = commands.Assigned, nil
	model := ReadCommands(m, commands, dir, table)
	if other {
		model.Diags.AddNotef(deck.Span{Src: commands}, "N218", "the model %q is read from %s", name, path)
	}
	return model
}

var modelOf = regexp.MustCompile(`(?im)^[ \t]*fi[le]*[ \t]*/[ \t]*mo[del]*[ \t]*=[ \t]*([^\s,;!&]+)`)

// ModelFileNamedIn returns the name of the model in FILE/MODEL= of a command file or on
// its first line, "" if there is none.
func ModelFileNamedIn(commands *deck.Source) string {
	if m := modelOf.FindSubmatch(commands.Text); m != nil {
		return strings.Trim(string(m[1]), `"'`)
	}
	line := commands.Text
	if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	if name := strings.TrimSpace(string(line)); isNameAnswer(name) {
		return strings.Trim(name, `"'`)
	}
	return ""
}

var statementLine = regexp.MustCompile(`(?im)^[ \t]*(PART|MARKER|UNITS|ACCGRAV)[ \t]*/[ \t]*([0-9,!]|$|[a-z]+[ \t]*=)`)

// looksLikeAdams reports whether a text is a model.
func looksLikeAdams(text []byte) bool { return statementLine.Match(text[:min(len(text), 1<<16)]) }
