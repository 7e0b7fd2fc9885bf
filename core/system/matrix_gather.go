package system

import "sort"

// gradientCollector collects the derivative of one scalar with respect to all unknowns of
// the linear system: a sparse row vector by nodes of the matrix.
type gradientCollector struct {
	val     []float64
	touched []int32
	mark    []bool
	at      []int // offset of each node in val
	size    []int
}

func (g *gradientCollector) init(size, at []int) {
	n := 0
	for _, s := range size {
		n += s
	}
	*g = gradientCollector{val: make([]float64, n), mark: make([]bool, len(size)), at: at, size: size,
		touched: make([]int32, 0, len(size))}
}

func (g *gradientCollector) touchNode(node int) []float64 {
	if !g.mark[node] {
		g.mark[node] = true
		g.touched = append(g.touched, int32(node))
	}
	return g.val[g.at[node] : g.at[node]+g.size[node]]
}

// entriesOf returns the entries of a touched node.
func (g *gradientCollector) entriesOf(node int) []float64 {
	return g.val[g.at[node] : g.at[node]+g.size[node]]
}

func (g *gradientCollector) clearTouched() {
	for _, n := range g.touched {
		clear(g.entriesOf(int(n)))
		g.mark[n] = false
	}
	g.touched = g.touched[:0]
}

// Nodes of the matrix: bodies, row sets, state groups, algebraic unknowns.
func (sys *System) bodyNode(b BodyIdx) int   { return int(b) - 1 }
func (sys *System) rowNode(set int) int      { return len(sys.Bodies) - 1 + set }
func (sys *System) stateGroupNode(g int) int { return len(sys.Bodies) - 1 + len(sys.Rows) + g }
func (sys *System) algebraicNode(y int) int {
	return len(sys.Bodies) - 1 + len(sys.Rows) + len(sys.States) + y
}

