package expr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// grower writes random expressions whose values stay within the domains and of
// moderate size.
type grower struct{ *rand.Rand }

func (g grower) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g grower) leaf() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("TIME", "time", "PI", "30D", "0.25E1", "DTOR", "-45d", "MODE")
	case 1, 2:
		return fmt.Sprintf("%.3g", g.Float64()*4-2)
	}
	return g.pick("DX(1)", "DX(2,1)", "dy(3)", "VX(1, 2,3,4)", "VARVAL(10)")
}

// at writes f with random arguments of depth d-1 for each %s and random numbers
// for each %g.
func (g grower) at(d int, f string) string {
	var args []any
	for i := 0; i+1 < len(f); i++ {
		switch f[i : i+2] {
		case "%s":
			args = append(args, g.tree(d-1))
		case "%g", "%+":
			args = append(args, math.Round((g.Float64()*3-1)*100)/100)
		}
	}
	return fmt.Sprintf(f, args...)
}

var forms = []string{
	"%s + %s", "%s - %s", "(%s)*(%s)", "%s - -%s", "(%s)/(1.5+SIN(%s))", "-(%s)", "(%s)**2", "-(%s)**3", "(%s-3)**-2",
	"(ABS(%s)+0.2)**1.5", "(ABS(%s)+0.3)**SIN(%s)", "(1.2+COS(%s))**%g", "(%s)**ANINT(2+SIN(%s))", "2**SIN(%s)",
	"ABS(%s)", "SQRT(ABS(%s)+0.1)", "EXP(SIN(%s))", "EXP(-(%s)**2)", "LOG(ABS(%s)+0.5)", "LOG10(1.5+SIN(%s))",
	"SIN(%s)", "COS(%s)", "TAN(SIN(%s))", "SINH(COS(%s))", "COSH(SIN(%s))", "TANH(%s)",
	"ASIN(0.9*SIN(%s))", "ACOS(0.8*COS(%s))", "ATAN(%s)", "ATAN2(%s,%s)", "ATAN2(%s,1.2)",
	"AINT(%s)", "ANINT(%s)", "MOD(%s,1.3)", "MOD(%s,2+SIN(%s))", "SIGN(%s,%s)", "DIM(%s,%s)", "MAX(%s,%s)", "MIN(%s,%s)",
	"STEP(%s,-1,%g,1.5,%g)", "STEP(%s,%s,%s,3,%s)", "STEP5(%s,-1,%g,1.5,%s)", "STEP5(%s,-1.1,1,%s+3,0)",
	"HAVSIN(%s,-1.2,%s,1.4,%g)", "HAVSIN(%s,SIN(%s)-2,0,1+SIN(%s),1)",
	"POLY(SIN(%s),%g,%g,%g,%s,%g)", "POLY(SIN(%s),%g,%s)", "CHEBY(SIN(%s),%g,%g,%s,%g,%g)", "CHEBY(COS(%s),SIN(%s),1,2)",
	"FORCOS(%s,%g,%g,%g,%g,%g)", "FORSIN(SIN(%s),%g,SIN(%s),%g,%s,%g)", "FORCOS(SIN(%s),COS(%s),1.2,%s,%s,0.2)", "FORSIN(%s,0.1,40D,%g,%g)",
	"SHF(%s,%g,%g,%g,30D,%g)", "SHF(SIN(%s),%s,%s,1.5,%s,%s)",
	"SWEEP(%s,%g,-1,0.2,1.5,0.4,0.5)", "SWEEP(COS(%s),SIN(%s),-1.5,0.2*SIN(%s),0.5,0.3,3)",
	"SWEEP(COS(%s),1,SIN(%s)-1.2,0.1,SIN(%s)+0.5,0.2*SIN(%s),1.5+COS(%s))",
	"IMPACT(%s,%s,0.8,3,1.5,0.4,0.7)", "IMPACT(SIN(%s),COS(%s),1.5+SIN(%s),2+SIN(%s),2+SIN(%s),%s,1.6+COS(%s))", "IMPACT(%s,%s,0.5,2,2.2,0.3,0)",
	"BISTOP(%s,%s,-0.5,0.7,3,1.5,0.4,0.7)", "BISTOP(%s,SIN(%s),SIN(%s)-1,1+SIN(%s),2+SIN(%s),2+SIN(%s),%s,1.6+COS(%s))",
	"IF(%s: %s, %s, %s)", "IF(%s, %g, 1, %s)", "IF(%s-0.3: 1, 2, DX(1))", "IF(SIN(%s): IF(%s: %s, 0, DX(2,1)), 1, SQRT(ABS(%s)+0.2))",
}

