//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// endsLaw is a spring that ends its process in the way of par[0] once the time has passed par[1].
const endsLaw = `#define _GNU_SOURCE
#include <stdlib.h>
#include <signal.h>
#include <unistd.h>
#include <fcntl.h>
#include <pthread.h>
extern void c_sysfnc(const char *, const int *, int, double *, int *);
static void *boom(void *p) { *(volatile int *)0 = 1; return p; }
static void trouble(int kind)
{
	pthread_t t;
	switch (kind) {
	case 0: _exit(0);
	case 1: quick_exit(0);
	case 2: execl("/bin/true", "true", (char *)0); break;
	case 3: execl("/bin/sleep", "sleep", "1000", (char *)0); break;
	case 4: pthread_create(&t, 0, boom, 0); pthread_join(t, 0); break;
	case 5: for (int k = 3; k < 100; k++) close(k); break;
	case 6: for (int k = 3; k < 100; k++) dup2(open("/dev/null", O_RDWR), k); break;
	case 7: raise(SIGKILL); break;
	case 8: if (fork() == 0) for (;;) pause(); _exit(0);
	case 9: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break;
	}
}
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int m = 9, e = 0;
	double x = 0;
	c_sysfnc("DX", &m, 1, &x, &e);
	if (*time >= par[1] && !*iflag) trouble((int)par[0]);
	*value = x;
}
`

// However native code ends the process that it runs in, the exit status is that of a lost run, run.json says so, the rows
// before are there, and nothing of it stays.
func TestProcessEndedByNativeCode(t *testing.T) {
	clitest.CompileLibrary(t, "ends", endsLaw)
	for kind, name := range []string{"_exit", "quick_exit", "exec", "exec of a program that stays", "fault on another thread", "descriptors closed",
		"descriptors replaced", "SIGKILL", "_exit with a child that stays", "fault with a child that stays"} {
		t.Run(name, func(t *testing.T) {
			deck := clitest.WriteFile(t, fmt.Sprintf("ends-%d.xml", kind), clitest.LawDeck(fmt.Sprintf(`usrsub_dll_name="ends" usrsub_param_string="USER(%d,0.45)"`, kind)))
			out := strings.TrimSuffix(deck, ".xml") + ".out"
			c := clitest.Command("run", deck, "--quiet")
			said, err := os.Create(filepath.Join(t.TempDir(), "said"))
			if err != nil {
				t.Fatal(err)
			}
			defer said.Close()
			c.Stderr = said // no pipe, which a child that stays would keep open
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			code := clitest.WaitExit(c)
			text, _ := os.ReadFile(said.Name())
			if code != run.ExitLost || len(text) == 0 {
				t.Errorf("exit status %d, want %d\n%s", code, run.ExitLost, text)
			}
			d, rows := clitest.ReadResults(t, out, run.ExitLost)
			returns := strings.HasPrefix(name, "descriptors") // the process ends after the call
			if len(rows) != 6 || d.Error.Element != "Force_Penalty 7" && !returns {
				t.Errorf("rows %q, %+v", rows, d.Error)
			}
			for end := time.Now().Add(time.Minute); len(commandLines(deck)) > 0; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("left behind: %q", commandLines(deck))
				}
			}
		})
	}
	// What only loads the library ends so, too.
	clitest.CompileLibrary(t, "leaves", "#include <unistd.h>\n__attribute__((constructor)) static void leave(void) { _exit(0); }\nvoid PFOSUB(void) {}\n")
	deck := clitest.WriteFile(t, "ends-loaded.xml", clitest.LawDeck(`usrsub_dll_name="leaves" usrsub_param_string="USER(0)"`))
	for _, name := range []string{"run", "check", "lock", "bench"} {
		if o := clitest.Run(t, name, deck); o.Code != run.ExitLost || o.Errors == "" {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// commandLines lists the command lines of processes that have a text in them.
func commandLines(text string) (list []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), text) {
			list = append(list, strings.ReplaceAll(string(b), "\x00", " "))
		}
	}
	return list
}

// A deck without user code needs no second process.
func TestPlainDecksAreNotSupervised(t *testing.T) {
	for text, want := range map[string]bool{
		clitest.BeadDeck("1.", clitest.Spring):                     false,
		clitest.LawDeck(`usrsub_dll_name="ends"`):                  true,
		clitest.LawDeck(`script_name="a.py"`):                      true,
		clitest.BeadDeck("1.", `<ReadModel x="y"/>`):               true,
		string(utf16(clitest.LawDeck(`usrsub_dll_name="ends"`))):   true,
		clitest.BeadDeck("1.", strings.ToUpper(`usrsub_dll_name`)): true,
	} {
		deck := clitest.WriteFile(t, "scanned.xml", text)
		if got := mayBeNative([]string{filepath.Join(clitest.Folder, deck)}); got != want {
			t.Errorf("%t for %s", got, text)
		}
	}
	if !mayBeNative([]string{clitest.Program("trammel")}) {
		t.Error("what is not a deck is taken for one")
	}
}

func utf16(s string) (b []byte) {
	for _, c := range []byte(s) {
		b = append(b, c, 0)
	}
	return b
}

// A Fortran run-time error ends the process while its unit is locked: the run ends with code 5, what other units hold is written.
func TestFortranErrorsInProcess(t *testing.T) {
	t.Parallel()
	fortran := subtest.RequireTool(t, "gfortran")
	source := clitest.WriteFile(t, "io.f90", `subroutine pfosub(id, time, par, npar, dflag, iflag, value)
  integer id, npar
  logical dflag, iflag
  double precision time, par(*), value, x
  value = 0
  if (iflag .or. time < 0.45d0) return
  open(33, file='kept.txt', status='replace')
  write(33, *) 'kept', par(1)
  open(20, file='input.txt', status='replace')
  if (par(1) == 2) then
    open(21, file='no-such-file', status='old')
  else if (par(1) == 3) then
    write(20, *) 'word'
  end if
  rewind(20)
  read(20, *) x
end subroutine
`)
	if text, err := exec.Command(fortran, "-shared", "-fPIC", "-o", filepath.Join(clitest.Folder, "io.so"), filepath.Join(clitest.Folder, source)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for kind, word := range map[int]string{1: "End of file", 2: "Cannot open file", 3: "Bad real number"} {
		deck := clitest.WriteFile(t, fmt.Sprintf("io-%d.xml", kind), clitest.LawDeck(fmt.Sprintf(`usrsub_dll_name="io" usrsub_param_string="USER(%d)"`, kind)))
		o := clitest.Run(t, "run", deck, "--quiet", "--max-wall", "60")
		if o.Code != run.ExitRoutine || !strings.Contains(o.Errors, word) {
			t.Errorf("%s: %+v", word, o)
		}
		if _, rows := clitest.ReadResults(t, fmt.Sprintf("io-%d.out", kind), run.ExitRoutine); len(rows) != 6 {
			t.Errorf("%s: rows %q", word, rows)
		}
		if text, _ := os.ReadFile(filepath.Join(clitest.Folder, "kept.txt")); !strings.Contains(string(text), fmt.Sprintf("kept   %d.0", kind)) {
			t.Errorf("%s: the other unit holds %q", word, text)
		}
	}
}
