package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/sdktest"
)

// wheelElement is routine r of the plugin on a hub 8 and a road 9, in a deck whose unit of
// length is metre m and of time second s.
func wheelElement(t *testing.T, r string, metre, second float64, par ...float64) *sdktest.Element {
	t.Helper()
	routine := newPlugin().Routines[r]
	sizes := map[string]int{}
	if routine.Kind == "YFOSUB" {
		sizes = map[string]int{"nstate": 2, "ninput": 0, "noutpt": 6}
	}
	e := sdktest.NewElementWithSizes(t, routine, sizes, append([]float64{5}, par...)...)
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	e.SetString(5, "sample.tir")
	e.SetDeck(filepath.Join(dir, "deck"), second, metre, 1, 1)
	for _, kind := range []string{"Force_StateEqn", "Force_Vector_TwoBody"} {
		e.SetModFnc("8", 2, kind, 1, "i_marker_id")
		e.SetModFnc("9", 2, kind, 1, "ref_marker_id")
	}
	return e
}

// stand sets place, velocity, angular velocity and spin axis of the hub, in metres and seconds.
func stand(e *sdktest.Element, metre, second, height float64, v, turn, axis vec) {
	e.SetSysFnc(height/metre, "DZ", 8, 9, 9)
	for k := range 3 {
		x := string("XYZ"[k])
		e.SetSysFnc(v[k]/metre*second, "V"+x, 8, 9, 9, 9)
		e.SetSysFnc(turn[k]*second, "W"+x, 8, 9, 9)
	}
	e.SetSysAry(slices.Clone(axis[:]), "UVZ", 8, 9)
}

// result returns force and torque.
func result(e *sdktest.Element, name string) []float64 {
	e.CallForFirstOutput(0)
	return slices.Clone(e.RealOutput(name))
}

// TestContact: force and torque on the hub of a wheel that is steered and leans, put together
// here from the formula and the geometry of a disc.
func TestContact(t *testing.T) {
	const steer, lean, height, speed, spin = 0.05, 0.04, 0.296, 18., 61.
	p := sample(t)
	axis := vec{-math.Sin(steer) * math.Cos(lean), math.Cos(steer) * math.Cos(lean), math.Sin(lean)}
	ahead, left := vec{math.Cos(steer), math.Sin(steer), 0}, vec{-math.Sin(steer), math.Cos(steer), 0}
	long := height / math.Cos(lean)
	fz := 200000 * (0.316 - long)
	vx, vy := speed*math.Cos(steer), -speed*math.Sin(steer)
	slip := slips{fz: fz, kappa: -(vx - spin*p.rollingRadius(fz)) / vx, alpha: math.Atan(vy / vx), gamma: lean, vx: vx}
	f := p.evalForces(slip)
	force := vec{0, 0, fz}.addScaled(f.fx, ahead).addScaled(f.fy, left)
	arm := vec{0, 0, -height}.addScaled(long*math.Sin(lean), left)
	torque := arm.cross(force).addScaled(f.mx, ahead).addScaled(f.my, left).addScaled(f.mz, vec{0, 0, 1})
	want := append(slices.Clone(force[:]), torque[:]...)
	for _, unit := range [][2]float64{{1, 1}, {1e-3, 1}, {1, 1e-3}} {
		metre, second := unit[0], unit[1]
		e := wheelElement(t, "steady", metre, second)
		stand(e, metre, second, height, vec{speed, 0, 0}, vec{}.addScaled(spin, axis), axis)
		got := result(e, "result")
		for k, g := range got {
			if k >= 3 {
				g *= metre
			}
			if math.Abs(g-want[k]) > 1e-9*fz {
				t.Errorf("metre %g, second %g: entry %d is %.12g, want %.12g", metre, second, k, g, want[k])
			}
		}
	}
}

// TestVertical: the tyre is a spring with a dashpot, and nothing in the air.
func TestVertical(t *testing.T) {
	for _, c := range [][3]float64{{0.3, 0, 3200}, {0.3, -0.5, 3400}, {0.31, 4, 0}, {0.32, -1, 0}} {
		e := wheelElement(t, "steady", 1, 1)
		stand(e, 1, 1, c[0], vec{0, 0, c[1]}, vec{}, vec{0, 1, 0})
		if got := result(e, "result")[2]; math.Abs(got-c[2]) > 1e-9*3200 {
			t.Errorf("at %g m and %g m/s: %g N, want %g", c[0], c[1], got, c[2])
		}
	}
}

