package system

import "github.com/trammel-mbd/trammel/usersub"

// Routines that run in one process are called together: one message to and fro
// for all elements whose inputs are known, instead of one for each. The order of evaluation
// is made so that as many as possible are ready at the same time:
// whatever does not call such a routine goes first, and when nothing else is left
// to do, all routines whose inputs are there are called, those of a group in one
// step.

// sortStepsIntoBatches sorts the steps of an evaluation in this way. They come with each behind
// what it depends on.
func (p *evaluationPlan) sortStepsIntoBatches(steps []evaluationStep) []evaluationStep {
	c := stepSorter{s: p.s, group: map[evaluationStep]any{}, behind: map[evaluationStep][]evaluationStep{}, waits: map[evaluationStep]int{}, of: map[evaluationStep]evaluationStep{}}
	members, most := map[any]int{}, 0
	for _, n := range steps {
		if a, ok := p.batcherOf(n); ok {
			g := a.GroupKey()
			c.group[n] = g
			members[g]++
			most = max(most, members[g])
		}
	}
	if most < 2 {
		return steps
	}
	return c.sortSteps(steps)
}

// batcherOf returns what calls the routine of a step together with others.
func (p *evaluationPlan) batcherOf(n evaluationStep) (usersub.Batcher, bool) {
	if n.kind != stepLaw {
		return nil, false
	}
	l, ok := p.law[n.at].law.(*routineLaw)
	if !ok || l.usesCompiledFunction(p.s) {
		return nil, false
	}
	return usersub.AsBatcher(l.r.Sub)
}

// stepSorter sorts steps by what they wait for.
type stepSorter struct {
	s      *State
	group  map[evaluationStep]any              // of laws that are called together
	of     map[evaluationStep]evaluationStep   // the step that does it
	behind map[evaluationStep][]evaluationStep // steps that wait for one
	waits  map[evaluationStep]int              // how many things a step waits for
	sorted []evaluationStep
	ready  []evaluationStep // those that wait for nothing
	held   []evaluationStep // such laws that are called together
}

func (c *stepSorter) sortSteps(steps []evaluationStep) []evaluationStep {
	for _, n := range steps {
		c.of[n] = n
		if n.kind == stepSpring {
			p := &c.s.plan.spring[n.at]
			c.of[evaluationStep{stepLaw, p.law}], c.of[evaluationStep{stepForce, p.force}] = n, n
			for _, m := range c.s.plan.law[p.law].in {
				c.of[evaluationStep{stepMeasure, int(m)}] = n
			}
		}
	}
	for _, n := range steps {
		for _, d := range c.s.plan.dependenciesOf(n) {
			d = c.of[d]
			c.behind[d] = append(c.behind[d], n)
			c.waits[n]++
		}
		if c.waits[n] == 0 {
			c.enqueueReadyStep(n)
		}
	}
	for len(c.ready)+len(c.held) > 0 {
		for len(c.ready) > 0 {
			n := c.ready[0]
			c.ready = c.ready[1:]
			c.appendStep(n)
		}
		c.appendHeldLaws()
	}
	return c.sorted
}

// enqueueReadyStep queues step n, which waits for nothing any more.
func (c *stepSorter) enqueueReadyStep(n evaluationStep) {
	if c.group[n] != nil {
		c.held = append(c.held, n)
	} else {
		c.ready = append(c.ready, n)
	}
}

// appendStep appends n.
func (c *stepSorter) appendStep(n evaluationStep) {
	c.sorted = append(c.sorted, n)
	c.finishStep(n)
}

func (c *stepSorter) finishStep(n evaluationStep) {
	for _, m := range c.behind[n] {
		if c.waits[m]--; c.waits[m] == 0 {
			c.enqueueReadyStep(m)
		}
	}
}

