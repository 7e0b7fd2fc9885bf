package flex

import (
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Interface is a place at which the body will be joined to others: a node, or several that move together.
type Interface struct {
	Name  string // of several nodes
	Nodes []int
}

// Spider is how several nodes follow the six motions of an interface.
type Spider int

const (
	// RigidSpider: the nodes move as points of a rigid body. Too stiff.
	RigidSpider Spider = iota
	// AverageSpider: the motion of the interface is the mean of that of the nodes, by least squares, and a load is spread over them
	// by equal weights. Too soft.
	AverageSpider
)

// ParseInterface reads "1,2", each node an interface of its own, or "hub=12,13,14", one interface with a name.
func ParseInterface(text string) ([]Interface, error) {
	name, list, several := strings.Cut(text, "=")
	if !several {
		name, list = "", text
	}
	var ids []int
	for _, f := range strings.Split(list, ",") {
		id, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil {
			return nil, fmt.Errorf("interface %q: %q is no id of a node; it is 1,2 (two interfaces) or hub=12,13,14 (one)", text, f)
		}
		ids = append(ids, id)
	}
	if several {
		if name == "" {
			return nil, fmt.Errorf("interface %q has no name", text)
		}
		return []Interface{{name, ids}}, nil
	}
	var all []Interface
	for _, id := range ids {
		all = append(all, Interface{Nodes: []int{id}})
	}
	return all, nil
}

// transformation expresses the rows of a mesh by the motions of interfaces and what is left: u = T y. First come the
// motions of interfaces, then interior unknowns, those of a node together.
type transformation struct {
	boundary int
	size     int
	start    []int // of the terms of each row of the mesh
	col      []int32
	val      []float64
	groups   []int // sizes of the groups of interior unknowns, of a node each

	nodes []interfaceNode
}

// interfaceNode is a node of the result.
type interfaceNode struct {
	id       int
	name     string
	position spatial.Vec
	at       [6]int32 // its motions among the boundary's, -1 for none
}

// terms are those of one row.
type terms struct {
	col []int32
	val []float64
}

// buildTransformation makes the interfaces of a mesh.
func buildTransformation(m *Mesh, list []Interface, spider Spider) (*transformation, error) {
	t := &transformation{}
	rows := make([]*terms, len(m.dofs)) // nil: interior
	used := map[int]bool{}
	next := 0
	for i := range m.Nodes {
		next = max(next, m.Nodes[i].ID)
	}
	var averages []*average
	for _, f := range list {
		for _, id := range f.Nodes {
			k, ok := m.index[id]
			if !ok || !m.Nodes[k].hasRows() {
				return nil, fmt.Errorf("interface node %d is not in the matrices", id)
			}
			if used[id] {
				return nil, fmt.Errorf("node %d is in two interfaces", id)
			}
			used[id] = true
		}
		if f.Name == "" {
			t.addNode(m, m.index[f.Nodes[0]], rows)
			continue
		}
		next++
		a, err := t.addSpider(m, f, next, spider, rows)
		if err != nil {
			return nil, err
		}
		if a != nil {
			averages = append(averages, a)
		}
	}
	t.assignUnknownsToFreeRows(m, rows)
	for _, a := range averages {
		a.setDependentRows(rows)
	}
	for _, r := range rows {
		t.start = append(t.start, len(t.col))
		t.col, t.val = append(t.col, r.col...), append(t.val, r.val...)
	}
	t.start = append(t.start, len(t.col))
	return t, nil
}

func (n *MeshNode) hasRows() bool {
	for _, r := range n.row {
		if r >= 0 {
			return true
		}
	}
	return false
}

// addNode makes the rows of a node motions of the boundary.
func (t *transformation) addNode(m *Mesh, k int32, rows []*terms) {
	n := &m.Nodes[k]
	p := interfaceNode{id: n.ID, position: n.Position, at: [6]int32{-1, -1, -1, -1, -1, -1}}
	for d, r := range n.row {
		if r >= 0 {
			p.at[d] = int32(t.boundary)
			rows[r] = &terms{[]int32{p.at[d]}, []float64{1}}
			t.boundary++
		}
	}
	t.nodes = append(t.nodes, p)
}

// addSpider makes six motions of the boundary, about the mean position of the nodes. The rows of a rigid spider follow them; those that an average
// determines are known when the interior is numbered.
func (t *transformation) addSpider(m *Mesh, f Interface, id int, spider Spider, rows []*terms) (*average, error) {
	p := interfaceNode{id: id, name: f.Name}
	var nodes []*MeshNode
	for _, n := range f.Nodes {
		node := &m.Nodes[m.index[n]]
		if node.row[0] < 0 || node.row[1] < 0 || node.row[2] < 0 {
			return nil, fmt.Errorf("interface %s: node %d has not three translations", f.Name, n)
		}
		nodes = append(nodes, node)
		p.position = p.position.Add(node.Position)
	}
	p.position = p.position.Scale(1 / float64(len(nodes)))
	for k := range 6 {
		p.at[k] = int32(t.boundary + k)
	}
	t.boundary += 6
	t.nodes = append(t.nodes, p)
	if spider == AverageSpider {
		return newAverage(f.Name, p, nodes, rows)
	}
	for _, n := range nodes {
		arm := n.Position.Sub(p.position)
		for d := range 3 {
			row := &terms{[]int32{p.at[d]}, []float64{1}}
			for k := range 3 {
				if x := spatial.UnitAxis(k).Cross(arm).At(d); x != 0 {
					row.col, row.val = append(row.col, p.at[3+k]), append(row.val, x)
				}
			}
			rows[n.row[d]] = row
			if n.row[3+d] >= 0 {
				rows[n.row[3+d]] = &terms{[]int32{p.at[3+d]}, []float64{1}}
			}
		}
	}
	return nil, nil
}

// assignUnknownsToFreeRows gives each row that is not determined yet an unknown of its own.
func (t *transformation) assignUnknownsToFreeRows(m *Mesh, rows []*terms) {
	t.size = t.boundary
	for i := range m.Nodes {
		group := 0
		for _, r := range m.Nodes[i].row {
			if r >= 0 && rows[r] == nil {
				rows[r] = &terms{[]int32{int32(t.size)}, []float64{1}}
				t.size++
				group++
			}
		}
		if group > 0 {
			t.groups = append(t.groups, group)
		}
	}
}

// average is an interface whose motion is the mean of that of nodes:
//
//	translation = Σ u / n,  rotation = (Σ r² 1 - r rᵀ)⁻¹ Σ r × u
//
// with r from their center. These six equations G u = y give six of the rows, the dependent ones, by the motion
// and the other rows.
type average struct {
	at        [6]int32
	row       []int32 // of the mesh, three a node
	dependent []int   // six entries of row
	byMotion  *mat.Dense
	byRest    *mat.Dense // 6 × len(row), columns of dependent rows are not used
}

func newAverage(name string, p interfaceNode, nodes []*MeshNode, rows []*terms) (*average, error) {
	a := &average{at: p.at}
	inertia := mat.NewDense(3, 3, nil)
	size := 0.0
	for _, n := range nodes {
		r := n.Position.Sub(p.position)
		size += r.Dot(r)
		far := spatial.TildeProduct(r, r)
		for i := range 3 {
			for k := range 3 {
				inertia.Set(i, k, inertia.At(i, k)-at(&far, i, k))
			}
		}
		a.row = append(a.row, n.row[0], n.row[1], n.row[2])
	}
	var inverse mat.Dense
	if err := inverse.Inverse(inertia); size == 0 || err != nil {
		return nil, fmt.Errorf("interface %s: an average needs three nodes that are not in line", name)
	}
	w := len(a.row)
	g := mat.NewDense(6, w, nil)
	for j, n := range nodes {
		r := n.Position.Sub(p.position)
		rt := spatial.Tilde(r)
		for d := range 3 {
			g.Set(d, 3*j+d, 1/float64(len(nodes)))
			for i := range 3 {
				x := 0.0
				for k := range 3 {
					x += inverse.At(i, k) * at(&rt, k, d)
				}
				g.Set(3+i, 3*j+d, x)
			}
		}
	}
	a.dependent = independentColumns(g, sqrt(size/float64(len(nodes))))
	gd := mat.NewDense(6, 6, nil)
	for k, c := range a.dependent {
		for i := range 6 {
			gd.Set(i, k, g.At(i, c))
		}
		rows[a.row[c]] = &terms{} // determined, filled later
	}
	a.byMotion, a.byRest = &mat.Dense{}, &mat.Dense{}
	if err := a.byMotion.Inverse(gd); err != nil || len(a.dependent) < 6 {
		return nil, fmt.Errorf("interface %s: an average needs three nodes that are not in line", name)
	}
	a.byRest.Mul(a.byMotion, g)
	a.byRest.Scale(-1, a.byRest)
	return a, nil
}

// independentColumns returns six columns of g that are farthest from dependence, by Gram-Schmidt with the longest rest first. The last three rows are
// multiplied by a length.
func independentColumns(g *mat.Dense, length float64) []int {
	_, w := g.Dims()
	rest := make([][6]float64, w)
	for c := range rest {
		for i := range 6 {
			rest[c][i] = g.At(i, c)
			if i >= 3 {
				rest[c][i] *= length
			}
		}
	}
	var chosen []int
	for range min(6, w) {
		best, most := 0, -1.0
		for c := range rest {
			if x := dotProduct(rest[c][:], rest[c][:]); x > most {
				best, most = c, x
			}
		}
		if most <= 0 {
			return chosen
		}
		chosen = append(chosen, best)
		e := rest[best]
		for c := range rest {
			addScaled(rest[c][:], -dotProduct(rest[c][:], e[:])/most, e[:])
		}
		rest[best] = [6]float64{}
	}
	return chosen
}

// setDependentRows sets the terms of the dependent rows.
func (a *average) setDependentRows(rows []*terms) {
	dependent := map[int]bool{}
	for _, c := range a.dependent {
		dependent[c] = true
	}
	for i, c := range a.dependent {
		t := rows[a.row[c]]
		for k := range 6 {
			t.col, t.val = append(t.col, a.at[k]), append(t.val, a.byMotion.At(i, k))
		}
		for j, r := range a.row {
			if !dependent[j] {
				t.col, t.val = append(t.col, rows[r].col[0]), append(t.val, a.byRest.At(i, j))
			}
		}
	}
}

// transformMatrix returns TᵀAT.
func (t *transformation) transformMatrix(a *sparse) *sparse {
	out := &triples{}
	out.row, out.col, out.val = make([]int32, 0, len(a.col)), make([]int32, 0, len(a.col)), make([]float64, 0, len(a.col))
	for r := range a.n {
		for e := a.start[r]; e < a.start[r+1]; e++ {
			c := a.col[e]
			for i := t.start[r]; i < t.start[r+1]; i++ {
				for k := t.start[c]; k < t.start[c+1]; k++ {
					out.add(t.col[i], t.col[k], t.val[i]*a.val[e]*t.val[k])
				}
			}
		}
	}
	return out.assemble(t.size)
}

// expandVector returns T y.
func (t *transformation) expandVector(y []float64) []float64 {
	u := make([]float64, len(t.start)-1)
	for r := range u {
		for k := t.start[r]; k < t.start[r+1]; k++ {
			u[r] += t.val[k] * y[t.col[k]]
		}
	}
	return u
}
