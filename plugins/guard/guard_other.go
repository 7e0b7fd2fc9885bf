//go:build !linux

package guard

import (
	"errors"
	"os/exec"
)

func detachFromTerminal(*exec.Cmd) {}

// RunGuardProcess is not needed here.
func RunGuardProcess([]string) error { return errors.ErrUnsupported }
