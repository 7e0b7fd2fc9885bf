package trace

import (
	"math"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/core/expr"
)

// tracedValue is what a name or an expression of Python stands for while a function
// is compiled: *num, word, nothing, listRef, tuple, array or entity *closed.
type tracedValue any

type (
	// word is a str, which is always known.
	word string
	// nothing is None.
	nothing struct{}
	// listRef is a list made by the function: its items are in comp.heap.
	listRef int // array: see compiledarray.go
	// tuple is a tuple, or a list of the module, which nobody changes.
	tuple struct {
		items []tracedValue
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

// tracedNumber is a number. known reports that it is the same in every call. A truth value
// that no operation has used is a relation.
//
// An int has no negative zero. Where an operation could make one, sign is added
// to its result: 0 for an int, -0 for a float, which changes no bit. For a
// number that is one of both the value depends on the branch.
type tracedNumber struct {
	kind  numKind
	known bool
	k     float64
	at    expr.Value
	sign  expr.Value // of isEither
	test  *condition
	// single: it counts as a list of one, too.
	single bool
}

type condition struct {
	test expr.Test
	a, b expr.Value
}

func newKnownFloat(v float64) *tracedNumber { return &tracedNumber{kind: isFloat, known: true, k: v} }
func newKnownInt(v float64) *tracedNumber   { return &tracedNumber{kind: isInt, known: true, k: v} }

func newKnownBool(b bool) *tracedNumber {
	n := &tracedNumber{kind: isBool, known: true}
	if b {
		n.k = 1
	}
	return n
}

// operandOf returns the operand that holds a number.
func (c *functionCompiler) operandOf(n *tracedNumber) expr.Value {
	switch {
	case n.known:
		return c.b.Const(n.k)
	case n.test != nil:
		return c.b.Choose(n.test.test, n.test.a, n.test.b, c.b.Const(1), c.b.Const(0))
	}
	return n.at
}

// zeroSignTerm returns what is to be added for the sake of the sign of zero.
func (c *functionCompiler) zeroSignTerm(n *tracedNumber) expr.Value {
	switch n.kind {
	case isFloat:
		return c.b.Const(math.Copysign(0, -1))
	case isEither:
		return n.sign
	}
	return c.b.Const(0)
}

// newComputedNumber returns a number of an operation of others: a float if one of them is,
// otherwise within the range of exact ints and without a negative zero.
func (c *functionCompiler) newComputedNumber(at expr.Value, of ...*tracedNumber) *tracedNumber {
	k := isInt
	for _, x := range of {
		if x.kind == isFloat {
			return &tracedNumber{kind: isFloat, at: at}
		}
		if x.kind == isEither {
			k = isEither
		}
	}
	c.b.RequireWithinIntegerRange(at)
	n := &tracedNumber{kind: k, at: at}
	if k == isEither {
		n.sign = c.zeroSignTerm(of[0])
		for _, x := range of[1:] {
			// -((-a) + (-b)) is 0 if both are 0, and -0 if one is -0
			n.sign = c.b.Op("NEG", c.b.Op("+", c.b.Op("NEG", n.sign), c.b.Op("NEG", c.zeroSignTerm(x))))
		}
		n.at = c.b.Op("+", at, n.sign)
		return n
	}
	n.at = c.b.Op("+", at, c.b.Const(0))
	return n
}

// newConstant makes a value of an object of the module.
func (c *functionCompiler) newConstant(o py.Object) (tracedValue, bool) {
	switch x := o.(type) {
	case py.Float:
		return newKnownFloat(float64(x)), true
	case py.Int:
		return newKnownInt(float64(x)), math.Abs(float64(x)) < 1<<53
	case py.Bool:
		return newKnownBool(bool(x)), true
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

func (c *functionCompiler) constantSequence(items []py.Object, list bool) (tracedValue, bool) {
	t := tuple{list: list}
	for _, o := range items {
		v, ok := c.newConstant(o)
		// a list in a list has other names by which it may be changed, but for those of the modules that a program is given
		if _, nested := o.(*py.List); !ok || nested && !strings.HasPrefix(c.place.file, "<") || len(t.items) > maxItems {
			return nil, false
		}
		t.items = append(t.items, v)
	}
	return t, true
}

// sequenceItems returns the entries of a list or tuple.
func (c *functionCompiler) sequenceItems(v tracedValue) ([]tracedValue, bool) {
	switch x := v.(type) {
	case listRef:
		return c.heap[x], true
	case tuple:
		return x.items, true
	case tracedArray:
		return c.entriesOrRowViews(x), true
	case *tracedNumber:
		if x.single {
			n := *x
			n.single = false
			return []tracedValue{&n}, true
		}
	}
	return nil, false
}

// newList makes a new list. What a list holds is never changed in place, so that
// copies of the heap are shallow.
func (c *functionCompiler) newList(items []tracedValue) listRef {
	if len(items) > maxItems {
		c.refuseToCompile("a list of %d items", len(items))
	}
	c.heap = append(c.heap, items)
	return listRef(len(c.heap) - 1)
}

// describeVal names a value in reasons.
func describeVal(v tracedValue) string {
	switch x := v.(type) {
	case *tracedNumber:
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
	case tracedArray:
		return "an array"
	case entity:
		return "an object of type " + x.o.Type().Name
	case unset:
		return "a name that is set in one of two branches only"
	}
	return "something else"
}
