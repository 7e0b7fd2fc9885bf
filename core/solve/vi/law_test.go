package vi

import (
	"math"
	"testing"
)

// ball is one body of 1 kg on a plane, of radius 1/2 and moment of inertia 0.1 (a full sphere), with one contact below
// its centre. gx and gz are the components of gravity.
func ball(c Cone, h, gx, gz float64) (w *world, step func(s Solver) (Result, error)) {
	w = &world{h: h, n: 1}
	m := make([]float64, 36)
	for k := range 6 {
		v := 1.0
		if k > 2 {
			v = 0.1
		}
		m[7*k] = v
		w.mass = append(w.mass, v)
	}
	w.p.H = []Block{{0, 0, m}}
	w.p.Rows = NewRows([]int{6})
	w.p.F, w.q, w.u = make([]float64, 6), make([]float64, 6), make([]float64, 6)
	r := w.p.Rows
	row := r.AddCone(c, 0)
	copy(r.JacobianBlock(row, 0), []float64{0, 0, 1})
	k := row + 1
	for i := range int(c.Rows[tangents]) {
		d := [3]float64{}
		d[i] = 1
		copy(r.JacobianBlock(k, 0), arm(d, [3]float64{0, 0, -.5}, 1))
		k++
	}
	for i := range int(c.Rows[rolling]) {
		r.JacobianBlock(k, 0)[3+i] = 1
		k++
	}
	if c.Rows[spinning] > 0 {
		r.JacobianBlock(k, 0)[5] = 1
	}
	return w, func(s Solver) (Result, error) {
		for i, v := range w.q {
			w.p.F[i] = w.mass[i] * v
		}
		w.p.F[0] += gx * h
		w.p.F[2] += gz * h
		r.B[0] = w.u[2] / h
		res, err := s.Solve(&w.p, w.q)
		for i, v := range w.q {
			w.u[i] += h * v
		}
		return res, err
	}
}

// point is the contact of a block that cannot turn: its rows do not turn it.
func point(mu, h, gx, gz float64) (*world, func(Solver) (Result, error)) {
	w, step := ball(CoulombCone(mu), h, gx, gz)
	for i := range 3 {
		clear(w.p.Rows.JacobianBlock(i, 0)[3:])
	}
	return w, step
}

func run(t *testing.T, name string, step func(Solver) (Result, error), n int, after func()) {
	t.Helper()
	s := solver(t, name, 1e-10, 2000)
	for k := range n {
		res, err := step(s)
		if err != nil || res.Status != Converged {
			t.Fatalf("%s, step %d: %+v %v", name, k, res, err)
		}
		if after != nil {
			after()
		}
	}
}

// A block of 5 m/s on μ = 1/2 stops after v²/(2 μ g) = 2.54842 m and never leaves the floor (without De Saxcé's term it
// jumps to 0.2 m).
func TestBlockStops(t *testing.T) {
	const h, mu = 1e-3, 0.5
	for _, name := range names {
		w, step := point(mu, h, 0, -gravity)
		w.q[0] = 5
		high := 0.0
		run(t, name, step, 1100, func() { high = max(high, math.Abs(w.u[2])) })
		// Speeds at the ends of steps: n steps cover n h (5 − μ g h (n + 1)/2), n the whole part of 5/(μ g h).
		n := math.Floor(5 / (mu * gravity * h))
		if want := n * h * (5 - mu*gravity*h*(n+1)/2); math.Abs(w.u[0]-want) > 1e-6 { // 1100 steps of 1 ms with 1e-10 m/s: far below
			t.Errorf("%s: stops after %.8f m, want %.8f", name, w.u[0], want)
		}
		if math.Abs(w.u[0]-25/(2*mu*gravity)) > 5*h/2*1.01 { // Euler: half a step at the first speed
			t.Errorf("%s: stops after %g m", name, w.u[0])
		}
		if high > 1e-9 {
			t.Errorf("%s: leaves the floor by %g m", name, high)
		}
	}
}

// On an incline of 20° a block slides g (sin − μ cos)/2 t² with μ = 0.2 and sticks with 0.5: no creep in 10 s.
func TestIncline(t *testing.T) {
	const h = 1e-3
	a := 20 * math.Pi / 180
	for _, name := range names {
		w, step := point(0.2, h, gravity*math.Sin(a), -gravity*math.Cos(a))
		run(t, name, step, 1000, nil)
		acc := gravity * (math.Sin(a) - 0.2*math.Cos(a))
		if want := acc / 2 * (1 + h); math.Abs(w.u[0]-want) > 1e-6 { // the sum of 1000 steps; 0.755770 m for h → 0
			t.Errorf("%s: slides %.8f m, want %.8f", name, w.u[0], want)
		}
		w, step = point(0.5, h, gravity*math.Sin(a), -gravity*math.Cos(a))
		run(t, name, step, 10000, nil)
		if math.Abs(w.u[0]) > 1e-8 {
			t.Errorf("%s: creeps %g m in 10 s", name, w.u[0])
		}
	}
}

// A sphere that slides at 1 m/s ends up rolling at 5/7 m/s and 10/7 rad/s.
func TestSlipToRoll(t *testing.T) {
	for _, name := range names {
		w, step := ball(CoulombCone(0.3), 1e-3, 0, -gravity)
		w.q[0] = 1
		run(t, name, step, 500, nil)
		// The transition falls within a step, which friction then does not use up: both laws of
		// motion are linear in the impulse, so the end is exact up to the tolerance of 500 steps.
		if math.Abs(w.q[0]-5.0/7) > 1e-7 || math.Abs(w.q[4]-10.0/7) > 2e-7 {
			t.Errorf("%s: rolls at %.9f m/s, %.9f rad/s", name, w.q[0], w.q[4])
		}
	}
}

