package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// eliminatedUnknowns are the first-order states and algebraic unknowns z beside the speeds. With the matrix [H B; C D] of
// speeds and z, and the residuals r of their equations,
//
//	(H − B D⁻¹ C) δv/h − … = f + B D⁻¹ r,   δz = −D⁻¹ (r + C δv/h).
//
// What they depend on each other by falls into parts; each is a small dense matrix.
type eliminatedUnknowns struct {
	parts []eliminatedPart
	res   integrate.Residual
}

// eliminatedPart is states and unknowns that depend on one another.
type eliminatedPart struct {
	node   []int // of the matrix: groups and algebraic unknowns
	at     []int // where each begins in this part
	out    []int // and in the unknowns: X, or NX + Y
	n      int
	body   []int     // nodes of bodies
	col    []int     // where the speeds of each begin among those of this part, and their number last
	d, c   []float64 // n × n; n × speeds
	b      []float64 // speeds × n
	r, y   []float64
	piv    []int
	blocks []vi.Block // −B D⁻¹ C, for all pairs of bodies
	copies []blockCopy
}

// coupledBodyPairs lists the pairs of bodies that the iteration matrix has blocks for, once each.
func (ns *nonsmoothProblem) coupledBodyPairs() [][2]int32 {
	nb := int32(len(ns.s.sys.Bodies) - 1)
	var all [][2]int32
	seen := map[[2]int32]bool{}
	for _, e := range ns.coupledNodePairs() {
		if e[0] > e[1] {
			e[0], e[1] = e[1], e[0]
		}
		if e[1] < nb && !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	return all
}

func (ns *nonsmoothProblem) coupledNodePairs() [][2]int32 {
	var g solve.Graph
	ns.s.plan.addEdges(&g)
	return g.Edge
}

// findEliminatedParts finds the parts.
func (ns *nonsmoothProblem) findEliminatedParts() {
	nb, first := len(ns.s.sys.Bodies)-1, len(ns.s.sys.Bodies)-1+len(ns.s.sys.Rows)
	groups := len(ns.s.sys.States)
	n := groups + len(ns.s.sys.Algebraic)
	ns.eliminated = eliminatedUnknowns{res: integrate.Residual{X: make([]float64, ns.s.sys.nx), Y: make([]float64, len(ns.s.sys.Algebraic))}}
	if n == 0 {
		return
	}
	lead := make([]int, n)
	for i := range lead {
		lead[i] = i
	}
	root := func(i int) int {
		for lead[i] != i {
			i = lead[i]
		}
		return i
	}
	links := ns.coupledNodePairs()
	linked := map[[2]int]bool{}
	for _, e := range links {
		linked[[2]int{int(e[0]), int(e[1])}], linked[[2]int{int(e[1]), int(e[0])}] = true, true
		if i, j := int(e[0])-first, int(e[1])-first; i >= 0 && j >= 0 {
			lead[root(i)] = root(j)
		}
	}
	part := map[int]*eliminatedPart{}
	var order []int
	for i := range n {
		k := root(i)
		if part[k] == nil {
			part[k] = &eliminatedPart{}
			order = append(order, k)
		}
		p := part[k]
		size, out := 1, ns.s.sys.nx+i-groups
		if i < groups {
			size, out = len(ns.s.sys.States[i].IC), ns.s.sys.groups[i]
		}
		p.node, p.at, p.out = append(p.node, first+i), append(p.at, p.n), append(p.out, out)
		p.n += size
	}
	for _, e := range links {
		for _, d := range [2][2]int{{int(e[0]), int(e[1])}, {int(e[1]), int(e[0])}} {
			if z := d[0] - first; z >= 0 && d[1] < nb {
				part[root(z)].addNeighbour(d[1])
			}
		}
	}
	for _, k := range order {
		if p := part[k]; p.n > 0 {
			ns.initEliminatedPart(p, linked)
			ns.eliminated.parts = append(ns.eliminated.parts, *p)
		}
	}
}

func (p *eliminatedPart) addNeighbour(node int) {
	for _, b := range p.body {
		if b == node {
			return
		}
	}
	p.body = append(p.body, node)
}

func (ns *nonsmoothProblem) initEliminatedPart(p *eliminatedPart, linked map[[2]int]bool) {
	w := 0
	for _, b := range p.body {
		p.col = append(p.col, w)
		w += ns.s.sys.Bodies[b+1].speedCount()
	}
	p.col = append(p.col, w)
	p.d, p.c, p.b = make([]float64, p.n*p.n), make([]float64, p.n*w), make([]float64, w*p.n)
	p.r, p.y, p.piv = make([]float64, p.n), make([]float64, p.n), make([]int, p.n)
	for i, a := range p.node {
		for j, b := range p.node {
			if a == b || linked[[2]int{a, b}] {
				ns.planBlockCopy(p, a, b, p.d[p.at[i]*p.n+p.at[j]:], p.n)
			}
		}
		for j, b := range p.body {
			if linked[[2]int{a, b}] {
				ns.planBlockCopy(p, a, b, p.c[p.at[i]*w+p.col[j]:], w)
				ns.planBlockCopy(p, b, a, p.b[p.col[j]*p.n+p.at[i]:], p.n)
			}
		}
	}
	for i, a := range p.body {
		for j, b := range p.body {
			p.blocks = append(p.blocks, vi.Block{I: a, J: b, V: make([]float64, (p.col[i+1]-p.col[i])*(p.col[j+1]-p.col[j]))})
		}
	}
}

// planBlockCopy notes that block (a, b) of the matrix is to be copied to dst, whose rows are a stride apart.
func (ns *nonsmoothProblem) planBlockCopy(p *eliminatedPart, a, b int, dst []float64, stride int) {
	if ns.nodeSize(a) > 0 && ns.nodeSize(b) > 0 {
		p.copies = append(p.copies, blockCopy{ns.s.plan.matrix.Block(a, b), dst, ns.nodeSize(a), ns.nodeSize(b), stride})
	}
}

// eliminateStates takes the states and unknowns out of the assembled matrix, for a step of h; in an impact they stay.
func (ns *nonsmoothProblem) eliminateStates(p *integrate.Point, h float64) error {
	x := ns
	x.prob.H = append(x.prob.H[:0], x.own...)
	if h == 0 || len(x.eliminated.parts) == 0 {
		return nil
	}
	if err := ns.s.setStateResiduals(&x.eliminated.res); err != nil {
		return err
	}
	for i := range x.eliminated.parts {
		q := &x.eliminated.parts[i]
		ns.copyEliminatedBlocks(q)
		if !q.factorLU() {
			return fmt.Errorf("%w: the equations of states are singular", integrate.ErrRetry)
		}
		q.formSchurComplement(h, x.prob.F, ns.s)
		x.prob.H = append(x.prob.H, q.blocks...)
	}
	return nil
}

// blockCopy is a block of the iteration matrix and where its first value is among those of a part.
type blockCopy struct {
	from       []float64
	to         []float64
	rows, cols int
	stride     int
}

func (c *blockCopy) copyBlock() {
	for k := range c.rows {
		copy(c.to[k*c.stride:][:c.cols], c.from[k*c.cols:])
	}
}

// copyEliminatedBlocks copies the blocks and residuals of a part.
func (ns *nonsmoothProblem) copyEliminatedBlocks(p *eliminatedPart) {
	for i := range p.copies {
		p.copies[i].copyBlock()
	}
	for i, a := range p.node {
		for k := range ns.nodeSize(a) {
			p.r[p.at[i]+k] = ns.eliminated.entryAt(p.out[i] + k)
		}
	}
}

func (in *eliminatedUnknowns) entryAt(k int) float64 {
	if k < len(in.res.X) {
		return in.res.X[k]
	}
	return in.res.Y[k-len(in.res.X)]
}

// nodeSize is the number of unknowns of a node that is not a row set.
func (ns *nonsmoothProblem) nodeSize(node int) int {
	nb := len(ns.s.sys.Bodies) - 1
	if node < nb {
		return ns.s.sys.Bodies[node+1].speedCount()
	}
	if k := node - nb - len(ns.s.sys.Rows); k < len(ns.s.sys.States) {
		return len(ns.s.sys.States[k].IC)
	}
	return 1
}

// factorLU replaces D by its factors: Gauss's elimination with exchange of rows.
func (p *eliminatedPart) factorLU() (regular bool) {
	n, a := p.n, p.d
	for c := range n {
		m := c
		for i := c + 1; i < n; i++ {
			if math.Abs(a[i*n+c]) > math.Abs(a[m*n+c]) {
				m = i
			}
		}
		if !(math.Abs(a[m*n+c]) > 0) {
			return false
		}
		p.piv[c] = m
		if m != c {
			for j := range n {
				a[c*n+j], a[m*n+j] = a[m*n+j], a[c*n+j]
			}
		}
		for i := c + 1; i < n; i++ {
			f := a[i*n+c] / a[c*n+c]
			a[i*n+c] = f
			for j := c + 1; j < n && f != 0; j++ {
				a[i*n+j] -= f * a[c*n+j]
			}
		}
	}
	return true
}

// solveLU replaces y by D⁻¹ y.
func (p *eliminatedPart) solveLU(y []float64) {
	n, a := p.n, p.d
	for c := range n {
		if m := p.piv[c]; m != c {
			y[c], y[m] = y[m], y[c]
		}
	}
	for i := range n {
		for j, v := range a[i*n : i*n+i] {
			y[i] -= v * y[j]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			y[i] -= a[i*n+j] * y[j]
		}
		y[i] /= a[i*n+i]
	}
}

// formSchurComplement sets the blocks to −B D⁻¹ C and adds h B D⁻¹ r to f.
func (p *eliminatedPart) formSchurComplement(h float64, f []float64, s *State) {
	w := p.col[len(p.body)]
	copy(p.y, p.r)
	p.solveLU(p.y)
	for i, a := range p.body {
		v := s.sys.Bodies[a+1].v
		for k := p.col[i]; k < p.col[i+1]; k++ {
			f[v+k-p.col[i]] += h * dotProduct(p.b[k*p.n:(k+1)*p.n], p.y)
		}
	}
	for j, nb := 0, len(p.body); j < nb; j++ {
		size := p.col[j+1] - p.col[j]
		for k := range size {
			for r := range p.n {
				p.y[r] = p.c[r*w+p.col[j]+k]
			}
			p.solveLU(p.y)
			for i := range nb {
				dst := p.blocks[i*nb+j].V
				for r := range p.col[i+1] - p.col[i] {
					at := p.col[i] + r
					dst[r*size+k] = -dotProduct(p.b[at*p.n:(at+1)*p.n], p.y)
				}
			}
		}
	}
}

func dotProduct(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// recoverEliminated sets the increments of states and unknowns that go with those of speeds.
func (ns *nonsmoothProblem) recoverEliminated(d *integrate.Delta) {
	for i := range ns.eliminated.parts {
		p := &ns.eliminated.parts[i]
		w := p.col[len(p.body)]
		for r := range p.n {
			y := p.r[r]
			for j, b := range p.body {
				v := ns.s.sys.Bodies[b+1].v
				for k := p.col[j]; k < p.col[j+1]; k++ {
					y += p.c[r*w+k] * d.A[v+k-p.col[j]]
				}
			}
			p.y[r] = y
		}
		p.solveLU(p.y)
		for i, node := range p.node {
			for k := range ns.nodeSize(node) {
				if at := p.out[i] + k; at < ns.s.sys.nx {
					d.XDot[at] = -p.y[p.at[i]+k]
				} else {
					d.Y[at-ns.s.sys.nx] = -p.y[p.at[i]+k]
				}
			}
		}
	}
}
