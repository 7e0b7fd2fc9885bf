package main

import (
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// Two runs do not write into one folder; one that was killed keeps nobody from it.
func TestOneRunAFolder(t *testing.T) {
	deck := clitest.LongRun(t, "held.xml", "")
	c, messages := clitest.StartRun(t, "held.out", 20, deck)
	who := "another run (process "
	if runtime.GOOS == "windows" {
		who = "another run "
	}
	clitest.Run(t, "run", "--out", "held.out", deck, "--end", "0.1", "--steps", "5").Expect(t, 2, who, "held.out", "--out")
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c.Wait() // it writes messages up to its end
	if text := messages.String(); strings.Contains(text, "error") {
		t.Errorf("the first run says %s", text)
	}
	clitest.Run(t, "run", "--out", "held.out", deck, "--end", "0.1", "--steps", "5").Expect(t, 0)
	if _, rows := clitest.ReadResults(t, "held.out", 0); len(rows) != 7 { // with the header
		t.Errorf("%d lines, want 7", len(rows))
	}
}
