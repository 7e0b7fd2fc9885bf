package system

import (
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/solve"
)

// evaluationPlan is what a State knows of its topology: the measures that are requested, the
// order in which measures, laws and forces are computed, and the pattern of the
// iteration matrix. It is made again when a routine makes a new query.
type evaluationPlan struct {
	s        *State
	sys      *System
	asked    [][]MeasureIdx // measures that row sets use directly, by System.Rows
	measure  []Measure
	index    map[string]MeasureIdx
	law      []lawNode
	steps    []evaluationStep
	spring   []singleComponentStep
	together []batchStep
	precise  [][]batchedDifference // laws of penalties whose routines are called together
	model    int                   // steps that every evaluation takes; those behind are for results
	lookups  int                   // of those behind, up to here: DELAYs that only results need, and laws between them
	reported []bool                // laws that no equation depends on
	lookup   []bool                // of these, laws that depend on such a DELAY
	matrix   *solve.Matrix
	pairs    []*solve.Complex // of methods with complex coefficients, as many as were requested
	offset   []int            // of each node in the vector of unknowns
	pair     []pairBlocks
	diag     [][]float64
	flex     [][][]float64 // by System.Flex: blocks among the parts, by rows
	reacts   bool          // every evaluation reads reactions or net forces
	reports  bool          // results read reactions or net forces
	linear   bool          // partials of laws have been computed
	rank     []int32       // of each law in the order of evaluation
	live     []MarkerIdx   // markers that something uses
	turns    []MeasureIdx  // angles that count turns

	linearRates bool             // accelerations and multipliers enter the equations linearly
	direct      *directRates     // rates need no linear solve; nil else
	tree        *articulatedTree // they come from a recursion along the joints, which make a tree; nil else
	reduced     *reducedSystem   // they need one for the multipliers only; nil else
}

// lawNode is a law in the plan.
type lawNode struct {
	law  Law
	out  MeasureIdx // its first output
	n    int        // its outputs
	in   []MeasureIdx
	val  []float64 // values of in
	part []float64 // partials, n × len(in), as of the last fresh linearisation
	// Of laws that penalties depend on: partials with respect to inputs and
	// time that enter forces, as of the evaluation number exactAt.
	exact    []float64
	dt       []float64
	exactAt  int
	wantedAt int  // the evaluation in which penalties need them
	batched  bool // it is differenced together with others
}

type evaluationStep struct {
	kind stepKind
	at   int
}

type stepKind uint8

const (
	stepMeasure stepKind = iota
	stepLaw
	stepForce
	stepSpring
	stepTogether
)

// makePlan makes the plan from the laws' inputs.
func (s *State) makePlan() error {
	p := &evaluationPlan{s: s, sys: s.sys, index: map[string]MeasureIdx{}, asked: make([][]MeasureIdx, len(s.sys.Rows))}
	old, err := s.makeLaws(p)
	if err != nil {
		return err
	}
	for i := range p.law {
		n := p.law[i].law.Outputs()
		p.law[i].out, p.law[i].n = MeasureIdx(len(p.measure)), n
		p.measure = append(p.measure, make([]Measure, n)...)
	}
	if err := s.plan.resolveMeasures(); err != nil {
		return err
	}
	s.plan.setNetForceLinks()
	if err := s.plan.sortSteps(); err != nil {
		return err
	}
	s.plan.listUsedMarkersAndAngles()
	s.allocateValues(old)
	s.memo.ok = false
	for i := range s.sys.Penalties {
		s.pen[i] = penaltyState{}
		if err := s.pen[i].listMeasuresOfPenalty(p, &s.sys.Penalties[i]); err != nil {
			return err
		}
		if err := p.checkPenaltyOnFlex(i); err != nil {
			return err
		}
	}
	s.plan.precise = s.plan.groupPenaltyLaws()
	s.plan.analyzePattern()
	s.plan.detectDirectRates()
	return nil
}

// makeLaws makes the laws, or takes over those of the old plan, which it
// returns.
func (s *State) makeLaws(p *evaluationPlan) (old *evaluationPlan, err error) {
	old = s.plan
	s.plan = p
	s.count++ // partials of the old plan are void
	if old != nil {
		for i := range old.law {
			p.law = append(p.law, lawNode{law: old.law[i].law})
		}
		return old, nil
	}
	for i, spec := range s.sys.Laws {
		l, err := spec.New(s)
		if err != nil {
			return nil, err
		}
		switch r := l.(type) {
		case *routineLaw:
			r.self = i
		case *fieldRoutineLaw:
			r.self = i
		case *contactLaw:
			r.assignLawToRoutines(i)
		case *rigidFriction:
			r.self = i
		}
		p.law = append(p.law, lawNode{law: l})
	}
	return p, nil
}

