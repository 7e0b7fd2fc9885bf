package shape

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// brick is the surface of a Block with two triangles a side, n×n of them where n > 1.
func brick(h vec, n int) (v []vec, tri [][3]int) {
	at := map[vec]int{}
	place := func(p vec) int {
		k, ok := at[p]
		if !ok {
			k = len(v)
			at[p], v = k, append(v, vec{X: p.X * h.X, Y: p.Y * h.Y, Z: p.Z * h.Z})
		}
		return k
	}
	for axis := range 3 {
		for _, side := range [2]float64{-1, 1} {
			for i := range n {
				for j := range n {
					corner := func(a, b int) int {
						x, y := 2*float64(i+a)/float64(n)-1, 2*float64(j+b)/float64(n)-1
						p := spatial.UnitAxis(axis).Scale(side).AddScaled(x, spatial.UnitAxis((axis+1)%3)).AddScaled(y, spatial.UnitAxis((axis+2)%3))
						return place(p)
					}
					a, b, c, d := corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
					if side < 0 {
						b, d = d, b
					}
					tri = append(tri, [3]int{a, b, c}, [3]int{a, c, d})
				}
			}
		}
	}
	return v, tri
}

// globe is a sphere of radius r, of 8·4^n triangles whose corners lie on it.
func globe(r float64, n int) (v []vec, tri [][3]int) {
	v = []vec{{X: r}, {X: -r}, {Y: r}, {Y: -r}, {Z: r}, {Z: -r}}
	tri = [][3]int{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}
	for range n {
		mid := map[[2]int]int{}
		half := func(a, b int) int {
			key := [2]int{min(a, b), max(a, b)}
			if _, ok := mid[key]; !ok {
				mid[key] = len(v)
				v = append(v, v[a].Add(v[b]).Unit().Scale(r))
			}
			return mid[key]
		}
		var finer [][3]int
		for _, t := range tri {
			a, b, c := half(t[0], t[1]), half(t[1], t[2]), half(t[2], t[0])
			finer = append(finer, [3]int{t[0], a, c}, [3]int{a, t[1], b}, [3]int{c, b, t[2]}, [3]int{a, b, c})
		}
		tri = finer
	}
	return v, tri
}

func must(m *Mesh, err error) *Mesh {
	if err != nil {
		panic(err)
	}
	return m
}

// TestMeshIsBlock: the distance of a brick of triangles, its normal and its
// derivative are those of a Block, whichever way round the triangles are.
func TestMeshIsBlock(t *testing.T) {
	h := vec{X: 1, Y: 0.5, Z: 0.8}
	b := Block{H: h}
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 3, 6} {
		v, tri := brick(h, n)
		for _, turned := range []bool{false, true} {
			for k := range tri {
				if turned {
					tri[k][0], tri[k][1] = tri[k][1], tri[k][0]
				}
			}
			m := must(NewMesh(v, tri))
			for range 500 {
				p := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
				got, want := m.DistanceAt(p), b.DistanceAt(p)
				d := got.Curvature.Sub(&want.Curvature)
				if off := math.Abs(got.Gap-want.Gap) + got.Normal.Sub(want.Normal).Norm() + d.A.Norm() + d.B.Norm() + d.C.Norm(); !(off < 1e-10*(1+want.Curvature.A.Norm()+want.Curvature.B.Norm())) {
					t.Fatalf("%d: at %v %+v, want %+v", n, p, got, want)
				}
			}
		}
	}
}

// TestMeshIsBall: the distance of a globe tends to that of a sphere, the error that
// of chords: below 0.2 % of the radius with 2048 triangles (an edge spans 0.1 rad).
func TestMeshIsBall(t *testing.T) {
	m := must(NewMesh(globe(2, 4)))
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := vec{X: 2 * r.NormFloat64(), Y: 2 * r.NormFloat64(), Z: 2 * r.NormFloat64()}
		if q := m.DistanceAt(p); !(math.Abs(q.Gap-(p.Norm()-2)) < 0.02) || math.Abs(q.Normal.Norm()-1) > 1e-12 {
			t.Errorf("at %v: %+v, want %g", p, q, p.Norm()-2)
		}
	}
}

