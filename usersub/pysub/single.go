package pysub

import "github.com/go-python/gpython/py"

// single is the result of a utility that gives an array of one: scripts take
// it as a list (value[0]) or as a number (2 * value), and both are right.
type single struct{ py.Float }

var singleType = py.NewType("list", "a list of one number that counts as the number, too")

// Type implements py.Object. It is another one than that of float: gpython tries
// the right operand only if the types differ.
func (s single) Type() *py.Type { return singleType }

func (s single) M__len__() (py.Object, error) { return py.Int(1), nil }

func (s single) M__iter__() (py.Object, error) { return py.NewIterator(py.Tuple{s.Float}), nil }

func (s single) M__getitem__(key py.Object) (py.Object, error) {
	return py.Tuple{s.Float}.M__getitem__(key)
}

// plain returns the number in a single, and anything else as it is.
func plain(o py.Object) py.Object {
	if s, ok := o.(single); ok {
		return s.Float
	}
	return o
}

// What gpython's numbers do with each other they do not do with a single.

func (s single) M__add__(o py.Object) (py.Object, error)     { return s.Float.M__add__(plain(o)) }
func (s single) M__radd__(o py.Object) (py.Object, error)    { return s.Float.M__radd__(plain(o)) }
func (s single) M__sub__(o py.Object) (py.Object, error)     { return s.Float.M__sub__(plain(o)) }
func (s single) M__rsub__(o py.Object) (py.Object, error)    { return s.Float.M__rsub__(plain(o)) }
func (s single) M__mul__(o py.Object) (py.Object, error)     { return s.Float.M__mul__(plain(o)) }
func (s single) M__rmul__(o py.Object) (py.Object, error)    { return s.Float.M__rmul__(plain(o)) }
func (s single) M__truediv__(o py.Object) (py.Object, error) { return s.Float.M__truediv__(plain(o)) }
func (s single) M__lt__(o py.Object) (py.Object, error)      { return s.Float.M__lt__(plain(o)) }
func (s single) M__le__(o py.Object) (py.Object, error)      { return s.Float.M__le__(plain(o)) }
func (s single) M__gt__(o py.Object) (py.Object, error)      { return s.Float.M__gt__(plain(o)) }
func (s single) M__ge__(o py.Object) (py.Object, error)      { return s.Float.M__ge__(plain(o)) }
func (s single) M__eq__(o py.Object) (py.Object, error)      { return s.Float.M__eq__(plain(o)) }
func (s single) M__ne__(o py.Object) (py.Object, error)      { return s.Float.M__ne__(plain(o)) }
