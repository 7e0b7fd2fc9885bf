package python

import (
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// Attributes of classes and exceptions where gpython goes wrong: inherited
// attributes of a class, static methods and class methods called through the
// class, the name of a class, attributes of exceptions.
func installAttributeAccess() {
	load, store := private.Opcodes[vm.LOAD_ATTR], private.Opcodes[vm.STORE_ATTR]
	private.Opcodes[vm.LOAD_ATTR] = func(v *vm.Vm, namei int32) error {
		name := private.CurrentFrame(v).Code.Names[namei]
		r, err := lookUpAttribute(v.TOP(), name)
		switch {
		case err != nil:
			return err
		case r == nil:
			return load(v, namei)
		}
		v.SET_TOP(r)
		return nil
	}
	private.Opcodes[vm.STORE_ATTR] = func(v *vm.Vm, namei int32) error {
		switch x := v.TOP().(type) {
		case *py.Exception:
		case *py.Type:
			if IsScriptObject(x) {
				return store(v, namei)
			}
		default:
			return store(v, namei)
		}
		err := SetAttribute(v.TOP(), private.CurrentFrame(v).Code.Names[namei], v.SECOND())
		v.DROPN(2)
		return err
	}
}

func setOnException(e *py.Exception, name string, value py.Object) {
	if e.Dict == nil {
		e.Dict = py.NewStringDict()
	}
	e.Dict[name] = value
}

// IsNumpyModule reports whether a module is numpy or belongs to it.
func IsNumpyModule(name string) bool { return name == "numpy" || strings.HasPrefix(name, "numpy.") }

// lookUpAttribute returns an attribute of an object, nil if gpython finds it.
func lookUpAttribute(o py.Object, name string) (py.Object, error) {
	switch x := o.(type) {
	case *py.Type:
		if !IsScriptObject(x) {
			return classAttribute(x, name), nil
		}
	case *py.Exception:
		return exceptionAttribute(x, name)
	case *py.Module:
		if _, ok := x.Globals[name]; !ok && x.ModuleImpl != nil && IsNumpyModule(x.ModuleImpl.Info.Name) {
			return nil, py.ExceptionNewf(py.AttributeError, "module '%s' has no attribute '%s'", x.ModuleImpl.Info.Name, name)
		}
	}
	switch name {
	case "__class__":
		return o.Type(), nil
	case "real", "imag":
		if _, ok := ToFloat(o); ok {
			if name == "real" {
				return truthAsInt(o), nil
			}
			if _, ok := o.(py.Float); ok {
				return py.Float(0), nil
			}
			return py.Int(0), nil
		}
	case "__doc__":
		if f, ok := o.(*py.Function); ok {
			if len(f.Code.Consts) > 0 && f.Code.Consts[0].Type() == py.StringType {
				return f.Code.Consts[0], nil
			}
			return py.None, nil
		}
	case "__dict__":
		if t, ok := o.(*py.Type); ok && IsScriptObject(t) {
			return t.GetDict(), nil
		}
	}
	return nil, nil
}

func classAttribute(t *py.Type, name string) py.Object {
	r := t.NativeGetAttrOrNil(name)
	switch x := r.(type) {
	case nil:
		switch name {
		case "__name__", "__qualname__":
			return py.String(t.Name)
		case "__bases__":
			return t.Bases
		case "__dict__":
			d, _ := asDict(t.Dict)
			return d
		}
	case *py.StaticMethod:
		return x.Callable
	case *py.ClassMethod:
		return py.NewBoundMethod(t, x.Callable)
	case *py.Property:
		return nil
	}
	return r
}

func exceptionAttribute(e *py.Exception, name string) (py.Object, error) {
	if o, ok := e.Dict[name]; ok {
		return o, nil
	}
	switch name {
	case "args":
		return e.Args, nil
	case "__class__":
		return e.Base, nil
	case "__cause__":
		if e.Cause == nil {
			return py.None, nil
		}
		return e.Cause, nil
	}
	r := e.Base.NativeGetAttrOrNil(name)
	if g, ok := r.(py.I__get__); ok {
		return g.M__get__(e, e.Base)
	}
	if r == nil {
		return nil, py.ExceptionNewf(py.AttributeError, "'%s' has no attribute '%s'", e.Base.Name, name)
	}
	return r, nil
}

// inherited are the special methods that gpython searches for in the class of an
// object only, not in the bases of that.
var inherited = []string{"__len__", "__getitem__", "__setitem__", "__delitem__", "__iter__", "__next__", "__contains__",
	"__str__", "__repr__", "__enter__", "__exit__", "__getattr__", "__setattr__"}

// completeClass gives a new class what gpython does not find in its bases, and makes
// StopIteration of its __next__ what gpython's own loops end at.
func completeClass(t *py.Type) {
	for _, name := range inherited {
		if _, own := t.Dict[name]; own {
			continue
		}
		for _, o := range t.Mro {
			if b, ok := o.(*py.Type); ok && b.Dict[name] != nil {
				t.Dict[name] = b.Dict[name]
				break
			}
		}
	}
	next, ok := t.Dict["__next__"].(*py.Function)
	if !ok {
		return
	}
	t.Dict["__next__"] = py.MustNewMethod("__next__", func(self py.Object, args py.Tuple) (py.Object, error) {
		if len(args) == 0 {
			args = py.Tuple{self}
		}
		r, err := py.Call(next, args, nil)
		if err != nil && py.IsException(py.StopIteration, err) {
			err = py.StopIteration
		}
		return r, err
	}, 0, "__next__()")
}

// newException makes an exception of a class of the script, whose constructor may
// take arguments by name.
func newException(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	if t.NativeGetAttrOrNil("__init__") == nil && len(kwargs) > 0 {
		return nil, py.ExceptionNewf(py.TypeError, "%s() takes no keyword arguments", t.Name)
	}
	return py.ExceptionNew(t, args, nil)
}

// initException is the constructor of an exception class of the script.
func initException(self py.Object, args py.Tuple, kwargs py.StringDict) error {
	init, ok := self.(*py.Exception).Base.NativeGetAttrOrNil("__init__").(*py.Function)
	if !ok {
		return nil
	}
	_, err := py.Call(init, append(py.Tuple{self}, args...), kwargs)
	return err
}

// baseInit is Exception.__init__: it keeps the arguments.
var baseInit = py.MustNewMethod("__init__", func(self py.Object, args py.Tuple) (py.Object, error) {
	e, ok := self.(*py.Exception)
	if !ok && len(args) > 0 {
		e, ok = args[0].(*py.Exception)
		args = args[1:]
	}
	if ok {
		e.Args = args.Copy()
	}
	return py.None, nil
}, 0, "__init__(*args)")

// property is what @property makes.
type property struct{ get, set, del py.Object }

var propertyType = py.NewTypeX("property", "property(fget=None, fset=None, fdel=None)", newProperty, nil)

// Type returns the Python type.
func (p *property) Type() *py.Type { return propertyType }

func newProperty(_ *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	p := &property{}
	all := []*py.Object{&p.get, &p.set, &p.del}
	if len(args) > len(all) {
		return nil, py.ExceptionNewf(py.TypeError, "property() takes at most 3 arguments (%d given)", len(args))
	}
	for i, o := range args {
		*all[i] = o
	}
	for i, name := range []string{"fget", "fset", "fdel"} {
		if o := kwargs[name]; o != nil {
			*all[i] = o
		}
	}
	return p, nil
}

func (p *property) M__get__(self, owner py.Object) (py.Object, error) {
	if p.get == nil || p.get == py.None {
		return nil, py.ExceptionNewf(py.AttributeError, "unreadable attribute")
	}
	return py.Call(p.get, py.Tuple{self}, nil)
}

func (p *property) M__set__(self, value py.Object) (py.Object, error) {
	if p.set == nil || p.set == py.None {
		return nil, py.ExceptionNewf(py.AttributeError, "can't set attribute")
	}
	return py.Call(p.set, py.Tuple{self, value}, nil)
}

func (p *property) M__getattribute__(name string) (py.Object, error) {
	with := func(change func(q *property, f py.Object)) py.Object {
		return newBuiltinMethod(name, 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
			q := *p
			change(&q, args[0])
			return &q, nil
		})
	}
	switch name {
	case "getter":
		return with(func(q *property, f py.Object) { q.get = f }), nil
	case "setter":
		return with(func(q *property, f py.Object) { q.set = f }), nil
	case "deleter":
		return with(func(q *property, f py.Object) { q.del = f }), nil
	}
	return nil, py.ExceptionNewf(py.AttributeError, "'property' has no attribute '%s'", name)
}
