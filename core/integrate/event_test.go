package integrate

import (
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"math"
	"testing"
)

// TestEvents drops a ball from 1 m onto a floor that reverses its speed and takes a fifth of it, with a state that is set to
// zero there, x' = 1 - x: events that Watch finds by the interpolant. Between them all is known.
func TestEvents(t *testing.T) {
	const g = 9.81
	for _, name := range append([]string{"RK4", "VERLET", "NEWMARK"}, allMethods...) {
		p := newToy(Layout{NQ: 1, NV: 1, NX: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] + g
			r.X[0] = p.XDot[0] + p.X[0] - 1
			return nil
		})
		s := NewPoint(&p.n)
		s.Q[0] = 1
		consistent(t, p, s)
		m, err := New(name)
		if err != nil {
			t.Fatal(err)
		}
		// of the flight: when it began, and the height and speed then
		began, height, speed := 0.0, 1.0, 0.0
		exact := func(at float64) (q, v, x float64) {
			d := at - began
			return height + speed*d - g*d*d/2, speed - g*d, -math.Expm1(-d)
		}
		tol := 1e-7
		if name == "HHT" || name == "NEWMARK" {
			tol = 1e-5
		}
		most, bound := 0.0, 100*tol
		look := func(pt *Point) {
			q, v, x := exact(pt.T)
			most = max(most, math.Abs(pt.Q[0]-q), math.Abs(pt.V[0]-v), math.Abs(pt.X[0]-x))
		}
		hit, at := NewPoint(&p.n), NewPoint(&p.n)
		var bounced bool
		o := Options{Tol: tol, HMax: 0.01, Interpolate: true}
		if name == "VERLET" || name == "CSTIFF" || name == "NEWMARK" {
			o.HMax, bound = 0.001, 1e-4
		}
		if name == "NEWMARK" {
			o.FixedStep = o.HMax
		}
		o.FindEvent = func() (*Point, float64, error) {
			if m.Now().Q[0] >= 0 || bounced {
				return nil, 0, nil
			}
			lo, hi := m.Now().T-m.Stats().H, m.Now().T
			for range 50 {
				if m.InterpolateAt((lo+hi)/2, hit); hit.Q[0] > 0 {
					lo = hit.T
				} else {
					hi = hit.T
				}
			}
			look(hit)
			hit.Q[0], hit.V[0], hit.A[0], hit.X[0], hit.XDot[0] = 0, -0.8*hit.V[0], -g, 0, 1
			bounced = true
			return hit, 1e-4, nil
		}
		if err := m.Init(p, s, &o); err != nil {
			t.Fatal(err)
		}
		bounces, fresh := 0, false
		for m.Now().T < 2 {
			from := m.Now().T
			if err := m.Step(2); err != nil {
				t.Fatal(name, err)
			}
			if h := m.Now().T - from; math.Abs(h-m.Stats().H) > 1e-12 || h > o.HMax*1.0001 || h <= 0 || fresh && h > 1.1e-4 && name != "RK4" && name != "VERLET" && name != "CSTIFF" && name != "NEWMARK" {
				t.Fatalf("%s: a step of %g, %g by the statistics, after an event: %v", name, h, m.Stats().H, fresh)
			}
			for i := range 4 { // the flight up to here
				if m.InterpolateAt(from+(m.Now().T-from)*float64(i)/4, at); at.T < m.Now().T {
					look(at)
				}
			}
			if fresh = bounced; bounced {
				bounces++
				bounced = false
				began, height, speed = m.Now().T, 0, m.Now().V[0]
				if m.Now() == hit || m.Now().X[0] != 0 {
					t.Fatalf("%s: the event is not the end of the step", name)
				}
			}
			look(m.Now())
		}
		// Falls end at √(2/g) and then 1.6 of it later, times 0.8 each: 0.45, 1.17, 1.75.
		if bounces != 3 || most > bound {
			t.Errorf("%s: %d bounces, off by %.2g", name, bounces, most)
		}
	}
}

