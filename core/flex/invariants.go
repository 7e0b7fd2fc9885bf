package flex

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// buildData returns the data of the reduced body.
func (r *reducer) buildData(rigid *[6][]float64, spider string) *Data {
	n := len(r.values)
	d := newData(n)
	d.Name = r.mesh.Name
	for j, v := range r.values {
		d.K[j*n+j] = v
	}
	fillFirstOrders(d, r.mesh, rigid, r.shapes)
	switch {
	case r.mesh.Reduced:
		d.Notes = append(d.Notes, "The source is a superelement: how its mass is distributed between the nodes is not known, so that the inertia does not change with the deformation (C1, J1 and J2 are zero).")
	case r.mesh.hasRotations():
		fillLumped(d, r.mesh, rigid, r.shapes)
		d.Notes = append(d.Notes, "C1, J1 and J2 are sums over masses lumped at the nodes, since nodes have rotations; the others are those of the mass matrix.")
	default:
		fillConsistent(d, r.mesh, r.shapes)
	}
	switch spider {
	case "rigid":
		d.Notes = append(d.Notes, "The nodes of interfaces move as rigid bodies: too stiff.")
	case "average":
		d.Notes = append(d.Notes, "The motions of interfaces are means of those of their nodes: too soft.")
	}
	for _, p := range r.t.nodes {
		node := Node{ID: p.id, Name: p.name, Position: p.position, Axes: spatial.Identity}
		node.Phi, node.Psi = r.boundaryShapes(p.at[:3]), r.boundaryShapes(p.at[3:])
		if p.at[3] < 0 && p.at[4] < 0 && p.at[5] < 0 {
			node.Psi = nil
		}
		d.Nodes = append(d.Nodes, node)
	}
	return d
}

// boundaryShapes returns the shapes of the modes at three motions of the boundary.
func (r *reducer) boundaryShapes(at []int32) []spatial.Vec {
	out := make([]spatial.Vec, len(r.values))
	for j := range out {
		var x [3]float64
		for k, b := range at {
			if b >= 0 {
				x[k] = r.basis[int(b)*r.width+6+j]
			}
		}
		out[j] = spatial.LoadVec(x[:])
	}
	return out
}

// addOutputNodes adds nodes that are no interfaces.
func (r *reducer) addOutputNodes(d *Data, ids []int) error {
	for _, id := range ids {
		k, ok := r.mesh.index[id]
		if !ok || !r.mesh.Nodes[k].hasRows() || !r.mesh.Nodes[k].placed {
			return fmt.Errorf("node %d of the output is not in the matrices", id)
		}
		n := &r.mesh.Nodes[k]
		p := Node{ID: id, Position: n.Position, Axes: spatial.Identity}
		for _, s := range r.shapes {
			p.Phi = append(p.Phi, n.vectorAt(s, 0))
			if n.row[3] >= 0 || n.row[4] >= 0 || n.row[5] >= 0 {
				p.Psi = append(p.Psi, n.vectorAt(s, 3))
			}
		}
		d.Nodes = append(d.Nodes, p)
	}
	return nil
}

// vectorAt returns the translation (first 0) or the rotation (first 3) of a node in a vector by rows of the mesh.
func (n *MeshNode) vectorAt(x []float64, first int) spatial.Vec {
	var v [3]float64
	for k := range 3 {
		if r := n.row[first+k]; r >= 0 {
			v[k] = x[r]
		}
	}
	return spatial.LoadVec(v[:])
}

// fillFirstOrders sets m, S0, J0, S, C0 and M, which follow from the mass matrix and the rigid motions X for any element: the blocks of
// (X Φ)ᵀ M (X Φ). Φ are the shapes, by modes.
func fillFirstOrders(d *Data, m *Mesh, rigid *[6][]float64, shapes [][]float64) {
	n := len(shapes)
	w := make([]float64, len(m.dofs))
	var x [6][6]float64
	for k := range 6 {
		m.M.multiply(w, rigid[k])
		for i := range 6 {
			x[i][k] = dotProduct(rigid[i], w)
		}
		for j, s := range shapes {
			v := dotProduct(s, w)
			if k < 3 {
				addToComponent(&d.S[j], k, v)
			} else {
				addToComponent(&d.C0[j], k-3, v)
			}
		}
	}
	d.Mass = (x[0][0] + x[1][1] + x[2][2]) / 3
	// The block of rotations and translations is S0~.
	d.S0 = spatial.Vec{X: (x[5][1] - x[4][2]) / 2, Y: (x[3][2] - x[5][0]) / 2, Z: (x[4][0] - x[3][1]) / 2}
	row := func(i int) spatial.Vec {
		return spatial.Vec{X: (x[3+i][3] + x[3][3+i]) / 2, Y: (x[3+i][4] + x[4][3+i]) / 2, Z: (x[3+i][5] + x[5][3+i]) / 2}
	}
	d.J0 = matFromRows(row(0), row(1), row(2))
	for j, s := range shapes {
		m.M.multiply(w, s)
		for k := range j + 1 {
			v := dotProduct(shapes[k], w)
			d.M[j*n+k], d.M[k*n+j] = v, v
		}
	}
}

