package expr

import (
	"fmt"
	"math"
	"slices"
)

// While instructions are emitted the sizes of the value array's parts are not
// known, so an operand is a class and a number within it.
const (
	classShift   = 28
	classMeasure = 1 << classShift // class 0 are TIME and MODE
	classConst   = 2 << classShift
	classTemp    = 3 << classShift
	classNumber  = 1<<classShift - 1
)

// maxIntegerPower bounds the exponents that become opPowI.
const maxIntegerPower = 64

type emitter struct {
	p         *Program
	consts    map[uint64]int32 // by bits
	measures  map[string]int32
	externals map[string]int32
	values    map[string]int32 // instructions whose value is at hand in this place
	undo      []string         // keys of values in order of entry
}

// compileTree turns a checked tree into a program. Equal parts are computed once, where that
// does not move them out of a branch.
func compileTree(src string, root *node) *Program {
	e := emitter{
		p: &Program{Source: src}, consts: map[uint64]int32{}, measures: map[string]int32{},
		externals: map[string]int32{}, values: map[string]int32{},
	}
	e.p.result = e.emitNode(root)
	e.assignSlots()
	return e.p
}

func (e *emitter) emitNode(n *node) int32 {
	switch n.kind {
	case nodeNumber:
		return e.emitNumber(n.val)
	case nodeTime:
		e.p.UsesTime = true
		return slotTime
	case nodeMode:
		e.p.UsesMode = true
		return slotMode
	case nodeMeasure:
		return e.emitMeasure(n)
	case nodeExternal:
		in := instr{op: opExternal, n: uint16(len(n.args)), b: e.emitExternal(n)}
		return e.emitUnlessPresent(in, e.emitNodes(n.args))
	case nodeIf:
		return e.emitIf(n)
	case nodeDelay:
		return e.emitDelay(n)
	case nodeOperator:
		return e.emitOperator(n)
	}
	panic("expr: emitting a tree with errors")
}

func (e *emitter) emitNodes(list []*node) []int32 {
	at := make([]int32, len(list))
	for i, n := range list {
		at[i] = e.emitNode(n)
	}
	return at
}

func (e *emitter) emitNumber(v float64) int32 {
	bits := math.Float64bits(v)
	at, ok := e.consts[bits]
	if !ok {
		at = classConst | int32(len(e.p.consts))
		e.consts[bits] = at
		e.p.consts = append(e.p.consts, v)
	}
	return at
}

func (e *emitter) emitMeasure(n *node) int32 {
	key := fmt.Sprint(n.name, n.ints)
	at, ok := e.measures[key]
	if !ok {
		at = classMeasure | int32(len(e.p.Measures))
		e.measures[key] = at
		e.p.Measures = append(e.p.Measures, Call{n.name, n.ints, n.namePos, n.callEnd})
	}
	return at
}

func (e *emitter) emitExternal(n *node) int32 {
	key := fmt.Sprint(n.name, len(n.args), n.ints)
	at, ok := e.externals[key]
	if !ok {
		at = int32(len(e.p.Externals))
		e.externals[key] = at
		e.p.Externals = append(e.p.Externals, ExternalCall{
			Name: n.name, Reals: len(n.args), Args: n.ints, Pos: n.namePos, End: n.callEnd})
	}
	return at
}

func (e *emitter) emitOperator(n *node) int32 {
	if n.fn.op == opShape {
		return e.emitUnlessPresent(instr{op: opShape, n: uint16(len(n.args)), b: int32(n.fn.shape)}, e.emitNodes(n.args))
	}
	if n.fn.op == opPow && n.args[1].kind == nodeNumber && n.args[1].val == 0 {
		return e.emitNumber(1) // whatever the base, which is then no part of the program
	}
	a := e.emitNode(n.args[0])
	if len(n.args) == 1 {
		return e.emitUnary(n.fn.op, a)
	}
	if n.fn.op == opPow && n.args[1].kind == nodeNumber {
		return e.emitPower(a, n.args[1].val)
	}
	op, right := n.fn.op, n.args[1]
	if right.kind == nodeOperator && right.fn.op == opNeg && (op == opAdd || op == opSub) {
		op, right = opAdd+opSub-op, right.args[0]
	}
	return e.emitBinary(op, a, e.emitNode(right))
}

func (e *emitter) emitUnary(op opcode, a int32) int32 {
	if at := e.instructionOf(a); op == opNeg && at != nil && at.op == opNeg {
		return at.a
	}
	return e.emitUnlessPresent(instr{op: op, a: a}, nil)
}

