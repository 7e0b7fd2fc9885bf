package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestNearest: distances in closed form, of pairs with a mesh, too.
func TestNearest(t *testing.T) {
	cube := Block{vec{X: 1, Y: 1, Z: 1}}
	mesh := blockMesh(t, cube.H)
	edge := turned(vec{X: 1}, math.Pi/4)
	lying := turned(vec{X: 1}, math.Pi/2)
	var x NearestFinder
	for name, c := range map[string]struct {
		a    Solid
		at   Pose
		b    Solid
		want float64
	}{
		"faces":          {cube, Pose{vec{X: 0.3, Z: 2.5}, spatial.Identity}, cube, 0.5},
		"corners":        {cube, Pose{vec{X: 5, Y: 6, Z: 8}, spatial.Identity}, cube, math.Sqrt(9 + 16 + 36)},
		"edge over face": {cube, Pose{vec{Z: 1.25 + math.Sqrt2}, edge}, mesh, 0.25},
		// An edge along x at z = √2 under one along y.
		"crossed edges":             {mesh, Pose{vec{Z: 2*math.Sqrt2 + 0.3}, turned(vec{Y: 1}, math.Pi/4)}, mesh, 0.3},
		"cylinder beside a mesh":    {Rod{0.5, 0.7}, Pose{vec{X: 3.5}, spatial.Identity}, mesh, 2},
		"cylinder over a mesh":      {Rod{0.5, 0.7}, Pose{vec{Z: 2}, lying}, mesh, 0.5},
		"ellipsoid over a mesh":     {Ellipsoid{vec{X: 0.5, Y: 0.8, Z: 0.3}}, Pose{vec{Z: 2}, spatial.Identity}, mesh, 0.7},
		"ellipsoids":                {Ellipsoid{vec{X: 0.5, Y: 0.8, Z: 0.3}}, Pose{vec{Z: 2}, spatial.Identity}, Ellipsoid{vec{X: 1, Y: 1, Z: 0.5}}, 1.2},
		"cone under a mesh":         {Cone{0.7, 0, 0.5}, Pose{vec{Z: -2}, spatial.Identity}, mesh, 0.5},
		"over a channel":            {Rod{0.2, 0.3}, Pose{vec{X: 1.4, Y: 1.8, Z: 0.5}, spatial.Identity}, channel(t), 0.2},
		"overlap of faces":          {mesh, Pose{vec{X: 0.3, Z: 1.9}, spatial.Identity}, cube, -0.1},
		"overlap with an ellipsoid": {Ellipsoid{vec{X: 0.5, Y: 0.8, Z: 0.3}}, Pose{vec{Z: 1.2}, spatial.Identity}, mesh, -0.1},
	} {
		on := Identity
		if name == "crossed edges" {
			on.R = edge
		}
		got, ok := x.FindNearestOrDeepest(c.a, &c.at, c.b, &on, 100)
		if !ok || math.Abs(got.Gap-c.want) > 1e-9 {
			t.Errorf("%s: distance %.12g, want %.12g", name, got.Gap, c.want)
		}
	}
}

// TestNearestRandom: the nearest places lie on both solids, the planes through them across the normal part both, so that there are no nearer ones. Solids that
// overlap for Overlap do so here.
func TestNearestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	unit := func() vec { return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit() }
	solid := func() Solid {
		if r.IntN(2) == 0 {
			return overlapSolids[r.IntN(len(overlapSolids))]
		}
		var v []vec
		for range 8 {
			v = append(v, unit().Scale(0.5+0.5*r.Float64()))
		}
		return hullMesh(t, v)
	}
	var x NearestFinder
	var m OverlapFinder
	apart := 0
	for range 600 {
		a, b := solid(), solid()
		pa, pb := Pose{unit(), turned(unit(), 3*r.Float64())}, Pose{vec{}, turned(unit(), 3*r.Float64())}
		pb.P = pa.P.AddScaled(0.5+2.5*r.Float64(), unit())
		got, ok := x.FindNearestOrDeepest(a, &pa, b, &pb, 100)
		over := len(m.AppendOverlaps(nil, a, &pa, b, &pb)) > 0
		if !ok || over != (got.Gap < 0) && math.Abs(got.Gap) > 1e-6 {
			t.Errorf("%T %T: gap %g, overlap %v", a, b, got.Gap, over)
		}
		if got.Gap <= 0 {
			continue
		}
		apart++
		s := [2]convexSolid{{s: a, p: pa, part: convexPartsOrNone(a)[0]}, {s: b, p: pb, part: convexPartsOrNone(b)[0]}}
		onA, onB := got.P.AddScaled(got.Gap/2, got.N), got.P.AddScaled(-got.Gap/2, got.N)
		if d := got.N.Neg().Dot(onA) - s[0].supportDistance(got.N.Neg()); math.Abs(d) > 2e-6 {
			t.Errorf("%T: off by %g from the plane", a, d)
		}
		if d := got.N.Dot(onB) - s[1].supportDistance(got.N); math.Abs(d) > 2e-6 {
			t.Errorf("%T: off by %g from the plane", b, d)
		}
	}
	if apart < 100 {
		t.Error("pairs apart:", apart)
	}
}
