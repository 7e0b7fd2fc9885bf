//go:build unix && !linux

package host

import (
	"os/exec"
	"syscall"
)

// detachFromTerminal puts a process out of reach of Ctrl-C, which ends the solver.
func detachFromTerminal(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
