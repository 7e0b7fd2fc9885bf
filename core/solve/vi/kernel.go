package vi

// Products with H and with the Jacobian of the active items. Blocks of six are written
// out: they are what bodies have.

// multiplyH sets dst to H x.
func (w *workspace) multiplyH(dst, x []float64) {
	clear(dst)
	r := w.r
	for k := range w.p.H {
		b := &w.p.H[k]
		n := r.size[b.J]
		out, in := dst[r.at[b.I]:][:r.size[b.I]], x[r.at[b.J]:][:n]
		if n == 6 {
			v := (*[6]float64)(in)
			for i := range out {
				out[i] += dot6((*[6]float64)(b.V[6*i:]), v)
			}
			continue
		}
		for i := range out {
			for c, v := range b.V[i*n : i*n+n] {
				out[i] += v * in[c]
			}
		}
	}
}

func dot6(a, x *[6]float64) float64 {
	return (a[0]*x[0] + a[1]*x[1] + a[2]*x[2]) + (a[3]*x[3] + a[4]*x[4] + a[5]*x[5])
}

func addScaled6(x, a *[6]float64, f float64) {
	x[0] += f * a[0]
	x[1] += f * a[1]
	x[2] += f * a[2]
	x[3] += f * a[3]
	x[4] += f * a[4]
	x[5] += f * a[5]
}

// multiplyItemJacobian sets dst to J q for the rows of an item; j may be any array laid out like the Jacobian.
func (w *workspace) multiplyItemJacobian(it *projectionItem, dst, j, q []float64) {
	switch it.kind {
	case oneSix:
		x := (*[6]float64)(q[it.qa:])
		a := j[it.ja:]
		for i := range dst {
			dst[i] = dot6((*[6]float64)(a[6*i:]), x)
		}
	case twoSix:
		x, y := (*[6]float64)(q[it.qa:]), (*[6]float64)(q[it.qb:])
		a, b := j[it.ja:], j[it.jb:]
		for i := range dst {
			dst[i] = dot6((*[6]float64)(a[6*i:]), x) + dot6((*[6]float64)(b[6*i:]), y)
		}
	default:
		w.multiplyGeneralJacobian(it, dst, j, q)
	}
}

func (w *workspace) multiplyGeneralJacobian(it *projectionItem, dst, j, q []float64) {
	r := w.r
	u := &r.units[it.unit]
	clear(dst)
	for _, e := range r.entries[u.ent:u.end] {
		n := int32(r.size[e.block])
		x := q[r.at[e.block]:][:n]
		for i := range dst {
			for c, v := range j[e.at+(it.row-u.row+int32(i))*n:][:n] {
				dst[i] += v * x[c]
			}
		}
	}
}

// addItemTransposed adds Jᵀ l for the rows of an item to q.
func (w *workspace) addItemTransposed(it *projectionItem, q, j, l []float64) {
	switch it.kind {
	case oneSix:
		x := (*[6]float64)(q[it.qa:])
		a := j[it.ja:]
		for i, f := range l {
			addScaled6(x, (*[6]float64)(a[6*i:]), f)
		}
	case twoSix:
		x, y := (*[6]float64)(q[it.qa:]), (*[6]float64)(q[it.qb:])
		a, b := j[it.ja:], j[it.jb:]
		for i, f := range l {
			addScaled6(x, (*[6]float64)(a[6*i:]), f)
			addScaled6(y, (*[6]float64)(b[6*i:]), f)
		}
	default:
		w.addGeneralTransposed(it, q, j, l)
	}
}

func (w *workspace) addGeneralTransposed(it *projectionItem, q, j, l []float64) {
	r := w.r
	u := &r.units[it.unit]
	for _, e := range r.entries[u.ent:u.end] {
		n := int32(r.size[e.block])
		x := q[r.at[e.block]:][:n]
		for i, f := range l {
			for c, v := range j[e.at+(it.row-u.row+int32(i))*n:][:n] {
				x[c] += f * v
			}
		}
	}
}

// multiplyActiveJacobian sets dst, by rows, to J q for the active rows.
func (w *workspace) multiplyActiveJacobian(dst, q []float64) {
	for k := range w.items {
		it := &w.items[k]
		w.multiplyItemJacobian(it, dst[it.row:it.row+it.n], w.r.j, q)
	}
}

// subtractActiveTransposed takes Jᵀ l of the active rows from dst.
func (w *workspace) subtractActiveTransposed(dst, l []float64) {
	var minus [6]float64
	for k := range w.items {
		it := &w.items[k]
		m := minus[:it.n]
		for i := range m {
			m[i] = -l[int(it.row)+i]
		}
		w.addItemTransposed(it, dst, w.r.j, m)
	}
}
