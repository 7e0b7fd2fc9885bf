//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/core/run"
)

// Verdicts.
const (
	reported = "reported" // an exit code that the fault may have, or a warning
	same     = "same"     // code 0, and the rows are those of the undisturbed run
	silent   = "silent"   // code 0, other rows, and nothing said
	hung     = "hung"     // no end, and nothing written any more
	lost     = "lost"     // run.json contradicts the end, cannot be read or says running; a row is cut
	other    = "other"    // an exit code that was not to be expected, a panic, a process that stays
)

func (r *result) hasBadVerdict() bool { return r.Verdict != reported && r.Verdict != same }

// runTrial runs a trial and judges it.
func (b *trialBench) runTrial(t *trial, limit time.Duration) *result {
	r := &result{Seed: t.seed, Class: t.class, Name: t.name, Verdict: reported}
	begun := time.Now()
	err := b.executeTrial(t, r, limit)
	r.Seconds = time.Since(begun).Seconds()
	if err != nil {
		r.Verdict, r.Why = other, err.Error()
	}
	return r
}

// outcome is what a run left.
type outcome struct {
	code   int // that of a shell: -1 for SIGKILL, -n for another signal
	said   string
	doc    *run.Document
	broken error // run.json
	rows   string
	begun  bool // the folder of the results has rows
}

func (b *trialBench) executeTrial(t *trial, r *result, limit time.Duration) error {
	var want *referenceRun
	if t.calm != "" {
		if want = b.referenceRunOf(t); want.err != nil {
			return want.err
		}
	}
	dir, err := b.newTrialFolder(t)
	if err != nil {
		return err
	}
	defer func() {
		if r.hasBadVerdict() && b.keep != "" {
			_ = os.CopyFS(filepath.Join(b.keep, strconv.FormatUint(t.seed, 10)), os.DirFS(dir))
		}
		if t.disk > 0 {
			_ = unix.Unmount(filepath.Join(dir, "out"), unix.MNT_DETACH)
		}
		os.RemoveAll(dir)
	}()
	if err := b.prepareFolder(t, dir); err != nil {
		return err
	}
	o, ended := b.startProgram(t, dir, limit)
	r.Code = o.code
	if !ended {
		r.Verdict, r.Why = hung, "it did not end"
		return nil
	}
	o.collectResults(dir)
	r.Verdict, r.Why = judgeOutcome(t, o, want)
	if r.hasBadVerdict() {
		return nil
	}
	if t.after != nil {
		if why := t.after(dir, o.code); why != "" {
			r.Verdict, r.Why = other, why
			return nil
		}
	}
	patience := 15 * time.Second
	if o.code == 0 || o.code == -1 { // a routine may leave a child that works on; of a killed run nobody is left to end it
		patience = 0
	}
	if left := awaitNoProcesses(dir, patience); left != "" && patience > 0 {
		r.Verdict, r.Why = other, "left behind: "+left
	}
	return nil
}

// prepareFolder makes what a trial wants in its folder: results of runs before, damaged files, a small disk.
func (b *trialBench) prepareFolder(t *trial, dir string) error {
	for _, args := range t.before {
		if err := runTool(dir, b.program, args...); err != nil {
			return err
		}
	}
	if t.change != nil {
		if err := t.change(dir, t.rng); err != nil {
			return err
		}
	}
	if t.disk == 0 {
		return nil
	}
	return firstError(os.MkdirAll(filepath.Join(dir, "out"), 0o755),
		unix.Mount("none", filepath.Join(dir, "out"), "tmpfs", 0, fmt.Sprintf("size=%dk", t.disk)))
}

// startProgram starts the program; ended is false if it had to be killed.
func (b *trialBench) startProgram(t *trial, dir string, limit time.Duration) (o *outcome, ended bool) {
	o = new(outcome)
	line := append([]string{b.program}, t.args...)
	if len(t.room) > 0 {
		line = append(append([]string{b.self, limitedCommand}, t.room...), append([]string{"--"}, line...)...)
	}
	c := exec.Command(line[0], line[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TMPDIR="+b.dir, "PYTHONDONTWRITEBYTECODE=1")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	from, into, err := os.Pipe() // no file, which a limit of files would keep empty
	if err != nil {
		o.said = err.Error()
		return o, true
	}
	c.Stdout, c.Stderr = into, into
	err = c.Start()
	into.Close()
	if err != nil {
		from.Close()
		o.said = err.Error()
		return o, true
	}
	said := readPipe(from)
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	if t.signal != nil {
		go func() {
			time.Sleep(t.signal.after)
			tree := processFamily(c.Process.Pid)
			whom, s := t.signal.whom%len(tree), syscall.Signal(t.signal.signal)
			if whom == 0 && (s == syscall.SIGSEGV || s == syscall.SIGABRT) {
				s = syscall.SIGTERM // by the others the system ends the only process that there may be
			}
			_ = syscall.Kill(tree[whom], s)
			if s == syscall.SIGSTOP && whom == 0 {
				time.Sleep(300 * time.Millisecond)
				_ = syscall.Kill(tree[0], syscall.SIGCONT) // whoever stops it lets it continue
			}
		}()
	}
	if ended = awaitRunEnd(done, limit, func() int64 { return sizeOfResults(filepath.Join(dir, "out")) }); !ended {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		<-done
	}
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.code = -int(status.Signal())
		if status.Signal() == syscall.SIGKILL {
			o.code = -1
		}
	} else {
		o.code = c.ProcessState.ExitCode()
	}
	o.said = said()
	return o, ended
}

// processFamily lists a process and those that descend from it, the first first.
func processFamily(pid int) []int {
	list := []int{pid}
	for k := 0; k < len(list); k++ {
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", list[k]))
		for _, f := range files {
			text, _ := os.ReadFile(f)
			for word := range strings.FieldsSeq(string(text)) {
				if n, err := strconv.Atoi(word); err == nil {
					list = append(list, n)
				}
			}
		}
	}
	return list
}

// collectResults takes in what the run left in its folder. What is not a regular file is not its own.
func (o *outcome) collectResults(dir string) {
	file := func(name string) ([]byte, error) {
		info, err := os.Lstat(filepath.Join(dir, "out", name))
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, os.ErrNotExist
		}
		return os.ReadFile(filepath.Join(dir, "out", name))
	}
	rows, err := file(run.RowsFile)
	o.rows, o.begun = string(rows), err == nil
	text, err := file(run.DocumentFile)
	if err == nil {
		o.doc = new(run.Document)
		err = json.Unmarshal(text, o.doc)
	}
	if err != nil {
		o.doc, o.broken = nil, err
	}
}

