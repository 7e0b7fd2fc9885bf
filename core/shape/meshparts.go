package shape

// convexParts divides the mesh into convex polyhedra; inwards tells how its triangles are turned.
func (m *Mesh) convexParts(inwards bool) {
	radius := Radius(m)
	next := m.neighbours()
	of, normal := m.flats(radius, next)
	if p := m.convexHull(of, normal, next, inwards, radius); p != nil {
		m.parts = []*polyhedron{p}
	}
}
