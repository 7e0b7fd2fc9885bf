package python

import (
	"sort"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// comparison is one of the operators < <= == != > >=.
type comparison struct {
	name, reflected string
	plain           func(a, b py.Object) (py.Object, error)
	ordered         func(order int) bool // of sequences: order -1, 0 or 1
}

var comparisons = map[int32]comparison{
	vm.PyCmp_LT: {"__lt__", "__gt__", py.Lt, func(o int) bool { return o < 0 }},
	vm.PyCmp_LE: {"__le__", "__ge__", py.Le, func(o int) bool { return o <= 0 }},
	vm.PyCmp_EQ: {"__eq__", "__eq__", py.Eq, nil},
	vm.PyCmp_NE: {"__ne__", "__ne__", py.Ne, nil},
	vm.PyCmp_GT: {"__gt__", "__lt__", py.Gt, func(o int) bool { return o > 0 }},
	vm.PyCmp_GE: {"__ge__", "__le__", py.Ge, func(o int) bool { return o >= 0 }},
}

// ComparisonMethod returns the name of the special method of a comparison.
func ComparisonMethod(op int32) string { return comparisons[op].name }

// compareObjects is an operator for what gpython does not compare: objects of classes
// with their own methods, tuples and lists.
func compareObjects(op int32, a, b py.Object) (py.Object, error) { return compareAtDepth(op, a, b, 0) }

// compareAtDepth compares what is in depth sequences.
func compareAtDepth(op int32, a, b py.Object, depth int) (py.Object, error) {
	c := comparisons[op]
	if r, err := callSpecialMethod(c.name, a, b); r != nil || err != nil {
		return r, err
	}
	if r, err := callSpecialMethod(c.reflected, b, a); r != nil || err != nil {
		return r, err
	}
	if op == vm.PyCmp_NE {
		if r, err := callSpecialMethod("__eq__", a, b); r != nil || err != nil {
			if err != nil {
				return nil, err
			}
			return py.Not(r)
		}
	}
	x, isX := ListOrTupleItems(a)
	y, isY := ListOrTupleItems(b)
	switch {
	case (!isX || !isY || isTuple(a) != isTuple(b)) && c.ordered == nil:
		return c.plain(a, b)
	case !isX || !isY || isTuple(a) != isTuple(b):
		return c.plain(truthAsInt(a), truthAsInt(b)) // gpython does not order truth values
	case depth > MaxDepth: // gpython's own would continue until the process ends
		return nil, py.ExceptionNewf(py.RuntimeError, "maximum recursion depth exceeded in comparison")
	case c.ordered == nil:
		eq, err := equalSequences(x, y, depth)
		return py.NewBool(eq == (op == vm.PyCmp_EQ)), err
	}
	order, err := compareSequences(x, y, depth)
	return py.NewBool(c.ordered(order)), err
}

func isTuple(o py.Object) bool {
	_, ok := o.(py.Tuple)
	return ok
}

// equalSequences reports whether two sequences have the same or equal items.
func equalSequences(x, y []py.Object, depth int) (bool, error) {
	if len(x) != len(y) {
		return false, nil
	}
	for i := range x {
		if l, ok := x[i].(*py.List); ok && y[i] == py.Object(l) {
			continue
		}
		eq, err := compareAtDepth(vm.PyCmp_EQ, x[i], y[i], depth+1)
		if err != nil || eq != py.True {
			return false, err
		}
	}
	return true, nil
}

// compareSequences orders two sequences by the first items that differ.
func compareSequences(x, y []py.Object, depth int) (int, error) {
	for i := range min(len(x), len(y)) {
		eq, err := compareAtDepth(vm.PyCmp_EQ, x[i], y[i], depth+1)
		if err != nil {
			return 0, err
		}
		if eq == py.True {
			continue
		}
		lt, err := compareAtDepth(vm.PyCmp_LT, x[i], y[i], depth+1)
		if err != nil {
			return 0, err
		}
		if lt == py.True {
			return -1, nil
		}
		return 1, nil
	}
	switch {
	case len(x) < len(y):
		return -1, nil
	case len(x) > len(y):
		return 1, nil
	}
	return 0, nil
}

func installComparisons() {
	old := private.Opcodes[vm.COMPARE_OP]
	private.Opcodes[vm.COMPARE_OP] = func(v *vm.Vm, op int32) error {
		a, b := v.SECOND(), v.TOP()
		if x, y, ok := bothFloat(a, b); ok || op > vm.PyCmp_GE {
			_, _ = x, y
			return old(v, op)
		}
		switch a.(type) {
		case *py.Type, py.Tuple, *py.List, py.Bool:
		default:
			if _, ok := b.(*py.Type); !ok {
				return old(v, op)
			}
		}
		r, err := compareObjects(op, a, b)
		if err != nil {
			return err
		}
		v.DROP()
		v.SET_TOP(r)
		return nil
	}
}

// newMinMaxFunction returns the builtin min (op <) or max (op >).
func newMinMaxFunction(name string, op int32) *py.Method {
	return py.MustNewMethod(name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		items := []py.Object(args)
		if len(args) == 1 {
			var err error
			if items, err = py.SequenceTuple(args[0]); err != nil {
				return nil, err
			}
		}
		best, err := findExtremeItem(op, items, kwargs["key"])
		if best == nil && err == nil {
			if best = kwargs["default"]; best == nil {
				err = py.ExceptionNewf(py.ValueError, "%s() arg is an empty sequence", name)
			}
		}
		return best, err
	}, 0, name+"(...)")
}