// warningCount counts those of run.json and those that were printed.
func (o *outcome) warningCount() int {
	n := strings.Count(o.said, "warning")
	if o.doc != nil {
		n += len(o.doc.Warnings)
	}
	return n
}

// judgeOutcome compares an outcome with what the fault may come to and with the undisturbed run, nil where there is none.
func judgeOutcome(t *trial, o *outcome, want *referenceRun) (verdict, why string) {
	admit := strings.Fields(t.admit)
	may := func(word string) bool { return slices.Contains(admit, word) }
	// A plugin may print a panic of its own: then the run has its code for that.
	panics := o.code == run.ExitInternal || o.code == run.ExitUsage && strings.Contains("\n"+o.said, "\npanic: ")
	if strings.Contains(o.said, "internal error") || panics && strings.Contains(o.said, "goroutine 1 [") && !may("2") {
		return other, "panic: " + firstLineWith(o.said, "internal error", "panic: ", "goroutine")
	}
	if verdict, why := checkRunDocumentAndRows(t, o); verdict != "" {
		return verdict, why
	}
	if o.code == 0 {
		warned := want != nil && o.warningCount() > want.said
		switch {
		case want != nil && o.rows == want.rows:
			if may("same") || may("0") || may("said") && warned {
				return same, ""
			}
			return other, "code 0, want " + t.admit
		case may("0"), may("said") && warned:
			return reported, ""
		case want == nil:
			return silent, "code 0, want " + t.admit
		case warned && (may("same") || may("said")):
			return reported, ""
		}
		return silent, "the rows are not those of the undisturbed run"
	}
	if !may(strconv.Itoa(o.code)) {
		return other, "want " + t.admit + ": " + firstLineWith(o.said, "error")
	}
	if o.said == "" && o.code > 0 && o.code != run.ExitInterrupted && !slices.ContainsFunc(t.room, func(s string) bool { return strings.HasPrefix(s, "stderr") }) {
		return silent, fmt.Sprintf("code %d without a word", o.code)
	}
	return reported, ""
}

// checkRunDocumentAndRows reports whether run.json belongs to the end of the process and the rows are whole ones.
func checkRunDocumentAndRows(t *trial, o *outcome) (verdict, why string) {
	if t.args[0] != "run" || !o.begun && o.doc == nil || o.code == -1 {
		return "", ""
	}
	switch {
	case o.doc == nil && (t.disk > 0 || len(t.room) > 0) && len(o.rows) == 0 && o.code != 0:
		return "", "" // there was no room for a first run.json
	case o.doc == nil && errors.Is(o.broken, os.ErrNotExist) && t.class == "folders":
		return "", ""
	case o.doc == nil:
		return lost, fmt.Sprintf("run.json: %v", o.broken)
	case o.doc.Status == run.Running:
		return lost, "run.json says running"
	case o.doc.ExitCode != o.code:
		return lost, fmt.Sprintf("run.json says %d: %s", o.doc.ExitCode, firstLineWith(o.said, "error"))
	case (o.doc.ExitCode == 0) != (o.doc.Error == nil):
		return lost, fmt.Sprintf("run.json says %d and the error %v", o.doc.ExitCode, o.doc.Error)
	case o.rows != "" && !strings.HasSuffix(o.rows, "\n"):
		return lost, "the last row is cut"
	}
	if o.doc.Error != nil && strings.Contains(o.doc.Error.Message, "is not what the run wrote") {
		return "", ""
	}
	width := -1
	for text := range strings.Lines(o.rows) {
		if n := strings.Count(text, ","); width >= 0 && n != width {
			return lost, fmt.Sprintf("a row of %d columns: %q", n+1, text)
		} else {
			width = n
		}
	}
	return "", ""
}

// firstLineWith is the first line of a text that has one of some words in it.
func firstLineWith(text string, words ...string) string {
	for l := range strings.Lines(text) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(l, w) }) {
			return strings.TrimSpace(l[:min(len(l), 300)])
		}
	}
	return strings.TrimSpace(text[:min(len(text), 300)])
}

// awaitNoProcesses waits for the end of the processes that work in a folder. It names those that do not end, and kills them.
func awaitNoProcesses(dir string, patience time.Duration) (left string) {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		left = ""
		var stay []int
		files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, f := range files {
			at, _ := os.Readlink(filepath.Join(filepath.Dir(f), "cwd"))
			text, _ := os.ReadFile(f)
			if strings.HasPrefix(at, dir) || bytes.Contains(text, []byte(dir)) {
				if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
					stay = append(stay, pid)
				}
				left = fmt.Sprintf("%s %q", filepath.Base(filepath.Dir(f)), strings.ReplaceAll(string(text), "\x00", " "))
			}
		}
		if left == "" {
			return ""
		}
		if time.Now().After(end) {
			for _, pid := range stay {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			return left
		}
	}
}
