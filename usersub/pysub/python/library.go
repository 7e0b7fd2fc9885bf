package python

import (
	"embed"
	"strings"

	"github.com/go-python/gpython/py"
)

// Modules of Python's library that are written in Python: what scripts use of
// them, in the language of the embedded interpreter.
//
//go:embed lib/*.py
var libraryFiles embed.FS

// LibraryModuleSource returns the text of a module, nil if there is none.
func LibraryModuleSource(name string) []byte {
	text, err := libraryFiles.ReadFile("lib/" + strings.ReplaceAll(name, ".", "_") + ".py")
	if err != nil {
		return nil
	}
	return text
}

// importLibraryModule makes a module of the library, once.
func importLibraryModule(ctx py.Context, name string) (*py.Module, error) {
	if m, err := ctx.GetModule(name); err == nil {
		return m, nil
	}
	code, err := CompileModule(string(LibraryModuleSource(name)), "<"+name+">", nil)
	if err != nil {
		return nil, err
	}
	return ctx.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: name, FileDesc: "<" + name + ">"}, Code: code})
}