// emitBinary emits a op b; it leaves out what changes no bit of the value.
func (e *emitter) emitBinary(op opcode, a, b int32) int32 {
	va, aConst := e.constantOperand(a)
	vb, bConst := e.constantOperand(b)
	switch {
	case op == opMul && bConst && vb == 1, op == opDiv && bConst && vb == 1:
		return a
	case op == opMul && aConst && va == 1:
		return b
	case op == opMul && bConst && vb == -1, op == opDiv && bConst && vb == -1:
		return e.emitUnary(opNeg, a)
	case op == opMul && aConst && va == -1:
		return e.emitUnary(opNeg, b)
	}
	if (op == opAdd || op == opMul) && a > b {
		a, b = b, a
	}
	return e.emitUnlessPresent(instr{op: op, a: a, b: b}, nil)
}

// emitPower emits a**y for a constant y other than 0.
func (e *emitter) emitPower(a int32, y float64) int32 {
	switch {
	case y == 1:
		return a
	case y == 2:
		return e.emitUnlessPresent(instr{op: opMul, a: a, b: a}, nil)
	case y == math.Trunc(y) && math.Abs(y) <= maxIntegerPower:
		return e.emitUnlessPresent(instr{op: opPowI, a: a, b: int32(y)}, nil)
	}
	return e.emitUnlessPresent(instr{op: opPowC, a: a, b: e.emitNumber(y)}, nil)
}

func (e *emitter) constantOperand(at int32) (float64, bool) {
	if at&^classNumber != classConst {
		return 0, false
	}
	return e.p.consts[at&classNumber], true
}

// instructionOf returns the instruction behind an operand, or nil.
func (e *emitter) instructionOf(at int32) *instr {
	if at&^classNumber != classTemp {
		return nil
	}
	return &e.p.code[at&classNumber]
}

// emitUnlessPresent emits in, or finds the same instruction if it has been emitted.
func (e *emitter) emitUnlessPresent(in instr, args []int32) int32 {
	key := fmt.Sprint(in, args)
	if at, ok := e.values[key]; ok {
		return at
	}
	if args != nil {
		in.a = int32(len(e.p.args))
		e.p.args = append(e.p.args, args...)
		e.p.nx = max(e.p.nx, len(args))
	}
	at := e.appendInstruction(in)
	e.values[key] = at
	e.undo = append(e.undo, key)
	return at
}

func (e *emitter) appendInstruction(in instr) int32 {
	e.p.code = append(e.p.code, in)
	return classTemp | int32(len(e.p.code)-1)
}

// emitIf emits an IF: a selection if the branches cost nothing, else
//
//	opIf, then for each branch: opEnter, its code, opJump; last opJoin.
func (e *emitter) emitIf(n *node) int32 {
	cond := e.emitNode(n.args[0])
	if !slices.ContainsFunc(n.args[1:], func(b *node) bool {
		return b.kind == nodeOperator || b.kind == nodeIf || b.kind == nodeExternal
	}) {
		args := append([]int32{cond}, e.emitNodes(n.args[1:])...)
		return e.emitUnlessPresent(instr{op: opSelect, n: 4}, args)
	}
	test := e.appendInstruction(instr{op: opIf, a: cond}) & classNumber
	var enters, jumps [3]int32
	for i, b := range n.args[1:] {
		enters[i] = e.appendInstruction(instr{op: opEnter, a: test}) & classNumber
		keep := len(e.undo)
		value := e.emitNode(b)
		e.forgetBranchValues(keep)
		jumps[i] = e.appendInstruction(instr{op: opJump, a: value}) & classNumber
	}
	join := e.appendInstruction(instr{op: opJoin, a: test})
	for i := range enters {
		e.p.code[enters[i]].b = join & classNumber
		e.p.code[jumps[i]].b = join & classNumber
	}
	e.p.code[test].b, e.p.code[test].c = enters[1], enters[2]
	return join
}

// forgetBranchValues drops what was entered in values after the first keep entries: it was
// computed in a branch.
func (e *emitter) forgetBranchValues(keep int) {
	for _, key := range e.undo[keep:] {
		delete(e.values, key)
	}
	e.undo = e.undo[:keep]
}

// assignSlots turns operands into slots.
func (e *emitter) assignSlots() {
	p := e.p
	consts := slotMeasures + int32(len(p.Measures))
	p.base = consts + int32(len(p.consts))
	start := [4]int32{0, slotMeasures, consts, p.base}
	slot := func(at *int32) { *at = start[*at>>classShift] + *at&classNumber }
	slot(&p.result)
	for i := range p.args {
		slot(&p.args[i])
	}
	for i := range p.code {
		in := &p.code[i]
		switch {
		case in.op == opIf || in.op == opJump || in.op == opPowI:
			slot(&in.a)
		case in.op < opSelect:
			slot(&in.a)
			slot(&in.b)
		}
	}
}
