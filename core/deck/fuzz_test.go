package deck

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReadXML reads anything. Every place that a message names must lie in the
// file and every value must be accessible.
func FuzzReadXML(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.xml")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range table {
		f.Add([]byte(sample(s)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m := ReadXML(&Source{Name: "t.xml", Text: text}, "/d", table)
		n := len(m.Sources[0].Text)
		for _, d := range m.Diags.List {
			if d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > n || d.Msg == "" || len(d.Code) != 4 {
				t.Fatalf("%+v", d)
			}
		}
		m.Diags.WriteText(io.Discard, false)
		m.Diags.WriteJSON(io.Discard)
		for _, e := range append(m.Elements, m.Commands...) {
			access(t, e)
		}
	})
}

// sample writes an element with all attributes of a schema.
func sample(s *Schema) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s id=\"1\"", s.Kind)
	for _, a := range s.Attrs {
		v := map[Type]string{Bool: "TRUE", Expr: "DX(1)", RealOrExpr: "TIME", Path: "a.so", Params: "USER(1,2)", Angle: "90D", Refs: "1,1", Reals: "1 2 3"}[a.Type]
		if a.Type == Enum {
			v = a.Enum[0]
		} else if v == "" {
			v = "1"
		}
		fmt.Fprintf(&b, "\n  %s = \"%s\"", a.Name, v)
	}
	if len(s.Text) > 0 {
		return b.String() + ">1 2 3</" + s.Kind + ">\n"
	}
	return b.String() + "/>\n"
}

// access reads all values of an element.
func access(t *testing.T, e *Element) {
	for _, s := range e.kind.specs {
		e.Has(s.Name)
		e.SpanOf(s.Name)
		switch s.Type {
		case Real, Angle:
			e.Real(s.Name)
		case Int:
			e.Int(s.Name)
		case Bool:
			e.Bool(s.Name)
		case Ref:
			e.Ref(s.Name)
		case Refs:
			e.Refs(s.Name)
		case Enum:
			e.Enum(s.Name)
		case RealOrExpr:
			e.Number(s.Name)
		case String, Path, Expr:
			e.Str(s.Name)
		case Params, Reals:
			e.Reals(s.Name)
		case Ints:
			e.Ints(s.Name)
		}
	}
	if e.kind.index["usrsub_dll_name"] != nil {
		e.RoutineRef("X")
	}
	if len(e.Schema.Text) > 0 {
		e.TextReals()
		e.TextInts()
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		for k := 0; k <= len(a.Value); k += 1 + len(a.Value)/16 {
			if at := a.SpanOf(k, len(a.Value)); at.Start < a.ValueSpan.Start || at.End > a.ValueSpan.End || at.Start > at.End {
				t.Fatalf("%q[%d:] at %+v of %+v, %v", a.Value, k, at, a.ValueSpan, a.Map)
			}
		}
	}
}