// appendHeldLaws appends the laws that are held: those of each group in one step.
func (c *stepSorter) appendHeldLaws() {
	held := c.held
	c.held = nil
	p := c.s.plan
	for len(held) > 0 {
		g := c.group[held[0]]
		var all, rest []evaluationStep
		for _, n := range held {
			if c.group[n] == g {
				all = append(all, n)
			} else {
				rest = append(rest, n)
			}
		}
		held = rest
		if len(all) > 1 {
			c.sorted = append(c.sorted, evaluationStep{stepTogether, len(p.together)})
			p.together = append(p.together, c.s.plan.newBatchStep(all))
		} else {
			c.sorted = append(c.sorted, all[0])
		}
		for _, n := range all {
			c.finishStep(n)
		}
	}
}

// batchStep is a step in which routines are called together.
type batchStep struct {
	law   []int
	ahead []usersub.Batcher
	state []batchedCallState
}

func (p *evaluationPlan) newBatchStep(all []evaluationStep) batchStep {
	var t batchStep
	for _, n := range all {
		a, _ := p.batcherOf(n)
		t.law, t.ahead = append(t.law, n.at), append(t.ahead, a)
		l := p.law[n.at].law.(*routineLaw)
		t.state = append(t.state, batchedCallState{p.s, l})
		_, partials := l.r.Sub.Sub.(usersub.Partials)
		p.law[n.at].batched = !partials && !l.discrete && len(l.r.Exact) == 0
	}
	return t
}

// batchedCallState is the way into the solver of one of several routines that are called
// together: each query notes whose it is.
type batchedCallState struct {
	s *State
	l *routineLaw
}

var _ usersub.Wrapper = (*batchedCallState)(nil)

// Unwrap returns the State of the call that is made ahead, after noting whose call it is.
func (a *batchedCallState) Unwrap() usersub.State {
	a.s.callState.recordCurrentCall(a.l, a.l.frame)
	return &a.s.callState
}

func (a *batchedCallState) SysFnc(name string, par []int32) (float64, int32) {
	return a.Unwrap().SysFnc(name, par)
}

func (a *batchedCallState) SysAry(name string, par []int32, dst []float64) (int, int32) {
	return a.Unwrap().SysAry(name, par, dst)
}

func (a *batchedCallState) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	return a.Unwrap().ModFnc(element, id, attribute)
}

// evalBatch evaluates the laws of such a step: all routines have their inputs
// first, and the calls come behind.
func (t *batchStep) evalBatch(s *State) error {
	for k, i := range t.law {
		l := t.state[k].l
		s.fetchLawInputs(i)
		l.storeInputs(l.frame, s.plan.law[i].val)
		l.frame.PrepareCall(s.p.T, false, false)
		t.ahead[k].Prefetch(l.frame, &t.state[k])
	}
	for k, i := range t.law {
		l := t.state[k].l
		l.loaded = true
		err := s.evalLaw(i)
		if l.loaded = false; err != nil {
			return err
		}
	}
	return nil
}

// differenceBatch finds the partials of the laws of such a step by differences: one column
// of all of them at a time.
func (t *batchStep) differenceBatch(s *State) error {
	for k, more := 0, true; more; k++ {
		more = false
		for j, i := range t.law {
			if n := &s.plan.law[i]; n.batched && k < len(n.in) {
				t.state[j].l.recordFirstCallOfColumn(k, n.val, &t.state[j], t.ahead[j])
				more = true
			}
		}
		for j, i := range t.law {
			n := &s.plan.law[i]
			if !n.batched || k >= len(n.in) {
				continue
			}
			l := t.state[j].l
			if err := l.differenceByInput(n.part, k, n.val, s.m[n.out:n.out+MeasureIdx(n.n)], false, s); err != nil {
				return s.addLawOwnerToError(i, err)
			}
		}
	}
	for j, i := range t.law { // leave frames as an evaluation would
		t.state[j].l.storeInputs(t.state[j].l.frame, s.plan.law[i].val)
	}
	return nil
}
