package python

import (
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// throwOp is an instruction that no compiler makes: it raises what is on the stack.
const throwOp vm.OpCode = 0

// Generators of gpython 0.2.0 have no throw() and no close(), without which
// contextlib.contextmanager cannot be had.
func installThrow() {
	private.Opcodes[throwOp] = func(v *vm.Vm, _ int32) error {
		e, ok := v.POP().(*py.Exception)
		if !ok {
			return py.ExceptionNewf(py.SystemError, "an instruction is missing")
		}
		return e
	}
}

var generatorMethods = []*py.Method{
	newBuiltinMethod("next", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return py.Next(self) }), // Python 2
	newBuiltinMethod("throw", 1, 3, func(self py.Object, args py.Tuple) (py.Object, error) {
		g := self.(*py.Generator)
		e, err := exceptionToThrow(args)
		if err != nil {
			return nil, err
		}
		return throwInto(g, e)
	}),
	newBuiltinMethod("close", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		g := self.(*py.Generator)
		_, err := throwInto(g, py.ExceptionNewf(py.GeneratorExit, ""))
		switch {
		case err == nil:
			return nil, py.ExceptionNewf(py.RuntimeError, "generator ignored GeneratorExit")
		case err == py.StopIteration, py.IsException(py.StopIteration, err), py.IsException(py.GeneratorExit, err):
			return py.None, nil
		}
		return nil, err
	}),
}

// exceptionToThrow is the exception that the arguments of throw() mean.
func exceptionToThrow(args py.Tuple) (*py.Exception, error) {
	o := args[0]
	if len(args) > 1 && args[1] != py.None {
		o = args[1]
	}
	if e, ok := o.(*py.Exception); ok {
		return e, nil
	}
	t, ok := args[0].(*py.Type)
	if !ok || t.Flags&py.TPFLAGS_BASE_EXC_SUBCLASS == 0 {
		return nil, py.ExceptionNewf(py.TypeError, "exceptions must be classes or instances deriving from BaseException, not %s", typeName(o))
	}
	values := py.Tuple{}
	if o != py.Object(t) {
		values = py.Tuple{o}
	}
	r, err := py.Call(t, values, nil)
	if err != nil {
		return nil, err
	}
	return r.(*py.Exception), nil
}

// throwInto raises an exception where a generator is. The instruction there is
// exchanged for throwOp while the generator runs until its next value or its end;
// nothing runs it again before that.
func throwInto(g *py.Generator, e *py.Exception) (py.Object, error) {
	f := g.Frame
	switch {
	case g.Running:
		return nil, py.ExceptionNewf(py.ValueError, "generator already executing")
	case f.Lasti == 0:
		f.Lasti, f.Yielded = int32(len(f.Code.Code)), false
		return nil, e
	case !f.Yielded:
		return nil, e
	}
	code, patched := f.Code, *f.Code
	at := f.Lasti
	patched.Code = code.Code[:at] + string([]byte{byte(throwOp)}) + code.Code[at+1:]
	f.Stack = append(f.Stack, e)
	f.Code, g.Running = &patched, true
	f.Yielded = false
	r, err := py.VmRunFrame(f)
	f.Code, g.Running = code, false
	switch {
	case err != nil:
		return nil, err
	case f.Yielded:
		return r, nil
	}
	return nil, py.StopIteration
}
