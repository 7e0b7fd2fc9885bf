package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// equalLinks is a slider-crank of a crank of 1 m and a rod of the length given, which starts at 1 rad with -2 rad/s. With equal links
// the slider goes through the crank's foot.
func equalLinks(method, tol string, rod float64) string {
	s, c := math.Sincos(1)
	tip := math.Sqrt(rod*rod - s*s) // of the rod, along x
	w := 2 * c / tip
	return fmt.Sprintf(`<Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/>
<Param_Transient integrator_type="%s" integr_tol="%s"/><Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" a00="0" a10="1" a20="0" a02="1" a12="0" a22="0"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="0.0001" inertia_yy="0.083333333333333333" inertia_zz="0.083333333333333333" v_ic_x="%.17g" v_ic_y="%.17g" w_ic_z="-2"/>
<Reference_Marker id="20" body_id="2" pos_x="%.17g" pos_y="%.17g"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="%.17g" pos_y="%.17g"/>
<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="0.0001" inertia_yy="0.083333333333333333" inertia_zz="0.083333333333333333" v_ic_x="%.17g" v_ic_y="%.17g" w_ic_z="%.17g"/>
<Reference_Marker id="30" body_id="3" pos_x="%.17g" pos_y="%.17g"/><Reference_Marker id="31" body_id="3" pos_x="%.17g" pos_y="%.17g"/><Reference_Marker id="32" body_id="3" pos_x="%.17g"/>
<Body_Rigid id="4" cg_id="40" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" v_ic_x="%.17g"/>
<Reference_Marker id="40" body_id="4" pos_x="%.17g"/><Reference_Marker id="41" body_id="4" pos_x="%.17g" a00="0" a10="1" a20="0" a02="1" a12="0" a22="0"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>
<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="32" j_marker_id="40"/><Constraint_Joint id="4" type="TRANSLATIONAL" i_marker_id="41" j_marker_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(22)" expr2="DX(40)" expr3="DY(20)+DY(30)"/>`,
		method, tol, s, -c, c/2, s/2, c, s, // crank
		2*s+w*s/2, -c, w, c+tip/2, s/2, c, s, c+tip, // rod
		2*s+w*s, c+tip, c+tip)
}

// TestPassedAlongBranch: whatever the integrator, motions through singular configurations follow the branch that the speeds name. The
// four-bar's tip is where the closed form has it (elliptic functions) and the middle crank's tip beside it; the slider stays
// twice as far out as the crank's tip. All of these settings had wrong results with code 0, or failed.
func TestPassedAlongBranch(t *testing.T) {
	for method, tol := range map[string]string{"ABAM": "3E-12", "RADAU": "1E-11", "DOP853": "1E-12", "DSTIFF": "1E-11", "VSTIFF": "1E-12", "MSTIFF": "3E-12"} {
		if !long && method != "RADAU" && method != "ABAM" {
			continue
		}
		m := build(t, fourBar(t).deck())
		tune(t, &m.Tuning, map[string]string{"integrator_type": method, "integr_tol": tol})
		found, tab := passings(t, m)
		x := tab.of(t, "1.X")
		if d := math.Max(math.Abs(x[500]+0.811310461005), math.Abs(x[1000]-0.328458111541)); d > 1e-5 {
			t.Errorf("%s: off by %.2g", method, d)
		}
		if across := strings.Count(strings.Join(found, "\n"), "by a step of order 8"); len(found) != 10 || across == 0 {
			t.Errorf("%s: logged are %q", method, found)
		}
	}
	for method, tol := range map[string]string{"RADAU": "3E-12", "ABAM": "1E-12", "DOP853": "1E-12"} {
		if !long && method != "RADAU" {
			continue
		}
		o := carryOut(t, buildText(t, equalLinks(method, tol, 1), simulate(`end_time="10." num_steps="1000"`)), Options{})
		if o.err != nil {
			t.Errorf("slider-crank, %s: %v", method, o.err)
			continue
		}
		tip, slider := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		for i := range tip {
			if d := math.Abs(slider[i] - 2*tip[i]); d > 1e-6 {
				t.Fatalf("slider-crank, %s: off the branch by %.2g in row %d", method, d, i)
			}
		}
		if len(o.doc.Warnings) > 0 && strings.Contains(strings.Join(o.doc.Warnings, ""), "a law jumps") {
			t.Errorf("slider-crank, %s: %q", method, o.doc.Warnings)
		}
	}
}

// TestTurnsBesideSingular: a rod that is longer than the crank by a little never lets the slider through: it stays on its side, or the run
// ends with code 6.
func TestTurnsBesideSingular(t *testing.T) {
	for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT"} {
		for k, more := range []float64{1e-2, 1e-4, 1e-6} {
			if leftOut(t, i+k, 3) {
				continue
			}
			o := carryOut(t, buildText(t, equalLinks(method, "1e-6", 1+more), simulate(`end_time="3." num_steps="300"`)), Options{})
			if code := ExitCode(o.err); code != ExitOK && code != ExitConvergence {
				t.Errorf("%s, %g: %v", method, more, o.err)
			}
			tip, slider := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
			for i := range tip {
				if slider[i]-tip[i] < -1e-3 {
					t.Errorf("%s, %g: the slider is at %g, the tip of the crank at %g in row %d (%v)", method, more, slider[i], tip[i], i, o.err)
					break
				}
			}
			t.Log(method, more, len(tip), o.err)
		}
	}
}
