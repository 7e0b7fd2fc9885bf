package system

import "sort"

// gather collects the derivative of one scalar with respect to all unknowns of
// the linear system: a sparse row vector by nodes of the matrix.
type gather struct {
	val     []float64
	touched []int32
	mark    []bool
	at      []int // offset of each node in val
	size    []int
}

func (g *gather) init(size, at []int) {
	n := 0
	for _, s := range size {
		n += s
	}
	*g = gather{val: make([]float64, n), mark: make([]bool, len(size)), at: at, size: size,
		touched: make([]int32, 0, len(size))}
}

func (g *gather) touch(node int) []float64 {
	if !g.mark[node] {
		g.mark[node] = true
		g.touched = append(g.touched, int32(node))
	}
	return g.val[g.at[node] : g.at[node]+g.size[node]]
}

// of returns the entries of a touched node.
func (g *gather) of(node int) []float64 { return g.val[g.at[node] : g.at[node]+g.size[node]] }

func (g *gather) reset() {
	for _, n := range g.touched {
		clear(g.of(int(n)))
		g.mark[n] = false
	}
	g.touched = g.touched[:0]
}

// Nodes of the matrix: bodies, row sets, state groups, algebraic unknowns.
func (sys *System) bodyNode(b BodyIdx) int { return int(b) - 1 }
func (sys *System) rowNode(set int) int    { return len(sys.Bodies) - 1 + set }
func (sys *System) groupNode(g int) int    { return len(sys.Bodies) - 1 + len(sys.Rows) + g }
func (sys *System) algNode(y int) int {
	return len(sys.Bodies) - 1 + len(sys.Rows) + len(sys.States) + y
}

// groupOf returns the group of a first-order state and its place in the group.
func (sys *System) groupOf(x int) (group, k int) {
	// the last group that begins at x or before; groups without states come first
	group = sort.Search(len(sys.groups), func(g int) bool { return sys.groups[g] > x }) - 1
	return group, x - sys.groups[group]
}

// adjoint carries derivatives backwards through laws: each law is passed once,
// behind all laws that depend on it, however many ways lead to it.
type adjoint struct {
	of    []float64 // by MeasureIdx, used for outputs of laws; zero between uses
	waits []bool    // by law: it has outputs with an adjoint
	law   []int     // those laws
}

// collectOutput adds c times the derivative of a law's output to the gathered
// row, for the increments of integrate.Coef.
func (j *jacobian) collectOutput(l, out int, c float64) {
	j.seed(l, out, c)
	for len(j.adj.law) > 0 {
		l := j.last()
		n := &j.s.plan.law[l]
		for k := range n.n {
			o := &j.adj.of[int(n.out)+k]
			if c := *o; c != 0 {
				*o = 0
				j.collectInputs(l, k, n.part[k*len(n.in):(k+1)*len(n.in)], c)
			}
		}
	}
}

// seed adds c to the adjoint of an output.
func (j *jacobian) seed(l, out int, c float64) {
	if c == 0 {
		return
	}
	j.adj.of[int(j.s.plan.law[l].out)+out] += c
	if !j.adj.waits[l] {
		j.adj.waits[l] = true
		j.adj.law = append(j.adj.law, l)
	}
}

// last takes the waiting law that is evaluated last.
func (j *jacobian) last() int {
	a, best := &j.adj, 0
	for k, l := range a.law {
		if j.s.plan.rank[l] > j.s.plan.rank[a.law[best]] {
			best = k
		}
	}
	l := a.law[best]
	n := len(a.law) - 1
	a.law[best] = a.law[n]
	a.law = a.law[:n]
	a.waits[l] = false
	return l
}

func (j *jacobian) collectInputs(l, out int, part []float64, c float64) {
	singular := false
	for k, in := range j.s.plan.law[l].in {
		if part[k] == 0 {
			continue
		}
		if j.s.singular(in) {
			singular = true
			continue
		}
		j.collect(in, c*part[k])
	}
	if singular && j.coef.Q != 0 {
		j.collectSingular(l, out, part, c)
	}
}

// collect adds c times the derivative of measure m to the gathered row; outputs
// of laws are left to collectOutput.
func (j *jacobian) collect(i MeasureIdx, c float64) {
	s := j.s
	if l := s.plan.lawOf(i); l >= 0 {
		j.seed(l, int(i-s.plan.law[l].out), c)
		return
	}
	m := &s.plan.measure[i]
	switch m.row.stage {
	case Pose:
		j.collectBodies(m, s.kin.gradPose(m), c*j.coef.Q)
	case Motion:
		pose, speed := s.kin.gradMotion(m)
		j.collectBodies(m, pose, c*j.coef.Q)
		j.collectBodies(m, speed, c*j.coef.V)
	case Rates:
		j.collectBodies(m, s.kin.gradRates(m), c)
	case Reaction:
		j.collectReaction(m, c)
	case Applied:
		j.collectApplied(m, c)
	case Values:
		j.collectValue(m, c)
	case Energy:
		pose, speed := s.kin.gradKinetic(m)
		j.collectBodies(m, pose, c*j.coef.Q)
		j.collectBodies(m, speed, c*j.coef.V)
	}
}

