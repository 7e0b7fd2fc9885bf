//go:build browser

package browsertest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest/toolbuild"
)

var (
	repo    string // root of the repository
	program string // trammel, built for the tests, or that of TRAMMEL
	scratch string
)

func TestMain(m *testing.M) {
	code := 1
	defer func() { os.Exit(code) }()
	if _, err := exec.LookPath("chromium"); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			fmt.Println("chromium is missing")
			return
		}
		fmt.Println("skipped: there is no chromium")
		code = 0
		return
	}
	var err error
	if scratch, err = os.MkdirTemp("", "trammel-browsertest-"); err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(scratch)
	repo, _ = filepath.Abs("../../../..")
	if program = os.Getenv("TRAMMEL"); program == "" {
		program = filepath.Join(scratch, "trammel")
		if err := toolbuild.BuildTool(program); err != nil {
			fmt.Println(err)
			return
		}
	}
	code = m.Run()
	if shared != nil {
		shared.Close()
	}
}

// results runs an example and returns the folder of its results; further arguments are flags of run.
func results(t *testing.T, deck string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(deck), filepath.Ext(deck))+".out")
	if !filepath.IsAbs(deck) {
		deck = filepath.Join(repo, deck)
	}
	c := exec.Command(program, append([]string{"run", deck, "--quiet", "--out", out}, flags...)...)
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", deck, err, text)
	}
	return out
}

// serve runs trammel view and returns the address that it prints.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command(program, append([]string{"view", "--no-open"}, args...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil {
			t.Errorf("view: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// report writes a report and returns its address.
func report(t *testing.T, folder string, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.html")
	c := exec.Command(program, append([]string{"report", folder, "-o", file}, flags...)...)
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return "file://" + file
}

// shared is the browser of all tests: starting one takes longer than most tests.
var shared *Browser

// page opens an address in the browser. At the end of the test the page must have had no errors, and asked for nothing beyond this machine.
func page(t *testing.T, address string) *Browser {
	t.Helper()
	if shared == nil {
		var err error
		if shared, err = StartBrowser(1280, 720); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		errors, foreign, err := shared.LeavePage()
		if len(errors) > 0 {
			t.Errorf("errors of the page: %v", errors)
		}
		if len(foreign) > 0 {
			t.Errorf("requests beyond this machine: %v", foreign)
		}
		if err != nil {
			t.Errorf("the page cannot be left: %v", err)
			shared.Close()
			shared = nil
		}
	})
	if err := shared.OpenAddress(address); err != nil {
		t.Fatal(err)
	}
	return shared
}

// must ends a test by an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eval is the value of an expression.
func eval[T any](t *testing.T, b *Browser, expression string) T {
	t.Helper()
	var v T
	must(t, b.Eval(expression, &v))
	return v
}
