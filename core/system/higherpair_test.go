package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// waves is a CURSUB: a plane wavy line, or one in space if lift is not 0.
func waves(lift float64) sub {
	return func(f *usersub.Frame, _ func(string, ...int) float64) error {
		u, o := f.RealArgNamed("alpha")[0], f.Ints(f.Sig.ArgIndex("iord"))[0]
		v := f.RealArgNamed("values")
		v[0], v[1], v[2] = 0.3*harmonic(u, 1, o), harmonic(0.7*u+1, 0.7, o), lift*harmonic(1.3*u, 1.3, o)
		switch o {
		case 0:
			v[0] += u
		case 1:
			v[0]++
		}
		return nil
	}
}

// harmonic is the derivative of order o of sin x by u, where x = k u + a.
func harmonic(x, k float64, o int32) float64 {
	return math.Pow(k, float64(o)) * math.Sin(x+float64(o)*math.Pi/2)
}

// hills is a SURSUB.
func hills(f *usersub.Frame, _ func(string, ...int) float64) error {
	a, b, o := f.RealArgNamed("alpha")[0], f.RealArgNamed("beta")[0], f.Ints(f.Sig.ArgIndex("iord"))[0]
	v := f.RealArgNamed("values")
	// a + 0.2 sin b, b + 0.3 sin a, 0.5 sin(0.8 a) sin(0.6 b)
	put := func(at int, da, db int32) {
		v[at], v[at+1] = 0, 0
		switch da + db {
		case 0:
			v[at], v[at+1] = a, b
		case 1:
			v[at], v[at+1] = float64(da), float64(db)
		}
		if da == 0 {
			v[at] += 0.2 * harmonic(b, 1, db)
		}
		if db == 0 {
			v[at+1] += 0.3 * harmonic(a, 1, da)
		}
		v[at+2] = 0.5 * harmonic(0.8*a, 0.8, da) * harmonic(0.6*b, 0.6, db)
	}
	for k := range o + 1 {
		put(3*int(k), o-k, k)
	}
	return nil
}

func (m *model) curveOf(g sub) int {
	return m.AddShape(Shape{Element: "Reference_ParamCurve", ID: 1, N: 1, Lo: [2]float64{-4}, Hi: [2]float64{4},
		Routine: routineOf(g, usersub.CURSUB, 1)})
}

func (m *model) surfaceOf(g sub) int {
	return m.AddShape(Shape{Element: "Reference_ParamSurface", ID: 1, N: 2, Lo: [2]float64{-4, -4}, Hi: [2]float64{4, 4},
		Routine: routineOf(g, usersub.SURSUB, 1)})
}

// pairs is a model with a contact of every kind between random bodies.
func pairs(seed uint64) *model {
	m := newModel(seed)
	for range 3 {
		m.body(Rigid)
	}
	m.body(PointMass)
	plane, space, surface := m.curveOf(waves(0)), m.curveOf(waves(0.5)), m.surfaceOf(hills)
	// a spline has third derivatives that jump: it is not differenced
	for n, k := range []struct {
		element string
		i, j    int
		shape   [2]int
	}{
		{"Constraint_PTCV", 4, 1, [2]int{-1, space}},
		{"Constraint_PTCV", 1, 0, [2]int{-1, plane}},
		{"Constraint_PTSF", 2, 4, [2]int{-1, surface}},
		{"Constraint_CVCV", 1, 2, [2]int{plane, plane}},
		{"Constraint_CVSF", 3, 1, [2]int{space, surface}},
		{"Constraint_SFSF", 0, 3, [2]int{surface, surface}},
	} {
		i, j := m.at(m.marker(BodyIdx(k.i))), m.at(m.marker(BodyIdx(k.j)))
		m.AddRows(m.NewHigherPairRows(k.element, 10+n, i, j, k.shape, [2]PairStart{}))
	}
	return m
}

// TestRatesOfHigherPairs: rate and second rate of all rows are differences along
// a random motion, off the contact as on it. Third derivatives are differences: 1e-6.
func TestRatesOfHigherPairs(t *testing.T) {
	for seed := range uint64(10) {
		m := pairs(seed)
		for _, set := range m.Rows {
			if h := set.(*HigherPair); h.Element == "Constraint_CVCV" || h.Element == "Constraint_CVSF" {
				m.AddRows(h.NewNoSlipRows())
			}
		}
		checkRates(t, m, seed, 1e-6)
	}
}

// TestMatrixOfHigherPairs: with the curvature of curves and surfaces the matrix is
// exact, but for third derivatives, which are differences.
func TestMatrixOfHigherPairs(t *testing.T) {
	for seed := range uint64(2) {
		m := pairs(100 + seed)
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "higher pairs", s, m.anywhere(s), c, 1e-6)
		}
	}
}

