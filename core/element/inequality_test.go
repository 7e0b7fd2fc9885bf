package element

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// Bodies 2 and 3, one joint each; % takes more attributes.
const (
	stopped = `<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10" `
	slider  = `<Constraint_Joint id="1" type="CYLINDRICAL" i_marker_id="20" j_marker_id="10" `
	drive   = stopped + `/><Motion_Joint id="1" joint_id="1" val_type="V" expr="1" `
)

func TestInequalityDiagnostics(t *testing.T) {
	const general = `<Constraint_General id="1" expr="DX(20)" `
	tests := []struct{ model, want string }{
		{stopped + `unilateral="TRUE"/>`, "B262"},
		{stopped + `unilateral="FALSE" limit_min="-1" limit_max="40D" limit_restitution="0.5" break_force="1" break_torque="2"/>`, ""},
		{stopped + `limit_min="1" limit_max="1"/>`, "B264"},
		{stopped + `limit_min="2" limit_max="1"/>`, "B264"},
		{stopped + `limit_max="x"/>`, "E401"},
		{stopped + `limit_restitution="0.5"/>`, "B265"},
		{stopped + `limit_max="1" limit_restitution="1.5"/>`, "E403"},
		{stopped + `limit_min="350D" limit_max="370D"/>`, "B266"},
		{stopped + `limit_rot_min="-1"/>`, "W304"},
		{stopped + `break_force="0"/>`, "E403"},
		{slider + `limit_rot_min="1" limit_rot_max="0"/>`, "B264"},
		{slider + `limit_min="-1" limit_rot_min="-1" limit_rot_max="1"/>`, ""},
		{`<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="10" limit_min="1"/>`, "B263"},
		{`<Constraint_Joint id="1" type="INPLANE" i_marker_id="20" j_marker_id="10" unilateral="TRUE" restitution_coef="0.5"/>`, ""},
		{`<Constraint_Joint id="1" type="INPLANE" i_marker_id="20" j_marker_id="10" restitution_coef="0.5"/>`, "W304"},
		{`<Constraint_Jprim id="1" type="INPLANE" i_marker_id="20" j_marker_id="10" unilateral="TRUE" break_force="2"/>`, ""},
		{`<Constraint_Jprim id="1" type="INLINE" i_marker_id="20" j_marker_id="10" unilateral="TRUE"/>`, "B262"},
		{`<Constraint_Jprim id="1" type="INLINE" i_marker_id="20" j_marker_id="10" limit_max="1"/>`, "E306"},
		{general + `unilateral="TRUE" restitution_coef="2"/>`, "E403"},
		{general + `unilateral="TRUE" multiplier_max="2"/>`, "W304"},
		{general + `multiplier_min="-1" multiplier_max="2"/>`, ""},
		{general + `multiplier_min="1" multiplier_max="2"/>`, "B260"},
		{general + `multiplier_max="-2"/>`, "E403"},
		{general + `multiplier_min="-2"/>`, "B056"}, // one-sided, but not at 0
		{general + `multiplier_min="0"/>`, ""},
		{general + `multiplier_min="0" multiplier_max="0"/>`, "B261"},
		{general + `max_effort="2"/>`, "E306"},
		{`<Constraint_General id="1" expr="VX(20)" unilateral="TRUE" restitution_coef="0.5"/>`, "B268"},
		{drive + `max_effort="5"/>`, ""},
		{drive + `min_effort="0"/>`, ""}, // a freewheel
		{drive + `max_effort="0"/>`, "B261"},
		{drive + `max_effort="-1"/>`, "E403"},
		{drive + `max_effort="5" min_effort="1"/>`, "B260"},
		{drive + `break_torque="5"/>`, ""},
		{drive + `break_force="5"/>`, "B267"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="X" expr="0" break_torque="5"/>`, "B267"},
		{stopped + `/><Constraint_Coupler id="1" joint1_id="1" joint2_id="1" coefficients="1 1" unilateral="TRUE"/>`, "E306"},
		{`<Force_Penalty id="1" expr="DX(20)"/>`, "E305"},
		{`<Force_Penalty id="1" expr="DX(20)" penalty="1" restitution_coef="0.5"/>`, "W304"},
		{`<Force_Penalty id="1" method="VI" expr="DX(20)"/>`, ""},
		{`<Force_Penalty id="1" method="VI" expr="DX(20)" unilateral="TRUE" restitution_coef="0.5"/>`, ""},
		{`<Force_Penalty id="1" method="VI" expr="DX(20)" penalty="1" penalty1="2" unilateral="TRUE" smoothing_factor="3"/>`, "W304 W304 W304"},
		{`<Force_Penalty id="1" method="VI" expr="DX(10)"/>`, "B055"},
		{`<Force_Penalty id="1" method="VI" expr="ACCX(20)"/>`, "B054"},
	}
	for _, c := range tests {
		_, said := build("<M><Model>"+rod+c.model+"</Model></M>", none)
		if want := strings.Fields(c.want); !reflect.DeepEqual(codes(said), want) && len(codes(said))+len(want) > 0 {
			t.Errorf("%s: want %v, said\n%s", c.model, want, said)
		}
	}
}

// TestRowLaws: which interval the attributes make of each row with a law.
func TestRowLaws(t *testing.T) {
	inf := math.Inf(1)
	for model, want := range map[string][]system.Inequality{
		`<Constraint_Joint id="1" type="INPLANE" i_marker_id="20" j_marker_id="10" unilateral="TRUE" restitution_coef="0.5"/>`: {{Lo: -inf, Restitution: 0.5}},
		`<Constraint_Jprim id="1" type="INPLANE" i_marker_id="20" j_marker_id="10" unilateral="TRUE"/>`:                        {{Lo: -inf}},
		`<Constraint_Jprim id="1" type="INPLANE" i_marker_id="20" j_marker_id="10"/>`:                                          nil,
		`<Constraint_General id="1" expr="DX(20)" multiplier_min="-1" multiplier_max="2"/>`:                                    {{Lo: -1, Hi: 2}},
		`<Force_Penalty id="1" method="VI" expr="DX(20)" unilateral="TRUE"/>`:                                                  {{Lo: -inf}},
		stopped + `limit_min="-1" limit_max="1" limit_restitution="0.25"/>`:                                                    {{Hi: inf, Restitution: 0.25}, {Lo: -inf, Restitution: 0.25}},
		slider + `limit_max="1" limit_rot_min="-1"/>`:                                                                          {{Lo: -inf}, {Hi: inf}},
		drive + `max_effort="5"/>`:                 {{Lo: -5, Hi: 5}},
		drive + `max_effort="5" min_effort="-2"/>`: {{Lo: -2, Hi: 5}},
		drive + `min_effort="0"/>`:                 {{Hi: inf}},
	} {
		m, said := build("<M><Model>"+rod+model+"</Model></M>", none)
		if got := lawsOf(m.System); !reflect.DeepEqual(got, want) || said != "" {
			t.Errorf("%s: %v, want %v\n%s", model, got, want, said)
		}
	}
}

// lawsOf lists the laws of all rows that have one.
func lawsOf(sys *system.System) (all []system.Inequality) {
	for _, set := range sys.Rows {
		switch r := set.(type) {
		case *system.Joint:
			all = append(all, r.Law...)
		case *system.GeneralConstraint:
			all = append(all, r.Law...)
		case *system.PrescribedMotion:
			all = append(all, r.Law...)
		}
	}
	return all
}
