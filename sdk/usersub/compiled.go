package usersub

import "slices"

// Input is what a routine depends on and a solver may take partial derivatives
// with respect to: entry At of Frame.Real or, if Answer is set, of
// Frame.Value.
type Input struct {
	Answer bool
	At     int
}

// Compiler is a Sub that may know its function well enough to do without
// being called.
type Compiler interface {
	// Compile returns the function of the time and the inputs in that Call is for
	// the other arguments and the queries that f holds, or an error that
	// says in one line why there is none. It is called again when queries
	// have been added. It may query s for attributes and call the routine with
	// arguments of its own.
	Compile(f *Frame, in []Input, s State) (Compiled, error)
}

// Compiled is a function that gives, bit for bit, what a routine gives. It serves
// one goroutine at a time.
type Compiled interface {
	// Eval sets out to the outputs, one behind the other. It is false where it has
	// no value: the routine is to be called, which reports why.
	Eval(out, in []float64, time float64, dflag bool) bool
	// Partials sets dst, outputs by rows and inputs by columns, and dt, the
	// partials with respect to time (may be nil), as they are exactly with
	// dflag set. It is false where they are not known.
	Partials(dst, dt, in []float64, time float64) bool
	// Jumps reports whether the outputs may jump: whether the function has branches.
	Jumps() bool
}

// AsCompiler returns the Compiler that a Sub is, or that it is before.
func AsCompiler(sub Sub) (Compiler, bool) { return findSubOfType[Compiler](sub) }

// RealOffsetsExcept returns the places in Real of the arguments that are neither par nor the time nor
// among those excepted: whoever makes the calls sets them before each.
func (f *Frame) RealOffsetsExcept(except []string) (offsets []int) {
	for i := range f.Sig.Args {
		a := &f.Sig.Args[i]
		if a.Kind != Real || a.Out || a.Name == "par" || a.Name == "time" || slices.Contains(except, a.Name) {
			continue
		}
		for k := range f.Len(i) {
			offsets = append(offsets, f.ArgOffset(i)+k)
		}
	}
	return offsets
}

// Clone returns a copy of a frame that shares nothing with it that a call
// changes.
func (f *Frame) Clone() *Frame {
	c := *f
	c.Int = append([]int32(nil), f.Int...)
	c.Real = append(make([]float64, 0, cap(f.Real)), f.Real...)
	c.QueryAnswers = QueryAnswers{
		Asked: append([]Query(nil), f.Asked...), At: append([]int32(nil), f.QueryAnswers.At...),
		Value: append([]float64(nil), f.Value...), Flag: append([]int32(nil), f.Flag...),
	}
	return &c
}
