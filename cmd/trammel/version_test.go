package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestVersion(t *testing.T) {
	stamp := readCommitStamp([]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}})
	if stamp != (commitStamp{"0123456789ab, modified", "2026-01-02"}) {
		t.Errorf("%+v", stamp)
	}
	if empty := readCommitStamp(nil); empty != (commitStamp{}) {
		t.Errorf("%+v", empty)
	}
	flag, command := clitest.Run(t, "--version"), clitest.Run(t, "version")
	if flag.Code != 0 || flag.Out != command.Out || !strings.HasPrefix(flag.Out, "trammel "+release) {
		t.Errorf("--version: %+v, version: %+v", flag, command)
	}
}

// Each shell gets a script, and the program answers it: commands, flags, files.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if o := clitest.Run(t, "completion", shell); o.Code != 0 || !strings.Contains(o.Out, "__complete") {
			t.Errorf("%s: code %d, %.100s", shell, o.Code, o.Out)
		}
	}
	for line, want := range map[string]string{"": "convert\t", "usersub ": "inspect\t", "run --iso": "--isolate\t"} {
		words := strings.Split(line, " ")
		if o := clitest.Run(t, append([]string{"__complete"}, words...)...); !strings.Contains(o.Out, want) {
			t.Errorf("%q: %s", line, o.Out)
		}
	}
}

func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if o := clitest.Run(t, "docs", "--man", dir); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	for page, want := range map[string]string{
		"trammel.1": `, \%\fBtrammel\-usersub\fR(1)`, "trammel-run.1": `\fB\-\-isolate\fR \fIKIND\fR`, "trammel-usersub-build.1": ".SH SYNOPSIS", "trammel-exit-codes.1": "130  interrupted",
	} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s: %v", page, want, err)
		}
	}
	if got := escapeRoff(".x\n-y\\"); got != "\\&.x\n\\-y\\e" {
		t.Errorf("%q", got)
	}
}
