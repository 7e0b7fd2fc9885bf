package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

func turned(axis vec, angle float64) mat {
	return spatial.QuatFromRotationVector(axis.Unit().Scale(angle)).Mat()
}

// TestOverlapDepth: slabs, prisms and corners in closed form. With the variances of the shared intersection along its main axes the depth is √(12/Σ1/variance).
func TestOverlapDepth(t *testing.T) {
	table := Block{vec{X: 3, Y: 3, Z: 1}} // its top is z = 1
	depth := func(variances ...float64) float64 {
		tau := 0.
		for _, v := range variances {
			tau += 1 / v
		}
		return math.Sqrt(12 / tau)
	}
	corner := turned(vec{X: 1, Y: -1}, math.Acos(1/math.Sqrt(3)))
	for _, h := range []float64{1e-6, 1e-4, 1e-2, 0.1} {
		for _, c := range []struct {
			name string
			a    Solid
			at   Pose
			want float64
			tol  float64
		}{
			// A slab with the sides 2 and 1.
			{"flat box", Block{vec{X: 1, Y: 0.5, Z: 1}}, Pose{vec{X: 0.2, Z: 2 - h}, turned(vec{Z: 1}, 0.4)}, depth(h*h/12, 4./12, 1./12), 1e-9},
			{"standing cylinder", Rod{0.5, 0.7}, Pose{vec{Z: 1.7 - h}, spatial.Identity}, depth(h*h/12, 1./16, 1./16), 1e-4},
			// A triangle with the height h and the width 2 h, along an edge of the length 2.
			{"edge", Block{vec{X: 1, Y: 1, Z: 1}}, Pose{vec{Z: 1 + math.Sqrt2 - h}, turned(vec{X: 1}, math.Pi/4)}, depth(h*h/18, h*h/6, 4./12), 1e-9},
			// A corner cut off a cube at p = √3 h along its edges: variances p²/80, p²/20 and p²/20.
			{"corner", Block{vec{X: 1, Y: 1, Z: 1}}, Pose{vec{Z: 1 + math.Sqrt(3) - h}, corner}, depth(3*h*h/80, 3*h*h/20, 3*h*h/20), 1e-7},
			// A part of a pyramid: the tip of a cone, of a height h and a radius h: 3 h²/80 along the axis and 3 h²/20 across it.
			{"tip", Cone{0, 0.5, 0.25}, Pose{vec{Z: 1.25 - h}, spatial.Identity}, depth(3*h*h/80, 3*h*h/20, 3*h*h/20), 2e-3},
			// Nearly a parabola.
			{"lying cylinder", Rod{0.5, 0.7}, Pose{vec{Z: 1.5 - h}, turned(vec{X: 1}, math.Pi/2)}, math.Sqrt(144./175) * h, 3e-4 + h},
		} {
			var m OverlapFinder
			o, ok := m.FindOverlap(c.a, &c.at, table, &Identity)
			if !ok || !(math.Abs(o.Depth/c.want-1) <= c.tol+1e-13/h) {
				t.Errorf("%s by %g: depth %.10g, want %.10g", c.name, h, o.Depth, c.want)
			}
			if math.Abs(o.F.X)+math.Abs(o.F.Y) > 1e-6 || !(math.Abs(-o.F.Z*h/o.Depth-1) < 2e-3+20*h*h) {
				t.Errorf("%s by %g: gradient %v, depth %g", c.name, h, o.F, o.Depth)
			}
			if o.Centre.Sub(vec{X: c.at.P.X, Z: 1 - h/2}).Norm() > h {
				t.Errorf("%s by %g: centre %v", c.name, h, o.Centre)
			}
		}
	}
}

// TestOverlapFlush: solids whose side faces are flush are not driven sideways, and the gradient does not jump as they cease to be.
func TestOverlapFlush(t *testing.T) {
	var m OverlapFinder
	cube := Block{vec{X: 1, Y: 1, Z: 1}}
	const h = 1e-3
	for _, x := range []float64{0, 1e-15, -1e-15, 1e-12, 1e-9, -1e-9, 1e-6, 1e-3, -1e-3, 0.1} {
		for _, y := range []float64{0, 1e-15, 1e-4} {
			at := Pose{vec{X: x, Y: y, Z: 2 - h}, spatial.Identity}
			o, ok := m.FindOverlap(cube, &at, cube, &Identity)
			if !ok || o.F.Sub(vec{Z: -1}).Norm() > 2e-6 || math.Abs(o.Depth/h-1) > 1e-6 {
				t.Errorf("%g %g: depth %.12g, gradient %v", x, y, o.Depth, o.F)
			}
			if arm := o.T.Sub(o.Centre.Cross(o.F)); arm.Norm() > 1e-5 {
				t.Errorf("%g %g: moment about the centre %v", x, y, arm)
			}
		}
	}
}

var overlapSolids = []Solid{
	Block{vec{X: 1, Y: 0.7, Z: 0.4}}, Rod{0.5, 0.8}, Rod{1, 0.2}, Cone{0.7, 0.3, 0.6}, Cone{0.8, 0, 0.5}, Ellipsoid{vec{X: 0.5, Y: 0.8, Z: 1}},
}

// randomOverlap is two solids that overlap a little at random poses.
func randomOverlap(r *rand.Rand, m *OverlapFinder) (a, b Solid, pa, pb Pose, o Overlap) {
	unit := func() vec { return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit() }
	for {
		a, b = overlapSolids[r.IntN(len(overlapSolids))], overlapSolids[r.IntN(len(overlapSolids))]
		pa, pb = Pose{unit().Scale(2), turned(unit(), 3*r.Float64())}, Pose{vec{}, turned(unit(), 3*r.Float64())}
		pb.P = pa.P.AddScaled(0.5+1.5*r.Float64(), unit())
		var ok bool
		if o, ok = m.FindOverlap(a, &pa, b, &pb); ok && o.Depth > 1e-3 && o.Depth < 0.15 && o.F.Norm() > 0.3 {
			return a, b, pa, pb, o
		}
	}
}

