package vi

import (
	"math"
	"math/rand/v2"
	"testing"
)

// pyramid is balls of 1 kg and 1 m in layers of m × m, (m−1) × (m−1), …, each in the hollow between four below it; the lowest on the ground.
// Balls have random speeds of about the given one, and gravity acts for 5 ms.
func pyramid(m int, mu, speed float64, seed uint64) *world {
	var at [][3]float64
	for layer := range m {
		n := m - layer
		for i := range n {
			for j := range n {
				at = append(at, [3]float64{float64(i) - float64(n)/2, float64(j) - float64(n)/2, float64(layer) * math.Sqrt(0.5)})
			}
		}
	}
	w := column(len(at), false, mu, 0.005)
	w.p.Rows.RemoveRowsFrom(0)
	for a, p := range at {
		if p[2] == 0 {
			w.contact(a, -1, [3]float64{0, 0, -.5}, [3]float64{}, mu)
		}
		for b, o := range at[:a] {
			d := [3]float64{p[0] - o[0], p[1] - o[1], p[2] - o[2]}
			if d[0]*d[0]+d[1]*d[1]+d[2]*d[2] < 1.01 {
				w.ballContact(a, b, d, mu)
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range w.q {
		w.p.F[i] = w.mass[i] * speed * r.NormFloat64()
		if i%6 == 2 {
			w.p.F[i] -= w.mass[i] * gravity * w.h
		}
	}
	return w
}

// ballContact adds the contact of two balls of diameter 1, d from the middle of b to that of a.
func (w *world) ballContact(a, b int, d [3]float64, mu float64) {
	t := [3]float64{d[1], -d[0], 0}
	if s := math.Hypot(t[0], t[1]); s > 0 {
		t[0], t[1] = t[0]/s, t[1]/s
	} else {
		t[0] = 1
	}
	u := [3]float64{d[1]*t[2] - d[2]*t[1], d[2]*t[0] - d[0]*t[2], d[0]*t[1] - d[1]*t[0]}
	p, o := [3]float64{-d[0] / 2, -d[1] / 2, -d[2] / 2}, [3]float64{d[0] / 2, d[1] / 2, d[2] / 2}
	r := w.p.Rows
	row := r.AddCone(CoulombCone(mu), a, b)
	for k, dir := range [][3]float64{d, t, u} {
		copy(r.JacobianBlock(row+k, 0), arm(dir, p, 1))
		copy(r.JacobianBlock(row+k, 1), arm(dir, o, -1))
	}
}

// TestPileSweeps: a pyramid of 140 balls that is hit is solved by sweeps, without a factor. What holds is CoulombCone's law at each contact (violation), and the
// balance of momentum upwards, whose only forces from outside are gravity and those of the ground.
func TestPileSweeps(t *testing.T) {
	for seed := range uint64(3) {
		for _, mu := range []float64{0, 0.3} {
			w := pyramid(7, mu, 0.3, seed)
			s := solver(t, "auto", 1e-5, 0)
			res, err := s.Solve(&w.p, w.q)
			if err != nil || res.Status != Converged || res.Sweeps == 0 || res.Factorizations != 0 {
				t.Fatalf("mu %g: %+v %v", mu, res, err)
			}
			if v := violation(&w.p, w.q); v > 1e-4 {
				t.Errorf("mu %g: violation %.2g m/s", mu, v)
			}
			change, push := 0.0, 0.0
			for i := 2; i < len(w.q); i += 6 {
				change += w.mass[i]*w.q[i] - w.p.F[i]
			}
			for _, u := range w.p.Rows.units {
				if u.end-u.ent == 1 {
					push += w.p.Rows.L[u.row]
				}
			}
			if math.Abs(change-push) > 1e-9*push || !(push > 0) {
				t.Errorf("mu %g: momentum changes by %g, the ground pushes with %g", mu, change, push)
			}
			if n := testing.AllocsPerRun(3, func() {
				clear(w.p.Rows.L)
				if _, err := s.Solve(&w.p, w.q); err != nil {
					t.Error(err)
				}
			}); n != 0 {
				t.Errorf("mu %g: %g allocations", mu, n)
			}
		}
	}
}

// TestPileSpeeds: sweeps and Newton's method find the same speeds of a pyramid without friction, where they are unique.
func TestPileSpeeds(t *testing.T) {
	w := pyramid(7, 0, 0.3, 5)
	if _, err := solver(t, "auto", 1e-9, 5000).Solve(&w.p, w.q); err != nil {
		t.Fatal(err)
	}
	x := pyramid(7, 0, 0.3, 5)
	if res, err := solver(t, "newton", 1e-10, 0).Solve(&x.p, x.q); err != nil || res.Status != Converged {
		t.Fatalf("%+v %v", res, err)
	}
	for i, v := range x.q {
		if math.Abs(v-w.q[i]) > 1e-6 {
			t.Fatalf("speed %d: %g by sweeps, %g by Newton's method", i, w.q[i], v)
		}
	}
}

// TestIsPile: columns, heaps in one layer and what joints hold are not piles.
func TestIsPile(t *testing.T) {
	var a Auto
	pile := pyramid(5, 0.5, 0, 1)
	joined := pyramid(5, 0.5, 0, 1)
	joined.p.Rows.AddLock(3, 0, 1)
	flat := column(40, false, 0.5, 0.005)
	flat.p.Rows.RemoveRowsFrom(0)
	for i := range 40 {
		flat.contact(i, -1, [3]float64{0, 0, -.5}, [3]float64{}, 0.5)
	}
	for name, x := range map[string]struct {
		w    *world
		want bool
	}{"pyramid": {pile, true}, "small": {pyramid(3, 0.5, 0, 1), false}, "column": {column(50, true, 0.5, 0.005), false}, "layer": {flat, false}, "joint": {joined, false}} {
		if got, _, _ := a.isPile(&x.w.p); got != x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestUnloadedFillNothing: contacts without a load, of balls that fly apart, have no place in the factors of Newton's method, and get one when they bear.
func TestUnloadedFillNothing(t *testing.T) {
	w := pyramid(6, 0, 0, 1)
	n := solver(t, "newton", 1e-8, 0).(*Newton)
	fall := func(apart float64) {
		for i := range w.p.Rows.B {
			if w.p.Rows.Mode[i] == Normal {
				w.p.Rows.B[i] = apart
			}
		}
		clear(w.p.Rows.L)
		if res, err := n.Solve(&w.p, w.q); err != nil || res.Status != Converged {
			t.Fatalf("%+v %v", res, err)
		}
	}
	fall(1)
	if most := 36 * w.n; n.sym.FactorValueCount() > most {
		t.Errorf("%d numbers in the factors of %d bodies that fly, want %d at most", n.sym.FactorValueCount(), w.n, most)
	}
	fall(0)
	if load := sumOfLoads(w); !(load > 0) || n.sym.FactorValueCount() <= 36*w.n {
		t.Errorf("balls that touch bear %g, with %d numbers in the factors", load, n.sym.FactorValueCount())
	}
	fall(1)
	if most := 36 * w.n; n.sym.FactorValueCount() > most {
		t.Errorf("%d numbers in the factors of %d bodies that fly again, want %d at most", n.sym.FactorValueCount(), w.n, most)
	}
}

func sumOfLoads(w *world) (sum float64) {
	for i, m := range w.p.Rows.Mode {
		if m == Normal {
			sum += w.p.Rows.L[i]
		}
	}
	return sum
}
