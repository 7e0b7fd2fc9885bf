//go:build !unix

package trust

import "io/fs"

// fileOwner is not known: access lists would have to be read.
func fileOwner(fs.FileInfo) (uid int, known bool) { return 0, false }

// isWritableByAll is not known either; the permissions that Go shows here are made up.
func isWritableByAll(fs.FileInfo) bool { return false }
