//go:build !unix

package trust

import "io/fs"

// owner is not known: access lists would have to be read.
func owner(fs.FileInfo) (uid int, known bool) { return 0, false }

// openToAll is not known either; the permissions that Go shows here are made up.
func openToAll(fs.FileInfo) bool { return false }
