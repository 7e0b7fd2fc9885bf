package system

import "math"

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
	enter(row{"INCANG", 3, 3, Pose, markers,
		&fn{dots: []dot{{square, 0, 1}, {square, 2, 1}, {square, 0, 2}}, combine: included}})
}

// marked returns marker n of a measure: 0 I, 1 J, 2 K.
func (m *Measure) marked(n int) MarkerIdx { return [3]MarkerIdx{m.i, m.j, m.k}[n] }

func (s *State) end(m *Measure, n int) *markerState { return &s.marker[m.marked(n)] }

// between returns the vector of which d is the square.
func (s *State) between(m *Measure, d dot) vec { return s.end(m, d.a).P.Sub(s.end(m, d.b).P) }

// includedAngle is precise near 0 and π too.
func (s *State) includedAngle(m *Measure) float64 {
	a, b := s.between(m, m.row.fn.dots[0]), s.between(m, m.row.fn.dots[1])
	return math.Atan2(a.Cross(b).Norm(), a.Dot(b))
}

// includedPartials returns first and second partials with respect to the three
// squares; ok is false where there are none.
func (s *State) includedPartials(m *Measure) (d [3]float64, dd [3][3]float64, ok bool) {
	x, y := s.between(m, m.row.fn.dots[0]), s.between(m, m.row.fn.dots[1])
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

// gradIncluded adds the gradient to g.
func (s *State) gradIncluded(g []float64, m *Measure) {
	d, _, _ := s.includedPartials(m)
	for k, c := range d {
		s.gradDot(g, m, k, c)
	}
}

// includedJet returns the angle along the motion.
func (s *State) includedJet(m *Measure, rates float64) jet {
	d, h, _ := s.includedPartials(m)
	var x [3]jet
	for k := range x {
		x[k] = s.dotJet(m, k, rates)
	}
	r := jet{v: s.includedAngle(m)}
	for k := range x {
		r.d += d[k] * x[k].d
		r.dd += d[k] * x[k].dd
		for l := range x {
			r.dd += h[k][l] * x[k].d * x[l].d
		}
	}
	return r
}

// stiffenIncluded adds -q f ∂²θ/∂q² to the matrix.
func (s *State) stiffenIncluded(m *Measure, f, q float64, j *jacobian) {
	d, h, ok := s.includedPartials(m)
	if !ok {
		return
	}
	var g [3][18]float64
	n := 6 * len(m.body)
	for k := range g {
		s.stiffenDot(m, k, f*d[k], q, j)
		s.gradDot(g[k][:n], m, k, 1)
	}
	for k := range g {
		for l := range g {
			j.outerBodies(m.body, g[k][:n], m.body, g[l][:n], -q*f*h[k][l])
		}
	}
}
