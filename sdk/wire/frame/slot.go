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

// WriteCallSlotCount begins the payload of SLOTS.
func (w *Writer) WriteCallSlotCount(n int) { w.putCounts(n, 0) }

// WriteCallSlot appends one.
func (w *Writer) WriteCallSlot(s *Slot) {
	w.putCounts(int(s.Handle), s.At, s.Len, s.Answers)
	w.writeU64(s.Live)
}

// ReadCallSlotCount takes the number of slots.
func (r *Reader) ReadCallSlotCount() int {
	n := r.readCount(slotBytes)
	r.expectZero()
	return n
}

// ReadSlot takes one.
func (r *Reader) ReadSlot() Slot {
	return Slot{Handle: r.readU32(), At: int(r.readU32()), Len: int(r.readU32()), Answers: int(r.readU32()), Live: r.readU64()}
}

// WriteSlotted appends the payload of SLOTTED: 0 for each slot that is taken, else 1.
func (w *Writer) WriteSlotted(refused []int32) {
	w.putCounts(len(refused), 0)
	w.putIntList(refused)
}

// ReadSlotted takes the payload of SLOTTED.
func (r *Reader) ReadSlotted(dst []int32) []int32 {
	n := r.readCount(4)
	r.expectZero()
	return r.appendInts(dst, n)
}

// WriteRun appends the payload of RUN: the number of the run, and the handles whose slots hold calls.
func (w *Writer) WriteRun(number uint32, handles []int32) {
	w.putCounts(len(handles), int(number))
	w.putIntList(handles)
}

// ReadRun takes the payload of RUN and appends its handles to dst.
func (r *Reader) ReadRun(dst []int32) (number uint32, n int, handles []int32) {
	n = r.readCount(4)
	number = r.readU32()
	if n < 1 {
		r.bad = true
	}
	return number, n, r.appendInts(dst, n)
}

// WriteCallCounts begins the payload of RAN: the number of calls, and how many of them failed.
func (w *Writer) WriteCallCounts(calls, failed int) { w.putCounts(calls, failed) }

// WriteFailedCall appends a call that failed: its place in RUN, and why.
func (w *Writer) WriteFailedCall(index int, f *wirepb.Failure) {
	w.putCounts(index, failureStatusCode(f))
	w.putFailure(f)
}

// ReadCallCounts takes the numbers of calls and of those that failed.
func (r *Reader) ReadCallCounts() (calls, failed int) {
	calls = int(r.readU32())
	failed = r.readCount(8)
	if failed > calls {
		r.bad = true
	}
	return calls, failed
}

// ReadFailedCall takes a call that failed.
func (r *Reader) ReadFailedCall() (index int, f *wirepb.Failure) {
	index = int(r.readU32())
	code := r.readU32()
	if code == 0 {
		r.bad = true
	}
	return index, r.readFailure(code)
}
