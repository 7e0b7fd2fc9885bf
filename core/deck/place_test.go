package deck

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlaces pins lines and columns. In each deck the word BAD of some value
// or name is looked up through the decoded value and must be found where it
// stands in the file.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		text      string
		line, col int
	}{
		"plain":       {`<Reference_Variable id="1" expr="a BAD"/>`, 1, 36},
		"tab":         {"\t<Reference_Variable\tid=\"1\"\texpr=\"\ta BAD\"/>", 1, 38},
		"lf":          {"<Reference_Variable id='1'\n expr='a\n BAD'/>", 3, 2},
		"crlf":        {"<Reference_Variable id='1'\r\n expr='a\r\n\r\n BAD'/>", 4, 2},
		"cr":          {"<Reference_Variable id='1'\r expr='a\r BAD'/>", 3, 2},
		"bom":         {"\ufeff<Reference_Variable id='1' expr='BAD'/>", 1, 34},
		"utf8":        {`<Reference_Variable id="1" label="äöü中" expr="ä中 BAD"/>`, 1, 50},
		"entity":      {`<Reference_Variable id="1" expr="&lt;&amp;&#65;&#xe4; BAD"/>`, 1, 55},
		"nbsp":        {"<Reference_Variable id='1' expr='a\u00a0\u00a0BAD'/>", 1, 37},
		"unknown ent": {`<Reference_Variable id="1" expr="&foo; & BAD"/>`, 1, 42},
		"unquoted":    {"<Reference_Variable id=1 expr=BAD />", 1, 31},
		"curly":       {"<Reference_Variable id=“1” expr=“BAD”/>", 1, 34},
		"comment":     {"<!-- \n-- ä -->\n<Reference_Variable id='1' expr='BAD'/>", 3, 34},
	} {
		m := read(c.text)
		a := m.Elements[0].Attr("expr")
		i := strings.Index(a.Value, "BAD")
		at := a.SpanOf(i, i+3)
		if at.Line() != c.line || at.Col() != c.col || at.Text() != "BAD" {
			t.Errorf("%s: %v %q, want %d:%d", name, at, at.Text(), c.line, c.col)
		}
		if a.NameSpan.Text() != "expr" {
			t.Errorf("%s: name at %q", name, a.NameSpan.Text())
		}
	}
}

// TestPlacesOfAll checks that every character of a decoded value leads to a
// place inside the value, in order.
func TestPlacesOfAll(t *testing.T) {
	e := read("<Reference_Array id='1' type='IC'>\n 1 &#50;<!-- x --> 3\r\n<![CDATA[4 &amp;]]>\u00a05 </Reference_Array>").Elements[0]
	a := e.Text()
	if want := "\n 1 2 3\n4 &amp; 5 "; a.Value != want {
		t.Fatalf("%q, want %q", a.Value, want)
	}
	last := a.ValueSpan.Start
	for i := 0; i <= len(a.Value); i++ {
		at := a.SpanOf(i, min(i+1, len(a.Value)))
		if at.Start < last || at.End < at.Start || at.End > a.ValueSpan.End {
			t.Errorf("character %d at %d..%d after %d", i, at.Start, at.End, last)
		}
		last = at.Start
	}
	i := strings.Index(a.Value, "2")
	if got := a.SpanOf(i, i+1).Text(); got != "&#50;" {
		t.Errorf("%q", got)
	}
	i = strings.Index(a.Value, "4")
	if got := a.SpanOf(i, i+1); got.Text() != "4" || got.Line() != 3 || got.Col() != 10 {
		t.Errorf("%v %q", got, got.Text())
	}
}

