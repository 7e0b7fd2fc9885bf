//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A run that dies just after its first run.json has its exit code in it; what an earlier run left stays as it is.
func TestDeathAtTheStart(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		text, want string
		begun      uint32
	}{
		{`{"status": "running", "exit_code": -1}`, `"exit_code": 8`, 0},
		{`{"status": "running", "exit_code": -1}`, `"exit_code": 8`, 1},
		{`{"status": "ok", "exit_code": 0}`, `"exit_code": 0`, 0},
		{"", "", 0},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, run.DocumentFile)
		if c.text != "" {
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		killed := exec.Command("sh", "-c", "kill -ABRT $$")
		_ = killed.Run()
		var said bytes.Buffer
		s := &supervisor{con: &console{w: &said}, verdict: make(childStatus, verdictSize)}
		s.verdict.setResultsFolder(dir)
		s.verdict.counterAtOffset(verdictBegun).Store(c.begun)
		if code := s.determineExitCode(killed.ProcessState); code != run.ExitLost || strings.Contains(said.String(), "cannot be closed") {
			t.Errorf("code %d: %s", code, &said)
		}
		if got, _ := os.ReadFile(file); !strings.Contains(string(got), c.want) || c.text == "" && got != nil {
			t.Errorf("%s became %s", c.text, got)
		}
	}
}

// A child of a routine that is stopped, which nobody would let continue, ends with the run.
func TestStoppedChildEnds(t *testing.T) {
	clitest.CompileLibrary(t, "stops", `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/wait.h>
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	static int child;
	*value = 0;
	if (*iflag || child) return;
	if (!(child = fork())) { raise(SIGSTOP); _exit(0); }
	waitpid(child, 0, WUNTRACED);
	FILE *f = fopen("stopped.pid", "w");
	fprintf(f, "%d", child);
	fclose(f);
}
`)
	clitest.Run(t, "run", clitest.WriteFile(t, "stops.xml", clitest.LawDeck(`usrsub_dll_name="stops" usrsub_param_string="USER(0)"`)), "--quiet").Expect(t, 0)
	pid, err := os.ReadFile(filepath.Join(clitest.Folder, "stopped.pid"))
	if err != nil {
		t.Fatal(err)
	}
	if state, _ := readProcessStat("/proc/" + string(pid) + "/stat"); state == "T" {
		t.Errorf("process %s is still stopped", pid)
	}
}
