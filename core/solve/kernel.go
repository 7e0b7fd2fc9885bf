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

// rightSolve replaces the row vector x by x U⁻¹, where U is the upper triangle
// that starts at u[at] with row stride n and holds the reciprocals of its
// diagonal.
func rightSolve(x, u []float64, at, n int) {
	if len(x) == 6 {
		rightSolve6((*[6]float64)(x), u[at:], n)
		return
	}
	for k := range x {
		row := u[at+k*n : at+k*n+len(x)]
		x[k] *= row[k]
		v := x[k]
		for j := k + 1; j < len(row); j++ {
			x[j] -= v * row[j]
		}
	}
}

func rightSolve6(x *[6]float64, u []float64, n int) {
	r0, r1, r2 := (*[6]float64)(u), (*[6]float64)(u[n:]), (*[6]float64)(u[2*n:])
	r3, r4, r5 := (*[6]float64)(u[3*n:]), (*[6]float64)(u[4*n:]), (*[6]float64)(u[5*n:])
	x0 := x[0] * r0[0]
	x1 := (x[1] - x0*r0[1]) * r1[1]
	x2 := (x[2] - x0*r0[2] - x1*r1[2]) * r2[2]
	x3 := (x[3] - x0*r0[3] - x1*r1[3] - x2*r2[3]) * r3[3]
	x4 := (x[4] - x0*r0[4] - x1*r1[4] - x2*r2[4] - x3*r3[4]) * r4[4]
	x5 := (x[5] - x0*r0[5] - x1*r1[5] - x2*r2[5] - x3*r3[5] - x4*r4[5]) * r5[5]
	*x = [6]float64{x0, x1, x2, x3, x4, x5}
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

// run copies the blocks of moves from src to dst.
func copyBlocks(moves []move, dst, src []float64) {
	for i := range moves {
		v := &moves[i]
		s, d := int(v.src), int(v.dst)
		for range v.rows {
			copyRow(dst[d:], src[s:], int(v.cols))
			s += int(v.from)
			d += int(v.to)
		}
	}
}

func copyRow(dst, src []float64, n int) {
	switch n {
	case 6:
		*(*[6]float64)(dst) = *(*[6]float64)(src)
	case 5:
		*(*[5]float64)(dst) = *(*[5]float64)(src)
	default:
		copy(dst[:n], src[:n])
	}
}

// addBlocks adds the blocks of moves, both ends in w.
func addBlocks(moves []move, w []float64) {
	for i := range moves {
		v := &moves[i]
		s, d := int(v.src), int(v.dst)
		for range v.rows {
			addRow(w[d:d+int(v.cols)], w[s:s+int(v.cols)])
			s += int(v.from)
			d += int(v.to)
		}
	}
}

func addRow(dst, src []float64) {
	src = src[:len(dst)]
	for j := range dst {
		dst[j] += src[j]
	}
}
