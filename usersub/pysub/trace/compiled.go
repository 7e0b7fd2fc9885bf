package trace

import (
	"fmt"
	"path/filepath"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// A function that only calculates needs no interpreter. It is compiled from its tree
// to a program of package expr, the kind that expressions of a deck become, by running it
// once with numbers that are not known: par, the sizes and the ids of queries are the
// same in every call of an element, so that loops over them, and tests of
// them, are written out; what remains are operations on the time, on states and
// on answers. Where the function would raise an exception the program ends without
// a value, and the interpreter makes that call.
//
// What has effects, or results that are more than numbers, is refused: the reason
// has the place in the script. What is compiled is tried against the interpreter
// (see probe); one bit of difference, and it is refused, too.

// Limits of what is written out.
const (
	maxSize      = 20000 // instructions
	maxItems     = 1000  // of a list
	maxTurns     = 1000  // of a loop
	maxCallDepth = 20
)

// Host is the interpreter that runs the scripts whose functions are compiled.
type Host struct {
	Context py.Context
	Sources map[string][]string        // lines of every file that was executed, by path
	Given   func(module string) string // text of a module that a program is given, "" without one
	Numpy   func() *py.Module          // the numpy of a program, nil without one
	Flush   func()                     // passes on what scripts have printed
}

// Compiler compiles functions of the scripts of one interpreter.
type Compiler struct {
	host     Host
	trees    map[string]*parsedFile
	hazard   *changeableNames
	known    map[*py.Method]string     // functions of Python by their names
	programs map[string]*sharedProgram // by their keys
	proven   map[*py.Code]int          // how often a function was found to be right
}

// NewCompiler returns a compiler for an interpreter.
func NewCompiler(h Host) *Compiler {
	return &Compiler{host: h, trees: map[string]*parsedFile{}, programs: map[string]*sharedProgram{}, proven: map[*py.Code]int{}}
}

// Function is a function of a script that an element calls as a routine.
type Function struct {
	Name    string
	Python  *py.Function
	Inputs  []int                                     // indices of the arguments that it takes in the signature of the routine
	Outputs []int                                     // and of those that it returns
	Call    func(*usersub.Frame, usersub.State) error // by the interpreter
}

// compilation is the compilation of a function.
type compilation struct {
	*Compiler
	Function
}

// functionCompiler compiles one function for one frame.
type functionCompiler struct {
	scripts   *Compiler
	b         *expr.FunctionBuilder
	frame     *usersub.Frame
	state     usersub.State
	inputs    map[usersub.Input]int
	dflag     int32
	iord      int32
	heap      [][]tracedValue
	shared    map[listRef]bool // entries of arrays that others have, too
	functions map[*py.Function]*scriptFunction
	place     spot
	depth     int
}

// spot is where the compiler is in a script.
type spot struct {
	file      string
	Line, col int
}

// RefusedError is why a function is not compiled: at line and column of a script the
// reason, such as "a call of print".
type RefusedError struct {
	File      string
	Line, Col int
	Reason    string
}

func (r *RefusedError) Error() string {
	if r.Line == 0 {
		return r.Reason
	}
	return fmt.Sprintf("%s:%d:%d: %s", filepath.Base(r.File), r.Line, r.Col, r.Reason)
}

// setSourcePosition notes where the compiler is. Some nodes do not know their place.
func (c *functionCompiler) setSourcePosition(n ast.Ast) {
	if line := n.GetLineno(); line > 0 {
		c.place.Line, c.place.col = line, n.GetColOffset()+1
	}
}

// refuseToCompile gives up.
func (c *functionCompiler) refuseToCompile(format string, args ...any) {
	panic(&RefusedError{c.place.file, c.place.Line, c.place.col, fmt.Sprintf(format, args...)})
}

// Compile compiles a function for an element whose frame is f, with the inputs in. The
// error says what in the script is not compiled.
func (k *Compiler) Compile(fn Function, f *usersub.Frame, in []usersub.Input, s usersub.State) (usersub.Compiled, error) {
	r := &compilation{k, fn}
	p, err := r.newProgram(f, in, s)
	if err != nil {
		return nil, err
	}
	if err := r.checkAgainstInterpreter(p, f, in, s); err != nil {
		return nil, err
	}
	return p, nil
}

// Compiled is a function as programs: one for each value of dflag and of iord, where
// these make a difference.
type Compiled struct {
	unit [3][2]*sharedProgram
	iord *int32 // the argument of that name in the frame, nil without one
}

// sharedProgram is a program with what it works on. Elements with equal programs share one:
// scripts of a loader run one after the other anyway. A thousand springs then
// stay in the cache.
type sharedProgram struct {
	fn   *expr.Function
	work *expr.Work
}

// findOrAddProgram returns the unit of a program.
func (k *Compiler) findOrAddProgram(fn *expr.Function) *sharedProgram {
	key := fn.IdentityKey()
	u := k.programs[key]
	if u == nil {
		if u = (&sharedProgram{fn, fn.NewWork()}); key != "" {
			k.programs[key] = u
		}
	}
	return u
}

func (r *compilation) newProgram(f *usersub.Frame, in []usersub.Input, s usersub.State) (*Compiled, error) {
	p := &Compiled{}
	orders := 1
	if i := f.Sig.ArgIndex("iord"); i >= 0 {
		orders, p.iord = 3, &f.Int[f.ArgOffset(i)]
	}
	var first error
	for k := range orders {
		u, err := r.compileForOrder(f, in, s, int32(k))
		if p.unit[k] = u; err != nil && first == nil {
			first = err
		}
	}
	if p.unit == [3][2]*sharedProgram{} {
		return nil, first
	}
	return p, nil
}

// compileForOrder compiles the function for one value of iord.
func (r *compilation) compileForOrder(f *usersub.Frame, in []usersub.Input, s usersub.State, iord int32) (byDflag [2]*sharedProgram, err error) {
	fn, flagged, err := r.compileForFlagAndOrder(f, in, s, 0, iord)
	if err != nil {
		return byDflag, err
	}
	byDflag[0] = r.findOrAddProgram(fn)
	if byDflag[1] = byDflag[0]; !flagged {
		return byDflag, nil
	}
	if fn, _, err = r.compileForFlagAndOrder(f, in, s, 1, iord); err != nil {
		return [2]*sharedProgram{}, err
	}
	byDflag[1] = r.findOrAddProgram(fn)
	return byDflag, nil
}

// programForOrder returns the program for the value of iord in the frame, nil without one.
func (p *Compiled) programForOrder(dflag int) *sharedProgram {
	k := int32(0)
	if p.iord != nil {
		if k = *p.iord; k < 0 || k > 2 {
			return nil
		}
	}
	return p.unit[k][dflag]
}

// compileForFlagAndOrder compiles the function for one value of dflag; readsDflag reports whether
// it examines that.
func (r *compilation) compileForFlagAndOrder(f *usersub.Frame, in []usersub.Input, s usersub.State, dflag, iord int32) (fn *expr.Function, readsDflag bool, err error) {
	c := &functionCompiler{scripts: r.Compiler, b: expr.NewFunctionBuilder(len(in)), frame: f, state: s, inputs: map[usersub.Input]int{}, shared: map[listRef]bool{},
		dflag: dflag, iord: iord, functions: map[*py.Function]*scriptFunction{}}
	c.place.file = r.Python.Code.Filename
	for k, i := range in {
		c.inputs[i] = k
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *RefusedError:
			err = p
		case evaluationEnd:
			err = &RefusedError{Reason: "every call ends in an exception or makes a new query"}
		default:
			panic(p)
		}
	}()
	tree := c.findFunctionTree(r.Python)
	v := c.callScriptFunction(r.Python, r.argumentValues(c, f), nil, nil)
	fn = c.b.Finish(r.compileOutputs(c, f, v))
	if fn.InstructionCount() > maxSize {
		c.refuseToCompile("the function is too long when its loops and branches are written out")
	}
	return fn, tree.readsName(r.pythonParameterName(f, "dflag")), nil
}

