package solve

// Kernels on the small triangles of a panel. All matrices are given by the
// place of their first value and a row stride n. Panels of five and six
// columns, the usual ones, are written out.

// eliminatePanelColumn eliminates the first column of a panel of the given number of rows
// and columns, whose first row holds the pivot; inv is its reciprocal, which
// takes its place.
func eliminatePanelColumn(a []float64, n, cols, rows int, inv float64) {
	a[0] = inv
	switch cols {
	case 1:
		for at := n; at < n*rows; at += n {
			a[at] *= inv
		}
	case 2:
		p1 := a[1]
		for at := n; at < n*rows; at += n {
			r := (*[2]float64)(a[at:])
			l := r[0] * inv
			*r = [2]float64{l, r[1] - l*p1}
		}
	case 3:
		p1, p2 := a[1], a[2]
		for at := n; at < n*rows; at += n {
			r := (*[3]float64)(a[at:])
			l := r[0] * inv
			r[0], r[1], r[2] = l, r[1]-l*p1, r[2]-l*p2
		}
	case 4:
		p1, p2, p3 := a[1], a[2], a[3]
		for at := n; at < n*rows; at += n {
			r := (*[4]float64)(a[at:])
			l := r[0] * inv
			r[0], r[1], r[2], r[3] = l, r[1]-l*p1, r[2]-l*p2, r[3]-l*p3
		}
	case 5:
		p1, p2, p3, p4 := a[1], a[2], a[3], a[4]
		for at := n; at < n*rows; at += n {
			r := (*[5]float64)(a[at:])
			l := r[0] * inv
			r[0], r[1], r[2], r[3], r[4] = l, r[1]-l*p1, r[2]-l*p2, r[3]-l*p3, r[4]-l*p4
		}
	case 6:
		p1, p2, p3, p4, p5 := a[1], a[2], a[3], a[4], a[5]
		for at := n; at < n*rows; at += n {
			r := (*[6]float64)(a[at:])
			l := r[0] * inv
			r[0], r[1], r[2], r[3], r[4], r[5] = l, r[1]-l*p1, r[2]-l*p2, r[3]-l*p3, r[4]-l*p4, r[5]-l*p5
		}
	}
}

// solveLowerLeft replaces B by L⁻¹ B in the k rows [L\U  B] at a, L being the unit
// lower triangle of the first k columns and end the number of all columns.
func solveLowerLeft(a []float64, n, k, end int) {
	if end == k {
		return
	}
	switch k {
	case 6:
		solveLowerLeft6(a, n, end)
	case 5:
		solveLowerLeft5(a, n, end)
	default:
		for i := 1; i < k; i++ {
			subtractRowProduct(a[i*n+k:i*n+end], a[i*n:i*n+i], a, k, n)
		}
	}
}

func solveLowerLeft6(a []float64, n, end int) {
	l1, l2, l3 := (*[1]float64)(a[n:]), (*[2]float64)(a[2*n:]), (*[3]float64)(a[3*n:])
	l4, l5 := (*[4]float64)(a[4*n:]), (*[5]float64)(a[5*n:])
	b0 := a[6:end]
	b1, b2, b3 := a[n+6:][:len(b0)], a[2*n+6:][:len(b0)], a[3*n+6:][:len(b0)]
	b4, b5 := a[4*n+6:][:len(b0)], a[5*n+6:][:len(b0)]
	for j, x0 := range b0 {
		x1 := b1[j] - l1[0]*x0
		x2 := b2[j] - l2[0]*x0 - l2[1]*x1
		x3 := b3[j] - l3[0]*x0 - l3[1]*x1 - l3[2]*x2
		x4 := b4[j] - l4[0]*x0 - l4[1]*x1 - l4[2]*x2 - l4[3]*x3
		x5 := b5[j] - l5[0]*x0 - l5[1]*x1 - l5[2]*x2 - l5[3]*x3 - l5[4]*x4
		b1[j], b2[j], b3[j], b4[j], b5[j] = x1, x2, x3, x4, x5
	}
}

func solveLowerLeft5(a []float64, n, end int) {
	l1, l2 := (*[1]float64)(a[n:]), (*[2]float64)(a[2*n:])
	l3, l4 := (*[3]float64)(a[3*n:]), (*[4]float64)(a[4*n:])
	b0 := a[5:end]
	b1, b2 := a[n+5:][:len(b0)], a[2*n+5:][:len(b0)]
	b3, b4 := a[3*n+5:][:len(b0)], a[4*n+5:][:len(b0)]
	for j, x0 := range b0 {
		x1 := b1[j] - l1[0]*x0
		x2 := b2[j] - l2[0]*x0 - l2[1]*x1
		x3 := b3[j] - l3[0]*x0 - l3[1]*x1 - l3[2]*x2
		x4 := b4[j] - l4[0]*x0 - l4[1]*x1 - l4[2]*x2 - l4[3]*x3
		b1[j], b2[j], b3[j], b4[j] = x1, x2, x3, x4
	}
}

