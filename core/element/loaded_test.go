package element_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// warned runs a deck and returns its warnings.
func warned(t *testing.T, model, command string, r routines) (all []string) {
	t.Helper()
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte("<M><Model>" + model + "</Model><Command>" + command + "</Command></M>")}, ".", element.Table())
	b := element.Build(m, r.load)
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		t.Fatal(m.Diags.List, b.Failed)
	}
	rec, err := run.NewRecorder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(context.Background(), b, rec, run.Options{Warn: func(text string) { all = append(all, text) }}); err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Finish("ok", 0, nil); err != nil {
		t.Fatal(err)
	}
	return all
}

// Every routine that a model calls is listed once: readers, main ones, those for first and
// second partial derivatives, and drivers, of which commands may name another.
func TestLoaded(t *testing.T) {
	none := func(*usersub.Frame, usersub.State) {}
	subs := routines{}
	for _, n := range []string{"COUSUB", "first", "second", "CONSUB", "MARKER_READ"} {
		subs[n] = none
	}
	text := `<M><Model><Param_Simulation usrsub_dll_name="a"/>` + coupling + `<Reference_Marker id="7" body_id="1" usrsub_dll_name="a"/>
<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="a" usrsub_der1_name="first" usrsub_der2_name="second"/>
</Model><Command><Param_Simulation usrsub_dll_name="b"/></Command></M>`
	b := element.Build(deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte(text)}, ".", element.Table()), subs.load)
	var got []string
	for _, x := range b.ListRoutines() {
		got = append(got, x.Element+" "+x.Sig.Name)
	}
	want := "Reference_Marker 7 MARKER_READ, Constraint_Coupler 1 COUSUB, Constraint_Coupler 1 COUXX, Constraint_Coupler 1 COUXX2, Param_Simulation CONSUB, Param_Simulation CONSUB"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
}

// A curve that has no point for GTCURV at any time is reported once, and once more for
// another reason.
func TestGTCURVReportsOnce(t *testing.T) {
	model := tight + ground + point + `<Reference_ParamCurve id="5" u_start="0" u_end="1" usrsub_fnc_name="CURSUB"/><Reference_Variable id="1" type="USERSUB"/>` + report("VARVAL(1)", "DX(30)")
	varsub := func(f *usersub.Frame, s usersub.State) {
		c, _ := usersub.As[usersub.Curves](s)
		var v [3]float64
		if !f.IsSetup() {
			out(f)[0] = float64(c.GtCurv(&v, 5, math.Mod(0.1+f.Real[f.ArgOffset(f.Sig.ArgIndex("time"))], 1), 0))
		}
	}
	cursub := func(f *usersub.Frame, s usersub.State) {
		if !f.IsSetup() {
			f.RealArgNamed("values")[0] = math.NaN()
		}
	}
	got := warned(t, model, one, routines{"CURSUB": cursub, "VARSUB": varsub})
	n := 0
	for _, w := range got {
		if strings.Contains(w, "GTCURV") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d warnings: %s", n, fmt.Sprint(got))
	}
}
