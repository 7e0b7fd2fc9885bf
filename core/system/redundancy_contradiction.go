package system

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// ContradictionError is a constraint that others make redundant but do not let be
// satisfied: they request different things along the same motion.
type ContradictionError struct {
	Time   float64
	Level  string // "position", "velocity"
	Row    RedundantRow
	Others []string // the elements that the row depends on
	Off    float64  // its error
}

func (e *ContradictionError) Error() string {
	text := fmt.Sprintf("time %g: %s contradicts other constraints", e.Time, e.Row)
	if len(e.Others) > 0 {
		text = fmt.Sprintf("time %g: %s contradicts %s", e.Time, e.Row, strings.Join(e.Others, ", "))
	}
	return fmt.Sprintf("%s: with these satisfied its %s is off by %.3g; take one of them out or make them agree", text, e.Level, e.Off)
}

// contrary is the part of the length scale, or the angle in rad, by which a row that was taken
// out may be off: decks with rounded numbers have errors of 1e-5, and levers enlarge them. Of
// a rate it is a part of the speeds that the row is made of.
const contrary = 1e-3

// speedFloor is what a rate may be off by at the start, in terms of the tolerance of the
// speeds, where bodies hardly move.
const speedFloor = 1e3

// findUnsatisfiedRedundantRow returns a ContradictionError when a row that was taken out as redundant is not
// satisfied at p, at which all rows in force are; other errors are those of laws. With
// alsoPositionRates rates of position rows are judged, too: later, positions report them. Rates below
// rateFloor are zero.
func (s *State) findUnsatisfiedRedundantRow(p *integrate.Point, alsoPositionRates bool, rateFloor float64) error {
	h := s.shared.initOnce()
	if len(h.at) == 0 {
		return nil
	}
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return err
	}
	for _, n := range h.at {
		i := s.sys.rowSetOf(n)
		level, off := s.rows.findRowError(i, n-s.sys.Rows[i].rowOwner().At, alsoPositionRates, rateFloor)
		if off != 0 {
			return &ContradictionError{p.T, level, s.sys.describeRow(n), s.elementsThatRowDependsOn(p, n), off}
		}
	}
	return nil
}

// CheckConstraintContradiction returns an error that names contradicting rows of positions, and for rates that are prescribed.
func (s *State) CheckConstraintContradiction(p *integrate.Point) error {
	return s.findUnsatisfiedRedundantRow(p, false, speedFloor*1e-10*s.sys.lengthScale())
}

// findRowError returns by how much row k of a set is off at which level, 0 when that is little.
func (rows *rowState) findRowError(set, k int, alsoPositionRates bool, rateFloor float64) (level string, off float64) {
	s := rows.s
	p, b := s.sys.Rows[set].rowOwner(), &rows.set[set]
	rate, speed, moves := s.kin.rowRateOfMotion(p, b, k)
	switch p.Level {
	case integrate.Acceleration:
		return "", 0
	case integrate.Velocity:
		rate, alsoPositionRates = b.g[k], true
	default:
		most := contrary
		if moves {
			most *= s.sys.lengthScale()
		}
		if g := math.Abs(b.g[k]); g > most {
			return "position", g
		}
	}
	if v := math.Abs(rate); alsoPositionRates && v > math.Max(contrary*speed, rateFloor) {
		return "velocity", v
	}
	return "", 0
}

// rowRateOfMotion returns the rate of row k, the sum of the magnitudes that it is made of, and whether
// the row resists displacements, not turns alone.
func (kin *kinematics) rowRateOfMotion(p *RowOwner, b *rowBlock, k int) (rate, magnitudeSum float64, resistsDisplacement bool) {
	rate, magnitudeSum = b.gt[k], math.Abs(b.gt[k])
	for slot, body := range p.Bodies {
		st, w := &kin.body[body], b.bodyGradient(k, int32(slot))
		resistsDisplacement = resistsDisplacement || w[0] != 0 || w[1] != 0 || w[2] != 0
		x, y := w[0]*st.V.X+w[1]*st.V.Y+w[2]*st.V.Z, 0.0
		if kin.sys.Bodies[body].Kind == Rigid {
			y = w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
		}
		rate += x + y
		magnitudeSum += math.Abs(x) + math.Abs(y)
	}
	return rate, magnitudeSum, resistsDisplacement
}

