package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// Values of --isolate; without it the elements decide.
const (
	isolateAll    = "all"
	isolateNative = "native"
	isolatePython = "python"
	isolateNone   = "none"
)

// Limits of a call in a worker, and of opening a routine there, where none is given.
const (
	workerTimeout = 10 * time.Second
	workerLoading = time.Minute
)

// isIsolated reports whether a routine runs in a worker. Plugins and Octave have processes of their
// own anyway.
func (f *loadFlags) isIsolated(ref *usersub.Ref) bool {
	if runsOutOfProcess(ref) || ref.Library == "" && ref.Script == "" && ref.Interpreter != "" {
		return false
	}
	if f.scriptsHere && ref.Script != "" {
		return false
	}
	asked := strings.EqualFold(ref.Isolate, "process")
	switch f.isolate {
	case isolateAll:
		return true
	case isolateNone:
		return false
	case isolateNative:
		return asked || ref.Script == ""
	case isolatePython:
		return asked || ref.Script != ""
	}
	return asked
}

// isolation is what workers of a command have in common.
type isolation struct {
	flags  *loadFlags
	native *cdll.Loader // to find libraries; it opens none
	log    *slog.Logger
}

// newWorkerLoader returns the loader of routines that run in processes of their own.
func newWorkerLoader(f *loadFlags, log *slog.Logger) *plugins.WorkerLoader {
	x := &isolation{flags: f, native: &cdll.Loader{Log: log}, log: log}
	self, err := confine.OwnExecutablePath()
	if err != nil {
		self = os.Args[0]
	}
	return &plugins.WorkerLoader{Config: f.pluginProcessConfig(log), Program: append([]string{self, workerCommandName}, f.workerFlags()...),
		Env: f.workerEnvironment(), Wanted: f.isIsolated, Place: x.workerForRoutine}
}

// workerForRoutine reports which worker runs a routine: one for each library, whose elements share its
// variables, and one for the scripts of a folder, which share the modules beside them.
func (x *isolation) workerForRoutine(ref *usersub.Ref) (*plugins.WorkerSpec, error) {
	if ref.Script == "" {
		path, err := x.native.Find(ref)
		if err != nil {
			return nil, err
		}
		return &plugins.WorkerSpec{Key: "library " + path, Name: path, Dir: ref.Dir, Prepare: func() (confine.Rules, []string) {
			r := x.confinementRules(ref, filepath.Dir(path))
			r.Read = append(append(r.Read, path), listLibraryDependencies(path)...)
			return r, nil
		}}, nil
	}
	path, err := pysub.Find(ref)
	if err != nil {
		return nil, err
	}
	dir, installed := filepath.Dir(path), x.flags.runsInCPython(path)
	return &plugins.WorkerSpec{Key: fmt.Sprint("scripts ", dir, installed), Name: path, Dir: ref.Dir, Prepare: func() (confine.Rules, []string) {
		r := x.confinementRules(ref, dir)
		if !installed {
			return r, []string{"--python", cpython.None}
		}
		i, err := cpython.FindInterpreter(x.flags.python, path, x.flags.strict)
		if err != nil { // the worker reports it again, of the script
			return r, []string{"--python", cmp.Or(x.flags.python, cpython.None)}
		}
		r.Execute = append(r.Execute, i.Prefix, i.Base, filepath.Dir(i.Program))
		r.Read = append(append(r.Read, i.Path...), i.Libraries...)
		return r, []string{"--python", i.Program}
	}}, nil
}

// runsInCPython reports whether CPython runs a script, not the embedded interpreter.
func (f *loadFlags) runsInCPython(path string) bool {
	switch f.engine {
	case pysub.CPython, pysub.CPythonChild:
		return true
	case pysub.GPython:
		return false
	}
	return len(pysub.CheckScript(path)) > 0
}

// workerFlags are the flags that a worker gets too.
func (f *loadFlags) workerFlags() []string {
	var list []string
	for _, v := range []struct{ name, value string }{
		{"usersub-dialect", f.dialect}, {"usersub-area", f.area}, {"python-engine", f.engine}, {"locked-by", f.lockOf.deck}, {"locked-commands", f.lockOf.commands},
	} {
		if v.value != "" {
			list = append(list, "--"+v.name, v.value)
		}
	}
	return append(list, "--call-timeout", cmp.Or(f.timeout, workerTimeout).String())
}

// kept are the variables of the environment that a worker gets.
var kept = []string{"PATH", "LANG", "LD_LIBRARY_PATH", "PYTHONPATH", "MS_USERDLL_DIR", "MS_USERSUBDLL", "NUSOL_DLL_DIR", "TRAMMEL_ANALYS"}

// keptOnWindows are those that Windows' own libraries, temporary files and the cache need there.
var keptOnWindows = []string{"SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "PATHEXT"}

// workerEnvironment is that of workers: next to nothing, and what --env adds.
func (f *loadFlags) workerEnvironment() []string {
	env := []string{"PYTHONDONTWRITEBYTECODE=1"}
	names := slices.Clone(kept)
	if runtime.GOOS == "windows" {
		names = append(names, keptOnWindows...)
	}
	for _, name := range append(names, f.env...) {
		if strings.Contains(name, "=") {
			env = append(env, name)
		} else if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// stopper ends foreign code that runs in another process.
type stopper interface{ Stop(reason string) }
