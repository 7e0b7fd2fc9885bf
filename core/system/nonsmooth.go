package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// nonsmoothProblem is the State as a variational inequality (package vi): a block of unknowns a body, the changes of its
// speeds; lock rows and law rows in the order of the Layout, one vi row each in the same order; and behind them
// the cones of rigid contacts, listed again at each call. Multipliers are impulses.
//
// First-order states and algebraic unknowns are eliminated (nonsmooth_states.go): what is left couples the bodies
// that they act on and depend on.
type nonsmoothProblem struct {
	s             *State
	active        bool            // NSC is the integrator
	even          bool            // diagonal blocks are made symmetric
	plan          *evaluationPlan // that the blocks of H belong to
	prob          vi.Problem
	own           []vi.Block // of H: those of the iteration matrix, then those of eliminated unknowns
	weight        []float64  // by speed: the masses on the diagonal
	stiff         float64
	eliminated    eliminatedUnknowns
	contacts      hardContacts
	touch         touchState
	frictionSteps []frictionStep // by System.DryFrictions
	measures      []Output
	sensed        []float64
}

// initProblem makes the rows once, and the blocks when the plan is a new one.
func (ns *nonsmoothProblem) initProblem() *nonsmoothProblem {
	x := ns
	if x.prob.Rows == nil {
		size := make([]int, len(ns.s.sys.Bodies)-1)
		for i := range size {
			size[i] = ns.s.sys.Bodies[i+1].speedCount()
		}
		x.prob.Rows = vi.NewRows(size)
		x.prob.F, x.weight = make([]float64, ns.s.sys.nv), make([]float64, ns.s.sys.nv)
		for _, set := range ns.s.sys.Rows {
			ns.addRowSet(set)
		}
	}
	if x.plan != ns.s.plan {
		x.plan = ns.s.plan
		ns.listMatrixBlocks()
	}
	return x
}

// addRowSet adds the rows of a set. Rows with laws are blocks of their own.
func (ns *nonsmoothProblem) addRowSet(set RowSet) {
	p := set.rowOwner()
	r := ns.prob.Rows
	at := make([]int, len(p.Bodies))
	for i, b := range p.Bodies {
		at[i] = ns.s.sys.bodyNode(b)
	}
	if rub, ok := set.(*DryFriction); ok {
		ns.addFrictionRows(rub, at)
		return
	}
	if p.Law == nil {
		r.AddLock(p.N, at...)
		return
	}
	for k := range p.Law {
		switch w := &p.Law[k]; {
		case w.isUnbounded():
			r.AddLock(1, at...)
		default:
			r.AddBox(w.Lo, w.Hi, at...)
		}
	}
}

// listMatrixBlocks lists the blocks of H that the iteration matrix has, and what is eliminated.
func (ns *nonsmoothProblem) listMatrixBlocks() {
	x, m := ns, ns.s.plan.matrix
	x.own = x.own[:0]
	for i := range len(ns.s.sys.Bodies) - 1 {
		x.own = append(x.own, vi.Block{I: i, J: i, V: m.Block(i, i)})
	}
	for _, e := range ns.coupledBodyPairs() {
		i, j := int(e[0]), int(e[1])
		x.own = append(x.own, vi.Block{I: i, J: j, V: m.Block(i, j)}, vi.Block{I: j, J: i, V: m.Block(j, i)})
	}
	ns.findEliminatedParts()
}

// VelocityProblem implements integrate.NonSmooth. In an impact forces have no say, but for the masses that belong to bodies.
func (s *State) VelocityProblem(p *integrate.Point, c integrate.Coef, h, rowsAhead float64, gaps []integrate.Gap, freshPartials bool) (*vi.Problem, error) {
	x, err := s.nonsmooth.fillDynamicTerms(p, c, h, freshPartials)
	if err != nil {
		return nil, err
	}
	if err := s.rigid.evalFrictionCoefficients(gaps, p, h); err != nil {
		return nil, err
	}
	s.nonsmooth.fillConstraintRows(p, h, rowsAhead)
	s.nonsmooth.activateLawRowsOfGaps(gaps, p, h)
	return &x.prob, nil
}

