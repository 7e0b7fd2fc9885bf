//go:build unix

package studytest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// writeFaulty writes a study in which run 4 crashes, run 9 hangs and run 12 does not converge.
func writeFaulty(t *testing.T, name string) string {
	t.Helper()
	clitest.CompileLibrary(t, "faulty", faultyLaw)
	clitest.WriteFile(t, name+".xml", fmt.Sprintf(bead, faultyForce))
	var plan strings.Builder
	plan.WriteString("k,m,mode\n")
	for run := 1; run <= 16; run++ {
		fmt.Fprintf(&plan, "%d,2,%d\n", run, map[int]int{4: 1, 9: 2, 12: 3}[run])
	}
	clitest.WriteFile(t, name+".csv", plan.String())
	text := studyFile(name+".xml", 16, "")
	text = text[:strings.Index(text, "[[parameter]]")] + "[run]\nmax_wall = 5\n[design]\nkind = \"list\"\nfile = \"" + name + ".csv\"\n" + text[strings.Index(text, "[[response]]"):]
	return clitest.WriteFile(t, name+".toml", text)
}

// TestFaultyRuns: a run that crashes its worker, one that hangs and one that does not converge are rows with their codes; all others have results.
func TestFaultyRuns(t *testing.T) {
	file := writeFaulty(t, "faulty")
	clitest.Run(t, "study", "run", file, "--workers", "2").Expect(t, 9, "16 runs, 3 failed, 0 missing", "a worker process died")
	_, rows := rowsOf(t, "faulty.study")
	for i, r := range rows {
		code, says := "0", ""
		switch i + 1 {
		case 4:
			code, says = "8", "ended its worker process twice"
		case 9:
			code, says = "7", "wall-time limit"
		case 12:
			code = "6"
		}
		if status := map[bool]string{true: "ok", false: "failed"}[code == "0"]; len(rows) != 16 || r[6] != status || r[7] != code || !strings.Contains(r[9], says) {
			t.Errorf("%v; wanted code %s and %q", r, code, says)
		}
		if (r[4] == "") != (code != "0") {
			t.Errorf("%v", r)
		}
	}
	if x := number(t, rows[8][8]); x < 0.45 || x > 0.55 {
		t.Errorf("the run that hangs after 0.5 has reached %g", x)
	}
	clitest.Run(t, "study", "run", file, "--workers", "1", "--dir", "faulty-one").Expect(t, 9)
	if a, b := tableText(t, "faulty.study"), tableText(t, "faulty-one"); a != b {
		t.Errorf("one worker gives another table:\n%s\n%s", a, b)
	}
}

// killAll kills processes of a study at once: the command first, which would replace its workers.
func killAll(t *testing.T, parent int) {
	t.Helper()
	var list []int
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		var pid, of int
		var state string
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(e.Name(), &pid); err != nil {
			continue
		}
		if _, err := fmt.Sscan(rest, &state, &of); err == nil && of == parent {
			list = append(list, pid)
		}
	}
	for _, pid := range append([]int{parent}, list...) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// TestKilledStudies: a study that is killed, with all its workers, at random times and resumed gives the table of one that was not.
func TestKilledStudies(t *testing.T) {
	clitest.NeedLinux(t)
	clitest.WriteFile(t, "bead-killed.xml", fmt.Sprintf(bead, ""))
	file := clitest.WriteFile(t, "bead-killed.toml", studyFile("bead-killed.xml", 1500, ""))
	began := time.Now()
	clitest.Run(t, "study", "run", file, "--workers", "2", "--dir", "bead-whole").Expect(t, 0)
	whole := time.Since(began)
	kills := 3
	if clitest.LongForm {
		kills = 10
	}
	g := rand.New(rand.NewPCG(1, 2))
	args := []string{"study", "run", file, "--workers", "2", "--dir", "bead-killed"}
	for k := range kills {
		c := clitest.Command(args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(whole) / float64(kills) * (0.2 + g.Float64())))
		killAll(t, c.Process.Pid)
		_ = c.Wait()
		if _, err := os.Stat(filepath.Join(clitest.Folder, "bead-killed", "study.json")); err == nil {
			args = []string{"study", "resume", "bead-killed", "--workers", "2"}
		}
		o := clitest.Run(t, "study", "status", "bead-killed")
		t.Logf("kill %d: %s", k, o.Out)
	}
	clitest.Run(t, args...).Expect(t, 0, "1500 runs, 0 failed, 0 missing")
	if tableText(t, "bead-killed") != tableText(t, "bead-whole") {
		t.Error("a study that was killed gives another table")
	}
}

// TestInterruptedStudy: Ctrl-C ends a study with its code, and resume carries out the rest at once.
func TestInterruptedStudy(t *testing.T) {
	clitest.NeedLinux(t)
	clitest.WriteFile(t, "bead-interrupted.xml", fmt.Sprintf(bead, ""))
	file := clitest.WriteFile(t, "bead-interrupted.toml", strings.Replace(studyFile("bead-interrupted.xml", 20000, ""), "lease = 5.0", "lease = 3600.0", 1))
	c := clitest.Command("study", "run", file, "--workers", "2")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if done, _ := filepath.Glob(filepath.Join(clitest.Folder, "bead-interrupted.study", "claims", "*.done")); len(done) > 0 {
			break
		}
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := clitest.WaitExit(c); code != 130 {
		t.Errorf("the code is %d", code)
	}
	clitest.Run(t, "study", "merge", "bead-interrupted.study").Expect(t, 9, "runs are missing")
	if _, rows := rowsOf(t, "bead-interrupted.study"); len(rows) != 20000 || rows[19999][5] != "missing" || rows[0][5] != "ok" {
		t.Errorf("%d rows", len(rows))
	}
}
