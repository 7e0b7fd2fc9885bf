package wire

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// law is a routine of a test.
type law func(*usersub.Frame, usersub.State) error

func (l law) Call(f *usersub.Frame, s usersub.State) error { return l(f, s) }

// counter keeps the times of the calls of a routine.
type counter struct {
	mu    sync.Mutex // for the detector of races, which does not see what messages order
	times []float64
}

// take returns the times of the calls since it was asked last.
func (k *counter) take() (times []float64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	times, k.times = k.times, nil
	return times
}

// fixed serves a routine in this process and counts its calls. The plugin's end may do wrong with slots.
func fixed(t *testing.T, do law) (*Client, *Remote, *counter, *faultyConn) {
	t.Helper()
	host, plugin, err := frame.NewPair(true, 1<<16)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no frames here")
	}
	if err != nil {
		t.Fatal(err)
	}
	calls := &counter{}
	server := &Server{Routines: map[string]Offer{"law": {Kind: "VARSUB", New: func() usersub.Sub {
		return law(func(f *usersub.Frame, s usersub.State) error {
			calls.mu.Lock()
			calls.times = append(calls.times, f.Time())
			calls.mu.Unlock()
			return do(f, s)
		})
	}}}}
	voice := &faultyConn{framePluginConn: &framePluginConn{server: server, conn: plugin}}
	over := make(chan bool)
	go func() {
		var garbled *frame.GarbledError
		if err := server.serveMessages(voice); errors.As(err, &garbled) {
			plugin.SendFault(err)
		}
		close(over)
	}()
	c := NewFrameClient(host)
	t.Cleanup(func() {
		c.Close()
		<-over
		plugin.Close()
	})
	if c.slots.host == nil {
		t.Skip("no slots here")
	}
	return c, c.Remote("law", usersub.VARSUB), calls, voice
}

// together makes the calls of a list at a time.
func together(t *testing.T, r *Remote, list []*usersub.Frame, s usersub.State, time float64) {
	t.Helper()
	for _, f := range list {
		f.PrepareCall(time, false, false)
		r.Prefetch(f, s)
	}
	for _, f := range list {
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
	}
}

// variables are frames of VARSUB, with one parameter.
func variables(n int) (list []*usersub.Frame) {
	for id := range n {
		list = append(list, usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, []float64{float64(id)}, nil))
	}
	return list
}

// weighted asks DX of its parameter, from time 5 on DY as well.
func weighted(f *usersub.Frame, s usersub.State) error {
	d := usersub.QueryCache{Frame: f, State: s}
	at := []int32{int32(f.RealArgNamed("par")[0])}
	x, _ := d.SysFnc("DX", at)
	f.RealArgNamed("value")[0] = 100*f.Time() + x
	if f.Time() >= 5 {
		y, _ := d.SysFnc("DY", at)
		f.RealArgNamed("value")[0] += 1e4 * y
	}
	if f.Time() == 13 && f.ID == 1 {
		return fmt.Errorf("no luck in element %d", f.ID)
	}
	return nil
}

// Where slots lie what FRAMES.md says: integers first, then reals, outputs, answers.
func TestSlotsAreLaidOutAsThePageSays(t *testing.T) {
	f := usersub.NewFrame(usersub.YFOSUB, "Control_StateEqn", 3, []float64{0.5}, map[string]int{"nstate": 2, "ninput": 3, "noutpt": 1})
	l := newLayout(f)
	o := l.newSlotLayout(l.variableInputMask())
	var in []string
	for i, a := range f.Sig.Args {
		if o.live>>i&1 != 0 {
			in = append(in, a.Name)
		}
	}
	if want := []string{"time", "dflag", "iflag", "states", "input"}; !slices.Equal(in, want) {
		t.Errorf("in slots are %v, want %v", in, want)
	}
	// 8 bytes of head, 2 integers, time, 2 states and 3 inputs; 2 derivatives and 1 output.
	if o.answers != 2+6+3 || o.slotBytes(4) != 8*(11+4) {
		t.Errorf("answers begin at %d", o.answers)
	}
	for _, live := range []uint64{1 << uint(f.Sig.ArgIndex("stated")), 1 << 63} {
		if l.newSlotLayout(live) != nil {
			t.Errorf("%#x is taken for inputs", live)
		}
	}
}

