//go:build unix

package sdk

import (
	"os"

	"golang.org/x/sys/unix"
)

// redirectStdout leads standard output to standard error, also that of code in other languages.
func redirectStdout() {
	unix.Dup2(2, 1)
	os.Stdout = os.Stderr
}
