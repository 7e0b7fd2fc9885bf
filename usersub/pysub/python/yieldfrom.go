package python

import (
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// In gpython 0.2.0 the value of `yield from` is the iterator instead of what the
// generator returned.
func installYieldFrom() {
	old := private.Opcodes[vm.YIELD_FROM]
	private.Opcodes[vm.YIELD_FROM] = func(v *vm.Vm, arg int32) error {
		sent, from := v.TOP(), v.SECOND()
		r, done, err := resumeIterator(from, sent)
		if err != nil {
			return err
		}
		if done {
			v.DROP()
			v.SET_TOP(r)
			return nil
		}
		// The old instruction yields what an iterator gives that is in for
		// the one that was resumed already.
		v.SET_TOP(py.None)
		v.SET_SECOND(py.NewIterator(py.Tuple{r}))
		err = old(v, arg)
		v.SET_TOP(from)
		return err
	}
}

// resumeIterator takes the next value of an iterator; done reports that it has ended, and
// r is then what it returned.
func resumeIterator(from, sent py.Object) (r py.Object, done bool, err error) {
	g, ok := from.(*py.Generator)
	switch {
	case ok && !g.Running && (g.Frame.Lasti == 0 && sent == py.None || g.Frame.Lasti > 0 && g.Frame.Yielded):
		if g.Frame.Lasti > 0 {
			g.Frame.Stack = append(g.Frame.Stack, sent)
		}
		g.Running = true
		r, err = py.VmRunFrame(g.Frame)
		g.Running = false
		return r, err == nil && !g.Frame.Yielded, err
	case sent == py.None:
		r, err = py.Next(from)
	default:
		r, err = py.Send(from, sent)
	}
	if err == py.StopIteration || err != nil && py.IsException(py.StopIteration, err) {
		return py.None, true, nil
	}
	return r, false, err
}
