package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// pendulumDeck is a pendulum of one body, simulated to a time.
func pendulumDeck(end string) string {
	return `<MotionSolve><Model><Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/><Force_Gravity grav_z="-9.81"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1" pos_z="2"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="20" body_id="2" pos_x="1" pos_z="2"/><Reference_Marker id="21" body_id="2" pos_z="2"/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="21" j_marker_id="1"/><Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="1"/></Model>
<Command><Simulate analysis_type="Transient" end_time="` + end + `" print_interval="0.01"/></Command></MotionSolve>`
}

// viewed starts run --view and returns the address of its page.
func viewed(t *testing.T, args ...string) (*exec.Cmd, string) {
	t.Helper()
	c := clitest.Command(append([]string{"run", "--view", "--no-open"}, args...)...)
	messages, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines := bufio.NewScanner(messages)
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), "page: "); ok {
			go func() { _, _ = io.Copy(io.Discard, messages) }()
			return c, address
		}
	}
	t.Fatal("no address is printed")
	return nil, ""
}

// hold opens the connection that a page keeps; calling the result closes the page.
func hold(t *testing.T, address string) (leave func()) {
	t.Helper()
	r, err := http.Get(address + "data/alive")
	if err != nil {
		t.Fatal(err)
	}
	return func() { _ = r.Body.Close() }
}

// pageState is what the page reads while a run goes.
type pageState struct {
	Rows         int
	Live, Killed bool
}

func readState(t *testing.T, address string) (s pageState) {
	t.Helper()
	r, err := http.Get(address + "data/0/state.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// awaitEnd waits until the page says that the run has ended.
func awaitEnd(t *testing.T, address string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); readState(t, address).Live; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the run does not end")
		}
	}
}

// The page of run --view outlives the run, until the last browser has closed it or a signal comes; the code is that of the run.
func TestRunView(t *testing.T) {
	t.Parallel()
	deck, endless := clitest.WriteFile(t, "view.xml", pendulumDeck("1")), clitest.WriteFile(t, "view-endless.xml", pendulumDeck("1E9"))
	t.Run("closed", func(t *testing.T) {
		c, address := viewed(t, deck, "--out", "view.out")
		leave, again := hold(t, address), hold(t, address)
		awaitEnd(t, address)
		if s := readState(t, address); s.Rows != 101 {
			t.Errorf("%d rows", s.Rows)
		}
		leave()
		time.Sleep(100 * time.Millisecond) // another page is open
		readState(t, address)
		again()
		if code := clitest.WaitExit(c); code != 0 {
			t.Errorf("code %d", code)
		}
	})
	t.Run("signal", func(t *testing.T) {
		c, address := viewed(t, endless, "--out", "view-wall.out", "--max-wall", "3")
		awaitEnd(t, address)
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if code := clitest.WaitExit(c); code != 7 {
			t.Errorf("code %d, not that of the run", code)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		c, address := viewed(t, endless, "--out", "view-endless.out")
		defer hold(t, address)()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if code := clitest.WaitExit(c); code != 130 {
			t.Errorf("code %d", code)
		}
	})
	t.Run("nothing to see", func(t *testing.T) {
		if o := clitest.Run(t, "run", "none.xml", "--view", "--no-open"); o.Code != 3 {
			t.Errorf("%+v", o)
		}
		if o := clitest.Run(t, "run", clitest.WriteFile(t, "view-bad.xml", "<MotionSolve><Model>"), "--view", "--no-open"); o.Code != 3 || !strings.Contains(o.Errors, "there is no page") {
			t.Errorf("%+v", o)
		}
	})
}

// Flags of the page that make no sense, and ports that are taken, are reported before the run.
func TestRunViewUsage(t *testing.T) {
	deck := clitest.WriteFile(t, "view.xml", pendulumDeck("1"))
	c, address := viewed(t, deck, "--out", "view-port.out")
	port := strings.Split(strings.TrimPrefix(address, "http://127.0.0.1:"), "/")[0]
	for _, flags := range [][]string{{"--no-open"}, {"--port", "1234"}, {"--view", "--port", "-1"}, {"--view", "--results", "requests"}, {"--view", "--no-open", "--port", port}} {
		if o := clitest.Run(t, append([]string{"run", deck, "--out", "unviewed.out"}, flags...)...); o.Code != 2 {
			t.Errorf("%v: %+v", flags, o)
		}
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "unviewed.out", "requests.csv")); err == nil {
		t.Error("a run that cannot be shown has run")
	}
	awaitEnd(t, address)
	_ = c.Process.Signal(os.Interrupt)
	clitest.WaitExit(c)
}
