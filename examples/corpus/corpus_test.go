package main

import (
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
)

// TestFamilies: every family gives decks that run at the settings of a reference, the same for the same seed.
func TestFamilies(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for seed := range int64(len(families)) {
		m, again, disturbed := generateMotionModel(seed, 0, 0), generateMotionModel(seed, 0, 0), generateMotionModel(seed, 0, disturbance)
		if m.deckXML("") != again.deckXML("") {
			t.Errorf("seed %d: two decks", seed)
		}
		if m.deckXML("") == disturbed.deckXML("") {
			t.Errorf("seed %d, %s: nothing is disturbed", seed, m.Family)
		}
		o := runModel(m, m.referenceSettings("RADAU"), dear)
		for k := 1; k < 5 && o.Code == run.ExitConvergence; k++ { // a driven mechanism may not reach where it is driven to
			m = generateMotionModel(seed, k, 0)
			o = runModel(m, m.referenceSettings("RADAU"), dear)
		}
		if o.Code != 0 {
			t.Errorf("seed %d, %s: code %d: %s", seed, m.Family, o.Code, o.Message)
		}
	}
}

// TestDefault: a deck that names no integrator and no tolerance is in the bound. One of the forty models of the
// long form may be beyond it, none of the twenty of the short one.
func TestDefault(t *testing.T) {
	if testing.Short() {
		t.Skip("references take a while")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	refs := referenceFolder{t.TempDir(), false}
	seeds, out := 20, 0
	if long {
		seeds = 40
	}
	for seed := range int64(seeds) {
		m, rec, err := refs.modelAndReference(seed)
		if err != nil {
			t.Error(err)
			continue
		}
		o := runModel(m, "", dear)
		v := m.compareWithReference(&o.rows, &rec.Rows)
		if o.Code != 0 || v.Factor > 1 {
			out++
			t.Logf("seed %d, %s: code %d %s, off by %.3g bounds in %s", seed, m.Family, o.Code, o.Message, v.Factor, v.Column)
		}
		if v.Factor > 100 && o.Code == 0 && len(o.Warnings) == 0 {
			t.Errorf("seed %d, %s: off by %.3g bounds in %s without a word", seed, m.Family, v.Factor, v.Column)
		}
	}
	if out > seeds/40 {
		t.Errorf("%d of %d models are off by more than the bound", out, seeds)
	}
}

// TestSharedReactions: loops with a redundant row. Bodies are off their positions by a little, so that the row is not redundant exactly; its
// reaction was off by 12 and 11 times the bound with RADAU.
func TestSharedReactions(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	refs := referenceFolder{t.TempDir(), false}
	for _, seed := range []int64{1020, 1180} {
		m, rec, err := refs.modelAndReference(seed)
		if err != nil {
			t.Fatal(err)
		}
		o := runModel(m, `integrator_type="RADAU" integr_tol="1e-6"`, dear)
		if v := m.compareWithReference(&o.rows, &rec.Rows); o.Code != 0 || v.Factor > 0.1 {
			t.Errorf("seed %d: code %d %s, off by %.3g bounds in %s", seed, o.Code, o.Message, v.Factor, v.Column)
		}
	}
}

// TestJudge: the factor is 1 where a result is off by the bound, and what is missing is noticed.
func TestJudge(t *testing.T) {
	m := &model{Size: 2, Period: 0.5, Columns: []column{{"x", length}, {"v", speed}, {"f", load}}}
	want := &rows{Time: []float64{0, 1, 2}, Cols: [][]float64{{0, 3, 1}, {0, 0, 0}, {-5, 5, 0}}}
	for k, off := range []float64{3e-3, 4e-9, 0.1} {
		got := &rows{Time: want.Time}
		for _, c := range want.Cols {
			got.Cols = append(got.Cols, append([]float64(nil), c...))
		}
		got.Cols[k][2] -= off
		if v := m.compareWithReference(got, want); v.Factor < 1-1e-9 || v.Factor > 1+1e-9 || v.Column != m.Columns[k].What || v.At != 2 {
			t.Errorf("column %d off by %g: %+v", k, off, v)
		}
	}
	if v := m.compareWithReference(&rows{Time: want.Time[:2], Cols: want.Cols}, want); v.Factor < none {
		t.Errorf("a row that is missing gives %g", v.Factor)
	}
}

// TestRest: equilibria at the default settings are in the bound.
func TestRest(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	refs := referenceFolder{t.TempDir(), true}
	for seed := range int64(2 * len(resting)) {
		m, rec, err := refs.modelAndReference(seed)
		if err != nil {
			t.Error(err)
			continue
		}
		o := runModel(m, "", dear)
		if v := m.compareWithReference(&o.rows, &rec.Rows); o.Code != 0 || v.Factor > 1 {
			t.Errorf("seed %d, %s: code %d %s, off by %.3g bounds in %s", seed, m.Family, o.Code, o.Message, v.Factor, v.Column)
		}
	}
}
