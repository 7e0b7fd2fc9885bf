package expr

import "math"

// Kind reports what a name of the caller's is.
type Kind uint8

const (
	KindMeasure  Kind = iota // all arguments are integer constants
	KindExternal             // a function: real expressions first, then integer constants
)

// Signature is what a Table says about a name.
type Signature struct {
	Kind     Kind
	Reals    int // KindExternal: number of leading real arguments
	Min, Max int // number of integer arguments; of an external, those after the reals
}

// Table reports which names are measures and external functions. Names of the
// language itself (see Names) are not requested.
type Table interface {
	Lookup(name string) (Signature, bool) // name is in upper case
	Names() []string                      // all known names, for suggestions
}

// Call is one distinct measure of a program.
type Call struct {
	Name     string // upper case
	Args     []int
	Pos, End int // byte range of its first use in the source
}

// External is a function of n real arguments, such as a spline. Eval writes the
// first partials to d[i] and the second to dd[i*n+j]; either may be nil. It may
// be called by several goroutines at once.
type External interface {
	Eval(x []float64, d, dd []float64) float64
}

// ExternalCall is one distinct external function of a program: two calls that
// differ in their real arguments only share one.
type ExternalCall struct {
	Name     string // upper case
	Reals    int    // number of real arguments
	Args     []int  // the integer arguments after them
	Pos, End int    // byte range of its first use in the source

	bound External
}

// Program is a compiled expression. Nothing in it changes after the last Bind, and any
// number of goroutines may evaluate it, each with its own Work.
type Program struct {
	Source    string
	Measures  []Call         // distinct calls, in order of first use
	Externals []ExternalCall // in order of first use; to be bound before the first evaluation
	Delays    []Delay        // DELAY(k) in Measures is the value of Delays[k]
	UsesTime  bool
	UsesMode  bool

	code   []instr
	args   []int32   // arguments of instructions with more than two
	consts []float64 // are after the measures in the value array
	base   int32     // slot of the first instruction's value
	result int32     // slot of the program's value
	nx     int       // largest number of arguments of one instruction
}

// instr is one instruction. a and b are slots of the value array unless its opcode
// says otherwise; the value goes to the slot base + its own number. Slots: 0 TIME, 1 MODE, then
// measures, constants and one for each instruction.
type instr struct {
	op      opcode
	n       uint16
	a, b, c int32
}

const (
	slotTime     = 0
	slotMode     = 1
	slotMeasures = 2
)

// BindExternal gives the function behind Externals[i].
func (p *Program) BindExternal(i int, f External) { p.Externals[i].bound = f }

// ConstantValue returns the value of a program that depends on nothing. A program
// with externals does not count as constant.
func (p *Program) ConstantValue() (v float64, ok bool) {
	if len(p.code) > 0 || p.result < slotMeasures+int32(len(p.Measures)) {
		return 0, false
	}
	return p.consts[p.result-slotMeasures-int32(len(p.Measures))], true
}

// DependsOnTimeOnly reports whether the value depends on nothing but TIME and MODE.
func (p *Program) DependsOnTimeOnly() bool { return len(p.Measures) == 0 }

// Work is what evaluations of one program write to. It serves one goroutine at a
// time; no evaluation allocates.
type Work struct {
	program *Program
	v       []float64 // values
	adj     []float64 // adjoints: ∂result/∂slot
	jets    []jet
	from    []int32 // of each opJoin or opMeet: the opJump or opLeave that came there, -1 or bothBranches
	x, d    []float64
	dd      []float64
	xj      []jet
	failed  bool      // an opCheck did not hold
	ramps   []float64 // by instruction, the width that SetRamp gave it, 0 for none; nil without any
	both    []bool    // by instruction, with ramps: both branches ran in the last evaluation
}

// NewWork returns scratch space for evaluations of p.
func (p *Program) NewWork() *Work {
	n := int(p.base) + len(p.code)
	w := &Work{
		program: p, v: make([]float64, n), adj: make([]float64, n), jets: make([]jet, n),
		from: make([]int32, len(p.code)), x: make([]float64, p.nx), d: make([]float64, p.nx),
		xj: make([]jet, p.nx),
	}
	reals := 0
	for _, e := range p.Externals {
		reals = max(reals, e.Reals)
	}
	w.dd = make([]float64, reals*reals)
	consts := slotMeasures + len(p.Measures)
	copy(w.v[consts:], p.consts)
	for i, v := range p.consts {
		w.jets[consts+i].v = v
	}
	return w
}

// storeInputs puts the inputs in their slots.
func (p *Program) storeInputs(w *Work, t float64, mode int, m []float64) {
	if w.program != p {
		panic("expr: the Work belongs to another program")
	}
	if len(m) != len(p.Measures) {
		panic("expr: wrong number of measures")
	}
	w.v[slotTime], w.v[slotMode] = t, float64(mode)
	copy(w.v[slotMeasures:], m)
}

// Eval returns the value at time t where m[i] is the value of Measures[i]. It is
// NaN outside the domain of a function.
func (p *Program) Eval(w *Work, t float64, mode int, m []float64) float64 {
	p.storeInputs(w, t, mode, m)
	p.evalForward(w)
	return w.v[p.result]
}

// nan is the value of an IF whose condition is none.
var nan = math.NaN()
