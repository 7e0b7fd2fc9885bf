package system

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// RedundantRow is a redundant constraint row: it depends on others and was taken
// out.
type RedundantRow struct {
	Element string
	ID      int
	Type    string
	Row     string
}

func (r RedundantRow) String() string {
	if r.Type != "" {
		return fmt.Sprintf("%s %d (%s): %s", r.Element, r.ID, r.Type, r.Row)
	}
	return fmt.Sprintf("%s %d: %s", r.Element, r.ID, r.Row)
}

// OwnerTitle names the element: "Constraint_Joint 2".
func (r RedundantRow) OwnerTitle() string { return fmt.Sprintf("%s %d", r.Element, r.ID) }

// shortName names the element, and the row where that is one of several attributes of it: "Constraint_Joint 2: limit_min".
func (r RedundantRow) shortName() string {
	if strings.HasPrefix(r.Row, "limit_") {
		return r.OwnerTitle() + ": " + r.Row
	}
	return r.OwnerTitle()
}

// RemovedRedundantRows lists the rows that are out of force because they depend on others.
func (s *State) RemovedRedundantRows() []RedundantRow {
	var out []RedundantRow
	for _, n := range s.shared.initOnce().at {
		out = append(out, s.sys.describeRow(n))
	}
	return out
}

// rankTol is the square of the sine of the angle below which rows count as
// dependent.
const rankTol = 1e-10

// DeactivateRedundantRows finds the rows that depend on others at p and near it, makes them
// inactive and returns them. A row is taken out only if it is dependent at both
// poses: at p alone it may be a singular configuration that the motion leaves.
func (s *State) DeactivateRedundantRows(p *integrate.Point) ([]RedundantRow, error) {
	if s.sys.nl == 0 {
		return nil, nil
	}
	s.reactivateRemovedRows()
	at, err := s.jac.dependentRows(p)
	if err != nil || len(at) == 0 {
		return nil, err
	}
	near, err := s.randomNearbyPose(p)
	if err != nil {
		return nil, err
	}
	if near != nil {
		second, err := s.jac.dependentRows(near)
		if err != nil {
			return nil, err
		}
		if len(second) < len(at) { // the rank is larger there: its rows decide
			at = second
		}
	}
	var out []RedundantRow
	s.shared.initialised = false
	slices.Sort(at)
	for _, n := range at {
		s.rows.inactive[n] = true
		s.layout.RowLevel[n] = integrate.Inactive
		out = append(out, s.sys.describeRow(n))
	}
	return out, nil
}

// reactivateRemovedRows makes the rows that an earlier judgement took out active again.
func (s *State) reactivateRemovedRows() {
	s.shared.initialised = false
	for _, n := range s.rows.redundantRows() {
		s.rows.inactive[n] = false
		s.layout.RowLevel[n] = constraintLevel(s.sys.Rows[s.sys.rowSetOf(n)])
	}
}

func (sys *System) describeRow(n int) RedundantRow {
	p := sys.Rows[sys.rowSetOf(n)].rowOwner()
	return RedundantRow{p.Element, p.ID, p.Type, p.Row[n-p.At]}
}

// rowSetOf returns the set that row n belongs to.
func (sys *System) rowSetOf(n int) int {
	return sort.Search(len(sys.Rows), func(i int) bool {
		p := sys.Rows[i].rowOwner()
		return p.At+p.N > n
	})
}

// DescribeRowsByElement joins what was taken out of one element: "Constraint_Joint 2 (REVOLUTE):
// position x; position y".
func DescribeRowsByElement(all []RedundantRow) []string {
	var out []string
	for i, r := range all {
		if i > 0 && r.Element == all[i-1].Element && r.ID == all[i-1].ID {
			out[len(out)-1] += "; " + r.Row
		} else {
			out = append(out, r.String())
		}
	}
	return out
}

// dependentRows returns the rows that depend on others at p, judged with the mass
// matrix as metric. Bodies without mass get a small one for this purpose.
func (j *jacobian) dependentRows(p *integrate.Point) (dependent []int, err error) {
	s := j.s
	if err := j.factorMetricMatrix(p); err != nil {
		return nil, err
	}
	nb := len(s.sys.Bodies) - 1
	var rows []int
	for _, r := range s.plan.matrix.FindRedundantRows(rankTol) {
		set := r.Node - nb
		if set < 0 || set >= len(s.sys.Rows) {
			continue
		}
		rows = append(rows, s.sys.Rows[set].rowOwner().At+r.Row)
	}
	return rows, nil
}

// freely is the metric of a contact's way along its curve where the rank is judged,
// loosely where positions are corrected: bodies keep their place rather than contacts.
const (
	freely  = 1e-2
	loosely = 1e-8
	// firmly is the metric of modal coordinates: flexible bodies are moved rather than bent.
	firmly = 1e2
)

// unlockContactCoordinates lets contacts move along their curves instead of bodies.
func (j *jacobian) unlockContactCoordinates() {
	s := j.s
	for b := 1; b < len(s.sys.Bodies); b++ {
		if s.sys.Bodies[b].Kind == Parameter {
			s.plan.diag[b][0] = loosely
		}
	}
}

