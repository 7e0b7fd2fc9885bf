package run

import (
	"errors"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// sided is a runner of a deck at its start, with a method that watches its rows.
func sided(t *testing.T, model string) *runner {
	t.Helper()
	m := buildText(t, model, simulate(`end_time="1e3" num_steps="1"`))
	rec, err := NewRecorder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = rec.Finish("finished", 0, nil) })
	r := newRunner(t.Context(), m, rec, Options{})
	if err := r.setUpAndFindInitialConditions(0); err != nil {
		t.Fatal(err)
	}
	r.setMotionMode()
	method, opt, err := r.stepper.newIntegratorFromSettings(0)
	if err != nil {
		t.Fatal(err)
	}
	r.monitor.energy.beginBalance(r)
	if err := r.stepper.initMethod(method, opt); err != nil {
		t.Fatal(err)
	}
	r.stepper.events.watchFrom(0, 1e3)
	return r
}

// watched has one row in force, one that is open and near, and a motion that slips, none of which changes.
const watched = drops + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/>
<Constraint_General id="3" expr="-DZ(20)" i_marker_id="20" unilateral="TRUE"/><Constraint_General id="4" expr="-DZ(20)-0.1" i_marker_id="20" unilateral="TRUE"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="10"/>
<Motion_Joint id="3" joint_id="1" expr="0" max_effort="5"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="-DX(20)+SIN(TIME)" fy_expression="0" fz_expression="0"/>`

// TestWatchedStepsAllocateNothing: nor does looking at rows that open and close.
func TestWatchedStepsAllocateNothing(t *testing.T) {
	for _, method := range []string{"DSTIFF", "HHT", "RADAU", "DOP853", "ABAM"} {
		r := sided(t, watched+`<Param_Transient integrator_type="`+method+`" h_max="0.001"/>`)
		step := func() {
			if err := r.stepper.takeStep(1e3, 1e3); err != nil {
				t.Fatal(method, err)
			}
		}
		for range 200 {
			step()
		}
		if n := testing.AllocsPerRun(100, step); n > 0 {
			t.Errorf("%s: a step allocates %g times", method, n)
		}
	}
}

// TestIdleEvents: events that change nothing, one behind the other, end a run with an error that names the row.
func TestIdleEvents(t *testing.T) {
	r := sided(t, watched)
	s := r.sources.inequalities
	var err error
	n := 0
	for ; err == nil && n < 2*maxIdleEvents; n++ {
		err = s.reportSwitches(1+1e-15*float64(n), nil)
	}
	if err == nil || n != maxIdleEvents || !strings.Contains(err.Error(), "Constraint_General 3 stays at its bound") {
		t.Errorf("after %d events: %v", n, err)
	}
	s.resetCounts()
	err = nil
	for n = 0; err == nil && n < 2*manyEvents; n++ {
		err = s.reportSwitches(1+1e-9*float64(n), []system.RowSwitch{{Row: r.state.DescribeInequalityRow(1), What: "closes"}})
	}
	var stormy *tooManyEventsError
	if n != manyEvents || !errors.As(err, &stormy) || !strings.Contains(err.Error(), "Constraint_General 4") {
		t.Errorf("after %d events: %v", n, err)
	}
}
