package system

import (
	"errors"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// TestSlopes: derivatives of functions by differences are those in closed form; the spacing is made shorter until they are, and
// samples without a number are passed over.
func TestSlopes(t *testing.T) {
	for _, c := range []struct {
		name       string
		z          func(h float64) [2]float64
		want       functionDerivatives
		h          float64
		tol        float64
		spacings   int // most that it takes
		notAllowed float64
	}{
		{"exponential", func(h float64) [2]float64 { return [2]float64{2 * math.Exp(h), math.Sin(3 * h)} }, functionDerivatives{[2]float64{2, 3}, 2}, 0.01, 1e-8, 2, 1},
		{"fast", func(h float64) [2]float64 { return [2]float64{math.Cos(200*h) + h, math.Sin(200 * h)} }, functionDerivatives{[2]float64{1, 200}, -40000}, 0.01, 1e-6, 4, 1},
		{"large", func(h float64) [2]float64 { return [2]float64{1e8 + 1.7*h*h, 1e6 - 4*h} }, functionDerivatives{[2]float64{0, -4}, 3.4}, 0.01, 1e-3, 1, 1},
		{"not far", func(h float64) [2]float64 { return [2]float64{math.Exp(h), 5 * h} }, functionDerivatives{[2]float64{1, 5}, 1}, 0.01, 1e-6, 3, 0.004},
	} {
		calls := 0
		got, err := richardsonSlopes(c.h, c.z(0), func(h float64) ([2]float64, error) {
			calls++
			if math.Abs(h) > c.notAllowed {
				return [2]float64{}, integrate.ErrRetry
			}
			return c.z(h), nil
		})
		off := math.Max(math.Abs(got.dd-c.want.dd)/math.Max(1, math.Abs(c.want.dd)), math.Max(math.Abs(got.d[0]-c.want.d[0]), math.Abs(got.d[1]-c.want.d[1])/math.Max(1, math.Abs(c.want.d[1]))))
		if err != nil || !(off <= c.tol) || calls > 6*c.spacings {
			t.Errorf("%s: %+v, wanted %+v, %d calls: %v", c.name, got, c.want, calls, err)
		}
	}
	calls := 0
	if got, err := richardsonSlopes(0.01, [2]float64{3, 4}, func(float64) ([2]float64, error) { calls++; return [2]float64{3, 4}, nil }); err != nil || got != (functionDerivatives{}) || calls != 2 {
		t.Errorf("of constants: %+v %v after %d calls", got, err, calls)
	}
	bad := errors.New("no value")
	if _, err := richardsonSlopes(0.01, [2]float64{}, func(float64) ([2]float64, error) { return [2]float64{}, bad }); err != bad {
		t.Errorf("an error is not reported: %v", err)
	}
}

// TestSlopeWeights: differences on five points are exact for polynomials of fourth degree, wherever they are taken.
func TestSlopeWeights(t *testing.T) {
	for _, x := range []float64{-2, -1.3, 0, 0.4, 2} {
		w := quarticSlopeWeights(x)
		for degree := range 5 {
			got, want := 0.0, 0.0
			for n := range w {
				got += w[n] * math.Pow(float64(n-2), float64(degree))
			}
			if degree > 0 {
				want = float64(degree) * math.Pow(x, float64(degree-1))
			}
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("at %g, degree %d: %g, want %g", x, degree, got, want)
			}
		}
	}
}

// TestDownhill: Newton's step meets the nearest point of a parabola and of a paraboloid near it in a few steps, and goes towards it where
// the second derivatives would lead away.
func TestDownhill(t *testing.T) {
	at := func(u [2]float64) (j shapeJet) { // z = x² + x y/2 + y²
		x, y := u[0], u[1]
		j.p = vec{X: x, Y: y, Z: x*x + x*y/2 + y*y}
		j.d = [2]vec{{X: 1, Z: 2*x + y/2}, {Y: 1, Z: 2*y + x/2}}
		j.dd = [3]vec{{Z: 2}, {Z: 0.5}, {Z: 2}}
		return j
	}
	for n := 1; n <= 2; n++ {
		u, target := [2]float64{0.2, 0}, vec{X: 0.5, Y: -0.2, Z: 0.1}
		if n == 2 {
			u[1] = 0.1
		}
		for range 8 {
			j := at(u)
			step := newtonDistanceStep(n, &j, j.p.Sub(target))
			u[0] += step[0]
			u[1] += step[1]
		}
		j := at(u)
		r := j.p.Sub(target)
		for k := range n {
			if math.Abs(j.d[k].Dot(r)) > 1e-13 {
				t.Errorf("%d parameters: at %v the way to the point is not at right angles, %.2g", n, u, j.d[k].Dot(r))
			}
		}
		if n == 1 && u[1] != 0 {
			t.Errorf("a curve has no second parameter: %v", u)
		}
		// Far above, where the surface bends towards the point, the matrix is not definite.
		j = at([2]float64{0.1, 0})
		r = j.p.Sub(vec{Z: 50})
		step := newtonDistanceStep(n, &j, r)
		down := step[0] * j.d[0].Dot(r)
		full := [2]float64{-j.d[0].Dot(r) / j.d[0].Dot(j.d[0]), 0}
		if n == 2 {
			down += step[1] * j.d[1].Dot(r)
			a, b, c := j.d[0].Dot(j.d[0]), j.d[0].Dot(j.d[1]), j.d[1].Dot(j.d[1])
			g, k := j.d[0].Dot(r), j.d[1].Dot(r)
			full = [2]float64{-(c*g - b*k) / (a*c - b*b), -(a*k - b*g) / (a*c - b*b)}
		}
		if down >= 0 || math.Abs(step[0]-full[0])+math.Abs(step[1]-full[1]) > 1e-12 {
			t.Errorf("%d parameters: the step %v goes up, or is not %v", n, step, full)
		}
	}
	flat := shapeJet{} // a shape that stands still has no direction
	if step := newtonDistanceStep(2, &flat, vec{X: 1}); step != [2]float64{} {
		t.Errorf("a step of %v", step)
	}
}
