//go:build unix

package studytest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestSlurmCommands: what is handed to sbatch, squeue and scancel, with and without the name of a cluster in the id of the job. Scripts stand for the
// three commands; they note their arguments.
func TestSlurmCommands(t *testing.T) {
	clitest.WriteFile(t, "names.xml", fmt.Sprintf(bead, ""))
	for name, x := range map[string]struct {
		prints, jobs   string // of sbatch and squeue
		status, cancel string // arguments that are wanted
	}{
		"plain":   {"77", `{"jobs":[{"job_state":"RUNNING"}]}`, "--json --jobs=77", "77"},
		"cluster": {"77;far off", `CLUSTER: far off` + "\n" + `{"jobs":[{"job_state":["RUNNING"]}]}` + "\n", "--json --clusters=far off --jobs=77", "--clusters=far off 77"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			log := filepath.Join(bin, "log")
			for command, text := range map[string]string{"sbatch": x.prints, "squeue": x.jobs, "scancel": ""} {
				script := fmt.Sprintf("#!/bin/sh\necho \"%s $*\" >>%s\nprintf '%%s' '%s'\n", command, log, text)
				if err := os.WriteFile(filepath.Join(bin, command), []byte(script), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			noted := func() string { text, _ := os.ReadFile(log); return string(text) }
			file := clitest.WriteFile(t, "names-"+name+".toml", strings.Replace(studyFile("names.xml", 12, "workers = 2\n"), `"local"`, `"slurm"`, 1))
			c := clitest.Command("study", "run", file)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(time.Minute); !strings.Contains(noted(), "squeue"); time.Sleep(50 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("squeue is not called:\n%s", noted())
				}
			}
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			if code := clitest.WaitExit(c); code != 130 {
				t.Errorf("code %d", code)
			}
			lines := strings.Split(noted(), "\n")
			if !strings.HasPrefix(lines[0], "sbatch --parsable --job-name=trammel --array=0-1 ") || lines[1] != "squeue "+x.status || lines[len(lines)-2] != "scancel "+x.cancel {
				t.Errorf("noted:\n%s", noted())
			}
			// Of a job that squeue does not list any more the runs are missing.
			gone := strings.NewReplacer(`{"job_state":"RUNNING"}`, "", `{"job_state":["RUNNING"]}`, "").Replace(x.jobs)
			if err := os.WriteFile(filepath.Join(bin, "squeue"), []byte("#!/bin/sh\nprintf '%s' '"+gone+"'\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			clitest.Run(t, "study", "resume", "names-"+name+".study").Expect(t, 9, "job 77 has ended before all runs had results", "12 of 12 runs are missing")
		})
	}
}
