package plugins

import (
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/plugins/guard"
)

// setProcessGroup puts a process into a group of its own, which Ctrl-C does not reach and which can
// be killed with all that it started, and lets it die with the thread that starts it.
func setProcessGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills what is in the group of a process.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// killRemainingProcesses kills what a process has left, also outside its group.
func killRemainingProcesses(pid int, folder string) { guard.KillRemainingProcesses(pid, folder) }

// guarding is the guard of this process, started with the first process that needs it.
var guarding struct {
	once  sync.Once
	guard *guard.Guard
}

// ensureGuardRunning returns the guard, nil where there is none.
func ensureGuardRunning(command []string, log *slog.Logger) *guard.Guard {
	if len(command) == 0 {
		return nil
	}
	guarding.once.Do(func() {
		var err error
		if guarding.guard, err = guard.Start(command); err != nil {
			log.Warn("what routines start will outlive this run if it is killed", "cause", err)
		}
	})
	return guarding.guard
}

// killRemainingAfterExit waits for the end of a process and then kills what it has left: its
// children have inherited its connections, whose end would otherwise not be seen. It leaves
// the status to who waits for that.
func killRemainingAfterExit(pid int, folder string) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err == unix.EINTR {
			continue
		}
		killRemainingProcesses(pid, folder)
		return
	}
}

// wasKilled reports whether SIGKILL ended a process.
func wasKilled(s *os.ProcessState) bool { return terminatingSignal(s) == syscall.SIGKILL }

// hasDumpedCore reports whether it left a core file.
func hasDumpedCore(s *os.ProcessState) bool {
	w, ok := waitStatus(s)
	return ok && w.Signaled() && w.CoreDump()
}

// peakMemory is the most memory that a process had, in bytes.
func peakMemory(s *os.ProcessState) uint64 {
	if u, ok := s.SysUsage().(*syscall.Rusage); ok {
		return uint64(u.Maxrss) << 10
	}
	return 0
}

// ownPeakMemory is the most memory that this process had.
func ownPeakMemory() uint64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return uint64(u.Maxrss) << 10
}

func terminatingSignal(s *os.ProcessState) syscall.Signal {
	if w, ok := waitStatus(s); ok && w.Signaled() {
		return w.Signal()
	}
	return 0
}

func waitStatus(s *os.ProcessState) (syscall.WaitStatus, bool) {
	if s == nil {
		return 0, false
	}
	w, ok := s.Sys().(syscall.WaitStatus)
	return w, ok
}
