package draw

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Triangles of closed meshes look outwards: the volume that they enclose is that of the body, and each normal points away from its triangle's inner side.
func TestMeshes(t *testing.T) {
	for _, x := range []struct {
		name   string
		mesh   Mesh
		volume float64
		off    float64 // what facets take away
	}{
		{"cube", cubeMesh(), 1, 1e-12},
		{"cylinder", cylinderMesh(), math.Pi, 0.03},
		{"sphere", sphereMesh(), 4 * math.Pi / 3, 0.12},
		{"torus", torusMesh(), 2 * math.Pi * math.Pi * 0.18 * 0.18, 0.2},
	} {
		volume := 0.0
		for i := 0; i < len(x.mesh.Triangles); i += 3 {
			p, n := x.mesh.corner(i)
			volume += p[0].Dot(p[1].Cross(p[2])) / 6
			if face := p[1].Sub(p[0]).Cross(p[2].Sub(p[0])); face.Norm() > 1e-9 && face.Dot(n) <= 0 {
				t.Errorf("%s: triangle %d looks against its normal", x.name, i/3)
			}
		}
		if volume > x.volume+1e-6 || volume < x.volume*(1-x.off)-1e-6 {
			t.Errorf("%s: volume %g, want up to %g", x.name, volume, x.volume)
		}
	}
	for name, m := range map[string]Mesh{"rod": rodMesh(), "arrow": arrowMesh(), "coil": coilMesh()} {
		low, high := math.Inf(1), math.Inf(-1)
		for i := 0; i < len(m.Vertices); i += VertexFloats {
			z := float64(m.Vertices[i+2]) // along the whole length
			low, high = min(low, z), max(high, z)
		}
		if low != 0 || high != 1 {
			t.Errorf("%s goes from %g to %g", name, low, high)
		}
	}
}

// corner returns the corners of the triangle that begins at index i, and the sum of their normals.
func (m *Mesh) corner(i int) (p [3]spatial.Vec, n spatial.Vec) {
	for k := range 3 {
		v := m.Vertices[int(m.Triangles[i+k])*VertexFloats:]
		p[k] = spatial.Vec{X: float64(v[0]), Y: float64(v[1]), Z: float64(v[2])}
		n = n.Add(spatial.Vec{X: float64(v[4]), Y: float64(v[5]), Z: float64(v[6])})
	}
	return p, n
}

func pile(n int) *result.Scene {
	one := [4]float64{1, 0, 0, 0}
	s := &result.Scene{Size: 10, Bodies: []result.Body{{ID: 1, Kind: "ground", Pose: -1}}}
	for i := range n {
		s.Bodies = append(s.Bodies, result.Body{ID: i + 2, Kind: "rigid", Mass: 1, Inertia: [6]float64{1, 1, 1, 0, 0, 0}, Start: result.Frame{Quat: one}, Pose: 7 * i})
		s.Markers = append(s.Markers, result.Marker{ID: i, Body: i + 1, Frame: result.Frame{Quat: one}})
		s.Graphics = append(s.Graphics, result.Graphic{ID: i, Body: i + 1, Marker: i, Type: result.Box, Size: [3]float64{1, 2, 3}})
	}
	return s
}

// The count of batches, which are drawing calls, does not grow with the model.
func TestBatches(t *testing.T) {
	small, large := NewDrawing(pile(10)), NewDrawing(pile(1000))
	if len(small.Batches) != len(large.Batches) || len(large.Batches) > 25 {
		t.Errorf("%d batches of 10 bodies, %d of 1000", len(small.Batches), len(large.Batches))
	}
}

// Equal meshes of many bodies are one.
func TestMeshesAreShared(t *testing.T) {
	s := pile(3)
	for i := range s.Graphics {
		s.Graphics[i] = result.Graphic{Body: i + 1, Marker: i, Type: result.Mesh, Vertices: []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, Triangles: []int{0, 1, 2, 0, 2, 3}}
	}
	s.Graphics[2].Vertices[3] = 2
	n := 0
	for _, b := range NewDrawing(s).Batches {
		if b.Layer == Shapes {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d batches of shapes, want 2", n)
	}
}

// The half axes of the ellipsoid of inertia give back the moments of inertia.
func TestEllipsoid(t *testing.T) {
	s := pile(1)
	s.Graphics = nil
	s.Bodies[1].Mass, s.Bodies[1].Inertia = 3, [6]float64{2, 2.5, 1.5, 0.3, 0.1, -0.2}
	for _, b := range NewDrawing(s).Batches {
		if b.Layer != Ellipsoids {
			continue
		}
		// The second moment of an ellipsoid is m/5 Σ a aᵀ, its inertia the trace of that less the moment.
		var c [3][3]float64
		for i := range 3 {
			for k := range 3 {
				for a := range 3 {
					c[i][k] += 3.0 / 5 * float64(b.Data[4*i+a]) * float64(b.Data[4*k+a])
				}
			}
		}
		trace := c[0][0] + c[1][1] + c[2][2]
		got := [6]float64{trace - c[0][0], trace - c[1][1], trace - c[2][2], -c[0][1], -c[1][2], -c[0][2]}
		for k, want := range s.Bodies[1].Inertia {
			if math.Abs(got[k]-want) > 1e-5 {
				t.Errorf("inertia %v, want %v", got, s.Bodies[1].Inertia)
				break
			}
		}
		return
	}
	t.Error("there is no ellipsoid")
}

// Each kind of joint has a symbol.
func TestSymbols(t *testing.T) {
	for typ, want := range map[string]string{"REVOLUTE": "pin", "SPHERICAL": "ball", "FIXED": "block", "TRANSLATIONAL": "slider", "CYLINDRICAL": "sleeve", "UNIVERSAL": "cross", "PLANAR": "plate", "INPLANE": "plate", "INLINE": "slider", "GEAR": "point"} {
		if got := jointSymbol("JOINT", typ); got != want {
			t.Errorf("%s: %s, want %s", typ, got, want)
		}
	}
	if got := jointSymbol("MOTION", "ROTATION"); got != "turn" {
		t.Errorf("a motion: %s", got)
	}
}

// Gravity gives up; a planar model without gravity stands upright and is seen along its axes.
func TestOrient(t *testing.T) {
	one, alongX := [4]float64{1, 0, 0, 0}, [4]float64{math.Sqrt2 / 2, 0, math.Sqrt2 / 2, 0}
	for _, x := range []struct {
		gravity    [3]float64
		first      [4]float64 // orientations of two joints
		second     [4]float64
		up, normal [3]float64
	}{
		{[3]float64{0, -9.81, 0}, one, one, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}},
		{[3]float64{}, one, one, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}},
		{[3]float64{}, one, alongX, [3]float64{0, 0, 1}, [3]float64{}},
		{[3]float64{0, 0, -2}, one, one, [3]float64{0, 0, 1}, [3]float64{}},
		{[3]float64{0, 0, -2}, alongX, alongX, [3]float64{0, 0, 1}, [3]float64{1, 0, 0}},
	} {
		s := pile(2)
		s.Gravity = x.gravity
		s.Markers[0].Quat, s.Markers[1].Quat = x.first, x.second
		for i := range 2 {
			s.Joints = append(s.Joints, result.Joint{Type: "REVOLUTE", I: i, J: 0, Kind: "JOINT"})
		}
		d := NewDrawing(s)
		for k := range 3 {
			if math.Abs(d.Up[k]-x.up[k]) > 1e-9 || math.Abs(d.Normal[k]-x.normal[k]) > 1e-9 {
				t.Errorf("%+v: up %v, normal %v", x, d.Up, d.Normal)
				break
			}
		}
	}
}
