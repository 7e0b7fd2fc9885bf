package python

import (
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// In gpython 0.2.0 every instance of a class of the script counts as true. Here its
// __bool__ or __len__ is called by if, while, not, and, or and bool().
func installTruth() {
	for _, op := range []vm.OpCode{vm.POP_JUMP_IF_FALSE, vm.POP_JUMP_IF_TRUE, vm.UNARY_NOT} {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, arg int32) error {
			if t, ok := v.TOP().(*py.Type); ok {
				b, err := truthOfObject(t)
				if err != nil {
					return err
				}
				v.SET_TOP(b)
			}
			return old(v, arg)
		}
	}
	for _, op := range []vm.OpCode{vm.JUMP_IF_FALSE_OR_POP, vm.JUMP_IF_TRUE_OR_POP} {
		old := private.Opcodes[op]
		private.Opcodes[op] = func(v *vm.Vm, target int32) error {
			t, ok := v.TOP().(*py.Type)
			if !ok {
				return old(v, target)
			}
			b, err := truthOfObject(t)
			if err != nil {
				return err
			}
			n := v.STACK_LEVEL()
			v.SET_TOP(b)
			err = old(v, target)
			if v.STACK_LEVEL() == n { // it was not popped: the value is the object
				v.SET_TOP(t)
			}
			return err
		}
	}
}

// truthOfObject is the truth value of an object or a class of the script.
func truthOfObject(t *py.Type) (py.Object, error) {
	for _, name := range []string{"__bool__", "__len__"} {
		m := SpecialMethod(t, name)
		if m == nil {
			continue
		}
		r, err := py.Call(m, py.Tuple{t}, nil)
		if err != nil {
			return nil, err
		}
		return py.MakeBool(r)
	}
	return py.True, nil
}
