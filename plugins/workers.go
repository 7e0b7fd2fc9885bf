package plugins

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/worker"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// WorkerLoader opens routines of libraries and scripts in processes of their own, which may
// crash, exit, hang or eat memory without harm to the run. The processes are this program
// again, as a plugin (package worker), with few rights (package confine).
type WorkerLoader struct {
	Config
	Program []string // command line of a worker
	Env     []string // all of its environment, NAME=VALUE
	// Wanted reports whether a routine is to run in a worker.
	Wanted func(*usersub.Ref) bool
	// Place reports which worker runs a routine. An error is a *usersub.LoadError.
	Place func(*usersub.Ref) (*WorkerSpec, error)

	mu      sync.Mutex
	workers map[string]*workerProcess
	list    []*workerProcess
	loading *workerProcess // that a routine is being opened in
}

// WorkerSpec is the worker for a routine: routines with the same Key share one, and with that
// all that is global to libraries and modules.
type WorkerSpec struct {
	Key  string
	Name string // for messages: the file
	Dir  string // working folder
	// Prepare is called before the worker is started: what it may do, and more
	// arguments of its command line.
	Prepare func() (confine.Rules, []string)
}

var _ usersub.Loader = (*WorkerLoader)(nil)

// workerProcess is a worker or a plugin, of which one process is running at a time.
type workerProcess struct {
	plugin  bool   // of others: it has a name and a version of its own
	name    string // the file, for messages
	title   string // of a plugin
	rules   confine.Rules
	log     *slog.Logger
	launch  func() (*pluginProcess, error)
	crashed func(*Crash) string // may be nil

	mu       sync.Mutex     // of process, for other goroutines
	process  *pluginProcess // nil before the first
	last     *processEnd    // of the process that ended last
	count    int            // of processes so far
	depth    int            // of calls under way
	routines []*isolatedRoutine
}

// kindForMessages names what is started again, for messages.
func (w *workerProcess) kindForMessages() string {
	if w.plugin {
		return "process"
	}
	return "worker"
}

// Takes reports whether the routine is to run in a worker process.
func (l *WorkerLoader) Takes(ref *usersub.Ref) bool { return l.Wanted(ref) }

// Load starts a worker process, unless one runs, and loads the routine there.
func (l *WorkerLoader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	w, err := l.ensureWorkerRunning(ref)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	l.setOpeningWorker(w)
	defer l.setOpeningWorker(nil)
	s := &isolatedRoutine{worker: w, ref: *ref, sig: sig, pure: ref.Pure}
	s.open = func(members map[string]any) (*wire.Remote, error) {
		_, remote, err := s.openRoutine(members)
		return remote, err
	}
	found, remote, err := s.openRoutine(nil)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	s.remote, s.process = remote, w.count
	from, err := worker.ParseOrigin(found.Note)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	w.routines = append(w.routines, s)
	return &usersub.Routine{Sub: s.newElementSub(), Implementation: from.Implementation, File: from.File, SHA256: found.Sha256, Symbol: found.Symbol,
		Note: from.Note, Transport: string(w.process.transport), Isolated: true, Confined: w.process.about.Doc}, nil
}

// ensureWorkerRunning returns the running worker for a routine.
func (l *WorkerLoader) ensureWorkerRunning(ref *usersub.Ref) (*workerProcess, error) {
	place, err := l.Place(ref)
	if err != nil {
		return nil, err
	}
	w := l.workers[place.Key]
	if w == nil {
		w = l.newWorkerProcess(place)
		if l.workers == nil {
			l.workers = map[string]*workerProcess{}
		}
		l.workers[place.Key], l.list = w, append(l.list, w)
	}
	if w.process == nil || w.process.hasEnded() {
		l.setOpeningWorker(w)
		defer l.setOpeningWorker(nil)
		return w, w.startWorker()
	}
	return w, nil
}

// setOpeningWorker notes which worker is opening a routine, for AbortOpening.
func (l *WorkerLoader) setOpeningWorker(w *workerProcess) {
	l.mu.Lock()
	l.loading = w
	l.mu.Unlock()
}

