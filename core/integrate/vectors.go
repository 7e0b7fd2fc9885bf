package integrate

// packPositions sets z to (q, v, x).
func (n *Layout) packPositions(z []float64, p *Point) {
	copy(z, p.Q)
	copy(z[n.NQ:], p.V)
	copy(z[n.NQ+n.NV:], p.X)
}

// unpackRates sets the rates of p from (a, x', y, λ).
func (n *Layout) unpackRates(p *Point, z []float64) {
	copy(p.A, z)
	copy(p.XDot, z[n.NV:])
	copy(p.Y, z[n.NV+n.NX:])
	copy(p.L, z[n.NV+n.NX+n.NY:])
}

// packRates sets z to (a, x', y, λ).
func (n *Layout) packRates(z []float64, p *Point) {
	copy(z, p.A)
	copy(z[n.NV:], p.XDot)
	copy(z[n.NV+n.NX:], p.Y)
	copy(z[n.NV+n.NX+n.NY:], p.L)
}

// copyRateGuess takes the rates and what goes with them as a first guess.
func copyRateGuess(dst, src *Point) {
	copy(dst.A, src.A)
	copy(dst.XDot, src.XDot)
	copy(dst.Y, src.Y)
	copy(dst.L, src.L)
}

// storeSlopes sets k to the rates (q', a, x') at p.
func (c *stepControl) storeSlopes(k []float64, p *Point) {
	n := c.n
	c.p.PositionRates(k[:n.NQ], p.Q, p.V)
	copy(k[n.NQ:], p.A)
	copy(k[n.NQ+n.NV:], p.XDot)
}

// unpackPositions brings z, (q, v, x) and perhaps more, into p, with positions normalised.
func (c *stepControl) unpackPositions(p *Point, z []float64) {
	n := c.n
	clear(c.tangent)
	c.p.MovePositions(p.Q, z[:n.NQ], c.tangent)
	copy(p.V, z[n.NQ:])
	copy(p.X, z[n.NQ+n.NV:])
}

func linearInterpolate(dst, a, b []float64, s float64) {
	for i := range dst {
		dst[i] = (1-s)*a[i] + s*b[i]
	}
}

// interpolateRates sets the rates of dst, and what goes with them, between those of a and b.
func interpolateRates(dst, a, b *Point, s float64) {
	linearInterpolate(dst.A, a.A, b.A, s)
	linearInterpolate(dst.XDot, a.XDot, b.XDot, s)
	linearInterpolate(dst.Y, a.Y, b.Y, s)
	linearInterpolate(dst.L, a.L, b.L, s)
}

// extrapolateTaylor sets dst to the Taylor series of a point at t; dq is room for a move.
func extrapolateTaylor(p Problem, dst, from *Point, t float64, dq []float64) {
	h := t - from.T
	dst.Copy(from)
	dst.T = t
	for i, v := range from.V {
		dq[i] = h * (v + h/2*from.A[i])
		dst.V[i] += h * from.A[i]
	}
	p.MovePositions(dst.Q, from.Q, dq)
}
