package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func sample(t *testing.T) *tyreProperties {
	t.Helper()
	p, err := readFile("testdata/sample.tir")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// plain is the sample without shifts: its curves go through zero.
func plain(t *testing.T) *tyreProperties {
	p := *sample(t)
	p.PHX1, p.PHX2, p.PVX1, p.PVX2, p.RHX1 = 0, 0, 0, 0, 0
	p.PHY1, p.PHY2, p.PHY3, p.PVY1, p.PVY2, p.PVY3, p.PVY4, p.RBY3, p.RHY1, p.RHY2 = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	p.RVY1, p.RVY2, p.RVY3, p.PEX4, p.PEY3, p.PEY4 = 0, 0, 0, 0, 0, 0
	p.QHZ1, p.QHZ2, p.QHZ3, p.QHZ4, p.QDZ6, p.QDZ7, p.QDZ8, p.QDZ9, p.QEZ4, p.QEZ5 = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	p.QSX1, p.QSX2, p.SSZ1, p.SSZ3, p.SSZ4 = 0, 0, 0, 0, 0
	return &p
}

// TestReferenceDigits: a second evaluation of the equations, written by another path and
// computed with 30 digits. All coefficients of the sample matter.
func TestReferenceDigits(t *testing.T) {
	p := sample(t)
	for _, c := range []struct {
		slips
		want wrench
	}{
		{slips{4000.0, 0.05, 0.0, 0.0, 20.0}, wrench{3488.79664812294, -240.994869944102, 0.243368632929911, -2.12519170503277, 24.5561132679888}},
		{slips{4000.0, 0.0, -0.06, 0.0, 20.0}, wrench{-40.5153555587031, 3188.2097316079, 32.7522282556429, -13.2778176366667, -75.964052617768}},
		{slips{2500.0, -0.12, 0.1, 0.05, 12.0}, wrench{-2143.69624342666, -1786.28587055244, -52.4537437830232, -11.9325261007253, -20.2181729807986}},
		{slips{6500.0, 0.3, -0.2, -0.08, 35.0}, wrench{4573.27573587838, 2398.60868683948, 221.810566820762, -3.26986128618328, 27.7948612410025}},
		{slips{1000.0, -0.02, 0.03, 0.1, -0.2}, wrench{-370.885551164015, -688.319825809584, -35.7593179871687, 3.02780241564919, -3.45523417410898}},
	} {
		got := p.evalForces(c.slips)
		g, w := []float64{got.fx, got.fy, got.mx, got.my, got.mz}, []float64{c.want.fx, c.want.fy, c.want.mx, c.want.my, c.want.mz}
		for k := range g {
			if math.Abs(g[k]-w[k]) > 1e-11*c.fz {
				t.Errorf("%+v: entry %d is %.15g, want %.15g", c.slips, k, g[k], w[k])
			}
		}
	}
	// Relaxation lengths and rolling radius at 5.5 kN.
	x, y := p.relaxationLengths(5500, 0.05)
	for _, c := range [][2]float64{{x, 1.057565247992212}, {y, 0.5393058307707569}, {p.rollingRadius(5500), 0.3060590693040052}} {
		if math.Abs(c[0]-c[1]) > 1e-14 {
			t.Errorf("got %.16g, want %.16g", c[0], c[1])
		}
	}
}

// TestSlopesAndPeaks: what the coefficients mean. At no slip the slopes are Kx, Ky and that of the
// trail; the peaks are μ Fz; far slip leaves D sin(C π/2).
func TestSlopesAndPeaks(t *testing.T) {
	p := plain(t)
	const h = 1e-6
	for _, fz := range []float64{1500, 4000, 7000} {
		_, dfz := p.relativeLoad(fz)
		slope := func(f func(h float64) float64) float64 { return (f(h) - f(-h)) / (2 * h) }
		kx := fz * (23 - 0.4*dfz) * math.Exp(0.25*dfz) * 1.05
		ky := -18.5 * 4000 * math.Sin(2*math.Atan(fz/7000)) * 1.1
		trail := fz * (0.1 - 0.006*dfz) * 0.316 / 4000
		for name, c := range map[string][2]float64{
			"Kx": {slope(func(h float64) float64 { return p.evalForces(slips{fz: fz, kappa: h}).fx }), kx},
			"Ky": {slope(func(h float64) float64 { return p.evalForces(slips{fz: fz, alpha: h}).fy }), ky},
			"Kz": {slope(func(h float64) float64 { return p.evalForces(slips{fz: fz, alpha: h}).mz }), -trail * ky},
		} {
			// Differences of a smooth function: h² and rounding/h.
			if math.Abs(c[0]-c[1]) > 1e-7*math.Abs(c[1]) {
				t.Errorf("%s at %g N: %.10g, want %.10g", name, fz, c[0], c[1])
			}
		}
		mux, muy := (1.15-0.09*dfz)*0.95, (1.02-0.14*dfz)*0.9
		fx, fy := 0.0, 0.0
		for s := 0.0; s < 1.5; s += 1e-4 {
			fx = max(fx, p.evalForces(slips{fz: fz, kappa: s}).fx)
			fy = max(fy, -p.evalForces(slips{fz: fz, alpha: s}).fy)
		}
		if math.Abs(fx-mux*fz) > 1e-6*fz || math.Abs(fy-muy*fz) > 1e-6*fz {
			t.Errorf("peaks at %g N: %g and %g, want %g and %g", fz, fx, fy, mux*fz, muy*fz)
		}
		far, _ := p.pureLongitudinalForce(slips{fz: fz, kappa: 1e9})
		if want := mux * fz * math.Sin(1.62*math.Pi/2); math.Abs(far-want) > 1e-6*fz {
			t.Errorf("far slip at %g N: %g, want %g", fz, far, want)
		}
	}
}

// TestSymmetry: without shifts a tyre is the same to the left and to the right, and one that
// is mirrored is itself; with them it is so for the mirror image only.
func TestSymmetry(t *testing.T) {
	s := slips{fz: 3500, kappa: 0.07, alpha: -0.05, gamma: 0.03, vx: 15}
	flipped := s
	flipped.alpha, flipped.gamma = -s.alpha, -s.gamma
	near := func(a, b wrench) bool {
		return math.Abs(a.fx-b.fx)+math.Abs(a.fy+b.fy)+math.Abs(a.mx+b.mx)+math.Abs(a.my-b.my)+math.Abs(a.mz+b.mz) < 1e-9
	}
	p := plain(t)
	p.PKY3, p.QBZ4, p.QDZ3 = 0, 0, 0
	if a, b := p.evalForces(s), p.evalForces(flipped); !near(a, b) {
		t.Errorf("%+v and %+v", a, b)
	}
	q := sample(t)
	if a, b := q.evalForces(s), q.evalMirroredTyre(flipped); !near(a, b) {
		t.Errorf("%+v and %+v", a, b)
	}
	if near(q.evalForces(s), q.evalForces(flipped)) {
		t.Error("the sample has no sides")
	}
}

// TestCombinedSlip: slip in one direction takes from the force in the other, and no combination grips
// by more than a tenth better than the peaks of each direction as an ellipse.
func TestCombinedSlip(t *testing.T) {
	p := plain(t)
	_, dfz := p.relativeLoad(4000)
	mux, muy := (1.15-0.09*dfz)*0.95, (1.02-0.14*dfz)*0.9
	last := math.Inf(1)
	for a := 0.0; a < 0.3; a += 0.01 {
		fx := p.evalForces(slips{fz: 4000, kappa: 0.08, alpha: a}).fx
		if fx > last {
			t.Errorf("Fx grows with α = %g", a)
		}
		last = fx
		for k := -0.5; k < 0.5; k += 0.01 {
			w := p.evalForces(slips{fz: 4000, kappa: k, alpha: a})
			if use := math.Hypot(w.fx/mux, w.fy/muy) / 4000; use > 1.1 {
				t.Errorf("κ %g, α %g: %.3f of the grip", k, a, use)
			}
		}
	}
}

func TestMistakesOfFiles(t *testing.T) {
	text := func(change ...string) string {
		var all strings.Builder
		for _, key := range []string{"UNLOADED_RADIUS=0.3", "VERTICAL_STIFFNESS=2E5", "FNOMIN=4000", "PCX1=1.6", "PDX1=1", "PKX1=20", "PCY1=1.3", "PDY1=1", "PKY1=-20", "PKY2=2"} {
			name, _, _ := strings.Cut(key, "=")
			for _, c := range change {
				if with, _, _ := strings.Cut(c, "="); with == name || c == "-"+name {
					key = c
				}
			}
			if key[0] != '-' {
				all.WriteString(key + " ! comment\n")
			}
		}
		return all.String()
	}
	for _, c := range []struct{ text, want string }{
		{text("-FNOMIN"), "x.tir: FNOMIN is missing"},
		{text("FNOMIN=0"), "x.tir:3: FNOMIN must be greater than 0, found 0"},
		{text("PKY1=20"), "x.tir:9: PKY1 must be less than 0 (axes of ISO"},
		{text("PCX1=abc"), `x.tir:4: PCX1 must be a number, found "abc"`},
		{text("PCX1=NaN"), `x.tir:4: PCX1 must be a number, found "NaN"`},
		{text() + "LENGTH='mm'", `x.tir:11: LENGTH must be one of meter, metre, found "mm"`},
		{text() + "FITTYP=61", `x.tir:11: FITTYP must be one of 5, 6, 21, 52, found "61"`},
		{text() + "PCX1=1.6", "x.tir:11: PCX1 is given twice, first in line 4"},
		{text() + "hello", `x.tir:11: wanted KEY = value, found "hello"`},
		{text() + "KPUMIN=1\nKPUMAX=-1", "x.tir:12: KPUMIN must be less than KPUMAX"},
	} {
		_, err := parseProperties(strings.NewReader(c.text), "x.tir")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	p, err := parseProperties(strings.NewReader(text()+"side=1\nMBELT=3\n"), "x.tir")
	if err != nil || p.LKY != 1 || p.PKY3 != 0 || p.KPUMAX != 0 {
		t.Fatalf("got %+v, %v", p, err)
	}
	if !slices.Equal(p.unused, []string{"SIDE", "MBELT"}) || !slices.Contains(p.missing, "LKY") || slices.Contains(p.missing, "PKY2") {
		t.Errorf("unused %v, missing %v", p.unused, p.missing)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("[A]\nPCX1=1\n{a b}\n1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := parseProperties(strings.NewReader(text), "x"); (p == nil) != (err != nil) {
			t.Error("neither a tyre nor an error")
		}
	})
}
