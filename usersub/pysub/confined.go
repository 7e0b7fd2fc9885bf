package pysub

import (
	"path/filepath"
	"strings"

	"github.com/go-python/gpython/py"
)

// outsiders are the functions of gpython's modules that act outside of the interpreter. Where Options.Confined is set they raise PermissionError.
var outsiders = map[string][]string{
	"os":       {"system", "fdopen", "close", "remove", "removedirs", "rmdir", "mkdir", "makedirs", "chdir", "putenv", "unsetenv", "listdir"},
	"tempfile": {"mkdtemp", "mkstemp"},
	"glob":     {"glob"},
}

// restrictModule takes from a module what acts outside of the interpreter. Files in the folder of the program can still be read.
func (in *interp) restrictModule(name string, g py.StringDict) {
	for _, f := range outsiders[name] {
		g[f] = py.MustNewMethod(f, func(py.Object, py.Tuple, py.StringDict) (py.Object, error) {
			return nil, py.ExceptionNewf(py.PermissionError, "%s.%s is not for a program that is confined", name, f)
		}, 0, f+"()")
	}
	if old := g["open"]; name == "builtins" && old != nil {
		g["open"] = py.MustNewMethod("open", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			if err := in.checkOpenArguments(args, kwargs); err != nil {
				return nil, err
			}
			return py.Call(old, args, kwargs)
		}, 0, "open(file, mode='r')")
	}
}

// checkOpenArguments refuses the arguments of open() that are not those of reading a file in the folder of the program.
func (in *interp) checkOpenArguments(args py.Tuple, kwargs py.StringDict) error {
	given := func(k int, name string) string {
		o := kwargs[name]
		if k < len(args) {
			o = args[k]
		}
		s, _ := o.(py.String)
		return string(s)
	}
	file, mode := given(0, "file"), given(1, "mode")
	if strings.ContainsAny(mode, "wax+") {
		return py.ExceptionNewf(py.PermissionError, "a program that is confined writes no files: %s", file)
	}
	inside := false
	if in.program != nil {
		path, err := filepath.Abs(file)
		if real, gone := filepath.EvalSymlinks(path); gone == nil {
			path = real
		}
		folder := filepath.Dir(in.program.File)
		if real, gone := filepath.EvalSymlinks(folder); gone == nil {
			folder = real
		}
		rest, apart := filepath.Rel(folder, path)
		inside = err == nil && apart == nil && filepath.IsLocal(rest)
	}
	if !inside {
		return py.ExceptionNewf(py.PermissionError, "a program that is confined reads files in its own folder only: %s", file)
	}
	return nil
}
