package expr

// Function is a compiled function of several results, made by a Builder. As a
// Program it never changes.
type Function struct {
	p       Program
	results []int32
	vary    []bool // results that depend on anything
}

// Finish returns the function with these results, which has no value where one of
// them is NaN or infinite. The builder is of no use afterwards.
func (b *FunctionBuilder) Finish(results []Value) *Function {
	for _, v := range results {
		b.markUsed(v)
	}
	b.markUnneededChecks(results)
	b.markNeeded(&b.root)
	f := &Function{}
	p := &f.p
	p.Measures = make([]Call, b.nIn)
	for i := range b.ext {
		p.Externals = append(p.Externals, ExternalCall{Name: "EXTERNAL", bound: b.ext[i]})
	}
	b.made[0].at = slotTime
	for i := range b.nIn {
		b.made[1+i].at = slotMeasures + int32(i)
	}
	for i := range b.made {
		if m := &b.made[i]; m.kind == isConstant && m.used {
			m.at = slotMeasures + int32(b.nIn+len(p.consts))
			p.consts = append(p.consts, m.num)
		}
	}
	p.base = slotMeasures + int32(b.nIn+len(p.consts))
	b.assignSlots(&b.root, p.base)
	b.emitBlock(&b.root, p)
	for _, v := range results {
		f.results = append(f.results, b.made[v].at)
		f.vary = append(f.vary, b.made[v].kind != isConstant)
	}
	return f
}

// markUsed marks a value and what it is made of, which is before it.
func (b *FunctionBuilder) markUsed(v Value) {
	m := &b.made[v]
	if m.used {
		return
	}
	m.used = true
	for _, a := range b.operands(m) {
		b.markUsed(a)
	}
}

// operands returns the values that an instruction reads.
func (b *FunctionBuilder) operands(m *valueDefinition) []Value {
	switch {
	case m.kind != isCode:
		return nil
	case m.op == opExternal:
		return m.more
	case m.op == opChoose:
		return m.args[:4]
	case m.op == opCheck || isBinaryOpcode(m.op):
		return m.args[:2]
	}
	return m.args[:1]
}

func isBinaryOpcode(op opcode) bool {
	switch op {
	case opAdd, opSub, opMul, opDiv, opPower, opPowerC, opAtan2, opMod, opSign, opDim, opMax, opMin:
		return true
	}
	return false
}

// markNeeded marks what the checks and branches of a block need, from its end to its
// beginning: what uses a value is behind it.
func (b *FunctionBuilder) markNeeded(k *block) {
	for i := len(k.items) - 1; i >= 0; i-- {
		it := k.items[i]
		if it.branch == nil {
			if m := &b.made[it.value]; m.op == opCheck && !m.spared {
				b.markUsed(it.value)
			}
			continue
		}
		br := it.branch
		for _, p := range br.phis {
			if b.made[p.value].used {
				b.markUsed(p.then)
				b.markUsed(p.otherwise)
			}
		}
		b.markNeeded(&br.parts[0])
		b.markNeeded(&br.parts[1])
		if b.isBranchNeeded(br) {
			b.markUsed(br.x)
			b.markUsed(br.y)
		}
	}
}

// hasNoCode reports whether a block has no code.
func (b *FunctionBuilder) hasNoCode(k *block) bool {
	for _, it := range k.items {
		if it.branch == nil && b.made[it.value].used || it.branch != nil && b.isBranchNeeded(it.branch) {
			return false
		}
	}
	return true
}

func (b *FunctionBuilder) isBranchNeeded(br *Branch) bool {
	return b.usedValueCount(br) > 0 || !b.hasNoCode(&br.parts[0]) || !b.hasNoCode(&br.parts[1])
}

// usedValueCount counts the values of a branch that are used.
func (b *FunctionBuilder) usedValueCount(br *Branch) int {
	n := 0
	for _, p := range br.phis {
		if b.made[p.value].used {
			n++
		}
	}
	return n
}