// Rolling resistance of length ρ slows a rolling sphere by (5/7) g ρ/r: the moment ρ N acts on the inertia about the
// contact, (7/5) m r². Spinning about the normal slows by ρ_s N/I. Each ends at rest.
func TestRollingAndSpinning(t *testing.T) {
	const rho, spin = 0.01, 0.004
	for _, name := range sharp {
		w, step := ball(RollingCone(0.8, rho, spin), 1e-3, 0, -gravity)
		w.q[0], w.q[4], w.q[5] = 1, 2, 50
		run(t, name, step, 1000, nil)
		if want := 1 - 5.0/7*gravity*rho/0.5; math.Abs(w.q[0]-want) > 1e-6 { // 1000 steps with 1e-10 and rounding of sums
			t.Errorf("%s: rolls at %.9f m/s after 1 s, want %.9f", name, w.q[0], want)
		}
		if want := 50 - spin*gravity/0.1; math.Abs(w.q[5]-want) > 1e-6 {
			t.Errorf("%s: spins at %.9f rad/s after 1 s, want %.9f", name, w.q[5], want)
		}
		w.q[0], w.q[4], w.q[5] = 0.05, 0.1, 0.1
		run(t, name, step, 500, nil)
		if math.Abs(w.q[0])+math.Abs(w.q[5]) > 1e-8 {
			t.Errorf("%s: does not come to rest: %v", name, w.q)
		}
	}
}

// Cohesion as a force times h holds a ball at the ceiling when it is greater than the weight,
// at every step size.
func TestCohesion(t *testing.T) {
	for _, h := range []float64{1e-3, 1e-2} {
		for _, hold := range []float64{9.9, 9.7} {
			for _, name := range names {
				c := CoulombCone(0.5)
				c.Cohesion = hold * h
				w, step := ball(c, h, 0, gravity) // pulled away from the contact
				run(t, name, step, int(1/h), nil)
				if held := math.Abs(w.u[2]) < 1e-6; held != (hold > gravity) {
					t.Errorf("%s, h %g: %g N against a weight of %g N: moved %g m", name, h, hold, gravity, w.u[2])
				}
			}
		}
	}
}

// A clutch is a box on the multiplier of a row that wants equal speeds. 60 N m between shafts of 6 and 4/3 kg m²,
// 10 rad/s and 0, slip until 10/(60 (1/6 + 3/4)) = 0.181818 s and continue at 60/7.33333 = 8.181818 rad/s.
func TestClutch(t *testing.T) {
	const h = 1e-3
	for _, name := range names {
		p := &Problem{Rows: NewRows([]int{1, 1}), F: make([]float64, 2), H: []Block{{0, 0, []float64{6}}, {1, 1, []float64{4.0 / 3}}}}
		row := p.Rows.AddBox(-60*h, 60*h, 0, 1)
		p.Rows.JacobianBlock(row, 0)[0], p.Rows.JacobianBlock(row, 1)[0] = 1, -1
		q := []float64{10, 0}
		sync := 0.0
		k := 0
		run(t, name, func(s Solver) (Result, error) {
			p.F[0], p.F[1] = 6*q[0], 4.0/3*q[1]
			return s.Solve(p, q)
		}, 300, func() {
			if k++; sync == 0 && math.Abs(q[0]-q[1]) < 1e-8 {
				sync = float64(k) * h
			}
		})
		if sync < 0.181818 || sync > 0.181819+h {
			t.Errorf("%s: in step at %g s", name, sync)
		}
		if math.Abs(q[0]-60/(22.0/3)) > 1e-9 || math.Abs(q[1]-q[0]) > 1e-9 {
			t.Errorf("%s: speeds %v", name, q)
		}
	}
}

// A rope of slack 1.859 m: free fall until √(2·1.859/g) = 0.615628 s, then taut, not longer.
func TestRope(t *testing.T) {
	const h, slack = 1e-3, 1.859
	for _, name := range sharp {
		p := &Problem{Rows: NewRows([]int{1}), F: make([]float64, 1), H: []Block{{0, 0, []float64{2}}}}
		row := p.Rows.AddUnilateral(0)
		p.Rows.JacobianBlock(row, 0)[0] = -1
		q, x, taut := []float64{0}, 0.0, 0.0
		k := 0
		run(t, name, func(s Solver) (Result, error) {
			p.F[0] = 2 * (q[0] + gravity*h)
			p.Rows.B[row] = (slack - x) / h
			return s.Solve(p, q)
		}, 1000, func() {
			x += h * q[0]
			if k++; taut == 0 && p.Rows.L[row] > 0 {
				taut = float64(k) * h
			}
		})
		if math.Abs(taut-math.Sqrt(2*slack/gravity)) > h || math.Abs(x-slack) > 1e-9 {
			t.Errorf("%s: taut at %g s, length %.12f", name, taut, x)
		}
		if want := 2 * gravity * h; math.Abs(p.Rows.L[row]-want) > 1e-8 {
			t.Errorf("%s: the rope holds %g N s a step, want %g", name, p.Rows.L[row], want)
		}
	}
}
