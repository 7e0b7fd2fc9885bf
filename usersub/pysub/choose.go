package pysub

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// Engines that Options.Engine names.
const (
	Auto         = "auto"          // gpython for what it can run, else CPython
	GPython      = "gpython"       // the embedded interpreter
	CPython      = "cpython"       // an installed one, in this process if that can be had
	CPythonChild = "cpython-child" // an installed one in a process of its own
)

// cpythonEngine is the engine on CPython.
type cpythonEngine struct {
	*cpython.Engine
	note string // why it runs in a process of its own
}

func (c *cpythonEngine) implementation() string { return "cpython" }

func (c *cpythonEngine) open(file string, src []byte) (script, error) {
	s, err := c.Engine.ExecuteModule(file, src)
	if err != nil {
		return nil, toFault(err)
	}
	return cpythonScript{s}, nil
}

func (c *cpythonEngine) files() []File {
	sums := c.Engine.Files()
	var list []File
	for _, path := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, File{Path: path, SHA256: sums[path]})
	}
	return list
}

func (c *cpythonEngine) interrupt() { c.Engine.Interrupt() }

func (c *cpythonEngine) releaseRoutines() { c.Engine.ReleaseRoutines() }

func (c *cpythonEngine) close() error { return c.Engine.Close() }

// cpythonScript is a script of CPython.
type cpythonScript struct{ *cpython.Script }

func (s cpythonScript) names() (functions, others []string) { return s.Names() }

func (s cpythonScript) bind(name string, sig *usersub.Sig) (usersub.Sub, error) {
	sub, err := s.Bind(name, sig)
	if err != nil {
		return nil, toFault(err)
	}
	return sub, nil
}

func toFault(err error) error {
	var f *cpython.Fault
	if !errors.As(err, &f) {
		return err
	}
	return &scriptFault{Line: f.Line, detail: f.Detail, hint: f.Hint, exited: f.Exited, timedOut: f.TimedOut, arithmetic: f.Arithmetic}
}

// chooseEngine returns the engine that runs a script and why it is that: with the embedded
// one, why CPython does not run what that cannot, "" if there is no doubt.
func (l *Loader) chooseEngine(file string, src []byte) (e engine, why string, err error) {
	switch l.options.Engine {
	case Auto:
	case "", GPython:
		return l.engine, "", nil
	default:
		e, err := l.ensureCPythonEngine(file)
		return e, "--python-engine requests it", err
	}
	list := checkSource(file, src)
	if len(list) == 0 {
		return l.engine, "", nil
	}
	i, err := cpython.FindInterpreter(l.options.Python, file, l.options.Isolated)
	if err == nil {
		err = i.CheckScriptRequirements()
	}
	if err == nil {
		e, err = l.ensureCPythonEngine(file)
	}
	if err != nil {
		if in, ok := l.engine.(*interp); ok {
			in.doubts[file] = fmt.Sprintf("the embedded interpreter cannot run line %d: %s", list[0].Line, list[0].Msg)
		}
		return l.engine, err.Error(), nil // whose own error is more exact
	}
	problem, _, _ := strings.Cut(list[0].Msg, ";") // behind it is how to do without
	return e, fmt.Sprintf("the embedded one cannot run it: line %d: %s", list[0].Line, problem), nil
}

// ensureCPythonEngine starts CPython unless that was done: in this process, or in another one
// if that is requested or its library cannot be had.
func (l *Loader) ensureCPythonEngine(file string) (engine, error) {
	if l.foreign != nil || l.without != nil {
		return l.foreign, l.without
	}
	c, err := startCPython(&l.options, file)
	if err != nil {
		l.without = &usersub.LoadError{Reason: fmt.Sprintf("script %s needs CPython: %v", filepath.Base(file), err),
			Hint: "install Python 3, or name an interpreter with --python"}
		return nil, l.without
	}
	l.mu.Lock()
	l.foreign = c
	l.mu.Unlock()
	return c, nil
}

func startCPython(o *Options, file string) (*cpythonEngine, error) {
	i, err := cpython.FindInterpreter(o.Python, file, o.Isolated)
	if err != nil {
		return nil, err
	}
	co := cpython.Options{OneThread: o.OneThread, Output: o.Output, Log: o.Log, CallTimeout: o.CallTimeout, Native: o.Native,
		Isolated: o.Isolated, Allow: o.Allow, Library: o.Library}
	note := ""
	if o.Engine != CPythonChild {
		e, err := cpython.StartInterpreter(i, co)
		if err == nil {
			return &cpythonEngine{Engine: e}, nil
		}
		note = err.Error()
	}
	co.Child = true
	e, err := cpython.StartInterpreter(i, co)
	if err != nil {
		return nil, err
	}
	return &cpythonEngine{Engine: e, note: note}, nil
}

// logEngine logs once for each script which interpreter runs it, if that is not the
// embedded one, and that it is in Python 2.
func (l *Loader) logEngine(file string, src []byte, e engine, why string) (logged string) {
	c, ok := e.(*cpythonEngine)
	if !ok {
		era := syntax.FindPython2Syntax(syntax.Tokenize(strings.TrimPrefix(string(src), "\ufeff")))
		if era == nil {
			return ""
		}
		l.options.Log.Info(filepath.Base(file) + ": " + era.String())
		return era.String()
	}
	text := c.Engine.String()
	if c.note != "" {
		text += ", since " + c.note
	}
	if why != "" {
		text += "; " + why
	}
	l.options.Log.Info(filepath.Base(file) + " runs in " + text)
	return text
}

// RunsEmbedded reports whether the embedded interpreter runs a script, or would.
func (l *Loader) RunsEmbedded(path string) bool {
	s := l.scripts[path]
	return s == nil || s.engine == nil || s.engine == l.engine
}

// DescribeInterpreter reports what runs a script with the engine Auto: the embedded interpreter,
// or a CPython of this machine, which is requested what the script imports. The script is
// not executed. An error says why there is none. python is Options.Python.
func DescribeInterpreter(path, python string) (string, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	list := checkSource(path, src)
	if len(list) == 0 {
		text := "the embedded interpreter runs it"
		if era := syntax.FindPython2Syntax(syntax.Tokenize(strings.TrimPrefix(string(src), "\ufeff"))); era != nil {
			text += "; " + era.String()
		}
		return text, nil
	}
	i, err := cpython.FindInterpreter(python, path, false)
	if err == nil {
		err = i.CheckScriptRequirements()
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("CPython %s (%s) runs it", i.Version, i.Program), nil
}
