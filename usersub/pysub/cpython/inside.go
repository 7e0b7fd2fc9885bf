//go:build (linux && !android && (amd64 || arm64)) || (darwin && (amd64 || arm64))

package cpython

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// inside is a module of the host script for one engine.
type inside struct {
	e             *Engine
	handle        uintptr // functions of the host script
	views, answer uintptr
	endNow        uintptr
	timed         bool          // calls are watched
	closed        chan struct{} // when it is closed
	once          sync.Once     // closes it
	none          [1]float64    // memory of arrays without entries
	bindings      map[int]*binding
	loading       func(time float64, fn, a, b uintptr) uintptr // guards what is no call
}

func startInside(e *Engine) (host, error) {
	lib, err := e.Interpreter.library()
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
		process.err = open(e.Interpreter, lib, &e.o)
	})
	if process.err != nil {
		return nil, process.err
	}
	if process.program != e.Interpreter.Program {
		return nil, fmt.Errorf("%s runs in this process already; a second interpreter needs a process of its own", process.program)
	}
	h := &inside{e: e, bindings: map[int]*binding{}, closed: make(chan struct{}), timed: e.o.CallTimeout > 0}
	if process.guard != nil {
		h.loading = process.guard.Routine("a Python script", "")
	}
	defer unlock(lock())
	if err := h.load(); err != nil {
		return nil, err
	}
	if h.timed {
		go h.watch(e.o.CallTimeout)
	}
	return h, nil
}

// load runs the host script in a module of its own.
func (h *inside) load() error {
	name, file := cbytes("_trammel"), cbytes(textOfHost)
	src := cbytes(hostText)
	module := call(symbols.moduleNew, address(name))
	dict := call(process.fn.moduleDict, module)
	builtins, ask := cbytes("__builtins__"), cbytes("ask")
	call(symbols.set, dict, address(builtins), call(symbols.builtins))
	call(symbols.set, dict, address(ask), call(symbols.function, uintptr(unsafe.Pointer(&asking)), 0, 0))
	code := call(symbols.compile, address(src), address(file), fileInput)
	process.now = h
	if code == 0 || call(symbols.eval, code, dict, dict) == 0 {
		call(process.fn.printError)
		return fmt.Errorf("the host of scripts does not run in Python %s", h.e.Interpreter.Version)
	}
	for n, p := range map[string]*uintptr{"handle": &h.handle, "views": &h.views, "answers_of": &h.answer, "end_now": &h.endNow} {
		attr := cbytes(n)
		*p = call(process.fn.getAttr, module, address(attr))
		runtime.KeepAlive(attr)
	}
	runtime.KeepAlive([]*byte{name, file, src, builtins, ask})
	return nil
}

// enter implements host.
func (h *inside) enter() (leave func()) {
	nested := admit()
	outer := process.now
	process.now = h
	state := lock()
	return func() {
		unlock(state)
		process.now = outer
		dismiss(nested)
	}
}

// onAsk is the function `ask` of the host script: bytes to bytes. It is the one way from
// Python into Go and so takes pending calls, too.
func onAsk(self, arg uintptr) uintptr {
	if self == pending {
		return onPending()
	}
	h := process.now
	if h.timed {
		back()
		defer into()
	}
	before := process.answering.Swap(call(process.fn.threadID))
	reply := h.e.answer(bytesOf(arg))
	process.answering.Store(before)
	process.now = h
	return newBytes(reply)
}

// bytesOf copies a bytes object.
func bytesOf(o uintptr) []byte {
	at, n := call(process.fn.bytesAt, o), call(process.fn.bytesLen, o)
	// The memory is Python's; the compiler's check takes a plain conversion for a mistake.
	p := *(*unsafe.Pointer)(unsafe.Pointer(&at))
	return append([]byte{}, unsafe.Slice((*byte)(p), n)...)
}

