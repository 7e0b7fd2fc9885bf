// Package run carries a simulation from its first command to its last and
// writes its results.
package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// Options of a run.
type Options struct {
	End     float64 // replaces the end of the last transient analysis when HasEnd
	HasEnd  bool
	Steps   int     // output steps, with End
	DT      float64 // or the time between outputs
	MaxWall time.Duration
	// SaveAnywhere lets Save write outside the folder of the results.
	SaveAnywhere bool
	// Progress is called after each accepted step, with how far the run is.
	Progress func(Progress)
	// Warn receives each warning of the run once.
	Warn func(text string)
	// Say is informed what user subroutines say that is no warning.
	Say func(text string)
	// Effort, unless nil, receives where the time goes.
	Effort *Effort
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

// runner is a run while it goes.
type runner struct {
	ctx                context.Context
	model              *element.Model
	rec                *Recorder
	opt                Options
	state              *system.State
	point              *integrate.Point // the current state
	report             *integrate.Point // scratch: the point being reported
	tuning             element.Transient
	rest               element.Static
	asleep             bool // the current point is one of rest, not consistent for motion
	row                []float64
	until              time.Time
	published          time.Time
	energy             balance
	monitor            monitor
	strokes            strokes
	stability          stability
	stats              integrate.Stats // of methods that are done
	method             integrate.Method
	events             *events               // of the analysis under way
	sensors            *sensors              // nil without any
	friction           *friction             // nil without dry friction as rows
	inequalities       *inequalities         // rows that open and close; nil without any
	breakage           *breakage             // nil without constraints that break
	knots              knots                 // of expressions in TIME
	writeOutputsBefore func(t float64) error // writes what is due before t of the step under way; nil outside of an analysis
	lastRowTime        float64               // time of the last row, NaN before it
	work               *integrate.Work
	violated           float64
	touches            []system.Touch // scratch
	touchCount         int
	jumps              int
	loggedIndex        bool // it was logged that index 3 was left
	passing            passing
	reportedJumps      map[string]bool // elements that a jump was reported of
	driver             *driver         // the one that ran last, nil if there was none
	posts              []*post         // routines that are notified of rows
	simulates          int             // analyses begun by commands
	linears            int             // linear analyses that are done
	settingChanges     []*deck.Element // commands that have changed the settings
	unloadedRoutines   []RoutineInfo   // routines of models that others have taken the place of
}

// Run carries out the commands of a built deck. The recorder is not closed.
func Run(ctx context.Context, m *element.Model, rec *Recorder, opt Options) error {
	commands, err := plan(m, opt)
	if err != nil {
		return err
	}
	r := &runner{ctx: ctx, model: m, rec: rec, opt: opt, tuning: m.Tuning, rest: m.Static, lastRowTime: math.NaN()}
	if opt.MaxWall > 0 {
		r.until = time.Now().Add(opt.MaxWall)
	}
	if len(commands) == 0 || commands[0].Load == nil { // else nothing will come of this model
		if err := rec.Columns(columns(m)); err != nil {
			return err
		}
	}
	if err := r.checkSaves(commands); err != nil {
		return err
	}
	r.openPosts()
	defer r.publish()
	if e := opt.Effort; e != nil {
		begun := time.Now()
		defer func() { e.Solving += time.Since(begun) }()
	}
	if err := r.carryOut(commands); err != nil {
		return err
	}
	return r.tell(true)
}

// columns names the columns of the results.
func columns(m *element.Model) []string {
	var names []string
	for _, q := range m.Requests {
		for _, n := range q.Name {
			names = append(names, fmt.Sprintf("%d.%s", q.ID, n))
		}
	}
	return names
}

// start makes the set-up calls and finds consistent initial conditions at
// time t.
func (r *runner) start(t float64) error {
	if r.model.Memory != nil {
		return r.resume(r.model.Memory)
	}
	s, err := r.model.System.Begin(r.session(t), r.warn)
	if err != nil {
		return err
	}
	p := s.Start()
	p.T = t
	r.setState(s, p)
	return r.assemble()
}

// setState makes p, a point of s, what has been reached.
func (r *runner) setState(s *system.State, p *integrate.Point) {
	r.state, r.point, r.report = s, p, s.Start()
	r.watch()
	r.row = make([]float64, len(columns(r.model)))
	r.work = integrate.NewWork(s)
	r.sensors, r.friction, r.inequalities, r.breakage = newSensors(r), newFriction(r), newInequalities(r), newBreakage(r)
}

// assemble makes positions, velocities and accelerations of the current state
// consistent at its time.
func (r *runner) assemble() error {
	s, tol := r.state, r.rowTol()
	removed, err := s.Assemble(r.point, tol)
	if err != nil {
		return err
	}
	for _, x := range system.ByElement(removed) {
		r.warn("redundant constraint removed: %s", x)
	}
	r.reportAssembly()
	dof := s.Freedom()
	r.rec.Update(func(d *Document) { d.DOF = &dof })
	r.rec.Log("degrees of freedom: %d", dof)
	if err := r.findRedundancy(); err != nil {
		return err
	}
	if err := s.AssembleVelocities(r.point, 1e3*tol); err != nil {
		return err
	}
	if r.asleep { // wake does the rest, if anything is to move
		return nil
	}
	if err := r.admissible(r.point); err != nil {
		return r.leaveSingularStart(err)
	}
	return nil
}

// rowTol is what rows of position level may be off by.
func (r *runner) rowTol() float64 { return r.tuning.ConstrTol * max(1, r.model.System.Length) }

// warn records a warning and passes it on if it is new.
func (r *runner) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); r.rec.Warn("%s", text) && r.opt.Warn != nil {
		r.opt.Warn(text)
	}
}