// notch is a prism over an L in the plane of x and y, which has an edge that is
// not convex at (1, 1).
func notch() (v []vec, tri [][3]int) {
	l := [][2]float64{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}
	for _, z := range [2]float64{0, 1} {
		for _, p := range l {
			v = append(v, vec{X: p[0], Y: p[1], Z: z})
		}
	}
	for k := range 6 {
		n := (k + 1) % 6
		tri = append(tri, [3]int{k, n, n + 6}, [3]int{k, n + 6, k + 6})
	}
	for _, c := range [][3]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}} {
		tri = append(tri, [3]int{c[0] + 6, c[1] + 6, c[2] + 6}, [3]int{c[0], c[2], c[1]})
	}
	return v, tri
}

// TestNotch: signs and derivatives about an edge that is not convex, the latter
// against differences.
func TestNotch(t *testing.T) {
	m := must(NewMesh(notch()))
	for _, c := range []struct {
		p   vec
		gap float64
	}{
		{vec{X: 1.2, Y: 1.3, Z: 0.5}, 0.2}, {vec{X: 0.8, Y: 0.9, Z: 0.5}, -math.Hypot(0.2, 0.1)}, {vec{X: 0.5, Y: 1.7, Z: 0.5}, -0.3},
		{vec{X: 2, Y: 2, Z: 0.5}, 1}, {vec{X: 3, Y: 0.5, Z: 2}, math.Sqrt2}, {vec{X: -1, Y: -2, Z: -2}, 3}, {vec{X: 0.9, Y: 0.5, Z: 0.95}, -0.05},
	} {
		if q := m.DistanceAt(c.p); math.Abs(q.Gap-c.gap) > 1e-14 {
			t.Errorf("at %v: %+v, want %g", c.p, q, c.gap)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	flat := func(q Distance) bool { return q.Curvature == mat{} }
	compared := 0
	for range 1000 {
		p := vec{X: 4*r.Float64() - 1, Y: 4*r.Float64() - 1, Z: 3*r.Float64() - 1}
		q := m.DistanceAt(p)
		for k := range 3 {
			const h = 1e-5
			a, b := m.DistanceAt(p.AddScaled(h, spatial.UnitAxis(k))), m.DistanceAt(p.AddScaled(-h, spatial.UnitAxis(k)))
			if math.Abs(q.Gap) < 0.05 || flat(q) != flat(a) || flat(q) != flat(b) || a.Normal.Sub(b.Normal).Norm() > 1e-3 {
				continue // across a seam between what is nearest
			}
			d := a.Normal.Sub(b.Normal).Scale(1 / (2 * h)).Sub(q.Curvature.Col(k))
			if g := (a.Gap - b.Gap) / (2 * h); math.Abs(g-q.Normal.At(k)) > 1e-6 || d.Norm() > 1e-5 {
				t.Errorf("at %v: ∂gap %g, normal %g, ∂normal is off by %v", p, g, q.Normal.At(k), d)
			}
			compared++
		}
	}
	if compared < 2000 {
		t.Errorf("%d of 3000 were compared", compared)
	}
}

// TestOpenMesh: what is wrong with a surface.
func TestOpenMesh(t *testing.T) {
	v, tri := brick(vec{X: 1, Y: 1, Z: 1}, 1)
	turned := append([][3]int{{tri[0][1], tri[0][0], tri[0][2]}}, tri[1:]...)
	for want, list := range map[string][][3]int{
		"3 edges belong to one triangle only":   tri[1:],
		"turned differently":                    turned,
		"triangle 1 has a corner twice":         {{0, 0, 1}},
		"there is no room within the triangles": {{0, 1, 2}, {0, 2, 1}},
	} {
		if _, err := NewMesh(v, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestMeshAllocates nothing.
func TestMeshAllocates(t *testing.T) {
	m := must(NewMesh(globe(1, 4)))
	if n := testing.AllocsPerRun(20, func() { m.DistanceAt(vec{X: 0.4, Y: 1, Z: 0.2}) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// BenchmarkMesh: the nearest of 8192 triangles to a place near the surface, by the
// tree and one after the other.
func BenchmarkMesh(b *testing.B) {
	m := must(NewMesh(globe(1, 5)))
	p := vec{X: 0.4, Y: 0.9, Z: 0.2}
	b.Run("tree", func(b *testing.B) {
		for range b.N {
			m.DistanceAt(p)
		}
	})
	all := *m
	all.tree = []box{{from: 0, to: len(m.tri)}}
	b.Run("all", func(b *testing.B) {
		for range b.N {
			all.DistanceAt(p)
		}
	})
}
