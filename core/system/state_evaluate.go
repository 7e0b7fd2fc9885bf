package system

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// errRelearn ends an evaluation in which a routine made a new query.
var errRelearn = errors.New("system: a routine made a new query")

// maxLearn bounds how often one evaluation may be repeated because a routine
// makes a new query.
const maxLearn = 1000

// EvaluateResidual fills the residuals r at p. It repeats the evaluation while routines make queries that were not foreseen.
func (s *State) EvaluateResidual(r *integrate.Residual, p *integrate.Point) error {
	return s.repeatWhileQueriesChange(func() error { return s.evaluateResiduals(r, p) })
}

// repeatWhileQueriesChange runs f again, with a new plan, as long as routines make
// new queries. A matrix that was factored for the old plan is factored for the new one,
// at the point of f, so that the caller's iteration continues.
func (s *State) repeatWhileQueriesChange(f func() error) error {
	again := false
	for range maxLearn {
		err := f()
		if err == nil && again && s.jac.factored {
			if err = s.linearizeLaws(); err == nil {
				if err = s.jac.factorComplexStageMatrices(); err == nil {
					err = s.jac.assembleAndFactor()
				}
			}
		}
		if err != errRelearn {
			return err
		}
		again = true
		if err := s.makePlan(); err != nil {
			return err
		}
	}
	return fmt.Errorf("a user subroutine makes a new query in every call (more than %d times)", maxLearn)
}

func (s *State) evaluateResiduals(r *integrate.Residual, p *integrate.Point) error {
	if err := s.updateForces(p, s.plan.reacts); err != nil {
		return err
	}
	s.setDynamicResidual(r.V)
	s.setRowResiduals(r)
	err := s.setStateResiduals(r)
	s.finishTaskTimer(Residuals)
	return err
}

// computeForces places the bodies at p and computes constraint rows, measures, laws
// and forces.
func (s *State) computeForces(p *integrate.Point) error { return s.updateForces(p, true) }

// updateForces is computeForces, but rows that can do without values and gradients have them only
// if withDirectRows is true.
func (s *State) updateForces(p *integrate.Point, withDirectRows bool) error {
	s.startTaskTimer()
	s.rows.setHeldMultipliersOfOpenRows(p)
	placed := s.placed
	s.placed = false
	if s.memo.matchesPoint(p, s.Mode) {
		s.p = p
		return s.rows.computeDirectRowsOnce(withDirectRows)
	}
	moved := !s.memo.matchesMotion(p, s.Mode)
	s.memo.ok = false
	s.count++
	s.queryAdded = false
	switch {
	case !moved:
		s.setAccelerations(p)
	case !placed:
		s.computePosesAndMotions(p)
	}
	for i := range s.kin.body {
		s.kin.body[i].F, s.kin.body[i].T = vec{}, vec{}
	}
	if moved && !placed {
		if err := s.rows.computeRows(); err != nil {
			return err
		}
	}
	if err := s.rows.computeDirectRowsOnce(withDirectRows); err != nil {
		return err
	}
	s.finishTaskTimer(Kinematics)
	if err := s.runSteps(s.plan.steps[:s.plan.model]); err != nil {
		return err
	}
	if s.queryAdded {
		return errRelearn
	}
	s.applyForces()
	if err := s.evalPenaltyPartials(); err != nil {
		return err
	}
	for i := range s.pen {
		if err := s.applyPenalty(i); err != nil {
			return err
		}
	}
	if s.queryAdded {
		return errRelearn
	}
	s.memo.storePoint(p, s.Mode)
	s.finishTaskTimer(Forces)
	return nil
}

// computeRows computes the constraint rows but for those of direct sets.
func (rows *rowState) computeRows() error {
	rows.filled = false
	for i, set := range rows.s.sys.Rows {
		if rows.direct[i] != nil {
			continue
		}
		if err := set.fillBlock(rows.s, &rows.set[i]); err != nil {
			return err
		}
		rows.subtractOffsets(set)
	}
	return nil
}

// computeDirectRowsOnce computes the rows of direct sets, if wanted, unless that has been done at this point.
func (rows *rowState) computeDirectRowsOnce(wanted bool) error {
	if !wanted || rows.filled {
		return nil
	}
	rows.filled = true
	for i, j := range rows.direct {
		if j == nil {
			continue
		}
		if err := j.fillBlock(rows.s, &rows.set[i]); err != nil {
			return err
		}
	}
	return nil
}

