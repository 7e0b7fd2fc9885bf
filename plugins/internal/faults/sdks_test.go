//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// nowhere is a transport that there is not: such a fault is not drawn.
const nowhere = "nowhere"

// in lists the faults of the same source as a plugin. What is not in changed comes of it as in a worker; a fault without
// name in changed is left out.
func in(list []fault, changed map[string]fault) []fault {
	out := append([]fault(nil), list...)
	for i := range out {
		if f, ok := changed[out[i].name]; ok {
			out[i].code, out[i].says, out[i].hangs = f.code, f.says, f.hangs
			if f.only != "" {
				out[i].only = f.only
			}
			if f.name == "" {
				out[i].only = nowhere
			}
		}
	}
	return out
}

// says is a code with words.
func says(code int, text string) fault { return fault{name: "so", code: code, says: text} }

// A plugin leads no group of processes unless it is confined: children that it leaves are its own affair.
var nativePlugin = in(native, map[string]fault{
	"exit(0)":                      says(5, "it called exit(0), or STOP"),
	"exit(3)":                      says(5, "it called exit(3), or STOP"),
	"_exit(0)":                     says(8, "exit status 0"),
	"a thread calls exit":          says(5, "it called exit(7), or STOP"),
	"closes descriptors":           says(8, "was lost"),
	"closes all descriptors":       says(8, "was lost"),
	"_exit(2)":                     says(8, "exit status 2"),
	"a child stays, then a crash":  {},
	"a child stays, and it hangs":  {},
	"overwrites the shared memory": {name: "so", code: 8, says: "was lost", hangs: true},
})

var scriptPlugin = in(scripts, map[string]fault{
	"None":               {},
	"text":               says(5, "value must be a number"),
	"list":               says(5, "value must be a number"),
	"sys.exit":           says(5, "it called exit(0)"),
	"os._exit":           says(8, "exit status 0"),
	"closes descriptors": says(8, "was lost"),
	"abort":              says(8, "signal: aborted"),
	"a child stays":      {},
})

// written makes the program of a plugin that a shell starts, with little memory.
func written(t testing.TB, name, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf("#!/bin/sh\nulimit -d 131072\n"+format+" \"$@\"\n", args...)
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// compileC makes the plugin in C.
var compileC sync.Once

func compiledPlugin(t testing.TB) {
	t.Helper()
	gcc := subtest.RequireTool(t, "gcc")
	compileC.Do(func() {
		const sdk = "../../../sdk/c"
		to := filepath.Join(folder, "bin", "bad-c")
		line := []string{"-O1", "-pthread", "-I" + sdk + "/include", "-o", to, "testdata/c/bad.c", "testdata/c/table.c", sdk + "/trammel_plugin.c", "-lm"}
		if out, err := exec.Command(gcc, line...).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		written(t, "bad-c", "exec %s", to)
	})
}

// copySDK makes a copy of the package for Python that is compiled.
var copySDK sync.Once

// inPython makes the plugin in Python. It is started hundreds of times, most of which would go into numpy: without -S the
// package would find it.
func inPython(t testing.TB) {
	t.Helper()
	interpreter := subtest.RequireTool(t, "python3")
	sdk := filepath.Join(folder, "sdk")
	copySDK.Do(func() {
		if err := os.CopyFS(sdk, os.DirFS("../../../sdk/python")); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(interpreter, "-m", "compileall", "-q", sdk).CombinedOutput(); err != nil {
			t.Fatalf("compileall: %v\n%s", err, out)
		}
	})
	script, err := filepath.Abs("testdata/plugin.py")
	if err != nil {
		t.Fatal(err)
	}
	written(t, "bad-py", "BAD_SDK=%s exec %s -B -S %s", sdk, interpreter, script)
}