// driven is a slider-crank, of which a row turns the crank by 2t + 0.3 sin 3t: angles of crank and rod, of lengths 1 and 2, and the
// slider's place. States follow its acceleration and the force on the crank.
func driven(states int) (*toy, *Point) {
	p := newToy(Layout{NQ: 3, NV: 3, NX: states, NL: 3}, func(r *Residual, p *Point) error {
		s1, c1 := math.Sincos(p.Q[0])
		s2, c2 := math.Sincos(p.Q[1])
		v1, v2 := p.V[0], p.V[1]
		r.V[0] = 2*p.A[0] - p.L[0] - c1*p.L[1] - s1*p.L[2]
		r.V[1] = 3*p.A[1] - 2*c2*p.L[1] - 2*s2*p.L[2]
		r.V[2] = 4*p.A[2] + 5*p.V[2] - p.L[2]
		r.Pos[0] = p.Q[0] - 2*p.T - 0.3*math.Sin(3*p.T)
		r.Vel[0] = v1 - 2 - 0.9*math.Cos(3*p.T)
		r.Acc[0] = p.A[0] + 2.7*math.Sin(3*p.T)
		r.Pos[1] = s1 + 2*s2
		r.Vel[1] = c1*v1 + 2*c2*v2
		r.Acc[1] = c1*p.A[0] + 2*c2*p.A[1] - s1*v1*v1 - 2*s2*v2*v2
		r.Pos[2] = p.Q[2] - c1 - 2*c2
		r.Vel[2] = p.V[2] + s1*v1 + 2*s2*v2
		r.Acc[2] = p.A[2] + s1*p.A[0] + 2*s2*p.A[1] + c1*v1*v1 + 2*c2*v2*v2
		if states > 0 {
			r.X[0] = p.XDot[0] + 4*p.X[0] - p.A[2]
			r.X[1] = p.XDot[1] + p.X[1] - p.L[0]/10 + p.X[0]
		}
		return nil
	})
	s := drivenAt(p, 0)
	return p, s
}

// drivenAt is the motion at t, by the geometry; states are 0.
func drivenAt(p *toy, t float64) *Point {
	s := NewPoint(&p.n)
	a, v, b := 2*t+0.3*math.Sin(3*t), 2+0.9*math.Cos(3*t), -2.7*math.Sin(3*t)
	sa, ca := math.Sincos(a)
	f := -math.Asin(sa / 2)
	sf, cf := math.Sincos(f)
	fv := -ca * v / (2 * cf)
	fb := (-ca*b + sa*v*v + 2*sf*fv*fv) / (2 * cf)
	s.T = t
	s.Q[0], s.Q[1], s.Q[2] = a, f, ca+2*cf
	s.V[0], s.V[1], s.V[2] = v, fv, -sa*v-2*sf*fv
	s.A[0], s.A[1], s.A[2] = b, fb, -sa*b-2*sf*fb-ca*v*v-2*cf*fv*fv
	s.L[2] = 4*s.A[2] + 5*s.V[2]
	s.L[1] = (3*s.A[1] - 2*sf*s.L[2]) / (2 * cf)
	s.L[0] = 2*s.A[0] - ca*s.L[1] - sa*s.L[2]
	return s
}

// off is the largest difference of motion and loads.
func off(a, b *Point) (most float64) {
	for _, x := range [][2][]float64{{a.Q, b.Q}, {a.V, b.V}, {a.A, b.A}, {a.L, b.L}, {a.X, b.X}, {a.XDot, b.XDot}} {
		most = math.Max(most, furthest(x[0], x[1]))
	}
	return most
}

// TestKinematic: a motion that rows determine is met at the ends of steps and between, also where the caller ends steps, and at its
// events; no step is longer than asked for.
func TestKinematic(t *testing.T) {
	for _, c := range []struct {
		n    Layout
		dof  int
		want bool
	}{{Layout{}, 0, true}, {Layout{}, 1, false}, {Layout{}, -1, true}, {Layout{NX: 1}, 0, false}, {Layout{RowLevel: []Level{Position, Velocity}}, 0, false},
		{Layout{RowLevel: []Level{Acceleration}}, 0, false}, {Layout{RowLevel: []Level{Position, Inactive}}, 0, true}} {
		if got := IsKinematicallyDetermined(&c.n, c.dof); got != c.want {
			t.Errorf("%+v with %d degrees of freedom: %v", c.n, c.dof, got)
		}
	}
	for _, interpolate := range []bool{true, false} {
		p, s := driven(0)
		m := NewKinematic()
		if !IsKinematic(m) || IsKinematicWithStates(m) {
			t.Error("not distinguished from others")
		}
		moved := false
		pt := NewPoint(&p.n)
		o := Options{HMax: 0.03, HMin: 1e-5, Interpolate: interpolate, ConstrTol: 1e-12}
		o.FindEvent = func() (*Point, float64, error) {
			if moved || m.Now().T < 1 {
				return nil, 0, nil
			}
			moved = true
			return drivenAt(p, m.Now().T-m.Stats().H/3), 1e-3, nil
		}
		if err := m.Init(p, s, &o); err != nil {
			t.Fatal(err)
		}
		steps, limit := 0, 0.05
		for m.Now().T < 3 {
			if limit <= m.Now().T+1e-12 {
				limit += 0.05
			}
			from, was := m.Now().T, moved
			if err := m.Step(limit); err != nil {
				t.Fatal(err)
			}
			steps++
			h := m.Now().T - from
			if h > 0.03*(1+1e-9) || h <= 0 || math.Abs(h-m.Stats().H) > 1e-12 || !interpolate && m.Now().T > limit || was && !interpolate && h < 1e-4 {
				t.Errorf("a step of %g to %g, %g by the statistics", h, m.Now().T, m.Stats().H)
			}
			for _, part := range []float64{0.1, 0.5, 0.8, 1} {
				if m.InterpolateAt(from+part*h, pt); off(pt, drivenAt(p, pt.T)) > 1e-9 || math.Abs(pt.T-from-part*h) > 1e-12 {
					t.Fatalf("off by %.2g at %g", off(pt, drivenAt(p, pt.T)), pt.T)
				}
			}
			if d := off(m.Now(), drivenAt(p, m.Now().T)); d > 1e-9 {
				t.Fatalf("off by %.2g at %g", d, m.Now().T)
			}
		}
		if st := m.Stats(); st.Steps != steps || p.accepted != steps || st.Rejected > 0 || steps > 140 || st.Evaluations < 2*steps || !moved {
			t.Errorf("%d steps, %d accepted: %+v", steps, p.accepted, *st)
		}
		m.NotifyProblemChanged()
		if err := m.Step(m.Now().T + 0.01); err != nil || off(m.Now(), drivenAt(p, m.Now().T)) > 1e-9 {
			t.Errorf("after a restart: %v", err)
		}
		if !interpolate && m.Step(1) == nil {
			t.Error("a limit in the past is accepted")
		}
	}
}

