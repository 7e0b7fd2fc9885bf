package shape

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

func randomVec(r *rand.Rand, s float64) vec {
	return vec{X: s * r.NormFloat64(), Y: s * r.NormFloat64(), Z: s * r.NormFloat64()}
}

func randomPose(r *rand.Rand, s float64) Pose {
	return Pose{P: randomVec(r, s), R: spatial.QuatFromRotationVector(randomVec(r, 2)).Mat()}
}

func randomHalf(r *rand.Rand) vec {
	return vec{X: 0.1 + r.Float64(), Y: 0.1 + r.Float64(), Z: 0.1 + r.Float64()}
}

// corners of a box in outer axes.
func corners(h vec, p *Pose) (c []vec) {
	for _, q := range NewBoxCorners(h).P {
		c = append(c, p.P.Add(p.R.Mul(q.C)))
	}
	return c
}

// differences are the points b − a, whose hull holds the origin when the hulls of a and b overlap.
func differences(a, b []vec) (d []vec) {
	for _, p := range a {
		for _, q := range b {
			d = append(d, q.Sub(p))
		}
	}
	return d
}

// nearestOf is the point of the hull of at most four points that is nearest to the origin, with the points that it needs:
// the nearest of those, of all subsets, that lie within their subset.
func nearestOf(s []vec) (best vec, keep []vec) {
	least := math.Inf(1)
	for set := 1; set < 1<<len(s); set++ {
		var t []vec
		for k := range s {
			if set>>k&1 == 1 {
				t = append(t, s[k])
			}
		}
		p, ok := within4(t)
		if d := p.Norm(); ok && d < least {
			least, best, keep = d, p, t
		}
	}
	return best, keep
}

// within4 is the nearest point of the flat through points, by Gram-Schmidt; not ok if it is outside of their hull.
func within4(t []vec) (vec, bool) {
	n := len(t) - 1
	var g [3][4]float64 // normal equations for p = t0 + Σ x_k (t_k − t0)
	for i := range n {
		e := t[i+1].Sub(t[0])
		for j := range n {
			g[i][j] = e.Dot(t[j+1].Sub(t[0]))
		}
		g[i][3] = -e.Dot(t[0])
	}
	for i := range n {
		at := i
		for k := i; k < n; k++ {
			if math.Abs(g[k][i]) > math.Abs(g[at][i]) {
				at = k
			}
		}
		g[i], g[at] = g[at], g[i]
		if math.Abs(g[i][i]) < 1e-13 {
			return vec{}, false
		}
		for k := range n {
			if f := g[k][i] / g[i][i]; k != i {
				for c := range 4 {
					g[k][c] -= f * g[i][c]
				}
			}
		}
	}
	p, sum := t[0], 0.0
	for i := range n {
		x := g[i][3] / g[i][i]
		if x < -1e-12 {
			return vec{}, false
		}
		sum += x
		p = p.AddScaled(x, t[i+1].Sub(t[0]))
	}
	return p, sum <= 1+1e-12
}

// gilbert is the distance of two hulls (E. G. Gilbert, D. W. Johnson and S. S. Keerthi, 1988), 0 if they overlap, with the vector
// from the first to the second.
func gilbert(a, b []vec) vec {
	d := differences(a, b)
	p, s := d[0], d[:1:1]
	for range 100 {
		at := slices.MinFunc(d, func(x, y vec) int {
			if x.Dot(p) < y.Dot(p) {
				return -1
			}
			return 1
		})
		if p.Norm() < 1e-12 || p.Dot(p)-at.Dot(p) < 1e-14*p.Dot(p) || slices.Contains(s, at) {
			break
		}
		p, s = nearestOf(append(slices.Clip(s), at))
	}
	return p
}

// parting is the least translation that parts two hulls which overlap: the least distance of the origin from
// the planes through three differences that have all others on one side.
func parting(a, b []vec) (depth float64, n vec) {
	d := differences(a, b)
	depth = math.Inf(1)
	for i := range d {
		for j := range i {
			for k := range j {
				m := d[j].Sub(d[i]).Cross(d[k].Sub(d[i]))
				l := m.Norm()
				if l < 1e-9 {
					continue
				}
				m = m.Scale(1 / l)
				h := m.Dot(d[i])
				if h < 0 {
					m, h = m.Neg(), -h
				}
				if h >= depth || slices.ContainsFunc(d, func(x vec) bool { return m.Dot(x) > h+1e-9 }) {
					continue
				}
				depth, n = h, m
			}
		}
	}
	return depth, n
}

