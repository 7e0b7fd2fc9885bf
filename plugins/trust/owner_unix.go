//go:build unix

package trust

import (
	"io/fs"
	"syscall"
)

// owner returns the user that a file belongs to.
func owner(info fs.FileInfo) (uid int, known bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(s.Uid), true
}

// openToAll reports whether everybody may write to a file or folder.
func openToAll(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }
