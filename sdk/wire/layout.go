package wire

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
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
	in, out     []span
	nInt, nReal int
}

// maxArgs is the number of bits in Call.given.
const maxArgs = 64

func newLayout(f *usersub.Frame) layout {
	if len(f.Sig.Args) > maxArgs {
		panic("wire: " + f.Sig.Name + " has more arguments than a call can mark")
	}
	var l layout
	for i, a := range f.Sig.Args {
		s := span{i, a.Kind, f.At(i), f.Len(i)}
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
	return l
}

// fits tells whether f is laid out in the same way.
func (l *layout) fits(f *usersub.Frame) bool {
	for _, list := range [2][]span{l.in, l.out} {
		for _, s := range list {
			if f.At(s.arg) != s.at || f.Len(s.arg) != s.n {
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

// pack puts into m the inputs of f that differ from those in seen, and takes
// them over into seen.
func (l *layout) pack(m *wirepb.Call, f *usersub.Frame, seen *inputs) {
	m.Given, m.Ints, m.Reals, m.Texts = 0, m.Ints[:0], m.Reals[:0], m.Texts[:0]
	for _, s := range l.in {
		changed := false
		switch s.kind {
		case usersub.Int:
			m.Ints, changed = take(m.Ints, seen.ints[s.at:s.at+s.n], f.Int[s.at:s.at+s.n], seen.valid, same[int32])
		case usersub.Real:
			m.Reals, changed = take(m.Reals, seen.reals[s.at:s.at+s.n], f.Real[s.at:s.at+s.n], seen.valid, sameReal)
		case usersub.Text:
			m.Texts, changed = take(m.Texts, seen.texts[s.at:s.at+s.n], f.Text[s.at:s.at+s.n], seen.valid, same[string])
		}
		if changed {
			m.Given |= 1 << s.arg
		}
	}
	seen.valid = true
}

// take appends now to dst and copies it to old, if it differs from old.
func take[T any](dst, old, now []T, valid bool, eq func(a, b T) bool) ([]T, bool) {
	if valid && slices.EqualFunc(old, now, eq) {
		return dst, false
	}
	copy(old, now)
	return append(dst, now...), true
}

func same[T comparable](a, b T) bool { return a == b }

// sameReal tells zeros of different sign apart and NaN from nothing but itself.
func sameReal(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// unpack stores the inputs of m in f. It returns false if m has too few values.
func (l *layout) unpack(f *usersub.Frame, m *wirepb.Call) bool {
	ints, reals, texts, ok := m.Ints, m.Reals, m.Texts, true
	for _, s := range l.in {
		if m.Given>>s.arg&1 == 0 {
			continue
		}
		switch s.kind {
		case usersub.Int:
			ints, ok = give(f.Int[s.at:s.at+s.n], ints)
		case usersub.Real:
			reals, ok = give(f.Real[s.at:s.at+s.n], reals)
		case usersub.Text:
			texts, ok = give(f.Text[s.at:s.at+s.n], texts)
		}
		if !ok {
			return false
		}
	}
	return len(ints) == 0 && len(reals) == 0 && len(texts) == 0
}

// give fills dst from the head of src and returns the rest of src.
func give[T any](dst, src []T) ([]T, bool) {
	if len(src) < len(dst) {
		return src, false
	}
	copy(dst, src)
	return src[len(dst):], true
}

// packOutputs puts the outputs of f into m.
func (l *layout) packOutputs(m *wirepb.Done, f *usersub.Frame) {
	m.Ints, m.Reals = m.Ints[:0], m.Reals[:0]
	for _, s := range l.out {
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
	for _, s := range l.out {
		if s.kind == usersub.Int {
			ints, _ = give(f.Int[s.at:s.at+s.n], ints)
		} else {
			reals, _ = give(f.Real[s.at:s.at+s.n], reals)
		}
	}
	return true
}
