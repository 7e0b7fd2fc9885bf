package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failing fails at time 1 in the way that HOW names.
const failing = `#include "trammel_usersub.h"
#include <windows.h>
#include <signal.h>
#include <assert.h>
#include <stdint.h>
#include <process.h>
static volatile int zero;
static int deep(int n) { volatile char a[4096]; a[0] = (char)n; return deep(n + 1) + a[0]; }
static volatile int never;
DLLFUNC void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int m = (int)par[0], e;
    double x, y;
    const char *how = getenv("HOW");
    c_sysfnc("DX", &m, 1, &x, &e);
    c_sysfnc("DY", &m, 1, &y, &e);
    *value = y - (1 + x * x / 2);
    if (*time < 1 || !how) return;
    if (!strcmp(how, "exit")) exit(3);
    if (!strcmp(how, "_exit")) _exit(3);
    if (!strcmp(how, "ExitProcess")) ExitProcess(3);
    if (!strcmp(how, "TerminateProcess")) TerminateProcess(GetCurrentProcess(), 3);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "assert")) assert(zero);
    if (!strcmp(how, "raise")) raise(SIGSEGV);
    if (!strcmp(how, "read")) *value = *(volatile double *)16;
    if (!strcmp(how, "write")) *(volatile int *)0 = 1;
    if (!strcmp(how, "call")) ((void (*)(void))(uintptr_t)16)();
    if (!strcmp(how, "divide")) *value = 7 / zero;
    if (!strcmp(how, "illegal")) __builtin_trap();
    if (!strcmp(how, "privileged")) __asm__ volatile("hlt");
    if (!strcmp(how, "breakpoint")) __debugbreak();
    if (!strcmp(how, "stack")) *value = deep(0);
    if (!strcmp(how, "exception")) RaiseException(0xE0001234, EXCEPTION_NONCONTINUABLE, 0, NULL);
    if (!strcmp(how, "loop")) while (!never) ;
    if (!strcmp(how, "sleep")) Sleep(INFINITE);
    if (!strcmp(how, "infinity")) *value = 1.0 / (double)zero;
    if (!strcmp(how, "nan")) *value = 0.0 / (double)zero;
    if (!strcmp(how, "flag")) { char text[] = "no such road"; c_errmes(1, text, *id, "STOP"); }
}
`

// failuresOfDLL are how failing ends a run: the code and what is printed.
var failuresOfDLL = []struct {
	how  string
	code int
	says string
}{
	{"exit", 5, "Force_Penalty 1"},
	{"_exit", 5, "Force_Penalty 1"},
	{"ExitProcess", 5, "Force_Penalty 1"},
	{"TerminateProcess", 5, "Force_Penalty 1"},
	{"abort", 8, "Force_Penalty 1: PFOSUB at time 1"},
	{"assert", 8, "Force_Penalty 1: PFOSUB at time 1"},
	{"raise", 5, "Force_Penalty 1"},
	{"read", 8, "segmentation fault (access violation) in the routine's code"},
	{"write", 8, "segmentation fault (access violation) in the routine's code"},
	{"call", 8, "segmentation fault (access violation)"},
	{"divide", 8, "floating-point or integer fault"},
	{"illegal", 8, "illegal instruction"},
	{"privileged", 8, "Force_Penalty 1: PFOSUB at time 1"},
	{"breakpoint", 8, "breakpoint without a debugger"},
	{"stack", 8, "stack"},
	{"exception", 8, "Force_Penalty 1: PFOSUB at time 1"},
	{"loop", 5, "call-timeout"},
	{"sleep", 5, "call-timeout"},
	{"infinity", 5, "Force_Penalty 1"},
	{"nan", 5, "Force_Penalty 1"},
	{"flag", 5, "no such road"},
}

// TestFailuresUnderWine: whatever a DLL does, the run ends with a code that says so, names the element, and the rows so far are there. Codes
// are those of Linux, but of raise(), which the library of C makes an exit of.
func TestFailuresUnderWine(t *testing.T) {
	if os.Getenv(wineTool) == "" {
		t.Skip(wineTool + " does not name a tool for Windows: .ci/run wine does")
	}
	dir := t.TempDir()
	deck, err := os.ReadFile("../../examples/catenary/catenary-c.xml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(deck), `end_time="5."`, `end_time="2."`, 1)
	for name, text := range map[string]string{"deck.xml": text, "fails.c": failing} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	underWine(t, dir, nil, "usersub", "build", "fails.c", "-o", "catenary_c.dll").Expect(t, 0, "built catenary_c.dll")
	for _, f := range failuresOfDLL {
		t.Run(f.how, func(t *testing.T) {
			args := []string{"run", "deck.xml", "--out", f.how + ".out"}
			if f.says == "call-timeout" {
				args = append(args, "--call-timeout", "2s")
			}
			o := underWine(t, dir, []string{"HOW=" + f.how}, args...)
			rows, err := os.ReadFile(filepath.Join(dir, f.how+".out", "requests.csv"))
			if o.Code != f.code || !strings.Contains(o.Errors, f.says) || !strings.Contains(o.Errors, "Force_Penalty 1") ||
				err != nil || bytes.Count(rows, []byte("\n")) < 90 {
				t.Errorf("code %d instead of %d, %d rows (%v), want %q\n%s", o.Code, f.code, bytes.Count(rows, []byte("\n")), err, f.says, o.Errors)
			}
		})
	}
}
