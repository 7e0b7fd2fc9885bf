package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// directRates says how a State is integrate.Direct: the inverse of each rigid body's
// inertia, in body axes. It is nil where the rates need a linear solve.
type directRates struct {
	inverse []mat
}

// detectDirectRates finds out whether the plan's model needs no general solve of the acceleration
// level: no algebraic unknowns, no implicit states, bodies that all have mass and inertia, and
// no law that reads accelerations, rates of states, reactions or net forces. Without
// constraint rows it is integrate.Direct, with joints as well where a tree of them pays, else it is reduced.
func (p *evaluationPlan) detectDirectRates() {
	p.direct, p.tree, p.reduced = nil, nil, nil
	inverse, ok := p.sys.inverseInertias()
	if p.linearRates = p.ratesEnterLinearly(); !p.linearRates || !ok {
		return
	}
	if p.sys.nl == 0 {
		p.direct = &directRates{inverse}
	} else {
		p.tree = p.sys.newArticulatedTree(nil)
		p.reduced = p.sys.newReducedSystem(inverse)
	}
}

// ratesEnterLinearly reports that accelerations, rates of states and multipliers enter the
// equations linearly, with coefficients that are masses and gradients of rows.
func (p *evaluationPlan) ratesEnterLinearly() bool {
	if len(p.sys.Algebraic) > 0 || p.reacts {
		return false
	}
	for i := range p.sys.States {
		if p.sys.States[i].Implicit {
			return false
		}
	}
	for _, n := range p.steps[:p.model] {
		if n.kind != stepMeasure {
			continue
		}
		if m := &p.measure[n.at]; m.row.stage == Rates || m.row.stage == Values && (m.kind == stateDot || m.kind == modalAcceleration) {
			return false
		}
	}
	return true
}

// IsLinearInRates reports whether accelerations, rates of states, algebraic unknowns and multipliers enter all laws linearly, so that one solve gives
// them exactly.
func (s *State) IsLinearInRates() bool { return s.plan.linearRates && s.shift == nil }

// inverseInertias returns the inverse of each rigid body's inertia, in body axes, if all bodies
// have mass and inertia.
func (sys *System) inverseInertias() ([]mat, bool) {
	inverse := make([]mat, len(sys.Bodies))
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		if b.Kind == Parameter || b.Kind != GroundBody && !(b.Mass > 0) {
			return nil, false
		}
		if b.Kind != Rigid {
			continue
		}
		ok := false
		if inverse[i], ok = invertSymmetric(&b.Inertia); !ok {
			return nil, false
		}
	}
	return inverse, true
}

// leastTurn is the ratio of the least to the largest moment of inertia, and that of
// a determinant to their product, below which an inertia is not inverted.
const leastTurn = 1e-12

// invertSymmetric returns the inverse of a symmetric positive definite matrix: rows of
// cofactors over the determinant.
func invertSymmetric(m *mat) (mat, bool) {
	x, y, z := m.A.X, m.B.Y, m.C.Z
	det, most := m.Det(), max(x, y, z)
	if !(min(x, y, z) > leastTurn*most) || !(x*y > m.A.Y*m.A.Y) || !(det > leastTurn*x*y*z) {
		return mat{}, false
	}
	inv := mat{A: m.B.Cross(m.C), B: m.C.Cross(m.A), C: m.A.Cross(m.B)}
	inv = inv.Scale(1 / det)
	return inv, true
}

// SolveRatesDirectly implements integrate.Direct: without rows a = F/m + g and α = J⁻¹ (T - ω×Jω), with joints that make a
// tree by the method of articulated bodies.
func (s *State) SolveRatesDirectly(p *integrate.Point, posTol, velTol float64, multipliers bool) (bool, error) {
	if !s.hasDirectRates() {
		return false, nil
	}
	if t := s.plan.tree; t != nil {
		t.factored = false
		if !math.IsInf(posTol, 1) {
			ok, placed, err := t.projectOntoJoints(s, p, posTol, velTol)
			if !ok || err != nil {
				return err != nil, err
			}
			s.placed = placed
		}
	}
	err := s.repeatWhileQueriesChange(func() error { return s.updateForces(p, false) })
	if err != nil {
		return true, err
	}
	if !s.hasDirectRates() { // a routine queried what makes it so
		return false, nil
	}
	if t := s.plan.tree; t == nil {
		s.setRatesOfFreeBodies(p)
	} else {
		if err := t.fillCutRows(s); err != nil {
			return true, err
		}
		if !t.solveTreeAccelerations(s, p, multipliers) {
			return false, nil
		}
	}
	s.setRatesOfStates(p)
	copy(s.memo.point.A, p.A)
	copy(s.memo.point.XDot, p.XDot)
	copy(s.memo.point.L, p.L)
	s.finishTaskTimer(Residuals)
	return true, nil
}

