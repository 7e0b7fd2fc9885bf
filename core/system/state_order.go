package system

import "slices"

// sortSteps sorts measures, laws and forces so that each is behind what it
// depends on; what only results need comes apart. A cycle is an error that
// names its members.
func (p *evaluationPlan) sortSteps() error {
	o := &stepOrderer{s: p.s, mark: map[evaluationStep]int{}, lines: p.sys.lineForcesByLaw()}
	p.findLawsForResultsOnly()
	if err := o.visitLaws(func(i int) bool { return !p.sys.Laws[i].Report && !p.sys.Laws[i].Demand && !p.lookup[i] }); err != nil {
		return err
	}
	for i := range p.sys.Forces {
		if err := o.visitStep(evaluationStep{stepForce, i}); err != nil {
			return err
		}
	}
	p.steps = p.sortStepsIntoBatches(p.steps)
	p.model = len(p.steps)
	p.reacts = p.readsReactions(p.steps)
	if err := o.visitLaws(func(i int) bool { return p.lookup[i] }); err != nil {
		return err
	}
	p.lookups = len(p.steps)
	if err := o.visitLaws(func(i int) bool { return !p.sys.Laws[i].Demand }); err != nil {
		return err
	}
	for i := range p.measure {
		if p.measure[i].row != nil {
			if err := o.visitStep(evaluationStep{stepMeasure, i}); err != nil {
				return err
			}
		}
	}
	p.reports = p.readsReactions(p.steps)
	p.recordLawOrder()
	return nil
}

// readsReactions reports whether some of the steps are measures of reactions or net forces.
func (p *evaluationPlan) readsReactions(steps []evaluationStep) bool {
	return slices.ContainsFunc(steps, func(n evaluationStep) bool {
		if n.kind != stepMeasure {
			return false
		}
		stage := p.measure[n.at].row.stage
		return stage == Reaction || stage == Applied
	})
}

// visitLaws visits the laws that are wanted.
func (o *stepOrderer) visitLaws(wanted func(i int) bool) error {
	for i := range o.s.plan.law {
		if wanted(i) {
			if err := o.visitStep(evaluationStep{stepLaw, i}); err != nil {
				return err
			}
		}
	}
	return nil
}

// recordLawOrder notes where each law is in the order.
func (p *evaluationPlan) recordLawOrder() {
	p.rank = make([]int32, len(p.law))
	for i, n := range p.steps {
		switch n.kind {
		case stepLaw:
			p.rank[n.at] = int32(i)
		case stepSpring:
			p.rank[p.spring[n.at].law] = int32(i)
		case stepTogether:
			for _, l := range p.together[n.at].law {
				p.rank[l] = int32(i)
			}
		}
	}
}

type stepOrderer struct {
	s     *State
	mark  map[evaluationStep]int // 1 on the stack, 2 done
	stack []evaluationStep
	lines map[LawIdx][]int // forces along lines
}

func (o *stepOrderer) visitStep(n evaluationStep) error {
	switch o.mark[n] {
	case 2:
		return nil
	case 1:
		return o.cycleError(n)
	}
	if n.kind == stepLaw && o.mergeSpring(n) {
		return nil
	}
	o.mark[n] = 1
	o.stack = append(o.stack, n)
	for _, d := range o.s.plan.dependenciesOf(n) {
		if err := o.visitStep(d); err != nil {
			return err
		}
	}
	o.stack = o.stack[:len(o.stack)-1]
	o.mark[n] = 2
	o.s.plan.steps = append(o.s.plan.steps, n)
	return nil
}

// mergeSpring takes a law, its measures and its force as one step if it is a spring's.
func (o *stepOrderer) mergeSpring(n evaluationStep) (merged bool) {
	p, ok := o.s.plan.springStepOfLaw(n.at, o.lines)
	if !ok {
		return false
	}
	if _, ok := o.s.plan.batcherOf(n); ok {
		return false // it may be called with others
	}
	plan := o.s.plan
	plan.steps = append(plan.steps, evaluationStep{stepSpring, len(plan.spring)})
	plan.spring = append(plan.spring, p)
	o.mark[n], o.mark[evaluationStep{stepForce, p.force}] = 2, 2
	for _, m := range plan.law[p.law].in {
		o.mark[evaluationStep{stepMeasure, int(m)}] = 2
	}
	return true
}

// dependenciesOf lists what a step directly depends on.
func (p *evaluationPlan) dependenciesOf(n evaluationStep) []evaluationStep {
	var d []evaluationStep
	measure := func(m MeasureIdx) {
		if l := p.lawOfMeasure(m); l >= 0 {
			d = append(d, evaluationStep{stepLaw, l})
		} else {
			d = append(d, evaluationStep{stepMeasure, int(m)})
		}
	}
	switch n.kind {
	case stepLaw:
		for _, m := range p.law[n.at].in {
			measure(m)
		}
	case stepForce:
		for _, c := range p.sys.Forces[n.at].Comp {
			if c.Law >= 0 {
				d = append(d, evaluationStep{stepLaw, int(c.Law)})
			}
		}
	case stepMeasure:
		m := &p.measure[n.at]
		if m.row.stage != Applied {
			break
		}
		if m.ref >= 0 {
			return []evaluationStep{{stepForce, m.ref}}
		}
		for _, l := range m.net.forces {
			d = append(d, evaluationStep{stepForce, l.at})
		}
	}
	return d
}

