package wire

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// A slot is a fixed place in memory that both ends share, for the calls of one handle whose queries are all foreseen: its
// inputs that change from call to call, its outputs and its answers, each at an offset that both ends compute once from the
// arguments. A call in a slot is copied into it and out of it; nothing is written into a message or read from one but its handle.

// slotHead is the bytes in front of the inputs: the number of the run whose outputs the slot holds, and zeros.
const slotHead = 8

// part is entries that lie one behind the other in a frame and in a slot.
type part struct {
	at, n int // in Int or Real of the frame
	in    int // in the slot, in entries of its kind
}

// parts are those of arguments that are read, or written.
type parts struct{ ints, reals []part }

// slotLayout is how slots of one layout are laid out.
type slotLayout struct {
	live    uint64 // inputs that are in the slot
	in, out parts  // of the slot
	rest    parts  // inputs that are not
	texts   []span // of these
	answers int    // where answers begin, in reals
}

// variableInputMask is the inputs that may change from call to call: numbers but parameters and sizes. Others may change as well: such a
// call goes in a message.
func (l *layout) variableInputMask() (args uint64) {
	sizes := map[string]bool{}
	for _, a := range l.sig.Args {
		for name := range strings.SplitSeq(a.Len, "*") {
			sizes[name] = true
		}
	}
	for _, s := range l.in {
		a := &l.sig.Args[s.arg]
		size := a.Kind == usersub.Int && a.Len == "" && (sizes[a.Name] || a.Name == "id")
		if a.Kind != usersub.Text && a.Name != "par" && !size {
			args |= 1 << s.arg
		}
	}
	return args
}

// newSlotLayout returns how slots with these inputs are laid out, nil if an argument of live is not a number that is read.
func (l *layout) newSlotLayout(live uint64) *slotLayout {
	if l.form != nil && l.form.live == live {
		return l.form
	}
	f := &slotLayout{live: live}
	at := slotHead
	var inside, rest []span
	for _, s := range l.in {
		if live>>s.arg&1 == 0 {
			rest = append(rest, s)
			continue
		}
		inside = append(inside, s)
		live &^= 1 << s.arg
		if s.kind == usersub.Text {
			return nil
		}
	}
	if live != 0 {
		return nil
	}
	f.in, at = layOutSpans(inside, at)
	f.out, at = layOutSpans(l.out, at)
	f.answers = at / 8
	f.rest, _ = layOutSpans(rest, 0)
	for _, s := range rest {
		if s.kind == usersub.Text {
			f.texts = append(f.texts, s)
		}
	}
	l.form = f
	return f
}

// layOutSpans gives arguments their places in the slot, from byte at on: integers, then reals, each in order. It returns where the
// next one begins.
func layOutSpans(list []span, at int) (p parts, next int) {
	p.ints, at = layOutKind(list, usersub.Int, 4, at)
	p.reals, at = layOutKind(list, usersub.Real, 8, (at+7)&^7)
	return p, at
}

func layOutKind(list []span, kind usersub.Kind, size, at int) (parts []part, next int) {
	for _, s := range list {
		if s.kind != kind || s.n == 0 {
			continue
		}
		p := part{s.at, s.n, at / size}
		at += size * s.n
		if n := len(parts) - 1; n >= 0 && parts[n].at+parts[n].n == p.at {
			parts[n].n += p.n
		} else {
			parts = append(parts, p)
		}
	}
	return parts, at
}

// restUnchanged reports whether all inputs of f that are not in the slot are as the plugin knows them.
func (o *slotLayout) restUnchanged(f *usersub.Frame, seen *inputs) bool {
	for i := range o.rest.ints {
		p := &o.rest.ints[i]
		if !equalInts(seen.ints[p.at:p.at+p.n], f.Int[p.at:p.at+p.n]) {
			return false
		}
	}
	for i := range o.rest.reals {
		p := &o.rest.reals[i]
		if !equalRealBits(seen.reals[p.at:p.at+p.n], f.Real[p.at:p.at+p.n]) {
			return false
		}
	}
	for i := range o.texts {
		if !o.texts[i].spanUnchanged(f, seen) {
			return false
		}
	}
	return true
}

// slotBytes is the length of a slot with n answers.
func (f *slotLayout) slotBytes(n int) int { return 8 * (f.answers + n) }

// slot is one as an end sees it.
type slot struct {
	form    *slotLayout // nil without a slot
	ints    []int32
	reals   []float64
	answers []float64
	area    *frame.Area // what the lists lie in stays mapped
}

