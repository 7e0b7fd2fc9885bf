package decktest

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// commandFileColumns runs a command file of Adams View and returns the rows of its results.
func commandFileColumns(t *testing.T, name string) [][]float64 {
	t.Helper()
	dir := filepath.Join(clitest.Folder, "cmd-"+name)
	if err := os.CopyFS(dir, os.DirFS("../testdata/wild/cmd")); err != nil && !isThere(err) {
		t.Fatal(err)
	}
	o := clitest.Run(t, "run", filepath.Join(dir, name+".cmd"), "--quiet", "--header", "ids")
	if o.Code != 0 || strings.Contains(o.Errors, "warning") {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	return clitest.ReadRows(t, filepath.Join(dir, name+".out", "requests.csv"))
}

func isThere(err error) bool {
	return os.IsExist(err) || strings.Contains(err.Error(), fs.ErrExist.Error())
}

// follow integrates x” = f(x, x') with the classical method in steps of h and returns x at the times.
func follow(x, v, h float64, times []float64, f func(x, v float64) float64) []float64 {
	var out []float64
	t := 0.0
	for _, end := range times {
		n := int(math.Ceil((end - t) / h))
		for range n {
			d := (end - t) / float64(n)
			k1, l1 := v, f(x, v)
			k2, l2 := v+d/2*l1, f(x+d/2*k1, v+d/2*l1)
			k3, l3 := v+d/2*l2, f(x+d/2*k2, v+d/2*l2)
			k4, l4 := v+d*l3, f(x+d*k3, v+d*l3)
			x, v = x+d/6*(k1+2*k2+2*k3+k4), v+d/6*(l1+2*l2+2*l3+l4)
		}
		t = end
		out = append(out, x)
	}
	return out
}

// TestCommandFiles: each command file of testdata/wild/cmd gives what a formula or an integration of one equation gives.
func TestCommandFiles(t *testing.T) {
	const g = 9.80665
	swing := func(x0, rate float64) func([][]float64) []float64 { // angle from the horizontal under gravity, rate = m g l / I
		return func(rows [][]float64) []float64 {
			return follow(x0, 0, 1e-4, timesOf(rows), func(x, _ float64) float64 { return -rate * math.Cos(x) })
		}
	}
	for _, c := range []struct {
		name string
		rows int
		tol  float64 // of the largest value
		want func(rows [][]float64) [][]float64
	}{
		{"pendulum", 201, 1e-6, func(rows [][]float64) [][]float64 {
			var out [][]float64
			for _, phi := range swing(-math.Pi/6, 2*g*1000*250/(1+2*250*250))(rows) {
				out = append(out, []float64{250 * math.Sin(phi)})
			}
			return out
		}},
		{"fourbar", 51, 1e-9, byTime(func(time float64) []float64 {
			// Where circles around the crank's end and the fixed pin of the rocker meet.
			s, c := math.Sincos(2 * math.Pi * time)
			bx, by := 0.1*c, 0.1*s
			dx, dy := 0.35-bx, -by
			d := math.Hypot(dx, dy)
			a := (d*d + 0.3*0.3 - 0.25*0.25) / (2 * d)
			h := math.Sqrt(0.3*0.3 - a*a)
			return []float64{bx + (a*dx-h*dy)/d, by + (a*dy+h*dx)/d}
		})},
		{"oscillator", 151, 1e-6, func(rows [][]float64) [][]float64 {
			// x'' + 8 x' + 1600 x = 0 from 30 mm with -50 mm/s around 100 mm.
			return byTime(func(time float64) []float64 {
				w := math.Sqrt(1600 - 16)
				return []float64{100 + math.Exp(-4*time)*(30*math.Cos(w*time)+(-50+4*30)/w*math.Sin(w*time))}
			})(rows)
		}},
		{"slider_crank", 41, 1e-7, byTime(func(time float64) []float64 {
			s, c := math.Sincos(2 * math.Pi * time)
			x := 60*c + math.Sqrt(200*200-60*60*s*s)
			return []float64{x, x, 0, 0, 0, 0, 0, 360 * time}
		})},
		{"bounce", 31, 1e-6, func(rows [][]float64) [][]float64 {
			var out [][]float64
			for _, y := range follow(60, 0, 2e-6, timesOf(rows), func(y, v float64) float64 {
				p := 20 - y
				if p <= 0 {
					return -g * 1000
				}
				u := min(p/0.1, 1)
				f := 2000*math.Pow(p, 1.5) - 4*v*u*u*(3-2*u)
				return -g*1000 + max(f, 0)*1000/0.5
			}) {
				out = append(out, []float64{y})
			}
			return out
		}},
		// Two edges that cross share a tetrahedron, whose depth is √0.3 of how far the one is under the other; so is its gradient.
		{"ridges", 31, 1e-4, func(rows [][]float64) [][]float64 {
			var out [][]float64
			for _, y := range follow(20, 0, 1e-6, timesOf(rows), func(y, v float64) float64 {
				u := min(max((v+1e-3)/2e-3, 0), 1)
				return -g*1000 + 500*0.3*max(-y, 0)*(1-0.75*u*u*(3-2*u))*1000/2
			}) {
				out = append(out, []float64{y})
			}
			return out
		}},
		// The four corners of the straight side carry the weight, once the bar has come to rest.
		{"bench", 11, 1e-8, func(rows [][]float64) [][]float64 {
			for n := range rows[:10] {
				rows[n] = rows[10]
			}
			return byTime(func(float64) []float64 { return []float64{50 - 2*g/4/1000} })(rows)
		}},
		// From the free angle of -20°: an amplitude of 20° around it; the table moves along x, and falls nowhere without gravity.
		{"instances", 51, 1e-6, byTime(func(time float64) []float64 {
			w := math.Sqrt(0.02 * 1e6 * 180 / math.Pi / 2000)
			return []float64{-math.Pi / 9 * (1 - math.Cos(w*time)), 50 * math.Sin(2*math.Pi*time), 0}
		})},
		{"bushing", 1, 1e-9, byTime(func(float64) []float64 { return []float64{-4 * g / 80, 3 / 1.5 * math.Pi / 180} })},
		// Beams that bend far, to an arc of constant curvature.
		{"ruler", 1, 1e-7, byTime(func(float64) []float64 {
			return []float64{150 * math.Sin(2), 150 * (1 - math.Cos(2)), 2}
		})},
		{"routine", 41, 1e-6, byTime(func(time float64) []float64 { return []float64{0.4 + 0.1*math.Cos(5*time)} })},
		{"chain", 41, 1e-6, byTime(func(time float64) []float64 {
			w := 2 * math.Sqrt(40/0.5) * math.Sin(math.Pi/12)
			return []float64{1 + 0.05*math.Sin(math.Pi/6)*math.Cos(w*time), 3 + 0.05*math.Cos(w*time)}
		})},
		{"frames", 21, 1e-8, byTime(func(time float64) []float64 {
			// z = (2, 3, 6)/7; y as near to that of the model as it can be, x = y × z = (6, 0, -2)/√40; 90° a second.
			x, z := [3]float64{6 / math.Sqrt(40), 0, -2 / math.Sqrt(40)}, [3]float64{2. / 7, 3. / 7, 6. / 7}
			y := [3]float64{z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]}
			s, c := math.Sincos(math.Pi/6 + math.Pi/2*time)
			var out []float64
			for k, p := range []float64{2, 1, 3} {
				out = append(out, p+5*(c*x[k]+s*y[k]))
			}
			return out
		})},
		{"solid", 21, 1e-6, func(rows [][]float64) [][]float64 {
			bar, ball := 3.0, 4*math.Pi/3
			inertia := bar*((1+36)/12.+9) + ball*(2./5+49)
			rate := g / 0.0254 * (bar*3 + ball*7) / inertia
			var out [][]float64
			for _, phi := range follow(0, 0, 1e-4, timesOf(rows), func(x, _ float64) float64 { return rate * math.Cos(x) }) {
				out = append(out, []float64{phi})
			}
			return out
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := commandFileColumns(t, c.name)
			if len(rows) != c.rows {
				t.Fatalf("%d rows, want %d", len(rows), c.rows)
			}
			worst, where := worstColumn(t, rows, c.want(rows))
			if !(worst <= c.tol) {
				t.Errorf("off by %.2g of the largest value: %s", worst, where)
			}
			t.Logf("off by %.2g", worst)
		})
	}
}

