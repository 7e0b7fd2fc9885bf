//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestInterrupted(t *testing.T) {
	deck := clitest.LongRun(t, "long.xml", clitest.Spring)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := fmt.Sprintf("long-%v.out", sig)
		c, messages := clitest.StartRun(t, dir, 20, deck)
		c.Process.Signal(sig)
		if code := clitest.WaitExit(c); code != 130 {
			t.Errorf("%v: exit code %d\n%s", sig, code, messages)
		}
		d, rows := clitest.ReadResults(t, dir, 130)
		if len(rows) < 20 || d.Steps == 0 || d.EndTime <= 0 || d.Error.Time == nil || *d.Error.Time != d.EndTime {
			t.Errorf("%v: %d rows, %+v, %+v", sig, len(rows), d, d.Error)
		}
		if last := rows[len(rows)-1]; !notAfter(last, d.EndTime) {
			t.Errorf("%v: ends at %g, last row %s", sig, d.EndTime, last)
		}
	}
}

// notAfter reports whether the time of a row is not after t.
func notAfter(row string, t float64) bool {
	first, _, _ := strings.Cut(row, ",")
	v, err := strconv.ParseFloat(first, 64)
	return err == nil && v <= t
}

// Foreign code that does not return keeps nobody waiting.
func TestInterruptedInForeignCode(t *testing.T) {
	t.Run("plugin", func(t *testing.T) { hangs(t, "hangs-plugin", clitest.PluginForce("hangs"), "hangs") })
	t.Run("library", func(t *testing.T) {
		clitest.BuildBrokenLibrary(t)
		hangs(t, "hangs-library", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10."
			usrsub_dll_name="broken" usrsub_fnc_name="HANGS"/>`, "HANGS")
	})
}

func hangs(t *testing.T, name, more, routine string) {
	t.Parallel()
	deck := clitest.LongRun(t, name+".xml", more)
	for _, pause := range clitest.Limits {
		c, messages := clitest.StartRun(t, name+".out", 3, deck, "--call-timeout", "10m") // 0, 0.1 and 0.2
		time.Sleep(pause / 10)
		c.Process.Signal(os.Interrupt)
		code := clitest.WaitExit(c)
		if code != 130 {
			t.Fatalf("exit code %d\n%s", code, messages)
		}
		if strings.Contains(messages.String(), "routine "+routine+" did not return") {
			break
		}
		if pause == clitest.Limits[len(clitest.Limits)-1] { // else the run had not come to the routine
			t.Errorf("it does not say that the routine did not return:\n%s", messages)
		}
	}
	d, rows := clitest.ReadResults(t, name+".out", 130)
	if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != routine || d.Error.Time == nil ||
		*d.Error.Time < 0.25 || *d.Error.Time > 0.3 || d.EndTime < 0.2 || d.Steps == 0 {
		t.Errorf("rows %q, %+v, %+v", rows, d, d.Error)
	}
	hangsAtWall(t, name+"-wall.out", deck)
}

// A plugin has a limit without any flag.
func TestPluginsHaveALimit(t *testing.T) {
	t.Parallel()
	clitest.Run(t, "run", "--out", "limited.out", clitest.LongRun(t, "limited.xml", clitest.PluginForce("hangs"))).Expect(t, 8, "did not return within 10s (--call-timeout)")
	if d, rows := clitest.ReadResults(t, "limited.out", 8); len(rows) != 4 || d.Steps == 0 || d.Evaluations == 0 {
		t.Errorf("rows %q, %+v", rows, d)
	}
}

// hangsAtWall reaches the limit of wall time while the routine does not return. On
// a busy machine a short limit may come before the routine.
func hangsAtWall(t *testing.T, dir, deck string) {
	for _, limit := range clitest.Limits {
		c := clitest.Command("run", "--out", dir, deck, "--call-timeout", "10m", "--max-wall", clitest.Seconds(limit))
		var messages bytes.Buffer
		c.Stderr = &messages
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if code := clitest.WaitExit(c); code != 7 {
			t.Fatalf("--max-wall %v: exit code %d\n%s", limit, code, &messages)
		}
		if _, rows := clitest.ReadResults(t, dir, 7); len(rows) == 4 {
			return
		}
	}
	t.Error("--max-wall: the routine was never reached")
}

func TestSecondInterruptEndsAtOnce(t *testing.T) {
	c, messages := clitest.StartRun(t, "twice.out", 3, clitest.LongRun(t, "twice.xml", clitest.PluginForce("hangs")))
	time.Sleep(100 * time.Millisecond)
	c.Process.Signal(os.Interrupt)
	time.Sleep(100 * time.Millisecond)
	c.Process.Signal(os.Interrupt)
	if code := clitest.WaitExit(c); code != 130 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	clitest.ReadResults(t, "twice.out", 130)
}

func TestWallTime(t *testing.T) {
	deck := clitest.LongRun(t, "wall.xml", clitest.Spring)
	for _, limit := range clitest.Limits {
		o := clitest.Run(t, "run", deck, "--max-wall", clitest.Seconds(limit/4), "--out", "wall.out", "--json")
		if o.Code != 7 || !strings.Contains(o.Errors, "wall-time limit") {
			t.Errorf("%+v", o)
		}
		d, rows := clitest.ReadResults(t, "wall.out", 7)
		if clitest.ReadDocument(t, o.Out).Steps != d.Steps {
			t.Errorf("%+v", d)
		}
		if len(rows) >= 2 && d.Steps != 0 {
			return
		}
	}
	t.Error("it never came to a step")
}

// However a run fails, its results are there and say so.
func TestResultsOfFailures(t *testing.T) {
	for deck, code := range map[string]int{
		"run-py-exception": 5, "run-py-exit": 5, "run-plugin-panics": 5, "run-plugin-exits": 8,
		"run-native-exit": 5, "run-native-stop": 5,
	} {
		if strings.Contains(deck, "native") {
			clitest.BuildBrokenLibrary(t)
		}
		dir := "failure-" + deck
		if o := clitest.Run(t, "run", deck+".xml", "--quiet", "--out", dir); o.Code != code {
			t.Errorf("%s: %+v", deck, o)
		}
		d, rows := clitest.ReadResults(t, dir, code)
		if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine == "" || d.Error.Message == "" ||
			d.Error.Time == nil || *d.Error.Time < 0.25 || d.EndTime < 0.2 || d.Steps == 0 || len(d.Routines) != 1 {
			t.Errorf("%s: rows %q, %+v, %+v", deck, rows, d, d.Error)
		}
	}
}

// A library that crashes ends the process at once; so does a kill. A witness
// closes the results.
func TestResultsOfDeath(t *testing.T) {
	clitest.BuildBrokenLibrary(t)
	o := clitest.Run(t, "run", "run-native-fault.xml", "--out", "fault.out")
	if o.Code != 8 || !strings.Contains(o.Errors, "segmentation fault") {
		t.Errorf("%+v", o)
	}
	if runtime.GOOS != "linux" {
		return
	}
	d, rows := clitest.ReadResults(t, "fault.out", 8) // the witness holds the standard error open until it is done
	if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != "FAULTS" || d.Error.Time == nil ||
		*d.Error.Time < 0.25 || d.EndTime < 0.2 || d.Steps == 0 || len(d.Routines) != 1 || len(d.DeckSHA256) != 64 {
		t.Errorf("rows %q, %+v, %+v", rows, d, d.Error)
	}
	deck := clitest.LongRun(t, "killed.xml", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)"
		penalty="10." usrsub_dll_name="broken" usrsub_fnc_name="HANGS"/>`)
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		c, _ := clitest.StartRun(t, "killed.out", 3, deck)
		time.Sleep(wait) // from the last row the run still has to come to the call that hangs, however busy the machine is
		c.Process.Kill()
		clitest.WaitExit(c)
		d, rows = clitest.ReadResults(t, "killed.out", 8)
		if len(rows) != 4 || d.Error.Routine != "HANGS" && wait > 10*time.Second {
			t.Fatalf("rows %q, %+v, %+v", rows, d, d.Error)
		}
		if d.Error.Routine == "HANGS" {
			return
		}
	}
}

// What native code prints is not data: it goes to the standard error and to
// run.log, also when it is still in a buffer at the end.
func TestPrintedByLibrary(t *testing.T) {
	clitest.BuildBrokenLibrary(t)
	o := clitest.Run(t, "run", "run-native-exit.xml", "--json", "--out", "printed.out")
	if !strings.Contains(o.Errors, "printed before the exit\n") {
		t.Errorf("%+v", o)
	}
	if d := clitest.ReadDocument(t, o.Out); d.ExitCode != 5 {
		t.Errorf("%+v", d)
	}
	log, err := os.ReadFile(filepath.Join(clitest.Folder, "printed.out", run.LogFile))
	if err != nil || !strings.Contains(string(log), "output: printed before the exit\n") {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestProgressLines(t *testing.T) {
	now := run.Progress{T: 2, End: 8, H: 1e-3, Steps: 10}
	for _, c := range []struct {
		from, wall float64
		want       string
	}{
		{0, 4, " 25%  t = 2 of 8  step 1.00e-03  0.5 per s  12 s left"},
		{1, 1000, " 25%  t = 2 of 8  step 1.00e-03  0.001 per s  1.7 h left"},
		{2, 0, " 25%  t = 2 of 8  step 1.00e-03"},
	} {
		if got := formatProgressLine(now, c.from, c.wall); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
	for s, want := range map[float64]string{0.2: "< 1 s", 42: "42 s", 600: "10 min", 1e4: "2.8 h", 1e5: "27.8 h", 1e7: "116 days"} {
		if got := formatDuration(s); got != want {
			t.Errorf("%g s is %q, want %q", s, got, want)
		}
	}
}

func TestConsole(t *testing.T) {
	var b strings.Builder
	c := &console{w: &b, terminal: true, color: true}
	c.showProgress("half way there")
	c.showProgress("nearly")
	c.printMessage(bad, "error", "%d", 7)
	c.printMessage(quiet, "note", "%s", "n")
	want := "\rhalf way there\rnearly        \r      \r\x1b[1;31merror:\x1b[0m 7\nnote: n\n"
	if b.String() != want {
		t.Errorf("terminal: %q, want %q", b.String(), want)
	}
	b.Reset()
	c = &console{w: &b}
	c.showProgress("half way there")
	c.printMessage(bad, "error", "7")
	if b.String() != "half way there\nerror: 7\n" {
		t.Errorf("file: %q", b.String())
	}
}

// A script that loops is ended by KeyboardInterrupt, whichever interpreter runs it, so that
// its line is known.
func TestInterruptedInScript(t *testing.T) {
	clitest.WriteFile(t, "endless.py", "def endless(id, time, par, npar, dflag, iflag):\n    while time > 0.25:\n        pass\n    return 0.0\n")
	for _, engine := range []string{"gpython", "cpython", "cpython-child"} {
		t.Run(engine, func(t *testing.T) {
			if engine != "gpython" {
				clitest.NeedPython(t)
			}
			t.Parallel()
			name := "endless-" + engine
			deck := clitest.LongRun(t, name+".xml", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10." script_name="endless.py" usrsub_fnc_name="endless"/>`)
			for _, pause := range clitest.Limits {
				c, messages := clitest.StartRun(t, name+".out", 3, deck, "--python-engine", engine, "--python", "python3") // 0, 0.1 and 0.2
				time.Sleep(pause / 10)
				c.Process.Signal(os.Interrupt)
				code := clitest.WaitExit(c)
				if code != 130 {
					t.Fatalf("exit code %d\n%s", code, messages)
				}
				text := messages.String()
				if strings.Contains(text, "routine endless failed at time 0.2") && strings.Contains(text, "in endless\n") && strings.Contains(text, "KeyboardInterrupt") {
					break
				}
				if pause == clitest.Limits[len(clitest.Limits)-1] { // else the run had not come to the routine
					t.Errorf("it does not say where the script was:\n%s", messages)
				}
			}
			d, rows := clitest.ReadResults(t, name+".out", 130)
			if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != "endless" || d.Error.Time == nil || *d.Error.Time < 0.2 {
				t.Errorf("rows %q, %+v", rows, d.Error)
			}
		})
	}
}
