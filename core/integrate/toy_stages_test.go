package integrate

// FactorStages of a toy keeps dense complex matrices.
func (t *toy) FactorStages(p *Point, c Coef, pairs []ComplexCoef, fresh bool) error {
	if fresh {
		if err := t.partials(p); err != nil {
			return err
		}
	}
	k := len(t.rhs)
	if len(t.pairs) < len(pairs) {
		t.pairs = make([][]complex128, len(pairs))
		for i := range pairs {
			t.pairs[i] = make([]complex128, k*k)
		}
		t.zlu, t.zrhs = make([]complex128, k*k), make([]complex128, k)
	}
	for i, z := range pairs {
		for part, c := range [3]Coef{z.Re, z.Im, {}} {
			t.fillMatrix(c)
			unit := [3]complex128{1, 1i, -1i}[part]
			for j, v := range t.lu {
				if part == 0 {
					t.pairs[i][j] = 0
				}
				t.pairs[i][j] += unit * complex(v, 0)
			}
		}
	}
	return t.Factor(p, c, false)
}

// SolvePair eliminates again each time: toys are small.
func (t *toy) SolvePair(which int, re, im *Delta) {
	k := len(t.rhs)
	a, b := t.zlu, t.zrhs[:0]
	copy(a, t.pairs[which])
	for _, g := range [4][2][]float64{{re.A, im.A}, {re.XDot, im.XDot}, {re.Y, im.Y}, {re.L, im.L}} {
		for i := range g[0] {
			b = append(b, complex(g[0][i], g[1][i]))
		}
	}
	size := func(z complex128) float64 { return real(z)*real(z) + imag(z)*imag(z) }
	for c := range k {
		p := c
		for i := c + 1; i < k; i++ {
			if size(a[i*k+c]) > size(a[p*k+c]) {
				p = i
			}
		}
		b[c], b[p] = b[p], b[c]
		for j := range k {
			a[c*k+j], a[p*k+j] = a[p*k+j], a[c*k+j]
		}
		for i := c + 1; i < k; i++ {
			f := a[i*k+c] / a[c*k+c]
			b[i] -= f * b[c]
			for j := c; j < k; j++ {
				a[i*k+j] -= f * a[c*k+j]
			}
		}
	}
	for i := k - 1; i >= 0; i-- {
		for j := i + 1; j < k; j++ {
			b[i] -= a[i*k+j] * b[j]
		}
		b[i] /= a[i*k+i]
	}
	at := 0
	for _, g := range [4][2][]float64{{re.A, im.A}, {re.XDot, im.XDot}, {re.Y, im.Y}, {re.L, im.L}} {
		for i := range g[0] {
			g[0][i], g[1][i] = real(b[at]), imag(b[at])
			at++
		}
	}
}
