package deck

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// FilePath returns the path of the file that an attribute names, relative to the folder of the deck, and whether it is there. A file that
// is found only by another spelling of its name, or beside the deck although its name is absolute, brings a note.
func (e *Element) FilePath(name string) (path string, found bool) {
	return e.FilePathIn(e.model.Dir, name)
}

// FilePathIn is FilePath for names relative to another folder.
func (e *Element) FilePathIn(dir, name string) (path string, found bool) {
	value := e.Str(name)
	path, other := usersub.FindFile(dir, value)
	switch {
	case path == "" && filepath.IsAbs(value):
		return value, false
	case path == "":
		return filepath.Join(dir, value), false
	case other:
		e.AddNoteOfOtherFile(name, path)
	}
	return path, true
}

// MeshFilePath returns the path that Meshes has for a shape, "" if it has none: by its id, by the last part of its file with a colon and the solid, or
// by the last part of its file; letters count regardless of case.
func (m *Model) MeshFilePath(id int, file, solid string) string {
	file = strings.ToLower(file[strings.LastIndexAny(file, `/\`)+1:])
	for _, key := range []string{strconv.Itoa(id), file + ":" + strings.ToLower(solid), file} {
		if path := m.Meshes[key]; path != "" {
			return path
		}
	}
	return ""
}

// AddNoteOfOtherFile adds the note that the file that an attribute names is read from another path, once for an attribute.
func (e *Element) AddNoteOfOtherFile(name, path string) {
	at := e.SpanOf(name)
	for _, d := range e.model.Diags.List {
		if d.Code == "N218" && d.Span == at {
			return
		}
	}
	if rel, err := filepath.Rel(e.model.Dir, path); err == nil {
		path = rel
	}
	e.model.Diags.AddNotef(at, "N218", "%s: %s: %q is read from %s", e.KindIDLabel(), name, e.Str(name), path)
}
