package python

import (
	"path/filepath"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// In gpython 0.2.0 `import a.b` gives the module a.b under the name a.
func installImports() {
	old := private.Opcodes[vm.IMPORT_NAME]
	private.Opcodes[vm.IMPORT_NAME] = func(v *vm.Vm, namei int32) error {
		f, names := private.CurrentFrame(v), v.TOP()
		if err := old(v, namei); err != nil {
			return err
		}
		name := f.Code.Names[namei]
		if names != py.None || !strings.Contains(name, ".") {
			return nil
		}
		m, err := addParentPackages(f.Context, name, v.TOP(), filepath.Dir(f.Code.Filename))
		if err != nil {
			return err
		}
		v.SET_TOP(m)
		return nil
	}
}

// addParentPackages makes the packages around the module m, which is called name, and
// returns the outermost one.
func addParentPackages(ctx py.Context, name string, m py.Object, dir string) (py.Object, error) {
	for {
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return m, nil
		}
		p, err := loadPackage(ctx, name[:i], dir)
		if err != nil {
			return nil, err
		}
		p.Globals[name[i+1:]] = m
		name, m = name[:i], p
	}
}

// loadPackage returns a package: its __init__.py is executed if there is one.
func loadPackage(ctx py.Context, name, dir string) (*py.Module, error) {
	if m, err := ctx.GetModule(name); err == nil {
		return m, nil
	}
	if impl := py.GetModuleImpl(name); impl != nil {
		return ctx.ModuleInit(impl)
	}
	out, err := ctx.ResolveAndCompile(strings.ReplaceAll(name, ".", "/"), py.CompileOpts{CurDir: dir})
	if err != nil && !py.IsException(py.ImportError, err) {
		return nil, err
	}
	return ctx.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: name, FileDesc: out.FileDesc}, Code: out.Code})
}
