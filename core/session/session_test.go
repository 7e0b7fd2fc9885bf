package session

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
)

// slider is a mass of 2 on a spring of stiffness k that a force pushes along x.
const slider = `<M><Model><Parameter name="k" value="8" unit="N/m" min="1"/><Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="slider" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="11"/>
<Reference_Variable id="3" label="push" expr="0"/><Reference_Variable id="4" label="position" expr="DX(20,1)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="3"/><Control_PlantOutput id="1" num_element="1" variable_id_list="4"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="VARVAL(3)-${k}*DX(20,1)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20,1)"/>
</Model><Command><Simulate analysis_type="TRANSIENT" end_time="1" num_steps="4"/></Command></M>`

// open opens a deck; builds counts how often it was built.
func open(t *testing.T, text string, values ...Value) (s *Session, builds *int, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deck.xml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	builds = new(int)
	s, err = BuildSession(t.Context(), path, func(_ context.Context, assigned []*deck.Assignment) (*element.Model, error) {
		*builds++
		m, err := deck.Read(path, element.Table(), assigned...)
		if err != nil {
			return nil, err
		}
		b := element.Build(m, nil)
		if m.Diags.HasErrors() {
			return b, element.ErrDeck
		}
		return b, nil
	}, values)
	return s, builds, err
}

// opened opens a deck that has no errors.
func opened(t *testing.T, values ...Value) (*Session, *int) {
	t.Helper()
	s, builds, err := open(t, slider, values...)
	if err != nil {
		t.Fatal(err)
	}
	return s, builds
}

// pushBy takes a step of 0.1 with the force u and returns the position.
func pushBy(t *testing.T, s *Session, u float64) float64 {
	t.Helper()
	m, err := s.BeginSteppingIfNeeded(t.Context(), run.SteppedOptions{})
	if err == nil {
		err = m.Step(t.Context(), 0.1, []float64{u})
	}
	y := make([]float64, 2)
	if err == nil {
		err = m.ReadOutputs(y)
	}
	if err != nil {
		t.Fatal(err)
	}
	return y[0]
}

// pushed is the position of a slider at rest after a force 1 for 0.1: (1 - cos wt)/k.
func pushed(k float64) float64 { return (1 - math.Cos(math.Sqrt(k/2)*0.1)) / k }

// TestInfo: what the deck contains, with the values that it was opened with.
func TestInfo(t *testing.T) {
	s, _ := opened(t, Value{"k", "18"})
	i := s.DescribeDeck()
	if len(i.Parameters) != 1 || i.Parameters[0].Value != 18.0 || len(i.Inputs) != 1 || i.Inputs[0] != (NameInfo{"Reference_Variable 3", "push", ""}) ||
		len(i.Outputs) != 2 || i.Outputs[1].Name != "9.F1" || len(i.Bodies) != 1 || i.Bodies[0].Label != "slider" || i.Integrator != "AUTO" {
		t.Errorf("%+v", i)
	}
}

