package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// newFolder plans a study of n runs of a parameter k.
func newFolder(t testing.TB, n int, more string) *Folder {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.xml"), []byte("<M/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Parse(filepath.Join(dir, "a.toml"), fmt.Appendf(nil, `deck = "a.xml"
seed = 3
[[parameter]]
name = "k"
range = [0.0, 1.0]
[[parameter]]
name = "kind"
values = ["soft, round", "hard"]
[design]
kind = "montecarlo"
runs = %d
[[response]]
name = "square"
column = "1.X"
reduce = "max"
%s`, n, more))
	if err != nil {
		t.Fatal(err, s.Diags.List)
	}
	if _, err := CreateFolder(filepath.Join(dir, "a.study"), s, "test"); err != nil {
		t.Fatal(err)
	}
	f, err := OpenFolder(filepath.Join(dir, "a.study"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// square is a run whose response is the square of k; it fails for k above 0.9.
func square(_ context.Context, r *PlannedRun) (*Row, error) {
	k := r.Values[0].Number
	if k > 0.9 {
		return &Row{Run: r.Run, Status: Failed, ExitCode: 6, TimeReached: k, Message: `no "convergence", at all`}, nil
	}
	return &Row{Run: r.Run, Status: OK, TimeReached: 1, WallS: float64(time.Now().Nanosecond()) * 1e-9, Responses: []float64{k * k}}, nil
}

var owners = struct {
	sync.Mutex
	n int
}{}

// newWorker returns a worker with a name of its own.
func newWorker(f *Folder, carryOut func(context.Context, *PlannedRun) (*Row, error)) *Worker {
	owners.Lock()
	defer owners.Unlock()
	owners.n++
	o := DescribeThisProcess()
	o.Name = fmt.Sprintf("worker-%d", owners.n)
	return &Worker{Folder: f, Owner: o, CarryOut: carryOut}
}

// mergedText is results.csv without wall_s.
func mergedText(t testing.TB, f *Folder) (string, *Merged) {
	t.Helper()
	file, err := os.Create(f.Path("merged"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := f.Merge(withoutWall{NewCSV(file)})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Path("merged"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text), m
}

// withoutWall is a table whose rows take no time.
type withoutWall struct{ Table }

func (w withoutWall) WriteRow(v []Value, r *Row) error {
	c := *r
	c.WallS = 0
	return w.Table.WriteRow(v, &c)
}

// TestWorkersAgree: one worker and three, and some that are interrupted, give the same table, whose rows are those of the plan.
func TestWorkersAgree(t *testing.T) {
	const n = 2500
	one := newFolder(t, n, "")
	if err := newWorker(one, square).CarryOutRuns(t.Context()); err != nil {
		t.Fatal(err)
	}
	want, m := mergedText(t, one)
	lines := strings.Split(strings.TrimSpace(want), "\n")
	if len(lines) != n+1 || m.Done != n || lines[0] != "run,k,kind,square,status,exit_code,time_reached,wall_s,message" {
		t.Fatalf("%d lines, %+v: %s", len(lines), m, lines[0])
	}
	failed := 0
	plan, err := one.IndexPlan()
	if err != nil {
		t.Fatal(err)
	}
	for c := range one.chunkCount() {
		runs, err := plan.ReadChunk(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range runs {
			k, kind := r.Values[0].Number, r.Values[1].String()
			if strings.Contains(kind, ",") {
				kind = `"` + kind + `"`
			}
			line := fmt.Sprintf("%d,%v,%s,%v,ok,0,1,0,", r.Run, k, kind, k*k)
			if k > 0.9 {
				failed++
				line = fmt.Sprintf(`%d,%v,%s,,failed,6,%v,0,"no ""convergence"", at all"`, r.Run, k, kind, k)
			}
			if lines[r.Run] != line {
				t.Fatalf("run %d: %s, not %s", r.Run, lines[r.Run], line)
			}
			if r.Seed != RunSeed(3, r.Run) {
				t.Fatalf("run %d has the seed %d", r.Run, r.Seed)
			}
		}
	}
	if m.Failed != failed {
		t.Errorf("%d failures of %d", m.Failed, failed)
	}

	three := newFolder(t, n, "")
	var all sync.WaitGroup
	for i := range 3 {
		all.Go(func() {
			for part := 0; ; part++ {
				ctx, cancel := context.WithCancel(t.Context())
				done := 0
				w := newWorker(three, func(c context.Context, r *PlannedRun) (*Row, error) {
					if done++; done == 300*(i+1) && part < 2 {
						cancel()
						return nil, c.Err()
					}
					return square(c, r)
				})
				err := w.CarryOutRuns(ctx)
				cancel()
				if err == nil {
					return
				}
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
					return
				}
				if err := three.RecordWorkerEnd(w.Owner.Name, End{Released: true}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got, _ := mergedText(t, three); got != want {
		t.Error("three workers give another table")
	}
	if s, err := three.ReadStatus(); err != nil || s.Done != n || s.Failed != failed || s.Missing != 0 || s.Workers != 0 {
		t.Errorf("%+v %v", s, err)
	}
}

// TestLostWorkers: a chunk whose worker is gone is taken over when the lease is over, rows that were cut do not count, and a worker that comes back after
// that leaves it alone.
func TestLostWorkers(t *testing.T) {
	f := newFolder(t, 30, "[engine]\nlease = 1.0\n")
	f.Origin.Chunk = 10
	asleep, awake := make(chan struct{}), make(chan struct{})
	w := newWorker(f, nil)
	w.Owner.Machine = "" // nobody can see whether it is there
	w.CarryOut = func(ctx context.Context, r *PlannedRun) (*Row, error) {
		if r.Run == 3 {
			w.claim.Close() // no more signs of life
			close(asleep)
			<-awake
		}
		return square(ctx, r)
	}
	ended := make(chan error, 1)
	go func() { ended <- w.CarryOutRuns(t.Context()) }()
	<-asleep
	// What a power cut leaves.
	part, err := os.OpenFile(f.resultsPath(w.Owner.Name), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.WriteString(`{"run":4,"status":"ok","exit_co`); err != nil {
		t.Fatal(err)
	}
	part.Close()
	counts := map[int]int{}
	other := newWorker(f, func(ctx context.Context, r *PlannedRun) (*Row, error) { counts[r.Run]++; return square(ctx, r) })
	if err := other.CarryOutRuns(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(awake)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for run := 1; run <= 30; run++ {
		if want := map[bool]int{true: 0, false: 1}[run <= 2]; counts[run] != want {
			t.Errorf("run %d is carried out %d times by the second worker, not %d", run, counts[run], want)
		}
	}
	if text, m := mergedText(t, f); m.Done != 30 || strings.Count(text, "\n") != 31 {
		t.Errorf("%+v", m)
	}
}

// TestBlame: a run that crashes its worker twice is a row with the reason; the others have results. Of a run whose workers were lost unseen this comes later.
func TestBlame(t *testing.T) {
	for _, seen := range []bool{true, false} {
		f := newFolder(t, 20, "[engine]\nlease = 1.0\n")
		f.Origin.Chunk = 5
		crashed := errors.New("crashed")
		tries := 0
		for again := true; again; {
			w := newWorker(f, func(ctx context.Context, r *PlannedRun) (*Row, error) {
				if r.Run == 8 {
					tries++
					return nil, crashed
				}
				return square(ctx, r)
			})
			w.Owner.Machine, w.Owner.PID = DescribeThisProcess().Machine, math.MaxInt32 // a process that is not there
			err := w.CarryOutRuns(t.Context())
			if again = err != nil; again && !errors.Is(err, crashed) {
				t.Fatal(err)
			}
			if again && seen {
				if err := f.RecordWorkerEnd(w.Owner.Name, End{Code: -1, Text: "signal: aborted"}); err != nil {
					t.Fatal(err)
				}
			}
		}
		want, says := 2, "twice: signal: aborted"
		if !seen {
			want, says = 5, "lost 5 times"
		}
		text, m := mergedText(t, f)
		row := strings.Split(text, "\n")[8]
		if tries != want || m.Done != 20 || !strings.HasPrefix(row, "8,") || !strings.Contains(row, "failed,8,") || !strings.Contains(row, says) {
			t.Errorf("%d tries, %+v: %s", tries, m, row)
		}
	}
}

// TestFailureLimit: a study stops beyond the share of failures, and its table says which runs are missing.
func TestFailureLimit(t *testing.T) {
	f := newFolder(t, 400, "[limits]\nfailures = 0.5\n")
	n := 0
	err := newWorker(f, func(_ context.Context, r *PlannedRun) (*Row, error) {
		if n++; n > 30 {
			return &Row{Run: r.Run, Status: Failed, ExitCode: 6, TimeReached: 0, Message: "no convergence"}, nil
		}
		return &Row{Run: r.Run, Status: OK, TimeReached: 1, Responses: []float64{1}}, nil
	}).CarryOutRuns(t.Context())
	if err != nil || n != 61 { // 31 of 61 is more than half
		t.Errorf("%d runs, %v", n, err)
	}
	stop := f.ReadStopRequest()
	text, m := mergedText(t, f)
	if stop == nil || stop.Failed != 31 || m.Done != 61 || strings.Count(text, "missing") != 339 {
		t.Errorf("%+v %+v", stop, m)
	}
	if err := f.WithdrawStop(); err != nil || f.ReadStopRequest() != nil {
		t.Error(err)
	}
}

// TestCreate: what stands in the way of a study.
func TestCreate(t *testing.T) {
	f := newFolder(t, 3, "")
	if _, err := CreateFolder(f.Dir, f.Study, "test"); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Error(err)
	}
	if err := f.CheckDeckIsUnchanged(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(f.Origin.Deck, []byte("<N/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.CheckDeckIsUnchanged(); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Error(err)
	}
	if _, err := OpenFolder(filepath.Dir(f.Dir)); err == nil || !strings.Contains(err.Error(), "not the folder of a study") {
		t.Error(err)
	}
	plan, err := os.ReadFile(f.Path(PlanFile))
	if err != nil || hashText(plan) != f.Origin.PlanSHA256 {
		t.Error("the hash of the plan is not that of the file")
	}
	if err := os.WriteFile(f.Path(PlanFile), plan[:bytes.LastIndexByte(plan[:len(plan)-1], '\n')+1], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.IndexPlan(); err == nil || !strings.Contains(err.Error(), "2 lines") {
		t.Error(err)
	}
}
