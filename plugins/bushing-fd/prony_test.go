package main

import (
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/sdktest"
)

// par is a bushing with two terms, of which the second has nothing about z.
var par = []float64{
	100, 200, 300, 10, 20, 30, // at rest
	1, 2, 3, 0.1, 0.2, 0.3, // damping
	0.1, 40, 50, 60, 4, 5, 6,
	0.001, 70, 80, 90, 7, 8, 0,
}

// element is one that calls the bushing between markers 8 and 9.
func element(t testing.TB, states int, par ...float64) *sdktest.Element {
	e := sdktest.NewElementWithSizes(t, newPlugin().Routines["prony"], map[string]int{"nstate": states, "ninput": 0, "noutpt": 6}, par...)
	e.SetModFnc("8", 2, "Force_StateEqn", 1, "i_marker_id")
	e.SetModFnc("9", 2, "Force_StateEqn", 1, "ref_marker_id")
	move(e, [6]float64{}, [6]float64{})
	return e
}

// move sets displacement and velocity.
func move(e *sdktest.Element, d, v [6]float64) {
	for k := range 3 {
		x := string("XYZ"[k])
		e.SetSysFnc(d[k], "D"+x, 8, 9, 9)
		e.SetSysFnc(d[k+3], "A"+x, 8, 9)
		e.SetSysFnc(v[k], "V"+x, 8, 9, 9, 9)
		e.SetSysFnc(v[k+3], "W"+x, 8, 9, 9)
	}
}

// TestDynamicStiffness: the answer of the state equations to a harmonic displacement in one
// direction is the closed form of the Prony series, over eight decades of frequency. The
// routine is linear, so its matrices are read off by unit arguments.
func TestDynamicStiffness(t *testing.T) {
	const n = 11
	e := element(t, n, par...)
	for dir := range 6 {
		for w := 1e-3; w < 1e5; w *= 1.7 {
			got := respond(t, e, dir, w)
			want := complex(par[dir], w*par[6+dir])
			for _, at := range []int{12, 19} {
				iwt := complex(0, w*par[at])
				want += complex(par[at+1+dir], 0) * iwt / (1 + iwt)
			}
			// A dozen roundings of numbers of like size.
			if d := cmplx.Abs(got-want) / cmplx.Abs(want); d > 1e-13 {
				t.Fatalf("direction %d at %g rad/s: %v, want %v, off by %.1e", dir, w, got, want, d)
			}
		}
	}
}

// respond returns -force/displacement for a harmonic motion of unit amplitude in one direction,
// and checks that there is no force in others.
func respond(t *testing.T, e *sdktest.Element, dir int, w float64) complex128 {
	t.Helper()
	states := e.RealInput("states")
	probe := func(set func(d, v *[6]float64)) (stated, output []float64) {
		var d, v [6]float64
		set(&d, &v)
		move(e, d, v)
		e.CallForFirstOutput(0)
		return slices.Clone(e.RealOutput("stated")), slices.Clone(e.RealOutput("output"))
	}
	b, k := probe(func(d, v *[6]float64) { d[dir] = 1 })
	_, c := probe(func(d, v *[6]float64) { v[dir] = 1 })
	sum := complex(-k[dir], -w*c[dir])
	for n := range states {
		states[n] = 1
		a, f := probe(func(d, v *[6]float64) {})
		states[n] = 0
		for m := range a {
			if m != n && a[m] != 0 {
				t.Fatalf("state %d moves state %d", n, m)
			}
		}
		z := complex(b[n], 0) / complex(-a[n], w) // (iω - a) z = b
		sum -= complex(f[dir], 0) * z
		if b[n] == 0 {
			continue
		}
		for m := range f {
			if m != dir && f[m] != 0 {
				t.Fatalf("the state %d of direction %d pushes in direction %d", n, dir, m)
			}
		}
	}
	return sum
}

// TestLossPeak: one Maxwell element beside a spring (the standard linear solid) loses most at
// ωτ = √(K/(K+k)), with tan δ = k/(2√(K(K+k))).
func TestLossPeak(t *testing.T) {
	const K, k, tau = 100, 300, 0.02
	p := make([]float64, 19)
	p[1], p[12], p[14] = K, tau, k
	e := element(t, 1, p...)
	loss := func(w float64) float64 { z := respond(t, e, 1, w); return imag(z) / real(z) }
	peak, want := math.Sqrt(K/float64(K+k))/tau, k/(2*math.Sqrt(K*(K+k)))
	if got := loss(peak); math.Abs(got-want) > 1e-14 {
		t.Fatalf("tan δ %.16g, want %.16g", got, want)
	}
	if loss(peak*1.01) >= want || loss(peak*0.99) >= want {
		t.Fatalf("tan δ is larger beside the peak")
	}
}

// TestAsksOnlyWhatItNeeds: a direction without stiffness and damping is not asked for.
func TestAsksOnlyWhatItNeeds(t *testing.T) {
	p := make([]float64, 19)
	p[2], p[9], p[12], p[18] = 5, 3, 0.1, 7
	e := element(t, 1, p...)
	e.CallForFirstOutput(0)
	if got := e.Queries(); !slices.Equal(got, []string{"DZ[8 9 9]", "WX[8 9 9]", "AZ[8 9]"}) {
		t.Fatalf("asked %v", got)
	}
}

func TestMistakes(t *testing.T) {
	with := func(k int, v float64) []float64 {
		p := slices.Clone(par)
		p[k] = v
		return p
	}
	for _, c := range []struct {
		states int
		par    []float64
		want   string
	}{
		{12, par, "num_state must be 11, found 12"},
		{11, with(19, 0), "tau2 must be greater than 0"},
	} {
		err := element(t, c.states, c.par...).Call(0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	e := element(t, 11, par...)
	e.SetModFnc("0", 2, "Force_StateEqn", 1, "ref_marker_id")
	if err := e.Call(0); err == nil || !strings.Contains(err.Error(), "ref_marker_id is missing") {
		t.Errorf("got %v", err)
	}
}

// TestParameters: names stand where the routine takes them from.
func TestParameters(t *testing.T) {
	got := newPlugin().Routines["prony"].About().UsageText()
	for _, want := range []string{"USER(kx=0, ky=0", "ktz=0, cx=0", "ctz=0, tau1=0, kx1=0", "ktz7=0, tau8=0"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	if n := len(stiffnessParameters()); n != 2*directions+terms*perTerm {
		t.Errorf("%d parameters", n)
	}
}
