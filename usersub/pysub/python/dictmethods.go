package python

import "github.com/go-python/gpython/py"

func installDictMethods() {
	for _, m := range dictTypeMethods {
		dictType.Dict[m.Name] = m
	}
	dictType.Dict["fromkeys"] = &py.StaticMethod{Callable: fromKeys}
}

// fromKeys is dict.fromkeys.
var fromKeys = newBuiltinMethod("fromkeys", 1, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
	keys, err := py.SequenceTuple(args[0])
	d, value := &Dict{}, valueOrDefault(nil, args, py.None)
	for _, k := range keys {
		if err == nil {
			err = d.Set(k, value)
		}
	}
	return d, err
})

// newDictListMethod makes keys, values and items; they are lists, not views.
func newDictListMethod(name string, of func(k, v py.Object) py.Object) *py.Method {
	return newBuiltinMethod(name, 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		d, _ := asDict(self)
		return d.listEntries(of), nil
	})
}

// sortedListings are the same for gpython's dicts.
var sortedListings = []*py.Method{newDictListMethod("keys", selectKey), newDictListMethod("values", selectValue), newDictListMethod("items", selectKeyValuePair)}

var dictTypeMethods = append([]*py.Method{
	newBuiltinMethod("get", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		v, err := self.(*Dict).findValue(args[0])
		return valueOrDefault(v, args, py.None), err
	}),
	newBuiltinMethod("pop", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		v, err := self.(*Dict).removeKey(args[0])
		if v == nil && err == nil && len(args) == 1 {
			err = keyError(args[0])
		}
		return valueOrDefault(v, args, nil), err
	}),
	newBuiltinMethod("popitem", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		d := self.(*Dict)
		for i := len(d.keys) - 1; i >= 0; i-- {
			if k := d.keys[i]; k != nil {
				v, err := d.removeKey(k)
				return py.Tuple{k, v}, err
			}
		}
		return nil, keyError(py.String("popitem(): dictionary is empty"))
	}),
	newBuiltinMethod("setdefault", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		d := self.(*Dict)
		v, err := d.findValue(args[0])
		if v != nil || err != nil {
			return v, err
		}
		v = valueOrDefault(nil, args, py.None)
		return v, d.Set(args[0], v)
	}),
	newBuiltinMethod("clear", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		self.(*Dict).removeAll()
		return py.None, nil
	}),
	newBuiltinMethod("copy", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		from := self.(*Dict)
		d := &Dict{kind: from.kind, lack: from.lack}
		return d, d.updateFrom(py.Tuple{self}, nil)
	}),
	newBuiltinMethod("has_key", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) { // Python 2
		i, err := self.(*Dict).findEntry(args[0])
		return py.NewBool(i >= 0), err
	}),
	newDictListMethod("iteritems", selectKeyValuePair), newDictListMethod("itervalues", selectValue), newDictListMethod("iterkeys", selectKey),
	py.MustNewMethod("update", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		return py.None, self.(*Dict).updateFrom(args, kwargs)
	}, 0, "update()"),
}, sortedListings...)

// valueOrDefault returns v, or the second argument, or last.
func valueOrDefault(v py.Object, args py.Tuple, last py.Object) py.Object {
	switch {
	case v != nil:
		return v
	case len(args) == 2:
		return args[1]
	}
	return last
}

// M__or__ is d | other.
func (d *Dict) M__or__(other py.Object) (py.Object, error) {
	if _, ok := asDict(other); !ok {
		return py.NotImplemented, nil
	}
	r := &Dict{kind: d.kind, lack: d.lack}
	return r, r.updateFrom(py.Tuple{d, other}, nil)
}

// M__ior__ is d |= other.
func (d *Dict) M__ior__(other py.Object) (py.Object, error) {
	return d, d.updateFrom(py.Tuple{other}, nil)
}
