package run

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSteppedLinearize: m x" + c x' + k x = u with m 2, c 1, k 8 has A = [0 1; -4 -1/2], B = [0; 1/2], C = 1 for place and speed, and
// λ = -1/4 ± i √(4-1/16). Its input need not have been set, and the steps behind it are right.
func TestSteppedLinearize(t *testing.T) {
	for _, u := range []string{"0", "3*SIN(TIME)-2*DX(20,1)"} {
		s := stepped(t, `<Param_Transient integr_tol="1e-9"/>`+pushed("8", "1", u), "", SteppedOptions{})
		x, err := s.Linearize(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		k := 4.0
		if u != "0" { // the feedback is part of it
			k = 5
		}
		near := func(what string, got []float64, want ...float64) {
			t.Helper()
			if len(got) != len(want) {
				t.Fatalf("%s is %v, not %v", what, got, want)
			}
			for i := range got {
				isNear(t, what, got[i], want[i], 1e-7)
			}
		}
		near("A", x.A, 0, 1, -k, -0.5)
		near("B", x.B, 0, 0.5)
		near("C", x.C, 1, 0, 0, 1)
		near("D", x.D, 0, 0)
		if !slices.Equal(x.States, []string{"Body_Rigid 2 x", "Body_Rigid 2 x'"}) || !slices.Equal(x.Inputs, []string{"Reference_Variable 3"}) || len(x.Outputs) != 2 {
			t.Errorf("%v %v %v", x.States, x.Inputs, x.Outputs)
		}
		if len(x.Modes) != 1 || len(x.Shape) != len(x.Modes[0].Q) || x.Shape[0].Component != "x" {
			t.Fatalf("%+v", x)
		}
		near("λ", []float64{real(x.Modes[0].Value), imag(x.Modes[0].Value)}, -0.25, math.Sqrt(k-1./16))
		if u != "0" {
			continue
		}
		// x = (1 - e^(-t/4) (cos w t + sin w t / (4 w))) / 8
		y := s.step(t, 0.5, 1)
		w := math.Sqrt(4 - 1./16)
		isNear(t, "place", y[0], (1-math.Exp(-0.125)*(math.Cos(w/2)+math.Sin(w/2)/(4*w)))/8, 1e-6)
	}
}

// TestSteppedLinearizeUnderWay: about a point of the motion, with an input that was set, and between steps that continue.
func TestSteppedLinearizeUnderWay(t *testing.T) {
	s := stepped(t, strings.Replace(cartAndPole, "%", "AUTO", 1), "", SteppedOptions{Outputs: []string{"angle"}})
	s.step(t, 0.01, 0)
	x, err := s.Linearize(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	// Upright: (M+m) x" - m l a" = u, (m l²+J) a" - m l x" = m g l a. The unstable eigenvalue of A comes from its trace of squares: λ² of the pole
	// is the only one that is not 0, so that the sum of the diagonal of A² is 2 λ².
	const m, mc, l, j, g = 0.1, 1.0, 0.5, 1e-4, 9.81
	want := m * g * l * (mc + m) / ((mc+m)*(m*l*l+j) - m*m*l*l)
	n, sum := len(x.States), 0.0
	for i := range n {
		for k := range n {
			sum += x.A[i*n+k] * x.A[k*n+i]
		}
	}
	isNear(t, "λ²", sum/2, want, 1e-4)
	if x.Modes != nil || len(x.C) != n || len(x.B) != n {
		t.Errorf("%+v", x)
	}
	if y := s.step(t, 0.01, 0); y[0] != 0 {
		t.Errorf("the pole moves: %v", y)
	}
}
