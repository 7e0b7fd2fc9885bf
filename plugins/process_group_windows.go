package plugins

import (
	"log/slog"
	"os"
	"os/exec"

	"github.com/trammel-mbd/trammel/plugins/guard"
)

// setProcessGroup has nothing to do here.
func setProcessGroup(*exec.Cmd) {}

// killGroup has nothing to do here: there are no groups.
func killGroup(int) {}

// wasKilled is not distinguished here.
func wasKilled(*os.ProcessState) bool { return false }

// coreDumped reports whether it left a core file.
func coreDumped(*os.ProcessState) bool { return false }

// peakMemory is not known here.
func peakMemory(*os.ProcessState) uint64 { return 0 }

// sweepAfterExit has nothing to do here: close kills the group.
func sweepAfterExit(int, string) {}

// killRemainingProcesses has nothing to do here.
func killRemainingProcesses(int, string) {}

// guardOf returns none here.
func guardOf([]string, *slog.Logger) *guard.Guard { return nil }

// ownPeakMemory is not needed here.
func ownPeakMemory() uint64 { return 0 }
