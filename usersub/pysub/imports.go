package pysub

import (
	"path/filepath"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
)

// In gpython 0.2.0 `import a.b` gives the module a.b under the name a.
func init() {
	old := opcodes[vm.IMPORT_NAME]
	opcodes[vm.IMPORT_NAME] = func(v *vm.Vm, namei int32) error {
		f, names := frameOf(v), v.TOP()
		if err := old(v, namei); err != nil {
			return err
		}
		name := f.Code.Names[namei]
		in, ours := f.Context.(*interp)
		if names != py.None || !ours || !strings.Contains(name, ".") {
			return nil
		}
		m, err := in.parents(name, v.TOP(), filepath.Dir(f.Code.Filename))
		if err != nil {
			return err
		}
		v.SET_TOP(m)
		return nil
	}
}

// parents makes the packages around the module m, which is called name, and
// returns the outermost one.
func (in *interp) parents(name string, m py.Object, dir string) (py.Object, error) {
	for {
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return m, nil
		}
		p, err := in.pack(name[:i], dir)
		if err != nil {
			return nil, err
		}
		p.Globals[name[i+1:]] = m
		name, m = name[:i], p
	}
}

// pack returns a package: its __init__.py is executed if there is one.
func (in *interp) pack(name, dir string) (*py.Module, error) {
	if m, err := in.GetModule(name); err == nil {
		return m, nil
	}
	if impl := py.GetModuleImpl(name); impl != nil {
		return in.ModuleInit(impl)
	}
	out, err := in.ResolveAndCompile(strings.ReplaceAll(name, ".", "/"), py.CompileOpts{CurDir: dir})
	if err != nil && !py.IsException(py.ImportError, err) {
		return nil, err
	}
	return in.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: name, FileDesc: out.FileDesc}, Code: out.Code})
}
