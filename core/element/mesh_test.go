package element

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestMeshTriangles: a tetrahedron of an .obj, a text and a binary .stl file is the same closed surface, of volume 1/6.
func TestMeshTriangles(t *testing.T) {
	corners := [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	obj, stl, bin := "", "solid\n", binary.LittleEndian.AppendUint32(make([]byte, 80), 4)
	for _, c := range corners {
		obj += fmt.Sprintf("v %g %g %g\n", c[0], c[1], c[2])
	}
	for _, f := range [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}} {
		obj += fmt.Sprintf("f %d %d %d\n", f[0]+1, f[1]+1, f[2]+1)
		bin = append(bin, make([]byte, 12)...)
		for _, k := range f {
			stl += fmt.Sprintf("vertex %g %g %g\n", corners[k][0], corners[k][1], corners[k][2])
			for _, x := range corners[k] {
				bin = binary.LittleEndian.AppendUint32(bin, math.Float32bits(x))
			}
		}
		bin = append(bin, 0, 0)
	}
	for name, text := range map[string]string{"a.obj": obj, "b.stl": stl, "c.stl": string(bin)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := readMesh(path)
		if err != nil {
			t.Fatal(err)
		}
		m := s.withMergedVertices()
		if len(m.v) != 4 || len(m.tri) != 4 {
			t.Errorf("%s: %d vertices, %d triangles", name, len(m.v), len(m.tri))
		}
		volume, area := 0.0, spatial.Vec{}
		for _, f := range m.tri {
			a, b, c := m.v[f[0]], m.v[f[1]], m.v[f[2]]
			volume += a.Dot(b.Cross(c)) / 6
			area = area.Add(b.Sub(a).Cross(c.Sub(a)))
		}
		if math.Abs(volume-1./6) > 1e-15 || area.Norm() > 1e-15 {
			t.Errorf("%s: volume %g, sum of the faces %v", name, volume, area)
		}
	}
}

// TestMergedMesh: triangles of which two corners fall together are left out, whichever they are.
func TestMergedMesh(t *testing.T) {
	a, b, c := spatial.Vec{}, spatial.Vec{X: 1}, spatial.Vec{Y: 1}
	s := triangleSurface{v: []spatial.Vec{a, b, c, a, a, b, b, a, b, c, c, c}, tri: [][3]int{{0, 1, 2}, {3, 4, 5}, {5, 6, 7}, {7, 8, 0}, {9, 10, 11}}}
	if m := s.withMergedVertices(); len(m.v) != 3 || len(m.tri) != 1 || m.tri[0] != [3]int{0, 1, 2} {
		t.Errorf("%v %v", m.v, m.tri)
	}
}
