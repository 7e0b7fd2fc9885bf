package adm_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
)

// A driven crank in a turned frame with a rod on a spring, a point mass, a
// filtered measure and a force that is given by components: once in Adams'
// language and once in XML.
const (
	formADM = `a crank
!------------------------------- SYSTEM UNITS --------------------------------
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/01, GROUND
MARKER/0101, PART = 01 ! ground
marker/102, qp = 0, 0, 0, reuler = 0D, 90d, 0D
!                         adams_view_name='crank'
PART/2, MASS = 2.5
, CM = 201, IM = 203
, IP = 300, 250, 200, 10, 20, 30
, QG = 0, 0, 0
, REULER = 90D, 30D, -45D
, WZ = 2
MARKER/201, PART = 2, QP = 20, 0, 0
MARKER/202, PART = 2
MARKER/203, PART = 2, QP = 20, 1, 0, ZP = 20, 1, 5, XP = 25, 1, 5
PART/3, MASS=1, CM=301, IP=50,60,70, VX=100
, VY = -50
MARKER/301, PART = 3, QP = 0, -100, 200
MARKER/302, QP = 0, -90, 200
POINT_MASS/4, MASS=0.5, CM=401
MARKER/401, POINT_MASS=4, QP=300,0,0
JOINT/1, SPHER, I = 202, J = 0101
SFORCE/1, TRANSLATIONAL, I = 201, J = 302
, FUNCTION = - 0.5*(DM(201,302)
, - 150)
, - 0.02*VR(201,302)
, + STEP(TIME, 0.1, 0
, 0.2, 3)\
SPRINGDAMPER/1, TRANSLATION, I=301, J=401, K=0.3, C=0.01, LENGTH=250
GFORCE/1, I=301, JFLOAT=103, RM=102
, FX = 0.5*DIF(1)\FY = -VARVAL(1)\
, FZ = 0\TX = 20*SIN(3*TIME)\TY=0\TZ=-0.5*WZ(301,0101,301)
MARKER/103, PART=1, FLOATING
VARIABLE/1, FUNCTION = 0.02*DZ(301,101)
DIFF/1, IC = 1, FUNCTION = -2*DIF(1) + COS(5*TIME)
ACCGRAV/JGRAV = -9806.65
REQUEST/1, D, I=201, J=101
REQUEST/2, V, I=301, J=101, RM=102
REQUEST/3, F2 = JOINT(1,0,2,0)\F3 = SFORCE(1,0,1,0)\F4=DIF(1), C=mixed
REQUEST/4, A, I=401
END
`
	formACF = `file/model=form
INTEGRATOR/GSTIFF, SI2, ERROR=1E-6, HMAX=2E-3
!MS#,CONSTR_TOL=1E-11
SIMULATE/DYNAMIC, END=0.5, DTOUT=0.01
STOP
`
	formXML = `<MotionSolve><Model>
<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="MILLIMETER" time_unit="SECOND"/>
<Body_Rigid id="1" isground="TRUE"/>
<Reference_Marker id="101" body_id="1"/><Reference_Marker id="102" body_id="1" theta="90D"/>
<Reference_Marker id="103" body_id="1" floating="TRUE"/>
<Body_Rigid id="2" mass="2.5" cg_id="201" im_id="203" lprf_id="900" inertia_xx="300" inertia_yy="250" inertia_zz="200"
 inertia_xy="10" inertia_xz="20" inertia_yz="30" w_ic_z="2"/>
<Reference_Marker id="900" body_id="2" psi="90D" theta="30D" phi="-45D"/>
<Reference_Marker id="201" body_id="2" pos_x="20"/><Reference_Marker id="202" body_id="2"/>
<Reference_Marker id="203" body_id="2" pos_x="20" pos_y="1"/>
<Body_Rigid id="3" mass="1" cg_id="301" inertia_xx="50" inertia_yy="60" inertia_zz="70" v_ic_x="100" v_ic_y="-50"/>
<Reference_Marker id="301" body_id="3" pos_y="-100" pos_z="200"/><Reference_Marker id="302" body_id="3" pos_y="-90" pos_z="200"/>
<Body_Point id="4" mass="0.5" cg_id="401"/><Reference_Marker id="401" body_id="4" body_type="POINTBODY" pos_x="300"/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="202" j_marker_id="101"/>
<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="201" j_marker_id="302"
 val_expression="-0.5*(DM(201,302)-150)-0.02*VR(201,302)+STEP(TIME,0.1,0,0.2,3)"/>
<Force_SpringDamper id="1" type="TRANSLATIONAL" i_marker_id="301" j_marker_id="401" stiffness="0.3" damping="0.01" length="250"/>
<Force_Vector_TwoBody id="1" type="ForceAndTorque" i_marker_id="301" j_floating_marker_id="103" ref_marker_id="102"
 fx_expression="0.5*DIF(1)" fy_expression="-VARVAL(1)" fz_expression="0" tx_expression="20*SIN(3*TIME)" ty_expression="0"
 tz_expression="-0.5*WZ(301,101,301)"/>
<Reference_Variable id="1" type="EXPRESSION" expr="0.02*DZ(301,101)"/>
<Control_Diff id="1" type="EXPRESSION" ic="1" expr="-2*DIF(1)+COS(5*TIME)"/>
<Force_Gravity grav_y="-9806.65"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="201" j_marker_id="101"/>
<Post_Request id="2" type="MARKER_VELOCITY" i_marker_id="301" j_marker_id="101" ref_marker_id="102"/>
<Post_Request id="3" type="EXPRESSION" expr2="JOINT(1,0,2,0)" expr3="SFORCE(1,0,1,0)" expr4="DIF(1)"/>
<Post_Request id="4" type="MARKER_ACCELERATION" i_marker_id="401"/>
</Model><Command>
<Param_Transient integrator_type="DSTIFF" dae_index="SI2" integr_tol="1E-6" h_max="2E-3" dae_constr_tol="1E-11"/>
<Simulate analysis_type="TRANSIENT" end_time="0.5" print_interval="0.01"/><Stop/>
</Command></MotionSolve>`
)