func addToComponent(v *spatial.Vec, k int, x float64) {
	*v = v.AddScaled(x, spatial.UnitAxis(k))
}

// fillConsistent sets C1, J1 and J2 from the mass matrix of a mesh whose nodes have translations only. With x~ the 3N × 3 matrix of the cross
// products of a vector's nodes,
//
//	J1_j = c~ᵀ M φ_j~,  J2_jk = φ_j~ᵀ M φ_k~,  C1_j = -φ_j~ᵀ M Φ:
//
// interpolation in elements commutes with rotations, so that these are the integrals (A. Zwölfer, J. Gerstmayr, Acta Mechanica 231, 2020).
func fillConsistent(d *Data, m *Mesh, shapes [][]float64) {
	n := len(shapes)
	position := make([]float64, len(m.dofs))
	for i := range m.Nodes {
		p := &m.Nodes[i]
		for k := range 3 {
			if r := p.row[k]; r >= 0 {
				position[r] = p.Position.At(k)
			}
		}
	}
	c := tildeColumns(m, position)
	tildes := make([][3][]float64, n)
	for j, s := range shapes {
		tildes[j] = tildeColumns(m, s)
	}
	w := make([]float64, len(m.dofs))
	for k := range shapes {
		m.M.multiply(w, shapes[k])
		for j := range shapes {
			d.C1[j][k] = transposedProduct(&tildes[j], w).Scale(-1)
		}
		for b := range 3 {
			m.M.multiply(w, tildes[k][b])
			setColumn(&d.J1[k], b, transposedProduct(&c, w))
			for j := range k + 1 {
				setColumn(&d.J2[j*n+k], b, transposedProduct(&tildes[j], w))
			}
		}
		for j := range k + 1 {
			d.J2[k*n+j] = d.J2[j*n+k].T()
		}
	}
	makeAntisymmetric(d.C1)
}

// makeAntisymmetric takes off what rounding leaves.
func makeAntisymmetric(c [][]spatial.Vec) {
	for j := range c {
		for k := range j {
			v := c[j][k].Sub(c[k][j]).Scale(0.5)
			c[j][k], c[k][j] = v, v.Scale(-1)
		}
		c[j][j] = spatial.Vec{}
	}
}

// tildeColumns returns the columns of x~: column k has x × e_k at each node.
func tildeColumns(m *Mesh, x []float64) [3][]float64 {
	var t [3][]float64
	for k := range t {
		t[k] = make([]float64, len(x))
	}
	for i := range m.Nodes {
		n := &m.Nodes[i]
		v := n.vectorAt(x, 0)
		for k := range 3 {
			u := v.Cross(spatial.UnitAxis(k))
			for a := range 3 {
				if r := n.row[a]; r >= 0 {
					t[k][r] = u.At(a)
				}
			}
		}
	}
	return t
}

func transposedProduct(t *[3][]float64, w []float64) spatial.Vec {
	return spatial.Vec{X: dotProduct(t[0], w), Y: dotProduct(t[1], w), Z: dotProduct(t[2], w)}
}

func setColumn(m *spatial.Mat, k int, v spatial.Vec) {
	switch k {
	case 0:
		m.A = v
	case 1:
		m.B = v
	default:
		m.C = v
	}
}

// fillLumped sets C1, J1 and J2 from masses at the nodes: what a unit acceleration of all translations demands of a node, the mean of the three
// directions.
func fillLumped(d *Data, m *Mesh, rigid *[6][]float64, shapes [][]float64) {
	n := len(shapes)
	mass := make([]float64, len(m.Nodes))
	w := make([]float64, len(m.dofs))
	for k := range 3 {
		m.M.multiply(w, rigid[k])
		for i := range m.Nodes {
			if r := m.Nodes[i].row[k]; r >= 0 {
				mass[i] += w[r] / 3
			}
		}
	}
	shape := make([]spatial.Vec, n)
	for i := range m.Nodes {
		if math.Abs(mass[i]) == 0 {
			continue
		}
		c := m.Nodes[i].Position
		for j, s := range shapes {
			shape[j] = m.Nodes[i].vectorAt(s, 0)
		}
		for j, f := range shape {
			x := spatial.TildeProduct(c, f)
			x = x.Scale(-mass[i])
			d.J1[j] = d.J1[j].Add(&x)
			for k, g := range shape {
				d.C1[j][k] = d.C1[j][k].AddScaled(mass[i], f.Cross(g))
				x := spatial.TildeProduct(f, g)
				x = x.Scale(-mass[i])
				d.J2[j*n+k] = d.J2[j*n+k].Add(&x)
			}
		}
	}
}
