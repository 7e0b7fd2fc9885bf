package system

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// evaluateLawRow returns error, rate, second rate and multiplier of a row whose set is filled.
func (rows *rowState) evaluateLawRow(r *lawRow) (x InequalityRowValues) {
	s := rows.s
	p, b := s.sys.Rows[r.set].rowOwner(), &rows.set[r.set]
	x.G, x.Rate, x.Acc, x.L = b.g[r.k], b.gt[r.k], b.bias[r.k], s.p.L[r.n]
	for slot, body := range p.Bodies {
		st, w := &s.kin.body[body], b.bodyGradient(r.k, int32(slot))
		x.Rate += w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z
		x.Acc += w[0]*st.A.X + w[1]*st.A.Y + w[2]*st.A.Z
		if s.sys.Bodies[body].Kind == Rigid {
			x.Rate += w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
			x.Acc += w[3]*st.Al.X + w[4]*st.Al.Y + w[5]*st.Al.Z
		}
	}
	switch r.level {
	case integrate.Velocity:
		x.G, x.Rate = 0, b.g[r.k]
	case integrate.Acceleration:
		x.G, x.Rate = 0, 0
	}
	return x
}

// RowSwitchMargin reports how far row i is from what ends its state, ≥ 0 while that lasts, and what counts as zero:
// an open row until its error or rate changes sign, a row in force until its multiplier reaches a bound. reaction reports that
// it was of a multiplier. tol is what rows of position level may be off by.
func (s *State) RowSwitchMargin(i int, x *InequalityRowValues, tol float64) (v, zero float64, reaction bool) {
	r := &s.rows.laws[i]
	if !s.rows.open[r.n] {
		zero = tinyPart * math.Max(math.Abs(x.L), r.load)
		return math.Min(x.L-r.law.Lo, r.law.Hi-x.L), zero, true
	}
	side := r.law.errorSign()
	if r.isOneSidedPositionRow() {
		return side * x.G, 2 * tol, false
	}
	if side == 0 {
		switch held := s.rows.held[r.n]; {
		case r.law.Lo == r.law.Hi:
			return 1, 0, false
		case held == r.law.Lo:
			side = 1
		default:
			side = -1
		}
	}
	if r.level == integrate.Acceleration {
		return side * x.Acc, tinyPart * math.Max(math.Abs(x.Acc), s.sys.lengthScale()), false
	}
	return side * x.Rate, rateTol * tol, false
}

const (
	// tinyPart is the part of a load that counts as no change of sign.
	tinyPart = 1e-9
	// rateTol is what rates may be off by, in terms of what positions may.
	rateTol = 1e3
	// stillTol is that of rows that count as being at rest.
	stillTol = 2 * rateTol
	// touchTol is how far off a closed row may be, in terms of what positions may.
	touchTol = 4
)

// RowSwitch is what becomes of a row with a law.
type RowSwitch struct {
	Row   RedundantRow
	What  string  // closes, opens, rebounds, slips, reverses, sticks
	Speed float64 // of approach, where it closes or rebounds
}

// ActiveSetError reports that it cannot be found out which rows are in force.
type ActiveSetError struct {
	Time     float64
	Row      RedundantRow
	Level    string
	Residual float64
	Others   []string // elements that alone determine the row, and violate it
}

func (e *ActiveSetError) Error() string {
	if e.Level == "rest" {
		return fmt.Sprintf("time %g: no rest is found in which all one-sided and bounded constraints hold: it is open whether %s is in force", e.Time, e.Row.OwnerTitle())
	}
	if len(e.Others) > 0 {
		return fmt.Sprintf("time %g: %s: %s contradicts %s, which moves on against it: at the %s level it is off by %.3g; a motion may be given max_effort, so that it gives way",
			e.Time, e.Row.OwnerTitle(), e.Row.Row, strings.Join(e.Others, ", "), e.Level, e.Residual)
	}
	return fmt.Sprintf("time %g: it cannot be found out which one-sided and bounded constraints are in force: %s leaves a residual of %.3g at the %s level", e.Time, e.Row.OwnerTitle(), e.Residual, e.Level)
}

// switchState is the state of one call of Switch.
type switchState struct {
	s      *State
	p      *integrate.Point
	w      *integrate.LinearSolver
	tol    float64
	values []InequalityRowValues
	was    []bool    // rows that were open
	held   []float64 // what they were held at
	hit    []float64 // speed of approach
	up     []bool    // it rebounds
}

