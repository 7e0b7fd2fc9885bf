package python

import (
	"sync"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"

	// The modules that scripts may import. The package of all of them is not imported: its module sys ends the program
	// at the start where there is no /proc.
	_ "github.com/go-python/gpython/stdlib/binascii"
	_ "github.com/go-python/gpython/stdlib/builtin"
	_ "github.com/go-python/gpython/stdlib/glob"
	_ "github.com/go-python/gpython/stdlib/marshal"
	_ "github.com/go-python/gpython/stdlib/math"
	_ "github.com/go-python/gpython/stdlib/os"
	_ "github.com/go-python/gpython/stdlib/string"
	_ "github.com/go-python/gpython/stdlib/tempfile"
	_ "github.com/go-python/gpython/stdlib/time"
)

// Modules is a py.Context that holds the modules of an interpreter and knows those that are written in Go. It finds no
// files: an interpreter embeds it and has a ResolveAndCompile of its own.
type Modules struct {
	store *py.ModuleStore
	done  chan struct{}
	close sync.Once
}

// NewModules returns the modules of a new interpreter, builtins and sys among them.
func NewModules() (*Modules, error) {
	m := &Modules{store: py.NewModuleStore(), done: make(chan struct{})}
	if err := py.Import(m, "builtins", "sys"); err != nil {
		return nil, err
	}
	g := m.store.MustGetModule("sys").Globals // the lists of a module are those of all interpreters
	g["path"], g["argv"] = py.NewList(), py.NewList()
	return m, nil
}

// ResolveAndCompile implements py.Context: there are no files.
func (m *Modules) ResolveAndCompile(path string, _ py.CompileOpts) (py.CompileOut, error) {
	return py.CompileOut{}, py.ExceptionNewf(py.ImportError, "No module named '%s'", path)
}

// ModuleInit implements py.Context for a module that is written in Go.
func (m *Modules) ModuleInit(impl *py.ModuleImpl) (*py.Module, error) {
	return m.store.NewModule(m, impl)
}

// RunCode executes compiled Python code in the given scopes.
func (m *Modules) RunCode(code *py.Code, globals, locals py.StringDict, closure py.Tuple) (py.Object, error) {
	return vm.EvalCode(m, code, globals, locals, nil, nil, nil, nil, closure)
}

// GetModule returns a module that was imported.
func (m *Modules) GetModule(name string) (*py.Module, error) { return m.store.GetModule(name) }

// Store returns the modules that were imported.
func (m *Modules) Store() *py.ModuleStore { return m.store }

// Close implements py.Context: modules release what they hold.
func (m *Modules) Close() error {
	m.close.Do(func() {
		m.store.OnContextClosed()
		close(m.done)
	})
	return nil
}

// Done implements py.Context: it is closed by Close.
func (m *Modules) Done() <-chan struct{} { return m.done }
