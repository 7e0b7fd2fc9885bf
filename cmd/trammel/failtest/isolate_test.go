//go:build linux && (amd64 || arm64)

package failtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// badLaw is a spring that does par[0] once the time has passed par[1].
const badLaw = `#include <stdlib.h>
#include <stdio.h>
#include <signal.h>
#include <unistd.h>
#include <pthread.h>
extern void c_sysfnc(const char *, const int *, int, double *, int *);
static volatile int count;
static void *boom(void *p) { *(volatile int *)0 = 1; return p; }
static void trouble(int kind)
{
	pthread_t t;
	switch (kind) {
	case 1: *(volatile int *)0 = 1; break;
	case 2: raise(SIGKILL); break;
	case 3: exit(0);
	case 4: _exit(0);
	case 5: for (;;) count++;
	case 6: for (;;) {
			volatile char *p = malloc(1 << 24);
			if (!p) abort();
			for (int i = 0; i < 1 << 24; i += 4096) p[i] = 1;
		}
	case 7: pthread_create(&t, 0, boom, 0); pthread_join(t, 0); break;
	case 8: raise(SIGSTOP); break;
	case 9: abort();
	case 10: close(0); for (int k = 3; k < 100; k++) close(k); break;
	case 11: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break;
	case 12: if (fork() == 0) for (;;) pause(); for (;;) pause();
	case 13: { /* a child, and one that leaves the group */
		int a = fork(), b = a ? fork() : 0;
		if (a && !b) setsid();
		if (!a || !b) for (;;) pause();
		usleep(20000);
		printf("children %d %d\n", a, b);
		for (;;) pause();
	}
	}
}
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int m = 9, e = 0;
	double x = 0;
	c_sysfnc("DX", &m, 1, &x, &e);
	if (*time >= par[1] && !*iflag) {
		printf("trouble at %g\n", *time);
		trouble((int)par[0]);
	}
	*value = x;
}
`

// undisturbed checks that the rows of a run that failed are those of one that did not.
func undisturbed(t *testing.T, rows, all []string) {
	t.Helper()
	if len(rows) < 3 || len(rows) > len(all) || !slices.Equal(rows, all[:len(rows)]) {
		t.Errorf("%d rows are not the first of %d undisturbed ones", len(rows), len(all))
	}
}

// running reports whether a process or one of its group is there and has not ended: what has
// ended stays in a container where nobody asks for its status.
func running(pid int) bool {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, err := os.ReadFile(file)
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); err == nil && len(fields) > 2 && fields[2] == strconv.Itoa(pid) && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return false
}

// ended makes a run that hangs, or one that has all the time that it needs.
func ended(t *testing.T, hangs bool, says string, args ...string) clitest.Outcome {
	t.Helper()
	if hangs {
		_, o := clitest.RunOverdue(t, says, args...)
		return o
	}
	return clitest.Run(t, append(args, "--call-timeout", "10m")...)
}

