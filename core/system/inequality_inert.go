package system

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// InertRow is a row with a law that makes no difference to what moves, as judged at a pose and near it.
type InertRow struct {
	RedundantRow
	Why InertReason
	By  []string // the constraints because of which
}

// InertReason says why a row is inert.
type InertReason uint8

const (
	Idle     InertReason = iota // it acts on nothing that moves
	Settled                     // equations determine what it restricts
	Doubled                     // another row has the same effect
	Shielded                    // another row is reached before it
)

func (m InertRow) String() string {
	name, by := m.RedundantRow.String(), abbreviatedList(m.By)
	switch m.Why {
	case Idle:
		return name + " is never in force: it acts on nothing that moves"
	case Settled:
		return fmt.Sprintf("%s makes no difference at the start and near it: what it restricts is determined by %s", name, by)
	case Doubled:
		return fmt.Sprintf("%s is redundant at the start and near it: it has the same effect as %s", name, by)
	}
	return fmt.Sprintf("%s is never reached from the start and near it: %s is reached before", name, by)
}

// abbreviatedList lists names, the first of many.
func abbreviatedList(names []string) string {
	const most = 4
	if n := len(names); n > most+1 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:most], ", "), n-most)
	}
	return strings.Join(names, ", ")
}

// InertRows lists the rows with laws that make no difference, p being admissible. With all of these rows open, G_n the gradient of
// row n, W the metric of the rank and P the projection onto the motions that the equations leave,
//
//	K_nm = G_n P W⁻¹ Pᵀ G_mᵀ
//
// is the inner product of rows n and m on these motions. K_nn = 0 is a row that has no say there: equations determine what it
// restricts. K_nm² = K_nn K_mm are two rows along the same motion; φ/√K_nn, φ = ±g ≥ 0, is how far the row is from being reached.
// As with redundant equations that has to be so at two poses. Rows that only several others together make inert are not found, nor
// pairs one of which depends on the time.
func (s *State) InertRows(p *integrate.Point) ([]InertRow, error) {
	if len(s.rows.laws) == 0 {
		return nil, nil
	}
	defer s.openAllLawAndFrictionRows()()
	at, err := s.compareRowsWithLaws(p)
	if err != nil || !at.anyInert() {
		return nil, err
	}
	near, err := s.randomNearbyPose(p)
	if err != nil {
		return nil, err
	}
	also := at
	if near != nil {
		if also, err = s.compareRowsWithLaws(near); err != nil {
			return nil, err
		}
	}
	return at.inertRows(also), nil
}

// openAllLawAndFrictionRows opens all rows with laws, and those of friction; restore puts them as they were.
func (s *State) openAllLawAndFrictionRows() (restore func()) {
	type was struct {
		open bool
		held float64
	}
	all, slips := make([]was, len(s.rows.laws)), make([]SlipState, len(s.friction.slips))
	s.CopySlipStates(slips)
	s.friction.openAllFrictionRows()
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		all[i] = was{s.rows.open[r.n], s.rows.held[r.n]}
		s.rows.setLawRowOpen(r, true, 0)
	}
	return func() {
		for i := range s.rows.laws {
			s.rows.setLawRowOpen(&s.rows.laws[i], all[i].open, all[i].held)
		}
		s.SetSlipStates(slips)
		s.jac.factored = false
	}
}

// lawRowComparison is what rows with laws are at a pose, by their indices in rowState.laws.
type lawRowComparison struct {
	s     *State
	size  []float64  // G W⁻¹ Gᵀ
	left  []float64  // K_nn
	by    [][]string // what determines a row of which nothing is left
	pairs map[[2]int]float64
	// pairs are rows i < j along the same motion, in the same sense: how much farther it is to j than to i
}

func (c *lawRowComparison) isDetermined(i int) bool { return c.left[i] <= rankTol*c.size[i] }

func (c *lawRowComparison) anyInert() bool {
	for i := range c.left {
		if c.isDetermined(i) {
			return true
		}
	}
	return len(c.pairs) > 0
}

