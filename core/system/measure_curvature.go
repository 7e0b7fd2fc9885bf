package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// A force f along a displacement measure m pushes with f ∂m/∂q. Where the force
// is large (a stiff penalty, a constraint under load), the change of the
// gradient with the pose decides whether Newton's method converges, as it does
// for joints. With m = h(p0, p1) of its dots,
//
//	∂²m = Σ h_a ∂²p_a + Σ h_ab ∂p_a ⊗ ∂p_b.

// addMeasureStiffness adds -q f ∂²m/∂q² to the matrix.
func (kin *kinematics) addMeasureStiffness(m *Measure, f, q float64, j *jacobian) {
	if f == 0 || q == 0 {
		return
	}
	fn := m.row.fn
	switch fn.combine {
	case included:
		kin.addIncludedAngleStiffness(m, f, q, j)
		return
	case parameter:
		kin.addEulerParameterStiffness(m, f, q, j)
		return
	}
	p0, p1, sine := kin.dotValues(m)
	d0, d1 := fn.dotPartials(p0, p1, sine)
	kin.addDotStiffness(m, 0, f*d0, q, j)
	if len(fn.dots) > 1 {
		kin.addDotStiffness(m, 1, f*d1, q, j)
	}
	h00, h01, h11 := fn.secondPartials(p0, p1, sine)
	if h00 == 0 && h01 == 0 {
		return
	}
	var a, b [24]float64
	n := 6 * len(m.body)
	kin.addDotGradient(a[:n], m, 0, 1)
	j.addOuterProduct(m.body, a[:n], m.body, a[:n], -q*f*h00)
	if len(fn.dots) > 1 {
		kin.addDotGradient(b[:n], m, 1, 1)
		j.addOuterProduct(m.body, a[:n], m.body, b[:n], -q*f*h01)
		j.addOuterProduct(m.body, b[:n], m.body, a[:n], -q*f*h01)
		j.addOuterProduct(m.body, b[:n], m.body, b[:n], -q*f*h11)
	}
}

// secondPartials returns the second partials of the combination.
func (f *measureFunction) secondPartials(p, q, sine float64) (pp, pq, qq float64) {
	switch f.combine {
	case root:
		d, _ := f.dotPartials(p, q, sine)
		if p > 0 {
			pp = -d / (2 * p)
		}
	case angle, wrapped, psi, phi:
		if n := p*p + q*q; n > small*small {
			pp = -2 * p * q / (n * n)
			return pp, (p*p - q*q) / (n * n), -pp
		}
	case polar, elevate:
		d, _ := f.dotPartials(p, q, sine)
		if sine > small {
			pp = d * p / (sine * sine)
		}
	}
	return pp, 0, 0
}

// addOuterProduct adds c a ⊗ b, vectors by bodies.
func (j *jacobian) addOuterProduct(ra []BodyIdx, a []float64, rb []BodyIdx, b []float64, c float64) {
	s := j.s
	if c == 0 {
		return
	}
	for x, ba := range ra {
		na := s.sys.Bodies[ba].speedCount()
		for y, bb := range rb {
			nb := s.sys.Bodies[bb].speedCount()
			dst := j.m.Block(s.sys.bodyNode(ba), s.sys.bodyNode(bb))
			for r, v := range a[6*x : 6*x+na] {
				for k, w := range b[6*y : 6*y+nb] {
					dst[r*nb+k] += c * v * w
				}
			}
		}
	}
}