// newSlot returns the slot at a place of the area, which has room for it.
func newSlot(a *frame.Area, at int, f *slotLayout, answers int) slot {
	s := slot{form: f, ints: a.Ints(at, 2*f.answers), reals: a.Reals(at, f.answers+answers), area: a}
	s.answers = s.reals[f.answers:]
	return s
}

// lineReals is the reals of a line of memory.
const lineReals = 8

// touchCacheLines reads a number of each line of memory of the slot. Lines that the other processor has written come from there, which takes as
// long as some tens of instructions; read in a row, slot after slot, they come side by side.
func (s *slot) touchCacheLines() (sum uint64) {
	for i := 0; i < len(s.reals); i += lineReals {
		sum ^= math.Float64bits(s.reals[i])
	}
	return sum
}

// storeCall copies inputs and answers of f into the slot.
func (s *slot) storeCall(f *usersub.Frame) {
	o := s.form
	for i := range o.in.ints {
		p := &o.in.ints[i]
		copyShortList(s.ints[p.in:p.in+p.n], f.Int[p.at:p.at+p.n])
	}
	for i := range o.in.reals {
		p := &o.in.reals[i]
		copyShortList(s.reals[p.in:p.in+p.n], f.Real[p.at:p.at+p.n])
	}
	copyShortList(s.answers, f.Value)
}

// holdsCall reports whether the inputs in the slot are those of f, and its answers these, bit by bit.
func (s *slot) holdsCall(f *usersub.Frame, answers []float64) bool {
	o := s.form
	for i := range o.in.ints {
		p := &o.in.ints[i]
		if !equalInts(s.ints[p.in:p.in+p.n], f.Int[p.at:p.at+p.n]) {
			return false
		}
	}
	for i := range o.in.reals {
		p := &o.in.reals[i]
		if !equalRealBits(s.reals[p.in:p.in+p.n], f.Real[p.at:p.at+p.n]) {
			return false
		}
	}
	return equalRealBits(s.answers, answers)
}

// loadCall copies inputs and answers from the slot into f, whose outputs become zeros.
func (s *slot) loadCall(f *usersub.Frame) {
	o := s.form
	for i := range o.in.ints {
		p := &o.in.ints[i]
		copyShortList(f.Int[p.at:p.at+p.n], s.ints[p.in:p.in+p.n])
	}
	for i := range o.in.reals {
		p := &o.in.reals[i]
		copyShortList(f.Real[p.at:p.at+p.n], s.reals[p.in:p.in+p.n])
	}
	copyShortList(f.Value, s.answers)
	for i := range o.out.ints {
		p := &o.out.ints[i]
		clear(f.Int[p.at : p.at+p.n])
	}
	for i := range o.out.reals {
		p := &o.out.reals[i]
		clear(f.Real[p.at : p.at+p.n])
	}
}

// storeOutputs copies the outputs of f into the slot, those of a run.
func (s *slot) storeOutputs(f *usersub.Frame, run uint32) {
	o := s.form
	for i := range o.out.ints {
		p := &o.out.ints[i]
		copyShortList(s.ints[p.in:p.in+p.n], f.Int[p.at:p.at+p.n])
	}
	for i := range o.out.reals {
		p := &o.out.reals[i]
		copyShortList(s.reals[p.in:p.in+p.n], f.Real[p.at:p.at+p.n])
	}
	s.ints[0] = int32(run)
}

// loadOutputs copies the outputs in the slot into f. It returns false if they are not those of the run.
func (s *slot) loadOutputs(f *usersub.Frame, run uint32) bool {
	if s.ints[0] != int32(run) {
		return false
	}
	o := s.form
	for i := range o.out.ints {
		p := &o.out.ints[i]
		copyShortList(f.Int[p.at:p.at+p.n], s.ints[p.in:p.in+p.n])
	}
	for i := range o.out.reals {
		p := &o.out.reals[i]
		copyShortList(f.Real[p.at:p.at+p.n], s.reals[p.in:p.in+p.n])
	}
	return true
}

// copyShortList copies a list, which is mostly short.
func copyShortList[T int32 | float64](dst, src []T) {
	if len(src) > short || len(src) != len(dst) {
		copy(dst, src)
		return
	}
	//lint:ignore S1001 a loop over few entries is faster than copy, which calls a function
	for i := range src {
		dst[i] = src[i]
	}
}
