package shape

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// reachOf is how far a solid reaches along n, in outer axes: by formulas of its own.
func reachOf(s Solid, p *Pose, n vec) float64 {
	m := p.R.MulTransposed(n)
	rho := math.Hypot(m.X, m.Y)
	at := p.P.Dot(n)
	switch s := s.(type) {
	case Ball:
		return at + s.R
	case Block:
		return at + s.H.X*math.Abs(m.X) + s.H.Y*math.Abs(m.Y) + s.H.Z*math.Abs(m.Z)
	case Rod:
		return at + s.R*rho + s.H*math.Abs(m.Z)
	case Cone:
		return at + math.Max(s.Top*rho+s.H*m.Z, s.Bottom*rho-s.H*m.Z)
	case Ellipsoid:
		return at + math.Sqrt(s.H.X*s.H.X*m.X*m.X+s.H.Y*s.H.Y*m.Y*m.Y+s.H.Z*s.H.Z*m.Z*m.Z)
	}
	panic("no hull")
}

// gapAlong is the gap along n, from b to a.
func gapAlong(a Solid, pa *Pose, b Solid, pb *Pose, n vec) float64 {
	return -reachOf(a, pa, n.Neg()) - reachOf(b, pb, n)
}

// sphereOf are n directions all about.
func sphereOf(n int) (d []vec) {
	for k := range n {
		z := 1 - (2*float64(k)+1)/float64(n)
		s, c := math.Sincos(float64(k) * math.Pi * (3 - math.Sqrt(5)))
		r := math.Sqrt(1 - z*z)
		d = append(d, vec{X: r * c, Y: r * s, Z: z})
	}
	return d
}

var everywhere = sphereOf(400)

// bestByForce is the greatest gap along any direction: the best of many, and from the three best of them by small changes.
func bestByForce(r *rand.Rand, a Solid, pa *Pose, b Solid, pb *Pose) (best float64, along vec) {
	type try struct {
		n vec
		g float64
	}
	var all []try
	for _, n := range everywhere {
		all = append(all, try{n, gapAlong(a, pa, b, pb, n)})
	}
	slices.SortFunc(all, func(x, y try) int {
		if x.g > y.g {
			return -1
		}
		return 1
	})
	best = math.Inf(-1)
	for _, x := range all[:3] {
		for step := 0.1; step > 1e-7; {
			risen := false
			for range 12 {
				m := x.n.AddScaled(step, randomVec(r, 1)).Unit()
				if g := gapAlong(a, pa, b, pb, m); g > x.g {
					x, risen = try{m, g}, true
				}
			}
			if !risen {
				step *= 0.6
			}
		}
		if x.g > best {
			best, along = x.g, x.n
		}
	}
	return best, along
}

// anyHull are the solids that bulge; of any two but two blocks and two spheres the nearest place is searched.
func anyHull(r *rand.Rand, kind int) Solid {
	switch kind {
	case 0:
		return Block{randomHalf(r)}
	case 1:
		return Rod{R: 0.1 + r.Float64(), H: 0.1 + r.Float64()}
	case 2:
		c := Cone{Bottom: r.Float64(), Top: 0.1 + r.Float64(), H: 0.1 + r.Float64()}
		if r.IntN(4) == 0 {
			c.Bottom = 0
		}
		if r.IntN(2) == 0 {
			c.Bottom, c.Top = c.Top, c.Bottom
		}
		return c
	}
	return Ellipsoid{randomHalf(r)}
}

func leastHalf(s Solid) float64 {
	x, _ := hullOf(s, &Identity, vec{})
	d, _ := x.boundingSizes()
	return d
}

