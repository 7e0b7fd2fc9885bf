// Package studytest has the tests of trammel study and trammel eval, which run the built command.
package studytest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// bead is a mass m on a spring k, released at x = 1; the force is that of more as well.
const bead = `<MotionSolve><Model><Parameter name="k" value="8" min="0"/><Parameter name="m" value="2" min="0.1"/><Parameter name="mode" value="0"/>
<Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="2" cg_id="9" mass="${m}"/><Reference_Marker id="9" body_id="2" body_type="PointBody" pos_x="1"/>
<Force_Vector_OneBody id="3" type="FORCEONLY" marker_id="9" ref_marker_id="1" fx_expression="-${k}*DX(9)" fy_expression="0" fz_expression="0"/>%s
<Post_Request id="1" label="bead" type="EXPRESSION" expr1="DX(9)" expr2="VX(9)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="50"/></Command></MotionSolve>`

// studyFile is a study of n runs of the bead.
func studyFile(deck string, n int, more string) string {
	return fmt.Sprintf(`deck = %q
seed = 5
[[parameter]]
name = "k"
range = [2.0, 20.0]
[[parameter]]
name = "m"
range = [1.0, 3.0]
[design]
kind = "lhs"
runs = %d
[[response]]
name = "last"
column = "1.F1"
reduce = "final"
[[response]]
name = "speed"
column = "bead.F2"
reduce = "maxabs"
[engine]
kind = "local"
lease = 5.0
%s`, deck, n, more)
}

// replaceAll replaces pairs of texts.
func replaceAll(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}

// rowsOf reads results.csv: the names, and the rows without wall_s.
func rowsOf(t testing.TB, dir string) (names []string, rows [][]string) {
	t.Helper()
	f, err := os.Open(filepath.Join(clitest.Folder, dir, "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	wall := -1
	for i, n := range all[0] {
		if n == "wall_s" {
			wall = i
		}
	}
	for i := range all {
		all[i] = append(all[i][:wall:wall], all[i][wall+1:]...)
	}
	return all[0], all[1:]
}

func tableText(t testing.TB, dir string) string {
	_, rows := rowsOf(t, dir)
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, "|"))
	}
	return strings.Join(lines, "\n")
}

