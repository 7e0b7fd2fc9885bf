//go:build unix && !linux

package host

import (
	"os/exec"
	"syscall"
)

// apart puts a process out of reach of Ctrl-C, which ends the solver.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
