package main

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// The tight states are those of a formulation that shares nothing with the
// solver.
func TestReferences(t *testing.T) {
	for _, c := range []struct {
		model    string
		n, steps int
		end      float64
	}{{"chain", 1, 1000, 1}, {"chain", 2, 2000, 1}, {"double", 2, 8000, 2}, {"chain", 10, 4000, 1}} {
		x, y, change := newPlanarPendulum(c.n).tipPositionAt(c.end, c.steps)
		ref, ok := knownEndPoint(c.model, c.n)
		if off := distanceBetween(place{x, y, 0}, ref); !ok || off > 1e-10 || change > 1e-9 {
			t.Errorf("%s of %d: %.12g %.12g, off by %.2g, extrapolation %.2g", c.model, c.n, x, y, off, change)
		}
	}
}

// Every line of the table that ends at a tight state comes near to it: within
// the second order of 1 ms, or within the error that it is a line about by one of the
// settings at least.
func TestAccuracy(t *testing.T) {
	for _, c := range listComparisons() {
		ref, known := knownEndPoint(c.model, c.n)
		if c.big || !known || testing.Short() && c.n > 10 || c.n > 100 {
			continue
		}
		sys, err := loadDeck(assembleDeck("", c.text))
		if err != nil {
			t.Fatal(err)
		}
		if c.rates {
			if o := evaluateRates(sys, 10); o.failed != nil || o.steps != 10 {
				t.Errorf("%s: %s %d: %v", c.group, c.model, c.n, o.failed)
			}
			continue
		}
		limit, best := c.error, math.Inf(1)
		if !c.total {
			limit = 2.5e-4
		}
		for _, s := range c.ours {
			o := solveFromRest(sys, s.method, s.opt, c.end, c.body, c.local)
			if o.failed != nil {
				t.Errorf("%s %d, %s: %v", c.model, c.n, s.name, o.failed)
				continue
			}
			best = min(best, distanceBetween(o.at, ref))
		}
		if best > limit {
			t.Errorf("%s: %s %d is off by %.2g", c.group, c.model, c.n, best)
		}
	}
}

// x(t) = 1 + 0.05 exp(-t/2) (cos wt + sin(wt)/(2w)), w² = 99.75: the mass stays on
// the positive x axis.
func TestSingle(t *testing.T) {
	sys, err := loadDeck(assembleDeck("", single))
	if err != nil {
		t.Fatal(err)
	}
	w := math.Sqrt(99.75)
	want := place{1 + 0.05*math.Exp(-0.5)*(math.Cos(w)+math.Sin(w)/(2*w)), 0, 0}
	for _, s := range []side{newFixedStepSide(1e-6), {"RK4", "RK4", integrate.Options{HMax: 1e-3}, 0, 0},
		{"VERLET", "VERLET", integrate.Options{HMax: 2e-4}, 0, 0}, {"ABAM", "ABAM", integrate.Options{Tol: 1e-6, HMax: 0.01}, 0, 0}} {
		o := solveFromRest(sys, s.method, s.opt, 1, 2, 0)
		if off := distanceBetween(o.at, want); o.failed != nil || off > 2e-6 { // HHT at 1 ms: 1.3e-6
			t.Errorf("%s: %v, want %v, off by %.2g (%v)", s.name, o.at, want, off, o.failed)
		}
	}
}

// Whoever computes the force of the springs, the string is the same: Newton's
// iteration ends within 1e-8 and its matrix, from exact partials or from differences, is not in the result.
func TestUserFunctions(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var first place
	for i := range laws {
		l := &laws[i]
		if l.build != nil && runtime.GOOS != "linux" {
			continue // libraries that ask nothing would do, but gcc's flags are those of Linux
		}
		o, err := l.solveString(10, 1, 1e-8)
		if errors.Is(err, exec.ErrNotFound) && os.Getenv("TRAMMEL_REQUIRE_ALL") != "1" {
			t.Logf("%s: %v", l.name, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", l.name, err)
			continue
		}
		if i == 0 {
			first = o.at
		}
		if off := distanceBetween(o.at, first); off > 1e-9 {
			t.Errorf("%s: the last point is %.2g from that with built-in springs", l.name, off)
		}
		if routine := l.file != ""; routine != (o.calls > 0) {
			t.Errorf("%s: %d calls of routines", l.name, o.calls)
		}
	}
}
