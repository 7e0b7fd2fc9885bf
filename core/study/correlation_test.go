package study

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// plainHypercube is a Latin hypercube without correlations.
func plainHypercube(t *testing.T, seed uint64, n, k int) func(int, []float64) {
	t.Helper()
	at, err := newLatinHypercubeSampler(seed, n, k, nil)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// correlatedStudy has four parameters, of which two pairs are correlated.
func correlatedStudy(kind string, runs int, more string) string {
	return fmt.Sprintf(`deck = "a.xml"
seed = 3
[[parameter]]
name = "a"
range = [10.0, 20.0]
[[parameter]]
name = "b"
dist = "normal"
args = [5.0, 2.0]
[[parameter]]
name = "c"
dist = "lognormal"
args = [0.0, 0.5]
[[parameter]]
name = "d"
dist = "normal"
args = [0.0, 1.0]
[[correlation]]
of = ["a", "c"]
rank = 0.7
[[correlation]]
of = ["D", "b"]
rank = -0.5
%s[design]
kind = %q
runs = %d
[[response]]
name = "r"
column = "1.X"
reduce = "max"
`, more, kind, runs)
}

// columnsOf returns the values of all runs, a slice a parameter.
func columnsOf(t *testing.T, text string) [][]float64 {
	t.Helper()
	s, err := Parse("a.toml", []byte(text))
	if err != nil {
		t.Fatal(err, s.Diags.List)
	}
	p, err := s.expandDesign(filepath.Dir("a.toml"))
	if err != nil {
		t.Fatal(err)
	}
	columns, row := make([][]float64, len(s.Parameters)), make([]Value, len(s.Parameters))
	for run := range p.runCount() {
		p.setRunValues(run, row)
		for i, v := range row {
			columns[i] = append(columns[i], v.Number)
		}
	}
	return columns
}

// ranks returns the places of values in their order.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if x[a] < x[b] {
			return -1
		}
		return 1
	})
	r := make([]float64, len(x))
	for place, i := range order {
		r[i] = float64(place)
	}
	return r
}

// pearson is the correlation of two samples.
func pearson(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for i := range x {
		mx += x[i] / n
		my += y[i] / n
	}
	xy, xx, yy := 0.0, 0.0, 0.0
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

// TestCorrelations: drawn values have the rank correlations of the study, and none where there is no correlation, within what chance leaves; those of a Latin hypercube
// are much closer.
func TestCorrelations(t *testing.T) {
	wanted := map[[2]int]float64{{0, 2}: 0.7, {1, 3}: -0.5}
	for _, c := range []struct {
		kind   string
		runs   int
		within float64 // four standard deviations of chance, 4/sqrt(runs), for independent draws
	}{{MonteCarlo, 20_000, 0.028}, {LHS, 1000, 0.015}, {LHS, 40, 0.06}, {Sobol, 4096, 0.01}} {
		x := columnsOf(t, correlatedStudy(c.kind, c.runs, ""))
		for i := range x {
			for j := range i {
				if got, want := pearson(ranks(x[i]), ranks(x[j])), wanted[[2]int{j, i}]; math.Abs(got-want) > c.within {
					t.Errorf("%s of %d: the rank correlation of %d and %d is %.4f, not %.4f", c.kind, c.runs, j, i, got, want)
				}
			}
		}
		// Of two normal values the correlation itself is 2 sin(pi/6 rank).
		if got, want := pearson(x[1], x[3]), 2*math.Sin(-math.Pi/12); math.Abs(got-want) > 2*c.within {
			t.Errorf("%s of %d: the correlation of two normal values is %.4f, not %.4f", c.kind, c.runs, got, want)
		}
	}
}

// TestCorrelatedHypercube: each parameter of a Latin hypercube keeps one run in each interval.
func TestCorrelatedHypercube(t *testing.T) {
	const n = 200
	x := columnsOf(t, correlatedStudy(LHS, n, ""))
	probability := []func(float64) float64{
		func(x float64) float64 { return (x - 10) / 10 },
		func(x float64) float64 { return normalProbability((x - 5) / 2) },
		func(x float64) float64 { return normalProbability(math.Log(x) / 0.5) },
		normalProbability,
	}
	for i, f := range probability {
		seen := make([]bool, n)
		for _, v := range x[i] {
			seen[int(f(v)*n)] = true
		}
		if slices.Contains(seen, false) {
			t.Errorf("parameter %d has intervals without a run", i)
		}
	}
}

// TestUncorrelatedStays: a study whose correlation is 0 draws what one without correlations draws, to rounding.
func TestUncorrelatedStays(t *testing.T) {
	text := correlatedStudy(MonteCarlo, 100, "")
	without := strings.Replace(strings.Replace(text, "[[correlation]]\nof = [\"a\", \"c\"]\nrank = 0.7\n", "", 1), "[[correlation]]\nof = [\"D\", \"b\"]\nrank = -0.5\n", "", 1)
	zero := strings.NewReplacer("rank = 0.7", "rank = 0.0", "rank = -0.5", "rank = 0").Replace(text)
	if strings.Contains(without, "correlation") || !strings.Contains(zero, "rank = 0.0") {
		t.Fatal("the texts are not what they should be")
	}
	a, b := columnsOf(t, without), columnsOf(t, zero)
	for i := range a {
		for run, x := range a[i] {
			if math.Abs(b[i][run]-x) > 1e-13*math.Abs(x)+1e-15 {
				t.Errorf("run %d of parameter %d: %g and %g", run, i, b[i][run], x)
			}
		}
	}
}

// TestCorrelationFaults: correlations that cannot be are refused where they stand.
func TestCorrelationFaults(t *testing.T) {
	third := func(of, rank string) string { return "[[correlation]]\nof = " + of + "\nrank = " + rank + "\n" }
	for _, c := range []struct{ text, at, code, says string }{
		{correlatedStudy(LHS, 100, third(`["a", "x"]`, "0.5")), "25:6", "S004", "x is not a parameter"},
		{correlatedStudy(LHS, 100, third(`["a", "a"]`, "0.5")), "25:6", "S004", "a is correlated with itself"},
		{correlatedStudy(LHS, 100, third(`["a"]`, "0.5")), "25:6", "S004", "of has 1 names"},
		{correlatedStudy(LHS, 100, third(`["c", "a"]`, "0.5")), "25:6", "S004", "given twice"},
		{correlatedStudy(LHS, 100, third(`["c", "b"]`, "1.0")), "26:8", "S004", "above -1 and below 1"},
		{correlatedStudy(LHS, 100, third(`["c", "b"]`, "0.9")+third(`["a", "b"]`, "-0.9")), "19:6", "S004", "contradict each other"},
		{correlatedStudy(LHS, 5, ""), "24:2", "S004", "needs 6 at least"},
		{correlatedStudy(Morris, 100, ""), "19:6", "S004", "do not go with the design morris"},
		{correlatedStudy(LHS, 100, "[[correlation]]\nof = [\"b\", \"c\"]\n"), "24:3", "S005", "no rank"},
	} {
		s, err := Parse("a.toml", []byte(c.text))
		var bad *Error
		if !errors.As(err, &bad) {
			t.Errorf("%q is taken", c.says)
			continue
		}
		if !slices.ContainsFunc(s.Diags.List, func(d *deck.Diag) bool {
			return d.Code == c.code && d.Span.String() == "a.toml:"+c.at && strings.Contains(d.Msg, c.says)
		}) {
			for _, d := range s.Diags.List {
				t.Errorf("%s: %s [%s]; wanted %s %s %q", d.Span, d.Msg, d.Code, c.at, c.code, c.says)
			}
		}
	}
}
