package failtest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// terminal runs the tool with its standard error on a terminal and returns
// what appears there.
func terminal(t *testing.T, env []string, args ...string) string {
	t.Helper()
	host, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer host.Close()
	if err := unix.IoctlSetPointerInt(int(host.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(int(host.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	end, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	c := clitest.Command(args...)
	c.Stderr = end
	c.Env = append(c.Env, env...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	end.Close()
	shown, _ := io.ReadAll(host) // ends with an error when the tool has ended
	_ = c.Wait()
	return string(shown)
}

func TestTerminal(t *testing.T) {
	deck := clitest.LongRun(t, "terminal.xml", clitest.Spring)
	color := []string{"TERM=xterm"}
	shown := ""
	for _, limit := range []string{"0.6", "2.4", "9.6", "38.4"} { // a busy machine needs longer until its second line
		shown = terminal(t, color, "run", deck, "--max-wall", limit)
		if strings.Count(shown, "\r  0%  t = ") >= 2 {
			break
		}
	}
	if strings.Count(shown, "\r  0%  t = ") < 2 || !strings.Contains(shown, " of 1e+09  step ") ||
		!strings.Contains(shown, "\r\x1b[1;31merror:\x1b[0m the wall-time limit") {
		t.Errorf("progress and error: %q", shown)
	}
	shown = terminal(t, color, "check", "type-real.xml")
	if !strings.Contains(shown, "\x1b[1;31merror:") {
		t.Errorf("a diagnostic without colour: %q", shown)
	}
	if n := strings.Count(shown, "`trammel explain E401` says more"); n != 1 {
		t.Errorf("%d lines name explain: %q", n, shown)
	}
	clitest.WriteFile(t, "massless.xml", `<M><Model><Body_Rigid id="1" cg_id="10"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" colour="1"/></Model></M>`)
	if shown = terminal(t, color, "check", "massless.xml"); strings.Count(shown, "`trammel explain ") != 1 || !strings.Contains(shown, "[R003]") {
		t.Errorf("a warning and an error: %q", shown)
	}
	clitest.WriteFile(t, "unheld.xml", `<M><Model><Body_Rigid id="1" cg_id="10"/><Reference_Marker id="10" body_id="1"/></Model></M>`)
	if shown = terminal(t, color, "check", "unheld.xml"); strings.Count(shown, "`trammel explain R003` says more") != 1 {
		t.Errorf("an error of the start: %q", shown)
	}
	for _, env := range [][]string{{"TERM=xterm", "NO_COLOR=1"}, {"TERM=dumb"}} {
		if shown = terminal(t, env, "check", "type-real.xml"); strings.Contains(shown, "\x1b") || !strings.Contains(shown, "error: ") {
			t.Errorf("%v: %q", env, shown)
		}
		shown = terminal(t, env, "run", deck, "--max-wall", "0.4")
		if strings.Contains(shown, "\x1b") || !strings.Contains(shown, "error: the wall-time") {
			t.Errorf("%v: %q", env, shown)
		}
	}
	if shown = terminal(t, color, "run", deck, "--max-wall", "0.4", "--quiet"); strings.Contains(shown, "t = ") {
		t.Errorf("--quiet: %q", shown)
	}
}
