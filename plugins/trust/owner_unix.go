//go:build unix

package trust

import (
	"io/fs"
	"syscall"
)

// fileOwner returns the user that a file belongs to.
func fileOwner(info fs.FileInfo) (uid int, known bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(s.Uid), true
}

// isWritableByAll reports whether everybody may write to a file or folder.
func isWritableByAll(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }
