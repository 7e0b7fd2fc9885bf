package element

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// flexibleDeck is a model with a flexible body of three modes and two nodes, whose attributes and whatever else is in the model are given.
func flexibleDeck(body, more string) string {
	return `<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="1"/>
<Body_Flexible id="2" ` + body + `/>
` + more
}

// TestFlexibleRefused: broken data, and elements that a flexible body cannot carry, are errors that say where and why.
func TestFlexibleRefused(t *testing.T) {
	const (
		path  = "testdata/flexible/refused.golden"
		point = `flex_file="testdata/flexible/point.json"`
		loads = `flex_file="testdata/flexible/loads.json"`
		pins  = `flex_file="testdata/flexible/pins.json"`
		nodes = `<Reference_Marker id="20" body_id="2" node_id="1"/><Reference_Marker id="21" body_id="2" node_id="2"/><Reference_Marker id="22" body_id="2"/>` + "\n"
		end   = `</Model></M>`
	)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, c := range []struct{ code, body, more string }{
		{"B410", ``, end},
		{"B410", `h3d_file="rod.h3d"`, end},
		{"B410", `mnf_file="rod.mnf"`, end},
		{"E502", `flexdata_id="3"`, end},
		{"B410", `flexdata_id="3"`, `<Reference_FlexData id="3" num_nodes="2"><ModeData>1 20.</ModeData></Reference_FlexData>` + end},
		{"B411", `flex_file="missing.json"`, end},
		{"B411", `flex_file="testdata/flexible/cut.json"`, end},
		{"B411", `flex_file="testdata/flexible/mass.json"`, end},
		{"B411", `flex_file="testdata/flexible/size.json"`, end},
		{"B411", `flex_file="testdata/flexible/load.json"`, end},
		{"B411", `flex_file="testdata/flexible/empty.SID_FEM"`, end},
		{"B411", `flex_file="testdata/flexible/empty.SID_FEM" flex_units="mm-t-s"`, end},
		{"B411", `flex_file="flexible_test.go"`, end},
		{"B411", point + ` flex_units="m-kg-s"`, end},
		{"B412", point + ` is_user_damp="TRUE"`, end},
		{"B419", point + ` max_frequency="1e-3"`, end},
		{"B413", point + ` q_ic="0 0 0 0"`, end},
		{"B413", point + ` q_ic="0.1" rigidified="TRUE"`, end},
		{"B414", point + ` cdamp_expr="0.1-FXMODE"`, end},
		{"X001", point + ` cdamp_expr="STEP(FXFREQ"`, end},
		{"B014", point, `<Reference_Marker id="20" body_id="2" node_id="3"/>` + end},
		{"B014", point, `<Reference_Marker id="20" body_id="1" node_id="1"/>` + end},
		{"B014", point, `<Reference_Marker id="20" body_id="1" body_type="FLEXBODY"/>` + end},
		{"B415", point, nodes + `<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="22" j_marker_id="1"/>` + end},
		{"B415", point, nodes + `<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="22" ref_marker_id="1" fx_expression="1" fy_expression="0" fz_expression="0"/>` + end},
		{"B415", pins, nodes + `<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>` + end},
		{"B415", pins, nodes + `<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="21" ref_marker_id="1" tx_expression="1" ty_expression="0" tz_expression="0"/>` + end},
		{"X002", point, nodes + `<Post_Request id="1" type="EXPRESSION" expr1="Q(2,10)"/>` + end},
		{"X002", point, nodes + `<Post_Request id="1" type="EXPRESSION" expr1="QDOT(3,7)"/>` + end},
		{"X001", point, nodes + `<Post_Request id="1" type="EXPRESSION" expr1="FXFREQ"/>` + end},
		{"B", point, nodes + `<Constraint_General id="1" i_marker_id="20" expr="Q(2,7)"/>` + end},
		{"B418", point, nodes + `<Force_FlexModal id="1" flex_body_id="2" case_id="1" scale_expr="1"/>` + end},
		{"B418", loads, nodes + `<Force_FlexModal id="1" flex_body_id="2" case_id="3" scale_expr="1"/>` + end},
		{"B418", loads + ` rigidified="TRUE"`, nodes + `<Force_FlexModal id="1" flex_body_id="2" case_id="1" scale_expr="1"/>` + end},
		{"E305", loads, nodes + `<Force_FlexModal id="1" flex_body_id="2" case_id="1"/>` + end},
		{"E305", loads, nodes + `<Force_FlexModal id="1" flex_body_id="2" scale_expr="1"/>` + end},
		{"E502", loads, nodes + `<Force_FlexModal id="1" flex_body_id="1" case_id="1" scale_expr="1"/>` + end},
		{"X001", loads, nodes + `<Force_FlexModal id="1" flex_body_id="2" case_id="1" scale_expr="STEP(TIME"/>` + end},
		{"B411", `flex_file="testdata/flexible/loads_short.json"`, end},
		{"B417", point, nodes + `<Param_Transient integrator_type="NSC" h_max="0.01"/></Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="1"/></Command></M>`},
		{"B416", point, nodes + `</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="1"/><Body_Flexible id="2" rigidified="TRUE"/></Command></M>`},
		{"B416", point, nodes + `</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="1"/><Body_Flexible id="2" flex_file="testdata/flexible/pins.json"/></Command></M>`},
	} {
		_, said := build(flexibleDeck(c.body, c.more), none)
		said = strings.ReplaceAll(said, here+string(filepath.Separator), "")
		if !strings.Contains(said, "["+c.code) {
			t.Errorf("%s %s: %q is not %s", c.body, c.more, said, c.code)
		}
		all.WriteString("## " + c.body + "\n" + said + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(all.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != all.String() {
		t.Errorf("%v: what is said is not that of %s: run with -update and look at the difference", err, path)
	}
}

// TestFlexibleAccepted: what nodes without rotations may carry, and decks of both ways to name data, have no complaints.
func TestFlexibleAccepted(t *testing.T) {
	const nodes = `<Reference_Marker id="20" body_id="2" node_id="1"/><Reference_Marker id="21" body_id="2" body_type="FLEXBODY" node_id="2"/>`
	for _, c := range [][2]string{
		{`flex_file="testdata/flexible/pins.json" cdamp_expr="STEP(FXFREQ,1,0.01,FXMODE,0.1)"`, nodes + `<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>`},
		{`flexdata_id="3" cdamp_expr="0.01*TIME"`, nodes + `<Reference_FlexData id="3" flex_file="testdata/flexible/point.json"/><Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1"/>
<Force_Bushing id="1" i_marker_id="21" j_marker_id="2" kx="1" ky="1" kz="1" ktx="1" kty="1" ktz="1"/>`},
	} {
		m, said := build(flexibleDeck(c[0], c[1]+`<Post_Request id="1" type="EXPRESSION" expr1="Q(2,7)+QDOT(2,8)+QDDOT(2,9)" expr2="NMODES(2)"/></Model></M>`), none)
		if said != "" || len(m.System.Flex) != 1 {
			t.Errorf("%s: %s", c[0], said)
		}
	}
}

// TestFlexibleAdams: the matrices of Adams of a body, in mm-t-s, are the body of the .json in m-kg-s.
func TestFlexibleAdams(t *testing.T) {
	var bodies []system.FlexBody
	for _, file := range []string{`flex_file="testdata/flexible/point.json"`, `flex_file="testdata/flexible/point.mtx" flex_units="mm-t-s"`} {
		m, said := build(flexibleDeck(file, `<Reference_Marker id="20" body_id="2" node_id="1"/><Reference_Marker id="21" body_id="2" node_id="2"/></Model></M>`), none)
		if said != "" || len(m.System.Flex) != 1 {
			t.Fatalf("%s: %s", file, said)
		}
		bodies = append(bodies, m.System.Flex[0])
	}
	a, b := &bodies[0], &bodies[1]
	numbers := func(f *system.FlexBody) []float64 {
		v := append([]float64{f.Mass, f.S0.X, f.S0.Y, f.S0.Z}, f.M...)
		v = append(append(v, f.K...), f.D...)
		for _, m := range append(append([]spatial.Mat{f.J0}, f.J1...), f.J2...) {
			for _, c := range []spatial.Vec{m.A, m.B, m.C} {
				v = append(v, c.X, c.Y, c.Z)
			}
		}
		for _, c := range append([][]spatial.Vec{f.S, f.C0}, f.C1...) {
			for _, x := range c {
				v = append(v, x.X, x.Y, x.Z)
			}
		}
		return v
	}
	want := numbers(a)
	for i, x := range numbers(b) {
		if math.Abs(x-want[i]) > 1e-12*(1+math.Abs(want[i])) {
			t.Errorf("number %d is %g, want %g", i, x, want[i])
		}
	}
}
