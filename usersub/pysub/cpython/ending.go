//go:build (linux && !android && (amd64 || arm64)) || (darwin && (amd64 || arm64))

package cpython

import (
	"runtime"
	"sync/atomic"
	"time"
)

// ending is how another goroutine ends Python code of this process that does not return.
// Py_AddPendingCall needs no lock: the interpreter calls what was added between two
// instructions, on the thread that started it, and that call may raise an exception, which knows
// whose code it came into. Code of C that runs meanwhile (10 ** 10 ** 10) is not ended.
var ending struct {
	turn    atomic.Uint64 // counts how often Python was entered, answers of ours included
	running atomic.Bool   // Python runs, not the solver that it queried
	wanted  atomic.Pointer[order]
}

// order says what is to be ended and what the script is reported.
type order struct {
	of   *hostModule
	turn uint64 // 0 is whatever runs
	why  string // "" is KeyboardInterrupt
}

// pending is the first word with which Python calls Go in a pending call; functions
// of a module have 0 there.
const pending = 1

// markPythonRunning and markPythonNotRunning note that Python code begins to run, and that it does not run any more.
func markPythonRunning() {
	ending.turn.Add(1)
	ending.running.Store(true)
}

func markPythonNotRunning() { ending.running.Store(false) }

// raisePendingEnd ends what runs if that was ordered. The result is an int: -1 for an exception.
func raisePendingEnd() uintptr {
	o, h := ending.wanted.Load(), process.now
	if o == nil || o.of != h || o.turn != 0 && o.turn != ending.turn.Load() {
		return 0
	}
	tuple := callCFunction(process.fn.tupleNew, 1)
	callCFunction(process.fn.tupleSet, tuple, 0, newBytesObject([]byte(o.why)))
	r := callCFunction(process.fn.callObject, h.endNow, tuple)
	callCFunction(process.fn.decRef, tuple)
	if r == 0 {
		return ^uintptr(0)
	}
	callCFunction(process.fn.decRef, r)
	return 0
}

// schedulePendingEnd has raisePendingEnd called. Pythons 3.9 and later do not search for pending calls that another
// thread has added until something else makes them check: that this thread waits for the
// lock of the interpreter, which it gets between two instructions, too.
func schedulePendingEnd() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	callCFunction(process.fn.pending, asking.meth, pending)
	callCFunction(process.fn.release, callCFunction(process.fn.ensure))
}

// again is how long an order waits for what it ended last: it may have come in our own
// code, or the script may catch what is raised.
const again = 20 * time.Millisecond

// watchLimit ends calls that take too long. Nothing is timed in the calls.
func (h *hostModule) watchLimit(limit time.Duration) {
	tick := time.NewTicker(min(max(limit/16, time.Millisecond), again))
	defer tick.Stop()
	last, since := ending.turn.Load(), time.Now()
	for {
		select {
		case <-h.closed:
			return
		case <-tick.C:
		}
		if n := ending.turn.Load(); n != last || !ending.running.Load() {
			last, since = n, time.Now()
			continue
		}
		if time.Since(since) >= limit {
			ending.wanted.Store(&order{of: h, turn: last, why: timeLimitText(limit)})
			schedulePendingEnd()
		}
	}
}

// interrupt makes the running Python function end with KeyboardInterrupt.
func (h *hostModule) interrupt() {
	o := &order{of: h}
	ending.wanted.Store(o)
	go func() {
		defer ending.wanted.CompareAndSwap(o, nil)
		tick := time.NewTicker(again)
		defer tick.Stop()
		for {
			schedulePendingEnd()
			select {
			case <-h.closed:
				return
			case <-tick.C:
			}
		}
	}()
}
