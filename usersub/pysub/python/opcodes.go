package python

import (
	"math"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// The operators of gpython are methods of Go types, so that wrong arithmetic is put
// right in its table of instructions. In gpython 0.2.0
//
//   - (1, 2, 3) + (4,) has its items in the wrong order,
//   - 1.0 // 0 is infinite instead of an error,
//   - 0.0 ** -1 and 10.0 ** 400 are infinite instead of errors,
//   - -True and True - True are errors (see truths),
//   - "%d" % 2.5 and "%g" % 0.1234567 are what Go makes of them.

// installOperators puts them right. more adds operators of other types, before those
// of two floats, the commonest, come first.
func installOperators(more func()) {
	replace := func(op, inplace vm.OpCode, do func(a, b py.Object) (py.Object, error)) {
		for _, code := range []vm.OpCode{op, inplace} {
			private.Opcodes[code] = NewBinaryInstruction(do, private.Opcodes[code])
		}
	}
	replace(vm.BINARY_ADD, vm.INPLACE_ADD, addObjects)
	replace(vm.BINARY_FLOOR_DIVIDE, vm.INPLACE_FLOOR_DIVIDE, floorDivide)
	replace(vm.BINARY_MODULO, vm.INPLACE_MODULO, applyPercentOperator)
	replace(vm.BINARY_POWER, vm.INPLACE_POWER, powerObjects)
	replace(vm.BINARY_MULTIPLY, vm.INPLACE_MULTIPLY, checkRepetitionLength)
	private.Opcodes[vm.INPLACE_ADD] = NewBinaryInstruction(extendList, private.Opcodes[vm.INPLACE_ADD])
	installOverloads()
	installTruthOperators()
	more()
	installFloatShortcut(func(a, b py.Float) py.Float { return a + b }, vm.BINARY_ADD, vm.INPLACE_ADD)
	installFloatShortcut(func(a, b py.Float) py.Float { return a - b }, vm.BINARY_SUBTRACT, vm.INPLACE_SUBTRACT)
	installFloatShortcut(func(a, b py.Float) py.Float { return a * b }, vm.BINARY_MULTIPLY, vm.INPLACE_MULTIPLY)
}

// installFloatShortcut does the commonest case of an operator without any detour.
func installFloatShortcut(do func(a, b py.Float) py.Float, ops ...vm.OpCode) {
	for _, op := range ops {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			if a, b, ok := bothFloat(v.SECOND(), v.TOP()); ok {
				v.DROP()
				v.SET_TOP(do(a, b))
				return nil
			}
			return old(v, arg)
		}
	}
}

// NewBinaryInstruction makes an instruction with two operands. Operands for which do returns
// neither a result nor an error are left to the old instruction.
func NewBinaryInstruction(do func(a, b py.Object) (py.Object, error), old func(*vm.Vm, int32) error) func(*vm.Vm, int32) error {
	return func(v *vm.Vm, arg int32) error {
		r, err := do(v.SECOND(), v.TOP())
		switch {
		case err != nil:
			return err
		case r == nil:
			return old(v, arg)
		}
		v.DROP()
		v.SET_TOP(r)
		return nil
	}
}

func addObjects(a, b py.Object) (py.Object, error) {
	if a, ok := a.(py.Tuple); ok {
		if b, ok := b.(py.Tuple); ok {
			return append(a[:len(a):len(a)], b...), nil
		}
	}
	return nil, nil
}

// extendList is list += anything to iterate over.
func extendList(a, b py.Object) (py.Object, error) {
	l, ok := a.(*py.List)
	if !ok {
		return nil, nil
	}
	items, err := py.SequenceTuple(b)
	if err != nil {
		return nil, err
	}
	l.Extend(items)
	return l, nil
}

// mostRepeated is how many bytes of text, or of references in a list, a repetition may give:
// gpython would make them until the process runs out of memory, which nothing ends.
const mostRepeated = 1 << 31

// checkRepetitionLength refuses repetitions of texts, lists and tuples that are too long.
func checkRepetitionLength(a, b py.Object) (py.Object, error) {
	n, ok := b.(py.Int)
	if !ok {
		if n, ok = a.(py.Int); !ok {
			return nil, nil
		}
		a = b
	}
	size := 0
	switch x := a.(type) {
	case py.String:
		size = len(x)
	case *py.List:
		size = 16 * len(x.Items)
	case py.Tuple:
		size = 16 * len(x)
	}
	if size > 0 && int64(n) > mostRepeated/int64(size) {
		return nil, py.ExceptionNewf(py.MemoryError, "")
	}
	return nil, nil
}

func floorDivide(a, b py.Object) (py.Object, error) {
	_, isA := a.(py.Float)
	_, isB := b.(py.Float)
	if d, ok := ToFloat(b); (isA || isB) && ok && d == 0 {
		if _, ok := ToFloat(a); ok {
			return nil, py.ExceptionNewf(py.ZeroDivisionError, "float floor division by zero")
		}
	}
	return nil, nil
}

func powerObjects(a, b py.Object) (py.Object, error) {
	_, isA := a.(py.Float)
	_, isB := b.(py.Float)
	base, ok1 := ToFloat(a)
	e, ok2 := ToFloat(b)
	if !ok1 || !ok2 || !isA && !isB && e >= 0 {
		return nil, nil
	}
	if base == 0 && e < 0 {
		return nil, py.ExceptionNewf(py.ZeroDivisionError, "0.0 cannot be raised to a negative power")
	}
	r := Power(base, e)
	if math.IsInf(r, 0) && !math.IsInf(base, 0) && !math.IsInf(e, 0) {
		return nil, py.ExceptionNewf(py.OverflowError, "(34, 'Numerical result out of range')")
	}
	return py.Float(r), nil
}

// Power is base ** e. The exponents of everyday laws need no logarithm; the
// powers of core/expr are the same, bit for bit.
func Power(base, e float64) float64 {
	switch e {
	case 2:
		return base * base
	case 3:
		return base * (base * base)
	case 4:
		return (base * base) * (base * base)
	case 1.5:
		return base * math.Sqrt(base)
	}
	return math.Pow(base, e)
}

func bothFloat(a, b py.Object) (x, y py.Float, ok bool) {
	if x, ok = a.(py.Float); ok {
		y, ok = b.(py.Float)
	}
	return x, y, ok
}
