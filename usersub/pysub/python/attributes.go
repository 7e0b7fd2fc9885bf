package python

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
)

// The functions that get and set attributes by name do what the instructions do
// (class.go), which those of gpython do not.

func getAttribute(o py.Object, name string) (py.Object, error) {
	if r, err := lookUpAttribute(o, name); r != nil || err != nil {
		return r, err
	}
	return py.GetAttrString(o, name)
}

func SetAttribute(o py.Object, name string, value py.Object) error {
	switch x := o.(type) {
	case *py.Exception:
		setOnException(x, name, value)
		return nil
	case *py.Type:
		if !IsScriptObject(x) { // its __setattr__ is for its objects
			x.Dict[name] = value
			return nil
		}
	}
	_, err := py.SetAttrString(o, name, value)
	return err
}

func attributeName(o py.Object) (string, error) {
	s, ok := o.(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "attribute name must be string, not '%s'", typeName(o))
	}
	return string(s), nil
}

var attributeFunctions = []*py.Method{
	newBuiltinMethod("getattr", 2, 3, func(_ py.Object, args py.Tuple) (py.Object, error) {
		name, err := attributeName(args[1])
		if err != nil {
			return nil, err
		}
		r, err := getAttribute(args[0], name)
		if err != nil && len(args) == 3 && py.IsException(py.AttributeError, err) {
			return args[2], nil
		}
		return r, err
	}),
	newBuiltinMethod("hasattr", 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		name, err := attributeName(args[1])
		if err != nil {
			return nil, err
		}
		_, err = getAttribute(args[0], name)
		if err != nil && !py.IsException(py.AttributeError, err) {
			return nil, err
		}
		return py.NewBool(err == nil), nil
	}),
	newBuiltinMethod("setattr", 3, 3, func(_ py.Object, args py.Tuple) (py.Object, error) {
		name, err := attributeName(args[1])
		if err == nil {
			err = SetAttribute(args[0], name, args[2])
		}
		return py.None, err
	}),
	newBuiltinMethod("id", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) { return objectIdentity(args[0]), nil }),
	newBuiltinMethod("hash", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) { return hashNumber(args[0]) }),
	newBuiltinMethod("dir", 0, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		if len(args) == 0 {
			return nil, py.ExceptionNewf(py.TypeError, "dir() needs an argument in the embedded interpreter")
		}
		return listAttributes(args[0]), nil
	}),
}

// objectIdentity is id(x): where x is, or for what has no place of its own what it is.
func objectIdentity(o py.Object) py.Object {
	var at uint64
	if _, err := fmt.Sscanf(fmt.Sprintf("%p", o), "0x%x", &at); err == nil {
		return py.Int(at)
	}
	h, err := dictKeyOf(o)
	if err != nil {
		h = fmt.Sprint(o)
	}
	return py.Int(hashFNV(fmt.Sprintf("%T %v", o, h)))
}

// hashFNV is the FNV-1a hash of a text, positive.
func hashFNV(s string) int64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return int64(h >> 2)
}

// hashNumber is hash(x): that of Python for numbers. That of text differs from run to
// run in Python; here it does not.
func hashNumber(o py.Object) (py.Object, error) {
	switch x := truthAsInt(o).(type) {
	case py.Int, *py.BigInt:
		n := toBigInt(x)
		r := new(big.Int).Rem(n, big.NewInt(1<<61-1)).Int64()
		if r == -1 {
			r = -2
		}
		return py.Int(r), nil
	case py.Float:
		return py.Int(hashOfFloat(float64(x))), nil
	case *py.Type:
		if m := SpecialMethod(x, "__hash__"); m != nil {
			return py.Call(m, py.Tuple{x}, nil)
		}
	}
	h, err := dictKeyOf(o)
	if err != nil {
		return nil, err
	}
	if _, isObject := h.(py.Object); isObject {
		if _, text := h.(py.String); !text {
			return objectIdentity(o), nil
		}
	}
	return py.Int(hashFNV(fmt.Sprint(h))), nil
}

// listAttributes returns dir(x).
func listAttributes(o py.Object) *py.List {
	names := map[string]bool{}
	if d, ok := o.(py.IGetDict); ok {
		for name := range d.GetDict() {
			names[name] = true
		}
	}
	t, isType := o.(*py.Type)
	if !isType || IsScriptObject(t) {
		t = o.Type()
	}
	for _, b := range t.Mro {
		for name := range b.(*py.Type).Dict {
			names[name] = true
		}
	}
	var list []string
	for name := range names {
		if !strings.HasPrefix(name, padMark) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	l := py.NewList()
	for _, name := range list {
		l.Append(py.String(name))
	}
	return l
}

// newLike makes an object of the class of another one, without its constructor.
var newLike = newBuiltinMethod("blank", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
	t, ok := args[0].(*py.Type)
	if !ok || !IsScriptObject(t) {
		return nil, py.ExceptionNewf(py.TypeError, "objects of type %s cannot be copied by the embedded interpreter", typeName(args[0]))
	}
	return t.ObjectType.Alloc(), nil
})

func installCopy() {
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "_copy"}, Methods: []*py.Method{newLike}})
}
