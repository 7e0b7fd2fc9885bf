package study

import (
	"context"
	"encoding/csv"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestMonitor: what a monitor knows in the middle of a study are the values of the plan and the results so far, at the end those of the merged table.
func TestMonitor(t *testing.T) {
	const n = 200
	f := newFolder(t, n, "")
	m, err := f.NewMonitor()
	if err != nil {
		t.Fatal(err)
	}
	if c := m.Counts(); c.Done != 0 || len(m.StatusCodePerRun()) != n {
		t.Fatalf("%+v before the first run", c)
	}
	enough := errors.New("enough")
	half := newWorker(f, func(c context.Context, r *PlannedRun) (*Row, error) {
		if r.Run > n/2 {
			return nil, enough
		}
		return square(c, r)
	})
	if err := half.CarryOutRuns(t.Context()); !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if err := f.RecordWorkerEnd(half.Owner.Name, End{Released: true}); err != nil {
		t.Fatal(err)
	}
	compareMonitor(t, f, m, n/2)
	if err := newWorker(f, square).CarryOutRuns(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareMonitor(t, f, m, n)
	for _, run := range []int{0, n + 1} {
		if _, err := m.Row(run); err == nil {
			t.Errorf("there is a run %d", run)
		}
	}
	if _, err := m.Column(len(m.Columns())); err == nil {
		t.Error("there is a column too many")
	}
}

// compareMonitor compares a monitor with the merged table.
func compareMonitor(t *testing.T, f *Folder, m *Monitor, done int) {
	t.Helper()
	if err := m.Update(); err != nil {
		t.Fatal(err)
	}
	text, merged := mergedText(t, f)
	if c := m.Counts(); c.Done != done || merged.Done != done || c.Failed != merged.Failed || len(m.FirstFailures(math.MaxInt)) != c.Failed {
		t.Errorf("%+v, merged %+v, not %d", c, merged, done)
	}
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	for k, c := range m.Columns() {
		if c.Name == "wall_s" {
			continue // mergedText leaves it out
		}
		values, err := m.Column(k)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			got := cell(v)
			if c.Texts != nil {
				got = c.Texts[int(v)]
			}
			if want := lines[i+1][at[c.Name]]; got != want {
				t.Fatalf("run %d: %s is %q, not %q", i+1, c.Name, got, want)
			}
		}
	}
	for i, s := range m.StatusCodePerRun() {
		row, err := m.Row(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		values, err := m.ValuesOf(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		line, code := lines[i+1], ""
		if row.ExitCode >= 0 {
			code = strconv.Itoa(row.ExitCode)
		}
		if row.Status != line[at["status"]] || row.Status != []string{Missing, OK, Failed}[s] || code != line[at["exit_code"]] || row.Message != line[at["message"]] ||
			cell(row.Responses[0]) != line[at["square"]] || values[0].String() != line[at["k"]] || values[1].String() != line[at["kind"]] {
			t.Fatalf("%+v with %v, not %v", row, values, line)
		}
	}
}
