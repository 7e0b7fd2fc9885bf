//go:build !linux

package guard

import (
	"errors"
	"os/exec"
)

func ignoreTerminal(*exec.Cmd) {}

// Serve is not needed here.
func Serve([]string) error { return errors.ErrUnsupported }