func (s *State) compareRowsWithLaws(p *integrate.Point) (*lawRowComparison, error) {
	if err := s.jac.factorMetricMatrix(p); err != nil {
		return nil, err
	}
	weight := make([]float64, s.sys.nv)
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		for k, n := 0, b.speedCount(); k < n; k++ {
			weight[b.v+k] = 1 / s.plan.diag[i][k*n+k]
		}
	}
	if err := s.jac.factorMatrix(); err != nil {
		return nil, s.sys.explainSingular(err)
	}
	n := len(s.rows.laws)
	c := &lawRowComparison{s, make([]float64, n), make([]float64, n), make([][]string, n), map[[2]int]float64{}}
	unit, d := make([]float64, s.sys.nl), integrate.NewDelta(s.layout)
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		unit[r.n] = 1
		s.rows.computeRowForces(d.A, unit)
		for k, g := range d.A {
			c.size[i] += g * g * weight[k]
		}
		sets := s.rowSetsThatCombinationDependsOn(d, unit)
		unit[r.n] = 0
		c.left[i] = s.rows.rowTimesVector(r, d.A)
		if c.isDetermined(i) {
			c.by[i] = s.sys.elementNamesExcept(sets, r.set)
			continue
		}
		for j := range i {
			if o := &s.rows.laws[j]; !c.isDetermined(j) && areLawRowsInterchangeable(o, r) {
				c.recordParallelRows(j, i, s.rows.rowTimesVector(o, d.A))
			}
		}
	}
	return c, nil
}

// areLawRowsInterchangeable reports whether one of the rows may stand for the other.
func areLawRowsInterchangeable(a, b *lawRow) bool {
	return a.level == b.level && (a.law.errorSign() != 0) == (b.law.errorSign() != 0)
}

// rowTimesVector is G_n a.
func (rows *rowState) rowTimesVector(r *lawRow, a []float64) float64 {
	return rows.s.nonsmooth.rowRateOf(r.set, r.k, a) - rows.set[r.set].gt[r.k]
}

// recordParallelRows notes rows j < i if they are along the same motion; k is their inner product.
func (c *lawRowComparison) recordParallelRows(j, i int, k float64) {
	if c.left[j]*c.left[i]-k*k > rankTol*c.left[j]*c.left[i] {
		return
	}
	rows := &c.s.rows
	a, b := &rows.laws[j], &rows.laws[i]
	x, y := a.law.errorSign(), b.law.errorSign()
	if x == 0 { // bounded rows have no sense: take that of the first
		x, y = 1, math.Copysign(1, k)
	}
	if x*y*k > 0 {
		c.pairs[[2]int{j, i}] = y*rows.g[b.n]/math.Sqrt(c.left[i]) - x*rows.g[a.n]/math.Sqrt(c.left[j])
	}
}

// elementNamesExcept are the elements of sets other than own.
func (sys *System) elementNamesExcept(sets []int, own int) []string {
	var all []string
	for _, i := range sets {
		if i != own {
			all = append(all, sys.Rows[i].rowOwner().elementName())
		}
	}
	return all
}

// inertRows lists the inert rows by what rows are at two poses.
func (c *lawRowComparison) inertRows(nearby *lawRowComparison) []InertRow {
	s, at := c.s, c
	var out []InertRow
	done := make([]bool, len(s.rows.laws))
	add := func(i int, why InertReason, by ...string) {
		if !done[i] {
			done[i] = true
			out = append(out, InertRow{s.sys.describeRow(s.rows.laws[i].n), why, by})
		}
	}
	for i := range s.rows.laws {
		if !at.isDetermined(i) || !nearby.isDetermined(i) {
			continue
		}
		if at.by[i] == nil {
			add(i, Idle)
		} else {
			add(i, Settled, at.by[i]...)
		}
	}
	tol := 1e-7 * s.sys.lengthScale()
	for j := range s.rows.laws {
		for i := range j {
			x, ok := at.pairs[[2]int{i, j}]
			y, also := nearby.pairs[[2]int{i, j}]
			if !ok || !also || s.rows.mayDependOnTime(i) || s.rows.mayDependOnTime(j) {
				continue
			}
			one := s.rows.laws[i].law.errorSign() != 0
			switch {
			case math.Abs(x) <= tol && math.Abs(y) <= tol:
				add(j, Doubled, s.rows.rowElementName(i))
			case one && x > tol && y > tol:
				add(j, Shielded, s.rows.rowElementName(i))
			case one && x < -tol && y < -tol:
				add(i, Shielded, s.rows.rowElementName(j))
			}
		}
	}
	return out
}

func (rows *rowState) rowElementName(i int) string {
	return rows.s.sys.describeRow(rows.laws[i].n).shortName()
}

// mayDependOnTime reports whether an inequality may depend on the time, so that it is not known which of two stays in front; of routines
// that is not known.
func (rows *rowState) mayDependOnTime(i int) bool {
	s := rows.s
	r := &s.rows.laws[i]
	switch set := s.sys.Rows[r.set].(type) {
	case *PrescribedMotion:
		return r.law.errorSign() != 0
	case *GeneralConstraint:
		f, ok := set.fn.(*programRow)
		if !ok || f.program.UsesTime {
			return true
		}
		for _, m := range s.plan.asked[r.set] {
			if s.plan.measure[m].row.stage == Values {
				return true
			}
		}
		return false
	case *Joint:
		return false
	}
	return true
}
