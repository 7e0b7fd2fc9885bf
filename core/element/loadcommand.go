package element

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	registerElements(kind{schema: &deck.Schema{
		Kind: "Load_Command", Section: deck.InCommand, Doc: "carries out the commands of another file, then continues",
		Attrs: joinAttrs(&deck.AttrSpec{Name: "command_file", Type: deck.Path, Required: true,
			Doc: "deck in XML form whose commands are meant; relative to this deck. Its model is ignored"}),
	}, phase: commands})
}

// maxCommandFiles bounds the files that are read, each as often as it is loaded: ten that
// load the next one twice would be a thousand.
const maxCommandFiles = 1000

// includeCommands puts the commands of other files, relative to dir, in the place of
// Load_Command. Those behind a Load_Model wait for that model.
func includeCommands(m *deck.Model, dir string) {
	if slices.ContainsFunc(m.Commands, func(e *deck.Element) bool { return e.Kind == "Load_Command" }) {
		in := commandIncluder{m: m, dir: dir}
		m.Commands = in.includeList(nil, m.Commands)
	}
}

// commandIncluder reads the commands of other files into those of a deck.
type commandIncluder struct {
	m     *deck.Model
	dir   string
	open  []string // the files that are being read
	files int      // read so far
	wait  bool     // for the model of a Load_Model, or since there were too many files
}

// includeList appends commands to all, with those of the files that they load.
func (in *commandIncluder) includeList(all, list []*deck.Element) []*deck.Element {
	for i, e := range list {
		if in.wait = in.wait || e.Kind == "Load_Model"; in.wait {
			return append(all, list[i:]...)
		}
		all = append(all, e)
		if e.Kind == "Load_Command" && e.Has("command_file") {
			all = in.includeFile(all, e)
		}
	}
	return all
}

// includeFile appends the commands of the file that e loads.
func (in *commandIncluder) includeFile(all []*deck.Element, e *deck.Element) []*deck.Element {
	path, _ := e.FilePathIn(in.dir, "command_file")
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if in.files++; in.files > maxCommandFiles {
		e.AddErrorf("command_file", "B117", "more than %d files of commands are loaded, the rest is not read", maxCommandFiles)
		in.wait = true
		return all
	}
	if slices.Contains(in.open, path) {
		e.AddErrorf("command_file", "B110", "the file loads itself")
		return all
	}
	text, err := readRegularFile(path)
	if err != nil {
		e.AddErrorf("command_file", "B111", "there is no such file, or it cannot be read")
		return all
	}
	in.open = append(in.open, path)
	all = in.includeList(all, in.m.ReadIncludedCommands(&deck.Source{Name: e.Str("command_file"), Text: text}))
	in.open = in.open[:len(in.open)-1]
	return all
}

// readRegularFile reads a file that is not a device.
func readRegularFile(path string) ([]byte, error) {
	s, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !s.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return deck.ReadRegularFile(path)
}
