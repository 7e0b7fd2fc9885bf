package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/plugintest"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// lockedDeck is a folder with a deck whose forces are a library that needs another
// one beside it, a script that imports a module, and a plugin.
func lockedDeck(t *testing.T) (dir, deck string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	gcc := subtest.RequireTool(t, "gcc")
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
	if err := plugintest.LinkOrCopy(clitest.Program("misbehaves"), filepath.Join(dir, "misbehaves")); err != nil {
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

// A lock lists all that a deck runs, and whatever changes is reported with both hashes
// and does not run.
func TestLock(t *testing.T) {
	dir, deck := lockedDeck(t)
	clitest.Run(t, "verify", deck).Expect(t, run.ExitCompare, "there is no lock", "trammel lock")
	clitest.Run(t, "run", deck, "--locked").Expect(t, run.ExitLoad, "there is no lock")
	clitest.Run(t, "lock", deck).Expect(t, 0, "library  law.so", "needed   libneeded.so", "script   law.py", "module   numbers_of.py", "module   later_on.py", "plugin   misbehaves")
	var l lockFile
	if err := json.Unmarshal(must(os.ReadFile(filepath.Join(dir, "deck.lock"))), &l); err != nil || len(l.Files) != 6 {
		t.Fatalf("%+v, %v", l, err)
	}
	clitest.Run(t, "verify", deck).Expect(t, 0, "6 files as locked")
	clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, 0)
	clitest.Run(t, "run", deck, "--locked", "--quiet", "--isolate", "all").Expect(t, 0)
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
			clitest.Run(t, "verify", deck).Expect(t, run.ExitCompare, f.Path+": expected sha256", "found nothing")
			if err := os.WriteFile(path, append(append([]byte(nil), kept...), '\n'), 0o700); err != nil {
				t.Fatal(err)
			}
			for _, o := range []clitest.Outcome{clitest.Run(t, "verify", deck), clitest.Run(t, "run", deck, "--locked")} {
				if !strings.Contains(o.Errors, f.Path+" has changed") || !two.MatchString(o.Errors) {
					t.Errorf("%+v", o)
				}
			}
			clitest.Run(t, "run", deck, "--locked").Expect(t, run.ExitLoad)
			clitest.Run(t, "verify", deck).Expect(t, run.ExitCompare)
		})
	}
	clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, 0)
}

