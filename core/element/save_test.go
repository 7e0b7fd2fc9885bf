package element_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
)

// TestSave: a model that is saved on the way continues as if it had not been: a double
// pendulum in space whose markers are given in the frames of others, a point on a
// spring, states of equations, an element that is switched off.
func TestSave(t *testing.T) {
	const model = ground + tight + `<Force_Gravity grav_y="-9"/>
<Body_Rigid id="2" cg_id="20" lprf_id="22" mass="2" inertia_xx="1" inertia_yy="2" inertia_zz="3" inertia_xy="0.1" w_ic_y="1" wm_id="20"/>
<Reference_Marker id="22" body_id="2" pos_x="0.5" psi="0.3" theta="0.2"/><Reference_Marker id="20" body_id="2" pos_y="0.2" zp_x="1" zp_y="0.3"/>
<Reference_Marker id="21" body_id="2" rm_id="1"/><Reference_Marker id="23" body_id="2" rm_id="20" pos_x="0.7" theta="90D"/>
<Body_Rigid id="4" cg_id="40" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="2" v_ic_z="1"/>
<Reference_Marker id="40" body_id="4" rm_id="23" pos_z="0.4"/><Reference_Marker id="41" body_id="4" rm_id="23"/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" ic="0.4 -1" i_marker_id="41" j_marker_id="23"/>
<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2" psi="30D"/>
<Force_SpringDamper id="6" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="23" stiffness="40" damping="0.1" length="1"/>
<Control_Diff id="7" ic="1" expr="-DIF(7)+DX(30)"/><Reference_Variable id="8" expr="DIF(7)"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/>
<Reference_Array id="3" type="U">8</Reference_Array><Reference_Matrix id="1" nrow="2" ncol="2">0 -4 1 -1</Reference_Matrix><Reference_Matrix id="2" nrow="2" ncol="1">0 1</Reference_Matrix>
<Reference_Matrix id="3" nrow="1" ncol="2">1 0</Reference_Matrix>
<Control_StateEqn id="9" type="LINEAR" x_array_id="1" y_array_id="2" u_array_id="3" a_matrix_id="1" b_matrix_id="2" c_matrix_id="3"/>
<Force_Vector_OneBody id="5" type="FORCEONLY" marker_id="40" ref_marker_id="40" fx_expression="2*ARYVAL(2,1)*SIN(TIME)"/>
<Constraint_Jprim id="3" type="SPHERICAL" i_marker_id="30" j_marker_id="1"/>`
	want := report("DX(30)", "DY(40,20,20)", "WZ(40)", "VX(20,1,20)", "DIF(7)", "ARYVAL(1,2)", "JOINT(1,0,2,0)")
	off := `<Deactivate element_type="JPRIM" element_id="3"/>`
	whole := simulate(t, model+want, off+until("1", 4), nil)

	dir := t.TempDir()
	path := filepath.Join(dir, "deck.xml")
	text := "<M><Model>" + model + want + "</Model><Command>" + off + until("0.5", 1) + `<Save model_file="saved.xml"/></Command></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	open := func(path string) *element.Model {
		m, err := deck.Read(path, element.Table())
		if err != nil {
			t.Fatal(err)
		}
		b := element.Build(m, nil)
		var said strings.Builder
		m.Diags.WriteText(&said, false)
		if said.Len() > 0 || len(b.Failed) > 0 {
			t.Fatalf("%s%v", said.String(), b.Failed)
		}
		return b
	}
	rec, err := run.NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(context.Background(), open(path), rec, run.Options{}); err != nil {
		t.Fatal(err)
	}
	rec.Finish("ok", 0, nil)
	saved, err := os.ReadFile(filepath.Join(dir, "saved.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(saved), "<Deactivate") || strings.Contains(string(saved), "<Simulate") {
		t.Errorf("saved:\n%s", saved)
	}
	more := strings.Replace(string(saved), "</Command>", `<Simulate analysis_type="Transient" start_time="0.5" end_time="1" num_steps="2"/></Command>`, 1)
	if err := os.WriteFile(path, []byte(more), 0o644); err != nil {
		t.Fatal(err)
	}
	rest := carryOut(t, open(path))
	for row := range 3 {
		for k := 1; k <= 7; k++ {
			c := "9.F" + string(rune('0'+k))
			tol := 1e-6
			if k == 7 {
				tol = 1e-4
			}
			rest.near(row, c, whole.at(row+2, c), tol)
		}
	}
	if whole.at(4, "9.F1") == whole.at(2, "9.F1") {
		t.Error("nothing moves")
	}
}