// TestHeading: a road and all that happens on it may be turned about its normal, and a wheel that
// rolls backwards pushes as its mirror image ahead does.
func TestHeading(t *testing.T) {
	turned := func(v vec, a float64) vec {
		return vec{v[0]*math.Cos(a) - v[1]*math.Sin(a), v[0]*math.Sin(a) + v[1]*math.Cos(a), v[2]}
	}
	axis, v := vec{-0.05, math.Sqrt(1 - 0.0025 - 0.0009), 0.03}, vec{15, 0.4, 0}
	e := wheelElement(t, "steady", 1, 1)
	stand(e, 1, 1, 0.3, v, vec{}.addScaled(50, axis), axis)
	base := result(e, "result")
	for _, a := range []float64{0.7, 2, 4} {
		stand(e, 1, 1, 0.3, turned(v, a), turned(vec{}.addScaled(50, axis), a), turned(axis, a))
		got := result(e, "result")
		f, m := turned(vec(base[:3]), a), turned(vec(base[3:]), a)
		for k, want := range append(f[:], m[:]...) {
			if math.Abs(got[k]-want) > 1e-9*3200 {
				t.Errorf("turned by %g: entry %d is %g, want %g", a, k, got[k], want)
			}
		}
	}
}

// TestRelaxation: at a steady load and speed the side slip builds up as
// v = σ tan α (1 - exp(-|Vx| t/σ)), whose rate the states have at each time; at its end the force
// is that of the steady tyre.
func TestRelaxation(t *testing.T) {
	const height, speed, drift, spin = 0.296, 18., 0.9, 60.
	e, steady := wheelElement(t, "relaxing", 1, 1), wheelElement(t, "steady", 1, 1)
	for _, w := range []*sdktest.Element{e, steady} {
		stand(w, 1, 1, height, vec{speed, drift, 0}, vec{0, spin, 0}, vec{0, 1, 0})
	}
	p := sample(t)
	sx, sy := p.relaxationLengths(4000, 0)
	slip := spin*p.rollingRadius(4000) - speed
	for at := 0.0; at < 0.5; at += 0.02 {
		dx, dy := math.Exp(-speed*at/sx), math.Exp(-speed*at/sy)
		e.RealInput("states")[0], e.RealInput("states")[1] = sx*slip/speed*(1-dx), sy*drift/speed*(1-dy)
		e.CallForFirstOutput(0)
		if z := e.RealOutput("stated"); math.Abs(z[0]-slip*dx) > 1e-11 || math.Abs(z[1]-drift*dy) > 1e-11 {
			t.Fatalf("at %g s: rates %v, want %g and %g", at, z, slip*dx, drift*dy)
		}
	}
	e.RealInput("states")[0], e.RealInput("states")[1] = sx*slip/speed, sy*drift/speed
	got, want := result(e, "output"), result(steady, "result")
	for k := range want {
		if math.Abs(got[k]-want[k]) > 1e-9*4000 {
			t.Errorf("entry %d: %g, steady %g", k, got[k], want[k])
		}
	}
}

// TestReport: slips and forces at the contact.
func TestReport(t *testing.T) {
	e := wheelElement(t, "report", 1, 1, 0, 8, 9, 0)
	stand(e, 1, 1, 0.296, vec{18, 0.9, 0}, vec{0, 60, 0}, vec{0, 1, 0})
	p := sample(t)
	r := p.rollingRadius(4000)
	s := slips{fz: 4000, kappa: (60*r - 18) / 18, alpha: math.Atan(0.05), vx: 18}
	f := p.evalForces(s)
	got := result(e, "results")
	for k, want := range []float64{f.fx, f.fy, 4000, f.mz, s.kappa, s.alpha, 0, r} {
		if math.Abs(got[k]-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("result %d: %g, want %g", k+1, got[k], want)
		}
	}
}

func TestMistakesOfDecks(t *testing.T) {
	for want, change := range map[string]func(e *sdktest.Element){
		"no Reference_String 5":    nil,
		"nosuch.tir":               func(e *sdktest.Element) { e.SetString(5, "nosuch.tir") },
		"ref_marker_id is missing": func(e *sdktest.Element) { e.SetModFnc("0", 2, "Force_Vector_TwoBody", 1, "ref_marker_id") },
		"lies on its side": func(e *sdktest.Element) {
			stand(e, 1, 1, 0.3, vec{}, vec{}, vec{0, 0, 1})
		},
	} {
		e := wheelElement(t, "steady", 1, 1)
		stand(e, 1, 1, 0.3, vec{}, vec{}, vec{0, 1, 0})
		if change == nil {
			e = sdktest.NewElement(t, newPlugin().Routines["steady"], 5)
		} else {
			change(e)
		}
		if err := e.Call(0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
