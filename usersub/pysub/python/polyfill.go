package python

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
)

func addMethods(t *py.Type, methods []*py.Method) {
	for _, m := range methods {
		if _, ok := t.Dict[m.Name]; !ok || m.Name == "extend" || m.Name == "find" {
			t.Dict[m.Name] = m
		}
	}
}

// newBuiltinMethod makes a method of a built-in type; least and most bound the number of
// its arguments.
func newBuiltinMethod(name string, least, most int, do func(self py.Object, args py.Tuple) (py.Object, error)) *py.Method {
	return py.MustNewMethod(name, func(self py.Object, args py.Tuple) (py.Object, error) {
		if len(args) < least || len(args) > most {
			return nil, py.ExceptionNewf(py.TypeError, "%s() takes %s (%d given)", name, FormatArgumentCount(least, most), len(args))
		}
		return do(self, args)
	}, 0, name+"()")
}

func newTextMethod(name string, change func(string) string) *py.Method {
	return newBuiltinMethod(name, 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return py.String(change(string(self.(py.String)))), nil
	})
}

var stringMethods = []*py.Method{
	newTextMethod("upper", strings.ToUpper),
	newTextMethod("lower", strings.ToLower),
	strFormat,
	newBuiltinMethod("join", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		items, err := py.SequenceTuple(args[0])
		if err != nil {
			return nil, err
		}
		parts := make([]string, len(items))
		for i, o := range items {
			s, ok := o.(py.String)
			if !ok {
				return nil, py.ExceptionNewf(py.TypeError, "sequence item %d: expected str instance, %s found", i, o.Type().Name)
			}
			parts[i] = string(s)
		}
		return py.String(strings.Join(parts, string(self.(py.String)))), nil
	}),
}

// countMethod is count of lists and tuples.
var countMethod = newBuiltinMethod("count", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
	items, _ := ListOrTupleItems(self)
	for n := 0; ; n++ {
		i, err := indexOfObject(items, args[0])
		if i < 0 || err != nil {
			return py.Int(n), err
		}
		items = items[i+1:]
	}
})

var tupleMethods = []*py.Method{
	newBuiltinMethod("index", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		i, err := indexOfObject(self.(py.Tuple), args[0])
		if err == nil && i < 0 {
			err = py.ExceptionNewf(py.ValueError, "tuple.index(x): x not in tuple")
		}
		return py.Int(i), err
	}),
	countMethod,
}

var listMethods = []*py.Method{
	newBuiltinMethod("extend", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		items, err := py.SequenceTuple(args[0])
		if err != nil {
			return nil, err
		}
		self.(*py.List).Extend(items)
		return py.None, nil
	}),
	newBuiltinMethod("pop", 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		l := self.(*py.List)
		if len(l.Items) == 0 {
			return nil, py.ExceptionNewf(py.IndexError, "pop from empty list")
		}
		at := len(l.Items) - 1
		if len(args) == 1 {
			var err error
			if at, err = py.IndexIntCheck(args[0], len(l.Items)); err != nil {
				return nil, err
			}
		}
		o := l.Items[at]
		l.DelItem(at)
		return o, nil
	}),
	newBuiltinMethod("insert", 2, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		l := self.(*py.List)
		at, err := py.IndexInt(args[0])
		if err != nil {
			return nil, err
		}
		if at < 0 {
			at += len(l.Items)
		}
		l.Items = slices.Insert(l.Items, min(max(at, 0), len(l.Items)), args[1])
		return py.None, nil
	}),
	newBuiltinMethod("index", 1, 3, func(self py.Object, args py.Tuple) (py.Object, error) {
		items := self.(*py.List).Items
		from, to, err := searchBounds(args[1:], len(items))
		if err != nil {
			return nil, err
		}
		i, err := indexOfObject(items[from:to], args[0])
		if err == nil && i < 0 {
			err = py.ExceptionNewf(py.ValueError, "%s is not in list", py.DebugRepr(args[0]))
		}
		return py.Int(from + i), err
	}),
	countMethod,
	newBuiltinMethod("remove", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		l := self.(*py.List)
		i, err := indexOfObject(l.Items, args[0])
		if err == nil && i < 0 {
			err = py.ExceptionNewf(py.ValueError, "list.remove(x): x not in list")
		}
		if err != nil {
			return nil, err
		}
		l.DelItem(i)
		return py.None, nil
	}),
	newBuiltinMethod("reverse", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		slices.Reverse(self.(*py.List).Items)
		return py.None, nil
	}),
	newBuiltinMethod("clear", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		self.(*py.List).Items = nil
		return py.None, nil
	}),
	newBuiltinMethod("copy", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return self.(*py.List).Copy(), nil
	}),
}

// indexOfObject returns the place of an object in items, -1 if it is not there.
func indexOfObject(items []py.Object, o py.Object) (int, error) {
	for i, item := range items {
		eq, err := py.Eq(item, o)
		if err != nil {
			return -1, err
		}
		if eq == py.True {
			return i, nil
		}
	}
	return -1, nil
}

var dictMethods = []*py.Method{
	newBuiltinMethod("pop", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		d := self.(py.StringDict)
		key, _ := args[0].(py.String)
		o, ok := d[string(key)]
		if !ok && len(args) == 2 {
			return args[1], nil
		}
		if !ok {
			return nil, keyError(args[0])
		}
		delete(d, string(key))
		return o, nil
	}),
	newBuiltinMethod("setdefault", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		d := self.(py.StringDict)
		key, ok := args[0].(py.String)
		if !ok {
			return nil, keyError(args[0])
		}
		if o, ok := d[string(key)]; ok {
			return o, nil
		}
		var o py.Object = py.None
		if len(args) == 2 {
			o = args[1]
		}
		d[string(key)] = o
		return o, nil
	}),
	newBuiltinMethod("update", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		from, ok := args[0].(py.StringDict)
		if d, own := args[0].(*Dict); own {
			from, ok = toStringDict(d), true
		}
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "update() takes a dict, not %s", args[0].Type().Name)
		}
		for k, o := range from {
			self.(py.StringDict)[k] = o
		}
		return py.None, nil
	}),
}

func keyError(key py.Object) error {
	e := py.ExceptionNewf(py.KeyError, "")
	e.Args = py.Tuple{key}
	return e
}
