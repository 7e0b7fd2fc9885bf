//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// resident is the memory of the process in bytes.
func resident(t *testing.T) int {
	t.Helper()
	runtime.GC()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var all, pages int
	if _, err := fmt.Fscan(bytes.NewReader(b), &all, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// Ten million calls (two in the short form), with queries and utilities that enter Go among
// them, do not let memory grow: a byte a call would be ten megabytes, a block of C at least 32 a call.
func TestSoak(t *testing.T) {
	calls := 2_000_000
	switch {
	case testing.Short() || raceDetector:
		calls = 100_000
	case long:
		calls = 10_000_000
	}
	query := load(t, build(t, "suite.so", "testdata/c/suite.c"), usersub.PFOSUB, "CATENA")
	other := load(t, build(t, "utility.so", "testdata/c/utility.c"), usersub.ARYSUB, "TURNSU")
	f, s := learned(t, query, "CATENA")
	g := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, nil, map[string]int{"nvalue": 29})
	run := func(n int) {
		for k := range n {
			f.PrepareCall(float64(k), false, false)
			err := query.Call(f, s)
			if k%1000 == 0 && err == nil {
				g.PrepareCall(float64(k), false, false)
				err = other.Call(g, s)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	run(calls / 50)
	before := resident(t)
	run(calls)
	if grown := resident(t) - before; grown > 4<<20 {
		t.Errorf("memory grew by %d bytes in %d calls", grown, calls)
	}
}
