package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestCompareResults: results of runs that are the same, that differ, and what cannot be
// compared.
func TestCompareResults(t *testing.T) {
	clitest.WriteFile(t, "cmp.xml", strings.NewReplacer("LAW", "-3*WZ(21)", "MORE", "", `</Model>`,
		`<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)" expr2="WZ(21)"/></Model>`,
		`<Command>`, `<Command><Simulate analysis_type="Transient" end_time="0.2" num_steps="20"/>`, `expr="0"`, `expr="TIME"`).Replace(linearDeck))
	for _, dir := range []string{"cmp-a", "cmp-b"} {
		if o := clitest.Run(t, "run", "--quiet", "--out", dir, "cmp.xml"); o.Code != 0 {
			t.Fatalf("%+v", o)
		}
	}
	if o := clitest.Run(t, "compare", "cmp-a", "cmp-b", "--tol", "0"); o.Code != 0 || !strings.HasSuffix(o.Out, "all agrees\n") || !strings.Contains(o.Out, "eigenvalues.csv: ") {
		t.Errorf("%+v", o)
	}
	path := filepath.Join(clitest.Folder, "cmp-b", "requests.csv")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	f := strings.Split(lines[11], ",")
	f[2] += "1" // a digit more
	lines[11] = f[0] + "," + f[1] + ",7"
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	o := clitest.Run(t, "compare", "cmp-a", "cmp-b")
	if o.Code != 9 || !strings.Contains(o.Out, "1.F2") || !strings.Contains(o.Out, "time 0.1 ") || !strings.Contains(o.Out, "outside") || !strings.HasSuffix(o.Out, "there are differences\n") {
		t.Errorf("%+v", o)
	}
	var d struct {
		Within bool
		Tables []struct {
			A       string
			Columns []struct {
				Name    string
				Within  bool
				Time    float64
				ValueB  string `json:"value_b"`
				Allowed float64
			}
		}
	}
	o = clitest.Run(t, "compare", "cmp-a", "cmp-b/requests.csv", "--json", "--tol", "1E-3")
	if err := json.Unmarshal([]byte(o.Out), &d); err != nil {
		t.Fatal(err)
	}
	if c := d.Tables[0].Columns[0]; o.Code != 9 || d.Within || c.Name != "1.F2" || c.Within || c.Time != 0.1 || c.ValueB != "7" || c.Allowed != 1e-3 {
		t.Errorf("%+v", d)
	}
	if o := clitest.Run(t, "compare", "cmp-a", "cmp-b", "--columns", "1.F1"); o.Code != 2 || !strings.Contains(o.Errors, `has no column "1.F1"`) {
		t.Errorf("of tables without the column: %+v", o)
	}
	if o := clitest.Run(t, "compare", "cmp-a/requests.csv", "cmp-b/requests.csv", "--columns", "1.F1"); o.Code != 0 {
		t.Errorf("%+v", o)
	}
	for _, args := range [][]string{{"nowhere", "cmp-b"}, {"cmp-a"}, {"cmp-a", "cmp-b", "--tol", "-1"}, {"cmp-a", "cmp-b", "--map", "x"}, {"cmp.xml", "cmp-b"}} {
		if o := clitest.Run(t, append([]string{"compare"}, args...)...); o.Code != 2 || !strings.Contains(o.Errors, "error: ") {
			t.Errorf("%v: %+v", args, o)
		}
	}
}

// Tables without rows agree about nothing, and runs that failed are reported.
func TestCompareWithoutRows(t *testing.T) {
	for name, text := range map[string]string{
		"none/requests.csv": "time,1.F1\n", "none/run.json": `{"status":"failed","exit_code":5,"error":{"message":"routine LAW failed\nin line 2"}}`,
		"some/requests.csv": "time,1.F1\n0,1\n0.1,2\n", "some/run.json": `{"status":"ok"}`,
		"left/requests.csv": "time,1.F1\n", "left/run.json": `{"status":"running","exit_code":-1}`,
		"linear/requests.csv": "time\n", "linear/eigenvalues.csv": "number,real_hz\n1,-2\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(clitest.Folder, "rows", name)), 0o755); err != nil {
			t.Fatal(err)
		}
		clitest.WriteFile(t, filepath.Join("rows", name), text)
	}
	for _, c := range []struct {
		a, b string
		code int
		says []string
	}{
		{"none", "none", 2, []string{"rows/none: the run failed with code 5: routine LAW failed", "nothing to compare: there are no rows in "}},
		{"none", "left", 2, []string{"rows/left: the run was killed", "nothing to compare"}},
		{"none", "some", 9, []string{"rows/none/requests.csv has no rows, rows/some/requests.csv has 2", "failed with code 5", "there are differences"}},
		{"some", "none", 9, []string{"rows/none/requests.csv has no rows, rows/some/requests.csv has 2", "failed with code 5"}},
		{"some", "some", 0, []string{"all agrees"}},
		{"linear", "linear", 0, []string{"eigenvalues.csv: 1 row compared", "all agrees"}},
	} {
		o := clitest.Run(t, "compare", "rows/"+c.a, "rows/"+c.b)
		for _, text := range c.says {
			if o.Code != c.code || !strings.Contains(o.Out+o.Errors, text) {
				t.Errorf("%s and %s, wanted %d and %q: %+v", c.a, c.b, c.code, text, o)
			}
		}
	}
	if o := clitest.Run(t, "compare", "rows/none/requests.csv", "rows/some/requests.csv", "--interpolate"); o.Code != 9 || strings.Contains(o.Out, "column") {
		t.Errorf("%+v", o)
	}
}

// TestBench: counts are those of a run, stages are all there and add up to the time of
// solving.
func TestBench(t *testing.T) {
	clitest.WriteFile(t, "bench.xml", strings.NewReplacer("LAW", "-3*WZ(21)", "MORE", "",
		`<Command>`, `<Command><Simulate analysis_type="Transient" end_time="0.2" num_steps="20"/>`, `expr="0"`, `expr="TIME"`).Replace(linearDeck))
	var b benchmark
	o := clitest.Run(t, "bench", "bench.xml", "--repeat", "2", "--json")
	if err := json.Unmarshal([]byte(o.Out), &b); err != nil {
		t.Fatalf("%v: %+v", err, o)
	}
	if o := clitest.Run(t, "run", "--quiet", "--out", "bench-run", "bench.xml"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	d, _ := clitest.ReadResults(t, "bench-run", 0)
	if o.Code != 0 || b.Repeat != 2 || b.Steps != d.Steps || b.Evaluations != d.Evaluations || b.Jacobians != d.Jacobians || b.Factorizations != d.Factorizations || b.Rows != 21 {
		t.Errorf("%+v, a run has %+v", b, d)
	}
	sum, names := 0.0, ""
	for _, s := range b.Stages {
		sum += s.TimeS
		names += s.Stage + " "
		if s.TimeS < 0 || s.Count == 0 {
			t.Errorf("%+v", s)
		}
	}
	if names != "kinematics forces residual jacobian factor solve output steps " || sum > 1.001*b.SolveS || sum < 0.999*b.SolveS {
		t.Errorf("%sadd up to %g of %g", names, sum, b.SolveS)
	}
	o = clitest.Run(t, "bench", "bench.xml", "--repeat", "1")
	if o.Code != 0 || !strings.Contains(o.Out, "factorizations") || !strings.Contains(o.Out, "stage ") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "bench", "bench.xml", "--repeat", "0"); o.Code != 2 {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "bench", "nowhere.xml"); o.Code != 3 {
		t.Errorf("%+v", o)
	}
}
