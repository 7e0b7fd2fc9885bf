package expr

import "math"

// IMPACT(x,v,x1,k,e,c,d) is the force of a one-sided bumper that x meets when it
// falls below x1. With the penetration p = x1-x > 0:
//
//	f = max(0, k p^e - c v S(p/d))
//
// S rises from 0 to 1 as the cubic step, so that the damping is c from the depth d on: it is
// STEP(x, x1-d,1, x1,0) seen from x1. A depth of zero or less means full damping.

func init() {
	registerFunction(shape{min: 7, max: 7, value: impactValue, partials: impactPartials, jet: impactJet, ends: []end{{2, 1}}, enclose: encloseImpact},
		Page{Name: "IMPACT", Form: "IMPACT(x, v, x1, k, e, c, d)", Meaning: "The force of a one-sided stop that x meets when it falls below x1. x: the measured displacement; v: its rate; x1: displacement at first contact; k: stiffness; e: exponent of the penetration p = x1 - x; c: largest damping coefficient; d: penetration at which the damping is full. Where p > 0 it is the larger of 0 and k*p**e - c*v*STEP(p, 0, 0, d, 1), otherwise 0.", Limits: "Continuous where e > 0 and d > 0; the slope is continuous at first contact where e > 1. It never pulls.", Sign: "positive: it pushes x up", Unit: "force, or torque where x is an angle", Example: "IMPACT(0.9, -1, 1, 1000, 1.5, 10, 0.1)", Value: "41.622776601683793"})
	registerFunction(shape{min: 8, max: 8, value: bistopValue, partials: bistopPartials, jet: bistopJet, ends: []end{{2, 1}, {3, 1}}, enclose: encloseBistop},
		Page{Name: "BISTOP", Form: "BISTOP(x, v, x1, x2, k, e, c, d)", Meaning: "The force of a stop on each side that holds x between x1 and x2. x: the measured displacement; v: its rate; x1, x2: lower and upper limit; k: stiffness; e: exponent of the penetration; c: largest damping coefficient; d: penetration at which the damping is full. Below x1 it is IMPACT(x, v, x1, k, e, c, d), above x2 the same mirrored, between the two 0.", Limits: "Continuous where e > 0 and d > 0; the slope is continuous at first contact where e > 1, and it jumps where the damping would pull, as the force is never of that sign.", Sign: "positive below x1, negative above x2: it pushes x back", Unit: "force, or torque where x is an angle", Example: "BISTOP(1.2, 1, 0, 1, 100, 1, 10, 0.1)", Value: "-30"})
}

// dampingFactor returns S(p/d) and its partials with respect to p and d.
func dampingFactor(p, d float64) (s, dp, dd float64) {
	if p >= d {
		return 1, 0, 0
	}
	q := p / d
	s, slope, _ := cubicRamp(q)
	return s, slope / d, -slope * q / d
}

func impactValue(x []float64) float64 {
	return impactForce(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
}

func impactForce(x, v, x1, k, e, c, d float64) float64 {
	p := x1 - x
	if p <= 0 {
		return 0
	}
	s, _, _ := dampingFactor(p, d)
	f := k*pow(p, e) - mulZeroWins(c*v, s)
	if f <= 0 {
		return 0
	}
	return f
}

func impactPartials(x, g []float64) {
	v, k, e, c, d := x[1], x[3], x[4], x[5], x[6]
	clear(g)
	p := x[2] - x[0]
	if p <= 0 {
		return
	}
	s, sp, sd := dampingFactor(p, d)
	power := pow(p, e)
	if k*power-c*v*s <= 0 {
		return
	}
	depth := k*e*power/p - c*v*sp
	g[0], g[1], g[2] = -depth, -c*s, depth
	g[3], g[4], g[5], g[6] = power, k*power*math.Log(p), -v*s, -c*v*sd
}

func impactJet(x []jet) jet {
	p := x[2].sub(x[0])
	if p.v <= 0 {
		return jet{}
	}
	s := jet{v: 1}
	if p.v < x[6].v {
		q := p.div(x[6])
		f, f1, f2 := cubicRamp(q.v)
		s = applyChainRule(f, f1, f2, q)
	}
	f := x[3].mul(p.pow(x[4])).sub(x[5].mul(x[1]).mul(s))
	if f.v <= 0 {
		return jet{}
	}
	return f
}

// BISTOP(x,v,x1,x2,k,e,c,d) holds x between x1 and x2: IMPACT below x1, and above
// x2 the same seen from the other side, -IMPACT(-x,-v,-x2,k,e,c,d).

func bistopValue(x []float64) float64 {
	switch {
	case x[0] < x[2]:
		return impactForce(x[0], x[1], x[2], x[4], x[5], x[6], x[7])
	case x[0] > x[3]:
		return -impactForce(-x[0], -x[1], -x[3], x[4], x[5], x[6], x[7])
	case x[0] != x[0]:
		return nan
	}
	return 0
}

func bistopPartials(x, d []float64) {
	var y, g [7]float64
	copy(y[3:], x[4:])
	clear(d)
	switch {
	case x[0] < x[2]:
		y[0], y[1], y[2] = x[0], x[1], x[2]
		impactPartials(y[:], g[:])
		d[0], d[1], d[2] = g[0], g[1], g[2]
		copy(d[4:], g[3:])
	case x[0] > x[3]:
		y[0], y[1], y[2] = -x[0], -x[1], -x[3]
		impactPartials(y[:], g[:])
		d[0], d[1], d[3] = g[0], g[1], g[2]
		for i, v := range g[3:] {
			d[4+i] = -v
		}
	}
}

func bistopJet(x []jet) jet {
	y := [7]jet{3: x[4], 4: x[5], 5: x[6], 6: x[7]}
	switch {
	case x[0].v < x[2].v:
		y[0], y[1], y[2] = x[0], x[1], x[2]
		return impactJet(y[:])
	case x[0].v > x[3].v:
		y[0], y[1], y[2] = x[0].neg(), x[1].neg(), x[3].neg()
		return impactJet(y[:]).neg()
	case x[0].v != x[0].v:
		return jet{v: nan}
	}
	return jet{}
}
