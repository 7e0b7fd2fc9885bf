//go:build !unix

package host

import "os/exec"

func detachFromTerminal(*exec.Cmd) {}
