package cpython

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// routine is a Python function as a usersub.Sub.
type routine struct {
	e      *Engine
	script int
	name   string
	sig    *usersub.Sig
	inputs []int // places of the arguments that are handed over
	outs   []int

	bound [4]*binding // of the frames used last
	next  int
	last  *binding
	holds bool // it is one of Engine.holding
}

// binding is a function with the frame of one element, ready to be called.
type binding struct {
	k      int
	r      *routine
	door   usersub.QueryCache
	par    []float64 // parameters, sizes and texts are constants in the host script
	parAt  int
	sizes  []size
	text   []string
	asked  []usersub.Query // what the host script knows
	flags  []int32
	value  *float64
	native [2][1]uintptr // of the host: the Python functions that make the call, in general and without flags
	held   uintptr       // what keeps them
	// guarded calls one of them under the guard, nil without one.
	guarded func(time float64, fn, a, b uintptr) uintptr
	dflag   int // place of the flags, -1 if there is none
	iflag   int
}

// size is an integer argument that is always the same.
type size struct {
	at    int
	value int32
}

// areFlagsZero reports whether no flag is set.
func (b *binding) areFlagsZero() bool {
	k := b.door.Frame.Int
	return (b.dflag < 0 || k[b.dflag] == 0) && (b.iflag < 0 || k[b.iflag] == 0)
}

// Call implements usersub.Sub. In a set-up call a missing result and an
// arithmetic error, which states of zero easily cause, count as done.
func (r *routine) Call(f *usersub.Frame, s usersub.State) error {
	e := r.e
	b := r.last
	if b == nil || b.door.Frame != f || !b.constantsUnchanged() || !b.hasQueries() {
		var err error
		if b, err = r.prepareCall(f); err != nil {
			return r.newCallError(f, err)
		}
	}
	b.door.State, b.door.Asked = s, 0
	reply, err := e.host.callFunction(b)
	b.door.State = nil
	if err != nil || reply != nil || e.panicked != nil {
		e.rethrowPanic()
		return r.errorFromReply(f, s, reply, err)
	}
	return nil
}

// prepareCall prepares a call of a frame and hands over what has changed.
func (r *routine) prepareCall(f *usersub.Frame) (*binding, error) {
	defer r.e.host.acquireInterpreter()()
	b, err := r.bindingOf(f)
	if err == nil && !b.hasQueries() {
		err = b.updateQueryList()
	}
	r.last = b
	r.e.rethrowPanic()
	return b, err
}

// errorFromReply turns the answer to a call that was not simply done into an error.
func (r *routine) errorFromReply(f *usersub.Frame, s usersub.State, reply []byte, err error) error {
	if err != nil {
		return r.newCallError(f, err)
	}
	m, err := unpackList(reply)
	if err != nil {
		return r.newCallError(f, &Fault{Line: err.Error(), Lost: true})
	}
	switch textOrEmpty(m[0]) {
	case "bad":
		return loading.NewCallError(f, usersub.BadReturn, textOrEmpty(m[1]))
	case "conclude":
		v, _ := toReal(m[1])
		if c, ok := s.(usersub.Concluder); ok {
			c.Conclude(v)
		}
		return nil
	}
	return r.newCallError(f, parseFault(m))
}

func (r *routine) newCallError(f *usersub.Frame, err error) error {
	flt, ok := err.(*Fault)
	if !ok {
		flt = &Fault{Line: err.Error()}
	}
	if flt.failed != nil {
		return flt.failed
	}
	cause := usersub.Exception
	switch {
	case flt.Lost:
		cause = usersub.Lost
	case flt.TimedOut:
		cause = usersub.TimedOut
	case flt.Exited:
		cause = usersub.Exited
	}
	e := loading.NewCallError(f, cause, flt.Line)
	e.Detail = flt.Detail
	if flt.Hint != "" {
		e.Detail = strings.TrimPrefix(e.Detail+"\n  hint: "+flt.Hint, "\n")
	}
	if flt.Lost {
		flt.failed = e
	}
	return e
}

