package main

import (
	"runtime"
	"strings"
	"testing"
)

// Two runs do not write into one folder; one that was killed keeps nobody from it.
func TestOneRunAFolder(t *testing.T) {
	deck := long(t, "held.xml", "")
	c, messages := started(t, "held.out", 20, deck)
	who := "another run (process "
	if runtime.GOOS == "windows" {
		who = "another run "
	}
	trammel(t, "run", "--out", "held.out", deck, "--end", "0.1", "--steps", "5").expect(t, 2, who, "held.out", "--out")
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c.Wait() // it writes messages up to its end
	if text := messages.String(); strings.Contains(text, "error") {
		t.Errorf("the first run says %s", text)
	}
	trammel(t, "run", "--out", "held.out", deck, "--end", "0.1", "--steps", "5").expect(t, 0)
	if _, rows := results(t, "held.out", 0); len(rows) != 7 { // with the header
		t.Errorf("%d lines, want 7", len(rows))
	}
}
