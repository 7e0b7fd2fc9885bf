//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestMain lets the test binary be the process that a routine ends.
func TestMain(m *testing.M) {
	if os.Getenv("CDLL_TEST_LIBRARY") != "" {
		os.Exit(child())
	}
	var err error
	if built.dir, err = os.MkdirTemp("", "cdll"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(status)
}

// child calls one routine as a command would and says so on standard output.
func child() int {
	out, err := RedirectStdoutToStderr()
	if err != nil {
		return 90
	}
	again, err := RedirectStdoutToStderr()
	if err != nil || again != out {
		return 91
	}
	SetExitStatusFile(os.Getenv("CDLL_TEST_NOTE"))
	if os.Getenv("CDLL_TEST_HANDLER") == "" {
		SetForeignExitHandler(func(e Exit) {
			fmt.Fprintf(out, "%s %s %g %d\n", e.Element, e.Routine, e.Time, e.Status)
		})
	}
	if path := os.Getenv("CDLL_TEST_LOG"); path != "" {
		log, err := os.Create(path)
		defer runtime.KeepAlive(log)
		if err != nil || LogSignalsTo(log) != nil {
			return 94
		}
	}
	r, err := new(Loader).Load(ref(os.Getenv("CDLL_TEST_LIBRARY"), os.Getenv("CDLL_TEST_ROUTINE")), usersub.VARSUB)
	if err != nil {
		fmt.Fprintln(out, err)
		return 92
	}
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil)
	f.PrepareCall(1.25, false, false)
	s := &nesting{ask: func() (float64, error) { return goFault() }}
	if err := r.Call(f, s); err != nil {
		fmt.Fprintln(out, err)
		return 93
	}
	fmt.Fprintln(out, "back")
	FlushOutput()
	return 0
}

// goFault makes Go's own handler turn a signal into a panic.
func goFault() (v float64, err error) {
	defer func() {
		if recover() != nil {
			v = 41
		}
	}()
	var p *float64
	return *p, nil
}

// end runs child and returns its exit status and both outputs.
func end(t *testing.T, lib, routine string, env ...string) (status int, out, messages string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "CDLL_TEST_LIBRARY="+lib, "CDLL_TEST_ROUTINE="+routine), env...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

func TestExitInRoutine(t *testing.T) {
	c := build(t, "quirks.so", "testdata/quirks/quirks.c")
	f := build(t, "quirks.so", "testdata/quirks/quirks.f")
	for _, x := range []struct{ lib, routine, printed string }{
		{c, "EXITS", "printed before the exit"},
		{f, "STOPS", "written before the stop"},
	} {
		status, out, messages := end(t, x.lib, x.routine)
		if want := "Force_Penalty 7 " + x.routine + " 1.25 0\n"; status != 5 || out != want {
			t.Errorf("%s: status %d, %q; want 5, %q", x.routine, status, out, want)
		}
		if !strings.Contains(messages, x.printed) {
			t.Errorf("%s: what it printed is lost: %q", x.routine, messages)
		}
		status, out, messages = end(t, x.lib, x.routine, "CDLL_TEST_HANDLER=none")
		if status != 5 || out != "" || !strings.Contains(messages, "Force_Penalty 7") {
			t.Errorf("%s without a function: status %d, %q, %q", x.routine, status, out, messages)
		}
	}
}

// Where exits are noted, native code writes the note and exit() takes its course, on whatever thread.
func TestExitIsNoted(t *testing.T) {
	below := 253
	if runtime.GOOS == "windows" {
		below = 1<<32 - 3
	}
	other := `#include <pthread.h>
static void *other(void *p) { exit(201); return p; }
void THERE(double *v) { pthread_t t; pthread_create(&t, 0, other, 0); pthread_join(t, 0); }
`
	if runtime.GOOS == "windows" {
		other = "#include <windows.h>\n" + `static DWORD WINAPI other(void *p) { exit(201); return 0; }
void THERE(double *v) { WaitForSingleObject(CreateThread(0, 0, other, 0, 0, 0), INFINITE); }`
	}
	lib := build(t, "x.so", source(t, "x.c", `#include <stdio.h>
#include <stdlib.h>
void HERE(double *v) { printf("printed before the exit"); exit(7); }
void BELOW(double *v) { exit(-3); }
`+other))
	for routine, want := range map[string]struct {
		note   string
		status int
	}{"HERE": {"7", 7}, "BELOW": {"-3", below}, "THERE": {"201", 201}} {
		note := filepath.Join(t.TempDir(), "note")
		status, out, messages := end(t, lib, routine, "CDLL_TEST_NOTE="+note)
		got, err := os.ReadFile(note)
		if status != want.status || out != "" || string(got) != want.note || err != nil {
			t.Errorf("%s: status %d, %q, note %q (%v)", routine, status, out, got, err)
		}
		if routine == "HERE" && !strings.Contains(messages, "printed before the exit") {
			t.Errorf("what it printed is lost: %q", messages)
		}
	}
}

