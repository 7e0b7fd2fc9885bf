package pysub

import (
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// Loaders share nothing: several simulations may run side by side in one
// process.
func TestLoadersSideBySide(t *testing.T) {
	const text = `
import math
class Broken(Exception):
    pass
class Law:
    def __init__(self, k):
        self.k = k
    def value(self, x):
        return self.k * x
law = Law(2)
def F(id, time, par, npar, dflag, iflag):
    try:
        raise Broken("x")
    except Broken as e:
        law.k += 1
    v, err = py_sysfnc("DX", par)
    return law.value(math.floor(par[0])) + len("%g %d" % (time, id)) + 0 * v
`
	b := newBench(t, "a.py", text)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			l := New(Options{})
			defer l.Close()
			r, err := l.Load(b.ref("a.py", "F"), usersub.PFOSUB)
			if err != nil {
				t.Error(err)
				return
			}
			f := frame(usersub.PFOSUB, 11)
			for range 20 {
				if err := r.Call(f, &subtest.State{}); err != nil {
					t.Error(err)
					return
				}
			}
			if got := f.RealArgNamed("value")[0]; got != 22*11+5 {
				t.Errorf("value %g, want %d", got, 22*11+5)
			}
		})
	}
	wg.Wait()
}
