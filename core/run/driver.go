package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// What ANALYS, DATOUT and MODIFY return beside 0.
const (
	refused  = 1 // there is no such analysis or command, or it makes no sense
	backward = 2 // the analysis would end before it begins
	failed   = 3 // it could not be carried out
	ended    = 4 // the run cannot continue: the routine should return
)

// driver is the solver as a CONSUB sees it. Its calls run analyses inside of the
// call of the routine, with user subroutines of their own; they come back to the
// routine, which continues. Between them the routine may query all that others may,
// and is answered from the state reached.
type driver struct {
	modelQueries
	d     *element.Driver
	frame *usersub.Frame
	// fatal is why the run cannot continue; all further calls return over. lost is why
	// the last analysis failed, which is forgiven if another one succeeds.
	fatal, failure error
	ready          bool // the state has been reported, so that queries have answers
	continues      bool // runner.method may continue where it is
	calls          int
	spent          time.Duration // without that of its analyses
	inAnalyses     time.Duration // of its analyses
	queries        []usersub.Query
}

var (
	_ usersub.State    = (*driver)(nil)
	_ usersub.Driver   = (*driver)(nil)
	_ usersub.Wrapper  = (*driver)(nil)
	_ usersub.Clock    = (*driver)(nil)
	_ usersub.Setter   = (*driver)(nil)
	_ usersub.Messages = (*driver)(nil)

	_ usersub.Concluder = (*driver)(nil)
)

// runDriver calls a driver. The initial conditions are found when it first needs
// them, so that it may change the model before.
func (r *runner) runDriver(e *element.Driver) error {
	d := &driver{modelQueries: modelQueries{r: r}, d: e, frame: usersub.NewFrame(usersub.CONSUB, e.Element.Kind, 0, e.Par, nil)}
	d.prepare = d.makeQueriesAnswerable
	r.driver = d
	d.frame.PrepareCall(0, false, false)
	begun := time.Now()
	err := e.Sub.Call(d.frame, d)
	d.calls, d.spent = d.calls+1, time.Since(begun)-d.inAnalyses
	d.clearQueries()
	d.endMethod()
	if d.fatal != nil {
		return d.fatal
	}
	if err != nil {
		return d.explainError(err)
	}
	if err := r.checkInterrupted(); err != nil {
		return err
	}
	return d.failure
}

// explainError names element, routine and time in an error of the routine.
func (d *driver) explainError(err error) error {
	return completeCallError(err, d.ownerName(), usersub.CONSUB.Name, d.GetStm())
}

// completeCallError makes an error of a routine one that names element, routine and time.
func completeCallError(err error, owner, routine string, t float64) error {
	var c *usersub.CallError
	if !errors.As(err, &c) {
		c = &usersub.CallError{Cause: usersub.Exception, Message: err.Error()}
		err = c
	}
	if c.Element == "" {
		c.Element = owner
	}
	if c.Routine == "" {
		c.Routine = routine
	}
	if c.Time == 0 {
		c.Time = t
	}
	return err
}

func (d *driver) ownerName() string { return d.d.Element.KindID() }

// routineInfo is what run.json says about the driver.
func (d *driver) routineInfo() RoutineInfo {
	return newRoutineInfo(d.ownerName(), d.d.Sub, usersub.CONSUB, d.calls, d.spent.Seconds(), d.queries)
}

// Analys implements usersub.Driver. A sensor may end an analysis before its time,
// which is success, or the run.
func (d *driver) Analys(kind, name string, begin, end float64, first bool) int32 {
	if d.fatal != nil || d.r.stoppedBySensor() {
		return ended
	}
	k := parseAnalysisKind(kind)
	switch {
	case k == "":
		return d.warnRefusalOnce(refused, "ANALYS: there is no analysis %q", kind)
	case math.IsNaN(begin) || math.IsNaN(end) || math.IsInf(begin, 0) || math.IsInf(end, 0):
		return d.warnRefusalOnce(refused, "ANALYS: from %g to %g: the end time must be finite", begin, end)
	case end < begin:
		return d.warnRefusalOnce(backward, "ANALYS: the analysis would end at %g, before it begins at %g", end, begin)
	}
	if err := d.r.checkTimeResolution(begin, end); err != nil {
		return d.warnRefusalOnce(refused, "ANALYS: %v", err)
	}
	d.r.rec.Log("driver: %s from %g to %g %s", kind, begin, end, name)
	since := time.Now()
	err := d.analyse(k, begin, end, first)
	if k != statics && k != linears && d.r.point != nil {
		d.r.recordMotionAnalysis(begin)
	}
	d.inAnalyses += time.Since(since)
	d.clearQueries()
	return d.recordErrorStatus(err)
}

