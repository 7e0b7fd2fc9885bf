//go:build (linux && !android && (amd64 || arm64)) || (darwin && (amd64 || arm64))

package cpython

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// hostModule is a module of the host script for one engine.
type hostModule struct {
	e             *Engine
	handle        uintptr // functions of the host script
	views, answer uintptr
	endNow        uintptr
	timed         bool          // calls are watched
	closed        chan struct{} // when it is closed
	once          sync.Once     // closes it
	none          [1]float64    // memory of arrays without entries
	bindings      map[int]*binding
	loading       func(time float64, fn, a, b uintptr) uintptr // guards what is not a call
}

func startInProcess(e *Engine) (host, error) {
	lib, err := e.Interpreter.sharedLibrary()
	if err != nil {
		return nil, err
	}
	process.mu.Lock()
	defer process.mu.Unlock()
	process.once.Do(func() {
		if e.o.Native != nil {
			process.guard = e.o.Native()
		}
		process.program = e.Interpreter.Program
		if e.o.Isolated && e.o.Library != nil {
			if process.err = e.o.Library(lib); process.err != nil {
				return
			}
		}
		process.err = openLibrary(e.Interpreter, lib, &e.o)
	})
	if process.err != nil {
		return nil, process.err
	}
	if process.program != e.Interpreter.Program {
		return nil, fmt.Errorf("%s runs in this process already; a second interpreter needs a process of its own", process.program)
	}
	h := &hostModule{e: e, bindings: map[int]*binding{}, closed: make(chan struct{}), timed: e.o.CallTimeout > 0}
	if process.guard != nil {
		h.loading = process.guard.GuardRoutine("a Python script", "")
	}
	defer releaseGIL(acquireGIL())
	if err := h.runHostScript(); err != nil {
		return nil, err
	}
	if h.timed {
		go h.watchLimit(e.o.CallTimeout)
	}
	return h, nil
}

// runHostScript runs the host script in a module of its own.
func (h *hostModule) runHostScript() error {
	name, file := zeroTerminated("_trammel"), zeroTerminated(textOfHost)
	src := zeroTerminated(hostText)
	module := callCFunction(symbols.moduleNew, addressOfByte(name))
	dict := callCFunction(process.fn.moduleDict, module)
	builtins, ask := zeroTerminated("__builtins__"), zeroTerminated("ask")
	callCFunction(symbols.set, dict, addressOfByte(builtins), callCFunction(symbols.builtins))
	callCFunction(symbols.set, dict, addressOfByte(ask), callCFunction(symbols.function, uintptr(unsafe.Pointer(&asking)), 0, 0))
	code := callCFunction(symbols.compile, addressOfByte(src), addressOfByte(file), fileInput)
	process.now = h
	if code == 0 || callCFunction(symbols.eval, code, dict, dict) == 0 {
		callCFunction(process.fn.printError)
		return fmt.Errorf("the host of scripts does not run in Python %s", h.e.Interpreter.Version)
	}
	for n, p := range map[string]*uintptr{"handle": &h.handle, "views": &h.views, "answers_of": &h.answer, "end_now": &h.endNow} {
		attr := zeroTerminated(n)
		*p = callCFunction(process.fn.getAttr, module, addressOfByte(attr))
		runtime.KeepAlive(attr)
	}
	runtime.KeepAlive([]*byte{name, file, src, builtins, ask})
	return nil
}

// acquireInterpreter takes the lock of the interpreter for this thread; leave releases it.
func (h *hostModule) acquireInterpreter() (leave func()) {
	nested := acquireInterpreter()
	outer := process.now
	process.now = h
	state := acquireGIL()
	return func() {
		releaseGIL(state)
		process.now = outer
		releaseInterpreter(nested)
	}
}

// answerHostScript is the function `ask` of the host script: bytes to bytes. It is the one way from
// Python into Go and so takes pending calls, too.
func answerHostScript(self, arg uintptr) uintptr {
	if self == pending {
		return raisePendingEnd()
	}
	h := process.now
	if h.timed {
		markPythonNotRunning()
		defer markPythonRunning()
	}
	before := process.answering.Swap(callCFunction(process.fn.threadID))
	reply := h.e.answerMessage(copyBytesObject(arg))
	process.answering.Store(before)
	process.now = h
	return newBytesObject(reply)
}

// copyBytesObject copies a bytes object.
func copyBytesObject(o uintptr) []byte {
	at, n := callCFunction(process.fn.bytesAt, o), callCFunction(process.fn.bytesLen, o)
	// The memory is Python's; the compiler's check takes a plain conversion for a mistake.
	p := *(*unsafe.Pointer)(unsafe.Pointer(&at))
	return append([]byte{}, unsafe.Slice((*byte)(p), n)...)
}