func least3(t []Touch) (best Touch) {
	best.Gap = math.Inf(1)
	for _, x := range t {
		if x.Gap < best.Gap {
			best = x
		}
	}
	return best
}

// Boxes that are apart: the least gap is the distance that the method of Gilbert, Johnson and Keerthi finds, and its
// normal that direction, to 1e-9; where a face was taken for the normal of edges or corners within 0.02 rad of it, to
// what that makes of the gap. Both ends of the gap lie on the boxes.
func TestBoxesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	seen, taken, kinds := 0, 0, map[uint32]int{}
	for range 20000 {
		ha, hb := randomHalf(r), randomHalf(r)
		pa, pb := randomPose(r, 1), randomPose(r, 1)
		d := gilbert(corners(ha, &pa), corners(hb, &pb))
		gap := d.Norm()
		if gap < 1e-9 {
			continue
		}
		margin := 2 * r.Float64()
		touches := AppendTouches(nil, Block{ha}, &pa, Block{hb}, &pb, margin)
		if gap >= margin+1e-9 {
			if len(touches) > 0 {
				t.Fatalf("distance %g, margin %g: %+v", gap, margin, touches)
			}
			continue
		}
		if gap > margin-1e-3 {
			continue
		}
		seen++
		x := least3(touches)
		if turn := x.N.Add(d.Scale(1 / gap)).Norm(); turn > 1e-9 && turn <= nearly*1.001 {
			taken++
			if math.Abs(x.Gap-gap) > nearly*gap+2e-6 {
				t.Fatalf("gap %.12g, want %.12g: %+v", x.Gap, gap, touches)
			}
			continue
		}
		kinds[x.Key>>8]++
		if math.Abs(x.Gap-gap) > 1e-9 || x.N.Add(d.Scale(1/gap)).Norm() > 1e-7/gap {
			t.Fatalf("gap %.12g, want %.12g; normal %v, want %v: %+v", x.Gap, gap, x.N, d.Scale(-1/gap), touches)
		}
		for _, q := range []struct {
			h    vec
			pose *Pose
			side float64
		}{{ha, &pa, 0.5}, {hb, &pb, -0.5}} {
			p := x.P.AddScaled(q.side*x.Gap, x.N)
			if g := (Block{q.h}).DistanceAt(q.pose.R.MulTransposed(p.Sub(q.pose.P))).Gap; math.Abs(g) > 2*coincide {
				t.Fatalf("a place is %g off the surface: %+v", g, x)
			}
		}
	}
	t.Logf("%d pairs, %d with a face instead; by kinds of features %v", seen, taken, kinds)
	if seen < 7000 || taken > seen/50 || len(kinds) < 3 {
		t.Errorf("%d pairs, %d with a face instead, %v", seen, taken, kinds)
	}
}

// Boxes that overlap: the least gap is the least translation that parts them.
func TestBoxesOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	seen, taken, edges := 0, 0, 0
	for seen < 200 {
		ha, hb := randomHalf(r), randomHalf(r)
		pa, pb := randomPose(r, 0.5), randomPose(r, 0.5)
		a, b := corners(ha, &pa), corners(hb, &pb)
		if gilbert(a, b).Norm() > 1e-9 {
			continue
		}
		seen++
		depth, n := parting(a, b)
		touches := AppendTouches(nil, Block{ha}, &pa, Block{hb}, &pb, 0.01)
		x := least3(touches)
		if turn := x.N.Sub(n).Norm(); turn > 1e-6 && turn < nearly {
			taken++
			if math.Abs(x.Gap+depth) > nearly*depth+2e-6 {
				t.Fatalf("gap %.12g, depth %.12g: %+v", x.Gap, depth, touches)
			}
			continue
		}
		if x.Key >= crossing && len(touches) == 1 {
			edges++
		}
		if math.Abs(x.Gap+depth) > 1e-9 {
			t.Fatalf("gap %.12g, depth %.12g; normal %v, want %v: %+v", x.Gap, depth, x.N, n, touches)
		}
	}
	t.Logf("%d pairs, %d with a face instead, %d edges", seen, taken, edges)
}

