package element

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	enter(kind{schema: &deck.Schema{
		Kind: "Load_Command", Section: deck.InCommand, Doc: "carries out the commands of another file, then goes on",
		Attrs: attrs(deck.AttrSpec{Name: "command_file", Type: deck.Path, Required: true,
			Doc: "deck in XML form whose commands are meant; relative to this deck. Its model is not looked at"}),
	}, phase: commands})
}

// include puts the commands of other files, relative to dir, in the place of
// Load_Command. Those behind a Load_Model wait for that model.
func include(m *deck.Model, dir string) {
	if slices.ContainsFunc(m.Commands, func(e *deck.Element) bool { return e.Kind == "Load_Command" }) {
		m.Commands = included(m, dir, m.Commands, nil)
	}
}

// included returns commands with those of the files that they load; open are the
// files that are being read.
func included(m *deck.Model, dir string, list []*deck.Element, open []string) []*deck.Element {
	var all []*deck.Element
	for i, e := range list {
		if e.Kind == "Load_Model" {
			return append(all, list[i:]...)
		}
		all = append(all, e)
		if e.Kind != "Load_Command" || !e.Has("command_file") {
			continue
		}
		path := e.Str("command_file")
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if path = filepath.Clean(path); slices.Contains(open, path) {
			e.Errorf("command_file", "B110", "the file loads itself")
			continue
		}
		text, err := regular(path)
		if err != nil {
			e.Errorf("command_file", "B111", "there is no such file, or it cannot be read")
			continue
		}
		inner := m.Include(&deck.Source{Name: e.Str("command_file"), Text: text})
		all = append(all, included(m, dir, inner, append(slices.Clone(open), path))...)
	}
	return all
}

// regular reads a file that is no device.
func regular(path string) ([]byte, error) {
	s, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !s.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}
