package python

import "github.com/go-python/gpython/py"

func installDictMethods() {
	for _, m := range dictTypeMethods {
		dictType.Dict[m.Name] = m
	}
	dictType.Dict["fromkeys"] = &py.StaticMethod{Callable: fromKeys}
}

// fromKeys is dict.fromkeys.
var fromKeys = method("fromkeys", 1, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
	keys, err := py.SequenceTuple(args[0])
	d, value := &Dict{}, otherwise(nil, args, py.None)
	for _, k := range keys {
		if err == nil {
			err = d.Set(k, value)
		}
	}
	return d, err
})

// listing makes keys, values and items; they are lists, not views.
func listing(name string, of func(k, v py.Object) py.Object) *py.Method {
	return method(name, 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		d, _ := asDict(self)
		return d.list(of), nil
	})
}

// sortedListings are the same for gpython's dicts.
var sortedListings = []*py.Method{listing("keys", keyOf), listing("values", valueOf), listing("items", itemOf)}

var dictTypeMethods = append([]*py.Method{
	method("get", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		v, err := self.(*Dict).get(args[0])
		return otherwise(v, args, py.None), err
	}),
	method("pop", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		v, err := self.(*Dict).remove(args[0])
		if v == nil && err == nil && len(args) == 1 {
			err = keyError(args[0])
		}
		return otherwise(v, args, nil), err
	}),
	method("popitem", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		d := self.(*Dict)
		for i := len(d.keys) - 1; i >= 0; i-- {
			if k := d.keys[i]; k != nil {
				v, err := d.remove(k)
				return py.Tuple{k, v}, err
			}
		}
		return nil, keyError(py.String("popitem(): dictionary is empty"))
	}),
	method("setdefault", 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		d := self.(*Dict)
		v, err := d.get(args[0])
		if v != nil || err != nil {
			return v, err
		}
		v = otherwise(nil, args, py.None)
		return v, d.Set(args[0], v)
	}),
	method("clear", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		self.(*Dict).clear()
		return py.None, nil
	}),
	method("copy", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		from := self.(*Dict)
		d := &Dict{kind: from.kind, lack: from.lack}
		return d, d.update(py.Tuple{self}, nil)
	}),
	method("has_key", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) { // Python 2
		i, err := self.(*Dict).find(args[0])
		return py.NewBool(i >= 0), err
	}),
	listing("iteritems", itemOf), listing("itervalues", valueOf), listing("iterkeys", keyOf),
	py.MustNewMethod("update", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		return py.None, self.(*Dict).update(args, kwargs)
	}, 0, "update()"),
}, sortedListings...)

// otherwise returns v, or the second argument, or last.
func otherwise(v py.Object, args py.Tuple, last py.Object) py.Object {
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
	return r, r.update(py.Tuple{d, other}, nil)
}

// M__ior__ is d |= other.
func (d *Dict) M__ior__(other py.Object) (py.Object, error) { return d, d.update(py.Tuple{other}, nil) }