func newBytesObject(b []byte) uintptr {
	o := callCFunction(process.fn.bytesNew, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	runtime.KeepAlive(b)
	return o
}

// callObject calls a Python function with arguments that it takes over, and returns
// its result, which must be released.
func (h *hostModule) callObject(fn uintptr, args ...uintptr) (uintptr, error) {
	tuple := callCFunction(process.fn.tupleNew, uintptr(len(args)))
	for i, a := range args {
		callCFunction(process.fn.tupleSet, tuple, uintptr(i), a)
	}
	if h.timed {
		markPythonRunning()
		defer markPythonNotRunning()
	}
	var r uintptr
	if loading := h.loading; loading != nil {
		r = loading(0, process.fn.callObject, fn, tuple)
	} else {
		r = callCFunction(process.fn.callObject, fn, tuple)
	}
	callCFunction(process.fn.decRef, tuple)
	if r == 0 {
		callCFunction(process.fn.printError)
		return 0, &Fault{Line: "SystemError: the host of scripts failed"}
	}
	return r, nil
}

// sendRequest sends a message to the Python side and returns its reply.
func (h *hostModule) sendRequest(msg []byte) ([]byte, error) {
	r, err := h.callObject(h.handle, newBytesObject(msg))
	if err != nil {
		return nil, err
	}
	defer callCFunction(process.fn.decRef, r)
	return copyBytesObject(r), nil
}

// newMemoryView returns a memoryview of an array, which must not move and must live as
// long as the binding.
func (h *hostModule) newMemoryView(p unsafe.Pointer, size int) uintptr {
	if p == nil {
		p = unsafe.Pointer(&h.none)
	}
	return callCFunction(process.fn.memory, uintptr(p), uintptr(size), bufWrite)
}

// prepareBinding gives the Python side the arrays that pass arguments to a routine.
func (h *hostModule) prepareBinding(b *binding) error {
	if isOnOtherThread() {
		return &Fault{Line: "the routine is called on another thread than that of the interpreter"}
	}
	f := b.door.Frame
	r, err := h.callObject(h.views, callCFunction(process.fn.longNew, uintptr(b.k)),
		h.newMemoryView(unsafe.Pointer(unsafe.SliceData(f.Real)), 8*len(f.Real)),
		h.newMemoryView(unsafe.Pointer(unsafe.SliceData(f.Int)), 4*len(f.Int)))
	if err != nil {
		return err
	}
	for i := range b.native {
		b.native[i][0] = callCFunction(process.fn.tupleGet, r, uintptr(i)) // the tuple stays as long as they
	}
	b.held = r
	if process.guard != nil {
		b.guarded = process.guard.GuardRoutine(fmt.Sprintf("%s %d", f.Element, f.ID), b.r.name)
	}
	h.bindings[b.k] = b // keeps the frame
	return nil
}

// sendQueryList sends the queries that calls of a routine make, whose answers come with each call from then on.
func (h *hostModule) sendQueryList(b *binding) error {
	a := &b.door.Frame.QueryAnswers
	r, err := h.callObject(h.answer, callCFunction(process.fn.longNew, uintptr(b.k)), newBytesObject(packItem(nil, b.describeQueries())),
		h.newMemoryView(unsafe.Pointer(unsafe.SliceData(a.Value)), 8*len(a.Value)))
	if err == nil {
		callCFunction(process.fn.decRef, r)
	}
	return err
}

// callFunction implements host: one function of the library is entered.
func (h *hostModule) callFunction(b *binding) ([]byte, error) {
	nested := acquireInterpreter()
	outer, door := process.now, h.e.door
	process.now, h.e.door = h, &b.door
	state := acquireGIL()
	fn := &b.native[0]
	if b.areFlagsZero() {
		fn = &b.native[1]
	}
	if h.timed {
		markPythonRunning()
	}
	var r uintptr
	if b.guarded != nil {
		r = b.guarded(b.door.Frame.Time(), process.fn.callNoArgs, fn[0], 0)
	} else {
		r, _, _ = purego.SyscallN(process.fn.callNoArgs, fn[:]...)
	}
	if h.timed {
		markPythonNotRunning()
	}
	var reply []byte
	var err error
	if r != process.none {
		reply, err = readResult(r)
	} // a reference to None is kept: it counts to 2**63
	releaseGIL(state)
	process.now, h.e.door = outer, door
	releaseInterpreter(nested)
	return reply, err
}

// readResult reads the message that a call returned.
func readResult(r uintptr) ([]byte, error) {
	if r == 0 {
		callCFunction(process.fn.printError)
		return nil, &Fault{Line: "SystemError: the host of scripts failed"}
	}
	defer callCFunction(process.fn.decRef, r)
	return copyBytesObject(r), nil
}

// releaseBinding frees what a routine holds on the Python side.
func (h *hostModule) releaseBinding(b *binding) {
	callCFunction(process.fn.decRef, b.held)
	if _, err := h.sendRequest(packItem(nil, []any{"unbind", b.k})); err == nil {
		delete(h.bindings, b.k)
	}
}

// close implements host. The interpreter stays: extension modules cannot be
// loaded twice.
func (h *hostModule) close() error {
	h.once.Do(func() { close(h.closed) })
	if isOnOtherThread() {
		return nil
	}
	defer h.acquireInterpreter()()
	_, err := h.sendRequest(packItem(nil, []any{"close"}))
	return err
}
