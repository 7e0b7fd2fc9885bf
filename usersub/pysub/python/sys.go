package python

import (
	"os"

	"github.com/go-python/gpython/py"
)

// registerSys registers module sys. AmendModule adds the rest.
func registerSys() {
	utf8 := func(name string) *py.Method {
		return newBuiltinMethod(name, 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.String("utf-8"), nil })
	}
	in := &py.File{File: os.Stdin, FileMode: py.FileRead}
	out := &py.File{File: os.Stdout, FileMode: py.FileWrite}
	errors := &py.File{File: os.Stderr, FileMode: py.FileWrite}
	program, err := os.Executable()
	if err != nil {
		program = "" // as in Python, where it is not known; without /proc it is not
	}
	py.RegisterModule(&py.ModuleImpl{
		Info:    py.ModuleInfo{Name: "sys", Doc: "The interpreter: where it searches for modules, its streams and its limits."},
		Methods: []*py.Method{utf8("getdefaultencoding"), utf8("getfilesystemencoding")},
		Globals: py.StringDict{
			"path": py.NewList(), "argv": py.NewList(), "executable": py.String(program),
			"stdin": in, "stdout": out, "stderr": errors, "__stdin__": in, "__stdout__": out, "__stderr__": errors,
		},
	})
}