// consistent solves for accelerations, state rates and multipliers at p.
func (r *runner) consistent(p *integrate.Point) error {
	return r.failed(integrate.Accelerations(r.state, p, r.work), p)
}

// failed names time and element in an error of solving for accelerations at p.
func (r *runner) failed(err error, p *integrate.Point) error {
	var c *integrate.ConvergenceError
	var active *system.ActiveSetError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &c): // reports the time itself
		return r.stepFailed(err)
	case errors.As(err, &active):
		return err
	}
	return fmt.Errorf("at time %g: %w", p.T, err)
}

// writeUpTo writes the results of all output times that the last step passed.
func (r *runner) writeUpTo(now *integrate.Point, out timetable, next *int) error {
	for *next <= out.n && out.at(*next) <= now.T {
		t := out.at(*next)
		p := now
		if t < now.T {
			r.method.At(t, r.report)
			r.report.T = t
			p = r.report
		}
		if err := r.write(p); err != nil {
			return err
		}
		*next++
	}
	return nil
}

// writeBefore writes the results of all output times before t, which the step under way has passed.
func (r *runner) writeBefore(t float64, out timetable, next *int) error {
	for *next <= out.n && out.at(*next) < t {
		r.method.At(out.at(*next), r.report)
		r.report.T = out.at(*next)
		if err := r.write(r.report); err != nil {
			return err
		}
		*next++
	}
	return nil
}

// What rows may be off by before a point to be reported is moved onto them, in units of rowTol. The
// end of a step is on the rows. For others, and for rates, the bound is low: of two runs that agree to
// 1e-9 one may be moved and the other not.
const (
	keptRows   = 10   // at the end of a step
	movedRows  = 0.01 // between
	movedRates = 0.1  // rates, per time unit
)

// write reports one point: accelerations and multipliers are solved for again, but for those of
// points of rest.
func (r *runner) write(p *integrate.Point) error {
	defer r.state.Unbound()()
	if e := r.opt.Effort; e != nil {
		begun, stages := time.Now(), e.Sum()
		defer func() { e.written(begun, stages) }()
	}
	pos := float64(keptRows)
	if p == r.report {
		pos = movedRows
	} else {
		r.report.Copy(p)
	}
	if tol := r.rowTol(); !r.state.Resting() && !r.nonsmooth() {
		if err := r.failed(integrate.Reported(r.state, r.report, r.work, pos*tol, movedRates*tol), r.report); err != nil {
			return err
		}
	}
	if err := r.shareReactions(); err != nil {
		return err
	}
	back, err := r.friction.share(r.report)
	if err != nil {
		return err
	}
	defer back()
	if err := r.state.Report(r.report); err != nil {
		return err
	}
	r.violated = math.Max(r.violated, r.state.Violation())
	n := 0
	for i := range r.model.Requests {
		q := &r.model.Requests[i]
		for _, c := range q.Measure {
			if r.row[n] = r.state.Value(c); math.Abs(r.row[n]) < q.Zero {
				r.row[n] = 0
			}
			n++
		}
		for _, o := range q.Output {
			r.row[n] = r.state.Output(o)
			n++
		}
	}
	r.lastRowTime = p.T
	if err := r.rec.Row(p.T, r.row); err != nil {
		return err
	}
	if err := r.tell(false); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(r.published) > publishEvery {
		r.published = now
		r.publish()
		return r.rec.Save()
	}
	return nil
}

// publishEvery is how often run.json is brought up to date during a run, so
// that it reports where a run was that could not close its results.
const publishEvery = 500 * time.Millisecond

// interrupted reports whether the run was cancelled or has used up its time.
func (r *runner) interrupted() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if !r.until.IsZero() && time.Now().After(r.until) {
		return ErrWall
	}
	return nil
}
