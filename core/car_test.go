package core_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

// carDeck is a car of 30 bodies: chassis, rack, and at each corner two wishbones, an upright, a tie rod, a wheel and a damper of two parts. Two loops a
// corner are closed by balls; dampers hang in bushings at the chassis. Springs and dampers follow splines; tyres are vertical springs. It is
// dropped by 20 mm, and steers.
func carDeck(method string, tolerance, end float64, rows int) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, `<MotionSolve><Model>
<Param_Transient integrator_type="%s" integr_tol="%g" h_max="0.05"/>
<Force_Gravity grav_x="0." grav_y="0." grav_z="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_Spline id="1">
-0.15 -6000.
-0.10 -3600.
-0.05 -1700.
0. 0.
0.05 1700.
0.10 3600.
0.15 6000.
</Reference_Spline>
<Reference_Spline id="2">
-2. -1900.
-1. -1200.
-0.3 -480.
0. 0.
0.3 700.
1. 1800.
2. 2900.
</Reference_Spline>
`, method, tolerance)
	marker := 1
	type point [3]float64
	at := func(body int, p point, z, x point) int {
		marker++
		fmt.Fprintf(b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.12g" pos_y="%.12g" pos_z="%.12g" zp_x="%.12g" zp_y="%.12g" zp_z="%.12g" xp_x="%.12g" xp_y="%.12g" xp_z="%.12g"/>`+"\n",
			marker, body, p[0], p[1], p[2], p[0]+z[0], p[1]+z[1], p[2]+z[2], p[0]+x[0], p[1]+x[1], p[2]+x[2])
		return marker
	}
	up, ahead := point{0, 0, 1}, point{1, 0, 0}
	last := 1
	body := func(mass, inertia float64, p point) int {
		last++
		cg := at(last, p, up, ahead)
		fmt.Fprintf(b, `<Body_Rigid id="%d" mass="%g" cg_id="%d" inertia_xx="%g" inertia_yy="%g" inertia_zz="%g"/>`+"\n", last, mass, cg, inertia, 1.2*inertia, 1.1*inertia)
		return last
	}
	joints := 0
	joint := func(kind string, i, j int, p, z, x point) {
		joints++
		zj, xj := z, x
		if kind == "UNIVERSAL" {
			zj, xj = x, z
		}
		fmt.Fprintf(b, `<Constraint_Joint id="%d" type="%s" i_marker_id="%d" j_marker_id="%d"/>`+"\n", joints, kind, at(i, p, z, x), at(j, p, zj, xj))
	}
	chassis := body(1200, 600, point{0, 0, 0.5})
	rack := body(5, 0.1, point{1.15, 0, 0.25})
	joint("TRANSLATIONAL", rack, chassis, point{1.15, 0, 0.25}, point{0, 1, 0}, ahead)
	fmt.Fprintf(b, `<Motion_Joint id="1" joint_id="1" joint_type="T" val_type="D" expr="0.01*SIN(3*TIME)"/>`+"\n")
	forces := 0
	for corner := range 4 {
		x, side := 1.3, 1.0
		if corner > 1 {
			x = -1.3
		}
		if corner%2 == 1 {
			side = -1
		}
		p := func(dx, y, z float64) point { return point{x + dx, side * y, z} }
		middle := func(a, b point) point { return point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2} }
		lowerBall, upperBall, rodEnd, rodFoot := p(0.01, 0.75, 0.19), p(-0.01, 0.70, 0.52), p(-0.13, 0.72, 0.235), p(-0.14, 0.42, 0.24)
		foot, top, wheelAt := p(0, 0.6, 0.22), p(0.02, 0.5, 0.70), p(0, 0.80, 0.32)
		lower := body(6, 0.15, p(0, 0.6, 0.2))
		upper := body(4, 0.08, p(0, 0.6, 0.5))
		upright := body(25, 0.4, p(0, 0.73, 0.33))
		rod := body(1, 0.01, middle(rodEnd, rodFoot))
		wheel := body(18, 0.8, wheelAt)
		tube := body(3, 0.05, middle(top, middle(top, foot)))
		piston := body(2, 0.03, middle(foot, middle(top, foot)))
		joint("REVOLUTE", lower, chassis, p(0, 0.4, 0.2), ahead, up)
		joint("REVOLUTE", upper, chassis, p(0, 0.45, 0.5), point{1, 0.04 * side, 0.04}, up)
		joint("SPHERICAL", upright, lower, lowerBall, up, ahead)
		joint("SPHERICAL", upright, upper, upperBall, up, ahead)
		holder := chassis
		if corner < 2 {
			holder = rack
		}
		joint("UNIVERSAL", rod, holder, rodFoot, up, ahead)
		joint("SPHERICAL", rod, upright, rodEnd, up, ahead)
		joint("REVOLUTE", wheel, upright, wheelAt, point{0, 1, 0}, ahead)
		along := point{top[0] - foot[0], top[1] - foot[1], top[2] - foot[2]}
		joint("HOOKE", piston, lower, foot, up, ahead)
		joint("TRANSLATIONAL", tube, piston, middle(top, foot), along, ahead)
		forces++
		fmt.Fprintf(b, `<Force_Bushing id="%d" i_marker_id="%d" j_marker_id="%d" kx="4e5" ky="4e5" kz="4e5" ktx="50" kty="50" ktz="50" cx="400" cy="400" cz="400" ctx="0.5" cty="0.5" ctz="0.5"/>`+"\n",
			forces, at(tube, top, up, ahead), at(chassis, top, up, ahead))
		i, j := at(piston, foot, up, ahead), at(tube, top, up, ahead)
		length := math.Sqrt(along[0]*along[0]+along[1]*along[1]+along[2]*along[2]) + 0.09
		fmt.Fprintf(b, `<Force_Scalar_TwoBody id="%d" type="FORCE" i_marker_id="%d" j_marker_id="%d" val_expression="-AKISPL(DM(%[2]d,%[3]d)-%.12[4]g,0,1)-AKISPL(VR(%[2]d,%[3]d),0,2)"/>`+"\n",
			forces, i, j, length)
		k := at(wheel, wheelAt, up, ahead)
		fmt.Fprintf(b, `<Force_Vector_OneBody id="%d" type="FORCEONLY" marker_id="%d" ref_marker_id="1" fx_expression="-300*VX(%[2]d)" fy_expression="-2000*VY(%[2]d)" fz_expression="-2e5*(DZ(%[2]d)-0.30)-500*VZ(%[2]d)"/>`+"\n",
			forces, k)
	}
	fmt.Fprintf(b, `<Post_Request id="1" type="EXPRESSION" expr1="DX(2)" expr2="DY(2)" expr3="DZ(2)" expr4="ROLL(2)" expr5="PITCH(2)" expr6="JOINT(4,0,4,1)" expr7="JOINT(7,0,2)"/>
</Model><Command><Simulate analysis_type="TRANSIENT" end_time="%g" num_steps="%d"/></Command></MotionSolve>
`, end, rows)
	return b.String()
}

