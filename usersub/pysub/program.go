package pysub

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// Program is a script that is run for what it calls, with what it may call. It
// is an alias of a plain struct, so that who makes one need not know this
// package.
type Program = struct {
	File    string            // absolute path
	Text    []byte            // in UTF-8
	Modules map[string]string // texts of modules that it may import, by name
	Natives []string          // functions that are there without an import and answered by Call
	Implied []string          // modules among them whose names are there without an import
	Tracked []string          // classes and functions whose calls have a site, too
	// Call answers a call of one of Natives. Values are nil, bool, int64, float64,
	// string, []any, or something else with a method RegisterRoutine() string: a function
	// that can be loaded as a routine of this name from File. site is 0 if it is
	// not known. An error becomes an exception.
	Call func(name string, site int, args []any, keys []string, vals []any) (any, error)
}

// executedProgram is a Program that runs or has run.
type executedProgram struct {
	Program
	in      *interp
	sites   *syntax.Sites
	running bool
	module  *executedModule
	named   map[string]py.Object // functions that were handed over as routines
}

// Execute runs a program: in the embedded interpreter, or in CPython where Options.Engine names that. Calls of the functions
// in Natives and Tracked carry the keyword __site__; an assignment to an
// attribute of an object that has a dict _sites notes its site there. When the
// program has ended, the function _finish of each module of Modules that it
// has imported is called.
//
// Functions of the program can be loaded as routines afterwards: they are those
// of the program that has run, which does not run again.
func (l *Loader) Execute(p Program) error {
	in, ok := l.engine.(*interp)
	if l.runsProgramsInCPython() || !ok {
		return l.executeInCPython(p)
	}
	x := &executedProgram{Program: p, in: in, named: map[string]py.Object{}}
	x.sites = syntax.NewSites(slices.Concat(p.Natives, p.Tracked), func(module string) bool { return p.Modules[module] != "" })
	in.program, x.running = x, true
	in.setArguments(p.File, l.options.Arguments)
	s := &openedScript{script: x, engine: in, sum: loading.HashBytes(p.Text)}
	l.scripts[p.File] = s
	if era := syntax.FindPython2Syntax(syntax.Tokenize(string(p.Text))); era != nil {
		l.options.Log.Info(filepath.Base(p.File) + ": " + era.String())
	}
	err := x.runProgram()
	x.running = false
	in.out.Flush()
	if x.module == nil {
		s.err = err // nothing of it can be loaded; what failed later is said once
	}
	return err
}

// Site returns a site of the program.
func (l *Loader) Site(n int) syntax.Site {
	if c, ok := l.foreign.(*cpythonEngine); ok && l.runsProgramsInCPython() {
		return c.Engine.CallSite(n)
	}
	in, ok := l.engine.(*interp)
	if !ok || in.program == nil {
		return syntax.Site{}
	}
	return in.program.sites.CallSite(n)
}

// runProgram executes the program and what is to be done behind it.
func (x *executedProgram) runProgram() (err error) {
	in := x.in
	in.watch = timeLimitWatch{}
	depth := len(in.stack)
	defer func() {
		if p := recover(); p != nil {
			if e, ok := p.(programEnd); ok {
				err = e.error
			} else {
				err = x.newErrorFromFault(in.newPanicFault(p, depth), nil)
			}
		}
		in.stack = in.stack[:depth]
	}()
	b := in.Store().Builtins.Globals
	for _, n := range x.Natives {
		b[n] = x.newNativeFunction(n)
	}
	b[syntax.AssignName] = assign
	b[syntax.SiteOfName] = x.newSiteBindingFunction()
	in.appendToSysPathOnce(filepath.Dir(x.File))
	if err := x.addModules(); err != nil {
		return x.newProgramError(err)
	}
	for _, name := range x.Implied {
		if err := x.importNames(name, b); err != nil {
			return x.newProgramError(err)
		}
	}
	text := in.registerSourceFile(x.File, x.Text)
	parts, err := python.CompileParts(text, x.File, func(tree ast.Mod, list []syntax.Token) {
		x.sites.AddSitesToCalls(tree, list, x.File, text, len(x.Text)-len(text))
	})
	if err != nil {
		return x.newProgramError(err)
	}
	m, err := in.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: "__main__", FileDesc: filepath.ToSlash(x.File)}})
	if err != nil {
		return x.newProgramError(err)
	}
	x.module = &executedModule{in: in, file: x.File, globals: m.Globals}
	m.Globals["__name__"], m.Globals["__file__"] = py.String("__main__"), py.String(x.File)
	for _, code := range parts {
		if err := in.runModule(m, code); err != nil {
			if !isCleanExit(err) {
				return x.newProgramError(err)
			}
			break
		}
	}
	return x.runFinishers()
}

// addModules adds the modules of the program to those that are there already.
func (x *executedProgram) addModules() error {
	for _, name := range slices.Sorted(maps.Keys(x.Modules)) {
		m, err := x.in.Context.GetModule(name)
		if err != nil || !strings.Contains(string(x.Text), name) {
			continue // it is made when it is imported
		}
		code, err := python.CompileModule(x.Modules[name], "<"+name+">", nil)
		if err != nil {
			return err
		}
		if _, err := x.in.RunCode(code, m.Globals, m.Globals, nil); err != nil {
			return err
		}
	}
	return nil
}