// fillDynamicTerms fills H and F at p.
func (ns *nonsmoothProblem) fillDynamicTerms(p *integrate.Point, c integrate.Coef, h float64, fresh bool) (*nonsmoothProblem, error) {
	ns.s.jac.coef, ns.s.jac.factored = c, false
	if h == 0 {
		if err := ns.computeRowsOnly(p); err != nil {
			return nil, err
		}
		x := ns.initProblem()
		ns.s.plan.matrix.Clear()
		for b := 1; b < len(ns.s.sys.Bodies); b++ {
			ns.s.jac.addInertia(BodyIdx(b))
		}
		clear(x.prob.F)
		return x, ns.eliminateStates(p, h)
	}
	err := ns.s.repeatWhileQueriesChange(func() error {
		if err := ns.s.updateForces(p, true); err != nil {
			return err
		}
		if fresh || ns.s.plan.lacksPartials() {
			return ns.s.linearizeLaws()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	x := ns.initProblem()
	ns.s.jac.assembleMatrix()
	if x.even {
		ns.symmetrizeBlocks()
	}
	ns.recordMassMatrix()
	ns.setAppliedImpulses(x.prob.F, h)
	return x, ns.eliminateStates(p, h)
}

// ImpactProblem fills the problem of an impact at p: masses, lock rows and those one-sided rows whose gaps (of Gaps) take part.
// Its unknowns are changes of speeds, NV of them, its multipliers (one a row of the Layout, in order) impulses;
// c = ġ⁺ + Shift for the gap, so that Shift is e ġ⁻.
func (s *State) ImpactProblem(p *integrate.Point, gaps []integrate.Gap) (*vi.Problem, error) {
	return s.VelocityProblem(p, integrate.Coef{}, 0, 0, gaps, false)
}

// AccelerationProblem fills the complementarity problem of the accelerations a (NV) at p, where p.A must be 0:
//
//	M a - Gᵀ λ = f,  c = G a + γ,
//
// with a multiplier λ (a force or torque) for each row of the Layout. An inequality row takes part if part reports true for its index.
func (s *State) AccelerationProblem(p *integrate.Point, takesPart func(row int) bool) (*vi.Problem, error) {
	x, err := s.nonsmooth.fillDynamicTerms(p, integrate.Coef{}, 1, true)
	if err != nil {
		return nil, err
	}
	s.nonsmooth.fillConstraintRows(p, 1, 0)
	r := x.prob.Rows
	copy(r.B, s.rows.bias)
	for i := range s.rows.laws {
		w := &s.rows.laws[i]
		r.Lo[w.n], r.Hi[w.n] = w.law.Lo, w.law.Hi
		if r.ClearFlag(w.n, vi.Disabled); !takesPart(w.n) {
			r.SetFlag(w.n, vi.Disabled, "open", p.T)
		}
	}
	return &x.prob, nil
}

// recordMassMatrix notes the masses and how much the matrix differs from them.
func (ns *nonsmoothProblem) recordMassMatrix() {
	x := ns
	x.stiff = 0
	for i := 1; i < len(ns.s.sys.Bodies); i++ {
		b, st, d := &ns.s.sys.Bodies[i], &ns.s.kin.body[i], ns.s.plan.diag[i]
		n := b.speedCount()
		var turn [3]float64
		if b.Kind == Rigid {
			in := b.inertiaInGlobalAxes(&st.R)
			turn = [3]float64{in.A.X, in.B.Y, in.C.Z}
		}
		for k := range n {
			m := b.Mass
			switch {
			case b.Kind == Parameter:
				m = 0
			case k >= 3:
				m = turn[k-3]
			}
			x.weight[b.v+k] = m
			if m > 0 {
				x.stiff = math.Max(x.stiff, math.Abs(d[k*n+k]-m)/m)
			}
		}
	}
}

// setAppliedImpulses sets dst to h times the forces and torques that no row makes, less those of rotation, at zero accelerations.
func (ns *nonsmoothProblem) setAppliedImpulses(dst []float64, h float64) {
	g := ns.s.gravityNow()
	for i := 1; i < len(ns.s.sys.Bodies); i++ {
		b, st := &ns.s.sys.Bodies[i], &ns.s.kin.body[i]
		if b.Kind == Parameter {
			dst[b.v] = 0
			continue
		}
		st.F.AddScaled(b.Mass, g).Scale(h).Store(dst[b.v:])
		if b.Kind == Rigid {
			st.T.Sub(st.W.Cross(st.JW)).Scale(h).Store(dst[b.v+3:])
		}
	}
}

// fillConstraintRows sets gradients and known terms of the rows of the State.
func (ns *nonsmoothProblem) fillConstraintRows(p *integrate.Point, h, ahead float64) {
	r := ns.prob.Rows
	ns.removeContactCones()
	for i, set := range ns.s.sys.Rows {
		pl, b := set.rowOwner(), &ns.s.rows.set[i]
		for k := range pl.N {
			n := pl.At + k
			rate := b.gt[k]
			for slot, body := range pl.Bodies {
				size := ns.s.sys.Bodies[body].speedCount()
				g := b.bodyGradient(k, int32(slot))[:size]
				copy(r.JacobianBlock(n, slot), g)
				for c, v := range p.V[ns.s.sys.Bodies[body].v:][:size] {
					rate += g[c] * v
				}
			}
			switch pl.Level {
			case integrate.Velocity:
				rate = b.g[k]
			case integrate.Acceleration:
				rate = 0 // only its change is prescribed
			}
			r.B[n] = rate + ahead*b.bias[k]
			if pl.Level == integrate.Acceleration {
				r.B[n] = h * b.bias[k]
			}
			r.Compliance[n] = 0
			r.L[n] = h * p.L[n]
			ns.markDisabledRows(n, p.T)
		}
	}
}

// markDisabledRows marks rows that are out of force for good: redundant ones, and those of constraints that are switched off or have broken.
func (ns *nonsmoothProblem) markDisabledRows(n int, t float64) {
	r := ns.prob.Rows
	if off := ns.s.rows.inactive[n] && (!ns.s.rows.open[n] || ns.s.rows.lost[n]); off == (r.Flags[n]&vi.Redundant != 0) {
		return
	} else if off {
		r.SetFlag(n, vi.Redundant, "depends on others", t)
		return
	}
	r.ClearFlag(n, vi.Redundant)
}

// UseSymmetricBlocks makes VelocityProblem take the symmetric parts of diagonal blocks, or the blocks themselves (on false).
func (s *State) UseSymmetricBlocks(on bool) { s.nonsmooth.even = on }

func (ns *nonsmoothProblem) symmetrizeBlocks() {
	for i := 1; i < len(ns.s.sys.Bodies); i++ {
		d, n := ns.s.plan.diag[i], ns.s.sys.Bodies[i].speedCount()
		for r := range n {
			for c := range r {
				v := (d[r*n+c] + d[c*n+r]) / 2
				d[r*n+c], d[c*n+r] = v, v
			}
		}
	}
}

// StiffnessRatio returns the largest ratio of stiffness and damping terms to masses in the last velocity problem, without unit.
func (s *State) StiffnessRatio() float64 { return s.nonsmooth.stiff }

// IncrementsFromSpeedChange sets d from the change dv (NV) of the speeds in a step h: d.A is dv/h, d.L the impulses over h; eliminated rates and
// algebraic unknowns follow from both. It also keeps the loads of contacts.
func (s *State) IncrementsFromSpeedChange(d *integrate.Delta, dv []float64, h float64) {
	x := &s.nonsmooth
	for i, v := range dv {
		d.A[i] = v / h
	}
	s.nonsmooth.recoverEliminated(d)
	s.nonsmooth.recordContactLoads(h)
	for n := range d.L {
		d.L[n] = x.prob.Rows.L[n] / h
	}
}

// ConstraintRowOrContactName returns the index of a row of the last problem among the constraint rows, or -1 and the name of the contact.
func (s *State) ConstraintRowOrContactName(row int) (index int, contact string) {
	if row < s.sys.nl {
		return row, ""
	}
	return -1, s.nonsmooth.contactPointName(row)
}

// BeginNonsmoothAnalysis makes all rows with laws open: NSC examines their laws itself. They push with the multipliers of p.
func (s *State) BeginNonsmoothAnalysis(p *integrate.Point) {
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		s.rows.setLawRowOpen(r, true, p.L[r.n])
	}
	s.nonsmooth.initFriction(p)
	s.nonsmooth.forgetContactHistory()
	s.nonsmooth.active = true
}

// SetLawRowMultipliersFrom lets rows with laws push with the multipliers of p, as after a step that ends there.
func (s *State) SetLawRowMultipliersFrom(p *integrate.Point) {
	for i := range s.rows.laws {
		n := s.rows.laws[i].n
		s.rows.held[n] = p.L[n]
	}
	s.memo.ok = false
}

// DescribeBodyCoupling describes what couples bodies i+1 and j+1 in the matrix; for one body, what makes its block asymmetric.
func (s *State) DescribeBodyCoupling(i, j int) string {
	a, b := &s.sys.Bodies[i+1], &s.sys.Bodies[j+1]
	if i == j {
		return fmt.Sprintf("the block of %s is not symmetric: gyroscopic terms, or forces without a potential", a)
	}
	return fmt.Sprintf("%s joins %s and %s", s.nonsmooth.elementCouplingBodies(BodyIdx(i+1), BodyIdx(j+1)), a, b)
}

// elementCouplingBodies names an element whose rows or forces make a block of two bodies.
func (ns *nonsmoothProblem) elementCouplingBodies(a, b BodyIdx) string {
	for _, set := range ns.s.sys.Rows {
		p := set.rowOwner()
		if slices.Contains(p.Bodies, a) && slices.Contains(p.Bodies, b) {
			return fmt.Sprintf("%s %d", p.Element, p.ID)
		}
	}
	for k := range ns.s.sys.Forces {
		f := &ns.s.sys.Forces[k]
		var g solve.Graph
		ns.s.plan.addForceEdges(f, func(i, j int) { g.Edge = append(g.Edge, [2]int32{int32(i), int32(j)}) })
		for _, e := range g.Edge {
			if x, y := BodyIdx(e[0]+1), BodyIdx(e[1]+1); !f.ReportOnly && (x == a && y == b || x == b && y == a) {
				return fmt.Sprintf("%s %d", f.Element, f.ID)
			}
		}
	}
	return "a force or a state"
}

// EndNonsmoothAnalysis ends what BeginNonsmoothAnalysis began; rows stay open.
func (s *State) EndNonsmoothAnalysis() {
	s.nonsmooth.active = false
	s.nonsmooth.releaseAllFriction()
}