func number(t testing.TB, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestStudy: the responses are those of the closed form x = cos(wt), for one worker and for three the same; the folder is a study then.
func TestStudy(t *testing.T) {
	clitest.WriteFile(t, "bead-study.xml", fmt.Sprintf(bead, ""))
	file := clitest.WriteFile(t, "bead-study.toml", studyFile("bead-study.xml", 40, ""))
	o := clitest.Run(t, "study", "run", file, "--workers", "1")
	o.Expect(t, 0, "40 runs, 0 failed, 0 missing")
	names, rows := rowsOf(t, "bead-study.study")
	if got := strings.Join(names, ","); got != "run,k,m,last,speed,status,exit_code,time_reached,message" || len(rows) != 40 {
		t.Fatalf("%d rows of %s", len(rows), got)
	}
	for i, r := range rows {
		w := math.Sqrt(number(t, r[1]) / number(t, r[2]))
		if x := number(t, r[3]); math.Abs(x-math.Cos(w)) > 1e-6 {
			t.Errorf("run %s ends at %g, not %g", r[0], x, math.Cos(w))
		}
		if w > 1.6 && math.Abs(number(t, r[4])-w) > 0.01*w { // the rows do not meet the maximum exactly
			t.Errorf("run %s has the speed %s, not %g", r[0], r[4], w)
		}
		if r[0] != strconv.Itoa(i+1) || r[5] != "ok" || r[6] != "0" || r[7] != "1" || r[8] != "" {
			t.Errorf("%v", r)
		}
	}
	clitest.Run(t, "study", "run", file, "--workers", "3", "--dir", "bead-three").Expect(t, 0)
	if tableText(t, "bead-study.study") != tableText(t, "bead-three") {
		t.Error("three workers give another table")
	}
	clitest.Run(t, "study", "run", file).Expect(t, 2, "is a study already", "study resume")
	clitest.Run(t, "study", "status", "nowhere").Expect(t, 2, "not the folder of a study")
	o = clitest.Run(t, "study", "status", "bead-three", "--json")
	var s struct {
		Runs, Done, Failed, Missing, Workers int
		Merged                               bool
	}
	if err := json.Unmarshal([]byte(o.Out), &s); err != nil || s.Runs != 40 || s.Done != 40 || s.Missing != 0 || s.Workers != 0 || !s.Merged {
		t.Errorf("%+v %v", s, err)
	}
	clitest.WriteFile(t, "bead-study.xml", fmt.Sprintf(bead, "<!-- changed -->"))
	clitest.Run(t, "study", "resume", "bead-three").Expect(t, 2, "has changed since the study began")
}

// TestStudyMistakes: what is wrong with a study and its deck is reported at once, with positions.
func TestStudyMistakes(t *testing.T) {
	clitest.WriteFile(t, "bead-wrong.xml", fmt.Sprintf(bead, ""))
	text := strings.NewReplacer(`name = "k"`, `path = "Body_Point/2.cg_id"`, `range = [2.0, 20.0]`, `values = [9, 1]`,
		`column = "1.F1"`, `column = "1.F3"`, `range = [1.0, 3.0]`, `range = [-1.0, 3.0]`).Replace(studyFile("bead-wrong.xml", 3, ""))
	file := clitest.WriteFile(t, "bead-wrong.toml", text)
	clitest.Run(t, "study", "run", file).Expect(t, 3, "bead-wrong.toml:4:8", "bead-wrong.toml:7:8", "is not positive", "bead-wrong.toml:14:10: error: the deck has no column 1.F3 [S006]", "did you mean 1.F1?")
	if _, err := os.Stat(filepath.Join(clitest.Folder, "bead-wrong.study")); err == nil {
		t.Error("a study with mistakes has a folder")
	}
	file = clitest.WriteFile(t, "bead-key.toml", studyFile("bead-wrong.xml", 3, "worker = 3\nleese = 4.0\n"))
	clitest.Run(t, "study", "run", file).Expect(t, 3, "did you mean workers?", "did you mean lease?", "worker = 3")
	clitest.WriteFile(t, "bead-twice.xml", fmt.Sprintf(bead, `<Post_Request id="4" label="bead" type="EXPRESSION" expr1="DY(9)" expr2="VY(9)"/>`))
	file = clitest.WriteFile(t, "bead-twice.toml", studyFile("bead-twice.xml", 3, ""))
	clitest.Run(t, "study", "run", file).Expect(t, 3, "bead-twice.toml:18:10: error: the column bead.F2 is ambiguous: 2 requests have this label; name one by its number: 4.F2, 1.F2 [S006]")
	clitest.WriteFile(t, "bead-twice.json", "{}")
	clitest.Run(t, "eval", "bead-twice.xml", "--params", "bead-twice.json", "--results", "bead-twice.out", "--response", "a=max(bead.F2)").Expect(t, 2, "is ambiguous", "4.F2, 1.F2")
	clitest.Run(t, "study", "run", "no-such.toml").Expect(t, 2, "no-such.toml")
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "no-deck.toml", studyFile("no-deck.xml", 3, ""))).Expect(t, 3, "no-deck.xml")
}

