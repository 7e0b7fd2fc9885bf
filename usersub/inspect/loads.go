package inspect

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// LinkedLibraries lists the libraries that the dynamic linker of this process would load with the library at path, as it finds them itself:
// by the environment of this process, RPATH and RUNPATH, its cache, and the folders of processor variants
// (glibc-hwcaps) in each of these. Nothing of them is executed. What is not found is left out.
func LinkedLibraries(path string) ([]string, error) {
	if runtime.GOOS != "linux" {
		return listNeededLibraries(path), nil
	}
	linker := dynamicLinker()
	if linker == "" {
		return listNeededLibraries(path), nil
	}
	if !strings.Contains(path, "/") {
		path = "./" + path
	}
	out, err := exec.Command(linker, "--list", path).Output()
	if err != nil {
		if bytes.Contains(out, []byte("statically linked")) {
			return nil, nil
		}
		var e *exec.ExitError
		if errors.As(err, &e) && len(e.Stderr) > 0 {
			err = errors.New(strings.TrimSpace(string(e.Stderr)))
		}
		return nil, fmt.Errorf("what %s needs cannot be found out: %w", path, err)
	}
	return parseLinkerListing(string(out)), nil
}

// parseLinkerListing reads "name => /path (address)" and "/path (address)".
func parseLinkerListing(text string) (list []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " (0x")
		if _, to, ok := strings.Cut(line, " => "); ok {
			line = to
		}
		if strings.HasPrefix(line, "/") && !slices.Contains(list, line) {
			list = append(list, filepath.Clean(line))
		}
	}
	return list
}

// dynamicLinker is the one that this program was started by; "" if there is none.
var dynamicLinker = sync.OnceValue(func() string {
	f, err := elf.Open("/proc/self/exe")
	if err == nil {
		defer f.Close()
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP {
				b := make([]byte, p.Filesz)
				if _, err := p.ReadAt(b, 0); err == nil {
					return strings.TrimRight(string(b), "\x00")
				}
			}
		}
	}
	for _, pattern := range []string{"/lib64/ld-linux-*.so.2", "/lib/ld-linux-*.so.1", "/lib/ld-musl-*.so.1"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return found[0]
		}
	}
	return ""
})

// listNeededLibraries lists what the report of a library names, where there is no dynamic linker.
func listNeededLibraries(path string) (list []string) {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	for _, n := range ExamineFile(path, ThisMachine()).Needs {
		if n.Path != "" {
			list = append(list, n.Path)
		}
	}
	return list
}
