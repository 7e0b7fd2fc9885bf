package confine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// OwnExecutablePath returns the absolute path of this program. Linux knows it by /proc; without that it is the one by which the program was
// started, found through PATH if need be.
func OwnExecutablePath() (string, error) {
	self, err := os.Executable()
	if err == nil {
		return self, nil
	}
	path, lost := exec.LookPath(os.Args[0])
	if lost == nil {
		path, lost = filepath.Abs(path)
	}
	if lost != nil {
		return "", fmt.Errorf("this program does not find itself (%w, and there is no %s): mount /proc or start it by its full path", err, os.Args[0])
	}
	return path, nil
}
