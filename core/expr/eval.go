package expr

import "math"

// evalForward fills the slots of all instructions that are reached. It is one switch,
// longer than other functions here, because a call for each instruction would
// cost more than most of them do.
func (p *Program) evalForward(w *Work) {
	v, code, base := w.v, p.code, int(p.base)
	for pc := 0; pc < len(code); pc++ {
		c := &code[pc]
		var r float64
		switch c.op {
		case opAdd:
			r = v[c.a] + v[c.b]
		case opSub:
			r = v[c.a] - v[c.b]
		case opMul:
			r = v[c.a] * v[c.b]
		case opDiv:
			r = v[c.a] / v[c.b]
		case opNeg:
			r = -v[c.a]
		case opPow, opPowC:
			r = pow(v[c.a], v[c.b])
		case opPowI:
			r = powInt(v[c.a], int(c.b))
		case opAbs:
			r = math.Abs(v[c.a])
		case opSqrt:
			r = math.Sqrt(v[c.a])
		case opExp:
			r = math.Exp(v[c.a])
		case opLog:
			r = math.Log(v[c.a])
		case opLog10:
			r = math.Log10(v[c.a])
		case opSin:
			r = math.Sin(v[c.a])
		case opCos:
			r = math.Cos(v[c.a])
		case opTan:
			r = math.Tan(v[c.a])
		case opSinh:
			r = math.Sinh(v[c.a])
		case opCosh:
			r = math.Cosh(v[c.a])
		case opTanh:
			r = math.Tanh(v[c.a])
		case opAsin:
			r = math.Asin(v[c.a])
		case opAcos:
			r = math.Acos(v[c.a])
		case opAtan:
			r = math.Atan(v[c.a])
		case opAtan2:
			r = math.Atan2(v[c.a], v[c.b])
		case opAint:
			r = math.Trunc(v[c.a])
		case opAnint:
			r = math.Round(v[c.a])
		case opMod:
			r = math.Mod(v[c.a], v[c.b])
		case opSign:
			r = w.rampValue(p, pc, signOf(v[c.b])*math.Abs(v[c.a]))
		case opDim:
			r = positiveDifference(v[c.a], v[c.b])
		case opMax:
			if r = v[c.a]; v[c.b] > r || v[c.b] != v[c.b] {
				r = v[c.b]
			}
		case opMin:
			if r = v[c.a]; v[c.b] < r || v[c.b] != v[c.b] {
				r = v[c.b]
			}
		case opSelect:
			r = nan
			if k := branchIndexFor(v[p.args[c.a]]); k > 0 {
				r = v[p.args[int(c.a)+k]]
			}
			r = w.rampValue(p, pc, r)
		case opShape:
			r = shapes[c.b].value(w.gatherArguments(p, c))
		case opExternal:
			r = p.Externals[c.b].boundFunction().Eval(w.gatherArguments(p, c), nil, nil)
		case opIf, opJump, opTest, opLeave:
			pc = w.evalBranchInstruction(p, pc)
			continue
		case opFloor:
			r = math.Floor(v[c.a])
		case opPower, opPowerC:
			r = math.Pow(v[c.a], v[c.b])
		case opChoose:
			x := p.args[c.a : c.a+4]
			r = v[x[3]]
			if Test(c.n).holdsFor(v[x[0]], v[x[1]]) {
				r = v[x[2]]
			}
			r = w.rampValue(p, pc, r)
		case opCheck:
			if !operandCheck(c.n).isMetBy(v[c.a], v[c.b]) {
				w.failed = true
				return
			}
			continue
		case opSet:
			v[base+int(c.b)] = v[c.a]
			continue
		}
		v[base+pc] = r
	}
}

// evalBranchInstruction carries out an instruction that decides which ones run next, and returns the one before those.
func (w *Work) evalBranchInstruction(p *Program, pc int) int {
	v, c := w.v, &p.code[pc]
	if w.ramps != nil {
		if next, ok := w.evalRampedBranchInstruction(p, pc); ok {
			return next
		}
	}
	switch c.op {
	case opIf:
		return w.branchStart(p, pc, branchIndexFor(v[c.a]))
	case opTest:
		return nextInstructionAfterTest(c, pc, Test(c.n).holdsFor(v[c.a], v[c.b]))
	case opJump:
		v[p.base+c.b] = v[c.a]
		w.from[c.b] = int32(pc)
		return int(c.b)
	default: // opLeave: past the opMeet and the opPhi behind it
		w.from[c.b] = int32(pc)
		return int(c.b) + int(c.n)
	}
}

// nextInstructionAfterTest is where an opTest at pc continues: past the opBegin of the branch that its outcome wants.
func nextInstructionAfterTest(c *instr, pc int, holds bool) int {
	if holds {
		return pc + 1
	}
	return int(c.c)
}

// gatherArguments returns the values of the arguments of an instruction.
func (w *Work) gatherArguments(p *Program, c *instr) []float64 {
	x := w.x[:c.n]
	for i, slot := range p.args[c.a : int(c.a)+int(c.n)] {
		x[i] = w.v[slot]
	}
	return x
}

// branchStart returns the opEnter of branch k (1, 2, 3) of the opIf at pc or, if k is
// 0, the opJoin, whose value becomes NaN.
func (w *Work) branchStart(p *Program, pc, k int) int {
	switch c := &p.code[pc]; k {
	case 1:
		return pc + 1
	case 2:
		return int(c.b)
	case 3:
		return int(c.c)
	}
	join := p.code[pc+1].b
	w.v[p.base+join] = nan
	w.from[join] = -1
	return int(join)
}

// branchIndexFor reports which branch of an IF a condition takes: 1, 2, 3, or 0 for NaN.
func branchIndexFor(condition float64) int {
	switch {
	case condition < 0:
		return 1
	case condition == 0:
		return 2
	case condition > 0:
		return 3
	}
	return 0
}

// boundFunction returns what was bound.
func (e *ExternalCall) boundFunction() External {
	if e.bound == nil {
		panic("expr: external " + e.Name + " is not bound")
	}
	return e.bound
}

// signOf is the sign that SIGN(a,b) takes from b: NaN for NaN, 1 for both zeros.
func signOf(b float64) float64 {
	switch {
	case b >= 0:
		return 1
	case b < 0:
		return -1
	}
	return nan
}

func positiveDifference(a, b float64) float64 {
	if a <= b {
		return 0
	}
	return a - b
}

// evalBuiltin returns the value of a built-in function of constants.
func evalBuiltin(f *function, x []float64) float64 {
	if f.op == opShape {
		return shapes[f.shape].value(x)
	}
	p := Program{code: []instr{{op: f.op, a: 0, b: int32(len(x) - 1)}}, base: int32(len(x))}
	w := Work{v: append(append([]float64{}, x...), 0)}
	p.evalForward(&w)
	return w.v[len(x)]
}
