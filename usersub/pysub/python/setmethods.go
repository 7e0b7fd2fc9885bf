package python

import "github.com/go-python/gpython/py"

// newSetMethod makes a method that applies an operation to a set and any number of
// things to iterate over; inPlace reports that the set itself becomes the result.
func newSetMethod(name string, least, most int, inPlace bool, do func(s, t *set) *set) *py.Method {
	return newBuiltinMethod(name, least, most, func(self py.Object, args py.Tuple) (py.Object, error) {
		s := self.(*set)
		r := s.copySet()
		for _, o := range args {
			t, err := asSet(o)
			if err != nil {
				return nil, err
			}
			r = do(r, t)
		}
		if inPlace {
			s.dict = r.dict
			return py.None, nil
		}
		return r, nil
	})
}

// newSetComparison makes a method that answers a query about two sets.
func newSetComparison(name string, is func(s, t *set) bool) *py.Method {
	return newBuiltinMethod(name, 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		t, err := asSet(args[0])
		if err != nil {
			return nil, err
		}
		return py.NewBool(is(self.(*set), t)), nil
	})
}

// many is more arguments than any call has.
const many = 255

var setQueries = []*py.Method{
	newSetMethod("union", 0, many, false, union),
	newSetMethod("intersection", 0, many, false, intersection),
	newSetMethod("difference", 0, many, false, difference),
	newSetMethod("symmetric_difference", 1, 1, false, symmetricDifference),
	newSetMethod("copy", 0, 0, false, union),
	newSetComparison("issubset", func(s, t *set) bool { return s.isSubsetOf(t) }),
	newSetComparison("issuperset", func(s, t *set) bool { return t.isSubsetOf(s) }),
	newSetComparison("isdisjoint", func(s, t *set) bool { return s.filterBy(t, true).size() == 0 }),
}

var setChanges = []*py.Method{
	newSetMethod("update", 0, many, true, union),
	newSetMethod("intersection_update", 0, many, true, intersection),
	newSetMethod("difference_update", 0, many, true, difference),
	newSetMethod("symmetric_difference_update", 1, 1, true, symmetricDifference),
	newBuiltinMethod("add", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		return py.None, self.(*set).dict.Set(args[0], py.None)
	}),
	newBuiltinMethod("discard", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		_, err := self.(*set).dict.removeKey(args[0])
		return py.None, err
	}),
	newBuiltinMethod("remove", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		had, err := self.(*set).dict.removeKey(args[0])
		if had == nil && err == nil {
			err = keyError(args[0])
		}
		return py.None, err
	}),
	newBuiltinMethod("pop", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s := self.(*set)
		items := s.members()
		if len(items) == 0 {
			return nil, py.ExceptionNewf(py.KeyError, "pop from an empty set")
		}
		_, err := s.dict.removeKey(items[0])
		return items[0], err
	}),
	newBuiltinMethod("clear", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		self.(*set).dict = Dict{}
		return py.None, nil
	}),
}
