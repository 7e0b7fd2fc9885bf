package run

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// whirl is a pendulum that turns over its top, held by redundant joints, with an
// angle that counts turns in a law, a thermostat of sensors and an implicit variable.
var whirl = strings.Replace(swing, `inertia_zz="0.1"`, `inertia_zz="0.1" v_ic_y="9" w_ic_z="9"`, 1) + thermostat + `
<Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/>
<Reference_Variable id="3" implicit="TRUE" expr="0.1*SIN(VARVAL(3))+0.01*AZ(21,10)"/>
<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="0.02*AZ(21,10)-0.3*VARVAL(3)-0.1*DIF(1)"/>
<Post_Request id="9" type="EXPRESSION" expr1="AZ(21,10)" expr2="WZ(20)" expr3="VARVAL(3)" expr4="JOINT(1,0,2,0)"/>`

// saving runs a model up to a Save and returns the path of what was saved.
func saving(t *testing.T, model, commands string, set map[string]string, load element.Load) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "deck.xml")
	write(t, path, "<M><Model>"+model+"</Model><Command>"+commands+`<Save model_file="saved.xml"/></Command></M>`)
	o := runIn(t, path, set, load)
	if o.err != nil {
		t.Fatal(o.err)
	}
	return filepath.Join(dir, "saved.xml")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runIn runs the deck at path; its results go into its folder.
func runIn(t *testing.T, path string, set map[string]string, load element.Load) outcome {
	t.Helper()
	d, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	m := element.Build(d, load)
	if d.Diags.HasErrors() {
		var said strings.Builder
		d.Diags.WriteText(&said, false)
		t.Fatal(said.String())
	}
	tune(t, &m.Tuning, set)
	rec, err := NewRecorder(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	o := outcome{err: Run(context.Background(), m, rec, Options{})}
	o.doc, err = rec.Finish(StatusOfExitCode(ExitCode(o.err)), ExitCode(o.err), DescribeFailure(o.err))
	if err != nil {
		t.Fatal(err)
	}
	o.tab = readTable(t, filepath.Join(rec.Dir, RowsFile))
	return o
}

// further adds commands to a deck that was saved.
func further(t *testing.T, path, commands string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	end := "</Command>"
	if !strings.Contains(string(text), end) {
		end, commands = "</M>", "<Command>"+commands+"</Command>"
	}
	write(t, path, strings.Replace(string(text), end, commands+end, 1))
}

// apart returns the largest difference of rows at the same times, relative to the
// largest value of the column or 1; rest has fewer rows than whole.
func apart(t *testing.T, whole, rest *table, columns ...string) float64 {
	t.Helper()
	from := whole.at(rest.of(t, "time")[0])
	if rows := len(rest.of(t, "time")); from < 0 || rows < 5 {
		t.Fatalf("%d rows from %d on", rows, from)
	}
	most := 0.0
	for _, c := range columns {
		a, b := whole.of(t, c), rest.of(t, c)
		a = a[len(a)-len(b):]
		for k := range b {
			most = math.Max(most, math.Abs(a[k]-b[k])/math.Max(1, largest(a)))
		}
	}
	return most
}

// TestContinue: a run that saves its state, and another that is given it, do what one
// run does. The tolerance is so loose that any other choice of steps would show: without
// the state the two differ.
func TestContinue(t *testing.T) {
	for i, method := range []string{"DSTIFF", "ABAM", "AUTO", "HHT", "VSTIFF", "MSTIFF", "NEWMARK", "RADAU", "DOP853"} {
		for k, interpolate := range []string{"FALSE", "TRUE"} {
			if !long && (i+3*k)%4 != 0 {
				continue
			}
			t.Run(method+" "+interpolate, func(t *testing.T) {
				set := map[string]string{"integrator_type": method, "dae_interpolation": interpolate, "integr_tol": "1e-3", "h_max": "0.1"}
				first, second := simulate(`end_time="2.31" print_interval="0.11"`), simulate(`end_time="4.51" print_interval="0.11"`)
				whole := ran(t, whirl, first+second, set)
				path := saving(t, whirl, first, set, nil)
				further(t, path, second)
				rest := runIn(t, path, set, nil)
				if rest.err != nil {
					t.Fatal(rest.err)
				}
				columns := []string{"9.F1", "9.F2", "9.F3", "9.F4", "2.F1", "2.F2"}
				if d := apart(t, whole.tab, rest.tab, columns...); d > 1e-9 {
					t.Errorf("they differ by %g", d)
				}
				if turns := rest.tab.of(t, "9.F1"); math.Abs(turns[0]) < 4*math.Pi {
					t.Errorf("the angle is %g: no turns were counted", turns[0])
				}
				if d := *rest.doc.DOF; d != 1 {
					t.Errorf("%d degrees of freedom", d)
				}
				if err := os.Remove(path + element.StateSuffix); err != nil {
					t.Fatal(err)
				}
				if d := apart(t, whole.tab, runIn(t, path, set, nil).tab, "9.F1"); method != "HHT" && d < 1e-9 {
					t.Errorf("without the state the runs differ by %g only", d)
				}
			})
		}
	}
}

// TestLearnedQueries: what a routine asks at times only is known to the run that goes
// on, and the turns of an angle that nothing asks when the state is saved are kept.
func TestLearnedQueries(t *testing.T) {
	model := strings.Replace(swing, `inertia_zz="0.1"`, `inertia_zz="0.1" v_ic_y="9" w_ic_z="9"`, 1) + `
<Reference_Variable id="3" type="USERSUB" usrsub_dll_name="x" usrsub_fnc_name="VARSUB" usrsub_param_string="USER(1)"/>
<Post_Request id="9" type="EXPRESSION" expr1="VARVAL(3)" expr2="WZ(20)"/>`
	load := func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			v := 0.0
			if now := f.Time(); now > 1 && now < 2 || now > 3 {
				d := &usersub.QueryCache{Frame: f, State: s}
				v, _ = d.SysFnc("AZ", []int32{21, 10})
			}
			f.Reals(f.Sig.OutputIndices()[0])[0] = v
			return nil
		})}, nil
	}
	set := map[string]string{"integrator_type": "ABAM"}
	first, second := simulate(`end_time="2.31" print_interval="0.11"`), simulate(`end_time="4.51" print_interval="0.11"`)
	dir := t.TempDir()
	path := filepath.Join(dir, "deck.xml")
	write(t, path, "<M><Model>"+model+"</Model><Command>"+first+second+"</Command></M>")
	whole := runIn(t, path, set, load)
	if whole.err != nil {
		t.Fatal(whole.err)
	}
	path = saving(t, model, first, set, load)
	further(t, path, second)
	rest := runIn(t, path, set, load)
	if rest.err != nil {
		t.Fatal(rest.err)
	}
	if d := apart(t, whole.tab, rest.tab, "9.F1", "9.F2"); d > 1e-9 {
		t.Errorf("they differ by %g", d)
	}
	if v := rest.tab.of(t, "9.F1"); math.Abs(v[len(v)-1]) < 4*math.Pi {
		t.Errorf("the angle is %g: turns are lost", v[len(v)-1])
	}
	if q := rest.doc.Routines[0].Queries; len(q) != 1 || q[0].Name != "AZ" {
		t.Errorf("queries: %v", q)
	}
}

