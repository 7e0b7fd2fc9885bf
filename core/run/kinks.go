package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// kinkFinder watches the values at whose zeros forces have a kink: the penetration of IMPACT and BISTOP, the difference of the arguments of
// MAX, MIN and DIM, and the gaps of contacts by forces. Steps end where one of them passes zero.
type kinkFinder struct {
	r     *runner
	laws  int       // number of values in expressions; those of gaps follow
	value []float64 // one sample
	end   []float64 // values at the end of the step under way
	above []bool    // the value is above zero at its start
	most  []float64 // largest magnitude so far

	from, to float64 // start and end of the step that was examined last
	passed   bool    // it passes a zero
	since    int     // steps since the last kink
	every    float64 // the number of steps between kinks, in the mean
	muted    bool    // kinks follow each other so fast that steps pass over them
}

const (
	kinkSlack = 1e-9 // of the largest magnitude of a value: it passes zero where it is beyond by this
	kinkGaps  = 30   // pairs of shapes in contacts up to which their gaps are examined
	kinkPlace = 1e-6 // of a step: a zero is found to this
	kinkMean  = 0.2  // weight of the last number of steps in the mean
	kinkOften = 8    // steps between kinks below which they are passed over: a method of several steps takes as many to get to its order
	kinkRare  = 12   // steps between kinks above which steps end at them again
)

// newKinkFinder returns nil for a model without any, and where steps are constant.
func newKinkFinder(r *runner) *kinkFinder {
	if r.state.Mode != system.Dynamic || !r.settings.transient.ControlsError() {
		return nil
	}
	laws, gaps := r.state.KinkCount(), r.state.GapPairCount()
	if gaps > kinkGaps {
		gaps = 0
	}
	n := laws + gaps
	if n == 0 {
		return nil
	}
	return &kinkFinder{r: r, laws: laws, value: make([]float64, n), end: make([]float64, n), above: make([]bool, n), most: make([]float64, n),
		from: math.NaN(), to: math.NaN(), every: kinkRare}
}

// evaluateKinkValues sets values to those at p. Of gaps that do not close within the time h they are any number above zero.
func (k *kinkFinder) evaluateKinkValues(p *integrate.Point, h float64) error {
	s := k.r.state
	if k.laws > 0 {
		if err := s.EvaluateWithoutResults(p); err != nil {
			return err
		}
		s.CopyKinkValues(k.value[:k.laws])
	}
	for i := k.laws; i < len(k.value); i++ {
		g, near := s.GapAt(i-k.laws, p, h)
		if !near {
			g.Value = math.Max(k.most[i], 1e-300)
		}
		k.value[i] = g.Value
	}
	return nil
}

// recordSidesAtStepStart takes the sides of all values at the start a of a step.
func (k *kinkFinder) recordSidesAtStepStart(a *integrate.Point) error {
	if a.T == k.from {
		return nil
	}
	k.recordAcceptedStep()
	if a.T != k.to { // the first step after a restart is not examined
		if err := k.evaluateKinkValues(a, math.Inf(1)); err != nil {
			return err
		}
		copy(k.end, k.value)
	}
	k.from = a.T
	for i, v := range k.end {
		k.above[i] = v > 0
		k.most[i] = math.Max(k.most[i], math.Abs(v))
	}
	return nil
}

// recordAcceptedStep takes note of a step that was accepted.
func (k *kinkFinder) recordAcceptedStep() {
	k.since++
	if k.passed {
		k.every += kinkMean * (float64(k.since) - k.every)
		k.since = 0
		k.muted = k.every < kinkOften || k.muted && k.every < kinkRare
	}
}

// distancePastZero is how far value i has passed zero.
func (k *kinkFinder) distancePastZero(i int) float64 {
	if k.above[i] {
		return -k.value[i]
	}
	return k.value[i]
}

// firstKinkCrossing is integrate.Options.Crossing.
func (k *kinkFinder) firstKinkCrossing(a, b *integrate.Point, at func(part float64) *integrate.Point) (part float64, err error) {
	if err := k.recordSidesAtStepStart(a); err != nil {
		return 1, err
	}
	if err := k.evaluateKinkValues(b, b.T-a.T); err != nil {
		return 1, err
	}
	copy(k.end, k.value)
	k.to, k.passed, part = b.T, false, 1
	for i := range k.end {
		copy(k.value, k.end)
		if !(k.distancePastZero(i) > kinkSlack*k.most[i]) {
			continue
		}
		k.passed = true
		if k.muted {
			break
		}
		p, err := k.locateCrossing(i, at)
		if err != nil {
			return 1, err
		}
		part = math.Min(part, p)
	}
	return part, nil
}

// locateCrossing returns the part of the step at which value i passes zero.
func (k *kinkFinder) locateCrossing(i int, at func(part float64) *integrate.Point) (float64, error) {
	value := func(part float64) (float64, error) {
		err := k.evaluateKinkValues(at(part), math.Inf(1))
		return k.distancePastZero(i), err
	}
	from, err := value(0)
	if err != nil {
		return 1, err
	}
	to, err := value(1)
	switch {
	case err != nil || !(to > 0):
		return 1, err
	case from >= 0:
		return 0, nil
	}
	return solve.FindRoot(0, 1, from, to, 0, kinkPlace, value)
}
