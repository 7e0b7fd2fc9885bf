package system

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/solve"
)

// plan is what a State knows of its topology: the measures that are asked, the
// order in which measures, laws and forces are computed, and the pattern of the
// iteration matrix. It is made anew when a routine asks something new.
type plan struct {
	measure []Measure
	index   map[string]MeasureIdx
	law     []lawNode
	steps   []step
	model   int // steps that every evaluation takes; those behind are for results
	matrix  *solve.Matrix
	offset  []int // of each node in the vector of unknowns
	pair    []pairBlocks
	diag    [][]float64
	linear  bool // partials of laws have been computed
}

// lawNode is a law in the plan.
type lawNode struct {
	law  Law
	out  MeasureIdx // its first output
	n    int        // its outputs
	in   []MeasureIdx
	val  []float64 // values of in
	part []float64 // partials, n × len(in), as of the last fresh linearisation
}

type step struct {
	kind stepKind
	at   int
}

type stepKind uint8

const (
	stepMeasure stepKind = iota
	stepLaw
	stepForce
)

// compile makes the plan from the laws' inputs.
func (s *State) compile() error {
	p := &plan{index: map[string]MeasureIdx{}}
	if s.plan == nil {
		s.plan = p
		for _, spec := range s.sys.Laws {
			l, err := spec.New(s)
			if err != nil {
				return err
			}
			p.law = append(p.law, lawNode{law: l})
		}
	} else {
		for i := range s.plan.law {
			p.law = append(p.law, lawNode{law: s.plan.law[i].law})
		}
	}
	old := s.plan
	s.plan = p
	for i := range p.law {
		n := p.law[i].law.Outputs()
		p.law[i].out, p.law[i].n = MeasureIdx(len(p.measure)), n
		p.measure = append(p.measure, make([]Measure, n)...)
	}
	for i := range p.law {
		if err := s.wire(i); err != nil {
			return err
		}
	}
	for k, set := range s.sys.Rows {
		if a, ok := set.(asker); ok {
			if err := s.internAll(k, a); err != nil {
				return err
			}
		}
	}
	for _, c := range s.sys.Wanted {
		if _, err := s.intern(c); err != nil {
			return err
		}
	}
	if err := s.order(); err != nil {
		return err
	}
	s.allocate(old)
	for i := range s.sys.Penalties {
		s.pen[i] = penaltyState{}
		if err := s.leaves(&s.sys.Penalties[i], &s.pen[i]); err != nil {
			return err
		}
	}
	s.analyze()
	return nil
}

// asker is a row set that uses measures directly.
type asker interface{ asks() []Call }

func (s *State) internAll(set int, a asker) error {
	s.asked[set] = s.asked[set][:0]
	for _, c := range a.asks() {
		i, err := s.intern(c)
		if err != nil {
			p := s.sys.Rows[set].place()
			return fmt.Errorf("%s %d: %w", p.Element, p.ID, err)
		}
		s.asked[set] = append(s.asked[set], i)
	}
	return nil
}

// wire resolves the inputs of law i.
func (s *State) wire(i int) error {
	n := &s.plan.law[i]
	calls := n.law.Inputs()
	n.in = make([]MeasureIdx, len(calls))
	for k, c := range calls {
		m, err := s.intern(c)
		if err != nil {
			return fmt.Errorf("%s: %w", s.sys.Laws[i].Owner, err)
		}
		n.in[k] = m
	}
	n.val = make([]float64, len(n.in))
	n.part = make([]float64, len(n.in)*n.n)
	return nil
}

// intern returns the measure for a call; outputs of laws are measures already.
func (s *State) intern(c Call) (MeasureIdx, error) {
	key := c.key()
	if i, ok := s.plan.index[key]; ok {
		return i, nil
	}
	m, err := s.sys.Resolve(c)
	if err != nil {
		return 0, err
	}
	var i MeasureIdx
	if m.row.stage == Values && m.kind == output {
		i = s.plan.law[m.ref].out + MeasureIdx(m.at)
	} else {
		i = MeasureIdx(len(s.plan.measure))
		s.plan.measure = append(s.plan.measure, m)
	}
	s.plan.index[key] = i
	return i, nil
}

