package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// cartPole is a pole of length l with a point mass on a cart that a force pushes along x. Angles from the upright pole.
const cartPole = `<MotionSolve><Model>
<Parameter name="l" value="0.5" unit="m" min="0.1"/><Parameter name="push" value="0"/>
<Param_Transient integrator_type="DOP853" integr_tol="1e-9"/><Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="cart" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Body_Rigid id="3" label="pole" cg_id="30" mass="0.1" inertia_xx="1e-4" inertia_yy="1e-4" inertia_zz="1e-4"/><Reference_Marker id="30" body_id="3" pos_y="${l}"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="20"/>
<Reference_Variable id="1" label="force" expr="${push}"/><Reference_Variable id="2" label="place" expr="DX(20)"/><Reference_Variable id="3" label="angle" expr="AZ(31,20)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="2" variable_id_list="2,3"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="20" fx_expression="VARVAL(1)" fy_expression="0" fz_expression="0"/>
<Post_Request id="5" type="EXPRESSION" expr1="AZ(31,20)" expr2="WZ(30)"/>
</Model><Command><Simulate analysis_type="TRANSIENT" end_time="0.8" num_steps="8"/></Command></MotionSolve>`

// served is the end of a program that a server is for.
type served struct {
	t    testing.TB
	conn *frame.Conn
	cmd  *exec.Cmd
	log  strings.Builder
}

// serveTool starts trammel serve and takes its greeting.
func serveTool(t testing.TB, args ...string) *served {
	t.Helper()
	s := &served{t: t, cmd: exec.Command(clitest.Program("trammel"), append([]string{"serve"}, args...)...)}
	s.cmd.Dir, s.cmd.Stderr = clitest.Folder, &s.log
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	s.conn = frame.NewStreamConn(out, in)
	k, r, err := s.conn.Receive()
	if err != nil || k != frame.Hello {
		t.Fatalf("%v %v", k, err)
	}
	var hello struct{ Protocol, PID int }
	if err := json.Unmarshal([]byte(r.ReadText()), &hello); err != nil || hello.Protocol != sessionProtocol || hello.PID != s.cmd.Process.Pid {
		t.Fatalf("%+v %v", hello, err)
	}
	return s
}

// answered is a REPLY.
type answered struct {
	Info struct {
		Parameters []run.ParameterInfo
		Inputs     []struct{ Name, Label string }
		Outputs    []struct{ Name, Label string }
		Bodies     []struct{ Name, Label string }
	}
	Error *struct {
		Message     string
		ExitCode    int `json:"exit_code"`
		Element     string
		Diagnostics []struct {
			Code, File, Message, Help string
			Line, Col                 int
		}
	}
	Time     float64
	Stopped  bool
	Warnings []string
	State    json.RawMessage

	Columns         []struct{ Name, Label, Unit string }
	Rows            int
	Folder          string
	Run             run.Document
	States          []string
	Inputs, Outputs []any
	Modes           []struct {
		RealHz float64 `json:"real_hz"`
	}
	Shape []run.ShapeName

	numbers []float64
}

// request requests and returns the reply.
func (s *served) request(body map[string]any) *answered {
	s.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	w := s.conn.BeginMessage(frame.Request)
	w.WriteText(string(text))
	w.WriteReals(nil)
	if err := s.conn.Send(); err != nil {
		s.t.Fatal(err)
	}
	return s.reply()
}

func (s *served) reply() *answered {
	s.t.Helper()
	k, r, err := s.conn.Receive()
	if err != nil || k != frame.Reply {
		s.t.Fatalf("%v %v %s", k, err, s.log.String())
	}
	a := &answered{}
	if err := json.Unmarshal([]byte(r.ReadText()), a); err != nil {
		s.t.Fatal(err)
	}
	a.numbers = r.ReadReals(nil)
	return a
}

// fine requests what must not fail.
func (s *served) fine(body map[string]any) *answered {
	s.t.Helper()
	a := s.request(body)
	if a.Error != nil {
		s.t.Fatalf("%v: %+v", body["request"], *a.Error)
	}
	return a
}

// step takes a step and returns time and outputs.
func (s *served) step(dt float64, inputs ...float64) (float64, []float64) {
	s.t.Helper()
	s.conn.BeginMessage(frame.Step).WriteStep(dt, inputs)
	if err := s.conn.Send(); err != nil {
		s.t.Fatal(err)
	}
	k, r, err := s.conn.Receive()
	if err != nil || k != frame.Stepped {
		s.t.Fatalf("%v %v %s", k, err, r.ReadText())
	}
	_, _, at, y := r.ReadStepped(nil)
	return at, y
}

