// Package deck reads the files that describe a model into elements with typed
// values, each with its place in the file, and collects everything that is
// wrong with them. What kinds of element there are and what attributes they
// have is said by a Table, which its user supplies: the package knows no
// mechanics and no numerics.
//
// A reader of one format (ReadXML) hands what it finds to a Builder, which
// is the same for all formats. Readers of other formats lie in packages of
// their own and enter themselves with RegisterFormat.
package deck

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ReadRegularFile returns the contents of a file of a model. Pipes and devices are refused: they may have no end, and a deck is
// read more than once.
func ReadRegularFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is not a regular file but a pipe or a device; write it into a file first")}
	}
	return os.ReadFile(path)
}

// Read reads the deck in the file at path. An error means that the file cannot
// be opened or is of an unknown format; problems of its contents are in
// Model.Diags. What is assigned takes the place of values in the deck.
func Read(path string, table Table, assigned ...*Assignment) (*Model, error) {
	text, err := ReadRegularFile(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	suffix := strings.ToLower(filepath.Ext(path))
	read := chooseFormat(suffix, text)
	if read == nil {
		return nil, fmt.Errorf("%s: %s", path, unreadableFormatText(suffix))
	}
	return read(&Source{Name: path, Text: text, Assigned: assigned}, dir, table), nil
}

// Format reads the decks of one format. It never returns nil: all problems
// are in Model.Diags.
type Format func(src *Source, dir string, table Table) *Model

// format is a registered Format.
type format struct {
	suffix  string
	matches func(text []byte) bool
	read    Format
}

var formats []format

// RegisterFormat makes Read understand files with a suffix, ".adm". It is to
// be called from an init function. looks reports whether a text is of the
// format, for files whose suffix says nothing; it may be nil.
func RegisterFormat(suffix string, looks func(text []byte) bool, read Format) {
	if suffix != strings.ToLower(suffix) || !strings.HasPrefix(suffix, ".") || read == nil {
		panic("deck: bad format " + suffix)
	}
	for _, f := range append(formats, format{suffix: ".xml"}) {
		if f.suffix == suffix {
			panic("deck: format " + suffix + " is registered twice")
		}
	}
	formats = append(formats, format{suffix, looks, read})
}

// chooseFormat chooses by the suffix, then by the first character, then by what
// the formats say; nil if it is none of theirs.
func chooseFormat(suffix string, text []byte) Format {
	for _, f := range formats {
		if f.suffix == suffix {
			return f.read
		}
	}
	if suffix == ".xml" || looksLikeXML(text) {
		return ReadXML
	}
	for _, f := range formats {
		if f.matches != nil && f.matches(text) {
			return f.read
		}
	}
	return nil
}

// AddFileAsUTF8 registers a file of the deck and converts its text to UTF-8. Readers
// of formats other than XML call it before they take positions.
func (b *Builder) AddFileAsUTF8(src *Source) {
	b.AddSource(src)
	n := len(b.m.Diags.List)
	src.toUTF8(b.m.Diags)
	for _, d := range b.m.Diags.List[n:] {
		d.Help = "save the file as UTF-8"
	}
	src.indexLines()
}

// looksLikeXML reports whether the first character is that of a tag.
func looksLikeXML(text []byte) bool {
	for _, mark := range []string{bom, "\xff\xfe", "\xfe\xff"} {
		text = bytes.TrimPrefix(text, []byte(mark))
	}
	text = bytes.TrimLeft(text, " \t\r\n\x00")
	return len(text) > 0 && text[0] == '<'
}

// unreadableFormatText says why a file is not read.
func unreadableFormatText(suffix string) string {
	others := map[string]string{
		".adm": "an Adams model (.adm)", ".acf": "an Adams command file (.acf)",
		".py": "a Python statement file (.py)", ".mdl": "a MotionView model (.mdl)", ".fem": "an OptiStruct deck (.fem)",
		".h3d": "a result or flexible-body file (.h3d)", ".mrf": "a result file (.mrf)",
	}
	if what, ok := others[suffix]; ok {
		return "not a deck in XML but " + what + ", which is not supported"
	}
	text := "unknown format: a deck is an XML file whose first character is '<'"
	for _, f := range formats {
		text += " or a file with the suffix " + f.suffix
	}
	return text
}
