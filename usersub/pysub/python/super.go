package python

import (
	"slices"

	"github.com/go-python/gpython/py"
)

// superObject is what super() returns: the attributes of an object as the bases of a
// class have them.
type superObject struct {
	class *py.Type
	self  py.Object
}

var superType = py.NewTypeX("super", "super() or super(class, object)", newSuper, nil)

// Type returns the Python type.
func (s *superObject) Type() *py.Type { return superType }

func newSuper(_ *py.Type, args py.Tuple, _ py.StringDict) (py.Object, error) {
	if len(args) != 2 {
		return nil, py.ExceptionNewf(py.RuntimeError, "super(): takes no arguments in a method, or a class and an object")
	}
	class, ok := args[0].(*py.Type)
	if !ok {
		return nil, py.ExceptionNewf(py.TypeError, "super() argument 1 must be a class, not %s", args[0].Type().Name)
	}
	return &superObject{class, args[1]}, nil
}

// superOfFrame is super() in the method that runs in f: the class is in the shared
// variable __class__, the object is the first argument.
func superOfFrame(f *py.Frame) (py.Object, error) {
	i := slices.Index(f.Code.Freevars, "__class__")
	if i < 0 || f.Code.Argcount == 0 {
		return nil, py.ExceptionNewf(py.RuntimeError, "super(): no arguments")
	}
	class, _ := f.CellAndFreeVars[len(f.Code.Cellvars)+i].(*py.Cell).Get().(*py.Type)
	self := f.LocalVars[0]
	if k := slices.Index(f.Code.Cellvars, f.Code.Varnames[0]); self == nil && k >= 0 {
		self = f.CellAndFreeVars[k].(*py.Cell).Get()
	}
	if class == nil || self == nil {
		return nil, py.ExceptionNewf(py.RuntimeError, "super(): no arguments")
	}
	return &superObject{class, self}, nil
}

func (s *superObject) M__getattribute__(name string) (py.Object, error) {
	t, isClass := s.self.(*py.Type)
	if !isClass || IsScriptObject(t) {
		t = s.self.Type()
		if e, ok := s.self.(*py.Exception); ok {
			t = e.Base
		}
	}
	at := slices.IndexFunc(t.Mro, func(o py.Object) bool { return o == py.Object(s.class) })
	for _, o := range t.Mro[at+1:] {
		r := o.(*py.Type).Dict[name]
		if r == nil {
			continue
		}
		if g, ok := r.(py.I__get__); ok {
			return g.M__get__(s.self, t)
		}
		return r, nil
	}
	if name == "__init__" {
		return newBuiltinMethod(name, 0, 99, func(py.Object, py.Tuple) (py.Object, error) { return py.None, nil }), nil
	}
	return nil, py.ExceptionNewf(py.AttributeError, "'super' object has no attribute '%s'", name)
}
