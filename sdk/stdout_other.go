//go:build !unix

package sdk

import "os"

// toStderr leads standard output to standard error.
func toStderr() { os.Stdout = os.Stderr }