// importNames imports a module and adds its names to those that are always there.
func (x *executedProgram) importNames(name string, builtins py.StringDict) error {
	o, err := py.ImportModuleLevelObject(x.in, name, nil, nil, py.Tuple{py.String("*")}, 0)
	if err != nil {
		return err
	}
	m, ok := o.(*py.Module)
	if !ok {
		return py.ExceptionNewf(py.ImportError, "No module named '%s'", name)
	}
	for n, v := range m.Globals {
		if !strings.HasPrefix(n, "_") {
			builtins[n] = v
		}
	}
	return nil
}

// runFinishers calls _finish of the modules that were imported.
func (x *executedProgram) runFinishers() error {
	for _, name := range slices.Sorted(maps.Keys(x.Modules)) {
		m, err := x.in.Context.GetModule(name)
		if err != nil || m.Globals["_finish"] == nil {
			continue
		}
		if _, err := py.Call(m.Globals["_finish"], nil, nil); err != nil {
			return x.newProgramError(err)
		}
	}
	return nil
}

// isCleanExit reports whether an exception is sys.exit() without a failure.
func isCleanExit(err error) bool {
	info, ok := err.(py.ExceptionInfo)
	if !ok || !py.IsException(py.SystemExit, info.Value) {
		return false
	}
	e, ok := info.Value.(*py.Exception)
	if !ok {
		return false
	}
	args, _ := e.Args.(py.Tuple)
	return len(args) == 0 || args[0] == py.None || args[0] == py.Int(0)
}

// programEnd ends a program whatever it catches.
type programEnd struct{ error }

// newNativeFunction returns a function of the program that Call answers.
func (x *executedProgram) newNativeFunction(name string) *py.Method {
	return py.MustNewMethod(name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		site := 0
		var keys []string
		for k, v := range kwargs {
			if n, ok := v.(py.Int); ok && k == syntax.SiteKeyword {
				site = int(n)
			} else {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		vals := make([]any, len(keys))
		for i, k := range keys {
			vals[i] = x.toGoValue(kwargs[k])
		}
		list := make([]any, len(args))
		for i, a := range args {
			list[i] = x.toGoValue(a)
		}
		start := time.Now()
		r, err := x.Call(name, site, list, keys, vals)
		x.in.watch.extendLimit(time.Since(start)) // is not the program's
		if e, ok := err.(interface{ Ends() bool }); ok && e.Ends() {
			panic(programEnd{err})
		}
		if err != nil {
			return nil, py.ExceptionNewf(py.RuntimeError, "%v", err)
		}
		return toPyObject(r), nil
	}, 0, name+"(…)")
}

// newSiteBindingFunction returns the function of syntax.SiteOfName.
func (x *executedProgram) newSiteBindingFunction() *py.Method {
	return py.MustNewMethod(syntax.SiteOfName, func(_ py.Object, args py.Tuple) (py.Object, error) {
		f, site := args[0], args[1]
		if !x.acceptsSiteArgument(f) {
			return f, nil
		}
		return py.MustNewMethod(f.Type().Name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			all := py.StringDict{syntax.SiteKeyword: site}
			maps.Copy(all, kwargs)
			return py.Call(f, args, all)
		}, 0, ""), nil
	}, 0, "function with the position of its call")
}

// acceptsSiteArgument reports whether a function or class is one of the modules that the program is given.
func (x *executedProgram) acceptsSiteArgument(f py.Object) bool {
	switch v := f.(type) {
	case *py.BoundMethod:
		f = v.Method
	case *py.Type:
		if f = v.NativeGetAttrOrNil("__init__"); f == nil {
			return false
		}
	}
	code, ok := f.(*py.Function)
	if !ok {
		return false
	}
	name, given := strings.CutPrefix(code.Code.Filename, "<")
	return given && x.Modules[strings.TrimSuffix(name, ">")] != ""
}

// assign is what assignments to attributes of a program become.
var assign = py.MustNewMethod(syntax.AssignName, func(_ py.Object, args py.Tuple) (py.Object, error) {
	o, name := args[0], string(args[1].(py.String))
	if err := python.SetAttribute(o, name, args[2]); err != nil {
		return nil, err
	}
	if d, ok := o.(py.IGetDict); ok {
		if sites, ok := d.GetDict()["_sites"].(*python.Dict); ok {
			return py.None, sites.Set(args[1], args[3])
		}
	}
	return py.None, nil
}, 0, "object.attribute = value")

// names returns the names that the program defines: functions and others.
func (x *executedProgram) names() (functions, others []string) {
	if x.module != nil {
		functions, others = x.module.names()
	}
	for _, n := range slices.Sorted(maps.Keys(x.named)) {
		if !slices.Contains(functions, n) {
			functions = append(functions, n)
		}
	}
	return functions, others
}

// bind returns the routine that calls the function of that name.
func (x *executedProgram) bind(name string, sig *usersub.Sig) (usersub.Sub, error) {
	m := executedModule{in: x.in, file: x.File, globals: py.StringDict{name: x.named[name]}}
	if m.globals[name] == nil && x.module != nil {
		m.globals[name] = x.module.globals[name]
	}
	return m.bind(name, sig)
}
