//go:build linux && (amd64 || arm64) && !race

package faults

// native are the faults of testdata/c/bad.c, by their numbers there.
var native = []fault{
	{name: "none"},
	{name: "writes to address 0", code: 8, says: "signal: segmentation fault"},
	{name: "SIGKILL", code: 8, says: "signal: killed"},
	{name: "SIGSTOP", code: 8, says: "did not respond within", hangs: true},
	{name: "exit(0)", code: 5, says: "exit(0) or STOP"},
	{name: "exit(3)", code: 5, says: "exit(3) or STOP"},
	{name: "_exit(0)", code: 5, says: "status 0 (_exit)"},
	{name: "abort", code: 8, says: "signal: aborted"},
	{name: "endless loop", code: 8, says: "did not respond within", hangs: true},
	{name: "pause", code: 8, says: "did not respond within", hangs: true},
	{name: "memory bomb", code: 8, says: "signal: aborted"},
	{name: "a thread crashes", code: 8, says: "signal: segmentation fault"},
	{name: "a thread calls exit", code: 5, says: "exit(7) or STOP"},
	{name: "stack overflow", code: 8, says: "signal: segmentation fault"},
	{name: "SIGFPE", code: 8, says: "signal: floating point exception"},
	{name: "SIGTERM", code: 8, says: "signal: terminated"},
	{name: "jumps to address 8", code: 8, says: "signal: segmentation fault"},
	{name: "frees what it has not", code: 8, says: "signal: "},
	{name: "closes descriptors", code: 8, says: "in its worker"},
	{name: "a child stays, then a crash", code: 8, says: "signal: segmentation fault"},
	{name: "a child stays, and it hangs", code: 8, says: "did not respond within", hangs: true},
	// Who looks at it sees that; who sleeps is not woken.
	{name: "overwrites the shared memory", code: 8, says: "in its worker", hangs: true, only: "memory"},
	{name: "unmaps the shared memory", code: 8, says: "signal: segmentation fault", only: "memory"},
	{name: "writes a lot"},
	{name: "slow"},
	{name: "ignores SIGTERM", code: 8, says: "did not respond within", hangs: true},
	{name: "NaN", code: 5, says: "NaN"},
	{name: "asks without end", code: 8, says: "did not respond within", hangs: true},
	{name: "lines that are nearly records of a log"},
	{name: "SIGQUIT", code: 8, says: "signal: quit"},
	{name: "_exit(2)", code: 5, says: "status 2 (_exit)"},
	{name: "closes all descriptors", code: 8, says: "in its worker"},
}

// scripts are the faults of testdata/bad.py, by their numbers there. Those from 10 on need CPython.
var scripts = []fault{
	{name: "none"},
	{name: "exception", code: 5, says: "ValueError: worn out"},
	{name: "endless loop", code: 8, says: "did not respond within", hangs: true},
	{name: "None", code: 5, says: "must return a number"},
	{name: "text", code: 5, says: "must return a number"},
	{name: "list", code: 5, says: "must return a number"},
	{name: "NaN", code: 5, says: "NaN"},
	{name: "division by zero", code: 5, says: "ZeroDivisionError"},
	{name: "undefined name", code: 5, says: "NameError"},
	{name: "recursion", code: 5, says: "maximum recursion depth exceeded"},
	{name: "sys.exit", code: 5, says: "SystemExit"},
	{name: "os._exit", code: 5, says: "SystemExit"},
	{name: "SIGKILL", code: 8, says: "signal: killed"},
	{name: "SIGSTOP", code: 8, says: "did not respond within", hangs: true},
	{name: "reads address 0", code: 8, says: "signal: segmentation fault"},
	{name: "memory bomb", code: 5, says: "MemoryError"},
	{name: "a thread crashes", code: 8, says: "signal: segmentation fault"},
	{name: "closes descriptors", code: 8, says: "in its worker"},
	{name: "abort", code: 5, says: "SystemExit"}, // it is given another meaning, as os._exit is
	{name: "a child stays", code: 8, says: "signal: killed"},
}

func scriptFaults(engine string) []fault {
	if engine == "gpython" {
		return scripts[:10]
	}
	return scripts
}
