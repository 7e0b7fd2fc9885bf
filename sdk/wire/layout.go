package wire

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// span is where one argument lies in its array of a frame.
type span struct {
	arg   int
	kind  usersub.Kind
	at, n int
}

// layout is the spans of a frame, inputs and outputs, and the total lengths of
// the outputs.
type layout struct {
	sig         *usersub.Sig
	in, out     []span      // in by kind
	blocks      []block     // of in
	form        *slotLayout // of its slots, nil while there are none
	nInt, nReal int
}

// block is input spans of one kind that lie one behind the other: most calls change none of them, which is seen in one comparison.
type block struct {
	span         // all of them
	spans []span // one by one
	args  uint64 // which arguments they are, as in Call.given
}

// maxArgs is the number of bits in Call.given.
const maxArgs = 64

func newLayout(f *usersub.Frame) layout {
	if len(f.Sig.Args) > maxArgs {
		panic("wire: " + f.Sig.Name + " has more arguments than a call can mark")
	}
	l := layout{sig: f.Sig}
	for i, a := range f.Sig.Args {
		s := span{i, a.Kind, f.ArgOffset(i), f.Len(i)}
		switch {
		case !a.Out:
			l.in = append(l.in, s)
		case a.Kind == usersub.Int:
			l.out, l.nInt = append(l.out, s), l.nInt+s.n
		case a.Kind == usersub.Real:
			l.out, l.nReal = append(l.out, s), l.nReal+s.n
		default:
			panic("wire: " + f.Sig.Name + " returns text, which no message carries")
		}
	}
	slices.SortStableFunc(l.in, func(a, b span) int { return cmp.Compare(a.kind, b.kind) })
	for i, s := range l.in {
		l.joinInputSpan(i, s)
	}
	return l
}

// layouts are those of several elements. Elements whose frames are alike share one, which is then near at hand when a
// message with the calls of all is written or read.
type layouts struct{ last []*layout }

// layoutOf returns the layout of f.
func (l *layouts) layoutOf(f *usersub.Frame) *layout {
	const few = 32
	for _, x := range l.last {
		if x.sig == f.Sig && x.matchesFrame(f) {
			return x
		}
	}
	n := newLayout(f)
	if len(l.last) == few {
		l.last = l.last[:copy(l.last, l.last[1:])]
	}
	l.last = append(l.last, &n)
	return &n
}

// joinInputSpan adds input span i to the block that ends before it, or makes one.
func (l *layout) joinInputSpan(i int, s span) {
	if n := len(l.blocks) - 1; n >= 0 {
		b := &l.blocks[n]
		if b.kind == s.kind && b.at+b.n == s.at {
			b.n += s.n
			b.spans = l.in[i-len(b.spans) : i+1]
			b.args |= 1 << s.arg
			return
		}
	}
	l.blocks = append(l.blocks, block{s, l.in[i : i+1], 1 << s.arg})
}

// matchesFrame reports whether f is laid out in the same way.
func (l *layout) matchesFrame(f *usersub.Frame) bool {
	for _, list := range [2][]span{l.in, l.out} {
		for _, s := range list {
			if f.ArgOffset(s.arg) != s.at || f.Len(s.arg) != s.n {
				return false
			}
		}
	}
	return true
}

// inputs is a copy of what the other end holds.
type inputs struct {
	valid bool
	ints  []int32
	reals []float64
	texts []string
}

// packInputs puts into m the inputs of f that differ from those in seen, and takes
// them over into seen.
func (l *layout) packInputs(m *wirepb.Call, f *usersub.Frame, seen *inputs) {
	m.Given, m.Ints, m.Reals, m.Texts = 0, m.Ints[:0], m.Reals[:0], m.Texts[:0]
	for i := range l.blocks {
		b := &l.blocks[i]
		if seen.valid && b.spanUnchanged(f, seen) {
			continue
		}
		for k := range b.spans {
			s := &b.spans[k]
			if !seen.valid || !s.spanUnchanged(f, seen) {
				s.packSpan(m, f, seen)
			}
		}
	}
	seen.valid = true
}

// packSpan puts one argument into m and takes it over into seen.
func (s *span) packSpan(m *wirepb.Call, f *usersub.Frame, seen *inputs) {
	m.Given |= 1 << s.arg
	from, to := s.at, s.at+s.n
	switch s.kind {
	case usersub.Int:
		copy(seen.ints[from:to], f.Int[from:to])
		m.Ints = append(m.Ints, f.Int[from:to]...)
	case usersub.Real:
		copy(seen.reals[from:to], f.Real[from:to])
		m.Reals = append(m.Reals, f.Real[from:to]...)
	case usersub.Text:
		copy(seen.texts[from:to], f.Text[from:to])
		m.Texts = append(m.Texts, f.Text[from:to]...)
	}
}

