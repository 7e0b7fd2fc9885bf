package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/study"
	"github.com/trammel-mbd/trammel/plugins/confine"
)

func (t *tool) studyViewCommand() *cobra.Command {
	var f viewFlags
	cmd := &cobra.Command{
		Use:   "view DIR [--no-open] [--port N]",
		Short: "Show a study in the browser: its runs as points, failures, the animation of a run",
		Long: `Opens a page in the browser with the runs of a study as points over any two of its parameters and responses, colored
by status, its progress and a table of failures. A study that is under way is followed. Picking a point carries out its run
once more, into a temporary folder, and shows its animation.

The page comes from a server on the loopback address that ends with Ctrl-C, as that of trammel view.

Exit codes: 0 ended by Ctrl-C, 1 the page cannot be served any more, 2 DIR is no study or the port is taken.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := f.checkPort(); err != nil {
				return err
			}
			t.runWithStudyFolder(args[0], func(s *study.Folder) error { return t.viewStudy(s, &f) })
			return nil
		},
	}
	f.registerFlags(cmd)
	return cmd
}

// viewStudy shows a study until Ctrl-C.
func (t *tool) viewStudy(f *study.Folder, flags *viewFlags) error {
	err := t.runUntilInterrupted(func(ctx context.Context) error {
		v, err := t.openStudyView(f, flags)
		if err != nil {
			return err
		}
		defer v.stopAndRemoveResults()
		fmt.Fprintln(t.data, v.server.Address)
		flags.openPageInBrowser(t.con, v.server.Address)
		t.con.printMessage(notice, "note", "Ctrl-C ends the server")
		select {
		case <-ctx.Done():
			return nil
		case err := <-v.ended:
			return fmt.Errorf("the page cannot be served any more: %w", err)
		}
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// studyView is the page of a study, with the runs that are carried out for it.
type studyView struct {
	*tool
	folder  *study.Folder
	monitor *study.Monitor
	server  *webpage.Server
	self    string
	dir     string // temporary, of the results of runs
	ctx     context.Context
	cancel  context.CancelFunc
	turn    chan struct{} // who carries out a run has an element of it
	ended   chan error    // gets why the server has ended
	work    sync.WaitGroup

	mu   sync.Mutex
	runs map[int]*viewedRun
}

// viewedRun is a run that is carried out for its animation.
type viewedRun struct {
	dir    string
	done   bool
	err    string          // why there are no results
	result *webpage.Result // nil until there are rows
}

// viewedAtOnce is how many runs are carried out at once for the page, beside the study.
const viewedAtOnce = 2

// openStudyView starts the server of the page.
func (t *tool) openStudyView(f *study.Folder, flags *viewFlags) (v *studyView, err error) {
	v = &studyView{tool: t, folder: f, turn: make(chan struct{}, viewedAtOnce), ended: make(chan error, 1), runs: map[int]*viewedRun{}}
	if v.self, err = confine.OwnExecutablePath(); err != nil {
		return nil, err
	}
	if v.monitor, err = f.NewMonitor(); err != nil {
		return nil, &run.UsageError{Text: err.Error()}
	}
	name := strings.TrimSuffix(filepath.Base(f.Dir), ".study")
	v.server, err = webpage.NewStudyServer(&webpage.Study{Name: name, Folder: f, Monitor: v.monitor, Open: v.openRun, Command: v.runCommandLine}, flags.port)
	if err != nil {
		return nil, &run.UsageError{Text: fmt.Sprintf("the page cannot be served: %v", err)}
	}
	if v.dir, err = os.MkdirTemp("", "trammel-study-"); err != nil {
		_ = v.server.Close()
		return nil, err
	}
	v.ctx, v.cancel = context.WithCancel(context.Background())
	go func() { v.ended <- v.server.Serve() }()
	return v, nil
}

// stopAndRemoveResults ends the server and the runs for it, and removes their results.
func (v *studyView) stopAndRemoveResults() {
	v.cancel()
	_ = v.server.Close()
	v.work.Wait()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, r := range v.runs {
		if r.result != nil {
			_ = r.result.Close()
		}
	}
	_ = os.RemoveAll(v.dir)
}

// waitUntilClosed keeps the page of a study that has ended with err until the last browser has closed it, or a signal comes. A study that was
// interrupted takes its page with it.
func (v *studyView) waitUntilClosed(err error) {
	if v == nil {
		return
	}
	defer v.stopAndRemoveResults()
	if errors.Is(err, context.Canceled) {
		return
	}
	v.con.printMessage(notice, "note", "the page stays until it is closed in the browser, or until Ctrl-C")
	_ = v.runUntilInterrupted(func(ctx context.Context) error {
		select {
		case <-v.server.LastPageClosed():
		case <-ctx.Done():
		}
		return nil
	})
}

// runArguments are those of trammel that carry out a run by itself, without the folder of its results.
func (v *studyView) runArguments(number int) ([]string, error) {
	o, s := v.folder.Origin, v.folder.Study.Run
	values, err := v.monitor.ValuesOf(number)
	if err != nil {
		return nil, err
	}
	list := []string{"run", o.Deck}
	if o.Commands != "" {
		list = append(list, o.Commands)
	}
	for i, x := range values {
		list = append(list, "--set", o.Parameters[i]+"="+x.String())
	}
	number64 := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, x := range []struct {
		flag, value string
		given       bool
	}{
		{"--end", number64(s.End), !math.IsNaN(s.End)}, {"--steps", strconv.Itoa(s.Steps), s.Steps > 0}, {"--dt", number64(s.DT), s.DT > 0},
		{"--max-wall", number64(s.MaxWall), s.MaxWall > 0}, {"--isolate", s.Isolate, s.Isolate != ""}, {"--python", s.Python, s.Python != ""},
		{"--python-engine", s.Engine, s.Engine != ""}, {"--call-timeout", s.CallTime, s.CallTime != ""},
	} {
		if x.given {
			list = append(list, x.flag, x.value)
		}
	}
	return list, nil
}

// runCommandLine is the command line that carries out a run by itself.
func (v *studyView) runCommandLine(number int) (string, error) {
	list, err := v.runArguments(number)
	text := "trammel"
	for _, a := range list {
		if strings.ContainsAny(a, " \t'\"$`\\&|;<>()*?[]{}#~!") {
			a = quoteWord(a)
		}
		text += " " + a
	}
	return text, err
}

