package worker

import (
	"runtime"

	"github.com/trammel-mbd/trammel/usersub"
)

// servingThread is one thread of the operating system on which all foreign code runs: libraries
// and interpreters may keep data for a thread, as they do in a solver that calls them in its own
// process. While foreign code waits for the answer to a query, the thread takes what comes in
// between: calls nest, and what is opened while a call is under way is opened there.
//
// Where the conversation is held on one thread (frames), that is the one, and nothing is handed over: between two threads a
// call takes some microseconds longer. gRPC has no such thread.
type servingThread struct {
	jobs   chan job
	server int  // the thread that serves, 0 where threads have no numbers
	direct bool // everything comes on that thread
}

// chooseThread finds out, when something is opened the first time, whether everything comes on the
// thread that serves.
func (t *servingThread) chooseThread() {
	if t.jobs == nil {
		return
	}
	if t.server != 0 && threadID() == t.server {
		close(t.jobs)
		t.jobs, t.direct = nil, true
	}
}

// job is what is to be done, and where the end is reported: what it panicked with, nil if it did not.
type job struct {
	do  func()
	end chan any
}

func newThread() *servingThread {
	jobs := make(chan job)
	go func() {
		runtime.LockOSThread()
		for j := range jobs {
			j.end <- callCatchingPanic(j.do)
		}
	}()
	return &servingThread{jobs: jobs}
}

// runOnThread does something on the thread and waits for its end.
func (t *servingThread) runOnThread(f func()) {
	if t.direct {
		f()
		return
	}
	end := make(chan any, 1)
	t.jobs <- job{f, end}
	if v := <-end; v != nil {
		panic(v)
	}
}

// runOffThread lets f, which waits for another process, run elsewhere, and takes jobs meanwhile. It
// is called on the thread.
func (t *servingThread) runOffThread(f func()) {
	end := make(chan any, 1)
	go func() { end <- callCatchingPanic(f) }()
	for {
		select {
		case j := <-t.jobs:
			j.end <- callCatchingPanic(j.do)
		case v := <-end:
			if v != nil {
				panic(v)
			}
			return
		}
	}
}

func callCatchingPanic(f func()) (raised any) {
	defer func() { raised = recover() }()
	f()
	return nil
}

// callbackState is the way back into the solver for foreign code on a thread.
type callbackState struct {
	thread *servingThread
	state  usersub.State
}

var _ usersub.Invoker = (*callbackState)(nil)

// SysFnc asks the solver for a scalar measure.
func (a *callbackState) SysFnc(name string, par []int32) (v float64, flag int32) {
	a.thread.runOffThread(func() { v, flag = a.state.SysFnc(name, par) })
	return v, flag
}

// SysAry asks the solver for a vector of measures.
func (a *callbackState) SysAry(name string, par []int32, dst []float64) (n int, flag int32) {
	a.thread.runOffThread(func() { n, flag = a.state.SysAry(name, par, dst) })
	return n, flag
}

// ModFnc asks the solver for an attribute of an element.
func (a *callbackState) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	a.thread.runOffThread(func() { text, kindOrError = a.state.ModFnc(element, id, attribute) })
	return text, kindOrError
}

// InvokeUtility implements usersub.Invoker: the end of the wire is one.
func (a *callbackState) InvokeUtility(c *usersub.UtilityCall) {
	a.thread.runOffThread(func() { a.state.(usersub.Invoker).InvokeUtility(c) })
}
