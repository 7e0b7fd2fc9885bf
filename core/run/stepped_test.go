package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// pushed is a mass of 2 that a force pushes, between a spring of stiffness k and a damper along x: m x" + c x' + k x = u.
func pushed(k, c, u string) string {
	return floor + `
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="11"/>
<Reference_Marker id="21" body_id="2" theta="1.5707963267948966" psi="1.5707963267948966"/><Reference_Marker id="11" body_id="1" theta="1.5707963267948966" psi="1.5707963267948966"/>
<Reference_Variable id="3" label="push" expr="` + u + `"/><Reference_Variable id="4" label="place" expr="DX(20,1)"/><Reference_Variable id="5" label="speed" expr="VX(20,1)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="3"/><Control_PlantOutput id="1" num_element="2" variable_id_list="4,5"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="VARVAL(3)-` + k + `*DX(20,1)-` + c + `*VX(20,1)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20,1)" expr2="ACCX(20,1)"/>`
}

// stepped begins a text.
func stepped(t testing.TB, model, commands string, opt SteppedOptions) *SteppedModel {
	t.Helper()
	s, err := NewSteppedModel(t.Context(), buildText(t, model, commands), opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// step takes a step and returns the outputs.
func (s *SteppedModel) step(t testing.TB, dt float64, inputs ...float64) []float64 {
	t.Helper()
	if err := s.Step(t.Context(), dt, inputs); err != nil {
		t.Fatal(err)
	}
	y := make([]float64, len(s.Outputs))
	if err := s.ReadOutputs(y); err != nil {
		t.Fatal(err)
	}
	return y
}

const tight = `<Param_Transient integrator_type="%" integr_tol="1e-9"/>`

// TestSteppedInputs: the response of m x" + k x = u to inputs that are constant over each step, by the closed form
// x = u/k + (x0-u/k) cos wt + v0/w sin wt; in the last steps the input stays as it is.
func TestSteppedInputs(t *testing.T) {
	for _, method := range []string{"", "AUTO", "DSTIFF", "ABAM", "HHT", "RADAU", "DOP853", "MSTIFF"} {
		t.Run(method, func(t *testing.T) {
			bound, deck := 1e-6, cmp.Or(method, "DSTIFF")
			if method == "HHT" {
				bound = 1e-4
			}
			s := stepped(t, strings.Replace(tight, "%", deck, 1)+pushed("8", "0", "0"), "", SteppedOptions{Integrator: method})
			if len(s.Inputs) != 1 || s.Inputs[0].Label != "push" || len(s.Outputs) != 4 || s.Outputs[3].Name != "9.F2" {
				t.Fatalf("inputs %v, outputs %v", s.Inputs, s.Outputs)
			}
			const k, m, dt = 8, 2, 0.1
			w := math.Sqrt(k / m)
			x, v, u := 0.0, 0.0, 0.0
			check := func(y []float64) {
				t.Helper()
				c, n := math.Cos(w*dt), math.Sin(w*dt)
				x, v = u/k+(x-u/k)*c+v/w*n, v*c-(x-u/k)*w*n
				for i, want := range []float64{x, v, x, (u - k*x) / m} {
					isNear(t, s.Outputs[i].Name, y[i], want, bound)
				}
			}
			check(s.step(t, dt)) // by its own expression
			for _, u = range []float64{3, -2, 5, 5, 0, 1} {
				check(s.step(t, dt, u))
			}
			check(s.step(t, dt, math.NaN()))
			check(s.step(t, dt))
			isNear(t, "time", s.Time(), 0.9, 1e-14)
			if err := s.Reset(); err != nil {
				t.Fatal(err)
			}
			if y := s.step(t, dt); y[0] != 0 || y[1] != 0 {
				t.Errorf("after Reset the input is not that of the deck: %v", y)
			}
		})
	}
}

// TestSteppedFeedback: an input replaces an expression with a feedback, with its derivatives: -50 x - 10 x' as the deck has it leads
// to rest; once set to 0 the mass continues as it is.
func TestSteppedFeedback(t *testing.T) {
	s := stepped(t, `<Param_Transient integrator_type="DSTIFF" integr_tol="1e-8"/>`+pushed("0", "0", "1-50*DX(20,1)-10*VX(20,1)"), "", SteppedOptions{Outputs: []string{"speed"}})
	v := s.step(t, 0.1)[0]
	if v == 0 {
		t.Fatal("the feedback does not move the mass")
	}
	for range 3 {
		isNear(t, "speed", s.step(t, 0.2, 0)[0], v, 1e-9)
	}
}

// TestSteppedAsRun: steps lead to where a run is at the same times.
func TestSteppedAsRun(t *testing.T) {
	const n, dt = 12, 0.11 // away from the time 1, at which a sensor triggers
	for _, name := range []string{"cart with ACCX", "tree in space", "loop with redundant rows", "stops that open and close", "friction of a slider that sticks and slips", "turns of a coupler, and sensors", "delays"} {
		for i, method := range []string{"DSTIFF", "ABAM", "DOP853", ""} {
			if leftOut(t, i+len(name), 2) {
				continue
			}
			t.Run(name+" "+method, func(t *testing.T) {
				deck := cmp.Or(method, "AUTO")
				model := strings.Replace(`<Param_Transient integrator_type="%" integr_tol="1e-8" h_max="0.1"/>`, "%", deck, 1) + continued[name]
				tab := ranTo(t, model, `end_time="1.32" num_steps="12"`).tab
				s := stepped(t, model, simulate(`end_time="3" num_steps="3"`), SteppedOptions{Integrator: method})
				for k := 1; k <= n; k++ {
					y := s.step(t, dt)
					for i, o := range s.Outputs {
						want := tab.of(t, o.Name)[k]
						if math.Abs(y[i]-want) > 2e-5*math.Max(1, math.Abs(want)) {
							t.Fatalf("time %g: %s is %.9g, a run has %.9g", s.Time(), o.Name, y[i], want)
						}
					}
				}
			})
		}
	}
}

// TestSteppedRestore: what follows Save and what follows Restore is the same to the last bit, and so is what follows Reset.
func TestSteppedRestore(t *testing.T) {
	all := map[string]string{"inputs": pushed("8", "1", "SIN(TIME)")}
	for name, model := range continued {
		if name != "routine" {
			all[name] = model
		}
	}
	for n, name := range slices.Sorted(maps.Keys(all)) {
		model := all[name]
		for i, method := range []string{"", "DSTIFF", "ABAM", "AUTO", "HHT", "MSTIFF", "DOP853"} {
			if leftOut(t, n+i, 3) {
				continue
			}
			t.Run(name+" "+method, func(t *testing.T) {
				repeatSteps(t, stepped(t, `<Param_Transient integrator_type="`+cmp.Or(method, "AUTO")+`" integr_tol="1e-3" integr_rel_tol="3e-4" h_max="0.1"/>`+model, "", SteppedOptions{Integrator: method}))
			})
		}
	}
	for name, model := range continuedHard {
		t.Run(name+" NSC", func(t *testing.T) {
			repeatSteps(t, stepped(t, `<Param_Transient integrator_type="NSC" h_max="0.01"/>`+model, nscTune(`h_max="0.01"`), SteppedOptions{}))
		})
	}
}

// repeatSteps takes steps, goes back, and takes them again.
func repeatSteps(t *testing.T, s *SteppedModel) {
	t.Helper()
	steps := func(n int) (all []float64) {
		for k := range n {
			var u []float64
			if len(s.Inputs) > 0 {
				u = []float64{float64(k % 3)}
			}
			all = append(all, s.step(t, 0.07, u...)...)
		}
		return all
	}
	begin := steps(9)
	x, err := s.Save()
	if err != nil {
		t.Fatal(err)
	}
	want := steps(9)
	for range 2 {
		if err := s.Restore(x); err != nil {
			t.Fatal(err)
		}
		if got := steps(9); !slices.Equal(got, want) {
			t.Errorf("%v\nafter Restore, not\n%v", got, want)
		}
	}
	if err := s.Reset(); err != nil {
		t.Fatal(err)
	}
	if got := steps(9); !slices.Equal(got, begin) {
		t.Errorf("%v\nafter Reset, not\n%v", got, begin)
	}
}

// TestSteppedBegin: the model begins behind the static analysis of the deck, and not with its analysis of motion.
func TestSteppedBegin(t *testing.T) {
	s := stepped(t, pushed("8", "1", "4"), `<Simulate analysis_type="STATIC"/>`+simulate(`end_time="7"`), SteppedOptions{Outputs: []string{"place", "9.F2"}})
	y := s.step(t, 0.5)
	isNear(t, "place", y[0], 0.5, 1e-6)
	isNear(t, "acceleration", y[1], 0, 1e-6)
	isNear(t, "time", s.Time(), 0.5, 0)
}

// TestSteppedRefused: what cannot be is refused, and says why.
func TestSteppedRefused(t *testing.T) {
	moved := strings.Replace(pushed("8", "1", "0"), `<Force_Vector`, `<Motion_Joint id="3" joint_id="1" expr="VARVAL(3)"/><Force_Vector`, 1)
	implicit := strings.Replace(pushed("8", "1", "VARVAL(3)-4*VARVAL(3)+DX(20,1)"), `label="push"`, `label="push" implicit="TRUE"`, 1)
	for _, c := range []struct {
		model string
		opt   SteppedOptions
		want  string
	}{
		{moved, SteppedOptions{}, "part of a constraint or motion"},
		{implicit, SteppedOptions{}, "it is implicit"},
		{pushed("8", "1", "0"), SteppedOptions{Inputs: []string{"pull"}}, `there is no variable "pull"`},
		{pushed("8", "1", "0"), SteppedOptions{Outputs: []string{"9.F7"}}, `there is no variable "9.F7"`},
		{pushed("8", "1", "0"), SteppedOptions{Integrator: "EULER"}, `there is no integrator "EULER"`},
	} {
		_, err := NewSteppedModel(t.Context(), buildText(t, c.model, ""), c.opt)
		var usage *UsageError
		if err == nil || !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, not %q", err, c.want)
		}
	}
	s := stepped(t, pushed("8", "1", "0"), "", SteppedOptions{})
	for _, c := range []struct {
		dt   float64
		u    []float64
		want string
	}{{0, nil, "greater than 0"}, {math.NaN(), nil, "greater than 0"}, {1, []float64{1, 2}, "2 values for 1 inputs"}, {1, []float64{math.Inf(1)}, "infinite"}} {
		if err := s.Step(t.Context(), c.dt, c.u); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a step of %g with %v: %v", c.dt, c.u, err)
		}
	}
}