// TestKinematicBranch: where a step as long as asked for would end on the other branch, q = ±√u behind a fast approach to zero, it
// is made shorter; where rows cannot be met the run ends and names one.
func TestKinematicBranch(t *testing.T) {
	// The rod's angle f with sin f = -r sin(8t), r near 1: it turns round fast.
	const r = 0.97
	p := newToy(Layout{NQ: 1, NV: 1, NL: 1}, func(res *Residual, p *Point) error {
		s, c := math.Sincos(p.Q[0])
		s8, c8 := math.Sincos(8 * p.T)
		v := p.V[0]
		res.V[0] = p.A[0] - c*p.L[0]
		res.Pos[0] = s + r*s8
		res.Vel[0] = c*v + 8*r*c8
		res.Acc[0] = c*p.A[0] - s*v*v - 64*r*s8
		return nil
	})
	s := NewPoint(&p.n)
	s.V[0] = -8 * r
	m := NewKinematic()
	if err := m.Init(p, consistent(t, p, s), &Options{HMax: 0.05, HMin: 1e-6}); err != nil {
		t.Fatal(err)
	}
	for m.Now().T < 2 {
		if err := m.Step(2); err != nil {
			t.Fatal(err)
		}
		if want := -math.Asin(r * math.Sin(8*m.Now().T)); math.Abs(m.Now().Q[0]-want) > 1e-7 {
			t.Fatalf("at %g the angle is %g, wanted %g", m.Now().T, m.Now().Q[0], want)
		}
	}
	if st := m.Stats(); st.Rejected == 0 || st.Rejected > 3 || st.Steps > 45 || st.Steps < 41 { // 40 as long as they may be
		t.Errorf("%+v", *st)
	}
	for m.Now().T < 3 { // longer steps again
		if err := m.Step(3); err != nil {
			t.Fatal(err)
		}
	}
	p.eval = func(res *Residual, p *Point) error {
		res.V[0] = p.A[0] - 2*p.Q[0]*p.L[0]
		res.Pos[0] = p.Q[0]*p.Q[0] + p.T - 1
		res.Vel[0] = 2*p.Q[0]*p.V[0] + 1
		res.Acc[0] = 2*p.Q[0]*p.A[0] + 2*p.V[0]*p.V[0]
		return nil
	}
	s = NewPoint(&p.n)
	s.Q[0], s.V[0] = 1, -0.5
	m = NewKinematic()
	if err := m.Init(p, consistent(t, p, s), &Options{HMax: 0.05}); err != nil {
		t.Fatal(err)
	}
	var err error
	for err == nil && m.Now().T < 2 {
		err = m.Step(2)
	}
	if c, ok := err.(*ConvergenceError); !ok || m.Now().T < 0.99 || m.Now().T > 1 || c.T > 1.001 || math.Abs(m.Now().Q[0]-math.Sqrt(1-m.Now().T)) > 1e-6 {
		t.Errorf("at %g: %v", m.Now().T, err)
	}
}

