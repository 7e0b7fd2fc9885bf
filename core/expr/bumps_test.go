package expr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBumpsFind: bumps between the ends of a way are found where they are; straight, monotonic and gently curved ones are not.
func TestBumpsFind(t *testing.T) {
	for _, c := range []struct {
		source   string
		from, to float64
		peak     float64 // 0 for none
	}{
		{"EXP(-((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"5-EXP(-((DX(1)-3)/1E-2)**2)", 6, 2, 0.75},
		{"7*DX(1)+100*EXP(-((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"STEP(DX(1),2.9,0,3,1)-STEP(DX(1),3,0,3.1,1)", 2, 6, 0.25},
		{"IF(ABS(DX(1)-3)-0.1:1,1,0)", 2, 6, 0.25},
		{"1/(1+((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"MAX(0,1-ABS(DX(1)-3)/0.1)", 2, 6, 0.25},
		{"STEP(DX(1),2.9,0,3.1,1)", 2, 6, 0},
		{"DX(1)**2/DX(1)", 2, 6, 0},
		{"EXP(-((DX(1)-3)/20)**2)", 2, 6, 0},
		{"EXP(-((DX(1)-3)/1E-2)**2)", 3.1, 6, 0},
		{"SIGN(1,DX(1)-3)", 2, 6, 0},
		{"TANH(DX(1)/1E-3)", -1, 1, 0},
	} {
		b := mustCompile(t, c.source).NewBumpFinder()
		start, peak, ok := b.FindBump(LinearPath{T0: 1, T1: 1.01, From: []float64{c.from}, To: []float64{c.to}}, 4)
		if ok != (c.peak > 0) {
			t.Errorf("%s from %g to %g: %v, bump from %g with its peak at %g", c.source, c.from, c.to, ok, start, peak)
		}
		if width := 0.2 / 4; ok && (math.Abs(peak-c.peak) > width/2 || !(start < peak) || start < peak-2*width) {
			t.Errorf("%s from %g to %g: bump from %g with its peak at %g, want %g", c.source, c.from, c.to, start, peak, c.peak)
		}
	}
}

// TestBumpsOfBentWays: a distance that falls to its least value and grows again is a way with a bend; bumps are found on either side of it, and at the bend.
func TestBumpsOfBentWays(t *testing.T) {
	for _, c := range []struct {
		source         string
		from, via, to  float64
		at, start, top float64 // top 0: none
	}{
		{"IMPACT(DM(1,2),0,0.1,1E6,1,0,1E-3)", 2, 0.05, 2, 0.25, 0.25 * 1.9 / 1.95, 0.25},
		{"IMPACT(DM(1,2),0,0.1,1E6,1,0,1E-3)", 2, 0.2, 2, 0.25, 0, 0},
		{"EXP(-((DM(1,2)-1)/1E-2)**2)", 2, 0.05, 0.5, 0.5, 0.25, 0.5 / 1.95},
		{"EXP(-((DM(1,2)-1)/1E-2)**2)", 0.5, 0.05, 2, 0.5, 0.7, 0.5 + 0.5*0.95/1.95},
	} {
		b := mustCompile(t, c.source).NewBumpFinder()
		start, top, ok := b.FindBump(LinearPath{T0: 1, T1: 1.01, From: []float64{c.from}, To: []float64{c.to}, At: c.at, Via: []float64{c.via}}, 4)
		if ok != (c.top > 0) || ok && (math.Abs(top-c.top) > 5e-3 || math.Abs(start-c.start) > 0.06) {
			t.Errorf("%s from %g to %g to %g: %v, bump from %g with its peak at %g, want from %g at %g", c.source, c.from, c.via, c.to, ok, start, top, c.start, c.top)
		}
	}
}

// TestImpactEnclosures: bounds of IMPACT and BISTOP over ways hold their values and their rates along these.
func TestImpactEnclosures(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for _, law := range []struct {
		of        func([]float64) float64
		arguments []float64
	}{
		{impactValue, []float64{0.3, 50, 1.5, 0, 0.1}}, {impactValue, []float64{0.3, 50, 1, 3, 0.1}}, {impactValue, []float64{0.3, 50, 2.2, 3, 0}},
		{bistopValue, []float64{-0.2, 0.3, 50, 1.5, 2, 0.1}}, {bistopValue, []float64{-0.2, 0.3, 50, 1, 0, 0.1}},
	} {
		name := map[int]string{5: "IMPACT", 6: "BISTOP"}[len(law.arguments)]
		source := name + "(DX(1),DX(2)"
		for _, a := range law.arguments {
			source += fmt.Sprintf(",%g", a)
		}
		source += ")"
		p := mustCompile(t, source)
		slot, narrow := len(p.code)-1, 0
		for range 2000 {
			at := func() []float64 { return []float64{2*rng.Float64() - 1, 20*rng.Float64() - 10} }
			w := LinearPath{T0: 0, T1: 1, From: at(), To: at()}
			c := newPathIntervalEvaluator(p, &w)
			a, b := rng.Float64(), rng.Float64()
			a, b = min(a, b), max(a, b)
			c.boundSlotsOver(a, b, 4)
			e := c.e[int(p.base)+slot]
			value := func(s float64) float64 {
				x := []float64{w.From[0] + s*(w.To[0]-w.From[0]), w.From[1] + s*(w.To[1]-w.From[1])}
				return law.of(append(x, law.arguments...))
			}
			if e.d.lo > -math.MaxFloat64 && e.d.hi < math.MaxFloat64 {
				narrow++
			}
			last := value(a)
			for k := 1; k <= 20; k++ {
				s := a + (b-a)*float64(k)/20
				v := value(s)
				slope := (v - last) / ((b - a) / 20)
				if slack := 1e-9 * (1 + math.Abs(v)); v < e.v.lo-slack || v > e.v.hi+slack || slope < e.d.lo-1e-6*(1+math.Abs(slope)) || slope > e.d.hi+1e-6*(1+math.Abs(slope)) {
					t.Fatalf("%s from %v to %v, %g to %g: value %g, rate %g, bounds %v", source, w.From, w.To, a, b, v, slope, e)
				}
				last = v
			}
		}
		if narrow < 100 {
			t.Errorf("%s: %d of 2000 rates have bounds", source, narrow)
		}
	}
}