func (o *stepOrderer) cycleError(n evaluationStep) error {
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

// findLawsForResultsOnly sorts out the laws that no equation of the model depends on: those of requests, and variables and
// DELAYs that only these refer to. Such laws have no part in the choice of steps and in partials; a DELAY among
// them is looked up when a result is written, and steps need not end where its breaks arrive.
func (p *evaluationPlan) findLawsForResultsOnly() {
	n := len(p.law)
	p.reported, p.lookup = make([]bool, n), make([]bool, n)
	delay := make([]int, n) // of the law of its value, 1 behind its index
	demand := make([]bool, n)
	for k := range p.sys.Delays {
		d := &p.sys.Delays[k]
		delay[d.value], demand[d.Signal] = k+1, true
		if d.Lag >= 0 {
			demand[d.Lag] = true
		}
	}
	needed := p.lawsNeededByEquations(delay, demand)
	seen := make([]bool, n)
	var find func(i int) bool // reports whether law i depends on such a DELAY
	find = func(i int) bool {
		if seen[i] || needed[i] {
			return p.lookup[i]
		}
		seen[i] = true
		p.lookup[i] = delay[i] > 0
		for _, m := range p.law[i].in {
			if l := p.lawOfMeasure(m); l >= 0 && find(l) {
				p.lookup[i] = true
			}
		}
		return p.lookup[i]
	}
	for i := range p.law {
		p.reported[i] = !needed[i]
		if l, ok := p.law[i].law.(*routineLaw); ok {
			l.reported = !needed[i]
		}
		if x := &p.sys.Laws[i]; !x.Report && !x.Demand {
			find(i)
		}
	}
	p.s.delays.analyzeSignals()
}

// lawsNeededByEquations marks the laws that an equation depends on. delay is of the law of a DELAY's value 1 behind its index, demand reports the laws
// of signals and lags.
func (p *evaluationPlan) lawsNeededByEquations(delay []int, demand []bool) []bool {
	needed := make([]bool, len(p.law))
	var need func(i int)
	need = func(i int) {
		if i < 0 || needed[i] {
			return
		}
		needed[i] = true
		for _, m := range p.law[i].in {
			need(p.lawOfMeasure(m))
		}
		if k := delay[i] - 1; k >= 0 {
			need(int(p.sys.Delays[k].Signal))
		}
	}
	for i := range p.law {
		if x := &p.sys.Laws[i]; !x.Report && !x.Named && !demand[i] {
			need(i)
		}
	}
	for _, set := range p.asked {
		for _, m := range set {
			need(p.lawOfMeasure(m))
		}
	}
	for _, c := range p.sys.Wanted {
		need(p.lawOfMeasure(p.index[c.lookupKey()]))
	}
	return needed
}

// isResultOnlyDelay reports whether DELAY k is one that only results need.
func (p *evaluationPlan) isResultOnlyDelay(k int) bool { return p.lookup[p.sys.Delays[k].value] }

// analyzeSignals finds out what sampling needs to know of the signals: whether one depends on a DELAY that is looked up, and
// whether accelerations or reactions enter.
func (ds *delayState) analyzeSignals() {
	s, p := ds.s, ds.s.plan
	ds.nested, ds.rate = false, make([]bool, len(s.sys.Delays))
	ds.within, ds.laws = make([][]int, len(s.sys.Delays)), make([][]bool, len(s.sys.Delays))
	for k := range s.sys.Delays {
		seen := make([]bool, len(p.law))
		var visit func(i int)
		visit = func(i int) {
			if seen[i] {
				return
			}
			seen[i] = true
			ds.nested = ds.nested || p.lookup[i]
			for _, m := range p.law[i].in {
				if l := p.lawOfMeasure(m); l >= 0 {
					visit(l)
				} else if p.measure[m].dependsOnRates() {
					ds.rate[k] = true
				}
			}
		}
		visit(int(s.sys.Delays[k].Signal))
		ds.laws[k] = seen
		for j := range s.sys.Delays {
			if v := s.sys.Delays[j].value; seen[v] && p.lookup[v] {
				ds.within[k] = append(ds.within[k], j)
			}
		}
	}
}

// dependsOnRates reports whether m is of accelerations, multipliers, rates of states or algebraic unknowns.
func (m *Measure) dependsOnRates() bool {
	switch m.row.stage {
	case Rates, Reaction, Applied:
		return true
	case Values:
		return m.kind == stateDot || m.kind == algebraic || m.kind == modalAcceleration
	}
	return false
}
