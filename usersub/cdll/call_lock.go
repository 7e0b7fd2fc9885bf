//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"sync"
	"sync/atomic"
)

// callLock admits one call at a time in the process. The lock belongs to the
// outermost call: a call that comes out of a query (a utility that runs the
// solver) passes. It is known by its thread, since Go code that C called stays
// on the thread of that call.
var callLock struct {
	mu     sync.Mutex
	top    *binding     // innermost call
	thread atomic.Int32 // the thread that runs Go for a query, 0 if none does
}

// acquireCallLock waits for admission. It reports whether the call is inside another one.
func acquireCallLock() (nested bool) {
	if callLock.mu.TryLock() {
		return false
	}
	if t := callLock.thread.Load(); t != 0 && t == threadID() {
		return true
	}
	callLock.mu.Lock()
	return false
}

func releaseCallLock(nested bool) {
	if !nested {
		callLock.mu.Unlock()
	}
}

// queryScope is a query that is answered in Go.
type queryScope struct {
	b      *binding
	before int32 // the thread that did before
}

// beginQueryAnswer marks that a query is answered in Go, until done is called.
func beginQueryAnswer(b *binding) queryScope {
	return queryScope{b, callLock.thread.Swap(threadID())}
}

// endQueryAnswer is to be deferred. What panicked meanwhile is kept for the caller of the
// routine: no panic may cross foreign code.
func (a queryScope) endQueryAnswer() {
	callLock.thread.Store(a.before)
	if v := recover(); v != nil {
		a.b.panic = v
	}
}
