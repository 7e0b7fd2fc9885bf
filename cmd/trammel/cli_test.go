package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/run"
)

// write puts a deck into the folder of the tests and returns its name.
func write(t testing.TB, name, text string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// beadDeck is a deck with a bead that a spring holds, simulated to the end time;
// more is added to the model.
func beadDeck(end, more string) string {
	return `<MotionSolve>
  <Model>
    <Param_Transient integrator_type="DSTIFF"/>
    <Body_Point id="1" cg_id="9" mass="1."/>
    <Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1."/>
` + more + `
    <Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="TIME"/>
  </Model>
  <Command><Simulate analysis_type="Transient" end_time="` + end + `" print_interval="0.1"/></Command>
</MotionSolve>
`
}

const spring = `<Force_Penalty id="7" type="EXPRESSION" expr="DX(9)" penalty="10."/>`

// document reads run.json of a run; every key must be known.
func document(t testing.TB, text string) run.Document {
	t.Helper()
	var d run.Document
	j := json.NewDecoder(strings.NewReader(text))
	j.DisallowUnknownFields()
	if err := j.Decode(&d); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return d
}

// results reads the files of a run and checks what must hold of them however
// the run ended.
func results(t testing.TB, dir string, code int) (d run.Document, rows []string) {
	t.Helper()
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(folder, dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	d = document(t, read(run.DocumentFile))
	if d.ExitCode != code || d.Status != run.Status(code) || (d.Error == nil) != (code == 0) {
		t.Errorf("run.json: status %s, exit code %d, %+v", d.Status, d.ExitCode, d.Error)
	}
	table := read(run.RowsFile)
	if !strings.HasSuffix(table, "\n") || !strings.HasPrefix(table, "time") {
		t.Errorf("requests.csv: %.200q", table)
	}
	rows = strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	for _, r := range rows {
		if strings.Count(r, ",") != strings.Count(rows[0], ",") {
			t.Errorf("requests.csv: row %q", r)
		}
	}
	if log := read(run.LogFile); !strings.Contains(log, d.Status+": exit code ") {
		t.Errorf("run.log:\n%s", log)
	}
	return d, rows
}

func TestRunLeavesResults(t *testing.T) {
	deck := write(t, "good.xml", beadDeck("2.", spring))
	o := trammel(t, "run", deck)
	if o.code != 0 || o.out != "" || !strings.Contains(o.errors, "results in good.out") || !strings.Contains(o.errors, " steps, ") {
		t.Fatalf("%+v", o)
	}
	d, rows := results(t, "good.out", 0)
	if d.Deck != filepath.Join(folder, deck) || len(d.DeckSHA256) != 64 || d.DOF == nil || *d.DOF != 3 || d.EndTime != 2 ||
		d.Steps == 0 || d.WallS <= 0 || d.Version == "" {
		t.Errorf("run.json: %+v", d)
	}
	if rows[0] != "time,1.F1,1.F2" || len(rows) != 22 || rows[1] != "0,1,0" || !strings.HasPrefix(rows[21], "2,") {
		t.Errorf("requests.csv: %d rows: %q", len(rows), rows)
	}
	quiet := trammel(t, "run", deck, "--quiet", "--out", "elsewhere/deep")
	if quiet != (outcome{}) {
		t.Errorf("--quiet: %+v", quiet)
	}
	if _, again := results(t, "elsewhere/deep", 0); strings.Join(again, "\n") != strings.Join(rows, "\n") {
		t.Error("another folder, other results")
	}
}

func TestJSONAgreesWithTheFile(t *testing.T) {
	write(t, "json.xml", beadDeck("1.", spring))
	write(t, "json-broken.xml", beadDeck("1.", "<Force_Penalty id='7'/>"))
	for _, c := range []struct {
		deck string
		code int
	}{{"json.xml", 0}, {"json-broken.xml", 3}, {"lib-missing.xml", 4}, {"run-py-exception.xml", 5}} {
		dir := "json-" + c.deck + ".out"
		o := trammel(t, "run", c.deck, "--json", "--out", dir)
		text, err := os.ReadFile(filepath.Join(folder, dir, run.DocumentFile))
		if err != nil || o.code != c.code || o.out != string(text) {
			t.Errorf("%s: code %d, %v\n%s\nin the file\n%s", c.deck, o.code, err, o.out, text)
		}
		results(t, dir, c.code)
	}
	o := trammel(t, "run", "no-such-deck.xml", "--json")
	if d := document(t, o.out); o.code != 3 || d.ExitCode != 3 || d.Status != run.Failed || d.Error == nil {
		t.Errorf("no such deck: code %d, %+v", o.code, d)
	}
	if _, err := os.Stat(filepath.Join(folder, "no-such-deck.out")); err == nil {
		t.Error("a deck that is not there gets a folder")
	}
}

func TestMistakesInTheCommandLine(t *testing.T) {
	write(t, "usage.xml", beadDeck("1.", ""))
	for _, c := range []struct{ args, says string }{
		{"", "a command is missing"},
		{"solve usage.xml", `unknown command "solve"`},
		{"--bogus", "unknown flag: --bogus"},
		{"run", "the deck is missing"},
		{"run usage.xml other.xml", `unexpected argument "other.xml"`},
		{"run usage.xml other.acf", `unexpected argument "other.acf": commands (.acf) go with an Adams model`},
		{"check usage.adm other.adm", `unexpected argument "other.adm"; only a file of commands (.acf)`},
		{"info usage.acf usage.adm", `unexpected argument "usage.adm"`},
		{"run usage.adm usage.acf more.acf", `unexpected argument "more.acf"`},
		{"run usage.xml --bogus", "unknown flag: --bogus"},
		{"run usage.xml --end", "flag needs an argument"},
		{"run usage.xml --end soon", "invalid argument"},
		{"run usage.xml --end -1 --steps 3", "--end must be greater than 0"},
		{"run usage.xml --end NaN --steps 3", "--end must be greater than 0"},
		{"run usage.xml --end Inf --steps 3", "--end must be greater than 0"},
		{"run usage.xml --end 1 --steps 0", "--steps must be greater than 0"},
		{"run usage.xml --end 1 --steps -3", "--steps must be greater than 0"},
		{"run usage.xml --end 1 --dt 0", "--dt must be greater than 0"},
		{"run usage.xml --end 1 --steps 3 --dt 1", "exclude each other"},
		{"run usage.xml --max-wall -1", "--max-wall must be greater than 0"},
		{"run usage.xml --out=", "--out needs a folder"},
		{"check", "the deck is missing"},
		{"check usage.xml --json", "unknown flag"},
		{"info", "the deck is missing"},
		{"version now", "unknown command"},
	} {
		o := trammel(t, strings.Fields(c.args)...)
		lines := strings.Split(o.errors, "\n")
		if o.code != 2 || o.out != "" || !strings.HasPrefix(o.errors, "error: ") || !strings.Contains(lines[0], c.says) ||
			!strings.HasPrefix(lines[1], "usage: trammel ") {
			t.Errorf("trammel %s: %+v", c.args, o)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "usage.out")); err == nil {
		t.Error("a mistake in the command line leaves a folder")
	}
}

func TestEndFromTheCommandLine(t *testing.T) {
	deck := write(t, "no-command.xml", strings.Replace(beadDeck("1.", spring), "Simulate", "Stop", 1))
	if o := trammel(t, "run", deck); o.code != 2 || !strings.Contains(o.errors, "--end T") {
		t.Errorf("without --end: %+v", o)
	}
	results(t, "no-command.out", 2)
	for args, n := range map[string]int{"--steps 4": 6, "--dt 0.25": 6, "--dt 0.5": 4} {
		if o := trammel(t, append([]string{"run", deck, "--end", "1"}, strings.Fields(args)...)...); o.code != 0 {
			t.Errorf("%s: %+v", args, o)
		}
		if d, rows := results(t, "no-command.out", 0); len(rows) != n || d.EndTime != 1 {
			t.Errorf("%s: end at %g, rows %q", args, d.EndTime, rows)
		}
	}
}

// TestRowsFromTheCommandLine: --steps and --dt change the rows of an analysis whose end the deck gives.
func TestRowsFromTheCommandLine(t *testing.T) {
	deck := write(t, "rows.xml", beadDeck("1.", spring))
	for args, n := range map[string]int{"--steps 4": 6, "--dt 0.25": 6} {
		trammel(t, append([]string{"run", deck, "--quiet"}, strings.Fields(args)...)...).expect(t, 0)
		if d, rows := results(t, "rows.out", 0); len(rows) != n || d.EndTime != 1 {
			t.Errorf("%s: end at %g, rows %q", args, d.EndTime, rows)
		}
	}
	still := write(t, "still.xml", strings.Replace(beadDeck("1.", spring), `"Transient" end_time="1." print_interval="0.1"`, `"Static"`, 1))
	trammel(t, "run", still, "--dt", "0.1").expect(t, 2, "the deck has no analysis with an end time: leave out --steps and --dt")
}

// TestRedundantRowsAreTold: by run and by info; quietly they stand in run.json
// alone.
func TestRedundantRowsAreTold(t *testing.T) {
	joint := `<Constraint_Joint id="%" type="SPHERICAL" i_marker_id="9" j_marker_id="1"/>`
	deck := write(t, "twice.xml", beadDeck("0.1", `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1" pos_x="1."/>`+
		strings.ReplaceAll(joint, "%", "1")+strings.ReplaceAll(joint, "%", "2")))
	const row = "Constraint_Joint 2 (SPHERICAL): position x; position y; position z"
	if o := trammel(t, "run", deck); o.code != 0 || strings.Count(o.errors, "warning: redundant constraint removed: ") != 1 || !strings.Contains(o.errors, row) {
		t.Errorf("run: %+v", o)
	}
	if o := trammel(t, "run", deck, "--quiet"); o != (outcome{}) {
		t.Errorf("run --quiet: %+v", o)
	}
	if d, _ := results(t, "twice.out", 0); len(d.Warnings) != 1 || !slices.Equal(d.Redundant, []string{row}) || d.Reactions != "minimum-norm" {
		t.Errorf("run.json: %q %q %q", d.Warnings, d.Redundant, d.Reactions)
	}
	if o := trammel(t, "info", deck); o.code != 0 || !strings.Contains(o.out, row+"\n  reactions: minimum-norm\n") {
		t.Errorf("info: %+v", o)
	}
}

func TestHelpAndVersion(t *testing.T) {
	for _, args := range []string{"help exit-codes", "run --help", "check --help"} {
		o := trammel(t, strings.Fields(args)...)
		if o.code != 0 || o.errors != "" || !strings.Contains(o.out, codeTable()) {
			t.Errorf("trammel %s: %+v", args, o)
		}
	}
	o := trammel(t, "version")
	if o.code != 0 || !strings.HasPrefix(o.out, "trammel "+release) || strings.Count(o.out, "\n") != 1 {
		t.Errorf("version: %+v", o)
	}
	if o := trammel(t, "help"); o.code != 0 || !strings.Contains(o.out, "exit-codes") {
		t.Errorf("help: %+v", o)
	}
}

func TestInfo(t *testing.T) {
	deck := write(t, "info.xml", beadDeck("1.", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10."
		usrsub_plugin_name="misbehaves" usrsub_fnc_name="fine"/>`))
	o := trammel(t, "info", deck)
	for _, s := range []string{"Body_Point        1\n", "degrees of freedom: 3\n", "Force_Penalty 7: PFOSUB (plugin) is fine in " + program("misbehaves")} {
		if o.code != 0 || o.errors != "" || !strings.Contains(o.out, s) {
			t.Errorf("info lacks %q: %+v", s, o)
		}
	}
	o = trammel(t, "info", deck, "--json")
	var c deckSummary
	if err := json.Unmarshal([]byte(o.out), &c); err != nil {
		t.Fatal(err)
	}
	if c.DOF == nil || *c.DOF != 3 || c.Elements["Force_Penalty"] != 1 || len(c.Routines) != 1 || c.Routines[0].Symbol != "fine" ||
		strings.Join(c.Columns, " ") != "1.F1 1.F2" {
		t.Errorf("%+v", c)
	}
	o = trammel(t, "info", "lib-missing.xml", "--json")
	if err := json.Unmarshal([]byte(o.out), &c); err != nil || o.code != 4 || len(c.Routines) != 1 || len(c.Routines[0].Searched) == 0 {
		t.Errorf("%v: %+v", err, o)
	}
	if o = trammel(t, "info", "type-real.xml"); o.code != 3 || !strings.Contains(o.out, "degrees of freedom: unknown") {
		t.Errorf("%+v", o)
	}
}

func TestFailedWriting(t *testing.T) {
	deck := write(t, "in-the-way.xml", beadDeck("1.", ""))
	write(t, "in-the-way.out", "a file")
	if o := trammel(t, "run", deck); o.code != 1 || !strings.Contains(o.errors, "the results cannot be written") {
		t.Errorf("%+v", o)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	c := command("info", deck)
	c.Stdout = full
	if err := c.Run(); err == nil || c.ProcessState.ExitCode() != 1 {
		t.Errorf("a full standard output: %v", err)
	}
}

// TestWorstIsNamed: what did not converge is named on the console too.
func TestWorstIsNamed(t *testing.T) {
	err := &run.StepError{Element: "Constraint_Joint 7, position x", Err: &integrate.ConvergenceError{T: 3, H: 1e-6, Reason: "too small"}}
	if text := describeError(err); !strings.Contains(text, "[Constraint_Joint 7, position x]\n  hint: ") {
		t.Error(text)
	}
}
