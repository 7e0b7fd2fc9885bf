package spline

import (
	"math"
	"testing"
)

var (
	px = []float64{0, 1, 2.5, 3, 4.25, 6, 6.5, 8}
	py = []float64{1, 2.5, 0.5, 0.25, 3, 2.75, -1, 0.5}
)

func function(t *testing.T, tab *Table, m Method, order int) *Interpolant {
	t.Helper()
	f, err := tab.NewInterpolant(m, order)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// at returns the value and its derivatives by the functions of order 0 to 2.
func at(t *testing.T, tab *Table, m Method, x float64) (v [3]float64) {
	for k := range v {
		v[k] = function(t, tab, m, k).Eval([]float64{x, 0}, nil, nil)
	}
	return v
}

// Value and derivatives in rational arithmetic: for the splines from the
// conditions that define them (values, continuity, ends) as one dense system,
// for Akima's method from his formula.
var exact = []struct {
	m    Method
	x    float64
	want [3]float64
}{
	{Cubic, 0.4, [3]float64{1.82808680642286, 1.85299148613061, -1.62919147444898}},
	{Cubic, 1.7, [3]float64{1.84247749000551, -1.67709195003764, -1.12539956529706}},
	{Cubic, 2.75, [3]float64{0.273185936736817, -0.54228282238946, 3.25805002442185}},
	{Cubic, 3.5, [3]float64{0.914075655504109, 2.11808819081366, 2.6032023979482}},
	{Cubic, 5, [3]float64{4.91332588465703, 1.35363233729535, -4.83925004509801}},
	{Cubic, 6.2, [3]float64{1.23428130169163, -8.0382209384481, -1.18278708283503}},
	{Cubic, 7.9, [3]float64{0.0471276690263877, 4.49721685161348, 0.945193743679319}},
	{Quintic, 0.4, [3]float64{2.03503771542805, 1.84325039690042, -3.69465835993031}},
	{Quintic, 1.7, [3]float64{1.75216262476686, -1.64489204679677, -0.811254866833426}},
	{Quintic, 2.75, [3]float64{0.294068572003701, -0.520958003896565, 2.60158332231777}},
	{Quintic, 3.5, [3]float64{0.75102939344731, 1.85564129191004, 3.4799031544153}},
	{Quintic, 5, [3]float64{5.40829361140086, 1.62873004385533, -6.8111313436774}},
	{Quintic, 6.2, [3]float64{1.2823182014019, -7.66773001310448, -1.87395210982094}},
	{Quintic, 7.9, [3]float64{-0.574953945167643, 9.99864976825505, 15.0159832362581}},
	{Fit, 0.4, [3]float64{1.95166861698231, 1.79305718081859, -2.93057180818595}},
	{Fit, 1.7, [3]float64{1.80630977412936, -2.01668616982314, -2.93057180818595}},
	{Fit, 2.75, [3]float64{0.286328724950166, -0.667752291623179, 4.17949913458012}},
	{Fit, 3.5, [3]float64{0.960998637833441, 2.46687205931191, 4.17949913458012}},
	{Fit, 5, [3]float64{4.58792107384066, 1.79019759119913, -0.872081352680219}},
	{Fit, 6.2, [3]float64{1.29017617987581, -8.22017617987581, -9.21057079254876}},
	{Fit, 7.9, [3]float64{-0.277649330365228, 7.29245806767711, 9.68070471950325}},
	{Akima, 0.4, [3]float64{2.01418181818182, 2.03060606060606, -3.14242424242424}},
	{Akima, 1.7, [3]float64{1.62054034319095, -1.59018498235366, -0.287574540586589}},
	{Akima, 2.75, [3]float64{0.30531110574231, -0.575442324018714, 2.23004461624609}},
	{Akima, 3.5, [3]float64{1.06698851710508, 2.64026523102085, 2.34798064604062}},
	{Akima, 5, [3]float64{3.60456590880282, 0.0639642079304901, -1.9181666455402}},
	{Akima, 6.2, [3]float64{1.47595961969875, -9.45407684364206, -15.3009080226472}},
	{Akima, 7.9, [3]float64{0.00142742742742743, 4.72009009009009, 5.33993993993994}},
}

func TestExactValues(t *testing.T) {
	tab := NewTable(px, nil, [][]float64{py}, false)
	for _, e := range exact {
		got := at(t, tab, e.m, e.x)
		for k := range got {
			// Up to three divisions by intervals of 0.5: a few dozen roundings of numbers up to 100.
			if math.Abs(got[k]-e.want[k]) > 1e-12*(1+math.Abs(e.want[k])) {
				t.Errorf("%v at %g, order %d: %.15g, want %.15g", e.m, e.x, k, got[k], e.want[k])
			}
		}
	}
}

// Points are met, and at them as many derivatives are continuous as the method
// says; from the outside as well, with parabolas up to the second.
func TestContinuity(t *testing.T) {
	smooth := [nMethods]int{Akima: 1, Cubic: 2, Fit: 1, Quintic: 4, Linear: 0}
	for m := range nMethods {
		c := methods[m].make(px, py)
		c.extendBeyondEnds(false)
		var l, r Derivatives
		for i, x := range px {
			if c.evalAt(&r, x); math.Abs(r[0]-py[i]) > 1e-13 {
				t.Errorf("%v meets point %d at %g, not %g", m, i, r[0], py[i])
			}
		}
		for i, x := range c.at {
			last := smooth[m]
			switch i {
			case 0:
				evalPolynomial(&l, &c.before, 0)
				evalPolynomial(&r, &c.c[0], 0)
				last = 2
			case len(c.c):
				evalPolynomial(&l, &c.c[i-1], x-c.at[i-1])
				evalPolynomial(&r, &c.behind, 0)
				last = 2
			default:
				evalPolynomial(&l, &c.c[i-1], x-c.at[i-1])
				evalPolynomial(&r, &c.c[i], 0)
			}
			for k := 0; k <= last; k++ {
				if math.Abs(l[k]-r[k]) > 1e-10*(1+math.Abs(r[k])) {
					t.Errorf("%v at %g: derivative %d is %g on the left, %g on the right", m, x, k, l[k], r[k])
				}
			}
		}
	}
}

// Akima's paper draws a step between straight parts: the curve is straight
// there, whatever the last digits of the table.
func TestAkimaStraight(t *testing.T) {
	x, y := make([]float64, 12), make([]float64, 12)
	for i := range x {
		x[i] = 0.1 * float64(i)
		y[i] = 0.3 * x[i]
		if i > 6 {
			y[i] = 0.3*x[6] + 2.5*(x[i]-x[6])
		}
	}
	tab := NewTable(x, nil, [][]float64{y}, false)
	for _, e := range []struct{ x, slope float64 }{{-0.2, 0.3}, {0.17, 0.3}, {0.45, 0.3}, {0.83, 2.5}, {1.4, 2.5}} {
		if got := at(t, tab, Akima, e.x); math.Abs(got[1]-e.slope) > 1e-13 {
			t.Errorf("slope at %g is %.15g, want %g", e.x, got[1], e.slope)
		}
	}
	// At the bend itself both weights are noise: the mean.
	if got := at(t, tab, Akima, x[6]); math.Abs(got[1]-1.4) > 1e-12 {
		t.Errorf("slope at the bend is %.15g, want 1.4", got[1])
	}
}

// What a method must reproduce: natural splines the polynomials that have no
// energy, the quadratic spline parabolas; all of them beyond the ends too.
func TestReproduces(t *testing.T) {
	line := func(x float64) [3]float64 { return [3]float64{2 - 3*x, -3, 0} }
	parabola := func(x float64) [3]float64 { return [3]float64{2 - 3*x + 0.75*x*x, -3 + 1.5*x, 1.5} }
	for _, e := range []struct {
		m Method
		f func(float64) [3]float64
	}{{Akima, line}, {Cubic, line}, {Linear, line}, {Fit, parabola}, {Quintic, parabola}} {
		y := make([]float64, len(px))
		for i, x := range px {
			y[i] = e.f(x)[0]
		}
		tab := NewTable(px, nil, [][]float64{y}, false)
		for x := -2.0; x < 10; x += 0.37 {
			got, want := at(t, tab, e.m, x), e.f(x)
			for k := range got {
				if math.Abs(got[k]-want[k]) > 1e-11 {
					t.Errorf("%v at %g, order %d: %g, want %g", e.m, x, k, got[k], want[k])
				}
			}
		}
	}
}

// The error of a smooth function falls with the power of the interval that the
// method promises away from the ends.
func TestOrder(t *testing.T) {
	worst := func(m Method, n int) float64 {
		x, y := make([]float64, n+1), make([]float64, n+1)
		for i := range x {
			x[i] = 4 * float64(i) / float64(n)
			y[i] = math.Sin(x[i])
		}
		tab, e := NewTable(x, nil, [][]float64{y}, false), 0.0
		for s := 1.5; s < 2.5; s += 0.0137 {
			e = max(e, math.Abs(at(t, tab, m, s)[0]-math.Sin(s)))
		}
		return e
	}
	for m, order := range [nMethods]float64{Akima: 2, Cubic: 4, Fit: 3, Quintic: 6, Linear: 2} {
		if got := math.Log2(worst(Method(m), 40) / worst(Method(m), 80)); got < order-0.3 {
			t.Errorf("%v is of order %.2f, want %g", Method(m), got, order)
		}
	}
}

// Straight beyond the ends, where that is wanted: with the slope at the end.
func TestStraightBeyond(t *testing.T) {
	tab := NewTable(px, nil, [][]float64{py}, true)
	for m := range nMethods {
		for _, x := range []float64{-1, 9.5} {
			end := min(max(x, px[0]), px[len(px)-1])
			e, got := at(t, tab, m, end), at(t, tab, m, x)
			if math.Abs(got[0]-e[0]-e[1]*(x-end)) > 1e-12*(1+math.Abs(got[0])) || got[1] != e[1] || got[2] != 0 {
				t.Errorf("%v at %g: %v, at the end %v", m, x, got, e)
			}
		}
	}
}

// surface is x² z on z = -1, 0, 2, which is not straight in z.
func surface() *Table {
	z := []float64{-1, 0, 2}
	y := make([][]float64, len(z))
	for i := range y {
		for _, x := range px {
			y[i] = append(y[i], x*x*z[i]*z[i])
		}
	}
	return NewTable(px, z, y, false)
}

// Fit reproduces the parabolas in x; in z the values are on the chords of z².
func TestSurface(t *testing.T) {
	f := function(t, surface(), Fit, 0)
	chord := func(z float64) float64 {
		if z < 0 {
			return -z
		}
		return 2 * z
	}
	for _, z := range []float64{-2, -0.3, 0, 1, 3} {
		for _, x := range []float64{-1, 0.3, 4, 9} {
			if got, want := f.Eval([]float64{x, z}, nil, nil), x*x*chord(z); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("at (%g, %g): %g, want %g", x, z, got, want)
			}
		}
	}
}

