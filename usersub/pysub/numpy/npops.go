package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// pairwiseOperation is an operator or function of two arrays, entry by entry.
type pairwiseOperation struct {
	do   func(x, y float64) float64
	kind func(a, b kind) kind // of the result
}

// The kinds of results.

func widestKind(a, b kind) kind      { return max(a, b, wholeKind) }
func realResultKind(_, _ kind) kind  { return realKind }
func boolResultKind(_, _ kind) kind  { return truthKind }
func firstResultKind(a, b kind) kind { return max(a, b) }

func boolToReal(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// pythonModulo has the sign of y, as % in Python.
func pythonModulo(x, y float64) float64 {
	m := math.Mod(x, y)
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}

var pairings = map[string]pairwiseOperation{
	"add":      {func(x, y float64) float64 { return x + y }, widestKind},
	"sub":      {func(x, y float64) float64 { return x - y }, widestKind},
	"mul":      {func(x, y float64) float64 { return x * y }, widestKind},
	"truediv":  {func(x, y float64) float64 { return x / y }, realResultKind},
	"floordiv": {func(x, y float64) float64 { return math.Floor(x / y) }, widestKind},
	"mod":      {pythonModulo, widestKind},
	"pow":      {math.Pow, widestKind},
	"and":      {func(x, y float64) float64 { return boolToReal(x != 0 && y != 0) }, boolResultKind},
	"or":       {func(x, y float64) float64 { return boolToReal(x != 0 || y != 0) }, boolResultKind},
	"xor":      {func(x, y float64) float64 { return boolToReal((x != 0) != (y != 0)) }, boolResultKind},
	"__lt__":   {func(x, y float64) float64 { return boolToReal(x < y) }, boolResultKind},
	"__le__":   {func(x, y float64) float64 { return boolToReal(x <= y) }, boolResultKind},
	"__eq__":   {func(x, y float64) float64 { return boolToReal(x == y) }, boolResultKind},
	"__ne__":   {func(x, y float64) float64 { return boolToReal(x != y) }, boolResultKind},
	"__gt__":   {func(x, y float64) float64 { return boolToReal(x > y) }, boolResultKind},
	"__ge__":   {func(x, y float64) float64 { return boolToReal(x >= y) }, boolResultKind},
}

// applyPairwise applies an operator to two arrays or numbers.
func applyPairwise(p pairwiseOperation, a, b *Array) (*Array, error) {
	shape := broadcastShape(a, b)
	x, err := a.broadcastTo(shape)
	if err != nil {
		return nil, err
	}
	y, err := b.broadcastTo(shape)
	if err != nil {
		return nil, err
	}
	out := newZeroArray(p.kind(a.kind, b.kind), shape...)
	u, v := x.copyEntries(), y.copyEntries()
	for i := range out.data {
		out.data[i] = p.do(u[i], v[i])
	}
	return out, nil
}

// applyOperator is an operator whose operands may be arrays; nil if none is one, or
// if the other is neither a number nor a list.
func applyOperator(name string, a, b py.Object) (py.Object, error) {
	_, isA := a.(*Array)
	_, isB := b.(*Array)
	if !isA && !isB {
		return nil, nil
	}
	for _, o := range [2]py.Object{a, b} {
		switch o.(type) {
		case *Array, *py.List, py.Tuple:
		default:
			if _, ok := python.ToFloat(o); ok {
				continue
			}
			if name == "__eq__" || name == "__ne__" {
				return py.NewBool(name == "__ne__"), nil // an array is not None
			}
			return nil, nil
		}
	}
	x, err := asArray(a)
	if err != nil {
		return nil, err
	}
	y, err := asArray(b)
	if err != nil {
		return nil, err
	}
	if (name == "and" || name == "or" || name == "xor") && max(x.kind, y.kind) != truthKind {
		return nil, py.ExceptionNewf(py.TypeError, "& | and ^ of arrays are of truth values here")
	}
	r, err := applyPairwise(pairings[name], x, y)
	if err != nil {
		return nil, err
	}
	return r.unwrapScalar(), nil
}

// InstallOperators gives operators of arrays their meaning. What they had is in old.
func InstallOperators() {
	installArrayComparisons()
	for op, name := range python.OperatorNames {
		if _, ok := pairings[name]; !ok {
			continue
		}
		do := func(a, b py.Object) (py.Object, error) { return applyOperator(name, a, b) }
		private.Opcodes[op] = newArrayInstruction(do, private.Opcodes[op])
		into := func(a, b py.Object) (py.Object, error) {
			r, err := applyOperator(name, a, b)
			have, ok := a.(*Array)
			if got, isArray := r.(*Array); err == nil && ok && isArray {
				if got.kind > have.kind || !sameShape(got.shape, have.shape) {
					return nil, py.ExceptionNewf(py.TypeError, "an array of this kind and shape cannot take the result: write a = a %s …", name)
				}
				return have, have.assignEntries(got)
			}
			return r, err
		}
		private.Opcodes[python.InPlaceOpcodes[op]] = newArrayInstruction(into, private.Opcodes[python.InPlaceOpcodes[op]])
	}
	for op, change := range map[vm.OpCode]func(float64) float64{
		vm.UNARY_NEGATIVE: func(x float64) float64 { return -x }, vm.UNARY_POSITIVE: func(x float64) float64 { return x },
		vm.UNARY_INVERT: func(x float64) float64 { return boolToReal(x == 0) },
	} {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			a, ok := v.TOP().(*Array)
			if !ok {
				return old(v, arg)
			}
			if op == vm.UNARY_INVERT && a.kind != truthKind {
				return py.ExceptionNewf(py.TypeError, "~ of an array is of truth values here")
			}
			v.SET_TOP(a.applyToAll(a.kind, change))
			return nil
		}
	}
}

// newArrayInstruction makes an instruction that tries do first if an operand is an array.
func newArrayInstruction(do func(a, b py.Object) (py.Object, error), old func(*vm.Vm, int32) error) func(*vm.Vm, int32) error {
	first := python.NewBinaryInstruction(do, old)
	return func(v *vm.Vm, arg int32) error {
		_, a := v.SECOND().(*Array)
		_, b := v.TOP().(*Array)
		if a || b {
			return first(v, arg)
		}
		return old(v, arg)
	}
}

// applyToAll is an array of the values of a function.
func (a *Array) applyToAll(k kind, f func(float64) float64) *Array {
	list := a.copyEntries()
	for i, v := range list {
		list[i] = f(v)
	}
	return newArrayFromData(list, k, a.shape)
}

func installArrayComparisons() {
	old := private.Opcodes[vm.COMPARE_OP]
	private.Opcodes[vm.COMPARE_OP] = func(v *vm.Vm, op int32) error {
		_, a := v.SECOND().(*Array)
		_, b := v.TOP().(*Array)
		if !a && !b || op > vm.PyCmp_GE {
			return old(v, op)
		}
		r, err := applyOperator(python.ComparisonMethod(op), v.SECOND(), v.TOP())
		if err != nil {
			return err
		}
		if r == nil {
			return old(v, op)
		}
		v.DROP()
		v.SET_TOP(r)
		return nil
	}
}
