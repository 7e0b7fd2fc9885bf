package run

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// notice is what a CBKSUB got in a call, and what DX of the marker 30 was then.
type notice struct {
	event  runEvent
	t      float64
	data   [3]int32
	x      float64
	answer int32
}

// heard is a point that moves along x with acceleration 2 from rest: x = t².
const heard = `<Param_Transient integr_tol="1e-9"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="2"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/><Force_Gravity grav_x="2"/>
<CBKSUB id="4" usrsub_param_string="USER(30)" usrsub_dll_name="a"/><Post_Request id="9" type="EXPRESSION" expr1="DX(30)"/>`

// listener returns a loader of a CBKSUB that notes its calls; fail may return an error for one.
func listener(calls *[]notice, fail func(notice) error) element.Load {
	return func(_ *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		if sig != usersub.CBKSUB {
			return nil, fmt.Errorf("%s is not expected", sig.Name)
		}
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			c := notice{event: runEvent(f.Ints(f.Sig.ArgIndex("event"))[0]), t: f.Time(), data: [3]int32(f.Ints(f.Sig.ArgIndex("data")))}
			d := &usersub.QueryCache{Frame: f, State: s}
			c.x, c.answer = d.SysFnc("DX", []int32{30})
			*calls = append(*calls, c)
			if fail != nil {
				return fail(c)
			}
			return nil
		})}, nil
	}
}

// runText runs a deck of a text.
func runText(t *testing.T, model, commands string, load element.Load) outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deck.xml")
	write(t, path, "<M><Model>"+model+"</Model><Command>"+commands+"</Command></M>")
	return runIn(t, path, nil, load)
}

// eventsOf lists the numbers of the events, with those of steps written once.
func eventsOf(calls []notice) string {
	var all []string
	for _, c := range calls {
		all = append(all, fmt.Sprint(int(c.event)))
	}
	text := strings.Join(all, " ") + " "
	for _, step := range []string{"10 12 "} {
		for strings.Contains(text, step+step) {
			text = strings.ReplaceAll(text, step+step, step)
		}
	}
	return strings.TrimSpace(text)
}

// TestCallbackEvents: a run with a search for rest, two analyses of motion and a linear one has its events in order, with the kinds
// of simulation and analysis, and answers of the time of the event.
func TestCallbackEvents(t *testing.T) {
	var calls []notice
	o := runText(t, heard, `<Simulate analysis_type="Transient" end_time="0.5" num_steps="1"/><Simulate analysis_type="Linear"/>
<Simulate analysis_type="Transient" end_time="1" num_steps="1"/>`, listener(&calls, nil))
	if o.err != nil {
		t.Fatal(o.err)
	}
	const motion = "37 27 8 9 10 12 8 9 28 38"
	want := "1 39 15 16 17 18 19 20 " + motion + " 39 29 30 39 " + motion + " 2"
	if got := eventsOf(calls); got != want {
		t.Errorf("events %s\nwant   %s", got, want)
	}
	for _, c := range calls {
		state := c.event != eventInitialize && (c.event < eventPositionBegin || c.event > eventAccelEnd) && !(c.event == eventCommand && c.t == 0)
		if state != (c.answer == 0) {
			t.Errorf("%+v: an answer is expected: %v", c, state)
		}
		if state && math.Abs(c.x-c.t*c.t) > 1e-7 {
			t.Errorf("%+v: DX is %g, want %g", c, c.x, c.t*c.t)
		}
		mode := [3]int32{} // of the begin and a run that succeeds, too
		switch {
		case c.event >= eventPositionBegin && c.event <= eventAccelEnd:
			mode = [3]int32{4, 3, 0}
		case c.event == 29 || c.event == 30:
			mode = [3]int32{7, 7, 0}
		case c.event == eventCommand:
			mode = [3]int32{47, 0, 0}
			if c.t == 0.5 && c.data[0] == 30 {
				mode[0] = 30
			}
		case c.event > 2:
			mode = [3]int32{4, 4, 0}
		}
		if c.data != mode {
			t.Errorf("%+v: data %v, want %v", c, c.data, mode)
		}
	}
	if steps := slices.IndexFunc(calls, func(c notice) bool { return c.event == eventStepEnd }); steps < 0 || calls[steps].t <= calls[steps-1].t {
		t.Error("a step does not end after it begins")
	}
	if r := o.doc.Routines; len(r) != 1 || r[0].Kind != "CBKSUB" || r[0].Calls != len(calls) || len(r[0].Queries) != 1 {
		t.Errorf("run.json: %+v", r)
	}
}

