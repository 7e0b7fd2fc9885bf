package run

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

// bobs is a pendulum of a rigid body and a point body on a spring, with a variable, an equation and plant lists.
const bobs = `<Param_Unit length_unit="MILLIMETER"/>
<Body_Rigid id="1" isground="TRUE"/>
<Reference_Marker id="10" body_id="1" psi="0.3" theta="0.2"/>
<Body_Rigid id="2" label="bob" mass="2" inertia_xx="3" inertia_yy="4" inertia_zz="5" inertia_xy="0.2" cg_id="20" lprf_id="22"/>
<Reference_Marker id="22" body_id="2" pos_x="0.5" psi="0.4"/>
<Reference_Marker id="20" body_id="2" pos_x="1" theta="0.1"/>
<Reference_Marker id="21" body_id="2" pos_x="-0.5" psi="-0.1" theta="0.2"/>
<Constraint_Joint id="5" label="pivot" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/>
<Body_Point id="2" mass="1" cg_id="30"/>
<Reference_Marker id="30" body_id="2" body_type="POINTBODY" pos_x="3"/>
<Force_SpringDamper id="7" i_marker_id="30" j_marker_id="20" stiffness="40" damping="1" length="1"/>
<Force_Vector_TwoBody id="8" type="FORCEANDTORQUE" i_marker_id="20" j_floating_marker_id="19" ref_marker_id="21" fx_expression="3*sin(time)" fy_expression="0" fz_expression="1" tx_expression="2" ty_expression="0" tz_expression="-1"/>
<Reference_Marker id="19" body_id="1" floating="TRUE"/>
<Force_Gravity grav_y="-9.81"/>
<Reference_Variable id="3" label="span" expr="DM(30,20)"/>
<Reference_Variable id="4" expr="2*VARVAL(3)"/>
<Control_Diff id="6" ic="1" expr="-DIF(6)+VARVAL(3)"/>
<Control_PlantOutput id="1" variable_id_list="3 4"/>
<Post_Graphic id="1" type="Cylinder" rm_id="21" radius="0.1" length="2"/>
<Post_Graphic id="2" type="BoxDefinedFromCorner" rm_id="20" length_x="1" length_y="-2" length_z="3"/>`

// bobRequests has the same quantities by requests: their columns must agree with those of the store.
const bobRequests = `<Post_Request id="1" label="bob at" type="MARKER_DISPLACEMENT" i_marker_id="20"/>
<Post_Request id="2" type="MARKER_VELOCITY" i_marker_id="20"/>
<Post_Request id="3" comment="of the bob" type="MARKER_ACCELERATION" i_marker_id="20"/>
<Post_Request id="4" type="ELEMENTAL_FORCE" elem_type="JOINT" elem_id="5"/>
<Post_Request id="5" type="ELEMENTAL_FORCE" elem_type="SPDP" elem_id="7"/>
<Post_Request id="6" type="ELEMENTAL_FORCE" elem_type="GFORCE" elem_id="8"/>
<Post_Request id="7" type="EXPRESSION" expr1="VARVAL(3)" expr2="VARVAL(4)" expr3="DIF(6)"/>
<Post_Request id="8" type="MARKER_VELOCITY" i_marker_id="30"/>`

