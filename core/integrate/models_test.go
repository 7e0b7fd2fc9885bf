package integrate

import "math"

// pendulum is a point mass of 1 kg on a massless rod of 1 m about the origin,
// gravity 9.81 along -y, at rest at (-1, 0): g = (x²+y²-1)/2.
func pendulum() (*toy, *Point) {
	p := newToy(Layout{NQ: 2, NV: 2, NL: 1}, func(r *Residual, p *Point) error {
		x, y := p.Q[0], p.Q[1]
		r.V[0] = p.A[0] - x*p.L[0]
		r.V[1] = p.A[1] + 9.81 - y*p.L[0]
		r.Pos[0] = (x*x + y*y - 1) / 2
		r.Vel[0] = x*p.V[0] + y*p.V[1]
		r.Acc[0] = x*p.A[0] + y*p.A[1] + p.V[0]*p.V[0] + p.V[1]*p.V[1]
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0] = -1
	return p, s
}

// oscillator is m = 1, k = 100, c = 2, free from 0.1 m or forced by
// 10 sin 8t from rest.
func oscillator(forced bool) (*toy, *Point) {
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		f := 0.0
		if forced {
			f = 10 * math.Sin(8*p.T)
		}
		r.V[0] = p.A[0] + 2*p.V[0] + 100*p.Q[0] - f
		return nil
	})
	s := NewPoint(&p.n)
	if !forced {
		s.Q[0] = 0.1
	}
	return p, s
}

// freeExact is the free oscillator's closed form.
func freeExact(t float64) (x, v float64) {
	w := math.Sqrt(99)
	e := 0.1 * math.Exp(-t)
	return e * (math.Cos(w*t) + math.Sin(w*t)/w), -e * 100 / w * math.Sin(w*t)
}

// top is the heavy top: q = mass centre and quaternion, v = its velocity and
// the angular velocity in the world frame, three rows c - R (0,1,0) = 0.
func top() (*toy, *Point) {
	p := newToy(Layout{NQ: 7, NV: 6, NL: 3, QScale: []float64{1, 1, 1, .5, .5, .5, .5}}, topEquations)
	p.nQuat = 1
	s := NewPoint(&p.n)
	s.Q[1], s.Q[3] = 1, 1
	s.V[0] = 4.61538
	s.V[4], s.V[5] = 150, -4.61538
	return p, s
}

func topEquations(r *Residual, p *Point) error {
	const mass, j1, j2 = 15, 0.234375, 0.46875
	e := p.Q[3:]
	// u is the body's y axis in the world; J = j1 I + (j2-j1) u uᵀ.
	u := [3]float64{2 * (e[1]*e[2] - e[0]*e[3]), e[0]*e[0] - e[1]*e[1] + e[2]*e[2] - e[3]*e[3], 2 * (e[2]*e[3] + e[0]*e[1])}
	w, al := [3]float64(p.V[3:6]), [3]float64(p.A[3:6])
	f := [3]float64(p.L)
	d := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	uw, ual := d(u, w), d(u, al)
	wu, au, uf := cross(w, u), cross(al, u), cross(u, f)
	jw := [3]float64{}
	for i := range 3 {
		jw[i] = j1*w[i] + (j2-j1)*uw*u[i]
	}
	wjw, wwu := cross(w, jw), cross(w, wu)
	for i := range 3 {
		g := 0.0
		if i == 2 {
			g = -9.81
		}
		r.V[i] = mass*(p.A[i]-g) - f[i]
		r.V[3+i] = j1*al[i] + (j2-j1)*ual*u[i] + wjw[i] + uf[i]
		r.Pos[i] = p.Q[i] - u[i]
		r.Vel[i] = p.V[i] - wu[i]
		r.Acc[i] = p.A[i] - au[i] - wwu[i]
	}
	return nil
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// lugre is the stick-slip problem with LuGre friction: a mass of 1 on a spring
// of 2 whose end moves at 0.1.
func lugre() (*toy, *Point) {
	s1 := math.Sqrt(1e5)
	p := newToy(Layout{NQ: 1, NV: 1, NX: 1}, func(r *Residual, p *Point) error {
		v, z := p.V[0], p.X[0]
		g := (1 + 0.5*math.Exp(-(v/0.001)*(v/0.001))) / 1e5
		zd := v - math.Abs(v)*z/g
		r.X[0] = p.XDot[0] - zd
		r.V[0] = p.A[0] - 2*(0.1*p.T-p.Q[0]) + 1e5*z + s1*zd + 0.4*v
		return nil
	})
	return p, NewPoint(&p.n)
}

// vanDerPol is the stiff oscillator x1' = x2, x2' = (1-x1²)x2/ε - x1/ε.
func vanDerPol(eps float64) (*toy, *Point) {
	p := newToy(Layout{NX: 2}, func(r *Residual, p *Point) error {
		r.X[0] = p.XDot[0] - p.X[1]
		r.X[1] = p.XDot[1] - ((1-p.X[0]*p.X[0])*p.X[1]-p.X[0])/eps
		return nil
	})
	s := NewPoint(&p.n)
	s.X[0], s.X[1] = 2, -0.66
	return p, s
}

// robertson is Robertson's kinetics, the third species algebraic.
func robertson() (*toy, *Point) {
	p := newToy(Layout{NX: 2, NY: 1}, func(r *Residual, p *Point) error {
		a, b, c := p.X[0], p.X[1], p.Y[0]
		r.X[0] = p.XDot[0] + 0.04*a - 1e4*b*c
		r.X[1] = p.XDot[1] - 0.04*a + 1e4*b*c + 3e7*b*b
		r.Y[0] = c - (1 - a - b)
		return nil
	})
	s := NewPoint(&p.n)
	s.X[0] = 1
	return p, s
}

// crank is the slider-crank of IDA's example: crank angle q, rod middle at
// (x, 0), rod angle p; x = cos p + cos(q)/2, sin p + sin(q)/2 = 0; inertias
// 1, 1, 2; spring and damper (1, 1, free length 1) of length x/2, from the
// crank's middle to half way between its tip and the rod's middle; force 1
// along +x at the rod's far end.
func crank() (*toy, *Point) {
	p := newToy(Layout{NQ: 3, NV: 3, NL: 2}, func(r *Residual, p *Point) error {
		q, x, th := p.Q[0], p.Q[1], p.Q[2]
		dq, dx, dth := p.V[0], p.V[1], p.V[2]
		sq, cq, st, ct := math.Sin(q), math.Cos(q), math.Sin(th), math.Cos(th)
		a, l := p.A, p.L
		r.V[0] = a[0] - (l[0]*sq/2 + l[1]*cq/2)
		r.V[1] = a[1] + (x/2-1+dx/2)/2 - 1 - l[0]
		r.V[2] = 2*a[2] + st - (l[0]*st + l[1]*ct)
		r.Pos[0], r.Pos[1] = x-ct-cq/2, st+sq/2
		r.Vel[0], r.Vel[1] = dx+st*dth+sq/2*dq, ct*dth+cq/2*dq
		r.Acc[0] = a[1] + st*a[2] + sq/2*a[0] + ct*dth*dth + cq/2*dq*dq
		r.Acc[1] = ct*a[2] + cq/2*a[0] - st*dth*dth - sq/2*dq*dq
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0], s.Q[1], s.Q[2] = math.Pi/2, math.Cos(math.Pi/6), -math.Pi/6
	return p, s
}
