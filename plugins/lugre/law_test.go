package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/sdktest"
)

// A law whose parts all matter: μs 0.4, μd 0.3, vs 0.2, σ0 50, σ1 0.5, σ2 0.02, preload 7, and
// lengths 0.1, 0.2, 0.5, 0.25.
var par = []float64{3, 0.4, 0.3, 0.2, 50, 0.5, 0.02, 7, 0.1, 0.2, 0.5, 0.25}

const radius = 0.1

// count is the number of slips of each type of joint.
var count = map[string]int{"TRANSLATIONAL": 1, "REVOLUTE": 1, "CYLINDRICAL": 2, "SPHERICAL": 3, "UNIVERSAL": 2, "HOOKE": 2,
	"PLANAR": 3, "INPLANE": 2, "INLINE": 1}

// element is friction in joint 3 of some type between markers 8 and 9.
func element(t *testing.T, kind string, states int, par ...float64) *sdktest.Element {
	t.Helper()
	e := sdktest.NewElementWithSizes(t, newPlugin().Routines["joint"], map[string]int{"nstate": states, "ninput": 0, "noutpt": 6}, par...)
	e.SetModFnc("8", 2, "Force_StateEqn", 1, "i_marker_id")
	e.SetModFnc("9", 2, "Force_StateEqn", 1, "ref_marker_id")
	e.SetModFnc("8", 2, "Constraint_Joint", 3, "i_marker_id")
	e.SetModFnc("9", 2, "Constraint_Joint", 3, "j_marker_id")
	e.SetModFnc(kind, 6, "Constraint_Joint", 3, "type")
	// I's axes along J's: those of J about x by 90°.
	e.SetSysAry([]float64{1, 0, 0}, "UVX", 8, 9)
	e.SetSysAry([]float64{0, 0, 1}, "UVY", 8, 9)
	e.SetSysAry([]float64{0, -1, 0}, "UVZ", 8, 9)
	state(e, [6]float64{}, [6]float64{})
	return e
}

// turned is a wrench or a motion along I's axes for one along J's.
func turned(v [6]float64) [6]float64 { return [6]float64{v[0], v[2], -v[1], v[3], v[5], -v[4]} }

// state sets the motion of I as seen from J and the reaction, along J's axes.
func state(e *sdktest.Element, v, r [6]float64) {
	for marker, w := range map[int]struct{ v, r [6]float64 }{9: {v, r}, 8: {turned(v), turned(r)}} {
		for k := range 3 {
			x := string("XYZ"[k])
			e.SetSysFnc(w.v[k], "V"+x, 8, 9, marker, 9)
			e.SetSysFnc(w.v[3+k], "W"+x, 8, 9, marker)
			e.SetSysFnc(w.r[k], "JOINT", 3, 0, k+2, marker)
			e.SetSysFnc(w.r[3+k], "JOINT", 3, 0, k+6, marker)
		}
	}
}

// TestSteadySlip: in every type of joint, bristles at rest under slip give the
// friction g + σ2 V against it; the power is that friction times the load and the slip velocity.
func TestSteadySlip(t *testing.T) {
	v := [6]float64{0.3, -0.4, 0.5, 6, -5, 4}
	reaction := [6]float64{30, 40, 12, 3, 4, 2}
	for kind, n := range count {
		e := element(t, kind, n, par...)
		state(e, v, reaction)
		want, at := 0.0, 0
		for _, s := range surfaces[kind] {
			rate, load := v, s.load
			r := reaction
			if s.onI {
				rate, r = turned(v), turned(reaction)
			}
			V := 0.0
			slip := make([]float64, len(s.slip))
			for k, a := range s.slip {
				if slip[k] = rate[a]; a >= 3 {
					slip[k] *= radius
				}
				V = math.Hypot(V, slip[k])
			}
			g := 0.3 + 0.1*math.Exp(-V*V/0.04)
			for k := range slip {
				e.RealInput("states")[at] = g * slip[k] / (50 * V)
				at++
			}
			want -= (g + 0.02*V) * V * pressing(load, r)
		}
		e.CallForFirstOutput(0)
		power := 0.0
		for k, f := range e.RealOutput("output") {
			power += f * v[k]
		}
		if math.Abs(power-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s: power %.15g, want %.15g", kind, power, want)
		}
		for k, d := range e.RealOutput("stated") {
			if math.Abs(d) > 1e-14 {
				t.Errorf("%s: rate of bristle %d is %g", kind, k, d)
			}
		}
	}
}

// pressing is the load of the tests: see TestLoads for its figures.
func pressing(load []share, r [6]float64) float64 {
	length := map[string]float64{"": 1, "radius": 0.1, "friction_arm": 0.2, "bending_arm": 0.5, "torsion_arm": 0.25}
	n := 7.0
	for _, s := range load {
		sum := 0.0
		for _, k := range s.of {
			sum += r[k] * r[k]
		}
		n += s.times * length[s.by] / length[s.over] * math.Sqrt(sum)
	}
	return n
}