// addDotStiffness adds -q c ∂²p/∂q² of dot n. With f the force on I and d = pI - pJ:
//
//	along:  f = c k turns with K; torques rI×f, -rJ×f and f×d turn with their
//	        arms and with f
//	square: f = 2c d follows both points
//	cosine: δ(a×b) = b̃ ã δθI - ã b̃ δθJ
func (kin *kinematics) addDotStiffness(m *Measure, n int, c, q float64, j *jacobian) {
	if m.row.fn.negate[n] {
		c = -c
	}
	if c == 0 {
		return
	}
	d := m.row.fn.dots[n]
	mi, mj := &kin.marker[m.i], &kin.marker[m.j]
	bi, bj := kin.sys.Markers[m.i].Body, kin.sys.Markers[m.j].Body
	if d.kind == square {
		mi, mj = kin.markerStateOf(m, d.a), kin.markerStateOf(m, d.b)
		bi, bj = kin.sys.Markers[m.markerArgument(d.a)].Body, kin.sys.Markers[m.markerArgument(d.b)].Body
	}
	r := mi.P.Sub(mj.P)
	ri, rj := spatial.Tilde(mi.Arm), spatial.Tilde(mj.Arm)
	switch d.kind {
	case along:
		f := spatial.Tilde(kin.marker[m.k].R.Col(m.comp).Scale(c))
		j.addDotAlongAxisStiffness(bi, bj, kin.sys.Markers[m.k].Body, &ri, &rj, &f, r, q)
	case square:
		f := spatial.Tilde(r.Scale(2 * c))
		fi, fj := f.MulMat(&ri), f.MulMat(&rj)
		j.addBodyBlock(bi, bi, 3, 3, &fi, -q)
		j.addBodyBlock(bj, bj, 3, 3, &fj, q)
		k := spatial.Identity.Scale(2 * c)
		j.addLineForceStiffness([2]BodyIdx{bi, bj}, [2]*mat{&ri, &rj}, &k, q)
	case cosine:
		a, b := spatial.Tilde(mi.R.Col(d.a)), spatial.Tilde(mj.R.Col(d.b))
		ba, ab := b.MulMat(&a), a.MulMat(&b)
		j.addBodyBlock(bi, bi, 3, 3, &ba, -q*c)
		j.addBodyBlock(bi, bj, 3, 3, &ab, q*c)
		j.addBodyBlock(bj, bi, 3, 3, &ba, q*c)
		j.addBodyBlock(bj, bj, 3, 3, &ab, -q*c)
	}
}

// addDotAlongAxisStiffness: f is the cross-product matrix of the force, r = pI - pJ.
func (j *jacobian) addDotAlongAxisStiffness(bi, bj, bk BodyIdx, ri, rj, f *mat, r vec, q float64) {
	fi, fj, rif, rjf := f.MulMat(ri), f.MulMat(rj), ri.MulMat(f), rj.MulMat(f)
	j.addBodyBlock(bi, bk, 0, 3, f, q)
	j.addBodyBlock(bi, bi, 3, 3, &fi, -q)
	j.addBodyBlock(bi, bk, 3, 3, &rif, q)
	j.addBodyBlock(bj, bk, 0, 3, f, -q)
	j.addBodyBlock(bj, bj, 3, 3, &fj, q)
	j.addBodyBlock(bj, bk, 3, 3, &rjf, -q)
	d := spatial.Tilde(r)
	df := d.MulMat(f)
	j.addBodyBlock(bk, bk, 3, 3, &df, -q)
	j.addBodyBlock(bk, bi, 3, 0, f, -q)
	j.addBodyBlock(bk, bi, 3, 3, &fi, q)
	j.addBodyBlock(bk, bj, 3, 0, f, q)
	j.addBodyBlock(bk, bj, 3, 3, &fj, -q)
}

// addLineForceStiffness adds -q times the forces ±k (δpI - δpJ) at the ends with arms r.
func (j *jacobian) addLineForceStiffness(body [2]BodyIdx, arm [2]*mat, k *mat, q float64) {
	for a, ra := range arm {
		for b, rb := range arm {
			sign := -q
			if a != b {
				sign = q
			}
			kr, rk := k.MulMat(rb), ra.MulMat(k)
			rkr := ra.MulMat(&kr)
			j.addBodyBlock(body[a], body[b], 0, 0, k, sign)
			j.addBodyBlock(body[a], body[b], 0, 3, &kr, -sign)
			j.addBodyBlock(body[a], body[b], 3, 0, &rk, sign)
			j.addBodyBlock(body[a], body[b], 3, 3, &rkr, -sign)
		}
	}
}

