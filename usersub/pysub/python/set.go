package python

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// set is the set and the frozenset of scripts, in the order of insertion. That
// of gpython has no methods, panics with tuples in it and has another order in
// every run.
type set struct {
	dict   Dict // whose values mean nothing
	frozen bool
}

var (
	setType    = py.NewTypeX("set", "set(iterable) -> new set", newSetConstructor(false), nil)
	frozenType = py.NewTypeX("frozenset", "frozenset(iterable) -> new frozenset", newSetConstructor(true), nil)
)

// Type returns the Python type.
func (s *set) Type() *py.Type {
	if s.frozen {
		return frozenType
	}
	return setType
}

func installSets() {
	private.Opcodes[vm.BUILD_SET] = func(v *vm.Vm, n int32) error {
		s := &set{}
		for i := int(n); i > 0; i-- {
			if err := s.dict.Set(v.PEEK(i), py.None); err != nil {
				return err
			}
		}
		v.DROPN(int(n))
		v.PUSH(s)
		return nil
	}
	private.Opcodes[vm.SET_ADD] = func(v *vm.Vm, i int32) error {
		o := v.POP()
		return v.PEEK(int(i)).(*set).dict.Set(o, py.None)
	}
	for _, m := range setQueries {
		setType.Dict[m.Name], frozenType.Dict[m.Name] = m, m
	}
	for _, m := range setChanges {
		setType.Dict[m.Name] = m
	}
}

func newSetConstructor(frozen bool) func(*py.Type, py.Tuple, py.StringDict) (py.Object, error) {
	return func(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) > 1 || len(kwargs) > 0 {
			return nil, py.ExceptionNewf(py.TypeError, "%s expected at most 1 argument, got %d", t.Name, len(args)+len(kwargs))
		}
		s := &set{frozen: frozen}
		return s, s.addAll(args...)
	}
}

// addAll takes over what can be iterated over.
func (s *set) addAll(iterables ...py.Object) error {
	for _, o := range iterables {
		items, err := py.SequenceTuple(o)
		if err != nil {
			return err
		}
		for _, x := range items {
			if err := s.dict.Set(x, py.None); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *set) members() []py.Object { return s.dict.listEntries(selectKey).Items }

func (s *set) copySet() *set {
	c := &set{frozen: s.frozen}
	_ = c.addAll(s.dict.listEntries(selectKey))
	return c
}

func (s *set) contains(o py.Object) bool {
	i, err := s.dict.findEntry(o)
	return err == nil && i >= 0
}

// asSet returns an object as a set.
func asSet(o py.Object) (*set, error) {
	if s, ok := o.(*set); ok {
		return s, nil
	}
	s := &set{}
	return s, s.addAll(o)
}

// filterBy are the members of s that are in t, or those that are not.
func (s *set) filterBy(t *set, in bool) *set {
	r := &set{frozen: s.frozen}
	for _, o := range s.members() {
		if t.contains(o) == in {
			_ = r.dict.Set(o, py.None)
		}
	}
	return r
}

func (s *set) isSubsetOf(t *set) bool { return len(s.filterBy(t, true).dict.at) == len(s.dict.at) }

// The operations on two sets.

func union(s, t *set) *set {
	r := s.copySet()
	_ = r.addAll(t)
	return r
}
func intersection(s, t *set) *set        { return s.filterBy(t, true) }
func difference(s, t *set) *set          { return s.filterBy(t, false) }
func symmetricDifference(s, t *set) *set { return union(s.filterBy(t, false), t.filterBy(s, false)) }

// applyOperator applies an operation if the other operand is a set.
func (s *set) applyOperator(other py.Object, do func(s, t *set) *set) (py.Object, error) {
	if t, ok := other.(*set); ok {
		return do(s, t), nil
	}
	return py.NotImplemented, nil
}

func (s *set) compareWith(other py.Object, is func(t *set) bool) (py.Object, error) {
	if t, ok := other.(*set); ok {
		return py.NewBool(is(t)), nil
	}
	return py.NotImplemented, nil
}

func (s *set) size() int { return len(s.dict.at) }

func (s *set) M__or__(o py.Object) (py.Object, error)  { return s.applyOperator(o, union) }
func (s *set) M__and__(o py.Object) (py.Object, error) { return s.applyOperator(o, intersection) }
func (s *set) M__sub__(o py.Object) (py.Object, error) { return s.applyOperator(o, difference) }
func (s *set) M__xor__(o py.Object) (py.Object, error) {
	return s.applyOperator(o, symmetricDifference)
}
func (s *set) M__eq__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return s.size() == t.size() && s.isSubsetOf(t) })
}
func (s *set) M__ne__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return s.size() != t.size() || !s.isSubsetOf(t) })
}
func (s *set) M__le__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return s.isSubsetOf(t) })
}
func (s *set) M__lt__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return s.size() < t.size() && s.isSubsetOf(t) })
}
func (s *set) M__ge__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return t.isSubsetOf(s) })
}
func (s *set) M__gt__(o py.Object) (py.Object, error) {
	return s.compareWith(o, func(t *set) bool { return t.size() < s.size() && t.isSubsetOf(s) })
}
func (s *set) M__len__() (py.Object, error)  { return py.Int(s.size()), nil }
func (s *set) M__bool__() (py.Object, error) { return py.NewBool(s.size() > 0), nil }
func (s *set) M__iter__() (py.Object, error) { return s.dict.M__iter__() }
func (s *set) M__contains__(o py.Object) (py.Object, error) {
	return s.dict.M__contains__(o)
}
func (s *set) M__str__() (py.Object, error) { return s.M__repr__() }

func (s *set) M__repr__() (py.Object, error) {
	var parts []string
	for _, o := range s.members() {
		text, err := Repr(o)
		if err != nil {
			return nil, err
		}
		parts = append(parts, text)
	}
	text := "{" + strings.Join(parts, ", ") + "}"
	switch {
	case len(parts) == 0:
		text = s.Type().Name + "()"
	case s.frozen:
		text = "frozenset(" + text + ")"
	}
	return py.String(text), nil
}

// dictKeyOfMembers is that of the members in the order of their hashes.
func (s *set) dictKeyOfMembers() (any, error) {
	var all []string
	for _, o := range s.members() {
		h, err := dictKeyOfTuple(py.Tuple{o})
		if err != nil {
			return nil, err
		}
		all = append(all, h.(string))
	}
	slices.Sort(all)
	return "set " + strings.Join(all, " "), nil
}