// report reads the report of a crash.
func report(t *testing.T, path string) (m map[string]any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Whatever a library does in a worker, the run ends with the right code, says why, keeps its
// rows and leaves nothing behind.
func TestIsolatedLibrariesThatEndBadly(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	deck := clitest.WriteFile(t, "well.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(0,9)" isolate="process"`))
	clitest.Run(t, "run", deck).Expect(t, 0)
	d, all := clitest.ReadResults(t, "well.out", 0)
	if r := d.Routines[0]; !r.Isolated || r.Confined == "" || r.Implementation != "c" {
		t.Errorf("run.json: %+v", r)
	}
	for kind, c := range map[int]struct {
		code int
		says string
	}{
		1:  {8, "signal: segmentation fault"},
		2:  {8, "signal: killed"},
		3:  {5, "exit(0) or STOP"},
		4:  {5, "status 0 (_exit)"},
		5:  {8, "did not return within"},
		6:  {8, "signal: aborted"},
		7:  {8, "signal: segmentation fault"},
		8:  {8, "did not return within"},
		9:  {8, "signal: aborted"},
		10: {8, "in its worker"}, // its connection and whatever else is gone: the runtime ends
		// A child keeps the connections open.
		11: {8, "signal: segmentation fault"},
		12: {8, "did not return within"},
	} {
		name := fmt.Sprintf("bad%d", kind)
		deck := clitest.WriteFile(t, name+".xml", clitest.LawDeck(fmt.Sprintf(`usrsub_dll_name="bad" usrsub_param_string="USER(%d,0.45)" isolate="process"`, kind)))
		fails := "failed at time 0.4"
		if kind == 10 {
			fails = "failed at time 0." // what is shared in memory serves until the worker needs a file
		}
		o := ended(t, strings.Contains(c.says, "return"), fails, "run", deck, "--memory-limit", "256M")
		o.Expect(t, c.code, "Force_Penalty 7: routine PFOSUB "+fails, c.says)
		d, rows := clitest.ReadResults(t, name+".out", c.code)
		undisturbed(t, rows, all)
		if d.Error == nil || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != "PFOSUB" || d.Error.Time == nil || !strings.Contains(d.Error.Message, c.says) {
			t.Errorf("%s: run.json: %+v", name, d.Error)
		}
		m := report(t, filepath.Join(clitest.Folder, name+".out", "crash-1.json"))
		if m["element"] != "Force_Penalty 7" || m["time"].(float64) != *d.Error.Time || !strings.Contains(fmt.Sprint(m["arguments"]), "0.45") ||
			!strings.Contains(fmt.Sprint(m["answers"]), "DX") || kind != 10 && !strings.Contains(m["output"].(string), "trouble at 0.4") {
			t.Errorf("%s: %v", name, m)
		}
		if pid := int(m["pid"].(float64)); running(pid) {
			t.Errorf("%s: process %d or one of its group is still there", name, pid)
		}
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestIsolatedFortranStops(t *testing.T) {
	clitest.WriteFile(t, "stops.f", `      SUBROUTINE PFOSUB(ID,TIME,PAR,NPAR,DFLAG,IFLAG,VALUE)
      INTEGER ID,NPAR,DFLAG,IFLAG
      DOUBLE PRECISION TIME,PAR(*),VALUE
      IF (TIME.GT.0.45D0) STOP 'worn out'
      VALUE = 0D0
      END
`)
	line := []string{"-std=legacy", "-shared", "-fPIC", "-o", filepath.Join(clitest.Folder, "stops.so"), filepath.Join(clitest.Folder, "stops.f")}
	if out, err := exec.Command(subtest.RequireTool(t, "gfortran"), line...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	deck := clitest.WriteFile(t, "stops.xml", clitest.LawDeck(`usrsub_dll_name="stops" usrsub_param_string="USER()"`))
	clitest.Run(t, "run", deck, "--isolate", "native").Expect(t, 5, "exit(0) or STOP", "worn out")
	clitest.ReadResults(t, "stops.out", 5)
}

// Whatever a script does in a worker.
func TestIsolatedScriptsThatEndBadly(t *testing.T) {
	clitest.NeedPython(t)
	t.Setenv("TRAMMEL_PYTHON", "")
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	body := `def SPRING(id, time, par, npar, dflag, iflag):
    x, e = py_sysfnc("DX", [9])
    if time >= 0.45 and not iflag:
        print("trouble at", time)
        %s
    return x
`
	clitest.WriteFile(t, "good.py", fmt.Sprintf(body, "pass"))
	clitest.Run(t, "run", clitest.WriteFile(t, "good-script.xml", clitest.LawDeck(`script_name="good.py" usrsub_fnc_name="SPRING" usrsub_param_string="USER()"`)), "--isolate", "python").Expect(t, 0)
	d, all := clitest.ReadResults(t, "good-script.out", 0)
	if r := d.Routines[0]; !r.Isolated || r.Implementation != "gpython" {
		t.Errorf("run.json: %+v", r)
	}
	for name, c := range map[string]struct {
		engine, body string
		code         int
		says         string
	}{
		"crash": {"cpython", "import ctypes; ctypes.string_at(0)", 8, "signal: segmentation fault"},
		"kill":  {"cpython", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 8, "signal: killed"},
		"exit":  {"cpython", "import sys; sys.exit(0)", 5, "SystemExit"},
		"_exit": {"cpython", "import os; os._exit(0)", 5, "exit"},
		"loop":  {"cpython", "while True: pass", 5, "TimeoutError: no result after"},
		"bomb":  {"cpython", "x = []\n        while True: x.append(bytearray(1 << 24))", 5, "MemoryError"},
		"thread": {"cpython", "import ctypes, threading\n        k = threading.Thread(target=ctypes.string_at, args=(0,)); k.start(); k.join()",
			8, "signal: segmentation fault"},
		"connect": {"cpython", "import socket; socket.create_connection(('127.0.0.1', 9))", 5, "PermissionError"},
		"write":   {"cpython", "open('left.txt', 'w')", 5, "PermissionError"},
		"environ": {"cpython", "import os; raise ValueError(os.environ.get('TRAMMEL_SECRET'))", 5, "ValueError: None"},
		"eloop":   {"gpython", "while True: pass", 5, "TimeoutError: no result after"},
		"eexit":   {"gpython", "exit(0)", 5, "SystemExit"},
		"eraise":  {"gpython", "raise ValueError('worn out')", 5, "ValueError: worn out"},
	} {
		t.Setenv("TRAMMEL_SECRET", "secret")
		clitest.WriteFile(t, "script-"+name+".py", fmt.Sprintf(body, c.body))
		deck := clitest.WriteFile(t, "script-"+name+".xml", clitest.LawDeck(`script_name="script-`+name+`.py" usrsub_fnc_name="SPRING" usrsub_param_string="USER()"`))
		o := ended(t, strings.Contains(c.body, "while True: pass"), "failed at time 0.4", "run", deck, "--isolate", "python", "--python-engine", c.engine, "--memory-limit", "256M")
		o.Expect(t, c.code, "Force_Penalty 7: routine SPRING failed at time 0.4", c.says)
		_, rows := clitest.ReadResults(t, "script-"+name+".out", c.code)
		undisturbed(t, rows, all)
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A pure routine continues in a new process, set up as the first was, with the same results.
func TestPureRoutinesContinue(t *testing.T) {
	clitest.CompileLibrary(t, "pure", `#include <stdlib.h>
#include <stdio.h>
#include <signal.h>
extern void c_sysfnc(const char *, const int *, int, double *, int *);
static double factor;
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	static int calls;
	int m = 9, e = 0;
	double x = 0;
	if (*iflag) factor = par[0];
	c_sysfnc("DX", &m, 1, &x, &e);
	if (par[1] > 0 && ++calls > par[1]) raise(SIGSEGV);
	if (par[1] < 0 && *time > 0.45) exit(3);
	*value = factor * x;
}`)
	law := func(name, n string) string {
		return clitest.WriteFile(t, name+".xml", clitest.LawDeck(`usrsub_dll_name="pure" usrsub_param_string="USER(1,`+n+`)" isolate="process" usrsub_pure="TRUE"`))
	}
	clitest.Run(t, "run", law("pure-well", "0")).Expect(t, 0)
	_, all := clitest.ReadResults(t, "pure-well.out", 0)
	clitest.Run(t, "run", law("pure-late", "1500")).Expect(t, 0, "it is pure: its worker was started again and the call is repeated")
	d, rows := clitest.ReadResults(t, "pure-late.out", 0)
	if !slices.Equal(rows, all) {
		t.Error("a worker that was replaced changes the results")
	}
	if !slices.ContainsFunc(d.Warnings, func(w string) bool { return strings.Contains(w, "started again") }) {
		t.Errorf("warnings: %v", d.Warnings)
	}
	if m := report(t, filepath.Join(clitest.Folder, "pure-late.out", "crash-1.json")); m["started_again"] != true {
		t.Errorf("%v", m)
	}
	clitest.Run(t, "run", law("pure-never", "-1")).Expect(t, 5, "exit(3) or STOP", "the same call twice")
	_, rows = clitest.ReadResults(t, "pure-never.out", 5)
	undisturbed(t, rows, all)
}

// Calls of elements of one library travel to its worker together; the one that ends badly is named.
func TestOneOfSeveralIsolatedElementsEndsBadly(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	law := func(kinds ...int) string {
		var more strings.Builder
		for i, kind := range kinds {
			fmt.Fprintf(&more, `<Force_Penalty id="%d" type="USERSUB" penalty="10." usrsub_dll_name="bad" usrsub_param_string="USER(%d,0.45)" isolate="process"/>`, i+1, kind)
		}
		return clitest.BeadDeck("1.", more.String())
	}
	clitest.Run(t, "run", clitest.WriteFile(t, "three-well.xml", law(0, 0, 0))).Expect(t, 0)
	_, all := clitest.ReadResults(t, "three-well.out", 0)
	for kind, c := range map[int]struct {
		code int
		says string
	}{1: {8, "signal: segmentation fault"}, 3: {5, "exit(0) or STOP"}, 5: {8, "did not return within"}} {
		name := fmt.Sprintf("three-%d", kind)
		o := ended(t, kind == 5, "failed at time 0.4", "run", clitest.WriteFile(t, name+".xml", law(0, 0, kind)))
		o.Expect(t, c.code, "Force_Penalty 3: routine PFOSUB failed at time 0.4", c.says)
		d, rows := clitest.ReadResults(t, name+".out", c.code)
		undisturbed(t, rows, all)
		if d.Error == nil || d.Error.Element != "Force_Penalty 3" || report(t, filepath.Join(clitest.Folder, name+".out", "crash-1.json"))["element"] != "Force_Penalty 3" {
			t.Errorf("%s: %+v", name, d.Error)
		}
	}
}

// A run that is killed takes its workers along, also in the middle of a call.
func TestWorkersDoNotOutliveTheRun(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	deck := clitest.WriteFile(t, "orphan.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(5,0.45)" isolate="process"`))
	c := exec.Command(clitest.Program("trammel"), "run", deck, "--call-timeout", "10m")
	c.Dir = clitest.Folder
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, after, ok := strings.Cut(lines.Text(), " pid="); ok && pid == 0 {
			text, _, _ := strings.Cut(after, " ")
			pid, _ = strconv.Atoi(text)
		}
		if strings.Contains(lines.Text(), "trouble") {
			break
		}
	}
	if pid == 0 || syscall.Kill(pid, 0) != nil {
		t.Fatalf("there is no worker %d", pid)
	}
	c.Process.Kill()
	_ = c.Wait()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if !running(pid) {
			break
		}
		if time.Now().After(end) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("worker %d is still there", pid)
		}
	}
}