// TestOverlapGradient: the gradient against differences of the depth. Facets of round sides follow the place where they touch, which is not in
// the gradient.
func TestOverlapGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var m OverlapFinder
	off := [2][]float64{}
	for range 400 {
		a, b, pa, pb, o := randomOverlap(r, &m)
		round := 0
		if isCurved(a) || isCurved(b) {
			round = 1
		}
		if isEllipsoid(a) || isEllipsoid(b) {
			round = 0
		}
		var f, w vec
		for k := range 3 {
			h, e := 1e-3*o.Depth, spatial.UnitAxis(k)
			along := func(s float64) float64 {
				p := Pose{pa.P.AddScaled(s, e), pa.R}
				x, _ := m.FindOverlap(a, &p, b, &pb)
				return x.Depth
			}
			about := func(s float64) float64 {
				q := turned(e, s)
				p := Pose{q.Mul(pa.P), q.MulMat(&pa.R)}
				x, _ := m.FindOverlap(a, &p, b, &pb)
				return x.Depth
			}
			slope := func(f func(float64) float64) float64 { return (8*(f(h)-f(-h)) - f(2*h) + f(-2*h)) / (12 * h) }
			f, w = f.AddScaled(slope(along), e), w.AddScaled(slope(about), e)
		}
		err := (f.Sub(o.F).Norm() + w.Sub(o.T).Norm()) / (o.F.Norm() + o.T.Norm())
		off[round] = append(off[round], err)
		if err > [2]float64{2e-6, 2e-2}[round] {
			t.Errorf("%#v %#v: depth %g, gradient %v %v, differences %v %v", a, b, o.Depth, o.F, o.T, f, w)
		}
		x, ok := m.FindOverlap(b, &pb, a, &pa)
		if !ok || math.Abs(x.Depth-o.Depth) > 2e-3*o.Depth || x.F.Add(o.F).Norm() > 1e-2 || x.T.Add(o.T).Norm() > 2e-2 {
			t.Errorf("%#v %#v: %v, in the other order %v", a, b, o, x)
		}
	}
	for k, e := range off {
		sum := 0.
		for _, x := range e {
			sum += x
		}
		if mean := sum / float64(len(e)); len(e) < 30 || mean > [2]float64{1e-7, 1e-3}[k] {
			t.Errorf("the mean error of %d gradients is %g", len(e), mean)
		}
	}
}

// TestOverlapRandom: volume and depth against counts of random places.
func TestOverlapRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var m OverlapFinder
	for range 40 {
		a, b, pa, pb, o := randomOverlap(r, &m)
		if o.Area == 0 { // of an ellipsoid
			continue
		}
		la, ha := OuterBoundingBox(a, &pa)
		lb, hb := OuterBoundingBox(b, &pb)
		lo, hi := la.Max(lb), ha.Min(hb)
		size := hi.Sub(lo)
		const n = 40000
		in := 0
		var mean vec
		for range n {
			x := vec{X: lo.X + size.X*r.Float64(), Y: lo.Y + size.Y*r.Float64(), Z: lo.Z + size.Z*r.Float64()}
			if a.DistanceAt(pa.R.MulTransposed(x.Sub(pa.P))).Gap < 0 && b.DistanceAt(pb.R.MulTransposed(x.Sub(pb.P))).Gap < 0 {
				in++
				mean = mean.Add(x)
			}
		}
		share := float64(in) / n
		volume, spread := share*size.X*size.Y*size.Z, 4*math.Sqrt((share+4./n)/n)*size.X*size.Y*size.Z
		if got := o.Area * o.Depth; math.Abs(got-volume) > spread+2e-3*got {
			t.Errorf("%#v %#v: volume %g, counted %g ± %g", a, b, got, volume, spread)
		}
		if d := mean.Scale(1 / float64(in)).Sub(o.Centre).Norm(); in > 100 && d > 5*math.Sqrt((o.Cov.A.X+o.Cov.B.Y+o.Cov.C.Z)/float64(in)) {
			t.Errorf("%#v %#v: centre %v is off by %g", a, b, o.Centre, d)
		}
	}
}

// TestOverlapApart: Find agrees with AppendTouches on which solids overlap.
func TestOverlapApart(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var m OverlapFinder
	unit := func() vec { return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit() }
	count := [2]int{}
	for range 1000 {
		a, b := overlapSolids[r.IntN(len(overlapSolids))], overlapSolids[r.IntN(len(overlapSolids))]
		pa, pb := Pose{unit(), turned(unit(), 3*r.Float64())}, Pose{vec{}, turned(unit(), 3*r.Float64())}
		pb.P = pa.P.AddScaled(0.5+1.2*r.Float64(), unit())
		gap := math.Inf(1)
		for _, x := range AppendTouches(nil, a, &pa, b, &pb, 1) {
			gap = min(gap, x.Gap)
		}
		_, ok := m.FindOverlap(a, &pa, b, &pb)
		if k := 0; gap < 0 {
			k = 1
			count[k]++
		} else {
			count[k]++
		}
		if ok != (gap < 0) && math.Abs(gap) > 2e-3 {
			t.Errorf("%#v %#v: gap %g, overlap %v", a, b, gap, ok)
		}
	}
	if count[0] < 200 || count[1] < 200 {
		t.Error("apart and overlapping:", count)
	}
}