// circle is n+1 points of a circle of radius r in the plane of x and y.
func circle(r float64, n int) []vec {
	var p []vec
	for k := range n + 1 {
		a := 2 * math.Pi * float64(k%n) / float64(n)
		p = append(p, vec{X: r * math.Cos(a), Y: r * math.Sin(a)})
	}
	return p
}

// derivativesMatch checks the derivatives of a cubic curve at u by differences.
func derivativesMatch(t *testing.T, c *SplineCurve, u float64) {
	t.Helper()
	at := func(h float64) (j shapeJet) { c.evalDerivatives(&j, u+h); return j }
	j := at(0)
	for k := range 3 {
		for order, d := range []struct{ got, want float64 }{
			{j.d[0].At(k), richardson(func(h float64) float64 { return at(h).p.At(k) }, 1e-4)},
			{j.dd[0].At(k), richardson(func(h float64) float64 { return at(h).d[0].At(k) }, 1e-4)},
			{j.ddd[0].At(k), richardson(func(h float64) float64 { return at(h).dd[0].At(k) }, 1e-4)},
		} {
			if !close(d.got, d.want, 1e-6) {
				t.Errorf("derivative %d of component %d at %g is %.10g, difference %.10g", order+1, k, u, d.got, d.want)
			}
		}
	}
}

// smooth checks that value and derivatives, two of cubic pieces, four of quintic ones, agree on
// both sides of each end of a piece, that of a closed curve included.
func smooth(t *testing.T, c *SplineCurve) {
	t.Helper()
	n, last := len(c.piece), 2
	for _, p := range c.piece {
		if p[5] != (vec{}) {
			last = 4
		}
	}
	for k := range n {
		if k == 0 && !c.closed {
			continue
		}
		left, right := &c.piece[(k+n-1)%n], &c.piece[k]
		h := c.at[(k+n-1)%n+1] - c.at[(k+n-1)%n]
		for order := 0; order <= last; order++ {
			d, size := right[order].Scale(-1), 1+right[order].Norm()
			for i, f := order, 1.0; i < 6; i++ { // binomial coefficients of i over order
				d = d.AddScaled(f*math.Pow(h, float64(i-order)), left[i])
				f *= float64(i+1) / float64(i+1-order)
			}
			if !(d.Norm() < 1e-9*size) {
				t.Errorf("end %d: derivative %d jumps by %g of %g", k, order, d.Norm(), size)
			}
		}
	}
}

// Quintic curves: smoothness, the points, and an error of a circle that falls with the sixth
// power of the spacing; of control points the curve is one of degree 5.
func TestQuinticCurve(t *testing.T) {
	r := newModel(5).r
	var open []vec
	for range 9 {
		open = append(open, randomVec(r))
	}
	closed := append(append([]vec{}, open...), open[0])
	for name, c := range map[string]*SplineCurve{
		"open": InterpolateQuintic(open, false), "closed": InterpolateQuintic(closed, true), "three": InterpolateQuintic(open[:3], false), "triangle": InterpolateQuintic(circle(2, 3), true),
		"control": NewBSpline(open, false, 5), "control ring": NewBSpline(closed, true, 5), "control triangle": NewBSpline(circle(2, 3), true, 5), "few": NewBSpline(open[:5], false, 5),
	} {
		t.Run(name, func(t *testing.T) {
			smooth(t, c)
			derivativesMatch(t, c, c.at[0]+0.37*(c.at[1]-c.at[0]))
		})
	}
	for name, c := range map[string]*SplineCurve{"open": InterpolateQuintic(open, false), "closed": InterpolateQuintic(closed, true)} {
		for k, p := range open {
			var j shapeJet
			if c.evalDerivatives(&j, c.at[k]); j.p.Sub(p).Norm() > 1e-12 {
				t.Errorf("%s: point %d is missed: %v, %v", name, k, j.p, p)
			}
		}
	}
	worst := func(n int) (e float64) {
		c := InterpolateQuintic(circle(1, n), true)
		for k := range 500 {
			var j shapeJet
			c.evalDerivatives(&j, -3+6*float64(k)/499)
			e = math.Max(e, math.Abs(j.p.Norm()-1))
		}
		return e
	}
	a, b := worst(16), worst(32)
	if order := math.Log2(a / b); math.Abs(order-6) > 0.3 || a > 1e-5 {
		t.Errorf("errors %g, %g: order %g", a, b, order)
	}
	// six points: a Bézier curve; its middle is (p0 + 5 p1 + 10 p2 + 10 p3 + 5 p4 + p5)/32
	var j shapeJet
	NewBSpline(open[:6], false, 5).evalDerivatives(&j, 0)
	want := open[0].Add(open[5]).AddScaled(5, open[1].Add(open[4])).AddScaled(10, open[2].Add(open[3])).Scale(1. / 32)
	if j.p.Sub(want).Norm() > 1e-12 {
		t.Errorf("middle %v, want %v", j.p, want)
	}
}