// openRun implements page.Study.Open.
func (v *studyView) openRun(number int) *webpage.OpenedRun {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.runs[number]
	if r == nil {
		if err := v.folder.CheckDeckIsUnchanged(); err != nil {
			return &webpage.OpenedRun{State: webpage.RunHasNone, Message: err.Error()}
		}
		r = &viewedRun{dir: filepath.Join(v.dir, fmt.Sprintf("run-%d.out", number))}
		v.runs[number] = r
		v.work.Go(func() { v.solveAndRecordOutcome(number, r) })
	}
	done := r.done
	if r.result == nil {
		r.result = openMotionResults(r.dir)
	}
	switch {
	case r.result != nil:
		return &webpage.OpenedRun{State: webpage.RunIsShown, Result: r.result}
	case done && r.err != "":
		return &webpage.OpenedRun{State: webpage.RunHasNone, Message: r.err}
	case done:
		return &webpage.OpenedRun{State: webpage.RunHasNone, Message: "there is no animation: the run has no rows of motion"}
	}
	return &webpage.OpenedRun{State: webpage.RunWaits}
}

// openMotionResults opens the results of a run, nil while it has no rows of motion.
func openMotionResults(dir string) *webpage.Result {
	r, err := webpage.OpenResult(dir)
	if err != nil {
		return nil
	}
	if r.Scene == nil || r.RowCount() == 0 {
		_ = r.Close()
		return nil
	}
	return r
}

// solveAndRecordOutcome carries out a run in its turn.
func (v *studyView) solveAndRecordOutcome(number int, r *viewedRun) {
	err := v.solveRun(number, r.dir)
	v.mu.Lock()
	defer v.mu.Unlock()
	if r.done = true; err != nil {
		r.err = err.Error()
	}
}

func (v *studyView) solveRun(number int, dir string) error {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-v.ctx.Done():
		return v.ctx.Err()
	}
	list, err := v.runArguments(number)
	if err != nil {
		return err
	}
	c := exec.CommandContext(v.ctx, v.self, append(list, "--results", "all", "--quiet", "--out", dir)...)
	var printed bytes.Buffer
	c.Stdout, c.Stderr = &printed, &printed
	c.WaitDelay = 5 * time.Second
	err = c.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return fmt.Errorf("the run has ended with exit code %d: %s", ended.ExitCode(), strings.TrimSpace(printed.String()))
	}
	return err
}
