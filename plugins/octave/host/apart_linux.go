package host

import (
	"os/exec"
	"syscall"
)

// detachFromTerminal puts a process out of reach of Ctrl-C, which ends the solver, and lets
// it die with the thread that starts it.
func detachFromTerminal(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
