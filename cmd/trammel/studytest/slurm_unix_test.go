//go:build unix

package studytest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// needSlurm skips a test without a cluster that .ci/slurm has started, and returns the folder of its files.
func needSlurm(t *testing.T) string {
	t.Helper()
	conf := os.Getenv("SLURM_CONF")
	if conf == "" {
		t.Skip("there is no cluster of Slurm: .ci/run slurm starts one")
	}
	if out, err := exec.Command("sinfo").CombinedOutput(); err != nil {
		t.Fatalf("sinfo: %v\n%s", err, out)
	}
	return filepath.Dir(conf)
}

// TestSlurm: 2000 runs on three nodes, of which one dies in the middle, with a run that crashes its worker, one that hangs and one that does not
// converge, give the table of the local engine. Nothing is lost.
func TestSlurm(t *testing.T) {
	cluster := needSlurm(t)
	clitest.CompileLibrary(t, "faulty", faultyLaw)
	clitest.WriteFile(t, "cluster.xml", fmt.Sprintf(bead, faultyForce))
	var plan strings.Builder
	plan.WriteString("k,m,mode\n")
	for run := 1; run <= 2000; run++ {
		fmt.Fprintf(&plan, "%g,2,%d\n", 2+float64(run)/200, map[int]int{40: 1, 90: 2, 1200: 3}[run])
	}
	clitest.WriteFile(t, "cluster.csv", plan.String())
	text := studyFile("cluster.xml", 1, "workers = 3\noptions = [\"--time=10\", \"--ntasks=1\"]\n")
	text = text[:strings.Index(text, "[[parameter]]")] + "[run]\nmax_wall = 5\n[design]\nkind = \"list\"\nfile = \"cluster.csv\"\n" + text[strings.Index(text, "[[response]]"):]
	local := clitest.WriteFile(t, "cluster-local.toml", strings.Replace(text, "options =", "# options =", 1))
	file := clitest.WriteFile(t, "cluster.toml", strings.Replace(text, `"local"`, `"slurm"`, 1))
	c := clitest.Command("study", "run", file)
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(clitest.Folder, "cluster.study")
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if done, _ := filepath.Glob(filepath.Join(folder, "claims", "*.done")); len(done) > 150 { // of 1000
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing is done after two minutes:\n%s", said.String())
		}
	}
	if out, err := exec.Command("../../../.ci/slurm", "kill", cluster, "2").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("../../../.ci/slurm", "node", cluster, "2").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	if code := clitest.WaitExit(c); code != 9 || !strings.Contains(said.String(), "2000 runs, 3 failed, 0 missing") {
		t.Errorf("code %d\n%s", code, said.String())
	}
	clitest.Run(t, "study", "run", local, "--workers", "2").Expect(t, 9, "2000 runs, 3 failed, 0 missing")
	if tableText(t, "cluster.study") != tableText(t, "cluster-local.study") {
		t.Error("the engines give two tables")
	}
}

// TestSlurmCancel: Ctrl-C cancels the job, and resume finishes the study on the cluster, with the table of a study that nothing has disturbed.
func TestSlurmCancel(t *testing.T) {
	needSlurm(t)
	clitest.WriteFile(t, "cancel.xml", fmt.Sprintf(bead, ""))
	file := clitest.WriteFile(t, "cancel.toml", strings.Replace(studyFile("cancel.xml", 3000, "workers = 2\n"), `"local"`, `"slurm"`, 1))
	c := clitest.Command("study", "run", file)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if done, _ := filepath.Glob(filepath.Join(clitest.Folder, "cancel.study", "claims", "*.done")); len(done) > 0 {
			break
		}
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := clitest.WaitExit(c); code != 130 {
		t.Errorf("the code is %d", code)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		out, err := exec.Command("squeue", "--noheader", "--states=PENDING,RUNNING").CombinedOutput()
		if err == nil && len(strings.TrimSpace(string(out))) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the job is not canceled: %v\n%s", err, out)
		}
		time.Sleep(200 * time.Millisecond)
	}
	clitest.Run(t, "study", "resume", "cancel.study").Expect(t, 0, "3000 runs, 0 failed, 0 missing")
	local := clitest.WriteFile(t, "whole.toml", studyFile("cancel.xml", 3000, ""))
	clitest.Run(t, "study", "run", local, "--workers", "2").Expect(t, 0, "3000 runs, 0 failed, 0 missing")
	if tableText(t, "cancel.study") != tableText(t, "whole.study") {
		t.Error("a study that was canceled and resumed gives another table")
	}
}
