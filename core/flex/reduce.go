package flex

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Options are those of a reduction.
type Options struct {
	Interfaces []Interface // none for all nodes of a superelement
	Spider     Spider
	Modes      int     // -1 for all of a superelement, else the number of fixed-interface modes, if Frequency is zero
	Frequency  float64 // their highest frequency in Hz, if not zero
	Output     []int   // nodes of the result besides the interfaces
	Surface    bool    // the result gets a surface for pictures
}

// Reduction is the result of Reduce.
type Reduction struct {
	Data          *Data
	FixedHz       []float64 // of the fixed-interface modes
	Rows          int       // of the mesh
	InteriorRows  int
	FactorValues  int // that the factors of the interior stiffness have
	Solutions     int // with these factors
	RigidHz       float64
	Interface     string // how several nodes follow an interface, "" where none does
	InterfaceRows int
	Warnings      []string
}

// Reduce reduces a mesh by the method of R. R. Craig and M. C. C. Bampton (AIAA Journal 6, 1968): static shapes of unit motions of the
// interfaces and modes with the interfaces held. The reduced matrices are then made diagonal and the six rigid motions left out,
// which leaves mean axes: the data's M is the unit matrix and K has the squares of the free body's frequencies (rad/s).
func Reduce(m *Mesh, o Options) (*Reduction, error) {
	if err := m.checkMesh(); err != nil {
		return nil, err
	}
	rigid := m.rigidMotions()
	if err := m.checkRigid(&rigid); err != nil {
		return nil, err
	}
	if len(o.Interfaces) == 0 && m.Reduced {
		for i := range m.Nodes {
			if m.Nodes[i].placed && m.Nodes[i].hasRows() {
				o.Interfaces = append(o.Interfaces, Interface{Nodes: []int{m.Nodes[i].ID}})
			}
		}
	}
	if len(o.Interfaces) == 0 {
		return nil, errors.New("there are no interface nodes")
	}
	if o.Modes < 0 {
		if !m.Reduced {
			return nil, errors.New("the number of modes is missing: --modes 20 or --modes 2000Hz")
		}
		o.Modes = len(m.dofs)
	}
	t, err := buildTransformation(m, o.Interfaces, o.Spider)
	if err != nil {
		return nil, err
	}
	r := &reducer{mesh: m, t: t, nb: t.boundary, ni: t.size - t.boundary}
	if err := r.checkInterfaces(); err != nil {
		return nil, err
	}
	out := &Reduction{Rows: len(m.dofs), InteriorRows: r.ni, InterfaceRows: r.nb, Warnings: m.Notes}
	r.k, r.m = t.transformMatrix(m.K), t.transformMatrix(m.M)
	if err := r.factorInterior(); err != nil {
		return nil, err
	}
	r.findConstraintModes()
	r.findFixedModes(o)
	if err := r.orthonormalize(out); err != nil {
		return nil, err
	}
	for _, v := range r.fixed.value {
		out.FixedHz = append(out.FixedHz, math.Sqrt(v)/(2*math.Pi))
	}
	out.Solutions = r.fixed.solves + r.nb
	if r.factors != nil {
		out.FactorValues = r.symbolic.FactorValueCount()
	}
	out.Interface = o.spiderName()
	out.Data = r.buildData(&rigid, out.Interface)
	if err := r.addOutputNodes(out.Data, o.Output); err != nil {
		return nil, err
	}
	if o.Surface {
		out.Data.Surface = m.buildSurface(r.shapes)
	}
	if err := out.Data.Check(); err != nil {
		return nil, fmt.Errorf("the reduced body: %w", err)
	}
	return out, nil
}

// spiderName returns how several nodes follow an interface, "" where none does.
func (o *Options) spiderName() string {
	for _, f := range o.Interfaces {
		if f.Name != "" {
			return []string{"rigid", "average"}[o.Spider]
		}
	}
	return ""
}

type reducer struct {
	mesh   *Mesh
	t      *transformation
	k, m   *sparse // TᵀKT, TᵀMT
	nb, ni int

	symbolic *solve.SymbolicFactorization
	factors  *solve.Matrix
	static   [][]float64 // interior part of the shape of each interface motion
	fixed    *lanczos

	values []float64   // λ of the body's elastic modes
	basis  []float64   // their coefficients, by rows: interface motions, then fixed-interface modes
	width  int         // columns of basis
	shapes [][]float64 // of each mode, by rows of the mesh
}

