//go:build unix && !linux

package frame

import "os"

// newMemory makes memory of size bytes: a file without a name, which ends with its last user.
func newMemory(size int) (*os.File, error) { return newFile(size) }
