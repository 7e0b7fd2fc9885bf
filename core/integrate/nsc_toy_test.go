package integrate

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// condition is a g(q) ≥ 0 of a toy, linear in q, with friction along another direction where mu is positive.
type condition struct {
	j     []float64
	b     float64
	e, mu float64
	slide []float64
	kept  float64 // of the last solution
	kept2 float64
}

// nonsmoothToy is a toy with conditions and without algebraic unknowns. All speeds are one block.
type nonsmoothToy struct {
	*toy
	cond  []condition
	rows  *vi.Rows
	h     []float64
	prob  vi.Problem
	first []int // vi row of each condition
	zx    []float64
	rx    []float64
	hxv   []float64
	stiff float64
}

func newHard(n Layout, eval func(r *Residual, p *Point) error, cond ...condition) *nonsmoothToy {
	t := &nonsmoothToy{toy: newToy(n, eval), cond: cond}
	t.rows = vi.NewRows([]int{n.NV})
	for range n.NL {
		t.rows.AddLock(1, 0)
	}
	for i := range cond {
		c := &cond[i]
		if c.mu > 0 {
			var k vi.Cone
			k.Rows[0], k.Length[0] = 1, c.mu
			t.first = append(t.first, t.rows.AddCone(k, 0))
		} else {
			t.first = append(t.first, t.rows.AddUnilateral(0))
		}
	}
	t.h = make([]float64, n.NV*n.NV)
	t.prob = vi.Problem{H: []vi.Block{{V: t.h}}, F: make([]float64, n.NV), Rows: t.rows}
	return t
}

func (t *nonsmoothToy) AppendGaps(dst []Gap, slot int, p *Point, h float64) ([]Gap, float64, error) {
	if slot != 0 && slot != 1 {
		return nil, 0, fmt.Errorf("there is no slot %d", slot)
	}
	for i := range t.cond {
		c := &t.cond[i]
		dst = append(dst, Gap{Key: uint64(i), G: dot(c.j, p.Q) + c.b, Rate: dot(c.j, p.V), Restitution: c.e})
	}
	if err := t.eval(t.r0, p); err != nil {
		return nil, 0, err
	}
	return dst, maxAbs(t.r0.Pos), nil
}

func (t *nonsmoothToy) VelocityProblem(p *Point, c Coef, h, ahead float64, gaps []Gap, fresh bool) (*vi.Problem, error) {
	n := &t.n
	if err := t.partials(p); err != nil {
		return nil, err
	}
	t.tp.Copy(p)
	clear(t.tp.L)
	clear(t.tp.A)
	if err := t.eval(t.r0, t.tp); err != nil {
		return nil, err
	}
	nv, nx := n.NV, n.NX
	t.stiff = 0
	for i := range nv {
		t.prob.F[i] = -h * t.r0.V[i]
		for j := range nv {
			k := i*nv + j
			t.h[k] = t.d[0][k] + c.V*t.d[1][k] + c.Q*t.d[2][k]
			if i == j {
				t.stiff = math.Max(t.stiff, math.Abs(t.h[k]-t.d[0][k])/t.d[0][k])
			}
		}
	}
	// x: one state at a time (H_xx diagonal).
	t.rx, t.hxv = append(t.rx[:0], t.r0.X...), t.hxv[:0]
	t.zx = t.zx[:0]
	for k := range nx {
		row := nv + k
		for j := range nx {
			if v := t.d[3][row*nx+j] + c.X*t.d[4][row*nx+j]; j == k {
				t.zx = append(t.zx, v)
			} else if v != 0 {
				return nil, fmt.Errorf("coupled states in a toy")
			}
		}
		for j := range nv {
			at := row*nv + j
			t.hxv = append(t.hxv, t.d[0][at]+c.V*t.d[1][at]+c.Q*t.d[2][at])
		}
		if h == 0 {
			continue
		}
		for i := range nv {
			hvx := t.d[3][i*nx+k] + c.X*t.d[4][i*nx+k]
			t.prob.F[i] += h * hvx * t.rx[k] / t.zx[k]
			for j := range nv {
				t.h[i*nv+j] -= hvx * t.hxv[k*nv+j] / t.zx[k]
			}
		}
	}
	for i := range n.NL {
		copy(t.rows.JacobianBlock(i, 0), t.g[i*nv:(i+1)*nv])
		t.rows.B[i] = t.r0.Vel[i] + ahead*t.r0.Acc[i]
		t.rows.L[i] = h * p.L[i]
	}
	for i := range t.cond {
		k, d := &t.cond[i], t.first[i]
		copy(t.rows.JacobianBlock(d, 0), k.j)
		t.rows.B[d] = dot(k.j, p.V) + gaps[i].Shift
		t.rows.L[d] = h * k.kept
		t.rows.ClearFlag(d, vi.Disabled)
		if !gaps[i].Part {
			t.rows.SetFlag(d, vi.Disabled, "open", p.T)
		}
		if k.mu > 0 {
			copy(t.rows.JacobianBlock(d+1, 0), k.slide)
			t.rows.B[d+1] = dot(k.slide, p.V)
			t.rows.L[d+1] = h * k.kept2
		}
	}
	return &t.prob, nil
}

func (t *nonsmoothToy) IncrementsFromSpeedChange(d *Delta, dv []float64, h float64) {
	nv := t.n.NV
	for i, v := range dv {
		d.A[i] = v / h
	}
	for k := range t.n.NX {
		d.XDot[k] = -(t.rx[k] + dot(t.hxv[k*nv:(k+1)*nv], d.A)) / t.zx[k]
	}
	for i := range t.n.NL {
		d.L[i] = t.rows.L[i] / h
	}
	for i := range t.cond {
		t.cond[i].kept = t.rows.L[t.first[i]] / h
		if t.cond[i].mu > 0 {
			t.cond[i].kept2 = t.rows.L[t.first[i]+1] / h
		}
	}
}

func (t *nonsmoothToy) PositionProblem(p *Point, gaps []Gap) (*vi.Problem, error) {
	all := append([]Gap(nil), gaps...)
	for i := range all {
		all[i].Part, all[i].Shift = true, gaps[i].G-gaps[i].Rate
	}
	pr, err := t.VelocityProblem(p, Coef{}, 0, 0, all, false)
	if err != nil {
		return nil, err
	}
	copy(t.rows.B, t.r0.Pos)
	for i := range t.cond {
		if d := t.first[i]; t.cond[i].mu > 0 {
			t.rows.B[d+1] = 0
		}
	}
	return pr, nil
}

func (t *nonsmoothToy) StiffnessRatio() float64 { return t.stiff }

func (t *nonsmoothToy) ConstraintRowOrContactName(row int) (int, string) {
	if row < t.n.NL {
		return row, ""
	}
	return -1, fmt.Sprintf("condition %d", row-t.n.NL)
}