func TestInterpolate(t *testing.T) {
	r := newModel(3).r
	var open []vec
	for range 9 {
		open = append(open, randomVec(r))
	}
	closed := append(append([]vec{}, open...), open[0])
	for name, c := range map[string]*SplineCurve{
		"open": InterpolateCubic(open, false), "closed": InterpolateCubic(closed, true), "least": InterpolateCubic(closed[6:], false),
		"three": InterpolateCubic(open[:3], false), "two": InterpolateCubic(open[:2], false), "triangle": InterpolateCubic(circle(2, 3), true),
	} {
		t.Run(name, func(t *testing.T) {
			smooth(t, c)
			derivativesMatch(t, c, c.at[0]+0.37*(c.at[1]-c.at[0]))
		})
	}
	c := InterpolateCubic(open, false)
	for k, p := range open {
		var j shapeJet
		if c.evalDerivatives(&j, c.at[k]); j.p.Sub(p).Norm() > 1e-12 {
			t.Errorf("point %d is missed: %v, %v", k, j.p, p)
		}
	}
	if a, b := c.piece[0][3], c.piece[1][3]; a.Sub(b).Norm() > 1e-9*a.Norm() {
		t.Errorf("the first two pieces are not one cubic: %v, %v", a, b)
	}
	// a line is kept, whatever the distances of its points
	var j shapeJet
	InterpolateCubic([]vec{{}, {X: 1}, {X: 3}, {X: 4}, {X: 8}}, false).evalDerivatives(&j, 0.5)
	if j.p.Sub(vec{X: 6}).Norm() > 1e-12 || j.dd[0].Norm() > 1e-10 {
		t.Errorf("line: %v, %v", j.p, j.dd[0])
	}
}

// The error of the interpolated circle falls with the fourth power of the spacing.
func TestInterpolateCircle(t *testing.T) {
	worst := func(n int) (e float64) {
		c := InterpolateCubic(circle(1, n), true)
		for k := range 500 {
			var j shapeJet
			c.evalDerivatives(&j, -3+6*float64(k)/499) // three times around
			e = math.Max(e, math.Abs(j.p.Norm()-1))
		}
		return e
	}
	a, b := worst(16), worst(32)
	if order := math.Log2(a / b); math.Abs(order-4) > 0.2 || a > 1e-3 {
		t.Errorf("errors %g, %g: order %g", a, b, order)
	}
}

func TestControlCurve(t *testing.T) {
	r := newModel(4).r
	var p []vec
	for range 7 {
		p = append(p, randomVec(r))
	}
	c := NewBSpline(p, false, 3)
	smooth(t, c)
	derivativesMatch(t, c, 0.13)
	var a, b shapeJet
	c.evalDerivatives(&a, -1)
	c.evalDerivatives(&b, 1)
	if a.p.Sub(p[0]).Norm()+b.p.Sub(p[6]).Norm() > 1e-12 {
		t.Errorf("ends %v, %v", a.p, b.p)
	}
	// four points: a Bézier curve; its middle is (p0 + 3 p1 + 3 p2 + p3)/8
	NewBSpline(p[:4], false, 3).evalDerivatives(&a, 0)
	if want := p[0].AddScaled(3, p[1]).AddScaled(3, p[2]).Add(p[3]).Scale(1. / 8); a.p.Sub(want).Norm() > 1e-12 {
		t.Errorf("Bézier: %v, want %v", a.p, want)
	}
	ring := NewBSpline(append(append([]vec{}, p...), p[0]), true, 3)
	smooth(t, ring)
	ring.evalDerivatives(&a, -1)
	if want := p[6].AddScaled(4, p[0]).Add(p[1]).Scale(1. / 6); a.p.Sub(want).Norm() > 1e-12 {
		t.Errorf("closed: %v, want %v", a.p, want)
	}
}

