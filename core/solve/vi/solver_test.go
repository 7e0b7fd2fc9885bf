package vi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var names = []string{"newton", "auto", "ipm", "admm", "psor", "apgd", "bb"}

func solver(t testing.TB, name string, tol float64, iter int) Solver {
	s, err := NewSolver(name, Options{Tol: tol, Iter: iter})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// violation checks a solution by the laws themselves, not by projections: the first
// equation, the admissible sets, signs, complementarity and the direction of friction.
// All are in the unit of c (multipliers times g).
func violation(p *Problem, q []float64) (worst float64) {
	var w workspace
	if err := w.prepareProblem(p, append([]float64(nil), q...)); err != nil {
		return math.Inf(1)
	}
	r := p.Rows
	g := make([]float64, len(q))
	note := func(v float64) { worst = maxOrNaN(worst, v) }
	note(w.forceResidual(g, q))
	c := make([]float64, r.RowCount())
	w.multiplyActiveJacobian(c, q)
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		for i := lo; i < hi; i++ {
			c[i] += r.B[i] + r.Compliance[i]*r.L[i]
		}
		l, by := r.L[lo:hi], w.g[lo:hi]
		if !it.cone {
			note(max(0, r.Lo[lo]-l[0], l[0]-r.Hi[lo]) * by[0])
			note(min(max(0, c[lo]), (l[0]-r.Lo[lo])*by[0]))  // positive only at the lower bound
			note(min(max(0, -c[lo]), (r.Hi[lo]-l[0])*by[0])) // negative only at the upper
			continue
		}
		cone := &w.cones[w.cone[k]]
		if !inside(cone, l) {
			note(1)
		}
		n := l[0] + cone.Cohesion
		note(max(0, -c[lo]))
		note(min(max(0, c[lo]), n*by[0]))
		at := 1
		for k, rows := range cone.Rows {
			x, v, own := l[at:at+int(rows)], c[int(lo)+at:int(lo)+at+int(rows)], by[at:]
			at += int(rows)
			speed := norm(v)
			if rows == 0 || cone.Length[k] == 0 || speed == 0 {
				continue
			}
			room := (cone.Length[k]*n - norm(x)) * own[0]
			note(min(speed, room)) // slides only on the boundary
			power := 0.0
			for i := range x {
				power += x[i] * v[i]
			}
			note(min(speed, math.Abs(power/speed+norm(x))*own[0])) // and friction is against it
		}
	}
	return worst
}

var recipes = map[string]recipe{
	"bounds":                {false, false, false, []int{6, 6, 3, 1}},
	"bounds, locks":         {false, true, false, []int{6, 6, 3, 1}},
	"bounds, locks, stiff":  {false, true, true, []int{6, 6, 3, 1}},
	"contact":               {true, false, false, []int{6}},
	"contact, locks":        {true, true, false, []int{6, 6, 3, 1}},
	"contact, locks, stiff": {true, true, true, []int{6, 6, 3, 1}},
}

// 200 random problems of each kind. Newton solves them all; the alternatives solve
// those that they take and agree where the solution is unique (without friction), or say
// that they did not. Each solution obeys the laws.
func TestRandomProblems(t *testing.T) {
	const tol = 1e-7
	for name, want := range recipes {
		t.Run(name, func(t *testing.T) {
			short := map[string]int{}
			for seed := range uint64(200) {
				var first []float64
				for _, s := range names {
					p, q := random(rand.New(rand.NewPCG(seed, 7)), want)
					res, err := solver(t, s, tol, 3000).Solve(p, q)
					if err != nil {
						if want.coupled && s != "newton" && s != "admm" && s != "ipm" && s != "auto" {
							continue
						}
						t.Fatalf("seed %d, %s: %v", seed, s, err)
					}
					if res.Status != Converged {
						if s == "newton" || res.Status == Failed {
							t.Errorf("seed %d, %s: %+v", seed, s, res)
						}
						if !(res.Residual > tol) {
							t.Errorf("seed %d, %s: %v with a residual of %g", seed, s, res.Status, res.Residual)
						}
						short[s]++
						continue
					}
					// A residual of tol lets complementary values be some tol off, by the shape of the cone.
					if v := violation(p, q); v > 10*tol {
						t.Errorf("seed %d, %s: laws are violated by %.2g, residual %.2g", seed, s, v, res.Residual)
					}
					if first == nil {
						first = append(first, q...)
					} else if !want.friction {
						for i, v := range q {
							// An error of the residual is one of q times the condition of H, up to 1e3 here.
							if math.Abs(v-first[i]) > 1e3*tol*(1+math.Abs(v)) {
								t.Errorf("seed %d, %s: q[%d] = %g, newton %g", seed, s, i, v, first[i])
							}
						}
					}
				}
			}
			for s, n := range short {
				if n > 20 { // ADMM, PSOR and BB converge linearly
					t.Errorf("%s: %d of 200 problems not solved in 3000 iterations", s, n)
				}
			}
		})
	}
}

