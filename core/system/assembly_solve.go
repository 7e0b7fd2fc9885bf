package system

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

func itoa(i int) string { return strconv.Itoa(i) }

// perturbRandomly displaces all bodies at random, by part of the length scale and of a
// radian.
func (s *State) perturbRandomly(p *integrate.Point, part float64, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 11))
	dq := make([]float64, s.sys.nv)
	for i := range dq {
		dq[i] = part * s.layout.VScale[i] * r.NormFloat64()
	}
	s.MovePositions(p.Q, p.Q, dq)
}

// newtonStepToConstraints makes one minimum-norm step of Newton's method towards g = 0 and
// returns the largest errors before it: of the rows that are independent at p, and
// of those that depend on them, which are left out of the step.
func (s *State) newtonStepToConstraints(p *integrate.Point) (largestError, largestRedundantError float64, err error) {
	var out []int // rows left out of the step
	defer func() {
		for _, n := range out {
			s.rows.inactive[n] = false
		}
	}()
	leave := func(rows ...int) {
		for _, n := range rows {
			s.rows.inactive[n] = true
		}
		out = append(out, rows...)
	}
	for n, level := range s.layout.RowLevel {
		if level == integrate.Velocity || level == integrate.Acceleration {
			leave(n) // it has no say in positions
		}
	}
	rows, err := s.jac.dependentRows(p)
	if err != nil {
		return 0, 0, err
	}
	d := integrate.NewDelta(s.layout)
	for i, set := range s.sys.Rows {
		pl := set.rowOwner()
		for k, g := range s.rows.set[i].g {
			if n := pl.At + k; pl.Level == integrate.Position && !s.rows.inactive[n] {
				d.L[n] = -g
			}
		}
	}
	for _, n := range rows {
		largestRedundantError = math.Max(largestRedundantError, math.Abs(d.L[n]))
		d.L[n] = 0
	}
	leave(rows...)
	for _, g := range d.L {
		largestError = math.Max(largestError, math.Abs(g))
	}
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return 0, 0, err
	}
	s.jac.unlockContactCoordinates()
	if err := s.jac.factorMatrix(); err != nil {
		return 0, 0, s.sys.explainSingular(err)
	}
	s.Solve(d)
	s.MovePositions(p.Q, p.Q, d.A)
	return largestError, largestRedundantError, nil
}

// AssemblyError is a model that cannot be brought onto its constraints.
type AssemblyError struct {
	Level     string // "position", "velocity"
	Worst     RedundantRow
	Violation float64
	Others    []string // elements that the row contradicts
}

func (e *AssemblyError) Error() string {
	text := fmt.Sprintf("the model cannot be assembled (%s): %s is violated by %.3g", e.Level, e.Worst, e.Violation)
	if len(e.Others) > 0 {
		text += ", contradicting " + strings.Join(e.Others, ", ")
	}
	return text
}

// redundantRowTolerance is the error that a redundant row may keep: decks are written with
// six digits or so, and the axes of a closed loop are parallel to these only.
func (sys *System) redundantRowTolerance() float64 { return 1e-5 * max(1, sys.Length) }

// How many corrections assembly makes, and after how many without success it
// leaves a singular pose by a small displacement.
const (
	maxCorrections = 50
	stuck          = 12
)

// Assemble brings positions onto the constraints with the least displacement,
// to tol, and finds redundant rows. Those keep errors up to 1e-5 of the length
// scale, of which the user is informed. Assembly reports gaps of joints and displacements of bodies.
func (s *State) Assemble(p *integrate.Point, tol float64) ([]RedundantRow, error) {
	s.Mode = InitialConditions
	defer func() { s.Mode = Dynamic }()
	s.assembly = AssemblyReport{}
	if s.sys.nl == 0 {
		return nil, nil
	}
	s.reactivateRemovedRows()
	given := slices.Clone(p.Q)
	if err := s.assemblePoseWithOneSidedRows(p, tol); err != nil {
		return nil, err
	}
	s.assembly.recordMoves(s.sys, given, p)
	removed, err := s.deactivateRedundantEquations(p)
	if err != nil || len(removed) == 0 {
		return removed, err
	}
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return nil, err
	}
	for n, g := range s.rows.g {
		if s.rows.inactive[n] && !s.rows.open[n] && math.Abs(g) > 100*tol {
			s.Warn("%s is redundant and is violated by %.3g", s.sys.describeRow(n), math.Abs(g))
		}
	}
	return removed, nil
}

