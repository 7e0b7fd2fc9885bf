package run

import (
	"fmt"
	"strings"
	"testing"
)

// warns checks that a run has the warning, and that run.json counts what it is about; none of all for "".
func warns(t *testing.T, name string, o outcome, warning string, counted func(*Findings) int) {
	t.Helper()
	said := strings.Join(o.doc.Warnings, "\n")
	if o.err != nil || (warning == "") != (said == "") || !strings.Contains(said, warning) {
		t.Errorf("%s: %v, warnings %q, want %q", name, o.err, said, warning)
	}
	if f := o.doc.Findings; (warning == "") != (f == nil) || f != nil && counted(f) == 0 {
		t.Errorf("%s: run.json counts %+v", name, f)
	}
}

// TestDeepContacts: a cylinder that falls through a face of a mesh, whose corners alone hold it, brings a warning with both bodies; one that a plane holds brings none.
func TestDeepContacts(t *testing.T) {
	cube := cubes([]float64{1}, 0)
	falls := `<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_z="0.61"/>
<Post_Graphic id="3" type="Cylinder" rm_id="30" radius="0.1" length="0.2"/><Force_Contact id="1" cnf_type="RIGID" i_graphics_id="3" j_graphics_id="%d"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(30,10)"/>`
	for name, c := range map[string]struct {
		on      int
		warning string
	}{"mesh": {2, "Force_Contact 1: body 3 and ground are 0."}, "plane": {1, ""}} {
		o := carryOut(t, buildText(t, nscFloor(0, -9.81)+cube[0].graphic(2, 10)+fmt.Sprintf(falls, c.on), nscTune(`h_max="0.005"`)+simulate(`end_time="0.2" num_steps="10"`)), Options{})
		warns(t, name, o, c.warning, func(f *Findings) int { return f.DeepContacts })
	}
}

// TestUnresolvedStrokes: a ball of 1 kg that falls from 5 cm on a floor with a stiffness that keeps it for π√(m/k) = 2 ms bounces by the
// steps where these are 1.5 ms long; where they are short, or the integrator finds them, it bounces by the floor.
func TestUnresolvedStrokes(t *testing.T) {
	for name, c := range map[string]struct{ tune, warning string }{
		"long steps":   {`integrator_type="RK4" h_max="0.0015"`, "Force_Contact 1: the contact is not resolved"},
		"leapfrog":     {`integrator_type="VERLET" h_max="0.0015"`, "Force_Contact 1: the contact is not resolved"},
		"short steps":  {`integrator_type="RK4" h_max="0.0001"`, ""},
		"their choice": {`integrator_type="RADAU" integr_tol="1e-6"`, ""},
	} {
		o := carryOut(t, buildText(t, nscFloor(0, -9.81)+`<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_z="0.15"/>
<Post_Graphic id="3" type="Sphere" rm_id="30" radius="0.1"/><Force_Contact id="1" cnf_type="IMPACT" stiffness="2.467e6" exponent="1" damping="0" dmax="0.001" i_graphics_id="3" j_graphics_id="1"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(30,10)"/><Param_Transient `+c.tune+`/>`, simulate(`end_time="0.4" num_steps="10"`)), Options{})
		said := strings.Join(o.doc.Warnings, "\n")
		n := 0
		if f := o.doc.Findings; f != nil {
			n = f.UnresolvedStrokes
		}
		if o.err != nil || (c.warning == "") != (n == 0) || !strings.Contains(said, c.warning) || c.warning == "" && said != "" {
			t.Errorf("%s: %v, %d strokes, %q", name, o.err, n, said)
		}
	}
}
