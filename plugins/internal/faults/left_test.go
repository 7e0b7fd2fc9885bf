//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// held is what this process holds.
type held struct {
	descriptors map[string]int // by what they lead to
	mappings    int            // of shared memory
	goroutines  int
}

func holdings() held {
	h := held{descriptors: map[string]int{}, goroutines: runtime.NumGoroutine()}
	files, _ := filepath.Glob("/proc/self/fd/*")
	for _, f := range files {
		to, err := os.Readlink(f)
		if err != nil {
			continue // that of the folder
		}
		kind, _, _ := strings.Cut(to, ":[")
		h.descriptors[kind]++
	}
	maps, _ := os.ReadFile("/proc/self/maps")
	h.mappings = bytes.Count(maps, []byte("trammel-frames"))
	return h
}

// nothingLeft checks that processes, descriptors, memory, goroutines and files of all runs are gone; what is about to end
// is waited for.
func nothingLeft(t *testing.T, tmp string, before held) {
	t.Helper()
	var wrong []string
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if wrong = leavings(tmp, before); len(wrong) == 0 {
			return
		}
		if time.Now().After(end) {
			break
		}
	}
	t.Errorf("left behind:\n%s", strings.Join(wrong, "\n"))
}

func leavings(tmp string, before held) (list []string) {
	for _, pid := range processes(tmp) {
		line, _ := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
		stat, _ := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		list = append(list, fmt.Sprintf("process %s: %q: %.60s", pid, line, stat))
	}
	files, _ := os.ReadDir(tmp)
	for _, f := range files {
		list = append(list, "file "+f.Name())
	}
	shared, _ := filepath.Glob("/dev/shm/*trammel*")
	list = append(list, shared...)
	now := holdings()
	for kind, n := range now.descriptors {
		if n > before.descriptors[kind] {
			list = append(list, fmt.Sprintf("%d descriptors to %s, %d before", n, kind, before.descriptors[kind]))
		}
	}
	if now.mappings > 0 {
		list = append(list, fmt.Sprintf("%d mappings of shared memory", now.mappings))
	}
	if now.goroutines > before.goroutines {
		all := make([]byte, 1<<20)
		all = all[:runtime.Stack(all, true)]
		list = append(list, fmt.Sprintf("%d goroutines, %d before:\n%s", now.goroutines, before.goroutines, all))
	}
	return list
}

// processes are those that have been notified of a folder for temporary files, this one not.
func processes(tmp string) (list []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && bytes.Contains(b, []byte("="+tmp)) {
			list = append(list, filepath.Base(filepath.Dir(f)))
		}
	}
	return list
}
