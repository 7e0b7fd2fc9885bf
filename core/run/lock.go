package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// HoldFile is in the folder of a run while it is written. The process that writes holds a lock on it, which ends with
// the process: one that is left behind by a killed run stops nobody.
const HoldFile = "run.lock"

// dirLock is the right to write into a folder of results. A nil dirLock is that of a file system without locks.
type dirLock struct {
	file *os.File
	key  string
}

// lockedFolders are the folders that this process writes: the locks of the system do not report a process from itself.
var lockedFolders = struct {
	sync.Mutex
	by map[string]bool
}{by: map[string]bool{}}

// Why a file cannot be locked: another process has it (its number, 0 where that is not known), or there are no locks.
type lockedError struct{ pid int }

func (e *lockedError) Error() string { return "another process holds it" }

var errNoLocks = errors.New("the file system has no locks")

// lockPatience is how long NewRecorder waits for a folder: the process that closes the results of a killed run needs a moment.
const lockPatience = time.Second

// lockFolder begins to write into a folder. If another run does, the error is a *UsageError.
func lockFolder(dir string) (*dirLock, error) {
	for end := time.Now().Add(lockPatience); ; time.Sleep(lockPatience / 20) {
		h, err := tryLockFolder(dir)
		var other *lockedError
		if !errors.As(err, &other) {
			return h, err
		}
		if time.Now().Before(end) && other.pid != os.Getpid() {
			continue
		}
		who := ""
		if other.pid > 0 {
			who = fmt.Sprintf(" (process %d)", other.pid)
		}
		return nil, &UsageError{fmt.Sprintf("another run%s is writing into the results folder %s: wait for its end, or give each run a folder of its own (--out)", who, dir)}
	}
}

// tryLockFolder is one attempt; the error is a *lockedError if the folder is taken.
func tryLockFolder(dir string) (*dirLock, error) {
	key, err := folderKey(dir)
	if err != nil {
		return nil, err
	}
	lockedFolders.Lock()
	defer lockedFolders.Unlock()
	if lockedFolders.by[key] {
		return nil, &lockedError{os.Getpid()}
	}
	path := filepath.Join(key, HoldFile)
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f); err != nil {
			f.Close()
			if err == errNoLocks {
				os.Remove(path)
				return nil, nil
			}
			return nil, err
		}
		// Who had it may have removed the file in between: then the lock is one on nothing.
		mine, err := f.Stat()
		there, gone := os.Stat(path)
		if err == nil && gone == nil && os.SameFile(mine, there) {
			lockedFolders.by[key] = true
			return &dirLock{f, key}, nil
		}
		f.Close()
	}
}

// release ends the writing.
func (h *dirLock) release() {
	if h == nil {
		return
	}
	lockedFolders.Lock()
	defer lockedFolders.Unlock()
	delete(lockedFolders.by, h.key)
	removeLocked(h.file)
}

// IsBeingWritten reports whether a run writes into a folder at the moment: run.json of one that was killed still says that it is running.
// Where the file system has no locks nobody knows, and the answer is true.
func IsBeingWritten(dir string) bool {
	key, err := folderKey(dir)
	if err != nil {
		return false
	}
	lockedFolders.Lock()
	defer lockedFolders.Unlock()
	if lockedFolders.by[key] { // opening and closing the file would take the lock away from this process
		return true
	}
	f, err := os.OpenFile(filepath.Join(key, HoldFile), os.O_RDWR, 0)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	defer f.Close()
	return isLockedByOther(f)
}

// folderKey names a folder, whatever path leads to it.
func folderKey(dir string) (string, error) {
	key, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(key); err == nil {
		key = real
	}
	return key, nil
}
