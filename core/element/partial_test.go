package element_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// lacking is a library that has these routines and no others.
func lacking(r routines) element.Load {
	return func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		sub, err := r.load(ref, sig)
		var load *usersub.LoadError
		if errors.As(err, &load) {
			load.Reason, load.Hint, load.Lacks = "a.so has no function "+ref.Function, "check the name", ref.Library == "a"
		}
		return sub, err
	}
}

// Routines for partial derivatives go by their standard names where the deck names
// none and the main one goes by its own. Those that are named and lacking are a
// warning each and nothing else; without their file, or without the routine itself,
// it is an error.
func TestMissingPartialsAreDifferenced(t *testing.T) {
	none := func(*usersub.Frame, usersub.State) {}
	subs := routines{"COUSUB": none, "YFOSUB": none, "first": none, "xu": none, "COUXX": none, "mine": none, "YFOYX": none}
	coupler := coupling + `<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="@"/>`
	state := ground + point + filterArrays + `<Reference_Array id="3" type="U">5</Reference_Array><Force_StateEqn id="1" type="USERSUB" x_array_id="1"
y_array_id="2" u_array_id="3" num_state="2" i_marker_id="30" j_floating_marker_id="1" ref_marker_id="1" usrsub_dll_name="@"/>`
	for _, c := range []struct {
		model, library, names string
		said                  []string
		failed, exact         int
	}{
		{coupler, "a", `usrsub_der1_name="first" usrsub_der2_name="nosuch"`, []string{"nosuch", "COUSUB (COUXX2)"}, 0, 1},
		{coupler, "a", `usrsub_der1_name="nosuch" usrsub_der2_name="neither"`, []string{"nosuch", "neither"}, 0, 0},
		{coupler, "b", `usrsub_der1_name="nosuch"`, nil, 1, 0},
		{coupler, "a", `usrsub_fnc_name="nosuch"`, nil, 1, 0},
		{state, "a", `usrsub_der1_name="xx" usrsub_der2_name="xu"`, []string{"no function xx", "differences"}, 0, 1},
		{state, "a", `usrsub_der1_name="xx" usrsub_der2_name="xu" usrsub_der3_name="yx" usrsub_der4_name="yu"`, []string{"xx", "YFOSUB (YFOYX)", "yu"}, 0, 1},
		{coupler, "a", ``, nil, 0, 1}, // by standard names, of which COUXX2 is not there
		{state, "a", ``, nil, 0, 1},
		{coupler, "a", `usrsub_fnc_name="cousub"`, nil, 1, 0},
		{coupler, "a", `usrsub_fnc_name="COUSUB"`, nil, 0, 1},
		{coupler, "a", `usrsub_fnc_name="mine"`, nil, 0, 0}, // COUXX may be that of another
		{coupler, "a", `usrsub_der2_name="first"`, nil, 0, 0},
	} {
		text := replace(c.model, `usrsub_dll_name="@"`, `usrsub_dll_name="`+c.library+`" `+c.names)
		m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte("<M><Model>" + text + "</Model></M>")}, ".", element.Table())
		b := element.Build(m, lacking(subs))
		var out strings.Builder
		m.Diags.WriteText(&out, false)
		for _, s := range c.said {
			if !strings.Contains(out.String(), s) {
				t.Errorf("%s: it does not say %q:\n%s", c.names, s, out.String())
			}
		}
		if n := strings.Count(out.String(), "[B286]"); (n == 0) != (c.said == nil) || m.Diags.HasErrors() {
			t.Errorf("%s: %d warnings:\n%s", c.names, n, out.String())
		}
		if len(b.Failed) != c.failed {
			t.Errorf("%s: failed %v", c.names, b.Failed)
		}
		if c.failed == 0 && len(b.Routines[len(b.Routines)-1].Exact) != c.exact {
			t.Errorf("%s: %d exact partials, want %d", c.names, len(b.Routines[0].Exact), c.exact)
		}
	}
}

// What the deck names and the library lacks changes no result.
func TestMissingPartialsChangeNothing(t *testing.T) {
	subs := routines{"COUSUB": func(f *usersub.Frame, _ usersub.State) {
		q := f.RealArgNamed("disp")
		out(f)[0] = 2*q[0] - q[1]
	}}
	couplingWant(simulateWith(t, coupling+`<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="a" usrsub_der1_name="COUXX"
		usrsub_der2_name="COUXX2"/>`+couplingReport, one, lacking(subs)))
}
