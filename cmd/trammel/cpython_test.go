package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestScriptsThatEndBadly: whatever a script does in CPython, the run ends with the right code,
// says why, and keeps the rows up to then.
func TestScriptsThatEndBadly(t *testing.T) {
	clitest.NeedPython(t)
	linux := runtime.GOOS == "linux"
	for _, c := range []struct {
		name, body  string // of VFOSUB after one second
		code, child int    // in process and in a child
		says        string
	}{
		{"crash", "import ctypes; ctypes.string_at(0)", 8, 8, "segmentation fault"},
		{"abort", "import ctypes; ctypes.CDLL(None).abort()", 8, 8, "abort"},
		{"exit-c", "import ctypes; ctypes.CDLL(None).exit(0)", 5, 8, "exit"},
		{"exit", "exit(0)", 5, 5, "SystemExit: 0"},
		{"os-exit", "import os; os._exit(0)", 5, 5, "SystemExit: 0"},
		{"raise", "raise ValueError('worn out')", 5, 5, "ValueError: worn out"},
		{"nan", "return [0, 0, float('nan')]", 5, 5, "NaN"},
		{"shape", "return [0, 0]", 5, 5, "VFOSUB must return a list of 3 numbers (result) but returned a list of 2 items"},
		{"nothing", "return", 5, 5, "returned None"},
		{"loop", "while True: pass", 5, 5, "TimeoutError: no result after %s"},
		{"loop-caught", "while True: catch()", 5, 5, "TimeoutError: no result after %s"},
		{"loop-c", "import itertools; sum(itertools.repeat(0))", 5, 8, "it did not return within %s (--call-timeout)"},
		{"deep", "return VFOSUB(id, time, par, npar, dflag, iflag)", 5, 5, "RecursionError"},
	} {
		clitest.WriteFile(t, c.name+".py", fmt.Sprintf(`def catch():
    try: fly()
    except: pass

def fly(): pass

def VFOSUB(id, time, par, npar, dflag, iflag):
    if time > 1:
        %s
    return [0, 0, 0]
`, c.body))
		clitest.WriteFile(t, c.name+".xml", fmt.Sprintf(clitest.PulledByScript, c.name))
		for engine, code := range map[string]int{"cpython": c.code, "cpython-child": c.child} {
			t.Run(c.name+"/"+engine, func(t *testing.T) {
				if strings.HasPrefix(c.body, "import ctypes") && !linux {
					t.Skip("native code is guarded on Linux only")
				}
				t.Parallel()
				out := c.name + "-" + engine + ".out"
				args, says := []string{"run", c.name + ".xml", "--out", out, "--quiet", "--python-engine", engine, "--python", "python3"}, c.says
				var o clitest.Outcome
				if strings.HasPrefix(c.name, "loop") {
					var limit string
					limit, o = clitest.RunOverdue(t, "routine VFOSUB failed at time 1", args...)
					says = fmt.Sprintf(says, limit)
				} else {
					o = clitest.Run(t, args...)
				}
				if o.Code != code || !strings.Contains(o.Errors, says) || strings.Contains(says, "TimeoutError") && !strings.Contains(o.Errors, c.body) {
					t.Fatalf("code %d, want %d and %q\n%s", o.Code, code, says, o.Errors)
				}
				d, rows := clitest.ReadResults(t, out, code)
				if len(rows) < 11 { // the heading and the rows up to 1 s
					t.Errorf("%d rows are kept", len(rows))
				}
				if d.Error == nil || d.Error.Element != "Force_Vector_TwoBody 3" || d.Error.Routine != "VFOSUB" || d.Error.Time == nil || *d.Error.Time < 1 {
					t.Errorf("run.json has %+v", d.Error)
				}
			})
		}
	}
}

