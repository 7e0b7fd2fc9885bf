// Package toolbuild builds the trammel command for tests.
package toolbuild

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// BuildTool makes the trammel command available as the file path: as a hard link, or a copy, of a program in the user's cache folder,
// which packages of tests share and which go build links again only where something has changed. flags are those of go build, with which
// the command is built for this caller alone.
func BuildTool(path string, flags ...string) error {
	shared := cachedProgram()
	if shared == "" || len(flags) > 0 {
		return runBuild(path, nil, flags...)
	}
	// go build moves what it has linked from its temporary folder. In the same folder this is one step, so that
	// packages that are tested at once do not see half a program.
	if err := runBuild(shared, []string{"GOTMPDIR=" + filepath.Dir(shared)}); err != nil {
		return err
	}
	if os.Link(shared, path) == nil {
		return nil
	}
	return copyProgram(shared, path)
}

// runBuild runs go build with more variables of environment. The program has no data for debuggers: linking takes half the time.
func runBuild(path string, environment []string, flags ...string) error {
	args := append([]string{"build", "-ldflags=-s -w", "-o", path}, flags...)
	c := exec.Command("go", append(args, "github.com/trammel-mbd/trammel/cmd/trammel")...)
	c.Env = append(os.Environ(), environment...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// cachedProgram is the path of the program that packages of tests of this checkout share. It is empty where there is no cache folder,
// and on Windows, where a program that runs cannot be replaced.
func cachedProgram() string {
	cache, err := os.UserCacheDir()
	if err != nil || runtime.GOOS == "windows" {
		return ""
	}
	root, err := os.Getwd() // the folder of the package
	if err != nil {
		return ""
	}
	for !isFile(filepath.Join(root, "go.work")) {
		if root == filepath.Dir(root) {
			return ""
		}
		root = filepath.Dir(root)
	}
	sum := sha256.Sum256([]byte(root))
	dir := filepath.Join(cache, "trammel", "tests", hex.EncodeToString(sum[:8]))
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return filepath.Join(dir, "trammel")
}

func isFile(path string) bool {
	i, err := os.Stat(path)
	return err == nil && i.Mode().IsRegular()
}

// copyProgram copies a program to a file that is not there.
func copyProgram(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}
