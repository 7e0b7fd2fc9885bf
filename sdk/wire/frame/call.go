package frame

import (
	"encoding/binary"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// callBytes is the fixed part of the record of a call, queryBytes that of a query.
const (
	callBytes  = 48
	queryBytes = 24
)

// WriteCallCount begins the payload of CALL.
func (w *Writer) WriteCallCount(n int) { w.putCounts(n, 0) }

// WriteCall appends one call.
func (w *Writer) WriteCall(m *wirepb.Call) {
	begin := len(w.b)
	bits := uint32(0)
	if m.Forget {
		bits = 1
	}
	head := w.appendBytes(callBytes + intListBytes(len(m.Ints)) + intListBytes(len(m.Flags)) + 8*(len(m.Reals)+len(m.Answers)))
	le, fixed := binary.LittleEndian, head[:callBytes]
	le.PutUint64(fixed, uint64(m.Handle)|uint64(bits)<<32)
	le.PutUint64(fixed[8:], m.Given)
	le.PutUint64(fixed[16:], uint64(len(m.Ints))<<32|uint64(len(head)))
	le.PutUint64(fixed[24:], uint64(len(m.Reals))|uint64(len(m.Texts))<<32)
	le.PutUint64(fixed[32:], uint64(len(m.Learned))|uint64(len(m.Answers))<<32)
	le.PutUint64(fixed[40:], uint64(len(m.Flags)))
	lists := putInts(putInts(head[callBytes:], m.Ints), m.Flags)
	putReals(putReals(lists, m.Reals), m.Answers)
	if len(m.Texts) == 0 && len(m.Learned) == 0 {
		return
	}
	for _, t := range m.Texts {
		w.WriteText(t)
	}
	for _, q := range m.Learned {
		ary := 0
		if q.Ary {
			ary = 1
		}
		w.putCounts(ary, int(q.Values), len(q.Par), 0)
		w.WriteText(q.Name)
		w.putIntList(q.Par)
	}
	le.PutUint32(w.b[begin+16:], uint32(len(w.b)-begin))
}

// ReadCallCount takes the number of calls.
func (r *Reader) ReadCallCount() int {
	n := r.readCount(0)
	r.expectZero()
	if n < 1 || n > len(r.b)/callBytes {
		r.bad = true
		return 0
	}
	return n
}

// ReadCall takes one call into m, whose lists are used again, but not their texts and queries.
func (r *Reader) ReadCall(m *wirepb.Call) {
	left := len(r.b)
	m.Texts, m.Learned = m.Texts[:0], m.Learned[:0]
	head := r.nextBytes(callBytes)
	if head == nil {
		m.Ints, m.Flags, m.Reals, m.Answers = m.Ints[:0], m.Flags[:0], m.Reals[:0], m.Answers[:0]
		return
	}
	le := binary.LittleEndian
	head = head[:callBytes] // one search for all that follows
	m.Handle, m.Given = le.Uint32(head), le.Uint64(head[8:])
	bits, long := le.Uint32(head[4:]), le.Uint32(head[16:])
	ints, reals, texts := le.Uint32(head[20:]), le.Uint32(head[24:]), le.Uint32(head[28:])
	learned, answers, flags := le.Uint32(head[32:]), le.Uint32(head[36:]), le.Uint32(head[40:])
	// What the lists hold at least: there cannot be more than the rest.
	least := 4*(uint64(ints)+uint64(flags)) + 8*(uint64(reals)+uint64(answers)+uint64(texts)) + queryBytes*uint64(learned)
	if bits > 1 || le.Uint32(head[44:]) != 0 || least > uint64(len(r.b)) {
		r.bad = true
		return
	}
	m.Forget = bits != 0
	b := r.nextBytes(intListBytes(int(ints)) + intListBytes(int(flags)) + 8*int(reals) + 8*int(answers))
	if b == nil {
		return
	}
	m.Ints, b = r.splitInts(m.Ints[:0], int(ints), b)
	m.Flags, b = r.splitInts(m.Flags[:0], int(flags), b)
	m.Reals, b = splitReals(m.Reals[:0], int(reals), b)
	m.Answers, _ = splitReals(m.Answers[:0], int(answers), b)
	for range texts {
		m.Texts = append(m.Texts, r.ReadText())
	}
	for range learned {
		q := &wirepb.Question{Ary: r.readBool(), Values: r.readU32()}
		n := r.readCount(4)
		r.expectZero()
		q.Name = r.ReadText()
		q.Par = r.appendInts(nil, n)
		m.Learned = append(m.Learned, q)
		if r.bad {
			return
		}
	}
	if int(long) != left-len(r.b) {
		r.bad = true
	}
}

// resultBytes is the fixed part of the record of a result.
const resultBytes = 16

// WriteResultCount begins the payload of DONE.
func (w *Writer) WriteResultCount(n int) { w.putCounts(n, 0) }

// WriteResult appends the end of the call of a handle.
func (w *Writer) WriteResult(handle uint32, m *wirepb.Done) {
	if m.Failure != nil {
		w.putCounts(int(handle), failureStatusCode(m.Failure), 0, 0)
		w.putFailure(m.Failure)
		return
	}
	b := w.appendBytes(resultBytes + intListBytes(len(m.Ints)) + 8*len(m.Reals))
	le := binary.LittleEndian
	le.PutUint64(b, uint64(handle))
	le.PutUint64(b[8:], uint64(len(m.Ints))|uint64(len(m.Reals))<<32)
	putReals(putInts(b[resultBytes:], m.Ints), m.Reals)
}

// ReadResultCount takes the number of results.
func (r *Reader) ReadResultCount() int {
	n := r.readCount(0)
	r.expectZero()
	if n > len(r.b)/resultBytes {
		r.bad = true
		return 0
	}
	return n
}

// ReadResult takes the end of one call into m, whose lists are used again, and returns its handle.
func (r *Reader) ReadResult(m *wirepb.Done) (handle uint32) {
	m.Ints, m.Reals, m.Failure = m.Ints[:0], m.Reals[:0], nil
	head := r.nextBytes(resultBytes)
	if head == nil {
		return 0
	}
	le := binary.LittleEndian
	ints, reals := le.Uint32(head[8:]), le.Uint32(head[12:])
	if 4*uint64(ints)+8*uint64(reals) > uint64(len(r.b)) {
		r.bad = true
		return 0
	}
	b := r.nextBytes(intListBytes(int(ints)) + 8*int(reals))
	if b == nil {
		return 0
	}
	m.Ints, b = r.splitInts(m.Ints, int(ints), b)
	m.Reals, _ = splitReals(m.Reals, int(reals), b)
	if code := le.Uint32(head[4:]); code != 0 {
		m.Failure = r.readFailure(code)
		r.bad = r.bad || ints|reals != 0
	}
	return le.Uint32(head)
}

// failureStatusCode is the number of a failure's cause in the format.
func failureStatusCode(f *wirepb.Failure) int { return int(f.Cause) + 1 }

func (w *Writer) putFailure(f *wirepb.Failure) {
	w.WriteText(f.Message)
	w.WriteText(f.Detail)
}

// readFailure takes what follows a status, which is 0 if there is no failure.
func (r *Reader) readFailure(code uint32) *wirepb.Failure {
	if code == 0 {
		return nil
	}
	if code > uint32(wirepb.Cause_UNUSABLE)+1 {
		r.bad = true
	}
	return &wirepb.Failure{Cause: wirepb.Cause(code - 1), Message: r.ReadText(), Detail: r.ReadText()}
}