// solveUpperRightRows replaces every row x (k long, with row stride m) of the given
// number of rows at x by x U⁻¹; U is the upper triangle at u, with the
// reciprocals of its diagonal.
func solveUpperRightRows(x []float64, m, rows, k int, u []float64, n int) {
	switch k {
	case 6:
		solveUpperRightRows6(x, m, rows, u, n)
	case 5:
		solveUpperRightRows5(x, m, rows, u, n)
	default:
		for at := 0; rows > 0; rows-- {
			solveUpperRight(x[at:at+k], u, n)
			at += m
		}
	}
}

func solveUpperRight(x, u []float64, n int) {
	for k := range x {
		row := u[k*n : k*n+len(x)]
		x[k] *= row[k]
		v := x[k]
		for j := k + 1; j < len(row); j++ {
			x[j] -= v * row[j]
		}
	}
}

func solveUpperRightRows6(x []float64, m, rows int, u []float64, n int) {
	r0, r1, r2 := (*[6]float64)(u), (*[6]float64)(u[n:]), (*[6]float64)(u[2*n:])
	r3, r4, r5 := (*[6]float64)(u[3*n:]), (*[6]float64)(u[4*n:]), (*[6]float64)(u[5*n:])
	for at := 0; rows > 0; rows-- {
		v := (*[6]float64)(x[at:])
		x0 := v[0] * r0[0]
		x1 := (v[1] - x0*r0[1]) * r1[1]
		x2 := (v[2] - x0*r0[2] - x1*r1[2]) * r2[2]
		x3 := (v[3] - x0*r0[3] - x1*r1[3] - x2*r2[3]) * r3[3]
		x4 := (v[4] - x0*r0[4] - x1*r1[4] - x2*r2[4] - x3*r3[4]) * r4[4]
		x5 := (v[5] - x0*r0[5] - x1*r1[5] - x2*r2[5] - x3*r3[5] - x4*r4[5]) * r5[5]
		v[0], v[1], v[2], v[3], v[4], v[5] = x0, x1, x2, x3, x4, x5
		at += m
	}
}

func solveUpperRightRows5(x []float64, m, rows int, u []float64, n int) {
	r0, r1, r2 := (*[5]float64)(u), (*[5]float64)(u[n:]), (*[5]float64)(u[2*n:])
	r3, r4 := (*[5]float64)(u[3*n:]), (*[5]float64)(u[4*n:])
	for at := 0; rows > 0; rows-- {
		v := (*[5]float64)(x[at:])
		x0 := v[0] * r0[0]
		x1 := (v[1] - x0*r0[1]) * r1[1]
		x2 := (v[2] - x0*r0[2] - x1*r1[2]) * r2[2]
		x3 := (v[3] - x0*r0[3] - x1*r1[3] - x2*r2[3]) * r3[3]
		x4 := (v[4] - x0*r0[4] - x1*r1[4] - x2*r2[4] - x3*r3[4]) * r4[4]
		v[0], v[1], v[2], v[3], v[4] = x0, x1, x2, x3, x4
		at += m
	}
}

// solveLower replaces x by L⁻¹ x, L being the unit lower triangle at u. The newest
// value comes last in each sum: the processor works on what is before it while
// that is still under way.
func solveLower(x, u []float64, n int) {
	for i, at := 1, n; i < len(x); i, at = i+1, at+n {
		row, v := u[at:at+i], x[i]
		old := x[:len(row)]
		for k, l := range row {
			v -= l * old[k]
		}
		x[i] = v
	}
}

// solveUpper replaces x by U⁻¹ x, U being the upper triangle at u, with the
// reciprocals of its diagonal and rows that are stride apart. The newest value comes last, as in solveLower.
func solveUpper(x, u []float64, stride int) {
	p := len(x)
	for i, at := p-1, (p-1)*stride; i >= 0; i, at = i-1, at-stride {
		row, v := u[at+i:at+p], x[i]
		old := x[i:][:len(row)]
		for k := len(row) - 1; k > 0; k-- {
			v -= row[k] * old[k]
		}
		x[i] = v * row[0]
	}
}