func TestMessages(t *testing.T) {
	m := read(`<Reference_Variable id="1" label="two  words" expr="a &lt; b"/>`)
	e := m.Elements[0]
	e.Attr("expr").AddErrorf(2, 3, "X1", "odd %s", "sign").Help = "use another"
	e.AddErrorf("expr", "X2", "wrong").AddNote(e.Span, "element")
	e.AddWarningf("", "X3", "100% sure")
	e.Attr("expr").AddWarningf(0, 1, "X4", "hm")
	want := `t.xml:1:2: warning: Reference_Variable 1 (two words): 100% sure [X3]
    1 | <Reference_Variable id="1" label="two  words" expr="a &lt; b"/>
      |  ^~~~~~~~~~~~~~~~~~
t.xml:1:53: error: Reference_Variable 1 (two words): expr: wrong [X2]
    1 | <Reference_Variable id="1" label="two  words" expr="a &lt; b"/>
      |                                                     ^~~~~~~~
t.xml:1:2: note: element
    1 | <Reference_Variable id="1" label="two  words" expr="a &lt; b"/>
      |  ^~~~~~~~~~~~~~~~~~
t.xml:1:53: warning: Reference_Variable 1 (two words): expr: hm [X4]
    1 | <Reference_Variable id="1" label="two  words" expr="a &lt; b"/>
      |                                                     ^
t.xml:1:55: error: Reference_Variable 1 (two words): expr: odd sign [X1]
    1 | <Reference_Variable id="1" label="two  words" expr="a &lt; b"/>
      |                                                       ^~~~
  help: use another
`
	m.Diags.Sort()
	if got := printed(m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if m.Diags.Count(Error) != 2 || m.Diags.Count(Warning) != 2 {
		t.Error("wrong counts")
	}
	var plain, colored bytes.Buffer
	m.Diags.WriteText(&colored, true)
	m.Diags.WriteText(&plain, false)
	if !strings.Contains(colored.String(), "\x1b[1;31merror:\x1b[0m") || strings.Contains(plain.String(), "\x1b") {
		t.Error("wrong colors")
	}
}

func TestJSON(t *testing.T) {
	m := read(`<Body_Point id="1" mass="ä<"/>` + "\n" + `<Body_Point id="1" mass="1"/>`)
	var b bytes.Buffer
	if err := m.Diags.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 2 {
		t.Fatal(b.String())
	}
	if want := `{"severity":"error","code":"E401","file":"t.xml","line":1,"col":26,"end_line":1,"end_col":28,"message":"Body_Point 1: mass: \"ä<\" is not a number","help":"wanted: a number above 0, such as 0.5 or 2e-3"}`; lines[0] != want {
		t.Errorf("got  %s\nwant %s", lines[0], want)
	}
	var d struct {
		Notes []struct {
			Line    int
			Message string
		}
	}
	if err := json.Unmarshal([]byte(lines[1]), &d); err != nil || len(d.Notes) != 1 || d.Notes[0].Line != 1 {
		t.Error(err, lines[1])
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, text := range map[string]string{"a.xml": "<Stop/>", "b.deck": "\ufeff\r\n <Stop/>", "c.XML": "nothing"} {
		m, err := Read(write(name, text), table)
		if err != nil || m.Dir != dir || m.Sources[0].Name != filepath.Join(dir, name) {
			t.Error(name, err)
		}
		if name != "c.XML" && (len(m.Commands) != 1 || len(m.Diags.List) > 0) {
			t.Error(name, printed(m))
		}
	}
	for name, want := range map[string]string{
		"d.adm": "Adams model", "e.py": "Python statement file", "f.txt": "unknown format",
	} {
		if _, err := Read(write(name, "title\nPART/1"), table); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, path := range []string{filepath.Join(dir, "none.xml"), dir} {
		if _, err := Read(path, table); err == nil || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%v", err)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"penalty", "penalty1", "unilateral", "expr", "id"}
	for name, want := range map[string]string{
		"penaltyl": "penalty1", "PENALTI": "penalty", "unilatreal": "unilateral", "exp": "expr", "xpr": "expr", "penalty2": "penalty1",
		"colour": "", "": "", "xy": "", "xyz": "",
	} {
		if got, ok := NearestName(name, names); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestLongLine compares columns with plain counting on a line longer than the
// stride of the table of characters.
func TestLongLine(t *testing.T) {
	src := &Source{Text: []byte("x\n" + strings.Repeat("aä中", 1000) + "\n\n" + strings.Repeat("é", 2000))}
	src.indexLines()
	for i := 0; i <= len(src.text); i++ {
		if i < len(src.text) && src.text[i]&0xc0 == 0x80 {
			continue
		}
		line := 1 + strings.Count(src.text[:i], "\n")
		col := 1 + len([]rune(src.text[1+strings.LastIndex(src.text[:i], "\n"):i]))
		if at := (Span{src, i, i}); at.Line() != line || at.Col() != col {
			t.Fatalf("offset %d: %v, want %d:%d", i, at, line, col)
		}
	}
}

// TestManyAlike: of many problems of one kind a thousand are listed, and the list says that there are more.
func TestManyAlike(t *testing.T) {
	var ds Diags
	for range 5000 {
		ds.AddWarningf(Span{}, "W202", "unknown").Help = "x"
	}
	for range 3 {
		ds.AddErrorf(Span{}, "E305", "missing")
	}
	if ds.Count(Warning) != mostAlike || ds.Count(Error) != 3 || ds.Count(Note) != 1 {
		t.Errorf("%d warnings, %d errors, %d notes", ds.Count(Warning), ds.Count(Error), ds.Count(Note))
	}
	if ds.DropWarningsAndNotes([]string{"W202"}); len(ds.List) != 3 {
		t.Errorf("%d stay", len(ds.List))
	}
}
