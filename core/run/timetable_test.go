package run

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// falling is a point of 1 kg in free fall from rest: z = -5 t².
const falling = `
<Force_Gravity grav_x="0." grav_y="0." grav_z="-10."/>
<Body_Point id="1" cg_id="9" mass="1."/>
<Reference_Marker id="9" body_id="1" body_type="PointBody"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="9"/>`

// simulate is commands of transient analyses.
func simulate(attributes ...string) string {
	var b strings.Builder
	for _, a := range attributes {
		b.WriteString(`<Simulate analysis_type="Transient" ` + a + `/>`)
	}
	return b.String()
}

func sameTimes(got, want []float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			return false
		}
	}
	return true
}

// TestOutputTimes: rows come at the times that the commands ask for, and each
// analysis continues where the one before ended.
func TestOutputTimes(t *testing.T) {
	for _, c := range []struct {
		name, commands string
		want           []float64
		opt            Options
	}{
		{"interval", simulate(`end_time="1." print_interval="0.25"`), []float64{0, .25, .5, .75, 1}, Options{}},
		{"interval that does not divide the end", simulate(`end_time="1." print_interval="0.3"`), []float64{0, .3, .6, .9, 1}, Options{}},
		{"interval beyond the end", simulate(`end_time="1." print_interval="3."`), []float64{0, 1}, Options{}},
		{"steps", simulate(`end_time="1." num_steps="4"`), []float64{0, .25, .5, .75, 1}, Options{}},
		{"duration", simulate(`duration="0.5" num_steps="2"`), []float64{0, .25, .5}, Options{}},
		{"start", simulate(`start_time="2." end_time="3." num_steps="2"`), []float64{2, 2.5, 3}, Options{}},
		{"continued", simulate(`end_time="0.5" num_steps="2"`, `end_time="1." num_steps="1"`, `duration="0.25" num_steps="1"`),
			[]float64{0, .25, .5, .5, 1, 1, 1.25}, Options{}},
		{"end from outside", simulate(`end_time="1." num_steps="4"`), []float64{0, .125, .25, .375, .5}, Options{End: 0.5, HasEnd: true}},
		{"all from outside", "", []float64{0, .5, 1}, Options{End: 1, HasEnd: true, DT: 0.5}},
		{"steps from outside", simulate(`end_time="1." print_interval="0.1"`), []float64{0, 1, 2}, Options{End: 2, HasEnd: true, Steps: 2}},
		{"end in the first of several", simulate(`end_time="0.5" num_steps="1"`, `end_time="1." num_steps="9"`),
			[]float64{0, .125, .25}, Options{End: 0.25, HasEnd: true, Steps: 2}},
		{"end in a later one of several", simulate(`end_time="0.5" num_steps="1"`, `duration="0.25" num_steps="1"`, `end_time="1." num_steps="9"`),
			[]float64{0, .5, .5, .625}, Options{End: 0.625, HasEnd: true, Steps: 1}},
		{"last of several from outside", simulate(`end_time="0.5" num_steps="1"`, `end_time="1." num_steps="9"`),
			[]float64{0, .5, .5, .75}, Options{End: 0.75, HasEnd: true, Steps: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := carryOut(t, buildText(t, falling, c.commands), c.opt)
			if o.err != nil {
				t.Fatal(o.err)
			}
			got := o.tab.of(t, "time")
			if !sameTimes(got, c.want) {
				t.Fatalf("times %v, want %v", got, c.want)
			}
			for i, z := range o.tab.of(t, "1.Z") {
				s := got[i] - c.want[0]
				if math.Abs(z+5*s*s) > 1e-4 {
					t.Errorf("at %g z is %g", got[i], z)
				}
			}
			if o.doc.EndTime != c.want[len(c.want)-1] {
				t.Errorf("end_time %g", o.doc.EndTime)
			}
		})
	}
}

func TestDefaultOutputs(t *testing.T) {
	o := carryOut(t, buildText(t, falling, simulate(`end_time="2."`)), Options{})
	if n := len(o.tab.of(t, "time")); n != 101 {
		t.Errorf("%d rows, want 101", n)
	}
}

// TestIncrement: with print_increment every so many steps make a row, and so do
// start and end.
func TestIncrement(t *testing.T) {
	o := carryOut(t, buildText(t, falling, simulate(`end_time="1." print_increment="7"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	time := o.tab.of(t, "time")
	if want := 1 + (o.doc.Steps+6)/7; len(time) != want || time[0] != 0 || time[want-1] != 1 {
		t.Errorf("%d rows from %d steps: %v", len(time), o.doc.Steps, time)
	}
}

// TestNoAnalysis: a command that cannot be is the user's mistake.
func TestNoAnalysis(t *testing.T) {
	o := carryOut(t, buildText(t, falling, ""), Options{})
	if !errors.Is(o.err, ErrNoSimulate) || o.doc.ExitCode != ExitUsage {
		t.Errorf("no analysis: %v, code %d", o.err, o.doc.ExitCode)
	}
	o = carryOut(t, buildText(t, falling, simulate(`end_time="1."`)), Options{End: -1, HasEnd: true})
	if o.doc.ExitCode != ExitUsage || o.doc.Error == nil {
		t.Errorf("an end before the start: %v, code %d", o.err, o.doc.ExitCode)
	}
}

// TestSettingsBetweenAnalyses: Param_Transient between two commands counts for
// the second.
func TestSettingsBetweenAnalyses(t *testing.T) {
	plain := simulate(`end_time="0.5" num_steps="1"`) + simulate(`end_time="1." num_steps="1"`)
	fine := simulate(`end_time="0.5" num_steps="1"`) + `<Param_Transient h_max="1E-3"/>` + simulate(`end_time="1." num_steps="1"`)
	a, b := carryOut(t, buildText(t, falling, plain), Options{}), carryOut(t, buildText(t, falling, fine), Options{})
	if a.err != nil || b.err != nil {
		t.Fatal(a.err, b.err)
	}
	if d := b.doc.Steps - a.doc.Steps; d < 400 || d > 500 {
		t.Errorf("%d steps, with a shorter h_max in the second half %d", a.doc.Steps, b.doc.Steps)
	}
}

// TestHitsAndInterpolation: output times that are hit and those that are
// interpolated agree within the tolerance, and interpolation does not cut
// steps.
func TestHitsAndInterpolation(t *testing.T) {
	deck := examples + "/pendulum/pendulum.xml"
	solve := func(interpolate bool) outcome {
		m := build(t, deck)
		m.Tuning.Tol, m.Tuning.HMax, m.Tuning.Interpolate = 1e-8, 1, interpolate
		m.Commands[0].Settings = element.Settings{End: 3, HasEnd: true, Interval: 1e-3}
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		return o
	}
	hit, between := solve(false), solve(true)
	if hit.doc.Steps < 3000 || between.doc.Steps > 1000 {
		t.Errorf("%d steps with hits, %d with interpolation", hit.doc.Steps, between.doc.Steps)
	}
	if !sameTimes(between.tab.of(t, "time"), hit.tab.of(t, "time")) {
		t.Error("the times differ")
	}
	for _, name := range []string{"1.X", "1.Y", "2.VX", "2.VY", "3.F1"} {
		x, y := hit.tab.of(t, name), between.tab.of(t, name)
		for i := range x {
			if d := math.Abs(x[i] - y[i]); d > 2e-6*math.Max(1, largest(x)) {
				t.Errorf("%s differs by %g in row %d", name, d, i)
				break
			}
		}
	}
	if v := between.doc.ConstraintViolation; v > 1e-6 {
		t.Errorf("interpolated rows violate constraints by %g", v)
	}
}