// checkInterfaces checks that holding the interfaces holds the body: rigid motions of the interfaces are independent.
func (r *reducer) checkInterfaces() error {
	a := make([]float64, 36)
	var rows [][6]float64
	center := spatial.Vec{}
	for _, n := range r.t.nodes {
		center = center.Add(n.position.Scale(1 / float64(len(r.t.nodes))))
	}
	size := 0.0
	for _, n := range r.t.nodes {
		size = math.Max(size, n.position.Sub(center).Norm())
	}
	if size == 0 {
		size = 1
	}
	for _, n := range r.t.nodes {
		arm := n.position.Sub(center).Scale(1 / size)
		for d, at := range n.at {
			if at < 0 {
				continue
			}
			var row [6]float64
			row[d] = 1
			if d < 3 {
				for k := range 3 {
					row[3+k] = spatial.UnitAxis(k).Cross(arm).At(d)
				}
			}
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		for i := range 6 {
			for k := range 6 {
				a[6*i+k] += row[i] * row[k]
			}
		}
	}
	if factorCholesky(a, 6, 1e-10) >= 0 {
		return errors.New("the body can move while its interface nodes are held: nodes without rotations need to be three or more that are not in line, or one interface of several nodes, --interface hub=1,2,3")
	}
	return nil
}

// factorInterior factors the stiffness of the interior.
func (r *reducer) factorInterior() error {
	if r.ni == 0 {
		return nil
	}
	group := make([]int32, r.ni) // of each interior unknown
	first := make([]int, len(r.t.groups))
	at := 0
	for g, n := range r.t.groups {
		first[g] = at
		for range n {
			group[at] = int32(g)
			at++
		}
	}
	graph := solve.Graph{Size: r.t.groups, Kind: make([]solve.Kind, len(r.t.groups))}
	seen := make([]int32, len(r.t.groups))
	for i := range r.ni {
		for e := r.k.start[r.nb+i]; e < r.k.start[r.nb+i+1]; e++ {
			if c := int(r.k.col[e]) - r.nb; c >= 0 && group[c] > group[i] && seen[group[c]] != group[i]+1 {
				seen[group[c]] = group[i] + 1
				graph.Edge = append(graph.Edge, [2]int32{group[i], group[c]})
			}
		}
	}
	r.symbolic = solve.AnalyzePattern(graph)
	r.factors = r.symbolic.NewMatrix()
	for i := range r.ni {
		g := int(group[i])
		var block []float64
		was := -1
		for e := r.k.start[r.nb+i]; e < r.k.start[r.nb+i+1]; e++ {
			c := int(r.k.col[e]) - r.nb
			if c < 0 {
				continue
			}
			h := int(group[c])
			if h != was {
				block, was = r.factors.Block(g, h), h
			}
			block[(i-first[g])*r.t.groups[h]+c-first[h]] += r.k.val[e]
		}
	}
	if err := r.factors.Factor(); err != nil {
		var s *solve.SingularError
		if errors.As(err, &s) {
			return fmt.Errorf("the mesh is a mechanism: with the interfaces held node %d has a motion without stiffness", r.interiorNode(first[s.Node]+s.Row))
		}
		return err
	}
	return nil
}

// interiorNode returns the id of the node of an interior unknown.
func (r *reducer) interiorNode(i int) int {
	for row, d := range r.mesh.dofs {
		if a := r.t.start[row]; r.t.start[row+1] == a+1 && int(r.t.col[a]) == r.nb+i {
			return r.mesh.Nodes[d.node].ID
		}
	}
	return 0
}

// solveInterior replaces b by K⁻¹b.
func (r *reducer) solveInterior(b []float64) {
	if r.factors != nil {
		r.factors.Solve(b)
	}
}

// findConstraintModes solves K_ii x = -K_ib for each motion of the interfaces.
func (r *reducer) findConstraintModes() {
	for b := range r.nb {
		x := make([]float64, r.ni)
		for e := r.k.start[b]; e < r.k.start[b+1]; e++ {
			if c := int(r.k.col[e]) - r.nb; c >= 0 {
				x[c] = -r.k.val[e]
			}
		}
		r.solveInterior(x)
		r.static = append(r.static, x)
	}
}

// findFixedModes finds the lowest modes with the interfaces held.
func (r *reducer) findFixedModes(o Options) {
	r.fixed = &lanczos{n: r.ni, solve: r.solveInterior, random: rand.New(rand.NewPCG(1, 2)),
		multiply: func(dst, x []float64) { r.m.multiplyTrailingBlock(dst, x, r.nb) }}
	l := r.fixed
	if r.ni == 0 {
		return
	}
	if o.Frequency == 0 {
		l.findLowest(min(o.Modes, r.ni))
		l.searchMissedModes()
		l.keepFirstModes(o.Modes)
		return
	}
	limit := math.Pow(2*math.Pi*o.Frequency, 2)
	for count := 10; !l.exhausted && (len(l.value) == 0 || l.value[len(l.value)-1] <= limit); count *= 2 {
		l.findLowest(count)
		l.searchMissedModes()
	}
	n := 0
	for n < len(l.value) && l.value[n] <= limit {
		n++
	}
	l.keepFirstModes(n)
}

// keepFirstModes leaves the first n modes.
func (l *lanczos) keepFirstModes(n int) {
	n = min(n, len(l.value))
	l.value, l.vector, l.weighted = l.value[:n], l.vector[:n], l.weighted[:n]
}

// orthonormalize finds the modes of the free reduced body, and leaves out the six without stiffness.
func (r *reducer) orthonormalize(out *Reduction) error {
	n := r.nb + len(r.fixed.value)
	shapes := make([][]float64, 0, n)
	for b, x := range r.static {
		v := make([]float64, r.t.size)
		v[b] = 1
		copy(v[r.nb:], x)
		shapes = append(shapes, v)
	}
	for _, x := range r.fixed.vector {
		v := make([]float64, r.t.size)
		copy(v[r.nb:], x)
		shapes = append(shapes, v)
	}
	k, mass := make([]float64, n*n), make([]float64, n*n)
	w := make([]float64, r.t.size)
	for j, v := range shapes {
		r.m.multiply(w, v)
		for i := range j + 1 {
			x := dotProduct(shapes[i], w)
			mass[i*n+j], mass[j*n+i] = x, x
		}
		if j >= r.nb {
			k[j*n+j] = r.fixed.value[j-r.nb]
			continue
		}
		r.k.multiply(w, v)
		for i := range j + 1 {
			x := dotProduct(shapes[i], w)
			k[i*n+j], k[j*n+i] = x, x
		}
	}
	e, err := solveGeneralEigen(k, mass, n)
	if err != nil {
		return errors.New("the mass matrix of the mesh is not positive: a motion of an interface moves no mass, or the matrix is wrong")
	}
	if err := checkRigidModes(e.values, out); err != nil {
		return err
	}
	r.values, r.basis, r.width = e.values[6:], e.vectors, n
	y := make([]float64, r.t.size)
	for j := range r.values {
		clear(y)
		for i, v := range shapes {
			addScaled(y, e.vectors[i*n+6+j], v)
		}
		r.shapes = append(r.shapes, r.t.expandVector(y))
	}
	return nil
}

// checkRigidModes checks that six eigenvalues, ascending, are zero and the others are not: the greatest gap is behind the sixth.
func checkRigidModes(values []float64, out *Reduction) error {
	n := len(values)
	if n <= 6 {
		return fmt.Errorf("the reduced body has %d motions: it needs more than the six rigid ones; add interfaces or modes", n)
	}
	floor := 1e-16 * math.Abs(values[n-1])
	zeros, largest := 0, 0.0
	for i := range n - 1 {
		if gap := math.Abs(values[i+1]) / math.Max(math.Abs(values[i]), floor); gap > largest {
			zeros, largest = i+1, gap
		}
	}
	rest := 0.0
	for _, v := range values[:6] {
		rest = math.Max(rest, math.Abs(v))
	}
	out.RigidHz = math.Sqrt(rest) / (2 * math.Pi)
	if zeros > 6 && values[6] < 1e-6*values[zeros] {
		return fmt.Errorf("the mesh is a mechanism: %d motions have no stiffness, a free body has six", zeros)
	}
	if rest > 1e-6*values[6] {
		out.Warnings = append(out.Warnings, fmt.Sprintf("the six rigid motions have a stiffness: their highest frequency is %.3g Hz, the lowest of the others %.6g Hz", out.RigidHz, math.Sqrt(values[6])/(2*math.Pi)))
	}
	return nil
}
