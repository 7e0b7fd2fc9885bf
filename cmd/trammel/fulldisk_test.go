package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
)

// TestFullDisk: a run whose rows reach the limit of a file's size, as on a full disk, ends with code 1, the
// rows so far are whole, and run.json has the outcome.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("limits of the shell are those of Unix")
	}
	deck := write(t, "full-disk.xml", beadDeck("2000.", spring))
	const blocks = 128 // of 512 bytes in sh, of 1024 in bash
	c := exec.Command("sh", "-c", "ulimit -f 128; exec ./trammel run "+deck+" --quiet")
	c.Dir = folder
	text, err := c.CombinedOutput()
	if c.ProcessState.ExitCode() != run.ExitInternal || !strings.Contains(string(text), "the results are not complete") {
		t.Errorf("%v: %s", err, text)
	}
	results(t, "full-disk.out", run.ExitInternal)
	info, err := os.Stat(filepath.Join(folder, "full-disk.out", run.RowsFile))
	if err != nil || info.Size() > blocks*1024 || info.Size() < blocks*512-200 {
		t.Errorf("%v, %v", info, err)
	}
	files, _ := os.ReadDir(filepath.Join(folder, "full-disk.out"))
	for _, f := range files {
		if strings.Contains(f.Name(), "reserve") {
			t.Errorf("%s is left behind", f.Name())
		}
	}
}

// TestFullOutput: data that cannot be written to the standard output change the exit code.
func TestFullOutput(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	deck := write(t, "full-output.xml", beadDeck("1.", spring))
	for _, command := range []string{"run " + deck + " --json", "check " + deck, "check --format gcc " + deck, "info " + deck} {
		c := exec.Command("sh", "-c", "./trammel "+command+" > /dev/full")
		c.Dir = folder
		text, _ := c.CombinedOutput()
		want := run.ExitInternal
		if strings.Contains(command, "gcc") {
			want = 0 // the deck has no findings: nothing is written
		}
		if got := c.ProcessState.ExitCode(); got != want || want != 0 && !strings.Contains(string(text), "standard output: ") {
			t.Errorf("%s: code %d, want %d: %s", command, got, want, text)
		}
	}
}
