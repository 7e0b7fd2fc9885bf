package page

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/study"
)

// studyFixture is a study of 40 runs whose response is the square of k. Those with k above 0.8 fail.
func studyFixture(t *testing.T) *study.Folder {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.xml"), []byte("<M/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := study.Parse(filepath.Join(dir, "a.toml"), []byte(`deck = "a.xml"
[[parameter]]
name = "k"
range = [0.0, 1.0]
points = 20
[[parameter]]
name = "kind"
values = ["soft", "hard"]
[design]
kind = "grid"
[[response]]
name = "square"
column = "1.X"
reduce = "max"
`))
	if err != nil {
		t.Fatal(err, s.Diags.List)
	}
	f, err := study.CreateFolder(filepath.Join(dir, "a.study"), s, "test")
	if err == nil {
		f, err = study.OpenFolder(f.Dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var errEnough = errors.New("enough")

// carryOutRuns carries out the runs up to a number.
func carryOutRuns(t *testing.T, f *study.Folder, last int) {
	t.Helper()
	w := &study.Worker{Folder: f, Owner: study.DescribeThisProcess()}
	w.Owner.Name = fmt.Sprintf("worker-%d", last)
	w.CarryOut = func(_ context.Context, r *study.PlannedRun) (*study.Row, error) {
		switch k := r.Values[0].Number; {
		case r.Run > last:
			return nil, errEnough
		case k > 0.8:
			return &study.Row{Run: r.Run, Status: study.Failed, ExitCode: 6, TimeReached: math.NaN(), Message: "<no> convergence"}, nil
		default:
			return &study.Row{Run: r.Run, Status: study.OK, TimeReached: 1, Responses: []float64{k * k}}, nil
		}
	}
	if err := w.CarryOutRuns(t.Context()); err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	if err := f.RecordWorkerEnd(w.Owner.Name, study.End{Released: true}); err != nil {
		t.Fatal(err)
	}
}

// getJSON reads what an address of a page has.
func getJSON[T any](t *testing.T, address string) (v T) {
	t.Helper()
	code, text, _ := get(t, address)
	if code != http.StatusOK {
		t.Fatalf("%s: %d %s", address, code, text)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v: %s", address, err, text)
	}
	return v
}

// What the page of a study reads are its plan and its results, in the middle of the study and at its end.
func TestStudyServer(t *testing.T) {
	f := studyFixture(t)
	m, err := f.NewMonitor()
	if err != nil {
		t.Fatal(err)
	}
	shown, err := OpenResult(writeFixture(t, "run-3.out"))
	if err != nil {
		t.Fatal(err)
	}
	defer shown.Close()
	of := &Study{Name: "a", Folder: f, Monitor: m, Command: func(run int) (string, error) { return fmt.Sprintf("trammel run %d", run), nil },
		Open: func(run int) *OpenedRun {
			switch run {
			case 3:
				return &OpenedRun{State: RunIsShown, Result: shown}
			case 4:
				return &OpenedRun{State: RunHasNone, Message: "it has no rows"}
			}
			return &OpenedRun{State: RunWaits}
		}}
	s, err := NewStudyServer(of, 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve() }()
	defer s.Close()

	carryOutRuns(t, f, 10)
	checkStudyData(t, s.Address, 10)
	of.read = of.read.Add(-readInterval)
	carryOutRuns(t, f, 40)
	checkStudyData(t, s.Address, 40)
	checkStudyRuns(t, s)
}

// checkStudyData checks what is served when the runs up to a number have results. Runs 2i+1 and 2i+2 have k = i/19.
func checkStudyData(t *testing.T, address string, done int) {
	t.Helper()
	failed := max(0, done-32) // i/19 > 0.8 from i = 16 on
	p := getJSON[studyProgress](t, address+"data/progress.json")
	if p.Runs != 40 || p.Done != done || p.Failed != failed || p.Workers != 0 || p.Stopped != "" {
		t.Errorf("progress %+v", p)
	}
	d := getJSON[struct {
		Name, Folder string
		Runs         int
		Columns      []study.MonitorColumn
	}](t, address+"data/study.json")
	if d.Name != "a" || d.Runs != 40 || len(d.Columns) != 5 || d.Columns[0].Name != "k" || d.Columns[2].Name != "square" || d.Columns[2].Kind != "response" || strings.Join(d.Columns[1].Texts, " ") != "soft hard" {
		t.Errorf("study %+v", d)
	}
	_, k, _ := get(t, address+"data/column?i=0")
	_, kind, _ := get(t, address+"data/column?i=1")
	_, square, _ := get(t, address+"data/column?i=2")
	_, status, _ := get(t, address+"data/statuses")
	if len(k) != 320 || len(kind) != 320 || len(square) != 320 || len(status) != 40 {
		t.Fatalf("%d, %d, %d and %d bytes", len(k), len(kind), len(square), len(status))
	}
	float := func(b []byte, i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:])) }
	for i := range 40 {
		want, state := float64(i/2)/19, byte(1)
		switch {
		case i >= done:
			state = 0
		case i >= 32:
			state = 2
		}
		if math.Abs(float(k, i)-want) > 1e-15 || float(kind, i) != float64(i%2) || status[i] != state {
			t.Errorf("run %d: k %g, kind %g, status %d; not %g, %d, %d", i+1, float(k, i), float(kind, i), status[i], want, i%2, state)
		}
		if y := float(square, i); state == 1 && math.Abs(y-want*want) > 1e-15 || state != 1 && !math.IsNaN(y) {
			t.Errorf("run %d: square %g", i+1, y)
		}
	}
	if list := getJSON[[]studyRun](t, address+"data/failures.json"); len(list) != failed || failed > 0 && (list[0].Run != 33 || list[0].ExitCode != 6 || list[0].Time != nil || list[0].Message != "<no> convergence") {
		t.Errorf("failures %+v", list)
	}
}

