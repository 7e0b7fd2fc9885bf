package study

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSobol: the first points as published with the direction numbers for six dimensions (they are those of other programs, too), and points further
// on of high dimensions.
func TestSobol(t *testing.T) {
	want := [][]float64{
		{0, 0, 0, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, {0.75, 0.25, 0.25, 0.25, 0.75, 0.75}, {0.25, 0.75, 0.75, 0.75, 0.25, 0.25},
		{0.375, 0.375, 0.625, 0.875, 0.375, 0.125}, {0.875, 0.875, 0.125, 0.375, 0.875, 0.625}, {0.625, 0.125, 0.875, 0.625, 0.625, 0.875}, {0.125, 0.625, 0.375, 0.125, 0.125, 0.375},
	}
	u := make([]float64, 6)
	for i, w := range want {
		if sobolPoint(i, u); !slices.Equal(u, w) {
			t.Errorf("point %d is %v, not %v", i, u, w)
		}
	}
	u = make([]float64, 40)
	for i, w := range map[int][3]float64{17: {0.59375, 0.21875, 0.40625}, 40: {0.828125, 0.390625, 0.890625}, 63: {0.421875, 0.234375, 0.171875}} {
		if sobolPoint(i, u); [3]float64{u[10], u[20], u[39]} != w {
			t.Errorf("point %d has %v, not %v", i, [3]float64{u[10], u[20], u[39]}, w)
		}
	}
	if sobolDimensions() != 128 {
		t.Errorf("%d dimensions", sobolDimensions())
	}
	// Of the first 2^m points each dimension has one in each interval of width 2^-m, centered for the distributions.
	const n = 1 << 8
	at, u := newCenteredSobolSampler(n), make([]float64, 128)
	hit := make([][n]int, 128)
	for i := range n {
		at(i, u)
		for k, x := range u {
			hit[k][int(x*n)]++
			if d := x*n - math.Floor(x*n); d != 0.5 {
				t.Fatalf("point %d, dimension %d: %g is not in the center", i, k, x)
			}
		}
	}
	for k := range hit {
		if slices.Min(hit[k][:]) != 1 {
			t.Errorf("dimension %d leaves intervals empty", k)
		}
	}
}

// TestLatinHypercube: one value in each of n intervals of equal probability, and parameters that do not depend on each other.
func TestLatinHypercube(t *testing.T) {
	const n, k = 1000, 3
	at, u := plainHypercube(t, 5, n, k), make([]float64, k)
	var hit [k][n]int
	sum := 0.0
	for i := range n {
		at(i, u)
		for j, x := range u {
			hit[j][int(x*n)]++
		}
		sum += (u[0] - 0.5) * (u[1] - 0.5)
	}
	for j := range hit {
		if slices.Min(hit[j][:]) != 1 {
			t.Errorf("parameter %d leaves intervals empty", j)
		}
	}
	if r := 12 * sum / n; math.Abs(r) > 4/math.Sqrt(n) { // four standard deviations
		t.Errorf("the correlation of two parameters is %g", r)
	}
	at(7, u)
	again, v := plainHypercube(t, 5, n, k), make([]float64, k)
	if again(7, v); !slices.Equal(u, v) {
		t.Error("the same seed gives another design")
	}
	if plainHypercube(t, 6, n, k)(7, v); slices.Equal(u, v) {
		t.Error("another seed gives the same design")
	}
}

// TestMonteCarlo: mean and variance of a uniform distribution, and a longer study that begins with a shorter one.
func TestMonteCarlo(t *testing.T) {
	const n = 20000
	at, u := newMonteCarloSampler(1), make([]float64, 2)
	sum, squares := 0.0, 0.0
	for i := range n {
		at(i, u)
		sum, squares = sum+u[1], squares+u[1]*u[1]
	}
	mean := sum / n
	if math.Abs(mean-0.5) > 4*math.Sqrt(1.0/12/n) || math.Abs(squares/n-mean*mean-1.0/12) > 4*math.Sqrt(1.0/180/n) {
		t.Errorf("mean %g, variance %g", mean, squares/n-mean*mean)
	}
}

// TestMorris: in each trajectory each parameter moves once, by half of the levels, and the levels are those of the grid.
func TestMorris(t *testing.T) {
	list := []*Parameter{{Range: []float64{0, 1}}, {Range: []float64{0, 1}}, {Dist: "normal", Args: []float64{0, 1}}, {Dist: "uniform", Args: []float64{0, 1}}}
	const p, paths = 4, 200
	k := len(list)
	at := newMorrisSampler(3, p, list)
	up := 0
	for path := range paths {
		last, moved := make([]float64, k), map[int]bool{}
		for run := range k + 1 {
			u := make([]float64, k)
			at(path*(k+1)+run, u)
			for i, x := range u {
				level := x * (p - 1)
				if i == 2 {
					level = x*p - 0.5
				}
				if math.Abs(level-math.Round(level)) > 1e-12 || level < -1e-9 || level > p-1+1e-9 {
					t.Fatalf("parameter %d has the level %g", i, level)
				}
				if run == 0 || u[i] == last[i] {
					continue
				}
				step := (u[i] - last[i]) * (p - 1)
				if i == 2 {
					step = (u[i] - last[i]) * p
				}
				if math.Abs(math.Abs(step)-p/2) > 1e-12 || moved[i] {
					t.Fatalf("parameter %d moves by %g levels, again: %v", i, step, moved[i])
				}
				if moved[i] = true; step > 0 {
					up++
				}
			}
			if len(moved) != run {
				t.Fatalf("run %d of a trajectory: %d parameters have moved", run, len(moved))
			}
			last = u
		}
	}
	if n := float64(paths * k); math.Abs(float64(up)-n/2) > 4*math.Sqrt(n)/2 {
		t.Errorf("%d of %g moves are upward", up, n)
	}
}

// TestQuantiles: the distributions at shares that have closed forms.
func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		p       Parameter
		u, want float64
	}{
		{Parameter{Dist: "uniform", Args: []float64{2, 4}}, 0.25, 2.5},
		{Parameter{Range: []float64{2, 4}}, 1, 4},
		{Parameter{Dist: "normal", Args: []float64{3, 2}}, 0.5, 3},
		{Parameter{Dist: "normal", Args: []float64{0, 1}}, 0.975, 1.959963984540054},
		{Parameter{Dist: "normal", Args: []float64{0, 1}}, 1e-10, -6.361340902404056},
		{Parameter{Dist: "lognormal", Args: []float64{1, 0.5}}, 0.5, math.E},
		{Parameter{Dist: "triangular", Args: []float64{0, 1, 4}}, 0.25, 1},
		{Parameter{Dist: "triangular", Args: []float64{0, 1, 4}}, 0.0625, 0.5},
		{Parameter{Dist: "triangular", Args: []float64{0, 0, 1}}, 0.75, 0.5},
		{Parameter{Dist: "triangular", Args: []float64{0, 1, 1}}, 0.25, 0.5},
		{Parameter{Values: []Value{Number(5), Number(6), Number(7)}}, 0.5, 6},
		{Parameter{Values: []Value{Number(5), Number(6), Number(7)}}, 1, 7},
	} {
		if got := c.p.quantile()(c.u).Number; math.Abs(got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%+v at %g: %.17g, not %.17g", c.p, c.u, got, c.want)
		}
	}
}

