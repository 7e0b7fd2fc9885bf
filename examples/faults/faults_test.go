//go:build linux

package main

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
)

// TestJudge: each way to be bad is seen.
func TestJudge(t *testing.T) {
	const rows = "time,1.F1\n0,1\n1,2\n"
	calm := &referenceRun{rows: rows}
	ok := &run.Document{Status: run.OK}
	failed := func(code int) *run.Document {
		return &run.Document{Status: run.Failed, ExitCode: code, Error: &run.Failure{Message: "x"}}
	}
	for _, c := range []struct {
		name, admit, want string
		o                 outcome
	}{
		{"all is well", "same", same, outcome{doc: ok, rows: rows}},
		{"reported", "8", reported, outcome{code: 8, doc: failed(8), rows: "time,1.F1\n", said: "error: lost"}},
		{"a fault without effect", "8", other, outcome{doc: ok, rows: rows}},
		{"other rows", "same", silent, outcome{doc: ok, rows: "time,1.F1\n0,1\n1,3\n"}},
		{"rows are missing", "8 same", silent, outcome{doc: ok, rows: "time,1.F1\n0,1\n"}},
		{"other rows with a warning", "same", reported, outcome{doc: &run.Document{Status: run.OK, Warnings: []string{"x"}}, rows: "time,1.F1\n"}},
		{"not a word", "8", silent, outcome{code: 8, doc: failed(8), rows: rows}},
		{"another code", "8", other, outcome{code: 5, doc: failed(5), rows: rows, said: "error: x"}},
		{"contradiction", "8", lost, outcome{code: 8, doc: failed(5), rows: rows, said: "error: x"}},
		{"ok and failed", "1", lost, outcome{code: 1, doc: ok, rows: rows, said: "error: x"}},
		{"running", "8", lost, outcome{code: 8, doc: &run.Document{Status: run.Running, ExitCode: -1}, rows: rows, said: "error: x"}},
		{"no run.json", "8", lost, outcome{code: 8, broken: os.ErrNotExist, rows: rows, said: "error: x"}},
		{"a cut row", "8", lost, outcome{code: 8, doc: failed(8), rows: rows + "2,", said: "error: x"}},
		{"a short row", "8", lost, outcome{code: 8, doc: failed(8), rows: rows + "2\n", said: "error: x"}},
		{"a panic", "8", other, outcome{code: 2, doc: failed(8), rows: rows, said: "panic: x\n\ngoroutine 1 [running]:"}},
		{"an internal error", "1", other, outcome{code: 1, doc: failed(1), rows: rows, said: "error: internal error: x"}},
		{"a panic of a plugin", "8", reported, outcome{code: 8, doc: failed(8), rows: rows, said: "panic: x\n\ngoroutine 1 [running]:\nerror: lost"}},
	} {
		c.o.begun = true
		if got, why := judgeOutcome(&trial{args: []string{"run"}, admit: c.admit}, &c.o, calm); got != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got, why, c.want)
		}
	}
}

// TestListed: the faults of the sources are found, each with codes for its ways.
func TestListed(t *testing.T) {
	plugin, err := os.ReadFile("plugin/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]int{"law.c": {80, 2}, "law.f90": {24, 2}, "law.py": {41, 3}, "module.c": {18, 1}, "plugin": {20, 1}} {
		text := plugin
		if name != "plugin" {
			if text, err = sources.ReadFile("sources/" + name); err != nil {
				t.Fatal(err)
			}
		}
		list := parseFaults(string(text))
		if len(list) != want[0] {
			t.Errorf("%s: %d faults, want %d", name, len(list), want[0])
		}
		for _, f := range list {
			if len(f.admit) != want[1] || f.kind == 0 {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

// TestHung: a program that does not end is killed and reported.
func TestHung(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	b := &trialBench{dir: t.TempDir(), program: sleep, rows: map[string]*referenceRun{}}
	r := b.runTrial(&trial{args: []string{"1000"}, admit: "0"}, 50*time.Millisecond)
	if r.Verdict != hung || !r.hasBadVerdict() {
		t.Errorf("%+v", r)
	}
}

// TestSaid: what a run says is heard where its files have no room, and where a child of it stays.
func TestSaid(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, script := range []string{"ulimit -f 0; echo heard >&2; exit 5", "sleep 30 & echo heard; exit 5"} {
		b := &trialBench{dir: t.TempDir(), program: shell, rows: map[string]*referenceRun{}}
		dir, err := b.newTrialFolder(&trial{})
		if err != nil {
			t.Fatal(err)
		}
		o, ended := b.startProgram(&trial{args: []string{"-c", script}}, dir, time.Minute)
		if !ended || o.code != 5 || o.said != "heard\n" {
			t.Errorf("%s: ended %v, code %d, said %q", script, ended, o.code, o.said)
		}
		awaitNoProcesses(dir, 0)
	}
}

// TestHangs: a slow run that still writes does not hang; one that writes nothing, or never ends, does.
func TestHangs(t *testing.T) {
	for _, c := range []struct {
		name       string
		grows      bool
		ends, want int // number of looks at the files: at which the run ends, after which await returns
		ended      bool
	}{
		{"writes and ends", true, 5, 5, true},
		{"writes nothing", false, 5, 2, false},
		{"never ends", true, 99, 11, false},
	} {
		done := make(chan error, 1)
		var size int64
		looks := 0
		ended := awaitRunEnd(done, time.Millisecond, func() int64 {
			if looks++; looks == c.ends {
				done <- nil
			}
			if c.grows {
				size++
			}
			return size
		})
		if ended != c.ended || looks > c.want+1 || looks < c.want {
			t.Errorf("%s: ended %v after %d looks, want %v after %d", c.name, ended, looks, c.ended, c.want)
		}
	}
}