// TestForms: a model gives the same results in both forms.
func TestForms(t *testing.T) {
	carry := func(m *deck.Model) table {
		b := element.Build(m, nil)
		var said strings.Builder
		m.Diags.WriteText(&said, false)
		if said.Len() > 0 {
			t.Fatal(said.String())
		}
		out := t.TempDir()
		if _, err := core.Run(context.Background(), b, out, run.Options{}); err != nil {
			t.Fatal(err)
		}
		return readTable(t, filepath.Join(out, run.RowsFile))
	}
	a := carry(adm.ReadCommands(&deck.Source{Name: "form.adm", Text: []byte(formADM)},
		&deck.Source{Name: "form.acf", Text: []byte(formACF)}, ".", element.Table()))
	x := carry(deck.ReadXML(&deck.Source{Name: "form.xml", Text: []byte(formXML)}, ".", element.Table()))
	if len(a) != len(x) || len(a["time"]) != 51 {
		t.Fatalf("%d and %d columns, %d rows", len(a), len(x), len(a["time"]))
	}
	for name, col := range x {
		scale := 1.0
		for _, v := range col {
			scale = math.Max(scale, math.Abs(v))
		}
		for i, v := range col {
			if d := math.Abs(a[name][i] - v); !(d <= 1e-12*scale) {
				t.Errorf("%s differs by %.2e of %.2e in row %d", name, d, scale, i)
				break
			}
		}
	}
	if f := x["3.F3"]; f[0] == f[len(f)-1] {
		t.Error("nothing moves")
	}
}

// table is columns by name.
type table map[string][]float64

func readTable(t *testing.T, path string) table {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tab := table{}
	for k, name := range rows[0] {
		for _, r := range rows[1:] {
			v, err := strconv.ParseFloat(r[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			tab[name] = append(tab[name], v)
		}
	}
	return tab
}
