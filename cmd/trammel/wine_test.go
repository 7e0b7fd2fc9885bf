package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// wineTool is the variable with the path of the tool built for Windows; .ci/run wine sets it, with all that Wine needs.
const wineTool = "TRAMMEL_WINE_TOOL"

// underWine runs the tool for Windows in a folder.
func underWine(t *testing.T, dir string, env []string, args ...string) clitest.Outcome {
	t.Helper()
	c := exec.Command("wine", append([]string{os.Getenv(wineTool)}, args...)...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	o := clitest.RunCommand(t, c)
	o.Out, o.Errors = strings.ReplaceAll(o.Out, "\r", ""), strings.ReplaceAll(o.Errors, "\r", "")
	return o
}

// smooth has no function of a library of mathematics, which compilers take from different ones.
const smooth = `#include "trammel_usersub.h"
DLLFUNC void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int m = (int)par[0], e;
    double x, y;
    char *how = getenv("HOW");
    c_sysfnc("DX", &m, 1, &x, &e);
    c_sysfnc("DY", &m, 1, &y, &e);
    *value = y - (1 + x * x / 2);
    double late = how && how[1] ? 1e-5 : 1;
    if (*time > late && how && *how == 'e') { printf("printed before the exit\n"); exit(3); }
    if (*time > late && how && *how == 'a') abort();
    if (*time > late && how && *how == 'f') *(volatile int *)0 = 1;
}
`

// TestLibrariesUnderWine: a deck with the line ends of Windows, in a folder with blanks and letters beyond ASCII, runs with a DLL that the tool
// builds, gives the bytes of Linux, also where its path is longer than Windows once allowed, and ends with the codes and lines of Linux; locks notice a DLL that changed.
func TestLibrariesUnderWine(t *testing.T) {
	if os.Getenv(wineTool) == "" {
		t.Skip(wineTool + " does not name a tool for Windows: .ci/run wine does")
	}
	dir := filepath.Join(t.TempDir(), "größe und mehr")
	copyFile := func(from, to string, change func(string) string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join("../../examples/catenary", from))
		if err == nil {
			err = os.MkdirAll(dir, 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), []byte(change(string(b))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	copyFile("catenary-c.xml", "deck.xml", func(s string) string {
		return strings.ReplaceAll(strings.Replace(s, `end_time="5."`, `end_time="2."`, 1), "\n", "\r\n")
	})
	copyFile("catenary-f77.xml", "f77.xml", func(s string) string { return s })
	copyFile("f77/pfosub.f", "f77.f", func(s string) string { return s })
	if err := os.WriteFile(filepath.Join(dir, "road.c"), []byte(smooth), 0o600); err != nil {
		t.Fatal(err)
	}
	underWine(t, dir, nil, "usersub", "build", "road.c", "-o", "catenary_c.dll", "--", "-ffp-contract=off").Expect(t, 0, "built catenary_c.dll: PFOSUB (Force_Penalty)")
	underWine(t, dir, nil, "usersub", "build", "f77.f", "-o", "catenary_f77.dll").Expect(t, 0, "gfortran -shared", "built catenary_f77.dll: PFOSUB (Force_Penalty)")
	underWine(t, dir, nil, "usersub", "inspect", "catenary_f77.dll").Expect(t, 0, "would load", "fortran (pointers, trailing underscore)", "part of Windows")
	underWine(t, dir, nil, "run", "f77.xml", "--out", "f77.out").Expect(t, 0, "results in f77.out")

	windows := underWine(t, dir, nil, "run", "deck.xml", "--out", "windows.out")
	windows.Expect(t, 0, "results in windows.out", "PFOSUB (c)")
	usersubIn(t, dir, "build", "road.c", "-o", "catenary_c.so", "--", "-ffp-contract=off").Expect(t, 0)
	clitest.Run(t, "run", filepath.Join(dir, "deck.xml"), "--out", filepath.Join(dir, "linux.out")).Expect(t, 0)
	a, errA := os.ReadFile(filepath.Join(dir, "windows.out", "requests.csv"))
	b, errB := os.ReadFile(filepath.Join(dir, "linux.out", "requests.csv"))
	if errA != nil || errB != nil || !bytes.Equal(a, b) || len(a) < 1000 {
		t.Errorf("the results differ from those of Linux (%v, %v, %d bytes)", errA, errB, len(a))
	}

	for how, want := range map[string]struct {
		code int
		says string
	}{
		"e": {5, "Force_Penalty 1"},
		"a": {8, "trammel: Force_Penalty 1: PFOSUB at time 1.0"},
		"f": {8, "segmentation fault (access violation) in the routine's code; the run ends"},
	} {
		o := underWine(t, dir, []string{"HOW=" + how}, "run", "deck.xml", "--out", how+".out")
		rows, err := os.ReadFile(filepath.Join(dir, how+".out", "requests.csv"))
		if o.Code != want.code || !strings.Contains(o.Errors, want.says) || err != nil || bytes.Count(rows, []byte("\n")) < 90 {
			t.Errorf("%s: code %d, %d rows (%v)\n%s", how, o.Code, bytes.Count(rows, []byte("\n")), err, o.Errors)
		}
	}
	short := []string{"run", "deck.xml", "--isolate", "native", "--env", "HOW", "--end", "1e-4", "--steps", "1", "--out", "apart.out"} // calls take milliseconds there
	underWine(t, dir, nil, short...).Expect(t, 0, "results in apart.out", "what it starts ends with it (job object)", "not enforced: access to files and network")
	o := underWine(t, dir, []string{"HOW=f soon"}, short...)
	if o.Code != 5 && o.Code != 8 || !strings.Contains(o.Errors, "Force_Penalty 1") {
		t.Errorf("a crash in a worker: code %d\n%s", o.Code, o.Errors)
	}

	// The working directory may not have so long a path there.
	long := filepath.Join(dir, strings.Repeat("long ", 30)+"x", strings.Repeat("long", 30))
	if err := os.MkdirAll(long, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"deck.xml", "catenary_c.dll"} {
		if err := os.Link(filepath.Join(dir, name), filepath.Join(long, name)); err != nil {
			t.Fatal(err)
		}
	}
	underWine(t, dir, nil, "run", "Z:"+filepath.Join(long, "deck.xml"), "--end", "0.1").Expect(t, 0, "PFOSUB (c)")
	if rows, err := os.ReadFile(filepath.Join(long, "deck.out", "requests.csv")); err != nil || len(rows) < 1000 {
		t.Errorf("a path of %d letters: %v, %d bytes", len(long), err, len(rows))
	}

	underWine(t, dir, nil, "lock", "deck.xml").Expect(t, 0)
	underWine(t, dir, nil, "verify", "deck.xml").Expect(t, 0)
	underWine(t, dir, nil, "run", "deck.xml", "--locked", "--out", "locked.out").Expect(t, 0)
	f, err := os.OpenFile(filepath.Join(dir, "catenary_c.dll"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString("changed")
	f.Close()
	underWine(t, dir, nil, "verify", "deck.xml").Expect(t, 9, "catenary_c.dll")
	underWine(t, dir, nil, "run", "deck.xml", "--locked", "--out", "locked.out").Expect(t, 4, "catenary_c.dll")
}
