//go:build linux && (amd64 || arm64)

package failtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// damageLaw is a spring that damages what its process holds, in the way of par[0], once at time par[1].
const damageLaw = `#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
extern void c_sysfnc(const char *, const int *, int, double *, int *);
static int rows(void)
{
	char link[64], name[512];
	for (int k = 3; k < 100; k++) {
		snprintf(link, sizeof link, "/proc/self/fd/%d", k);
		ssize_t n = readlink(link, name, sizeof name - 1);
		if (n > 0 && (name[n] = 0, strstr(name, "requests.csv"))) return k;
	}
	return -1;
}
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	static int done;
	int m = 9, e = 0, fd = rows();
	c_sysfnc("DX", &m, 1, value, &e);
	if (*time < par[1] || *iflag || done++) return;
	switch ((int)par[0]) {
	case 0: write(fd, "9,junk\n", 7); break;
	case 1: ftruncate(fd, 20); break;
	case 2: pwrite(fd, "7", 1, 12); break;
	case 3: lseek(fd, 0, SEEK_SET); break;
	case 4: close(fd); open("/dev/null", O_WRONLY); break;
	case 5: for (int k = 3; k < 100; k++) write(k, "9,junk\n", 7); break;
	case 6: for (int k = 0; k < 100; k++) close(k); break;
	}
}
`

// What a routine writes to descriptors of the run ends it with a code, which run.json has too.
func TestResultsDamagedByRoutines(t *testing.T) {
	clitest.CompileLibrary(t, "damages", damageLaw)
	for kind, name := range []string{"a row", "cut", "a digit", "sought", "another file", "all descriptors", "closed"} {
		deck := clitest.WriteFile(t, fmt.Sprintf("damage-%d.xml", kind), clitest.LawDeck(fmt.Sprintf(`usrsub_dll_name="damages" usrsub_param_string="USER(%d,0.45)"`, kind)))
		o := clitest.Run(t, "run", deck, "--quiet", "--call-timeout", "20s")
		if o.Code != run.ExitLost && (name != "closed" || o.Code != run.ExitInternal) || o.Errors == "" {
			t.Errorf("%s: %+v", name, o)
		}
		text, _ := os.ReadFile(filepath.Join(clitest.Folder, fmt.Sprintf("damage-%d.out", kind), run.DocumentFile))
		if d := clitest.ReadDocument(t, string(text)); d.Status != run.Failed || d.ExitCode != o.Code || d.Error == nil {
			t.Errorf("%s: exit code %d, run.json: %s %d %+v", name, o.Code, d.Status, d.ExitCode, d.Error)
		}
	}
}

// A broken pipe behind the standard output or error gives its exit code, and run.json has the same code.
func TestBrokenPipes(t *testing.T) {
	deck := clitest.WriteFile(t, "pipe.xml", clitest.BeadDeck("1.", clitest.Spring))
	for _, c := range []struct {
		fd   int
		flag string
		want int
	}{{1, "--json", run.ExitInternal}, {2, "--steps=5", run.ExitOK}} {
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		from.Close()
		p := clitest.Command("run", deck, "--end", "1", c.flag)
		if c.fd == 1 {
			p.Stdout = to
		} else {
			p.Stderr = to
		}
		_ = p.Run()
		to.Close()
		text, _ := os.ReadFile(filepath.Join(clitest.Folder, "pipe.out", run.DocumentFile))
		if d := clitest.ReadDocument(t, string(text)); p.ProcessState.ExitCode() != c.want || d.ExitCode != c.want {
			t.Errorf("descriptor %d: %v, run.json: %d %+v", c.fd, p.ProcessState, d.ExitCode, d.Error)
		}
	}
}

// A deck that is a pipe is refused, not waited for.
func TestPipeAsDeck(t *testing.T) {
	fifo := filepath.Join(clitest.Folder, "fifo.xml")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(fifo)
	for _, args := range [][]string{{"run", "fifo.xml", "--max-wall", "20"}, {"check", "fifo.xml"}, {"info", "fifo.xml"}, {"convert", "fifo.xml", "fifo.adm"}} {
		c := exec.Command("timeout", append([]string{"100", clitest.Program("trammel")}, args...)...)
		c.Dir = clitest.Folder
		text, _ := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != run.ExitDeck || !strings.Contains(string(text), "a pipe or a device") {
			t.Errorf("%q: %d %s", args, code, text)
		}
	}
}

// SIGQUIT says that the run ends.
func TestQuitSpeaks(t *testing.T) {
	c, said := clitest.StartRun(t, "quit.out", 20, clitest.LongRun(t, "quit.xml", ""))
	if err := c.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if c.ProcessState.ExitCode() != run.ExitInterrupted || !strings.Contains(said.String(), "at once") {
		t.Errorf("%v: %s", c.ProcessState, said)
	}
}
