package vi

import (
	"math"
	"math/rand/v2"
	"testing"
)

// anyCone has any shape, also without friction or rows but the normal one.
func anyCone(r *rand.Rand) Cone {
	c := Cone{Rows: [groups]uint8{uint8(r.IntN(3)), uint8(r.IntN(3)), uint8(r.IntN(2))}}
	for k := range c.Length {
		c.Length[k] = max(0, 2*r.Float64()-0.3)
	}
	if r.IntN(2) == 0 {
		c.Cohesion = r.Float64()
	}
	return c
}

func anyWeights(r *rand.Rand) (w Weights) {
	for k := range w {
		w[k] = math.Exp(3 * r.NormFloat64())
	}
	return w
}

// inside reports whether l is in the cone, up to rounding.
func inside(c *Cone, l []float64) bool {
	n := l[0] + c.Cohesion
	at := 1
	for k, rows := range c.Rows {
		if norm(l[at:at+int(rows)]) > c.Length[k]*n+1e-12*(1+math.Abs(l[0])) {
			return false
		}
		at += int(rows)
	}
	return n >= -1e-13
}

// shrink puts l into the cone without care for distance.
func shrink(c *Cone, l []float64) {
	l[0] = max(l[0], -c.Cohesion)
	at := 1
	for k, rows := range c.Rows {
		x := l[at : at+int(rows)]
		if t := norm(x); t > c.Length[k]*(l[0]+c.Cohesion) {
			for i := range x {
				x[i] *= c.Length[k] * (l[0] + c.Cohesion) / t
			}
		}
		at += int(rows)
	}
}

func distance(c *Cone, a, b []float64, w *Weights) float64 {
	sum, at := w[0]*(a[0]-b[0])*(a[0]-b[0]), 1
	for k, rows := range c.Rows {
		for range rows {
			sum += w[1+k] * (a[at] - b[at]) * (a[at] - b[at])
			at++
		}
	}
	return sum
}

// The projection lies in the cone, and none of many points of the cone, near it and far
// away, is nearer.
func TestProjectionIsNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		c, w := anyCone(r), anyWeights(r)
		l := normal(r, c.RowCount(), 2)
		p := append([]float64(nil), l...)
		c.ProjectMultipliers(p, &w)
		if !inside(&c, p) {
			t.Fatalf("%+v: projection %v of %v is outside", c, p, l)
		}
		again := append([]float64(nil), p...)
		c.ProjectMultipliers(again, &w)
		for i := range p {
			if math.Abs(again[i]-p[i]) > 1e-13*(1+math.Abs(p[i])) { // rounding of about ten operations
				t.Fatalf("%+v: projected twice %v, once %v", c, again, p)
			}
		}
		best := distance(&c, l, p, &w)
		for k := range 300 {
			y := normal(r, c.RowCount(), math.Pow(10, -float64(k%7)))
			for i := range y {
				y[i] += p[i]
			}
			shrink(&c, y)
			if d := distance(&c, l, y, &w); d < best-1e-11*(1+best) { // shrink rounds
				t.Fatalf("%+v, weights %v: %v is nearer to %v than the projection %v: %g < %g", c, w, y, l, p, d, best)
			}
		}
	}
}

// Known values: a triple with μ = 1/2 and one that is pushed off.
func TestProjectionByHand(t *testing.T) {
	unit := Weights{1, 1, 1, 1}
	for _, k := range []struct{ mu, n, u, v, wantN, wantU, wantV float64 }{
		{0.5, 2, 0.6, 0.8, 2, 0.6, 0.8},             // on the boundary
		{0.5, 0, 3, 4, 2, 0.6, 0.8},                 // n = μ t/(1+μ²) = 2.5/1.25
		{0.5, -10, 3, 4, 0, 0, 0},                   // in the polar cone
		{0.5, -2, 0, 0, 0, 0, 0},                    // straight away
		{0, 3, 1, 1, 3, 0, 0},                       // without friction
		{0, -3, 0, 0, 0, 0, 0},                      // and pulled
		{1, 1, 0, 3, 2, 0, 2},                       // n = (1 + 3)/2
		{1, 1, 0, -3, 2, 0, -2},                     //
		{2, 1, 1.5, 0.5, 1, 1.5, 0.5},               // inside
		{0.5, 4, -3, 4, 5.2, -1.56, 2.08},           // n = (4 + 2.5)/1.25
		{0.25, 1, 0.25, 0, 1, 0.25, 0},              // boundary again
		{0.5, 1e-300, 1e-310, 0, 1e-300, 1e-310, 0}, // tiny
	} {
		c, l := CoulombCone(k.mu), []float64{k.n, k.u, k.v}
		c.ProjectMultipliers(l, &unit)
		for i, want := range []float64{k.wantN, k.wantU, k.wantV} {
			if math.Abs(l[i]-want) > 1e-15*(1+math.Abs(want)) {
				t.Errorf("μ %g (%g, %g, %g): %v, want (%g, %g, %g)", k.mu, k.n, k.u, k.v, l, k.wantN, k.wantU, k.wantV)
				break
			}
		}
	}
}

