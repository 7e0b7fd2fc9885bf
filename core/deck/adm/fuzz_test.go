package adm

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// FuzzReadModel reads anything as a model and as commands. Every place that a
// message or a value names must lie in the file, and all characters of a value
// must have a place in it.
func FuzzReadModel(f *testing.F) {
	files, _ := filepath.Glob("testdata/golden/*.a[dc][mf]")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, c := range statementTests {
		f.Add([]byte("t\n" + c.in + "\nEND\n"))
	}
	for _, c := range commandTests {
		f.Add([]byte(c.in))
	}
	f.Add([]byte("t\nSPLINE/1, Y=3,2, X=1,4")) // found by the fuzzer: the file ends with an entry
	tables := []deck.Table{openTable(), strict}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, table := range tables {
			// Reading replaces the text of a source, so each has its own.
			probe(t, ReadModel(&deck.Source{Name: "t.adm", Text: append([]byte{}, in...)}, "/d", table))
			probe(t, ReadCommands(&deck.Source{Name: "t.adm", Text: []byte(commandModel)},
				&deck.Source{Name: "t.acf", Text: append([]byte{}, in...)}, "/d", table))
		}
	})
}

func probe(t *testing.T, m *deck.Model) {
	inside := func(at deck.Span, what any) {
		if at.Src == nil || at.Start < 0 || at.Start > at.End || at.End > len(at.Src.Text) {
			t.Fatalf("%v lies at %d to %d of %q", what, at.Start, at.End, m.Sources[0].Text)
		}
	}
	for _, d := range m.Diags.List {
		inside(d.Span, d.Msg)
		if d.Msg == "" || len(d.Code) != 4 {
			t.Fatalf("%+v", d)
		}
	}
	m.Diags.WriteText(io.Discard, false)
	for _, e := range append(append([]*deck.Element{}, m.Elements...), m.Commands...) {
		all := e.Attrs
		if x := e.Text(); x != nil {
			all = append(all, *x)
		}
		for i := range all {
			a := &all[i]
			inside(a.NameSpan, a.Name)
			inside(a.ValueSpan, a.Name)
			for k := 0; k < len(a.Value); k += 1 + len(a.Value)/16 {
				at := a.SpanOf(k, k+1)
				inside(at, a.Value)
				if at.Start < a.ValueSpan.Start || at.End > a.ValueSpan.End {
					t.Fatalf("%q[%d] at %d to %d, outside of %d to %d, %v", a.Value, k, at.Start, at.End, a.ValueSpan.Start, a.ValueSpan.End, a.Map)
				}
			}
		}
	}
}