// inputsUnchanged reports whether all inputs of f are those in seen.
func (l *layout) inputsUnchanged(f *usersub.Frame, seen *inputs) bool {
	for i := range l.blocks {
		if !l.blocks[i].spanUnchanged(f, seen) {
			return false
		}
	}
	return seen.valid
}

// spanUnchanged reports whether f has in a span what seen has.
func (s *span) spanUnchanged(f *usersub.Frame, seen *inputs) bool {
	from, to := s.at, s.at+s.n
	switch s.kind {
	case usersub.Int:
		return equalInts(seen.ints[from:to], f.Int[from:to])
	case usersub.Real:
		return equalRealBits(seen.reals[from:to], f.Real[from:to])
	}
	return slices.Equal(seen.texts[from:to], f.Text[from:to])
}

// equalBits reports whether two lists are the same bit by bit: zeros of different sign differ, and a NaN is the same as itself.
func equalBits[T int32 | float64](a, b []T) bool { return memoryAsString(a) == memoryAsString(b) }

// equalInts and equalRealBits are same for lists that are mostly short.
func equalInts(a, b []int32) bool {
	if len(a) > short || len(a) != len(b) {
		return equalBits(a, b)
	}
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func equalRealBits(a, b []float64) bool {
	if len(a) > short || len(a) != len(b) {
		return equalBits(a, b)
	}
	for i, x := range a {
		if math.Float64bits(x) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// short is the length up to which a examine one entry after the other is quicker than a call.
const short = 6

// memoryAsString is the memory of a list: comparing texts is the quickest examine all of it.
func memoryAsString[T int32 | float64](v []T) string {
	var one T
	return unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(one)))
}

// unpackInputs stores the inputs of m in f. It returns false if m has too few values.
func (l *layout) unpackInputs(f *usersub.Frame, m *wirepb.Call) bool {
	left := values{m.Ints, m.Reals, m.Texts}
	for i := range l.blocks {
		b := &l.blocks[i]
		if m.Given&b.args == 0 {
			continue
		}
		for k := range b.spans {
			if s := &b.spans[k]; m.Given>>s.arg&1 != 0 && !s.unpackSpan(f, &left) {
				return false
			}
		}
	}
	return len(left.ints) == 0 && len(left.reals) == 0 && len(left.texts) == 0
}

// values are what is left of the values of a call.
type values struct {
	ints  []int32
	reals []float64
	texts []string
}

// unpackSpan stores the next values in one argument. It returns false if there are too few.
func (s *span) unpackSpan(f *usersub.Frame, left *values) bool {
	from, to := s.at, s.at+s.n
	switch {
	case s.kind == usersub.Int && s.n <= len(left.ints):
		copy(f.Int[from:to], left.ints)
		left.ints = left.ints[s.n:]
	case s.kind == usersub.Real && s.n <= len(left.reals):
		copy(f.Real[from:to], left.reals)
		left.reals = left.reals[s.n:]
	case s.kind == usersub.Text && s.n <= len(left.texts):
		copy(f.Text[from:to], left.texts)
		left.texts = left.texts[s.n:]
	default:
		return false
	}
	return true
}

// clearOutputs sets the outputs of f to zero.
func (l *layout) clearOutputs(f *usersub.Frame) {
	for i := range l.out {
		s := &l.out[i]
		if s.kind == usersub.Int {
			clear(f.Int[s.at : s.at+s.n])
		} else {
			clear(f.Real[s.at : s.at+s.n])
		}
	}
}

// packOutputs puts the outputs of f into m.
func (l *layout) packOutputs(m *wirepb.Done, f *usersub.Frame) {
	m.Ints, m.Reals = m.Ints[:0], m.Reals[:0]
	for i := range l.out {
		s := &l.out[i]
		if s.kind == usersub.Int {
			m.Ints = append(m.Ints, f.Int[s.at:s.at+s.n]...)
		} else {
			m.Reals = append(m.Reals, f.Real[s.at:s.at+s.n]...)
		}
	}
}

// unpackOutputs stores the outputs of m in f. It returns false if m has not
// exactly the values that the routine returns.
func (l *layout) unpackOutputs(f *usersub.Frame, m *wirepb.Done) bool {
	ints, reals := m.Ints, m.Reals
	if len(ints) != l.nInt || len(reals) != l.nReal {
		return false
	}
	for i := range l.out {
		s := &l.out[i]
		if s.kind == usersub.Int {
			copy(f.Int[s.at:s.at+s.n], ints)
			ints = ints[s.n:]
		} else {
			copy(f.Real[s.at:s.at+s.n], reals)
			reals = reals[s.n:]
		}
	}
	return true
}
