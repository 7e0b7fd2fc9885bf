package shape

import (
	"math"
	"math/rand/v2"
	"testing"
)

// extruded is a mesh between two equal polygons across z, cut into triangles by the corners of tri.
func extruded(t testing.TB, pts [][2]float64, h float64, tri [][3]int) *Mesh {
	n := len(pts)
	var v []vec
	for _, z := range []float64{0, h} {
		for _, p := range pts {
			v = append(v, vec{X: p[0], Y: p[1], Z: z})
		}
	}
	var all [][3]int
	for k := range n {
		j := (k + 1) % n
		all = append(all, [3]int{k, j, n + j}, [3]int{k, n + j, n + k})
	}
	for _, f := range tri {
		all = append(all, [3]int{n + f[0], n + f[1], n + f[2]}, [3]int{f[0], f[2], f[1]})
	}
	return closed(t, v, all)
}

// angle is an L of two arms of the length 2 and the width 1, channel a U of the same.
func angle(t testing.TB) *Mesh {
	return extruded(t, [][2]float64{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 1, [][3]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}})
}

func channel(t testing.TB) *Mesh {
	return extruded(t, [][2]float64{{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 1,
		[][3]int{{0, 1, 4}, {1, 2, 3}, {1, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 7}})
}

// joined is several meshes in one.
func joined(t testing.TB, all ...*Mesh) *Mesh {
	var v []vec
	var tri [][3]int
	for _, m := range all {
		for _, f := range m.tri {
			tri = append(tri, [3]int{len(v) + f.at[0], len(v) + f.at[1], len(v) + f.at[2]})
		}
		v = append(v, m.v...)
	}
	return closed(t, v, tri)
}

// shifted is a mesh moved by d; with turned triangles it is a hollow of another.
func shifted(t testing.TB, m *Mesh, d vec, hollow bool) *Mesh {
	r := &Mesh{}
	for _, x := range m.v {
		r.v = append(r.v, x.Add(d))
	}
	for _, f := range m.tri {
		if hollow {
			f.at[1], f.at[2] = f.at[2], f.at[1]
		}
		r.tri = append(r.tri, f)
	}
	return r
}

// Meshes are divided into few convex parts, which together hold the places that the mesh holds, and touch the surface with faces that are
// no cuts.
func TestMeshParts(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	cubic := blockMesh(t, vec{X: 1, Y: 1, Z: 1})
	for _, c := range []struct {
		name string
		m    *Mesh
		most int
		gap  func(x vec) float64 // nil: of the mesh
	}{
		{"angle", angle(t), 2, nil},
		{"channel", channel(t), 3, nil},
		{"two boxes", joined(t, cubic, shifted(t, cubic, vec{X: 3}, false)), 2, nil},
		{"boxes that touch", joined(t, cubic, shifted(t, cubic, vec{X: 2, Y: 0.5}, false)), 2, func(x vec) float64 {
			b := Block{vec{X: 1, Y: 1, Z: 1}}
			return min(b.DistanceAt(x).Gap, b.DistanceAt(x.Sub(vec{X: 2, Y: 0.5})).Gap)
		}},
		{"hollow box", joined(t, cubic, shifted(t, blockMesh(t, vec{X: 0.5, Y: 0.5, Z: 0.5}), vec{}, true)), 6, nil},
	} {
		if c.gap == nil {
			c.gap = func(x vec) float64 { return c.m.DistanceAt(x).Gap }
		}
		if n := len(c.m.parts); n == 0 || n > c.most {
			t.Fatalf("%s: %d parts, want %d at most", c.name, n, c.most)
		}
		names := map[int]bool{}
		for _, p := range c.m.parts {
			for k := p.first; k < p.featureCount(); k++ {
				if names[k] {
					t.Errorf("%s: two features are number %d", c.name, k)
				}
				names[k] = true
			}
		}
		for range 2000 {
			x := randomVec(r, 1.5)
			if math.Abs(c.gap(x)) < 1e-3 {
				continue
			}
			in := math.Inf(1)
			for _, p := range c.m.parts {
				deep := math.Inf(-1)
				for f, n := range p.n {
					deep = max(deep, n.Dot(x)-p.d[f])
				}
				in = min(in, deep)
			}
			if inside := in < 1e-9; inside != (c.gap(x) < 0) {
				t.Fatalf("%s: %v: gap %g, among the parts %g", c.name, x, c.gap(x), in)
			}
		}
	}
}

// A cube in the corner of an angle touches both arms, with faces: one on each, no place at the cut between the parts.
func TestMeshCorner(t *testing.T) {
	for _, turn := range []vec{{}, {X: 1, Y: 0.3, Z: -0.7}} {
		l, cube := angle(t), Block{vec{X: 0.5, Y: 0.5, Z: 0.5}}
		pl := pose(0.2, 0.1, 0.3, turn)
		in := Pose{P: vec{X: 1.5 - 1e-9, Y: 1.5 - 1e-9, Z: 0.5}, R: Identity.R}
		pc := pl.Compose(&in)
		got := AppendTouches(nil, cube, &pc, l, pl, 1e-3)
		count := map[[2]int]int{}
		for _, x := range got {
			n := pl.R.MulTransposed(x.N)
			count[[2]int{int(math.Round(n.X)), int(math.Round(n.Y))}]++
			if math.Abs(x.Gap+1e-9) > 1e-12 {
				t.Errorf("turn %v: gap %g: %+v", turn, x.Gap, x)
			}
		}
		if len(count) != 2 || count[[2]int{1, 0}] != 4 || count[[2]int{0, 1}] != 4 {
			t.Errorf("turn %v: places by normals %v, want four on each arm: %+v", turn, count, got)
		}
	}
}

// A cube that is moved over the channel's flat bottom, across its cuts, has its own corners as places all the way, or those where its
// sides cross the bottom's: always the same normal and gap.
func TestMeshSeams(t *testing.T) {
	u := channel(t)
	for k := range 400 {
		x := 0.6 + 1.8*float64(k)/399
		pc := Pose{P: vec{X: x, Y: -0.5 + 1e-9, Z: 0.5}, R: Identity.R}
		got := AppendTouches(nil, Block{vec{X: 0.5, Y: 0.5, Z: 0.4}}, &pc, u, &Identity, 1e-3)
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range got {
			if p.N.Sub(vec{Y: -1}).Norm() > 1e-12 || math.Abs(p.Gap+1e-9) > 1e-12 {
				t.Fatalf("at %g: %+v", x, got)
			}
			lo, hi = min(lo, p.P.X), max(hi, p.P.X)
		}
		if math.Abs(lo-(x-0.5)) > 1e-9 || math.Abs(hi-(x+0.5)) > 1e-9 {
			t.Fatalf("at %g: places from %g to %g", x, lo, hi)
		}
	}
}