// Pairs of blocks, rods, cones and ellipsoids at random poses. Apart: the least gap is the distance, proved by both ends of it, which are
// places of the solids, and by the slab across its normal, that far thick, which has them on different sides. Overlapping: the
// gap along the normal is that of the place, and where they do by less than half the least half extent no other direction is better. Where a face was taken for a
// normal within 0.02 rad of it, to what that makes of the gap.
func TestHulls(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	type count struct{ apart, overlap, taken int }
	seen := map[[2]int]*count{}
	for k := range 6000 {
		i, j := r.IntN(4), r.IntN(4)
		if i == 0 && j == 0 {
			continue
		}
		c := seen[[2]int{i, j}]
		if c == nil {
			c = &count{}
			seen[[2]int{i, j}] = c
		}
		a, b := anyHull(r, i), anyHull(r, j)
		pa, pb := randomPose(r, 0.6), randomPose(r, 0.6)
		if k%2 == 0 { // about to touch, or a little beyond
			x := least3(AppendTouches(nil, a, &pa, b, &pb, 10))
			pa.P = pa.P.AddScaled(0.05*r.Float64()-0.02-x.Gap, x.N)
		}
		margin := 0.05
		if k%4 == 1 {
			margin = 0.5
		}
		got := AppendTouches(nil, a, &pa, b, &pb, margin)
		if len(got) == 0 {
			if k%8 != 1 {
				continue
			}
			if g, _ := bestByForce(r, a, &pa, b, &pb); g < margin {
				t.Fatalf("%d: %#v %#v: nothing, but the gap is %g", k, a, b, g)
			}
			continue
		}
		x := least3(got)
		if g := gapAlong(a, &pa, b, &pb, x.N); math.Abs(g-x.Gap) > 1e-9 {
			c.taken++
			best, _ := bestByForce(r, a, &pa, b, &pb)
			if best = max(g, best); math.Abs(best-x.Gap) > nearly*math.Abs(x.Gap)+2e-6 {
				t.Fatalf("%d: %#v %#v: gap %.12g, best %.12g, along its normal %.12g: %+v", k, a, b, x.Gap, best, g, got)
			}
			continue
		}
		if x.Gap > 0 {
			c.apart++
			for _, q := range []struct {
				s    Solid
				pose *Pose
				side float64
			}{{a, &pa, 0.5}, {b, &pb, -0.5}} {
				p := x.P.AddScaled(q.side*x.Gap, x.N)
				if g := q.s.DistanceAt(q.pose.R.MulTransposed(p.Sub(q.pose.P))).Gap; g > 1e-9 && !(len(got) > 1 && g < 2*coincide) {
					t.Errorf("%d: %#v %v %#v %v: a place is %g off the surface: %+v", k, a, pa, b, pb, g, got)
				}
			}
			continue
		}
		c.overlap++
		if d := min(leastHalf(a), leastHalf(b)); x.Gap < -d/2 || c.overlap > 40 {
			continue
		}
		best, along := bestByForce(r, a, &pa, b, &pb)
		tol := 1e-9
		if along.Sub(x.N).Norm() < nearly && len(got) > 1 {
			tol = nearly*math.Abs(x.Gap) + 2e-6
		}
		if best > x.Gap+tol {
			t.Errorf("%d: %#v %v %#v %v: gap %.12g, better is %.12g: %+v", k, a, pa, b, pb, x.Gap, best, got)
		}
	}
	for kind, c := range seen {
		t.Logf("%v: %+v", kind, *c)
		if c.apart < 90 || c.overlap < 90 || c.taken > (c.apart+c.overlap)/20 {
			t.Errorf("kinds %v: %+v", kind, *c)
		}
	}
}

func BenchmarkHulls(b *testing.B) {
	rod, cube := Rod{R: 0.5, H: 1}, Block{vec{X: 1, Y: 1, Z: 1}}
	quarter := math.Pi / 2
	for _, c := range []struct {
		name string
		a, b Solid
		pa   *Pose
	}{
		{"lies", rod, cube, pose(0, 0, 1.5-1e-9, vec{Y: quarter})},
		{"stands", rod, cube, pose(0, 0, 2-1e-9, vec{})},
		{"crossed", rod, rod, pose(0, 1-1e-9, 0, vec{Y: quarter})},
		{"beside", rod, rod, pose(0, 1-1e-9, 0, vec{})},
		{"on_rim", rod, cube, pose(0.2, 0.1, 1.5, vec{X: 0.6, Y: 0.6})},
		{"at_edge", rod, cube, pose(1.3, 0.1, 1.25, vec{X: 0.6, Y: 0.6})},
		{"rims", rod, rod, pose(0.8, 0.3, 1.55, vec{X: 0.7, Y: 0.2})},
		{"eggs", Ellipsoid{vec{X: 1, Y: 0.5, Z: 0.7}}, Ellipsoid{vec{X: 0.4, Y: 0.5, Z: 0.7}}, pose(0.6, 0.6, 0.7, vec{X: 0.7, Y: 0.2})},
		{"apart", rod, cube, pose(1.4, 1.3, 1.4, vec{X: 0.6, Y: 0.6})},
	} {
		b.Run(c.name, func(b *testing.B) {
			var dst []Touch
			b.ReportAllocs()
			for range b.N {
				dst = AppendTouches(dst[:0], c.a, c.pa, c.b, &Identity, 0.05)
			}
			b.ReportMetric(float64(len(dst)), "places")
			if len(dst) > 0 {
				b.ReportMetric(least3(dst).Gap, "gap")
			}
		})
	}
}
