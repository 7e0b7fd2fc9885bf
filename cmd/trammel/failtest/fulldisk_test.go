package failtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestFullDisk: a run whose rows reach the limit of a file's size, as on a full disk, ends with code 1, the
// rows so far are whole, and run.json has the outcome.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("limits of the shell are those of Unix")
	}
	deck := clitest.WriteFile(t, "full-disk.xml", clitest.BeadDeck("2000.", clitest.Spring))
	const blocks = 128 // of 512 bytes in sh, of 1024 in bash
	c := exec.Command("sh", "-c", "ulimit -f 128; exec ./trammel run "+deck+" --quiet --results requests")
	c.Dir = clitest.Folder
	text, err := c.CombinedOutput()
	if c.ProcessState.ExitCode() != run.ExitInternal || !strings.Contains(string(text), "the results are not complete") {
		t.Errorf("%v: %s", err, text)
	}
	clitest.ReadResults(t, "full-disk.out", run.ExitInternal)
	info, err := os.Stat(filepath.Join(clitest.Folder, "full-disk.out", run.RowsFile))
	if err != nil || info.Size() > blocks*1024 || info.Size() < blocks*512-200 {
		t.Errorf("%v, %v", info, err)
	}
	files, _ := os.ReadDir(filepath.Join(clitest.Folder, "full-disk.out"))
	for _, f := range files {
		if strings.Contains(f.Name(), "reserve") {
			t.Errorf("%s is left behind", f.Name())
		}
	}
}

// TestFullRecording: a recording that finds no room changes neither rows nor words of the run, which ends with code 1; what is in it can be played.
func TestFullRecording(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("limits of the shell are those of Unix")
	}
	clitest.WriteFile(t, "full-recording.py", "def law(id, time, par, npar, dflag, iflag):\n    return py_sysfnc('DX', [9])[0]\n")
	deck := clitest.WriteFile(t, "full-recording.xml", clitest.BeadDeck("10.", `<Force_Penalty id="7" type="USERSUB" penalty="10." script_name="full-recording.py" usrsub_fnc_name="law" usrsub_param_string="USER(0)"/>`))
	flags := " --quiet --python-engine gpython --record "
	clitest.Run(t, strings.Fields("run "+deck+flags+"full-recording.rec --out full-recording.all")...).Expect(t, 0)
	d, want := clitest.ReadResults(t, "full-recording.all", 0)
	before := 0
	for _, blocks := range []int{300, 500, 3000} { // of 512 bytes in sh, of 1024 in bash
		out, file := fmt.Sprintf("full-recording-%d.out", blocks), fmt.Sprintf("full-recording-%d.rec", blocks)
		c := exec.Command("sh", "-c", fmt.Sprintf("ulimit -f %d; exec ./trammel run %s --out %s%s%s", blocks, deck, out, flags, file))
		c.Dir = clitest.Folder
		text, _ := c.CombinedOutput()
		if got := c.ProcessState.ExitCode(); got != run.ExitInternal || !strings.Contains(string(text), "the recording "+file+" is not complete, it ends after ") {
			t.Errorf("%d blocks: code %d: %s", blocks, got, text)
		}
		part, rows := clitest.ReadResults(t, out, run.ExitInternal)
		if !slices.Equal(rows, want) || part.Steps != d.Steps || part.Error == nil || !strings.Contains(part.Error.Message, "is not complete") {
			t.Errorf("%d blocks: %d of %d rows, %d of %d steps, %+v", blocks, len(rows), len(want), part.Steps, d.Steps, part.Error)
		}
		if n := part.Recording.Calls; n <= before || n >= d.Recording.Calls {
			t.Errorf("%d blocks: %d of %d calls in %d bytes, with less room %d", blocks, n, d.Recording.Calls, d.Recording.Bytes, before)
		} else {
			before = n
		}
		clitest.Run(t, "usersub", "replay", file).Expect(t, 0)
	}
}

// TestFullOutput: data that cannot be written to the standard output change the exit code.
func TestFullOutput(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	deck := clitest.WriteFile(t, "full-output.xml", clitest.BeadDeck("1.", clitest.Spring))
	for _, command := range []string{"run " + deck + " --json", "check " + deck, "check --format gcc " + deck, "info " + deck} {
		c := exec.Command("sh", "-c", "./trammel "+command+" > /dev/full")
		c.Dir = clitest.Folder
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
