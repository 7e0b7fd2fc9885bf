package vi

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/solve"
)

// kktMatrix is the matrix of a step: H + Jᵀ W J by blocks of q, then the Lock units as saddle-point rows.
type kktMatrix struct {
	sym   *solve.SymbolicFactorization
	m     *solve.Matrix
	size  []int
	node  []int32 // of each unit: its node, -1 when it is not a Lock
	edges [][2]int32

	analyzed [][2]int32 // edges of the analysis at hand
	loaded   []bool     // units whose pairs count
}

// ensurePatternFits makes sure that the matrix has room for all rows of the problem. The analysis of the one
// before is kept as long as it has all the pairs of blocks that are needed: contacts that went
// leave zeros.
func (m *kktMatrix) ensurePatternFits(w *workspace) {
	same := m.listNodes(w)
	m.edges = m.edges[:0]
	if m.listEdges(w, same, nil) {
		return
	}
	m.analyze(len(w.r.size))
}

// ensureLoadedPattern is ensurePatternFits for the pairs that Lock rows and the items whose derivative is not zero need: contacts without
// a load, which may be most, as where many bodies fly side by side, fill nothing. Where most pairs are needed all get their room,
// since another set of them would need another analysis at each change; pairs of the analysis before keep theirs unless it
// has several times what is needed.
func (m *kktMatrix) ensureLoadedPattern(w *workspace, deriv []float64, derivAt []int32) {
	same := m.listNodes(w)
	m.edges = m.edges[:0]
	m.markLoaded(w, deriv, derivAt)
	same = m.listEdges(w, same, m.loaded)
	needed := len(m.edges)
	if same && len(m.analyzed) <= mostSpare*needed+leastSpare {
		return
	}
	m.edges = m.edges[:0]
	m.listEdges(w, false, nil)
	if len(m.edges) > 2*needed+leastSpare {
		m.edges = m.edges[:0]
		m.listEdges(w, false, m.loaded)
		if len(m.analyzed) <= mostSpare*needed {
			m.edges = append(m.edges, m.analyzed...)
		}
	}
	m.analyze(len(w.r.size))
}

const (
	mostSpare  = 4  // pairs of an analysis by those that are needed
	leastSpare = 64 // pairs that are not worth another analysis
)

// markLoaded notes which units have an item whose derivative is not zero.
func (m *kktMatrix) markLoaded(w *workspace, deriv []float64, derivAt []int32) {
	m.loaded = m.loaded[:0]
	for range w.r.units {
		m.loaded = append(m.loaded, false)
	}
	for k := range w.items {
		it := &w.items[k]
		if !w.isLockItem(it) && !m.loaded[it.unit] {
			m.loaded[it.unit] = !isZero(deriv[derivAt[k]:][:it.n*it.n])
		}
	}
}

// listNodes lists the nodes and reports whether they are those of the analysis at hand.
func (m *kktMatrix) listNodes(w *workspace) (same bool) {
	r := w.r
	m.node = m.node[:0]
	n := len(r.size)
	same = m.sym != nil
	put := func(k, size int) {
		if k >= len(m.size) {
			m.size, same = append(m.size, size), false
		} else if m.size[k] != size {
			m.size[k], same = size, false
		}
	}
	for i, s := range r.size {
		put(i, s)
	}
	for k := range r.units {
		m.node = append(m.node, -1)
		if u := &r.units[k]; r.Mode[u.row] == Lock {
			m.node[k] = int32(n)
			put(n, int(u.n))
			n++
		}
	}
	if len(m.size) != n {
		m.size, same = m.size[:n], false
	}
	if !same {
		m.sym, m.analyzed = nil, m.analyzed[:0] // of other nodes
	}
	return same
}

// listEdges lists the pairs of nodes of H, of Lock units and of those other units that count (all: nil), and reports whether the
// analysis at hand has them all.
func (m *kktMatrix) listEdges(w *workspace, same bool, counts []bool) bool {
	r := w.r
	for k := range w.p.H {
		b := &w.p.H[k]
		same = m.addEdge(same, int32(b.I), int32(b.J))
	}
	for k := range r.units {
		if m.node[k] < 0 && counts != nil && !counts[k] {
			continue
		}
		u := &r.units[k]
		e := r.entries[u.ent:u.end]
		for i := range e {
			if m.node[k] >= 0 {
				same = m.addEdge(same, m.node[k], e[i].block)
				continue
			}
			for j := range i {
				same = m.addEdge(same, e[i].block, e[j].block)
			}
		}
	}
	return same
}