// TestValues: set, reset with values and the value of an attribute lead to the motion of a deck with them; a value that is refused leaves those before.
func TestValues(t *testing.T) {
	s, builds := opened(t)
	near := func(got, k float64) {
		t.Helper()
		if want := pushed(k); math.Abs(got-want) > 1e-7 {
			t.Errorf("the position is %.9g, with a stiffness of %g it is %.9g", got, k, want)
		}
	}
	near(pushBy(t, s, 1), 8)
	if err := s.AssignValuesAndRebuild(t.Context(), []Value{{"k", "18"}}); err != nil {
		t.Fatal(err)
	}
	near(pushBy(t, s, 1), 18)
	if err := s.AssignValuesAndRebuild(t.Context(), []Value{{"k", "0.5"}}); err == nil || !strings.Contains(s.Model().Deck.Diags.List[0].Msg, "k") {
		t.Errorf("a value below the least is taken: %v", err)
	}
	if err := s.ResetToStart(t.Context(), []Value{{"K", "32"}}); err != nil { // whatever the case
		t.Fatal(err)
	}
	near(pushBy(t, s, 1), 32)
	before := *builds
	if err := s.ResetToStart(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	near(pushBy(t, s, 1), 32)
	if *builds != before {
		t.Error("reset without values builds the model again")
	}
	if err := s.AssignValuesAndRebuild(t.Context(), []Value{{"Body_Rigid/2.mass", "8"}, {"k", "32"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := pushBy(t, s, 1), (1-math.Cos(0.2))/32; math.Abs(got-want) > 1e-7 {
		t.Errorf("with another mass the position is %g, not %g", got, want)
	}
}

// TestStates: a state fits its deck with its values, and nothing else.
func TestStates(t *testing.T) {
	s, _ := opened(t)
	if _, err := s.SaveState(); !errors.Is(err, ErrNotBegun) {
		t.Errorf("%v", err)
	}
	pushBy(t, s, 1)
	text, err := s.SaveState()
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{pushBy(t, s, 2), pushBy(t, s, -1)}
	other, _ := opened(t)
	if err := other.RestoreState(t.Context(), text, run.SteppedOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := []float64{pushBy(t, other, 2), pushBy(t, other, -1)}; !slices.Equal(got, want) {
		t.Errorf("another session continues to %v, not %v", got, want)
	}
	var x map[string]any
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	x["version"] = 99
	old, _ := json.Marshal(x)
	stiff, _ := opened(t, Value{"k", "18"})
	for _, c := range []struct {
		s    *Session
		text []byte
		want string
	}{{stiff, text, "other values"}, {s, old, "version 99"}, {s, []byte("{}"), "not a state"}, {s, []byte("nonsense"), "not a state"}} {
		var usage *run.UsageError
		if err := c.s.RestoreState(t.Context(), c.text, run.SteppedOptions{}); !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, not %q", err, c.want)
		}
	}
}

// TestRunBeside: a run of the whole deck gives its rows, and leaves what is stepped as it is.
func TestRunBeside(t *testing.T) {
	s, builds := opened(t, Value{"k", "18"})
	first := pushBy(t, s, 1)
	for range 2 {
		folder := t.TempDir()
		rec, err := run.NewRecorder(folder)
		if err != nil {
			t.Fatal(err)
		}
		err = s.RunWithFreshModel(t.Context(), func(m *element.Model) error {
			return run.Run(t.Context(), m, rec, run.Options{Results: run.RequestResults})
		})
		if err != nil {
			t.Fatal(err)
		}
		if doc, err := rec.Finish(run.StatusOfExitCode(0), 0, nil); err != nil || doc.EndTime != 1 {
			t.Errorf("%+v %v", doc, err)
		}
	}
	if *builds != 3 {
		t.Errorf("two runs and the steps need %d models", *builds)
	}
	// The state behind the first step: x'' of the motion with another force.
	w := 3.0
	x, v := first, math.Sin(w*0.1)*w/18
	want := x*math.Cos(w*0.1) + v/w*math.Sin(w*0.1)
	if got := pushBy(t, s, 0); math.Abs(got-want) > 1e-7 {
		t.Errorf("the step behind the runs leads to %g, not %g", got, want)
	}
}

// TestLinearizeBegins: a session that has not begun does, and x" = -k/m x + u/m.
func TestLinearizeBegins(t *testing.T) {
	s, _ := opened(t)
	x, err := s.Linearize(t.Context(), run.SteppedOptions{}, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, 1, -4, 0} {
		if math.Abs(x.A[i]-want) > 1e-8 {
			t.Errorf("A is %v", x.A)
		}
	}
	if len(x.B) != 2 || math.Abs(x.B[1]-0.5) > 1e-9 || !slices.Equal(x.C, []float64{1, 0}) || len(x.Modes) != 1 || math.Abs(imag(x.Modes[0].Value)-2) > 1e-8 {
		t.Errorf("%+v", x)
	}
}

// TestBrokenDeck: a deck with errors leaves a session with its diagnostics.
func TestBrokenDeck(t *testing.T) {
	s, _, err := open(t, strings.Replace(slider, `mass="2"`, `mass="-2"`, 1))
	if err == nil || s.Model() == nil || !s.Model().Deck.Diags.HasErrors() {
		t.Fatalf("%v", err)
	}
}
