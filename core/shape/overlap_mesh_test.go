package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// asMesh is a block as a mesh.
func asMesh(t testing.TB, s Solid) Solid {
	if b, ok := s.(Block); ok {
		return blockMesh(t, b.H)
	}
	return s
}

// TestOverlapMeshBlocks: blocks as meshes overlap as blocks do, whichever of two solids is a mesh, and cylinders and cones in them within what their facets allow.
// Ellipsoids have the same depth where they lie on a face.
func TestOverlapMeshBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var m OverlapFinder
	count, faces, sum := [2]int{}, 0, 0.0
	for range 1200 {
		a, b, pa, pb, o := randomOverlap(r, &m)
		x, y := asMesh(t, a), asMesh(t, b)
		if x == a && y == b {
			continue
		}
		got := m.AppendOverlaps(nil, x, &pa, y, &pb)
		if len(got) != 1 {
			t.Fatalf("%#v %#v: %d overlaps, want 1", a, b, len(got))
		}
		g, kind, tol := got[0], 0, 1e-9
		if isCurved(a) || isCurved(b) {
			kind, tol = 1, 0.2 // at a rim the facets follow another direction
		}
		off := math.Abs(g.Depth/o.Depth-1) + g.F.Sub(o.F).Norm() + g.T.Sub(o.T).Norm()
		if isEllipsoid(a) || isEllipsoid(b) {
			if g.F.Norm() < 1-1e-9 { // at an edge or a corner
				continue
			}
			faces++
			tol = 1e-6
			if o.Depth < g.Depth-1e-9 { // across an edge it parts sooner
				continue
			}
		}
		count[kind]++
		if kind == 1 {
			sum += off
		}
		if off > tol {
			t.Errorf("%#v %#v: depth %.9g, gradient %v %v, want %.9g, %v %v", a, b, g.Depth, g.F, g.T, o.Depth, o.F, o.T)
		}
	}
	if mean := sum / float64(count[1]); count[0] < 15 || count[1] < 50 || faces < 10 || mean > 3e-3 {
		t.Errorf("%d pairs with flat and %d with round sides, %d ellipsoids; the mean difference is %g", count[0], count[1], faces, mean)
	}
}

// TestOverlapMeshGradient: the gradient of random convex meshes, and of ellipsoids in them, against differences of the depth.
func TestOverlapMeshGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var m OverlapFinder
	unit := func() vec { return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit() }
	solid := func() Solid {
		if r.IntN(3) == 0 {
			return Ellipsoid{vec{X: 0.5 + r.Float64(), Y: 0.5 + r.Float64(), Z: 0.5 + r.Float64()}}
		}
		var v []vec
		for range 8 {
			v = append(v, unit().Scale(0.7+0.6*r.Float64()))
		}
		return hullMesh(t, v)
	}
	for n := 0; n < 200; {
		a, b := solid(), solid()
		pa, pb := Pose{unit(), turned(unit(), 3*r.Float64())}, Pose{vec{}, turned(unit(), 3*r.Float64())}
		pb.P = pa.P.AddScaled(0.5+2*r.Float64(), unit())
		if !isMeshWithConvexParts(a) && !isMeshWithConvexParts(b) {
			continue
		}
		find := func(pa *Pose) Overlap {
			o := m.AppendOverlaps(nil, a, pa, b, &pb)
			if len(o) != 1 {
				return Overlap{}
			}
			return o[0]
		}
		o := find(&pa)
		if o.Depth < 1e-3 || o.Depth > 0.15 || o.F.Norm() < 0.3 {
			continue
		}
		n++
		h := 1e-4 * o.Depth
		var f, w vec
		for k := range 3 {
			e := spatial.UnitAxis(k)
			along := func(s float64) float64 { return find(&Pose{pa.P.AddScaled(s, e), pa.R}).Depth }
			about := func(s float64) float64 {
				q := turned(e, s)
				return find(&Pose{q.Mul(pa.P), q.MulMat(&pa.R)}).Depth
			}
			slope := func(f func(float64) float64) float64 { return (8*(f(h)-f(-h)) - f(2*h) + f(-2*h)) / (12 * h) }
			f, w = f.AddScaled(slope(along), e), w.AddScaled(slope(about), e)
		}
		if err := f.Sub(o.F).Norm() + w.Sub(o.T).Norm(); err > 2e-4*(o.F.Norm()+o.T.Norm()) {
			t.Errorf("%T %T: depth %g, gradient %v %v, differences %v %v", a, b, o.Depth, o.F, o.T, f, w)
		}
	}
}

