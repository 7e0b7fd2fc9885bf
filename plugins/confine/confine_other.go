//go:build !linux && !windows

package confine

import "errors"

// enforceAndRestart can enforce nothing here.
func enforceAndRestart(*Rules) (r Report, err error) {
	r.noteLacking("access to files and network, processor time: only on Linux")
	return r, nil
}

// Launch has nothing to enforce and cannot become another program here.
func Launch(string, []string) error { return errors.ErrUnsupported }

// LimitMemory can enforce nothing here.
func LimitMemory(bytes uint64, r *Report) {
	if bytes > 0 {
		r.noteLacking("memory: only on Linux")
	}
}

// LimitMemoryOf can enforce nothing here.
func LimitMemoryOf(_ int, bytes uint64, r *Report) { LimitMemory(bytes, r) }

// Installed is unknown here.
func Installed() uint64 { return 0 }
