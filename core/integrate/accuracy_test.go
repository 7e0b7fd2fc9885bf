package integrate

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
)

// table reads a CSV file of testdata; the first column is time.
func table(t testing.TB, name string) [][]float64 {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out [][]float64
	for _, row := range rows[1:] {
		v := make([]float64, len(row))
		for i, s := range row {
			if v[i], err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, v)
	}
	return out
}

// model is a toy with its reference table and what of a Point the columns are.
type model struct {
	make func() (*toy, *Point)
	file string
	end  float64
	see  func(p *Point, col int) float64
	cols []int
}

var models = map[string]model{
	"pendulum": {pendulum, "pendulum.csv", 10, func(p *Point, c int) float64 { return p.Q[c-1] }, []int{1, 2}},
	"top":      {top, "heavytop.csv", 1, func(p *Point, c int) float64 { return p.Q[c-1] }, []int{1, 2, 3}},
	"lugre":    {lugre, "lugre.csv", 25, func(p *Point, c int) float64 { return p.Q[c-1] }, []int{1}},
	"crank":    {crank, "crank.csv", 10, func(p *Point, c int) float64 { return p.Q[c-1] }, []int{1, 2, 3}},
	"free": {func() (*toy, *Point) { return oscillator(false) }, "oscillator.csv", 5,
		func(p *Point, c int) float64 { return p.Q[0] }, []int{1}},
	"forced": {func() (*toy, *Point) { return oscillator(true) }, "oscillator.csv", 5,
		func(p *Point, c int) float64 { return p.Q[0] }, []int{3}},
}

// worstError is the largest difference from the reference at its times.
func worstError(t testing.TB, m model, method string, o Options) (float64, *Stats) {
	t.Helper()
	ref := table(t, m.file)
	p, s := m.make()
	consistent(t, p, s)
	worst, i := 0.0, 0
	st := run(t, method, p, s, o, m.end, ref[1][0], func(pt *Point) {
		i++
		if math.Abs(ref[i][0]-pt.T) > 1e-9 {
			t.Fatalf("reference time %g at %g", ref[i][0], pt.T)
		}
		for _, c := range m.cols {
			worst = math.Max(worst, math.Abs(m.see(pt, c)-ref[i][c]))
		}
	})
	return worst, st
}

// settings of a run as a user meets them, and with steps of free choice.
func hitting(tol float64) Options { return Options{Tol: tol, H0: 1e-8} }
func free(tol float64) Options {
	return Options{Tol: tol, H0: 1e-8, HMax: 100, Interpolate: true}
}

func TestBenchmarkBounds(t *testing.T) {
	for _, c := range []struct {
		model, method string
		index         int
		loose, tight  float64 // bounds at 1e-3 and 1e-8
		tightTol      float64
	}{
		{"pendulum", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"pendulum", "DSTIFF", 2, 1e-3, 1e-6, 1e-8},
		{"pendulum", "ABAM", 3, 1e-3, 1e-6, 1e-8},
		{"pendulum", "HHT", 3, 1e-2, 1e-3, 1e-5},
		{"pendulum", "VSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"top", "VSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"crank", "VSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"lugre", "VSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"pendulum", "MSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"top", "MSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"crank", "MSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"lugre", "MSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"pendulum", "DOP853", 3, 1e-3, 1e-7, 1e-8},
		{"top", "DOP853", 3, 1e-3, 1e-7, 1e-8},
		{"crank", "DOP853", 3, 1e-3, 1e-7, 1e-8},
		{"forced", "DOP853", 3, 1e-3, 1e-7, 1e-8},
		{"pendulum", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"top", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"lugre", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"crank", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"free", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"forced", "RADAU", 3, 1e-3, 1e-7, 1e-8},
		{"top", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"top", "DSTIFF", 2, 1e-3, 1e-6, 1e-8},
		{"top", "ABAM", 3, 1e-3, 1e-6, 1e-8},
		{"top", "HHT", 3, 1e-3, 1e-4, 1e-5},
		{"lugre", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"lugre", "HHT", 3, 1e-3, 1e-4, 1e-5},
		{"crank", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"crank", "ABAM", 3, 1e-3, 1e-6, 1e-8},
		{"crank", "HHT", 3, 1e-3, 1e-4, 1e-5},
		{"free", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"free", "ABAM", 3, 1e-3, 1e-6, 1e-8},
		{"forced", "DSTIFF", 3, 1e-3, 1e-6, 1e-8},
		{"forced", "ABAM", 3, 1e-3, 1e-6, 1e-8},
	} {
		o := hitting(1e-3)
		o.Index = c.index
		loose, _ := worstError(t, models[c.model], c.method, o)
		o.Tol = c.tightTol
		tight, st := worstError(t, models[c.model], c.method, o)
		if loose > c.loose || tight > c.tight || st.Jumps > 0 {
			t.Errorf("%s %s index %d: error %.2g (bound %g), at %g %.2g (bound %g), %d jumps",
				c.model, c.method, c.index, loose, c.loose, c.tightTol, tight, c.tight, st.Jumps)
		}
		t.Logf("%-8s %-6s %d: %.2g, at %g %.2g in %d steps", c.model, c.method, c.index, loose, c.tightTol, tight, st.Steps)
	}
}