// findExtremeItem returns the first item whose key no other precedes in the order of op, nil for no items.
func findExtremeItem(op int32, items []py.Object, key py.Object) (best py.Object, err error) {
	var bestKey py.Object
	for _, o := range items {
		k := o
		if key != nil && key != py.None {
			if k, err = py.Call(key, py.Tuple{o}, nil); err != nil {
				return nil, err
			}
		}
		better := py.Object(py.True)
		if best != nil {
			if better, err = compareObjects(op, k, bestKey); err != nil {
				return nil, err
			}
		}
		if better == py.True {
			best, bestKey = o, k
		}
	}
	return best, nil
}

// keyedItems is a list that is being sorted by its keys.
type keyedItems struct {
	keys, items []py.Object
	err         error
}

func (s *keyedItems) Len() int { return len(s.items) }

func (s *keyedItems) Swap(i, j int) {
	s.items[i], s.items[j] = s.items[j], s.items[i]
	if s.keys != nil {
		s.keys[i], s.keys[j] = s.keys[j], s.keys[i]
	}
}

func (s *keyedItems) Less(i, j int) bool {
	by := s.items
	if s.keys != nil {
		by = s.keys
	}
	if s.err != nil {
		return false
	}
	lt, err := compareObjects(vm.PyCmp_LT, by[i], by[j])
	s.err = err
	return err == nil && lt == py.True
}

// sortItems sorts in place, as sorted and list.sort do: equal items keep their
// order, also where the order is reversed.
func sortItems(items []py.Object, kwargs py.StringDict) error {
	s := &keyedItems{items: items}
	for name, o := range kwargs {
		if name != "key" && name != "reverse" {
			return py.ExceptionNewf(py.TypeError, "'%s' is an invalid keyword argument for sort", name)
		}
		if name != "key" || o == py.None {
			continue
		}
		for _, item := range items {
			k, err := py.Call(o, py.Tuple{item}, nil)
			if err != nil {
				return err
			}
			s.keys = append(s.keys, k)
		}
	}
	if r := kwargs["reverse"]; r != nil {
		back, err := py.MakeBool(r)
		if err != nil {
			return err
		}
		if back == py.True {
			sort.Stable(sort.Reverse(s))
			return s.err
		}
	}
	sort.Stable(s)
	return s.err
}

var sortedFunction = py.MustNewMethod("sorted", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	if len(args) != 1 {
		return nil, py.ExceptionNewf(py.TypeError, "sorted expected 1 argument, got %d", len(args))
	}
	l, err := py.SequenceList(args[0])
	if err != nil {
		return nil, err
	}
	return l, sortItems(l.Items, kwargs)
}, 0, "sorted(iterable, key=None, reverse=False)")

var sortMethod = py.MustNewMethod("sort", func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	l, ok := self.(*py.List)
	if !ok || len(args) > 0 {
		return nil, py.ExceptionNewf(py.TypeError, "sort() takes no positional arguments")
	}
	return py.None, sortItems(l.Items, kwargs)
}, 0, "sort(key=None, reverse=False)")