// TestChoiceOfInterpreter: auto takes CPython for what gpython cannot run, and says so.
func TestChoiceOfInterpreter(t *testing.T) {
	clitest.NeedPython(t)
	clitest.WriteFile(t, "plain.py", "calls = []\ndef VFOSUB(*args):\n    calls.append(1)\n    return [0, 0, 0]\n") // more than arithmetic
	clitest.WriteFile(t, "modern.py", "def VFOSUB(*args):\n    match len(args):\n        case 6: return [0, 0, 1]\n    return [0, 0, 0]\n")
	clitest.WriteFile(t, "lacks.py", "import json, nowhere_to_be_found\ndef VFOSUB(*args):\n    return [0, 0, 0]\n")
	for _, name := range []string{"plain", "modern", "lacks"} {
		clitest.WriteFile(t, name+".xml", fmt.Sprintf(clitest.PulledByScript, name))
	}
	for _, c := range []struct {
		deck, engine, python string
		code                 int
		implementation, says string
	}{
		{"plain", "auto", "python3", 0, "gpython", ""},
		{"plain", "gpython", "python3", 0, "gpython", ""},
		{"plain", "cpython", "python3", 0, "cpython", "plain.py runs in CPython 3."},
		{"plain", "cpython-child", "python3", 0, "cpython", "in a process of its own; --python-engine requests it"},
		{"plain", "cpython", "none", 4, "", "script plain.py needs CPython: no Python is to be used (--python none)"},
		{"plain", "cpython", "no-such-python", 4, "", "no-such-python cannot be used"},
		{"modern", "auto", "python3", 0, "cpython", "the embedded one cannot run it: line 2: "},
		{"modern", "auto", "none", 4, "", "match statements are not supported by the embedded interpreter"},
		{"modern", "gpython", "python3", 4, "", "match statements are not supported by the embedded interpreter"},
		{"lacks", "auto", "python3", 4, "", "has no module nowhere_to_be_found"},
		{"lacks", "cpython", "python3", 4, "", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"},
	} {
		t.Run(c.deck+"/"+c.engine+"/"+c.python, func(t *testing.T) {
			out := fmt.Sprintf("choice-%s-%s-%s.out", c.deck, c.engine, c.python)
			o := clitest.Run(t, "run", c.deck+".xml", "--out", out, "--python-engine", c.engine, "--python", c.python)
			if c.deck == "modern" && c.code == 0 && o.Code == 4 && strings.Contains(o.Errors, "cannot run it either") {
				t.Skip("this python3 is older than 3.10")
			}
			if o.Code != c.code || !strings.Contains(o.Errors, c.says) {
				t.Fatalf("code %d, want %d and %q\n%s", o.Code, c.code, c.says, o.Errors)
			}
			if c.code != 0 {
				return
			}
			d, _ := clitest.ReadResults(t, out, 0)
			r := d.Routines[0]
			if r.Implementation != c.implementation || (r.Note != "") != (c.implementation == "cpython") || !strings.Contains(o.Errors, r.Note) {
				t.Errorf("run.json says %s, %q", r.Implementation, r.Note)
			}
			i := clitest.Run(t, "info", c.deck+".xml", "--python-engine", c.engine, "--python", c.python)
			if i.Code != 0 || !strings.Contains(i.Out, "("+c.implementation+")") || !strings.Contains(i.Out, r.Note) {
				t.Errorf("info says %s%s", i.Out, i.Errors)
			}
		})
	}
}

// TestInspectTakesTheSameInterpreter: a script that gpython cannot run would load in CPython.
func TestInspectTakesTheSameInterpreter(t *testing.T) {
	clitest.NeedPython(t)
	clitest.WriteFile(t, "lambda.py", "law = lambda x: (y := 2 * x) + y\ndef VFOSUB(*args):\n    return [law(0), 0, 0]\n")
	for python, want := range map[string]string{"python3": "note: it runs in CPython 3.", "none": "lambda.py: would not load"} {
		t.Setenv("TRAMMEL_PYTHON", python)
		if o := clitest.Run(t, "usersub", "inspect", "lambda.py"); !strings.Contains(o.Out+o.Errors, want) {
			t.Errorf("with %s: %+v", python, o)
		}
	}
}

// TestNoOrphan: the process of the scripts ends with the run, also when that is killed while a
// function does not return.
func TestNoOrphan(t *testing.T) {
	clitest.NeedPython(t)
	if runtime.GOOS != "linux" {
		t.Skip("processes are looked up in /proc")
	}
	clitest.WriteFile(t, "orphan.py", "import os\nwith open('orphan.pid', 'w') as f: f.write(str(os.getpid()))\ndef VFOSUB(*args):\n    while args[1] > 1: pass\n    return [0, 0, 0]\n")
	clitest.WriteFile(t, "orphan.xml", fmt.Sprintf(clitest.PulledByScript, "orphan"))
	for _, how := range []os.Signal{os.Interrupt, os.Kill} {
		os.Remove(clitest.Program("orphan.pid"))
		c := clitest.Command("run", "orphan.xml", "--quiet", "--python-engine", "cpython-child", "--python", "python3")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		pid := ""
		for deadline := time.Now().Add(time.Minute); len(pid) == 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			b, _ := os.ReadFile(clitest.Program("orphan.pid"))
			pid = string(b)
		}
		if err := c.Process.Signal(how); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		gone := false
		for deadline := time.Now().Add(time.Minute); !gone && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			b, err := os.ReadFile("/proc/" + pid + "/cmdline") // empty for what ended and was not yet waited for
			gone = err != nil || len(b) == 0
		}
		if pid == "" || !gone {
			t.Errorf("after %v the process %s of the scripts is still there", how, pid)
		}
	}
}