func pose(x, y, z float64, turn vec) *Pose {
	return &Pose{P: vec{X: x, Y: y, Z: z}, R: spatial.QuatFromRotationVector(turn).Mat()}
}

func names(t []Touch) (n []uint32) {
	for _, x := range t {
		n = append(n, x.Key)
	}
	slices.Sort(n)
	return n
}

// Boxes of sides 2 on each other, as they stand in piles: number of places, least and greatest gap and normal
// by hand. Turns by rounding change neither the number nor the names.
func TestBoxesAtRest(t *testing.T) {
	cube := vec{X: 1, Y: 1, Z: 1}
	eighth := math.Pi / 4
	for _, c := range []struct {
		name   string
		ha     vec // the upper
		pa     *Pose
		n      int
		lo, hi float64
		normal vec
	}{
		{"equal", cube, pose(0, 0, 2, vec{}), 4, 0, 0, vec{Z: 1}},
		{"about to touch", cube, pose(0, 0, 2.01, vec{}), 4, 0.01, 0.01, vec{Z: 1}},
		{"shifted", cube, pose(1, 0, 2, vec{}), 4, 0, 0, vec{Z: 1}},
		{"shifted twice", cube, pose(1, 0.5, 1.99, vec{}), 4, -0.01, -0.01, vec{Z: 1}},
		{"turned by 45°", cube, pose(0, 0, 2, vec{Z: eighth}), 8, 0, 0, vec{Z: 1}},
		{"turned by 30°", cube, pose(0, 0, 1.9, vec{Z: math.Pi / 6}), 8, -0.1, -0.1, vec{Z: 1}},
		{"smaller", vec{X: 0.5, Y: 0.4, Z: 0.3}, pose(0, 0, 1.3, vec{Z: 1}), 4, 0, 0, vec{Z: 1}},
		{"greater", vec{X: 3, Y: 4, Z: 1}, pose(0, 0, 2, vec{Z: 1}), 4, 0, 0, vec{Z: 1}},
		{"beam across", vec{X: 3, Y: 0.5, Z: 1}, pose(0, 0, 2, vec{}), 4, 0, 0, vec{Z: 1}},
		{"beside", cube, pose(2.02, 0, 0, vec{}), 4, 0.02, 0.02, vec{X: 1}},
		{"corner on face", cube, &Pose{P: vec{Z: 1 + math.Sqrt(3)}, R: onCorner()}, 1, 0, 0, vec{Z: 1}},
		{"edge on face", cube, pose(0, 0, 1+math.Sqrt2, vec{X: eighth}), 2, 0, 0, vec{Z: 1}},
		{"tilted by 0.01", vec{X: 0.5, Y: 0.5, Z: 0.5}, pose(0, 0, 1+0.5*math.Cos(0.01)+0.5*math.Sin(0.01), vec{X: 0.01}), 4, 0, math.Sin(0.01), vec{Z: 1}},
		{"deep", vec{X: 0.5, Y: 0.5, Z: 0.5}, pose(0, 0.1, 0.9, vec{}), 4, -0.6, -0.6, vec{Z: 1}},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		var first []Touch
		for k := range 200 {
			pa, pb := *c.pa, Identity
			tol := 1e-12
			if k > 0 {
				pa.P = pa.P.Add(randomVec(r, 1e-9))
				turn := spatial.QuatFromRotationVector(randomVec(r, 1e-9)).Mat()
				pa.R = turn.MulMat(&pa.R)
				tol = 1e-7
			}
			got := AppendTouches(nil, Block{c.ha}, &pa, Block{cube}, &pb, 0.05)
			if k == 0 {
				first = got
			}
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, x := range got {
				lo, hi = min(lo, x.Gap), max(hi, x.Gap)
				if x.N.Sub(c.normal).Norm() > tol {
					t.Fatalf("%s: %+v", c.name, got)
				}
			}
			if len(got) != c.n || math.Abs(lo-c.lo) > tol || math.Abs(hi-c.hi) > tol {
				t.Fatalf("%s, turned %d: %d places, gaps %g to %g, want %d, %g to %g: %+v", c.name, k, len(got), lo, hi, c.n, c.lo, c.hi, got)
			}
			if !slices.Equal(names(got), names(first)) {
				t.Fatalf("%s: names %x, were %x", c.name, names(got), names(first))
			}
		}
	}
}

