package expr

import "math"

// Grad returns the value, dst[i] = ∂value/∂Measures[i] and dt = ∂value/∂TIME at
// fixed measures. dst has one entry for each measure and is overwritten.
//
// It is one sweep backwards over the instructions of the evaluation: adj of a
// slot is ∂result/∂slot.
func (p *Program) Grad(w *Work, t float64, mode int, m []float64, dst []float64) (v, dt float64) {
	if len(dst) != len(p.Measures) {
		panic("expr: wrong length of a gradient")
	}
	p.storeInputs(w, t, mode, m)
	p.evalForward(w)
	clear(w.adj)
	w.adj[p.result] = 1
	p.propagateAdjoints(w)
	copy(dst, w.adj[slotMeasures:])
	return w.v[p.result], w.adj[slotTime]
}

// addToAdjoint adds g·partial to an adjoint; a partial of zero carries nothing, not even
// an infinity.
func addToAdjoint(adj []float64, slot int32, g, partial float64) {
	if partial != 0 {
		adj[slot] += g * partial
	}
}

// propagateAdjoints carries adjoints from the result to the inputs, along the branches that
// forward took. It is one switch for the reason that forward is.
func (p *Program) propagateAdjoints(w *Work) {
	v, adj, code, base := w.v, w.adj, p.code, int(p.base)
	for pc := len(code) - 1; pc >= 0; pc-- {
		c := &code[pc]
		g := adj[base+pc]
		switch c.op {
		case opJoin: // to the end of the branch that was taken
			switch from := w.from[pc]; {
			case g != 0 && from == bothBranches:
				pc = w.addBranchAdjoints(p, pc)
			case g == 0 || from < 0:
				pc = int(c.a)
			default:
				adj[code[from].a] += g
				pc = int(from)
			}
			continue
		case opEnter, opBegin: // from the start of a branch to before its IF
			pc = w.adjointTargetOfBranchStart(p, pc)
			continue
		case opMeet:
			if from := int(w.from[pc]); from == bothBranches {
				pc = w.addBranchAdjoints(p, pc)
			} else {
				pc = from
			}
			continue
		case opSet:
			adj[c.a] += adj[base+int(c.b)]
			continue
		}
		if g == 0 || w.ramps != nil && w.addRampAdjoints(p, pc, g) {
			continue
		}
		switch c.op {
		case opAdd:
			adj[c.a] += g
			adj[c.b] += g
		case opSub:
			adj[c.a] += g
			adj[c.b] -= g
		case opMul:
			addToAdjoint(adj, c.a, g, v[c.b])
			addToAdjoint(adj, c.b, g, v[c.a])
		case opNeg:
			adj[c.a] -= g
		case opSelect:
			if k := branchIndexFor(v[p.args[c.a]]); k > 0 {
				adj[p.args[int(c.a)+k]] += g
			}
		case opShape:
			d := w.d[:c.n]
			shapes[c.b].partials(w.gatherArguments(p, c), d)
			w.addToArgumentAdjoints(p, c, g, d)
		case opExternal:
			d := w.d[:c.n]
			p.Externals[c.b].boundFunction().Eval(w.gatherArguments(p, c), d, nil)
			w.addToArgumentAdjoints(p, c, g, d)
		case opDiv, opPow, opAtan2, opMod, opSign, opDim, opMax, opMin:
			da, db := binaryPartials(c.op, v[c.a], v[c.b], v[base+pc])
			addToAdjoint(adj, c.a, g, da)
			addToAdjoint(adj, c.b, g, db)
		case opPower:
			da, db, _, _, _ := powPartials(v[c.a], v[c.b], v[base+pc])
			addToAdjoint(adj, c.a, g, da)
			addToAdjoint(adj, c.b, g, db)
		case opPowerC:
			addToAdjoint(adj, c.a, g, powerSlope(v[c.a], v[c.b], v[base+pc]))
		case opChoose:
			if x := p.args[c.a : c.a+4]; Test(c.n).holdsFor(v[x[0]], v[x[1]]) {
				adj[x[2]] += g
			} else {
				adj[x[3]] += g
			}
		case opCheck, opPhi:
		case opPowC:
			addToAdjoint(adj, c.a, g, mulZeroWins(v[c.b], pow(v[c.a], v[c.b]-1)))
		case opPowI:
			addToAdjoint(adj, c.a, g, float64(c.b)*powInt(v[c.a], int(c.b)-1))
		default:
			d, _ := unaryDerivatives(c.op, v[c.a], v[base+pc])
			addToAdjoint(adj, c.a, g, d)
		}
	}
}

// addToArgumentAdjoints adds g·d to the adjoints of the arguments of an instruction.
func (w *Work) addToArgumentAdjoints(p *Program, c *instr, g float64, d []float64) {
	for i, slot := range p.args[c.a : int(c.a)+int(c.n)] {
		addToAdjoint(w.adj, slot, g, d[i])
	}
}

// unaryDerivatives returns the first and second derivative of a function of x
// whose value is v.
func unaryDerivatives(op opcode, x, v float64) (d, dd float64) {
	switch op {
	case opAbs:
		switch {
		case x > 0:
			return 1, 0
		case x < 0:
			return -1, 0
		}
		return 0, 0
	case opSqrt:
		d = 0.5 / v
		return d, -0.5 * d / x
	case opExp:
		return v, v
	case opLog:
		return 1 / x, -1 / (x * x)
	case opLog10:
		d = math.Log10E / x
		return d, -d / x
	case opSin:
		return math.Cos(x), -v
	case opCos:
		return -math.Sin(x), -v
	case opTan:
		d = 1 + v*v
		return d, 2 * v * d
	case opSinh:
		return math.Cosh(x), v
	case opCosh:
		return math.Sinh(x), v
	case opTanh:
		c := math.Cosh(x)
		d = 1 / (c * c)
		return d, -2 * v * d
	case opAsin:
		d = 1 / math.Sqrt((1-x)*(1+x))
		return d, x * d * d * d
	case opAcos:
		d = -1 / math.Sqrt((1-x)*(1+x))
		return d, x * d * d * d
	case opAtan:
		d = 1 / (1 + x*x)
		return d, -2 * x * d * d
	}
	return 0, 0 // opAint, opAnint, opFloor
}

// binaryPartials returns the partials of a function of a and b whose value is v.
func binaryPartials(op opcode, a, b, v float64) (da, db float64) {
	switch op {
	case opDiv:
		return 1 / b, -v / b
	case opPow:
		da, db, _, _, _ = powPartials(a, b, v)
		return da, db
	case opAtan2:
		r := math.Hypot(a, b)
		if r == 0 {
			return 0, 0
		}
		return b / r / r, -(a / r / r)
	case opMod:
		return 1, -math.Round((a - v) / b)
	case opSign:
		return signFunctionSlope(a, b), 0
	case opDim:
		if a <= b {
			return 0, 0
		}
		return 1, -1
	case opMax:
		if b > a {
			return 0, 1
		}
		return 1, 0
	case opMin:
		if b < a {
			return 0, 1
		}
		return 1, 0
	}
	panic("expr: not a function of two arguments")
}

// signFunctionSlope is the derivative of SIGN(a,b) with respect to a.
func signFunctionSlope(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return signOf(a) * signOf(b)
}
