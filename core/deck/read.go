// Package deck reads the files that describe a model into elements with typed
// values, each with its place in the file, and collects everything that is
// wrong with them. What kinds of element there are and what attributes they
// have is said by a Table, which its user supplies: the package knows no
// mechanics and no numerics.
//
// A reader of one format (ReadXML) hands what it finds to a Builder, which
// is the same for all formats.
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

// Read reads the deck in the file at path. An error means that the file cannot
// be opened or is of an unknown format; problems of its contents are in
// Model.Diags.
func Read(path string, table Table) (*Model, error) {
	text, err := os.ReadFile(path)
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
	if suffix := strings.ToLower(filepath.Ext(path)); suffix != ".xml" && !looksXML(text) {
		return nil, fmt.Errorf("%s: %s", path, refusal(suffix))
	}
	return ReadXML(&Source{Name: path, Text: text}, dir, table), nil
}

// looksXML tells whether the first character is that of a tag.
func looksXML(text []byte) bool {
	for _, mark := range []string{bom, "\xff\xfe", "\xfe\xff"} {
		text = bytes.TrimPrefix(text, []byte(mark))
	}
	text = bytes.TrimLeft(text, " \t\r\n\x00")
	return len(text) > 0 && text[0] == '<'
}

// refusal says why a file that is not XML is not read.
func refusal(suffix string) string {
	formats := map[string]string{
		".adm": "an Adams model (.adm)", ".acf": "an Adams command file (.acf)", ".cmd": "an Adams/View command file (.cmd)",
		".py": "a Python statement file (.py)", ".mdl": "a MotionView model (.mdl)", ".fem": "an OptiStruct deck (.fem)",
		".h3d": "a result or flexible-body file (.h3d)", ".mrf": "a result file (.mrf)",
	}
	if what, ok := formats[suffix]; ok {
		return "not a deck in XML but " + what + ", which is not supported"
	}
	return "unknown format: a deck is an XML file whose first character is '<'"
}
