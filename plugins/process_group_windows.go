package plugins

import (
	"log/slog"
	"os"
	"os/exec"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/guard"
)

// setProcessGroup puts this program into a job object, so that what it starts ends with it. A worker has a job of its own.
func setProcessGroup(*exec.Cmd) { _ = confine.JoinJob() }

// killGroup has nothing to do here: there are no groups.
func killGroup(int) {}

// overTime is the status that Windows gives to a process that used up the time of its job: ERROR_NOT_ENOUGH_QUOTA.
const overTime = 1816

// wasKilled reports whether a limit of its job ended a process.
func wasKilled(s *os.ProcessState) bool { return s != nil && s.ExitCode() == overTime }

// hasDumpedCore reports whether it left a core file.
func hasDumpedCore(*os.ProcessState) bool { return false }

// peakMemory is not known here.
func peakMemory(*os.ProcessState) uint64 { return 0 }

// killRemainingAfterExit has nothing to do here: close kills the group.
func killRemainingAfterExit(int, string) {}

// killRemainingProcesses has nothing to do here.
func killRemainingProcesses(int, string) {}

// ensureGuardRunning returns none here.
func ensureGuardRunning([]string, *slog.Logger) *guard.Guard { return nil }

// ownPeakMemory is not needed here.
func ownPeakMemory() uint64 { return 0 }
