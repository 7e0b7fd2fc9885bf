package frame

import "github.com/trammel-mbd/trammel/sdk/wire/wirepb"

// Slot is what SLOTS says about one: whose it is, where it lies, and what is in it.
type Slot struct {
	Handle  uint32
	At, Len int // bytes of the area
	Answers int // values
	Live    uint64
}

const slotBytes = 24

// Slots begins the payload of SLOTS.
func (w *Writer) Slots(n int) { w.putCounts(n, 0) }

// Slot appends one.
func (w *Writer) Slot(s *Slot) {
	w.putCounts(int(s.Handle), s.At, s.Len, s.Answers)
	w.u64(s.Live)
}

// Slots takes the number of slots.
func (r *Reader) Slots() int {
	n := r.readCount(slotBytes)
	r.expectZero()
	return n
}

// Slot takes one.
func (r *Reader) Slot() Slot {
	return Slot{Handle: r.u32(), At: int(r.u32()), Len: int(r.u32()), Answers: int(r.u32()), Live: r.u64()}
}

// WriteSlotted appends the payload of SLOTTED: 0 for each slot that is taken, else 1.
func (w *Writer) WriteSlotted(not []int32) {
	w.putCounts(len(not), 0)
	w.putIntList(not)
}

// ReadSlotted takes the payload of SLOTTED.
func (r *Reader) ReadSlotted(dst []int32) []int32 {
	n := r.readCount(4)
	r.expectZero()
	return r.readInts(dst, n)
}

// Run appends the payload of RUN: the number of the run, and the handles whose slots hold calls.
func (w *Writer) Run(number uint32, handles []int32) {
	w.putCounts(len(handles), int(number))
	w.putIntList(handles)
}

// Run takes the payload of RUN and appends its handles to dst.
func (r *Reader) Run(dst []int32) (number uint32, n int, handles []int32) {
	n = r.readCount(4)
	number = r.u32()
	if n < 1 {
		r.bad = true
	}
	return number, n, r.readInts(dst, n)
}

// WriteRan begins the payload of RAN: the number of calls, and how many of them failed.
func (w *Writer) WriteRan(calls, failed int) { w.putCounts(calls, failed) }

// Failed appends a call that failed: its place in RUN, and why.
func (w *Writer) Failed(index int, f *wirepb.Failure) {
	w.putCounts(index, statusCode(f))
	w.putFailure(f)
}

// ReadCallCounts takes the numbers of calls and of those that failed.
func (r *Reader) ReadCallCounts() (calls, failed int) {
	calls = int(r.u32())
	failed = r.readCount(8)
	if failed > calls {
		r.bad = true
	}
	return calls, failed
}

// Failed takes a call that failed.
func (r *Reader) Failed() (index int, f *wirepb.Failure) {
	index = int(r.u32())
	code := r.u32()
	if code == 0 {
		r.bad = true
	}
	return index, r.readFailure(code)
}
