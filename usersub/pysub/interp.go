package pysub

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/numpy"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
	"github.com/trammel-mbd/trammel/usersub/pysub/trace"
)

// interp is the gpython engine. It is in for gpython's own context, so
// that imports are searched beside the importing file and remember their source, and
// so that recursion has a limit. All scripts of a loader share it, as they
// would share one Python process.
type interp struct {
	py.Context
	sources map[string][]string          // lines of every file that was read, for tracebacks
	sums    map[string]string            // their hashes
	allow   func(path, sum string) error // see Options.Allow
	doubts  map[string]string            // what of a script cannot be run here
	broken  map[string]bool              // modules whose execution failed
	stack   []*py.Code                   // functions that are running
	door    *usersub.QueryCache          // state of the call that is running, nil without one
	out     *python.Stream
	log     *slog.Logger
	said    map[string]bool // what was logged once
	free    loading.UtilityCalls
	limit   time.Duration // of one call, 0 if there is none
	watch   timeLimitWatch
	ended   atomic.Bool      // the run: whatever loops is ended
	program *executedProgram // nil without one
	inside  bool             // see Options.Confined

	interpret bool // nothing is compiled
	compiler  *trace.Compiler
}

func init() {
	python.InstallLanguage(numpy.InstallOperators)
	py.VmEvalCode = evalWithLimits
	installTimeLimitWatch()
}

// evalWithLimits runs a Python function that another one calls.
func evalWithLimits(ctx py.Context, co *py.Code, globals, locals py.StringDict, args []py.Object,
	kws py.StringDict, defs []py.Object, kwdefs py.StringDict, closure py.Tuple) (py.Object, error) {
	in, ok := ctx.(*interp)
	if !ok {
		return vm.EvalCode(ctx, co, globals, locals, args, kws, defs, kwdefs, closure)
	}
	if len(in.stack) >= python.MaxDepth {
		return nil, py.ExceptionNewf(py.RuntimeError, "maximum recursion depth exceeded")
	}
	in.checkTimeLimit(nil)
	in.stack = append(in.stack, co)
	res, err := vm.EvalCode(ctx, co, globals, locals, args, kws, defs, kwdefs, closure)
	in.stack = in.stack[:len(in.stack)-1]
	return res, err
}

func newInterp(o Options) *interp {
	in := &interp{sources: map[string][]string{}, sums: map[string]string{}, broken: map[string]bool{}, doubts: map[string]string{}, said: map[string]bool{},
		out: python.NewStream(o.Output), log: o.Log, limit: o.CallTimeout, interpret: o.Interpret, allow: o.Allow, inside: o.Confined}
	modules, err := python.NewModules()
	if err != nil {
		panic("pysub: " + err.Error())
	}
	in.Context = modules
	in.compiler = trace.NewCompiler(trace.Host{Context: in, Sources: in.sources, Given: in.textOfGivenModule, Numpy: in.numpyModule, Flush: in.out.Flush})
	in.injectBuiltins()
	return in
}

func (in *interp) implementation() string { return "gpython" }

func (in *interp) interrupt() { in.ended.Store(true) }

// releaseRoutines implements engine. Routines hold memory of Go alone, which goes when they do.
func (in *interp) releaseRoutines() {}

func (in *interp) close() error {
	in.out.Flush()
	return in.Context.Close()
}

// RunCode executes compiled Python code in the given scopes.
func (in *interp) RunCode(code *py.Code, globals, locals py.StringDict, closure py.Tuple) (py.Object, error) {
	return vm.EvalCode(in, code, globals, locals, nil, nil, nil, nil, closure)
}

// GetModule implements py.Context: a module that failed is not there. Those of
// numpy are made for programs when they are requested.
func (in *interp) GetModule(name string) (*py.Module, error) {
	if in.broken[name] {
		return nil, py.ExceptionNewf(py.ImportError, "No module named '%s'", name)
	}
	if in.program != nil && python.IsNumpyModule(name) {
		if err := numpy.AddNumpyModules(in); err != nil {
			return nil, err
		}
	}
	return in.Context.GetModule(name)
}

// ModuleInit implements py.Context: it makes a module and executes its code.
func (in *interp) ModuleInit(impl *py.ModuleImpl) (*py.Module, error) {
	m, err := in.Store().NewModule(in, impl)
	if err != nil {
		return nil, err
	}
	in.amendModule(impl.Info.Name, m.Globals)
	if impl.Code != nil {
		err = in.runModule(m, impl.Code)
	}
	return m, err
}

