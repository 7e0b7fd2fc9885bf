package plugins

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/trammel-mbd/trammel/plugins/worker"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// isolatedRoutine is a routine in a worker or a plugin, as one element calls it.
type isolatedRoutine struct {
	worker  *workerProcess
	ref     usersub.Ref
	sig     *usersub.Sig
	pure    bool
	open    func(members map[string]any) (*wire.Remote, error) // in the process that is running
	remote  *wire.Remote
	process int  // which process of the worker remote is in
	members bool // it knows the members of the struct
	setup   []*usersub.Frame
}

// batchedSub is a routine whose calls can go in one message with others.
type batchedSub struct{ *isolatedRoutine }

var _ usersub.Batcher = (*batchedSub)(nil)

// newElementSub returns what elements call.
func (s *isolatedRoutine) newElementSub() usersub.Sub {
	if s.worker.process.transport == GRPC {
		return s
	}
	return &batchedSub{s}
}

// maxRestarts is how often a worker is started again in a run.
const maxRestarts = 10

// Call calls the routine in its worker process, which it starts again if it has ended.
func (s *isolatedRoutine) Call(f *usersub.Frame, state usersub.State) error {
	w := s.worker
	again, err := false, error(nil)
	for {
		if err = s.ensureRoutineOpen(f, state); err == nil {
			w.depth++
			err = s.remote.Call(f, state)
			w.depth--
		}
		if err == nil {
			if s.pure && f.IsSetup() {
				s.saveSetupCall(f)
			}
			return nil
		}
		var lost *wire.LostError
		if !errors.As(err, &lost) {
			return err
		}
		guilty, at := s.findCulprit(f, lost)
		d := w.reapProcess(lost.Err)
		if at == nil {
			guilty, at = s, f
			if !d.unknown {
				d.unknown, d.Message = true, d.Message+unknownCulpritMessage(lost.Calls)
			}
		}
		reason := w.restartIfAllowed(again)
		guilty.sendCrashReport(at, d, reason == "")
		if reason != "" {
			return guilty.callError(at, d, reason)
		}
		w.log.Warn(fmt.Sprintf("%s: routine %s at time %.9g: %s; it is pure: its %s was started again and the call is repeated",
			guilty.elementName(at), guilty.ref.Function, at.Time(), d.Message, w.kindForMessages()))
		again = true
	}
}

// findCulprit returns the routine that was being called when the worker was lost, and its frame: that of f, or another whose
// call travelled in the same message. The frame is nil where that is not known.
func (s *isolatedRoutine) findCulprit(f *usersub.Frame, lost *wire.LostError) (*isolatedRoutine, *usersub.Frame) {
	if lost.Calls < 2 {
		return s, f
	}
	for _, r := range s.worker.routines {
		if r.remote == lost.By {
			return r, lost.Guilty
		}
	}
	return nil, nil
}

// GroupKey implements usersub.Batcher: calls of one process go together.
func (s *batchedSub) GroupKey() any { return s.worker }

// Prefetch implements usersub.Batcher. In workers it sends calls ahead where it will be known which call was being made when one is
// lost. One that was started again has to open the routine first.
func (s *batchedSub) Prefetch(f *usersub.Frame, state usersub.State) {
	if s.isOpenInCurrentProcess(f) && (s.worker.plugin || s.worker.process.client.CanReportCallNumber()) {
		s.remote.Prefetch(f, state)
	}
}

// isOpenInCurrentProcess reports whether the routine is open in the process that is running.
func (s *isolatedRoutine) isOpenInCurrentProcess(f *usersub.Frame) bool {
	w := s.worker
	return w.process != nil && !w.process.hasEnded() && s.process == w.count && (s.members || len(f.Member) == 0)
}

// CallInProgress is the number of the call that the worker makes, of several in one message: while it grows, no call hangs.
func (s *isolatedRoutine) CallInProgress() int {
	if p := s.worker.currentProcess(); p != nil {
		return p.client.CallInProgress()
	}
	return 0
}

// ensureRoutineOpen opens the routine in the process that is running, and repeats the set-up calls,
// if that is another than before.
func (s *isolatedRoutine) ensureRoutineOpen(f *usersub.Frame, state usersub.State) error {
	w := s.worker
	if w.process == nil || w.process.hasEnded() && s.process == w.count {
		return &wire.LostError{Err: errGone}
	}
	if s.isOpenInCurrentProcess(f) {
		return nil
	}
	restarted := s.process != w.count
	remote, err := s.open(f.Member)
	if err != nil {
		return err
	}
	s.remote, s.process, s.members = remote, w.count, len(f.Member) > 0
	if !restarted || f.IsSetup() {
		return nil
	}
	for _, old := range s.setup {
		c := old.Clone()
		if err := s.remote.Call(c, state); err != nil {
			return err
		}
	}
	return nil
}

// saveSetupCall keeps the arguments of a set-up call for a process that comes after.
func (s *isolatedRoutine) saveSetupCall(f *usersub.Frame) {
	for i, old := range s.setup {
		if old.ID == f.ID && old.Element == f.Element {
			s.setup[i] = f.Clone()
			return
		}
	}
	s.setup = append(s.setup, f.Clone())
}

