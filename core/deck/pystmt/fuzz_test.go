package pystmt_test

import (
	"io"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// FuzzRead runs anything as a program. Every place that a message or a value
// names must lie in its file.
func FuzzRead(f *testing.F) {
	for _, c := range statementTests {
		f.Add(ground + c.in + "\n")
	}
	for _, c := range objectTests {
		f.Add("from msolve import *\n" + c.in + "\n")
	}
	f.Add("for i in range(9): MARKER(i,\r\n PART=i, QP=[i, 'ä', ()], **{'ZP': 3})\nx.y = 3\nPART(1).z = PART(\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		l := pysub.New(pysub.Options{Output: io.Discard, CallTimeout: 200 * time.Millisecond})
		defer l.Close()
		m := pystmt.Read(&deck.Source{Name: "model.py", Text: []byte(text)}, dir, element.Table(), pystmt.Options{Interpreter: l})
		inside := func(at deck.Span, what any) {
			if at.Src == nil || at.Start < 0 || at.Start > at.End || at.End > len(at.Src.Text) {
				t.Fatalf("%v lies at %d to %d of %q", what, at.Start, at.End, text)
			}
		}
		for _, d := range m.Diags.List {
			inside(d.Span, d.Msg)
			if d.Msg == "" || len(d.Code) != 4 {
				t.Fatalf("%+v", d)
			}
			for _, n := range d.Notes {
				inside(n.Span, n.Msg)
			}
		}
		m.Diags.WriteText(io.Discard, false)
		for _, e := range append(append([]*deck.Element{}, m.Elements...), m.Commands...) {
			for i := range e.Attrs {
				a := &e.Attrs[i]
				inside(a.NameSpan, a.Name)
				inside(a.ValueSpan, a.Name)
				inside(a.SpanOf(0, len(a.Value)), a.Name)
			}
		}
	})
}
