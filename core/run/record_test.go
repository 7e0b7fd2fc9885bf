package run

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

func recorder(t testing.TB) *Recorder {
	t.Helper()
	r, err := NewRecorder(filepath.Join(t.TempDir(), "deep", "out"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Finish(OK, 0, nil) })
	return r
}

// named is the layout of columns of requests with these names, without a store.
func named(names ...string) *Layout {
	l := &Layout{Requests: len(names)}
	for _, n := range names {
		l.Columns = append(l.Columns, result.Column{Name: n})
	}
	return l
}

func text(t testing.TB, r *Recorder, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(r.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// onDisk reads run.json, every key of which must be known.
func onDisk(t testing.TB, r *Recorder) *Document {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text(t, r, DocumentFile)))
	d.DisallowUnknownFields()
	var doc Document
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return &doc
}

func TestRecorderRows(t *testing.T) {
	r := recorder(t)
	if err := r.BeginRowFiles(named("1.X", `odd,"name"`)); err != nil {
		t.Fatal(err)
	}
	values := []float64{0, math.Copysign(0, -1), 0.1, 1.0 / 3, 1e-300, -1.7976931348623157e308, 5e-324, 123456789, 1e22, math.NaN(), math.Inf(-1)}
	for _, v := range values {
		if err := r.WriteRow(v, []float64{-v, 2 * v}); err != nil {
			t.Fatal(err)
		}
	}
	// Equal times are kept, and another simulation appends.
	r.WriteRow(1, []float64{2, 3})
	if err := r.BeginRowFiles(named("1.X", "again")); err != nil {
		t.Fatal(err)
	}
	r.WriteRow(1, []float64{2, 3})
	rows, err := csv.NewReader(strings.NewReader(text(t, r, RowsFile))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], "|"); got != `time|1.X|odd,"name"` {
		t.Errorf("header %q", got)
	}
	if len(rows) != len(values)+3 || strings.Join(rows[len(rows)-1], " ") != "1 2 3" {
		t.Fatalf("%d rows, the last one %q", len(rows), rows[len(rows)-1])
	}
	for i, v := range values {
		for k, want := range []float64{v, -v, 2 * v} {
			got, err := strconv.ParseFloat(rows[i+1][k], 64)
			if err != nil || math.Float64bits(got) != math.Float64bits(want) && !math.IsNaN(want) {
				t.Errorf("%s read back as %g, want %g (%v)", rows[i+1][k], got, want, err)
			}
		}
	}
	if text(t, r, RowsFile)[:len("time,1.X")] != "time,1.X" || rows[3][0] != "0.1" {
		t.Errorf("0.1 stands as %s", rows[3][0])
	}
}

func TestRecorderAllocatesNothing(t *testing.T) {
	r := recorder(t)
	v := []float64{-1.2345678901234567e-101, 2, 3}
	r.BeginRowFiles(named("a", "b", "c"))
	r.WriteRow(0, v)
	if n := testing.AllocsPerRun(100, func() { r.WriteRow(1.0/3, v) }); n != 0 {
		t.Errorf("%g allocations a row", n)
	}
}

func TestRecorderDocument(t *testing.T) {
	r := recorder(t)
	if d := onDisk(t, r); d.Status != Running || d.ExitCode != -1 || d.Error != nil {
		t.Errorf("at the start: %+v", d)
	}
	for _, key := range []string{"status", "exit_code", "error", "version", "deck", "deck_sha256", "dof", "end_time", "steps",
		"rejected", "evaluations", "jacobians", "factorizations", "wall_s", "energy_drift", "constraint_violation", "routines", "warnings"} {
		if !strings.Contains(text(t, r, DocumentFile), "\n  \""+key+"\": ") {
			t.Errorf("run.json has no %s", key)
		}
	}
	nan := math.NaN()
	r.UpdateDocument(func(d *Document) {
		d.Steps, d.EndTime, d.EnergyDrift, d.ConstraintViolation = 7, 2.5, &nan, math.Inf(1)
		d.Routines = nil
	})
	if !r.Warn("mind the %s", "gap") || r.Warn("mind the gap") {
		t.Error("a warning is reported once")
	}
	at := 2.5
	f := &Failure{Time: &at, Element: "Force_Penalty 7", Routine: "PFOSUB", Message: "no <way>"}
	first, err := r.Finish(Failed, 5, f)
	if err != nil {
		t.Fatal(err)
	}
	r.UpdateDocument(func(d *Document) { d.Steps = 8 })
	second, err := r.Finish(OK, 0, nil)
	if err != nil || second.Status != Failed || second.ExitCode != 5 || second.Steps != 7 {
		t.Errorf("the second Finish gives %+v, %v", second, err)
	}
	d := onDisk(t, r)
	if d.Status != first.Status || d.ExitCode != 5 || *d.Error.Time != 2.5 || d.Error.Message != "no <way>" ||
		d.EnergyDrift != nil || d.Steps != 7 || len(d.Warnings) != 1 || d.Routines == nil || d.WallS <= 0 {
		t.Errorf("run.json: %+v", d)
	}
	if !errors.Is(r.WriteRow(3, nil), ErrClosed) || !errors.Is(r.BeginRowFiles(named()), ErrClosed) || r.Warn("late") {
		t.Error("a closed run takes rows or warnings")
	}
	r.Log("late")
	if text(t, r, RowsFile) != "time\n" {
		t.Errorf("a run without rows leaves %q", text(t, r, RowsFile))
	}
	log := text(t, r, LogFile)
	for _, s := range []string{"warning: mind the gap", "failed: exit code 5", "error: Force_Penalty 7: PFOSUB: no <way>"} {
		if strings.Count(log, s) != 1 {
			t.Errorf("run.log lacks %q:\n%s", s, log)
		}
	}
	if strings.Contains(log, "late") {
		t.Errorf("run.log continues after the end:\n%s", log)
	}
	if files, _ := os.ReadDir(r.Dir); len(files) != 3 {
		t.Errorf("the folder holds %v", files)
	}
}

