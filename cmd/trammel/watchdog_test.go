package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A call that does not return ends the run: rows and run.json are complete and
// name it.
func TestCallTimeout(t *testing.T) {
	clitest.WriteFile(t, "hangs.py", "def hangs(id, time, par, npar, dflag, iflag):\n    while time > 0.25:\n        pass\n    return 0.0\n")
	attrs := func(file, name string) string {
		return `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10." ` + file + ` usrsub_fnc_name="` + name + `"/>`
	}
	for _, c := range []struct {
		name, more, routine string
		code                int
	}{
		{"library", attrs(`usrsub_dll_name="broken"`, "HANGS"), "HANGS", 5},
		{"script", attrs(`script_name="hangs.py"`, "hangs"), "hangs", 5},
		{"plugin", clitest.PluginForce("hangs"), "hangs", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "library" {
				clitest.BuildBrokenLibrary(t)
			}
			t.Parallel()
			deck := clitest.LongRun(t, "timeout-"+c.name+".xml", c.more)
			out, in := "timeout-"+c.name+".out", "Force_Penalty 7: routine "+c.routine+" failed at time 0.2"
			limit, o := clitest.RunOverdue(t, in, "run", deck, "--out", out)
			if o.Code != c.code || !strings.Contains(o.Errors, in) {
				t.Fatalf("exit code %d, want %d\n%s", o.Code, c.code, o.Errors)
			}
			d, rows := clitest.ReadResults(t, out, c.code)
			if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != c.routine || d.Error.Time == nil ||
				*d.Error.Time < 0.25 || !strings.Contains(d.Error.Message, limit) || d.Steps == 0 {
				t.Errorf("rows %q, %+v", rows, d.Error)
			}
		})
	}
}

func TestCallTimeoutOfSetup(t *testing.T) {
	t.Parallel()
	clitest.WriteFile(t, "slow.py", "def setup(id, time, par, npar, dflag, iflag):\n    while iflag:\n        pass\n    return 0.0\n")
	clitest.WriteFile(t, "slower.py", "while True:\n    pass\n")
	clitest.CompileLibrary(t, "slow", `#include <unistd.h>
void SETUP(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ while (*iflag) pause(); }`)
	clitest.CompileLibrary(t, "slower", `#include <unistd.h>
__attribute__((constructor)) static void begin(void) { for (;;) pause(); }
void PFOSUB(void) {}`)
	for attrs, c := range map[string]struct {
		code int
		says string
	}{
		`usrsub_dll_name="slow" usrsub_fnc_name="SETUP"`:    {5, "routine SETUP failed"},
		`usrsub_dll_name="slower" usrsub_fnc_name="PFOSUB"`: {4, "routine PFOSUB"},
		`script_name="slow.py" usrsub_fnc_name="setup"`:     {5, "routine setup failed"},
		`script_name="slower.py"`:                           {4, "routine PFOSUB"},
	} {
		deck := clitest.WriteFile(t, "slow.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" penalty="10." usrsub_param_string="USER()" `+attrs+`/>`))
		for _, verb := range []string{"check", "run"} {
			limit, o := clitest.RunOverdue(t, c.says, verb, deck)
			o.Expect(t, c.code, "Force_Penalty 7: "+c.says, limit)
		}
	}
	for _, bad := range []string{"soon", "-1s", "0"} {
		clitest.Run(t, "run", "slow.xml", "--call-timeout="+bad).Expect(t, 2, "--call-timeout")
	}
}

// Calls that return, and a solver that works for a routine that drives it, are
// not overdue, however long all of it takes.
func TestProgressIsNotOverdue(t *testing.T) {
	var b callMonitor
	var last callObservation
	w := b.addRoutine(&usersub.Ref{Element: "Force_Penalty 7", Function: "PFOSUB"})
	w.limit = time.Second
	now := time.Now()
	for k := range 60 {
		switch {
		case k < 20:
			b.beginCall(w, 1)
			b.endCall()
		case k < 40:
			b.beginCall(w, 1)
		default:
			b.countProgress()
		}
		now = now.Add(700 * time.Millisecond)
		if err := last.checkCallTime(&b, now); err != nil {
			t.Fatalf("after %d: %v", k, err)
		}
	}
	if err := last.checkCallTime(&b, now.Add(999*time.Millisecond)); err != nil {
		t.Error(err)
	}
	err := last.checkCallTime(&b, now.Add(time.Second)) // nothing happened any more
	var c *usersub.CallError
	if !errors.As(err, &c) || c.Cause != usersub.TimedOut || c.Routine != "PFOSUB" || c.Time != 1 || run.ExitCode(err) != run.ExitRoutine {
		t.Errorf("%v", err)
	}
	b.endCall()
	if err := last.checkCallTime(&b, now.Add(time.Hour)); err != nil {
		t.Errorf("no call is under way: %v", err)
	}
}

// batch is a worker that makes several calls of one message.
type batch struct {
	making  int
	stopped int
}

func (b *batch) CallInProgress() int { return b.making }
func (b *batch) Stop(_ string)       { b.stopped++ }

// Each of several calls that went to a worker in one message has the time of one.
func TestCallsOfAMessageHaveTheirTime(t *testing.T) {
	var b callMonitor
	var last callObservation
	x := &batch{}
	w := b.addRoutine(&usersub.Ref{Element: "Force_Penalty 7", Function: "PFOSUB"})
	w.limit, w.stop = time.Second, x
	now := time.Now()
	b.beginCall(w, 1)
	for range 20 {
		x.making++
		now = now.Add(700 * time.Millisecond)
		if err := last.checkCallTime(&b, now); err != nil || x.stopped > 0 {
			t.Fatalf("call %d: %v, stopped %d", x.making, err, x.stopped)
		}
	}
	if err := last.checkCallTime(&b, now.Add(time.Second)); err != nil || x.stopped != 1 {
		t.Errorf("%v, stopped %d", err, x.stopped)
	}
}
