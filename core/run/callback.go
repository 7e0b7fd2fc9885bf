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

// callbacks are the CBKSUBs of a model; nil for one without. They may query the state of the runEvent, except before the initial conditions
// have been found and while they are sought. At the ends of steps, accelerations and reactions are those of the step; elsewhere they are
// solved for. A query changes nothing of the run.
type callbacks struct {
	r          *runner
	list       []*callback
	simulation system.Mode // of the command under way, 0 for none
	initial    bool        // initial conditions are sought
	at         *integrate.Point
	state      *system.State // that at belongs to
	pending    bool          // the state is to be evaluated at the point at before a query is answered
	solve      bool          // with accelerations and reactions solved for
	failure    error         // of that
	mute       bool          // there is no state of the event under way
}

// callback is the solver as a CBKSUB sees it.
type callback struct {
	all   *callbacks
	c     *element.Callback
	frame *usersub.Frame
	asked []usersub.Query // for run.json
	calls int
	spent time.Duration
}

var (
	_ usersub.State    = (*callback)(nil)
	_ usersub.Wrapper  = (*callback)(nil)
	_ usersub.Clock    = (*callback)(nil)
	_ usersub.Messages = (*callback)(nil)
)

// newCallbacks returns nil for a model without callbacks.
func newCallbacks(r *runner) *callbacks {
	if len(r.model.Callbacks) == 0 {
		return nil
	}
	c := &callbacks{r: r}
	for _, x := range r.model.Callbacks {
		c.list = append(c.list, &callback{all: c, c: x, frame: usersub.NewFrame(usersub.CBKSUB, x.Element.Kind, x.Element.ID(), x.Par, nil)})
	}
	return c
}

// notify calls all of them at a time for which no state can be queried.
func (c *callbacks) notify(e runEvent, t float64, own ...int32) error {
	if c == nil {
		return nil
	}
	c.mute = true
	defer func() { c.mute = false }()
	return c.call(e, t, own...)
}

// notifyAll calls all of them at events for which no state can be queried.
func (c *callbacks) notifyAll(events ...runEvent) error {
	for _, e := range events {
		if err := c.notify(e, 0); err != nil {
			return err
		}
	}
	return nil
}

// leaveModel notifies that another model takes the place of this one.
func (c *callbacks) leaveModel() error {
	if err := c.notifyHere(eventReloadBegin); err != nil {
		return err
	}
	return c.terminate(nil)
}

// notifyAt calls all of them at p. solve has accelerations and reactions solved for.
func (c *callbacks) notifyAt(e runEvent, p *integrate.Point, solve bool, own ...int32) error {
	r := c.runner()
	if r == nil {
		return nil
	}
	if c.initial || r.state == nil {
		t := 0.0
		if p != nil {
			t = p.T
		}
		return c.call(e, t, own...)
	}
	if c.state != r.state {
		c.at, c.state = r.state.DeckPoint(), r.state
	}
	c.at.Copy(p)
	c.pending, c.solve = true, solve && !r.state.InRestAnalysis() && !r.settings.transient.IsNonSmooth()
	if len(r.model.Routines) > 0 { // calls of routines do not nest
		c.prepare()
	}
	return c.call(e, p.T, own...)
}

// notifyRow calls all of them at a row of the results, at whose point the state has been reported.
func (c *callbacks) notifyRow(e runEvent, t float64) error {
	if c == nil {
		return nil
	}
	c.pending = false
	return c.call(e, t)
}

// notifyHere calls all of them at the point reached.
func (c *callbacks) notifyHere(e runEvent, own ...int32) error {
	r := c.runner()
	if r == nil {
		return nil
	}
	return c.notifyAt(e, r.point, true, own...)
}

// runner returns nil without callbacks.
func (c *callbacks) runner() *runner {
	if c == nil {
		return nil
	}
	return c.r
}

// prepare has queries answered at c.at, and reports whether they can be.
func (c *callbacks) prepare() bool {
	if c.r.state == nil || c.initial || c.mute {
		return false
	}
	if c.pending && c.failure == nil {
		c.failure, c.pending = c.report(), false
	}
	return c.failure == nil
}

// report evaluates the model at c.at.
func (c *callbacks) report() error {
	r := c.r
	defer r.state.UnclampTime()()
	if c.solve {
		err := r.solveAccelerations(c.at)
		r.work.InvalidateFactors()
		if err != nil {
			return err
		}
	}
	if err := r.state.Report(c.at); err != nil {
		return err
	}
	return r.state.FatalRoutineError()
}

// call calls all of them; the state has been reported, or cannot be queried.
func (c *callbacks) call(e runEvent, t float64, own ...int32) error {
	for _, x := range c.list {
		if c.failure != nil {
			break
		}
		if err := x.call(e, t, own...); err != nil {
			return err
		}
	}
	return c.failure
}

