package pysub

import (
	"fmt"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/numpy"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// deepest is how far lists of a value may be nested: one that holds itself has
// no end.
const deepest = 100

// toGoValue makes a plain value of an object.
func (x *executedProgram) toGoValue(o py.Object) any { return x.toGoValueAtDepth(o, 0) }

// toGoValueAtDepth makes a plain value of an object that is in depth lists.
func (x *executedProgram) toGoValueAtDepth(o py.Object, depth int) any {
	if depth > deepest {
		return opaqueObject(o.Type().Name)
	}
	switch v := o.(type) {
	case py.NoneType:
		return nil
	case py.Bool:
		return bool(v)
	case py.Int:
		return int64(v)
	case py.String:
		return string(v)
	case *py.List:
		return x.toGoValues(v.Items, depth)
	case py.Tuple:
		return x.toGoValues(v, depth)
	case *numpy.Array:
		return x.toGoValueAtDepth(v.Lists(), depth)
	}
	if f, ok := python.ToFloat(o); ok {
		return f
	}
	switch o.(type) {
	case *py.Function, *py.BoundMethod:
		return &programFunction{x, o}
	}
	if t, ok := o.(*py.Type); ok && python.IsScriptObject(t) && python.IsCallable(t) { // an object with __call__
		return &programFunction{x, o}
	}
	return opaqueObject(o.Type().Name)
}

// toGoValues makes plain values of the entries of a list that is in depth others.
func (x *executedProgram) toGoValues(items []py.Object, depth int) any {
	list := make([]any, len(items))
	for i, o := range items {
		list[i] = x.toGoValueAtDepth(o, depth+1)
	}
	return list
}

// toPyObject makes an object of a plain value.
func toPyObject(v any) py.Object {
	switch v := v.(type) {
	case bool:
		return py.NewBool(v)
	case int64:
		return py.Int(v)
	case float64:
		return py.Float(v)
	case string:
		return py.String(v)
	case []any:
		items := make([]py.Object, len(v))
		for i, x := range v {
			items[i] = toPyObject(x)
		}
		return &py.List{Items: items}
	}
	return py.None
}

// opaqueObject is an object that is not a plain value.
type opaqueObject string

// TypeName is the name of its class.
func (t opaqueObject) TypeName() string { return string(t) }

// programFunction is a function of the program, or an object that can be called like one.
type programFunction struct {
	x *executedProgram
	o py.Object
}

// RegisterRoutine enters the function as a routine that can be loaded and returns its
// name: its own if no other function has that.
func (h *programFunction) RegisterRoutine() (name string) {
	base := "function"
	if f, ok := h.o.(*py.Function); ok {
		base = strings.Trim(f.Code.Name, "<>")
	} else if python.SpecialMethod(h.o, "__call__") != nil {
		base = h.o.Type().Name
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		have, ok := h.x.named[name]
		if !ok && h.x.module != nil {
			if g := h.x.module.globals[name]; g != nil && g != h.o {
				continue
			}
		}
		if !ok || have == h.o {
			h.x.named[name] = h.o
			return name
		}
	}
}
