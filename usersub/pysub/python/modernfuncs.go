package python

import (
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// modernFunctions are what edits and rewriting leave calls of.
var modernFunctions = []*py.Method{
	py.MustNewMethod(syntax.FormatName, func(_ py.Object, args py.Tuple) (py.Object, error) { return formatFString(args) }, 0, "an f-string"),
	newBuiltinMethod(syntax.MatMulName, 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) { return matrixProduct(args[0], args[1]) }),
	newBuiltinMethod("__list__", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		items, err := chainIterables(args[0].(py.Tuple))
		return py.NewListFromItems(items), err
	}),
	newBuiltinMethod("__tuple__", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		items, err := chainIterables(args[0].(py.Tuple))
		return items, err
	}),
	newBuiltinMethod("__set__", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		s := &set{}
		return s, s.addAll(args[0].(py.Tuple)...)
	}),
	newBuiltinMethod("__dict__", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) { return mergeDicts(args[0].(py.Tuple)) }),
}

// formatFString is an f-string: text, then for each field value, conversion,
// specification and text.
func formatFString(args py.Tuple) (py.Object, error) {
	var b strings.Builder
	for i, o := range args {
		if i%4 == 0 {
			b.WriteString(string(o.(py.String)))
		}
		if i%4 != 1 || i+2 >= len(args) {
			continue
		}
		convert, spec := string(args[i+1].(py.String)), string(args[i+2].(py.String))
		if err := formatField(&b, o, convert, spec); err != nil {
			return nil, err
		}
	}
	return py.String(b.String()), nil
}

// formatField writes a value by its conversion and its specification.
func formatField(b *strings.Builder, o py.Object, convert, spec string) error {
	text := Repr
	switch convert {
	case "":
		if m := SpecialMethod(o, "__format__"); m != nil {
			r, err := py.Call(m, py.Tuple{o, py.String(spec)}, nil)
			if s, ok := r.(py.String); ok {
				b.WriteString(string(s))
			}
			return err
		}
	case "s":
		text = Str
		fallthrough
	default:
		s, err := text(o)
		if err != nil {
			return err
		}
		o = py.String(s)
	}
	if spec == "" {
		s, err := Str(o)
		b.WriteString(s)
		return err
	}
	s, err := parseSpec(spec)
	if err != nil {
		return err
	}
	return s.formatTo(b, o)
}

// matrixMultiplier is what has a product of matrices of its own, an array of numpy.
type matrixMultiplier interface {
	MatMul(a, b py.Object) (py.Object, error)
}

// matrixProduct is a @ b.
func matrixProduct(a, b py.Object) (py.Object, error) {
	for _, o := range [2]py.Object{a, b} {
		if m, ok := o.(matrixMultiplier); ok {
			return m.MatMul(a, b)
		}
	}
	for _, try := range []struct {
		name        string
		self, other py.Object
	}{{"__matmul__", a, b}, {"__rmatmul__", b, a}} {
		if r, err := callSpecialMethod(try.name, try.self, try.other); r != nil || err != nil {
			return r, err
		}
	}
	return nil, py.ExceptionNewf(py.TypeError, "unsupported operand type(s) for @: '%s' and '%s'", typeName(a), typeName(b))
}

// typeName is the name of the class of an object.
func typeName(o py.Object) string {
	if t, ok := o.(*py.Type); ok && IsScriptObject(t) {
		return t.ObjectType.Name
	}
	return o.Type().Name
}

// chainIterables joins what can be iterated over.
func chainIterables(parts py.Tuple) (py.Tuple, error) {
	var all py.Tuple
	for _, p := range parts {
		items, err := py.SequenceTuple(p)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return all, nil
}

// mergeDicts makes a dict of pairs and of dicts, each alone in a tuple.
func mergeDicts(items py.Tuple) (py.Object, error) {
	out := &Dict{}
	for _, o := range items {
		item := o.(py.Tuple)
		if len(item) == 2 {
			if err := out.Set(item[0], item[1]); err != nil {
				return nil, err
			}
			continue
		}
		from, err := py.Call(dictType, item, nil)
		if err != nil {
			return nil, py.ExceptionNewf(py.TypeError, "'%s' object is not a mapping", typeName(item[0]))
		}
		pairs, err := py.SequenceTuple(from)
		if err != nil {
			return nil, err
		}
		for _, k := range pairs {
			v, err := py.GetItem(from, k)
			if err != nil {
				return nil, err
			}
			if err := out.Set(k, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