// modes returns the kinds of simulation and analysis under way, as GETMOD has them; 0 for none.
func (c *callbacks) modes() (simulation, analysis system.Mode) {
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

// begin notifies of the begin of an analysis, whose end has the next number; the result notifies of that, if all went well.
func (c *callbacks) begin(e runEvent, mode system.Mode) (end func(error) error, err error) {
	if c == nil {
		return func(err error) error { return err }, nil
	}
	before := c.simulation
	c.simulation = mode
	end = func(err error) error {
		if err == nil {
			err = c.notifyHere(e + 1)
		}
		c.simulation = before
		return err
	}
	return end, c.notifyHere(e)
}

// beginMotion notifies of the begin of an analysis of motion, in the mode of the state.
func (c *callbacks) beginMotion() (end func(error) error, err error) {
	e, mode := eventDynamicBegin, system.Dynamic
	if r := c.runner(); r != nil && r.state.Mode == system.Kinematic {
		e, mode = eventKinematicBegin, system.Kinematic
	}
	return c.begin(e, mode)
}

// seek notifies of initial conditions that are sought by find; e is the number of the begin, the end has the next one.
func (c *callbacks) seek(e runEvent, p *integrate.Point, find func() error) error {
	if c == nil {
		return find()
	}
	before := c.initial
	c.initial = true
	defer func() { c.initial = before }()
	if err := c.notify(e, p.T); err != nil {
		return err
	}
	if err := find(); err != nil {
		return err
	}
	return c.notify(e+1, p.T)
}

// beginStep notifies of a step that begins where the method is.
func (c *callbacks) beginStep() error {
	r := c.runner()
	if r == nil {
		return nil
	}
	return c.notifyAt(eventStepBegin, r.stepper.method.Now(), false)
}

// failSteps notifies of n trials of a step from t that were rejected before one was accepted.
func (c *callbacks) failSteps(n int, t float64) error {
	for range n {
		if err := c.notify(eventStepFailed, t); err != nil {
			return err
		}
	}
	return nil
}

// terminate notifies of the end of a run that ends with err; routines of a run that a routine ended are not called again.
func (c *callbacks) terminate(err error) error {
	var failed *usersub.CallError
	switch {
	case c == nil || errors.As(err, &failed):
		return nil
	case err == nil && c.r.state != nil:
		return c.notifyHere(eventTerminate, ExitOK)
	}
	t := 0.0
	if c.r.point != nil {
		t = c.r.point.T
	}
	return c.notify(eventTerminate, t, int32(ExitCode(err)))
}

// call calls the routine: data are the modes of simulation and analysis, or begin with what belongs to the event.
func (x *callback) call(e runEvent, t float64, own ...int32) error {
	f := x.frame
	f.Prepare(t, false, false)
	simulation, analysis := x.all.modes()
	f.Ints(f.Sig.Index("event"))[0] = int32(e)
	copy(f.Ints(f.Sig.Index("data")), append(own[:len(own):len(own)], []int32{int32(simulation), int32(analysis), 0}[len(own):]...))
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

func (x *callback) ownerName() string { return x.c.Element.KindID() }

// routineInfos is what run.json says about the routines.
func (c *callbacks) routineInfos() (all []RoutineInfo) {
	if c == nil {
		return nil
	}
	for _, x := range c.list {
		s := x.c.Sub
		p := system.Profile{Sub: s, Sig: usersub.CBKSUB}
		all = append(all, RoutineInfo{
			Element: x.ownerName(), Routine: p.Name(), Kind: p.Sig.Name, Symbol: s.Symbol, Implementation: s.Implementation, Note: s.Note, File: s.File, SHA256: s.SHA256,
			Isolated: s.Isolated, Confined: s.Confined, Transport: s.Transport, Calls: x.calls, TimeS: x.spent.Seconds(), Queries: queryInfos(x.asked),
		})
	}
	return all
}

// SysFnc returns a scalar measure at the state of the evaluation.
func (x *callback) SysFnc(name string, par []int32) (float64, int32) {
	if !x.all.prepare() {
		return 0, 1
	}
	return x.all.r.state.RoutineState().SysFnc(name, par)
}

// SysAry returns a vector of measures at the state of the evaluation.
func (x *callback) SysAry(name string, par []int32, dst []float64) (int, int32) {
	if !x.all.prepare() {
		return 0, 1
	}
	return x.all.r.state.RoutineState().SysAry(name, par, dst)
}

// ModFnc returns an attribute of an element at the state of the evaluation.
func (x *callback) ModFnc(element string, id int32, attribute string) (string, int32) {
	return x.all.r.model.System.ModFnc(element, int(id), attribute)
}

// Unwrap implements usersub.Wrapper: all else is answered as for other routines, once there is a state.
func (x *callback) Unwrap() usersub.State {
	if x.all.r.state == nil {
		return nil
	}
	return x.all.r.state.RoutineState()
}

// TimGet returns the time of the evaluation.
func (x *callback) TimGet() float64 {
	if s, ok := usersub.As[usersub.Clock](x.Unwrap()); ok {
		return s.TimGet()
	}
	return 0
}

// GetStm implements usersub.Clock: the time of the runEvent.
func (x *callback) GetStm() float64 { return x.frame.Time() }

// Message writes what a routine reports to the log, the results or the terminal.
func (x *callback) Message(m *usersub.Message) {
	x.all.r.rec.reportMessage(m, x.ownerName(), x.frame.Sig.Name, x.frame.Time())
}
