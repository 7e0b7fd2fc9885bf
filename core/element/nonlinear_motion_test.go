package element_test

import "testing"

// TestFreeBeamMovesItsMassCentre: a cable of two elements that is thrown, bends and stretches: its mass centre, which half of the cable at the node
// in the middle and a quarter at each end make, moves on a parabola. Without load it is
// shorter than at the start and bent.
func TestFreeBeamMovesItsMassCentre(t *testing.T) {
	model := `<Param_Transient integr_tol="1e-7" h_max="0.001"/><Force_Gravity grav_y="-10"/>` + ground + `<Body_Flexible id="2" cratio="1e-4" v_ic_x="3" w_ic_z="2">
<GRID id="1" x="0" y="0" z="0" y0="0.1"/><GRID id="2" x="1" y="0" z="0" x0="0.95"/><GRID id="3" x="2" y="0" z="0" x0="1.9" y0="0.1" zd="0.5"/>
<MAT1 id="1" e="1e6" rho="1000"/><PCABLE id="1" mid="1" area="1e-4" iyy="1e-6"/><CABLE id="1" pid="1" g1="1" g2="2"/><CABLE id="2" pid="1" g1="2" g2="3"/></Body_Flexible>
<Reference_Marker id="21" body_id="2" node_id="1"/><Reference_Marker id="22" body_id="2" node_id="2"/><Reference_Marker id="23" body_id="2" node_id="3"/>` +
		report("(DX(21)+2*DX(22)+DX(23))/4", "(DY(21)+2*DY(22)+DY(23))/4", "(DZ(21)+2*DZ(22)+DZ(23))/4", "DM(21,22)")
	r := simulate(t, model, `<Simulate analysis_type="Transient" end_time="0.2" num_steps="2"/>`, nil)
	r.near(0, "9.F4", 1, 1e-12)
	r.near(-1, "9.F1", 1+3*0.2, 1e-6)
	r.near(-1, "9.F2", 2*0.2-0.2, 1e-6) // the middle, 1 from the axis of the rotation, begins with 2
	r.near(-1, "9.F3", 0.125*0.2, 1e-6)
	if d := r.at(-1, "9.F4"); d > 0.99 || d < 0.9 {
		t.Errorf("the distance of the nodes is %g: it should be near 0.955", d)
	}
}
