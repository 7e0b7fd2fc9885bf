package system

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Removed is a redundant constraint row: it depends on others and was taken
// out.
type Removed struct {
	Element string
	ID      int
	Type    string
	Row     string
}

func (r Removed) String() string {
	if r.Type != "" {
		return fmt.Sprintf("%s %d (%s): %s", r.Element, r.ID, r.Type, r.Row)
	}
	return fmt.Sprintf("%s %d: %s", r.Element, r.ID, r.Row)
}

// Owner names the element: "Constraint_Joint 2".
func (r Removed) Owner() string { return fmt.Sprintf("%s %d", r.Element, r.ID) }

// briefly names the element, and the row where that is one of several attributes of it: "Constraint_Joint 2: limit_min".
func (r Removed) briefly() string {
	if strings.HasPrefix(r.Row, "limit_") {
		return r.Owner() + ": " + r.Row
	}
	return r.Owner()
}

// TakenOut lists the rows that are out of force because they depend on others.
func (s *State) TakenOut() []Removed {
	var out []Removed
	for _, n := range s.sharing().at {
		out = append(out, s.removed(n))
	}
	return out
}

// rankTol is the square of the sine of the angle below which rows count as
// dependent.
const rankTol = 1e-10

// Redundant finds the rows that depend on others at p and near it, makes them
// inactive and returns them. A row is taken out only if it is dependent at both
// poses: at p alone it may be a singular configuration that the motion leaves.
func (s *State) Redundant(p *integrate.Point) ([]Removed, error) {
	if s.sys.nl == 0 {
		return nil, nil
	}
	s.restore()
	at, err := s.dependent(p)
	if err != nil || len(at) == 0 {
		return nil, err
	}
	near, err := s.nearby(p)
	if err != nil {
		return nil, err
	}
	if near != nil {
		second, err := s.dependent(near)
		if err != nil {
			return nil, err
		}
		if len(second) < len(at) { // the rank is larger there: its rows decide
			at = second
		}
	}
	var out []Removed
	s.shared.initialised = false
	slices.Sort(at)
	for _, n := range at {
		s.rows.inactive[n] = true
		s.layout.RowLevel[n] = integrate.Inactive
		out = append(out, s.removed(n))
	}
	return out, nil
}

// restore makes the rows that an earlier judgement took out active again.
func (s *State) restore() {
	s.shared.initialised = false
	for _, n := range s.redundantRows() {
		s.rows.inactive[n] = false
		s.layout.RowLevel[n] = levelOf(s.sys.Rows[s.setOf(n)])
	}
}

func (s *State) removed(n int) Removed {
	p := s.sys.Rows[s.setOf(n)].place()
	return Removed{p.Element, p.ID, p.Type, p.Row[n-p.At]}
}

// setOf returns the set that row n belongs to.
func (s *State) setOf(n int) int {
	return sort.Search(len(s.sys.Rows), func(i int) bool {
		p := s.sys.Rows[i].place()
		return p.At+p.N > n
	})
}

// ByElement joins what was taken out of one element: "Constraint_Joint 2 (REVOLUTE):
// position x; position y".
func ByElement(all []Removed) []string {
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

// dependent returns the rows that depend on others at p, judged with the mass
// matrix as metric. Bodies without mass get a small one for this purpose.
func (s *State) dependent(p *integrate.Point) ([]int, error) {
	if err := s.metric(p); err != nil {
		return nil, err
	}
	nb := len(s.sys.Bodies) - 1
	var rows []int
	for _, r := range s.plan.matrix.Redundant(rankTol) {
		set := r.Node - nb
		if set < 0 || set >= len(s.sys.Rows) {
			continue
		}
		rows = append(rows, s.sys.Rows[set].place().At+r.Row)
	}
	return rows, nil
}

// freely is the metric of a contact's way along its curve where the rank is judged,
// loosely where positions are corrected: bodies keep their place rather than contacts.
const (
	freely  = 1e-2
	loosely = 1e-8
)

// loosen lets contacts move along their curves instead of bodies.
func (s *State) loosen() {
	for b := 1; b < len(s.sys.Bodies); b++ {
		if s.sys.Bodies[b].Kind == Parameter {
			s.plan.diag[b][0] = loosely
		}
	}
}

// metric fills the matrix [W -Gᵀ; G 0] with a metric W of unit mass and the
// square of the length scale as inertia for every body: what is consistent
// and redundant does not depend on masses.
func (s *State) metric(p *integrate.Point) error {
	s.coef = integrate.Coef{}
	if err := s.learning(func() error { return s.forces(p) }); err != nil {
		return err
	}
	j := &s.jac
	j.m, j.s = s.plan.matrix, s
	j.m.Clear()
	l := s.sys.Length
	if l == 0 {
		l = 1
	}
	for b := 1; b < len(s.sys.Bodies); b++ {
		d, n := s.plan.diag[b], s.sys.Bodies[b].speeds()
		if s.sys.Bodies[b].Kind == Parameter {
			d[0] = freely
			continue
		}
		for k := range n {
			d[k*n+k] = 1
			if k >= 3 {
				d[k*n+k] = l * l * 0.1
			}
		}
	}
	for i, set := range s.sys.Rows {
		s.assembleRows(i, set, j)
	}
	for i := range s.sys.States {
		n := len(s.sys.States[i].IC)
		d := j.m.Block(s.groupNode(i), s.groupNode(i))
		for k := range n {
			d[k*n+k] = 1
		}
	}
	for i := range s.sys.Algebraic {
		j.m.Block(s.algNode(i), s.algNode(i))[0] = 1
	}
	return nil
}

// nearby returns an admissible pose near p: p displaced at random by a
// hundredth and brought back onto the constraints by a minimum-norm correction
// that redundant rows do not disturb; nil when that fails.
func (s *State) nearby(p *integrate.Point) (*integrate.Point, error) {
	q := integrate.NewPoint(s.layout)
	q.Copy(p)
	s.nudge(q, 0.01, 7)
	for range 20 {
		worst, slack, err := s.correct(q)
		if err != nil {
			return nil, err
		}
		if worst < 1e-9*max(1, s.sys.Length) && slack < s.slackTol() {
			return q, nil
		}
	}
	return nil, nil
}
