package run

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// flexFile returns the path of data of a flexible body.
func flexFile(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "flexible", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// compareRows compares rows of expressions with those of a table: time and values. bound is relative to the largest value of each column.
func compareRows(t *testing.T, name string, o outcome, bound float64, want [][]float64) {
	t.Helper()
	if o.err != nil {
		t.Fatal(name, o.err)
	}
	for _, w := range want {
		at := o.tab.at(w[0])
		if at < 0 {
			t.Errorf("%s: there is no row at %g", name, w[0])
			continue
		}
		for c, v := range w[1:] {
			col := o.tab.of(t, o.tab.name[1+c])
			largest := 0.0
			for _, x := range col {
				largest = math.Max(largest, math.Abs(x))
			}
			if !(math.Abs(col[at]-v) <= bound*math.Max(largest, 1e-12)) {
				t.Errorf("%s: time %g column %d is %.10g, want %.10g: off by %.2g of the largest, %g", name, w[0], c+1, col[at], v, math.Abs(col[at]-v)/largest, largest)
			}
		}
	}
}

// sliderCrank is the flexible slider-crank of the IVP test set (B. Simeon): a crank that is driven, a rod in the frame of its crank pin, a
// slider that is pinned to its tip. The pin is a spherical joint, so that one of its rows is redundant, or a joint of two rows.
func sliderCrank(t *testing.T, settings, pin string) string {
	return `<Param_Transient ` + settings + `/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" a02="1" a10="1" a21="1"/>
<Body_Rigid id="2" cg_id="20" mass="0.36" inertia_xx="0.001" inertia_yy="0.001" inertia_zz="0.000702" v_ic_y="11.25" w_ic_z="150"/>
<Reference_Marker id="20" body_id="2" pos_x="0.075"/><Reference_Marker id="21" body_id="2" pos_x="0"/><Reference_Marker id="22" body_id="2" pos_x="0.15"/>
<Body_Flexible id="3" flex_file="` + flexFile(t, "rod.json") + `" lprf_id="30" cdamp_expr="0" q_ic="0 0 1.03339863e-5 1.69327969e-5" qdot_ic="0.444896105 4.63434311e-3 -1.78591076e-6 -2.68938672e-6" v_ic_y="22.5" w_ic_z="-74.995767019"/>
<Reference_Marker id="30" body_id="3" pos_x="0.15"/><Reference_Marker id="31" body_id="3" node_id="1"/><Reference_Marker id="32" body_id="3" node_id="2"/>
<Body_Rigid id="4" cg_id="40" mass="0.075552" inertia_xx="1e-4" inertia_yy="1e-4" inertia_zz="1e-4" v_ic_x="-2.68938672e-6"/>
<Reference_Marker id="40" body_id="4" pos_x="0.4500169327969"/><Reference_Marker id="41" body_id="4" pos_x="0.4500169327969" a02="1" a10="1" a21="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Motion_Joint id="1" joint_id="1" joint_type="R" expr="150*TIME"/>
<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/><Constraint_Joint id="3" type="` + pin + `" i_marker_id="32" j_marker_id="40"/>
<Constraint_Joint id="4" type="TRANSLATIONAL" i_marker_id="41" j_marker_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(30,0)" expr2="DX(40)" expr3="Q(3,7)" expr4="Q(3,8)" expr5="Q(3,9)" expr6="Q(3,10)"/>`
}

// crankRows are published values, and those between by DOP853 at 1e-12 with the equations of the publication.
var crankRows = [][]float64{
	{0.005, -0.3477760573045, 0.3918027643, 1.614223746e-3, 2.533633636e-5, 5.991420283e-6, 1.014931693e-5},
	{0.01, -0.5221639691885, 0.2706282471, 8.319205130e-4, 4.738752653e-5, -3.497730782e-6, -5.662271471e-6},
	{0.02, -0.0706203322135, 0.1507463844, 4.110157510e-5, 4.395553486e-6, -4.598648973e-6, -6.984660729e-6},
	{0.05, -0.4881581170576, 0.3169547865, 1.273942652e-3, 4.208688675e-5, -1.270513745e-7, 3.290771224e-8},
	{0.1, -0.3311734988256, 0.1697373326, 1.893192843e-4, 2.375751320e-5, -5.323896778e-6, -8.363313292e-6},
}

const crankCommand = `<Simulate analysis_type="Transient" end_time="0.1" print_interval="0.005"/>`

// TestFlexibleSliderCrank: default settings are right to 1e-3 of each column, tight ones to 1e-6, with and without a redundant row.
func TestFlexibleSliderCrank(t *testing.T) {
	compareRows(t, "default", runText(t, sliderCrank(t, "", "INLINE"), crankCommand, nil), 1e-3, crankRows)
	if long { // the same figures as those of the redundant joint
		compareRows(t, "tight", runText(t, sliderCrank(t, `integrator_type="RADAU" integr_tol="1e-8"`, "INLINE"), crankCommand, nil), 1e-6, crankRows)
	}
	o := runText(t, sliderCrank(t, `integrator_type="RADAU" integr_tol="1e-8"`, "SPHERICAL"), crankCommand, nil)
	compareRows(t, "redundant", o, 1e-6, crankRows)
	if x := o.doc.Redundant; len(x) != 1 || !strings.HasPrefix(x[0], "Constraint_Joint ") {
		t.Errorf("redundant: %q, want a row of a joint, not of a node", x)
	}
}

// pointOnBody is a rigid body that carries a point on three springs as a flexible body of three modes: all nine invariants are active.
func pointOnBody(t *testing.T, settings, start, more string) string {
	return `<Param_Transient ` + settings + `/><Force_Gravity grav_x="0" grav_y="0" grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_FlexData id="1" flex_file="` + flexFile(t, "point.json") + `"/><Body_Flexible id="2" flexdata_id="1" lprf_id="22" ` + start + `/>
<Reference_Marker id="22" body_id="2" body_type="FLEXBODY"/><Reference_Marker id="20" body_id="2" body_type="FLEXBODY" node_id="1"/><Reference_Marker id="21" body_id="2" body_type="FLEXBODY" node_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(21)" expr2="DY(21)" expr3="DZ(21)" expr4="Q(2,7)" expr5="Q(2,8)" expr6="Q(2,9)"/>` + more
}

const (
	tumbling     = `w_ic_x="3" w_ic_y="1" w_ic_z="-2"`
	pivot        = `<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>`
	pointCommand = `<Simulate analysis_type="Transient" end_time="2" print_interval="0.25"/>`
)

// Values of two formulations of their own, which agree to 7e-14.
var (
	freePoint = [][]float64{
		{0.25, 1.2698816897, -0.3718635890, 0.1699116033, 0.0054262609, 0.0005421376, 0.0022036089},
		{0.5, 1.3316041496, -0.8446226329, -0.3931654532, 0.0075447240, 0.0065069295, 0.0047015287},
		{1, 1.2960733332, -1.1345979065, -3.2288462251, 0.0044403030, 0.0071984169, 0.0030604733},
		{2, 2.9694923228, -1.1898718156, -15.6884759946, 0.0040307855, 0.0009627102, 0.0008257469},
	}
	heldPoint = [][]float64{
		{0.25, 0.9193977831, -0.3395637529, -0.3801180939, 0.0210859271, 0.0269627765, 0.0046757791},
		{0.5, -0.0831394268, -0.4360499843, -0.9921029737, 0.0486101402, 0.0639790535, 0.0097811306},
		{1, -0.7389481891, 0.7004160800, 0.1026354074, 0.0016151669, -0.0171497883, 0.0024402046},
		{2, -0.2467872076, -0.9985853265, 0.0307958140, 0.0063345921, -0.0122520099, 0.0051966880},
	}
)

// TestFlexibleBodyOfPoint: free and on a spherical joint, with methods of all families; energy is kept less what is damped.
func TestFlexibleBodyOfPoint(t *testing.T) {
	for _, settings := range []string{`integrator_type="DSTIFF" integr_tol="1e-9"`, `integrator_type="RADAU" integr_tol="1e-8"`, `integrator_type="ABAM" integr_tol="1e-9"`} {
		for name, x := range map[string]struct {
			start, more string
			want        [][]float64
		}{"free": {`v_ic_x="1" v_ic_z="2" ` + tumbling, "", freePoint}, "held": {tumbling, pivot, heldPoint}} {
			o := runText(t, pointOnBody(t, settings, x.start, x.more), pointCommand, nil)
			compareRows(t, name+" "+settings, o, 1e-6, x.want)
			if d := o.doc.EnergyDrift; d == nil || *d > 1e-7 {
				t.Errorf("%s %s: the energy balance is off by %v", name, settings, d)
			}
		}
	}
}

// TestFlexibleModalDamping: the frame held, each mode is an oscillator with the damping of the table of defaults, of a number, of an expression of
// its frequency and number, and of one of time; gravity acts on modes.
func TestFlexibleModalDamping(t *testing.T) {
	const fixed = `<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1"/>`
	omega := [3]float64{math.Sqrt(800), math.Sqrt(180), math.Sqrt(320)}
	for name, x := range map[string]struct {
		attr string
		zeta func(k int) float64
	}{
		"data":       {"", func(k int) float64 { return [3]float64{0.2, 0.1, 0.3}[k] / omega[k] }},
		"number":     {`cdamp_expr="0.05"`, func(int) float64 { return 0.05 }},
		"expression": {`cdamp_expr="0.01*FXMODE+FXFREQ/100"`, func(k int) float64 { return 0.01*float64(7+k) + omega[k]/(200*math.Pi) }},
		"time":       {`cdamp_expr="0.05+0*TIME+STEP(TIME,8,0,9,1)"`, func(int) float64 { return 0.05 }},
	} {
		o := runText(t, pointOnBody(t, `integr_tol="1e-9"`, `q_ic="0.01 0.02 -0.03" `+x.attr, fixed), `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`, nil)
		var want [][]float64
		for _, time := range []float64{0.25, 0.5, 1} {
			row := []float64{time}
			q := [3]float64{}
			for k, w := range omega {
				rest := 0.0
				if k == 2 {
					rest = -9.81 / (w * w)
				}
				z := x.zeta(k)
				wd := w * math.Sqrt(1-z*z)
				q[k] = rest + ([3]float64{0.01, 0.02, -0.03}[k]-rest)*math.Exp(-z*w*time)*(math.Cos(wd*time)+z*w/wd*math.Sin(wd*time))
			}
			want = append(want, append(row, 1+q[0], 0.2+q[1], 0.1+q[2], q[0], q[1], q[2]))
		}
		compareRows(t, name, o, 1e-6, want)
	}
	if d := element.DefaultDampingRatio(99); d != 0.01 || element.DefaultDampingRatio(100) != 0.1 || element.DefaultDampingRatio(1000) != 1 {
		t.Error("the table of defaults")
	}
}

// TestFlexibleAtRest: with the frame held gravity deflects the modes by -g m/k; hanging from the point the body is in the equilibrium of the same
// rest analysis and of the end of a damped motion.
func TestFlexibleAtRest(t *testing.T) {
	const fixed = `<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1"/>`
	o := runText(t, pointOnBody(t, "", "", fixed), `<Simulate analysis_type="Static"/>`, nil)
	q := -9.81 * 0.5 / 160
	compareRows(t, "static", o, 1e-9, [][]float64{{0, 1, 0.2, 0.1 + q, 0, 0, q}})
}

// TestFlexibleLinear: eigenvalues with the frame held are those of the oscillators, (-ζ ± √(ζ²-1)) ω.
func TestFlexibleLinear(t *testing.T) {
	l := linearize(t, pointOnBody(t, "", "", `<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1"/>`), about, nil)
	var want []complex128
	for _, x := range [][2]float64{{180, 0.1}, {320, 0.3}, {800, 0.2}} {
		want = append(want, complex(-x[1], math.Sqrt(x[0]-x[1]*x[1])))
	}
	l.expect(t, want, 1e-9)
}

// spinUp is a beam of 8 m that a hub spins up to 4 rad/s within 15 s.
func spinUp(file, settings string) string {
	const turn = "IF(TIME-15:(4/15)*(TIME**2/2+(15/(2*PI))**2*(COS(2*PI*TIME/15)-1)),4*7.5,4*(TIME-7.5))"
	return `<Param_Transient ` + settings + `/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Flexible id="2" flex_file="` + file + `" lprf_id="20" cdamp_expr="0"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" node_id="1"/><Reference_Marker id="22" body_id="2" node_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Motion_Joint id="1" joint_id="1" joint_type="R" expr="` + turn + `"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(22,21,21)"/>`
}

// TestFlexibleSpinUp: the deflection of the tip, with geometric stiffening and without (J. Wu, E. Haug, 1988; K. Kane, R. Ryan, A. Banerjee, 1987): modal
// equations integrated by themselves.
func TestFlexibleSpinUp(t *testing.T) {
	o := runText(t, spinUp(flexFile(t, "beam.json"), `integr_tol="1e-7"`), `<Simulate analysis_type="Transient" end_time="20" print_interval="0.5"/>`, nil)
	compareRows(t, "stiffening", o, 1e-6, [][]float64{
		{2, -9.577902734e-2}, {4, -3.183930146e-1}, {5, -4.230582918e-1}, {6, -5.053590274e-1}, {7, -5.324054321e-1},
		{8, -5.084943455e-1}, {10, -3.477541757e-1}, {15, 7.404489103e-3}, {20, -7.016954912e-3},
	})
}

// TestFlexibleUnits: a deck in millimetres, tonnes and newtons gives the motion of the one in SI.
func TestFlexibleUnits(t *testing.T) {
	text := pointOnBody(t, `integr_tol="1e-9"`, `v_ic_x="1000" v_ic_z="2000" `+tumbling, `<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="MILLIMETER" time_unit="SECOND"/>`)
	text = strings.Replace(text, `grav_z="-9.81"`, `grav_z="-9810"`, 1)
	var want [][]float64
	for _, row := range freePoint {
		w := []float64{row[0]}
		for _, v := range row[1:] {
			w = append(w, 1000*v)
		}
		want = append(want, w)
	}
	compareRows(t, "millimetres", runText(t, text, pointCommand, nil), 1e-6, want)
}

// TestRigidified: a body that is rigidified moves as a Body_Rigid with its mass properties.
func TestRigidified(t *testing.T) {
	const settings = `integrator_type="DSTIFF" integr_tol="1e-9"`
	o := runText(t, strings.ReplaceAll(pointOnBody(t, settings, tumbling+` rigidified="TRUE"`, pivot), `expr4="Q(2,7)" expr5="Q(2,8)" expr6="Q(2,9)"`, `expr4="NMODES(2)"`), pointCommand, nil)
	// mass 2.5, centre (2 (.3,.1,0) + .5 (1,.2,.1))/2.5; inertia about it by the theorem of Steiner
	c, a, p := [3]float64{0.44, 0.12, 0.02}, [3]float64{0.3, 0.1, 0}, [3]float64{1, 0.2, 0.1}
	var j [3][3]float64
	for _, x := range []struct {
		m float64
		r [3]float64
	}{{2, a}, {0.5, p}} {
		var d [3]float64
		for k := range d {
			d[k] = x.r[k] - c[k]
		}
		for r := range 3 {
			for k := range 3 {
				j[r][k] -= x.m * d[r] * d[k]
				if r == k {
					j[r][k] += x.m * (d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
				}
			}
		}
	}
	j[0][0], j[1][1], j[2][2] = j[0][0]+0.05, j[1][1]+0.2, j[2][2]+0.22
	rigid := fmt.Sprintf(`<Param_Transient %s/><Force_Gravity grav_x="0" grav_y="0" grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="22" mass="2.5" inertia_convention="TENSOR" inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g" inertia_xy="%.17g" inertia_yz="%.17g" inertia_xz="%.17g" %s v_ic_x="%.17g" v_ic_y="%.17g" v_ic_z="%.17g"/>
<Reference_Marker id="22" body_id="2" pos_x="0.44" pos_y="0.12" pos_z="0.02"/><Reference_Marker id="20" body_id="2" pos_x="0"/><Reference_Marker id="21" body_id="2" pos_x="1" pos_y="0.2" pos_z="0.1"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(21)" expr2="DY(21)" expr3="DZ(21)"/>`+pivot, settings, j[0][0], j[1][1], j[2][2], j[0][1], j[1][2], j[0][2], tumbling,
		1*c[2]+2*c[1], -2*c[0]-3*c[2], 3*c[1]-1*c[0])
	r := runText(t, rigid, pointCommand, nil)
	if r.err != nil {
		t.Fatal(r.err)
	}
	var want [][]float64
	for k, time := range r.tab.of(t, "time") {
		want = append(want, []float64{time, r.tab.col[r.tab.name[1]][k], r.tab.col[r.tab.name[2]][k], r.tab.col[r.tab.name[3]][k]})
	}
	compareRows(t, "rigidified", o, 1e-7, want)
}

// TestFlexibleSaved: a run that is saved on the way and continued ends where the whole run does; so does a run of the deck that was saved, to the
// digits of its numbers.
func TestFlexibleSaved(t *testing.T) {
	saved := saving(t, pointOnBody(t, `integrator_type="DSTIFF" integr_tol="1e-9"`, tumbling, pivot), `<Simulate analysis_type="Transient" end_time="1" print_interval="0.25"/>`, nil, nil)
	path := filepath.Join(filepath.Dir(saved), "more.xml")
	write(t, path, `<M><Command><Load_Model model_file="saved.xml"/><Simulate analysis_type="Transient" end_time="2" print_interval="0.25"/></Command></M>`)
	compareRows(t, "continued", runIn(t, path, nil, nil), 1e-6, heldPoint[3:])
}