// resolveMeasures resolves all measures that laws, rows and results request.
func (p *evaluationPlan) resolveMeasures() error {
	for i := range p.law {
		if err := p.resolveLawInputs(i); err != nil {
			return err
		}
	}
	for k, set := range p.sys.Rows {
		if a, ok := set.(measureUser); ok {
			if err := p.resolveSetMeasures(k, a); err != nil {
				return err
			}
		}
	}
	for _, c := range p.sys.Wanted {
		if _, err := p.measureIndex(c); err != nil {
			return err
		}
	}
	return nil
}

// measureUser is a row set that uses measures directly.
type measureUser interface{ measures() []Call }

func (p *evaluationPlan) resolveSetMeasures(set int, a measureUser) error {
	p.asked[set] = p.asked[set][:0]
	for _, c := range a.measures() {
		i, err := p.measureIndex(c)
		if err != nil {
			r := p.sys.Rows[set].rowOwner()
			return fmt.Errorf("%s %d: %w", r.Element, r.ID, err)
		}
		p.asked[set] = append(p.asked[set], i)
	}
	return nil
}

// resolveLawInputs resolves the inputs of law i.
func (p *evaluationPlan) resolveLawInputs(i int) error {
	n := &p.law[i]
	calls := n.law.Inputs()
	n.in = make([]MeasureIdx, len(calls))
	for k, c := range calls {
		m, err := p.measureIndex(c)
		if err != nil {
			return fmt.Errorf("%s: %w", p.sys.Laws[i].Owner, err)
		}
		n.in[k] = m
	}
	n.val = make([]float64, len(n.in))
	n.part = make([]float64, len(n.in)*n.n)
	return nil
}

// measureIndex returns the measure for a call; outputs of laws are measures already.
func (p *evaluationPlan) measureIndex(c Call) (MeasureIdx, error) {
	key := c.lookupKey()
	if i, ok := p.index[key]; ok {
		return i, nil
	}
	m, err := p.sys.ResolveMeasure(c)
	if err != nil {
		return 0, err
	}
	var i MeasureIdx
	if m.row.stage == Values && m.kind == output {
		i = p.law[m.ref].out + MeasureIdx(m.at)
	} else {
		i = MeasureIdx(len(p.measure))
		p.measure = append(p.measure, m)
	}
	p.index[key] = i
	return i, nil
}

// lawOfMeasure returns the law of which measure m is an output, or -1.
func (p *evaluationPlan) lawOfMeasure(m MeasureIdx) int {
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

// allocateValues makes the value arrays; turn counts of angles that were there
// before continue.
func (s *State) allocateValues(old *evaluationPlan) {
	p := s.plan
	s.m = make([]float64, len(p.measure))
	turn := make([]turnCount, len(p.measure))
	if old != p {
		for k, i := range old.index {
			if n, ok := p.index[k]; ok && int(i) < len(s.turns.count) {
				turn[n] = s.turns.count[i]
			}
		}
	}
	for k, t := range s.turns.kept { // of a run before, requested again now
		if n, ok := p.index[k]; ok && (old == p || !old.hasMeasure(k)) {
			turn[n] = t
		}
	}
	s.turns.count = turn
	n := 0
	for i := range p.measure {
		m := &p.measure[i]
		m.grad = n
		n += 12 * len(m.body)
	}
	s.kin.grad = make([]float64, n)
	s.jac.adj = adjoint{of: make([]float64, len(p.measure)), waits: make([]bool, len(p.law))}
}

func (p *evaluationPlan) hasMeasure(key string) bool {
	_, ok := p.index[key]
	return ok
}

// listUsedMarkersAndAngles lists the markers that need a pose and the angles that count turns.
func (p *evaluationPlan) listUsedMarkersAndAngles() {
	used := make([]bool, len(p.sys.Markers))
	mark := func(all ...MarkerIdx) {
		for _, i := range all {
			if i > Global && !used[i] && p.sys.Markers[i].Body != Ground {
				used[i] = true
				p.live = append(p.live, i)
			}
		}
	}
	for i := range p.measure {
		m := &p.measure[i]
		mark(m.i, m.j, m.k, m.l)
		if m.row != nil && m.row.stage == Pose && m.row.fn.combine == angle {
			p.turns = append(p.turns, MeasureIdx(i))
		}
	}
	for _, r := range p.sys.Rows {
		mark(r.rowOwner().I, r.rowOwner().J)
	}
	for i := range p.sys.Forces {
		f := &p.sys.Forces[i]
		mark(f.I, f.J, f.Ref)
	}
	slices.Sort(p.live) // bodies in order: memory is read forwards
}