// stateGroupOf returns the group of a first-order state and its place in the group.
func (sys *System) stateGroupOf(x int) (group, k int) {
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

// collectOutputDerivative adds c times the derivative of a law's output to the gathered
// row, for the increments of integrate.Coef.
func (j *jacobian) collectOutputDerivative(l, out int, c float64) {
	j.addAdjoint(l, out, c)
	for len(j.adj.law) > 0 {
		l := j.popLastLaw()
		n := &j.s.plan.law[l]
		for k := range n.n {
			o := &j.adj.of[int(n.out)+k]
			if c := *o; c != 0 {
				*o = 0
				j.collectLawInputDerivatives(l, k, n.part[k*len(n.in):(k+1)*len(n.in)], c)
			}
		}
	}
}

// addAdjoint adds c to the adjoint of an output.
func (j *jacobian) addAdjoint(l, out int, c float64) {
	if c == 0 {
		return
	}
	j.adj.of[int(j.s.plan.law[l].out)+out] += c
	if !j.adj.waits[l] {
		j.adj.waits[l] = true
		j.adj.law = append(j.adj.law, l)
	}
}

// popLastLaw takes the waiting law that is evaluated last.
func (j *jacobian) popLastLaw() int {
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

func (j *jacobian) collectLawInputDerivatives(l, out int, part []float64, c float64) {
	singular := false
	for k, in := range j.s.plan.law[l].in {
		if part[k] == 0 {
			continue
		}
		if j.s.hasNoGradient(in) {
			singular = true
			continue
		}
		j.collectMeasureDerivative(in, c*part[k])
	}
	if singular && j.coef.Q != 0 {
		j.collectSingularAngleDerivatives(l, out, part, c)
	}
}

// collectMeasureDerivative adds c times the derivative of measure m to the gathered row; outputs
// of laws are left to collectOutputDerivative.
func (j *jacobian) collectMeasureDerivative(i MeasureIdx, c float64) {
	s := j.s
	if l := s.plan.lawOfMeasure(i); l >= 0 {
		j.addAdjoint(l, int(i-s.plan.law[l].out), c)
		return
	}
	m := &s.plan.measure[i]
	switch m.row.stage {
	case Pose:
		j.addGradientToGatheredRow(m, s.kin.displacementGradient(m), c*j.coef.Q)
	case Motion:
		pose, speed := s.kin.velocityGradients(m)
		j.addGradientToGatheredRow(m, pose, c*j.coef.Q)
		j.addGradientToGatheredRow(m, speed, c*j.coef.V)
	case Rates:
		j.addGradientToGatheredRow(m, s.kin.accelerationGradient(m), c)
	case Reaction:
		j.collectReactionDerivative(m, c)
	case Applied:
		j.collectAppliedForceDerivative(m, c)
	case Values:
		j.collectStateDerivative(m, c)
	case Energy:
		pose, speed := s.kin.kineticEnergyGradients(m)
		j.addGradientToGatheredRow(m, pose, c*j.coef.Q)
		j.addGradientToGatheredRow(m, speed, c*j.coef.V)
	}
}

func (j *jacobian) addGradientToGatheredRow(m *Measure, gradient []float64, factor float64) {
	if factor == 0 {
		return
	}
	for k, b := range m.body {
		v := j.gather.touchNode(j.s.sys.bodyNode(b))
		for n := range v {
			v[n] += factor * gradient[6*k+n]
		}
	}
}

func (j *jacobian) collectStateDerivative(m *Measure, c float64) {
	s := j.s
	switch m.kind {
	case state, stateDot:
		g, k := s.sys.stateGroupOf(m.at)
		if m.kind == state {
			c *= j.coef.X
		}
		j.gather.touchNode(s.sys.stateGroupNode(g))[k] += c
	case algebraic:
		j.gather.touchNode(s.sys.algebraicNode(m.at))[0] += c
	case modalPosition, modalSpeed, modalAcceleration:
		b, k := s.sys.modalBody(m)
		j.gather.touchNode(s.sys.bodyNode(b))[k] += c * j.modalFactor(m.kind) / m.value
	}
}

// collectReactionDerivative adds the dependence of a reaction on the multipliers.
func (j *jacobian) collectReactionDerivative(m *Measure, c float64) {
	_, k := j.s.kin.wrenchComponent(m, j.s.wrenchOfMeasure(m))
	j.collectMultiplierWrench(m.ref, m.jflag == 1, m.comp > 4, k.Scale(c))
	for _, set := range m.beside {
		j.collectMultiplierWrench(set, m.jflag == 1, m.comp > 4, k.Scale(c))
	}
}

// collectMultiplierWrench adds the force (or torque) of the multipliers of a set along k.
func (j *jacobian) collectMultiplierWrench(set int, reversed, torque bool, k vec) {
	s := j.s
	p := s.sys.Rows[set].rowOwner()
	if p.I == NoMarker {
		return
	}
	v := j.gather.touchNode(s.sys.rowNode(set))
	for r := range v {
		v[r] += s.kin.forceOrTorqueOnSide(s.rows.unitWrench(set, r), p.I, p.J, reversed, torque).Dot(k)
	}
}

// forceOrTorqueOnSide returns the force or torque of a wrench on I, or of the opposite on J.
func (kin *kinematics) forceOrTorqueOnSide(w wrench, i, j MarkerIdx, reversed, torque bool) vec {
	if reversed {
		w = kin.wrenchOnSide(w, i, j)
	}
	if torque {
		return w.T
	}
	return w.F
}

// collectAppliedForceDerivative adds the dependence of an applied force on what its laws
// depend on, and of a net force on the multipliers as well.
func (j *jacobian) collectAppliedForceDerivative(m *Measure, c float64) {
	_, k := j.s.kin.wrenchComponent(m, j.s.wrenchOfMeasure(m))
	k = k.Scale(c)
	if m.ref >= 0 {
		j.collectForceWrenchDerivative(m.ref, m.jflag == 1, m.comp > 4, k)
		return
	}
	for _, l := range m.net.forces {
		j.collectForceWrenchDerivative(l.at, l.reversed, m.comp > 4, k)
	}
	for _, l := range m.net.rows {
		j.collectMultiplierWrench(l.at, l.reversed, m.comp > 4, k)
	}
}

func (j *jacobian) collectForceWrenchDerivative(i int, reversed, torque bool, k vec) {
	s := j.s
	f := &s.sys.Forces[i]
	for n, comp := range f.Comp {
		if comp.Law >= 0 {
			u := s.kin.forceOrTorqueOnSide(s.kin.unitWrenchOf(f, n), f.I, f.J, reversed, torque)
			j.addAdjoint(int(comp.Law), comp.Out, u.Dot(k))
		}
	}
}

// lawNodeVisitor calls add for each node that a law may depend on; a node may come more
// than once.
type lawNodeVisitor struct {
	s    *State
	add  func(node int)
	seen map[int]bool // laws that are done
}

func (p *evaluationPlan) addLawNodes(l int, add func(node int)) {
	r := lawNodeVisitor{p.s, add, map[int]bool{}}
	r.visitLaw(l)
}

func (r *lawNodeVisitor) visitLaw(l int) {
	if r.seen[l] {
		return
	}
	r.seen[l] = true
	for _, in := range r.s.plan.law[l].in {
		r.visitMeasure(in)
	}
}

func (r *lawNodeVisitor) visitMeasure(i MeasureIdx) {
	s := r.s
	if l := s.plan.lawOfMeasure(i); l >= 0 {
		r.visitLaw(l)
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
		for _, n := range s.plan.dependenciesOf(evaluationStep{stepMeasure, int(i)}) {
			for _, c := range s.sys.Forces[n.at].Comp {
				if c.Law >= 0 {
					r.visitLaw(int(c.Law))
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
			g, _ := s.sys.stateGroupOf(m.at)
			r.add(s.sys.stateGroupNode(g))
		case algebraic:
			r.add(s.sys.algebraicNode(m.at))
		case modalPosition, modalSpeed, modalAcceleration:
			b, _ := s.sys.modalBody(m)
			r.add(s.sys.bodyNode(b))
		}
	}
}