// TestGrid: all combinations, the last parameter first.
func TestGrid(t *testing.T) {
	g := newGrid([]*Parameter{{Range: []float64{0, 1}, Points: 3}, {Values: []Value{Text("a"), Text("b")}}})
	var all []string
	v := make([]Value, 2)
	for i := range g.runCount() {
		g.setRunValues(i, v)
		all = append(all, v[0].String()+v[1].String())
	}
	if got := strings.Join(all, " "); got != "0a 0b 0.5a 0.5b 1a 1b" {
		t.Error(got)
	}
}

// TestList: values from a file, with and without parameters in the study, and what is wrong with it.
func TestList(t *testing.T) {
	dir := t.TempDir()
	study := func(parameters, text string) (designRuns, *Study) {
		if err := os.WriteFile(filepath.Join(dir, "plan.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Parse(filepath.Join(dir, "a.toml"), []byte("deck = \"a\"\n"+parameters+"[design]\nkind = \"list\"\nfile = \"plan.csv\"\n[[response]]\nname = \"r\"\ncolumn = \"1.X\"\nreduce = \"max\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.expandDesign(dir)
		if (err == nil) == s.Diags.HasErrors() {
			t.Errorf("%v %v", err, s.Diags.List)
		}
		return p, s
	}
	p, s := study("", "run,k,kind\n1,5,soft\n2,1e3,hard\n")
	v := make([]Value, 2)
	if p.setRunValues(1, v); p.runCount() != 2 || len(s.Parameters) != 2 || v[0] != Number(1000) || v[1] != Text("hard") {
		t.Errorf("%+v", v)
	}
	if p, _ := study("[[parameter]]\nname = \"kind\"\n", "k,kind\n5,soft\n"); p.runCount() != 1 {
		t.Error("one column of two")
	}
	for text, says := range map[string]string{"k\n": "no runs", "k,l\n1,\n": "is missing", "k\n1,2\n": "number of fields", "k,status\n1,2\n": "a column of the results"} {
		if _, s := study("", text); !s.Diags.HasErrors() || !strings.Contains(s.Diags.List[0].Msg, says) {
			t.Errorf("%q: %v", text, s.Diags.List)
		}
	}
	if _, s := study("[[parameter]]\nname = \"m\"\n", "k\n1\n"); !s.Diags.HasErrors() {
		t.Error("a column that is not there")
	}
}