// TestLoads: what presses in each type of joint, under the reaction (30, 40, 12) and (3, 4, 2) and the
// preload 7. With straight bristles the force is (σ1 + σ2) s N.
func TestLoads(t *testing.T) {
	for kind, want := range map[string]float64{
		"TRANSLATIONAL": 7 + 50 + 2*5/0.5 + 2/0.25,
		"REVOLUTE":      7 + 50 + 12*2 + 2*5/0.5,
		"CYLINDRICAL":   7 + 50 + 2*5/0.5,
		"SPHERICAL":     7 + math.Sqrt(2500+144),
		"UNIVERSAL":     7 + 50 + 12*2 + 2*5/0.5, // of the pin of J; that of I does not turn
		"HOOKE":         7 + math.Hypot(30, 12) + 40*2 + 2*math.Hypot(3, 2)/0.5,
		"PLANAR":        7 + 12 + 2*5/0.5,
		"INPLANE":       7 + 12,
		"INLINE":        7 + 50,
	} {
		e := element(t, kind, count[kind], par...)
		a := surfaces[kind][0].slip[0]
		var v [6]float64
		v[a] = 0.4
		by := 1.0
		if a >= 3 {
			by = radius * radius
		}
		state(e, v, [6]float64{30, 40, 12, 3, 4, 2})
		e.CallForFirstOutput(0)
		if got := -e.RealOutput("output")[a] / (0.52 * 0.4 * by); math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s: load %.15g, want %.15g", kind, got, want)
		}
	}
	if len(count) != len(surfaces) {
		t.Errorf("%d types of joints, %d are tested", len(surfaces), len(count))
	}
}

// TestBreakaway: from straight bristles at a steady slip velocity they bend as
// z = g/σ0 (1 - exp(-σ0 v t/g)).
func TestBreakaway(t *testing.T) {
	e := element(t, "TRANSLATIONAL", 1, par...)
	const v = 0.15
	g := 0.3 + 0.1*math.Exp(-v*v/0.04)
	state(e, [6]float64{2: v}, [6]float64{})
	for at := 0.0; at < 0.3; at += 0.03 {
		decay := math.Exp(-50 * v * at / g)
		e.RealInput("states")[0] = g / 50 * (1 - decay)
		e.CallForFirstOutput(0)
		mu := g*(1-decay) + 0.5*v*decay + 0.02*v
		if z, f := e.RealOutput("stated")[0], e.RealOutput("output")[2]; math.Abs(z-v*decay) > 1e-15 || math.Abs(f+7*mu) > 1e-14 {
			t.Errorf("at %g: rate %g, want %g; force %g, want %g", at, z, v*decay, f, -7*mu)
		}
	}
}

// TestBristlesHold: no slip bends bristles beyond μs/σ0.
func TestBristlesHold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	e := element(t, "PLANAR", 3, par...)
	for range 200 {
		var v [6]float64
		for k := range v {
			v[k] = random.NormFloat64()
		}
		state(e, v, [6]float64{})
		z, size := e.RealInput("states"), 0.0
		for k := range z {
			z[k] = random.NormFloat64()
			size = math.Hypot(size, z[k])
		}
		for k := range z {
			z[k] *= 0.4 / 50 / size
		}
		e.CallForFirstOutput(0)
		grow := 0.0
		for k, d := range e.RealOutput("stated") {
			grow += z[k] * d
		}
		if grow > 1e-16 {
			t.Fatalf("bristles %v grow at %g under %v", z, grow, v)
		}
	}
}

// TestSplitInTwo: bristles of a Control_StateEqn and the force that reads them give what the
// one routine gives.
func TestSplitInTwo(t *testing.T) {
	v, r := [6]float64{0.3, -0.4, 0.5, 6, -5, 4}, [6]float64{30, 40, 12, 3, 4, 2}
	one := element(t, "PLANAR", 3, par...)
	rates := sdktest.NewElementWithSizes(t, newPlugin().Routines["bristles"], map[string]int{"nstate": 3, "ninput": 0, "noutpt": 6}, par...)
	force := sdktest.NewElement(t, newPlugin().Routines["force"], append([]float64{77}, par...)...)
	for _, e := range []*sdktest.Element{rates, force} {
		e.SetModFnc("8", 2, "Constraint_Joint", 3, "i_marker_id")
		e.SetModFnc("9", 2, "Constraint_Joint", 3, "j_marker_id")
		e.SetModFnc("PLANAR", 6, "Constraint_Joint", 3, "type")
	}
	force.SetModFnc("8", 2, "Force_Vector_TwoBody", 1, "i_marker_id")
	force.SetModFnc("9", 2, "Force_Vector_TwoBody", 1, "ref_marker_id")
	for k, z := range []float64{1e-3, -2e-3, 3e-3} {
		one.RealInput("states")[k], rates.RealInput("states")[k] = z, z
		force.SetSysFnc(z, "ARYVAL", 77, k+1)
	}
	for _, e := range []*sdktest.Element{one, rates, force} {
		state(e, v, r)
		e.CallForFirstOutput(0)
	}
	got := fmt.Sprint(rates.RealOutput("stated"), rates.RealOutput("output"), force.RealOutput("result"))
	if want := fmt.Sprint(one.RealOutput("stated"), one.RealOutput("output"), one.RealOutput("output")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMistakes(t *testing.T) {
	with := func(k int, v float64) []float64 {
		p := append([]float64(nil), par...)
		p[k] = v
		return p
	}
	for _, c := range []struct {
		kind   string
		states int
		par    []float64
		want   string
	}{
		{"FIXED", 1, par, "joint 3 is FIXED, in which no surfaces are known to rub; there are CYLINDRICAL, HOOKE, INLINE"},
		{"PLANAR", 2, par, "needs 3 states, found num_state 2"},
		{"REVOLUTE", 1, with(8, 0), "radius must be greater than 0"},
		{"REVOLUTE", 1, with(1, 0.2), "mu_static 0.2 must not be less than mu_dynamic 0.3"},
	} {
		if err := element(t, c.kind, c.states, c.par...).Call(0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	for attribute, want := range map[string]string{
		"i_marker_id": "i_marker_id must be 8, that of joint 3, found 5", "ref_marker_id": "ref_marker_id must be 9"} {
		e := element(t, "PLANAR", 3, par...)
		e.SetModFnc("5", 2, "Force_StateEqn", 1, attribute)
		if err := e.Call(0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
