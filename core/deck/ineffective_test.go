package deck

import (
	"strings"
	"testing"
)

// TestIneffective: one note for the attributes of a kind that ask for something
// that is not done, none for values that ask for nothing.
func TestIneffective(t *testing.T) {
	table := Table{{Kind: "Thing", Attrs: []AttrSpec{
		{Name: "save", Type: Ignored, Doc: "nothing is saved"}, {Name: "saves", Type: Ignored, Doc: "nothing is saved"},
		{Name: "seen", Type: Ignored, Doc: "reported by others", Quiet: true}, {Name: "flow", Type: Ignored, Doc: "no flow"},
	}}}
	b := NewBuilder(t.TempDir(), table)
	src := &Source{Name: "a.xml", Text: []byte("<>")}
	add := func(pairs ...string) {
		r := &Raw{Kind: "Thing", Span: Span{Src: src}}
		for i := 0; i < len(pairs); i += 2 {
			r.Attrs = append(r.Attrs, Attr{Name: pairs[i], Value: pairs[i+1], NameSpan: Span{Src: src}})
		}
		b.AddElement(r)
	}
	add("id", "1", "save", "FALSE", "saves", "0.0", "seen", "TRUE", "flow", "none")
	add("id", "2", "saves", "5", "seen", "7")
	add("id", "3", "save", "TRUE", "saves", "5")
	var got []string
	for _, d := range b.FinishModel().Diags.List {
		got = append(got, d.Severity.String()+" "+d.Code+" "+d.Msg)
	}
	if s := strings.Join(got, "\n"); s != "note N216 Thing: saves, save have no effect: nothing is saved" {
		t.Errorf("%s", s)
	}
}
