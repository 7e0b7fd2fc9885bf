package python

import "github.com/go-python/gpython/py"

// setMethod makes a method that applies an operation to a set and any number of
// things to iterate over; own reports that the set itself becomes the result.
func setMethod(name string, least, most int, own bool, do func(s, t *set) *set) *py.Method {
	return method(name, least, most, func(self py.Object, args py.Tuple) (py.Object, error) {
		s := self.(*set)
		r := s.copied()
		for _, o := range args {
			t, err := asSet(o)
			if err != nil {
				return nil, err
			}
			r = do(r, t)
		}
		if own {
			s.dict = r.dict
			return py.None, nil
		}
		return r, nil
	})
}

// compared makes a method that answers a query about two sets.
func compared(name string, is func(s, t *set) bool) *py.Method {
	return method(name, 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
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
	setMethod("union", 0, many, false, union),
	setMethod("intersection", 0, many, false, intersection),
	setMethod("difference", 0, many, false, difference),
	setMethod("symmetric_difference", 1, 1, false, symmetric),
	setMethod("copy", 0, 0, false, union),
	compared("issubset", func(s, t *set) bool { return s.within(t) }),
	compared("issuperset", func(s, t *set) bool { return t.within(s) }),
	compared("isdisjoint", func(s, t *set) bool { return s.kept(t, true).size() == 0 }),
}

var setChanges = []*py.Method{
	setMethod("update", 0, many, true, union),
	setMethod("intersection_update", 0, many, true, intersection),
	setMethod("difference_update", 0, many, true, difference),
	setMethod("symmetric_difference_update", 1, 1, true, symmetric),
	method("add", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		return py.None, self.(*set).dict.Set(args[0], py.None)
	}),
	method("discard", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		_, err := self.(*set).dict.remove(args[0])
		return py.None, err
	}),
	method("remove", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		had, err := self.(*set).dict.remove(args[0])
		if had == nil && err == nil {
			err = keyError(args[0])
		}
		return py.None, err
	}),
	method("pop", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s := self.(*set)
		items := s.items()
		if len(items) == 0 {
			return nil, py.ExceptionNewf(py.KeyError, "pop from an empty set")
		}
		_, err := s.dict.remove(items[0])
		return items[0], err
	}),
	method("clear", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		self.(*set).dict = Dict{}
		return py.None, nil
	}),
}
