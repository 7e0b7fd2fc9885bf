//go:build linux

package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// inOctaveLoop is a routine that reports its process and does not return after 0.25 s.
func inOctaveLoop(t *testing.T, name string) (deck, pidFile string) {
	t.Helper()
	subtest.RequireTool(t, "octave-cli")
	pidFile = filepath.Join(clitest.Folder, name+".pid")
	clitest.WriteFile(t, name+".m", `function v = hangs(id, time, par, npar, dflag, iflag)
  if iflag
    f = fopen('`+pidFile+`', 'w'); fprintf(f, '%d', getpid()); fclose(f);
  end
  while time > 0.25, end
  v = 0;
end
`)
	return clitest.LongRun(t, name+".xml", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10." script_name="`+name+
		`.m" interpreter="MATLAB" usrsub_fnc_name="hangs"/>`), pidFile
}

// gone waits until the process that a routine reported is there no more. It waits long since
// the machine may be busy; what stays, stays for ever.
func gone(t *testing.T, pidFile string) {
	t.Helper()
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if syscall.Kill(pid, 0) == syscall.ESRCH || zombie(pid) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("process %d of Octave is still there", pid)
}

// zombie reports whether a process has ended and waits for whoever adopts it to ask.
func zombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return strings.HasPrefix(rest, "Z")
}

// A function that does not return is ended with its process, and the rows so
// far are complete.
func TestOctaveTimeout(t *testing.T) {
	t.Parallel()
	deck, pidFile := inOctaveLoop(t, "octave-timeout")
	says := "Force_Penalty 7: routine hangs failed at time 0.2"
	limit, o := clitest.RunOverdue(t, says, "run", deck, "--out", "octave-timeout.out")
	if o.Code != 8 || !strings.Contains(o.Errors, says) || !strings.Contains(o.Errors, "it did not return within "+limit) {
		t.Fatalf("%+v", o)
	}
	d, rows := clitest.ReadResults(t, "octave-timeout.out", 8)
	if len(rows) != 4 || d.Routines[0].Implementation != "octave" {
		t.Errorf("rows %q, %+v", rows, d.Routines)
	}
	gone(t, pidFile)
}

// However the solver ends, Octave ends too.
func TestOctaveEndsWithTheSolver(t *testing.T) {
	for name, sig := range map[string]syscall.Signal{"interrupted": syscall.SIGINT, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deck, pidFile := inOctaveLoop(t, "octave-"+name)
			c, messages := clitest.StartRun(t, "octave-"+name+".out", 3, deck) // 0, 0.1 and 0.2
			if err := c.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if code := clitest.WaitExit(c); sig == syscall.SIGINT && code != 130 {
				t.Errorf("exit code %d\n%s", code, messages)
			}
			gone(t, pidFile)
		})
	}
}

// A call in Octave has the limit of one in a plugin where none is given, a script in this process has none.
func TestLimitWithoutTimeout(t *testing.T) {
	for script, want := range map[string]time.Duration{"law.m": workerTimeout, "law.py": 0} {
		ref := &usersub.Ref{Script: script, Interpreter: map[string]string{"law.m": "MATLAB", "law.py": "PYTHON"}[script]}
		l := &loaders{list: []usersub.Loader{anyLoader{}}}
		r, err := l.loadRoutine(context.Background(), ref, usersub.VFOSUB)
		if err != nil || r.Sub.(*monitoredSub).work.limit != want {
			t.Errorf("%s: %v, want a limit of %v: %+v", script, err, want, r.Sub.(*monitoredSub).work)
		}
	}
}

// anyLoader is a loader that takes all.
type anyLoader struct{}

func (anyLoader) Takes(*usersub.Ref) bool { return true }
func (anyLoader) Load(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
	return &usersub.Routine{}, nil
}
func (anyLoader) Close() error { return nil }

// With --isolate all Octave does not get the environment either, but for what --env names.
func TestOctaveEnvironment(t *testing.T) {
	t.Parallel()
	subtest.RequireTool(t, "octave-cli")
	clitest.WriteFile(t, "octave-env.m", "function v = environment(varargin)\n  if ! isempty(getenv('TRAMMEL_SECRET')), error('it has the secret'); end\n  v = 0;\nend\n")
	deck := clitest.LongRun(t, "octave-env.xml", `<Force_Penalty id="7" type="USERSUB" usrsub_param_string="USER(9)" penalty="10." script_name="octave-env.m" interpreter="MATLAB" usrsub_fnc_name="environment"/>`)
	for _, c := range []struct {
		args []string
		code int
	}{{nil, 5}, {[]string{"--isolate", "all"}, 0}, {[]string{"--isolate", "all", "--env", "TRAMMEL_SECRET"}, 5}} {
		cmd := clitest.Command(append([]string{"run", deck, "--quiet", "--end", "0.1", "--steps", "1", "--call-timeout", "5m", "--out", "octave-env.out"}, c.args...)...)
		cmd.Env = append(os.Environ(), "TRAMMEL_SECRET=1")
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || code == 5 && !strings.Contains(string(out), "it has the secret") {
			t.Errorf("%v: %d, %v\n%s", c.args, code, err, out)
		}
	}
}

// Tables try functions of .m files too.
func TestOctaveTable(t *testing.T) {
	subtest.RequireTool(t, "octave-cli")
	clitest.WriteFile(t, "oct-law.m", "function r = VFOSUB(id, time, par, npar, dflag, iflag)\n  r = [0 0 -par(2)*m_sysfnc('DZ', par(1))];\nend\n")
	clitest.WriteFile(t, "oct-law.csv", "name,time,par,DZ(9),result\nup,0.5,9 40,0.1,0 0 -4\n")
	clitest.WriteFile(t, "oct-wrong.csv", "name,time,par,DZ(9),result\nup,0.5,9 40,0.1,0 0 -5\n")
	clitest.Run(t, "usersub", "inspect", "oct-law.m").Expect(t, 0, "")
	clitest.Run(t, "usersub", "test", "oct-law.m", "VFOSUB", "--table", "oct-law.csv").Expect(t, 0, "")
	if o := clitest.Run(t, "usersub", "test", "oct-law.m", "VFOSUB", "--table", "oct-wrong.csv"); o.Code != 9 {
		t.Errorf("%+v", o)
	}
}
