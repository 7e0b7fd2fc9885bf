package cdll

import (
	"bytes"
	"fmt"
	"io"

	"github.com/trammel-mbd/trammel/usersub"
)

// libraryImage is what the file of a library says about itself.
type libraryImage struct {
	path    string
	file    string   // that is opened: path, or a sealed copy of it
	origin  bool     // it finds what it needs by the folder that it lies in
	defined []string // exported functions
	wanted  []string // functions and data that others must define
	needed  []string // libraries that it names
}

// other is the beginning of a file that is often taken for a library.
type other struct{ magic, what, hint string }

// wrongFormatProblem reports what a file is that does not begin with magic.
func wrongFormatProblem(path string, file io.ReaderAt, magic string, others []other) *usersub.LoadError {
	head := make([]byte, 16)
	n, _ := file.ReadAt(head, 0)
	head = head[:n]
	if bytes.HasPrefix(head, []byte(magic)) {
		return nil
	}
	for _, o := range others {
		if bytes.HasPrefix(head, []byte(o.magic)) {
			return &usersub.LoadError{Reason: fmt.Sprintf("%s is %s", path, o.what), Hint: o.hint}
		}
	}
	what := "is not a shared library"
	if n == 0 {
		what = "is empty"
	}
	return &usersub.LoadError{Reason: path + " " + what,
		Hint: "name the built library (" + suffix + "), not its source or a text file"}
}
