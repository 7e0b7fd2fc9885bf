package run

import (
	"fmt"
	"math"
)

// reporter is the recorder of a run whose warnings and messages reach the console, too.
type reporter struct {
	*Recorder
	console struct{ warn, say func(text string) } // nil for none
}

// warn records a warning and passes it on if it is new.
func (r *reporter) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); r.Warn("%s", text) && r.console.warn != nil {
		r.console.warn(text)
	}
}

// writeConsole writes a text to the console.
func (r *reporter) writeConsole(text string) {
	if r.console.say != nil {
		r.console.say(text)
	}
}

// recordDegreesOfFreedom records the degrees of freedom.
func (r *reporter) recordDegreesOfFreedom(dof int) {
	r.UpdateDocument(func(d *Document) { d.DOF = &dof })
}

// EventInfo is what run.json says about an event.
type EventInfo struct {
	Time    float64  `json:"time"`
	Element string   `json:"element"`
	Value   float64  `json:"value"`   // of the sensor, speed of approach, or load at which a constraint breaks
	Actions []string `json:"actions"` // of the sensor, or what a constraint or contact does: closes, opens, breaks, ...
}

// maxEvents bounds the events of a kind that run.json lists and run.log names.
const maxEvents = 1000

// recordCountedEvent lists an event in run.json and run.log; count is that of events of its kind, which others names.
func (r *reporter) recordCountedEvent(count *int, e EventInfo, text, others string) {
	if *count++; *count <= maxEvents {
		r.recordEvent(e, text)
	}
	if *count == maxEvents {
		r.Log("further %s are not listed", others)
	}
}

// recordEvent writes an event into run.json and its text into run.log.
func (r *reporter) recordEvent(e EventInfo, text string) {
	r.UpdateDocument(func(d *Document) { d.Events = append(d.Events, e) })
	r.Log("%s", text)
}

// maxAnalyses bounds the analyses that run.json lists: a driver may request any number.
const maxAnalyses = 1000

// recordAnalysis notes an analysis that is over. Numbers that JSON has not are left out.
func (r *reporter) recordAnalysis(a AnalysisInfo) {
	r.endAnalysis()
	for _, x := range []*float64{&a.Residual, &a.Imbalance} {
		if finiteOrNil(x) == nil {
			*x = math.MaxFloat64
		}
	}
	r.UpdateDocument(func(d *Document) {
		if len(d.Analyses) < maxAnalyses {
			d.Analyses = append(d.Analyses, a)
		}
	})
	if a.Iterations > 0 {
		r.Log("%s to time %g by %s: %d iterations, residual %.3g, imbalance %.3g", a.Kind, a.End, a.Method, a.Iterations, a.Residual, a.Imbalance)
	}
}

// countFinding counts a finding of the monitor in run.json.
func (r *reporter) countFinding(count func(f *Findings)) {
	r.UpdateDocument(func(d *Document) {
		if d.Findings == nil {
			d.Findings = &Findings{}
		}
		count(d.Findings)
	})
}

// newReporter returns the reporter of a run with these options.
func newReporter(rec *Recorder, opt Options) *reporter {
	r := &reporter{Recorder: rec}
	r.console.warn, r.console.say = opt.Warn, opt.Say
	return r
}
