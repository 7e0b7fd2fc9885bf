package integrate

import (
	"fmt"
	"math"
	"testing"
)

// toy is a Problem given by functions, with a dense matrix from differences.
type toy struct {
	n        Layout
	eval     func(r *Residual, p *Point) error
	nQuat    int // the raw positions are NV-3*nQuat plain ones, then nQuat quaternions
	accepted int

	d      [7][]float64 // partials of V, X, Y rows by a, v, q, x', x, y, l
	g      []float64    // rows by a
	lu     []float64
	pairs  [][]complex128
	zlu    []complex128
	zrhs   []complex128
	piv    []int
	rhs    []float64
	r0, r1 *Residual
	tp     *Point
	dq     []float64
}

func newToy(n Layout, eval func(r *Residual, p *Point) error) *toy {
	one := func(k int) []float64 {
		s := make([]float64, k)
		for i := range s {
			s[i] = 1
		}
		return s
	}
	if n.QScale == nil {
		n.QScale = one(n.NQ)
	}
	n.VScale = one(n.NV)
	if n.XScale == nil {
		n.XScale = one(n.NX)
	}
	n.YScale = one(n.NY)
	n.QSize, n.VSize = one(n.NQ), one(n.NV)
	if n.RowLevel == nil {
		n.RowLevel = make([]Level, n.NL)
	}
	t := &toy{n: n, eval: eval}
	rows := n.NV + n.NX + n.NY
	for i, c := range [7]int{n.NV, n.NV, n.NV, n.NX, n.NX, n.NY, n.NL} {
		t.d[i] = make([]float64, rows*c)
	}
	t.g = make([]float64, n.NL*n.NV)
	k := rows + n.NL
	t.lu, t.piv, t.rhs = make([]float64, k*k), make([]int, k), make([]float64, k)
	t.r0, t.r1, t.tp = NewResidual(&n), NewResidual(&n), NewPoint(&n)
	t.dq = make([]float64, n.NV)
	return t
}

func (t *toy) Layout() *Layout { return &t.n }

// plain positions, then quaternions (e0 e1 e2 e3) with world-frame rates.
func (t *toy) PositionRates(dst, q, v []float64) {
	np := t.n.NV - 3*t.nQuat
	copy(dst[:np], v[:np])
	for i := range t.nQuat {
		e, w, d := q[np+4*i:], v[np+3*i:], dst[np+4*i:]
		d[0] = 0.5 * (-e[1]*w[0] - e[2]*w[1] - e[3]*w[2])
		d[1] = 0.5 * (e[0]*w[0] + e[3]*w[1] - e[2]*w[2])
		d[2] = 0.5 * (-e[3]*w[0] + e[0]*w[1] + e[1]*w[2])
		d[3] = 0.5 * (e[2]*w[0] - e[1]*w[1] + e[0]*w[2])
	}
}

func (t *toy) SpeedsFromPositionRates(dst, q, qd []float64) {
	np := t.n.NV - 3*t.nQuat
	copy(dst[:np], qd[:np])
	for i := range t.nQuat {
		e, d, w := q[np+4*i:], qd[np+4*i:], dst[np+3*i:]
		w[0] = 2 * (-e[1]*d[0] + e[0]*d[1] - e[3]*d[2] + e[2]*d[3])
		w[1] = 2 * (-e[2]*d[0] + e[3]*d[1] + e[0]*d[2] - e[1]*d[3])
		w[2] = 2 * (-e[3]*d[0] - e[2]*d[1] + e[1]*d[2] + e[0]*d[3])
	}
}

func (t *toy) MovePositions(dst, q, dq []float64) {
	np := t.n.NV - 3*t.nQuat
	for i := range np {
		dst[i] = q[i] + dq[i]
	}
	for i := range t.nQuat {
		e, w, d := q[np+4*i:], dq[np+3*i:], dst[np+4*i:]
		a := math.Sqrt(w[0]*w[0] + w[1]*w[1] + w[2]*w[2])
		s := 0.5
		if a > 1e-8 {
			s = math.Sin(a/2) / a
		}
		c, x, y, z := math.Cos(a/2), s*w[0], s*w[1], s*w[2]
		e0, e1, e2, e3 := e[0], e[1], e[2], e[3]
		d0, d1 := c*e0-x*e1-y*e2-z*e3, c*e1+x*e0+y*e3-z*e2
		d2, d3 := c*e2+y*e0+z*e1-x*e3, c*e3+z*e0+x*e2-y*e1
		k := 1 / math.Sqrt(d0*d0+d1*d1+d2*d2+d3*d3)
		d[0], d[1], d[2], d[3] = k*d0, k*d1, k*d2, k*d3
	}
}

func (t *toy) EvaluateResidual(r *Residual, p *Point) error { return t.eval(r, p) }
func (t *toy) AcceptPoint(p *Point) error                   { t.accepted++; return nil }

func (t *toy) Factor(p *Point, c Coef, fresh bool) error {
	if fresh || c == (Coef{}) { // masses and gradients of rows; a toy does not distinguish them from the rest
		if err := t.partials(p); err != nil {
			return err
		}
	}
	t.fillMatrix(c)
	return t.decompose(len(t.rhs))
}

