package python

import (
	"slices"

	"github.com/go-python/gpython/py"
)

// The dicts of Python's module collections are dicts that know their kind. The rest of
// that module is in lib/collections.py.
var (
	defaultType = newDictType("defaultdict")
	counterType = newDictType("Counter")
	orderedType = newDictType("OrderedDict")
)

func newDictType(name string) *py.Type { return py.NewTypeX(name, name+"(...)", nil, nil) }

func installCollections() {
	for _, t := range []*py.Type{defaultType, counterType, orderedType} {
		for name, m := range dictType.Dict {
			t.Dict[name] = m
		}
		t.New = newDictSubtype
		t.Base, t.Bases, t.Mro = dictType, py.Tuple{dictType}, py.Tuple{t, dictType, py.ObjectType}
	}
	for _, m := range counterMethods {
		counterType.Dict[m.Name] = m
	}
	for _, m := range orderedMethods {
		orderedType.Dict[m.Name] = m
	}
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "_collections"},
		Globals: py.StringDict{"defaultdict": defaultType, "Counter": counterType, "OrderedDict": orderedType}})
}

// newDictSubtype makes one of them.
func newDictSubtype(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	d := &Dict{kind: t}
	if t == defaultType && len(args) > 0 {
		if args[0] != py.None {
			if !IsCallable(args[0]) {
				return nil, py.ExceptionNewf(py.TypeError, "first argument must be callable or None")
			}
			d.lack = args[0]
		}
		args = args[1:]
	}
	if t != counterType {
		return d, d.updateFrom(args, kwargs)
	}
	for _, o := range args {
		if err := d.addCounts(o, 1); err != nil {
			return nil, err
		}
	}
	return d, d.updateFrom(nil, kwargs)
}

// handleMissingKey returns d[key] of a key that is not there.
func (d *Dict) handleMissingKey(key py.Object) (py.Object, error) {
	switch {
	case d.kind == counterType:
		return py.Int(0), nil
	case d.lack == nil:
		return nil, keyError(key)
	}
	v, err := py.Call(d.lack, nil, nil)
	if err != nil {
		return nil, err
	}
	return v, d.Set(key, v)
}

// addCounts adds the counts of a dict, or 1 for each item, times sign.
func (d *Dict) addCounts(o py.Object, sign int) error {
	add := func(k, n py.Object) error {
		old, err := d.M__getitem__(k)
		if err == nil && sign > 0 {
			old, err = py.Add(old, n)
		} else if err == nil {
			old, err = py.Sub(old, n)
		}
		if err != nil {
			return err
		}
		return d.Set(k, old)
	}
	if from, ok := asDict(o); ok {
		for _, p := range from.listEntries(selectKeyValuePair).Items {
			if err := add(p.(py.Tuple)[0], p.(py.Tuple)[1]); err != nil {
				return err
			}
		}
		return nil
	}
	items, err := py.SequenceTuple(o)
	for _, k := range items {
		if err := add(k, py.Int(1)); err != nil {
			return err
		}
	}
	return err
}

// mostCommon are the pairs of a Counter, the largest counts first.
func (d *Dict) mostCommon() ([]py.Object, error) {
	list := d.listEntries(selectKeyValuePair).Items
	var bad error
	slices.SortStableFunc(list, func(a, b py.Object) int {
		x, y := a.(py.Tuple)[1], b.(py.Tuple)[1]
		if more, err := py.Gt(x, y); err != nil {
			bad = err
		} else if more == py.True {
			return -1
		}
		if less, err := py.Lt(x, y); err == nil && less == py.True {
			return 1
		}
		return 0
	})
	return list, bad
}

var counterMethods = []*py.Method{
	newBuiltinMethod("update", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		return py.None, self.(*Dict).addCounts(args[0], 1)
	}),
	newBuiltinMethod("subtract", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		return py.None, self.(*Dict).addCounts(args[0], -1)
	}),
	newBuiltinMethod("total", 0, 0, func(self py.Object, _ py.Tuple) (sum py.Object, err error) {
		sum = py.Int(0)
		for _, v := range self.(*Dict).listEntries(selectValue).Items {
			if sum, err = py.Add(sum, v); err != nil {
				return nil, err
			}
		}
		return sum, nil
	}),
	newBuiltinMethod("elements", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		all := py.NewList()
		for _, p := range self.(*Dict).listEntries(selectKeyValuePair).Items {
			n, err := py.IndexInt(p.(py.Tuple)[1])
			if err != nil {
				return nil, err
			}
			for range n {
				all.Append(p.(py.Tuple)[0])
			}
		}
		return &listIter{list: all}, nil
	}),
	newBuiltinMethod("most_common", 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		list, err := self.(*Dict).mostCommon()
		if err == nil && len(args) == 1 && args[0] != py.None {
			n := 0
			if n, err = py.IndexInt(args[0]); err == nil {
				list = list[:min(max(n, 0), len(list))]
			}
		}
		return &py.List{Items: list}, err
	}),
}

var orderedMethods = []*py.Method{
	py.MustNewMethod("move_to_end", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) == 0 || len(args) > 2 {
			return nil, py.ExceptionNewf(py.TypeError, "move_to_end() takes 1 to 2 arguments (%d given)", len(args))
		}
		d, last := self.(*Dict), kwargs["last"]
		if len(args) == 2 {
			last = args[1]
		}
		v, err := d.removeKey(args[0])
		if v == nil && err == nil {
			err = keyError(args[0])
		}
		if err != nil {
			return nil, err
		}
		if last != py.False {
			return py.None, d.Set(args[0], v)
		}
		rest := d.listEntries(selectKeyValuePair)
		d.removeAll()
		_ = d.Set(args[0], v)
		return py.None, d.updateFrom(py.Tuple{rest}, nil)
	}, 0, "move_to_end(key, last=True)"),
	py.MustNewMethod("popitem", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		d, last := self.(*Dict), kwargs["last"]
		if len(args) == 1 {
			last = args[0]
		}
		items := d.listEntries(selectKeyValuePair).Items
		if len(items) == 0 {
			return nil, keyError(py.String("dictionary is empty"))
		}
		p := items[len(items)-1]
		if last == py.False {
			p = items[0]
		}
		_, err := d.removeKey(p.(py.Tuple)[0])
		return p, err
	}, 0, "popitem(last=True)"),
}

// writeMapping writes a dict of any kind.
func (p *reprWriter) writeMapping(d *Dict) error {
	switch d.kind {
	case defaultType:
		p.WriteString("defaultdict(")
		lack := d.lack
		if lack == nil {
			lack = py.None
		}
		if err := p.writeObject(lack); err != nil {
			return err
		}
		p.WriteString(", ")
	case counterType:
		list, err := d.mostCommon()
		if err != nil {
			return err
		}
		d = &Dict{}
		if err := d.updateFrom(py.Tuple{&py.List{Items: list}}, nil); err != nil {
			return err
		}
		p.WriteString("Counter(")
		if len(list) == 0 {
			p.WriteString(")")
			return nil
		}
	case orderedType:
		p.WriteString("OrderedDict(")
		if len(d.at) > 0 {
			if err := p.writeObject(d.listEntries(selectKeyValuePair)); err != nil {
				return err
			}
		}
		p.WriteString(")")
		return nil
	default:
		return p.writePairs(d)
	}
	err := p.writePairs(d)
	p.WriteString(")")
	return err
}
