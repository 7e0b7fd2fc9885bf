package export

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/trammel-mbd/trammel/core/result"
)

// bending is the turning body with a surface of three points, which the columns of the first two components of the reaction bend: along y
// by X times 1 mm at the second point, along z by Y times 2 mm at the third.
func bending(t *testing.T) *Source {
	s := turning(t)
	s.Path = filepath.Join(t.TempDir(), "out.pvd")
	s.Scene.Flexible = []result.Flexible{{ID: 2, Body: 1, First: 7, Modes: 19, Count: 2,
		Positions: []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}, Shapes: []float64{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2},
		Edges: []int{0, 1, 1, 2}, Triangles: []int{0, 1, 2}}}
	return s
}

// TestVTK: the last grid has the points where the body has turned by 3 rad about z at a distance of 2 mm, and bent by (1, 2).
func TestVTK(t *testing.T) {
	s := bending(t)
	var b bytes.Buffer
	w, err := Formats[".pvd"].New(&b, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := CopyRows(w, s); err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`timestep="([^"]+)" part="0" file="([^"]+)"`).FindAllStringSubmatch(b.String(), -1)
	if len(list) != 101 || list[100][1] != "1" {
		t.Fatalf("%d grids, the last one at %v", len(list), list[len(list)-1])
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(list[100][2])))
	if err != nil {
		t.Fatal(err)
	}
	numbers := func(name string) []float64 {
		_, rest, ok := strings.Cut(string(text), `Name="`+name+`"`)
		if !ok {
			t.Fatalf("there is no %s in\n%s", name, text)
		}
		_, rest, _ = strings.Cut(rest, ">")
		rest, _, _ = strings.Cut(rest, "<")
		var v []float64
		for _, f := range strings.Fields(rest) {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, x)
		}
		return v
	}
	sin, cos := math.Sincos(3)
	at := func(x, y, z float64) []float64 { return []float64{2*cos + x*cos - y*sin, 2*sin + x*sin + y*cos, z} }
	checkNumbers(t, "positions", numbers("position")[:9], append(append(at(0, 0, 0), at(1, 1, 0)...), at(0, 1, 4)...))
	checkNumbers(t, "displacements", numbers("displacement")[:9], []float64{0, 0, 0, -sin, cos, 0, 0, 0, 4})
	checkNumbers(t, "connectivity", numbers("connectivity")[:3], []float64{0, 1, 2})
	checkNumbers(t, "body", numbers("body")[:1], []float64{2})
}

func checkNumbers(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i, x := range want {
		if math.Abs(got[i]-x) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

// TestGLBSurface: the surface is a mesh with a morph target for each mode, in m, whose weights are the modal coordinates.
func TestGLBSurface(t *testing.T) {
	s := bending(t)
	var b bytes.Buffer
	w, err := Formats[".glb"].New(&b, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := CopyRows(w, s); err != nil {
		t.Fatal(err)
	}
	doc := &gltf.Document{}
	if err := gltf.NewDecoder(&b).Decode(doc); err != nil {
		t.Fatal(err)
	}
	for i, n := range doc.Nodes {
		if n.Name != "flexible body 2" {
			continue
		}
		prim := doc.Meshes[*n.Mesh].Primitives[0]
		if len(prim.Targets) != 2 || len(doc.Meshes[*n.Mesh].Weights) != 2 {
			t.Fatalf("%+v", prim)
		}
		moves, err := modeler.ReadPosition(doc, doc.Accessors[prim.Targets[1][gltf.POSITION]], nil)
		if err != nil || moves[2] != [3]float32{0, 0, 2e-3} {
			t.Errorf("%v, %v", moves, err)
		}
		for _, c := range doc.Animations[0].Channels {
			if *c.Target.Node == i && c.Target.Path == gltf.TRSWeights {
				a := doc.Accessors[doc.Animations[0].Samplers[c.Sampler].Output]
				v, err := modeler.ReadAccessor(doc, a, nil)
				if q, ok := v.([]float32); err != nil || !ok || len(q) != 2*101 || q[200] != 1 || q[201] != 2 {
					t.Errorf("weights: %v, %v", v, err)
				}
				return
			}
		}
	}
	t.Error("no animation moves the surface")
}