// onlyChooses reports whether a branch only chooses between values that are at hand.
func (b *FunctionBuilder) onlyChooses(br *Branch) bool {
	return b.hasNoCode(&br.parts[0]) && b.hasNoCode(&br.parts[1])
}

// assignSlots gives instructions their slots and returns the next one.
func (b *FunctionBuilder) assignSlots(k *block, at int32) int32 {
	for _, it := range k.items {
		br := it.branch
		switch {
		case br == nil:
			if m := &b.made[it.value]; m.used {
				m.at = at
				at++
			}
			continue
		case !b.isBranchNeeded(br):
			continue
		case !b.onlyChooses(br):
			n := int32(b.usedValueCount(br))
			at += 2 // opTest, opBegin
			at = b.assignSlots(&br.parts[0], at) + n + 2
			at = b.assignSlots(&br.parts[1], at) + n + 2
		}
		for _, p := range br.phis {
			if m := &b.made[p.value]; m.used {
				m.at = at
				at++
			}
		}
	}
	return at
}

// emitBlock appends the code of a block.
func (b *FunctionBuilder) emitBlock(k *block, p *Program) {
	for _, it := range k.items {
		switch br := it.branch; {
		case br == nil:
			if m := &b.made[it.value]; m.used {
				p.code = append(p.code, b.instructionOf(m, p))
			}
		case !b.isBranchNeeded(br):
		case b.onlyChooses(br):
			b.emitChoices(br, p)
		default:
			b.emitBranch(br, p)
		}
	}
}

func (b *FunctionBuilder) instructionOf(m *valueDefinition, p *Program) instr {
	in := instr{op: m.op, n: m.n, a: b.made[m.args[0]].at, b: b.made[m.args[1]].at}
	switch m.op {
	case opPowI:
		in.b = int32(m.num)
	case opExternal:
		in.b, in.n = int32(m.num), uint16(len(m.more))
		in.a = b.addArguments(p, m.more...)
		p.Externals[in.b].Reals = len(m.more)
	case opChoose:
		in.a, in.b = b.addArguments(p, m.args[:]...), 0
	}
	return in
}

// addArguments enters arguments and returns where they begin.
func (b *FunctionBuilder) addArguments(p *Program, x ...Value) int32 {
	at := int32(len(p.args))
	for _, v := range x {
		p.args = append(p.args, b.made[v].at)
	}
	p.nx = max(p.nx, len(x))
	return at
}

func (b *FunctionBuilder) emitChoices(br *Branch, p *Program) {
	for _, x := range br.phis {
		if b.made[x.value].used {
			p.code = append(p.code, instr{op: opChoose, n: uint16(br.test), a: b.addArguments(p, br.x, br.y, x.then, x.otherwise)})
		}
	}
}

func (b *FunctionBuilder) emitBranch(br *Branch, p *Program) {
	test := len(p.code)
	p.code = append(p.code, instr{op: opTest, n: uint16(br.test), a: b.made[br.x].at, b: b.made[br.y].at})
	var leave [2]int
	for i := range br.parts {
		if i == 1 {
			p.code[test].c = int32(len(p.code))
		}
		p.code = append(p.code, instr{op: opBegin, a: int32(test)})
		b.emitBlock(&br.parts[i], p)
		for _, x := range br.phis {
			if m := &b.made[x.value]; m.used {
				from := [2]Value{x.then, x.otherwise}[i]
				p.code = append(p.code, instr{op: opSet, a: b.made[from].at, b: m.at - p.base})
			}
		}
		leave[i] = len(p.code)
		p.code = append(p.code, instr{op: opLeave, n: uint16(b.usedValueCount(br))})
	}
	meet := int32(len(p.code))
	p.code[leave[0]].b, p.code[leave[1]].b = meet, meet
	p.code = append(p.code, instr{op: opMeet, a: int32(test)})
	for _, x := range br.phis {
		if b.made[x.value].used {
			p.code = append(p.code, instr{op: opPhi})
		}
	}
}
