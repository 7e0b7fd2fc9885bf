package export

import (
	"math"

	"github.com/trammel-mbd/trammel/core/result"
)

// surface is vertices, in axes of the marker of a shape, and triangles, three indices each, outwards.
type surface struct {
	vertices  [][3]float64
	triangles []uint32
}

// sides is how many faces a round shape has around.
const sides = 32

// surfaceOfGraphic returns the surface of a graphic about its origin, nil for one without a surface or without end.
func surfaceOfGraphic(g *result.Graphic) *surface {
	switch g.Type {
	case result.Box:
		return surfaceOfRevolution([]float64{-0.5, 0.5}, func(u float64) float64 { return math.Sqrt2 / 2 }, 4).scaledBy(g.Size)
	case result.Cylinder:
		return surfaceOfRevolution([]float64{0, g.Length}, func(float64) float64 { return g.Radius }, sides)
	case result.Frustum:
		return surfaceOfRevolution([]float64{0, g.Length}, func(z float64) float64 { return g.Radius + (g.Top-g.Radius)*z/g.Length }, sides)
	case result.Sphere:
		return unitSphere().scaledBy([3]float64{2 * g.Radius, 2 * g.Radius, 2 * g.Radius})
	case result.Ellipsoid:
		return unitSphere().scaledBy(g.Size)
	case result.Mesh:
		s := &surface{}
		for k := 0; k+2 < len(g.Vertices); k += 3 {
			s.vertices = append(s.vertices, [3]float64{g.Vertices[k], g.Vertices[k+1], g.Vertices[k+2]})
		}
		for _, n := range g.Triangles {
			s.triangles = append(s.triangles, uint32(n))
		}
		return s
	}
	return nil
}

// surfaceOfRevolution returns a surface of revolution about z, of n sides, with flat ends: its radius at heights z.
func surfaceOfRevolution(z []float64, radius func(z float64) float64, n int) *surface {
	s := &surface{}
	for _, h := range z {
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(n))
			r := radius(h)
			s.vertices = append(s.vertices, [3]float64{r * cos, r * sin, h})
		}
	}
	for layer := range len(z) - 1 {
		for k := range n {
			a, b := uint32(layer*n+k), uint32(layer*n+(k+1)%n)
			s.triangles = append(s.triangles, a, b, b+uint32(n), a, b+uint32(n), a+uint32(n))
		}
	}
	top := uint32((len(z) - 1) * n)
	for k := 1; k+1 < n; k++ {
		s.triangles = append(s.triangles, 0, uint32(k+1), uint32(k), top, top+uint32(k), top+uint32(k+1))
	}
	return s
}

// unitSphere returns a sphere of diameter 1.
func unitSphere() *surface {
	var z []float64
	for k := range sides/2 + 1 {
		z = append(z, -0.5*math.Cos(2*math.Pi*float64(k)/sides))
	}
	return surfaceOfRevolution(z, func(z float64) float64 { return math.Sqrt(math.Max(0, 0.25-z*z)) }, sides)
}

// scaledBy returns the surface with each coordinate times its factor.
func (s *surface) scaledBy(factors [3]float64) *surface {
	for i := range s.vertices {
		for k := range 3 {
			s.vertices[i][k] *= factors[k]
		}
	}
	return s
}
