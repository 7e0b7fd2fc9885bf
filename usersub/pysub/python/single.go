package python

import "github.com/go-python/gpython/py"

// floatWithListAccess is the result of a utility that gives an array of one: scripts take
// it as a list (value[0]) or as a number (2 * value), and both are right.
type floatWithListAccess struct{ py.Float }

var listLikeFloatType = py.NewType("list", "a list of one number that counts as the number, too")

// NewListLikeFloat returns v as such a list.
func NewListLikeFloat(v float64) py.Object { return floatWithListAccess{py.Float(v)} }

// Type implements py.Object. It is another one than that of float: gpython tries
// the right operand only if the types differ.
func (s floatWithListAccess) Type() *py.Type { return listLikeFloatType }

func (s floatWithListAccess) M__len__() (py.Object, error) { return py.Int(1), nil }

func (s floatWithListAccess) M__iter__() (py.Object, error) {
	return py.NewIterator(py.Tuple{s.Float}), nil
}

func (s floatWithListAccess) M__getitem__(key py.Object) (py.Object, error) {
	return py.Tuple{s.Float}.M__getitem__(key)
}

// UnwrapListLikeFloat returns the number in a list of one, and anything else as it is.
func UnwrapListLikeFloat(o py.Object) py.Object {
	if s, ok := o.(floatWithListAccess); ok {
		return s.Float
	}
	return o
}

// What gpython's numbers do with each other they do not do with a single.

func (s floatWithListAccess) M__add__(o py.Object) (py.Object, error) {
	return s.Float.M__add__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__radd__(o py.Object) (py.Object, error) {
	return s.Float.M__radd__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__sub__(o py.Object) (py.Object, error) {
	return s.Float.M__sub__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__rsub__(o py.Object) (py.Object, error) {
	return s.Float.M__rsub__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__mul__(o py.Object) (py.Object, error) {
	return s.Float.M__mul__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__rmul__(o py.Object) (py.Object, error) {
	return s.Float.M__rmul__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__truediv__(o py.Object) (py.Object, error) {
	return s.Float.M__truediv__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__lt__(o py.Object) (py.Object, error) {
	return s.Float.M__lt__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__le__(o py.Object) (py.Object, error) {
	return s.Float.M__le__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__gt__(o py.Object) (py.Object, error) {
	return s.Float.M__gt__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__ge__(o py.Object) (py.Object, error) {
	return s.Float.M__ge__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__eq__(o py.Object) (py.Object, error) {
	return s.Float.M__eq__(UnwrapListLikeFloat(o))
}
func (s floatWithListAccess) M__ne__(o py.Object) (py.Object, error) {
	return s.Float.M__ne__(UnwrapListLikeFloat(o))
}