// worstColumn returns the largest difference of rows from what they should be, by the largest value of the column, and where it is.
func worstColumn(t *testing.T, rows, want [][]float64) (worst float64, where string) {
	t.Helper()
	size := make([]float64, len(want[0]))
	for _, w := range want {
		for k := range w {
			size[k] = max(size[k], math.Abs(w[k]))
		}
	}
	for n, w := range want {
		if len(w) != len(rows[n])-1 {
			t.Fatalf("%d columns, want %d", len(rows[n])-1, len(w))
		}
		for k := range w {
			if d := math.Abs(w[k]-rows[n][k+1]) / max(size[k], 1e-3); !(d <= worst) {
				worst, where = d, fmt.Sprintf("column %d at %g: %g, want %g", k+1, rows[n][0], rows[n][k+1], w[k])
			}
		}
	}
	return worst, where
}

func timesOf(rows [][]float64) []float64 {
	out := make([]float64, len(rows))
	for n := range rows {
		out[n] = rows[n][0]
	}
	return out
}

func byTime(f func(time float64) []float64) func([][]float64) [][]float64 {
	return func(rows [][]float64) [][]float64 {
		var out [][]float64
		for _, r := range rows {
			out = append(out, f(r[0]))
		}
		return out
	}
}

// TestConvertedCommandFiles: what is converted to the statement language gives the same results.
func TestConvertedCommandFiles(t *testing.T) {
	for _, name := range []string{"slider_crank", "frames", "solid"} {
		rows := commandFileColumns(t, name)
		dir := filepath.Join(clitest.Folder, "cmd-"+name)
		if o := clitest.Run(t, "convert", filepath.Join(dir, name+".cmd"), filepath.Join(dir, "as.adm"), "--force"); o.Code != 0 {
			t.Fatalf("%s: code %d\n%s", name, o.Code, o.Errors)
		}
		if o := clitest.Run(t, "run", filepath.Join(dir, "as.adm"), filepath.Join(dir, "as.acf"), "--quiet", "--header", "ids"); o.Code != 0 {
			t.Fatalf("%s: code %d\n%s", name, o.Code, o.Errors)
		}
		o := clitest.Run(t, "compare", filepath.Join(dir, name+".out"), filepath.Join(dir, "as.out"), "--tol", "1e-9")
		if o.Code != 0 {
			t.Errorf("%s: %d rows, code %d\n%s%s", name, len(rows), o.Code, o.Out, o.Errors)
		}
	}
}

// TestBrokenCommandFiles compares what is said about each command file of testdata/broken with the golden file beside it.
func TestBrokenCommandFiles(t *testing.T) {
	decks, _ := filepath.Glob("../testdata/broken/cmd-*.cmd")
	if len(decks) < 20 {
		t.Fatalf("%d decks", len(decks))
	}
	for _, deck := range decks {
		name := filepath.Base(deck)
		t.Run(name, func(t *testing.T) {
			o := clitest.Run(t, "check", name)
			got := fmt.Sprintf("$ trammel check %s\n%s%sexit code %d\n", name, o.Errors, o.Out, o.Code)
			golden.CompareFile(t, strings.TrimSuffix(deck, ".cmd")+".golden", clitest.Normalize(got))
		})
	}
}