// newWorkerProcess returns the worker at a place, of which no process is running yet.
func (l *WorkerLoader) newWorkerProcess(spec *WorkerSpec) *workerProcess {
	c := New(l.Config).config
	c.name = spec.Name
	w := &workerProcess{name: spec.Name, log: c.Log, crashed: func(r *Crash) string {
		if l.Crashed == nil {
			return ""
		}
		return l.Crashed(r)
	}}
	args := l.Program[1:len(l.Program):len(l.Program)]
	if spec.Prepare != nil {
		var more []string
		w.rules, more = spec.Prepare()
		args = append(args, more...)
	}
	c.confine = func(cmd *exec.Cmd, scratch string) {
		cmd.Dir = spec.Dir
		rules := w.rules
		rules.Write, rules.Keep = append(rules.Write[:len(rules.Write):len(rules.Write)], scratch), len(cmd.ExtraFiles)
		cmd.Env = append(cmd.Env, l.Env...)
		cmd.Env = append(cmd.Env, worker.ScratchVariable+"="+scratch, "TMPDIR="+scratch,
			"GFORTRAN_UNBUFFERED_PRECONNECTED=1", // last words of Fortran are not lost
			confine.RulesVariable+"="+rules.String())
		setProcessGroup(cmd)
	}
	w.launch = func() (*pluginProcess, error) {
		p, err := startProcess(l.Program[0], &c, args...)
		if err == nil {
			c.Log.Info("worker started", "runs", spec.Name, "pid", p.cmd.Process.Pid, "enforced", p.about.Doc)
		}
		return p, err
	}
	return w
}

// startWorker starts the process of a worker.
func (w *workerProcess) startWorker() error {
	p, err := w.launch()
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.process = p
	w.count++
	w.mu.Unlock()
	return nil
}

// openRoutine opens a routine in the process that is running.
func (s *isolatedRoutine) openRoutine(members map[string]any) (*wirepb.Found, *wire.Remote, error) {
	w := s.worker
	text, err := worker.EncodeReference(&s.ref, members)
	if err != nil {
		return nil, nil, err
	}
	p := w.process
	found, err := p.client.FindFunction(context.Background(), &wirepb.FindRequest{Script: text, Function: s.ref.Function, Kind: s.sig.Name})
	if err != nil {
		d := w.reapProcess(err)
		return nil, nil, &usersub.LoadError{Reason: "while it was loaded " + d.Message, Detail: p.output.lastLines()}
	}
	if m := found.Missing; m != nil {
		return nil, nil, &usersub.LoadError{Reason: m.Reason, Detail: m.Detail, Hint: m.Hint, Lacks: m.Lacks, Searched: m.Searched}
	}
	return found, p.client.Remote(found.Routine, s.sig).WithTitle(s.ref.Function), nil
}

// AbortOpening ends the worker in which a routine is being opened.
func (l *WorkerLoader) AbortOpening(reason string) {
	l.mu.Lock()
	w := l.loading
	l.mu.Unlock()
	if w != nil {
		w.stopWorker(reason)
	}
}

// stopWorker kills the process of a worker, whatever it is doing.
func (w *workerProcess) stopWorker(reason string) {
	if p := w.currentProcess(); p != nil {
		p.stopProcess(reason)
	}
}

// currentProcess returns the process, for other goroutines; nil if there is none yet.
func (w *workerProcess) currentProcess() *pluginProcess {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.process
}

// Close ends all workers. Calls that are under way fail.
func (l *WorkerLoader) Close() error {
	l.mu.Lock()
	var list []*pluginProcess
	for _, w := range l.list {
		if p := w.currentProcess(); p != nil {
			list = append(list, p)
		}
	}
	l.mu.Unlock()
	for _, p := range list {
		p.closeProcess()
	}
	return nil
}

// findCoreFile finds the core file of a process by the names that the kernel's usual patterns
// make, "" if there is none.
func findCoreFile(dir string, pid int) string {
	for _, name := range []string{fmt.Sprintf("core.%d", pid), "core"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

var errGone = errors.New("the worker ended before")
