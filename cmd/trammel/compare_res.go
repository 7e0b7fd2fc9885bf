package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/cmd/trammel/export"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// parseQuantityBounds reads --bound.
func (f *compareFlags) parseQuantityBounds() (map[string]export.Bound, error) {
	known := map[string]bool{}
	for _, q := range []string{"position", "angle", "velocity", "angular velocity", "acceleration", "angular acceleration", "force", "torque"} {
		known[q] = true
	}
	of := map[string]export.Bound{}
	for _, text := range f.bounds {
		name, value, _ := strings.Cut(text, "=")
		part := strings.TrimSuffix(value, "%")
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0) {
			return nil, fmt.Errorf("--bound %q: it is QUANTITY=D or QUANTITY=D%%, with a number D that is not negative", text)
		}
		if !known[name] {
			return nil, fmt.Errorf("--bound %q: the quantities are %s", text, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
		if of[name] = (export.Bound{Tol: v}); part != value {
			of[name] = export.Bound{Rel: v / 100}
		}
	}
	return of, nil
}

// compareWithAdamsResult compares a folder of results with a result file of Adams.
func (t *tool) compareWithAdamsResult(dir, file string, f *compareFlags) {
	fail := func(err error) { t.con.printMessage(bad, "error", "%v", err) }
	s, err := openExportSource(dir)
	if err != nil {
		fail(err)
		return
	}
	defer s.Close()
	ref, err := export.ReadResFile(file)
	if err != nil {
		fail(err)
		return
	}
	bounds, err := f.parseQuantityBounds()
	if err != nil {
		fail(err)
		return
	}
	d, err := export.CompareWithResFile(s, ref, export.Options{Bound: export.Bound{Tol: f.tol, Rel: f.rel}, Of: bounds, At: f.at})
	if err != nil {
		fail(err)
		return
	}
	if text := describeFailedRun(dir); text != "" {
		t.con.printMessage(notice, "warning", "%s", text)
	}
	if t.code = run.ExitOK; !d.Within {
		t.code = run.ExitCompare
	}
	t.writeOutput(d, formatDifferences([]*result.Difference{d}, nil, d.Within), f.json)
}
