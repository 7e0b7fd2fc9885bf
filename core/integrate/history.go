package integrate

// differenceHistory holds a vector function's past in modified divided differences on
// an uneven grid (Krogh's form). With times t[0] > t[1] > ... of the past
// points and ψ_j = t[0]-t[j],
//
//	φ_0 = z(t[0]),  φ_i = ψ_1 ψ_2 ... ψ_i · z[t[0], t[1], ..., t[i]],
//
// where z[...] is the divided difference; on an even grid φ_i is the i-th
// backward difference. For a new time T with ψ⁺_j = T - t[j-1] the values
// that continue the polynomial through the newest m points are
//
//	φ*_i = β_i φ_i,  β_i = Π_{j≤i} ψ⁺_j/ψ_j,  z_P = Σ_{i<m} φ*_i,
//	z_P' = Σ_{i<m} γ_i φ*_i,  γ_i = Σ_{j≤i} 1/ψ⁺_j,
//
// and with the true value z = z_P + e the new differences are φ_m = e and, down
// from i = m-1, φ_i = φ*_i + φ_{i+1}. Differences are updated by e and never
// formed by subtracting points, so they keep their relative accuracy.
type differenceHistory struct {
	t    []float64   // times of past points, newest first
	phi  [][]float64 // φ_0 ... φ_max
	beta []float64   // of the prediction under way
	psi  []float64   // ψ⁺_j of the prediction at j-1
	n    int         // differences φ_0 ... φ_{n-1} are meaningful
	e    []float64   // correction of the prediction under way
}

// newDifferenceHistory holds up to maxOrder+1 differences of vectors of that length.
func newDifferenceHistory(maxOrder, length int) *differenceHistory {
	h := &differenceHistory{
		t: make([]float64, maxOrder+2), phi: make([][]float64, maxOrder+2),
		beta: make([]float64, maxOrder+2), psi: make([]float64, maxOrder+2), e: make([]float64, length),
	}
	flat := make([]float64, (maxOrder+2)*length)
	for i := range h.phi {
		h.phi[i] = flat[i*length : (i+1)*length : (i+1)*length]
	}
	return h
}

// resetHistory forgets the past. The caller sets phi[0], and phi[1] to h times the
// rate if points is 2.
func (h *differenceHistory) resetHistory(t, step float64, points int) {
	for i := range h.t {
		h.t[i] = t - float64(i)*step
	}
	h.n = points
}

// prepareTime prepares a prediction for time T.
func (h *differenceHistory) prepareTime(T float64) {
	h.beta[0] = 1
	for i := 1; i < len(h.beta); i++ {
		h.psi[i-1] = T - h.t[i-1]
		h.beta[i] = h.beta[i-1] * h.psi[i-1] / (h.t[0] - h.t[i])
	}
	h.psi[len(h.psi)-1] = T - h.t[len(h.t)-1]
}

// predict sets z, and zDot unless nil, from the newest points.
func (h *differenceHistory) predict(z, zDot []float64, points int) {
	copy(z, h.phi[0])
	clear(zDot)
	gamma, i := 0.0, 1
	next := func() (b, c float64) {
		gamma += 1 / h.psi[i-1]
		b = h.beta[i]
		i++
		return b, gamma * b
	}
	for zDot != nil && i+2 < points { // three at a time: z and zDot go through memory less often
		p1, p2, p3 := h.phi[i][:len(z)], h.phi[i+1][:len(z)], h.phi[i+2][:len(z)]
		b1, c1 := next()
		b2, c2 := next()
		b3, c3 := next()
		zd := zDot[:len(z)]
		for j, v := range z {
			x1, x2, x3 := p1[j], p2[j], p3[j]
			z[j] = v + b1*x1 + b2*x2 + b3*x3
			zd[j] += c1*x1 + c2*x2 + c3*x3
		}
	}
	for i < points {
		phi := h.phi[i]
		b, c := next()
		addScaled(z, b, phi)
		if zDot != nil {
			addScaled(zDot, c, phi)
		}
	}
}

// lowerOrderDifference sets dst to φ_{points-1} at the new time and higherOrderDifference to φ_{points+1}, if the
// prediction from those points is corrected by e.
func (h *differenceHistory) lowerOrderDifference(dst []float64, points int) {
	b := h.beta[points-1]
	for j, v := range h.phi[points-1] {
		dst[j] = b*v + h.e[j]
	}
}

func (h *differenceHistory) higherOrderDifference(dst []float64, points int) {
	b := h.beta[points]
	for j, v := range h.phi[points] {
		dst[j] = h.e[j] - b*v
	}
}

// appendPoint makes T the newest point, corrected by e from a prediction by predictedFrom points.
func (h *differenceHistory) appendPoint(T float64, predictedFrom int) {
	if predictedFrom+1 < len(h.phi) {
		// Keep the difference one higher too where it is known.
		if h.n > predictedFrom {
			h.higherOrderDifference(h.phi[predictedFrom+1], predictedFrom)
			h.n = predictedFrom + 2
		} else {
			h.n = predictedFrom + 1
		}
	}
	copy(h.phi[predictedFrom], h.e)
	i := predictedFrom - 1
	for ; i >= 2; i -= 3 {
		up, p1 := h.phi[i+1], h.phi[i][:len(h.e)]
		p2, p3 := h.phi[i-1][:len(h.e)], h.phi[i-2][:len(h.e)]
		b1, b2, b3 := h.beta[i], h.beta[i-1], h.beta[i-2]
		for j, v := range up[:len(h.e)] {
			v += b1 * p1[j]
			p1[j] = v
			v += b2 * p2[j]
			p2[j] = v
			p3[j] = v + b3*p3[j]
		}
	}
	for ; i >= 0; i-- {
		b, up, at := h.beta[i], h.phi[i+1], h.phi[i]
		for j := range at {
			at[j] = b*at[j] + up[j]
		}
	}
	copy(h.t[1:], h.t[:len(h.t)-1])
	h.t[0] = T
}

// interpolateAt sets z, and zDot unless nil, from the polynomial through the newest points
// points, at any time.
func (h *differenceHistory) interpolateAt(t float64, z, zDot []float64, points int) {
	copy(z, h.phi[0])
	clear(zDot)
	c, d := 1.0, 0.0 // coefficient of φ_i and its derivative
	for i := 1; i < points; i++ {
		psi := h.t[0] - h.t[i]
		d = (d*(t-h.t[i-1]) + c) / psi
		c *= (t - h.t[i-1]) / psi
		addScaled(z, c, h.phi[i])
		if zDot != nil {
			addScaled(zDot, d, h.phi[i])
		}
	}
}