func (j *jacobian) collectBodies(m *Measure, grad []float64, c float64) {
	if c == 0 {
		return
	}
	for k, b := range m.body {
		v := j.gather.touch(j.s.sys.bodyNode(b))
		for n := range v {
			v[n] += c * grad[6*k+n]
		}
	}
}

func (j *jacobian) collectValue(m *Measure, c float64) {
	s := j.s
	switch m.kind {
	case state, stateDot:
		g, k := s.sys.groupOf(m.at)
		if m.kind == state {
			c *= j.coef.X
		}
		j.gather.touch(s.sys.groupNode(g))[k] += c
	case algebraic:
		j.gather.touch(s.sys.algNode(m.at))[0] += c
	}
}

// collectReaction adds the dependence of a reaction on the multipliers.
func (j *jacobian) collectReaction(m *Measure, c float64) {
	_, k := j.s.kin.part(m, j.s.acting(m))
	j.collectRows(m.ref, m.jflag == 1, m.comp > 4, k.Scale(c))
	for _, set := range m.beside {
		j.collectRows(set, m.jflag == 1, m.comp > 4, k.Scale(c))
	}
}

// collectRows adds the force (or torque) of the multipliers of a set along k.
func (j *jacobian) collectRows(set int, reversed, torque bool, k vec) {
	s := j.s
	p := s.sys.Rows[set].place()
	if p.I == NoMarker {
		return
	}
	v := j.gather.touch(s.sys.rowNode(set))
	for r := range v {
		v[r] += s.kin.seen(s.rows.unitWrench(set, r), p.I, p.J, reversed, torque).Dot(k)
	}
}

// seen returns the force or torque of a wrench on I, or of the opposite on J.
func (kin *kinematics) seen(w wrench, i, j MarkerIdx, reversed, torque bool) vec {
	if reversed {
		w = kin.side(w, i, j)
	}
	if torque {
		return w.T
	}
	return w.F
}

// collectApplied adds the dependence of an applied force on what its laws
// depend on, and of a net force on the multipliers as well.
func (j *jacobian) collectApplied(m *Measure, c float64) {
	_, k := j.s.kin.part(m, j.s.acting(m))
	k = k.Scale(c)
	if m.ref >= 0 {
		j.collectForce(m.ref, m.jflag == 1, m.comp > 4, k)
		return
	}
	for _, l := range m.net.forces {
		j.collectForce(l.at, l.reversed, m.comp > 4, k)
	}
	for _, l := range m.net.rows {
		j.collectRows(l.at, l.reversed, m.comp > 4, k)
	}
}

func (j *jacobian) collectForce(i int, reversed, torque bool, k vec) {
	s := j.s
	f := &s.sys.Forces[i]
	for n, comp := range f.Comp {
		if comp.Law >= 0 {
			u := s.kin.seen(s.kin.unit(f, n), f.I, f.J, reversed, torque)
			j.seed(int(comp.Law), comp.Out, u.Dot(k))
		}
	}
}

// reach calls add for each node that a law may depend on; a node may come more
// than once.
type reach struct {
	s    *State
	add  func(node int)
	seen map[int]bool // laws that are done
}

func (p *plan) dependLaw(l int, add func(node int)) {
	r := reach{p.s, add, map[int]bool{}}
	r.law(l)
}

func (r *reach) law(l int) {
	if r.seen[l] {
		return
	}
	r.seen[l] = true
	for _, in := range r.s.plan.law[l].in {
		r.measure(in)
	}
}

func (r *reach) measure(i MeasureIdx) {
	s := r.s
	if l := s.plan.lawOf(i); l >= 0 {
		r.law(l)
		return
	}
	m := &s.plan.measure[i]
	for _, b := range m.body {
		r.add(s.sys.bodyNode(b))
	}
	switch m.row.stage {
	case Reaction:
		r.add(s.sys.rowNode(m.ref))
		for _, set := range m.beside {
			r.add(s.sys.rowNode(set))
		}
	case Applied:
		for _, n := range s.plan.needs(step{stepMeasure, int(i)}) {
			for _, c := range s.sys.Forces[n.at].Comp {
				if c.Law >= 0 {
					r.law(int(c.Law))
				}
			}
		}
		if m.net != nil {
			for _, l := range m.net.rows {
				r.add(s.sys.rowNode(l.at))
			}
		}
	case Values:
		switch m.kind {
		case state, stateDot:
			g, _ := s.sys.groupOf(m.at)
			r.add(s.sys.groupNode(g))
		case algebraic:
			r.add(s.sys.algNode(m.at))
		}
	}
}