// TestSteppedTooShort: a step that does not move the time is refused.
func TestSteppedTooShort(t *testing.T) {
	s := stepped(t, pushed("8", "1", "0"), "", SteppedOptions{})
	s.step(t, 1)
	if err := s.Step(t.Context(), 1e-300, nil); err == nil || !strings.Contains(err.Error(), "not after its start at 1") {
		t.Errorf("%v", err)
	}
}

// TestSteppedCancel: a step that takes long ends when its context does, and the model continues from where it is.
func TestSteppedCancel(t *testing.T) {
	s := stepped(t, `<Param_Transient h_max="1e-4"/>`+pushed("8", "0", "1"), "", SteppedOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := s.Step(ctx, 1e5, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("the step ended with %v", err)
	}
	at := s.Time()
	if !(at > 0 && at < 1e5) {
		t.Errorf("the step ended at %g", at)
	}
	y := s.step(t, 0.01)
	isNear(t, "place", y[0], (1-math.Cos(2*s.Time()))/8, 1e-2)
}

// TestSteppedCallbacks: a deck with a CBKSUB is refused, since its events would not be reported.
func TestSteppedCallbacks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deck.xml")
	write(t, path, "<M><Model>"+pushed("8", "1", "0")+`<CBKSUB id="4" usrsub_param_string="USER(30)" usrsub_dll_name="a"/></Model></M>`)
	m := buildWith(t, path, pulls)
	var usage *UsageError
	if _, err := NewSteppedModel(t.Context(), m, SteppedOptions{}); !errors.As(err, &usage) || !strings.Contains(err.Error(), "CBKSUB 4") {
		t.Errorf("%v", err)
	}
}

