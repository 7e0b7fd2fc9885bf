package linear

import (
	"errors"
	"math"
	"math/cmplx"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"gonum.org/v1/gonum/mat"
)

func dense(rows, columns int, v ...float64) *mat.Dense { return mat.NewDense(rows, columns, v) }

// about linearizes at rest, with positions q.
func about(t *testing.T, m *toy, o Options, q ...float64) *System {
	t.Helper()
	p := integrate.NewPoint(&m.n)
	copy(p.Q, q)
	s, err := Linearize(m, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func modes(t *testing.T, m *toy, q ...float64) []Mode {
	t.Helper()
	all, err := about(t, m, Options{}, q...).ComputeModes(true)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// values compares eigenvalues, in rad per time; 1e-12 is rounding times the condition of such small matrices.
func values(t *testing.T, all []Mode, want ...complex128) {
	t.Helper()
	if len(all) != len(want) {
		t.Fatalf("%d modes, not %d: %v", len(all), len(want), all)
	}
	for i, w := range want {
		if d := cmplx.Abs(all[i].Value - w); !(d <= 1e-12*math.Max(1, cmplx.Abs(w))) {
			t.Errorf("mode %d: %v, not %v", i+1, all[i].Value, w)
		}
	}
}

// TestDamped: m q” + c q' + k q = 0 has λ = (-c ± √(c² - 4mk))/2m, and what is reported of it.
func TestDamped(t *testing.T) {
	all := modes(t, newToy(toy{m: dense(1, 1, 2), c: dense(1, 1, 0.4), k: dense(1, 1, 50)}))
	values(t, all, complex(-0.1, math.Sqrt(25-0.01)))
	m := &all[0]
	for _, x := range [][2]float64{{m.RealPartHz(), -0.1 / (2 * math.Pi)}, {m.ImagPartHz(), math.Sqrt(25-0.01) / (2 * math.Pi)}, {m.UndampedFrequencyHz(), 5 / (2 * math.Pi)}, {m.DampingRatio(), 0.02}} {
		if math.Abs(x[0]-x[1]) > 1e-14 {
			t.Errorf("%g, not %g", x[0], x[1])
		}
	}
	values(t, modes(t, newToy(toy{m: dense(1, 1, 1), c: dense(1, 1, 5), k: dense(1, 1, 4)})), -1, -4)
	grows := modes(t, newToy(toy{m: dense(1, 1, 1), k: dense(1, 1, -9)}))
	values(t, grows, -3, 3)
	if grows[0].DampingRatio() != 1 || grows[1].DampingRatio() != -1 {
		t.Error("damping of real eigenvalues")
	}
}

// TestGyroscopic: a mass on springs on a turntable, seen from there: |λ| = ω ± Ω.
func TestGyroscopic(t *testing.T) {
	const w, o = 5.0, 2.0
	all := modes(t, newToy(toy{m: dense(2, 2, 1, 0, 0, 1), c: dense(2, 2, 0, -2*o, 2*o, 0), k: dense(2, 2, w*w-o*o, 0, 0, w*w-o*o)}))
	values(t, all, complex(0, w-o), complex(0, w+o))
	for i, m := range all { // circles, one with the turn, one against it
		if math.Abs(cmplx.Abs(m.Q[0])-1) > 1e-12 || math.Abs(math.Abs(imag(m.Q[1]/m.Q[0]))-1) > 1e-12 {
			t.Errorf("mode %d: %v", i+1, m.Q)
		}
	}
}

// TestRigidBody: two free masses on a spring. The double zero has one vector; it is only known to the root of
// rounding.
func TestRigidBody(t *testing.T) {
	all := modes(t, newToy(toy{m: dense(2, 2, 2, 0, 0, 3), k: dense(2, 2, 30, -30, -30, 30)}))
	last := all[len(all)-1]
	if w := math.Sqrt(30/2. + 30/3.); cmplx.Abs(last.Value-complex(0, w)) > 1e-12*w {
		t.Errorf("%v, not %gi", last.Value, w)
	}
	if r := last.Q[0] / last.Q[1]; cmplx.Abs(r+1.5) > 1e-12 {
		t.Errorf("ratio %v, not -1.5", r)
	}
	for _, m := range all[:len(all)-1] {
		if cmplx.Abs(m.Value) > 1e-7 || cmplx.Abs(m.Q[0]-m.Q[1]) > 1e-6 {
			t.Errorf("rigid mode %v %v", m.Value, m.Q)
		}
	}
}

// TestTenMasses: a chain between walls: ω = 2 √(k/m) sin(jπ/22).
func TestTenMasses(t *testing.T) {
	const n = 10
	x := toy{m: mat.NewDense(n, n, nil), k: mat.NewDense(n, n, nil)}
	var want []complex128
	for i := range n {
		x.m.Set(i, i, 0.5)
		x.k.Set(i, i, 2*80)
		if i > 0 {
			x.k.Set(i, i-1, -80)
			x.k.Set(i-1, i, -80)
		}
		want = append(want, complex(0, 2*math.Sqrt(80/0.5)*math.Sin(float64(i+1)*math.Pi/(2*(n+1)))))
	}
	values(t, modes(t, newToy(x)), want...)
}

// TestRows: coordinates that rows tie together have one state; a redundant row changes nothing.
func TestRows(t *testing.T) {
	tied := toy{m: dense(2, 2, 2, 0, 0, 3), k: dense(2, 2, 20, 0, 0, 0), g: dense(1, 2, 2, -1)}
	want := complex(0, math.Sqrt(20./(2+4*3)))
	values(t, modes(t, newToy(tied)), want)
	tied.g = dense(2, 2, 2, -1, 4, -2)
	tied.n.RowLevel = []integrate.Level{integrate.Position, integrate.Inactive}
	x := newToy(tied)
	values(t, modes(t, x), want)
	if s := about(t, x, Options{}); s.N != 2 || len(s.States) != 2 || s.States[1].Kind != Speed {
		t.Errorf("%+v", s.States)
	}
}

// TestStates: a first-order state that follows a place and drives it: (λ² + k)(λ + 1) = s f.
func TestStates(t *testing.T) {
	const k, sf = 9.0, 6.0
	all := modes(t, newToy(toy{m: dense(1, 1, 1), k: dense(1, 1, k), s: dense(1, 1, 2), f: dense(1, 1, sf/2), h: dense(1, 1, -1)}))
	if len(all) != 2 {
		t.Fatalf("%v", all)
	}
	for _, m := range all {
		v := m.Value
		if d := (v*v+k)*(v+1) - sf; cmplx.Abs(d) > 1e-12 {
			t.Errorf("%v leaves %v", v, d)
		}
		// x = f q/(λ + 1)
		if d := m.X[0]*(v+1) - complex(sf/2, 0)*m.Q[0]; cmplx.Abs(d) > 1e-12 {
			t.Errorf("shape of %v leaves %v", v, d)
		}
	}
}

// TestPlantMatrices: A, B, C and D of an oscillator with an input and outputs of place, speed and input.
func TestPlantMatrices(t *testing.T) {
	s := about(t, newToy(toy{m: dense(1, 1, 2), c: dense(1, 1, 3), k: dense(1, 1, 8), b: dense(1, 1, 5),
		p: dense(2, 1, 7, 0), w: dense(2, 1, 0, 11), e: dense(2, 1, 0, 13)}), Options{Inputs: 1, Outputs: 2})
	for _, x := range []struct {
		name      string
		got, want []float64
	}{
		{"A", s.A, []float64{0, 1, -4, -1.5}}, {"B", s.B, []float64{0, 2.5}},
		{"C", s.C, []float64{7, 0, 0, 11}}, {"D", s.D, []float64{0, 13}},
	} {
		for i, w := range x.want {
			if math.Abs(x.got[i]-w) > 1e-12 {
				t.Errorf("%s: %v, not %v", x.name, x.got, x.want)
				break
			}
		}
	}
	if s = about(t, newToy(toy{m: dense(1, 1, 2), c: dense(1, 1, 3), k: dense(1, 1, 8)}), Options{NoDamping: true}); s.A[3] != 0 {
		t.Errorf("without damping: %v", s.A)
	}
}

// TestHiddenPartials: what the partials leave out is found by differences, here of four among sixteen columns: the
// stiffness 3 cube q² at q. Differences of sixth order are good to 1e-11.
func TestHiddenPartials(t *testing.T) {
	const n = 8
	x := toy{m: mat.NewDense(n, n, nil), k: mat.NewDense(n, n, nil), cube: make([]float64, n)}
	q, want := make([]float64, n), make([]float64, n)
	for i := range n {
		x.m.Set(i, i, 1)
		x.k.Set(i, i, 10+float64(i))
		if i%2 == 1 {
			x.cube[i], q[i] = 4, 0.1*float64(i)
		}
		want[i] = -(10 + float64(i)) - 3*x.cube[i]*q[i]*q[i]
	}
	s := about(t, newToy(x), Options{}, q...)
	for i, w := range want {
		if v := s.A[(n+i)*s.N+i]; math.Abs(v-w) > 1e-10 {
			t.Errorf("stiffness %d: %.15g, not %.15g", i, v, w)
		}
	}
	if s.HasRough {
		t.Errorf("a smooth force is rough: %d", s.Rough)
	}
}

// TestTooLarge: a model with more states than a dense matrix is for is refused before anything is made.
func TestTooLarge(t *testing.T) {
	const n = MaxStates/2 + 1
	m := newToy(toy{m: mat.NewDense(n, n, nil)})
	_, err := Linearize(m, integrate.NewPoint(&m.n), Options{})
	var size *SizeError
	if !errors.As(err, &size) || size.States != 2*n {
		t.Errorf("%v", err)
	}
	stop := errors.New("stop")
	m = newToy(toy{m: dense(1, 1, 1)})
	if _, err = Linearize(m, integrate.NewPoint(&m.n), Options{Interrupted: func() error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("interrupted: %v", err)
	}
}