// From the second time on calls with foreseen queries go through slots; each is made once. What slots do not
// hold goes in messages, and comes back to slots.
func TestCallsInSlots(t *testing.T) {
	c, r, calls, _ := fixed(t, weighted)
	list := variables(10)
	s := &subtest.State{}
	runs, ran := c.slots.number, []float64{}
	for time := 0.0; time < 12; time++ {
		s.Shift = time
		for _, f := range list {
			s.RefreshAnswers(f)
		}
		switch time {
		case 3: // a parameter is in no slot
			list[4].RealArgNamed("par")[0] = 7
			list[4].QueryAnswers = usersub.QueryAnswers{}
		case 9: // another list of queries
			list[2].QueryAnswers = usersub.QueryAnswers{}
		}
		together(t, r, list, s, time)
		if n := len(calls.take()); n != len(list) {
			t.Errorf("time %g: %d calls", time, n)
		}
		if c.slots.number != runs {
			ran, runs = append(ran, time), c.slots.number
		}
		for _, f := range list {
			want := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", f.ID, f.RealArgNamed("par"), nil)
			want.PrepareCall(time, false, false)
			weighted(want, s)
			if f.RealArgNamed("value")[0] != want.RealArgNamed("value")[0] {
				t.Errorf("time %g: element %d has %g, want %g", time, f.ID, f.RealArgNamed("value")[0], want.RealArgNamed("value")[0])
			}
		}
	}
	// The first asks, the second foresees and gets slots; at 5 all ask something new in their slots.
	if want := []float64{2, 3, 4, 5, 7, 8, 9, 10, 11}; !slices.Equal(ran, want) {
		t.Errorf("calls went through slots at %v, want %v", ran, want)
	}
	for _, f := range list {
		if p := r.findElement(f); p.in.form == nil || p.in.queries != 2 {
			t.Errorf("element %d has no slot at the end", f.ID)
		}
	}
}

// A call whose inputs or answers are no more those in the slot is made again.
func TestSlotIsNotTakenForAnotherCall(t *testing.T) {
	_, r, calls, _ := fixed(t, weighted)
	list, s := variables(3), &subtest.State{}
	for time := range 3 {
		together(t, r, list, s, float64(time))
	}
	f := list[1]
	for name, change := range map[string]func(){
		"time":        func() { f.PrepareCall(4, false, false) },
		"dflag":       func() { f.PrepareCall(3, true, false) },
		"answer":      func() { f.Value[0]++ },
		"minus zero":  func() { f.Value[0] = math.Copysign(0, -1) },
		"flag":        func() { f.Flag[0]++ },
		"another":     func() { f.AddAnswer(usersub.Query{Name: "DZ", Par: []int32{1}}, 0, 4) },
		"two at once": func() { f.PrepareCall(4, true, false); f.Value[0]-- },
	} {
		together(t, r, list, s, 2) // anything new has been reported
		together(t, r, list, s, 2.5)
		if p := r.findElement(f); p.in.form == nil {
			t.Fatalf("%s: no slot", name)
		}
		f.Value[0] = 0
		for _, f := range list {
			f.PrepareCall(3, false, false)
			r.Prefetch(f, s)
		}
		if err := r.Call(list[0], s); err != nil { // all are made
			t.Fatal(err)
		}
		calls.take()
		change()
		err := r.Call(f, s)
		if made := calls.take(); err != nil || !slices.Equal(made, []float64{f.Time()}) {
			t.Errorf("%s: %v, calls %v", name, err, made)
		}
		if want := 100*f.Time() + f.Value[0]; f.RealArgNamed("value")[0] != want {
			t.Errorf("%s: %g, want %g", name, f.RealArgNamed("value")[0], want)
		}
		if err := r.Call(list[2], s); err != nil || len(calls.take()) != 0 {
			t.Errorf("%s: the last is made again, %v", name, err)
		}
	}
}

