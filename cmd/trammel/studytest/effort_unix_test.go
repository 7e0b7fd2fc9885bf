//go:build unix

package studytest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// workerTimes is what a study prints of the processor time of its workers.
var (
	workerTimes = regexp.MustCompile(`processor time of the workers: (.*)`)
	seconds     = regexp.MustCompile(`([0-9.]+) s`)
)

// effort is the processor time of a command with all that it has started, and the largest part of the workers' time that one of them has taken.
func effort(t *testing.T, args ...string) (all time.Duration, largest float64) {
	t.Helper()
	c := clitest.Command(args...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if found := workerTimes.FindSubmatch(out); found != nil {
		sum := 0.0
		for _, x := range seconds.FindAllSubmatch(found[1], -1) {
			s, err := strconv.ParseFloat(string(x[1]), 64)
			if err != nil {
				t.Fatal(err)
			}
			sum, largest = sum+s, max(largest, s)
		}
		largest /= sum
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), largest
}

// writeQuarterCar writes the study of the example with a damper in Python: that of the example where the python3 found has numpy, else one with math.tanh.
func writeQuarterCar(t *testing.T) (withNumpy bool) {
	t.Helper()
	withNumpy = exec.Command("python3", "-c", "import numpy").Run() == nil
	if !withNumpy && os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
		t.Fatal("python3 has no numpy")
	}
	for _, name := range []string{"quarter-car-python.xml", "quarter-car.toml", "damper.py"} {
		text, err := os.ReadFile(filepath.Join("../../../examples/quarter-car", name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "damper.py" && !withNumpy {
			text = []byte(replaceAll(string(text), "import numpy as np", "from math import tanh", "np.tanh", "tanh"))
		}
		if name == "quarter-car.toml" {
			name = "effort.toml"
			text = []byte(replaceAll(string(text), `"quarter-car.xml"`, `"quarter-car-python.xml"`, "[run]\n", "[run]\npython = \"python3\"\npython_engine = \"cpython\"\n"))
		}
		clitest.WriteFile(t, name, string(text))
	}
	return withNumpy
}

// TestEffortOfWorkers: 200 variants of the quarter-car take two workers little more processor time than one, half of it each, and far less than 200
// processes. Measured with a law in Python where there is an installed CPython.
func TestEffortOfWorkers(t *testing.T) {
	clitest.NeedPython(t)
	withNumpy := writeQuarterCar(t)
	one, two, run := time.Duration(1<<62), time.Duration(1<<62), time.Duration(1<<62)
	largest := 1.0
	dirs := []string{"effort-1", "effort-2", "effort-3", "effort-4"} // the least of several, since others are at work here, too
	limit, share := 1.1, 0.55
	if !clitest.LongForm {
		dirs, limit, share = dirs[:1], 1.3, 0.75
	}
	for k, dir := range dirs {
		s, _ := effort(t, "study", "run", "effort.toml", "--workers", "1", "--dir", dir+"-one")
		b, part := effort(t, "study", "run", "effort.toml", "--workers", "2", "--dir", dir+"-two")
		one, two, largest = min(one, s), min(two, b), min(largest, part)
		if k == 0 && tableText(t, dir+"-one") != tableText(t, dir+"-two") {
			t.Error("two workers give another table")
		}
		for range 3 {
			s, _ = effort(t, "run", "quarter-car-python.xml", "--quiet", "--python", "python3", "--python-engine", "cpython")
			run = min(run, s)
		}
	}
	t.Logf("numpy: %v. One worker %v, two %v (%.3f, one of them %.1f %%), 200 processes %v (%.1f)",
		withNumpy, one, two, float64(two)/float64(one), 100*largest, 200*run, float64(200*run)/float64(one))
	if float64(two) > limit*float64(one) {
		t.Errorf("two workers take %v, one takes %v", two, one)
	}
	if largest > share {
		t.Errorf("one of two workers takes %.1f %% of the processor time", 100*largest)
	}
	least := 5.0
	if withNumpy {
		least = 8
	}
	if float64(200*run) < least*float64(one) {
		t.Errorf("a study takes %v, 200 processes take %v", one, 200*run)
	}
}
