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

// TestManyRuns: the memory of plan, claims, status and merge of 10^5 runs (10^6 in the long form) is bounded by 200 bytes a run, a fifth of a gigabyte, and
// status reads what is new only. In the long form ten times as many runs take about ten times as long.
func TestManyRuns(t *testing.T) {
	begun := time.Now()
	carryOutManyRuns(t, 100_000)
	small := time.Since(begun)
	if os.Getenv("TRAMMEL_LONG") != "1" {
		return
	}
	begun = time.Now()
	carryOutManyRuns(t, 1_000_000)
	if ratio := float64(time.Since(begun)) / float64(small); ratio > 30 { // 100, if it grew with the square
		t.Errorf("ten times as many runs take %.1f times as long", ratio)
	}
}

// carryOutManyRuns plans n runs, carries them out without a model, and reads their status and merges them.
func carryOutManyRuns(t *testing.T, n int) {
	t.Helper()
	var f *Folder
	step := func(what string, do func()) {
		t.Helper()
		runtime.GC()
		begun := time.Now()
		peak := peakMemory(do)
		t.Logf("%s of %d runs: %.2f s, %.0f MB", what, n, time.Since(begun).Seconds(), float64(peak)/1e6)
		if limit := uint64(20e6) + uint64(n)*200; peak > limit {
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