// runResults runs a model and opens what it left.
func runResults(t *testing.T, model, commands string, opt Options) (*result.Reader, *Document) {
	t.Helper()
	m := buildText(t, model, commands)
	dir := t.TempDir()
	rec, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(context.Background(), m, rec, opt); err != nil {
		t.Fatal(err)
	}
	doc, err := rec.Finish(OK, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := result.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, doc
}

// storeColumn returns the values of a column by its name.
func storeColumn(t *testing.T, r *result.Reader, name string) []float64 {
	t.Helper()
	i := result.FindColumn(r.Columns, name)
	if i < 0 {
		t.Fatalf("there is no column %s", name)
	}
	v, err := r.ReadWholeColumn(i)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const bobTime = `<Simulate analysis_type="Transient" end_time="0.5" num_steps="50"/>`

// TestAllResults: each column of the store is what a request for the same quantity reports.
func TestAllResults(t *testing.T) {
	r, doc := runResults(t, bobs+bobRequests, bobTime, Options{Results: AllResults})
	for name, pairs := range map[string]string{
		"BODY/2":   "X=1.X Y=1.Y Z=1.Z VX=2.VX VY=2.VY VZ=2.VZ WX=2.WX WY=2.WY WZ=2.WZ ACCX=3.ACCX ACCY=3.ACCY ACCZ=3.ACCZ WDX=3.WDTX WDY=3.WDTY WDZ=3.WDTZ",
		"POINT/2":  "VX=8.VX VY=8.VY VZ=8.VZ",
		"JOINT/5":  "FX=4.FX FY=4.FY FZ=4.FZ TX=4.TX TY=4.TY TZ=4.TZ",
		"SPDP/7":   "FX=5.FX FY=5.FY FZ=5.FZ TX=5.TX TY=5.TY TZ=5.TZ",
		"GFORCE/8": "FX=6.FX FY=6.FY FZ=6.FZ TX=6.TX TY=6.TY TZ=6.TZ",
		"VARIABLE": "/3.Q=7.F1 /4.Q=7.F2", "POUTPUT/1": "OUT1=7.F1 OUT2=7.F2", "DIFF/6": "X1=7.F3",
	} {
		for _, p := range strings.Fields(pairs) {
			ours, theirs, _ := strings.Cut(p, "=")
			if !strings.HasPrefix(ours, "/") {
				ours = "." + ours
			}
			a, b := storeColumn(t, r, name+ours), storeColumn(t, r, theirs)
			if len(a) != 51 {
				t.Fatalf("%d rows", len(a))
			}
			moves := false
			for k := range a {
				moves = moves || b[k] != b[0]
				if math.Abs(a[k]-b[k]) > 1e-12*(1+math.Abs(b[k])) {
					t.Fatalf("%s%s is %g at row %d, request %s %g", name, ours, a[k], k, theirs, b[k])
				}
			}
			if !moves && !strings.Contains("FX FY FZ TX TY TZ", strings.TrimPrefix(ours, ".")) {
				t.Errorf("%s does not move", theirs)
			}
		}
	}
	if len(r.Analyses) != 1 || r.Analyses[0].Name != "transient_1" || r.Analyses[0].Rows != 51 {
		t.Errorf("analyses %+v", r.Analyses)
	}
	if r.Provenance.Status != OK || r.Provenance.Integrator == "" {
		t.Errorf("provenance %+v", r.Provenance)
	}
	c := r.Columns[result.FindColumn(r.Columns, "BODY/2.VX")]
	if c.Element.Label != "bob" || c.Quantity != "velocity" || c.Unit != "mm/s" || c.Frame != "global" {
		t.Errorf("%+v", c)
	}
	if d := doc.Columns; len(d) != 58 || d[1] != (ColumnInfo{"1.X", "Post_Request 1", "bob at", "displacement", "mm", "global"}) || doc.Columns[16].Label != "of the bob" {
		t.Errorf("run.json has %d columns, %+v", len(doc.Columns), doc.Columns[:2])
	}
}

// TestScene: markers of the scene are where their measures say, with the pose of their body from the store.
func TestScene(t *testing.T) {
	r, _ := runResults(t, bobs+bobRequests, bobTime, Options{})
	s, err := result.ReadScene(filepath.Dir(r.File))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Bodies) != 3 || s.Bodies[0].Pose != -1 || s.Bodies[1].Name != "bob" || s.Bodies[2].Name != "PART_2" || s.Units.Length != "mm" || s.Gravity != [3]float64{0, -9.81, 0} {
		t.Fatalf("%+v %+v", s.Bodies, s.Units)
	}
	b := s.Bodies[1]
	if b.Mass != 2 || math.Abs(b.Inertia[1]-4) > 1e-12 || math.Abs(b.Inertia[3]+0.2) > 1e-12 || b.Place.Line != 4 || b.Place.Col == 0 || !strings.Contains(s.Files[0].Text, "Post_Graphic") {
		t.Errorf("%+v", b)
	}
	if b.Pose < 0 || r.Columns[b.Pose].Name != "BODY/2.X" || r.Columns[b.Pose+6].Name != "BODY/2.QZ" {
		t.Errorf("pose %d", b.Pose)
	}
	j := s.Joints[0]
	if j.Type != "SPHERICAL" || s.Markers[j.I].ID != 21 || s.Markers[j.J].ID != 10 || j.Label != "pivot" || j.Force != -1 {
		t.Errorf("%+v", j)
	}
	if len(s.Forces) != 2 || len(s.Graphics) != 2 || s.Graphics[0].Type != result.Cylinder || s.Markers[s.Graphics[0].Marker].ID != 21 ||
		s.Graphics[1].Origin != [3]float64{0.5, -1, 1.5} || s.Graphics[1].Size != [3]float64{1, 2, 3} {
		t.Errorf("%+v %+v", s.Forces, s.Graphics)
	}
	// The pivot holds marker 21 at the origin of ground.
	for row := range r.Rows {
		v := make([]float64, 7)
		cols := []int{b.Pose, b.Pose + 1, b.Pose + 2, b.Pose + 3, b.Pose + 4, b.Pose + 5, b.Pose + 6}
		if err := r.ReadRowsFrom(v, cols, row); err != nil {
			t.Fatal(err)
		}
		p := s.Markers[j.I].Pos
		q := v[3:]
		t1 := [3]float64{2 * (q[2]*p[2] - q[3]*p[1]), 2 * (q[3]*p[0] - q[1]*p[2]), 2 * (q[1]*p[1] - q[2]*p[0])}
		at := [3]float64{
			v[0] + p[0] + q[0]*t1[0] + q[2]*t1[2] - q[3]*t1[1],
			v[1] + p[1] + q[0]*t1[1] + q[3]*t1[0] - q[1]*t1[2],
			v[2] + p[2] + q[0]*t1[2] + q[1]*t1[1] - q[2]*t1[0],
		}
		if math.Abs(at[0])+math.Abs(at[1])+math.Abs(at[2]) > 1e-8 {
			t.Fatalf("row %d: marker 21 is at %v", row, at)
		}
	}
}

// TestExtents: what is written by default, and what options ask for.
func TestExtents(t *testing.T) {
	bodies := 2 * 19
	all := bodies + 3*6 + 2 + 2 + 1
	for name, c := range map[string]struct {
		more     string
		opt      Options
		requests int
		store    int // columns besides those of requests, -1 without a store
	}{
		"no request":         {"", Options{}, 0, all},
		"requests":           {bobRequests, Options{}, 58, bodies},
		"H3DOutput":          {bobRequests + `<H3DOutput switch="ON"/>`, Options{}, 58, all},
		"ResOutput":          {bobRequests + `<ResOutput/>`, Options{}, 58, all},
		"--results requests": {bobRequests, Options{Results: RequestResults}, 58, -1},
		"--results motion":   {"", Options{Results: MotionResults}, 0, bodies},
		"--results none":     {bobRequests, Options{Results: NoResults}, 0, -1},
	} {
		m := buildText(t, bobs+c.more, bobTime)
		dir := t.TempDir()
		rec, err := NewRecorder(dir)
		if err != nil {
			t.Fatal(err)
		}
		err = Run(context.Background(), m, rec, c.opt)
		doc, closing := rec.Finish(OK, 0, nil)
		if err != nil || closing != nil {
			t.Fatal(err, closing)
		}
		r, err := result.OpenFolder(dir)
		switch {
		case c.store < 0 && err == nil:
			t.Errorf("%s: there is a store", name)
		case c.store >= 0 && err != nil:
			t.Errorf("%s: %v", name, err)
		case err == nil && len(r.Columns) != c.requests+c.store:
			t.Errorf("%s: %d columns, not %d and %d", name, len(r.Columns), c.requests, c.store)
		}
		if r != nil {
			r.Close()
		}
		if len(doc.Columns) != c.requests {
			t.Errorf("%s: run.json has %d columns", name, len(doc.Columns))
		}
		if tab := readTable(t, filepath.Join(dir, RowsFile)); len(tab.name) != 1+c.requests {
			t.Errorf("%s: requests.csv has %d columns", name, len(tab.name))
		}
	}
}

// TestHemisphere: quaternions of a body that turns several times do not jump, and analyses keep their rows apart.
func TestHemisphere(t *testing.T) {
	model := `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" cg_id="20"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="9*time"/>`
	r, _ := runResults(t, model, `<Simulate analysis_type="Static"/><Simulate analysis_type="Transient" end_time="2" num_steps="100"/><Simulate analysis_type="Transient" end_time="3" num_steps="50"/>`, Options{})
	q := [4][]float64{}
	for k, n := range result.PoseColumns[3:] {
		q[k] = storeColumn(t, r, "BODY/2."+n)
	}
	for i := 1; i < r.Rows; i++ {
		dot, norm := 0.0, 0.0
		for k := range q {
			dot += q[k][i] * q[k][i-1]
			norm += q[k][i] * q[k][i]
		}
		if dot < 0.9 || math.Abs(norm-1) > 1e-14 {
			t.Fatalf("row %d: the product with the row before is %g, the square %g", i, dot, norm)
		}
	}
	if r.Analyses[0].Type != "static" || r.Analyses[0].Rows != 1 || len(r.Analyses) != 3 || r.Analyses[1].Name != "kinematic_2" || r.Analyses[2].First != 102 {
		t.Errorf("%+v", r.Analyses)
	}
}

// TestLabelHeader: labels of requests may stand in the first line of requests.csv.
func TestLabelHeader(t *testing.T) {
	m := buildText(t, bobs+bobRequests, bobTime)
	o := carryOut(t, m, Options{LabelHeader: true})
	if o.err != nil || o.tab.name[2] != "bob at.X" || o.tab.name[8] != "2.VM" || o.tab.name[16] != "of the bob.ACCM" {
		t.Errorf("%v %v", o.tab.name, o.err)
	}
}
