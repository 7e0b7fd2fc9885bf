package solve

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The residual of the complex system, formed from the two real matrices, is
// rounding for chains, ladders and webs.
func TestComplex(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for name, s := range map[string]*sketch{"chain": chain(12, false), "ladder": ladder(6), "web": web(20, r)} {
		re := AnalyzePattern(s.g).NewMatrix()
		im := re.s.NewMatrix()
		s.fillIn(re, r)
		s.fillIn(im, r)
		c := re.NewZeroComplexOfSamePattern()
		const k = 0.3
		c.AddReal(re, 1)
		c.AddImag(im, k)
		if err := c.Factor(); err != nil {
			t.Fatal(name, err)
		}
		a, b := vector(re.s.UnknownCount(), r), vector(re.s.UnknownCount(), r)
		x, y := append([]float64(nil), a...), append([]float64(nil), b...)
		c.Solve(x, y)
		n := len(a)
		rx, ry, ix, iy := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		re.MulVec(rx, x)
		re.MulVec(ry, y)
		im.MulVec(ix, x)
		im.MulVec(iy, y)
		for i := range a {
			e := math.Hypot(rx[i]-k*iy[i]-a[i], ry[i]+k*ix[i]-b[i])
			if size := 1 + math.Abs(rx[i]) + math.Abs(ry[i]) + math.Abs(ix[i]) + math.Abs(iy[i]); !(e <= 1e-9*size) {
				t.Fatalf("%s: row %d is off by %g", name, i, e)
			}
		}
		if got := testing.AllocsPerRun(5, func() {
			c.Clear()
			c.AddReal(re, 1)
			c.AddImag(im, k)
			if c.Factor() != nil {
				t.Fatal(name)
			}
			c.Solve(x, y)
		}); got != 0 {
			t.Errorf("%s: %v allocations a round", name, got)
		}
	}
}
