package python

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// Dict is the dict of scripts: any hashable keys, in the order of their
// insertion. That of gpython takes text only and has no order, so that sums over
// it would differ from run to run; it remains for namespaces and **arguments.
type Dict struct {
	at   map[any]int // place of a key by its hash
	keys []py.Object // nil where one was deleted
	vals []py.Object
	kind *py.Type  // Counter and the like, nil for dict
	lack py.Object // called for the value of a key that is not there, nil if none is
}

var dictType = py.NewTypeX("dict", "dict() -> new dictionary", newDict, nil)

// Type returns the Python type.
func (d *Dict) Type() *py.Type {
	if d.kind != nil {
		return d.kind
	}
	return dictType
}

func installDict() {
	private.Opcodes[vm.BUILD_MAP] = func(v *vm.Vm, n int32) error {
		v.PUSH(&Dict{})
		return nil
	}
	private.Opcodes[vm.STORE_MAP] = func(v *vm.Vm, _ int32) error {
		key, value, d := v.TOP(), v.SECOND(), v.THIRD()
		v.DROPN(2)
		return d.(*Dict).Set(key, value)
	}
	private.Opcodes[vm.MAP_ADD] = func(v *vm.Vm, i int32) error {
		key, value := v.TOP(), v.SECOND()
		v.DROPN(2)
		return v.PEEK(int(i)).(*Dict).Set(key, value)
	}
	for _, op := range []vm.OpCode{vm.CALL_FUNCTION_KW, vm.CALL_FUNCTION_VAR_KW} {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			if d, ok := v.TOP().(*Dict); ok {
				v.SET_TOP(toStringDict(d))
			}
			return old(v, arg)
		}
	}
}

// dictKeyOf returns what finds an object in a dict: equal objects have the same.
func dictKeyOf(o py.Object) (any, error) {
	switch x := o.(type) {
	case py.String:
		return x, nil
	case py.Int:
		return x, nil
	case py.Bool:
		if x {
			return py.Int(1), nil
		}
		return py.Int(0), nil
	case floatWithListAccess:
		return dictKeyOf(x.Float)
	case py.Float:
		if i := py.Int(x); py.Float(i) == x && math.Abs(float64(x)) < 1<<62 {
			return i, nil
		}
		return x, nil
	case *py.BigInt:
		return "int " + (*big.Int)(x).String(), nil
	case py.Tuple:
		return dictKeyOfTuple(x)
	case *set:
		if x.frozen {
			return x.dictKeyOfMembers()
		}
		return nil, py.ExceptionNewf(py.TypeError, "unhashable type: 'set'")
	case *py.List, *Dict, py.StringDict:
		return nil, py.ExceptionNewf(py.TypeError, "unhashable type: '%s'", o.Type().Name)
	case *py.Type:
		if IsScriptObject(x) && SpecialMethod(x, "__eq__") != nil {
			return nil, py.ExceptionNewf(py.TypeError, "objects with an __eq__ of their own cannot be keys in the embedded interpreter")
		}
	}
	return o, nil
}

func dictKeyOfTuple(t py.Tuple) (any, error) {
	var b strings.Builder
	for _, o := range t {
		h, err := dictKeyOf(o)
		if err != nil {
			return nil, err
		}
		s := fmt.Sprintf("%v", h)
		if _, isObject := h.(py.Object); isObject {
			switch h.(type) {
			case py.String, py.Int, py.Float:
			default:
				s = fmt.Sprintf("%p", h)
			}
		}
		fmt.Fprintf(&b, "%T %d %s,", h, len(s), s)
	}
	return "tuple " + b.String(), nil
}

func (d *Dict) findEntry(key py.Object) (int, error) {
	h, err := dictKeyOf(key)
	if err != nil {
		return -1, err
	}
	if i, ok := d.at[h]; ok {
		return i, nil
	}
	return -1, nil
}

// findValue returns the value of a key, nil if there is none.
func (d *Dict) findValue(key py.Object) (py.Object, error) {
	i, err := d.findEntry(key)
	if i < 0 {
		return nil, err
	}
	return d.vals[i], nil
}

func (d *Dict) Set(key, value py.Object) error {
	h, err := dictKeyOf(key)
	if err != nil {
		return err
	}
	if i, ok := d.at[h]; ok {
		d.vals[i] = value
		return nil
	}
	if d.at == nil {
		d.at = map[any]int{}
	}
	d.at[h] = len(d.keys)
	d.keys, d.vals = append(d.keys, key), append(d.vals, value)
	return nil
}

// removeKey takes a key out and returns its value, nil if there is none.
func (d *Dict) removeKey(key py.Object) (py.Object, error) {
	i, err := d.findEntry(key)
	if i < 0 {
		return nil, err
	}
	h, _ := dictKeyOf(key)
	v := d.vals[i]
	delete(d.at, h)
	d.keys[i], d.vals[i] = nil, nil
	if len(d.keys) > 8 && len(d.at) < len(d.keys)/2 {
		d.compactEntries()
	}
	return v, nil
}