// SwitchRowsAndSolveAccelerations finds out which rows with laws are in force at p, changes speeds where rows close by an impact, and solves
// for accelerations and multipliers. p is on the rows that were in force. See README.md for the method.
func (s *State) SwitchRowsAndSolveAccelerations(p *integrate.Point, w *integrate.LinearSolver, tol float64) ([]RowSwitch, error) {
	n := len(s.rows.laws)
	c := &switchState{s: s, p: p, w: w, tol: tol, values: make([]InequalityRowValues, n), was: make([]bool, n), held: make([]float64, n), hit: make([]float64, n), up: make([]bool, n)}
	for i := range s.rows.laws {
		at := s.rows.laws[i].n
		c.was[i], c.held[i] = s.rows.open[at], s.rows.held[at]
	}
	for round := 0; ; round++ {
		if err := c.solveWithAllOpen(); err != nil {
			return nil, err
		}
		struck, err := c.solveImpact()
		if err != nil {
			return nil, err
		}
		if !struck {
			break
		}
		if round == maxImpacts {
			return nil, c.unsolvedError(0, "velocity", math.NaN())
		}
	}
	if err := c.chooseActiveRows(); err != nil {
		return nil, err
	}
	if err := integrate.ProjectVelocities(s, p, rateTol*tol, w); err != nil {
		return nil, err
	}
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		return nil, err
	}
	return c.listSwitches(), nil
}

// maxImpacts bounds the impacts at one time: after the first none is left but for rounding.
const maxImpacts = 5

// solveWithAllOpen opens all rows, bounded ones that slip with the bound that resists it, and solves for accelerations.
func (c *switchState) solveWithAllOpen() error {
	s := c.s
	if err := s.EvaluateInequalityRows(c.values, c.p); err != nil {
		return err
	}
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		held := 0.0
		if r.law.errorSign() == 0 && r.level != integrate.Acceleration {
			switch v := c.values[i].Rate; {
			case v > stillTol*c.tol:
				held = r.law.Lo
			case v < -stillTol*c.tol:
				held = r.law.Hi
			}
		}
		s.rows.setLawRowOpen(r, true, held)
	}
	if err := integrate.SolveAccelerations(s, c.p, c.w); err != nil {
		return err
	}
	return s.EvaluateInequalityRows(c.values, c.p)
}

// isRowClosed reports that a one-sided row is closed as far as positions report.
func (c *switchState) isRowClosed(i int) bool {
	r := &c.s.rows.laws[i]
	return r.level != integrate.Position || r.law.errorSign()*c.values[i].G <= touchTol*c.tol
}

// unitMultiplierResponses returns what unit multipliers of rows do to accelerations, states and so on, and to the second rates of these rows.
func (c *switchState) unitMultiplierResponses(at []int) (w [][]float64, d []*integrate.Delta, err error) {
	s := c.s
	if err := s.Factor(c.p, integrate.Coef{}, true); err != nil {
		return nil, nil, err
	}
	c.w.InvalidateFactors()
	for _, i := range at {
		r := &s.rows.laws[i]
		x := integrate.NewDelta(s.layout)
		s.rows.forEachGradientEntry(r, func(v int, g float64) { x.A[v] += g })
		s.Solve(x)
		d = append(d, x)
	}
	for _, i := range at {
		row := make([]float64, len(at))
		for k := range at {
			s.rows.forEachGradientEntry(&s.rows.laws[i], func(v int, g float64) { row[k] += g * d[k].A[v] })
		}
		w = append(w, row)
	}
	return w, d, nil
}

// forEachGradientEntry calls f with the entries of a row's gradient and the places of the speeds.
func (rows *rowState) forEachGradientEntry(r *lawRow, f func(v int, g float64)) {
	for slot, body := range rows.s.sys.Rows[r.set].rowOwner().Bodies {
		b := &rows.s.sys.Bodies[body]
		for k, g := range rows.set[r.set].bodyGradient(r.k, int32(slot))[:b.speedCount()] {
			f(b.v+k, g)
		}
	}
}

// chooseActiveRows finds out which rows are in force: multipliers within their bounds with
//
//	g̈ ≥ 0 at Lo,   g̈ ≤ 0 at Hi,   g̈ = 0 between,   g̈ = c + W l
//
// of the rows that are closed and at rest. A one-sided row that leaves counts as being at rest if it is pressed on and comes back before
// it is off by more than what positions are known to: impacts of one row that lift others so little would continue for ever.
func (c *switchState) chooseActiveRows() error {
	at := c.listCandidateRows()
	for len(at) > 0 {
		w, _, err := c.unitMultiplierResponses(at)
		if err != nil {
			return err
		}
		b := make([]float64, len(at))
		for k, i := range at {
			b[k] = c.values[i].Acc
		}
		l, err := c.solveBoundedMultipliers(at, w, b, "acceleration")
		if err != nil {
			return err
		}
		kept := at[:0:0]
		for k, i := range at {
			if v := c.separationSpeed(i); v <= stillTol*c.tol || v*v <= 2*touchTol*c.tol*math.Abs(l[k])*w[k][k] {
				kept = append(kept, i)
			}
		}
		if len(kept) == len(at) {
			return c.activateRows(at, w, b, l)
		}
		at = kept
	}
	return nil
}

