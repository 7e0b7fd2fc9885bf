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
	guard   Guard   // nil if there is none

	mu        sync.Mutex
	now       *hostModule    // whose message or call is carried out
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
	pending                                    uintptr
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

// openLibrary loads the library and starts the interpreter.
func openLibrary(i *Interpreter, lib string, o *Options) error {
	keep := o.OneThread
	handle, err := purego.Dlopen(lib, purego.RTLD_NOW|purego.RTLD_GLOBAL) // global: extension modules search for its symbols
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
		pending: sym("Py_AddPendingCall"),
	}
	symbols.compile, symbols.eval = sym("Py_CompileString"), sym("PyEval_EvalCode")
	symbols.set, symbols.builtins, symbols.function = sym("PyDict_SetItemString"), sym("PyEval_GetBuiltins"), sym("PyCFunction_NewEx")
	symbols.moduleNew = sym("PyModule_New")
	if o.Isolated {
		for _, name := range []string{"Py_IsolatedFlag", "Py_IgnoreEnvironmentFlag", "Py_NoUserSiteDirectory", "Py_NoSiteFlag", "Py_DontWriteBytecodeFlag"} {
			if p := sym(name); p != 0 {
				**(**int32)(unsafe.Pointer(&p)) = 1
			}
		}
	}
	if err != nil {
		return err
	}
	// Its own name reports the interpreter where its modules are, also those of a virtual
	// environment. The text stays for ever.
	wide := callCFunction(decode, cStringAddress(i.Program), 0)
	callCFunction(program, wide)
	process.keep = keep
	if !keep {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	callCFunction(initialize, 0) // without handlers of signals
	entry := purego.NewCallback(answerHostScript)
	if process.guard != nil {
		entry = process.guard.WrapCallback(entry)
	}
	asking = methodDef{name: zeroTerminated("ask"), meth: entry, flags: methO, doc: zeroTerminated("queries the solver")}
	if !keep {
		callCFunction(save)
	}
	return nil
}

// symbols are functions that are needed to load the host script only.
var symbols struct{ compile, eval, set, builtins, function, moduleNew uintptr }

func callCFunction(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

func zeroTerminated(s string) *byte { return &append([]byte(s), 0)[0] }

// cStringAddress returns the address of a text for a call; the caller's variable must
// outlive it, which those of a call do.
func cStringAddress(s string) uintptr { return uintptr(unsafe.Pointer(zeroTerminated(s))) }

func addressOfByte(p *byte) uintptr { return uintptr(unsafe.Pointer(p)) }

// acquireInterpreter waits for admission. The lock belongs to the outermost call: a call that
// comes out of a query (a utility that runs the solver) passes. It is known by its
// thread, since Go code that Python called stays on the thread of that call.
func acquireInterpreter() (nested bool) {
	if process.mu.TryLock() {
		return false
	}
	if t := process.answering.Load(); t != 0 && t == callCFunction(process.fn.threadID) {
		return true
	}
	process.mu.Lock()
	return false
}

func releaseInterpreter(nested bool) {
	if !nested {
		process.mu.Unlock()
	}
}

// isOnOtherThread reports whether this is not the thread that keeps the lock. The interpreter knows nothing of
// others; their numbers do not report, since a new thread often has the number of one that has ended.
func isOnOtherThread() bool { return process.keep && callCFunction(process.fn.thisThread) == 0 }

// acquireGIL takes the lock of the interpreter, unless the thread keeps it. What the
// interpreter knows of a new thread is kept for its next call: to make it again costs
// more than ten microseconds.
func acquireGIL() (state uintptr) {
	if process.keep {
		return 0
	}
	runtime.LockOSThread()
	known := callCFunction(process.fn.thisThread) != 0
	state = callCFunction(process.fn.ensure)
	if !known {
		callCFunction(process.fn.ensure) // never released
	}
	return state
}

func releaseGIL(state uintptr) {
	if !process.keep {
		callCFunction(process.fn.release, state)
		runtime.UnlockOSThread()
	}
}
