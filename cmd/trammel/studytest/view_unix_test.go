//go:build unix

package studytest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// startPage starts a command with a page, and returns its address.
func startPage(t *testing.T, args ...string) (*exec.Cmd, string) {
	t.Helper()
	c := clitest.Command(args...)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout, c.Stderr = w, w
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { _ = c.Process.Kill() })
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 {
			go func() { _, _ = io.Copy(io.Discard, r) }()
			return c, lines.Text()[at:]
		}
	}
	t.Fatal("no address is printed")
	return nil, ""
}

// readPage reads what an address of a page has; the code is that of HTTP.
func readPage[T any](t *testing.T, address string) (v T, code int) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode == http.StatusOK {
		if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
			t.Fatal(err)
		}
	}
	return v, r.StatusCode
}

// awaitRun waits until a run has rows or has ended without; it returns the last state and the message.
func awaitRun(t *testing.T, address string, run int) (state, message string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		s, _ := readPage[struct{ State, Message string }](t, fmt.Sprintf("%srun/%d/state.json", address, run))
		if s.State != "waiting" {
			return s.State, s.Message
		}
	}
	t.Fatalf("run %d does not begin", run)
	return "", ""
}

// TestView: the page of a study that has ended carries out single runs; a deck that has changed since gives none.
func TestView(t *testing.T) {
	t.Parallel()
	deck := fmt.Sprintf(bead, "")
	clitest.WriteFile(t, "view-bead.xml", deck)
	file := clitest.WriteFile(t, "view-bead.toml", studyFile("view-bead.xml", 6, ""))
	if o := clitest.Run(t, "study", "run", file, "--dir", "view-bead.study"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	names, rows := rowsOf(t, "view-bead.study")
	c, address := startPage(t, "study", "view", "view-bead.study", "--no-open")
	if state, message := awaitRun(t, address, 5); state != "shown" {
		t.Errorf("run 5: %s %s", state, message)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // until all rows are there
		if s, _ := readPage[struct{ Rows int }](t, address+"run/5/data/0/state.json"); s.Rows == 51 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("run 5 has %d rows", s.Rows)
		}
	}
	x, _ := readPage[struct {
		Parameters []struct {
			Name  string
			Value float64
		}
		Command string
	}](t, address+"data/run.json?run=5")
	row := map[string]string{}
	for i, n := range names {
		row[n] = rows[4][i]
	}
	for _, p := range x.Parameters {
		if text := fmt.Sprint(p.Value); text != row[p.Name] || !strings.Contains(x.Command, " --set "+p.Name+"="+text) {
			t.Errorf("%s of run 5 is %s in the page and %s in the table; %s", p.Name, text, row[p.Name], x.Command)
		}
	}
	clitest.WriteFile(t, "view-bead.xml", deck+"<!-- changed -->")
	if state, message := awaitRun(t, address, 6); state != "none" || !strings.Contains(message, "has changed") {
		t.Errorf("run 6 of a deck that has changed: %s %s", state, message)
	}
	if _, code := readPage[any](t, address+"run/6/data/0/state.json"); code != http.StatusNotFound {
		t.Errorf("run 6 has results: %d", code)
	}
	_ = c.Process.Signal(os.Interrupt)
	if code := clitest.WaitExit(c); code != 0 {
		t.Errorf("code %d", code)
	}
}

// TestRunView: the page of a study that is carried out stays until it is closed; the code is that of the study.
func TestRunView(t *testing.T) {
	t.Parallel()
	clitest.WriteFile(t, "run-view.xml", fmt.Sprintf(bead, ""))
	file := clitest.WriteFile(t, "run-view.toml", studyFile("run-view.xml", 6, ""))
	c, address := startPage(t, "study", "run", file, "--dir", "run-view.study", "--view", "--no-open")
	hold, err := http.Get(address + "data/alive")
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if p, _ := readPage[struct{ Done, Runs int }](t, address+"data/progress.json"); p.Done == 6 && p.Runs == 6 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("%+v", p)
		}
	}
	_ = hold.Body.Close()
	if code := clitest.WaitExit(c); code != 0 {
		t.Errorf("code %d", code)
	}
	if _, rows := rowsOf(t, "run-view.study"); len(rows) != 6 {
		t.Errorf("%d rows", len(rows))
	}
	for _, args := range [][]string{{"run", file, "--no-open"}, {"resume", "run-view.study", "--port", "1234"}, {"view", "run-view.study", "--port", "-1"}, {"view", "no-such.study"}, {"view"}} {
		if o := clitest.Run(t, append([]string{"study"}, args...)...); o.Code != 2 {
			t.Errorf("%v: %+v", args, o)
		}
	}
}
