package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// ORIENT(27, n, i, j) is Euler parameter n of the axes of I seen along those of
// J, n = 1 to 4 for e0 (the cosine of half the angle) and e1, e2, e3, with e0 ≥ 0.
// It has no unit. Other kinds of orientation than 27 have names of their own
// (PSI, THETA, PHI, YAW, PITCH, ROLL).
//
// When I turns against J by δφ along J's axes, the parameters (e0, e) change by
// half the product of (0, δφ) and themselves,
//
//	δe0 = -e·δφ/2,  δe = (e0 δφ + δφ×e)/2,
//
// so that g0 = -e/2 and gk = (e0 xk + e×xk)/2 along J's axes are the gradients,
// of which those along global axes, t = RJ g, turn I, and -t turns J. With
// δt = RJ δg + δθJ×t and δφ = RJᵀ(δθI - δθJ),
//
//	δg0 = -(e0 - ẽ) δφ/4,  δgk = -(xk eᵀ + x̃k (e0 - ẽ)) δφ/4.
func init() {
	registerMeasures(measureSpec{"ORIENT", 4, 4, Pose, bindOrientation, &measureFunction{combine: parameter}})
}

// eulerParameters is the only kind of orientation that has no name of its own.
const eulerParameters = 27

func bindOrientation(sys *System, m *Measure) error {
	if m.Args[0] != eulerParameters {
		return fmt.Errorf("only orientation type %d, Euler parameters, is supported, not %d", eulerParameters, m.Args[0])
	}
	if m.comp = m.Args[1]; m.comp < 1 || m.comp > 4 {
		return fmt.Errorf("the Euler parameter must be 1 to 4, not %d", m.comp)
	}
	if err := m.resolveMarker(sys, 2, &m.i); err != nil {
		return err
	}
	return m.resolveMarker(sys, 3, &m.j)
}

