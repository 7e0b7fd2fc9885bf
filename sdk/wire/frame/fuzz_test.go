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
			w.Open(&CallSite{Handle: 1, ID: -4, Routine: "law", Kind: "VARSUB", Element: "Reference_Variable",
				Args: []Arg{{Name: "id", Entries: 1, Value: 4}, {Type: 1, Out: true, Name: "value", Entries: 1}}})
		},
		Opened: func(w *Writer) {
			w.WriteOpened(&wirepb.Failure{Cause: wirepb.Cause_UNUSABLE, Message: "no", Detail: "a\nb"})
		},
		Call: func(w *Writer) { w.Calls(2); w.Call(call); w.Call(&wirepb.Call{Handle: 9}) },
		Done: func(w *Writer) {
			w.Results(2)
			w.Result(3, &wirepb.Done{Ints: []int32{5}, Reals: []float64{1, 2}})
			w.Result(4, &wirepb.Done{Failure: &wirepb.Failure{Message: "no"}})
		},
		Ask: func(w *Writer) {
			w.Ask(1, &wirepb.Ask{Kind: 3, Name: "AKISPL", Par: []int32{1, 2, 3}, Attribute: "x", Input: value})
		},
		Answer: func(w *Writer) { w.Answer(&wirepb.Answer{Values: []float64{1}, Flag: -1, Text: "t", Output: value}) },
		Slots: func(w *Writer) {
			w.Slots(2)
			w.Slot(&Slot{Handle: 1, Len: 64, Answers: 2, Live: 0x35})
			w.Slot(&Slot{Handle: 2, At: 64, Len: 64})
		},
		Slotted: func(w *Writer) { w.WriteSlotted([]int32{0, 1, 0}) },
		Run:     func(w *Writer) { w.Run(7, []int32{1, 2, 3}) },
		Ran:     func(w *Writer) { w.WriteRan(3, 1); w.Failed(2, &wirepb.Failure{Message: "no"}) },
		Fault:   func(w *Writer) { w.Text("no sense") },
		Request: func(w *Writer) { w.Text(`{"request":"info"}`); w.Reals(nil) },
		Reply:   func(w *Writer) { w.Text(`{}`); w.Reals([]float64{1, 2}) },
		Step:    func(w *Writer) { w.Step(0.1, []float64{1, 2, 3}) },
		Stepped: func(w *Writer) { w.Stepped(true, 2, 0.5, []float64{4}) },
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
		w.Open(r.Open())
	case Opened:
		w.WriteOpened(r.ReadOpened())
	case Call:
		n, m := r.Calls(), &wirepb.Call{}
		w.Calls(n)
		for i := 0; i < n && !r.bad; i++ {
			r.Call(m)
			w.Call(m)
		}
	case Done:
		n, m := r.Results(), &wirepb.Done{}
		w.Results(n)
		for i := 0; i < n && !r.bad; i++ {
			w.Result(r.Result(m), m)
		}
	case Ask:
		m, i := r.Ask()
		w.Ask(i, m)
	case Answer:
		w.Answer(r.Answer())
	case Slots:
		n := r.Slots()
		w.Slots(n)
		for i := 0; i < n && !r.bad; i++ {
			s := r.Slot()
			w.Slot(&s)
		}
	case Slotted:
		w.WriteSlotted(r.ReadSlotted(nil))
	case Run:
		number, _, handles := r.Run(nil)
		w.Run(number, handles)
	case Ran:
		n, failed := r.ReadCallCounts()
		w.WriteRan(n, failed)
		for i := 0; i < failed && !r.bad; i++ {
			if index, f := r.Failed(); !r.bad {
				w.Failed(index, f)
			}
		}
	case Request, Reply:
		w.Text(r.Text())
		w.Reals(r.Reals(nil))
	case Step:
		w.Step(r.Step(nil))
	case Stepped:
		w.Stepped(r.Stepped(nil))
	default:
		w.Text(r.Text())
	}
	return w.b, r.EndError(k) == nil
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

func (s *scriptedPort) put(piece []byte) error {
	s.sent++
	return nil
}

func (s *scriptedPort) get(dst []byte, _ uint32) ([]byte, error) {
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
		h.put(piece)
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
