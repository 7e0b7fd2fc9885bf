package wasm

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// rebuilt holds the modules that testdata/build.sh made of the sources, once.
var rebuilt string

// each runs a test with the committed module of a name, and where the tools are installed with
// one made again of its source.
func each(t *testing.T, name string, test func(t *testing.T, file string)) {
	t.Run("committed", func(t *testing.T) { test(t, "testdata/"+name+".wasm") })
	t.Run("rebuilt", func(t *testing.T) {
		needLibrary(t)
		if rebuilt == "" {
			run(t, "testdata/build.sh", work)
			rebuilt = work
		}
		test(t, filepath.Join(rebuilt, name+".wasm"))
	})
}

func TestSuite(t *testing.T) {
	each(t, "suite", func(t *testing.T, file string) {
		l := loader(t)
		subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
			if function == "FAILUR" { // C has no exceptions
				return nil
			}
			r := load(t, l, file, sig, function)
			if r.Implementation != "wasm" {
				t.Errorf("implementation %s", r.Implementation)
			}
			return r
		})
	})
}

// Where there is no compiler for the processor, wazero interprets.
func TestInterpreted(t *testing.T) {
	compiled := engine
	engine = wazero.NewRuntimeConfigInterpreter
	defer func() { engine = compiled }()
	l := loader(t)
	open := func(file string) subtest.Load {
		return func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
			if function == "FAILUR" {
				return nil
			}
			return load(t, l, file, sig, function)
		}
	}
	subtest.RunSuite(t, open("testdata/suite.wasm"))
	subtest.RunUtilities(t, open("testdata/utility.wasm"))
	for _, kind := range []int{8, 9} {
		l := loader(t)
		l.CallTimeout = 20 * time.Millisecond
		if _, err := fault0(t, l, "testdata/faults.wasm", kind); err == nil || !strings.Contains(err.Error(), "did not return") {
			t.Errorf("%d: %v", kind, err)
		}
	}
	for kind, says := range map[int]string{1: "unreachable", 2: "out of bounds", 3: "divide by zero", 6: "exit(3)", 11: "MiB of memory", 19: "stack overflow"} {
		if _, err := fault0(t, loader(t), "testdata/faults.wasm", kind); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%d: %v", kind, err)
		}
	}
}

func TestUtilities(t *testing.T) {
	each(t, "utility", func(t *testing.T, file string) {
		l := loader(t)
		subtest.RunUtilities(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
			return load(t, l, file, sig, function)
		})
	})
}
