package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
)

// limits are for tests in which a limit of time must strike at one place of a run.
// On a busy machine a short one may strike before that: a longer one follows.
var limits = []time.Duration{time.Second, 4 * time.Second, 16 * time.Second, 50 * time.Second}

// seconds is a limit as an argument of the command.
func seconds(d time.Duration) string { return fmt.Sprint(d.Seconds()) }

// plugged is the attributes of a routine of the plugin misbehaves.
func plugged(name string) string {
	return `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10."
		usrsub_plugin_name="misbehaves" usrsub_fnc_name="` + name + `"/>`
}

// long is a run that takes much longer than the tests.
func long(t testing.TB, name, more string) string {
	return write(t, name, beadDeck("1E9", more))
}

// started starts a run and returns when it has written some rows.
func started(t testing.TB, dir string, rows int, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(folder, dir)); err != nil {
		t.Fatal(err)
	}
	c := command(append([]string{"run", "--out", dir}, args...)...)
	var messages bytes.Buffer
	c.Stderr = &messages
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 12000 { // two minutes: the machine may be busy
		b, _ := os.ReadFile(filepath.Join(folder, dir, run.RowsFile))
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

// ends waits for a command, which must not take long any more: one that does not
// end is killed.
func ends(c *exec.Cmd) int {
	stop := time.AfterFunc(3*time.Minute, func() { c.Process.Kill() })
	defer stop.Stop()
	_ = c.Wait()
	return c.ProcessState.ExitCode()
}