// TestErrorsFall runs with steps of free choice: errors fall with the
// tolerance, roughly in proportion.
func TestErrorsFall(t *testing.T) {
	for _, name := range []string{"pendulum", "top", "crank", "forced"} {
		for _, method := range []string{"DSTIFF", "ABAM", "HHT", "RADAU", "DOP853", "VSTIFF", "MSTIFF"} {
			last := math.Inf(1)
			for _, tol := range []float64{1e-3, 1e-5, 1e-7} {
				if method == "HHT" && tol < 1e-6 {
					continue
				}
				e, st := worstError(t, models[name], method, free(tol))
				if e > last/4 {
					t.Errorf("%s %s tol %g: error %.2g after %.2g", name, method, tol, e, last)
				}
				if e > 100*tol {
					t.Errorf("%s %s tol %g: error %.2g", name, method, tol, e)
				}
				t.Logf("%-8s %-6s %g: error %.2g; %d steps, %d rejected, %d evaluations, %d partials, %d factorizations",
					name, method, tol, e, st.Steps, st.Rejected, st.Evaluations, st.Jacobians, st.Factorizations)
				last = e
			}
		}
	}
}

func TestConstraintsAndEnergy(t *testing.T) {
	for _, tol := range []float64{1e-3, 1e-6} {
		for _, method := range controlled {
			p, s := pendulum()
			consistent(t, p, s)
			g, gv, de := 0.0, 0.0, 0.0
			r := NewResidual(&p.n)
			run(t, method, p, s, hitting(tol), 10, 0.01, func(pt *Point) {
				p.eval(r, pt)
				g = math.Max(g, math.Abs(r.Pos[0]))
				gv = math.Max(gv, math.Abs(r.Vel[0]))
				de = math.Max(de, math.Abs((pt.V[0]*pt.V[0]+pt.V[1]*pt.V[1])/2+9.81*pt.Q[1]))
			})
			if g > 1e-9 || gv > 1e-3 || de > 100*tol || de > 5e-3 {
				t.Errorf("%s at %g: violation %.2g, at speed level %.2g, energy drift %.2g J", method, tol, g, gv, de)
			}
		}
	}
}

func TestStiff(t *testing.T) {
	for _, method := range []string{"DSTIFF", "HHT", "RADAU", "VSTIFF", "MSTIFF"} {
		p, s := vanDerPol(1e-6)
		p.n.XScale[1] = 1e6
		o := free(1e-5)
		o.HMin = 1e-12
		last := NewPoint(&p.n)
		st := run(t, method, p, consistent(t, p, s), o, 2, 2, func(pt *Point) { last.Copy(pt) })
		if e := math.Abs(last.X[0] - 1.706167732170469); e > 2e-4 || st.Steps > 20000 {
			t.Errorf("%s van der Pol: error %.2g in %d steps", method, e, st.Steps)
		}
		p, s = robertson()
		st = run(t, method, p, consistent(t, p, s), free(1e-5), 40, 40, func(pt *Point) { last.Copy(pt) })
		e := math.Max(math.Abs(last.X[0]-0.7158270687), math.Abs(last.X[1]-9.185534764e-6)*1e5)
		if e > 1e-5 || math.Abs(last.X[0]+last.X[1]+p.accY(last)-1) > 1e-12 || st.Steps > 6000 {
			t.Errorf("%s Robertson: error %.2g in %d steps", method, e, st.Steps)
		}
	}
}

// accY is Robertson's algebraic species of the states.
func (t *toy) accY(p *Point) float64 { return 1 - p.X[0] - p.X[1] }
