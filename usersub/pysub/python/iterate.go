package python

import (
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// In gpython 0.2.0 a for loop ends without an error when its iterator raises
// one, and a loop over a list does not see what is appended meanwhile.
func installIteration() {
	private.Opcodes[vm.FOR_ITER] = advanceForLoop
	getIter := private.Opcodes[vm.GET_ITER]
	private.Opcodes[vm.GET_ITER] = func(v *vm.Vm, arg int32) error {
		if l, ok := v.TOP().(*py.List); ok {
			v.SET_TOP(&listIter{list: l})
			return nil
		}
		if d, ok := v.TOP().(py.StringDict); ok {
			sorted, _ := asDict(d)
			v.SET_TOP(sorted)
		}
		if f, ok := v.TOP().(*py.File); ok {
			lines, err := readLines(f)
			if err != nil {
				return err
			}
			v.SET_TOP(&listIter{list: lines})
			return nil
		}
		return getIter(v, arg)
	}
}

func advanceForLoop(v *vm.Vm, delta int32) error {
	r, err := py.Next(v.TOP())
	if err == nil {
		v.PUSH(r)
		return nil
	}
	if err != py.StopIteration && !py.IsException(py.StopIteration, err) {
		return err
	}
	v.DROP()
	private.CurrentFrame(v).Lasti += delta
	return nil
}

// listIter runs along a list as it is.
type listIter struct {
	list *py.List
	at   int
}

// Type returns the Python type.
func (it *listIter) Type() *py.Type { return py.IteratorType }

func (it *listIter) M__iter__() (py.Object, error) { return it, nil }

func (it *listIter) M__next__() (py.Object, error) {
	if it.at >= len(it.list.Items) {
		it.at = len(it.list.Items) + 1 // it stays at its end
		return nil, py.StopIteration
	}
	it.at++
	return it.list.Items[it.at-1], nil
}