// end waits for the end of the server, which must have a code.
func (s *served) end(code int) {
	s.t.Helper()
	err := s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("it ends with %d (%v), not %d: %s", got, err, code, s.log.String())
	}
}

// TestServe: a session with all that it has. The cart begins as a free mass does, by F/(M+m), since the pole is upright (its
// reaction along x is the horizontal acceleration of its mass: none at first); with a pole that stands and no force nothing moves.
func TestServe(t *testing.T) {
	s := serveTool(t)
	a := s.fine(map[string]any{"request": "load", "text": cartPole, "values": map[string]any{"l": 0.4}})
	if i := a.Info; len(i.Inputs) != 1 || i.Inputs[0].Label != "force" || len(i.Outputs) != 4 || i.Outputs[1].Label != "angle" || i.Outputs[3].Name != "5.F2" ||
		len(i.Bodies) != 2 || i.Bodies[1].Label != "pole" || len(i.Parameters) != 2 || i.Parameters[0].Value != 0.4 {
		t.Fatalf("%+v", i)
	}
	a = s.fine(map[string]any{"request": "begin", "outputs": []string{"place", "angle"}, "integrator": "dop853"})
	if a.Time != 0 || !slices.Equal(a.numbers, []float64{0, 0}) {
		t.Fatalf("%+v", a)
	}
	for k := range 3 {
		at, y := s.step(0.01, 1)
		if want := 0.01 * float64(k+1); math.Abs(at-want) > 1e-15 || math.Abs(y[0]-want*want/2) > 1e-3*want*want || !(y[1] > 0) {
			t.Fatalf("at %g: %v", at, y)
		}
	}
	state := s.fine(map[string]any{"request": "save"}).State
	var want [][]float64
	steps := func() (all [][]float64) {
		for k := range 20 {
			_, y := s.step(0.02, float64(k%3))
			all = append(all, y)
		}
		return all
	}
	want = steps()
	a = s.fine(map[string]any{"request": "restore", "state": state})
	if math.Abs(a.Time-0.03) > 1e-15 || !equalRows(steps(), want) {
		t.Error("after restore the steps differ")
	}
	a = s.fine(map[string]any{"request": "reset"})
	if a.Time != 0 {
		t.Errorf("%+v", a)
	}
	if at, y := s.step(0.5); at != 0.5 || y[0] != 0 || y[1] != 0 {
		t.Errorf("%g %v", at, y)
	}
	// Another process takes the state up.
	other := serveTool(t)
	other.fine(map[string]any{"request": "load", "text": cartPole, "values": map[string]any{"l": 0.4}})
	other.fine(map[string]any{"request": "begin", "outputs": []string{"place", "angle"}, "integrator": "DOP853"})
	other.fine(map[string]any{"request": "restore", "state": state})
	us := s
	s = other
	if !equalRows(steps(), want) {
		t.Error("in another process the steps differ")
	}
	s = us
	if a := s.request(map[string]any{"request": "set", "values": map[string]any{"l": 0.6}}); a.Error != nil || a.Info.Parameters[0].Value != 0.6 {
		t.Errorf("%+v", a)
	}
	if a := s.request(map[string]any{"request": "restore", "state": state}); a.Error == nil || !strings.Contains(a.Error.Message, "other values") {
		t.Errorf("%+v", a)
	}
	s.fine(map[string]any{"request": "quit"})
	s.end(0)
	other.conn.Close()
	other.end(0)
}

func equalRows(a, b [][]float64) bool {
	return slices.EqualFunc(a, b, func(x, y []float64) bool { return slices.Equal(x, y) })
}

