package vi

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// sharp are the solvers that reach residuals of 1e-10 in all the small models: IPM's multipliers stay inside their bounds
// by about the residual, and tests that ask when a row begins to push cannot be put to it.
var sharp = []string{"newton", "auto", "admm", "psor", "apgd", "bb"}

// IPM agrees with Newton on bounds, locks and boxes, where the solution is unique, and its multipliers lie in
// Y as they are.
func TestInteriorAgrees(t *testing.T) {
	const tol = 1e-8
	want := recipes["bounds, locks"]
	solved := 0
	for seed := range uint64(200) {
		p, q := random(rand.New(rand.NewPCG(seed, 11)), want)
		if res, err := solver(t, "newton", tol, 0).Solve(p, q); err != nil || res.Status != Converged {
			t.Fatalf("seed %d: newton %+v %v", seed, res, err)
		}
		first := append([]float64(nil), q...)
		clear(q)
		clear(p.Rows.L)
		res, err := solver(t, "ipm", tol, 0).Solve(p, q)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if res.Status != Converged {
			continue
		}
		solved++
		for i, v := range q {
			if math.Abs(v-first[i]) > 100*tol*(1+math.Abs(v)) { // the condition of H, some tens here
				t.Errorf("seed %d: q[%d] = %g, newton %g", seed, i, v, first[i])
			}
		}
		for i, l := range p.Rows.L {
			if l < p.Rows.Lo[i] || l > p.Rows.Hi[i] {
				t.Errorf("seed %d: multiplier %d is %g", seed, i, l)
			}
		}
	}
	if solved < 194 { // 198 when this was written
		t.Errorf("%d of 200 solved", solved)
	}
}

// Contradictory data end as Limit or Stalled, with finite numbers and the residual that belongs to them: a body between
// two walls that are nearer than it is wide.
func TestContradiction(t *testing.T) {
	for _, name := range []string{"newton", "ipm", "auto"} {
		p := &Problem{Rows: NewRows([]int{6}), F: make([]float64, 6), H: []Block{{0, 0, make([]float64, 36)}}}
		for i := range 6 {
			p.H[0].V[7*i] = 1
		}
		for k, s := range []float64{1, -1} {
			row := p.Rows.AddCone(CoulombCone(0.5), 0)
			p.Rows.JacobianBlock(row, 0)[0] = s
			p.Rows.JacobianBlock(row+1, 0)[1], p.Rows.JacobianBlock(row+2, 0)[2] = 1, 1
			p.Rows.B[row] = -1 - float64(k)
		}
		q := make([]float64, 6)
		res, err := solver(t, name, 1e-8, 0).Solve(p, q)
		if err != nil || res.Status != Limit && res.Status != Stalled {
			t.Errorf("%s: %+v %v", name, res, err)
		}
		for _, v := range append(q, p.Rows.L...) {
			if !(math.Abs(v) <= math.MaxFloat64) {
				t.Fatalf("%s: q %v, l %v", name, q, p.Rows.L)
			}
		}
		if !(res.Residual > 0.1) || res.Residual > 1e6 {
			t.Errorf("%s: residual %g", name, res.Residual)
		}
	}
}

// IPM refuses balls by row; Auto continues without it.
func TestInteriorRefusesBalls(t *testing.T) {
	p := &Problem{Rows: NewRows([]int{2}), F: []float64{1, 1}, H: []Block{{0, 0, []float64{1, 0, 0, 1}}}}
	row := p.Rows.AddBall(1, 2, 0)
	p.Rows.JacobianBlock(row, 0)[0], p.Rows.JacobianBlock(row+1, 0)[1] = 1, 1
	if _, err := solver(t, "ipm", 1e-8, 0).Solve(p, make([]float64, 2)); err == nil || !strings.Contains(err.Error(), "row 0 (ball)") {
		t.Errorf("error %v", err)
	}
	if res, err := solver(t, "auto", 1e-8, 0).Solve(p, make([]float64, 2)); err != nil || res.Status != Converged {
		t.Errorf("auto: %+v %v", res, err)
	}
}

// Auto reports the work of all its parts: what Newton alone does not solve in 60 steps has interior ones.
func TestAutoReports(t *testing.T) {
	seen := false
	for seed := range uint64(300) {
		p, q := random(rand.New(rand.NewPCG(seed, 7)), recipes["contact"])
		res, err := solver(t, "auto", 1e-8, 0).Solve(p, q)
		if err != nil || res.Status != Converged {
			t.Fatalf("seed %d: %+v %v", seed, res, err)
		}
		if res.Iterations > firstTries != (res.Interior > 0) || res.Factorizations > res.Iterations {
			t.Errorf("seed %d: %+v", seed, res)
		}
		seen = seen || res.Interior > 0
	}
	if !seen {
		t.Error("IPM was never needed")
	}
}
