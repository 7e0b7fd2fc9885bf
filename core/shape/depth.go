package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// mostSamples is how many places of a mesh are examined.
const mostSamples = 300

// DepthSamplePoints are places on and within a solid that report how deep another one is in it: corners, middles of edges and faces of a mesh, its middle
// and those of its sides of another. Those of a half-space are none.
func DepthSamplePoints(s Solid) (p []vec) {
	ring := func(h vec) {
		for x := -1.; x <= 1; x++ {
			for y := -1.; y <= 1; y++ {
				for z := -1.; z <= 1; z++ {
					p = append(p, vec{X: x * h.X, Y: y * h.Y, Z: z * h.Z})
				}
			}
		}
	}
	switch s := s.(type) {
	case Ball:
		p = append(p, vec{})
	case Block:
		ring(s.H)
	case Rod:
		return frustumSamples(s.R, s.R, s.H)
	case Cone:
		return frustumSamples(s.Bottom, s.Top, s.H)
	case Ellipsoid:
		ring(s.H.Scale(1 / math.Sqrt(3)))
		for k := range 3 {
			x := spatial.UnitAxis(k).Scale(s.H.At(k))
			p = append(p, x, x.Neg())
		}
	case *Mesh:
		return s.samplePoints()
	}
	return p
}

// frustumSamples are places on the axis of a frustum and on circles at its ends and half way.
func frustumSamples(bottom, top, h float64) (p []vec) {
	for z := -1.; z <= 1; z++ {
		r := (bottom*(1-z) + top*(1+z)) / 2
		p = append(p, vec{Z: z * h})
		for _, c := range octant {
			p = append(p, vec{X: r * c[0], Y: r * c[1], Z: z * h})
		}
	}
	return p
}

// samplePoints are corners, and middles of sides and triangles; of large meshes some of them.
func (m *Mesh) samplePoints() (p []vec) {
	step := 1 + 5*len(m.tri)/mostSamples
	for k := 0; k < len(m.tri); k += step {
		t := &m.tri[k]
		a, b, c := m.v[t.at[0]], m.v[t.at[1]], m.v[t.at[2]]
		p = append(p, a, a.Add(b).Scale(0.5), b.Add(c).Scale(0.5), c.Add(a).Scale(0.5), a.Add(b).Add(c).Scale(1./3))
	}
	return p
}

// DeepestSampleDepth is how deep the deepest place of a set, given in the axes of pose at, lies within a solid; 0 where all are outside.
func DeepestSampleDepth(samples []vec, at *Pose, s Solid, on *Pose) (depth float64) {
	in := on.RelativeTo(at)
	bounded, _ := s.(Bounded)
	for _, x := range samples {
		x = in.P.Add(in.R.Mul(x))
		if bounded != nil && bounded.IsPointFartherThan(x, 0) {
			continue
		}
		depth = max(depth, -s.DistanceAt(x).Gap)
	}
	return depth
}