// onCorner turns the diagonal (1, 1, 1) to z.
func onCorner() mat {
	axis := vec{X: 1, Y: -1}.Unit()
	return spatial.QuatFromRotationVector(axis.Scale(-math.Acos(1 / math.Sqrt(3)))).Mat()
}

// Edges: crossing edges touch in a point, with the normal across both; parallel edges that are apart in the ends of
// their common part.
func TestEdgesMeet(t *testing.T) {
	eighth := math.Pi / 4
	wedge := spatial.QuatFromRotationVector(vec{X: eighth}).Mat() // an edge along x on top and below
	turned := spatial.QuatFromRotationVector(vec{Z: math.Pi / 2}).Mat()
	crossed := turned.MulMat(&wedge)
	cube := vec{X: 1, Y: 1, Z: 1}
	for _, gap := range []float64{-0.01, 0.01} {
		got := AppendTouches(nil, Block{cube}, &Pose{P: vec{X: 0.3, Y: 0.2, Z: 2*math.Sqrt2 + gap}, R: crossed}, Block{cube}, &Pose{R: wedge}, 0.05)
		if len(got) != 1 || math.Abs(got[0].Gap-gap) > 1e-12 || got[0].N.Sub(vec{Z: 1}).Norm() > 1e-12 || got[0].Key < crossing ||
			got[0].P.Sub(vec{X: 0.3, Z: math.Sqrt2 + gap/2}).Norm() > 1e-12 {
			t.Errorf("gap %g: %+v", gap, got)
		}
	}
	got := AppendTouches(nil, Block{cube}, &Pose{P: vec{X: 0.5, Z: 2*math.Sqrt2 + 0.01}, R: wedge}, Block{cube}, &Pose{R: wedge}, 0.05)
	if len(got) != 2 || math.Abs(got[0].P.X+got[1].P.X-0.5) > 1e-12 || math.Abs(got[0].P.X-got[1].P.X) < 1.5-1e-12 {
		t.Errorf("parallel edges: %+v", got)
	}
	for _, x := range got {
		if math.Abs(x.Gap-0.01) > 1e-12 || x.N.Sub(vec{Z: 1}).Norm() > 1e-12 {
			t.Errorf("parallel edges: %+v", x)
		}
	}
}

// solids for pairs of all kinds.
func anySolid(r *rand.Rand, kind int) Solid {
	return []Solid{Ball{R: 0.2 + r.Float64()}, Block{randomHalf(r)}, Rod{R: 0.2 + r.Float64(), H: 0.2 + r.Float64()},
		Cone{Bottom: r.Float64(), Top: 0.1 + r.Float64(), H: 0.2 + r.Float64()}, Ellipsoid{randomHalf(r)}, HalfSpace{}}[kind]
}