// lastEvaluation remembers the point of the last evaluation: a factorization and the
// evaluation before or after it are mostly at the same one.
type lastEvaluation struct {
	point *integrate.Point
	mode  Mode
	ok    bool
}

func (m *lastEvaluation) storePoint(p *integrate.Point, mode Mode) {
	m.point.Copy(p)
	m.mode, m.ok = mode, true
}

func (m *lastEvaluation) matchesPoint(p *integrate.Point, mode Mode) bool {
	o := m.point
	return m.ok && slices.Equal(o.A, p.A) && m.matchesMotion(p, mode) && slices.Equal(o.L, p.L) &&
		slices.Equal(o.X, p.X) && slices.Equal(o.XDot, p.XDot) && slices.Equal(o.Y, p.Y)
}

// matchesMotion reports that poses and speeds are those of the last evaluation, and so
// are the constraint rows.
func (m *lastEvaluation) matchesMotion(p *integrate.Point, mode Mode) bool {
	o := m.point
	return m.ok && m.mode == mode && o.T == p.T && slices.Equal(o.V, p.V) && slices.Equal(o.Q, p.Q)
}

// runSteps computes steps in order.
func (s *State) runSteps(steps []evaluationStep) error {
	for _, n := range steps {
		switch n.kind {
		case stepMeasure:
			s.m[n.at] = s.measureValue(n.at)
		case stepLaw:
			if err := s.evalLaw(n.at); err != nil {
				return err
			}
		case stepForce:
			s.computeForceWrench(n.at)
		case stepSpring:
			if err := s.computeSpring(&s.plan.spring[n.at]); err != nil {
				return err
			}
		case stepTogether:
			if err := s.plan.together[n.at].evalBatch(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureValue returns the value of measure i.
func (s *State) measureValue(i int) float64 {
	m := &s.plan.measure[i]
	if m.row.stage == Pose {
		return s.kin.displacementValue(m, s.turns.expectedAngle(MeasureIdx(i), s.p.T))
	}
	return s.evalMeasure(m, 0)
}

// evalMeasure returns the value of a measure; near is the value that a
// turn-counting angle stays close to.
func (s *State) evalMeasure(m *Measure, near float64) float64 {
	switch m.row.stage {
	case Pose:
		return s.kin.displacementValue(m, near)
	case Motion:
		w, k := s.kin.velocityVector(m)
		return w.Dot(k)
	case Rates:
		w, k := s.kin.accelerationVector(m)
		return w.Dot(k)
	case Reaction, Applied:
		v, k := s.kin.wrenchComponent(m, s.wrenchOfMeasure(m))
		return v.Dot(k)
	case Energy:
		return s.kin.kineticEnergy(m)
	}
	return s.storedMeasureValue(m)
}

// fetchLawInputs fetches the inputs of law i.
func (s *State) fetchLawInputs(i int) {
	n := &s.plan.law[i]
	for k, m := range n.in {
		n.val[k] = s.m[m]
	}
}

// evalLaw evaluates law i.
func (s *State) evalLaw(i int) error {
	s.fetchLawInputs(i)
	n := &s.plan.law[i]
	out := s.m[n.out : n.out+MeasureIdx(n.n)]
	err := n.law.Eval(out, n.val, s)
	if s.queryAdded {
		return nil // this evaluation is void; the laws behind may have new queries too
	}
	if err != nil {
		return s.addLawOwnerToError(i, err)
	}
	if s.shift != nil {
		addPlantInputs(s.shift, i, out)
	}
	for _, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return s.shorterStepError(i, v)
		}
	}
	return nil
}

// setDynamicResidual sets r to M a + ω×Jω - forces - Gᵀl.
func (s *State) setDynamicResidual(r []float64) {
	g := s.gravityNow()
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		if b.Kind == Parameter {
			r[b.v] = 0
			if b.Idle {
				r[b.v] = st.A.X
			}
			continue
		}
		if b.Kind == Modal {
			clear(r[b.v : b.v+b.count])
			continue
		}
		f := st.A.Sub(g).Scale(b.Mass).Sub(st.F)
		f.Store(r[b.v:])
		if b.Kind == Rigid {
			st.JAl.Add(st.W.Cross(st.JW)).Sub(st.T).Store(r[b.v+3:])
		}
	}
	for i := range s.flex {
		s.flex[i].addResidual(s, g, r)
	}
	for i, set := range s.sys.Rows {
		p := set.rowOwner()
		l := s.p.L[p.At : p.At+p.N]
		if j := s.rows.direct[i]; j != nil {
			j.subtractReactions(s, l, r)
			continue
		}
		for slot, body := range p.Bodies {
			f := reactionOnBody(s.rows.set[i].bodyGradients(slot), l)
			b := &s.sys.Bodies[body]
			dst := r[b.v : b.v+b.speedCount()]
			for c := range dst {
				dst[c] -= f[c]
			}
		}
	}
}

// reactionOnBody returns Gᵀ l for the rows of a set and one body.
func reactionOnBody(g, l []float64) (f [6]float64) {
	for _, k := range l {
		w := g[:6:6]
		g = g[6:]
		f[0] += k * w[0]
		f[1] += k * w[1]
		f[2] += k * w[2]
		f[3] += k * w[3]
		f[4] += k * w[4]
		f[5] += k * w[5]
	}
	return f
}

// gravityNow returns the acceleration of gravity at the current time.
func (s *State) gravityNow() vec {
	g := s.sys.Gravity
	if parts := s.sys.GravityParts; parts != nil {
		for k, dst := range [3]*float64{&g.X, &g.Y, &g.Z} {
			if parts[k].Law >= 0 {
				*dst = s.lawOutputValue(parts[k])
			}
		}
	}
	return g
}

// setRowResiduals sets the rows' residuals at all levels.
func (s *State) setRowResiduals(r *integrate.Residual) {
	for i, set := range s.sys.Rows {
		p := set.rowOwner()
		b := &s.rows.set[i]
		pos, vel, acc := r.Pos[p.At:p.At+p.N], r.Vel[p.At:p.At+p.N], r.Acc[p.At:p.At+p.N]
		if j := s.rows.direct[i]; j != nil {
			j.computeDirectResiduals(s, pos, vel, acc)
		} else {
			s.kin.setResidualsByGradients(p, b, pos, vel, acc)
		}
		for k := range pos {
			switch {
			case s.rows.inactive[p.At+k]:
				pos[k], vel[k], acc[k] = 0, 0, 0
			case p.Level == integrate.Velocity:
				pos[k], vel[k] = 0, b.g[k] // no direct set
			case p.Level == integrate.Acceleration:
				if v, ok := s.initialRateOfMotion(p); ok {
					pos[k], vel[k] = 0, vel[k]-v
				} else {
					pos[k], vel[k] = 0, 0
				}
			}
		}
	}
}

// setResidualsByGradients sets the residuals of rows by their gradients.
func (kin *kinematics) setResidualsByGradients(p *RowOwner, b *rowBlock, pos, vel, acc []float64) {
	copy(pos, b.g)
	copy(vel, b.gt)
	copy(acc, b.bias)
	for slot, body := range p.Bodies { // point bodies have no W and Al
		st, g := &kin.body[body], b.bodyGradients(slot)
		for k := range vel {
			w := g[:6:6]
			g = g[6:]
			vel[k] += w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z + w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
			acc[k] += w[0]*st.A.X + w[1]*st.A.Y + w[2]*st.A.Z + w[3]*st.Al.X + w[4]*st.Al.Y + w[5]*st.Al.Z
		}
	}
}

// setStateResiduals sets the residuals of states and algebraic unknowns.
func (s *State) setStateResiduals(r *integrate.Residual) error {
	for i := range s.sys.States {
		g, at := &s.sys.States[i], s.sys.groups[i]
		if s.areStatesHeld(g) {
			copy(r.X[at:at+len(g.IC)], s.p.XDot[at:])
			continue
		}
		for k := range g.IC {
			v := s.lawOutputValue(Output{g.Law, g.Out + k})
			if g.Implicit {
				r.X[at+k] = v
			} else {
				r.X[at+k] = s.p.XDot[at+k] - v
			}
		}
	}
	for i, a := range s.sys.Algebraic {
		r.Y[i] = s.p.Y[i] - s.lawOutputValue(Output{Law: a.Law})
	}
	return nil
}
