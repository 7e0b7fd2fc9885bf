package run

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// breakEvents are those of the constraints that break under too much load: where a reaction
// reaches what its constraint breaks at, the constraint is in force no more. Others that are
// overloaded without it break at the same time. Impulses of impacts break nothing: their forces have no size.
type breakEvents struct {
	r     *runner
	load  []system.BreakLoad // one sample
	count int
}

// newBreakEvents returns nil for a model without such constraints.
func newBreakEvents(r *runner) *breakEvents {
	n := r.state.BreakableConstraintCount()
	if n == 0 {
		return nil
	}
	return &breakEvents{r: r, load: make([]system.BreakLoad, n)}
}

// breakAtAnalysisBegin breaks what is overloaded where an analysis begins.
func (b *breakEvents) breakAtAnalysisBegin() error {
	if b == nil {
		return nil
	}
	return b.breakConstraintAndOverloaded(b.r.point, -1)
}

// nearBreak is the part of a breaking load above which multipliers are solved for: those of the step are not exact.
const nearBreak = 0.7

func (b *breakEvents) valueCount() int       { return len(b.load) }
func (b *breakEvents) intervalsPerStep() int { return 2 }

func (b *breakEvents) evaluateValues(dst []eventValue, p *integrate.Point, solved bool) (unsolved bool, err error) {
	if err := b.sampleLoads(p, solved); err != nil {
		return false, err
	}
	for i := range dst {
		part := b.load[i].Part
		dst[i] = eventValue{v: part - 1, reached: part > 1, tol: 1e-12, reaction: true}
		unsolved = unsolved || !solved && part > nearBreak
	}
	return unsolved, nil
}

func (b *breakEvents) rearmAfterInterval([]eventValue, bool) {}

func (b *breakEvents) carryOutEvent(p *integrate.Point, i int, _ []eventValue) (firstStep float64, err error) {
	return 0, b.breakConstraintAndOverloaded(p, i)
}

// sampleLoads samples the loads at p; solved: its accelerations and multipliers have been solved for.
func (b *breakEvents) sampleLoads(p *integrate.Point, solved bool) error {
	if solved && b.r.state.ReactionSharing() == system.LeastNorm {
		if _, err := b.r.state.ApplyLeastNormReactions(p); err != nil {
			return err
		}
		b.r.work.InvalidateFactors()
	}
	return b.r.state.BreakableConstraintLoads(b.load, p)
}

// breakConstraintAndOverloaded breaks constraint k at p, none for -1, and what is overloaded there then.
func (b *breakEvents) breakConstraintAndOverloaded(p *integrate.Point, k int) error {
	r := b.r
	for {
		if err := r.solveAccelerations(p); err != nil {
			return err
		}
		if err := b.sampleLoads(p, true); err != nil {
			return err
		}
		if k < 0 {
			for i := range b.load {
				if b.load[i].Part > 1 && (k < 0 || b.load[i].Part > b.load[k].Part) {
					k = i
				}
			}
		}
		if k < 0 {
			return nil
		}
		if err := r.state.BreakConstraint(k, p); err != nil {
			return r.explainAccelerationFailure(err, p)
		}
		r.work.InvalidateFactors()
		b.reportBreak(p.T, k)
		if err := r.findRedundancy(); err != nil {
			return err
		}
		if err := r.solveActiveSet(p); err != nil {
			return err
		}
		k = -1
	}
}

// breakOverloaded breaks what a step of NSC has overloaded, at its end: multipliers are known there only, as means over steps.
func (b *breakEvents) breakOverloaded(now *integrate.Point) error {
	if b == nil || !b.r.stepper.isNonsmooth() {
		return nil
	}
	if err := b.r.state.BreakableConstraintLoads(b.load, now); err != nil {
		return err
	}
	any := false
	for i := range b.load {
		if b.load[i].Part > 1 {
			if err := b.r.state.BreakConstraint(i, now); err != nil {
				return b.r.explainAccelerationFailure(err, now)
			}
			b.reportBreak(now.T, i)
			any = true
		}
	}
	if any {
		b.r.work.InvalidateFactors()
		b.r.stepper.method.NotifyProblemChanged()
	}
	return nil
}

// reportBreak notes in run.log and run.json that constraint k has broken at time t.
func (b *breakEvents) reportBreak(t float64, k int) {
	x, name, dof := b.load[k], b.r.state.BreakableConstraintName(k), b.r.state.DegreesOfFreedom()
	b.r.rec.recordDegreesOfFreedom(dof)
	b.r.rec.recordCountedEvent(&b.count, EventInfo{Time: t, Element: name, Value: x.Value, Actions: []string{"breaks"}},
		fmt.Sprintf("%s breaks at time %g: %s %g; degrees of freedom: %d", name, t, x.What, x.Value, dof), "constraints that break")
}