// Whatever can meet, not too deep: swapping both turns the normals about, moving both moves the places, a margin only leaves places out, and
// none is there with a margin below the distance. No gap is less than the least distance of points of the
// first from the second, as far as a solid can determine it.
func TestMeetMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	met := map[[2]int]int{}
	for range 20000 {
		i, j := r.IntN(6), r.IntN(6)
		a, b := anySolid(r, i), anySolid(r, j)
		if !CanFindTouches(a, b) {
			continue
		}
		pa, pb := randomPose(r, 1), randomPose(r, 1)
		margin := 0.3 * r.Float64()
		got := AppendTouches(nil, a, &pa, b, &pb, margin)
		if len(got) > 0 {
			met[[2]int{i, j}]++
		}
		if len(got) > 0 && isHull(a) && isHull(b) && least3(got).Gap < -min(leastHalf(a), leastHalf(b))/2 {
			continue // several directions may be nearly as good
		}
		keys := names(got)
		if len(slices.Compact(keys)) != len(got) {
			t.Fatalf("%#v %#v: a name is there twice: %+v", a, b, got)
		}
		swapped := AppendTouches(nil, b, &pb, a, &pa, margin)
		q := randomPose(r, 1)
		qa, qb := q.Compose(&pa), q.Compose(&pb)
		moved := AppendTouches(nil, a, &qa, b, &qb, margin)
		if len(swapped) != len(got) || len(moved) != len(got) {
			t.Fatalf("%#v %#v: %d places, %d swapped, %d moved", a, b, len(got), len(swapped), len(moved))
		}
		for _, x := range got {
			if !slices.ContainsFunc(swapped, func(y Touch) bool {
				return math.Abs(x.Gap-y.Gap)+x.N.Add(y.N).Norm()+x.P.Sub(y.P).Norm() < 1e-8
			}) {
				t.Fatalf("%#v %#v: %+v is not in %+v", a, b, x, swapped)
			}
			if !slices.ContainsFunc(moved, func(y Touch) bool {
				return x.Key == y.Key && math.Abs(x.Gap-y.Gap)+q.R.Mul(x.N).Sub(y.N).Norm()+q.P.Add(q.R.Mul(x.P)).Sub(y.P).Norm() < 1e-8
			}) {
				t.Fatalf("%#v %#v: %+v is not in %+v", a, b, x, moved)
			}
		}
		if len(got) == 0 {
			continue
		}
		x := least3(got)
		lo, hi := OuterBoundingBox(a, &pa)
		l, h := OuterBoundingBox(b, &pb)
		for k := range 3 {
			if d := math.Max(l.At(k)-hi.At(k), lo.At(k)-h.At(k)); d > x.Gap+1e-9 {
				t.Fatalf("%#v %#v: boxes about them are %g apart, the gap is %g", a, b, d, x.Gap)
			}
		}
		if d := pa.P.Sub(pb.P).Norm() - BoundingRadius(a) - BoundingRadius(b); d > x.Gap+1e-9 {
			t.Fatalf("%#v %#v: balls about them are %g apart, the gap is %g", a, b, d, x.Gap)
		}
		for _, y := range AppendTouches(nil, a, &pa, b, &pb, x.Gap-1e-6) {
			t.Fatalf("%#v %#v: least gap %g, margin below that: %+v", a, b, x.Gap, y)
		}
	}
	if len(met) < 34 { // all but two planes, and a plane first
		t.Errorf("pairs that met: %v", met)
	}
}

// Nothing is allocated when there is room for the places.
func TestMeetAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	dst := make([]Touch, 0, 32)
	var m ContactFinder
	for k := range 980 {
		any := func(kind int) Solid {
			if kind == 6 {
				return blockMesh(t, randomHalf(r))
			}
			return anySolid(r, kind)
		}
		a, b := any(k%7), any(k/7%7)
		if !CanFindTouches(a, b) {
			continue
		}
		pa, pb := randomPose(r, 0.5), randomPose(r, 0.5)
		meet := func() { dst = m.AppendTouches(dst[:0], a, &pa, b, &pb, 0.1) }
		if testing.AllocsPerRun(1, meet) == 0 {
			continue
		}
		if n := testing.AllocsPerRun(20, meet); n > 0 { // the runtime may have allocated something in the one run
			t.Fatalf("%#v %#v: %g allocations", a, b, n)
		}
	}
}

func BenchmarkBoxes(b *testing.B) {
	cube := vec{X: 1, Y: 1, Z: 1}
	for _, c := range []struct {
		name string
		pa   *Pose
	}{
		{"equal", pose(0, 0, 2, vec{})},
		{"shifted", pose(1, 0, 2, vec{X: 1e-9})},
		{"turned", pose(0, 0, 2, vec{Z: 0.5})},
		{"corner", pose(0.2, 0.1, 1+math.Sqrt(3), vec{X: 0.6, Y: 0.6})},
		{"edges", pose(0.3, 0.2, 2.7, vec{X: 0.6, Y: 0.6})},
		{"apart", pose(1.9, 1.9, 1.9, vec{X: 0.6, Y: 0.6})},
		{"far", pose(2.1, 2, 2, vec{})},
	} {
		b.Run(c.name, func(b *testing.B) {
			var dst []Touch
			var first, second Solid = Block{cube}, Block{cube}
			pb := &Pose{R: spatial.Identity}
			var m ContactFinder // as the solver, which keeps one
			b.ReportAllocs()
			for range b.N {
				dst = m.AppendTouches(dst[:0], first, c.pa, second, pb, 0.05)
			}
			b.ReportMetric(float64(len(dst)), "places")
		})
	}
}