func (d *Dict) removeAll() { *d = Dict{kind: d.kind, lack: d.lack} }

func (d *Dict) compactEntries() {
	old := *d
	d.removeAll()
	for i, k := range old.keys {
		if k != nil {
			_ = d.Set(k, old.vals[i])
		}
	}
}

// listEntries returns the keys, or what of makes of keys and values.
func (d *Dict) listEntries(of func(k, v py.Object) py.Object) *py.List {
	l := py.NewListWithCapacity(len(d.at))
	for i, k := range d.keys {
		if k != nil {
			l.Append(of(k, d.vals[i]))
		}
	}
	return l
}

func selectKey(k, _ py.Object) py.Object          { return k }
func selectValue(_, v py.Object) py.Object        { return v }
func selectKeyValuePair(k, v py.Object) py.Object { return py.Tuple{k, v} }
func (d *Dict) M__len__() (py.Object, error)      { return py.Int(len(d.at)), nil }
func (d *Dict) M__bool__() (py.Object, error)     { return py.NewBool(len(d.at) > 0), nil }
func (d *Dict) M__iter__() (py.Object, error)     { return &listIter{list: d.listEntries(selectKey)}, nil }

func (d *Dict) M__getitem__(key py.Object) (py.Object, error) {
	v, err := d.findValue(key)
	if v == nil && err == nil {
		return d.handleMissingKey(key)
	}
	return v, err
}

func (d *Dict) M__setitem__(key, value py.Object) (py.Object, error) {
	return py.None, d.Set(key, value)
}

func (d *Dict) M__delitem__(key py.Object) (py.Object, error) {
	v, err := d.removeKey(key)
	if v == nil && err == nil {
		err = keyError(key)
	}
	return py.None, err
}

func (d *Dict) M__contains__(key py.Object) (py.Object, error) {
	i, err := d.findEntry(key)
	return py.NewBool(i >= 0), err
}

func (d *Dict) M__eq__(other py.Object) (py.Object, error) {
	e, ok := asDict(other)
	if !ok {
		return py.NotImplemented, nil
	}
	if len(d.at) != len(e.at) {
		return py.False, nil
	}
	for i, k := range d.keys {
		if k == nil {
			continue
		}
		v, err := e.findValue(k)
		if v == nil || err != nil {
			return py.False, err
		}
		if same, err := py.Eq(d.vals[i], v); err != nil || same == py.False {
			return py.False, err
		}
	}
	return py.True, nil
}

func (d *Dict) M__ne__(other py.Object) (py.Object, error) {
	eq, err := d.M__eq__(other)
	if err != nil || eq == py.NotImplemented {
		return eq, err
	}
	return py.Not(eq)
}

func (d *Dict) M__repr__() (py.Object, error) {
	s, err := Repr(d)
	return py.String(s), err
}

func (d *Dict) M__str__() (py.Object, error) { return d.M__repr__() }

// asDict returns an object as a dict: one of gpython's is copied, in the order
// of its keys.
func asDict(o py.Object) (*Dict, bool) {
	switch x := o.(type) {
	case *Dict:
		return x, true
	case py.StringDict:
		d := &Dict{}
		for _, k := range sortedKeys(x) {
			_ = d.Set(py.String(k), x[k])
		}
		return d, true
	}
	return nil, false
}

func sortedKeys(x py.StringDict) []string {
	keys := make([]string, 0, len(x))
	for k := range x {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// toStringDict returns a dict as gpython has it; keys that are no text are left
// out.
func toStringDict(d *Dict) py.StringDict {
	ns := py.NewStringDict()
	for i, k := range d.keys {
		if s, ok := k.(py.String); ok {
			ns[string(s)] = d.vals[i]
		}
	}
	return ns
}

// newDict is dict(...).
func newDict(_ *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	if len(args) > 1 {
		return nil, py.ExceptionNewf(py.TypeError, "dict expected at most 1 argument, got %d", len(args))
	}
	d := &Dict{}
	return d, d.updateFrom(args, kwargs)
}

// updateFrom takes over a dict or pairs, then named values.
func (d *Dict) updateFrom(args py.Tuple, kwargs py.StringDict) error {
	for _, o := range args {
		if e, ok := asDict(o); ok {
			for i, k := range e.keys {
				if k != nil {
					_ = d.Set(k, e.vals[i])
				}
			}
			continue
		}
		pairs, err := py.SequenceTuple(o)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			kv, err := py.SequenceTuple(p)
			if err != nil {
				return err
			}
			if len(kv) != 2 {
				return py.ExceptionNewf(py.ValueError, "dictionary update sequence element has length %d; 2 is required", len(kv))
			}
			if err := d.Set(kv[0], kv[1]); err != nil {
				return err
			}
		}
	}
	for _, k := range sortedKeys(kwargs) {
		_ = d.Set(py.String(k), kwargs[k])
	}
	return nil
}
