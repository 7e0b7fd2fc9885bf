//go:build !linux && !windows

package confine

import "errors"

// enforceAndRestart can enforce nothing here.
func enforceAndRestart(*Rules) (r Report, err error) {
	r.noteUnenforced("access to files and network, processor time: only on Linux")
	return r, nil
}

// ConfineThreadAndExec has nothing to enforce and cannot become another program here.
func ConfineThreadAndExec(string, []string) error { return errors.ErrUnsupported }

// LimitOwnMemory can enforce nothing here.
func LimitOwnMemory(additional uint64, r *Report) {
	if additional > 0 {
		r.noteUnenforced("memory: only on Linux")
	}
}

// LimitProcessMemory can enforce nothing here.
func LimitProcessMemory(_ int, bytes uint64, r *Report) { LimitOwnMemory(bytes, r) }

// InstalledMemory is unknown here.
func InstalledMemory() uint64 { return 0 }