// maxSecond is up to how many measures an expression's second partials are
// worth it: their number grows with the square.
const maxSecond = 8

// hessian is the second partials of an expression with respect to its measures.
type hessian struct {
	n         int
	h         []float64 // n×n
	dir, zero []float64
}

func newHessian(n int) hessian {
	if n > maxSecond {
		n = 0
	}
	return hessian{n: n, h: make([]float64, n*n), dir: make([]float64, n), zero: make([]float64, n)}
}

// computeSecondPartials computes the second partials at v from second rates along motions: with
// rates u of the measures (and 1 of TIME) the second rate is
// D(u) = uᵀHu + 2 uᵀh + c, so that H_kl = (D(e_k+e_l) - D(e_k) - D(e_l) + D(0))/2 and
// H_kk = (D(e_k) + D(-e_k) - 2 D(0))/2.
func (h *hessian) computeSecondPartials(p *expr.Program, w *expr.Work, t float64, mode int, v []float64) {
	if h.n == 0 {
		return
	}
	at := func(k, l int, a, b float64) float64 {
		clear(h.dir)
		h.dir[k] += a
		h.dir[l] += b
		_, _, dd := p.Jet(w, t, mode, v, h.dir, h.zero)
		return dd
	}
	c := at(0, 0, 0, 0)
	for k := range h.n {
		ek := at(k, k, 1, 0)
		h.h[k*h.n+k] = (ek + at(k, k, -1, 0) - 2*c) / 2
		for l := range k {
			x := (at(k, l, 1, 1) - ek - at(l, l, 1, 0) + c) / 2
			h.h[k*h.n+l], h.h[l*h.n+k] = x, x
		}
	}
}

// addExpressionStiffness adds -q f (Σ g_k ∂²m_k + Σ g_kl ∂m_k ⊗ ∂m_l) for an
// expression of displacement measures with partials part; the second sum only
// with a hessian.
func (j *jacobian) addExpressionStiffness(ms []MeasureIdx, part []float64, h *hessian, f, q float64) {
	s := j.s
	for k, i := range ms {
		if m := &s.plan.measure[i]; m.row != nil && m.row.stage == Pose {
			s.kin.addMeasureStiffness(m, f*part[k], q, j)
		}
	}
	for k, c := range h.h {
		a, b := ms[k/h.n], ms[k%h.n]
		if c == 0 || s.plan.lawOfMeasure(a) >= 0 || s.plan.lawOfMeasure(b) >= 0 {
			continue
		}
		ma, mb := &s.plan.measure[a], &s.plan.measure[b]
		if ma.row.stage == Pose && mb.row.stage == Pose {
			j.addOuterProduct(ma.body, s.kin.displacementGradient(ma), mb.body, s.kin.displacementGradient(mb), -q*f*c)
		}
	}
}

// vectorJet is a vector with its first and second rate.
type vectorJet struct{ v, d, dd vec }

func (a vectorJet) dot(b vectorJet) jet {
	return jet{
		a.v.Dot(b.v),
		a.d.Dot(b.v) + a.v.Dot(b.d),
		a.dd.Dot(b.v) + 2*a.d.Dot(b.d) + a.v.Dot(b.dd),
	}
}

// axisJet returns axis k of a marker: u' = ω×u, u” = α×u + ω×(ω×u). The angular
// acceleration enters only with the iterate's rates, times rates (0 or 1).
func (kin *kinematics) axisJet(i MarkerIdx, k int, accelerationFactor float64) vectorJet {
	b := &kin.body[kin.sys.Markers[i].Body]
	u := kin.marker[i].R.Col(k)
	d := b.W.Cross(u)
	return vectorJet{u, d, b.W.Cross(d).AddScaled(accelerationFactor, b.Al.Cross(u))}
}

