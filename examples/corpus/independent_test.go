package main

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
)

// eachKind is how many models of a kind are compared with equations of their own.
const eachKind = 4

// started is what linkages may be off by, in units of the bound: the solver changes the speeds that the deck gives so that they keep
// the constraints, and what it starts with is off by up to 1e-5 of them from the least change, which grows.
const started = 0.2

// TestIndependent: references agree with equations of motion of this package's tests, solved by a method of their own:
// free bodies, rows of springs, orbits, points on rods, friction, stops, controllers, slider-cranks, free and driven, and
// trees and closed loops in space with their reactions.
func TestIndependent(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	refs := referenceFolder{dir: t.TempDir()}
	done := map[string]int{}
	most := func(kind string) int { // linkages are dear
		if strings.HasPrefix(kind, "*") {
			return eachKind
		}
		return eachKind / 2
	}
	for seed := int64(0); seed < 200; seed++ {
		m := generateMotionModel(seed, 0, 0)
		kind := fmt.Sprintf("%T", m.reference)
		if m.plain && m.reference == nil {
			kind = m.Family
		}
		if m.equations() == nil || done[kind] >= most(kind) {
			continue
		}
		m, rec, err := refs.modelAndReference(seed)
		if err != nil {
			t.Error(err)
			continue
		}
		e := m.equations()
		if e == nil { // another was drawn
			continue
		}
		done[kind]++
		want, n := e.rows(m, &rec.Rows)
		v := m.compareWithReference(&rec.Rows, want)
		if n < 2 {
			t.Errorf("seed %d: %d columns are known", seed, n)
		}
		least := 2 * agreed
		if !strings.HasPrefix(kind, "*") {
			least = started
		}
		if v.Factor > least {
			t.Errorf("seed %d, %s: off by %.3g bounds in %s at %g", seed, kind, v.Factor, v.Column, v.At)
		}
		t.Logf("seed %d, %s: %d of %d columns: %.2g", seed, kind, n, len(m.Columns), v.Factor)
	}
	total := 0
	for _, n := range done {
		total += n
	}
	if total < 40 {
		t.Errorf("%d models are compared, not 40: %v", total, done)
	}
}

// rows are the columns of the model that the equations know, and their number; others are copied.
func (e *equations) rows(m *model, ref *rows) (*rows, int) {
	var units unitSystem
	for _, u := range unitSystems {
		if u.name == m.Units {
			units = u
		}
	}
	out := &rows{Time: ref.Time}
	known := map[int]bool{}
	for _, c := range ref.Cols {
		out.Cols = append(out.Cols, append([]float64(nil), c...))
	}
	y, t := append([]float64(nil), e.start...), 0.0
	for i, until := range ref.Time {
		integrateTo(e.rate, &t, y, until, max(e.tol, 1e-11))
		for k, c := range m.Columns {
			if v, ok := e.column(c.What, t, y); ok {
				if c.Kind != turning && c.Kind != load {
					v /= units.L
				}
				out.Cols[k][i], known[k] = v, true
			}
		}
	}
	return out, len(known)
}

// column is the value of a column.
func (e *equations) column(what string, t float64, y []float64) (float64, bool) {
	var axis byte
	var marker, other, third int
	points := e.points(t, y)
	if e.states != nil {
		if v, ok := e.states(t, y)[what]; ok {
			return v, true
		}
	}
	var id, comp int
	if n, _ := fmt.Sscanf(what, "JOINT(%d,0,%d,1)", &id, &comp); n == 2 && e.forces != nil {
		f := e.forces(t, y)[id]
		return map[int]float64{1: f.Norm(), 2: f.X, 3: f.Y, 4: f.Z}[comp], true
	}
	for pattern, of := range map[string]func(motion) vec{
		"D%c(%d)":   func(p motion) vec { return p.at },
		"V%c(%d)":   func(p motion) vec { return p.v },
		"ACC%c(%d)": func(p motion) vec { return p.a },
	} {
		if n, _ := fmt.Sscanf(what, pattern, &axis, &marker); n == 2 {
			p, ok := points[marker]
			if axis == 'M' {
				return of(p).Norm(), ok
			}
			return of(p).At(int(axis - 'X')), ok
		}
	}
	if n, _ := fmt.Sscanf(what, "W%c(%d,%d,%d)", &axis, &marker, &other, &third); n == 4 && e.spins != nil {
		w, ok := e.spins(t, y)[marker]
		return w.At(int(axis - 'X')), ok
	}
	return 0, false
}

// integrateTo continues to a time by the method of order 5 of Dormand and Prince (1980) with control of the error.
func integrateTo(rate func(t float64, y, dy []float64), t *float64, y []float64, until, tol float64) {
	a := [7][6]float64{{}, {1. / 5}, {3. / 40, 9. / 40}, {44. / 45, -56. / 15, 32. / 9}, {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
		{9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656}, {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}}
	c := [7]float64{0, 0.2, 0.3, 0.8, 8. / 9, 1, 1}
	b := [7]float64{71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40} // of the error
	n := len(y)
	var k [7][]float64
	for s := range k {
		k[s] = make([]float64, n)
	}
	scale, z := make([]float64, n), make([]float64, n)
	for h := (until - *t) / 100; *t < until; {
		h = math.Min(h, until-*t)
		worst := 0.0
		for s := range k {
			for i := range y {
				z[i] = y[i]
				for p := range s {
					z[i] += h * a[s][p] * k[p][i]
				}
			}
			rate(*t+c[s]*h, z, k[s])
		}
		for i := range y {
			e := 0.0
			for s := range k {
				e += h * b[s] * k[s][i]
			}
			scale[i] = math.Max(scale[i], math.Max(math.Abs(y[i]), h*math.Abs(k[0][i])))
			if e != 0 {
				worst = math.Max(worst, math.Abs(e)/(tol*scale[i]+1e-300))
			}
		}
		if math.IsNaN(worst) {
			panic("the equations have no solution")
		}
		if worst <= 1 || h < 1e-12*until {
			*t += h
			if until-*t < 1e-13*until {
				*t = until
			}
			copy(y, z)
		}
		h *= math.Max(0.2, math.Min(3, 0.9*math.Pow(worst+1e-10, -0.2)))
	}
}
