package expr

import (
	"math"
)

// FunctionBuilder makes a Function piece by piece: for languages other than that of
// deck expressions, whose functions have several results, branches in which
// several values are set, and places without a value where the evaluation ends.
//
// Nothing is reordered, left out or put together in a way that changes a bit
// of a value: every operation is the operation of float64. Equal parts are
// computed once, parts that no result needs not at all; checks stay.
type FunctionBuilder struct {
	made []valueDefinition // by Value
	cur  *block
	root block
	ext  []External
	nIn  int // measures
}

// Value is an operand: an input, a constant or what an operation gives.
type Value int32

// valueDefinition is what a Value is. Those before the first instruction are TIME and the
// measures.
type valueDefinition struct {
	op     opcode
	n      uint16
	kind   definitionKind
	args   [4]Value
	num    float64 // of a constant; of opPowI the exponent
	more   []Value // arguments of opExternal
	used   bool
	spared bool   // a check that is not needed
	home   *block // where it is computed
	at     int32  // slot, once placed
}

type definitionKind uint8

const (
	isInput definitionKind = iota
	isConstant
	isCode
	isPhi
)

// block is a stretch of code. Its values are at hand in the blocks within it.
type block struct {
	parent *block
	items  []item
	known  map[valueKey]Value
}

// item is an instruction or a branch.
type item struct {
	value  Value
	branch *Branch
}

type valueKey struct {
	op   opcode
	n    uint16
	args [4]Value
	bits uint64
}

// Branch is a branch in two that is being built.
type Branch struct {
	b      *FunctionBuilder
	test   Test
	x, y   Value
	parts  [2]block
	parent *block
	phis   []phi
}

// phi is a value that is one of two.
type phi struct{ value, then, otherwise Value }

// NewFunctionBuilder returns a builder of a function of the time and n measures.
func NewFunctionBuilder(measureCount int) *FunctionBuilder {
	b := &FunctionBuilder{nIn: measureCount, made: make([]valueDefinition, measureCount+1, measureCount+32)}
	b.cur = &b.root
	return b
}

// InstructionCount is the number of instructions so far.
func (b *FunctionBuilder) InstructionCount() int { return len(b.made) }

// Time returns the time.
func (b *FunctionBuilder) Time() Value { return 0 }

// Measure returns measure i.
func (b *FunctionBuilder) Measure(i int) Value {
	if i < 0 || i >= b.nIn {
		panic("expr: no such measure")
	}
	return Value(i + 1)
}

// Const returns a constant.
func (b *FunctionBuilder) Const(v float64) Value {
	return b.addUnlessPresent(&b.root, valueDefinition{kind: isConstant, num: v})
}

// Op returns an operation or function of the language of expressions, by its name there
// (see Names), of at most two arguments, or FLOOR. "**" is the general power.
func (b *FunctionBuilder) Op(name string, x ...Value) Value {
	m := valueDefinition{kind: isCode}
	switch f := builtins[name]; {
	case name == "FLOOR":
		m.op = opFloor
	case name == "**":
		if m.op = opPower; b.made[x[1]].kind == isConstant {
			m.op = opPowerC
		}
	case f == nil || f.op >= opSelect:
		panic("expr: no operation " + name)
	default:
		m.op = f.op
	}
	copy(m.args[:], x)
	return b.addUnlessPresent(b.cur, m)
}

// PowerByMultiplication returns x**n by repeated multiplication. The evaluation ends where the
// value is not finite or so small that digits are lost.
func (b *FunctionBuilder) PowerByMultiplication(x Value, n int) Value {
	v := b.addUnlessPresent(b.cur, valueDefinition{kind: isCode, op: opPowI, args: [4]Value{x}, num: float64(n)})
	b.addOperandCheck(powerRange, v, x)
	return v
}

// CallExternal returns a function of values.
func (b *FunctionBuilder) CallExternal(f External, x ...Value) Value {
	b.ext = append(b.ext, f)
	return b.addNewValue(valueDefinition{kind: isCode, op: opExternal, num: float64(len(b.ext) - 1), more: x})
}

// Choose returns x where the test of a and c holds, otherwise y.
func (b *FunctionBuilder) Choose(t Test, a, c, x, y Value) Value {
	return b.addUnlessPresent(b.cur, valueDefinition{kind: isCode, op: opChoose, n: uint16(t), args: [4]Value{a, c, x, y}})
}

// RequireFinite ends the evaluation where x is NaN or infinite.
func (b *FunctionBuilder) RequireFinite(x Value) { b.addOperandCheck(finiteValue, x, x) }

// RequireWithinIntegerRange ends the evaluation where x is not within ±2^53.
func (b *FunctionBuilder) RequireWithinIntegerRange(x Value) { b.addOperandCheck(wholeRange, x, x) }

// EndWithoutValue ends the evaluation here.
func (b *FunctionBuilder) EndWithoutValue() { b.addOperandCheck(noValue, b.Time(), b.Time()) }

func (b *FunctionBuilder) addOperandCheck(d operandCheck, x, y Value) {
	b.addUnlessPresent(b.cur, valueDefinition{kind: isCode, op: opCheck, n: uint16(d), args: [4]Value{x, y}})
}

// addUnlessPresent adds m to a block unless its value is at hand.
func (b *FunctionBuilder) addUnlessPresent(to *block, m valueDefinition) Value {
	m.home = to
	key := valueKey{m.op, m.n, m.args, math.Float64bits(m.num)}
	if m.kind == isConstant {
		key.op = opPhi // no instruction has this key
	}
	for at := to; at != nil; at = at.parent {
		if v, ok := at.known[key]; ok {
			return v
		}
	}
	if to.known == nil {
		to.known = map[valueKey]Value{}
	}
	v := Value(len(b.made))
	to.known[key] = v
	b.made = append(b.made, m)
	if m.kind == isCode {
		to.items = append(to.items, item{value: v})
	}
	return v
}

func (b *FunctionBuilder) addNewValue(m valueDefinition) Value {
	v := Value(len(b.made))
	m.home = b.cur
	b.made = append(b.made, m)
	b.cur.items = append(b.cur.items, item{value: v})
	return v
}

// Branch begins a branch: what follows is done where the test of x and y
// holds, what follows Else where it does not. Either part may be taken up again
// before End.
func (b *FunctionBuilder) Branch(t Test, x, y Value) *Branch {
	br := &Branch{b: b, test: t, x: x, y: y, parent: b.cur}
	br.parts[0].parent, br.parts[1].parent = b.cur, b.cur
	b.cur.items = append(b.cur.items, item{branch: br})
	br.Then()
	return br
}

// Then continues with the first part.
func (br *Branch) Then() { br.b.cur = &br.parts[0] }

// Else continues with the other part.
func (br *Branch) Else() { br.b.cur = &br.parts[1] }

// End continues behind the branch.
func (br *Branch) End() { br.b.cur = br.parent }

// Join returns, for use behind the branch, the value that is x at the end of the
// first part and y at the end of the other.
func (br *Branch) Join(x, y Value) Value {
	if x == y {
		return x
	}
	for _, p := range br.phis {
		if p.then == x && p.otherwise == y {
			return p.value
		}
	}
	v := Value(len(br.b.made))
	br.b.made = append(br.b.made, valueDefinition{kind: isPhi, home: br.parent})
	br.phis = append(br.phis, phi{v, x, y})
	return v
}