// recordErrorStatus keeps an error. Those of a step or of assembly let the routine continue, by
// a smaller step perhaps; others end the run.
func (d *driver) recordErrorStatus(err error) int32 {
	switch ExitCode(err) {
	case ExitOK:
		d.failure = nil
		return 0
	case ExitConvergence:
		d.endMethod()
		d.failure = err
		d.r.rec.Log("driver: %v", err)
		return failed
	}
	d.fatal = err
	return ended
}

// warnRefusalOnce says, once, what cannot be done, and returns the status.
func (d *driver) warnRefusalOnce(status int32, format string, args ...any) int32 {
	d.r.rec.warn("%s: %s: %s", d.ownerName(), usersub.CONSUB.Name, fmt.Sprintf(format, args...))
	return status
}

// clearQueries makes the routine ask again: answers in its frame are of the state
// before.
func (d *driver) clearQueries() {
	d.queries = appendNewQueries(d.queries, d.frame.Asked)
	d.frame.QueryAnswers = usersub.QueryAnswers{}
	d.ready = false
}

// appendNewQueries appends those of asked that are not in the list.
func appendNewQueries(list, asked []usersub.Query) []usersub.Query {
	for _, q := range asked {
		same := func(old usersub.Query) bool {
			return old.Ary == q.Ary && old.Name == q.Name && slices.Equal(old.Par, q.Par)
		}
		if !slices.ContainsFunc(list, same) {
			list = append(list, q)
		}
	}
	return list
}

// ensureInitialized finds the initial conditions at time t if that has not been done.
func (d *driver) ensureInitialized(t float64) error {
	if d.r.state != nil {
		return nil
	}
	return d.r.setUpAndFindInitialConditions(t)
}

// makeQueriesAnswerable makes the state ready for queries. Until an analysis has begun it is
// that of the initial conditions at time 0.
func (d *driver) makeQueriesAnswerable() bool {
	if d.ready || d.fatal != nil {
		return d.fatal == nil
	}
	err := d.ensureInitialized(0)
	r := d.r
	if err == nil {
		r.scratch.Copy(r.point)
		err = r.solveAccelerations(r.scratch)
	}
	if err == nil {
		err = r.state.EvaluateForResults(r.scratch)
	}
	if d.ready = err == nil; !d.ready {
		d.fatal = err
	}
	return d.ready
}

// Datout writes the results of the current point, after the initial conditions if no analysis has run. It returns 0, or ended after a
// fatal error.
func (d *driver) Datout() int32 {
	if d.fatal != nil {
		return ended
	}
	err := d.ensureInitialized(0)
	if err == nil {
		err = d.r.output.solveAndWritePoint(d.r.point)
	}
	d.fatal = err
	if err != nil {
		return ended
	}
	d.ready = true
	return 0
}

// Modify reads a command such as "PART/1, MASS = 10" and applies it to the model. It returns 0, or refused with a message.
func (d *driver) Modify(command string) int32 {
	if d.fatal != nil {
		return ended
	}
	if d.r.opt.Modify == nil {
		return d.warnRefusalOnce(refused, "MODIFY: commands cannot be read here")
	}
	list, err := d.r.opt.Modify(d.r.model.Deck, command)
	if err != nil {
		return d.warnRefusalOnce(refused, "MODIFY: %s: %v", command, err)
	}
	return d.applyCommands("MODIFY: "+command, list)
}

