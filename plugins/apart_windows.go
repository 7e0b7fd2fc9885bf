package plugins

import (
	"log/slog"
	"os"
	"os/exec"

	"github.com/trammel-mbd/trammel/plugins/guard"
)

// apart has nothing to do here.
func apart(*exec.Cmd) {}

// killGroup has nothing to do here: there are no groups.
func killGroup(int) {}

// killed is not distinguished here.
func killed(*os.ProcessState) bool { return false }

// dumped reports whether it left a core file.
func dumped(*os.ProcessState) bool { return false }

// resident is not known here.
func resident(*os.ProcessState) uint64 { return 0 }

// afterwards has nothing to do here: close kills the group.
func afterwards(int, string) {}

// sweepUp has nothing to do here.
func sweepUp(int, string) {}

// guardOf returns none here.
func guardOf([]string, *slog.Logger) *guard.Guard { return nil }

// ownResident is not needed here.
func ownResident() uint64 { return 0 }