// assemblePose moves the bodies onto the constraints and initial conditions.
func (s *State) assemblePose(p *integrate.Point, tol float64) error {
	defer s.enterAssemblyPhase(beginPositions)()
	if err := s.initMotionTurns(p); err != nil {
		return err
	}
	for n := 0; ; n++ {
		worst, slack, err := s.newtonStepToConstraints(p)
		if err != nil {
			return err
		}
		if n == 0 && s.assembly.Gaps == nil { // the rows are those of the pose before the correction
			s.assembly.recordJointGaps(s, tol)
		}
		if worst <= tol && (slack <= tol || n > 2 && slack <= s.sys.redundantRowTolerance()) {
			return nil
		}
		if n == maxCorrections || math.IsNaN(worst) {
			return s.impossiblePoseError(p)
		}
		if n%stuck == stuck-1 && worst <= tol {
			s.perturbRandomly(p, 1e-3, uint64(n))
		}
		if err := s.AcceptPoint(p); err != nil {
			return err
		}
	}
}

// initMotionTurns counts the turns of prescribed angles from where the motions
// begin: one that starts at 20 rad is three turns and a bit.
func (s *State) initMotionTurns(p *integrate.Point) error {
	s.p = p
	for i, set := range s.sys.Rows {
		if r, ok := set.(*InitialConditionRow); ok && !s.continued && r.pos != nil {
			if at := s.plan.asked[i][0]; s.plan.measure[at].row.fn.combine == angle {
				s.turns.count[at] = turnCount{v: *r.pos}
			}
		}
		r, ok := set.(*PrescribedMotion)
		if !ok || r.Level != integrate.Position {
			continue
		}
		at := s.plan.asked[i][0]
		if s.plan.measure[at].row.fn.combine != angle {
			continue
		}
		f, _, _, err := r.fn.evalMotion(s, r.Level)
		if err != nil {
			return err
		}
		if err := s.checkFinite(r.Element, r.ID, f); err != nil {
			return err
		}
		s.turns.count[at] = turnCount{v: f}
	}
	s.memo.ok = false
	return nil
}

func (sys *System) assemblyError(level string, g []float64) *AssemblyError {
	k := 0
	for i := range g {
		if !(math.Abs(g[i]) <= math.Abs(g[k])) {
			k = i
		}
	}
	return &AssemblyError{Level: level, Worst: sys.describeRow(k), Violation: g[k]}
}

// exactWeight is how much more a velocity counts that is to be kept.
const exactWeight = 1e8

// AssembleVelocities changes the speeds as little as possible, weighted by the
// masses, so that they satisfy the constraints; components marked exact are
// kept where that is possible, else the user is informed.
func (s *State) AssembleVelocities(p *integrate.Point, tol float64) error {
	s.Mode = InitialConditions
	defer func() { s.Mode = Dynamic }()
	if s.sys.nl == 0 {
		return nil
	}
	want := s.initialSpeedsIfAnyExact(p)
	starts := s.hasInitialSpeedConditions()
	if starts {
		if err := s.assembleInitialSpeeds(p, tol); err != nil {
			return err
		}
	}
	r, err := s.projectSpeedsOntoRows(p, tol)
	switch {
	case err != nil:
		return err
	case r != nil:
		return s.sys.assemblyError("velocity", r)
	}
	if err := s.findUnsatisfiedRedundantRow(p, true, speedFloor*tol); err != nil {
		return err
	}
	s.warnChangedSpeeds(want, p.V)
	if starts {
		return s.warnChangedInitialVelocities(p)
	}
	return nil
}

