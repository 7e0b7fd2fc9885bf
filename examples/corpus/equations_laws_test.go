package main

import "math"

// acceleration of the mass between stops. Laws as the reference of the expressions gives them.
func (r *massBetweenStops) acceleration(t, x, v float64) float64 {
	f := r.push*math.Sin(r.w*t) - r.soft*x
	rise := func(p, depth float64) float64 { // cubic step from 0 to 1
		q := math.Min(p/depth, 1)
		return q * q * (3 - 2*q)
	}
	low, high := -r.edge-x, x-r.edge // penetrations
	switch {
	case r.law < 2 && low > 0:
		f += math.Max(0, r.k*math.Pow(low, r.power)-r.c*v*rise(low, r.depth))
	case r.law == 0 && high > 0:
		f += math.Min(0, -r.k*high-r.c*v*rise(high, r.depth))
	case r.law == 2 && high > 0:
		f -= (r.k*high + r.c*v) * rise(high, r.depth)
	}
	return f / r.mass
}

// equations of the bar: angle from the horizontal downwards, about y.
func (r *hingedBar) equations() *equations {
	a := func(_, x, w float64) float64 {
		return (r.mass*g*r.l/2*math.Cos(x) - r.limit*math.Tanh(w/r.slow)) / (r.inertia + r.mass*r.l*r.l/4)
	}
	e := line(0, 0, 0, a)
	e.points = func(t float64, y []float64) map[int]motion {
		s, c := math.Sincos(y[0])
		out, along := vec{X: c, Z: -s}, vec{X: -s, Z: -c}
		return map[int]motion{r.tip: {out.Scale(r.l), along.Scale(r.l * y[1]), along.Scale(r.l*a(t, y[0], y[1])).AddScaled(-r.l*y[1]*y[1], out)}}
	}
	e.spins = func(_ float64, y []float64) map[int]vec { return map[int]vec{r.cg: {X: y[1]}} } // x of the bar is y of space
	return e
}

func (r *followingSlide) equations() *equations {
	goal := func(t float64) float64 {
		if r.rise == 0 {
			return r.goal * math.Sin(r.rate*t)
		}
		q := math.Min(t/r.rise, 1)
		return r.goal * q * q * q * (10 - 15*q + 6*q*q)
	}
	e := &equations{start: []float64{0, r.v, 0, 0}}
	e.rate = func(t float64, y, dy []float64) {
		miss := goal(t) - y[0]
		dy[0], dy[1], dy[2] = y[1], y[3], miss
		dy[3] = r.lag * (r.p*miss - r.d*y[1] + r.i*y[2] - y[3])
	}
	e.points = func(t float64, y []float64) map[int]motion {
		return map[int]motion{r.cg: {vec{X: y[0]}, vec{X: y[1]}, vec{X: y[3]}}}
	}
	e.states = func(_ float64, y []float64) map[string]float64 {
		return map[string]float64{"DIF(1)": y[2], "DIF(2)": y[3]}
	}
	return e
}

// flat is a point of the slider-crank in its plane with derivatives by the angle of the crank.
type flat struct{ x, dx, ddx, y, dy, ddy float64 }

// pose of the slider-crank: ends of crank and rod, and the first and second derivative of the rod's angle.
func (r *crankData) pose(phi float64) (tip, end flat, turn, dturn float64) {
	s, c := math.Sincos(phi)
	a := r.r
	tip = flat{a * c, -a * s, -a * c, a * s, a * c, -a * s}
	lean := math.Sqrt(r.l*r.l - a*a*s*s)
	d := -a * a * s * c / lean
	dd := (-a*a*(c*c-s*s) - d*d) / lean
	end = flat{x: a*c + lean, dx: -a*s + d, ddx: -a*c + dd}
	return tip, end, -a * c / lean, (a*s*lean + a*c*d) / (lean * lean)
}