// eulerParameters returns the Euler parameters of I along J, with e0 ≥ 0.
func (kin *kinematics) eulerParameters(m *Measure) (e0 float64, e vec) {
	rj := &kin.marker[m.j].R
	t := rj.T()
	r := t.MulMat(&kin.marker[m.i].R)
	q := spatial.QuatFromMat(&r)
	if q.W < 0 {
		return -q.W, vec{X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	return q.W, vec{X: q.X, Y: q.Y, Z: q.Z}
}

// selectEulerParameter returns the parameter that m is.
func (m *Measure) selectEulerParameter(e0 float64, e vec) float64 {
	if m.comp == 1 {
		return e0
	}
	return e.At(m.comp - 2)
}

// eulerParameterGradient returns the gradient t of a parameter, global axes.
func (kin *kinematics) eulerParameterGradient(m *Measure, e0 float64, e vec) vec {
	g := e.Scale(-0.5)
	if m.comp > 1 {
		x := spatial.Identity.Col(m.comp - 2)
		g = x.Scale(e0).Add(e.Cross(x)).Scale(0.5)
	}
	return kin.marker[m.j].R.Mul(g)
}

func (kin *kinematics) addEulerParameterGradient(g []float64, m *Measure) {
	e0, e := kin.eulerParameters(m)
	t := kin.eulerParameterGradient(m, e0, e)
	addWrench(g, m.slot[0], vec{}, t)
	addWrench(g, m.slot[1], vec{}, t.Neg())
}

// eulerParameterRates: with w the angular velocity of I against J along J's axes,
// (e0, e)” = (0, w')(e0, e)/2 + (0, w)(e0, e)'/2.
func (kin *kinematics) eulerParameterRates(m *Measure, accelerationFactor float64) jet {
	e0, e := kin.eulerParameters(m)
	bi, bj := &kin.body[kin.sys.Markers[m.i].Body], &kin.body[kin.sys.Markers[m.j].Body]
	rj := &kin.marker[m.j].R
	rel := bi.W.Sub(bj.W)
	w := rj.MulTransposed(rel)
	dw := rj.MulTransposed(bi.Al.Sub(bj.Al).Scale(accelerationFactor).Sub(bj.W.Cross(rel)))
	q := spatial.Quat{W: e0, X: e.X, Y: e.Y, Z: e.Z}
	d := q.RateAtAngularVelocity(w)
	a, b := q.RateAtAngularVelocity(dw), d.RateAtAngularVelocity(w)
	part := func(q spatial.Quat) float64 { return m.selectEulerParameter(q.W, vec{X: q.X, Y: q.Y, Z: q.Z}) }
	return jet{part(q), part(d), part(a) + part(b)}
}

// addEulerParameterStiffness adds -q f ∂²e/∂θ² to the matrix.
func (kin *kinematics) addEulerParameterStiffness(m *Measure, f, q float64, j *jacobian) {
	e0, e := kin.eulerParameters(m)
	k := spatial.Tilde(e.Neg())
	k.A.X, k.B.Y, k.C.Z = k.A.X+e0, k.B.Y+e0, k.C.Z+e0
	if m.comp > 1 {
		x := spatial.Identity.Col(m.comp - 2)
		xt := spatial.Tilde(x)
		k = xt.MulMat(&k)
		outer := mat{A: x.Scale(e.X), B: x.Scale(e.Y), C: x.Scale(e.Z)}
		k = k.Add(&outer)
	}
	r := &kin.marker[m.j].R
	rt := r.T()
	k = k.MulMat(&rt)
	k = r.MulMat(&k)
	k = k.Scale(-0.25)
	t := spatial.Tilde(kin.eulerParameterGradient(m, e0, e))
	kj := k.Add(&t)
	bi, bj := kin.sys.Markers[m.i].Body, kin.sys.Markers[m.j].Body
	j.addBodyBlock(bi, bi, 3, 3, &k, -q*f)
	j.addBodyBlock(bi, bj, 3, 3, &kj, q*f)
	j.addBodyBlock(bj, bi, 3, 3, &k, q*f)
	j.addBodyBlock(bj, bj, 3, 3, &kj, -q*f)
}

// INCANG(i, j, k) is the angle at J between the lines to I and to K, 0 to π. With
// the squares A = |pI - pJ|², B = |pK - pJ|² and C = |pI - pK|²,
//
//	cos θ = c = (A + B - C)/(2 √(AB)),
//
// of which with g = 1/√(AB)
//
//	c_A = g/2 - c/(2A)             c_B = g/2 - c/(2B)        c_C = -g/2
//	c_AA = -g/(4A) - c_A/(2A) + c/(2A²)                      c_AC = g/(4A)
//	c_AB = -g/(4B) - c_B/(2A)      c_CC = 0                  c_BC = g/(4B)
//
// and θ_x = -c_x/s, θ_xy = -c_xy/s - c_x c_y c/s³ with s = sin θ. Where the three
// are in line θ has no gradient: zero is taken, as for a distance.

func init() {
	registerMeasures(measureSpec{"INCANG", 3, 3, Pose, bindMarkers,
		&measureFunction{dots: []dotTerm{{square, 0, 1}, {square, 2, 1}, {square, 0, 2}}, combine: included}})
}

// markerArgument returns marker n of a measure: 0 I, 1 J, 2 K.
func (m *Measure) markerArgument(n int) MarkerIdx { return [3]MarkerIdx{m.i, m.j, m.k}[n] }

func (kin *kinematics) markerStateOf(m *Measure, n int) *markerState {
	return &kin.marker[m.markerArgument(n)]
}

// dotVector returns the vector of which d is the square.
func (kin *kinematics) dotVector(m *Measure, d dotTerm) vec {
	return kin.markerStateOf(m, d.a).P.Sub(kin.markerStateOf(m, d.b).P)
}

// includedAngle is precise near 0 and π too.
func (kin *kinematics) includedAngle(m *Measure) float64 {
	a, b := kin.dotVector(m, m.row.fn.dots[0]), kin.dotVector(m, m.row.fn.dots[1])
	return math.Atan2(a.Cross(b).Norm(), a.Dot(b))
}

// includedAnglePartials returns first and second partials with respect to the three
// squares; ok is false where there are none.
func (kin *kinematics) includedAnglePartials(m *Measure) (d [3]float64, dd [3][3]float64, ok bool) {
	x, y := kin.dotVector(m, m.row.fn.dots[0]), kin.dotVector(m, m.row.fn.dots[1])
	a, b, area := x.Dot(x), y.Dot(y), x.Cross(y).Norm()
	if area <= small*math.Sqrt(a*b) || area == 0 {
		return d, dd, false
	}
	g := 1 / math.Sqrt(a*b)
	c, sin := x.Dot(y)*g, area*g
	ca := [3]float64{g/2 - c/(2*a), g/2 - c/(2*b), -g / 2}
	cab := -g/(4*b) - ca[1]/(2*a)
	h := [3][3]float64{
		{-g/(4*a) - ca[0]/(2*a) + c/(2*a*a), cab, g / (4 * a)},
		{cab, -g/(4*b) - ca[1]/(2*b) + c/(2*b*b), g / (4 * b)},
		{g / (4 * a), g / (4 * b), 0},
	}
	for k := range d {
		d[k] = -ca[k] / sin
		for l := range d {
			dd[k][l] = -h[k][l]/sin - ca[k]*ca[l]*c/(sin*sin*sin)
		}
	}
	return d, dd, true
}

// addIncludedAngleGradient adds the gradient to g.
func (kin *kinematics) addIncludedAngleGradient(g []float64, m *Measure) {
	d, _, _ := kin.includedAnglePartials(m)
	for k, c := range d {
		kin.addDotGradient(g, m, k, c)
	}
}

// includedAngleRates returns the angle along the motion.
func (kin *kinematics) includedAngleRates(m *Measure, accelerationFactor float64) jet {
	d, h, _ := kin.includedAnglePartials(m)
	var x [3]jet
	for k := range x {
		x[k] = kin.dotJet(m, k, accelerationFactor)
	}
	r := jet{v: kin.includedAngle(m)}
	for k := range x {
		r.d += d[k] * x[k].d
		r.dd += d[k] * x[k].dd
		for l := range x {
			r.dd += h[k][l] * x[k].d * x[l].d
		}
	}
	return r
}

// addIncludedAngleStiffness adds -q f ∂²θ/∂q² to the matrix.
func (kin *kinematics) addIncludedAngleStiffness(m *Measure, f, q float64, j *jacobian) {
	d, h, ok := kin.includedAnglePartials(m)
	if !ok {
		return
	}
	var g [3][18]float64
	n := 6 * len(m.body)
	for k := range g {
		kin.addDotStiffness(m, k, f*d[k], q, j)
		kin.addDotGradient(g[k][:n], m, k, 1)
	}
	for k := range g {
		for l := range g {
			j.addOuterProduct(m.body, g[k][:n], m.body, g[l][:n], -q*f*h[k][l])
		}
	}
}
