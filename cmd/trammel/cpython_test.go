package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// pulledByScript is a bead that is pulled by a script: law.py of the folder.
const pulledByScript = `<MotionSolve><Model>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" floating="TRUE"/>
<Body_Point id="2" cg_id="20" mass="2"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_z="0.3"/>
<Force_Vector_TwoBody id="3" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="11" ref_marker_id="1"
 script_name="%s.py" interpreter="PYTHON" usrsub_fnc_name="VFOSUB"/>
<Post_Request id="9" type="EXPRESSION" expr1="DZ(20)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="2" num_steps="20"/></Command></MotionSolve>
`

// needPython skips a test without python3.
func needPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// TestScriptsThatEndBadly: whatever a script does in CPython, the run ends with the right code,
// says why, and keeps the rows up to then.
func TestScriptsThatEndBadly(t *testing.T) {
	needPython(t)
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
		write(t, c.name+".py", fmt.Sprintf(`def catch():
    try: fly()
    except: pass

def fly(): pass

def VFOSUB(id, time, par, npar, dflag, iflag):
    if time > 1:
        %s
    return [0, 0, 0]
`, c.body))
		write(t, c.name+".xml", fmt.Sprintf(pulledByScript, c.name))
		for engine, code := range map[string]int{"cpython": c.code, "cpython-child": c.child} {
			t.Run(c.name+"/"+engine, func(t *testing.T) {
				if strings.HasPrefix(c.body, "import ctypes") && !linux {
					t.Skip("native code is guarded on Linux only")
				}
				t.Parallel()
				out := c.name + "-" + engine + ".out"
				args, says := []string{"run", c.name + ".xml", "--out", out, "--quiet", "--python-engine", engine, "--python", "python3"}, c.says
				var o outcome
				if strings.HasPrefix(c.name, "loop") {
					var limit string
					limit, o = overdue(t, "routine VFOSUB failed at time 1", args...)
					says = fmt.Sprintf(says, limit)
				} else {
					o = trammel(t, args...)
				}
				if o.code != code || !strings.Contains(o.errors, says) || strings.Contains(says, "TimeoutError") && !strings.Contains(o.errors, c.body) {
					t.Fatalf("code %d, want %d and %q\n%s", o.code, code, says, o.errors)
				}
				d, rows := results(t, out, code)
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
	needPython(t)
	write(t, "plain.py", "calls = []\ndef VFOSUB(*args):\n    calls.append(1)\n    return [0, 0, 0]\n") // more than arithmetic
	write(t, "modern.py", "def VFOSUB(*args):\n    match len(args):\n        case 6: return [0, 0, 1]\n    return [0, 0, 0]\n")
	write(t, "lacks.py", "import json, nowhere_to_be_found\ndef VFOSUB(*args):\n    return [0, 0, 0]\n")
	for _, name := range []string{"plain", "modern", "lacks"} {
		write(t, name+".xml", fmt.Sprintf(pulledByScript, name))
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
			o := trammel(t, "run", c.deck+".xml", "--out", out, "--python-engine", c.engine, "--python", c.python)
			if c.deck == "modern" && c.code == 0 && o.code == 4 && strings.Contains(o.errors, "cannot run it either") {
				t.Skip("this python3 is older than 3.10")
			}
			if o.code != c.code || !strings.Contains(o.errors, c.says) {
				t.Fatalf("code %d, want %d and %q\n%s", o.code, c.code, c.says, o.errors)
			}
			if c.code != 0 {
				return
			}
			d, _ := results(t, out, 0)
			r := d.Routines[0]
			if r.Implementation != c.implementation || (r.Note != "") != (c.implementation == "cpython") || !strings.Contains(o.errors, r.Note) {
				t.Errorf("run.json says %s, %q", r.Implementation, r.Note)
			}
			i := trammel(t, "info", c.deck+".xml", "--python-engine", c.engine, "--python", c.python)
			if i.code != 0 || !strings.Contains(i.out, "("+c.implementation+")") || !strings.Contains(i.out, r.Note) {
				t.Errorf("info says %s%s", i.out, i.errors)
			}
		})
	}
}

// TestInspectTakesTheSameInterpreter: a script that gpython cannot run would load in CPython.
func TestInspectTakesTheSameInterpreter(t *testing.T) {
	needPython(t)
	write(t, "lambda.py", "law = lambda x: (y := 2 * x) + y\ndef VFOSUB(*args):\n    return [law(0), 0, 0]\n")
	for python, want := range map[string]string{"python3": "note: it runs in CPython 3.", "none": "lambda.py: would not load"} {
		t.Setenv("TRAMMEL_PYTHON", python)
		if o := trammel(t, "usersub", "inspect", "lambda.py"); !strings.Contains(o.out+o.errors, want) {
			t.Errorf("with %s: %+v", python, o)
		}
	}
}

// TestNoOrphan: the process of the scripts ends with the run, also when that is killed while a
// function does not return.
func TestNoOrphan(t *testing.T) {
	needPython(t)
	if runtime.GOOS != "linux" {
		t.Skip("processes are looked up in /proc")
	}
	write(t, "orphan.py", "import os\nwith open('orphan.pid', 'w') as f: f.write(str(os.getpid()))\ndef VFOSUB(*args):\n    while args[1] > 1: pass\n    return [0, 0, 0]\n")
	write(t, "orphan.xml", fmt.Sprintf(pulledByScript, "orphan"))
	for _, how := range []os.Signal{os.Interrupt, os.Kill} {
		os.Remove(program("orphan.pid"))
		c := command("run", "orphan.xml", "--quiet", "--python-engine", "cpython-child", "--python", "python3")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		pid := ""
		for deadline := time.Now().Add(time.Minute); len(pid) == 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			b, _ := os.ReadFile(program("orphan.pid"))
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
