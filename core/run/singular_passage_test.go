package run

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// passings runs a model and returns what run.log says about singular configurations, and the results.
func passings(t *testing.T, m *element.Model) ([]string, *table) {
	t.Helper()
	o := carryOut(t, m, Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	var found []string
	for _, line := range strings.Split(o.log, "\n") {
		if _, rest, ok := strings.Cut(line, " singular configuration passed at about t = "); ok {
			found = append(found, rest)
		}
	}
	return found, o.tab
}

// lineUpTime returns the time that a line of the log names.
func lineUpTime(line string) float64 {
	at, _, _ := strings.Cut(line, ": ")
	x, _ := strconv.ParseFloat(at, 64)
	return x
}

// TestLineUpsLogged: the parallelogram lines up twice a turn. Each time is logged, within a step (0.01 s at
// most) of where the tip of its crank passes the height of its foot, with whatever integrator.
func TestLineUpsLogged(t *testing.T) {
	for i, method := range []string{"DSTIFF", "ABAM", "AUTO", "RADAU", "DOP853", "HHT", "VSTIFF", "MSTIFF", "RK4"} {
		if leftOut(t, i, 2) {
			continue
		}
		m := build(t, fourBar(t).deck())
		tune(t, &m.Tuning, map[string]string{"integrator_type": method, "integr_tol": "1E-5", "h_max": "0.01"})
		found, tab := passings(t, m)
		time, y := tab.of(t, "time"), tab.of(t, "1.Y")
		var want []float64
		for i := 1; i < len(y); i++ {
			if y[i-1]*y[i] < 0 {
				want = append(want, time[i-1]+(time[i]-time[i-1])*y[i-1]/(y[i-1]-y[i]))
			}
		}
		// MSTIFF may pass a line-up, and what is left of it by a step of order 8.
		found = slices.CompactFunc(found, func(a, b string) bool {
			return method == "MSTIFF" && strings.Contains(a+b, "by a step of order 8") && math.Abs(lineUpTime(b)-lineUpTime(a)) < 0.01
		})
		if len(want) < 8 || len(found) != len(want) {
			t.Errorf("%s: %d line-ups, logged are %q", method, len(want), found)
			continue
		}
		for i, line := range found {
			at, who, _ := strings.Cut(line, ": ")
			if x, err := strconv.ParseFloat(at, 64); err != nil || math.Abs(x-want[i]) > 0.01 {
				t.Errorf("%s: %q, want about %g", method, line, want[i])
			}
			if !strings.HasPrefix(who, "Constraint_Joint ") || !strings.Contains(who, "7 (rows dependent)") {
				t.Errorf("%s: %q does not name the joints", method, line)
			}
		}
	}
}

// door hangs on three hinges on one line, of which rows of two are redundant.
const door = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_z="1"/><Reference_Marker id="3" body_id="1" pos_z="2"/>
<Body_Rigid id="2" mass="10" cg_id="20" inertia_xx="3" inertia_yy="3" inertia_zz="1" v_wz="4"/><Reference_Marker id="20" body_id="2" pos_x="0.5" pos_z="1"/>
<Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_z="1"/><Reference_Marker id="23" body_id="2" pos_z="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="22" j_marker_id="2"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="23" j_marker_id="3"/><Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)"/>`

// rotor is a triangle of bars, closed by hinges, that turns about a corner 30 times in 10 s.
const rotor = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" v_wz="18.8" v_vy="9.4"/><Reference_Marker id="20" body_id="2" pos_x="0.5"/>
<Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="1"/>
<Body_Rigid id="3" mass="1" cg_id="30" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="30" body_id="3" pos_x="0.5" pos_y="0.5"/>
<Reference_Marker id="31" body_id="3" pos_x="1"/><Reference_Marker id="32" body_id="3" pos_y="1"/>
<Body_Rigid id="4" mass="1" cg_id="40" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="40" body_id="4" pos_y="0.5"/>
<Reference_Marker id="41" body_id="4" pos_y="1"/><Reference_Marker id="42" body_id="4"/><Reference_Marker id="24" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="41" j_marker_id="32"/><Constraint_Joint id="4" type="REVOLUTE" i_marker_id="42" j_marker_id="24"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)"/>`

// TestNoLineUps: mechanisms that do not line up log nothing: two that pass dead centres, which are not singular,
// a tree, loops in the plane and in space, hinges of which some are redundant, and a loop that turns as a whole. The short form has short steps by DSTIFF alone.
func TestNoLineUps(t *testing.T) {
	for n, method := range []string{"DSTIFF", "ABAM", "RADAU"} {
		for _, e := range readExpected(t) {
			if i := slices.Index([]string{"slider-crank", "andrews", "chain"}, e.name()); i < 0 || leftOut(t, n+i, 3) {
				continue
			}
			m := build(t, e.deck())
			tune(t, &m.Tuning, map[string]string{"integrator_type": method})
			if found, _ := passings(t, m); len(found) > 0 {
				t.Errorf("%s, %s: %q", e.name(), method, found)
			}
		}
		for name, text := range map[string]string{"spatial loop": spatialLoop, "door": door, "rotor": rotor} {
			for _, steps := range []string{`h_max="0.01"`, `h_max="1" dae_interpolation="TRUE"`} {
				if !long && method != "DSTIFF" && strings.HasPrefix(steps, `h_max="0.01"`) {
					continue
				}
				m := buildText(t, `<Param_Transient integrator_type="`+method+`" integr_tol="1e-5" `+steps+`/>`+text, simulate(`end_time="10." num_steps="1000"`))
				if found, _ := passings(t, m); len(found) > 0 {
					t.Errorf("%s, %s, %s: %q", name, method, steps, found)
				}
			}
		}
	}
}