// impossiblePoseError is the error of a pose that cannot be had: of rows that depend on others the one
// that is off most, unless one that does not is off by much more.
func (s *State) impossiblePoseError(p *integrate.Point) error {
	e := s.sys.assemblyError("position", s.rows.g)
	rows, err := s.jac.dependentRows(p)
	if err != nil || len(rows) == 0 {
		return e
	}
	worst := slices.MaxFunc(rows, func(a, b int) int { return cmp.Compare(math.Abs(s.rows.g[a]), math.Abs(s.rows.g[b])) })
	if g := s.rows.g[worst]; math.Abs(g) > 0.1*math.Abs(e.Violation) {
		e.Worst, e.Violation = s.sys.describeRow(worst), g
		for _, n := range rows {
			s.rows.inactive[n] = true
		}
		e.Others = s.elementsThatRowDependsOn(p, worst)
		for _, n := range rows {
			s.rows.inactive[n] = false
		}
	}
	return e
}

// partOf is the part of the largest coefficient below which a row does not count as one that
// another depends on.
const partOf = 1e-6

// elementsThatRowDependsOn names the elements of the rows that a row, which was taken out, depends on at p.
func (s *State) elementsThatRowDependsOn(p *integrate.Point, row int) []string {
	defer func() { s.jac.factored = false }()
	if s.jac.factorMetricMatrix(p) != nil || s.jac.factorMatrix() != nil {
		return nil
	}
	unit := make([]float64, s.sys.nl)
	unit[row] = 1
	var names []string
	own := s.sys.Rows[s.sys.rowSetOf(row)].rowOwner()
	for _, set := range s.rowSetsThatCombinationDependsOn(integrate.NewDelta(s.layout), unit) {
		if r := s.sys.Rows[set].rowOwner(); r != own {
			names = append(names, r.elementName())
		}
	}
	return names
}

// rowSetsThatCombinationDependsOn lists the row sets that a combination of rows depends on, with the matrix of metric
// factored: with g its gradient, W a - Gᵀl = g and G a = 0 has a = 0, -l being the coefficients.
func (s *State) rowSetsThatCombinationDependsOn(d *integrate.Delta, rows []float64) (sets []int) {
	clear(d.L)
	clear(d.XDot)
	clear(d.Y)
	s.rows.computeRowForces(d.A, rows)
	s.Solve(d)
	most := 0.0
	for _, l := range d.L {
		most = math.Max(most, math.Abs(l))
	}
	for i, set := range s.sys.Rows {
		r := set.rowOwner()
		for _, l := range d.L[r.At : r.At+r.N] {
			if math.Abs(l) > partOf*most {
				sets = append(sets, i)
				break
			}
		}
	}
	return sets
}

// elementName is what messages call the element: "Constraint_Joint 2 (REVOLUTE)".
func (p *RowOwner) elementName() string {
	if p.Type != "" {
		return fmt.Sprintf("%s %d (%s)", p.Element, p.ID, p.Type)
	}
	return fmt.Sprintf("%s %d", p.Element, p.ID)
}

// contraryAcceleration is the part of the accelerations that a row is made of by which a redundant
// row may be off at the start. It is large, since only what moves on apart is an error.
const contraryAcceleration = 0.1

// CheckAccelerationContradiction returns a ContradictionError when a row that was taken out as redundant has an
// acceleration at p, for which accelerations have been solved: what it prescribes moves away
// from what other constraints hold, though positions and rates agree at this time.
func (s *State) CheckAccelerationContradiction(p *integrate.Point) error {
	h := s.shared.initOnce()
	if len(h.at) == 0 {
		return nil
	}
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return err
	}
	largest := 0.0
	for i := range s.kin.body {
		largest = math.Max(largest, s.kin.body[i].A.Norm())
	}
	for _, n := range h.at {
		i := s.sys.rowSetOf(n)
		place, b := s.sys.Rows[i].rowOwner(), &s.rows.set[i]
		k := n - place.At
		acc := b.bias[k]
		size := math.Abs(acc)
		for slot, body := range place.Bodies {
			st, w := &s.kin.body[body], b.bodyGradient(k, int32(slot))
			for _, x := range [2]float64{w[0]*st.A.X + w[1]*st.A.Y + w[2]*st.A.Z, w[3]*st.Al.X + w[4]*st.Al.Y + w[5]*st.Al.Z} {
				acc += x
				size += math.Abs(x)
			}
		}
		if math.Abs(acc) > contraryAcceleration*size && math.Abs(acc) > 1e-6*(largest+s.sys.lengthScale()) {
			return &ContradictionError{p.T, "acceleration", s.sys.describeRow(n), s.elementsThatRowDependsOn(p, n), math.Abs(acc)}
		}
	}
	return nil
}
