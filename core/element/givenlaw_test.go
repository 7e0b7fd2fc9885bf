package element_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestGivenLaws: an element whose law is given from outside has the routine of its kind, whatever the deck has: a routine of a library, an expression,
// a number. The numbers of USER(...) stay.
func TestGivenLaws(t *testing.T) {
	const model = ground + body + `<Reference_Marker id="7" body_id="1" floating="TRUE"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>`
	instead := map[string]string{
		"VFOSUB": `fx_expression="3"`, "GFOSUB": `tz_expression="TIME"`, "SFOSUB": `val_expression="2*TIME"`,
		"MOTSUB": `expr="TIME"`, "VARSUB": `expr="TIME"`, "DIFSUB": `expr="-DIF(1)"`, "GCOSUB": `expr="DX(20)"`, "PFOSUB": `expr="DX(20)"`, "REQSUB": `expr1="DX(20)"`,
	}
	for want, e := range defaultNames {
		if want == "SPLINE_READ" || want == "MARKER_READ" || want == "CONSUB" {
			continue // what is read from a file; an element without an id
		}
		forms := []string{`usrsub_dll_name="a" usrsub_fnc_name="other" usrsub_param_string="USER(1,2)"`}
		if x, ok := instead[want]; ok {
			forms = append(forms, x)
		}
		for i, form := range forms {
			text := "<M><Model>" + model + strings.Replace(e, "@", form, 1) + "</Model></M>"
			if i == 1 {
				text = strings.Replace(text, ` type="USERSUB"`, map[bool]string{true: ` type="EXPRESSION"`}[want != "VFOSUB"], 1)
			}
			m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte(text)}, ".", element.Table())
			kind := e[strings.LastIndex(e[:strings.Index(e, "@")], "<")+1:]
			kind, _, _ = strings.Cut(kind, " ")
			if err := m.UseRoutineForLaw(strings.ToLower(kind), 1); err != nil {
				t.Errorf("%s: %v", want, err)
				continue
			}
			var got []string
			element.Build(m, func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
				got = append(got, ref.Function, sig.Name, ref.Library, ref.Script, ref.Plugin)
				return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "none"}
			})
			if !slices.Equal(got, []string{want, want, "", "", ""}) || m.Diags.HasErrors() {
				t.Errorf("%s: %q %v", text, got, m.Diags.List)
			}
			if a := m.FindElement(kind, 1).Attr("usrsub_param_string"); i == 0 && (a == nil || a.Value != "USER(1,2)") {
				t.Errorf("%s: the numbers are %v", want, a)
			}
		}
	}
}

// TestGivenLawsRefused: what has no law, or is not there.
func TestGivenLawsRefused(t *testing.T) {
	m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte("<M><Model>" + ground + body + "</Model></M>")}, ".", element.Table())
	for _, c := range []struct{ kind, want string }{
		{"Body_Rigid", "no user subroutine"}, {"Force_Scalar_TwoBody", "there is no Force_Scalar_TwoBody 1"}, {"Force_Scalar_TwoBdy", "did you mean Force_Scalar_TwoBody?"},
	} {
		if err := m.UseRoutineForLaw(c.kind, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %q", err, c.want)
		}
	}
}
