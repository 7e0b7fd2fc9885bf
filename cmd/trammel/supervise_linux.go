package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/confine"
)

// verdictFile is the descriptor by which a child inherits the memory.
const verdictFile = 3

// attachSupervisorMemory takes up the memory of the supervisor, if this process has one.
func attachSupervisorMemory() {
	if os.Getenv(supervisedVariable) == "" {
		return
	}
	os.Unsetenv(supervisedVariable)
	shared, err := unix.Mmap(verdictFile, 0, verdictSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	unix.Close(verdictFile) // before any routine could write there
	if err != nil {
		return
	}
	v := childStatus(shared)
	ownVerdict.Store(&v)
}

// runSupervised runs this command line in a child and returns its exit code, ok false if there can be no child.
func runSupervised(con *console) (code int, ok bool) {
	self, err := confine.OwnExecutablePath()
	if err != nil {
		return 0, false
	}
	memory, shared, err := createSharedMemory("trammel-verdict", verdictSize)
	if err != nil {
		return 0, false
	}
	defer memory.Close()
	s := &supervisor{con: con, verdict: shared, signals: make(chan os.Signal, 8), why: "the process of the run died before it could close its results"}
	c := exec.Command(self, os.Args[1:]...)
	c.Args[0] = os.Args[0]
	c.Stdin, c.Stdout, c.Stderr, c.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{memory}
	c.Env = append(os.Environ(), supervisedVariable+"=1")
	// A supervisor that is killed takes the child with it, by the thread that started it.
	runtime.LockOSThread()
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	held := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		held = append(held, syscall.SIGHUP)
	}
	signal.Notify(s.signals, held...)
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // for killOrphans
	if err := c.Start(); err != nil {
		signal.Reset(held...)
		return 0, false
	}
	return s.waitForExitCode(c), true
}

// createSharedMemory returns a file in memory that children inherit, and its contents.
func createSharedMemory(name string, size int) (*os.File, []byte, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, nil, err
	}
	file := os.NewFile(uintptr(fd), name)
	err = unix.Ftruncate(fd, int64(size))
	var shared []byte
	if err == nil {
		shared, err = unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, shared, nil
}

// supervisor waits for a child that does the work.
type supervisor struct {
	con      *console
	verdict  childStatus
	signals  chan os.Signal
	acted    uint32    // signals that the child has received so far
	last     os.Signal // that came to this process
	replaced bool      // the child became another program
	stopped  int       // for how many checks the child has been stopped
	why      string    // the run is lost
}

const (
	// signalGrace is how long the child has to receive by itself what a terminal sends to both.
	signalGrace = 20 * time.Millisecond
	// lookInterval is how often the child is examined.
	lookInterval = 200 * time.Millisecond
	// stoppedLooks is for how many checks the child may be stopped while this process is not. A terminal stops both.
	stoppedLooks = 5
)

// waitForExitCode returns the code to end with.
func (s *supervisor) waitForExitCode(c *exec.Cmd) int {
	ended := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(ended)
	}()
	tick := time.NewTicker(lookInterval)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return s.determineExitCode(c.ProcessState)
		case sig := <-s.signals:
			s.forwardSignal(c.Process, sig)
		case <-tick.C:
			s.killOrResumeChild(c.Process)
		}
	}
}

// killOrResumeChild ends a child that became another program and lets one continue that a routine stopped.
func (s *supervisor) killOrResumeChild(p *os.Process) {
	if !s.replaced && runsOtherProgram(p.Pid) {
		s.replaced = true
		_ = p.Kill()
	}
	if state, _ := readProcessStat(fmt.Sprintf("/proc/%d/stat", p.Pid)); state != "T" {
		s.stopped = 0
		return
	}
	if s.stopped++; s.stopped == stoppedLooks {
		s.con.printMessage(notice, "warning", "a routine stopped the process of the run (SIGSTOP); it continues")
		_ = p.Signal(syscall.SIGCONT)
		s.stopped = 0
	}
}

// forwardSignal sends a signal on to the child, unless that has received it by itself: a terminal sends to all processes
// of a group.
func (s *supervisor) forwardSignal(p *os.Process, sig os.Signal) {
	s.last = sig
	time.Sleep(signalGrace)
	for len(s.signals) > 0 { // the same one, sent to this process and to its group
		<-s.signals
	}
	if n := s.verdict.counterAtOffset(verdictSignals).Load(); n != s.acted {
		s.acted = n
		return
	}
	if p.Signal(sig) != nil {
		return
	}
	for range 10 {
		time.Sleep(signalGrace / 4)
		if n := s.verdict.counterAtOffset(verdictSignals).Load(); n != s.acted {
			s.acted = n
			return
		}
	}
}