// restartIfAllowed starts the worker again if all that runs in it allows that. It says why not.
func (w *workerProcess) restartIfAllowed(lostBefore bool) (why string) {
	for _, s := range w.routines {
		if !s.pure {
			return "pure"
		}
	}
	switch {
	case lostBefore:
		return "it was lost in the same call twice, the second time in a new process"
	case w.depth > 0:
		return "another of its routines was waiting"
	case w.count > maxRestarts:
		return fmt.Sprintf("it was started again %d times before", maxRestarts)
	}
	if err := w.startWorker(); err != nil {
		return "it could not be started again: " + err.Error()
	}
	return ""
}

// callError is the error of a call whose worker was lost for good: that of the call in which it was lost, also for those that come after it.
func (s *isolatedRoutine) callError(f *usersub.Frame, d *processEnd, refusal string) error {
	if d.failed != nil {
		return d.failed
	}
	e := &usersub.CallError{Cause: d.Cause, Element: s.elementName(f), Routine: s.ref.Function, Time: f.Time(),
		Message: "in its worker " + d.Message, Detail: d.tail}
	switch w := s.worker; {
	case w.plugin && d.Cause == usersub.Exited:
		e.Message = d.Message
	case w.plugin:
		e.Message = fmt.Sprintf("plugin %s (%s) was lost: %s", w.title, w.name, d.Message)
	}
	if refusal != "pure" {
		e.Message += "; " + refusal
	}
	if d.report != "" {
		e.Detail = strings.TrimLeft(e.Detail+"\ncrash report: "+d.report, "\n")
	}
	d.failed = e
	return e
}

// elementName names the element of a frame.
func (s *isolatedRoutine) elementName(f *usersub.Frame) string {
	if s.worker.plugin {
		return fmt.Sprintf("%s %d", f.Element, f.ID)
	}
	return s.ref.Element
}

// Stop kills the process of the routine: its call ends with that reason.
func (s *isolatedRoutine) Stop(reason string) { s.worker.stopWorker(reason) }

// processEnd is how a worker ended.
type processEnd struct {
	process  *pluginProcess
	reported bool               // there was a report
	failed   *usersub.CallError // what the first call came to
	unknown  bool               // which of several elements is to blame
	Message  string             // one line: "the process ended: signal: segmentation fault"
	Status   string
	Cause    usersub.Cause
	core     string
	tail     string
	report   string
	pid      int
}

// reapProcess finds out how the process ended whose connection broke, and removes what is left of it. Calls that come after
// the one that was reported first learn the same: the solver may have passed over that one.
func (w *workerProcess) reapProcess(connectionErr error) *processEnd {
	p := w.process
	if d := w.last; d != nil && d.process == p {
		return d
	}
	d := &processEnd{Cause: usersub.Lost, process: p}
	if p == nil {
		d.Message = "the process was ended before"
		return d
	}
	w.last = d
	if w.plugin && p.closed.Load() {
		d.Message, d.tail = "it was stopped by this program", p.output.lastLines()
		return d
	}
	reason := p.stopReason()
	text := p.awaitAndDescribeEnd(connectionErr)
	d.pid, d.tail = p.cmd.Process.Pid, p.output.lastLines()
	state := p.cmd.ProcessState
	if state != nil {
		d.Status = state.String()
	}
	status, exit := worker.ReadExitStatus(p.scratch.path)
	switch {
	case w.plugin && p.client.ExitMessage() != "":
		d.Cause, d.Message = usersub.Exited, p.client.ExitMessage()
	case w.plugin:
		d.Message = strings.TrimSpace(text + w.describeReachedLimit(state))
	case reason != "":
		d.Message = "it was ended: " + reason
	case exit:
		d.Cause, d.Message = usersub.Exited, fmt.Sprintf("it ended the process with exit(%d) or STOP", status)
	case state != nil && state.Exited() && !isWorkerOwnFault(state):
		d.Cause, d.Message = usersub.Exited, fmt.Sprintf("it ended the process with status %d (_exit)", state.ExitCode())
	default:
		d.Message = strings.TrimSpace(text + w.describeReachedLimit(state))
	}
	if hasDumpedCore(state) {
		d.core = findCoreFile(p.cmd.Dir, d.pid)
	}
	p.closeProcess()
	return d
}

// isWorkerOwnFault reports whether the status is one of this program's own code in the worker, which ends when its connection is
// gone. Its runtime ends by a signal.
func isWorkerOwnFault(state *os.ProcessState) bool { return state.ExitCode() == wire.Alone }

// describeReachedLimit reports which limit a process that was killed has reached.
func (w *workerProcess) describeReachedLimit(state *os.ProcessState) string {
	switch r := &w.rules; {
	case state == nil:
	case r.CPU > 0 && wasKilled(state) && (state.UserTime()+state.SystemTime()).Seconds() > float64(r.CPU)/2:
		// The kernel measures its limit by ticks and the times by the clock; on a busy machine they differ.
		return fmt.Sprintf(": it used up its processor time of %d s (--cpu-limit)", r.CPU)
	case wasKilled(state):
		return ", from outside or by the system, which ends processes when memory runs out"
	case r.Memory > 0 && !state.Exited() && peakMemory(state) > max(r.Memory/2, ownPeakMemory()):
		// A process begins with the size of the one that started it.
		return fmt.Sprintf("; it had %d MiB of memory and may allocate %d (--memory-limit)", peakMemory(state)>>20, r.Memory>>20)
	}
	return ""
}
