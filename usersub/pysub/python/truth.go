package python

import (
	"slices"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// True and False are the integers 1 and 0 in Python. In gpython they are that on one
// side of some operators only, and not at all for a sign or as arguments of module
// math: a sign times a comparison, (x > 0) - (x < 0), is an error there.

// truthAsInt returns 1 and 0 for True and False.
func truthAsInt(o py.Object) py.Object {
	if b, ok := o.(py.Bool); ok {
		n, _ := b.M__index__()
		return n
	}
	return o
}

// installTruthOperators makes operators take truth values for integers. It wraps what installOperators and
// overload have put there.
func installTruthOperators() {
	for op, name := range OperatorNames {
		logic := name == "and" || name == "or" || name == "xor"
		for _, code := range [2]vm.OpCode{op, InPlaceOpcodes[op]} {
			private.Opcodes[code] = newBoolAsNumberInstruction(logic, private.Opcodes[code])
		}
	}
	for op := range unaryNames {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			if _, ok := v.TOP().(py.Bool); ok {
				v.SET_TOP(truthAsInt(v.TOP()))
			}
			return old(v, arg)
		}
	}
}

// newBoolAsNumberInstruction makes an instruction with two operands that turns a truth value beside a
// number into one ('%s' % True stays what it is). The logical operators of two truth
// values give one.
func newBoolAsNumberInstruction(isLogical bool, old func(*vm.Vm, int32) error) func(*vm.Vm, int32) error {
	return func(v *vm.Vm, arg int32) error {
		a, b := v.SECOND(), v.TOP()
		_, isA := a.(py.Bool)
		_, isB := b.(py.Bool)
		if !isA && !isB || !isNumeric(a) || !isNumeric(b) {
			return old(v, arg)
		}
		v.SET_SECOND(truthAsInt(a))
		v.SET_TOP(truthAsInt(b))
		err := old(v, arg)
		if n, ok := v.TOP().(py.Int); err == nil && isLogical && isA && isB && ok {
			v.SET_TOP(py.NewBool(n != 0))
		}
		return err
	}
}

func isNumeric(o py.Object) bool {
	if _, ok := o.(py.Complex); ok {
		return true
	}
	_, ok := ToFloat(o)
	return ok
}

// wrapToAcceptTruthValues lets int and float take truth values.
func wrapToAcceptTruthValues(old py.NewFunc) py.NewFunc {
	return func(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) == 1 {
			if m := SpecialMethod(args[0], "__"+t.Name+"__"); m != nil {
				return py.Call(m, args, nil)
			}
			args = py.Tuple{truthAsInt(args[0])}
		}
		return old(t, args, kwargs)
	}
}

// wrapModuleToAcceptTruthValues lets the functions of a module take truth values.
func wrapModuleToAcceptTruthValues(module py.StringDict) {
	for name, o := range module {
		m, ok := o.(*py.Method)
		if !ok {
			continue
		}
		module[name] = py.MustNewMethod(name, func(self py.Object, args py.Tuple) (py.Object, error) {
			if i := slices.IndexFunc(args, isTruthValue); i >= 0 {
				args = slices.Clone(args)
				for ; i < len(args); i++ {
					args[i] = truthAsInt(args[i])
				}
			}
			return m.Call(self, args)
		}, m.Flags, m.Doc)
	}
}

func isTruthValue(o py.Object) bool {
	_, ok := o.(py.Bool)
	return ok
}
