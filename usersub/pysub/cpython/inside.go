//go:build (linux && !android && (amd64 || arm64)) || (darwin && (amd64 || arm64))

package cpython

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
)

// process is the interpreter in this process. There can be one only; engines share
// it, each with its own scripts.
var process struct {
	once    sync.Once
	err     error
	program string
	fn      api
	none    uintptr // Py_None
	keep    bool    // the thread that started it keeps the lock of the interpreter
	home    uintptr // that thread
	guard   Guard   // nil if there is none

	mu        sync.Mutex
	now       *inside        // whose message or call is carried out
	answering atomic.Uintptr // the thread on which Go answers, 0 if none does
}

// api are functions of the library, as addresses.
type api struct {
	decRef, ensure, release, threadID          uintptr
	thisThread                                 uintptr
	callObject, callNoArgs                     uintptr
	bytesNew, bytesAt, bytesLen                uintptr
	tupleNew, tupleSet, tupleGet               uintptr
	longNew, memory                            uintptr
	getAttr, printError, importAdd, moduleDict uintptr
}

// methodDef is PyMethodDef.
type methodDef struct {
	name  *byte
	meth  uintptr
	flags int32
	doc   *byte
}

const (
	methO      = 8
	fileInput  = 257
	bufWrite   = 0x200
	textOfHost = "<trammel>"
)

// asking is the description of the function `ask`; the interpreter keeps its address.
var asking methodDef

// inside is a module of the host script for one engine.
type inside struct {
	e             *Engine
	handle        uintptr // functions of the host script
	views, answer uintptr
	none          [1]float64 // memory of arrays without entries
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
		process.err = open(e.Interpreter, lib, e.o.OneThread)
	})
	if process.err != nil {
		return nil, process.err
	}
	if process.program != e.Interpreter.Program {
		return nil, fmt.Errorf("%s runs in this process already; a second interpreter needs a process of its own", process.program)
	}
	h := &inside{e: e, bindings: map[int]*binding{}}
	if process.guard != nil {
		h.loading = process.guard.Routine("a Python script", "")
	}
	defer unlock(lock())
	return h, h.load()
}