// TestGuided: states that follow accelerations and reactions of a motion that rows determine.
func TestGuided(t *testing.T) {
	p, _ := driven(2)
	// States by the classical Runge-Kutta method along the motion in closed form.
	rate := func(at float64, x [2]float64) [2]float64 {
		d := drivenAt(p, at)
		return [2]float64{d.A[2] - 4*x[0], d.L[0]/10 - x[1] - x[0]}
	}
	const n = 600 // steps of 1/200 s
	var ref [n + 1][2]float64
	for i := range n {
		at, h, x := float64(i)/200, 1.0/200, ref[i]
		step := func(k [2]float64, f float64) [2]float64 { return [2]float64{x[0] + f*k[0], x[1] + f*k[1]} }
		k1 := rate(at, x)
		k2 := rate(at+h/2, step(k1, h/2))
		k3 := rate(at+h/2, step(k2, h/2))
		k4 := rate(at+h, step(k3, h))
		for j := range x {
			ref[i+1][j] = x[j] + h/6*(k1[j]+2*k2[j]+2*k3[j]+k4[j])
		}
	}
	known := func(i int) *Point {
		at := float64(i) / 200
		w := drivenAt(p, at)
		copy(w.X, ref[i][:])
		x := rate(at, ref[i])
		copy(w.XDot, x[:])
		return w
	}
	for _, c := range []struct {
		method      string
		tol, bound  float64
		steps, most int
	}{{"DSTIFF", 1e-5, 2e-5, 100, 500}, {"VSTIFF", 1e-5, 2e-5, 100, 500}, {"MSTIFF", 1e-5, 2e-5, 60, 300}, {"ABAM", 1e-5, 1e-5, 60, 300}, {"HHT", 1e-4, 1e-3, 100, 3000}, {"DOP853", 1e-5, 1e-4, 15, 100}, {"RK4", 0, 1e-5, 299, 302}} {
		for _, interpolate := range []bool{true, false} {
			p, s := driven(2)
			copy(s.XDot, known(0).XDot)
			inner, err := New(c.method)
			if err != nil {
				t.Fatal(err)
			}
			if !traits.TraitsByIntegratorName(c.method).AlongRows || !HasKinematicMotionAndStates(&p.n, 0) || HasKinematicMotionAndStates(&p.n, 1) {
				t.Errorf("%s is not taken for a guided method", c.method)
			}
			m := NewKinematicWithStates(inner)
			o := Options{Tol: c.tol, HMax: 0.2, Interpolate: interpolate, ConstrTol: 1e-12}
			if c.method == "RK4" {
				o.HMax = 0.01
			}
			marked := 0.0
			o.FindEvent = func() (*Point, float64, error) { // an event that changes nothing
				if marked > 0 || m.Now().T < 1 {
					return nil, 0, nil
				}
				pt := NewPoint(&p.n)
				marked = m.Now().T - m.Stats().H/4
				m.InterpolateAt(marked, pt)
				return pt, 0, nil
			}
			if err := m.Init(p, s, &o); err != nil {
				t.Fatal(err)
			}
			pt, most, mostX := NewPoint(&p.n), 0.0, 0.0
			for i := 10; i <= n; i += 10 {
				for at := float64(i) / 200; m.Now().T < at; {
					if err := m.Step(at); err != nil {
						t.Fatal(c.method, err)
					}
					if was := m.Now(); off(was, &Point{was.T, drivenAt(p, was.T).Q, drivenAt(p, was.T).V, drivenAt(p, was.T).A, was.X, was.XDot, nil, drivenAt(p, was.T).L}) > 1e-8 {
						t.Fatalf("%s: the motion is off at %g", c.method, was.T)
					}
				}
				m.InterpolateAt(float64(i)/200, pt)
				w := known(i)
				mostX = math.Max(mostX, math.Max(furthest(pt.X, w.X), furthest(pt.XDot, w.XDot)/10))
				copy(pt.X, w.X)
				copy(pt.XDot, w.XDot)
				most = math.Max(most, off(pt, w))
			}
			st := m.Stats()
			if most > 1e-8 || mostX > c.bound || marked == 0 {
				t.Errorf("%s: motion off by %.2g, states by %.2g", c.method, most, mostX)
			}
			if interpolate && (st.Steps < c.steps || st.Steps > c.most) || st.Evaluations < st.Steps || p.accepted != st.Steps {
				t.Errorf("%s: %d accepted, %+v", c.method, p.accepted, *st)
			}
		}
	}
	for _, name := range []string{traits.RADAU, traits.CSTIFF, traits.VERLET, traits.NSC} {
		if traits.TraitsByIntegratorName(name).AlongRows {
			t.Errorf("%s is taken for a guided method", name)
		}
	}
	for _, n := range []Layout{{}, {NX: 201}, {NX: 1, RowLevel: []Level{Velocity}}, {NX: 1, RowLevel: []Level{Acceleration}}} {
		if HasKinematicMotionAndStates(&n, 0) {
			t.Errorf("%+v is taken for guided", n)
		}
	}
}
