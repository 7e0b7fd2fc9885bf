//go:build !unix

package sdk

import "os"

// redirectStdout leads standard output to standard error.
func redirectStdout() { os.Stdout = os.Stderr }