// bead on a vertical circle of radius 2: a pendulum, whatever the integrator. Energy
// is kept, and so is the distance from the centre.
func TestBeadOnCircle(t *testing.T) {
	for _, method := range []string{"DSTIFF", "ABAM", "HHT"} {
		t.Run(method, func(t *testing.T) {
			m := newModel(1)
			m.Gravity = vec{Y: -10}
			b := m.AddBody(Body{ID: 1, Kind: PointMass, Mass: 3, Rot0: spatial.Identity, Pos0: vec{X: 2}, V0: vec{Y: 1}})
			i := m.at(m.markerAt(b, Marker{Rot: spatial.Identity}))
			c := m.AddShape(Shape{Element: "Reference_ParamCurve", ID: 1, N: 1, Lo: [2]float64{-1}, Hi: [2]float64{1}, Closed: [2]bool{true},
				Spline: InterpolateCubic(circle(2, 400), true)})
			m.AddRows(m.NewHigherPairRows("Constraint_PTCV", 1, i, Global, [2]int{-1, c}, [2]PairStart{}))
			s := m.state(t)
			p := s.DeckPoint()
			if removed, err := s.Assemble(p, 1e-10); err != nil || len(removed) > 0 {
				t.Fatal(removed, err)
			}
			if err := s.AssembleVelocities(p, 1e-10); err != nil {
				t.Fatal(err)
			}
			if s.DegreesOfFreedom() != 1 {
				t.Errorf("%d degrees of freedom", s.DegreesOfFreedom())
			}
			end := advance(t, s, p, method, 1e-8, 2, nil)
			if err := s.EvaluateWithoutResults(end); err != nil {
				t.Fatal(err)
			}
			k, v := s.Energy()
			if math.Abs(k+v-1.5) > 1e-4 {
				t.Errorf("energy %g, was 1.5", k+v)
			}
			if r := s.kin.body[b].C.Norm(); math.Abs(r-2) > 1e-6 {
				t.Errorf("radius %g", r)
			}
		})
	}
}

// Splines and their contacts allocate nothing in a step.
func TestHigherPairsAllocateNothing(t *testing.T) {
	m := newModel(9)
	a, b := m.body(Rigid), m.body(Rigid)
	ring := m.AddShape(Shape{Element: "Reference_ParamCurve", ID: 1, N: 1, Lo: [2]float64{-1}, Hi: [2]float64{1}, Closed: [2]bool{true},
		Spline: InterpolateCubic(circle(1, 30), true)})
	i, j := m.at(m.marker(a)), m.at(m.marker(b))
	m.AddRows(m.NewHigherPairRows("Constraint_PTCV", 1, i, j, [2]int{-1, ring}, [2]PairStart{}))
	m.AddRows(m.NewHigherPairRows("Constraint_CVCV", 2, j, i, [2]int{ring, ring}, [2]PairStart{}))
	s := m.state(t)
	p := m.anywhere(s)
	r := integrate.NewResidual(s.layout)
	if n := testing.AllocsPerRun(20, func() {
		p.T++
		_ = s.EvaluateResidual(r, p)
		_ = s.Factor(p, coefs[1], true)
		_ = s.AcceptPoint(p)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// TestThirdOfShapes: third derivatives of a routine's curve, inside its range and at its ends.
func TestThirdOfShapes(t *testing.T) {
	m := newModel(9)
	m.body(Rigid)
	i, j := m.at(m.marker(1)), m.at(m.marker(Ground))
	n := m.curveOf(waves(0.5))
	m.AddRows(m.NewHigherPairRows("Constraint_PTCV", 1, i, j, [2]int{-1, n}, [2]PairStart{}))
	s := m.state(t)
	for _, u := range []float64{-4, -3.99, 0.3, 3.99, 4} {
		var x shapeJet
		if err := s.shapes.estimateThirdDerivatives(&x, n, [2]float64{u}); err != nil {
			t.Fatal(err)
		}
		want := vec{X: 0.3 * harmonic(u, 1, 3), Y: harmonic(0.7*u+1, 0.7, 3), Z: 0.5 * harmonic(1.3*u, 1.3, 3)}
		if d := x.ddd[0].Sub(want).Norm(); !(d < 1e-7) {
			t.Errorf("at %g: %v, want %v", u, x.ddd[0], want)
		}
	}
}

// TestGtCurvOfRoutine: GTCURV of a routine's curve gives its point and derivatives, and none beyond its ends.
func TestGtCurvOfRoutine(t *testing.T) {
	m := newModel(11)
	m.body(Rigid)
	n := m.curveOf(waves(0.5))
	m.AddRows(m.NewHigherPairRows("Constraint_PTCV", 1, m.at(m.marker(1)), m.at(m.marker(Ground)), [2]int{-1, n}, [2]PairStart{}))
	d := &routineState{s: m.state(t)}
	for order := range int32(3) {
		var got [3]float64
		const u = 0.7
		want := [3]float64{0.3 * harmonic(u, 1, order), harmonic(0.7*u+1, 0.7, order), 0.5 * harmonic(1.3*u, 1.3, order)}
		want[0] += [3]float64{u, 1, 0}[order]
		if flag := d.GtCurv(&got, 1, u, order); flag != 0 || vec.Sub(vec{X: got[0], Y: got[1], Z: got[2]}, vec{X: want[0], Y: want[1], Z: want[2]}).Norm() > 1e-14 {
			t.Errorf("order %d: flag %d, %v, want %v", order, flag, got, want)
		}
		if flag := d.GtCurv(&got, 1, 4.1, order); flag == 0 {
			t.Errorf("order %d: a point beyond the end", order)
		}
	}
}