func (g grower) tree(d int) string {
	if d <= 0 {
		return g.leaf()
	}
	return g.at(d, "("+forms[g.IntN(len(forms))]+")")
}

// sample is a program at a random point of a random motion.
type sample struct {
	p          *Program
	root       *node
	time       float64
	m, md, mdd []float64
}

func (g grower) sample(t *testing.T, src string) sample {
	var errs errorList
	s := sample{p: mustCompile(t, src), root: parse(src, &errs), time: g.Float64() * 2}
	for range s.p.Measures {
		s.m = append(s.m, g.Float64()*4-2)
		s.md = append(s.md, g.Float64()*2-1)
		s.mdd = append(s.mdd, g.Float64()*2-1)
	}
	return s
}

// interpret returns an interpreter at the point moved by h along the motion.
func (s sample) interpret(h bf) *interpreter {
	in := &interpreter{time: badd(bnum(s.time), h), mode: 4, measures: map[string]bf{}, margin: 1}
	for i, c := range s.p.Measures {
		curve := badd(bnum(s.md[i]), b2(bmul(bnum(s.mdd[i]), h), -1))
		in.measures[measureKey(c.Name, c.Args)] = badd(bnum(s.m[i]), bmul(h, curve))
	}
	return in
}

const hExp = -90

var h = b2(bnum(1), hExp)

// slope is the central difference of the expression as change moves one input.
func (s sample) slope(change func(in *interpreter, by bf)) float64 {
	var v [2]bf
	for k, by := range []bf{h, bneg(h)} {
		in := s.interpret(bnew())
		change(in, by)
		v[k] = in.eval(s.root).v
	}
	return bfloat(b2(bsub(v[0], v[1]), -hExp-1))
}

// TestRandom holds value, partials and derivatives along a motion of random
// expressions against an evaluation with 300 bits and its differences.
func TestRandom(t *testing.T) {
	g := grower{rand.New(rand.NewPCG(1, 2))}
	checked := 0
	for i := range 8 * len(forms) {
		src := g.at(1+i/len(forms)%3, forms[i%len(forms)])
		s := g.sample(t, src)
		in := s.interpret(bnew())
		in.bound = true
		want := in.eval(s.root)
		if in.margin < 1e-6 || want.err > 1e-9 {
			continue // at a kink, or the value is not determined well
		}
		checked++
		s.check(t, src, bfloat(want.v), want.err)
	}
	if checked < 6*len(forms) {
		t.Errorf("only %d expressions were checked", checked)
	}
}

func (s sample) check(t *testing.T, src string, want, bound float64) {
	w := s.p.NewWork()
	v := s.p.Eval(w, s.time, 4, s.m)
	if !(math.Abs(v-want) <= bound+1e-300) {
		t.Errorf("%s at %g, t=%g: %.17g, want %.17g, off by %.2g, allowed %.2g", src, s.m, s.time, v, want, v-want, bound)
	}
	// Derivatives lose what the value loses, relative to their size.
	loose := 1e-13 + 300*bound/(1+math.Abs(want))
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= loose*(1+math.Abs(want))) {
			t.Errorf("%s at %g, t=%g: %s is %.17g, want %.17g", src, s.m, s.time, what, got, want)
		}
	}
	dst := make([]float64, len(s.m))
	vg, dt := s.p.Grad(w, s.time, 4, s.m, dst)
	vj, vd, vdd := s.p.Jet(w, s.time, 4, s.m, s.md, s.mdd)
	if vg != v || math.Abs(vj-v) > bound {
		t.Errorf("%s: Eval %g, Grad %g, Jet %g", src, v, vg, vj)
	}
	near("dt", dt, s.slope(func(in *interpreter, by bf) { in.time = badd(in.time, by) }))
	rate := dt
	for i, c := range s.p.Measures {
		k := measureKey(c.Name, c.Args)
		near("∂"+k, dst[i], s.slope(func(in *interpreter, by bf) { in.measures[k] = badd(in.measures[k], by) }))
		rate += dst[i] * s.md[i]
	}
	near("rate from the gradient", rate, vd)
	before, here, after := s.interpret(bneg(h)).eval(s.root).v, s.interpret(bnew()).eval(s.root).v, s.interpret(h).eval(s.root).v
	near("rate", vd, bfloat(b2(bsub(after, before), -hExp-1)))
	near("second rate", vdd, bfloat(b2(badd(bsub(after, b2(here, 1)), before), -2*hExp)))
}