// runsOtherProgram reports whether a process runs another program than this one.
func runsOtherProgram(pid int) bool {
	own, err := os.Stat("/proc/self/exe")
	if err != nil {
		return false
	}
	its, err := os.Stat(fmt.Sprintf("/proc/%d/exe", pid))
	return err == nil && !os.SameFile(own, its)
}

// determineExitCode returns the code for a child that has ended, and writes it to run.json where another one is there.
func (s *supervisor) determineExitCode(state *os.ProcessState) int {
	code, noted := s.verdict.recordedExitCode()
	if !noted {
		code = s.explainUnrecordedEnd(state)
	}
	killOrphans(true)
	switch dir := s.verdict.resultsFolder(); {
	case dir == "":
	case s.verdict.counterAtOffset(verdictBegun).Load() == 0:
		if !noted { // run.json may be that of an earlier run, which is not touched, or say of this one that it is running
			_ = run.CloseAbandonedResults(dir, func(d *run.Document) {
				d.Status, d.ExitCode, d.Error = run.Failed, code, &run.Failure{Message: s.why}
			})
		}
	default:
		changed, err := run.CorrectExitCode(dir, code, s.why)
		switch {
		case err != nil:
			s.con.printMessage(bad, "error", "the results in %s cannot be closed: %v", dir, err)
		case changed && noted:
			s.con.printMessage(bad, "error", "%s", s.why)
		}
	}
	return code
}

// explainUnrecordedEnd returns the code for a child that ended before it could report one, and says why.
func (s *supervisor) explainUnrecordedEnd(state *os.ProcessState) int {
	s.awaitWitness(int(s.verdict.counterAtOffset(verdictWitness).Load()))
	killOrphans(false)
	status, _ := state.Sys().(syscall.WaitStatus)
	switch {
	case s.replaced:
		s.printLoss("a routine replaced the process of the run by another program (exec); the run is lost")
	case status.Signaled() && s.last == status.Signal():
		// It came before the child could act on it: this process ends in the same way.
		signal.Reset(s.last)
		_ = syscall.Kill(os.Getpid(), status.Signal())
		time.Sleep(time.Second)
		return 128 + int(status.Signal())
	case status.Signaled():
		s.printLoss("the process of the run was ended by a signal: %v", status.Signal())
	case status.ExitStatus() != run.ExitLost: // else the forwarding library has said why
		s.printLoss("a routine ended the process of the run with status %d, in a way that no handler sees (_exit, quick_exit, exec), or damaged it", status.ExitStatus())
	}
	return run.ExitLost
}

// printLoss prints why a run is lost, and keeps it for run.json.
func (s *supervisor) printLoss(format string, args ...any) {
	s.why = fmt.Sprintf(format, args...)
	s.con.printMessage(bad, "error", "%s", s.why)
}

// witnessPatience is how long the witness has to close the results.
const witnessPatience = 10 * time.Second

// awaitWitness waits for the end of the process that closes the results.
func (s *supervisor) awaitWitness(witness int) {
	if witness <= 0 {
		return
	}
	fd, err := unix.PidfdOpen(witness, 0)
	if err != nil {
		return // it has ended
	}
	defer unix.Close(fd)
	for end := time.Now().Add(witnessPatience); ; {
		left := time.Until(end)
		if left <= 0 {
			return
		}
		if _, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left.Milliseconds())+1); err != unix.EINTR {
			return
		}
	}
}

// killOrphans kills what routines of a lost run have started: their processes are children of the supervisor now. Of a run that
// closed its results only those are killed that are stopped, which nobody would let continue.
func killOrphans(onlyStopped bool) {
	for range 20 { // those that were forked during the search for the others
		found := listChildren(os.Getpid())
		if onlyStopped {
			found = slices.DeleteFunc(found, func(pid int) bool {
				state, _ := readProcessStat(fmt.Sprintf("/proc/%d/stat", pid))
				return state != "T"
			})
		}
		for _, p := range found {
			_ = syscall.Kill(p, syscall.SIGKILL)
			_, _ = syscall.Wait4(p, nil, 0, nil)
		}
		if len(found) == 0 {
			return
		}
	}
}

// listChildren lists the processes whose parent a process is.
func listChildren(parent int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		if _, its := readProcessStat(f); its == parent {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			list = append(list, pid)
		}
	}
	return list
}

// readProcessStat reads the state and the parent of a process from its file in /proc: "pid (name) state parent ...", where the name may hold anything.
func readProcessStat(file string) (state string, parent int) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", 0
	}
	words := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(words) < 2 {
		return "", 0
	}
	parent, _ = strconv.Atoi(words[1])
	return words[0], parent
}
