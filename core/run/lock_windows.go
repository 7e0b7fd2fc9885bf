package run

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const noWait = 0

// lockFile locks a file for this process.
func lockFile(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
	switch {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return &lockedError{}
	}
	return errNoLocks
}

// isLockedByOther reports whether another process has locked a file. Closing the file gives back a lock that this one got.
func isLockedByOther(f *os.File) bool { return lockFile(f) != nil }

// removeLocked unlocks a file and removes it, unless somebody else has opened it by then: what is open stays.
func removeLocked(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}
