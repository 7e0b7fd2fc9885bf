//go:build browser

package browsertest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A deck that has not run is shown as written and assembled, with the gaps of its joints.
func TestDeck(t *testing.T) {
	b := page(t, serve(t, filepath.Join(repo, "examples/four-bar/four-bar.xml")))
	if n := eval[int](t, b, `document.querySelectorAll("#pose button").length`); n != 2 {
		t.Fatalf("%d poses", n)
	}
	if text := eval[string](t, b, `document.getElementById("panel-model").textContent`); !strings.Contains(text, "No joint has a gap") {
		t.Errorf("the panel says %.200q", text)
	}
	must(t, b.Eval(`document.querySelector("#pose button").click()`, nil))
	if at := eval[float64](t, b, `trammel.clock.time`); at != 0 {
		t.Errorf("as written is pose %g", at)
	}
	inspectScene(t, b, "REVOLUTE 1", "four-bar.xml:47")
}

// The page of a run that still goes follows it, and notices its end.
func TestLive(t *testing.T) {
	out := filepath.Join(t.TempDir(), "live.out")
	c := exec.Command(program, "run", filepath.Join(repo, "examples/four-bar/four-bar.xml"), "--quiet", "--out", out, "--end", "100000", "--dt", "0.01", "--max-wall", "300")
	must(t, c.Start())
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		if info, err := os.Stat(filepath.Join(out, "results.store")); err == nil && info.Size() > 1e5 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the run writes nothing")
		}
	}
	b := page(t, serve(t, out))
	before := eval[float64](t, b, `trammel.clock.end`)
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammel.clock.end > %g && trammel.view.models[0].motion.frames === trammel.first.rows`, before)))
	must(t, c.Process.Signal(os.Interrupt))
	must(t, b.WaitUntilTrue(`document.getElementById("status").textContent === "interrupted"`))
}

// The page that run --view serves follows the run, shows its end, and ends the command when it is left.
func TestRunView(t *testing.T) {
	out := filepath.Join(t.TempDir(), "view.out")
	c := exec.Command(program, "run", filepath.Join(repo, "examples/four-bar/four-bar.xml"), "--quiet", "--out", out, "--end", "100000", "--dt", "0.01", "--max-wall", "5", "--view", "--no-open")
	messages, err := c.StderrPipe()
	must(t, err)
	must(t, c.Start())
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	address := ""
	for lines := bufio.NewScanner(messages); address == "" && lines.Scan(); {
		address, _ = strings.CutPrefix(lines.Text(), "page: ")
	}
	b := page(t, address)
	must(t, b.WaitUntilTrue(`document.getElementById("status").textContent === "failed"`))
	if end := eval[float64](t, b, `trammel.clock.end`); end <= 0 {
		t.Errorf("the page ends at time %g", end)
	}
	must(t, b.SendCommand("Page.navigate", map[string]any{"url": "about:blank"}, nil))
	_, _ = io.Copy(io.Discard, messages)
	if err := c.Wait(); c.ProcessState.ExitCode() != 7 {
		t.Errorf("code %d, not that of the run (%v)", c.ProcessState.ExitCode(), err)
	}
}
