package run

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStaticFallsBack: where Newton's method gets too few iterations the relaxation continues, and run.log says why.
func TestStaticFallsBack(t *testing.T) {
	rec, err := NewRecorder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := buildText(t, hung(90), `<Param_Static max_num_iter="3"/>`+still)
	if err := Run(context.Background(), m, rec, Options{}); err != nil {
		t.Fatal(err)
	}
	doc, err := rec.Finish(OK, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(rec.Dir, "run.log"))
	if err != nil || !strings.Contains(string(log), "the force imbalance method fails") || !strings.Contains(string(log), "most iterations") {
		t.Errorf("%v %s", err, log)
	}
	if a := doc.Analyses[0]; !a.Relaxed || a.Method != "FIM_S" {
		t.Errorf("%+v", a)
	}
	y := readTable(t, filepath.Join(rec.Dir, RowsFile)).of(t, "1.F2")
	near(t, "y", y[0], -1, 1e-5)
}

// TestQuasiStaticSensor: sensors are looked at at output times: one stores a value that a load depends on, one ends the
// analysis.
func TestQuasiStaticSensor(t *testing.T) {
	model := hung(0) + `<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fx_expression="10*TIME*(1+SENVAL(1))"/>
<Sensor_Evaluate id="5" expr="1"/><Sensor_Event id="1" expr="TIME" compare="GE" value="0.45" error_tol="1e-9" evaluate_id="5"/>
<Sensor_Event id="2" expr="DX(20)" compare="GE" value="0.8" error_tol="1e-9" return="TRUE"/>`
	o := carryOut(t, buildText(t, model, `<Simulate analysis_type="Static" end_time="1" num_steps="10"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	times, x := o.tab.of(t, "time"), o.tab.of(t, "1.F1")
	for k, time := range times {
		if k > 0 && time == times[k-1] {
			continue
		}
		f := time
		if time > 0.55 {
			f *= 2
		}
		near(t, "x", x[k], f/math.Hypot(1, f), 1e-9)
	}
	if end := times[len(times)-1]; math.Abs(end-0.7) > 1e-12 || len(o.doc.Events) != 2 { // 2 0.7/√(1 + 1.96) is the first beyond 0.8
		t.Errorf("ended at %g, %+v", end, o.doc.Events)
	}
}

// TestStaticOptions: an end asked for beside a static analysis makes a sequence of it.
func TestStaticOptions(t *testing.T) {
	o := carryOut(t, buildText(t, hung(20), still), Options{End: 1, HasEnd: true, Steps: 2})
	if o.err != nil || len(o.tab.of(t, "time")) != 3 || o.doc.Analyses[0].Kind != "quasi-static" || o.doc.EndTime != 1 {
		t.Errorf("%v %+v", o.err, o.doc.Analyses)
	}
	o = carryOut(t, buildText(t, hung(20), still+simulate(`end_time="2" num_steps="2"`)), Options{End: 1, HasEnd: true, Steps: 2})
	if o.err != nil || len(o.tab.of(t, "time")) != 4 || o.doc.Analyses[1].Kind != "transient" || o.doc.EndTime != 1 {
		t.Errorf("%v %+v", o.err, o.doc.Analyses)
	}
}

// TestStaticSaved: a model that has been brought to rest is saved there and continues from there.
func TestStaticSaved(t *testing.T) {
	dir := t.TempDir()
	rec, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := buildText(t, hung(50), `<Param_Static max_error="1e-7"/>`+still+`<Save model_file="rest.xml"/>`)
	if err := Run(context.Background(), m, rec, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Finish(OK, 0, nil); err != nil {
		t.Fatal(err)
	}
	o := carryOut(t, build(t, filepath.Join(dir, "rest.xml")), Options{End: 0.5, HasEnd: true, Steps: 2})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for _, v := range o.tab.of(t, "1.F1") {
		near(t, "x", v, 0, 1e-9)
	}
}