// runText runs a deck and returns its rows.
func runText(tb testing.TB, deck string) *result.Table {
	dir := tb.TempDir()
	path := filepath.Join(dir, "deck.xml")
	if err := os.WriteFile(path, []byte(deck), 0o644); err != nil {
		tb.Fatal(err)
	}
	_, file, err := runDeck(path, filepath.Join(dir, "results"))
	if err != nil {
		tb.Fatal(err)
	}
	rows, err := result.ReadCSV(file)
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

// TestLoopsAsByMatrix: a car, and two parallelograms that pass their singular configuration twice a turn, move as they do where a force that reads an acceleration, times zero, keeps
// them from being solved along a tree of their joints; and as often as they are run to the last bit.
func TestLoopsAsByMatrix(t *testing.T) {
	bars, err := os.ReadFile("../examples/four-bar/four-bar.xml")
	if err != nil {
		t.Fatal(err)
	}
	for name, deck := range map[string]string{
		"car":      carDeck("DOP853", 1e-10, 0.1, 10),
		"four-bar": strings.NewReplacer("DSTIFF", "DOP853", "1E-6", "1E-10", `end_time="10."`, `end_time="3."`).Replace(string(bars)),
	} {
		tree, again := runText(t, deck), runText(t, deck)
		matrix := runText(t, strings.Replace(deck, "<Post_Request", `<Force_Vector_OneBody id="99" type="FORCEONLY" marker_id="100" ref_marker_id="1" fx_expression="0*ACCX(100)" fy_expression="0." fz_expression="0."/><Post_Request`, 1))
		for c, want := range matrix.Cols {
			size := 1.0
			for _, v := range want {
				size = max(size, math.Abs(v))
			}
			for i, v := range want {
				got := tree.Cols[c][i]
				if got != again.Cols[c][i] {
					t.Fatalf("%s: row %d of %s is %.17g and then %.17g", name, i, matrix.Names[c], got, again.Cols[c][i])
				}
				if math.Abs(got-v) > 1e-7*size {
					t.Fatalf("%s: row %d of %s is %.12g, by the matrix %.12g", name, i, matrix.Names[c], got, v)
				}
			}
		}
		if len(matrix.Cols) < 5 || tree.Rows < 10 {
			t.Errorf("%s: %d columns, %d rows", name, len(matrix.Cols), tree.Rows)
		}
	}
}

func BenchmarkCar(b *testing.B) {
	for b.Loop() {
		runText(b, carDeck("DOP853", 1e-8, 1, 10))
	}
}