// Partials against differences of values and of partials, at places where
// nothing jumps.
func TestPartials(t *testing.T) {
	const h = 1e-5
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-7*(1+math.Abs(want)) { // h² times a third derivative of some 100
			t.Errorf("%s: %g, difference %g", what, got, want)
		}
	}
	for name, tab := range map[string]*Table{"curve": NewTable(px, nil, [][]float64{py}, false), "surface": surface()} {
		for m := range nMethods {
			for order := range 3 {
				f, err := tab.NewInterpolant(m, order)
				if err != nil {
					continue
				}
				for _, x := range []float64{-0.6, 0.4, 2.8, 5.5, 8.7} {
					at := []float64{x, 0.6}
					var d [2]float64
					var dd [4]float64
					f.Eval(at, d[:], dd[:])
					for k := range 2 {
						var dl, dr [2]float64
						at[k] -= h
						l := f.Eval(at, dl[:], nil)
						at[k] += 2 * h
						r := f.Eval(at, dr[:], nil)
						at[k] -= h
						near(name+" "+m.String(), d[k], (r-l)/(2*h))
						near(name+" "+m.String(), dd[k], (dr[0]-dl[0])/(2*h))
						near(name+" "+m.String(), dd[2+k], (dr[1]-dl[1])/(2*h))
					}
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, e := range []struct {
		tab   *Table
		m     Method
		order int
		want  string
	}{
		{NewTable(px[:5], nil, [][]float64{py[:5]}, false), Quintic, 0, "QUISPL needs 6 points and not 5"},
		{surface(), Akima, 1, "a surface has no derivatives (order 1)"},
		{surface(), Akima, 3, "the order of a derivative is 0, 1 or 2, not 3"},
	} {
		if _, err := e.tab.NewInterpolant(e.m, e.order); err == nil || err.Error() != e.want {
			t.Errorf("got %v, want %q", err, e.want)
		}
	}
}

func TestDescends(t *testing.T) {
	for want, v := range map[int][]float64{-1: {1, 2, 3}, 2: {1, 2, 2, 1}, 1: {1, math.NaN(), 3}} {
		if got := FirstNotAscending(v); got != want {
			t.Errorf("%v: %d, want %d", v, got, want)
		}
	}
	if m, ok := MethodOfFunction("QUISPL"); m != Quintic || !ok || len(FunctionNames()) != int(nMethods) {
		t.Error("QUISPL is not found by its name")
	}
}

// Nothing is allocated in an evaluation, and a value that is not a number gives none.
func TestEvaluationAllocatesNothing(t *testing.T) {
	f := function(t, surface(), Quintic, 0)
	x, d, dd := []float64{3.3, 0.4}, make([]float64, 2), make([]float64, 4)
	if n := testing.AllocsPerRun(100, func() { f.Eval(x, d, dd) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
	x[0] = math.NaN()
	if v := f.Eval(x, d, dd); !math.IsNaN(v) {
		t.Errorf("NaN gives %g", v)
	}
}
