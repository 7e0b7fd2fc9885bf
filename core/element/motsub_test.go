package element_test

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// power is a MOTSUB for par[0] t**par[1] and its derivatives, which notes the
// orders that it is asked for.
func power(asked map[int32]bool) goSub {
	return func(f *usersub.Frame, _ usersub.State) {
		if f.IsSetup() {
			return
		}
		p, t := f.RealArgNamed("par"), f.Time()
		n := f.Ints(f.Sig.ArgIndex("iord"))[0]
		asked[n] = true
		c, e := p[0], p[1]
		for range n {
			c, e = c*e, e-1
		}
		out(f)[0] = c * math.Pow(t, e)
	}
}

// A motion by MOTSUB at each level: the place and the load that drives it, of
// mass 2 or unit moment of inertia.
func TestMOTSUB(t *testing.T) {
	tests := map[string]struct {
		joint, body, motion, x, load string
		want, force                  float64
		orders                       []int32
	}{
		"R displacement": {"REVOLUTE", "", `val_type="D" usrsub_param_string="USER(1,3)"`, "AZ(20,1)", "MOTION(7,0,8,0)", 1, 6, []int32{0, 1, 2}},
		"R velocity":     {"REVOLUTE", "", `val_type="V" usrsub_param_string="USER(3,2)"`, "AZ(20,1)", "MOTION(7,0,8,0)", 1, 6, []int32{0, 1}},
		"R acceleration": {"REVOLUTE", `w_ic_z="1"`, `val_type="A" usrsub_param_string="USER(6,1)"`, "AZ(20,1)", "MOTION(7,0,8,0)", 2, 6, []int32{0}},
		"T displacement": {"TRANSLATIONAL", "", `usrsub_param_string="USER(1,3)" usrsub_fnc_name="mine"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12, []int32{0, 1, 2}},
		"T velocity":     {"CYLINDRICAL", "", `joint_type="T" val_type="V" usrsub_param_string="USER(3,2)"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12, []int32{0, 1}},
		"turns":          {"REVOLUTE", "", `usrsub_param_string="USER(9,2)"`, "AZ(20,1)", "MOTION(7,0,8,0)", 9, 18, []int32{0, 1, 2}},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			asked := map[int32]bool{}
			model := replace(replace(driven, "%", c.joint), "@", c.body) + `<Motion_Joint id="7" joint_id="5" type="USERSUB" ` + c.motion + `/>`
			r := simulate(t, model+report(c.x, c.load), one, routines{"MOTSUB": power(asked), "mine": power(asked)})
			r.near(-1, "9.F1", c.want, 1e-5)
			r.near(-1, "9.F2", c.force, 1e-5)
			if got := slices.Sorted(maps.Keys(asked)); !slices.Equal(got, c.orders) {
				t.Errorf("MOTSUB was asked for the orders %v, want %v", got, c.orders)
			}
		})
	}
}

// begin builds a deck and starts its system; it returns what goes wrong there.
func begin(t *testing.T, model string, r routines) error {
	t.Helper()
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte("<M><Model>" + model + "</Model></M>")}, ".", element.Table())
	b := element.Build(m, r.load)
	var said strings.Builder
	m.Diags.WriteText(&said, false)
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		t.Fatalf("%s%v", said.String(), errors.Join(b.Failed...))
	}
	s, err := b.System.NewState()
	if err == nil {
		_, err = s.Assemble(s.DeckPoint(), 1e-8)
	}
	return err
}

// A prescribed motion cannot depend on the state.
func TestMOTSUBQuery(t *testing.T) {
	sub := func(f *usersub.Frame, s usersub.State) { out(f)[0], _ = s.SysFnc("DX", []int32{20}) }
	err := begin(t, replace(replace(driven, "%", "REVOLUTE"), "@", "")+`<Motion_Joint id="7" joint_id="5" type="USERSUB" usrsub_dll_name="a"/>`, routines{"MOTSUB": sub})
	if err == nil || !strings.Contains(err.Error(), "Motion_Joint 7: MOTSUB queries DX, but a prescribed motion may only depend on the time") {
		t.Error(err)
	}
}
