//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"slices"

	"github.com/trammel-mbd/trammel/usersub"
)

// inputCopy holds copies of the arguments that a routine only reads (ID, TIME, PAR, NPAR, states ...). Routines get addresses in the frame, and
// some write there. What they write must not be there in the next call: routines in other languages get their arguments
// again for each call, and one law must not have two results.
type inputCopy struct {
	real, int         []span
	reals             []float64
	ints              []int32
	record, wasRecord []uint64 // of the struct dialect
}

// span is a range of a frame's array.
type span struct{ from, to int }

// newInputCopy returns room for the inputs of a frame; none for a routine that wants what it wrote to stay.
func newInputCopy(r *Sub, f *usersub.Frame, record []uint64) inputCopy {
	if r.ref.KeepPar {
		return inputCopy{}
	}
	in := inputCopy{record: record, wasRecord: slices.Clone(record)}
	in.int = listInputSpans(f, usersub.Int, len(f.Int))
	in.real = listInputSpans(f, usersub.Real, len(f.Real))
	in.ints, in.reals = make([]int32, len(f.Int)), make([]float64, len(f.Real))
	return in
}

// listInputSpans lists what lies between the outputs of a kind, n is the size of the frame's array.
func listInputSpans(f *usersub.Frame, kind usersub.Kind, n int) (list []span) {
	from := 0
	for _, i := range f.Sig.OutputIndices() { // in ascending order
		if f.Sig.Args[i].Kind != kind {
			continue
		}
		if at := f.ArgOffset(i); at > from {
			list = append(list, span{from, at})
		}
		from = f.ArgOffset(i) + f.Len(i)
	}
	if n > from {
		list = append(list, span{from, n})
	}
	return list
}

// saveInputs copies the inputs before a call.
func (in *inputCopy) saveInputs(f *usersub.Frame) {
	for _, s := range in.real {
		copy(in.reals[s.from:s.to], f.Real[s.from:s.to])
	}
	for _, s := range in.int {
		copy(in.ints[s.from:s.to], f.Int[s.from:s.to])
	}
}

// restoreInputs brings them back after it.
func (in *inputCopy) restoreInputs(f *usersub.Frame) {
	for _, s := range in.real {
		copy(f.Real[s.from:s.to], in.reals[s.from:s.to])
	}
	for _, s := range in.int {
		copy(f.Int[s.from:s.to], in.ints[s.from:s.to])
	}
	copy(in.record, in.wasRecord)
}
