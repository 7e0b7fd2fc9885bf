// Package run carries a simulation from its first command to its last and
// writes its results.
package run

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/system"
)

// Options of a run.
type Options struct {
	End     float64 // replaces the end of the last transient analysis when HasEnd
	HasEnd  bool
	Steps   int     // output steps of that analysis; 0 for what the deck says
	DT      float64 // or the time between outputs; 0 for what the deck says
	MaxWall time.Duration
	// SaveAnywhere lets Save write outside the folder of the results.
	SaveAnywhere bool
	// Progress is called after each accepted step, with how far the run is.
	Progress func(Progress)
	// Warn receives each warning of the run once.
	Warn func(text string)
	// Say is informed what user subroutines say that is not a warning.
	Say func(text string)
	// Effort, unless nil, receives where the time goes.
	Effort *Effort
	// CoarseBalance follows the balance of energy without evaluations of its own where it closes: for runs of which only warnings of the balance are wanted,
	// not its figure.
	CoarseBalance bool
	// Results is what is written, by default what the deck requests.
	Results OutputExtent
	// LabelHeader puts labels of requests into the first line of requests.csv, in place of their ids.
	LabelHeader bool
	// Modes receives the modes of each linear analysis that computes them.
	Modes func([]linear.Mode)
	// Modify reads a command that a driver gives as text ("PART/1, MASS = 10")
	// into commands of the deck. The error lists what is wrong with it.
	Modify func(m *deck.Model, text string) ([]*deck.Element, error)
}

// Progress is how far a run is.
type Progress struct {
	T, End, H float64
	Steps     int
}

// ErrNoSimulate is returned for a deck without an analysis when no end time was
// given.
var ErrNoSimulate = fmt.Errorf("the deck has no Simulate command: give --end T with --steps N or --dt H")

// runner carries out the commands of a run.
type runner struct {
	ctx       context.Context
	deadline  time.Time // of Options.MaxWall; zero for none
	opt       Options
	solution                // of the model at the time reached
	stepper   stepper       // takes the steps of the analysis under way
	output    rowWriter     // writes the rows of results
	monitor   resultMonitor // judges the accuracy of the results
	log       stepLog       // what run.log has of steps
	totals    totals        // of what is over
	remaining int           // commands that follow the one under way
	driver    *driver       // the one that ran last, nil if there was none
}

// totals is what run.json reports of analyses and models that are over.
type totals struct {
	stats    integrate.Stats // of methods that are done
	analyses int             // begun by commands
	linear   int             // linear analyses that are done
	routines []RoutineInfo   // of models that others have replaced
}

// newRunner returns a runner of a built model that has not begun.
func newRunner(ctx context.Context, m *element.Model, rec *Recorder, opt Options) *runner {
	r := &runner{ctx: ctx, opt: opt}
	r.solution = newSolution(m, newReporter(rec, opt))
	r.stepper.r = r
	r.output = rowWriter{r: r, last: math.NaN()}
	if opt.MaxWall > 0 {
		r.deadline = time.Now().Add(opt.MaxWall)
	}
	return r
}

// Run carries out the commands of a built deck. The recorder is not closed.
func Run(ctx context.Context, m *element.Model, rec *Recorder, opt Options) error {
	commands, err := planCommands(m, opt)
	if err != nil {
		return err
	}
	r := newRunner(ctx, m, rec, opt)
	r.output.collectColumns(m)
	if len(commands) == 0 || commands[0].Load == nil { // else nothing will come of this model
		if err := rec.BeginRowFiles(&r.output.collector.layout); err != nil {
			return err
		}
	}
	if err := r.checkSavePaths(commands); err != nil {
		return err
	}
	r.initPostRoutines()
	r.callbacks = newCallbackRoutines(r)
	defer r.updateDocument()
	if e := opt.Effort; e != nil {
		begun := time.Now()
		defer func() { e.Solving += time.Since(begun) }()
	}
	if err = r.callbacks.notifyWithoutState(eventInitialize, 0); err != nil {
		return err
	}
	err = r.runCommands(commands)
	if ended := r.callbacks.notifyTermination(err); err == nil {
		err = ended
	}
	if unwritten := r.writeNewStepHistory(); err == nil {
		err = unwritten
	}
	if err != nil {
		return err
	}
	return r.callPostRoutines(true)
}

// setUpAndFindInitialConditions makes the set-up calls and finds consistent initial conditions at
// time t.
func (r *runner) setUpAndFindInitialConditions(t float64) error {
	if r.model.Memory != nil {
		if err := r.callbacks.notifyWithoutState(eventReloadBegin, t); err != nil {
			return err
		}
		if err := r.resumeFromMemory(r.model.Memory); err != nil {
			return err
		}
		return r.callbacks.notifyAtCurrentPoint(eventReloadEnd)
	}
	s, err := r.model.System.NewRunState(r.newSession(t), r.rec.warn)
	if err != nil {
		return err
	}
	p := s.DeckPoint()
	p.T = t
	r.adoptStateAndPoint(s, p)
	return r.makeConsistentAtTime()
}

// adoptStateAndPoint makes p, a point of s, what has been reached.
func (r *runner) adoptStateAndPoint(s *system.State, p *integrate.Point) {
	r.state, r.point, r.scratch = s, p, s.DeckPoint()
	r.enableStageTiming()
	r.work = integrate.NewLinearSolver(s)
	r.sources.sensors, r.sources.friction, r.sources.inequalities, r.sources.breakage = newSensors(r), newFrictionEvents(r), newInequalityEvents(r), newBreakEvents(r)
	r.sources.samplers = newSamplers(r)
}

// checkInterrupted reports whether the run was cancelled or has used up its time.
func (r *runner) checkInterrupted() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if !r.deadline.IsZero() && time.Now().After(r.deadline) {
		return ErrWall
	}
	return nil
}
