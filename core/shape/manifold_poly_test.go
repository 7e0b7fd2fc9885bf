package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// blockMesh is a block as a mesh of twelve triangles.
func blockMesh(t testing.TB, h vec) *Mesh {
	var v []vec
	var tri [][3]int
	for k := range cube.v {
		v = append(v, vec{X: h.X * cube.v[k].X, Y: h.Y * cube.v[k].Y, Z: h.Z * cube.v[k].Z})
	}
	for _, l := range cube.loop {
		tri = append(tri, [3]int{int(l[0]), int(l[1]), int(l[2])}, [3]int{int(l[0]), int(l[2]), int(l[3])})
	}
	return closed(t, v, tri)
}

func closed(t testing.TB, v []vec, tri [][3]int) *Mesh {
	m, err := NewMesh(v, tri)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hullMesh is the mesh of the convex hull of points in general position, by force.
func hullMesh(t testing.TB, v []vec) *Mesh {
	var tri [][3]int
	for i := range v {
		for j := range v {
			for k := range v {
				if i == j || j == k || i == k || i > j || i > k {
					continue
				}
				n := v[j].Sub(v[i]).Cross(v[k].Sub(v[i]))
				out := true
				for l := range v {
					out = out && (l == i || l == j || l == k || n.Dot(v[l].Sub(v[i])) < 0)
				}
				if out {
					tri = append(tri, [3]int{i, j, k})
				}
			}
		}
	}
	return closed(t, v, tri)
}

// placed are the corners of a mesh in outer axes.
func placed(m *Mesh, p *Pose) (c []vec) {
	for _, x := range m.v {
		c = append(c, p.P.Add(p.R.Mul(x)))
	}
	return c
}

// Cubes as meshes are blocks: the same places, normals and gaps, at random poses and where they lie on each other.
func TestMeshBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	meets, flat := 0, 0
	for k := range 6000 {
		ha, hb := randomHalf(r), randomHalf(r)
		pa, pb := randomPose(r, 0.6), randomPose(r, 0.6)
		if k%3 == 0 { // one lies on the other, moved in its plane
			pb = pa
			pb.P = pa.P.Add(pa.R.Mul(vec{X: 0.3 * r.NormFloat64(), Y: 0.3 * r.NormFloat64(), Z: ha.Z + hb.Z - 1e-9 + 2e-9*r.Float64()}))
			if k%2 == 0 {
				turn := Pose{R: randomTurn(r, vec{Z: 1})}
				pb.R = pb.R.MulMat(&turn.R)
			}
		}
		margin := 0.05
		want := AppendTouches(nil, Block{ha}, &pa, Block{hb}, &pb, margin)
		for n, got := range [][]Touch{
			AppendTouches(nil, blockMesh(t, ha), &pa, blockMesh(t, hb), &pb, margin),
			AppendTouches(nil, Block{ha}, &pa, blockMesh(t, hb), &pb, margin),
			AppendTouches(nil, blockMesh(t, ha), &pa, Block{hb}, &pb, margin),
		} {
			if len(got) != len(want) {
				t.Fatalf("%d, %d: %d places, as blocks %d:\n%+v\n%+v", k, n, len(got), len(want), got, want)
			}
			for _, x := range want {
				if !like(x, got, 1e-8) {
					t.Fatalf("%d, %d: no place like %+v among %+v", k, n, x, got)
				}
			}
		}
		if len(want) > 0 {
			meets++
		}
		if len(want) > 3 {
			flat++
		}
	}
	if meets < 2000 || flat < 1500 {
		t.Errorf("%d pairs that meet, %d with faces", meets, flat)
	}
}

// like reports whether there is a place like another.
func like(x Touch, all []Touch, tol float64) bool {
	for _, y := range all {
		if x.P.Sub(y.P).Norm() < tol && x.N.Sub(y.N).Norm() < tol && math.Abs(x.Gap-y.Gap) < tol {
			return true
		}
	}
	return false
}

// Convex meshes of random points: the least gap is the distance or the least translation by force, in either order.
func TestMeshHulls(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	apart, overlap, taken := 0, 0, 0
	for k := range 1500 {
		var m [2]*Mesh
		var at [2]Pose
		for i := range m {
			var v []vec
			for range 4 + r.IntN(5) {
				v = append(v, randomVec(r, 0.5))
			}
			m[i], at[i] = hullMesh(t, v), randomPose(r, 0.5)
			if len(m[i].parts) != 1 {
				t.Fatalf("%d: a hull is %d parts", k, len(m[i].parts))
			}
		}
		const margin = 0.3
		got := AppendTouches(nil, m[0], &at[0], m[1], &at[1], margin)
		a, b := placed(m[0], &at[0]), placed(m[1], &at[1])
		want := gilbert(a, b).Norm()
		if want < 1e-9 {
			depth, _ := parting(a, b)
			want = -depth
			overlap++
		} else {
			apart++
		}
		if want >= margin {
			if len(got) > 0 {
				t.Fatalf("%d: distance %g, places %+v", k, want, got)
			}
			continue
		}
		if len(got) == 0 {
			t.Fatalf("%d: no places at the gap %g", k, want)
		}
		x := least3(got)
		off := nearly // where a face is taken for a normal near its own
		if want > 0 {
			off = 1/cosNearly - 1
		}
		if math.Abs(x.Gap-want) > 1e-9+off*math.Abs(want) {
			t.Fatalf("%d: gap %.12g, by force %.12g: %+v", k, x.Gap, want, got)
		} else if math.Abs(x.Gap-want) > 1e-9 {
			taken++
		}
		back := AppendTouches(nil, m[1], &at[1], m[0], &at[0], margin)
		if y := least3(back); math.Abs(y.Gap-x.Gap) > 1e-9 && len(got) == 1 {
			t.Fatalf("%d: gap %.12g, the other way round %.12g", k, x.Gap, y.Gap)
		}
	}
	if apart < 300 || overlap < 300 || taken > 60 {
		t.Errorf("%d apart, %d overlap, %d faces near an edge's normal", apart, overlap, taken)
	}
}

func randomTurn(r *rand.Rand, axis vec) mat {
	return spatial.QuatFromRotationVector(axis.Scale(3 * r.NormFloat64())).Mat()
}