// TestServeAsRun: steps lead to where trammel run is at the same times.
func TestServeAsRun(t *testing.T) {
	path := clitest.WriteFile(t, "served.xml", cartPole)
	if o := clitest.Run(t, "run", path, "--set", "push=0.3", "--quiet", "--out", "served.out"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	_, rows := clitest.ReadResults(t, "served.out", 0)
	s := serveTool(t)
	s.fine(map[string]any{"request": "load", "deck": path})
	for k := 1; k <= 8; k++ {
		at, y := s.step(0.1, 0.3)
		want := clitest.ParseRow(t, rows[k+1])
		if math.Abs(at-want[0]) > 1e-14 || math.Abs(y[2]-want[1]) > 1e-7 || math.Abs(y[3]-want[2]) > 1e-7 {
			t.Errorf("at %g: %v, not %v", at, y[2:], want)
		}
	}
}

// TestServeErrors: errors are objects, with places in the deck, and the conversation continues.
func TestServeErrors(t *testing.T) {
	s := serveTool(t)
	for _, c := range []struct {
		body map[string]any
		code int
		want string
	}{
		{map[string]any{"request": "info"}, run.ExitUsage, "no deck has been loaded"},
		{map[string]any{"request": "lode"}, run.ExitUsage, "did you mean load?"},
		{map[string]any{"request": "load", "dek": "a.xml"}, run.ExitUsage, `unknown field "dek"`},
		{map[string]any{"request": "load"}, run.ExitUsage, "load needs deck"},
		{map[string]any{"request": "load", "deck": "nowhere.xml"}, run.ExitDeck, "nowhere.xml"},
		{map[string]any{"request": "load", "text": cartPole, "name": "../deck.xml"}, run.ExitUsage, "without a folder"},
		{map[string]any{"request": "load", "text": cartPole, "values": map[string]any{"m": 1}}, run.ExitDeck, "m"},
		{map[string]any{"request": "load", "text": cartPole, "values": map[string]any{"l": 0.01}}, run.ExitDeck, "0.1"},
	} {
		if a := s.request(c.body); a.Error == nil || a.Error.ExitCode != c.code || !strings.Contains(a.Error.Message, c.want) {
			t.Errorf("%v: %+v", c.body, a.Error)
		}
	}
	broken := strings.Replace(cartPole, `fx_expression="VARVAL(1)"`, `fx_expression="VARVAL(1"`, 1)
	a := s.request(map[string]any{"request": "load", "text": broken, "name": "broken.xml"})
	if a.Error == nil || len(a.Error.Diagnostics) == 0 {
		t.Fatalf("%+v", a)
	}
	if d := a.Error.Diagnostics[0]; d.Code == "" || !strings.HasSuffix(d.File, "broken.xml") || d.Line != 10 || d.Col == 0 || d.Message == "" {
		t.Errorf("%+v", d)
	}
	s.fine(map[string]any{"request": "load", "text": cartPole})
	s.conn.BeginMessage(frame.Step).WriteStep(0.1, []float64{1, 2, 3})
	if err := s.conn.Send(); err != nil {
		t.Fatal(err)
	}
	if a := s.reply(); a.Error == nil || !strings.Contains(a.Error.Message, "3 values for 1 inputs") {
		t.Errorf("%+v", a)
	}
	if at, _ := s.step(0.1, 1); at != 0.1 {
		t.Errorf("the step after the error ends at %g", at)
	}
	s.conn.BeginMessage(frame.Open).WriteText("")
	if err := s.conn.Send(); err != nil {
		t.Fatal(err)
	}
	if k, r, err := s.conn.Receive(); err != nil || k != frame.Fault || !strings.Contains(r.ReadText(), "OPEN came where") {
		t.Errorf("%v %v", k, err)
	}
	s.end(run.ExitUsage)
}

// TestServeCancel: CANCEL ends a step that takes long; the model continues from where it is. A program that is gone ends the server
// in the middle of one.
func TestServeCancel(t *testing.T) {
	s := serveTool(t)
	s.fine(map[string]any{"request": "load", "text": cartPole, "values": map[string]any{"Param_Transient.h_max": 1e-5}})
	long := func() {
		s.conn.BeginMessage(frame.Step).WriteStep(1e3, []float64{0.1})
		if err := s.conn.Send(); err != nil {
			t.Fatal(err)
		}
	}
	long()
	time.Sleep(50 * time.Millisecond)
	if err := s.conn.SendCancel(); err != nil {
		t.Fatal(err)
	}
	if a := s.reply(); a.Error == nil || a.Error.ExitCode != run.ExitInterrupted {
		t.Fatalf("%+v", a)
	}
	if at, _ := s.step(1e-4); !(at > 1e-4 && at < 1e3) {
		t.Errorf("it continues to %g", at)
	}
	long()
	if err := s.conn.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	s.end(0)
}