// What a routine had started does not outlive a run that is killed either, nor do the folders of its worker.
func TestChildrenOfRoutinesDoNotOutliveTheRun(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	tmp := t.TempDir()
	deck := clitest.WriteFile(t, "orphans.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(13,0.45)" isolate="process"`))
	c := exec.Command(clitest.Program("trammel"), "run", deck, "--call-timeout", "10m")
	c.Dir, c.Env = clitest.Folder, append(os.Environ(), "TMPDIR="+tmp)
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var a, b int
	for lines := bufio.NewScanner(out); b == 0 && lines.Scan(); {
		if _, after, ok := strings.Cut(lines.Text(), "children "); ok {
			fmt.Sscan(after, &a, &b)
		}
	}
	if a == 0 || b == 0 || !lives(a) || !lives(b) {
		t.Fatalf("there are no children %d, %d", a, b)
	}
	c.Process.Kill()
	_ = c.Wait()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		left, _ := os.ReadDir(tmp)
		if !lives(a) && !lives(b) && len(left) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("left behind: %d %v, %d %v, %v", a, lives(a), b, lives(b), left)
		}
	}
}

// lives reports whether a process is there and has not ended.
func lives(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(after, "Z") && !strings.HasPrefix(after, "X")
}

// What --isolate means, and what info says of it.
func TestIsolateFlag(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	asks := clitest.WriteFile(t, "asks.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(0,9)" isolate="process"`))
	silent := clitest.WriteFile(t, "silent.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(0,9)"`))
	for _, c := range []struct {
		deck     string
		args     []string
		isolated bool
	}{
		{asks, nil, true}, {asks, []string{"--isolate", "none"}, false}, {asks, []string{"--isolate", "python"}, true},
		{silent, nil, false}, {silent, []string{"--isolate", "all"}, true}, {silent, []string{"--isolate", "native"}, true},
		{silent, []string{"--isolate", "python"}, false},
	} {
		o := clitest.Run(t, append([]string{"info", c.deck}, c.args...)...)
		if got := strings.Contains(o.Out, "in a process of its own, enforced there: "); o.Code != 0 || got != c.isolated {
			t.Errorf("%s %v: isolated %v, want %v: %d\n%s%s", c.deck, c.args, got, c.isolated, o.Code, o.Out, o.Errors)
		}
	}
	// The attributes stand in all three forms of decks.
	clitest.CompileLibrary(t, "pull", `void SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) { *value = par[0]; }`)
	whole := clitest.WriteFile(t, "forms-isolated.xml", clitest.PulledDeck("pull", `isolate="process" usrsub_pure="TRUE" usrsub_dialect="MS"`))
	for _, form := range []string{"forms-isolated.adm", "forms-isolated.py"} {
		clitest.Run(t, "convert", whole, form).Expect(t, 0)
		text, err := os.ReadFile(filepath.Join(clitest.Folder, form))
		if err != nil || !strings.Contains(strings.ToUpper(string(text)), "ISOLATE") || !strings.Contains(strings.ToUpper(string(text)), "PURE") {
			t.Errorf("%s: %v\n%s", form, err, text)
		}
		o := clitest.Run(t, "info", form)
		o.Expect(t, 0, "in a process of its own, enforced there: ")
	}
	for _, bad := range [][]string{{"--isolate", "some"}, {"--memory-limit", "much"}, {"--memory-limit", "1k"}, {"--cpu-limit", "0"}, {"--cpu-limit", "x"}, {"--env", "=1"}} {
		clitest.Run(t, append([]string{"run", silent}, bad...)...).Expect(t, run.ExitUsage, bad[0])
	}
	clitest.CompileLibrary(t, "rights", `#include <stdio.h>