// lawOf returns the law of which measure m is an output, or -1.
func (p *plan) lawOf(m MeasureIdx) int {
	if p.measure[m].row != nil {
		return -1
	}
	lo, hi := 0, len(p.law)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; p.law[mid].out <= m {
			lo = mid
		} else {
			hi = mid
		}
	}
	for p.law[lo].n == 0 || p.law[lo].out+MeasureIdx(p.law[lo].n) <= m {
		lo--
	}
	return lo
}

// order sorts measures, laws and forces so that each stands behind what it
// depends on; what only results need comes apart. A cycle is an error that
// names its members.
func (s *State) order() error {
	o := &orderer{s: s, mark: map[step]int{}}
	for i := range s.plan.law {
		if s.sys.Laws[i].Report {
			continue
		}
		if err := o.visit(step{stepLaw, i}); err != nil {
			return err
		}
	}
	for i := range s.sys.Forces {
		if o.mark[step{stepForce, i}] == 0 {
			if err := o.visit(step{stepForce, i}); err != nil {
				return err
			}
		}
	}
	s.plan.model = len(s.plan.steps)
	for i := range s.plan.law {
		if err := o.visit(step{stepLaw, i}); err != nil {
			return err
		}
	}
	for i := range s.plan.measure {
		if s.plan.measure[i].row != nil {
			if err := o.visit(step{stepMeasure, i}); err != nil {
				return err
			}
		}
	}
	return nil
}

type orderer struct {
	s     *State
	mark  map[step]int // 1 on the stack, 2 done
	stack []step
}

func (o *orderer) visit(n step) error {
	switch o.mark[n] {
	case 2:
		return nil
	case 1:
		return o.cycle(n)
	}
	o.mark[n] = 1
	o.stack = append(o.stack, n)
	for _, d := range o.s.needs(n) {
		if err := o.visit(d); err != nil {
			return err
		}
	}
	o.stack = o.stack[:len(o.stack)-1]
	o.mark[n] = 2
	o.s.plan.steps = append(o.s.plan.steps, n)
	return nil
}

// needs lists what a step directly depends on.
func (s *State) needs(n step) []step {
	var d []step
	measure := func(m MeasureIdx) {
		if l := s.plan.lawOf(m); l >= 0 {
			d = append(d, step{stepLaw, l})
		} else {
			d = append(d, step{stepMeasure, int(m)})
		}
	}
	switch n.kind {
	case stepLaw:
		for _, m := range s.plan.law[n.at].in {
			measure(m)
		}
	case stepForce:
		for _, c := range s.sys.Forces[n.at].Comp {
			if c.Law >= 0 {
				d = append(d, step{stepLaw, int(c.Law)})
			}
		}
	case stepMeasure:
		m := &s.plan.measure[n.at]
		if m.row.stage != Applied {
			break
		}
		if m.ref >= 0 {
			return []step{{stepForce, m.ref}}
		}
		for i := range s.sys.Forces {
			if f := &s.sys.Forces[i]; m.between(f.I, f.J) != 0 {
				d = append(d, step{stepForce, i})
			}
		}
	}
	return d
}

// CycleError names the members of a cycle among laws.
type CycleError struct{ Members []string }

func (e *CycleError) Error() string {
	return "these depend on each other in a cycle: " + strings.Join(e.Members, " -> ") +
		"; make one of the variables implicit=\"TRUE\" to have it solved"
}

func (o *orderer) cycle(n step) error {
	e := &CycleError{}
	for i := len(o.stack) - 1; i >= 0; i-- {
		if m := o.stack[i]; m.kind == stepLaw {
			e.Members = append([]string{o.s.sys.Laws[m.at].Owner}, e.Members...)
		}
		if o.stack[i] == n {
			break
		}
	}
	if len(e.Members) > 0 {
		e.Members = append(e.Members, e.Members[0])
	}
	return e
}

// allocate makes the value arrays; turn counts of angles that were there
// before go on.
func (s *State) allocate(old *plan) {
	p := s.plan
	s.m = make([]float64, len(p.measure))
	turn := make([]float64, len(p.measure))
	if old != p {
		for k, i := range old.index {
			if n, ok := p.index[k]; ok && int(i) < len(s.turn) {
				turn[n] = s.turn[i]
			}
		}
	}
	s.turn = turn
	n := 0
	for i := range p.measure {
		m := &p.measure[i]
		m.grad = n
		n += 12 * len(m.body)
	}
	s.grad = make([]float64, n)
}
