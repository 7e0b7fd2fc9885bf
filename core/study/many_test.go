package study

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// peakMemory returns the largest heap in use while f runs, in bytes.
func peakMemory(f func()) uint64 {
	var peak atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak.Store(max(peak.Load(), m.HeapInuse))
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-ended
	return peak.Load()
}

// TestManyRuns: the memory of plan, claims, status and merge of 10^5 runs (10^6 in the long form) is bounded by a kilobyte a run, and status reads what
// is new only.
func TestManyRuns(t *testing.T) {
	n := 100_000
	if os.Getenv("TRAMMEL_LONG") == "1" {
		n = 1_000_000
	}
	var f *Folder
	step := func(what string, do func()) {
		t.Helper()
		runtime.GC()
		begun := time.Now()
		peak := peakMemory(do)
		t.Logf("%s: %.2f s, %.0f MB", what, time.Since(begun).Seconds(), float64(peak)/1e6)
		if limit := uint64(20e6) + uint64(n)*1000; peak > limit {
			t.Errorf("%s of %d runs needs %d bytes", what, n, peak)
		}
	}
	step("plan", func() { f = newFolder(t, n, "") })
	step("runs", func() {
		if err := newWorker(f, func(_ context.Context, r *PlannedRun) (*Row, error) {
			return &Row{Run: r.Run, Status: OK, TimeReached: 1, Responses: []float64{r.Values[0].Number}}, nil
		}).CarryOutRuns(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	step("status", func() {
		if s, err := f.ReadStatus(); err != nil || s.Done != n {
			t.Errorf("%+v %v", s, err)
		}
	})
	step("merge", func() {
		file, err := os.Create(f.Path(ResultsCSV))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if m, err := f.Merge(NewCSV(file)); err != nil || m.Done != n {
			t.Errorf("%+v %v", m, err)
		}
	})
	if c := f.chunkCount(); c > 1000 {
		t.Errorf("%d chunks", c)
	}
	tally := f.NewTally()
	for range 2 {
		if err := tally.CountNewResults(); err != nil || tally.Done != n {
			t.Errorf("%+v %v", tally.Counts, err)
		}
	}
}