// TestCallbackChangesNothing: a run with a CBKSUB that queries at each step and one without give the same rows to the last bit.
func TestCallbackChangesNothing(t *testing.T) {
	for _, method := range []string{"MSTIFF", "DSTIFF", "ABAM", "HHT", "RADAU", "DOP853", "NEWMARK", "RK4"} {
		set := map[string]string{"integrator_type": method, "integr_tol": "1e-5"}
		rows := [2]*table{}
		var calls []notice
		for k, more := range []string{"", `<CBKSUB id="4" usrsub_param_string="USER(20)" usrsub_dll_name="a"/>`} {
			path := filepath.Join(t.TempDir(), "deck.xml")
			write(t, path, "<M><Model>"+whirl+more+`</Model><Command><Simulate analysis_type="Transient" end_time="0.6" num_steps="12"/></Command></M>`)
			d, err := deck.Read(path, element.Table())
			if err != nil {
				t.Fatal(err)
			}
			m := element.Build(d, listenerAt(&calls, 20))
			tune(t, &m.Tuning, set)
			o := carryOut(t, m, Options{})
			if o.err != nil {
				t.Fatal(method, o.err)
			}
			rows[k] = o.tab
		}
		if len(calls) < 30 {
			t.Errorf("%s: %d calls", method, len(calls))
		}
		if !maps.EqualFunc(rows[0].col, rows[1].col, slices.Equal) {
			t.Errorf("%s: the rows differ", method)
		}
	}
}

// listenerAt is listener for another marker.
func listenerAt(calls *[]notice, marker int32) element.Load {
	return func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			d := &usersub.QueryCache{Frame: f, State: s}
			x, flag := d.SysFnc("AX", []int32{marker})
			*calls = append(*calls, notice{x: x, answer: flag})
			return nil
		})}, nil
	}
}

// TestCallbackOfChangesAndSensors: a sensor that ends an analysis, a change of the model, a search for rest.
func TestCallbackOfChangesAndSensors(t *testing.T) {
	var calls []notice
	o := runText(t, heard+`<Force_SpringDamper id="5" i_marker_id="30" j_marker_id="1" type="TRANSLATIONAL" stiffness="8" damping="2" length="1"/>
<Sensor_Event id="6" type="EXPRESSION" expr="TIME" compare="GE" value="0.25" error_tol="1e-6" return="TRUE"/>`,
		`<Simulate analysis_type="Transient" end_time="1" num_steps="1"/><Deactivate element_type="SENSOR" element_id="6"/>
<Simulate analysis_type="Static"/>`, listener(&calls, nil))
	if o.err != nil {
		t.Fatal(o.err)
	}
	find := func(e runEvent) (found []notice) {
		for _, c := range calls {
			if c.event == e {
				found = append(found, c)
			}
		}
		return found
	}
	if s := find(eventSensor); len(s) != 1 || math.Abs(s[0].t-0.25) > 1e-5 || s[0].data != [3]int32{6, 6, 0} {
		t.Errorf("sensor: %+v", s)
	}
	if s := find(eventModelChange); len(s) != 1 || math.Abs(s[0].t-0.25) > 1e-5 {
		t.Errorf("change: %+v", s)
	}
	if s := find(eventCommand); len(s) != 3 || s[1].data != [3]int32{9, 0, 0} {
		t.Errorf("commands: %+v", s)
	}
	if a, b := find(21), find(22); len(a) != 1 || len(b) != 1 || a[0].data != [3]int32{5, 5, 0} || math.Abs(b[0].x-1.5) > 1e-6 {
		t.Errorf("rest, where a spring of 8 carries 2·2 beyond its length of 1: %+v %+v", a, b)
	}
}