// open loads the library and starts the interpreter.
func open(i *Interpreter, lib string, keep bool) error {
	handle, err := purego.Dlopen(lib, purego.RTLD_NOW|purego.RTLD_GLOBAL) // global: extension modules look for its symbols
	if err != nil {
		return fmt.Errorf("%s cannot be loaded: %w", lib, err)
	}
	sym := func(name string) uintptr {
		p, problem := purego.Dlsym(handle, name)
		if problem != nil && err == nil {
			err = fmt.Errorf("%s has no %s: Python %s cannot run in this process", lib, name, i.Version)
		}
		return p
	}
	decode, program, initialize := sym("Py_DecodeLocale"), sym("Py_SetProgramName"), sym("Py_InitializeEx")
	save := sym("PyEval_SaveThread")
	process.none = sym("_Py_NoneStruct")
	process.fn = api{
		decRef: sym("Py_DecRef"), ensure: sym("PyGILState_Ensure"), release: sym("PyGILState_Release"),
		thisThread: sym("PyGILState_GetThisThreadState"),
		threadID:   sym("PyThread_get_thread_ident"), callObject: sym("PyObject_CallObject"), callNoArgs: sym("PyObject_CallNoArgs"),
		bytesNew: sym("PyBytes_FromStringAndSize"), bytesAt: sym("PyBytes_AsString"), bytesLen: sym("PyBytes_Size"),
		tupleNew: sym("PyTuple_New"), tupleSet: sym("PyTuple_SetItem"), tupleGet: sym("PyTuple_GetItem"), longNew: sym("PyLong_FromLongLong"),
		memory: sym("PyMemoryView_FromMemory"), getAttr: sym("PyObject_GetAttrString"), printError: sym("PyErr_Print"),
		importAdd: sym("PyImport_AddModule"), moduleDict: sym("PyModule_GetDict"),
	}
	symbols.compile, symbols.eval = sym("Py_CompileString"), sym("PyEval_EvalCode")
	symbols.set, symbols.builtins, symbols.function = sym("PyDict_SetItemString"), sym("PyEval_GetBuiltins"), sym("PyCFunction_NewEx")
	symbols.moduleNew = sym("PyModule_New")
	if err != nil {
		return err
	}
	// Its own name tells the interpreter where its modules are, also those of a virtual
	// environment. The text stays for ever.
	wide := call(decode, cstring(i.Program), 0)
	call(program, wide)
	process.keep = keep
	if !keep {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	call(initialize, 0) // without handlers of signals
	process.home = call(process.fn.threadID)
	entry := purego.NewCallback(onAsk)
	if process.guard != nil {
		entry = process.guard.Callback(entry)
	}
	asking = methodDef{name: cbytes("ask"), meth: entry, flags: methO, doc: cbytes("asks the solver")}
	if !keep {
		call(save)
	}
	return nil
}

// symbols are functions that are needed to load the host script only.
var symbols struct{ compile, eval, set, builtins, function, moduleNew uintptr }

func call(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

func cbytes(s string) *byte { return &append([]byte(s), 0)[0] }

// cstring returns the address of a text for a call; the caller's variable must
// outlive it, which those of a call do.
func cstring(s string) uintptr { return uintptr(unsafe.Pointer(cbytes(s))) }

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
		return fmt.Errorf("Python %s does not run the host of scripts", h.e.Interpreter.Version)
	}
	for n, p := range map[string]*uintptr{"handle": &h.handle, "views": &h.views, "answers_of": &h.answer} {
		attr := cbytes(n)
		*p = call(process.fn.getAttr, module, address(attr))
		runtime.KeepAlive(attr)
	}
	runtime.KeepAlive([]*byte{name, file, src, builtins, ask})
	return nil
}

func address(p *byte) uintptr { return uintptr(unsafe.Pointer(p)) }

// admit waits for admission. The lock belongs to the outermost call: a call that
// comes out of a question (a utility that runs the solver) passes. It is known by its
// thread, since Go code that Python called stays on the thread of that call.
func admit() (nested bool) {
	if process.mu.TryLock() {
		return false
	}
	if t := process.answering.Load(); t != 0 && t == call(process.fn.threadID) {
		return true
	}
	process.mu.Lock()
	return false
}

func dismiss(nested bool) {
	if !nested {
		process.mu.Unlock()
	}
}

// lock takes the lock of the interpreter, unless the thread keeps it. What the
// interpreter knows of a new thread is kept for its next call: to make it anew costs
// more than ten microseconds.
func lock() (state uintptr) {
	if process.keep {
		return 0
	}
	runtime.LockOSThread()
	known := call(process.fn.thisThread) != 0
	state = call(process.fn.ensure)
	if !known {
		call(process.fn.ensure) // never released
	}
	return state
}

func unlock(state uintptr) {
	if !process.keep {
		call(process.fn.release, state)
		runtime.UnlockOSThread()
	}
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

// onAsk is the function `ask` of the host script: bytes to bytes.
func onAsk(_, arg uintptr) uintptr {
	h := process.now
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
	if process.keep && call(process.fn.threadID) != process.home {
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
	r, err := h.invoke(h.answer, call(process.fn.longNew, uintptr(b.k)), newBytes(pack(nil, b.questions())),
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
	var r uintptr
	if b.guarded != nil {
		r = b.guarded(b.door.Frame.Time(), process.fn.callNoArgs, fn[0], 0)
	} else {
		r, _, _ = purego.SyscallN(process.fn.callNoArgs, fn[:]...)
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
	if process.keep && call(process.fn.threadID) != process.home {
		return nil
	}
	defer h.enter()()
	_, err := h.request(pack(nil, []any{"close"}))
	return err
}