// analyze makes the analysis of the nodes and edges listed; the first n nodes are blocks of q.
func (m *kktMatrix) analyze(n int) {
	kind := make([]solve.Kind, len(m.size))
	for i := n; i < len(m.size); i++ {
		kind[i] = solve.Saddle
	}
	m.sym = solve.AnalyzePattern(solve.Graph{Size: m.size, Kind: kind, Edge: m.edges})
	m.m = m.sym.NewMatrix()
	m.analyzed = append(m.analyzed[:0], m.edges...)
}

// addEdge notes an edge and reports whether the pattern still fits.
func (m *kktMatrix) addEdge(same bool, i, j int32) (fits bool) {
	if i == j {
		return same
	}
	if k := len(m.edges); k == 0 || m.edges[k-1] != [2]int32{i, j} {
		m.edges = append(m.edges, [2]int32{i, j})
		same = same && m.sym.HasBlock(int(i), int(j))
	}
	return same
}

// lockOffset is the place of a Lock row in vectors of the matrix.
func (m *kktMatrix) lockOffset(w *workspace, it *projectionItem) int {
	return m.sym.NodeOffset(int(m.node[it.unit])) + int(it.row-w.r.units[it.unit].row)
}

// fillAndFactor fills and factors the matrix. deriv holds the matrices W of the items that are not Locks, d the
// diagonal of the others.
func (m *kktMatrix) fillAndFactor(w *workspace, projectionDerivatives []float64, derivAt []int32, diagonal []float64) error {
	r := w.r
	m.m.Clear()
	for k := range w.p.H {
		b := &w.p.H[k]
		dst := m.m.Block(b.I, b.J)
		for i, v := range b.V {
			dst[i] += v
		}
	}
	for k := range r.units {
		if m.node[k] >= 0 {
			m.fillLockRows(w, k, diagonal)
		}
	}
	var at itemBlocks
	for k := range w.items {
		it := &w.items[k]
		if w.isLockItem(it) {
			continue
		}
		dv := projectionDerivatives[derivAt[k]:][:it.n*it.n]
		if isZero(dv) {
			continue
		}
		if it.kind == general {
			m.addGeneralItem(w, it, dv)
			continue
		}
		at.findBlocks(m.m, w, it)
		at.addJTransposeWJ(it, r.j, dv)
	}
	if err := m.m.Factor(); err != nil {
		return m.nameSingularRow(w, err)
	}
	return nil
}

func isZero(a []float64) bool {
	for _, v := range a {
		if v != 0 {
			return false
		}
	}
	return true
}

// fillLockRows fills the rows of a Lock unit; those that are off get the diagonal 1 and nothing else.
func (m *kktMatrix) fillLockRows(w *workspace, k int, d []float64) {
	r, node := w.r, int(m.node[k])
	u := &r.units[k]
	for i := u.row; i < u.row+u.n; i++ {
		if r.IsEnabled(int(i)) {
			m.m.Block(node, node)[(i-u.row)*(u.n+1)] = d[i]
		} else {
			m.m.Block(node, node)[(i-u.row)*(u.n+1)] = 1
		}
	}
	for _, e := range r.entries[u.ent:u.end] {
		n := r.size[e.block]
		row, col := m.m.Block(node, int(e.block)), m.m.Block(int(e.block), node)
		for i := range int(u.n) {
			if !r.IsEnabled(int(u.row) + i) {
				continue
			}
			for c, v := range r.j[int(e.at)+i*n:][:n] {
				row[i*n+c] = v
				col[c*int(u.n)+i] = -v
			}
		}
	}
}

// addGeneralItem adds Jᵀ W J of an item with any blocks.
func (m *kktMatrix) addGeneralItem(w *workspace, it *projectionItem, dv []float64) {
	r := w.r
	u := &r.units[it.unit]
	own := func(e entry, i int) []float64 {
		n := int32(r.size[e.block])
		return r.j[e.at+(it.row-u.row+int32(i))*n:][:n]
	}
	rows := int(it.n)
	for _, a := range r.entries[u.ent:u.end] {
		for _, b := range r.entries[u.ent:u.end] {
			dst, n := m.m.Block(int(a.block), int(b.block)), r.size[b.block]
			for i := range rows {
				for j := range rows {
					f := dv[i*rows+j]
					for x, v := range own(a, i) {
						for y, z := range own(b, j) {
							dst[x*n+y] += f * v * z
						}
					}
				}
			}
		}
	}
}

