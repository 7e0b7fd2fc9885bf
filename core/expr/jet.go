package expr

import "math"

// jet is a value with its first and second derivative along a motion.
type jet struct{ v, d, dd float64 }

// applyChainRule is f(x), whose value is f and whose derivatives are f1 and f2, along
// the motion of x: ḟ = f' ẋ, f̈ = f' ẍ + f” ẋ².
func applyChainRule(f, f1, f2 float64, x jet) jet {
	return jet{f, mulZeroWins(f1, x.d), mulZeroWins(f1, x.dd) + mulZeroWins(f2, x.d*x.d)}
}

func (a jet) add(b jet) jet { return jet{a.v + b.v, a.d + b.d, a.dd + b.dd} }
func (a jet) sub(b jet) jet { return jet{a.v - b.v, a.d - b.d, a.dd - b.dd} }
func (a jet) neg() jet      { return jet{-a.v, -a.d, -a.dd} }

func (a jet) scale(k float64) jet { return jet{k * a.v, mulZeroWins(k, a.d), mulZeroWins(k, a.dd)} }

func (a jet) mul(b jet) jet {
	return jet{
		a.v * b.v,
		mulZeroWins(a.d, b.v) + mulZeroWins(a.v, b.d),
		mulZeroWins(a.dd, b.v) + 2*mulZeroWins(a.d, b.d) + mulZeroWins(a.v, b.dd),
	}
}

// div follows from q b = a differentiated twice.
func (a jet) div(b jet) jet {
	q := jet{v: a.v / b.v}
	q.d = divideZeroWins(a.d-mulZeroWins(q.v, b.d), b.v)
	q.dd = divideZeroWins(a.dd-2*mulZeroWins(q.d, b.d)-mulZeroWins(q.v, b.dd), b.v)
	return q
}