// TestCallbackOfRejectedSteps: each rejected trial is an event between the begin and the end of its step.
func TestCallbackOfRejectedSteps(t *testing.T) {
	var calls []notice
	o := runText(t, strings.Replace(heard, "<CBKSUB", `<Force_Scalar_TwoBody id="7" type="FORCE" is_action_only="TRUE" i_marker_id="30" j_marker_id="1" val_expression="STEP(TIME,0.5,0,0.5001,500)"/><CBKSUB`, 1),
		`<Simulate analysis_type="Transient" end_time="1" num_steps="2"/>`, listener(&calls, nil))
	if o.err != nil {
		t.Fatal(o.err)
	}
	failed, inside := 0, false
	for _, c := range calls {
		switch c.event {
		case eventStepBegin:
			inside = true
		case eventStepFailed:
			failed++
			if !inside || c.answer == 0 {
				t.Errorf("%+v: outside of a step, or with an answer", c)
			}
		case eventStepEnd:
			inside = false
		}
	}
	if failed == 0 || failed != o.doc.Rejected {
		t.Errorf("%d events of rejected trials, run.json has %d", failed, o.doc.Rejected)
	}
}

// TestCallbackOfFailures: an error of the routine ends the run without another call; a run that fails otherwise is terminated.
func TestCallbackOfFailures(t *testing.T) {
	var calls []notice
	o := runText(t, heard, `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`, listener(&calls, func(c notice) error {
		if c.event == eventOutputEnd && c.t > 0.3 {
			return errors.New("it has enough")
		}
		return nil
	}))
	last := calls[len(calls)-1]
	if ExitCode(o.err) != ExitRoutine || last.event != eventOutputEnd || last.t != 0.5 || !strings.Contains(o.err.Error(), "CBKSUB 4") || !strings.Contains(o.err.Error(), "it has enough") {
		t.Errorf("%v after %+v", o.err, last)
	}
	calls = nil
	o = runText(t, strings.Replace(heard, "<CBKSUB", `<Force_Scalar_TwoBody id="7" type="FORCE" is_action_only="TRUE" i_marker_id="30" j_marker_id="1" val_expression="1/(TIME-0.40001)**3"/><CBKSUB`, 1),
		`<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`, listener(&calls, nil))
	if last := calls[len(calls)-1]; o.err == nil || last.event != eventTerminate || last.answer == 0 || last.data[0] != ExitConvergence {
		t.Errorf("%v after %+v", o.err, last)
	}
}

// TestCallbackOfRestart: saving and continuing are events of both runs.
func TestCallbackOfRestart(t *testing.T) {
	var calls []notice
	path := saving(t, heard, `<Simulate analysis_type="Transient" end_time="0.5" num_steps="1"/>`, nil, listener(&calls, nil))
	if got := eventsOf(calls); !strings.HasSuffix(got, " 38 39 33 34 2") {
		t.Errorf("events %s", got)
	}
	calls = nil
	further(t, path, `<Simulate analysis_type="Transient" end_time="1" num_steps="1"/>`)
	if o := runIn(t, path, nil, listener(&calls, nil)); o.err != nil {
		t.Fatal(o.err)
	}
	if got := eventsOf(calls); got != "1 35 36 39 37 27 8 9 10 12 8 9 28 38 2" {
		t.Errorf("events %s", got)
	}
	if c := calls[2]; c.t != 0.5 || math.Abs(c.x-0.25) > 1e-7 {
		t.Errorf("the state that was read: %+v", c)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