// TestSteppedStiff: by default stiffness does not hold steps, in a mass with a damper of 1e5, which follows x' = (u - k x)/c behind the first moment,
// and in a state that is integrated along a motion, x' = 1e4 (u - x).
func TestSteppedStiff(t *testing.T) {
	const k, c, dt = 8e4, 1e5, 0.1
	s := stepped(t, `<Param_Transient integr_tol="1e-4"/>`+pushed("8e4", "1e5", "0"), "", SteppedOptions{Outputs: []string{"place"}})
	x := 0.0
	for n := range 10 {
		u := 1e4 * float64(n%3)
		x = u/k + (x-u/k)*math.Exp(-k/c*dt)
		isNear(t, "place", s.step(t, dt, u)[0], x, 1e-4)
	}
	if n := s.r.stepper.method.Stats().Steps; n > 400 { // stability alone asks for 1 / (3.3 m/c) = 15000
		t.Errorf("%d steps", n)
	}
	driven := strings.Replace(crank(`expr="TIME"`), `</Model>`, "", 1) + `<Reference_Variable id="3" label="push" expr="0"/><Control_PlantInput id="1" num_element="1" variable_id_list="3"/>
<Control_Diff id="1" expr="1e4*(VARVAL(3)-DIF(1))"/><Post_Request id="2" type="EXPRESSION" expr1="DIF(1)"/>`
	s = stepped(t, `<Param_Transient integr_tol="1e-4"/>`+driven, "", SteppedOptions{Outputs: []string{"2.F1"}})
	for n := range 5 {
		u := 1 + float64(n%2)
		isNear(t, "state", s.step(t, dt, u)[0], u, 3e-4)
	}
	if n := s.r.stepper.method.Stats().Steps; n > 2000 {
		t.Errorf("%d steps", n)
	}
}
