package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBounds runs every problem of the table at the settings of its deck and at
// tight ones. The bounds are those of the benchmark page where it sets any.
func TestBounds(t *testing.T) {
	for i := range problems {
		p := &problems[i]
		for _, tightly := range []bool{false, true} {
			if tightly && p.tight == nil {
				continue
			}
			w, err := p.runRounds("..", tightly, 1)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, m := range w.listExceededBounds() {
				t.Errorf("%s, %s (%s): %s", p.name, w.toleranceKindName(), w.settings, m)
			}
			if len(p.places) > 0 && !(w.place.extent > 0) {
				t.Errorf("%s: the reference of its places is zero", p.name)
			}
		}
	}
}

// TestProblems: a problem without any bound would be in the table for nothing.
func TestProblems(t *testing.T) {
	names := map[string]bool{}
	for i := range problems {
		p := &problems[i]
		bounded := len(p.places) > 0 && p.def > 0 && p.fine > 0 && p.tight != nil
		for _, c := range p.also {
			bounded = bounded || c.def > 0
		}
		if !bounded {
			t.Errorf("%s has no bounds", p.name)
		}
		if names[p.name] {
			t.Errorf("%s is there twice", p.name)
		}
		names[p.name] = true
	}
}

func TestMisses(t *testing.T) {
	p := &problem{places: columnsOfSameNames("1.X", "x"), def: 1e-3, fine: 1e-6, load: 1e-3, also: []check{{name: "drift", def: 1}}}
	w := &row{problem: p, place: deviation{abs: 2e-3}, load: math.NaN(), also: []float64{2}}
	if m := w.listExceededBounds(); len(m) != 3 || !strings.HasPrefix(m[0], "positions") || !strings.HasPrefix(m[2], "drift") {
		t.Errorf("misses %q", m)
	}
	w = &row{problem: p, tightly: true, place: deviation{abs: 2e-6}, also: []float64{2}}
	if m := w.listExceededBounds(); len(m) != 1 || !strings.HasPrefix(m[0], "positions") {
		t.Errorf("tight: misses %q", m)
	}
}

// The bouncing ball's first impact is at √(2/9.81) s; its law is that of the deck.
func TestBall(t *testing.T) {
	ref, err := readTable(filepath.Join("decks", "bouncing-ball.csv"))
	if err != nil {
		t.Fatal(err)
	}
	stiff, err := ref.columnValues("height_law")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ref.rows {
		if h := bounce(1e10, 0.9, 9.81, r[0]); math.Abs(h-stiff[i]) > 1e-9 {
			t.Errorf("at %g: %.12g, want %.12g", r[0], stiff[i], h)
		}
	}
	rigid, err := ref.columnValues("height_rigid")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ref.rows {
		if h := bounce(1e20, 0.9, 9.81, r[0]); math.Abs(h-rigid[i]) > 1e-8 {
			t.Errorf("rigid, at %g: %.12g, want %.12g", r[0], rigid[i], h)
		}
	}
}

// bounce is the height at a time of a point of 1 kg that falls from 1 m on a spring of
// stiffness k inwards and e²k outwards. Inwards the depth is
// d = g/k (1 − cos wt) + v/w sin wt with w² = k up to tan wt = −v w/g, outwards
// d = g/k' + (D − g/k') cos w't with k' = e²k from the depth D on.
func bounce(k, e, g, at float64) float64 {
	t, v := math.Sqrt(2/g), math.Sqrt(2*g)
	if at <= t {
		return 1 - g*at*at/2
	}
	for {
		w := math.Sqrt(k)
		in := (math.Pi - math.Atan(v*w/g)) / w
		if at <= t+in {
			return -g/k*(1-math.Cos(w*(at-t))) - v/w*math.Sin(w*(at-t))
		}
		t += in
		deep := (g + math.Hypot(g, w*v)) / k
		w *= e
		a := deep - g/(w*w)
		out := math.Acos(-g/(w*w)/a) / w
		if at <= t+out {
			return -g/(w*w) - a*math.Cos(w*(at-t))
		}
		t += out
		v = a * w * math.Sin(w*out)
		if at <= t+2*v/g {
			return v*(at-t) - g*(at-t)*(at-t)/2
		}
		t += 2 * v / g
	}
}

func TestSettings(t *testing.T) {
	deck := `<Param_Transient integrator_type="DSTIFF" integr_tol="1E-7" dae_interpolation="TRUE"/>`
	if s := shortSettingsText(deck); s != "DSTIFF, 1e-7, interpolated" {
		t.Errorf("settings %q", s)
	}
	got, err := setTransientAttributes(deck, map[string]string{"integr_tol": "1E-9"})
	if err != nil || shortSettingsText(got) != "DSTIFF, 1e-9, interpolated" || strings.Count(got, "integr_tol") != 1 {
		t.Errorf("%q: %v", got, err)
	}
	if _, err := setTransientAttributes("<Model/>", map[string]string{"integr_tol": "1E-9"}); err == nil {
		t.Error("settings of a deck without Param_Transient")
	}
}

func TestReplaceBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "README.md")
	text := "a\n<!-- x: begin, by hand -->\nold\n<!-- x: end -->\nb\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time changes nothing
		if err := replaceBlock(path, "x", "new\n"); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := os.ReadFile(path)
	if want := "a\n<!-- x: begin, by hand -->\n\nnew\n\n<!-- x: end -->\nb\n"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
	if err := replaceBlock(path, "y", ""); err == nil {
		t.Error("a block that is not there")
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{1e-4: "1e-4", 2.34e-8: "2.3e-8", 0.1: "1e-1", 12: "1.2e1", 0: "0", 5e-2: "5e-2"} {
		if got := shortNumber(v); got != want {
			t.Errorf("short(%g) = %q, want %q", v, got, want)
		}
	}
}