func TestNothingAllocated(t *testing.T) {
	for _, s := range names {
		w := column(10, true, 0.5, 0.005)
		one := solver(t, s, 1e-7, 300)
		step := func() {
			if _, err := w.step(one); err != nil {
				t.Fatal(err)
			}
		}
		step()
		if n := testing.AllocsPerRun(20, step); n != 0 {
			t.Errorf("%s: %v allocations a step", s, n)
		}
	}
}

// The Schur solvers say which block they cannot treat; wrong numbers are refused by row.
func TestRefusals(t *testing.T) {
	two := func() (*Problem, []float64) {
		p := &Problem{Rows: NewRows([]int{1, 1}), F: []float64{1, 1}}
		p.H = []Block{{0, 0, []float64{1}}, {1, 1, []float64{1}}}
		copy(p.Rows.JacobianBlock(p.Rows.AddUnilateral(0), 0), []float64{1})
		return p, make([]float64, 2)
	}
	schur := []string{"psor", "apgd", "bb"}
	for _, k := range []struct {
		change func(p *Problem)
		who    []string
		says   string
	}{
		{func(p *Problem) { p.H = append(p.H, Block{0, 1, []float64{0.1}}, Block{1, 0, []float64{0.1}}) }, schur, "joins blocks 0 and 1: use newton or admm"},
		{func(p *Problem) { p.H[1].V[0] = 0 }, schur, "block 1 is not so in row 0"},
		{func(p *Problem) { p.Rows.B[0] = math.NaN() }, names, "row 0 (unilateral): known part NaN"},
		{func(p *Problem) { p.Rows.Compliance[0] = -1 }, names, "row 0 (unilateral)"},
		{func(p *Problem) { p.Rows.JacobianBlock(0, 0)[0] = 0 }, names, "row 0 (unilateral) acts on nothing"},
		{func(p *Problem) { p.Rows.JacobianBlock(0, 0)[0] = math.Inf(1) }, names, "row 0 (unilateral)"},
		{func(p *Problem) { p.H[0].V[0], p.H[1].V[0] = 0, 0 }, names, "diagonal of H is 0"},
	} {
		for _, s := range k.who {
			p, q := two()
			k.change(p)
			if _, err := solver(t, s, 1e-8, 0).Solve(p, q); err == nil || !strings.Contains(err.Error(), k.says) {
				t.Errorf("%s: error %v, want %q", s, err, k.says)
			}
		}
	}
	for _, s := range names { // not silent about numbers that are not finite
		p, q := two()
		p.F[0] = math.NaN()
		if res, err := solver(t, s, 1e-8, 0).Solve(p, q); err == nil && res.Status != Failed {
			t.Errorf("%s: %v for a force that is not a number", s, res.Status)
		}
	}
	for _, name := range []string{"gauss", "Newton "} {
		if _, err := NewSolver(name, Options{}); err == nil || !strings.Contains(err.Error(), "psor") {
			t.Errorf("solver %q: %v", name, err)
		}
	}
	if _, err := NewSolver("", Options{Tol: -1}); err == nil {
		t.Error("negative tolerance taken")
	}
}

