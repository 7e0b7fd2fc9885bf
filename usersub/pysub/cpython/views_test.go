package cpython

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// lending are two scripts in one: the arrays are views where the name is set.
const lending = `
def f(*args):
    views = [a for a in args if isinstance(a, memoryview)]
    changed = 0
    for v in views:
        try: v[0] = 5.0
        except TypeError: changed += 1
    arrays = [a for a in args if not isinstance(a, (int, float))]
    return [[sum(arrays[1]), sum(arrays[2])], [float(len(views)), float(changed), 0, 0, 0, arrays[0][0]]]
`

// TestViews: a script may take states and inputs as views of the frame, which show the
// numbers of every call and cannot be written; parameters stay a list.
func TestViews(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		for head, want := range map[string]float64{"": 0, "__trammel_views__ = True": 2} {
			sub := bound(t, script(t, e, head+lending), "f", usersub.GSESUB)
			f := frame(usersub.GSESUB, 4)
			for _, x := range []float64{1, 2.5} {
				copy(f.RealArgNamed("states"), []float64{x, 10})
				f.RealArgNamed("input")[0] = -x
				if err := sub.Call(f, &subtest.State{}); err != nil {
					t.Fatal(err)
				}
				d, y := f.RealArgNamed("stated"), f.RealArgNamed("output")
				if d[0] != x+10 || d[1] != -x || y[0] != want || y[1] != want || y[5] != 4 {
					t.Errorf("%q: %g %g", head, d, y)
				}
			}
		}
	})
}

// TestLongResults: long lists of plain numbers are stored at once, with what is not a number or
// too large found all the same.
func TestLongResults(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
def a(*args): return [k + 0.5 for k in range(19)] + [10**400]
def b(*args): return [k if k % 2 else -0.5 * k for k in range(20)]
def c(*args): return [1.0] * 19 + ["x"]
`)
		f := usersub.NewFrame(usersub.ARYSUB, "", 7, nil, map[string]int{"nvalue": 20})
		f.PrepareCall(0, false, false)
		v := f.Reals(usersub.ARYSUB.OutputIndices()[0])
		if err := bound(t, s, "a", usersub.ARYSUB).Call(f, &subtest.State{}); err != nil || v[18] != 18.5 || !math.IsInf(v[19], 1) {
			t.Errorf("%v, %g", err, v)
		}
		if err := bound(t, s, "b", usersub.ARYSUB).Call(f, &subtest.State{}); err != nil || v[19] != 19 || v[18] != -9 {
			t.Errorf("%v, %g", err, v)
		}
		ce := failed(t, bound(t, s, "c", usersub.ARYSUB).Call(f, &subtest.State{}))
		if !strings.Contains(ce.Message, `item 19 is the text "x"`) {
			t.Error(ce.Message)
		}
	})
}

// BenchmarkViews is a call with 1000 states as lists and as views; numpy takes both.
func BenchmarkViews(b *testing.B) {
	e := start(b, python(b, "numpy"), Options{})
	for _, c := range []struct{ name, head string }{{"lists", ""}, {"views", "__trammel_views__ = True\n"}} {
		for name, body := range map[string]string{"untouched": "return [d, [0.0]]", "numpy": "import numpy; return [d, [float(numpy.asarray([a for a in args if hasattr(a, '__len__') and len(a) == 1000][0]).sum())]]"} {
			s, err := e.ExecuteModule("/"+c.name+name+".py", []byte(c.head+"d = [0.0] * 1000\ndef f(*args):\n    "+body+"\n"))
			if err != nil {
				b.Fatal(err)
			}
			sub, err := s.Bind("f", usersub.GSESUB)
			if err != nil {
				b.Fatal(err)
			}
			f := usersub.NewFrame(usersub.GSESUB, "", 7, nil, map[string]int{"nstate": 1000, "ninput": 1, "noutpt": 1})
			f.PrepareCall(0, false, false)
			b.Run(name+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					if err := sub.Call(f, &subtest.State{Silent: true}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
