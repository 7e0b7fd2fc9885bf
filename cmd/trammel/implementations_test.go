package main

import (
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/wasm"
)

// bead answers DX(9) and DY(9).
type bead struct{ x, y float64 }

func (b *bead) SysFnc(name string, _ []int32) (float64, int32) {
	switch name {
	case "DX":
		return b.x, 0
	case "DY":
		return b.y, 0
	}
	return 0, 1
}
func (b *bead) SysAry(string, []int32, []float64) (int, int32) { return 0, 1 }
func (b *bead) ModFnc(string, int32, string) (string, int32)   { return "", -1 }

// BenchmarkImplementations is the cost of one call of the catenary's PFOSUB, which
// asks two foreseen queries, by each implementation; the expression beside them.
func BenchmarkImplementations(b *testing.B) {
	b.Run("expression", func(b *testing.B) {
		p, errs := expr.Compile("dy(9) - cosh(dx(9))", system.MeasureTable{})
		if errs != nil {
			b.Fatal(errs)
		}
		w, m := p.NewWork(), []float64{1.5, 1}
		b.ReportAllocs()
		for b.Loop() {
			p.Eval(w, 0, 4, m)
		}
	})
	example := filepath.Join("..", "..", "examples", "catenary")
	dir, err := filepath.Abs(example)
	if err != nil {
		b.Fatal(err)
	}
	built := b.TempDir()
	for _, c := range []struct {
		name   string
		loader usersub.Loader
		ref    usersub.Ref
		build  string
	}{
		{"c", &cdll.Loader{}, usersub.Ref{Library: filepath.Join(built, "catenary_c"), Dir: dir}, "c"},
		{"wasm", &wasm.Loader{}, usersub.Ref{Library: "catenary.wasm", Dir: dir}, ""},
		{"gpython", pysub.New(pysub.Options{}), usersub.Ref{Script: "catenary.py", Interpreter: "PYTHON", Dir: dir}, ""},
		{"cpython", pysub.New(pysub.Options{Engine: pysub.CPython}), usersub.Ref{Script: "catenary.py", Interpreter: "PYTHON", Dir: dir}, ""},
		{"cpython-child", pysub.New(pysub.Options{Engine: pysub.CPythonChild}), usersub.Ref{Script: "catenary.py", Interpreter: "PYTHON", Dir: dir}, ""},
		{"plugin", plugins.New(plugins.Config{}), usersub.Ref{Plugin: filepath.Join(built, "catenary-plugin"), Function: "catenary", Dir: dir}, "plugin"},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.build != "" {
				if out, err := exec.Command("sh", filepath.Join(example, "build.sh"), built, c.build).CombinedOutput(); err != nil {
					b.Skipf("cannot be built here: %v\n%s", err, out)
				}
			}
			defer c.loader.Close()
			c.ref.Element = "Force_Penalty 1"
			if c.ref.Function == "" {
				c.ref.Function = "PFOSUB"
			}
			r, err := c.loader.Load(&c.ref, usersub.PFOSUB)
			if err != nil {
				b.Fatal(err)
			}
			call(b, r)
		})
	}
}

func call(b *testing.B, r *usersub.Routine) {
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 1, []float64{9}, nil)
	s := &bead{1, 1.5}
	f.PrepareCall(0, false, true)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	f.PrepareCall(0, false, false)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	if got, want := f.RealArgNamed("value")[0], 1.5-math.Cosh(1); math.Abs(got-want) > 1e-14 {
		b.Fatalf("g = %g, want %g", got, want)
	}
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}
