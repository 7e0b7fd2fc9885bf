package deck

import (
	"path/filepath"

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
		e.noteOtherFile(name, value, path)
	}
	return path, true
}

// noteOtherFile adds the note, once for an attribute.
func (e *Element) noteOtherFile(name, value, path string) {
	at := e.SpanOf(name)
	for _, d := range e.model.Diags.List {
		if d.Code == "N218" && d.Span == at {
			return
		}
	}
	if rel, err := filepath.Rel(e.model.Dir, path); err == nil {
		path = rel
	}
	e.model.Diags.Notef(at, "N218", "%s: %s: %q is read from %s", e.KindIDLabel(), name, value, path)
}