#include <stdlib.h>
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	FILE *f;
	if (*iflag) {
		printf("A=%s B=%s\n", getenv("A_KEY"), getenv("B_KEY"));
		printf("file %s\n", fopen("note.txt", "r") ? "read" : "not read");
		printf("out %s\n", fopen("result.txt", "w") ? "written" : "not written");
	}
	while (par[0] > 0) ;
	*value = 0;
}`)
	t.Setenv("A_KEY", "1")
	clitest.WriteFile(t, "note.txt", "x")
	rights := clitest.WriteFile(t, "rights.xml", clitest.LawDeck(`usrsub_dll_name="rights" usrsub_param_string="USER(0)"`))
	clitest.Run(t, "run", rights, "--isolate", "all").Expect(t, 0, "A=(null) B=(null)", "file read", "out not written")
	clitest.Run(t, "run", rights, "--isolate", "all", "--env", "A_KEY", "--env", "B_KEY=2", "--allow-write", clitest.Folder).Expect(t, 0, "A=1 B=2", "out written")
	spins := clitest.WriteFile(t, "spins.xml", clitest.LawDeck(`usrsub_dll_name="rights" usrsub_param_string="USER(1)"`))
	clitest.Run(t, "run", spins, "--isolate", "all", "--cpu-limit", "1s", "--call-timeout", "10m").Expect(t, 8, "it used up its processor time of 1 s")
}

// Plugins of others get nothing of the environment but what is named, and with --isolate all the rights of workers.
func TestIsolatedPlugins(t *testing.T) {
	for _, file := range []string{"/etc/hostname", "/bin/true"} {
		if _, err := os.Stat(file); err != nil {
			t.Skip(err)
		}
	}
	t.Setenv("A_KEY", "1")
	clitest.WriteFile(t, "note.txt", "x")
	deck := clitest.WriteFile(t, "plugin-rights.xml", clitest.BeadDeck("0.3", clitest.PluginForce("reports")))
	near := "NEAR=" + clitest.Folder
	clitest.Run(t, "run", deck, "--env", near).Expect(t, 0, `A="" B="" far=true near=true write=true start=true`)
	os.Remove(filepath.Join(clitest.Folder, "left.txt"))
	d, rows := clitest.ReadResults(t, "plugin-rights.out", 0)
	if d.Routines[0].Confined != "" {
		t.Errorf("confined without --isolate: %q", d.Routines[0].Confined)
	}
	confined := []string{"run", deck, "--isolate", "all", "--env", near, "--env", "A_KEY", "--env", "B_KEY=2"}
	for _, transport := range []string{"memory", "pipe", "grpc"} {
		clitest.Run(t, append(confined, "--memory-limit", "64M", "--plugin-transport", transport)...).
			Expect(t, 0, `A="1" B="2" far=false near=true write=false start=false`)
		d, same := clitest.ReadResults(t, "plugin-rights.out", 0)
		if c := d.Routines[0].Confined; !strings.Contains(c, "files by Landlock") || !strings.Contains(c, "memory 64 MiB") || d.Routines[0].Isolated {
			t.Errorf("%s: confined %q, isolated %v", transport, c, d.Routines[0].Isolated)
		}
		if !slices.Equal(rows, same) {
			t.Errorf("%s: other rows", transport)
		}
	}
	clitest.Run(t, append(confined, "--allow-read", "/etc/hostname", "--allow-write", clitest.Folder)...).Expect(t, 0, `far=true near=true write=true start=false`)
	os.Remove(filepath.Join(clitest.Folder, "left.txt"))
	// One that must be verified is started from a sealed copy.
	clitest.Run(t, "lock", deck).Expect(t, 0)
	clitest.Run(t, append(confined, "--locked")...).Expect(t, 0, `far=false near=true write=false start=false`)
	clitest.Run(t, "run", clitest.WriteFile(t, "plugin-ends.xml", clitest.BeadDeck("1.", clitest.PluginForce("exits"))), "--isolate", "all").Expect(t, 8, "exit status 3", "out of licences", "crash report")
}

// A crash may leave a core file where that is asked for and the session allows it.
func TestCoreFiles(t *testing.T) {
	var limit syscall.Rlimit
	pattern, _ := os.ReadFile("/proc/sys/kernel/core_pattern")
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil || limit.Max == 0 || strings.TrimSpace(string(pattern)) != "core" {
		t.Skipf("no core files here: limit %d, %s", limit.Max, pattern)
	}
	clitest.CompileLibrary(t, "bad", badLaw)
	deck := clitest.WriteFile(t, "core.xml", clitest.LawDeck(`usrsub_dll_name="bad" usrsub_param_string="USER(1,0.45)" isolate="process"`))
	clitest.Run(t, "run", deck, "--core-dumps").Expect(t, 8, "core dumped")
	m := report(t, filepath.Join(clitest.Folder, "core.out", "crash-1.json"))
	path, _ := m["core"].(string)
	if !filepath.IsAbs(path) {
		path = filepath.Join(clitest.Folder, path)
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("core %q: %v", path, err)
	}
}