// Code that the lock does not know does not run, not even its initialisers.
func TestLockedRefusesOther(t *testing.T) {
	dir, deck := lockedDeck(t)
	clitest.Run(t, "lock", deck).Expect(t, 0)
	text := string(must(os.ReadFile(deck)))
	change := func(old, by string) {
		if err := os.WriteFile(deck, []byte(strings.Replace(text, old, by, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change("law.so", "early.so")
	ran := func(args ...string) bool {
		c := clitest.Command(args...)
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
	clitest.Run(t, "run", deck, "--locked").Expect(t, run.ExitLoad, "law2.py is not in the lock")
	// A module that is imported in the run only: before it runs.
	if err := os.WriteFile(filepath.Join(dir, "law2.py"), []byte("def LAW(id, time, *a):\n    if time > 0.05:\n        import hidden\n    return 0.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hidden.py"), []byte("open('ran3', 'w')\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "lock", deck).Expect(t, 0)
	for _, where := range []string{"none", "all"} {
		clitest.Run(t, "run", deck, "--locked", "--isolate", where).Expect(t, run.ExitRoutine, "ImportError", "hidden.py is not in the lock")
	}
	// A module that has changed.
	change("", "")
	clitest.Run(t, "lock", deck).Expect(t, 0)
	script := string(must(os.ReadFile(filepath.Join(dir, "numbers_of.py"))))
	if err := os.WriteFile(filepath.Join(dir, "numbers_of.py"), []byte(script+"import more_of\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "more_of.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "run", deck, "--locked").Expect(t, run.ExitLoad, "numbers_of.py has changed")
}

// A lock is for the deck and the commands that it was written for, and others are added to it.
func TestLockOfInputs(t *testing.T) {
	dir := t.TempDir()
	model := strings.Replace(swing, "FUNCTION=0", "FUNCTION=USER(1), ROUTINE=law.py::PULL", 1)
	for name, text := range map[string]string{
		"swing.adm": model, "swing.acf": swingCommands, "a.acf": swingCommands,
		"b.acf":  strings.Replace(swingCommands, "STOP", "SFORCE/1, FUNCTION=USER(1), ROUTINE=law2.py::PULL\nSIMULATE/DYNAMIC, END=2, STEPS=10\nSTOP", 1),
		"law.py": "def PULL(id, time, par, npar, dflag, iflag):\n    return 0.0\n", "law2.py": "def PULL(id, time, par, npar, dflag, iflag):\n    return 1.0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	adm, a, b, beside := filepath.Join(dir, "swing.adm"), filepath.Join(dir, "a.acf"), filepath.Join(dir, "b.acf"), filepath.Join(dir, "swing.acf")
	clitest.Run(t, "lock", adm, a).Expect(t, 0, "for swing.adm a.acf: 2 files", "commands a.acf", "script   law.py")
	clitest.Run(t, "run", adm, a, "--locked", "--quiet").Expect(t, 0)
	for args, name := range map[[2]string]string{{adm, b}: "swing.adm b.acf", {adm}: "swing.adm", {beside}: "swing.acf"} {
		given := slices.DeleteFunc(args[:], func(s string) bool { return s == "" })
		clitest.Run(t, append([]string{"run", "--locked"}, given...)...).Expect(t, run.ExitLoad, "was written for swing.adm a.acf, not for "+name, "trammel lock "+strings.Join(given, " ")+" adds that")
	}
	clitest.Run(t, "verify", adm, b).Expect(t, run.ExitCompare, "was written for swing.adm a.acf, not for swing.adm b.acf")
	clitest.Run(t, "lock", adm, b).Expect(t, 0, "for swing.adm b.acf: 3 files", "commands b.acf", "script   law2.py")
	clitest.Run(t, "run", adm, b, "--locked", "--quiet", "--isolate", "all").Expect(t, 0)
	clitest.Run(t, "run", adm, a, "--locked", "--quiet").Expect(t, 0)
	clitest.Run(t, "verify", adm).Expect(t, 0, "4 files as locked, for swing.adm a.acf, swing.adm b.acf")
	clitest.Run(t, "lock", beside).Expect(t, 0, "commands swing.acf")
	clitest.Run(t, "run", beside, "--locked", "--quiet").Expect(t, 0)
	// What is locked for other commands does not run, and a changed file of commands neither.
	changed := strings.Replace(swingCommands, "STOP", "SFORCE/1, FUNCTION=USER(1), ROUTINE=law2.py::PULL\nSIMULATE/DYNAMIC, END=2, STEPS=10\nSTOP", 1) + "\n"
	if err := os.WriteFile(a, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "run", adm, a, "--locked").Expect(t, run.ExitLoad, "a.acf has changed")
	clitest.Run(t, "run", adm, b, "--locked", "--quiet").Expect(t, 0)
	clitest.Run(t, "verify", adm, b).Expect(t, run.ExitCompare, "a.acf has changed")
	if err := os.WriteFile(adm, []byte(strings.Replace(model, "law.py", "law2.py", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "run", beside, "--locked").Expect(t, run.ExitLoad, "law2.py is in the lock", "for swing.adm b.acf, not for swing.acf")
}

// A lock that others can change is refused and not added to; a link to one is followed and stays.
func TestLockItselfTrusted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not looked at on Windows")
	}
	dir := t.TempDir()
	deck, file := filepath.Join(dir, "deck.xml"), filepath.Join(dir, "deck.lock")
	if err := os.WriteFile(deck, []byte(clitest.BeadDeck("0.1", clitest.Spring)), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, "lock", deck).Expect(t, 0, "deck.lock for deck.xml: 0 files")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	try := func(fine bool, says string) {
		t.Helper()
		if fine {
			clitest.Run(t, "verify", deck).Expect(t, 0)
			clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, 0)
			return
		}
		clitest.Run(t, "verify", deck).Expect(t, run.ExitCompare, says)
		clitest.Run(t, "run", deck, "--locked").Expect(t, run.ExitLoad, says)
		clitest.Run(t, "lock", deck).Expect(t, run.ExitLoad, says)
	}
	change := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	try(true, "")
	change(os.Chmod(file, 0o666))
	try(false, "is not trusted: "+file+": everybody may write to it")
	change(os.Chmod(file, 0o644))
	change(os.Chmod(dir, 0o777))
	try(false, "is not trusted: "+dir+": everybody may write to this folder")
	change(os.Remove(file))
	clitest.Run(t, "lock", deck).Expect(t, 0, "it will be refused: the lock ")
	change(os.Chmod(dir, 0o755))
	try(true, "")
	other := filepath.Join(dir, "kept")
	change(os.Mkdir(other, 0o755))
	change(os.Rename(file, filepath.Join(other, "deck.lock")))
	change(os.Symlink(filepath.Join("kept", "deck.lock"), file))
	try(true, "")
	clitest.Run(t, "lock", deck).Expect(t, 0)
	if info, err := os.Lstat(file); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became a file: %v, %v", info.Mode(), err)
	}
	change(os.Chmod(other, 0o777))
	try(false, "is not trusted: "+other+": everybody may write to this folder")
	change(os.Chmod(other, 0o755))
	change(os.WriteFile(filepath.Join(other, "deck.lock"), []byte(`{"version":1,"files":[]}`), 0o600))
	try(false, "has version 1, this program reads version 2; remove it")
}

// Files that somebody else can change are refused, unless a sticky folder protects them.
func TestLockTrust(t *testing.T) {
	dir, deck := lockedDeck(t)
	clitest.Run(t, "lock", deck).Expect(t, 0)
	for _, c := range []struct {
		path string
		mode os.FileMode
		fine bool
	}{{"law.so", 0o777, false}, {"law.so", 0o755, true}, {".", 0o777, false}, {".", 0o777 | os.ModeSticky, true}, {".", 0o755, true}} {
		if err := os.Chmod(filepath.Join(dir, c.path), c.mode); err != nil {
			t.Fatal(err)
		}
		if c.fine {
			clitest.Run(t, "verify", deck).Expect(t, 0)
			clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, 0)
		} else {
			clitest.Run(t, "verify", deck).Expect(t, run.ExitCompare, "is not trusted", "everybody may write")
			clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, run.ExitLoad, "is not trusted")
		}
	}
}

// What other platforms have in a lock stays.
func TestLockOfOtherPlatforms(t *testing.T) {
	l := &lockFile{Version: lockVersion, For: []string{"deck.xml"}, path: filepath.Join(t.TempDir(), "deck.lock"), Files: []lockItem{
		{Path: "law.so", Kind: "library", For: []string{"deck.xml"}, SHA256: map[string]string{here: "a", "plan9/mips": "b"}},
		{Path: "old.so", Kind: "library", For: []string{"deck.xml"}, SHA256: map[string]string{here: "c"}},
		{Path: "law.py", Kind: "script", For: []string{"deck.xml"}, SHA256: map[string]string{"any": "d"}},
		{Path: "both.py", Kind: "script", For: []string{"deck.adm", "deck.xml"}, SHA256: map[string]string{"any": "e"}},
		{Path: "other.so", Kind: "library", For: []string{"deck.adm"}, SHA256: map[string]string{here: "f"}},
	}, by: "deck.xml"}
	now := &lockFile{path: l.path, by: l.by, Files: l.itemsForOtherInputs()}
	if len(now.Files) != 3 || !slices.Equal(now.Files[1].For, []string{"deck.adm"}) || now.Files[1].SHA256["any"] != "e" || now.Files[2].SHA256[here] != "f" {
		t.Errorf("%+v", now.Files)
	}
	l.Files, now.Files = l.Files[:3], now.Files[:1]
	now.addFile(filepath.Join(filepath.Dir(l.path), "law.so"), "library", "e")
	if len(now.Files) != 1 || now.Files[0].SHA256["plan9/mips"] != "b" || now.Files[0].expectedHash() != "e" || l.Files[0].expectedHash() != "a" {
		t.Errorf("%+v, before %+v", now.Files, l.Files)
	}
	none := &lockFile{path: l.path, Files: []lockItem{{Path: "plugin:acme/none", Kind: "plugin", For: []string{"deck.xml"}, SHA256: map[string]string{here: "a"}}}}
	if wrong := none.describeLockViolations(""); len(wrong) != 1 || !strings.Contains(wrong[0], "plugin:acme/none: expected sha256 a, but it is not installed: trammel plugin install") {
		t.Errorf("%q", wrong)
	}
	l.Files[1].SHA256 = map[string]string{"plan9/mips": "f"}
	if text := l.formatComparedFiles(); !strings.Contains(text, ": 2 files as locked, for deck.xml\n  old.so has no hash for "+here) || strings.Contains(text, "law.") {
		t.Errorf("verify says: %s", text)
	}
}