// nameSingularRow reports which block or row makes a matrix singular.
func (m *kktMatrix) nameSingularRow(w *workspace, err error) error {
	s, ok := err.(*solve.SingularError)
	if !ok {
		return err
	}
	for k, n := range m.node {
		if int(n) == s.Node && n >= 0 {
			return fmt.Errorf("vi: row %d depends on other rows: mark it as redundant", int(w.r.units[k].row)+s.Row)
		}
	}
	return fmt.Errorf("vi: H and the rows leave unknown %d of block %d without a value: it needs inertia, stiffness or a Lock row", s.Row, s.Node)
}

// itemBlocks are the places of an item's blocks in the matrix; contacts between the same bodies are
// together and share them.
type itemBlocks struct {
	kind           itemKind
	qa, qb         int32
	aa, ab, ba, bb []float64
}

func (b *itemBlocks) findBlocks(m *solve.Matrix, w *workspace, it *projectionItem) {
	if b.aa != nil && b.kind == it.kind && b.qa == it.qa && b.qb == it.qb {
		return
	}
	b.kind, b.qa, b.qb = it.kind, it.qa, it.qb
	e := w.r.entries[w.r.units[it.unit].ent:w.r.units[it.unit].end]
	i := int(e[0].block)
	b.aa = m.Block(i, i)
	if it.kind == twoSix {
		j := int(e[1].block)
		b.ab, b.ba, b.bb = m.Block(i, j), m.Block(j, i), m.Block(j, j)
	}
}

// addJTransposeWJ adds Jᵀ W J.
func (b *itemBlocks) addJTransposeWJ(it *projectionItem, j, dv []float64) {
	n := int(it.n)
	var ta, tb [36]float64 // W J
	ja, jb := j[it.ja:][:6*n], j[it.ja:][:0]
	multiplyWeightByRows(&ta, dv, ja, n)
	if it.kind == twoSix {
		jb = j[it.jb:][:6*n]
		multiplyWeightByRows(&tb, dv, jb, n)
	}
	if n == 3 {
		addTransposedProduct3(b.aa, ja, &ta)
		if it.kind == twoSix {
			addTransposedProduct3(b.ab, ja, &tb)
			addTransposedProduct3(b.ba, jb, &ta)
			addTransposedProduct3(b.bb, jb, &tb)
		}
		return
	}
	addTransposedProduct(b.aa, ja, &ta, n)
	if it.kind == twoSix {
		addTransposedProduct(b.ab, ja, &tb, n)
		addTransposedProduct(b.ba, jb, &ta, n)
		addTransposedProduct(b.bb, jb, &tb, n)
	}
}

// multiplyWeightByRows sets t to W J, n rows of six.
func multiplyWeightByRows(t *[36]float64, dv, j []float64, n int) {
	for i := range n {
		row := (*[6]float64)(t[6*i:])
		for k, f := range dv[i*n : i*n+n] {
			if f != 0 {
				addScaled6(row, (*[6]float64)(j[6*k:]), f)
			}
		}
	}
}

// addTransposedProduct adds Jᵀ T to a block of 6 × 6.
func addTransposedProduct(dst, j []float64, t *[36]float64, n int) {
	for i := range n {
		row := (*[6]float64)(t[6*i:])
		for r, f := range j[6*i : 6*i+6] {
			addScaled6((*[6]float64)(dst[6*r:]), row, f)
		}
	}
}

func addTransposedProduct3(dst, j []float64, t *[36]float64) {
	a, b, c := (*[6]float64)(j), (*[6]float64)(j[6:]), (*[6]float64)(j[12:])
	for r := range 6 {
		x, y, z := a[r], b[r], c[r]
		row := (*[6]float64)(dst[6*r:])
		row[0] += x*t[0] + y*t[6] + z*t[12]
		row[1] += x*t[1] + y*t[7] + z*t[13]
		row[2] += x*t[2] + y*t[8] + z*t[14]
		row[3] += x*t[3] + y*t[9] + z*t[15]
		row[4] += x*t[4] + y*t[10] + z*t[16]
		row[5] += x*t[5] + y*t[11] + z*t[17]
	}
}