// Redundant rows: three equal Lock rows share the multiplier, and what contradicts is not
// reported as solved.
func TestRedundantLocks(t *testing.T) {
	for _, s := range []string{"newton", "admm", "ipm", "auto"} {
		for _, b := range []float64{0, 1} {
			p := &Problem{Rows: NewRows([]int{2}), F: []float64{3, 1}, H: []Block{{0, 0, []float64{2, 0, 0, 1}}}}
			for k := range 3 {
				row := p.Rows.AddLock(1, 0)
				copy(p.Rows.JacobianBlock(row, 0), []float64{1, 0})
				p.Rows.B[row] = -0.5 + b*float64(k)
			}
			q := make([]float64, 2)
			res, err := solver(t, s, 1e-8, 50).Solve(p, q)
			if err != nil {
				t.Fatal(err)
			}
			if b != 0 {
				if res.Status == Converged {
					t.Errorf("%s: contradiction solved: q %v", s, q)
				}
				continue
			}
			sum := p.Rows.L[0] + p.Rows.L[1] + p.Rows.L[2]
			if res.Status != Converged || math.Abs(q[0]-0.5) > 1e-8 || math.Abs(q[1]-1) > 1e-8 || math.Abs(sum+2) > 1e-7 {
				t.Errorf("%s: %+v q %v, multipliers %v", s, res, q, p.Rows.L)
			}
		}
	}
}

func ExampleNew() {
	// A mass of 2 kg that falls at 3 m/s meets the ground: 0 ≤ v ⟂ impulse ≥ 0.
	p := &Problem{Rows: NewRows([]int{1}), F: []float64{2 * -3}, H: []Block{{0, 0, []float64{2}}}}
	row := p.Rows.AddUnilateral(0)
	p.Rows.JacobianBlock(row, 0)[0] = 1
	s, _ := NewSolver("", Options{})
	q := []float64{-3}
	res, _ := s.Solve(p, q)
	fmt.Printf("%v: speed %.3f, impulse %.3f\n", res.Status, math.Abs(q[0]), p.Rows.L[row])
	// Output: converged: speed 0.000, impulse 6.000
}

// A body without mass that a joint ties to one of 2 kg and a stiff spring ties to a third, an unsymmetric damping, a
// bound and a contact at once: what only the two general solvers take. Compared with the
// solution by hand.
func TestMasslessBodyWithAll(t *testing.T) {
	for _, s := range []string{"newton", "admm", "auto"} {
		p := &Problem{Rows: NewRows([]int{1, 1, 1}), F: []float64{0, -6, 1}}
		p.H = []Block{
			{1, 1, []float64{2}}, {2, 2, []float64{1}},
			{0, 0, []float64{1e4}}, {0, 2, []float64{-1e4}}, {2, 0, []float64{-1e4}}, {2, 2, []float64{1e4}}, // the spring
			{1, 2, []float64{0.5}}, // unsymmetric
		}
		joint := p.Rows.AddLock(1, 0, 1) // q0 = q1
		p.Rows.JacobianBlock(joint, 0)[0], p.Rows.JacobianBlock(joint, 1)[0] = 1, -1
		floor := p.Rows.AddUnilateral(0) // q0 ≥ -0.25
		p.Rows.JacobianBlock(floor, 0)[0], p.Rows.B[floor] = 1, 0.25
		brake := p.Rows.AddBox(-0.1, 0.1, 2)
		p.Rows.JacobianBlock(brake, 0)[0] = 1
		q := make([]float64, 3)
		res, err := solver(t, s, 1e-9, 20000).Solve(p, q)
		if err != nil || res.Status != Converged {
			t.Fatalf("%s: %+v %v", s, res, err)
		}
		// The floor holds q0 = q1 = −1/4; the third follows, held up by the brake's +0.1:
		// (1e4 + 1) q2 = 1 + 0.1 − 1e4/4. The joint carries what is left of row 1, the floor what is left of row 0.
		q2 := (1.1 - 2500) / 10001
		l := 0.25*2 - 0.5*q2 - 6 // row 1: 2 q1 + q2/2 + l_joint = −6
		want := []float64{-0.25, -0.25, q2}
		for i, v := range want {
			if math.Abs(q[i]-v) > 1e-8 {
				t.Errorf("%s: q %v, want %v", s, q, want)
				break
			}
		}
		push := 1e4*(-0.25-q2) - l // row 0: 1e4 (q0 − q2) = l_joint + l_floor
		// Multipliers: the residual times the stiffness of 1e4.
		if got := p.Rows.L; math.Abs(got[0]-l) > 1e-4 || math.Abs(got[1]-push) > 1e-4 || math.Abs(got[2]-0.1) > 1e-9 {
			t.Errorf("%s: multipliers %v, want %g, %g, 0.1", s, got, l, push)
		}
	}
}
