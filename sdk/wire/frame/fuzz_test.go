package frame

import (
	"bytes"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// seeds are payloads of all kinds as they should be.
func seeds() map[Kind][]byte {
	value := []*wirepb.Value{{Reals: []float64{1, 2}}, {Texts: [][]byte{[]byte("a\xff"), nil}}, {Ints: []int32{7}}}
	call := &wirepb.Call{Handle: 3, Given: 5, Ints: []int32{1, 2, 3}, Reals: []float64{0.5}, Texts: []string{"x", ""}, Forget: true,
		Learned: []*wirepb.Question{{Name: "DX", Par: []int32{9}, Values: 1}, {Ary: true, Name: "TDISP", Values: 6}},
		Answers: []float64{1, 2, 3, 4, 5, 6, 7}, Flags: []int32{0, 1}}
	all := map[Kind][]byte{}
	for k, f := range map[Kind]func(w *Writer){
		Open: func(w *Writer) {
			w.WriteOpen(&CallSite{Handle: 1, ID: -4, Routine: "law", Kind: "VARSUB", Element: "Reference_Variable",
				Args: []Arg{{Name: "id", Entries: 1, Value: 4}, {Type: 1, Out: true, Name: "value", Entries: 1}}})
		},
		Opened: func(w *Writer) {
			w.WriteOpened(&wirepb.Failure{Cause: wirepb.Cause_UNUSABLE, Message: "no", Detail: "a\nb"})
		},
		Call: func(w *Writer) { w.WriteCallCount(2); w.WriteCall(call); w.WriteCall(&wirepb.Call{Handle: 9}) },
		Done: func(w *Writer) {
			w.WriteResultCount(2)
			w.WriteResult(3, &wirepb.Done{Ints: []int32{5}, Reals: []float64{1, 2}})
			w.WriteResult(4, &wirepb.Done{Failure: &wirepb.Failure{Message: "no"}})
		},
		Ask: func(w *Writer) {
			w.WriteQuery(1, &wirepb.Ask{Kind: 3, Name: "AKISPL", Par: []int32{1, 2, 3}, Attribute: "x", Input: value})
		},
		Answer: func(w *Writer) {
			w.WriteAnswer(&wirepb.Answer{Values: []float64{1}, Flag: -1, Text: "t", Output: value})
		},
		Slots: func(w *Writer) {
			w.WriteCallSlotCount(2)
			w.WriteCallSlot(&Slot{Handle: 1, Len: 64, Answers: 2, Live: 0x35})
			w.WriteCallSlot(&Slot{Handle: 2, At: 64, Len: 64})
		},
		Slotted: func(w *Writer) { w.WriteSlotted([]int32{0, 1, 0}) },
		Run:     func(w *Writer) { w.WriteRun(7, []int32{1, 2, 3}) },
		Ran:     func(w *Writer) { w.WriteCallCounts(3, 1); w.WriteFailedCall(2, &wirepb.Failure{Message: "no"}) },
		Fault:   func(w *Writer) { w.WriteText("no sense") },
		Request: func(w *Writer) { w.WriteText(`{"request":"info"}`); w.WriteReals(nil) },
		Reply:   func(w *Writer) { w.WriteText(`{}`); w.WriteReals([]float64{1, 2}) },
		Step:    func(w *Writer) { w.WriteStep(0.1, []float64{1, 2, 3}) },
		Stepped: func(w *Writer) { w.WriteStepped(true, 2, 0.5, []float64{4}) },
	} {
		var w Writer
		f(&w)
		all[k] = w.b
	}
	return all
}

// again reads a payload and writes what was read. It returns false if the payload is not as it should be.
func again(k Kind, payload []byte) ([]byte, bool) {
	r, w := &Reader{b: payload}, &Writer{}
	switch k {
	case Open:
		w.WriteOpen(r.ReadOpen())
	case Opened:
		w.WriteOpened(r.ReadOpened())
	case Call:
		n, m := r.ReadCallCount(), &wirepb.Call{}
		w.WriteCallCount(n)
		for i := 0; i < n && !r.bad; i++ {
			r.ReadCall(m)
			w.WriteCall(m)
		}
	case Done:
		n, m := r.ReadResultCount(), &wirepb.Done{}
		w.WriteResultCount(n)
		for i := 0; i < n && !r.bad; i++ {
			w.WriteResult(r.ReadResult(m), m)
		}
	case Ask:
		m, i := r.ReadQuery()
		w.WriteQuery(i, m)
	case Answer:
		w.WriteAnswer(r.ReadAnswer())
	case Slots:
		n := r.ReadCallSlotCount()
		w.WriteCallSlotCount(n)
		for i := 0; i < n && !r.bad; i++ {
			s := r.ReadSlot()
			w.WriteCallSlot(&s)
		}
	case Slotted:
		w.WriteSlotted(r.ReadSlotted(nil))
	case Run:
		number, _, handles := r.ReadRun(nil)
		w.WriteRun(number, handles)
	case Ran:
		n, failed := r.ReadCallCounts()
		w.WriteCallCounts(n, failed)
		for i := 0; i < failed && !r.bad; i++ {
			if index, f := r.ReadFailedCall(); !r.bad {
				w.WriteFailedCall(index, f)
			}
		}
	case Request, Reply:
		w.WriteText(r.ReadText())
		w.WriteReals(r.ReadReals(nil))
	case Step:
		w.WriteStep(r.ReadStep(nil))
	case Stepped:
		w.WriteStepped(r.ReadStepped(nil))
	default:
		w.WriteText(r.ReadText())
	}
	return w.b, r.DecodeErrorAtEnd(k) == nil
}

func TestPayloadsArriveAsTheyWere(t *testing.T) {
	for k, b := range seeds() {
		if got, ok := again(k, b); !ok || !bytes.Equal(got, b) {
			t.Errorf("%s: %v\n%x\n%x", k, ok, b, got)
		}
		for n := range len(b) { // cut, it does not fit
			if _, ok := again(k, b[:n]); ok {
				t.Errorf("%s: %d of %d bytes are taken", k, n, len(b))
			}
		}
	}
}

// FuzzPayload: what is taken means one thing, that which was sent; anything else is refused, without panic and without
// more memory than the payload deserves.
func FuzzPayload(f *testing.F) {
	for k, b := range seeds() {
		f.Add(uint16(k), b)
	}
	f.Fuzz(func(t *testing.T, kind uint16, b []byte) {
		k := Kind(kind)
		if got, ok := again(k, b); ok && !bytes.Equal(got, b) {
			t.Errorf("%s: %x was taken for %x", k, b, got)
		}
	})
}

// scriptedPort is a port whose other end says what it is instructed to.
type scriptedPort struct {
	say  []byte
	sent int
}

func (s *scriptedPort) sendPiece(piece []byte) error {
	s.sent++
	return nil
}

func (s *scriptedPort) receivePiece(dst []byte, _ uint32) ([]byte, error) {
	if len(s.say) < headerBytes {
		return nil, ErrGone
	}
	n, err := pieceLength(s.say, 1<<16)
	if err != nil {
		return nil, err
	}
	if n > len(s.say) {
		return nil, ErrGone
	}
	b := append(dst, s.say[:n]...)
	s.say = s.say[n:]
	return b, nil
}

func (s *scriptedPort) close() error { return nil }

// FuzzConn: any bytes for messages give messages or one error, which stays.
func FuzzConn(f *testing.F) {
	var all []byte
	seq := uint32(0)
	for k, b := range seeds() {
		piece := append(make([]byte, headerBytes), b...)
		seq++
		h := header{kind: k, length: uint32(len(b)), seq: seq, flags: uint16(seq % 2)}
		h.encodeTo(piece)
		all = append(all, piece...)
	}
	f.Add(all)
	f.Fuzz(func(t *testing.T, b []byte) {
		p := &scriptedPort{say: b}
		c := newConn(p, 1<<16, false)
		for {
			k, r, err := c.Receive()
			if err != nil {
				if _, _, same := c.Receive(); same != err || c.Send() != err {
					t.Fatal("the error does not stay")
				}
				return
			}
			again(k, r.b)
		}
	})
}
