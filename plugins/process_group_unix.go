//go:build unix && !linux

package plugins

import (
	"log/slog"
	"os"
	"os/exec"
	"syscall"

	"github.com/trammel-mbd/trammel/plugins/guard"
)

// setProcessGroup puts a process into a group of its own; it notices the end of the solver by the
// end of its connection.
func setProcessGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is in the group of a process.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// wasKilled reports whether SIGKILL ended a process.
func wasKilled(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGKILL
}

// hasDumpedCore reports whether it left a core file, which is not searched for here.
func hasDumpedCore(*os.ProcessState) bool { return false }

// peakMemory is not known here.
func peakMemory(*os.ProcessState) uint64 { return 0 }

// killRemainingAfterExit has nothing to do here: close kills the group.
func killRemainingAfterExit(int, string) {}

// killRemainingProcesses kills what a process has left in its group.
func killRemainingProcesses(pid int, _ string) { killGroup(pid) }

// ensureGuardRunning returns none here.
func ensureGuardRunning([]string, *slog.Logger) *guard.Guard { return nil }

// ownPeakMemory is not needed here.
func ownPeakMemory() uint64 { return 0 }
