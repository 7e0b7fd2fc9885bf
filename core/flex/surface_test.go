package flex

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestSurface: two cubes side by side have ten faces outside, none between them, and their surface moves as the modes say.
func TestSurface(t *testing.T) {
	m := newMesh()
	for i := range 12 { // nodes 1 to 12: x = 0, 1, 2 for each of four corners of a square
		x, k := float64(i%3), i/3
		m.setNodePosition(i+1, spatial.Vec{X: x, Y: float64(k % 2), Z: float64(k / 2)})
		for d := range 3 {
			m.findOrAddRow(i+1, d)
		}
	}
	var r elementReader
	r.begin("C3D8R")
	for _, text := range []string{"1, 1,2,5,4,", "7,8,11,10", "2, 2,3,6,5, 8,9,12,11"} {
		l := newLineReader("x.inp", []byte(text))
		l.next()
		if err := r.readLine(m, l, l.splitFields(nil, ",", false)); err != nil {
			t.Fatal(err)
		}
	}
	m.resolveElements()
	shape := make([]float64, len(m.dofs))
	for row, d := range m.dofs {
		if d.direction == 2 {
			shape[row] = m.Nodes[d.node].Position.X
		}
	}
	s := m.buildSurface([][]float64{shape})
	if len(s.Positions) != 12 || len(s.Triangles) != 20 || len(s.Edges) != 20 {
		t.Fatalf("%d points, %d triangles, %d edges", len(s.Positions), len(s.Triangles), len(s.Edges))
	}
	volume := 0.0
	for _, c := range s.Triangles {
		volume += s.Positions[c[0]].Dot(s.Positions[c[1]].Cross(s.Positions[c[2]])) / 6
	}
	if math.Abs(volume-2) > 1e-14 {
		t.Errorf("the triangles enclose %g", volume)
	}
	for i, p := range s.Positions {
		if s.Phi[i][0] != (spatial.Vec{Z: p.X}) {
			t.Errorf("point %v moves by %v", p, s.Phi[i][0])
		}
	}
}

// TestSurfaceOfShapes: faces of all solids look outwards, by the volume that they enclose.
func TestSurfaceOfShapes(t *testing.T) {
	for kind, volume := range map[string]float64{"C3D4": 1.0 / 6, "C3D10": 1.0 / 6, "C3D6": 0.5, "C3D8": 1, "C3D20R": 1} {
		m := newMesh()
		corners := map[int][][3]float64{4: {{}, {1}, {0, 1}, {0, 0, 1}}, 6: {{}, {1}, {0, 1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
			8: {{}, {1}, {1, 1}, {0, 1}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}}
		var r elementReader
		r.begin(kind)
		r.nodes = append(r.nodes, -1)
		for i := range r.shape.nodes {
			var c [3]float64
			if i < r.shape.corners {
				c = corners[r.shape.corners][i]
			}
			m.setNodePosition(i+1, spatial.LoadVec(c[:]))
			m.findOrAddRow(i+1, 0)
			r.nodes = append(r.nodes, int32(i+1))
		}
		l := newLineReader("x", []byte(" "))
		l.next()
		if err := r.readLine(m, l, nil); err != nil {
			t.Fatal(err)
		}
		m.resolveElements()
		s, got := m.buildSurface(nil), 0.0
		for _, c := range s.Triangles {
			got += s.Positions[c[0]].Dot(s.Positions[c[1]].Cross(s.Positions[c[2]])) / 6
		}
		if math.Abs(got-volume) > 1e-14 {
			t.Errorf("%s: %g, want %g", kind, got, volume)
		}
	}
}

// TestNodesAsSurface: nodes without a surface are joined by the shortest lines; modes that are left out leave the surface, too.
func TestNodesAsSurface(t *testing.T) {
	d := randomPoints(2, 4, 3).data()
	for i, x := range []float64{0, 3, 1, 2} {
		d.Nodes[i].Position = spatial.Vec{X: x}
	}
	s := d.SurfaceOrNodes()
	if len(s.Edges) != 3 || s.Edges[0] != [2]int{0, 2} || s.Edges[1] != [2]int{2, 3} || s.Edges[2] != [2]int{3, 1} {
		t.Errorf("%v", s.Edges)
	}
	d.Surface = s
	e, err := ReadJSON("x.json", randomPoints(2, 4, 3).data().withSurface(s).WriteJSON())
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Surface.Edges) != 3 || e.Surface.Edges[2] != s.Edges[2] || e.Surface.Phi[3][2].Sub(s.Phi[3][2]).Norm() > 1e-6 || e.Surface.Positions[1] != s.Positions[1] {
		t.Errorf("%+v", e.Surface)
	}
	if k := e.KeepModes([]int{2}); len(k.Surface.Phi[3]) != 1 || k.Surface.Phi[3][0] != e.Surface.Phi[3][2] {
		t.Errorf("%+v", k.Surface.Phi)
	}
}

func (d *Data) withSurface(s *Surface) *Data {
	d.Surface = s
	return d
}

// TestBrokenSurface: mistakes in a surface have their position.
func TestBrokenSurface(t *testing.T) {
	for surface, says := range map[string]string{
		`5`:                          "x.json:12:12: a surface must be an object",
		`{"positions": [[0, 0, 0]]}`: `x.json:12:12: a surface needs the key "Phi"`,
		`{"positions": [[0, 0]], "Phi": [[[0], [0], [0]]]}`:                                                           "x.json:12:27: the list has 2 entries, 3 are needed",
		`{"positions": [[0, 0, 0]], "Phi": []}`:                                                                       "x.json:12:46: the list has 0 entries, 1 are needed",
		`{"positions": [[0, 0, 0]], "Phi": [[[0], [0, 1], [0]]]}`:                                                     "the list has 2 entries, 1 are needed",
		`{"positions": [[0, 0, 0]], "Phi": [[[0], [0], [0]]], "edges": [[0, 1]]}`:                                     "there is no point 1: the surface has points 0 to 0",
		`{"positions": [[0, 0, 0]], "Phi": [[[0], [0], [0]]], "triangles": [[0, 0]]}`:                                 "the list has 2 entries, 3 are needed",
		`{"positions": [[0, 0, 0]], "Phi": [[[0], [0], [0]]], "faces": []}`:                                           `a surface has no key "faces"`,
		`{"positions": [[0, 0, 0], [1, 0, 0]], "Phi": [[[0], [0], [0]], [[0], [0], [0]]], "edges": [[0, 0.5]]}`:       "there is no point 0.5",
		`{"positions": [[0, 0, 0], [1, 0, 0]], "Phi": [[[0], [0], [0]], [[0], [0], [0]]], "triangles": [[0, 1, -1]]}`: "there is no point -1",
	} {
		_, err := ReadJSON("x.json", []byte(strings.Replace(smallJSON, "\n}\n", ",\n\"surface\": "+surface+"\n}\n", 1)))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v\nwant %s", surface, err, says)
		}
	}
}
