//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"sync"
	"sync/atomic"
)

// door admits one call at a time in the process. The lock belongs to the
// outermost call: a call that comes out of a query (a utility that runs the
// solver) passes. It is known by its thread, since Go code that C called stays
// on the thread of that call.
var door struct {
	mu     sync.Mutex
	top    *binding     // innermost call
	thread atomic.Int32 // the thread that runs Go for a query, 0 if none does
}

// acquireEntry waits for admission. It reports whether the call is inside another one.
func acquireEntry() (nested bool) {
	if door.mu.TryLock() {
		return false
	}
	if t := door.thread.Load(); t != 0 && t == threadID() {
		return true
	}
	door.mu.Lock()
	return false
}

func releaseEntry(nested bool) {
	if !nested {
		door.mu.Unlock()
	}
}

// answering is a query that is answered in Go.
type answering struct {
	b      *binding
	before int32 // the thread that did before
}

// beginAnswer marks that a query is answered in Go, until done is called.
func beginAnswer(b *binding) answering {
	return answering{b, door.thread.Swap(threadID())}
}

// endAnswer is to be deferred. What panicked meanwhile is kept for the caller of the
// routine: no panic may cross foreign code.
func (a answering) endAnswer() {
	door.thread.Store(a.before)
	if v := recover(); v != nil {
		a.b.panic = v
	}
}