func TestRecorderAgain(t *testing.T) {
	r := recorder(t)
	r.BeginRowFiles(named("a"))
	r.WriteRow(1, []float64{2})
	r.Log("old")
	r.Finish(OK, 0, nil)
	n, err := NewRecorder(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Finish(OK, 0, nil)
	if onDisk(t, n).Status != Running || text(t, n, RowsFile) != "" || text(t, n, LogFile) != "" {
		t.Error("something of the old run is left")
	}
}

func TestRecorderWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	if _, err := NewRecorder(filepath.Join(file, "out")); err == nil {
		t.Error("a folder inside a file")
	}
}

// A watcher closes the run while others still write: whole lines only.
func TestRecorderClosedWhileWriting(t *testing.T) {
	r := recorder(t)
	r.BeginRowFiles(named("a", "b"))
	r.WriteRow(-1, []float64{1, 2})
	r.UpdateDocument(func(d *Document) { d.Steps++ })
	var wait sync.WaitGroup
	for k := range 4 {
		wait.Go(func() {
			for i := range 500 {
				r.Log("line %d of %d", i, k)
				r.Warn("warning %d", i)
				r.UpdateDocument(func(d *Document) { d.Steps++ })
				if k == 0 && r.WriteRow(float64(i), []float64{1, 2}) != nil {
					return
				}
				if i == 250 {
					r.Finish(Interrupted, 130, nil)
				}
			}
		})
	}
	wait.Wait()
	d := onDisk(t, r)
	if d.Status != Interrupted || d.ExitCode != 130 || d.Steps == 0 || d.Steps > 2001 {
		t.Errorf("run.json: %+v", d)
	}
	rows := text(t, r, RowsFile)
	all, err := csv.NewReader(strings.NewReader(rows)).ReadAll()
	if err != nil || !strings.HasSuffix(rows, "\n") || len(all) < 2 {
		t.Errorf("%d rows, %v", len(all), err)
	}
}

func BenchmarkRow(b *testing.B) {
	r := recorder(b)
	v := []float64{0.1234567890123, 2, 3e-5, 4, 5, 6, 7}
	r.BeginRowFiles(named("a", "b", "c", "d", "e", "f", "g"))
	b.ReportAllocs()
	for i := range b.N {
		r.WriteRow(float64(i)*1e-3, v)
	}
}

func TestRecorderCloseLost(t *testing.T) {
	r := recorder(t)
	r.BeginRowFiles(named("a"))
	r.WriteRow(1, []float64{2})
	r.UpdateDocument(func(d *Document) { d.Deck, d.Steps = "deck.xml", 3 })
	if err := r.SaveDocument(); err != nil || onDisk(t, r).Deck != "deck.xml" || onDisk(t, r).Status != Running {
		t.Fatalf("saved %+v, %v", onDisk(t, r), err)
	}
	lost := func(d *Document) { d.Status, d.ExitCode, d.Error = Failed, ExitLost, &Failure{Message: "gone"} }
	if err := CloseAbandonedResults(r.Dir, lost); err != nil {
		t.Fatal(err)
	}
	if d := onDisk(t, r); d.Status != Failed || d.ExitCode != 8 || d.Steps != 3 || d.Error.Message != "gone" {
		t.Errorf("%+v", d)
	}
	if log := text(t, r, LogFile); !strings.Contains(log, "failed: exit code 8") || !strings.Contains(log, "error: gone") {
		t.Errorf("run.log:\n%s", log)
	}
	r.Finish(OK, 0, nil)
	if err := CloseAbandonedResults(r.Dir, lost); err != nil || onDisk(t, r).Status != OK || r.SaveDocument() != ErrClosed {
		t.Errorf("a run that was closed is %+v, %v", onDisk(t, r), err)
	}
	if CloseAbandonedResults(t.TempDir(), lost) == nil {
		t.Error("no error without a run")
	}
}
