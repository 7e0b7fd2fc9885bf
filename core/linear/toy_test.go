package linear

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"gonum.org/v1/gonum/mat"
)

// toy is a Model in plain coordinates:
//
//	m a + c v + k q + cube q³ - s x - b u - gᵀ l = 0
//	x' - f q - h x                              = 0
//	g q = 0
//	y = p q + w v + e u
//
// Its partials leave out cube q³, as those of a solver may.
type toy struct {
	n                               integrate.Layout
	m, c, k, s, b, g, f, h, p, w, e *mat.Dense // nil is zero
	cube                            []float64
	u                               []float64
	at                              *integrate.Point
	lu                              mat.LU
}

// newToy takes sizes from the matrices that are there.
func newToy(t toy) *toy {
	size := func(rows bool, all ...*mat.Dense) int {
		for _, x := range all {
			if x != nil {
				r, c := x.Dims()
				if rows {
					return r
				}
				return c
			}
		}
		return 0
	}
	n := &t.n
	n.NV, n.NX, n.NL = size(true, t.m), size(true, t.h), size(true, t.g)
	n.NQ = n.NV
	n.QScale, n.VScale, n.XScale = onesVector(n.NV), onesVector(n.NV), onesVector(n.NX)
	if n.RowLevel == nil {
		n.RowLevel = make([]integrate.Level, n.NL)
	}
	n.Hold = make([]bool, n.NX)
	return &t
}

func (t *toy) Layout() *integrate.Layout                      { return &t.n }
func (t *toy) PositionRates(dst, _, v []float64)              { copy(dst, v) }
func (t *toy) SpeedsFromPositionRates(dst, _, qdot []float64) { copy(dst, qdot) }
func (t *toy) MovePositions(dst, q, dq []float64) {
	for i := range dst {
		dst[i] = q[i] + dq[i]
	}
}
func (t *toy) AcceptPoint(*integrate.Point) error { return nil }

// add adds k a x to dst.
func add(dst []float64, k float64, a mat.Matrix, x []float64) {
	if d, ok := a.(*mat.Dense); ok && d == nil || len(x) == 0 {
		return
	}
	var y mat.VecDense
	y.MulVec(a, mat.NewVecDense(len(x), x))
	for i := range dst {
		dst[i] += k * y.AtVec(i)
	}
}

func (t *toy) along(r *integrate.Residual, q, v, a, x, xdot, l []float64) {
	for _, d := range [][]float64{r.V, r.X, r.Y, r.Pos, r.Vel, r.Acc} {
		clear(d)
	}
	add(r.V, 1, t.m, a)
	add(r.V, 1, t.c, v)
	add(r.V, 1, t.k, q)
	add(r.V, -1, t.s, x)
	if t.g != nil {
		add(r.V, -1, t.g.T(), l)
	}
	copy(r.X, xdot)
	add(r.X, -1, t.f, q)
	add(r.X, -1, t.h, x)
	add(r.Pos, 1, t.g, q)
	add(r.Vel, 1, t.g, v)
	add(r.Acc, 1, t.g, a)
}

func (t *toy) EvaluateResidual(r *integrate.Residual, p *integrate.Point) error {
	t.along(r, p.Q, p.V, p.A, p.X, p.XDot, p.L)
	for i, c := range t.cube {
		r.V[i] += c * p.Q[i] * p.Q[i] * p.Q[i]
	}
	add(r.V, -1, t.b, t.u)
	t.at = p
	return nil
}

func (t *toy) Differentiate(p *integrate.Point) error {
	t.at = p
	return nil
}

func (t *toy) DifferenceAlong(r *integrate.Residual, out []float64, m *Variation) {
	t.along(r, m.Q, m.V, m.A, m.X, m.XDot, m.L)
	clear(out)
	add(out, 1, t.p, m.Q)
	add(out, 1, t.w, m.V)
}

func (t *toy) Outputs(dst []float64) {
	clear(dst)
	add(dst, 1, t.p, t.at.Q)
	add(dst, 1, t.w, t.at.V)
	add(dst, 1, t.e, t.u)
}

func (t *toy) Inputs(u []float64)                    { t.u = append(t.u[:0], u...) }
func (t *toy) Gradient(i int, dst []float64)         { copy(dst, t.g.RawRowView(i)) }
func (t *toy) GyroscopicTerm(dst, _ []float64)       { clear(dst) }
func (t *toy) FrameBracket(dst, _ []float64)         { clear(dst) }
func (t *toy) FrameSpinRates(dst, _ []float64)       { clear(dst) }
func (t *toy) ResolveInBodyFrames(dst, x []float64)  { copy(dst, x) }
func (t *toy) ResolveInGroundFrame(dst, x []float64) { copy(dst, x) }
func (t *toy) StepSizes() []float64                  { return onesVector(t.n.NV) }
func (t *toy) order() (nv, nx, nl int)               { return t.n.NV, t.n.NX, t.n.NL }
func block(a *mat.Dense, i, j, r, c int) *mat.Dense  { return a.Slice(i, i+r, j, j+c).(*mat.Dense) }

// Factor implements integrate.Problem at the level of accelerations, which is what linearizations
// ask for. A row that others make redundant gets -1 on the diagonal.
func (t *toy) Factor(_ *integrate.Point, c integrate.Coef, _ bool) error {
	if c != (integrate.Coef{}) {
		panic("linear: the toy has no other matrices")
	}
	nv, nx, nl := t.order()
	a := mat.NewDense(nv+nx+nl, nv+nx+nl, nil)
	block(a, 0, 0, nv, nv).Copy(t.m)
	for i := range nx {
		a.Set(nv+i, nv+i, 1)
	}
	for i, level := range t.n.RowLevel {
		if level == integrate.Inactive {
			a.Set(nv+nx+i, nv+nx+i, 1)
			continue
		}
		for j := range nv {
			a.Set(nv+nx+i, j, t.g.At(i, j))
			a.Set(j, nv+nx+i, -t.g.At(i, j))
		}
	}
	t.lu.Factorize(a)
	return nil
}

func (t *toy) Solve(d *integrate.Delta) {
	nv, nx, nl := t.order()
	b := make([]float64, 0, nv+nx+nl)
	b = append(append(append(b, d.A...), d.XDot...), d.L...)
	var x mat.VecDense
	if err := t.lu.SolveVecTo(&x, false, mat.NewVecDense(len(b), b)); err != nil {
		panic(err)
	}
	copy(d.A, x.RawVector().Data)
	copy(d.XDot, x.RawVector().Data[nv:])
	copy(d.L, x.RawVector().Data[nv+nx:])
}
