package python

import (
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// IsScriptObject reports whether an object of gpython's universal type is an instance
// of a class of the script, and no class.
func IsScriptObject(t *py.Type) bool {
	return t.ObjectType != nil && t.ObjectType != py.TypeType && t.Mro == nil
}

// SpecialMethod returns the special method of an instance of a class of the script,
// nil if it has none. gpython does not examine those of operators and calls.
func SpecialMethod(o py.Object, name string) py.Object {
	t, ok := o.(*py.Type)
	if !ok || !IsScriptObject(t) {
		return nil
	}
	return t.ObjectType.NativeGetAttrOrNil(name)
}

// OperatorNames are the methods of operators; the reflected one has an r in front.
var OperatorNames = map[vm.OpCode]string{
	vm.BINARY_ADD: "add", vm.BINARY_SUBTRACT: "sub", vm.BINARY_MULTIPLY: "mul", vm.BINARY_TRUE_DIVIDE: "truediv",
	vm.BINARY_FLOOR_DIVIDE: "floordiv", vm.BINARY_MODULO: "mod", vm.BINARY_POWER: "pow", vm.BINARY_AND: "and",
	vm.BINARY_OR: "or", vm.BINARY_XOR: "xor", vm.BINARY_LSHIFT: "lshift", vm.BINARY_RSHIFT: "rshift",
}

var unaryNames = map[vm.OpCode]string{
	vm.UNARY_NEGATIVE: "__neg__", vm.UNARY_POSITIVE: "__pos__", vm.UNARY_INVERT: "__invert__",
}

// InPlaceOpcodes are the instructions of +=, -=, ...
var InPlaceOpcodes = map[vm.OpCode]vm.OpCode{
	vm.BINARY_ADD: vm.INPLACE_ADD, vm.BINARY_SUBTRACT: vm.INPLACE_SUBTRACT, vm.BINARY_MULTIPLY: vm.INPLACE_MULTIPLY,
	vm.BINARY_TRUE_DIVIDE: vm.INPLACE_TRUE_DIVIDE, vm.BINARY_FLOOR_DIVIDE: vm.INPLACE_FLOOR_DIVIDE,
	vm.BINARY_MODULO: vm.INPLACE_MODULO, vm.BINARY_POWER: vm.INPLACE_POWER, vm.BINARY_AND: vm.INPLACE_AND,
	vm.BINARY_OR: vm.INPLACE_OR, vm.BINARY_XOR: vm.INPLACE_XOR, vm.BINARY_LSHIFT: vm.INPLACE_LSHIFT,
	vm.BINARY_RSHIFT: vm.INPLACE_RSHIFT,
}

// installOverloads gives the operators of classes of the script their meaning. It
// wraps what installOperators has put there.
func installOverloads() {
	for op, name := range OperatorNames {
		plain, reflected := "__"+name+"__", "__r"+name+"__"
		operate := func(own string) func(a, b py.Object) (py.Object, error) {
			return func(a, b py.Object) (py.Object, error) {
				if r, err := callSpecialMethod(own, a, b); r != nil || err != nil {
					return r, err
				}
				if r, err := callSpecialMethod(plain, a, b); r != nil || err != nil {
					return r, err
				}
				return callSpecialMethod(reflected, b, a)
			}
		}
		private.Opcodes[op] = newObjectInstruction(operate(plain), private.Opcodes[op])
		private.Opcodes[InPlaceOpcodes[op]] = newObjectInstruction(operate("__i"+name+"__"), private.Opcodes[InPlaceOpcodes[op]])
	}
	for op, name := range unaryNames {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			m := SpecialMethod(v.TOP(), name)
			if m == nil {
				return old(v, arg)
			}
			r, err := py.Call(m, py.Tuple{v.TOP()}, nil)
			v.SET_TOP(r)
			return err
		}
	}
	old := private.Opcodes[vm.CALL_FUNCTION]
	private.Opcodes[vm.CALL_FUNCTION] = func(v *vm.Vm, argc int32) error {
		at := int(argc&0xff + 2*(argc>>8&0xff) + 1)
		t, ok := v.PEEK(at).(*py.Type)
		switch {
		case !ok:
		case t == superType && argc == 0:
			s, err := superOfFrame(private.CurrentFrame(v))
			v.SET_TOP(s)
			return err
		case IsScriptObject(t):
			if m := SpecialMethod(t, "__call__"); m != nil {
				v.SET_VALUE(at, py.NewBoundMethod(t, m))
			}
		}
		return old(v, argc)
	}
}

// newObjectInstruction makes an instruction that tries do first if an operand is an object of
// gpython's universal type.
func newObjectInstruction(do func(a, b py.Object) (py.Object, error), old func(*vm.Vm, int32) error) func(*vm.Vm, int32) error {
	first := NewBinaryInstruction(do, old)
	return func(v *vm.Vm, arg int32) error {
		_, a := v.SECOND().(*py.Type)
		_, b := v.TOP().(*py.Type)
		if a || b {
			return first(v, arg)
		}
		return old(v, arg)
	}
}

// callSpecialMethod calls a special method with one argument. It returns nil if there is
// none or if it does not know the argument.
func callSpecialMethod(name string, self, other py.Object) (py.Object, error) {
	m := SpecialMethod(self, name)
	if m == nil {
		return nil, nil
	}
	r, err := py.Call(m, py.Tuple{self, other}, nil)
	if err != nil || r == py.NotImplemented {
		return nil, err
	}
	return r, nil
}
