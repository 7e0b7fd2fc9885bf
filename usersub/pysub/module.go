package pysub

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// executedModule is a script that gpython has executed.
type executedModule struct {
	in      *interp
	file    string
	globals py.StringDict
}

// open implements engine. The module is called after the file, so that code
// under `if __name__ == "__main__":` does not run.
func (in *interp) open(file string, src []byte) (s script, err error) {
	in.watch = timeLimitWatch{}
	defer in.recoverCrash(len(in.stack), &err)
	in.appendToSysPathOnce(filepath.Dir(file))
	code, err := in.compileFile(file, src)
	if err != nil {
		return nil, in.newFault(err)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	info := py.ModuleInfo{Name: name, FileDesc: filepath.ToSlash(file)}
	if _, err := in.GetModule(name); err == nil || py.GetModuleImpl(name) != nil {
		info.Name = file // the short name belongs to another module
	}
	m, err := in.ModuleInit(&py.ModuleImpl{Info: info})
	if err == nil {
		m.Globals["__name__"] = py.String(name)
		err = in.runModule(m, code)
	}
	in.out.Flush()
	if err != nil {
		return nil, in.newFault(err)
	}
	return &executedModule{in: in, file: file, globals: m.Globals}, nil
}

func (m *executedModule) names() (functions, others []string) {
	for name, o := range m.globals {
		if f, ok := o.(*py.Function); ok && f.Code.Filename == m.file {
			functions = append(functions, name)
		} else if !strings.HasPrefix(name, "__") {
			others = append(others, name)
		}
	}
	slices.Sort(functions)
	slices.Sort(others)
	return functions, others
}

func (m *executedModule) bind(name string, sig *usersub.Sig) (usersub.Sub, error) {
	o := m.globals[name]
	if f, ok := o.(*py.Function); ok {
		if err := m.checkSignature(f.Code, len(f.Defaults), name, sig); err != nil {
			return nil, err
		}
	} else if !python.IsCallable(o) {
		return nil, faultf("%s is not a function but of type %s", name, o.Type().Name)
	}
	return newRoutine(m.in, o, name, sig), nil
}

// checkSignature reports whether a function can be called with the inputs of sig.
func (m *executedModule) checkSignature(co *py.Code, nDefaults int, name string, sig *usersub.Sig) error {
	var inputs []string
	for i := range sig.Args {
		if a := &sig.Args[i]; !a.Out && a.Skip&usersub.FormPython == 0 {
			inputs = append(inputs, sig.Args[i].Name)
		}
	}
	n, most := len(inputs), int(co.Argcount)
	least := most - nDefaults
	if n >= least && (n <= most || co.Flags&py.CO_VARARGS != 0) {
		return nil
	}
	f := faultf("function %s (line %d) takes %s but %s hands over %d (%s)",
		name, m.in.findFunctionLine(co.Filename, co.Name), python.FormatArgumentCount(least, most), sig.Name, n, strings.Join(inputs, ", "))
	f.hint = "define it as " + name + "(" + strings.Join(inputs, ", ") + ")"
	return f
}
