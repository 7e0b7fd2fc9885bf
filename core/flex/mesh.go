package flex

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Mesh is a finite-element model by its matrices, in SI units. A row of the matrices is a translation or rotation of a node
// along or about an axis of the mesh, or a modal coordinate of a reduced model.
type Mesh struct {
	Name  string
	Nodes []MeshNode
	K, M  *sparse
	// Reduced says that the matrices are those of a superelement: where between its nodes the mass is, is not known.
	Reduced bool
	Notes   []string

	dofs     []meshDOF     // of each row
	elements []meshElement // corners by ids of nodes until the file is read
	index    map[int]int32
}

// MeshNode is a node with its rows.
type MeshNode struct {
	ID       int
	Position spatial.Vec
	placed   bool     // it has a position
	row      [6]int32 // of its translations and rotations, -1 for none
}

// meshDOF is what a row is: a direction, 0 to 2 translations, 3 to 5 rotations, of a node, or a modal coordinate with direction -1.
type meshDOF struct {
	node      int32
	direction int8
}

func newMesh() *Mesh { return &Mesh{index: map[int]int32{}} }

// findOrAddNode returns a node, which it adds if it is new.
func (m *Mesh) findOrAddNode(id int) int32 {
	k, ok := m.index[id]
	if !ok {
		k = int32(len(m.Nodes))
		m.index[id] = k
		m.Nodes = append(m.Nodes, MeshNode{ID: id, row: [6]int32{-1, -1, -1, -1, -1, -1}})
	}
	return k
}

// setNodePosition sets the position of a node.
func (m *Mesh) setNodePosition(id int, p spatial.Vec) {
	k := m.findOrAddNode(id)
	m.Nodes[k].Position, m.Nodes[k].placed = p, true
}

// findOrAddRow returns the row of a direction of a node, -1 for a modal coordinate, which it adds if it is new.
func (m *Mesh) findOrAddRow(id, direction int) int32 {
	k := m.findOrAddNode(id)
	slot := max(direction, 0)
	if r := m.Nodes[k].row[slot]; r >= 0 {
		return r
	}
	r := int32(len(m.dofs))
	m.Nodes[k].row[slot] = r
	m.dofs = append(m.dofs, meshDOF{k, int8(direction)})
	return r
}

// scaleTriples converts entries to SI: rows of translations and modal coordinates are lengths, those of rotations angles. size is that of the energy
// per square of a length: mass/time² for stiffness, mass for mass.
func (m *Mesh) scaleTriples(t *triples, size, length float64) {
	for i := range t.val {
		f := size
		if m.dofs[t.row[i]].direction >= 3 {
			f *= length
		}
		if m.dofs[t.col[i]].direction >= 3 {
			f *= length
		}
		t.val[i] *= f
	}
}

// setMatrices sets the matrices from entries of both halves, in units.
func (m *Mesh) setMatrices(k, mass *triples, u Units) {
	m.scaleTriples(k, u.Mass/(u.Time*u.Time), u.Length)
	m.scaleTriples(mass, u.Mass, u.Length)
	for i := range m.Nodes {
		m.Nodes[i].Position = m.Nodes[i].Position.Scale(u.Length)
	}
	m.resolveElements()
	m.K, m.M = k.assemble(len(m.dofs)), mass.assemble(len(m.dofs))
}

// hasRotations reports whether a row is a rotation.
func (m *Mesh) hasRotations() bool {
	for _, d := range m.dofs {
		if d.direction >= 3 {
			return true
		}
	}
	return false
}

// rigidMotions returns the six unit motions of the whole body about its origin, by rows of the mesh: at a node at c
// a translation is e, a rotation e × c and e.
func (m *Mesh) rigidMotions() [6][]float64 {
	var x [6][]float64
	for k := range x {
		x[k] = make([]float64, len(m.dofs))
	}
	for r, d := range m.dofs {
		switch c := m.Nodes[d.node].Position; {
		case d.direction < 0:
		case d.direction < 3:
			x[d.direction][r] = 1
			for k := range 3 {
				x[3+k][r] = spatial.UnitAxis(k).Cross(c).At(int(d.direction))
			}
		default:
			x[d.direction][r] = 1
		}
	}
	return x
}

// rigidTolerance is how large a force of a rigid motion may be, relative to the sum of the magnitudes that it is the sum of.
const rigidTolerance = 1e-5

// checkRigid checks that rigid motions need no force: K x = 0.
func (m *Mesh) checkRigid(x *[6][]float64) error {
	for k := range x {
		largest := 0.0 // of all rows: sums of small terms may round
		sums := make([]float64, len(m.dofs))
		sizes := make([]float64, len(m.dofs))
		for r := range m.dofs {
			for e := m.K.start[r]; e < m.K.start[r+1]; e++ {
				f := m.K.val[e] * x[k][m.K.col[e]]
				sums[r] += f
				sizes[r] += math.Abs(f)
			}
			largest = math.Max(largest, sizes[r])
		}
		for r, d := range m.dofs {
			if math.Abs(sums[r]) > rigidTolerance*math.Max(sizes[r], 1e-6*largest) && d.direction >= 0 {
				return fmt.Errorf("the mesh resists %s of the whole body: at node %d %s it has a force of %.3g of those that must cancel; the mesh is fixed to the ground there (remove boundary conditions), or positions of nodes do not belong to the matrices",
					motionName(k), m.Nodes[d.node].ID, directionName(int(d.direction)), math.Abs(sums[r])/sizes[r])
			}
		}
	}
	return nil
}

func directionName(d int) string {
	return []string{"along x", "along y", "along z", "about x", "about y", "about z"}[d]
}

// checkMesh checks that each node with degrees of freedom has coordinates, and that both matrices are finite and symmetric without a negative diagonal value.
func (m *Mesh) checkMesh() error {
	if len(m.dofs) == 0 {
		return fmt.Errorf("the matrices have no degrees of freedom")
	}
	for _, d := range m.dofs {
		if n := &m.Nodes[d.node]; d.direction >= 0 && !n.placed {
			return fmt.Errorf("node %d of the matrices has no position", n.ID)
		}
	}
	for _, s := range []struct {
		name string
		of   *sparse
	}{{"stiffness", m.K}, {"mass", m.M}} {
		for _, v := range s.of.val {
			if v-v != 0 {
				return fmt.Errorf("the %s matrix has a value that is not finite", s.name)
			}
		}
		for r := range s.of.n {
			for e := s.of.start[r]; e < s.of.start[r+1]; e++ {
				c := int(s.of.col[e])
				if v, w := s.of.val[e], s.of.entry(c, r); math.Abs(v-w) > symmetryTolerance*sqrt(math.Abs(s.of.entry(r, r)*s.of.entry(c, c))) {
					return fmt.Errorf("the %s matrix is not symmetric: between nodes %d and %d it has %g and %g", s.name, m.Nodes[m.dofs[r].node].ID, m.Nodes[m.dofs[c].node].ID, v, w)
				}
			}
		}
		for r, d := range m.dofs {
			if v := s.of.entry(r, r); v < 0 {
				return fmt.Errorf("the diagonal value of the %s matrix at node %d is negative: %.6g", s.name, m.Nodes[d.node].ID, v)
			}
		}
	}
	return nil
}