// TestTopology: values that connect other elements are refused with the reason.
func TestTopology(t *testing.T) {
	clitest.WriteFile(t, "bead-joint.xml", fmt.Sprintf(bead, `<Body_Rigid id="4" cg_id="40" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="40" j_marker_id="1"/>`))
	text := strings.NewReplacer(`name = "k"`, `path = "Constraint_Joint/1.type"`, `range = [2.0, 20.0]`, `values = ["REVOLUTE", "SPHERICAL"]`).Replace(studyFile("bead-joint.xml", 4, ""))
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-joint.toml", text)).Expect(t, 3, "Constraint_Joint/1.type changes the topology", "REVOLUTE", "SPHERICAL", "[S006]")
	// A list is not checked whole: all workers compare with its first run.
	clitest.WriteFile(t, "bead-joint.csv", "Constraint_Joint/1.type,m\nREVOLUTE,1\nSPHERICAL,1\nSPHERICAL,2\nREVOLUTE,2\n")
	text = `deck = "bead-joint.xml"
[design]
kind = "list"
file = "bead-joint.csv"
[[response]]
name = "last"
column = "1.F1"
reduce = "at"
at = 1.0
[engine]
workers = 2
`
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-list.toml", text)).Expect(t, 9, "4 runs, 2 failed, 0 missing")
	names, rows := rowsOf(t, "bead-list.study")
	for i, r := range rows {
		if failed := i == 1 || i == 2; (r[slices.Index(names, "status")] == "failed") != failed || strings.Contains(strings.Join(r, " "), "change the topology") != failed {
			t.Errorf("row %d: %q", i+1, r)
		}
	}
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-late.toml", strings.Replace(text, "at = 1.0", "at = 1.5", 1))).Expect(t, 9, "4 runs, 4 failed, 0 missing")
}

// TestTemplate: an engine of three command lines, here a shell in place of a batch system.
func TestTemplate(t *testing.T) {
	clitest.NeedLinux(t)
	clitest.WriteFile(t, "bead-batch.xml", fmt.Sprintf(bead, ""))
	text := strings.Replace(studyFile("bead-batch.xml", 12, `workers = 2
submit = "(w={workers}; while [ $w -gt 0 ]; do {command} & w=$((w-1)); done; wait) >batch.log 2>&1 & echo job $! submitted"
job_id = 'job (\d+) submitted'
status = "kill -0 {id}"
cancel = "kill {id}"
`), `"local"`, `"template"`, 1)
	file := clitest.WriteFile(t, "bead-batch.toml", text)
	clitest.Run(t, "study", "run", file).Expect(t, 0, "12 runs, 0 failed, 0 missing", "is submitted")
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-plain.toml", studyFile("bead-batch.xml", 12, ""))).Expect(t, 0)
	if tableText(t, "bead-batch.study") != tableText(t, "bead-plain.study") {
		t.Error("the engines give two tables")
	}
	// A job that is gone leaves runs that are missing.
	text = strings.NewReplacer("{command} &", "true &", "kill -0 {id}", "false").Replace(text)
	o := clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-gone.toml", text))
	o.Expect(t, 9, "has ended before all runs had results", "12 of 12 runs are missing")
}

// TestModes: the frequency of the bead from a linear analysis. The two free directions have two eigenvalues of zero each.
func TestModes(t *testing.T) {
	deck := strings.Replace(fmt.Sprintf(bead, ""), "<Simulate ", `<Simulate analysis_type="Linear"/><Simulate `, 1)
	clitest.WriteFile(t, "bead-modes.xml", deck)
	text := strings.NewReplacer(`column = "1.F1"`, `column = "mode.5.frequency_hz"`, "reduce = \"final\"\n", "").Replace(studyFile("bead-modes.xml", 3, ""))
	clitest.Run(t, "study", "run", clitest.WriteFile(t, "bead-modes.toml", text)).Expect(t, 0)
	_, rows := rowsOf(t, "bead-modes.study")
	for _, r := range rows {
		want := math.Sqrt(number(t, r[1])/number(t, r[2])) / (2 * math.Pi)
		if f := number(t, r[3]); math.Abs(f-want) > 1e-6 {
			t.Errorf("run %s has the frequency %g, not %g", r[0], f, want)
		}
	}
}