func (t *toy) fillMatrix(c Coef) {
	n := &t.n
	rows := n.NV + n.NX + n.NY
	k := rows + n.NL
	for i := range rows {
		row := t.lu[i*k : (i+1)*k]
		for j := range n.NV {
			row[j] = t.d[0][i*n.NV+j] + c.V*t.d[1][i*n.NV+j] + c.Q*t.d[2][i*n.NV+j]
		}
		for j := range n.NX {
			row[n.NV+j] = t.d[3][i*n.NX+j] + c.X*t.d[4][i*n.NX+j]
		}
		copy(row[n.NV+n.NX:], t.d[5][i*n.NY:(i+1)*n.NY])
		copy(row[rows:], t.d[6][i*n.NL:(i+1)*n.NL])
	}
	for i := range n.NL {
		row := t.lu[(rows+i)*k : (rows+i+1)*k]
		clear(row)
		copy(row, t.g[i*n.NV:(i+1)*n.NV])
		if n.RowLevel[i] == Inactive {
			row[rows+i] = 1
		}
	}
}

func (t *toy) partials(p *Point) error {
	if err := t.eval(t.r0, p); err != nil {
		return err
	}
	n := &t.n
	part := func(which, cols, j int, dx float64) error {
		if err := t.eval(t.r1, t.tp); err != nil {
			return err
		}
		at := 0
		for _, s := range [3][2][]float64{{t.r0.V, t.r1.V}, {t.r0.X, t.r1.X}, {t.r0.Y, t.r1.Y}} {
			for i := range s[0] {
				t.d[which][at*cols+j] = (s[1][i] - s[0][i]) / dx
				at++
			}
		}
		if which == 0 {
			for i := range n.NL {
				t.g[i*cols+j] = (t.r1.Acc[i] - t.r0.Acc[i]) / dx
			}
		}
		return nil
	}
	sets := [7][]float64{t.tp.A, t.tp.V, nil, t.tp.XDot, t.tp.X, t.tp.Y, t.tp.L}
	for which, s := range sets {
		cols := len(s)
		if which == 2 {
			cols = n.NV
		}
		for j := range cols {
			t.tp.Copy(p)
			dx := 1e-7
			if which == 2 {
				clear(t.dq)
				t.dq[j] = dx
				t.MovePositions(t.tp.Q, p.Q, t.dq)
			} else {
				dx *= 1 + math.Abs(s[j])
				s[j] += dx
			}
			if err := part(which, cols, j, dx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *toy) decompose(k int) error {
	a := t.lu
	for c := range k {
		m := c
		for i := c + 1; i < k; i++ {
			if math.Abs(a[i*k+c]) > math.Abs(a[m*k+c]) {
				m = i
			}
		}
		if a[m*k+c] == 0 {
			return fmt.Errorf("toy: singular matrix, column %d: %w", c, ErrRetry)
		}
		t.piv[c] = m
		for j := range k {
			a[c*k+j], a[m*k+j] = a[m*k+j], a[c*k+j]
		}
		for i := c + 1; i < k; i++ {
			f := a[i*k+c] / a[c*k+c]
			a[i*k+c] = f
			if f == 0 {
				continue
			}
			for j := c + 1; j < k; j++ {
				a[i*k+j] -= f * a[c*k+j]
			}
		}
	}
	return nil
}

func (t *toy) Solve(d *Delta) {
	k := len(t.rhs)
	b := t.rhs[:0]
	b = append(append(append(append(b, d.A...), d.XDot...), d.Y...), d.L...)
	for c := range k {
		b[c], b[t.piv[c]] = b[t.piv[c]], b[c]
	}
	for i := range k {
		for j := range i {
			b[i] -= t.lu[i*k+j] * b[j]
		}
	}
	for i := k - 1; i >= 0; i-- {
		for j := i + 1; j < k; j++ {
			b[i] -= t.lu[i*k+j] * b[j]
		}
		b[i] /= t.lu[i*k+i]
	}
	copy(d.A, b)
	copy(d.XDot, b[t.n.NV:])
	copy(d.Y, b[t.n.NV+t.n.NX:])
	copy(d.L, b[t.n.NV+t.n.NX+t.n.NY:])
}

// consistent solves for the rates at p.
func consistent(t testing.TB, p Problem, pt *Point) *Point {
	t.Helper()
	if err := SolveAccelerations(p, pt, NewLinearSolver(p)); err != nil {
		t.Fatal(err)
	}
	return pt
}

// run integrates to end with outputs every dt (0: none between) and calls see.
func run(t testing.TB, name string, p Problem, start *Point, o Options, end, dt float64, see func(*Point)) *Stats {
	t.Helper()
	s, err := tryRun(name, p, start, o, end, dt, see)
	if err != nil {
		t.Fatalf("%s tol %g: %v", name, o.Tol, err)
	}
	return s
}

func tryRun(name string, p Problem, start *Point, o Options, end, dt float64, see func(*Point)) (*Stats, error) {
	m, err := New(name)
	if err != nil {
		return nil, err
	}
	if err = m.Init(p, start, &o); err != nil {
		return nil, err
	}
	if dt == 0 {
		dt = end
	}
	out := NewPoint(p.Layout())
	n := int(math.Round((end - start.T) / dt))
	for i := 1; i <= n; i++ {
		t := start.T + float64(i)*dt
		for m.Now().T < t {
			if err = m.Step(t); err != nil {
				return m.Stats(), err
			}
		}
		if m.Now().T == t {
			out.Copy(m.Now())
		} else {
			m.InterpolateAt(t, out)
		}
		if see != nil {
			see(out)
		}
	}
	return m.Stats(), nil
}
