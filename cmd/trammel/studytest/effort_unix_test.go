//go:build unix

package studytest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// effort is the processor time of a command with all that it has started.
func effort(t *testing.T, args ...string) time.Duration {
	t.Helper()
	c := clitest.Command(args...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// TestEffortOfWorkers: 200 variants of the quarter-car take two workers little more processor time than one, and far less than 200 processes. Measured
// with a law in Python where there is an installed CPython.
func TestEffortOfWorkers(t *testing.T) {
	clitest.NeedPython(t)
	for _, name := range []string{"quarter-car-python.xml", "quarter-car.toml"} {
		text, err := os.ReadFile(filepath.Join("../../../examples/quarter-car", name))
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteFile(t, name, string(text))
	}
	text, err := os.ReadFile(filepath.Join(clitest.Folder, "quarter-car.toml"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "effort.toml", replaceAll(string(text), `"quarter-car.xml"`, `"quarter-car-python.xml"`, "[run]\n", "[run]\npython = \"python3\"\npython_engine = \"cpython\"\n"))
	clitest.WriteFile(t, "damper.py", `from math import tanh


def VFOSUB(id, time, par, npar, dflag, iflag):
    speed, err = py_sysfnc("VZ", [par[0], par[1]])
    return [0.0, 0.0, -par[2] * par[3] * tanh(speed / par[3])]
`)
	one, two := time.Duration(1<<62), time.Duration(1<<62)
	dirs := []string{"effort-1", "effort-2", "effort-3"} // the least of several, since others are at work here, too
	if !clitest.LongForm {
		dirs = dirs[:1]
	}
	for k, dir := range dirs {
		one = min(one, effort(t, "study", "run", "effort.toml", "--workers", "1", "--dir", dir+"-one"))
		two = min(two, effort(t, "study", "run", "effort.toml", "--workers", "2", "--dir", dir+"-two"))
		if k == 0 && tableText(t, dir+"-one") != tableText(t, dir+"-two") {
			t.Error("two workers give another table")
		}
	}
	run := time.Duration(1 << 62)
	for range 4 {
		run = min(run, effort(t, "run", "quarter-car-python.xml", "--quiet", "--python", "python3", "--python-engine", "cpython"))
	}
	t.Logf("one worker %v, two %v (%.3f), 200 processes %v (%.1f)", one, two, float64(two)/float64(one), 200*run, float64(200*run)/float64(one))
	if float64(two) > 1.25*float64(one) {
		t.Errorf("two workers take %v, one takes %v", two, one)
	}
	if float64(200*run) < 2*float64(one) {
		t.Errorf("a study takes %v, 200 processes take %v", one, 200*run)
	}
}