// Eval computes the outputs from the inputs and the time; false where the compiled code does not hold for these.
func (p *Compiled) Eval(out, in []float64, time float64, dflag bool) (valid bool) {
	k := 0
	if dflag {
		k = 1
	}
	u := p.unit[0][k]
	if p.iord != nil {
		u = p.programForOrder(k)
	}
	return u != nil && u.fn.Eval(u.work, time, in, out)
}

// Program returns the one program behind Eval, for solvers that do without the way through it.
func (p *Compiled) Program(dflag bool) (*expr.Function, *expr.Work) {
	u := p.unit[0][0]
	if dflag {
		u = p.unit[0][1]
	}
	if u == nil || p.iord != nil {
		return nil, nil
	}
	return u.fn, u.work
}

// Partials computes the derivatives of the outputs by the inputs and by the time.
func (p *Compiled) Partials(dst, dt, in []float64, time float64) (valid bool) {
	u := p.programForOrder(1)
	return u != nil && u.fn.Grad(u.work, time, in, dst, dt) && areAllFinite(dst) && areAllFinite(dt)
}

func areAllFinite(v []float64) bool {
	for _, x := range v {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// Jumps reports whether the outputs may be discontinuous.
func (p *Compiled) Jumps() bool {
	for _, u := range p.unit {
		if u[0] != nil && (u[0].fn.HasBranches() || u[1].fn.HasBranches()) {
			return true
		}
	}
	return false
}