// TestStateRefused: a state that is damaged, of another form or of another model is an
// error that names the file; a deck without it, and one that leaves it aside, are fine.
func TestStateRefused(t *testing.T) {
	path := saving(t, whirl, simulate(`end_time="0.1" num_steps="1"`), nil, nil)
	state := path + element.StateSuffix
	file, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	said := func(ignore bool) string {
		d, err := deck.Read(path, element.Table())
		if err != nil {
			t.Fatal(err)
		}
		d.IgnoreState = ignore
		element.Build(d, nil)
		var b strings.Builder
		d.Diags.WriteText(&b, false)
		return b.String()
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"whole", "", "", ""},
		{"damaged", `"time": 0.1`, `"time": 0.2`, "damaged"},
		{"cut", string(file[len(file)/2:]), "", "damaged"},
		{"no state", "trammel state", "tramway state", "not a file of a state"},
		{"newer", "trammel state 2", "trammel state 3", "version 3"},
	} {
		changed := strings.Replace(string(file), c.from, c.to, 1)
		if c.from != "" && changed == string(file) {
			t.Fatalf("%s: nothing is changed", c.name)
		}
		write(t, state, changed)
		if got := said(false); c.want == "" && got != "" || !strings.Contains(got, c.want) || got != "" && !(strings.Contains(got, "B240") && strings.Contains(got, filepath.Base(state))) {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := said(true); got != "" {
			t.Errorf("%s, left aside: %s", c.name, got)
		}
	}
	write(t, state, string(file))
	write(t, path, strings.Replace(string(text), `mass="1."`, `mass="2."`, 1))
	if got := said(false); !strings.Contains(got, "another model") {
		t.Errorf("another model: %s", got)
	}
}