// between is the point a part of the way from p to q.
func between(p, q flat, part float64) flat {
	m := func(a, b float64) float64 { return a + part*(b-a) }
	return flat{m(p.x, q.x), m(p.dx, q.dx), m(p.ddx, q.ddx), m(p.y, q.y), m(p.dy, q.dy), m(p.ddy, q.ddy)}
}

// about is the moment of inertia of a bar along a direction about the normal of the plane.
func (r *crankData) about(b *body, along vec) float64 {
	f := axesWithZ(along)
	n := r.frame.C
	x, y, z := f.A.Dot(n), f.B.Dot(n), f.C.Dot(n)
	return b.j.X*x*x + b.j.Y*y*y + b.j.Z*z*z
}

// equations of the slider-crank in the angle of its crank: m(φ) φ" + m'(φ)/2 φ'² + V'(φ) = 0 with T = m φ'²/2.
func (r *crankData) equations() *equations {
	inSpace := func(x, y float64) vec { return r.frame.A.Scale(x).Add(r.frame.B.Scale(y)) }
	t0, e0, _, _ := r.pose(r.phi)
	jc := r.about(r.crank, inSpace(t0.x, t0.y))
	jr := r.about(r.rod, inSpace(e0.x-t0.x, -t0.y))
	accelerate := func(_, phi, w float64) float64 {
		tip, end, turn, dturn := r.pose(phi)
		m, dm, dv := jc+jr*turn*turn, 2*jr*turn*dturn, 0.0
		for _, p := range []struct {
			flat
			mass float64
		}{{between(flat{}, tip, 0.5), r.crank.mass}, {between(tip, end, 0.5), r.rod.mass}, {end, r.slide.mass}} {
			m += p.mass * (p.dx*p.dx + p.dy*p.dy)
			dm += 2 * p.mass * (p.dx*p.ddx + p.dy*p.ddy)
			dv += p.mass * r.g * inSpace(p.dx, p.dy).Z
		}
		return -(dm/2*w*w + dv) / m
	}
	angle := func(t float64, y []float64) (phi, w, a float64) {
		if r.way < 0 {
			return y[0], y[1], accelerate(t, y[0], y[1])
		}
		phi, w, a = r.driven(t)
		return r.phi + phi, w, a
	}
	e := line(0, r.phi, r.w, accelerate)
	if r.way >= 0 {
		e.rate = func(_ float64, y, dy []float64) { dy[0], dy[1] = 0, 0 }
	}
	e.points = func(t float64, y []float64) map[int]motion {
		phi, w, a := angle(t, y)
		tip, end, _, _ := r.pose(phi)
		of := func(p flat) motion {
			return motion{inSpace(p.x, p.y), inSpace(p.dx, p.dy).Scale(w), inSpace(p.dx, p.dy).Scale(a).AddScaled(w*w, inSpace(p.ddx, p.ddy))}
		}
		return map[int]motion{r.slide.cg: of(end), r.mid: of(between(tip, end, 0.5))}
	}
	e.spins = func(t float64, y []float64) map[int]vec {
		_, w, _ := angle(t, y)
		f, n := axesWithZ(inSpace(t0.x, t0.y)), r.frame.C
		return map[int]vec{r.crank.cg: vec{X: f.A.Dot(n), Y: f.B.Dot(n), Z: f.C.Dot(n)}.Scale(w)}
	}
	return e
}

// driven is the motion of drive with its derivatives.
func (r *crankData) driven(t float64) (x, v, a float64) {
	switch r.way {
	case 0:
		return r.rate * t, r.rate, 0
	case 1:
		amp, w := r.rate*r.end/math.Pi, 2*math.Pi/r.end
		s, c := math.Sincos(w * t)
		return amp * s, amp * w * c, -amp * w * w * s
	}
	q, rise := math.Min(t/r.end, 1), r.rate*r.end/2
	return rise * q * q * q * (10 - 15*q + 6*q*q), rise * 30 * q * q * (1 - q) * (1 - q) / r.end, rise * 60 * q * (1 - q) * (1 - 2*q) / (r.end * r.end)
}
