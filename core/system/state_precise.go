package system

import "github.com/trammel-mbd/trammel/usersub"

// Penalty forces need the partials of their laws precisely in each evaluation: some 24 calls of a
// routine with three inputs. Where routines run in one process, a sample of each travels in one message; each goes its
// own way, from column to column and from spacing to spacing, and makes the same calls in the same order as it
// does alone.

// batchedDifference is a law that penalties depend on, whose routine is called together with others.
type batchedDifference struct {
	differenceQuotient
	law   int
	ahead usersub.Batcher
	state batchedCallState
	input int  // whose quotient it is; behind all of them the time
	done  bool // all partials are known
}

// groupPenaltyLaws lists the laws of penalties whose routines can be called together, those of a group in one list.
func (p *evaluationPlan) groupPenaltyLaws() (all [][]batchedDifference) {
	s := p.s
	at, seen := map[any]int{}, map[int]bool{}
	for i := range s.pen {
		for _, n := range s.pen[i].chain {
			a, ok := p.batcherOf(evaluationStep{stepLaw, n})
			if !ok || seen[n] {
				continue
			}
			seen[n] = true
			l := p.law[n].law.(*routineLaw)
			if _, own := l.r.Sub.Sub.(usersub.Partials); own && l.given == 0 {
				continue
			}
			g, ok := at[a.GroupKey()]
			if !ok {
				g = len(all)
				at[a.GroupKey()] = g
				all = append(all, nil)
			}
			all[g] = append(all[g], batchedDifference{law: n, ahead: a, state: batchedCallState{s, l}})
		}
	}
	return all
}

// evalPenaltyPartials computes the partials that the penalties of this evaluation need, of routines that can be called
// together. evalPartialRoutines has the others.
func (s *State) evalPenaltyPartials() error {
	if len(s.plan.precise) == 0 {
		return nil
	}
	for i := range s.sys.Penalties {
		pen := &s.sys.Penalties[i]
		if pen.Unilateral && s.lawOutputValue(Output{Law: pen.G}) <= 0 {
			continue
		}
		for _, n := range s.pen[i].chain {
			s.plan.law[n].wantedAt = s.count
		}
	}
	for _, group := range s.plan.precise {
		wanted := 0
		for k := range group {
			q := &group[k]
			n := &s.plan.law[q.law]
			q.done = n.wantedAt != s.count || n.exactAt == s.count || q.state.l.usesCompiledFunction(s)
			if !q.done {
				wanted++
			}
		}
		if wanted < 2 {
			continue
		}
		if err := s.sampleGroup(group); err != nil {
			return err
		}
	}
	return nil
}

// sampleGroup takes the samples of a group that are not done, one of each at a time.
func (s *State) sampleGroup(group []batchedDifference) error {
	for k := range group {
		if q := &group[k]; !q.done {
			q.input = -1
			if err := q.beginNextInput(s); err != nil {
				return s.addLawOwnerToError(q.law, err)
			}
		}
	}
	for left := true; left; {
		left = false
		for k := range group {
			if q := &group[k]; !q.done {
				t := q.setInputToNextSample(s)
				l := q.state.l
				l.storeInputs(l.frame, s.plan.law[q.law].val)
				l.frame.PrepareCall(t, true, false)
				q.ahead.Prefetch(l.frame, &q.state)
				q.restoreInput(s)
				left = true
			}
		}
		for k := range group {
			if q := &group[k]; !q.done {
				if err := q.makeRecordedCall(s); err != nil {
					return s.addLawOwnerToError(q.law, err)
				}
			}
		}
	}
	return nil
}

// makeRecordedCall makes the call that was noted.
func (q *batchedDifference) makeRecordedCall(s *State) error {
	t := q.setInputToNextSample(s)
	err := q.state.l.evalAt(q.state.l.trial[q.n], s.plan.law[q.law].val, t, true, s)
	q.restoreInput(s)
	if err = q.storeSample(err); err != nil || !q.over {
		return err
	}
	return q.beginNextInput(s)
}

// setInputToNextSample sets the input whose quotient is sought to the place of the next sample, and returns the time of it.
func (q *batchedDifference) setInputToNextSample(s *State) float64 {
	if n := &s.plan.law[q.law]; q.input < len(n.in) {
		n.val[q.input] = q.nextSampleArgument()
		return s.p.T
	}
	return q.nextSampleArgument()
}

func (q *batchedDifference) restoreInput(s *State) {
	if n := &s.plan.law[q.law]; q.input < len(n.in) {
		n.val[q.input] = q.x
	}
}

// beginNextInput begins with the next input, or ends.
func (q *batchedDifference) beginNextInput(s *State) error {
	n, l := &s.plan.law[q.law], q.state.l
	out := s.m[n.out : int(n.out)+n.n]
	for q.input++; q.input < len(n.in); q.input++ {
		if !l.hasExactPartials(q.input) {
			x := n.val[q.input]
			q.beginDerivative(l, x, fine*l.inputScale(q.input, x, s), out, n.exact, q.input, len(n.in))
			return nil
		}
	}
	if q.input == len(n.in) {
		if err := l.evalPartialRoutines(n.exact, n.val, s); err != nil {
			return err
		}
		q.beginDerivative(l, s.p.T, fine, out, n.dt, 0, 1)
		return nil
	}
	l.storeInputs(l.frame, n.val) // leave the frame as an evaluation would
	q.done, n.exactAt = true, s.count
	return nil
}
