package expr

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBreaks: the breaks of functions of TIME, by what is known of each.
func TestBreaks(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to float64
		want     []Break
	}{
		{"SIN(TIME)+TIME**3", 0, 10, nil},
		{"STEP(TIME,1,0,1.0003,5)", 0, 10, []Break{{T: 1, Order: 2}, {T: 1.0003, Order: 2}}},
		{"STEP(TIME,1,0,2,5)*DX(1)", 0, 10, []Break{{T: 1, Order: 2}, {T: 2, Order: 2}}},
		{"STEP5(2*TIME,1,0,2,5)", 0, 10, []Break{{T: 0.5, Order: 3}, {T: 1, Order: 3}}},
		{"IF(TIME-1.5:0,0,3)", 0, 10, []Break{{T: 1.5}}},
		{"IF(TIME-1.5:0,SIN(TIME),COS(TIME))", 0, 10, []Break{{T: 1.5}}},
		{"IF(TIME-1.5:1,TIME-0.5,TIME-0.5)", 0, 10, []Break{{T: 1.5, Order: 1}}},
		{"IF(DX(1):0,IF(TIME-2:0,1,2),IF(TIME-3:0,1,2))", 0, 10, []Break{{T: 2}, {T: 3}}},
		{"IF(STEP(TIME,1,0,2,1):0,0,7)", 0, 10, []Break{{T: 1}, {T: 2, Order: 2}}},
		{"SIGN(1,SIN(PI*TIME))", 0.5, 3.5, []Break{{T: 1}, {T: 2}, {T: 3}}},
		{"ABS(COS(PI*TIME))", 0, 2, []Break{{T: 0.5, Order: 1}, {T: 1.5, Order: 1}}},
		{"MAX(0,SIN(TIME))", 1, 7, []Break{{T: math.Pi, Order: 1}, {T: 2 * math.Pi, Order: 1}}},
		{"MOD(TIME,0.5)", 0.1, 1.7, []Break{{T: 0.5}, {T: 1}, {T: 1.5}}},
		{"STEP(MOD(TIME,1),0.2,0,0.3,1)", 0.1, 1.5, []Break{{T: 0.2, Order: 2}, {T: 0.3, Order: 2}, {T: 1}, {T: 1.2, Order: 2}, {T: 1.3, Order: 2}}},
		{"AINT(TIME)", 0.5, 2.5, []Break{{T: 1}, {T: 2}}},
		{"ANINT(TIME)", 0, 2, []Break{{T: 0.5}, {T: 1.5}}},
		{"TAN(TIME)", 0, 2, []Break{{T: math.Pi / 2, Order: Smooth, Pole: true}}},
		{"1/(TIME-1.0001)", 0, 2, []Break{{T: 1.0001, Order: Smooth, Pole: true}}},
		{"1/(TIME-1)**2", 0, 2, []Break{{T: 1, Order: Smooth, Pole: true}}},
		{"ABS(TIME**2-2*TIME+2)", 0.3, 2, nil},
		{"ABS(POLY(TIME,0,-2,0,1))", 0, 3, []Break{{T: math.Sqrt2, Order: 1}}},
		{"IF(MODE-4:0,STEP(TIME,1,0,2,1),0)", 0, 3, []Break{{T: 1, Order: 2}, {T: 2, Order: 2}}},
		{"ATAN2(SIN(TIME),COS(TIME))", 1, 8, []Break{{T: math.Pi}, {T: 2 * math.Pi, Order: 1}}},
	} {
		p := mustCompile(t, c.text)
		var got []Break
		if b := p.NewBreakFinder(); b != nil {
			got = b.AppendBreaks(nil, c.from, c.to, 4)
		}
		ok := len(got) == len(c.want)
		for i := 0; ok && i < len(got); i++ {
			ok = math.Abs(got[i].T-c.want[i].T) < 1e-13*max(1, got[i].T) && got[i].Order == c.want[i].Order && got[i].Pole == c.want[i].Pole
		}
		if !ok {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}

// TestBreaksAllFound: random functions of TIME; on a grid finer than their pieces, no two neighbours
// without a break between them differ as only a jump makes them.
func TestBreaksAllFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		text := timed(rng, 3)
		p := mustCompile(t, "IF("+text+":-1,0,1)")
		var got []Break
		if b := p.NewBreakFinder(); b != nil {
			got = b.AppendBreaks(nil, 0, 4, 4)
		}
		w, last, k := p.NewWork(), 0.0, 0
		for i := range 4001 {
			x := 0.00037 + float64(i)*1e-3
			v := p.Eval(w, x, 4, nil)
			passed := false
			for k < len(got) && got[k].T <= x {
				k, passed = k+1, true
			}
			if i > 0 && v != last && v == v && last == last && !passed {
				t.Fatalf("%s: from %g to %g before %g, breaks %v", text, last, v, x, got)
			}
			last = v
		}
	}
}

// timed returns a random expression in TIME.
func timed(rng *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"TIME", "TIME-1.3", "2*TIME", "SIN(3*TIME)", "0.7", "COS(TIME)", "TIME**2"}[rng.IntN(7)]
	}
	a, b := timed(rng, depth-1), timed(rng, depth-1)
	return []string{
		"(" + a + "+" + b + ")", "(" + a + "-" + b + ")", "(" + a + "*" + b + ")", "SIN(" + a + ")", "ABS(" + a + ")",
		"MAX(" + a + "," + b + ")", "MIN(" + a + "," + b + ")", "SIGN(" + a + "," + b + ")", "MOD(" + a + ",0.9)",
		"IF(" + a + ":" + b + ",0,1)", "STEP(" + a + ",0.5,-1,0.8," + "2)", "AINT(" + a + ")", "EXP(-ABS(" + a + "))", "(" + a + ")/(2+COS(" + b + "))",
		"HAVSIN(" + a + ",0,0,1,1)", "ATAN(" + a + ")", "SQRT(ABS(" + a + "))", "TANH(" + a + ")",
	}[rng.IntN(18)]
}