// The derivative is that of the projection, by differences, and symmetric.
func TestDerivative(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var der [36]float64
	const step = 1e-6
	bad := 0
	for range 2000 {
		c, w := anyCone(r), anyWeights(r)
		n := c.RowCount()
		l := normal(r, n, 2)
		c.ProjectionDerivative(der[:], l, &w)
		by := func(j int) float64 {
			if j == 0 {
				return w[0]
			}
			for k, rows := range c.Rows {
				if j -= int(rows); j <= 0 {
					return w[1+k]
				}
			}
			panic("row")
		}
		for j := range n {
			up, down := append([]float64(nil), l...), append([]float64(nil), l...)
			up[j] += step
			down[j] -= step
			c.ProjectMultipliers(up, &w)
			c.ProjectMultipliers(down, &w)
			for i := range n {
				if d := der[i*n+j] - der[j*n+i]; math.Abs(d) > 1e-12*(1+math.Abs(der[i*n+j])) {
					t.Fatalf("%+v: derivative of rows %d and %d off by %g", c, i, j, d)
				}
				// Differences of second order, unless a kink lies between: then half of it is missing.
				if want := (up[i] - down[i]) / (2 * step); math.Abs(der[i*n+j]*by(j)-want) > 1e-6*(1+math.Abs(want)) {
					bad++
				}
			}
		}
	}
	if bad > 5 { // 2000 points with a kink within 1e-6: expected about 0.01
		t.Errorf("%d values of derivatives differ from differences", bad)
	}
}

// The natural residual vanishes exactly for states that obey Coulomb's law.
func TestResidualIsCoulombsLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		mu, w := r.Float64(), anyWeights(r)
		c := CoulombCone(mu)
		a := 2 * math.Pi * r.Float64()
		n, v := r.Float64(), 0.1+r.Float64()
		slide := func(lift float64) (l, res []float64) {
			return []float64{n, -mu * n * math.Cos(a), -mu * n * math.Sin(a)},
				[]float64{lift, v * math.Cos(a), v * math.Sin(a)}
		}
		l, res := slide(0)
		if e := c.NaturalResidual(l, res, &w); e > 1e-12*(1+w[0]+w[1]) {
			t.Fatalf("sliding contact: residual %g", e)
		}
		if l, res = slide(mu * v); mu > 0.01 { // what the convex law without De Saxcé's term asks for
			if e := c.NaturalResidual(l, res, &w); !(e > 1e-3*min(1, w[0])*n*mu) {
				t.Fatalf("contact that lifts off while it presses: residual %g", e)
			}
		}
		if e := c.NaturalResidual([]float64{n, 0.5 * mu * n, 0}, []float64{0, 0, 0}, &w); e > 1e-12*(1+w[0]+w[1]) {
			t.Fatalf("sticking contact: residual %g", e)
		}
		if e := c.NaturalResidual([]float64{0, 0, 0}, []float64{v, 1, 2}, &w); e != 0 {
			t.Fatalf("open contact: residual %g", e)
		}
	}
}

func TestBoxResidual(t *testing.T) {
	inf := math.Inf(1)
	for _, k := range []struct{ l, c, lo, hi, w, want float64 }{
		{3, 0.5, -inf, inf, 2, 0.5},
		{0, 0.5, 0, inf, 2, 0},
		{0, -0.5, 0, inf, 2, 0.5},
		{1, 0.5, 0, inf, 2, 0.5},
		{0.1, 0.5, 0, inf, 2, 0.2}, // the multiplier could only fall to zero
		{1, -7, -1, 1, 2, 0},
		{-1, 7, -1, 1, 2, 0},
		{1, 7, -1, 1, 2, 4},
	} {
		if got := BoxNaturalResidual(k.l, k.c, k.lo, k.hi, k.w); math.Abs(got-k.want) > 1e-15 {
			t.Errorf("%+v: %g", k, got)
		}
	}
}
