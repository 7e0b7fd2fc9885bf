package main

import "math"

// The Magic Formula for handling, as of MF-Tyre 5.2: H. B. Pacejka, Tyre and vehicle dynamics,
// 2nd ed., Butterworth-Heinemann 2006, section 4.3 (without turn slip), with the scale factors and names of coefficients of
// property files. Axes are those of ISO at the contact: x along the wheel's heading, y to the
// left, z up from the road. Slips are κ = -Vsx/|Vx| and tan α = Vsy/|Vx|, the inclination γ is
// positive where the wheel's top leans to the right (a rotation about x).
//
// Each curve is that of a sine or cosine
//
//	D sin(C atan(B x - E (B x - atan B x)))
//
// with stiffness B C D at x = 0, peak D, and far value D sin(C π/2) for E < 1.

// slips are the inputs of the formula.
type slips struct {
	fz           float64 // N
	kappa, alpha float64 // 1, rad
	gamma        float64 // rad
	vx           float64 // m/s, of rolling resistance
}

// wrench is what the road does to the tyre at the contact, N and N m.
type wrench struct{ fx, fy, mx, my, mz float64 }

// magicFormulaArgument returns the argument of a sine or cosine; E is at most 1, beyond which curves would turn back.
func magicFormulaArgument(c, b, e, x float64) float64 {
	bx := b * x
	return c * math.Atan(bx-min(e, 1)*(bx-math.Atan(bx)))
}

