package element

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// TestDryTellsSlips: the outputs hold the slip velocities and forces of all directions of a surface, each at its own index.
func TestDryReportsSlips(t *testing.T) {
	b, said := build(`<M><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" ball_radius="0.5" mu_static="0.3" mu_dynamic="0.3" method="VI"/></M>`, none)
	if b.Deck.Diags.HasErrors() {
		t.Fatal(said)
	}
	s, err := b.System.NewState()
	if err != nil {
		t.Fatal(err)
	}
	spec := b.System.Laws[b.System.DryFrictions[0].Law]
	made, err := spec.New(s)
	if err != nil {
		t.Fatal(err)
	}
	law := made.(*dryFriction)
	in, out := make([]float64, len(law.Inputs())), make([]float64, law.Outputs())
	for k := range 3 {
		in[k], in[law.r+k] = float64(k+1), 5 // rates, and reactions that press the surface
	}
	s.SlipState(0).Stuck, s.SlipState(0).Dir = false, [3]float64{0, 0, 1}
	if err := law.Eval(out, in, s); err != nil {
		t.Fatal(err)
	}
	rub := out[dryFrictionAt:]
	if rub[system.FrictionLoad] <= 0 || rub[system.FrictionBound] != law.stick*rub[system.FrictionLoad] || rub[system.FrictionAlong] != 1.5 {
		t.Errorf("load %g, bound %g, speed along the direction of slip %g", rub[system.FrictionLoad], rub[system.FrictionBound], rub[system.FrictionAlong])
	}
	for k := range 3 {
		slip, push := rub[system.FrictionSlip+k], rub[system.FrictionPush+k]
		if slip != 0.5*in[k] || !(push < 0) || out[dryForce+law.axis[k]] != 0.5*push {
			t.Errorf("direction %d: slip velocity %g, force %g, torque %g", k, slip, push, out[dryForce+law.axis[k]])
		}
	}
}
