package deck

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegisterFormat: a format is chosen by its suffix, XML by its suffix or
// its first character, and another format by what it says of the text.
func TestRegisterFormat(t *testing.T) {
	defer func(old []format) { formats = old }(formats)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const own, xmlText = "own: 1", "<Model><Stop/></Model>"
	files := map[string]string{
		file("a.own", own): "own", file("b.OWN", xmlText): "own", file("c.txt", own): "own", file("d.txt", xmlText): "xml",
		file("e.xml", own): "xml", file("f.xml", xmlText): "xml", file("g.txt", "other"): "", file("h.py", "import x"): "",
	}
	root := ""
	read := func(src *Source, dir string, table Table) *Model {
		root = "own"
		b := NewBuilder(dir, table)
		b.AddFileAsUTF8(src)
		return b.FinishModel()
	}
	RegisterFormat(".own", func(text []byte) bool { return bytes.HasPrefix(text, []byte("own")) }, read)
	RegisterFormat(".blind", nil, read)
	for path, want := range files {
		root = ""
		m, err := Read(path, table)
		if m != nil && root == "" {
			root = "xml"
		}
		if root != want || (err == nil) != (want != "") {
			t.Errorf("%s is read as %q, %v, want %q", filepath.Base(path), root, err, want)
		}
	}
	for _, c := range []struct {
		suffix string
		read   Format
	}{{".own", read}, {".xml", read}, {"own", read}, {".Own", read}, {".new", nil}} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(r.(string), "deck: ") {
					t.Errorf("%s: %v", c.suffix, r)
				}
			}()
			RegisterFormat(c.suffix, nil, c.read)
		}()
	}
}

// TestOpen: the text of a source is UTF-8 before positions are taken.
func TestOpen(t *testing.T) {
	b := NewBuilder("/d", table)
	s := &Source{Name: "t.own", Text: []byte("gr\xfcn 1")}
	b.AddFileAsUTF8(s)
	d := b.Diags().List
	if string(s.Text) != "grün 1" || len(d) != 1 || d[0].Code != "W101" || d[0].Span.Col() != 3 || d[0].Help != "save the file as UTF-8" {
		t.Errorf("%q %+v", s.Text, d[0])
	}
	if m := b.FinishModel(); len(m.Sources) != 1 || m.Sources[0] != s {
		t.Error("the file is not registered")
	}
}
