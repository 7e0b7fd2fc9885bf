package clitest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
)

// Limits are for tests in which a limit of time must strike at one place of a run.
// On a busy machine a short one may strike before that: a longer one follows.
var Limits = []time.Duration{time.Second, 4 * time.Second, 16 * time.Second, 50 * time.Second}

// Seconds is a limit as an argument of the command.
func Seconds(d time.Duration) string { return fmt.Sprint(d.Seconds()) }

// PluginForce is the attributes of a routine of the plugin misbehaves.
func PluginForce(name string) string {
	return `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10."
		usrsub_plugin_name="misbehaves" usrsub_fnc_name="` + name + `"/>`
}

// LongRun is a run that takes much longer than the tests.
func LongRun(t testing.TB, name, more string) string {
	return WriteFile(t, name, BeadDeck("1E9", more))
}

// StartRun starts a run and returns when it has written some rows.
func StartRun(t testing.TB, dir string, rows int, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(Folder, dir)); err != nil {
		t.Fatal(err)
	}
	c := Command(append([]string{"run", "--out", dir}, args...)...)
	var messages bytes.Buffer
	c.Stderr = &messages
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 12000 { // two minutes: the machine may be busy
		b, _ := os.ReadFile(filepath.Join(Folder, dir, run.RowsFile))
		if bytes.Count(b, []byte("\n")) > rows {
			return c, &messages
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	t.Fatalf("no rows after two minutes:\n%s", messages.String())
	return nil, nil
}

// WaitExit waits for a command, which must not take long any more: one that does not
// end is killed.
func WaitExit(c *exec.Cmd) int {
	stop := time.AfterFunc(3*time.Minute, func() { c.Process.Kill() })
	defer stop.Stop()
	_ = c.Wait()
	return c.ProcessState.ExitCode()
}

// RunOverdue runs the command with limits of a call that grow until it says what is
// wanted, and returns the last.
func RunOverdue(t *testing.T, says string, args ...string) (limit string, o Outcome) {
	t.Helper()
	for _, d := range Limits {
		limit = d.String()
		if o = Run(t, append(args, "--call-timeout", limit)...); strings.Contains(o.Errors, says) {
			break
		}
	}
	return limit, o
}
