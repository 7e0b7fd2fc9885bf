package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

// lockedDeck is a folder with a deck whose forces are a library that needs another
// one beside it, a script that imports a module, and a plugin.
func lockedDeck(t *testing.T) (dir, deck string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	gcc := subtest.NeedTool(t, "gcc")
	dir = t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	force := func(id, how string) string {
		return `<Force_Scalar_TwoBody id="` + id + `" type="FORCE" i_marker_id="20" j_marker_id="1" usrsub_fnc_name="LAW" ` + how + ` usrsub_param_string="USER(20)"/>`
	}
	for name, text := range map[string]string{
		"needed.c":      "double stiffness(void) { return 10; }\n",
		"law.c":         "double stiffness(void);\nvoid LAW(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) { *value = -stiffness(); }\n",
		"early.c":       "#include <stdio.h>\n__attribute__((constructor)) static void early(void) { FILE *f = fopen(\"ran\", \"w\"); if (f) fclose(f); }\nvoid LAW(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) {}\n",
		"law.py":        "import numbers_of\ndef LAW(id, time, par, npar, dflag, iflag):\n    if not iflag:\n        return -numbers_of.stiffness\n    import later_on\n    return 0.0\n",
		"numbers_of.py": "stiffness = 3.0\n", "later_on.py": "pass\n",
		"deck.xml": `<MotionSolve><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="2" cg_id="20" mass="2"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_x="1" pos_y="0.5"/>
` + force("3", `usrsub_dll_name="law.so"`) + force("4", `script_name="law.py" interpreter="PYTHON"`) + `
<Force_Penalty id="5" type="USERSUB" usrsub_param_string="USER(20)" usrsub_plugin_name="misbehaves" usrsub_fnc_name="fine" penalty="1"/>
</Model><Command><Simulate analysis_type="Transient" end_time="0.1" num_steps="5"/></Command></MotionSolve>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := link(program("misbehaves"), filepath.Join(dir, "misbehaves")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-o", "libneeded.so", "needed.c"}, {"-o", "early.so", "early.c"}, {"-o", "law.so", "law.c", "-L.", "-lneeded", "-Wl,-rpath,$ORIGIN"}} {
		c := exec.Command(gcc, append([]string{"-shared", "-fPIC"}, args...)...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir, filepath.Join(dir, "deck.xml")
}

// A lock lists all that a deck runs, and whatever changes is told with both hashes
// and does not run.
func TestLock(t *testing.T) {
	dir, deck := lockedDeck(t)
	trammel(t, "verify", deck).expect(t, run.ExitCompare, "there is no lock", "trammel lock")
	trammel(t, "run", deck, "--locked").expect(t, run.ExitLoad, "there is no lock")
	trammel(t, "lock", deck).expect(t, 0, "library  law.so", "needed   libneeded.so", "script   law.py", "module   numbers_of.py", "module   later_on.py", "plugin   misbehaves")
	var l lock
	if err := json.Unmarshal(must(os.ReadFile(filepath.Join(dir, "deck.lock"))), &l); err != nil || len(l.Files) != 6 {
		t.Fatalf("%+v, %v", l, err)
	}
	trammel(t, "verify", deck).expect(t, 0, "6 files as locked")
	trammel(t, "run", deck, "--locked", "--quiet").expect(t, 0)
	trammel(t, "run", deck, "--locked", "--quiet", "--isolate", "all").expect(t, 0)
	two := regexp.MustCompile(`expected sha256 [0-9a-f]{64}, found [0-9a-f]{64}`)
	for _, f := range l.Files {
		t.Run(f.Path, func(t *testing.T) {
			path := filepath.Join(dir, f.Path)
			kept := must(os.ReadFile(path))
			if err := os.Remove(path); err != nil { // the plugin is a link to the test program
				t.Fatal(err)
			}
			defer func() {
				_ = os.Remove(path)
				if err := os.WriteFile(path, kept, 0o700); err != nil {
					t.Fatal(err)
				}
			}()
			trammel(t, "verify", deck).expect(t, run.ExitCompare, f.Path+": expected sha256", "found nothing")
			if err := os.WriteFile(path, append(append([]byte(nil), kept...), '\n'), 0o700); err != nil {
				t.Fatal(err)
			}
			for _, o := range []outcome{trammel(t, "verify", deck), trammel(t, "run", deck, "--locked")} {
				if !strings.Contains(o.errors, f.Path+" has changed") || !two.MatchString(o.errors) {
					t.Errorf("%+v", o)
				}
			}
			trammel(t, "run", deck, "--locked").expect(t, run.ExitLoad)
			trammel(t, "verify", deck).expect(t, run.ExitCompare)
		})
	}
	trammel(t, "run", deck, "--locked", "--quiet").expect(t, 0)
}

// Code that the lock does not know does not run, not even its initialisers.
func TestLockedRefusesOther(t *testing.T) {
	dir, deck := lockedDeck(t)
	trammel(t, "lock", deck).expect(t, 0)
	text := string(must(os.ReadFile(deck)))
	change := func(old, by string) {
		if err := os.WriteFile(deck, []byte(strings.Replace(text, old, by, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change("law.so", "early.so")
	ran := func(args ...string) bool {
		c := command(args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil && !strings.Contains(string(out), "early.so is not in the lock") {
			t.Errorf("%v: %s", err, out)
		}
		_, err = os.Stat(filepath.Join(dir, "ran"))
		return err == nil
	}
	if ran("run", "deck.xml", "--locked") || ran("run", "deck.xml", "--locked", "--isolate", "all") || !ran("run", "deck.xml", "--quiet") {
		t.Error("a library ran that is not in the lock, or did not without --locked")
	}
	if err := os.WriteFile(filepath.Join(dir, "law2.py"), []byte("open('ran2', 'w')\ndef LAW(*a):\n    return 0.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	change(`"law.py"`, `"law2.py"`)
	trammel(t, "run", deck, "--locked").expect(t, run.ExitLoad, "law2.py is not in the lock")
	// A module that is imported in the run only: before it runs.
	if err := os.WriteFile(filepath.Join(dir, "law2.py"), []byte("def LAW(id, time, *a):\n    if time > 0.05:\n        import hidden\n    return 0.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hidden.py"), []byte("open('ran3', 'w')\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	trammel(t, "lock", deck).expect(t, 0)
	for _, where := range []string{"none", "all"} {
		trammel(t, "run", deck, "--locked", "--isolate", where).expect(t, run.ExitRoutine, "ImportError", "hidden.py is not in the lock")
	}
	// A module that has changed.
	change("", "")
	trammel(t, "lock", deck).expect(t, 0)
	script := string(must(os.ReadFile(filepath.Join(dir, "numbers_of.py"))))
	if err := os.WriteFile(filepath.Join(dir, "numbers_of.py"), []byte(script+"import more_of\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "more_of.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	trammel(t, "run", deck, "--locked").expect(t, run.ExitLoad, "numbers_of.py has changed")
}

// Files that somebody else can change are refused, unless a sticky folder protects them.
func TestLockTrust(t *testing.T) {
	dir, deck := lockedDeck(t)
	trammel(t, "lock", deck).expect(t, 0)
	for _, c := range []struct {
		path string
		mode os.FileMode
		fine bool
	}{{"law.so", 0o777, false}, {"law.so", 0o755, true}, {".", 0o777, false}, {".", 0o777 | os.ModeSticky, true}, {".", 0o755, true}} {
		if err := os.Chmod(filepath.Join(dir, c.path), c.mode); err != nil {
			t.Fatal(err)
		}
		if c.fine {
			trammel(t, "verify", deck).expect(t, 0)
			trammel(t, "run", deck, "--locked", "--quiet").expect(t, 0)
		} else {
			trammel(t, "verify", deck).expect(t, run.ExitCompare, "is not trusted", "everybody may write")
			trammel(t, "run", deck, "--locked", "--quiet").expect(t, run.ExitLoad, "is not trusted")
		}
	}
}

// What other platforms have in a lock stays.
func TestLockOfOtherPlatforms(t *testing.T) {
	l := &lock{Version: lockVersion, path: filepath.Join(t.TempDir(), "deck.lock"), Files: []lockItem{
		{"law.so", "library", map[string]string{here: "a", "plan9/mips": "b"}},
		{"old.so", "library", map[string]string{here: "c"}},
		{"law.py", "script", map[string]string{"any": "d"}},
	}}
	now := &lock{path: l.path, Files: l.others()}
	now.add(filepath.Join(filepath.Dir(l.path), "law.so"), "library", "e")
	if len(now.Files) != 1 || now.Files[0].SHA256["plan9/mips"] != "b" || now.Files[0].expected() != "e" || l.Files[0].expected() != "a" {
		t.Errorf("%+v, before %+v", now.Files, l.Files)
	}
	l.Files[1].SHA256 = map[string]string{"plan9/mips": "f"}
	if text := l.agrees(); !strings.Contains(text, ": 2 files as locked\n  old.so has no hash for "+here) || strings.Contains(text, "law.") {
		t.Errorf("verify says: %s", text)
	}
}
