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

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestRunLeavesResults(t *testing.T) {
	deck := clitest.WriteFile(t, "good.xml", clitest.BeadDeck("2.", clitest.Spring))
	o := clitest.Run(t, "run", deck)
	if o.Code != 0 || o.Out != "" || !strings.Contains(o.Errors, "results in good.out") || !strings.Contains(o.Errors, " steps, ") {
		t.Fatalf("%+v", o)
	}
	d, rows := clitest.ReadResults(t, "good.out", 0)
	if d.Deck != filepath.Join(clitest.Folder, deck) || len(d.DeckSHA256) != 64 || d.DOF == nil || *d.DOF != 3 || d.EndTime != 2 ||
		d.Steps == 0 || d.WallS <= 0 || d.Version == "" {
		t.Errorf("run.json: %+v", d)
	}
	if rows[0] != "time,1.F1,1.F2" || len(rows) != 22 || rows[1] != "0,1,0" || !strings.HasPrefix(rows[21], "2,") {
		t.Errorf("requests.csv: %d rows: %q", len(rows), rows)
	}
	quiet := clitest.Run(t, "run", deck, "--quiet", "--out", "elsewhere/deep")
	if quiet != (clitest.Outcome{}) {
		t.Errorf("--quiet: %+v", quiet)
	}
	if _, again := clitest.ReadResults(t, "elsewhere/deep", 0); strings.Join(again, "\n") != strings.Join(rows, "\n") {
		t.Error("another folder, other results")
	}
}

func TestJSONAgreesWithTheFile(t *testing.T) {
	clitest.WriteFile(t, "json.xml", clitest.BeadDeck("1.", clitest.Spring))
	clitest.WriteFile(t, "json-broken.xml", clitest.BeadDeck("1.", "<Force_Penalty id='7'/>"))
	for _, c := range []struct {
		deck string
		code int
	}{{"json.xml", 0}, {"json-broken.xml", 3}, {"lib-missing.xml", 4}, {"run-py-exception.xml", 5}} {
		dir := "json-" + c.deck + ".out"
		o := clitest.Run(t, "run", c.deck, "--json", "--out", dir)
		text, err := os.ReadFile(filepath.Join(clitest.Folder, dir, run.DocumentFile))
		if err != nil || o.Code != c.code || o.Out != string(text) {
			t.Errorf("%s: code %d, %v\n%s\nin the file\n%s", c.deck, o.Code, err, o.Out, text)
		}
		clitest.ReadResults(t, dir, c.code)
	}
	o := clitest.Run(t, "run", "no-such-deck.xml", "--json")
	if d := clitest.ReadDocument(t, o.Out); o.Code != 3 || d.ExitCode != 3 || d.Status != run.Failed || d.Error == nil {
		t.Errorf("no such deck: code %d, %+v", o.Code, d)
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "no-such-deck.out")); err == nil {
		t.Error("a deck that is not there gets a folder")
	}
}

func TestMistakesInTheCommandLine(t *testing.T) {
	clitest.WriteFile(t, "usage.xml", clitest.BeadDeck("1.", ""))
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
		o := clitest.Run(t, strings.Fields(c.args)...)
		lines := strings.Split(o.Errors, "\n")
		if o.Code != 2 || o.Out != "" || !strings.HasPrefix(o.Errors, "error: ") || !strings.Contains(lines[0], c.says) ||
			!strings.HasPrefix(lines[1], "usage: trammel ") {
			t.Errorf("trammel %s: %+v", c.args, o)
		}
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "usage.out")); err == nil {
		t.Error("a mistake in the command line leaves a folder")
	}
}

func TestEndFromTheCommandLine(t *testing.T) {
	deck := clitest.WriteFile(t, "no-command.xml", strings.Replace(clitest.BeadDeck("1.", clitest.Spring), "Simulate", "Stop", 1))
	if o := clitest.Run(t, "run", deck); o.Code != 2 || !strings.Contains(o.Errors, "--end T") {
		t.Errorf("without --end: %+v", o)
	}
	clitest.ReadResults(t, "no-command.out", 2)
	for args, n := range map[string]int{"--steps 4": 6, "--dt 0.25": 6, "--dt 0.5": 4} {
		if o := clitest.Run(t, append([]string{"run", deck, "--end", "1"}, strings.Fields(args)...)...); o.Code != 0 {
			t.Errorf("%s: %+v", args, o)
		}
		if d, rows := clitest.ReadResults(t, "no-command.out", 0); len(rows) != n || d.EndTime != 1 {
			t.Errorf("%s: end at %g, rows %q", args, d.EndTime, rows)
		}
	}
}

