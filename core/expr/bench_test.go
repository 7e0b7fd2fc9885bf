package expr

import "testing"

// laws are expressions of the size that decks have.
var laws = []struct{ name, src string }{
	{"catenary", "dy(9) - cosh(dx(9))"},
	{"impact", "IMPACT(DX(1,2,2),VX(1,2,2,2),0.05,1E5,1.5,50,0.001)"},
	{"step", "STEP(TIME,0.1,0,0.2,100)"},
	{"friction", `-SIGN(1,VX(1,2,2))*ABS(JOINT(1,0,2,5))*(0.15+(0.3-0.15)*EXP(-(VX(1,2,2)/0.01)**2))
		*STEP(ABS(VX(1,2,2)),0,0,0.001,1) - 0.4*VX(1,2,2) - 0.02*VX(1,2,2)*ABS(VX(1,2,2))
		+ IF(TIME-0.5: 0, 0, 2*SIN(2*PI*(TIME-0.5))*COS(DX(1,2)) + DX(1,2)/(1+DX(1,2)**2))`},
	{"spring", "-50*(DM(1,2)-0.3) - 0.4*VX(1,2,1)"},
}

type bench struct {
	p              *Program
	w              *Work
	m, md, mdd, to []float64
}

func prepare(t testing.TB, src string) bench {
	p := mustCompile(t, src)
	n := len(p.Measures)
	b := bench{p, p.NewWork(), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range b.m {
		b.m[i], b.md[i], b.mdd[i] = 0.04/float64(i+1), 0.5, -0.25
	}
	return b
}

func BenchmarkEval(b *testing.B) {
	for _, law := range laws {
		s := prepare(b, law.src)
		b.Run(law.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.p.Eval(s.w, 0.75, 4, s.m)
			}
		})
	}
}

func BenchmarkGrad(b *testing.B) {
	for _, law := range laws {
		s := prepare(b, law.src)
		b.Run(law.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.p.Grad(s.w, 0.75, 4, s.m, s.to)
			}
		})
	}
}

func BenchmarkJet(b *testing.B) {
	for _, law := range laws {
		s := prepare(b, law.src)
		b.Run(law.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.p.Jet(s.w, 0.75, 4, s.m, s.md, s.mdd)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustCompile(b, laws[3].src)
	}
}

// No evaluation allocates, whatever the functions in it.
func TestNoAllocation(t *testing.T) {
	list := []string{"AKISPL(DX(1),TIME,5)"}
	for _, law := range laws {
		list = append(list, law.src)
	}
	for _, c := range values[:18] { // the shape functions, of varying arguments
		list = append(list, c.src)
	}
	list = append(list, "BISTOP(DX(1),VX(1),1,2,3,4,5,6)+SWEEP(TIME,DX(1),0,1,2,3,1)+CHEBY(TIME,DX(1),1,2,3)+HAVSIN(TIME,0,DX(1),1,1)",
		"FORCOS(TIME,DX(1),1,2,3)+FORSIN(TIME,DX(1),1,2,3)+SHF(TIME,DX(1),1,2,3,4)+POLY(TIME,DX(1),1,2)+STEP5(TIME,0,DX(1),1,1)",
		"ATAN2(DX(1),TIME)+MOD(DX(1),0.3)+DX(1)**TIME+IF(SIN(TIME): EXP(TIME), 2, COS(TIME))")
	calls := 0
	for _, src := range list {
		s := prepare(t, src)
		for i := range s.p.Externals {
			s.p.BindExternal(i, quadratic{&calls})
		}
		n := testing.AllocsPerRun(20, func() {
			s.p.Eval(s.w, 0.5, 4, s.m)
			s.p.Grad(s.w, 0.5, 4, s.m, s.to)
			s.p.Jet(s.w, 0.5, 4, s.m, s.md, s.mdd)
		})
		if n != 0 {
			t.Errorf("%s: %g allocations", src, n)
		}
	}
}

// BenchmarkPulses searches ten seconds for pulses shorter than 0.01 s.
func BenchmarkPulses(b *testing.B) {
	for _, text := range []string{"EXP(-((TIME-5)/1E-3)**2)", "10*SIN(300*TIME)+TIME*EXP(-TIME)", "SIN(TIME)*COS(30*TIME)+SHF(TIME,0,1,7,0,0)"} {
		b.Run(text, func(b *testing.B) {
			x := mustCompile(b, text).NewPulseFinder()
			var list []Pulse
			for b.Loop() {
				list = list[:0]
				for k := range 16 {
					list = x.AppendPulses(list, float64(k)*10/16, float64(k+1)*10/16, 0.01, 4)
				}
			}
		})
	}
}
