//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package run

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// noWait opens a pipe without waiting for who reads from it.
const noWait = syscall.O_NONBLOCK

// lockFile locks a file for this process. A lock of fcntl, since children that a routine forks do not keep it, and it
// reports who has it.
func lockFile(f *os.File) error {
	l := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &l)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EACCES):
		other := &lockedError{}
		l = syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
		if syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &l) == nil && l.Type != syscall.F_UNLCK {
			other.pid = int(l.Pid)
		}
		return other
	}
	return errNoLocks
}

// isLockedByOther reports whether another process has locked a file.
func isLockedByOther(f *os.File) bool {
	l := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	return syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &l) != nil || l.Type != syscall.F_UNLCK
}

// removeLocked removes a file that is locked, then unlocks it.
func removeLocked(f *os.File) {
	os.Remove(f.Name())
	f.Close()
}