// A failure in a slot is that of its own call, and comes once.
func TestFailureInASlot(t *testing.T) {
	c, r, calls, _ := fixed(t, weighted)
	list, s := variables(3), &subtest.State{}
	for time := range 8 {
		together(t, r, list, s, float64(time))
	}
	runs := c.slots.number
	for _, f := range list {
		f.PrepareCall(13, false, false)
		r.Prefetch(f, s)
	}
	calls.take()
	for i, f := range list {
		err := r.Call(f, s)
		var e *usersub.CallError
		if i == 1 && (!errors.As(err, &e) || e.Message != "no luck in element 1" || e.Time != 13) || i != 1 && err != nil {
			t.Errorf("element %d: %v", i, err)
		}
	}
	if made := calls.take(); len(made) != 3 || c.slots.number == runs {
		t.Errorf("calls %v, not in slots", made)
	}
	together(t, r, list, s, 14)
}

// Texts, parameters and sizes are not in slots; a call that brings others goes in a message.
func TestWhatIsNotInSlots(t *testing.T) {
	for _, sig := range usersub.Sigs() {
		dims := map[string]int{}
		for _, a := range sig.Args {
			for name := range strings.SplitSeq(a.Len, "*") {
				if isSizeName(name) {
					dims[name] = 2
				}
			}
		}
		delete(dims, "npar")
		l := newLayout(usersub.NewFrame(sig, "element", 1, []float64{1, 2}, dims))
		if len(sig.Args) > maxArgs {
			continue
		}
		o := l.newSlotLayout(l.variableInputMask())
		if o == nil {
			t.Errorf("%s: no slots", sig.Name)
			continue
		}
		for i, a := range sig.Args {
			in := o.live>>i&1 != 0
			if in && (a.Out || a.Kind == usersub.Text || a.Name == "par" || a.Name == "npar" || dims[a.Name] != 0) {
				t.Errorf("%s: %s is in slots", sig.Name, a.Name)
			}
			if !in && (a.Name == "time" || a.Name == "iflag" || a.Name == "dflag" || a.Name == "states") {
				t.Errorf("%s: %s is in no slot", sig.Name, a.Name)
			}
		}
	}
}

// faultyConn is a plugin's end that does wrong with slots, if it is instructed to.
type faultyConn struct {
	*framePluginConn
	do atomic.Value
}

func (k *faultyConn) receiveElementMessage() (inbound, error) {
	m, err := k.framePluginConn.receiveElementMessage()
	do, _ := k.do.Load().(string)
	if len(m.run) == 0 || err != nil {
		return m, err
	}
	switch do {
	case "another run":
		m.number++
	case "nothing":
		if err := k.framePluginConn.sendRunFailures(len(m.run), nil); err != nil {
			return m, err
		}
		return k.receiveElementMessage()
	case "DONE":
		k.beginReply(len(m.run))
		for _, h := range m.run {
			if err := k.sendResult(uint32(h), &wirepb.Done{Reals: []float64{1}}); err != nil {
				return m, err
			}
		}
		return k.receiveElementMessage()
	}
	return m, nil
}

func (k *faultyConn) sendRunFailures(n int, list []failedCall) error {
	x := failedCall{failure: newUnusableFailure("x")}
	switch do, _ := k.do.Load().(string); do {
	case "too few":
		n--
	case "too many":
		n++
	case "failure of none":
		x.index = 99
		list = append(list, x)
	case "failure twice":
		x.index = 1
		list = append(list, x, x)
	case "failure without cause":
		list = append(list, failedCall{failure: &wirepb.Failure{Cause: -1}})
	case "over all":
		for i := range k.conn.Area.Reals(0, 64) {
			k.conn.Area.Reals(0, 64)[i] = math.NaN()
		}
	}
	return k.framePluginConn.sendRunFailures(n, list)
}

