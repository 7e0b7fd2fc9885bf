package main

import "math"

// planarPendulum is an independent solution of the planar chain: absolute angles of the
// links and the forces in their joints, of which link i gets f[i] at its near end
// and -f[i+1] at its far end. It shares nothing with the solver.
//
// With u the axis of a link and n its normal, c its centre, from the far end of
// link i-1 and the near end of link i moving together,
//
//	m c" = f[i] - f[i+1] + m g,   I φ" = -(L/2) n·(f[i] + f[i+1]),
//	c" - (L/2)(φ" n - φ'² u)  =  (c" + (L/2)(φ" n - φ'² u)) of link i-1,
//
// which is a system with 2×2 blocks next to the diagonal.
type planarPendulum struct {
	n              int
	diag, up, down []block
	rhs            []pair
}

type (
	block [4]float64
	pair  [2]float64
)

func newPlanarPendulum(n int) *planarPendulum {
	return &planarPendulum{n: n, diag: make([]block, n), up: make([]block, n), down: make([]block, n), rhs: make([]pair, n+1)}
}

// setRates sets dst to the rates of y, the angles and their rates.
func (p *planarPendulum) setRates(dst, y []float64) {
	n := p.n
	const g = 9.81
	k := linkLength * linkLength / (4 * linkTurn)
	before, first := pair{}, true
	for i := range n {
		s, c := math.Sincos(y[i])
		w2 := y[n+i] * y[n+i] * linkLength / 2
		nn := block{s * s * k, -s * c * k, -s * c * k, c * c * k}
		e := 1 / linkMass
		near := block{e + nn[0], nn[1], nn[2], e + nn[3]}  // of the near end, by f[i]
		cross := block{nn[0] - e, nn[1], nn[2], nn[3] - e} // by f[i+1]; minus that of the far end by f[i]
		p.diag[i] = near
		p.rhs[i] = pair{-w2 * c, g - w2*s}
		if !first {
			for q := range 4 {
				p.diag[i][q] += p.down[i][q]
			}
			p.rhs[i][0] += before[0]
			p.rhs[i][1] += before[1]
		}
		first = false
		p.up[i] = cross
		if i+1 < n {
			p.down[i+1] = near // minus that of the far end by f[i+1]
		}
		before = pair{-w2 * c, -g - w2*s}
	}
	p.solveBlockTridiagonal()
	for i := range n {
		s, c := math.Sincos(y[i])
		f, q := p.rhs[i], p.rhs[i+1]
		dst[i] = y[n+i]
		dst[n+i] = -linkLength / (2 * linkTurn) * (-s*(f[0]+q[0]) + c*(f[1]+q[1]))
	}
}

// solveBlockTridiagonal eliminates from the last link to the first. The block left of the
// diagonal is that right of it, in the row before.
func (p *planarPendulum) solveBlockTridiagonal() {
	n := p.n
	p.rhs[n] = pair{}
	for i := n - 1; i >= 0; i-- {
		d := p.diag[i]
		k := 1 / (d[0]*d[3] - d[1]*d[2])
		inv := block{d[3] * k, -d[1] * k, -d[2] * k, d[0] * k}
		p.diag[i] = inv
		if i > 0 {
			u := p.up[i-1]
			t := multiplyBlocks(u, inv)
			s := multiplyBlocks(t, u) // symmetric blocks
			for q := range 4 {
				p.diag[i-1][q] -= s[q]
			}
			r := applyBlock(t, p.rhs[i])
			p.rhs[i-1][0] -= r[0]
			p.rhs[i-1][1] -= r[1]
		}
	}
	for i := range n {
		r := p.rhs[i]
		if i > 0 {
			q := applyBlock(p.up[i-1], p.rhs[i-1])
			r[0] -= q[0]
			r[1] -= q[1]
		}
		p.rhs[i] = applyBlock(p.diag[i], r)
	}
}

func multiplyBlocks(a, b block) block {
	return block{a[0]*b[0] + a[1]*b[2], a[0]*b[1] + a[1]*b[3], a[2]*b[0] + a[3]*b[2], a[2]*b[1] + a[3]*b[3]}
}

func applyBlock(a block, v pair) pair { return pair{a[0]*v[0] + a[1]*v[1], a[2]*v[0] + a[3]*v[1]} }

// tipPositionAt returns the far end of the last link after a time, by the classical
// Runge-Kutta method of order 4 with a number of steps and with twice as many,
// extrapolated; and how far the extrapolation went.
func (p *planarPendulum) tipPositionAt(end float64, steps int) (x, y, change float64) {
	x1, y1 := p.integrateTo(end, steps)
	x2, y2 := p.integrateTo(end, 2*steps)
	return x2 + (x2-x1)/15, y2 + (y2-y1)/15, math.Hypot(x2-x1, y2-y1) / 15
}

func (p *planarPendulum) integrateTo(end float64, steps int) (x, y float64) {
	n := 2 * p.n
	z, t := make([]float64, n), make([]float64, n)
	var k [4][]float64
	for i := range k {
		k[i] = make([]float64, n)
	}
	h := end / float64(steps)
	for range steps {
		p.setRates(k[0], z)
		for s, c := range []float64{h / 2, h / 2, h} {
			for i := range t {
				t[i] = z[i] + c*k[s][i]
			}
			p.setRates(k[s+1], t)
		}
		for i := range z {
			z[i] += h / 6 * (k[0][i] + 2*(k[1][i]+k[2][i]) + k[3][i])
		}
	}
	for _, phi := range z[:p.n] {
		s, c := math.Sincos(phi)
		x += linkLength * c
		y += linkLength * s
	}
	return x, y
}