// factorMetricMatrix fills the matrix [W -Gᵀ; G 0] with a metric W of unit mass and the
// square of the length scale as inertia for every body: what is consistent
// and redundant does not depend on masses.
func (j *jacobian) factorMetricMatrix(p *integrate.Point) error {
	s := j.s
	j.coef = integrate.Coef{}
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return err
	}
	j.m = s.plan.matrix
	j.m.Clear()
	l := s.sys.lengthScale()
	for b := 1; b < len(s.sys.Bodies); b++ {
		d, n := s.plan.diag[b], s.sys.Bodies[b].speedCount()
		if s.sys.Bodies[b].Kind == Parameter {
			d[0] = freely
			continue
		}
		for k := range n {
			switch d[k*n+k] = 1; {
			case s.sys.Bodies[b].Kind == Modal:
				d[k*n+k] = firmly
			case k >= 3:
				d[k*n+k] = l * l * 0.1
			}
		}
	}
	for i, set := range s.sys.Rows {
		j.assembleRows(i, set)
	}
	for i := range s.sys.States {
		n := len(s.sys.States[i].IC)
		d := j.m.Block(s.sys.stateGroupNode(i), s.sys.stateGroupNode(i))
		for k := range n {
			d[k*n+k] = 1
		}
	}
	for i := range s.sys.Algebraic {
		j.m.Block(s.sys.algebraicNode(i), s.sys.algebraicNode(i))[0] = 1
	}
	return nil
}

// randomNearbyPose returns an admissible pose near p: p displaced at random by a
// hundredth and brought back onto the constraints by a minimum-norm correction
// that redundant rows do not disturb; nil when that fails.
func (s *State) randomNearbyPose(p *integrate.Point) (*integrate.Point, error) {
	q := integrate.NewPoint(s.layout)
	q.Copy(p)
	s.perturbRandomly(q, 0.01, 7)
	for range 20 {
		worst, slack, err := s.newtonStepToConstraints(q)
		if err != nil {
			return nil, err
		}
		if worst < 1e-9*max(1, s.sys.Length) && slack < s.sys.redundantRowTolerance() {
			return q, nil
		}
	}
	return nil, nil
}

// redundantCheck is the scratch memory of AreRedundantRowsViolated.
type redundantCheck struct {
	moves         []bool // of each row taken out: it resists displacements, not turns alone
	pos, vel, acc []float64
}

// AreRedundantRowsViolated reports whether rows of position level that were taken out as redundant are off at p by so much
// that they contradict others. Beside an evaluation at p, which mostly has been made, it costs
// the errors of the sets that have such rows; nothing is allocated after the first call.
func (s *State) AreRedundantRowsViolated(p *integrate.Point) (violated bool, err error) {
	h := s.shared.initOnce()
	if len(h.at) == 0 {
		return false, nil
	}
	if h.check.moves == nil {
		return false, h.findResistingRows(p)
	}
	if err := s.repeatWhileQueriesChange(func() error { return s.updateForces(p, s.plan.reacts) }); err != nil {
		return false, err
	}
	at := -1
	for k, n := range h.at {
		set := s.sys.rowSetOf(n)
		pl := s.sys.Rows[set].rowOwner()
		if pl.Level != integrate.Position {
			continue
		}
		g := s.rows.set[set].g
		if j := s.rows.direct[set]; j != nil {
			g = h.check.pos[:pl.N]
			if set != at {
				j.computeDirectResiduals(s, g, h.check.vel[:pl.N], h.check.acc[:pl.N])
			}
		}
		at = set
		most := contrary
		if h.check.moves[k] {
			most *= s.sys.lengthScale()
		}
		if math.Abs(g[n-pl.At]) > most {
			return true, nil
		}
	}
	return false, nil
}

// findResistingRows notes which rows resist displacements.
func (h *reactionSharing) findResistingRows(p *integrate.Point) error {
	s := h.s
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return err
	}
	most := 0
	h.check.moves = make([]bool, len(h.at))
	for k, n := range h.at {
		set := s.sys.rowSetOf(n)
		pl := s.sys.Rows[set].rowOwner()
		_, _, h.check.moves[k] = s.kin.rowRateOfMotion(pl, &s.rows.set[set], n-pl.At)
		most = max(most, pl.N)
	}
	h.check.pos, h.check.vel, h.check.acc = make([]float64, most), make([]float64, most), make([]float64, most)
	return nil
}

// metricProduct is the product of two forces in the metric W⁻¹.
func (h *reactionSharing) metricProduct(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * h.metric[i] * b[i]
	}
	return sum
}

// scaleAndAdd sets dst to k dst + x.
func scaleAndAdd(dst []float64, k float64, x []float64) {
	for i, v := range x {
		dst[i] = k*dst[i] + v
	}
}

// largestForce is the largest force, or torque over ℓ, of a vector by speeds.
func (sys *System) largestForce(f []float64) float64 {
	l, most := sys.lengthScale(), 0.0
	for i := 1; i < len(sys.Bodies); i++ {
		b := &sys.Bodies[i]
		for k := range b.speedCount() {
			x := math.Abs(f[b.v+k])
			if k >= 3 {
				x /= l
			}
			if !(x <= most) { // NaN too
				most = x
			}
		}
	}
	return most
}

// computeRowForces sets dst to Gᵀ l, of all rows at the point of the last evaluation.
func (rows *rowState) computeRowForces(dst, l []float64) {
	clear(dst)
	for i, set := range rows.s.sys.Rows {
		p := set.rowOwner()
		if !isEnforcedAfterAssembly(set) {
			continue
		}
		for slot, body := range p.Bodies {
			f := reactionOnBody(rows.set[i].bodyGradients(slot), l[p.At:p.At+p.N])
			b := &rows.s.sys.Bodies[body]
			for c := range b.speedCount() {
				dst[b.v+c] += f[c]
			}
		}
	}
}