// What a plugin must not do with slots ends the conversation with an error that says what it was. A slot whose inputs were
// written over is not taken for the call.
func TestGarbledSlots(t *testing.T) {
	for do, says := range map[string]string{
		"nothing": "does not hold the result of run", "another run": "does not hold the result of run",
		"too few": "DONE has 2 results, CALL had 3", "too many": "DONE has 4 results, CALL had 3",
		"failure of none": "call 100 of 3 failed in RAN", "failure twice": "call 2 of 3 failed in RAN, out of order",
		"failure without cause": "the parts of RAN do not fit", "DONE": "DONE came where RAN must",
	} {
		_, r, _, voice := fixed(t, weighted)
		list, s := variables(3), &subtest.State{}
		for time := range 3 {
			together(t, r, list, s, float64(time))
		}
		voice.do.Store(do)
		for _, f := range list {
			f.PrepareCall(4, false, false)
			r.Prefetch(f, s)
		}
		for _, f := range list {
			err := r.Call(f, s)
			var lost *LostError
			var garbled *frame.GarbledError
			if !errors.As(err, &lost) || !errors.As(err, &garbled) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: element %d: %v", do, f.ID, err)
			}
		}
	}
	c, r, calls, voice := fixed(t, weighted)
	list, s := variables(3), &subtest.State{}
	for time := range 3 {
		together(t, r, list, s, float64(time))
	}
	voice.do.Store("over all")
	for _, f := range list {
		f.PrepareCall(4, false, false)
		r.Prefetch(f, s)
	}
	if err := c.makeQueuedCalls(); err != nil {
		t.Fatal(err)
	}
	calls.take()
	for _, f := range list {
		if err := r.Call(f, s); err != nil || math.IsNaN(f.RealArgNamed("value")[0]) {
			t.Errorf("written over: %v, %g", err, f.RealArgNamed("value")[0])
		}
	}
	if n := len(calls.take()); n != len(list) {
		t.Errorf("written over: %d calls are made again", n)
	}
}

// What a solver must not do with slots is instructed to it.
func TestSlotsThatCannotBe(t *testing.T) {
	c, r, _, _ := fixed(t, weighted)
	list, s := variables(2), &subtest.State{}
	together(t, r, list, s, 0)
	talk := c.host.(*frameHostConn)
	p := r.findElement(list[0])
	form := p.layout.newSlotLayout(p.layout.variableInputMask())
	fits := frame.Slot{Handle: p.handle, Len: form.slotBytes(1), Answers: 1, Live: form.live}
	for name, change := range map[string]func(s *frame.Slot){
		"handle": func(s *frame.Slot) { s.Handle = 77 }, "answers": func(s *frame.Slot) { s.Answers = 2 },
		"length": func(s *frame.Slot) { s.Len += 8 }, "live": func(s *frame.Slot) { s.Live = 1 << 60 },
	} {
		slot := fits
		change(&slot)
		if not, err := talk.offerSlots(nil, []frame.Slot{slot, fits}); err != nil || !slices.Equal(not, []int32{1, 0}) {
			t.Errorf("%s: %v, %v", name, not, err)
		}
	}
	// A run of a handle without a slot that fits is not a call.
	q := r.findElement(list[1])
	if err := talk.sendRun(9, []int32{int32(p.handle), int32(q.handle), 77}); err != nil {
		t.Fatal(err)
	}
	if _, n, err := talk.receiveQueryOrEnd(); err != nil || n != 3 {
		t.Fatal(n, err)
	}
	var described []string
	if err := talk.receiveRunFailures(3, func(i int, m *wirepb.Failure) {
		described = append(described, fmt.Sprintf("%d %v: %s", i, m.Cause, m.Message))
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{fmt.Sprintf("1 UNUSABLE: handle %d has no slot for its queries", q.handle), "2 UNUSABLE: handle 77 was never opened"}
	if !slices.Equal(described, want) {
		t.Errorf("reported %q, want %q", described, want)
	}
	slot := fits
	slot.At = talk.slotMemory().Len() - 8
	if _, err := talk.offerSlots(nil, []frame.Slot{slot}); !strings.Contains(fmt.Sprint(err), "outside of the area") {
		t.Errorf("a slot outside of the area: %v", err)
	}
}