// checkStudyRuns checks what is served of single runs.
func checkStudyRuns(t *testing.T, s *Server) {
	t.Helper()
	type row struct {
		studyRun
		Parameters, Responses []struct {
			Name  string
			Value any
		}
		Command string
	}
	if r := getJSON[row](t, s.Address+"data/run.json?run=40"); r.Status != "failed" || r.Message != "<no> convergence" || r.Parameters[0].Value != 1.0 || r.Parameters[1].Value != "hard" || r.Responses[0].Value != nil || r.Command != "trammel run 40" {
		t.Errorf("run 40: %+v", r)
	}
	if r := getJSON[row](t, s.Address+"data/run.json?run=20"); r.Status != "ok" || math.Abs(r.Responses[0].Value.(float64)-81./361) > 1e-15 {
		t.Errorf("run 20: %+v", r)
	}
	for run, want := range map[int]OpenedRun{1: {State: RunWaits}, 3: {State: RunIsShown}, 4: {State: RunHasNone, Message: "it has no rows"}} {
		if got := getJSON[OpenedRun](t, fmt.Sprintf("%srun/%d/state.json", s.Address, run)); got != want {
			t.Errorf("run %d: %+v", run, got)
		}
	}
	if c := getJSON[contents](t, s.Address+"run/3/data/contents.json"); len(c.Results) != 1 || c.Results[0] != "run-3" || !c.Inside {
		t.Errorf("contents of run 3: %+v", c)
	}
	if _, raw, _ := get(t, s.Address+"run/3/data/0/time"); len(raw) != 8*fixtureRows {
		t.Errorf("run 3 has %d bytes of times", len(raw))
	}
	for path, want := range map[string]int{"": 200, "web/main.js": 200, "web/study/study.js": 200, "web/study/scatter.js": 200, "run/3/": 200, "run/3/web/main.js": 200,
		"run/1/": 404, "run/0/state.json": 404, "run/41/state.json": 404, "run/x/state.json": 404, "run/4/data/0/time": 404, "web/study.js": 404, "web/../assets.go": 404, "web/study/study.html": 404,
		"data/0/meta.json": 404, "data/contents.json": 404, "data/column?i=9": 500, "data/column": 500, "data/run.json?run=41": 500} {
		if code, _, _ := get(t, s.Address+path); code != want {
			t.Errorf("%s: %d, not %d", path, code, want)
		}
	}
	if code, _, _ := get(t, strings.Replace(s.Address, s.token, strings.Repeat("0", 32), 1)+"data/study.json"); code != 403 {
		t.Errorf("without the token: %d", code)
	}
	_, text, h := get(t, s.Address)
	if p := h.Get("Content-Security-Policy"); !strings.Contains(p, "frame-ancestors 'none'") || !strings.Contains(p, "'nonce-"+s.nonce+"'") || !strings.Contains(string(text), `"trammel/study/scatter"`) {
		t.Errorf("policy of the study %q", p)
	}
	if _, _, h := get(t, s.Address+"run/3/"); !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
		t.Error("the study may not frame the page of a run")
	}
}
