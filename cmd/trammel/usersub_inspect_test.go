package main

import (
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub/inspect"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// scratch is a folder with files, name and text in turn.
func scratch(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// usersub runs a command of usersub in a folder. Headers go into a cache of
// its own.
func usersubIn(t *testing.T, dir string, args ...string) clitest.Outcome {
	t.Helper()
	c := clitest.Command(append([]string{"usersub"}, args...)...)
	c.Dir = dir
	c.Env = append(c.Env, "XDG_CACHE_HOME="+filepath.Join(clitest.Folder, "cache"), "CC=", "CXX=", "FC=")
	return clitest.RunCommand(t, c)
}

// The head of a 32-bit library, of a 64-bit one for Windows without sections.
var (
	small   = elf.ELFMAG + "\x01\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00\x03\x00\x01" + strings.Repeat("\x00", 31)
	windows = "MZ" + strings.Repeat("\x00", 58) + "\x40\x00\x00\x00PE\x00\x00\x64\x86" + strings.Repeat("\x00", 16) + "\x02\x20" + strings.Repeat("\x00", 64)
)

func TestUsersubInspectRefuses(t *testing.T) {
	clitest.NeedLinux(t)
	cc := subtest.RequireTool(t, "gcc")
	dir := scratch(t, "small.so", small, "windows.dll", windows, "text.so", "not a library\n",
		"gone.c", "int gone(void) { return 1; }\n", "lacks.c", "int gone(void); int VARSUB(void) { return gone(); }\n",
		"unknown.c", "void c_wonder(int); void VARSUB(void) { c_wonder(1); }\n")
	for _, args := range [][]string{
		{"-o", "libgone.so", "-Wl,-soname,libgone.so", "gone.c"},
		{"-o", "lacks.so", "lacks.c", "libgone.so"},
		{"-o", "unknown.so", "unknown.c"},
	} {
		c := exec.Command(cc, append([]string{"-shared", "-fPIC"}, args...)...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if err := os.Remove(filepath.Join(dir, "libgone.so")); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{
		"small.so":    "small.so is a 32-bit library for i386; this program has 64 bits",
		"windows.dll": "windows.dll is a Windows library (DLL) for x86-64, 64-bit; this program runs on linux",
		"text.so":     "text.so is a text file, not a shared library",
		"lacks.so":    "lacks.so needs the library libgone.so, which was not found",
		"unknown.so":  "unknown.so calls c_wonder, which no library defines",
		"none.so":     "no such file",
	} {
		o := usersubIn(t, dir, "inspect", file)
		o.Expect(t, 4, "would not load", says, "hint: ")
		// A run says no more than that, and refuses it as well.
		var r inspect.Report
		j := usersubIn(t, dir, "inspect", "--json", file)
		if err := json.Unmarshal([]byte(j.Out), &r); err != nil || j.Code != 4 || r.Loads || len(r.Problems) == 0 {
			t.Errorf("%s: code %d, %v\n%s", file, j.Code, err, j.Out)
		}
		usersubIn(t, scratch(t, "t.csv", "name\na\n"), "test", filepath.Join(dir, file), "VARSUB", "--table", "t.csv").Expect(t, 4)
	}
}

func TestUsersubInspectGood(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gfortran")
	dir := scratch(t)
	usersubIn(t, dir, "new", "gfosub", "--lang", "fortran").Expect(t, 0, "wrote gfosub.f90", "wrote gfosub.csv")
	usersubIn(t, dir, "build", "gfosub.f90").Expect(t, 0, "built gfosub.so: GFOSUB (Force_Vector_TwoBody)")
	usersubIn(t, dir, "inspect", "gfosub.so").Expect(t, 0, "gfosub.so: would load", "ELF 64-bit", "fortran", "as gfosub_", "sysfnc_", "works")
}

func TestUsersubInspectScript(t *testing.T) {
	dir := scratch(t, "good.py", "print('hello')\ndef PFOSUB(id, time, par, npar, dflag, iflag):\n    return 0.0\ndef road(x): return x\n",
		"few.py", "def PFOSUB(id, time):\n    return 0.0\n", "bad.py", "def PFOSUB(id, time, par, npar, dflag, iflag):\n    return await f(time)\n",
		"raises.py", "def other(x): return x\nprint(1/0)\n", "fits.py", "def force(id, time, par, npar, dflag, iflag): return 1.0\n")
	o := usersubIn(t, dir, "inspect", "good.py")
	o.Expect(t, 0, "good.py: would load", "PFOSUB", "Force_Penalty", "road")
	if strings.Contains(o.Out, "hello") {
		t.Errorf("what the script prints is among the data:\n%s", o.Out)
	}
	usersubIn(t, dir, "inspect", "few.py").Expect(t, 4, "takes 2 arguments", "hint: define it as PFOSUB(id,")
	usersubIn(t, dir, "inspect", "bad.py").Expect(t, 4, "line 2", "async and await are not supported")
	usersubIn(t, dir, "inspect", "raises.py").Expect(t, 4, "ZeroDivisionError")
	usersubIn(t, dir, "inspect", "fits.py").Expect(t, 0, "force")
}

func TestUsersubInspectPlugin(t *testing.T) {
	dir := scratch(t, "script", "#!/bin/sh\ntouch ran\n")
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "reference"), "../../plugins/internal/refplugin")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	usersubIn(t, dir, "inspect", "reference").Expect(t, 0, "would load", "PFOSUB", "Force_Penalty")
	usersubIn(t, dir, "inspect", "--plugin", clitest.Program("misbehaves")).Expect(t, 0, "would load", "plugin misbehaves 1.0.0", "PFOSUB", "as hangs")
	usersubIn(t, dir, "inspect", "--plugin", clitest.Program("other-program")).Expect(t, 4, "does not respond as a plugin")
	usersubIn(t, dir, "inspect", "script").Expect(t, 4, "is a script that a shell starts", "--plugin")
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("a program was started that is not a plugin by its looks")
	}
}

func TestUsersubCommandLine(t *testing.T) {
	dir := scratch(t, "t.csv", "time,valu\n1,2\n", "good.csv", "time,value\n1,2\n", "a.py", "def PFOSUB(a,b,c,d,e,f): return 1\n")
	for says, args := range map[string][]string{
		"a command of usersub is missing":                                     nil,
		`unknown command "chek" of usersub`:                                   {"chek"},
		"the file is missing":                                                 {"inspect"},
		`unexpected argument "b"`:                                             {"inspect", "a", "b"},
		"the source is missing":                                               {"build"},
		"a.py is a Python script: it needs no building":                       {"build", "a.py"},
		"t.csv has no suffix of a source":                                     {"build", "t.csv"},
		"a.c is to be read and to be written":                                 {"build", "a.c", "-o", "a.c"},
		"unknown routine PFOSB; did you mean PFOSUB? the routines are ARYSUB": {"new", "PFOSB", "--lang", "c"},
		"unknown routine WHEEL; the routines are ARYSUB":                      {"test", "a.py", "WHEEL", "--table", "good.csv"},
		"--lang is missing: c, cpp, fortran, python, go":                      {"new", "PFOSUB"},
		`unknown language "cobol"`:                                            {"new", "PFOSUB", "--lang", "cobol"},
		"the name of the routine is missing":                                  {"test", "a.py"},
		"--table is missing":                                                  {"test", "a.py", "PFOSUB"},
		"t.csv: line 2: PFOSUB has no argument valu":                          {"test", "a.py", "PFOSUB", "--table", "t.csv"},
		"--rtol must not be negative":                                         {"test", "a.py", "PFOSUB", "--table", "good.csv", "--rtol", "-1"},
		`--usersub-dialect "x": it is ms, fortran or adams`:                   {"test", "a.py", "PFOSUB", "--table", "good.csv", "--usersub-dialect", "x"},
		"no such file or directory":                                           {"test", "a.py", "PFOSUB", "--table", "none.csv"},
	} {
		usersubIn(t, dir, args...).Expect(t, 2, says, "usage: trammel usersub")
	}
	for _, c := range []string{"inspect", "build", "new", "test"} {
		usersubIn(t, dir, c, "--help").Expect(t, 0, "Exit codes", "  trammel usersub "+c+" ")
	}
}
