//go:build unix && !linux

package plugins

import (
	"log/slog"
	"os"
	"os/exec"
	"syscall"

	"github.com/trammel-mbd/trammel/plugins/guard"
)

// apart puts a process into a group of its own; it notices the end of the solver by the
// end of its connection.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is in the group of a process.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// killed reports whether SIGKILL ended a process.
func killed(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGKILL
}

// dumped reports whether it left a core file, which is not searched for here.
func dumped(*os.ProcessState) bool { return false }

// resident is not known here.
func resident(*os.ProcessState) uint64 { return 0 }

// afterwards has nothing to do here: close kills the group.
func afterwards(int, string) {}

// sweepUp kills what a process has left in its group.
func sweepUp(pid int, _ string) { killGroup(pid) }

// guardOf returns none here.
func guardOf([]string, *slog.Logger) *guard.Guard { return nil }

// ownResident is not needed here.
func ownResident() uint64 { return 0 }
