package plugins

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire"
)

// scratchFolder is the private folder of a process: its socket is there, and what a worker writes. It is removed when the
// process has ended. A solver that is killed removes nothing, so each folder is locked as long as its solver lives,
// and the first process that another solver starts removes those that nobody holds.
type scratchFolder struct {
	path string
	lock *os.File // nil where folders cannot be locked
}

// sweepAge keeps folders from being swept that their solver has made and not locked yet.
const sweepAge = time.Minute

var swept sync.Once

func newScratchFolder() (*scratchFolder, error) {
	swept.Do(func() { removeStaleFolders(os.TempDir(), time.Now().Add(-sweepAge)) })
	path, err := os.MkdirTemp("", wire.SocketPrefix)
	if err != nil {
		return nil, err
	}
	lock, _ := lockFolder(path)
	return &scratchFolder{path, lock}, nil
}

func (s *scratchFolder) removeFolder() {
	_ = os.RemoveAll(s.path)
	if s.lock != nil {
		s.lock.Close()
	}
}

// removeStaleFolders removes the folders in dir that were changed last before a time and whose solver is gone.
func removeStaleFolders(dir string, before time.Time) {
	list, _ := filepath.Glob(filepath.Join(dir, wire.SocketPrefix+"*"))
	for _, path := range list {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || info.ModTime().After(before) {
			continue
		}
		if lock, err := lockFolder(path); err == nil {
			_ = os.RemoveAll(path)
			lock.Close()
		}
	}
}
