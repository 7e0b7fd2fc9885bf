package system

import (
	"bytes"
	options "flag"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spatial"
)

var update = options.Bool("update", false, "write the page of functions")

// TestFunctionsPageIsCurrent: the page is what the tables say.
func TestFunctionsPageIsCurrent(t *testing.T) {
	var b bytes.Buffer
	WriteFunctionPages(&b)
	const page = "../FUNCTIONS.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(page); err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Error("FUNCTIONS.md is not what the tables say: go test ./core/system -run FunctionsPage -update", err)
	}
}

// TestPagesOfMeasures: each measure and spline has one page with its number of arguments and an
// example that compiles.
func TestPagesOfMeasures(t *testing.T) {
	at := map[string]bool{}
	for _, p := range measurePages() {
		form, known := MeasureTable{}.Lookup(p.Name)
		if at[p.Name] || !known {
			t.Errorf("%s: two pages, or no such measure", p.Name)
		}
		at[p.Name] = true
		if p.Meaning == "" || p.Unit == "" || strings.ContainsAny(p.String(), "{}") {
			t.Errorf("%s: meaning or unit is missing, or a mark is left:\n%s", p.Name, p)
		}
		list := p.Form[strings.IndexByte(p.Form, '(')+1:]
		needed, _, _ := strings.Cut(list, "[")
		lo, hi := len(strings.Split(needed, ",")), len(strings.Split(list, ","))
		if lo-form.Reals != form.Min || hi-form.Reals != form.Max {
			t.Errorf("%s takes %d to %d arguments, the table %d to %d", p.Form, lo, hi, form.Reals+form.Min, form.Reals+form.Max)
		}
		if _, errs := expr.Compile(p.Example, MeasureTable{}); errs != nil || !strings.HasPrefix(p.Example, p.Name+"(") {
			t.Errorf("%s: %v", p.Example, errs)
		}
	}
	for _, name := range (MeasureTable{}).Names() {
		if _, ok := FindFunctionPage(strings.ToLower(name)); !ok || !at[name] && name != "TIME" {
			t.Errorf("%s has no page", name)
		}
	}
}

// TestExamplesOfMeasures: the stated values are those of the markers that the page's
// introduction describes.
func TestExamplesOfMeasures(t *testing.T) {
	sys := New()
	sin, cos := math.Sincos(math.Pi / 6)
	turned := mat{A: vec{X: cos, Y: sin}, B: vec{X: -sin, Y: cos}, C: vec{Z: 1}}
	b := sys.AddBody(Body{ID: 1, Kind: Rigid, Mass: 1, Inertia: spatial.Identity, Pos0: vec{X: 3, Y: 4, Z: 12}, Rot0: turned})
	sys.AddMarker(Marker{ID: 10, Body: b, Rot: spatial.Identity})
	sys.AddMarker(Marker{ID: 11, Body: Ground, Pos: vec{X: 1}, Rot: spatial.Identity})
	sys.AddMarker(Marker{ID: 12, Body: Ground, Pos: vec{Y: 1}, Rot: spatial.Identity})
	want := map[string]float64{}
	m := &model{System: sys}
	calls := map[string]Call{}
	for _, p := range measurePages() {
		if p.Value == "" {
			continue
		}
		e, errs := expr.Compile(p.Example, MeasureTable{})
		v, errsOfValue := expr.Compile(p.Value, MeasureTable{})
		if errs != nil || errsOfValue != nil || len(e.Measures) != 1 {
			t.Fatal(p.Example, errs, errsOfValue)
		}
		want[p.Example], _ = v.ConstantValue()
		calls[p.Example] = m.asked(e.Measures[0].Name, e.Measures[0].Args...)
	}
	if len(want) < 10 {
		t.Fatalf("%d examples have values", len(want))
	}
	s, p, _ := started(t, m.System)
	for example, c := range calls {
		if have := valueAt(t, s, p, c); math.Abs(have-want[example]) > 1e-12 {
			t.Errorf("%s = %v, not %v", example, have, want[example])
		}
	}
}