// TestOverlapParts: a block on a channel, whose parts it overlaps in several pieces: with the depth and gradient of a block on a block where it lies
// across a cut, with that of a slab where it stands on both walls, and with one for each direction in a corner.
func TestOverlapParts(t *testing.T) {
	var m OverlapFinder
	mesh := channel(t)
	if len(mesh.parts) < 2 {
		t.Fatal("the channel is one part")
	}
	const h = 1e-3
	cube := Block{vec{X: 0.3, Y: 0.3, Z: 0.3}}
	slab := func(h, x, z float64) float64 { return math.Sqrt(12 / (12/(h*h) + 12/(x*x) + 12/(z*z))) }
	for name, c := range map[string]struct {
		s    Solid
		at   vec
		want map[vec]float64
	}{
		"below":             {cube, vec{X: 1, Y: -0.3 + h, Z: 0.5}, map[vec]float64{{Y: 1}: slab(h, 0.6, 0.6)}},
		"in the hollow":     {cube, vec{X: 1.5, Y: 1.3 - h, Z: 0.5}, map[vec]float64{{Y: -1}: slab(h, 0.6, 0.6)}},
		"a little over":     {cube, vec{X: 1.3 + h/2, Y: -0.3 + h, Z: 0.5}, map[vec]float64{{Y: 1}: slab(h, 0.6, 0.6)}},
		"on both walls":     {Block{vec{X: 2, Y: 0.3, Z: 0.3}}, vec{X: 1.5, Y: 2.3 - h, Z: 0.5}, map[vec]float64{{Y: -1}: h}},
		"beside a wall":     {cube, vec{X: 1.3 - h, Y: 1.5, Z: 0.5}, map[vec]float64{{X: -1}: slab(h, 0.6, 0.6)}},
		"in a corner":       {cube, vec{X: 1.3 - h, Y: 1.3 - h, Z: 0.5}, map[vec]float64{{X: -1}: h, {Y: -1}: h}},
		"mesh in a corner":  {blockMesh(t, cube.H), vec{X: 1.3 - h, Y: 1.3 - h, Z: 0.5}, map[vec]float64{{X: -1}: h, {Y: -1}: h}},
		"ellipsoid":         {Ellipsoid{vec{X: 0.3, Y: 0.2, Z: 0.3}}, vec{X: 1, Y: -0.2 + h, Z: 0.5}, map[vec]float64{{Y: 1}: h}},
		"lying cylinder":    {Rod{0.3, 0.4}, vec{X: 1, Y: -0.3 + h, Z: 0.5}, map[vec]float64{{Y: 1}: math.Sqrt(144./175) * h}},
		"ellipsoid, corner": {Ellipsoid{vec{X: 0.3, Y: 0.2, Z: 0.3}}, vec{X: 1.3 - h, Y: 1.2 - h, Z: 0.5}, map[vec]float64{{X: -1}: h, {Y: -1}: h}},
	} {
		for _, order := range []bool{false, true} {
			pose := Pose{c.at, spatial.Identity}
			got := m.AppendOverlaps(nil, c.s, &pose, mesh, &Identity)
			if order {
				got = m.AppendOverlaps(nil, mesh, &Identity, c.s, &pose)
			}
			if len(got) != len(c.want) {
				t.Errorf("%s: %d overlaps, want %d: %+v", name, len(got), len(c.want), got)
				continue
			}
			for n, want := range c.want {
				found := false
				for _, o := range got {
					f := o.F
					if order {
						f = f.Neg()
					}
					found = found || f.Unit().Sub(n).Norm() < 5e-3 && math.Abs(o.Depth/want-1) < 5e-3
				}
				if !found {
					t.Errorf("%s: none of the overlaps %+v along %v by %g", name, got, n, want)
				}
			}
		}
	}
}

func BenchmarkOverlapMesh(b *testing.B) {
	at := Pose{vec{X: 0.3, Y: 0.2, Z: 1.999}, spatial.Identity}
	cube := Block{vec{X: 1, Y: 1, Z: 1}}
	mesh := blockMesh(b, cube.H)
	for _, c := range []struct {
		name string
		a, b Solid
		at   vec
	}{
		{"blocks", cube, cube, at.P}, {"meshes", mesh, mesh, at.P}, {"rod on a mesh", Rod{0.5, 1}, mesh, at.P},
		{"ellipsoid on a mesh", Ellipsoid{vec{X: 1, Y: 2, Z: 1}}, mesh, at.P}, {"block in a channel", Block{vec{X: 0.3, Y: 0.3, Z: 0.3}}, channel(b), vec{X: 1.299, Y: 1.299, Z: 0.5}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var m OverlapFinder
			var o []Overlap
			p := Pose{c.at, spatial.Identity}
			for b.Loop() {
				o = m.AppendOverlaps(o[:0], c.a, &p, c.b, &Identity)
			}
			if len(o) == 0 {
				b.Fatal("no overlap")
			}
		})
	}
}