// divideZeroWins is a quotient in which an exact zero above wins over one below.
func divideZeroWins(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

func (a jet) sin() jet {
	s, c := math.Sincos(a.v)
	return applyChainRule(s, c, -s, a)
}

func (a jet) cos() jet {
	s, c := math.Sincos(a.v)
	return applyChainRule(c, -s, -c, a)
}

func (a jet) pow(b jet) jet {
	v := pow(a.v, b.v)
	dx, dy, dxx, dxy, dyy := powPartials(a.v, b.v, v)
	return jet{
		v,
		mulZeroWins(dx, a.d) + mulZeroWins(dy, b.d),
		mulZeroWins(dx, a.dd) + mulZeroWins(dy, b.dd) +
			mulZeroWins(dxx, a.d*a.d) + 2*mulZeroWins(dxy, a.d*b.d) + mulZeroWins(dyy, b.d*b.d),
	}
}

func (a jet) powInt(n int) jet {
	f := float64(n)
	return applyChainRule(powInt(a.v, n), mulZeroWins(f, powInt(a.v, n-1)), mulZeroWins(f*(f-1), powInt(a.v, n-2)), a)
}

// atan2 of y and x, with r² = x² + y²: θ̇ = (x ẏ - y ẋ)/r², and the derivative
// of r² θ̇ is x ÿ - y ẍ.
func (y jet) atan2(x jet) jet {
	θ := jet{v: math.Atan2(y.v, x.v)}
	r := math.Hypot(x.v, y.v)
	if r == 0 {
		return θ
	}
	c, s := x.v/r, y.v/r
	θ.d = (mulZeroWins(c, y.d) - mulZeroWins(s, x.d)) / r
	θ.dd = (mulZeroWins(c, y.dd) - mulZeroWins(s, x.dd) - 2*mulZeroWins(θ.d, mulZeroWins(c, x.d)+mulZeroWins(s, y.d))) / r
	return θ
}

// mod keeps the integral quotient: MOD(a,b) = a - q b.
func (a jet) mod(b jet) jet {
	v := math.Mod(a.v, b.v)
	q := math.Round((a.v - v) / b.v)
	return jet{v, a.d - mulZeroWins(q, b.d), a.dd - mulZeroWins(q, b.dd)}
}

// Jet returns the value and its first and second total time derivative along a
// motion in which Measures[i] has the value m[i], the rate md[i] and the second
// rate mdd[i]. TIME has rate 1; MODE is constant.
func (p *Program) Jet(w *Work, t float64, mode int, m, md, mdd []float64) (v, vd, vdd float64) {
	if len(md) != len(m) || len(mdd) != len(m) {
		panic("expr: wrong number of rates")
	}
	p.storeInputs(w, t, mode, m)
	w.jets[slotTime] = jet{t, 1, 0}
	w.jets[slotMode].v = float64(mode)
	for i := range m {
		w.jets[slotMeasures+i] = jet{m[i], md[i], mdd[i]}
	}
	p.forwardJets(w)
	r := w.jets[p.result]
	return r.v, r.d, r.dd
}

// positiveDifference returns a - b where that is positive, 0 elsewhere.
func (a jet) positiveDifference(b jet) jet {
	if a.v <= b.v {
		return jet{}
	}
	return a.sub(b)
}

// max returns the larger of a and b; b if that is not a number.
func (a jet) max(b jet) jet {
	if b.v > a.v || b.v != b.v {
		return b
	}
	return a
}

// min returns the smaller of a and b; b if that is not a number.
func (a jet) min(b jet) jet {
	if b.v < a.v || b.v != b.v {
		return b
	}
	return a
}

// forwardJets is forward with jets for values, and one switch for the same reason.
func (p *Program) forwardJets(w *Work) {
	j, code, base := w.jets, p.code, int(p.base)
	for pc := 0; pc < len(code); pc++ {
		c := &code[pc]
		var r jet
		switch c.op {
		case opAdd:
			r = j[c.a].add(j[c.b])
		case opSub:
			r = j[c.a].sub(j[c.b])
		case opMul:
			r = j[c.a].mul(j[c.b])
		case opDiv:
			r = j[c.a].div(j[c.b])
		case opNeg:
			r = j[c.a].neg()
		case opPow, opPowC:
			r = j[c.a].pow(j[c.b])
		case opPowI:
			r = j[c.a].powInt(int(c.b))
		case opAtan2:
			r = j[c.a].atan2(j[c.b])
		case opMod:
			r = j[c.a].mod(j[c.b])
		case opSign:
			a, s := j[c.a], signOf(j[c.b].v)
			r = a.scale(signFunctionSlope(a.v, j[c.b].v))
			r.v = s * math.Abs(a.v)
			r = w.rampJet(p, pc, r)
		case opDim:
			r = j[c.a].positiveDifference(j[c.b])
		case opMax:
			r = j[c.a].max(j[c.b])
		case opMin:
			r = j[c.a].min(j[c.b])
		case opSelect:
			r.v = nan
			if k := branchIndexFor(j[p.args[c.a]].v); k > 0 {
				r = j[p.args[int(c.a)+k]]
			}
			r = w.rampJet(p, pc, r)
		case opShape:
			r = shapes[c.b].jet(w.gatherJets(p, c))
		case opExternal:
			r = w.externalJet(p, c)
		case opIf, opJump, opTest, opLeave:
			pc = w.evalBranchInstructionWithJets(p, pc)
			continue
		case opPower, opPowerC:
			r = j[c.a].power(j[c.b])
		case opChoose:
			x := p.args[c.a : c.a+4]
			r = j[x[3]]
			if Test(c.n).holdsFor(j[x[0]].v, j[x[1]].v) {
				r = j[x[2]]
			}
			r = w.rampJet(p, pc, r)
		case opCheck:
			if !operandCheck(c.n).isMetBy(j[c.a].v, j[c.b].v) {
				w.failed = true
				return
			}
			continue
		case opSet:
			j[base+int(c.b)] = j[c.a]
			continue
		default:
			r = unaryJet(c.op, j[c.a])
		}
		j[base+pc] = r
	}
}

// evalBranchInstructionWithJets is evalBranchInstruction with jets for values.
func (w *Work) evalBranchInstructionWithJets(p *Program, pc int) int {
	j, c := w.jets, &p.code[pc]
	if w.ramps != nil {
		if next, ok := w.evalRampedBranchInstructionWithJets(p, pc); ok {
			return next
		}
	}
	switch c.op {
	case opIf:
		next := w.branchStart(p, pc, branchIndexFor(j[c.a].v))
		if p.code[next].op == opJoin {
			j[int(p.base)+next] = jet{v: nan}
		}
		return next
	case opTest:
		return nextInstructionAfterTest(c, pc, Test(c.n).holdsFor(j[c.a].v, j[c.b].v))
	case opJump:
		j[p.base+c.b] = j[c.a]
		return int(c.b)
	default: // opLeave: past the opMeet and the opPhi behind it
		return int(c.b) + int(c.n)
	}
}

func unaryJet(op opcode, x jet) jet {
	v := unaryValue(op, x.v)
	d, dd := unaryDerivatives(op, x.v, v)
	return applyChainRule(v, d, dd, x)
}

func unaryValue(op opcode, x float64) float64 {
	switch op {
	case opAbs:
		return math.Abs(x)
	case opSqrt:
		return math.Sqrt(x)
	case opExp:
		return math.Exp(x)
	case opLog:
		return math.Log(x)
	case opLog10:
		return math.Log10(x)
	case opSin:
		return math.Sin(x)
	case opCos:
		return math.Cos(x)
	case opTan:
		return math.Tan(x)
	case opSinh:
		return math.Sinh(x)
	case opCosh:
		return math.Cosh(x)
	case opTanh:
		return math.Tanh(x)
	case opAsin:
		return math.Asin(x)
	case opAcos:
		return math.Acos(x)
	case opAtan:
		return math.Atan(x)
	case opAint:
		return math.Trunc(x)
	case opAnint:
		return math.Round(x)
	case opFloor:
		return math.Floor(x)
	}
	panic("expr: not a function of one argument")
}

func (w *Work) gatherJets(p *Program, c *instr) []jet {
	x := w.xj[:c.n]
	for i, slot := range p.args[c.a : int(c.a)+int(c.n)] {
		x[i] = w.jets[slot]
	}
	return x
}

// externalJet is v̇ = Σ d_i ẋ_i, v̈ = Σ d_i ẍ_i + Σ dd_ij ẋ_i ẋ_j.
func (w *Work) externalJet(p *Program, c *instr) jet {
	xj := w.gatherJets(p, c)
	n := len(xj)
	x, d, dd := w.x[:n], w.d[:n], w.dd[:n*n]
	for i := range x {
		x[i] = xj[i].v
	}
	for i := range dd { // of a function that says none
		dd[i] = nan
	}
	r := jet{v: p.Externals[c.b].boundFunction().Eval(x, d, dd)}
	for i, a := range xj {
		r.d += mulZeroWins(d[i], a.d)
		r.dd += mulZeroWins(d[i], a.dd)
		for k, b := range xj {
			r.dd += mulZeroWins(dd[i*n+k], a.d*b.d)
		}
	}
	return r
}
