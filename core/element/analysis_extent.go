package element

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// What an analysis may request: more than mostSteps steps, or mostRows rows of results, no machine
// carries out; from manySteps and manyRows on a wrong digit is more likely than patience.
const (
	mostSteps, manySteps = 1e12, 1e9
	mostRows, manyRows   = 1e12, 1e8
)

// ExplainExcessiveSteps says why an analysis from start to end cannot be stepped through, "" if it can: its longest
// steps do not move the time, or are too many.
func (t *Transient) ExplainExcessiveSteps(start, end float64) string {
	name, h := t.longestAllowedStep()
	return explainExcessiveSteps(start, end, name, h)
}

func explainExcessiveSteps(start, end float64, stepName string, step float64) string {
	far := math.Max(math.Abs(start), math.Abs(end))
	switch n := (end - start) / step; {
	case !(step > 0x1p-50*far):
		return fmt.Sprintf("the analysis from %g to %g cannot be stepped through: at a time of %g, %s = %g is below the resolution of time", start, end, far, stepName, step)
	case n > mostSteps:
		return fmt.Sprintf("the analysis from %g to %g cannot be stepped through: with %s = %g it takes %.2g steps", start, end, stepName, step, n)
	}
	return ""
}

// longestAllowedStep returns the longest step and what sets it.
func (t *Transient) longestAllowedStep() (name string, h float64) {
	if t.FixedStep > 0 && t.stepsAreFixed() {
		return "h_fixed", t.FixedStep
	}
	return "h_max", t.HMax
}

// stepsAreFixed reports that the integrator takes h_fixed.
func (t *Transient) stepsAreFixed() bool {
	return t.traits().Steps != traits.ControlledSteps
}

// checkStepAndRowCounts reports an analysis from start to the end in attribute last whose steps or rows are too many.
func (b *builder) checkStepAndRowCounts(e *deck.Element, c *Command, t *Transient, start float64) {
	end, last := b.clock, "end_time"
	if c.HasDuration {
		last = "duration"
	}
	if !c.Static {
		name, h := t.longestAllowedStep()
		for k := range b.out.Sensors {
			if s := &b.out.Sensors[k]; s.HMax > 0 && s.HMax < h {
				name, h = "hmax of "+s.Title, s.HMax
			}
		}
		const remedy = "a larger step, or an earlier end; steps are chosen by the tolerance and need no small bound"
		if why := explainExcessiveSteps(start, end, name, h); why != "" {
			e.AddErrorf(last, "B035", "%s", why).Help = remedy
		} else if n := (end - start) / h; n > manySteps {
			e.AddWarningf(last, "B035", "with %s = %g the analysis takes at least %.2g steps", name, h, n).Help = remedy
		}
	}
	if !(c.Interval > 0) {
		return
	}
	switch n := (end - start) / c.Interval; {
	case n > mostRows || !(c.Interval > 0x1p-50*math.Max(math.Abs(start), math.Abs(end))):
		e.AddErrorf("print_interval", "B035", "%.2g rows of results from %g to %g are more than can be written", n, start, end).Help = "a longer print_interval, or num_steps"
	case n > manyRows:
		e.AddWarningf("print_interval", "B035", "the analysis writes %.2g rows of results", n).Help = "a longer print_interval, or num_steps"
	case n < 1-1e-9:
		e.AddWarningf("print_interval", "B035", "it is longer than the analysis, %g: only start and end are written", end-start).Help = "a print_interval below that, or num_steps"
	}
}

// resolution is the relative difference of neighbouring numbers.
const resolution = 0x1p-52

// checkTolerances reports tolerances of t, which e has set, that no solution of a model of this size can meet, or that ask
// for nothing.
func (b *builder) checkTolerances(e *deck.Element, t *Transient) {
	length := b.sys.Length
	least := map[string]float64{"integr_tol": resolution * length, "integr_rel_tol": resolution, "dae_constr_tol": resolution, "constr_tol": resolution}
	for _, a := range e.GivenAttrs() {
		if n := a.Spec.Name; e.Kind != staticKind && least[n] > 0 && e.Real(n) > 0 && e.Real(n) < least[n] {
			say := e.AddWarningf
			if n == "integr_tol" { // steps would be rejected for what rounding makes of them
				say = e.AddErrorf
			}
			say(n, "B036", "%g is below the rounding of numbers, %.2g for a model of size %.3g: no solution can be that exact", e.Real(n), least[n], length).
				Help = "a larger tolerance, or none, which takes the default"
		}
	}
	if e.Kind != transientSchema.Kind || !e.Has("integr_tol") && !e.Has("integr_rel_tol") {
		return
	}
	name := "integr_tol"
	if !e.Has(name) {
		name = "integr_rel_tol"
	}
	if tol, rel, _ := t.ErrorTolerances(length); tol >= max(1, length) && !(0 < rel && rel < 0.1) {
		e.AddWarningf(name, "B036", "errors as large as the model are allowed: %g, for a model of size %.3g", tol, length).
			Help = "a smaller tolerance, or none, which takes the default"
	}
}

// warnOverwrittenSettings reports attributes that are given again, with another value, in a further element of the same
// settings before an analysis has used them: the last value counts.
func (b *builder) warnOverwrittenSettings() {
	for _, list := range [][]*deck.Element{b.deck.Elements, b.deck.Commands} {
		given := map[*deck.AttrSpec]*deck.Attr{}
		for _, e := range list {
			if e.Kind == "Simulate" {
				clear(given)
			}
			if e.Schema.Section != deck.InBoth || !e.Schema.NoID || e.Schema.Ignored {
				continue
			}
			for _, a := range e.GivenAttrs() {
				if first := given[a.Spec]; first != nil && strings.TrimSpace(first.Value) != strings.TrimSpace(a.Value) {
					e.AddWarningf(a.Spec.Name, "B037", "%s replaces %s, which an element before it gives: of several %s the last value counts", a.Value, first.Value, e.Kind).
						AddNote(first.NameSpan, "the first is here").Help = "give it once"
				}
				given[a.Spec] = a
			}
		}
	}
}
