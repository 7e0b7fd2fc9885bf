package run

import (
	"math"
	"time"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// rowWriter writes the rows of results at the times of a timetable.
type rowWriter struct {
	r         *runner
	due       *timetable            // of the analysis under way; nil where rows are not written at times
	collector *columnCollector      // of what is in a row besides requests
	values    []float64             // of a row
	points    []system.ContactPoint // of a row
	contacts  []result.ContactPoint // the same as the store has them
	last      float64               // time of the last row, NaN before it
	sensed    []float64             // by sensors, at a row
	published time.Time             // when run.json was brought up to date
	posts     []*postRoutineState   // routines that are notified of rows
}

// writeRowsUpTo writes the rows of all times of t that the last step, which ends at now, has passed.
func (o *rowWriter) writeRowsUpTo(now *integrate.Point, t *timetable) error {
	if err := o.writeDueRows(t, now.T); err != nil {
		return err
	}
	for t.next <= t.n && t.outputTime(t.next) <= now.T {
		if err := o.solveAndWritePoint(now); err != nil {
			return err
		}
		t.next++
	}
	return nil
}

// writeDueRows writes the rows of all times of t before end, which the step under way has passed.
func (o *rowWriter) writeDueRows(t *timetable, end float64) error {
	p := o.r.scratch
	for t.next <= t.n && t.outputTime(t.next) < end {
		o.r.stepper.method.InterpolateAt(t.outputTime(t.next), p)
		p.T = t.outputTime(t.next)
		if err := o.solveAndWritePoint(p); err != nil {
			return err
		}
		t.next++
	}
	return nil
}

// What rows of constraints may be off by before a point to be reported is moved onto them, in units of rowTolerance. The
// end of a step is on the rows. For others, and for rates, the bound is low: of two runs that agree to
// 1e-9 one may be moved and the other not.
const (
	keptRows   = 10   // at the end of a step
	movedRows  = 0.01 // between
	movedRates = 0.1  // rates, per time unit
)

// solveAndWritePoint writes the row of results of one point. Accelerations and multipliers are solved for again before, but for those of equilibria.
func (o *rowWriter) solveAndWritePoint(p *integrate.Point) error {
	r := o.r
	if e := r.opt.Effort; e != nil {
		begun, stages := time.Now(), e.Total()
		defer func() { e.addRowTime(begun, stages) }()
	}
	return o.evaluatePointForOutput(p, func() error { return o.writeEvaluatedPoint(p) })
}

// evaluatePointForOutput makes the state report a point and calls what uses the report. Accelerations and multipliers are solved for again, but for
// those of equilibria.
func (o *rowWriter) evaluatePointForOutput(p *integrate.Point, use func() error) error {
	r := o.r
	defer r.state.UnclampExpressionTime()()
	pos := float64(keptRows)
	if p == r.scratch {
		pos = movedRows
	} else {
		r.scratch.Copy(p)
	}
	if tol := r.rowTolerance(); !r.state.IsRestAnalysis() && !r.stepper.isNonsmooth() {
		if err := r.explainAccelerationFailure(integrate.ProjectAndSolveReportPoint(r.state, r.scratch, r.work, pos*tol, movedRates*tol), r.scratch); err != nil {
			return err
		}
	}
	if err := r.shareReactions(); err != nil {
		return err
	}
	takeBack, err := r.sources.friction.setReportedLoads(r.scratch)
	if err != nil {
		return err
	}
	defer takeBack()
	if err := r.state.EvaluateForResults(r.scratch); err != nil {
		return err
	}
	if err := r.state.FatalRoutineError(); err != nil {
		return err
	}
	r.monitor.violation = math.Max(r.monitor.violation, r.state.ConstraintViolation())
	return use()
}

// writeEvaluatedPoint writes the row of the point p, which the state has reported.
func (o *rowWriter) writeEvaluatedPoint(p *integrate.Point) error {
	r := o.r
	o.last = p.T
	if err := r.callbacks.notifyRow(eventOutputBegin, p.T); err != nil {
		return err
	}
	if err := o.writeRow(p.T); err != nil {
		return err
	}
	if err := r.callPostRoutines(false); err != nil {
		return err
	}
	if err := r.callbacks.notifyRow(eventOutputEnd, p.T); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(o.published) > publishEvery {
		o.published = now
		r.updateDocument()
		if r.log.history.isWriteDue() {
			if err := r.writeNewStepHistory(); err != nil {
				return err
			}
		}
		return r.rec.SaveDocument()
	}
	return nil
}

// publishEvery is how often run.json is brought up to date during a run, so
// that it reports where a run was that could not close its results.
const publishEvery = 500 * time.Millisecond

// writeRow writes the row of the point that the state has reported, at the time t.
func (o *rowWriter) writeRow(t float64) error {
	if o.collector.extent == NoResults {
		return nil
	}
	o.evaluateRequests()
	o.collector.fillRow(o.values, o.r.state, o.r.scratch)
	if err := o.fillSensorValues(); err != nil {
		return err
	}
	if err := o.r.rec.BeginAnalysis(o.r.analysisKind()); err != nil {
		return err
	}
	o.setContactPointsOfNextRow()
	return o.r.rec.WriteRow(t, o.values)
}

// setContactPointsOfNextRow gives the row that is written next its points of contact, where all results are written.
func (o *rowWriter) setContactPointsOfNextRow() {
	if o.collector.extent < AllResults {
		return
	}
	o.points, o.contacts = o.r.state.AppendContactPoints(o.points[:0]), o.contacts[:0]
	for i := range o.points {
		p := &o.points[i]
		o.contacts = append(o.contacts, result.ContactPoint{ID: p.ID, Place: toFloat32(p.Place), Normal: toFloat32(p.Normal), Force: toFloat32(p.Force)})
	}
	if len(o.contacts) > 0 {
		o.r.rec.setContactPointsOfNextRow(o.contacts)
	}
}

// toFloat32 returns a vector in single precision.
func toFloat32(v spatial.Vec) [3]float32 {
	return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)}
}

// evaluateRequests evaluates the requests at the point that the state has reported.
func (o *rowWriter) evaluateRequests() {
	n := 0
	for i := range o.r.model.Requests {
		q := &o.r.model.Requests[i]
		for _, c := range q.Measure {
			if o.values[n] = o.r.state.MeasureValue(c); math.Abs(o.values[n]) < q.Zero {
				o.values[n] = 0
			}
			n++
		}
		for _, k := range q.Output {
			o.values[n] = o.r.state.LawOutput(k)
			n++
		}
	}
}
