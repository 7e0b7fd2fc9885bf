package subtest

import "math"

// evalLuGreFriction is the LuGre friction torque in a revolute joint as a state equation.
//
//	par     -, s0, s1, s2, vs, rb, rp, rf, mus, mud, preload
//	states  bristle deflections z[0] (radial) and z[1] (axial)
//	input   relative speed w, then Fx Fy Fz Tx Ty Tz of the joint
//
// With the slip speeds v[0] = w rp and v[1] = w rf and for k = 0, 1
//
//	g[k]  = (mud + (mus-mud) 2.718^(-(v[k]/vs)²)) / s0
//	z'[k] = v[k] - z[k] |v[k]| / g[k]     (without the last term if |g[k]| <= 1e-12)
//	t[0]  = (sqrt(Fx²+Fy²) + Tx/rb + Ty/rb + preload) rp (s0 z[0] + s1 z'[0] + s2 v[0])
//	t[1]  = Fz rf (s0 z[1] + s1 z'[1] + s2 v[1])
//
// the outputs are zero but the last, |t[0]+t[1]| if v[0] < 0 and its negative
// otherwise.
func evalLuGreFriction(par, z, in, dz, out []float64) {
	s0, s1, s2, vs, rb, rp, rf := par[1], par[2], par[3], par[4], par[5], par[6], par[7]
	mus, mud, preload := par[8], par[9], par[10]
	v := [2]float64{in[0] * rp, in[0] * rf}
	for k, v := range v {
		g := (mud + (mus-mud)*math.Pow(2.718, -(v/vs)*(v/vs))) / s0
		dz[k] = v
		if math.Abs(g) > 1e-12 {
			dz[k] -= z[k] * math.Abs(v) / g
		}
	}
	radial := math.Sqrt(in[1]*in[1]+in[2]*in[2]) + in[4]/rb + in[5]/rb + preload
	t := radial*rp*(s0*z[0]+s1*dz[0]+s2*v[0]) + in[3]*rf*(s0*z[1]+s1*dz[1]+s2*v[1])
	clear(out)
	out[5] = -math.Abs(t)
	if v[0] < 0 {
		out[5] = math.Abs(t)
	}
}
