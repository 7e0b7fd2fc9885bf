package run

import (
	"errors"
	"time"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// runEvent is what happens in a run, as a CBKSUB gets it: the numbers are those of slv_cbksub.h.
type runEvent int32

const (
	eventInitialize     runEvent = 1
	eventTerminate      runEvent = 2
	eventSensor         runEvent = 3
	eventOutputBegin    runEvent = 8
	eventOutputEnd      runEvent = 9
	eventStepBegin      runEvent = 10
	eventStepFailed     runEvent = 11
	eventStepEnd        runEvent = 12
	eventPositionBegin  runEvent = 15 // initial conditions
	eventPositionEnd    runEvent = 16
	eventSpeedBegin     runEvent = 17
	eventSpeedEnd       runEvent = 18
	eventAccelBegin     runEvent = 19
	eventAccelEnd       runEvent = 20
	eventStaticBegin    runEvent = 21
	eventKinematicBegin runEvent = 25
	eventDynamicBegin   runEvent = 27
	eventLinearBegin    runEvent = 29
	eventQuasiBegin     runEvent = 31
	eventSaveBegin      runEvent = 33
	eventSaveEnd        runEvent = 34
	eventReloadBegin    runEvent = 35
	eventReloadEnd      runEvent = 36
	eventTransientBegin runEvent = 37
	eventTransientEnd   runEvent = 38
	eventCommand        runEvent = 39
	eventModelChange    runEvent = 40
)

// callbackRoutines are the CBKSUBs of a model; nil for one without. They may query the state of the runEvent, except before the initial conditions
// have been found and while they are sought. At the ends of steps, accelerations and reactions are those of the step; elsewhere they are
// solved for. A query changes nothing of the run.
type callbackRoutines struct {
	r          *runner
	list       []*callbackRoutine
	simulation system.Mode // of the command under way, 0 for none
	initial    bool        // initial conditions are sought
	at         *integrate.Point
	state      *system.State // that at belongs to
	pending    bool          // the state is to be evaluated at the point at before a query is answered
	solve      bool          // with accelerations and reactions solved for
	failure    error         // of that
	mute       bool          // there is no state of the event under way
}

// callbackRoutine is the solver as a CBKSUB sees it.
type callbackRoutine struct {
	modelQueries
	all   *callbackRoutines
	c     *element.Callback
	frame *usersub.Frame
	asked []usersub.Query // for run.json
	calls int
	spent time.Duration
}

var (
	_ usersub.State    = (*callbackRoutine)(nil)
	_ usersub.Wrapper  = (*callbackRoutine)(nil)
	_ usersub.Clock    = (*callbackRoutine)(nil)
	_ usersub.Messages = (*callbackRoutine)(nil)
)

// newCallbackRoutines returns nil for a model without callbacks.
func newCallbackRoutines(r *runner) *callbackRoutines {
	if len(r.model.Callbacks) == 0 {
		return nil
	}
	c := &callbackRoutines{r: r}
	for _, x := range r.model.Callbacks {
		c.list = append(c.list, &callbackRoutine{modelQueries: modelQueries{r, c.makeQueriesAnswerable}, all: c, c: x, frame: usersub.NewFrame(usersub.CBKSUB, x.Element.Kind, x.Element.ID(), x.Par, nil)})
	}
	return c
}

// notifyWithoutState calls all of them at a time for which no state can be queried.
func (c *callbackRoutines) notifyWithoutState(e runEvent, t float64, data ...int32) error {
	if c == nil {
		return nil
	}
	c.mute = true
	defer func() { c.mute = false }()
	return c.callRoutines(e, t, data...)
}

// notifyAllWithoutState calls all of them at events for which no state can be queried.
func (c *callbackRoutines) notifyAllWithoutState(events ...runEvent) error {
	for _, e := range events {
		if err := c.notifyWithoutState(e, 0); err != nil {
			return err
		}
	}
	return nil
}

// notifyModelReplaced notifies that another model takes the place of this one.
func (c *callbackRoutines) notifyModelReplaced() error {
	if err := c.notifyAtCurrentPoint(eventReloadBegin); err != nil {
		return err
	}
	return c.notifyTermination(nil)
}

// notifyAt calls all of them at p. solve has accelerations and reactions solved for.
func (c *callbackRoutines) notifyAt(e runEvent, p *integrate.Point, solveAccelerations bool, data ...int32) error {
	r := c.runnerOrNil()
	if r == nil {
		return nil
	}
	if c.initial || r.state == nil {
		t := 0.0
		if p != nil {
			t = p.T
		}
		return c.callRoutines(e, t, data...)
	}
	if c.state != r.state {
		c.at, c.state = r.state.DeckPoint(), r.state
	}
	c.at.Copy(p)
	c.pending, c.solve = true, solveAccelerations && !r.state.IsRestAnalysis() && !r.settings.transient.IsNonSmooth()
	if len(r.model.Routines) > 0 { // calls of routines do not nest
		c.makeQueriesAnswerable()
	}
	return c.callRoutines(e, p.T, data...)
}

// notifyRow calls all of them at a row of the results, at whose point the state has been reported.
func (c *callbackRoutines) notifyRow(e runEvent, t float64) error {
	if c == nil {
		return nil
	}
	c.pending = false
	return c.callRoutines(e, t)
}

// notifyAtCurrentPoint calls all of them at the point reached.
func (c *callbackRoutines) notifyAtCurrentPoint(e runEvent, data ...int32) error {
	r := c.runnerOrNil()
	if r == nil {
		return nil
	}
	return c.notifyAt(e, r.point, true, data...)
}

// runnerOrNil returns the runner, nil without callbacks.
func (c *callbackRoutines) runnerOrNil() *runner {
	if c == nil {
		return nil
	}
	return c.r
}

// makeQueriesAnswerable evaluates the model at c.at if need be, so that queries are answered there, and reports whether they can be.
func (c *callbackRoutines) makeQueriesAnswerable() bool {
	if c.r.state == nil || c.initial || c.mute {
		return false
	}
	if c.pending && c.failure == nil {
		c.failure, c.pending = c.evaluateModel(), false
	}
	return c.failure == nil
}

// evaluateModel evaluates the model at c.at.
func (c *callbackRoutines) evaluateModel() error {
	r := c.r
	defer r.state.UnclampExpressionTime()()
	if c.solve {
		err := r.solveAccelerations(c.at)
		r.work.InvalidateFactors()
		if err != nil {
			return err
		}
	}
	if err := r.state.EvaluateForResults(c.at); err != nil {
		return err
	}
	return r.state.FatalRoutineError()
}

// callRoutines calls all of them; the state has been reported, or cannot be queried.
func (c *callbackRoutines) callRoutines(e runEvent, t float64, data ...int32) error {
	for _, x := range c.list {
		if c.failure != nil {
			break
		}
		if err := x.callRoutine(e, t, data...); err != nil {
			return err
		}
	}
	return c.failure
}

// simulationModes returns the kinds of simulation and analysis under way, as GETMOD has them; 0 for none.
func (c *callbackRoutines) simulationModes() (simulation, analysis system.Mode) {
	switch s := c.r.state; {
	case c.simulation == 0 && !c.initial:
		return 0, 0
	case c.initial:
		return c.simulation, system.InitialConditions
	case c.simulation == system.Linear || s == nil:
		return c.simulation, c.simulation
	default:
		return c.simulation, s.Mode
	}
}

// notifyAnalysisBegin notifies of the begin of an analysis, whose end has the next number; the result notifies of that, if all went well.
func (c *callbackRoutines) notifyAnalysisBegin(e runEvent, mode system.Mode) (end func(error) error, err error) {
	if c == nil {
		return func(err error) error { return err }, nil
	}
	before := c.simulation
	c.simulation = mode
	end = func(err error) error {
		if err == nil {
			err = c.notifyAtCurrentPoint(e + 1)
		}
		c.simulation = before
		return err
	}
	return end, c.notifyAtCurrentPoint(e)
}

// notifyMotionBegin notifies of the begin of an analysis of motion, in the mode of the state.
func (c *callbackRoutines) notifyMotionBegin() (end func(error) error, err error) {
	e, mode := eventDynamicBegin, system.Dynamic
	if r := c.runnerOrNil(); r != nil && r.state.Mode == system.Kinematic {
		e, mode = eventKinematicBegin, system.Kinematic
	}
	return c.notifyAnalysisBegin(e, mode)
}

// notifyAroundSearch runs find, which seeks initial conditions, and notifies of its begin and end; e is the number of the begin, the end has the next one.
func (c *callbackRoutines) notifyAroundSearch(e runEvent, p *integrate.Point, find func() error) error {
	if c == nil {
		return find()
	}
	before := c.initial
	c.initial = true
	defer func() { c.initial = before }()
	if err := c.notifyWithoutState(e, p.T); err != nil {
		return err
	}
	if err := find(); err != nil {
		return err
	}
	return c.notifyWithoutState(e+1, p.T)
}

// notifyStepBegin notifies of a step that begins where the method is.
func (c *callbackRoutines) notifyStepBegin() error {
	r := c.runnerOrNil()
	if r == nil {
		return nil
	}
	return c.notifyAt(eventStepBegin, r.stepper.method.Now(), false)
}

// notifyFailedSteps notifies of n trials of a step from t that were rejected before one was accepted.
func (c *callbackRoutines) notifyFailedSteps(n int, t float64) error {
	for range n {
		if err := c.notifyWithoutState(eventStepFailed, t); err != nil {
			return err
		}
	}
	return nil
}

// notifyTermination notifies of the end of a run that ends with err; routines of a run that a routine ended are not called again.
func (c *callbackRoutines) notifyTermination(err error) error {
	var failed *usersub.CallError
	switch {
	case c == nil || errors.As(err, &failed):
		return nil
	case err == nil && c.r.state != nil:
		return c.notifyAtCurrentPoint(eventTerminate, ExitOK)
	}
	t := 0.0
	if c.r.point != nil {
		t = c.r.point.T
	}
	return c.notifyWithoutState(eventTerminate, t, int32(ExitCode(err)))
}

// callRoutine calls the routine: data are the modes of simulation and analysis, or begin with what belongs to the event.
func (x *callbackRoutine) callRoutine(e runEvent, t float64, eventData ...int32) error {
	f := x.frame
	f.PrepareCall(t, false, false)
	simulation, analysis := x.all.simulationModes()
	f.Ints(f.Sig.ArgIndex("event"))[0] = int32(e)
	copy(f.Ints(f.Sig.ArgIndex("data")), append(eventData[:len(eventData):len(eventData)], []int32{int32(simulation), int32(analysis), 0}[len(eventData):]...))
	f.QueryAnswers = usersub.QueryAnswers{} // those of another time
	begun := time.Now()
	err := x.c.Sub.Call(f, x)
	x.calls, x.spent = x.calls+1, x.spent+time.Since(begun)
	x.asked = appendNewQueries(x.asked, f.Asked)
	if err != nil {
		return completeCallError(err, x.ownerName(), f.Sig.Name, t)
	}
	return nil
}

func (x *callbackRoutine) ownerName() string { return x.c.Element.KindID() }

// routineInfos is what run.json says about the routines.
func (c *callbackRoutines) routineInfos() (all []RoutineInfo) {
	if c == nil {
		return nil
	}
	for _, x := range c.list {
		all = append(all, newRoutineInfo(x.ownerName(), x.c.Sub, usersub.CBKSUB, x.calls, x.spent.Seconds(), x.asked))
	}
	return all
}

// Unwrap implements usersub.Wrapper: all else is answered as for other routines, once there is a state.
func (x *callbackRoutine) Unwrap() usersub.State {
	if x.all.r.state == nil {
		return nil
	}
	return x.all.r.state.RoutineState()
}

// TimGet returns the time of the evaluation.
func (x *callbackRoutine) TimGet() float64 {
	if s, ok := usersub.As[usersub.Clock](x.Unwrap()); ok {
		return s.TimGet()
	}
	return 0
}

// GetStm implements usersub.Clock: the time of the runEvent.
func (x *callbackRoutine) GetStm() float64 { return x.frame.Time() }

// Message writes what a routine reports to the log, the results or the terminal.
func (x *callbackRoutine) Message(m *usersub.Message) {
	x.all.r.rec.reportMessage(m, x.ownerName(), x.frame.Sig.Name, x.frame.Time())
}