// FactorsLoops implements integrate.Direct.
func (s *State) FactorsLoops() bool {
	return s.hasDirectRates() && s.plan.tree != nil && s.plan.tree.loops.rows > 0
}

// hasDirectRates reports whether accelerations need no matrix.
func (s *State) hasDirectRates() bool {
	if s.Mode != Dynamic || s.shift != nil || s.begin != begun {
		return false
	}
	return s.plan.direct != nil || s.plan.tree != nil && s.isTreeUsable()
}

// setRatesOfFreeBodies sets the accelerations of bodies without joints at p, where forces are computed.
func (s *State) setRatesOfFreeBodies(p *integrate.Point) {
	g := s.gravityNow()
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		st.A = g.AddScaled(1/b.Mass, st.F)
		st.A.Store(p.A[b.v:])
		if b.Kind != Rigid {
			continue
		}
		st.JAl = st.T.Sub(st.W.Cross(st.JW))
		u := st.R.MulTransposed(st.JAl)
		st.Al = st.R.Mul(s.plan.direct.inverse[i].Mul(u))
		st.Al.Store(p.A[b.v+3:])
	}
}

// setRatesOfStates sets the rates of states at p, where laws are computed.
func (s *State) setRatesOfStates(p *integrate.Point) {
	for i := range s.sys.States {
		x, at := &s.sys.States[i], s.sys.groups[i]
		out := s.plan.law[x.Law].out + MeasureIdx(x.Out)
		copy(p.XDot[at:at+len(x.IC)], s.m[out:])
	}
}

// IsRestAnalysis reports whether the analysis is one of rest: static or quasi-static.
func (s *State) IsRestAnalysis() bool { return s.Mode == Static || s.Mode == QuasiStatic }

// areStatesHeld reports whether the states of a group stay as they are: is_static_hold. Their
// equation then is x' = 0, whatever their law says.
func (s *State) areStatesHeld(g *StateGroup) bool { return g.Hold && s.IsRestAnalysis() }

// ballastPart is the part of the mean mass, and of this mass at the length scale,
// that a body without mass or inertia gets where a search for rest weighs motions.
const ballastPart = 1e-3

// regularizeMass gives bodies without mass or inertia some. In analyses of rest masses do not
// enter the equations, only the matrix of the search, where they say how motions that nothing
// resists are weighed against each other.
func (j *jacobian) regularizeMass() {
	s := j.s
	sum, n := 0.0, 0
	for i := range s.sys.Bodies {
		if b := &s.sys.Bodies[i]; b.Mass > 0 {
			sum, n = sum+b.Mass, n+1
		}
	}
	for i := range s.sys.Flex {
		sum, n = sum+s.sys.Flex[i].Mass, n+1
	}
	mass := ballastPart
	if n > 0 {
		mass *= sum / float64(n)
	}
	l := s.sys.lengthScale()
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, d := &s.sys.Bodies[i], s.plan.diag[i]
		n := b.speedCount()
		switch {
		case b.Kind == Parameter:
			d[0] = max(d[0], mass)
			continue
		case b.Role == FlexFrame || b.Kind == Modal: // their masses are there
		case b.Mass == 0:
			for k := range min(n, 3) {
				d[k*n+k] += mass
			}
		}
		if b.Kind != Rigid {
			continue
		}
		for k := 3; k < 6; k++ {
			if d[k*n+k] == 0 {
				d[k*n+k] = mass * l * l
			}
		}
	}
}

// MaxEquilibriumSearchSteps sets dst to how far each coordinate may go in one step of a search for rest: part
// of the length scale of the model, or of a radian.
func (s *State) MaxEquilibriumSearchSteps(dst []float64, part float64) {
	l := s.sys.lengthScale()
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		for k := range b.speedCount() {
			dst[b.v+k] = part * l
			if k >= 3 {
				dst[b.v+k] = part
			}
		}
	}
}