func newBytes(b []byte) uintptr {
	o := call(process.fn.bytesNew, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	runtime.KeepAlive(b)
	return o
}

// invoke calls a Python function with arguments that it takes over, and returns
// its result, which must be released.
func (h *inside) invoke(fn uintptr, args ...uintptr) (uintptr, error) {
	tuple := call(process.fn.tupleNew, uintptr(len(args)))
	for i, a := range args {
		call(process.fn.tupleSet, tuple, uintptr(i), a)
	}
	if h.timed {
		into()
		defer back()
	}
	var r uintptr
	if loading := h.loading; loading != nil {
		r = loading(0, process.fn.callObject, fn, tuple)
	} else {
		r = call(process.fn.callObject, fn, tuple)
	}
	call(process.fn.decRef, tuple)
	if r == 0 {
		call(process.fn.printError)
		return 0, &Fault{Line: "SystemError: the host of scripts failed"}
	}
	return r, nil
}

// request implements host.
func (h *inside) request(msg []byte) ([]byte, error) {
	r, err := h.invoke(h.handle, newBytes(msg))
	if err != nil {
		return nil, err
	}
	defer call(process.fn.decRef, r)
	return bytesOf(r), nil
}

// view returns a memoryview of an array, which must not move and must live as
// long as the binding.
func (h *inside) view(p unsafe.Pointer, size int) uintptr {
	if p == nil {
		p = unsafe.Pointer(&h.none)
	}
	return call(process.fn.memory, uintptr(p), uintptr(size), bufWrite)
}

// attach implements host.
func (h *inside) attach(b *binding) error {
	if elsewhere() {
		return &Fault{Line: "the routine is called on another thread than that of the interpreter"}
	}
	f := b.door.Frame
	r, err := h.invoke(h.views, call(process.fn.longNew, uintptr(b.k)),
		h.view(unsafe.Pointer(unsafe.SliceData(f.Real)), 8*len(f.Real)),
		h.view(unsafe.Pointer(unsafe.SliceData(f.Int)), 4*len(f.Int)))
	if err != nil {
		return err
	}
	for i := range b.native {
		b.native[i][0] = call(process.fn.tupleGet, r, uintptr(i)) // the tuple stays as long as they
	}
	b.held = r
	if process.guard != nil {
		b.guarded = process.guard.Routine(fmt.Sprintf("%s %d", f.Element, f.ID), b.r.name)
	}
	h.bindings[b.k] = b // keeps the frame
	return nil
}

// learn implements host.
func (h *inside) learn(b *binding) error {
	a := &b.door.Frame.Answers
	r, err := h.invoke(h.answer, call(process.fn.longNew, uintptr(b.k)), newBytes(pack(nil, b.queries())),
		h.view(unsafe.Pointer(unsafe.SliceData(a.Value)), 8*len(a.Value)))
	if err == nil {
		call(process.fn.decRef, r)
	}
	return err
}

// call implements host: one function of the library is entered.
func (h *inside) call(b *binding) ([]byte, error) {
	nested := admit()
	outer, door := process.now, h.e.door
	process.now, h.e.door = h, &b.door
	state := lock()
	fn := &b.native[0]
	if b.plain() {
		fn = &b.native[1]
	}
	if h.timed {
		into()
	}
	var r uintptr
	if b.guarded != nil {
		r = b.guarded(b.door.Frame.Time(), process.fn.callNoArgs, fn[0], 0)
	} else {
		r, _, _ = purego.SyscallN(process.fn.callNoArgs, fn[:]...)
	}
	if h.timed {
		back()
	}
	var reply []byte
	var err error
	if r != process.none {
		reply, err = outcome(r)
	} // a reference to None is kept: it counts to 2**63
	unlock(state)
	process.now, h.e.door = outer, door
	dismiss(nested)
	return reply, err
}

// outcome reads the message that a call returned.
func outcome(r uintptr) ([]byte, error) {
	if r == 0 {
		call(process.fn.printError)
		return nil, &Fault{Line: "SystemError: the host of scripts failed"}
	}
	defer call(process.fn.decRef, r)
	return bytesOf(r), nil
}

// release implements host.
func (h *inside) release(b *binding) {
	call(process.fn.decRef, b.held)
	if _, err := h.request(pack(nil, []any{"unbind", b.k})); err == nil {
		delete(h.bindings, b.k)
	}
}

// close implements host. The interpreter stays: extension modules cannot be
// loaded twice.
func (h *inside) close() error {
	h.once.Do(func() { close(h.closed) })
	if elsewhere() {
		return nil
	}
	defer h.enter()()
	_, err := h.request(pack(nil, []any{"close"}))
	return err
}
