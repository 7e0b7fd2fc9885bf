package run

import (
	"fmt"
	"strings"
	"testing"
)

// oscillator is a mass of 1 kg that moves along x on a spring, released 1 mm from the point without
// force; hertz is its frequency.
func oscillator(hertz float64, method string) string {
	k := 4 * 3.14159265358979 * 3.14159265358979 * hertz * hertz
	return floor + fmt.Sprintf(`<Param_Transient %s/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="10.001"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="20" j_marker_id="1" stiffness="%g" damping="0" length="10"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="1"/>`, method, k)
}

// TestMonitor: vibration that the steps lose, or do not resolve, and explicit methods on stiff models
// bring a warning; the same models with steps that are short enough bring none.
func TestMonitor(t *testing.T) {
	for _, c := range []struct {
		name, model, warning string // "" for none
		counted              func(f *Findings) int
	}{
		{"lost by damping", oscillator(30, `integrator_type="CSTIFF" h_max="0.01"`), "the energy balance does not close", func(f *Findings) int { return f.OpenBalances * f.CoarseSteps }},
		{"every step", oscillator(300, `integrator_type="NEWMARK" h_fixed="0.01"`), "its speed changes direction at every step", func(f *Findings) int { return f.UnresolvedVibration }},
		{"resolved", oscillator(30, `integrator_type="CSTIFF" max_order="5" h_max="0.0001"`), "", nil},
		{"controlled", oscillator(30, `integrator_type="RADAU" integr_tol="1e-8"`), "", nil},
		{"explicit", oscillator(30, `integrator_type="RK4" h_max="0.014"`), "RK4 is not for stiff models", func(f *Findings) int { return f.OpenBalances }},
		{"explicit, short steps", oscillator(30, `integrator_type="RK4" h_max="0.0002"`), "", nil},
		{"leapfrog", oscillator(30, `integrator_type="VERLET" h_max="0.0002"`), "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := carryOut(t, buildText(t, c.model, simulate(`end_time="0.5" num_steps="10"`)), Options{})
			said := strings.Join(o.doc.Warnings, "\n")
			if (c.warning == "") != (said == "") || !strings.Contains(said, c.warning) {
				t.Errorf("warnings: %q, want %q (energy drift %v)", said, c.warning, *o.doc.EnergyDrift)
			}
			coarse := carryOut(t, buildText(t, c.model, simulate(`end_time="0.5" num_steps="10"`)), Options{CoarseBalance: true})
			if (c.warning == "") != (len(coarse.doc.Warnings) == 0) || len(coarse.doc.Warnings) != len(o.doc.Warnings) {
				t.Errorf("with coarse powers: warnings: %q, not %q", coarse.doc.Warnings, o.doc.Warnings)
			}
			if f := o.doc.Findings; (c.warning == "") != (f == nil) || f != nil && c.counted(f) == 0 {
				t.Errorf("run.json counts %+v", f)
			}
		})
	}
}
