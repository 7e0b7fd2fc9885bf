package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// samplers are the discrete states of a model: steps of analyses of motion end at their sample times, at which they get new values.
// In equilibria they keep theirs.
type samplers struct {
	r    *runner
	list []element.Sampler
}

// newSamplers returns nil for a model without discrete states.
func newSamplers(r *runner) *samplers {
	if len(r.model.Samplers) == 0 {
		return nil
	}
	return &samplers{r, r.model.Samplers}
}

// nextSampleTime returns the first sample time of all, +Inf without any. It may be over.
func (s *samplers) nextSampleTime() float64 {
	t := math.Inf(1)
	if s == nil {
		return t
	}
	for k := range s.list {
		t = math.Min(t, s.r.state.StoredValue(s.list[k].NextSampleTimeIndex()))
	}
	return t
}

// isSampleDue reports whether a sample time is at or before t.
func (s *samplers) isSampleDue(t float64) bool {
	return s != nil && s.nextSampleTime() <= t+system.BreakResolution(t)
}

// limitStepEnd returns where a step up to limit ends, which is no later than the next sample time.
func (s *samplers) limitStepEnd(limit float64) float64 {
	if t := s.nextSampleTime(); t < limit-system.BreakResolution(limit) {
		return t
	}
	return limit
}

// takeSamplesAtBegin takes the samples that are due at the start of an analysis of motion.
func (s *samplers) takeSamplesAtBegin(start float64) error {
	if !s.isSampleDue(start) {
		return nil
	}
	r := s.r
	if err := s.takeDueSamples(r.point); err != nil || r.settings.transient.IsNonSmooth() {
		return err
	}
	return r.solveAccelerations(r.point)
}

// takeSamplesAtStepEnd takes the samples that are due where a step has ended, from where the method restarts.
func (s *samplers) takeSamplesAtStepEnd(now *integrate.Point) error {
	r := s.r
	if err := s.takeDueSamples(now); err != nil {
		return err
	}
	r.stepper.events.invalidateStartValues()
	r.stepper.method.NotifyProblemChanged()
	if r.stepper.isNonsmooth() {
		return nil
	}
	if err := r.solveAccelerations(now); err != nil {
		return err
	}
	return r.monitor.energy.resetPower(r, now)
}

// takeDueSamples takes the samples that are due at p, all from the states before any of them. Forces jump there.
func (s *samplers) takeDueSamples(p *integrate.Point) error {
	var due []*element.Sampler
	for k := range s.list {
		if x := &s.list[k]; s.r.state.StoredValue(x.NextSampleTimeIndex()) <= p.T+system.BreakResolution(p.T) {
			due = append(due, x)
		}
	}
	next := make([][]float64, len(due))
	for i, x := range due {
		next[i] = make([]float64, len(x.Update)+1)
		if err := s.r.state.EvalOnDemandOutputs(next[i], p, append(x.Update[:len(x.Update):len(x.Update)], x.Period)); err != nil {
			return err
		}
		period := &next[i][len(x.Update)]
		if err := checkSamplePeriod(x, *period, p.T); err != nil {
			return err
		}
		*period += math.Max(s.r.state.StoredValue(x.NextSampleTimeIndex()), p.T-system.BreakResolution(p.T))
	}
	for i, x := range due {
		for k, v := range next[i] {
			s.r.state.SetStoredValue(x.Store+k, v)
		}
	}
	s.r.state.RecordJumpInDelayHistories()
	return nil
}

// checkSamplePeriod returns an error for a time between samples that leads nowhere.
func checkSamplePeriod(x *element.Sampler, period, t float64) error {
	if period > 10*system.BreakResolution(t) && !math.IsInf(period, 1) {
		return nil
	}
	return &UsageError{fmt.Sprintf("%s: the time to the next sample is %g at time %g; it must be greater than 0 and above the resolution of time", x.Title, period, t)}
}