// A child that a routine forked is another process: its exit is none of the solver's, a signal there neither, and it does
// not come back into the solver.
func TestChildrenOfARoutine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no fork on Windows")
	}
	lib := build(t, "x.so", source(t, "x.c", `#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int child(void) { int s = 0; pid_t p = fork(); if (p > 0) waitpid(p, &s, 0); return p ? s : -1; }
void LEAVES(double *v) { int s = child(); if (s < 0) exit(3); if (!WIFEXITED(s) || WEXITSTATUS(s) != 3) abort(); }
void CRASHES(double *v) { int s = child(); if (s < 0) abort(); if (!WIFSIGNALED(s)) exit(1); }
void RETURNS(double *v) { int s = child(); if (s >= 0 && (!WIFEXITED(s) || WEXITSTATUS(s) != 1)) exit(1); }
`))
	for routine, says := range map[string]string{"LEAVES": "", "CRASHES": "",
		"RETURNS": "trammel: Force_Penalty 7: RETURNS at time 1.250000: a child that the routine forked has returned from it; it is ended here\n"} {
		note := filepath.Join(t.TempDir(), "note")
		status, out, messages := end(t, lib, routine, "CDLL_TEST_NOTE="+note)
		if status != 0 || out != "back\n" || messages != says {
			t.Errorf("%s: status %d, %q, %q", routine, status, out, messages)
		}
		if _, err := os.Stat(note); err == nil {
			t.Errorf("%s: the exit of a child was noted", routine)
		}
	}
}

func TestOutputOfRoutineIsNotData(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	status, out, messages := end(t, lib, "PRINTS")
	if status != 0 || out != "back\n" || !strings.Contains(strings.ReplaceAll(messages, "\r", ""), "a line of C\n") {
		t.Errorf("status %d, data %q, messages %q", status, out, messages)
	}
}

func TestSignalInRoutine(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	tests := map[string]string{"FAULTS": "segmentation fault", "ABORTS": "abort",
		"OVERFLOWS": "segmentation fault", "BADPLACE": "segmentation fault", "BADSTATE": "segmentation fault",
		"BADSTATES": "segmentation fault"}
	if runtime.GOARCH == "amd64" {
		tests["DIVIDES"] = "integer fault" // arm64 gives 0
	}
	log := filepath.Join(t.TempDir(), "log")
	for routine, text := range tests {
		status, out, messages := end(t, lib, routine, "CDLL_TEST_LOG="+log)
		if b, err := os.ReadFile(log); err != nil || string(b) != messages {
			t.Errorf("%s: log %q (%v), messages %q", routine, b, err, messages)
		}
		line, _, _ := strings.Cut(messages, "\n")
		if status != 8 || out != "" || !strings.HasPrefix(line, "trammel: Force_Penalty 7: "+routine+
			" at time 1.250000: ") || !strings.Contains(line, text) {
			t.Errorf("%s: status %d, %q, %q", routine, status, out, messages)
		}
	}
}

// What a library does while it is opened is reported like a call.
func TestInitialisers(t *testing.T) {
	const routine = "\nvoid CALLED(double *v) {}\n__attribute__((constructor)) static void begin(void) "
	lib := build(t, "x.so", source(t, "x.c", "#include <stdlib.h>"+routine+"{ exit(3); }"))
	status, out, messages := end(t, lib, "CALLED")
	want := "Force_Penalty 7 opening " + lib + " 0 3\n"
	if runtime.GOOS == "windows" { // Go cannot be entered there while a library is opened
		out, want = messages, "trammel: Force_Penalty 7: opening "+lib+" at time 0.000000: the routine's code ended the process; the run ends\n"
	}
	if status != 4 || out != want {
		t.Errorf("exit: status %d, %q; want 4, %q", status, out, want)
	}
	lib = build(t, "x.so", source(t, "x.c", "#include <stdlib.h>"+routine+"{ abort(); }"))
	status, _, messages = end(t, lib, "CALLED")
	if status != 8 || !strings.HasPrefix(messages, "trammel: Force_Penalty 7: opening "+lib) {
		t.Errorf("abort: status %d, %q", status, messages)
	}
}

// A fault in Go code that answers a query is still Go's.
func TestSignalInGoStaysGos(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	status, out, messages := end(t, lib, "NESTS")
	if status != 0 || out != "back\n" || messages != "" {
		t.Errorf("status %d, %q, %q", status, out, messages)
	}
	if v, err := goFault(); v != 41 || err != nil {
		t.Errorf("outside of a call: %g (%v)", v, err)
	}
}

func TestFlushWithoutLibraries(t *testing.T) {
	FlushOutput()
	if err := new(Loader).Close(); err != nil {
		t.Error(err)
	}
}