// TestRowsFromTheCommandLine: --steps and --dt change the rows of an analysis whose end the deck gives.
func TestRowsFromTheCommandLine(t *testing.T) {
	deck := clitest.WriteFile(t, "rows.xml", clitest.BeadDeck("1.", clitest.Spring))
	for args, n := range map[string]int{"--steps 4": 6, "--dt 0.25": 6} {
		clitest.Run(t, append([]string{"run", deck, "--quiet"}, strings.Fields(args)...)...).Expect(t, 0)
		if d, rows := clitest.ReadResults(t, "rows.out", 0); len(rows) != n || d.EndTime != 1 {
			t.Errorf("%s: end at %g, rows %q", args, d.EndTime, rows)
		}
	}
	still := clitest.WriteFile(t, "still.xml", strings.Replace(clitest.BeadDeck("1.", clitest.Spring), `"Transient" end_time="1." print_interval="0.1"`, `"Static"`, 1))
	clitest.Run(t, "run", still, "--dt", "0.1").Expect(t, 2, "the deck has no analysis with an end time: leave out --steps and --dt")
}

// TestRedundantRowsAreTold: by run and by info; quietly they stand in run.json
// alone.
func TestRedundantRowsAreReported(t *testing.T) {
	joint := `<Constraint_Joint id="%" type="SPHERICAL" i_marker_id="9" j_marker_id="1"/>`
	deck := clitest.WriteFile(t, "twice.xml", clitest.BeadDeck("0.1", `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1" pos_x="1."/>`+
		strings.ReplaceAll(joint, "%", "1")+strings.ReplaceAll(joint, "%", "2")))
	const row = "Constraint_Joint 2 (SPHERICAL): position x; position y; position z"
	if o := clitest.Run(t, "run", deck); o.Code != 0 || strings.Count(o.Errors, "warning: redundant constraint removed: ") != 1 || !strings.Contains(o.Errors, row) {
		t.Errorf("run: %+v", o)
	}
	if o := clitest.Run(t, "run", deck, "--quiet"); o != (clitest.Outcome{}) {
		t.Errorf("run --quiet: %+v", o)
	}
	if d, _ := clitest.ReadResults(t, "twice.out", 0); len(d.Warnings) != 1 || !slices.Equal(d.Redundant, []string{row}) || d.Reactions != "minimum-norm" {
		t.Errorf("run.json: %q %q %q", d.Warnings, d.Redundant, d.Reactions)
	}
	if o := clitest.Run(t, "info", deck); o.Code != 0 || !strings.Contains(o.Out, row+"\n  reactions: minimum-norm\n") {
		t.Errorf("info: %+v", o)
	}
}

func TestHelpAndVersion(t *testing.T) {
	for _, args := range []string{"help exit-codes", "run --help", "check --help"} {
		o := clitest.Run(t, strings.Fields(args)...)
		if o.Code != 0 || o.Errors != "" || !strings.Contains(o.Out, exitCodeTable()) {
			t.Errorf("trammel %s: %+v", args, o)
		}
	}
	o := clitest.Run(t, "version")
	if o.Code != 0 || !strings.HasPrefix(o.Out, "trammel "+release) || strings.Count(o.Out, "\n") != 1 {
		t.Errorf("version: %+v", o)
	}
	if o := clitest.Run(t, "help"); o.Code != 0 || !strings.Contains(o.Out, "exit-codes") {
		t.Errorf("help: %+v", o)
	}
}

func TestInfo(t *testing.T) {
	deck := clitest.WriteFile(t, "info.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10."
		usrsub_plugin_name="misbehaves" usrsub_fnc_name="fine"/>`))
	o := clitest.Run(t, "info", deck)
	for _, s := range []string{"Body_Point        1\n", "degrees of freedom: 3\n", "Force_Penalty 7: PFOSUB (plugin) is fine in " + clitest.Program("misbehaves")} {
		if o.Code != 0 || o.Errors != "" || !strings.Contains(o.Out, s) {
			t.Errorf("info lacks %q: %+v", s, o)
		}
	}
	o = clitest.Run(t, "info", deck, "--json")
	var c deckSummary
	if err := json.Unmarshal([]byte(o.Out), &c); err != nil {
		t.Fatal(err)
	}
	if c.DOF == nil || *c.DOF != 3 || c.Elements["Force_Penalty"] != 1 || len(c.Routines) != 1 || c.Routines[0].Symbol != "fine" ||
		strings.Join(c.Columns, " ") != "1.F1 1.F2" {
		t.Errorf("%+v", c)
	}
	o = clitest.Run(t, "info", "lib-missing.xml", "--json")
	if err := json.Unmarshal([]byte(o.Out), &c); err != nil || o.Code != 4 || len(c.Routines) != 1 || len(c.Routines[0].Searched) == 0 {
		t.Errorf("%v: %+v", err, o)
	}
	if o = clitest.Run(t, "info", "type-real.xml"); o.Code != 3 || !strings.Contains(o.Out, "degrees of freedom: unknown") {
		t.Errorf("%+v", o)
	}
}

func TestFailedWriting(t *testing.T) {
	deck := clitest.WriteFile(t, "in-the-way.xml", clitest.BeadDeck("1.", ""))
	clitest.WriteFile(t, "in-the-way.out", "a file")
	if o := clitest.Run(t, "run", deck); o.Code != 1 || !strings.Contains(o.Errors, "the results cannot be written") {
		t.Errorf("%+v", o)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	c := clitest.Command("info", deck)
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