// TestLoadModel: a run saves its state, continues with another model, comes back and continues
// as if it had not been away. Each model has its table, the columns of which are its own.
func TestLoadModel(t *testing.T) {
	first, second := simulate(`end_time="2.31" print_interval="0.11"`), simulate(`end_time="4.51" print_interval="0.11"`)
	set := `<Param_Transient integrator_type="ABAM" integr_tol="1e-3" h_max="0.1"/>`
	whole := ran(t, whirl+set, first+second, nil)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "other.xml"), "<M><Model>"+falling+`<Post_Request id="7" type="EXPRESSION" expr1="DZ(9)"/></Model></M>`)
	path := filepath.Join(dir, "deck.xml")
	write(t, path, "<M><Model>"+whirl+set+"</Model><Command>"+first+`<Save model_file="saved.xml"/>
<Load_Model model_file="other.xml" result_file="x.mrf"/>`+simulate(`end_time="1" num_steps="10"`)+`
<Load_Model model_file="saved.xml"/>`+second+"</Command></M>")
	o := runIn(t, path, nil, nil)
	if o.err != nil {
		t.Fatal(o.err)
	}
	var got []string
	for _, x := range o.doc.Results {
		got = append(got, x.File, x.Deck)
	}
	if want := []string{RowsFile, o.doc.Deck, "requests_2.csv", "other.xml", "requests_3.csv", "saved.xml"}; !slices.Equal(got, want) {
		t.Errorf("results %v", o.doc.Results)
	}
	other, back := readTable(t, filepath.Join(dir, "requests_2.csv")), readTable(t, filepath.Join(dir, "requests_3.csv"))
	if z := other.of(t, "7.F1"); len(z) != 11 || math.Abs(z[10]+5) > 1e-3 {
		t.Errorf("the other model: %v", z)
	}
	if d := apart(t, whole.tab, back, "9.F1", "9.F2", "9.F3", "2.F1", "2.F2"); d > 1e-9 {
		t.Errorf("they differ by %g", d)
	}
	// A file of commands alone: the results are those of the model that it loads, and
	// only the tables of this run are left.
	write(t, path, `<Command><Load_Model model_file="saved.xml"/>`+second+"</Command>")
	if o = runIn(t, path, nil, nil); o.err != nil {
		t.Fatal(o.err)
	}
	if d := apart(t, whole.tab, o.tab, "9.F1", "9.F2", "9.F3", "2.F1", "2.F2"); d > 1e-9 {
		t.Errorf("commands alone: they differ by %g", d)
	}
	if _, err := os.Stat(filepath.Join(dir, "requests_2.csv")); err == nil {
		t.Error("a table of the run before is left")
	}
}

// TestUnfitMemory: a state that lacks something of the model, or has more, is a mistake of
// the user's, not of ours.
func TestUnfitMemory(t *testing.T) {
	path := saving(t, whirl, simulate(`end_time="0.1" num_steps="1"`), nil, nil)
	further(t, path, simulate(`end_time="0.2" num_steps="1"`))
	for name, spoil := range map[string]func(*system.Memory){
		"body 2 does not fit":               func(m *system.Memory) { m.Bodies = nil },
		"Control_Diff 1 does not fit":       func(m *system.Memory) { m.States[0].Value = []float64{1, 2} },
		"Constraint_Joint 2 does not fit":   func(m *system.Memory) { m.Rows[1].Removed = []int{9} },
		"1 constraints that the model":      func(m *system.Memory) { m.Rows = append(m.Rows, m.Rows[0]) },
		"Reference_Variable 3 does not fit": func(m *system.Memory) { m.Algebraic = nil },
		"Sensor_Evaluate 99 does not fit":   func(m *system.Memory) { m.Stored[0].ID = 99 },
	} {
		m := build(t, path)
		spoil(m.Memory.State)
		if o := carryOut(t, m, Options{}); ExitCode(o.err) != ExitUsage || !strings.Contains(o.err.Error(), name) {
			t.Errorf("%s: %v", name, o.err)
		}
	}
}
