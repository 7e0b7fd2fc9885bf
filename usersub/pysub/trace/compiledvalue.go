package trace

import (
	"math"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/core/expr"
)

// val is what a name or an expression of Python stands for while a function
// is compiled: *num, word, nothing, listRef, tuple, array or entity *closed.
type val any

type (
	// word is a str, which is always known.
	word string
	// nothing is None.
	nothing struct{}
	// listRef is a list made by the function: its items are in comp.heap.
	listRef int // array: see compiledarray.go
	// tuple is a tuple, or a list of the module, which nobody changes.
	tuple struct {
		items []val
		list  bool
	}
	// entity is a function, type or module.
	entity struct{ o py.Object }
	// mixed is what a name stands for that one of two branches has set.
	unset struct{}
)

// numKind is the type of a number in Python. A number is a float64 in any case: ints
// are kept within ±2^53.
type numKind uint8

const (
	isFloat numKind = iota
	isInt
	isBool
	isEither // int in one branch, float in the other
)

// num is a number. known reports that it is the same in every call. A truth value
// that no operation has used is a relation.
//
// An int has no negative zero. Where an operation could make one, sign is added
// to its result: 0 for an int, -0 for a float, which changes no bit. For a
// number that is one of both the value depends on the branch.
type num struct {
	kind  numKind
	known bool
	k     float64
	at    expr.Value
	sign  expr.Value // of isEither
	test  *relation
	// single: it counts as a list of one, too.
	single bool
}

type relation struct {
	test expr.Test
	a, b expr.Value
}

func knownFloat(v float64) *num { return &num{kind: isFloat, known: true, k: v} }
func knownInt(v float64) *num   { return &num{kind: isInt, known: true, k: v} }

func knownBool(b bool) *num {
	n := &num{kind: isBool, known: true}
	if b {
		n.k = 1
	}
	return n
}

// valueOf returns the operand that holds a number.
func (c *comp) valueOf(n *num) expr.Value {
	switch {
	case n.known:
		return c.b.Const(n.k)
	case n.test != nil:
		return c.b.Choose(n.test.test, n.test.a, n.test.b, c.b.Const(1), c.b.Const(0))
	}
	return n.at
}

// zeroSignOf returns what is to be added for the sake of the sign of zero.
func (c *comp) zeroSignOf(n *num) expr.Value {
	switch n.kind {
	case isFloat:
		return c.b.Const(math.Copysign(0, -1))
	case isEither:
		return n.sign
	}
	return c.b.Const(0)
}

// newNumber returns a number of an operation of others: a float if one of them is,
// otherwise within the range of exact ints and without a negative zero.
func (c *comp) newNumber(at expr.Value, of ...*num) *num {
	k := isInt
	for _, x := range of {
		if x.kind == isFloat {
			return &num{kind: isFloat, at: at}
		}
		if x.kind == isEither {
			k = isEither
		}
	}
	c.b.RequireWhole(at)
	n := &num{kind: k, at: at}
	if k == isEither {
		n.sign = c.zeroSignOf(of[0])
		for _, x := range of[1:] {
			// -((-a) + (-b)) is 0 if both are 0, and -0 if one is -0
			n.sign = c.b.Op("NEG", c.b.Op("+", c.b.Op("NEG", n.sign), c.b.Op("NEG", c.zeroSignOf(x))))
		}
		n.at = c.b.Op("+", at, n.sign)
		return n
	}
	n.at = c.b.Op("+", at, c.b.Const(0))
	return n
}

// constantOf makes a value of an object of the module.
func (c *comp) constantOf(o py.Object) (val, bool) {
	switch x := o.(type) {
	case py.Float:
		return knownFloat(float64(x)), true
	case py.Int:
		return knownInt(float64(x)), math.Abs(float64(x)) < 1<<53
	case py.Bool:
		return knownBool(bool(x)), true
	case py.String:
		return word(x), true
	case py.NoneType:
		return nothing{}, true
	case py.Tuple:
		return c.constantSequence(x, false)
	case *py.List:
		return c.constantSequence(x.Items, true)
	case *py.Function, *py.Method, *py.Type, *py.Module:
		return entity{o}, true
	}
	return c.constantArray(o)
}

func (c *comp) constantSequence(items []py.Object, list bool) (val, bool) {
	t := tuple{list: list}
	for _, o := range items {
		v, ok := c.constantOf(o)
		// a list in a list has other names by which it may be changed, but for those of the modules that a program is given
		if _, nested := o.(*py.List); !ok || nested && !strings.HasPrefix(c.place.file, "<") || len(t.items) > maxItems {
			return nil, false
		}
		t.items = append(t.items, v)
	}
	return t, true
}

// itemsOf returns the entries of a list or tuple.
func (c *comp) itemsOf(v val) ([]val, bool) {
	switch x := v.(type) {
	case listRef:
		return c.heap[x], true
	case tuple:
		return x.items, true
	case array:
		return c.rowsOf(x), true
	case *num:
		if x.single {
			n := *x
			n.single = false
			return []val{&n}, true
		}
	}
	return nil, false
}

// newList makes a new list. What a list holds is never changed in place, so that
// copies of the heap are shallow.
func (c *comp) newList(items []val) listRef {
	if len(items) > maxItems {
		c.refuseCompile("a list of %d items", len(items))
	}
	c.heap = append(c.heap, items)
	return listRef(len(c.heap) - 1)
}

// describeVal names a value in reasons.
func describeVal(v val) string {
	switch x := v.(type) {
	case *num:
		return "a number"
	case word:
		return "a text"
	case nothing:
		return "None"
	case listRef:
		return "a list"
	case tuple:
		if x.list {
			return "a list"
		}
		return "a tuple"
	case array:
		return "an array"
	case entity:
		return "an object of type " + x.o.Type().Name
	case unset:
		return "a name that is set in one of two branches only"
	}
	return "something else"
}