// roundOff is the part of the tolerance of speeds below which their error is one of rounding: they stay bit by bit.
const roundOff = 1e-6

// projectSpeedsOntoRows changes the speeds until the active rows are satisfied to tol, and once more, since rates are nearly linear
// in the speeds: the last change takes away what tol lets pass. Where they cannot be satisfied, unsatisfied holds their residuals, else it is nil.
func (s *State) projectSpeedsOntoRows(p *integrate.Point, tol float64) (unsatisfied []float64, err error) {
	r := integrate.NewResidual(s.layout)
	polished := false
	for n := 0; ; n++ {
		if err := s.EvaluateResidual(r, p); err != nil {
			return nil, err
		}
		worst := 0.0
		for _, v := range r.Vel {
			worst = math.Max(worst, math.Abs(v))
		}
		if polished && worst <= tol || worst <= roundOff*tol {
			return nil, nil
		}
		polished = worst <= tol
		if n == 10 && !polished {
			return r.Vel, nil
		}
		if err := s.factorWeightedConstraints(p); err != nil {
			return nil, err
		}
		d := integrate.NewDelta(s.layout)
		for i, v := range r.Vel {
			d.L[i] = -v
		}
		s.Solve(d)
		for i, v := range d.A {
			p.V[i] += v
		}
	}
}

// factorWeightedConstraints factors [W -Gᵀ; G 0] with the masses as metric W (a small part of the
// largest mass where there is none) and large weights for exact components.
func (s *State) factorWeightedConstraints(p *integrate.Point) error {
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return err
	}
	var most float64
	for i := range s.sys.Bodies {
		most = max(most, s.sys.Bodies[i].Mass)
	}
	for i := range s.sys.Flex {
		most = max(most, s.sys.Flex[i].Mass)
	}
	if most == 0 {
		most = 1
	}
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st, d := &s.sys.Bodies[i], &s.kin.body[i], s.plan.diag[i]
		n := b.speedCount()
		if b.Kind == Parameter { // contacts move as bodies do, unless their speed is given
			switch d[0] = 0; {
			case b.Idle:
				d[0] = 1
			case b.ExactV[0] && !s.continued:
				d[0] = exactWeight * most
			}
			continue
		}
		for k := range d {
			d[k] *= 1e-6 * most
		}
		if b.Kind == Modal {
			continue
		}
		for k := range 3 {
			d[k*n+k] += b.Mass
		}
		if !s.continued {
			addWeightedAxes(d, n, 0, &b.ExactAxesV, b.ExactV, exactWeight*most)
		}
		if b.Kind == Rigid {
			inertia := b.inertiaInGlobalAxes(&st.R)
			addBlock3(d, n, 3, 3, &inertia, 1)
			l := max(s.sys.Length, 1e-3)
			if !s.continued {
				addWeightedAxes(d, n, 3, &b.ExactAxesW, b.ExactW, exactWeight*most*l*l)
			}
		}
	}
	s.jac.addFlexMass()
	if err := s.jac.factorMatrix(); err != nil {
		return s.sys.explainSingular(err)
	}
	return nil
}

// addWeightedAxes adds w a aᵀ for each axis a that is marked.
func addWeightedAxes(d []float64, n, at int, axes *mat, marked [3]bool, w float64) {
	for k, m := range marked {
		if !m {
			continue
		}
		a := axes.Col(k)
		for r := range 3 {
			for c := range 3 {
				d[(at+r)*n+at+c] += w * a.At(r) * a.At(c)
			}
		}
	}
}

// DegreesOfFreedom returns the degrees of freedom: speeds less independent constraint
// rows.
func (s *State) DegreesOfFreedom() int {
	n := s.sys.nv
	for i := range s.rows.inactive {
		if !s.rows.inactive[i] {
			n--
		}
	}
	for i := range s.sys.Bodies {
		if s.sys.Bodies[i].Idle {
			n--
		}
	}
	return n
}