// runModule runs the code of a module.
func (in *interp) runModule(m *py.Module, code *py.Code) error {
	name := m.ModuleImpl.Info.Name
	delete(in.broken, name)
	_, err := in.RunCode(code, m.Globals, m.Globals, nil)
	if err != nil {
		in.broken[name] = true
	}
	return err
}

// ResolveAndCompile implements py.Context: it finds an imported module in the
// folder of the file that imports it or in sys.path.
func (in *interp) ResolveAndCompile(path string, opts py.CompileOpts) (py.CompileOut, error) {
	dirs := append([]string{opts.CurDir}, in.sysPath()...)
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		for _, file := range []string{path + ".py", filepath.Join(path, "__init__.py")} {
			file, err := filepath.Abs(filepath.Join(dir, file))
			if err != nil {
				continue
			}
			src, err := os.ReadFile(file)
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil {
				return py.CompileOut{}, py.ExceptionNewf(py.OSError, "%v", err)
			}
			if in.allow != nil {
				if err := in.allow(file, loading.HashBytes(src)); err != nil {
					return py.CompileOut{}, py.ExceptionNewf(py.ImportError, "%v", err)
				}
			}
			code, err := in.compileFile(file, src)
			// FileDesc becomes __file__, whose folder gpython finds by slashes.
			return py.CompileOut{SrcPathname: file, FileDesc: filepath.ToSlash(file), Code: code}, err
		}
	}
	name := strings.ReplaceAll(path, "/", ".")
	text := in.textOfGivenModule(name)
	if text == "" {
		text = string(python.LibraryModuleSource(name))
	}
	if text != "" {
		code, err := python.CompileModule(text, "<"+name+">", nil)
		return py.CompileOut{SrcPathname: name, FileDesc: "<" + name + ">", Code: code}, err
	}
	return py.CompileOut{}, py.ExceptionNewf(py.ImportError, "No module named '%s'", name)
}

// textOfGivenModule returns the text of a module that the program is given, "" without one.
func (in *interp) textOfGivenModule(name string) string {
	if in.program == nil {
		return ""
	}
	return in.program.Modules[name]
}

// numpyModule returns the numpy of the program, nil without one.
func (in *interp) numpyModule() *py.Module {
	if in.program == nil {
		return nil
	}
	m, err := in.GetModule("numpy")
	if err != nil {
		return nil
	}
	return m
}

// registerSourceFile notes a file that is read, and returns its text.
func (in *interp) registerSourceFile(file string, src []byte) (text string) {
	in.sums[file] = loading.HashBytes(src)
	text = strings.TrimPrefix(string(src), "\ufeff")
	in.sources[file] = strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return text
}

func (in *interp) compileFile(file string, src []byte) (*py.Code, error) {
	text := in.registerSourceFile(file, src)
	if p := in.program; p != nil && p.running {
		return python.CompileModule(text, file, func(tree ast.Mod, list []syntax.Token) {
			p.sites.AddSitesToCalls(tree, list, file, text, len(src)-len(text))
		})
	}
	return python.CompileModule(text, file, nil)
}

func (in *interp) files() []File {
	var list []File
	for _, path := range slices.Sorted(maps.Keys(in.sums)) {
		list = append(list, File{Path: path, SHA256: in.sums[path]})
	}
	return list
}

func (in *interp) sysPath() []string {
	sys, err := in.GetModule("sys")
	if err != nil {
		return nil
	}
	list, ok := sys.Globals["path"].(*py.List)
	if !ok {
		return nil
	}
	var dirs []string
	for _, o := range list.Items {
		if s, ok := o.(py.String); ok {
			dirs = append(dirs, string(s))
		}
	}
	return dirs
}

// appendToSysPathOnce puts a folder at the end of sys.path once.
func (in *interp) appendToSysPathOnce(dir string) {
	for _, d := range in.sysPath() {
		if d == dir {
			return
		}
	}
	if sys, err := in.GetModule("sys"); err == nil {
		if list, ok := sys.Globals["path"].(*py.List); ok {
			list.Append(py.String(dir))
		}
	}
}

// setArguments makes sys.argv that of a program.
func (in *interp) setArguments(file string, list []string) {
	sys, err := in.GetModule("sys")
	if err != nil {
		return
	}
	argv := py.NewList()
	for _, a := range append([]string{file}, list...) {
		argv.Append(py.String(a))
	}
	sys.Globals["argv"] = argv
}
