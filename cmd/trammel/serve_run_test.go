package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/core/run"
)

// TestServeRun: a run in a session has the table of trammel run, number by number; with other values it has another one, and a folder
// has the files of a run.
func TestServeRun(t *testing.T) {
	path := clitest.WriteFile(t, "served-run.xml", cartPole)
	if o := clitest.Run(t, "run", path, "--set", "push=0.3", "--quiet", "--out", "served-run.out"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	_, rows := clitest.ReadResults(t, "served-run.out", 0)
	s := serveTool(t)
	s.fine(map[string]any{"request": "load", "deck": path, "values": map[string]any{"push": 0.3}})
	s.step(0.1, 0.2)
	for range 2 {
		a := s.fine(map[string]any{"request": "run"})
		if len(a.Columns) != 3 || a.Columns[0].Name != "time" || a.Columns[2].Name != "5.F2" || a.Rows != 9 || len(a.numbers) != 27 || a.Folder != "" ||
			a.Run.Status != "ok" || a.Run.EndTime != 0.8 || len(a.Run.Parameters) != 2 {
			t.Fatalf("%+v", a)
		}
		for i := range a.Rows {
			for k, want := range clitest.ParseRow(t, rows[i+1]) {
				if a.numbers[3*i+k] != want {
					t.Errorf("row %d: %v, not %v", i, a.numbers[3*i:3*i+3], want)
				}
			}
		}
	}
	if at, _ := s.step(0.1); at != 0.2 {
		t.Errorf("what is stepped is at %g", at)
	}
	folder := filepath.Join(t.TempDir(), "kept")
	a := s.fine(map[string]any{"request": "run", "end": 0.2, "steps": 5, "folder": folder, "results": "motion"})
	if a.Rows != 6 || a.numbers[15] != 0.2 || a.Folder != folder {
		t.Errorf("%+v", a)
	}
	for _, file := range []string{run.DocumentFile, run.RowsFile, run.LogFile} {
		if _, err := os.Stat(filepath.Join(folder, file)); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		body map[string]any
		want string
	}{
		{map[string]any{"request": "run", "end": -1}, "end is -1"},
		{map[string]any{"request": "run", "steps": 5, "dt": 0.1}, "exclude each other"},
		{map[string]any{"request": "run", "results": "some"}, `not "some"`},
	} {
		if a := s.request(c.body); a.Error == nil || a.Error.ExitCode != run.ExitUsage || !strings.Contains(a.Error.Message, c.want) {
			t.Errorf("%v: %+v", c.body, a.Error)
		}
	}
}

// TestServeRunFails: a run that fails has its error, and the rows up to there.
func TestServeRunFails(t *testing.T) {
	s := serveTool(t)
	broken := strings.Replace(cartPole, `fx_expression="VARVAL(1)"`, `fx_expression="VARVAL(1)/IF(TIME-0.35:1,1,0)"`, 1)
	broken = strings.Replace(broken, `expr="${push}"`, `expr="1"`, 1)
	s.fine(map[string]any{"request": "load", "text": broken})
	a := s.request(map[string]any{"request": "run"})
	if a.Error == nil || a.Error.ExitCode != run.ExitConvergence || a.Run.ExitCode != run.ExitConvergence || a.Rows < 3 || a.Rows > 5 {
		t.Errorf("%+v %+v", a.Error, a)
	}
	s.fine(map[string]any{"request": "info"})
}

// TestServeLinearize: matrices, eigenvalues and shapes of the upright pole. With M = 1, m = 0.1, l = 0.5, J = 1e-4 its unstable eigenvalue is
// √(m g l (M+m) / ((M+m)(m l²+J) - m²l²)); the carriage moves against the pole.
func TestServeLinearize(t *testing.T) {
	s := serveTool(t)
	s.fine(map[string]any{"request": "load", "text": cartPole})
	a := s.fine(map[string]any{"request": "linearize", "modes": true})
	n, m, p := len(a.States), len(a.Inputs), len(a.Outputs)
	if n != 4 || m != 1 || p != 2 || len(a.numbers) != n*n+n*m+p*n+p*m+2*len(a.Modes)*(1+len(a.Shape)) {
		t.Fatalf("%d states, %d inputs, %d outputs, %d modes of %d components, %d numbers", n, m, p, len(a.Modes), len(a.Shape), len(a.numbers))
	}
	const mp, mc, l, j, g = 0.1, 1.0, 0.5, 1e-4, 9.81
	want, best := math.Sqrt(mp*g*l*(mc+mp)/((mc+mp)*(mp*l*l+j)-mp*mp*l*l)), math.Inf(-1)
	values := a.numbers[n*n+n*m+p*n+p*m:]
	for k := range a.Modes {
		best = max(best, values[2*k])
		if d := values[2*k]/(2*math.Pi) - a.Modes[k].RealHz; math.Abs(d) > 1e-12 {
			t.Errorf("mode %d: %v %v", k, values[2*k], a.Modes[k])
		}
	}
	if math.Abs(best-want) > 1e-6 {
		t.Errorf("the pole falls by %g, not %g", best, want)
	}
	if a := s.fine(map[string]any{"request": "linearize"}); a.Modes != nil || len(a.numbers) != n*n+n*m+p*n+p*m {
		t.Errorf("%+v", a)
	}
}
