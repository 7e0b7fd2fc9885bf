package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// inertDeck is a body on a joint of a type with limits, and a free one.
func inertDeck(kind, limits, more string) string {
	return fmt.Sprintf(`<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2"/>
<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_y="1"/>
<Constraint_Joint id="1" type="%s" i_marker_id="21" j_marker_id="1" %s/>
%s
</Model><Command><Simulate analysis_type="Transient" duration="0.01" num_steps="1"/></Command></M>
<!-- trammel: allow P105 -->
`, kind, limits, more)
}

// TestCheckInert: check names inequalities, limits and bounded motions that make no difference, at their place, and nothing else.
func TestCheckInert(t *testing.T) {
	rope := func(id int, expr string) string {
		return fmt.Sprintf(`<Constraint_General id="%d" expr="%s" i_marker_id="30" unilateral="TRUE"/>`, id, expr)
	}
	motor := func(id int, more string) string {
		return fmt.Sprintf(`<Motion_Joint id="%d" joint_id="1" val_type="V" expr="1" %s/>`, id, more)
	}
	const limits = `limit_min="-1" limit_max="1"`
	for name, c := range map[string]struct {
		deck string
		want []string // code and text
	}{
		"sound":  {inertDeck("REVOLUTE", limits, rope(2, "DM(30)-2")), nil},
		"motion": {inertDeck("REVOLUTE", `limit_max="1"`, motor(1, "")), []string{"E636 Constraint_Joint 1 (REVOLUTE): limit_max makes no difference at the start and near it: what it restricts is determined by Motion_Joint 1"}},
		"joint": {inertDeck("TRANSLATIONAL", `limit_min="-1"`, `<Constraint_Jprim id="2" type="INPLANE" i_marker_id="21" j_marker_id="1"/>`),
			[]string{"E636 Constraint_Joint 1 (TRANSLATIONAL): limit_min makes no difference at the start and near it: what it restricts is determined by Constraint_Jprim 2 (INPLANE)"}},
		"yields":  {inertDeck("REVOLUTE", limits, motor(1, `max_effort="5"`)), nil},
		"no.ff":   {inertDeck("REVOLUTE", "", motor(1, `max_effort="0"`)), []string{"B261 Motion_Joint 1: max_effort: both bounds are 0: Motion_Joint 1 is never in force"}},
		"motors":  {inertDeck("REVOLUTE", "", motor(1, `max_effort="5"`)+motor(2, `max_effort="3"`)), []string{"E637 Motion_Joint 2: motion is redundant at the start and near it: it has the same effect as Motion_Joint 1"}},
		"twice":   {inertDeck("REVOLUTE", "", rope(2, "DM(30)-2")+rope(3, "2*DM(30)-4")), []string{"E637 Constraint_General 3: expression is redundant at the start and near it: it has the same effect as Constraint_General 2"}},
		"longer":  {inertDeck("REVOLUTE", "", rope(2, "DM(30)-2")+rope(3, "DM(30)-1.9")), []string{"E636 Constraint_General 2: expression is never reached from the start and near it: Constraint_General 3 is reached before"}},
		"rod":     {inertDeck("REVOLUTE", "", rope(2, "DM(30)-2")+rope(3, "1-DM(30)")), nil},
		"growing": {inertDeck("REVOLUTE", "", rope(2, "DM(30)-2-TIME")+rope(3, "DM(30)-2.1")), nil},
		"stops": {inertDeck("REVOLUTE", limits, `<Constraint_General id="2" expr="AZ(20,1)-0.5" unilateral="TRUE"/>`),
			[]string{"E636 Constraint_Joint 1 (REVOLUTE): limit_max is never reached from the start and near it: Constraint_General 2 is reached before"}},
		// the row has no say at the start, where the body is as far along x as it gets
		"turning": {inertDeck("REVOLUTE", "", `<Constraint_General id="2" expr="DX(20)-1" unilateral="TRUE"/>`), nil},
		"violated": {inertDeck("TRANSLATIONAL", `limit_min="0.5"`, ""),
			[]string{"W805 Constraint_Joint 1: limit_min is violated by 0.5 at the start: bodies are moved until it is not"}},
	} {
		clitest.WriteFile(t, "inert-"+name+".xml", c.deck)
		o := clitest.Run(t, "check", "inert-"+name+".xml", "--format", "gcc")
		var got []string
		for _, l := range strings.Split(strings.TrimSpace(o.Out), "\n") {
			if _, text, ok := strings.Cut(l, "warning: "); ok {
				text, code, _ := strings.Cut(text, " [")
				text, _, _ = strings.Cut(text, " (those do not give way")
				got = append(got, strings.TrimSuffix(code, "]")+" "+text)
			} else if l != "" {
				t.Errorf("%s: %s", name, l)
			}
		}
		if o.Code != 0 || strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: code %d, found\n%s\nwant\n%s", name, o.Code, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
