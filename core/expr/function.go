package expr

// opcode says what an instruction does.
type opcode uint8

const (
	opAdd opcode = iota
	opSub
	opMul
	opDiv
	opNeg
	opPow  // exponent varies
	opPowC // exponent is constant
	opPowI // exponent is the integer b itself, not the place of one
	opAbs
	opSqrt
	opExp
	opLog
	opLog10
	opSin
	opCos
	opTan
	opSinh
	opCosh
	opTanh
	opAsin
	opAcos
	opAtan
	opAtan2
	opAint
	opAnint
	opMod
	opSign
	opDim
	opMax
	opMin

	// n arguments, in args[a:a+n].
	opSelect   // IF whose branches are constants or inputs
	opShape    // b: which of shapes
	opExternal // b: which external

	// IF with jumps. Their own slots of the value array are written by opJump only.
	opIf    // a: condition; the first branch follows; b, c: the opEnter of the others
	opEnter // start of a branch; a: the opIf, b: the opJoin
	opJump  // end of a branch with value a; b: the opJoin
	opJoin  // holds the value; a: the opIf

	// Of programs that a Builder makes.
	opFloor
	opPower  // math.Pow whatever the exponent
	opPowerC // the same; exponent is constant
	opChoose // n: a Test of args[a], args[a+1]; then args[a+2], otherwise args[a+3]
	opCheck  // n: what is demanded of the value a, and b; where it does not hold the evaluation ends without a value

	// A branch in two, with any number of values that depend on it. Only opSet writes them.
	opTest  // n: a Test of a and b; the first branch follows; c: the opBegin of the other
	opBegin // start of a branch; a: the opTest
	opSet   // a: the value that opPhi number b has
	opLeave // end of a branch; b: the opMeet; n: how many opPhi are behind it
	opMeet  // a: the opTest
	opPhi   // holds a value, behind the opMeet
)

// maxOrder is the largest order of POLY, CHEBY, FORCOS and FORSIN.
const maxOrder = 30

// function is a built-in function or operator.
type function struct {
	op       opcode
	shape    int    // opShape: index in shapes
	min, max int    // number of arguments
	domain   string // what is wrong with constants that it has no value for
}

var builtins = map[string]*function{
	"+":     {op: opAdd, min: 2, max: 2},
	"-":     {op: opSub, min: 2, max: 2},
	"*":     {op: opMul, min: 2, max: 2},
	"/":     {op: opDiv, min: 2, max: 2, domain: "division by zero"},
	"**":    {op: opPow, min: 2, max: 2, domain: "power without a finite real value"},
	"NEG":   {op: opNeg, min: 1, max: 1},
	"ABS":   {op: opAbs, min: 1, max: 1},
	"SQRT":  {op: opSqrt, min: 1, max: 1, domain: "square root of a negative number"},
	"EXP":   {op: opExp, min: 1, max: 1},
	"LOG":   {op: opLog, min: 1, max: 1, domain: "logarithm of a number that is not positive"},
	"LOG10": {op: opLog10, min: 1, max: 1, domain: "logarithm of a number that is not positive"},
	"SIN":   {op: opSin, min: 1, max: 1},
	"COS":   {op: opCos, min: 1, max: 1},
	"TAN":   {op: opTan, min: 1, max: 1},
	"SINH":  {op: opSinh, min: 1, max: 1},
	"COSH":  {op: opCosh, min: 1, max: 1},
	"TANH":  {op: opTanh, min: 1, max: 1},
	"ASIN":  {op: opAsin, min: 1, max: 1, domain: "the argument of ASIN is outside -1 to 1"},
	"ACOS":  {op: opAcos, min: 1, max: 1, domain: "the argument of ACOS is outside -1 to 1"},
	"ATAN":  {op: opAtan, min: 1, max: 1},
	"ATAN2": {op: opAtan2, min: 2, max: 2},
	"AINT":  {op: opAint, min: 1, max: 1},
	"ANINT": {op: opAnint, min: 1, max: 1},
	"MOD":   {op: opMod, min: 2, max: 2, domain: "the second argument of MOD is zero"},
	"SIGN":  {op: opSign, min: 2, max: 2},
	"DIM":   {op: opDim, min: 2, max: 2},
	"MAX":   {op: opMax, min: 2, max: 2},
	"MIN":   {op: opMin, min: 2, max: 2},
}

// shape is a function, most of several arguments, that is defined in a file of its own with its derivatives.
type shape struct {
	name     string
	min, max int
	value    func(x []float64) float64
	partials func(x, d []float64) // d[i] = ∂/∂x[i]; every entry is written
	jet      func(x []jet) jet
	// ends are the arguments at which pieces of the function meet as the first one passes them.
	ends []end
	// enclose bounds value and derivative for bounds of the arguments. Without it samples do, for a function that is smooth in its first
	// argument.
	enclose func(c *intervalEvaluator, x []enclosure) enclosure
}

// end is where pieces of a function meet: the index of an argument, and the order of the first derivative that jumps there.
type end struct{ arg, order int }

// shapes are the functions that define has added.
var shapes []shape

// registerFunction adds a function and its page.
func registerFunction(s shape, p Page) {
	s.name = p.Name
	builtins[s.name] = &function{op: opShape, shape: len(shapes), min: s.min, max: s.max}
	shapes, pages = append(shapes, s), append(pages, p)
}

// reserved are the names of the language that are no functions.
var reserved = []string{"PI", "RTOD", "DTOR", "TIME", "MODE", "IF", "DELAY"}
