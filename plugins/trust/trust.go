// Package trust reports whether a file can have been changed by somebody other than
// the user and root: only such a file is installed, or started as an installed one.
//
// Examined are the owner of the file and of links that lead to it, and who may write to
// it and to all folders on the way to it. A folder that everybody may write to is fine if it is sticky, as
// /tmp is: there nobody can replace what belongs to others. Permissions of groups
// and access lists are not examined, and on Windows nothing is.
package trust

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Error reports why a file is not trusted.
type Error struct {
	Path   string // the file, or the folder on the way to it
	Reason string // "everybody may write to it"
	Hint   string
}

func (e *Error) Error() string { return e.Path + ": " + e.Reason }

// CheckTrusted checks a file and the way to it; symbolic links are followed, and the way to
// the link is examined as well as that to its target. The error is an *Error or
// that of the file system.
func CheckTrusted(path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if err := checkFileWriters(real, info); err != nil {
		return err
	}
	if err := checkParentFolders(real); err != nil || real == abs {
		return err
	}
	return checkParentFolders(abs)
}

// checkFileWriters checks who may have changed the file itself.
func checkFileWriters(path string, info fs.FileInfo) error {
	if isWritableByAll(info) {
		return &Error{path, fmt.Sprintf("everybody may write to it (%v)", info.Mode()), "chmod o-w " + path}
	}
	if uid, known := fileOwner(info); known && uid != 0 && uid != os.Geteuid() {
		return &Error{path, fmt.Sprintf("it belongs to user %d, neither to you (%d) nor to root", uid, os.Geteuid()),
			"make a copy of your own, if you trust where it comes from"}
	}
	return nil
}

// checkParentFolders checks the folders on the way to a file, and links on it: who owns a link can make it point elsewhere,
// even in a sticky folder.
func checkParentFolders(path string) error {
	if err := checkLinkOwner(path); err != nil {
		return err
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if err := checkLinkOwner(dir); err != nil {
			return err
		}
		if isWritableByAll(info) && info.Mode()&fs.ModeSticky == 0 {
			return &Error{dir, fmt.Sprintf("everybody may write to this folder (%v) and put another file there", info.Mode()), "chmod o-w " + dir}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// checkLinkOwner checks who owns a symbolic link; of anything else it says nothing.
func checkLinkOwner(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return err
	}
	if uid, known := fileOwner(info); known && uid != 0 && uid != os.Geteuid() {
		return &Error{path, fmt.Sprintf("this link belongs to user %d, neither to you (%d) nor to root, and can be made to point elsewhere", uid, os.Geteuid()),
			"name the file itself: " + path + " is a link to it"}
	}
	return nil
}