// applyCommands carries out commands that change the model or the settings.
func (d *driver) applyCommands(by string, list []*deck.Element) int32 {
	r := d.r
	var changes, settings []*deck.Element
	tuning, rest, diags := r.settings.transient, r.settings.static, r.model.Deck.Diags
	known := len(diags.List)
	for _, e := range list {
		switch {
		case e.Kind == "Param_Transient":
			tuning.ReadParams(e)
			settings = append(settings, e)
		case e.Kind == "Param_Simulation":
			tuning.ReadSimulation(e)
			settings = append(settings, e)
		case e.Kind == "Param_Static":
			rest.ReadParams(e)
			settings = append(settings, e)
		case element.ChangesModel(e):
			changes = append(changes, e)
		default:
			return d.warnRefusalOnce(refused, "%s: only commands that change the model may be given here", by)
		}
	}
	for _, x := range diags.List[known:] {
		if x.Severity == deck.Error {
			diags.List = diags.List[:known]
			return d.warnRefusalOnce(refused, "%s: %s", by, x.Msg)
		}
		r.rec.warn("%s: %s", by, x.Msg)
	}
	diags.List = diags.List[:known]
	for _, e := range list {
		if d.fatal = r.callbacks.notifyAtCurrentPoint(eventCommand, commandEventNumber(e), 1); d.fatal != nil {
			return ended
		}
	}
	d.endMethod()
	r.settings.transient, r.settings.static, r.settings.changes = tuning, rest, append(r.settings.changes, settings...)
	if len(changes) == 0 {
		return 0
	}
	next, said, err := r.model.WithChanges(r.state != nil, changes...)
	for _, text := range said {
		r.rec.warn("%s: %s", by, text)
	}
	if err != nil {
		return d.warnRefusalOnce(refused, "%s: %v", by, err)
	}
	if err = r.replaceModel(next, by); err == nil {
		err = r.callbacks.notifyAtCurrentPoint(eventModelChange)
	}
	d.clearQueries()
	if d.fatal = err; err != nil {
		return ended
	}
	return 0
}

// endMethod ends the method that analyses have continued: what follows begins
// again.
func (d *driver) endMethod() {
	r := d.r
	if d.continues = false; r.stepper.method != nil {
		r.finishMethod()
		r.state.Mode = system.Dynamic
	}
}

// Unwrap implements usersub.Wrapper: all else is answered as for other routines.
func (d *driver) Unwrap() usersub.State {
	if !d.makeQueriesAnswerable() {
		return nil
	}
	return d.r.state.RoutineState()
}

// TimGet returns the time of the current point: between analyses it is also the time of the last accepted step.
func (d *driver) TimGet() float64 { return d.GetStm() }

// GetStm returns the time of the current point in the deck's unit, 0 before the first analysis.
func (d *driver) GetStm() float64 {
	if d.r.point == nil {
		return 0
	}
	return d.r.point.T
}

// ModSet sets an attribute of an element, given as text, and applies it as a command does. It returns 0, the negative flags of ModFnc
// if element, id or attribute is unknown, or -4 if the value is refused.
func (d *driver) ModSet(kind string, id int32, attribute, input string) int32 {
	if _, info := d.ModFnc(kind, id, attribute); info < 0 || d.fatal != nil {
		return min(info, -1)
	}
	e, err := d.r.model.NewSetCommand(kind, int(id), attribute, input)
	if err != nil {
		d.warnRefusalOnce(refused, "MODSET: %v", err)
		return -4
	}
	if d.applyCommands(fmt.Sprintf("MODSET: %s %d %s", kind, id, attribute), []*deck.Element{e}) != 0 {
		return -4
	}
	return 0
}

// Conclude warns of a status other than 0 that the CONSUB has returned; the run continues.
func (d *driver) Conclude(status float64) {
	d.warnRefusalOnce(refused, "it returns the status %g", status)
}

// Message logs or warns what the CONSUB says by ERRMES or USRMES.
func (d *driver) Message(m *usersub.Message) {
	d.r.rec.reportMessage(m, d.ownerName(), usersub.CONSUB.Name, d.GetStm())
}
