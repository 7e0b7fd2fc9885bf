package deck

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// File is a file that a Writer makes.
type File struct {
	Suffix string // ".adm"
	Text   []byte
}

// OutputModel is a model that is to be written.
type OutputModel struct {
	*Model
	Name string // of the files, without folder and suffix
	Dir  string // absolute folder of the files; "" for that of the deck
	Lost *Diags // what cannot be said in the form, with codes 7xx
	// Dialects is how routines in libraries are called where neither the element nor the form that was read
	// says it, by the titles of elements: what usrsub_dialect would say, "" where any form means the same. Of an element
	// that is missing it is not known.
	Dialects map[string]string

	commented map[Span]bool // elements whose comments have been written
}

// Writer writes a model without errors in one form. A value keeps the
// characters that it has in the deck, so that no digit changes.
type Writer func(w *OutputModel) []File

var writers = map[string]Writer{".xml": WriteXML}

// RegisterWriter makes WriterForSuffix know a form of decks by its suffix. It is to
// be called from an init function.
func RegisterWriter(suffix string, w Writer) {
	if writers[suffix] != nil {
		panic("deck: a writer of " + suffix + " is registered twice")
	}
	writers[suffix] = w
}

// WriterForSuffix returns what writes files with a suffix, nil if nothing does.
func WriterForSuffix(suffix string) Writer { return writers[strings.ToLower(suffix)] }

// WriterSuffixes lists what can be written.
func WriterSuffixes() []string {
	var all []string
	for s := range writers {
		all = append(all, s)
	}
	return sortedCopy(all)
}

// GivenAttrs lists the attributes of an element that a writer has to say, in the
// order of the table: all that are given and are not ignored.
func (e *Element) GivenAttrs() []*Attr {
	var all []*Attr
	for _, s := range e.kind.specs {
		if a := e.attrOf(s); a != nil && s.Type != Ignored && s != e.kind.ident && s != e.kind.label {
			all = append(all, a)
		}
	}
	return all
}

// HasEffect reports whether an attribute that is given changes anything: its
// condition holds, and it has not the value of one that is not given.
func (e *Element) HasEffect(a *Attr) bool {
	if failing, certain := e.findFailingTerm(a.Spec); certain && failing != nil {
		return false
	}
	if e.Modifies || a.Spec.Default == "" {
		return true
	}
	switch a.Spec.Type {
	case Real, Angle, Int, Bool, Ref:
		v, _ := a.Spec.parseScalar(a.Spec.Default)
		return v != a.num
	}
	return e.WrittenValue(a) != a.Spec.Default
}

// WrittenValue returns the value of an attribute in its plain form: one line, the
// canonical word of an enumeration, TRUE or FALSE. Numbers and expressions
// keep their characters.
func (e *Element) WrittenValue(a *Attr) string {
	switch a.Spec.Type {
	case Enum:
		w, _ := a.Spec.canonicalEnum(a.Value)
		return w
	case Bool:
		if a.num != 0 {
			return "TRUE"
		}
		return "FALSE"
	case String:
		return a.Value
	}
	return strings.Join(strings.Fields(a.Value), " ")
}

// RelocatedPath returns the value of an attribute that names a file, for files in
// another folder than that of the deck: relative paths to files of the deck's
// folder lead there.
func (w *OutputModel) RelocatedPath(value string) string {
	if w.Dir == "" || w.Dir == w.Model.Dir || value == "" || filepath.IsAbs(value) {
		return value
	}
	found := strings.ContainsAny(value, `/\`)
	for _, name := range []string{value, value + ".so", "lib" + value + ".so"} {
		if _, err := os.Stat(filepath.Join(w.Model.Dir, name)); err == nil {
			found = true
		}
	}
	if !found {
		return value
	}
	path := filepath.Join(w.Model.Dir, value)
	if rel, err := filepath.Rel(w.Dir, path); err == nil {
		path = rel
	}
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path
	}
	return filepath.ToSlash(path)
}

// RelocatedAttrPath is Path for the value of an attribute: an installed plugin, acme/bead, is
// no file of the deck's folder and keeps its name.
func (w *OutputModel) RelocatedAttrPath(a *AttrSpec, value string) string {
	if _, installed := usersub.ParsePluginName(value); installed && a.Name == "usrsub_plugin_name" {
		if info, err := os.Stat(filepath.Join(w.Model.Dir, value)); err != nil || info.IsDir() {
			return value
		}
	}
	return w.RelocatedPath(value)
}

// NamesFile reports whether an attribute names a file rather than a routine in one.
func (a *AttrSpec) NamesFile() bool {
	return a.Type == Path && !strings.HasSuffix(a.Name, "fnc_name") && !strings.HasPrefix(a.Name, "usrsub_der")
}