// bindingOf returns the prepared call of a frame. A routine serves one element,
// which has one frame or very few.
func (r *routine) bindingOf(f *usersub.Frame) (*binding, error) {
	for i, b := range r.bound {
		if b == nil || b.door.Frame != f {
			continue
		}
		if b.constantsUnchanged() {
			return b, nil
		}
		r.dropBinding(i)
		r.next = i
		break
	}
	r.dropBinding(r.next)
	r.e.lastCall++
	b := &binding{k: r.e.lastCall, r: r, door: usersub.QueryCache{Frame: f}, text: slices.Clone(f.Text), dflag: intOffset(f, "dflag"), iflag: intOffset(f, "iflag")}
	if i := f.Sig.ArgIndex("par"); i >= 0 {
		b.par, b.parAt = slices.Clone(f.Reals(i)), f.ArgOffset(i)
	}
	for _, i := range r.inputs {
		if a := &f.Sig.Args[i]; a.Kind == usersub.Int && a.Len == "" && (a.Name == "id" || a.Name[0] == 'n') {
			b.sizes = append(b.sizes, size{f.ArgOffset(i), f.Int[f.ArgOffset(i)]})
		}
	}
	if err := b.describeArguments(); err != nil {
		return nil, err
	}
	if err := r.e.host.prepareBinding(b); err != nil {
		return nil, err
	}
	if !r.holds {
		r.e.holding, r.holds = append(r.e.holding, r), true
	}
	r.bound[r.next] = b
	r.next = (r.next + 1) % len(r.bound)
	return b, nil
}

func (r *routine) dropBinding(i int) {
	if b := r.bound[i]; b != nil {
		r.e.host.releaseBinding(b)
		r.bound[i], r.last = nil, nil
	}
}

// intOffset returns the offset of an integer argument, -1 if there is none.
func intOffset(f *usersub.Frame, name string) int {
	if i := f.Sig.ArgIndex(name); i >= 0 {
		return f.ArgOffset(i)
	}
	return -1
}

// constantsUnchanged reports whether parameters and texts are still those of the time when
// the call was prepared.
func (b *binding) constantsUnchanged() bool {
	f := b.door.Frame
	if len(f.Text) > 0 && !slices.Equal(b.text, f.Text) {
		return false
	}
	for i := range b.sizes {
		if f.Int[b.sizes[i].at] != b.sizes[i].value {
			return false
		}
	}
	for i, v := range b.par {
		if math.Float64bits(v) != math.Float64bits(f.Real[b.parAt+i]) {
			return false
		}
	}
	return true
}

// describeArguments describes the arguments to the host script.
func (b *binding) describeArguments() error {
	f := b.door.Frame
	var args []any
	for _, i := range slices.Sorted(slices.Values(slices.Concat(b.r.inputs, b.r.outs))) {
		a := &f.Sig.Args[i]
		n := f.Len(i)
		if a.Len == "" {
			n = -1
		}
		var known any
		switch {
		case a.Kind == usersub.Text:
			known = f.Text[f.ArgOffset(i)]
		case a.Name == "par":
			known = b.par
		case a.Kind == usersub.Int && slices.Contains(b.sizes, size{f.ArgOffset(i), f.Int[f.ArgOffset(i)]}):
			known = f.Int[f.ArgOffset(i)]
		}
		rows := 0
		if a.Out {
			rows = loading.MatrixRows(f, i)
		}
		args = append(args, []any{a.Name, string("ids"[a.Kind]), boolToInt(a.Out), f.ArgOffset(i), n, rows, known})
	}
	m, err := b.r.e.host.sendRequest(packItem(nil, []any{"bind", b.k, b.r.script, b.r.name, f.Sig.Name, args, b.iflag, intOffset(f, "iord"), intOffset(f, "idrsel")}))
	if err != nil {
		return err
	}
	return parseFaultMessage(m)
}

// parseFaultMessage returns the fault in an answer.
func parseFaultMessage(answer []byte) error {
	m, err := unpackList(answer)
	if err != nil {
		return &Fault{Line: err.Error(), Lost: true}
	}
	if textOrEmpty(m[0]) == "fault" {
		return parseFault(m)
	}
	return nil
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasQueries reports whether the host script has the queries of the frame and where
// their answers are.
func (b *binding) hasQueries() bool {
	a := &b.door.Frame.QueryAnswers
	return unsafe.SliceData(a.Value) == b.value && slices.Equal(a.Flag, b.flags) && loading.EqualQueries(a.Asked, b.asked)
}

func (b *binding) updateQueryList() error {
	a := &b.door.Frame.QueryAnswers
	b.asked = append(b.asked[:0], a.Asked...)
	b.value, b.flags = unsafe.SliceData(a.Value), append(b.flags[:0], a.Flag...)
	if err := b.r.e.host.sendQueryList(b); err != nil {
		b.value = nil
		b.asked = b.asked[:0]
		return err
	}
	return nil
}

// describeQueries describes the queries of the frame to the host script.
func (b *binding) describeQueries() []any {
	a := &b.door.Frame.QueryAnswers
	list := []any{}
	for i := range a.Asked {
		q := &a.Asked[i]
		list = append(list, []any{boolToInt(q.Ary), q.Name, q.Par, int(a.At[i]), int(a.At[i+1]), a.Flag[i]})
	}
	return list
}
