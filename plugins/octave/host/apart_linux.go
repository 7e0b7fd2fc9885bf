package host

import (
	"os/exec"
	"syscall"
)

// apart puts a process out of reach of Ctrl-C, which ends the solver, and lets
// it die with the thread that starts it.
func apart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
