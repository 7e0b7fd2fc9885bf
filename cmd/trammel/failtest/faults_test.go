//go:build linux && (amd64 || arm64)

package failtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A run that is ended from outside at any moment, by a signal that it may answer or not, leaves complete rows, those of the
// undisturbed run, and no process, whatever its routine is doing in another one. What a killed run cannot remove, the
// next one does. (A child that a routine has started stays when its run is killed by SIGKILL.)
func TestRunsThatAreEndedAnywhere(t *testing.T) {
	clitest.CompileLibrary(t, "bad", badLaw)
	clitest.WriteFile(t, "stays.py", "def SPRING(id, time, par, npar, dflag, iflag):\n    while time > par[0]:\n        pass\n    return py_sysfnc(\"DX\", [9])[0]\n")
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	native := func(kind int, from float64) string {
		return fmt.Sprintf(`usrsub_dll_name="bad" usrsub_param_string="USER(%d,%g)" isolate="process"`, kind, from)
	}
	script := func(from float64) string {
		return fmt.Sprintf(`script_name="stays.py" usrsub_fnc_name="SPRING" usrsub_param_string="USER(%g)" isolate="process"`, from)
	}
	long := func(name, attrs string) string {
		return clitest.WriteFile(t, name, clitest.BeadDeck("1e6", `<Force_Penalty id="7" type="USERSUB" penalty="10." `+attrs+`/>`))
	}
	decks := map[string]string{
		"computes":       long("ended-computes.xml", native(0, 9e9)),
		"loops":          long("ended-loops.xml", native(5, 0.45)),
		"is stopped":     long("ended-stopped.xml", native(8, 0.45)),
		"has a child":    long("ended-child.xml", native(12, 0.45)),
		"runs Python":    long("ended-python.xml", script(9e9)),
		"loops in it":    long("ended-loop.xml", script(0.45)),
		"plugin":         long("ended-plugin.xml", `usrsub_plugin_name="./misbehaves" usrsub_fnc_name="fine" usrsub_param_string="USER(9)"`),
		"plugin, hangs":  long("ended-hangs.xml", `usrsub_plugin_name="./misbehaves" usrsub_fnc_name="hangs" usrsub_param_string="USER(9)"`),
		"gRPC plugin":    long("ended-grpc.xml", `usrsub_plugin_name="./misbehaves" usrsub_fnc_name="fine" usrsub_param_string="USER(9)"`),
		"plugin, a pipe": long("ended-pipe.xml", `usrsub_plugin_name="./misbehaves" usrsub_fnc_name="hangs" usrsub_param_string="USER(9)"`),
	}
	seeds := 1
	if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
		seeds = 2
	}
	all := undisturbedRows(t)
	rng := rand.New(rand.NewPCG(1, 0))
	var wait sync.WaitGroup
	room := make(chan bool, 6)
	for name, deck := range decks {
		for _, s := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGHUP} {
			if s == syscall.SIGKILL && name == "has a child" {
				continue // nobody is left who knows of the child
			}
			if s == syscall.SIGHUP && signal.Ignored(s) {
				continue // the tests run under nohup, and so does what they start
			}
			for n := range seeds {
				after := time.Duration(rng.IntN(1200)) * time.Millisecond
				wait.Go(func() {
					room <- true
					defer func() { <-room }()
					endedBy(t, fmt.Sprintf("%s, %v after %v", name, s, after), deck, fmt.Sprintf("%s-%d-%d.out", deck, s, n), s, after, all)
				})
			}
		}
	}
	wait.Wait()
	// Those that were killed left folders; the next run takes them for those of a run that is about to begin while they are new.
	old := time.Now().Add(-time.Hour)
	for _, f := range entries(tmp) {
		if err := os.Chtimes(filepath.Join(tmp, f), old, old); err != nil {
			t.Error(err)
		}
	}
	if o := clitest.Run(t, "run", long("ended-last.xml", native(0, 9e9)), "--end", "0.3", "--dt", "0.1"); o.Code != 0 {
		t.Errorf("%+v", o)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		files, procs := entries(tmp), knowing(tmp)
		if len(files)+len(procs) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("left behind: files %q, processes %q", files, procs)
		}
	}
}

// undisturbedRows are those of the same spring where nothing happens, but the last one, whose step ends the run.
func undisturbedRows(t *testing.T) []string {
	deck := clitest.WriteFile(t, "ended-never.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" penalty="10." usrsub_dll_name="bad" usrsub_param_string="USER(0,9)"/>`))
	if o := clitest.Run(t, "run", deck); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	_, rows := clitest.ReadResults(t, "ended-never.out", 0)
	return rows[:len(rows)-1]
}

// endedBy begins a run, ends it by a signal and looks at what it leaves.
func endedBy(t *testing.T, title, deck, out string, s syscall.Signal, after time.Duration, all []string) {
	args := []string{"run", deck, "--out", out, "--call-timeout", "10m"}
	switch {
	case strings.Contains(title, "gRPC"):
		args = append(args, "--plugin-transport", "grpc")
	case strings.Contains(title, "pipe"):
		args = append(args, "--plugin-transport", "pipe")
	}
	c := clitest.Command(args...)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Error(err)
		return
	}
	// Before the signals are held back they end the program as they always do.
	for file := filepath.Join(clitest.Folder, out, run.LogFile); ; time.Sleep(5 * time.Millisecond) {
		if b, _ := os.ReadFile(file); len(b) > 0 {
			break
		}
	}
	time.Sleep(after)
	c.Process.Signal(s)
	_ = c.Wait()
	want := 130
	if s == syscall.SIGKILL {
		want = -1 // that of a process that a signal ended
	}
	if code := c.ProcessState.ExitCode(); code != want {
		t.Errorf("%s: code %d, want %d\n%s", title, code, want, said.String())
	}
	if s != syscall.SIGKILL {
		b, _ := os.ReadFile(filepath.Join(clitest.Folder, out, run.DocumentFile))
		if d := clitest.ReadDocument(t, string(b)); d.ExitCode != 130 || d.Status != run.Interrupted {
			t.Errorf("%s: run.json has %s, code %d", title, d.Status, d.ExitCode)
		}
	}
	table, _ := os.ReadFile(filepath.Join(clitest.Folder, out, run.RowsFile))
	if len(table) > 0 && table[len(table)-1] != '\n' {
		t.Errorf("%s: the last row is not complete: %q", title, table)
	}
	if string(table) == "time\n" { // nothing was computed
		return
	}
	rows := strings.SplitAfter(string(table), "\n")
	for i, row := range rows[:min(len(rows)-1, len(all))] {
		if row != all[i]+"\n" {
			t.Errorf("%s: row %d is %q, undisturbed it is %q", title, i, row, all[i])
			return
		}
	}
}

func entries(dir string) (names []string) {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// knowing are the processes that have been notified of a folder for temporary files.
func knowing(tmp string) (list []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && bytes.Contains(b, []byte("="+tmp)) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
			list = append(list, filepath.Base(filepath.Dir(f))+" "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return list
}