// originJet returns the origin of a marker: p' = v + ω×r, p” = a + α×r + ω×(ω×r).
func (kin *kinematics) originJet(i MarkerIdx, accelerationFactor float64) vectorJet {
	b := &kin.body[kin.sys.Markers[i].Body]
	r := kin.marker[i].Arm
	wr := b.W.Cross(r)
	return vectorJet{
		kin.marker[i].P, b.V.Add(wr),
		b.W.Cross(wr).AddScaled(accelerationFactor, b.A.Add(b.Al.Cross(r))),
	}
}

func (a vectorJet) sub(b vectorJet) vectorJet {
	return vectorJet{a.v.Sub(b.v), a.d.Sub(b.d), a.dd.Sub(b.dd)}
}

// dotJet returns dot n of m along the motion.
func (kin *kinematics) dotJet(m *Measure, n int, accelerationFactor float64) jet {
	var r jet
	switch d := m.row.fn.dots[n]; d.kind {
	case along:
		r = kin.originJet(m.i, accelerationFactor).sub(kin.originJet(m.j, accelerationFactor)).dot(kin.axisJet(m.k, m.comp, accelerationFactor))
	case square:
		e := kin.originJet(m.markerArgument(d.a), accelerationFactor).sub(kin.originJet(m.markerArgument(d.b), accelerationFactor))
		r = e.dot(e)
	case cosine:
		r = kin.axisJet(m.i, d.a, accelerationFactor).dot(kin.axisJet(m.j, d.b, accelerationFactor))
	}
	if m.row.fn.negate[n] {
		return jet{-r.v, -r.d, -r.dd}
	}
	return r
}

// displacementJet returns a displacement measure's first and second rate along
// the motion: with rates 1 along the accelerations of the iterate, with rates
// 0 without them, which is the part of the second rate that the gradient times
// the accelerations leaves.
func (kin *kinematics) displacementJet(m *Measure, accelerationFactor float64) jet {
	f := m.row.fn
	switch f.combine {
	case included:
		return kin.includedAngleRates(m, accelerationFactor)
	case parameter:
		return kin.eulerParameterRates(m, accelerationFactor)
	}
	p := kin.dotJet(m, 0, accelerationFactor)
	var q jet
	if len(f.dots) > 1 {
		q = kin.dotJet(m, 1, accelerationFactor)
	}
	sine := 0.0
	if f.combine == polar || f.combine == elevate {
		sine = kin.sineOfDotAngle(m)
	}
	return f.applyToJets(p, q, sine)
}

// applyToJets applies the combination to jets. For a function h of one dot,
// h' = h_p p', h” = h_p p” + h_pp p'². For the angle a = atan2(p, q) with
// n = p² + q², a' = (q p' - p q')/n and a” = (q p” - p q” - a' n')/n.
func (f *measureFunction) applyToJets(p, q jet, sine float64) jet {
	dp, _ := f.dotPartials(p.v, q.v, sine)
	switch f.combine {
	case root: // h_pp = -h_p/(2p)
		if p.v <= 0 {
			return jet{}
		}
		return jet{math.Sqrt(p.v), dp * p.d, dp*p.dd - dp/(2*p.v)*p.d*p.d}
	case angle, wrapped, psi, phi:
		n := p.v*p.v + q.v*q.v
		if n <= small*small {
			return jet{}
		}
		d := (q.v*p.d - p.v*q.d) / n
		dn := 2 * (p.v*p.d + q.v*q.d)
		return jet{math.Atan2(p.v, q.v), d, (q.v*p.dd - p.v*q.dd - d*dn) / n}
	case polar, elevate: // h_pp = h_p p/(1 - p²); the value is left to displacement
		if sine <= small {
			return jet{}
		}
		return jet{0, dp * p.d, dp*p.dd + dp*p.v/(sine*sine)*p.d*p.d}
	}
	return p
}
