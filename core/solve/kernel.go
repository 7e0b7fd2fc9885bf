package solve

// Kernels on rows. The rows of u start at u[at], u[at+n], ...; all have the
// length of dst. Slicing each row once to the length of dst removes the bounds
// checks of the loops. An element of dst costs one load and one store for up
// to six products: the loops are bound by arithmetic, not by memory.

// subtractProduct takes the product of L (rows × k, row stride nl, k at most 6) and U
// (k × cols, row stride n) from C (rows × cols, row stride nc).
func subtractProduct(c []float64, nc int, l []float64, nl, rows, cols, k int, u []float64, n int) {
	switch k {
	case 6:
		subtractProduct6(c, nc, l, nl, rows, cols, u, n)
	case 5:
		subtractProduct5(c, nc, l, nl, rows, cols, u, n)
	default:
		for i := range rows {
			subtractRowProduct(c[i*nc:i*nc+cols], l[i*nl:i*nl+k], u, 0, n)
		}
	}
}

func subtractProduct6(c []float64, nc int, l []float64, nl, rows, cols int, u []float64, n int) {
	u0, u1, u2 := u[:cols], u[n:][:cols], u[2*n:][:cols]
	u3, u4, u5 := u[3*n:][:cols], u[4*n:][:cols], u[5*n:][:cols]
	for i, at := 0, 0; rows > 0; rows-- {
		v := (*[6]float64)(l[at:])
		l0, l1, l2, l3, l4, l5 := v[0], v[1], v[2], v[3], v[4], v[5]
		dst := c[i:][:len(u0)]
		for j := range dst {
			dst[j] -= (l0*u0[j] + l1*u1[j]) + (l2*u2[j] + l3*u3[j]) + (l4*u4[j] + l5*u5[j])
		}
		i += nc
		at += nl
	}
}

func subtractProduct5(c []float64, nc int, l []float64, nl, rows, cols int, u []float64, n int) {
	u0, u1, u2 := u[:cols], u[n:][:cols], u[2*n:][:cols]
	u3, u4 := u[3*n:][:cols], u[4*n:][:cols]
	for i, at := 0, 0; rows > 0; rows-- {
		v := (*[5]float64)(l[at:])
		l0, l1, l2, l3, l4 := v[0], v[1], v[2], v[3], v[4]
		dst := c[i:][:len(u0)]
		for j := range dst {
			dst[j] -= (l0*u0[j] + l1*u1[j]) + (l2*u2[j] + l3*u3[j]) + l4*u4[j]
		}
		i += nc
		at += nl
	}
}

// subtractRowProduct takes the product of the row vector l (at most 6 long) with the
// rows of u from dst.
func subtractRowProduct(dst, l, u []float64, at, n int) {
	switch len(l) {
	case 6:
		subtractProduct6(dst, len(dst), l, 6, 1, len(dst), u[at:], n)
	case 5:
		subtractProduct5(dst, len(dst), l, 5, 1, len(dst), u[at:], n)
	case 4:
		subtractScaled2(dst, l[0], l[1], u, at, n)
		subtractScaled2(dst, l[2], l[3], u, at+2*n, n)
	case 3:
		subtractScaled3(dst, l[0], l[1], l[2], u, at, n)
	case 2:
		subtractScaled2(dst, l[0], l[1], u, at, n)
	case 1:
		subtractScaled1(dst, l[0], u, at)
	}
}

func subtractScaled1(dst []float64, l0 float64, u []float64, at int) {
	u0 := u[at:][:len(dst)]
	for j := range dst {
		dst[j] -= l0 * u0[j]
	}
}

func subtractScaled2(dst []float64, l0, l1 float64, u []float64, at, n int) {
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	for j := range dst {
		dst[j] -= l0*u0[j] + l1*u1[j]
	}
}

func subtractScaled3(dst []float64, l0, l1, l2 float64, u []float64, at, n int) {
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	u2 := u[at+2*n:][:len(dst)]
	for j := range dst {
		dst[j] -= l0*u0[j] + l1*u1[j] + l2*u2[j]
	}
}

func dot(a, b []float64) float64 {
	a = a[:len(b)]
	var s, t float64
	for ; len(b) >= 2 && len(a) >= 2; a, b = a[2:], b[2:] {
		s += a[0] * b[0]
		t += a[1] * b[1]
	}
	if len(b) > 0 && len(a) > 0 {
		s += a[0] * b[0]
	}
	return s + t
}

// subtractRowProducts takes from each dst[r] the product of row r of a (row stride n) with
// x. Two rows at a time make two chains of sums.
func subtractRowProducts(dst, a []float64, n int, x []float64) {
	at := 0
	for ; len(dst) >= 2; dst = dst[2:] {
		r, q := a[at:][:len(x)], a[at+n:][:len(x)]
		var s, t float64
		for k, v := range x {
			s += r[k] * v
			t += q[k] * v
		}
		dst[0] -= s
		dst[1] -= t
		at += 2 * n
	}
	if len(dst) > 0 {
		dst[0] -= dot(a[at:at+len(x)], x)
	}
}
