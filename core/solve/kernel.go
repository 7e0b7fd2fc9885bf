package solve

// Kernels on rows. The rows of u start at u[at], u[at+n], ...; all have the
// length of dst. Slicing each row once to the length of dst removes the bounds
// checks of the loops. An element of dst costs one load and one store for up
// to six products: the loops are bound by arithmetic, not by memory.

// subtract takes the product of the row vector l (at most 6 long) with the
// rows of u from dst.
func subtract(dst, l, u []float64, at, n int) {
	switch len(l) {
	case 6:
		sub6(dst, (*[6]float64)(l), u, at, n)
	case 5:
		sub5(dst, (*[5]float64)(l), u, at, n)
	case 4:
		sub2(dst, l[0], l[1], u, at, n)
		sub2(dst, l[2], l[3], u, at+2*n, n)
	case 3:
		sub3(dst, l[0], l[1], l[2], u, at, n)
	case 2:
		sub2(dst, l[0], l[1], u, at, n)
	case 1:
		sub1(dst, l[0], u, at)
	}
}

func sub1(dst []float64, l0 float64, u []float64, at int) {
	u0 := u[at:][:len(dst)]
	for j := range dst {
		dst[j] -= l0 * u0[j]
	}
}

func sub2(dst []float64, l0, l1 float64, u []float64, at, n int) {
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	for j := range dst {
		dst[j] -= l0*u0[j] + l1*u1[j]
	}
}

func sub3(dst []float64, l0, l1, l2 float64, u []float64, at, n int) {
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	u2 := u[at+2*n:][:len(dst)]
	for j := range dst {
		dst[j] -= l0*u0[j] + l1*u1[j] + l2*u2[j]
	}
}

func sub5(dst []float64, l *[5]float64, u []float64, at, n int) {
	l0, l1, l2, l3, l4 := l[0], l[1], l[2], l[3], l[4]
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	u2 := u[at+2*n:][:len(dst)]
	u3 := u[at+3*n:][:len(dst)]
	u4 := u[at+4*n:][:len(dst)]
	for j := range dst {
		dst[j] -= (l0*u0[j] + l1*u1[j]) + (l2*u2[j] + l3*u3[j]) + l4*u4[j]
	}
}

func sub6(dst []float64, l *[6]float64, u []float64, at, n int) {
	l0, l1, l2, l3, l4, l5 := l[0], l[1], l[2], l[3], l[4], l[5]
	u0 := u[at:][:len(dst)]
	u1 := u[at+n:][:len(dst)]
	u2 := u[at+2*n:][:len(dst)]
	u3 := u[at+3*n:][:len(dst)]
	u4 := u[at+4*n:][:len(dst)]
	u5 := u[at+5*n:][:len(dst)]
	for j := range dst {
		dst[j] -= (l0*u0[j] + l1*u1[j]) + (l2*u2[j] + l3*u3[j]) + (l4*u4[j] + l5*u5[j])
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
