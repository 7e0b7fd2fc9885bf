package expr

import (
	"fmt"
	"math"
	"slices"
)

// NewWork returns scratch space for evaluations of f.
func (f *Function) NewWork() *Work { return f.p.NewWork() }

// OutputCount is the number of results.
func (f *Function) OutputCount() int { return len(f.results) }

// InstructionCount is the number of instructions.
func (f *Function) InstructionCount() int { return len(f.p.code) }

// IdentityKey is the same for functions that give the same for the same input. It is "" for a
// function with externals, which may be of any kind.
func (f *Function) IdentityKey() string {
	if len(f.p.Externals) > 0 {
		return ""
	}
	bits := make([]uint64, len(f.p.consts))
	for i, c := range f.p.consts {
		bits[i] = math.Float64bits(c)
	}
	return fmt.Sprint(len(f.p.Measures), f.p.code, f.p.args, bits, f.results)
}

// HasBranches reports whether anything depends on a comparison or is cut to whole
// numbers.
func (f *Function) HasBranches() bool {
	return slices.ContainsFunc(f.p.code, func(c instr) bool {
		return c.op == opTest || c.op == opChoose || c.op == opFloor || c.op == opAint || c.op == opMod
	})
}

// Eval sets out to the results at time t, where m[i] is the value of measure i. It
// is false, and out means nothing, where the evaluation ends without a value or a result is
// NaN or infinite.
func (f *Function) Eval(w *Work, t float64, m, out []float64) bool {
	if len(m) != len(f.p.Measures) {
		panic("expr: wrong number of measures")
	}
	copy(f.InputBuffer(w), m)
	return f.EvalInputBuffer(w, t, out)
}

// InputBuffer is where Run finds the values of the measures.
func (f *Function) InputBuffer(w *Work) []float64 {
	if w.program != &f.p {
		panic("expr: the Work belongs to another program")
	}
	return w.v[slotMeasures : slotMeasures+len(f.p.Measures)]
}

// EvalInputBuffer is Eval for measures that have been put into Inputs.
func (f *Function) EvalInputBuffer(w *Work, t float64, out []float64) bool {
	w.failed = false
	w.v[slotTime], w.v[slotMode] = t, 0
	f.p.evalForward(w)
	if w.failed {
		return false
	}
	zero := 0.0
	for i, at := range f.results {
		v := w.v[at]
		out[i] = v
		zero += v - v // NaN for one that is not finite
	}
	return zero == 0
}

func (f *Function) evalIntoWork(w *Work, t float64, m []float64) bool {
	w.failed = false
	f.p.storeInputs(w, t, 0, m)
	f.p.evalForward(w)
	return !w.failed
}

// Grad sets dst[i*len(m)+j] = ∂result[i]/∂m[j] and dt[i] = ∂result[i]/∂t at fixed
// measures; dt may be nil. At a jump or kink it is that of the piece that supplied
// the value. It is false where the evaluation ends without a value.
func (f *Function) Grad(w *Work, t float64, m, dst, dt []float64) bool {
	if !f.evalIntoWork(w, t, m) {
		return false
	}
	n := len(m)
	for i, at := range f.results {
		row := dst[i*n : i*n+n]
		if !f.vary[i] {
			clear(row)
			if dt != nil {
				dt[i] = 0
			}
			continue
		}
		clear(w.adj)
		w.adj[at] = 1
		f.p.propagateAdjoints(w)
		copy(row, w.adj[slotMeasures:])
		if dt != nil {
			dt[i] = w.adj[slotTime]
		}
	}
	return true
}
