package pysub

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// benchTable knows DX and DY.
type benchTable struct{}

func (benchTable) Lookup(name string) (expr.Signature, bool) {
	return expr.Signature{Min: 1, Max: 1}, name == "DX" || name == "DY"
}

func (benchTable) Names() []string { return nil }

// BenchmarkCompiled is one evaluation of a law, and of its partials, as an expression
// of a deck, as a compiled function and as an interpreted one.
func BenchmarkCompiled(b *testing.B) {
	for _, law := range []struct{ name, deck, python string }{
		{"spring", "-100*DX(1)-0.5*DY(2)", "return -100 * d - 0.5 * v"},
		{"cubic", "-100*DX(1)-3*DX(1)**3-0.5*DY(2)", "return -100 * d - 3 * d ** 3 - 0.5 * v"},
		{"catenary", "DY(2)-COSH(DX(1))", "return v - cosh(d)"},
		{"contact", "IF(DX(1): 1000*(-DX(1))**1.5 - 2*DY(2), 0, 0)", "if d < 0: return 1000 * (-d) ** 1.5 - 2 * v\nreturn 0"},
	} {
		e, errs := expr.Compile(law.deck, benchTable{})
		if errs != nil {
			b.Fatal(errs)
		}
		t := newBench(b, "f.py", calculation(law.python))
		r, f := t.load("f.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 0.5, -2, 3)
		c, in, err := t.compile(r, f)
		if err != nil {
			b.Fatal(err)
		}
		w, x, out, d := e.NewWork(), []float64{-0.3, 0.7}, []float64{0}, []float64{0, 0}
		b.Run(law.name+"/expression", func(b *testing.B) {
			for b.Loop() {
				e.Eval(w, 0, 0, x)
			}
		})
		b.Run(law.name+"/compiled", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Eval(out, x, 0, false)
			}
		})
		b.Run(law.name+"/expression-partials", func(b *testing.B) {
			for b.Loop() {
				e.Grad(w, 0, 0, x, d)
			}
		})
		b.Run(law.name+"/compiled-partials", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Partials(d, nil, x, 0)
			}
		})
		b.Run(law.name+"/interpreted", func(b *testing.B) {
			b.ReportAllocs()
			f.Value[in[0].At], f.Value[in[1].At] = x[0], x[1]
			for b.Loop() {
				f.PrepareCall(0, false, false)
				if err := r.Call(f, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