// listCandidateRows lists the rows that may be in force: closed ones that are at rest or leave slowly, others that do not slip.
func (c *switchState) listCandidateRows() (at []int) {
	s := c.s
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if r.law.Lo == r.law.Hi || !c.isRowClosed(i) && r.law.errorSign() != 0 {
			continue
		}
		if v := c.values[i].Rate; r.level == integrate.Acceleration || math.Abs(v) <= stillTol*c.tol || c.separationSpeed(i) > 0 {
			at = append(at, i)
		}
	}
	return at
}

// separationSpeed is the speed at which a one-sided row of position level leaves, 0 if it does not.
func (c *switchState) separationSpeed(i int) float64 {
	r := &c.s.rows.laws[i]
	if !r.isOneSidedPositionRow() {
		return 0
	}
	return math.Max(0, r.law.errorSign()*c.values[i].Rate)
}

// activateRows brings rows in force whose multipliers are within the bounds, but for those that others make redundant: the others
// carry all. Offsets of bounded rows restart.
func (c *switchState) activateRows(at []int, w [][]float64, b, l []float64) error {
	s := c.s
	spare := markDependentRows(w, l)
	for k, i := range at {
		r := &s.rows.laws[i]
		load := 0.0
		for m := range at {
			load = math.Max(load, math.Abs(b[m]))
		}
		if w[k][k] > 0 {
			load /= w[k][k]
		}
		r.load = math.Max(load, math.Abs(l[k]))
		tiny := 1e-3 * tinyPart * r.load
		switch inside := math.Min(l[k]-r.law.Lo, r.law.Hi-l[k]) > tiny; {
		case inside && spare[k]:
			s.rows.setLawRowOpen(r, true, 0)
		case inside:
			s.rows.setLawRowOpen(r, false, 0)
			if r.isSlippingPositionRow() {
				s.rows.offset[r.n] += c.values[i].G
			}
		default:
			s.rows.setLawRowOpen(r, true, l[k])
		}
	}
	return nil
}

// OpenRowSign is 1 for an open row of g ≥ 0, −1 for one of g ≤ 0 and 0 for all others.
func (s *State) OpenRowSign(i int) float64 {
	if r := &s.rows.laws[i]; r.isOneSidedPositionRow() && s.rows.open[r.n] {
		return r.law.errorSign()
	}
	return 0
}

// InequalityRowValues is what is known of a row with a law at a point: error, rate, second rate and multiplier.
type InequalityRowValues struct{ G, Rate, Acc, L float64 }

// DescribeInequalityRow names the row with law i.
func (s *State) DescribeInequalityRow(i int) RedundantRow { return s.sys.describeRow(s.rows.laws[i].n) }

// InequalityRowCount returns the number of rows with laws.
func (s *State) InequalityRowCount() int { return len(s.rows.laws) }

// EvaluateInequalityRows sets dst, one entry for each row with a law, to what is known of it at p. Forces are not evaluated;
// accelerations and multipliers are those of p.
func (s *State) EvaluateInequalityRows(dst []InequalityRowValues, p *integrate.Point) error {
	s.rows.request.dst, s.rows.request.p = dst, p
	return s.repeatWhileQueriesChange(s.rows.evaluateInequalityRows)
}

// inequalityRowRequest is the argument of evaluateInequalityRows.
type inequalityRowRequest struct {
	dst []InequalityRowValues
	p   *integrate.Point
}

func (rows *rowState) evaluateInequalityRows() error {
	s := rows.s
	s.startTaskTimer()
	s.memo.ok, s.queryAdded = false, false
	rows.setHeldMultipliersOfOpenRows(rows.request.p)
	s.computePosesAndMotions(rows.request.p)
	last := -1
	for i := range rows.laws {
		r := &rows.laws[i]
		if r.set != last {
			set := s.sys.Rows[r.set]
			if err := set.fillBlock(s, &rows.set[r.set]); err != nil {
				return err
			}
			rows.subtractOffsets(set)
			last = r.set
		}
	}
	if s.queryAdded {
		return errRelearn
	}
	for i := range rows.laws {
		rows.request.dst[i] = rows.evaluateLawRow(&rows.laws[i])
	}
	return nil
}
