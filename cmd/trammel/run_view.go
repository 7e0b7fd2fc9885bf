package main

import (
	"fmt"
	"os"
	"time"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
)

// runView is the page of a run that goes. It is opened with the first rows, and outlives the run.
type runView struct {
	con    *console
	flags  *viewFlags
	server *webpage.Server
	over   chan struct{}        // closed when the run has ended
	shown  chan *webpage.Result // the result of the page, nil where there is nothing to see
}

// newRunView takes the port of the page.
func newRunView(con *console, f *viewFlags) (*runView, error) {
	s, err := webpage.NewServer(nil, f.port)
	if err != nil {
		return nil, &run.UsageError{Text: fmt.Sprintf("the page cannot be served: %v", err)}
	}
	return &runView{con: con, flags: f, server: s, over: make(chan struct{}), shown: make(chan *webpage.Result, 1)}, nil
}

// watchForRows begins to wait for rows in the folder of the results.
func (v *runView) watchForRows(dir string) {
	if v == nil {
		return
	}
	go func() {
		r := v.awaitRows(dir)
		if r != nil {
			v.server.SetResults([]*webpage.Result{r})
			go func() { _ = v.server.Serve() }()
			v.con.printMessage(quiet, "page", "%s", v.server.Address)
			v.flags.openPageInBrowser(v.con, v.server.Address)
		}
		v.shown <- r
	}()
}

// lookForRows is how often the folder is examined before there are rows.
const lookForRows = 50 * time.Millisecond

// awaitRows returns the results when there are rows, nil where the run has ended without.
func (v *runView) awaitRows(dir string) *webpage.Result {
	for last := false; ; {
		if r, err := webpage.OpenResult(dir); err == nil {
			if r.Scene != nil && r.RowCount() > 0 {
				return r
			}
			_ = r.Close()
		}
		if last {
			return nil
		}
		select {
		case <-v.over:
			last = true
		case <-time.After(lookForRows):
		}
	}
}

// waitUntilClosed returns when the page of a run that has ended with a code is no longer wanted: the last browser has closed it, or a
// signal has come. A run that was interrupted takes its page with it.
func (v *runView) waitUntilClosed(code int, signals <-chan os.Signal) {
	if v == nil {
		return
	}
	defer v.server.Close()
	close(v.over)
	r := <-v.shown
	if r == nil {
		v.con.printMessage(notice, "note", "there is no page: the run has no rows of motion")
		return
	}
	defer r.Close()
	if code == run.ExitInterrupted {
		return
	}
	v.con.printMessage(notice, "note", "the run has ended; its page stays until it is closed in the browser, or until Ctrl-C")
	select {
	case <-v.server.LastPageClosed():
	case <-signals:
		countSignal()
	}
}
