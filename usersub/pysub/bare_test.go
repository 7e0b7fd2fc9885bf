package pysub

import (
	"testing"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub"
)

// BenchmarkBareCall is gpython's own call of a function with arguments that are
// there already, and ours, with arguments from a frame and the result to it: what
// crossing costs.
func BenchmarkBareCall(b *testing.B) {
	t := newBench(b, "a.py", "def F(id, time, par, npar, dflag, iflag):\n    return par[0] * time + par[1]\n")
	r, f := t.load("a.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 9, 2)
	x := r.Sub.(*pythonRoutine)
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		args := []py.Object{py.Int(7), py.Float(0.5), &py.List{Items: []py.Object{py.Float(9), py.Float(2)}}, py.Int(2), py.Int(0), py.Int(0)}
		locals := py.NewStringDict()
		for b.Loop() {
			p := x.plain
			if _, err := vm.EvalCode(x.in, p.Code, p.Globals, locals, args, nil, p.Defaults, p.KwDefaults, p.Closure); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("routine", func(b *testing.B) {
		b.ReportAllocs()
		time := 0.0
		for b.Loop() {
			time += 1e-3
			f.PrepareCall(time, false, false)
			if err := r.Call(f, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