// signOrZero is 0 at 0.
func signOrZero(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// relativeLoad is Fz0' and dfz.
func (p *tyreProperties) relativeLoad(fz float64) (fz0, dfz float64) {
	fz0 = p.LFZO * p.FNOMIN
	return fz0, (fz - fz0) / fz0
}

// pureLongitudinalForce is the longitudinal force without side slip, and its slope at no slip.
func (p *tyreProperties) pureLongitudinalForce(s slips) (fx0, kx float64) {
	_, dfz := p.relativeLoad(s.fz)
	g := s.gamma * p.LGAX
	x := s.kappa + (p.PHX1+p.PHX2*dfz)*p.LHX
	c := p.PCX1 * p.LCX
	d := (p.PDX1 + p.PDX2*dfz) * (1 - p.PDX3*g*g) * p.LMUX * s.fz
	e := (p.PEX1 + p.PEX2*dfz + p.PEX3*dfz*dfz) * (1 - p.PEX4*signOrZero(x)) * p.LEX
	kx = s.fz * (p.PKX1 + p.PKX2*dfz) * math.Exp(p.PKX3*dfz) * p.LKX
	sv := s.fz * (p.PVX1 + p.PVX2*dfz) * p.LVX * p.LMUX
	return d*math.Sin(magicFormulaArgument(c, kx/(c*d), e, x)) + sv, kx
}

// lateralResult is what the lateral force and the aligning moment share.
type lateralResult struct {
	fy0, ky, mu, bc float64 // force without longitudinal slip, its slope, μy, B C
	sh, sv          float64 // shifts
}

// pureLateralForce is the lateral force without longitudinal slip.
func (p *tyreProperties) pureLateralForce(s slips) (r lateralResult) {
	fz0, dfz := p.relativeLoad(s.fz)
	g := s.gamma * p.LGAY
	r.sh = (p.PHY1+p.PHY2*dfz)*p.LHY + p.PHY3*g
	x := s.alpha + r.sh
	c := p.PCY1 * p.LCY
	r.mu = (p.PDY1 + p.PDY2*dfz) * (1 - p.PDY3*g*g) * p.LMUY
	d := r.mu * s.fz
	e := (p.PEY1 + p.PEY2*dfz) * (1 - (p.PEY3+p.PEY4*g)*signOrZero(x)) * p.LEY
	r.ky = p.PKY1 * fz0 * math.Sin(2*math.Atan(s.fz/(p.PKY2*fz0))) * (1 - p.PKY3*math.Abs(g)) * p.LKY
	b := r.ky / (c * d)
	r.bc = b * c
	r.sv = s.fz * ((p.PVY1+p.PVY2*dfz)*p.LVY + (p.PVY3+p.PVY4*dfz)*g) * p.LMUY
	r.fy0 = d*math.Sin(magicFormulaArgument(c, b, e, x)) + r.sv
	return r
}

// combinedSlipWeight is a function of combined slip: a cosine that is 1 for no shift and no slip.
func combinedSlipWeight(c, b, e, x, shift float64) float64 {
	return math.Cos(magicFormulaArgument(c, b, e, x+shift)) / math.Cos(magicFormulaArgument(c, b, e, shift))
}

// evalForces evaluates the formula.
func (p *tyreProperties) evalForces(s slips) (w wrench) {
	if s.fz <= 0 {
		return w
	}
	fz0, dfz := p.relativeLoad(s.fz)
	fx0, kx := p.pureLongitudinalForce(s)
	y := p.pureLateralForce(s)
	w.fx = fx0 * combinedSlipWeight(p.RCX1, p.RBX1*math.Cos(math.Atan(p.RBX2*s.kappa))*p.LXAL, p.REX1+p.REX2*dfz, s.alpha, p.RHX1)
	gyk := combinedSlipWeight(p.RCY1, p.RBY1*math.Cos(math.Atan(p.RBY2*(s.alpha-p.RBY3)))*p.LYKA, p.REY1+p.REY2*dfz, s.kappa, p.RHY1+p.RHY2*dfz)
	dvyk := y.mu * s.fz * (p.RVY1 + p.RVY2*dfz + p.RVY3*s.gamma) * math.Cos(math.Atan(p.RVY4*s.alpha))
	fy := y.fy0 * gyk
	w.fy = fy + dvyk*math.Sin(p.RVY5*math.Atan(p.RVY6*s.kappa))*p.LVYKA
	r0 := p.UNLOADED_RADIUS
	w.mx = r0 * s.fz * (p.QSX1*p.LVMX + (-p.QSX2*s.gamma+p.QSX3*w.fy/fz0)*p.LMX)
	w.mz = p.aligningMoment(s, y, kx, fy, w)
	w.my = p.rollingMoment(s, fz0, w.fx)
	return w
}

// aligningMoment is Mz: the side force fy at the pneumatic trail, what is left without it, and the
// longitudinal force at its arm.
func (p *tyreProperties) aligningMoment(s slips, y lateralResult, kx, fy float64, w wrench) float64 {
	fz0, dfz := p.relativeLoad(s.fz)
	g, r0 := s.gamma*p.LGAZ, p.UNLOADED_RADIUS
	// Slip along x counts as slip along y that leads as far towards the limit of grip.
	with := func(a float64) float64 {
		return math.Atan(math.Hypot(math.Tan(a), kx/y.ky*s.kappa)) * signOrZero(a)
	}
	at := s.alpha + p.QHZ1 + p.QHZ2*dfz + (p.QHZ3+p.QHZ4*dfz)*g
	ar := s.alpha + y.sh + y.sv/y.ky
	bt := (p.QBZ1 + p.QBZ2*dfz + p.QBZ3*dfz*dfz) * (1 + p.QBZ4*g + p.QBZ5*math.Abs(g)) * p.LKY / p.LMUY
	dt := s.fz * (p.QDZ1 + p.QDZ2*dfz) * (1 + p.QDZ3*g + p.QDZ4*g*g) * r0 / fz0 * p.LTR
	et := (p.QEZ1 + p.QEZ2*dfz + p.QEZ3*dfz*dfz) * (1 + (p.QEZ4+p.QEZ5*g)*2/math.Pi*math.Atan(bt*p.QCZ1*at))
	trail := dt * math.Cos(magicFormulaArgument(p.QCZ1, bt, et, with(at))) * math.Cos(s.alpha)
	br := p.QBZ9*p.LKY/p.LMUY + p.QBZ10*y.bc
	dr := s.fz * ((p.QDZ6+p.QDZ7*dfz)*p.LRES + (p.QDZ8+p.QDZ9*dfz)*g) * r0 * p.LMUY
	rest := dr * math.Cos(math.Atan(br*with(ar))) * math.Cos(s.alpha)
	arm := (p.SSZ1 + p.SSZ2*w.fy/fz0 + (p.SSZ3+p.SSZ4*dfz)*s.gamma) * r0 * p.LS
	return -trail*fy + rest + arm*w.fx
}

// rollingMoment is My. It is against rolling; below 0.1 m/s it fades with tanh.
func (p *tyreProperties) rollingMoment(s slips, fz0, fx float64) float64 {
	v := 0.0
	if p.LONGVL > 0 {
		v = math.Abs(s.vx) / p.LONGVL
	}
	return -p.UNLOADED_RADIUS * s.fz * (p.QSY1 + p.QSY2*fx/fz0 + p.QSY3*v + p.QSY4*math.Pow(v, 4)) * p.LMY * math.Tanh(10*s.vx)
}

// relaxationLengths is the relaxation lengths of κ and α, m.
func (p *tyreProperties) relaxationLengths(fz, gamma float64) (x, y float64) {
	fz0, dfz := p.relativeLoad(fz)
	r0 := p.UNLOADED_RADIUS
	x = fz * (p.PTX1 + p.PTX2*dfz) * math.Exp(-p.PTX3*dfz) * r0 / fz0 * p.LSGKP
	y = p.PTY1 * math.Sin(2*math.Atan(fz/(p.PTY2*fz0))) * (1 - p.PKY3*math.Abs(gamma*p.LGAY)) * r0 * p.LFZO * p.LSGAL
	return x, y
}

// rollingRadius is Re for the load, m: speed over spin of a wheel that rolls freely.
func (p *tyreProperties) rollingRadius(fz float64) float64 {
	low := p.FNOMIN / p.VERTICAL_STIFFNESS
	rho := fz / p.VERTICAL_STIFFNESS / low
	return p.UNLOADED_RADIUS - low*(p.DREFF*math.Atan(p.BREFF*rho)+p.FREFF*rho)
}

// evalMirroredTyre evaluates the formula for a tyre on the other side of the car.
func (p *tyreProperties) evalMirroredTyre(s slips) wrench {
	s.alpha, s.gamma = -s.alpha, -s.gamma
	w := p.evalForces(s)
	w.fy, w.mx, w.mz = -w.fy, -w.mx, -w.mz
	return w
}
