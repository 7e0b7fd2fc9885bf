package wasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// argumentPassing is how a utility gets its arguments.
type argumentPassing uint8

const (
	inC       argumentPassing = iota // scalars by value
	byAddress                        // all by address, texts end with a zero
	inFortran                        // all by address, the lengths of texts come last
)

// symbols are the names of utilities.
var symbols = sync.OnceValue(func() map[string]*usersub.Utility {
	all := map[string]*usersub.Utility{}
	for _, u := range usersub.Utilities() {
		for _, s := range u.LibrarySymbols() {
			all[s] = u
		}
	}
	return all
})

// hostFunctionsNamed returns what there is under a name in C, in the types that it may have, nil
// if there is nothing.
func (m *moduleInstance) hostFunctionsNamed(name string) []hostFunc {
	if u := symbols()[name]; u != nil {
		return m.utilityForms(u, name)
	}
	return nil
}

// utilityForms returns the forms of a utility under one of its names. That of C may be called
// with everything by address, too, as c_analys was declared by one vendor; those of
// Fortran without lengths, by C.
func (m *moduleInstance) utilityForms(u *usersub.Utility, name string) []hostFunc {
	forms := []argumentPassing{inFortran, byAddress}
	if name == u.InC {
		forms = []argumentPassing{inC, byAddress}
	}
	var list []hostFunc
	for _, how := range forms {
		x := &importedUtility{m: m, u: u, name: name, how: how}
		if how == inC && u.Function {
			list = append(list, hostFunc{results: integerTypes(1), call: x.callValueUtility})
			continue
		}
		list = append(list, hostFunc{params: x.parameterTypes(), call: x.callUtility})
	}
	return list
}

// importedUtility is a utility as a module imports it.
type importedUtility struct {
	m    *moduleInstance
	u    *usersub.Utility
	name string
	how  argumentPassing
}

// isByValue reports whether argument a is passed by value.
func (x *importedUtility) isByValue(a *usersub.UtilityArg) bool {
	return x.how == inC && !a.Out && a.IsScalar() && a.Kind != usersub.Text && !a.Pointer
}

func (x *importedUtility) parameterTypes() (list []api.ValueType) {
	texts := 0
	for i := range x.u.Args {
		a := &x.u.Args[i]
		t := i32
		if x.isByValue(a) && a.Kind == usersub.Real {
			t = f64
		}
		if a.Kind == usersub.Text {
			texts++
		}
		list = append(list, t)
	}
	if x.how == inFortran {
		list = append(list, integerTypes(texts)...)
	}
	return list
}

// callUtility is a call of the utility by the routine.
func (x *importedUtility) callUtility(_ context.Context, stack []uint64) {
	x.invokeUtility(stack, func(c *usersub.UtilityCall) { x.writeUtilityOutputs(c, stack) })
}

// callValueUtility is a call of a utility that returns its only argument.
func (x *importedUtility) callValueUtility(_ context.Context, stack []uint64) {
	var value int32
	x.invokeUtility(nil, func(c *usersub.UtilityCall) { value = c.IntInput(0) })
	stack[0] = uint64(uint32(value))
}

// invokeUtility carries the utility out; finish takes its outputs.
func (x *importedUtility) invokeUtility(stack []uint64, finish func(*usersub.UtilityCall)) {
	m := x.m
	b := m.currentBinding(x.name)
	c := m.acquireUtilityCall()
	defer m.releaseUtilityCall(c)
	c.PrepareCall(x.u, &b.cache, b.cache.Frame.Time())
	if !x.readUtilityInputs(c, stack) {
		if f := x.u.Flag; f >= 0 {
			m.put32(uint32(stack[f]), x.u.Failed)
		}
		return
	}
	if x.u.Name == "ERRMES" || x.u.Name == "USRMES" {
		b.deliverMessage(c)
		return
	}
	asked := len(b.cache.Frame.Asked)
	func() {
		defer b.keepPanic()
		c.Invoke()
	}()
	if asked != len(b.cache.Frame.Asked) {
		// The solver has moved: the answers in the table are void.
		if err := b.copyAnswers(); err != nil {
			panic(&hostFault{cause: usersub.Exception, message: err.Error()})
		}
	}
	if _, driver := usersub.As[usersub.Driver](b.cache.State); driver && slices.Contains(drives, x.u.Name) {
		m.since = noTime
	}
	finish(c)
	if c.Unsupported != "" {
		if m.loader.said == nil {
			m.loader.said = map[string]bool{}
		}
		c.WarnUnsupported(&b.cache, x.name, m.loader.said, func(text string) { m.loader.logger().Warn(text) })
	}
}

// drives are the utilities that run the solver, however long that takes.
var drives = []string{"ANALYS", "DATOUT", "MODIFY"}

// acquireUtilityCall returns a call that is not in use; they nest only where the solver is driven.
func (m *moduleInstance) acquireUtilityCall() *usersub.UtilityCall {
	n := len(m.spare)
	if n == 0 {
		return new(usersub.UtilityCall)
	}
	c := m.spare[n-1]
	m.spare = m.spare[:n-1]
	return c
}

func (m *moduleInstance) releaseUtilityCall(c *usersub.UtilityCall) {
	c.State = nil
	m.spare = append(m.spare, c)
}

// textLength returns the length of text number k that Fortran gives, -1 in C.
func (x *importedUtility) textLength(stack []uint64, k int) int {
	if x.how != inFortran {
		return -1
	}
	return int(int32(stack[len(x.u.Args)+k]))
}

// readUtilityInputs takes the inputs over: scalars first, since arrays need the sizes among them. It
// is false for sizes that make no sense.
func (x *importedUtility) readUtilityInputs(c *usersub.UtilityCall, stack []uint64) bool {
	for pass := range 2 {
		text := 0
		for i := range x.u.Args {
			a := &x.u.Args[i]
			length := -1
			if a.Kind == usersub.Text {
				length = x.textLength(stack, text)
				text++
			}
			if a.IsInput() && (pass == 0) == a.IsScalar() && !x.readInput(c, i, stack[i], length) {
				return false
			}
		}
	}
	return true
}

func (x *importedUtility) readInput(c *usersub.UtilityCall, i int, word uint64, length int) bool {
	a, v, m := &x.u.Args[i], &c.Arg[i], x.m
	n, ok := c.ArgSize(i)
	if !ok {
		return false
	}
	switch {
	case a.Kind == usersub.Text:
		v.Text = append(v.Text[:0], m.internText(m.readString(uint32(word), length)))
	case x.isByValue(a) && a.Kind == usersub.Int:
		v.Int = append(v.Int[:0], int32(word))
	case x.isByValue(a):
		v.Real = append(v.Real[:0], api.DecodeF64(word))
	case a.Kind == usersub.Int:
		v.Int = slices.Grow(v.Int[:0], n)[:n]
		getInts(v.Int, m.memoryAt(uint32(word), uint32(4*n)))
	default:
		v.Real = slices.Grow(v.Real[:0], n)[:n]
		getReals(v.Real, m.memoryAt(uint32(word), uint32(8*n)))
	}
	return true
}

// maxText bounds a text in C, longText one whose length Fortran gives.
const (
	maxText  = 1 << 16
	longText = 4096
)

// readString returns a text in memory: up to a zero in C (length -1), without blanks at its end
// in Fortran. A length that makes no sense comes from C code that leaves it out.
func (m *moduleInstance) readString(at uint32, length int) []byte {
	most := maxText
	if length >= 0 {
		if most = length; most < 1 || most > longText {
			most = 32
		}
	}
	if at >= m.mem.Size() {
		m.memoryAt(at, 1)
	}
	b := m.memoryAt(at, uint32(min(most, int(m.mem.Size()-at))))
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	if length >= 0 {
		b = bytes.TrimRight(b, " ")
	}
	return b
}

// maxKnown bounds the texts that are kept, maxKept the length of one.
const (
	maxKnown = 4096
	maxKept  = 64
)

// internText returns a text as a string, without allocating for one that was passed before.
func (m *moduleInstance) internText(text []byte) string {
	if s, ok := m.texts[string(text)]; ok { // does not allocate
		return s
	}
	s := string(text)
	if len(m.texts) < maxKnown && len(s) <= maxKept {
		m.texts[s] = s
	}
	return s
}

// writeUtilityOutputs hands the outputs over; those whose address is 0 are not wanted.
func (x *importedUtility) writeUtilityOutputs(c *usersub.UtilityCall, stack []uint64) {
	text := 0
	for i := range x.u.Args {
		a, v, m := &x.u.Args[i], &c.Arg[i], x.m
		length := -1
		if a.Kind == usersub.Text {
			length = x.textLength(stack, text)
			text++
		}
		at := uint32(stack[i])
		if !a.Out || at == 0 {
			continue
		}
		switch {
		case a.Kind == usersub.Int && a.Implied && len(v.Int) == 1 && int32(binary.LittleEndian.Uint32(m.memoryAt(at, 4))) == v.Int[0]:
			// A length that is right already is left alone: it may be a constant.
		case a.Kind == usersub.Int:
			putInts(m.memoryAt(at, uint32(4*len(v.Int))), v.Int)
		case a.Kind == usersub.Real:
			putReals(m.memoryAt(at, uint32(8*len(v.Real))), v.Real)
		case a.IsScalar():
			m.putText(at, v.Text[0], length)
		default:
			m.putNames(at, v.Text, length)
		}
	}
}

// putText writes a text with a zero behind it, or filled with blanks in Fortran.
func (m *moduleInstance) putText(at uint32, s string, length int) {
	if length < 1 || length > longText {
		b := m.memoryAt(at, uint32(len(s)+1))
		b[copy(b, s)] = 0
		return
	}
	loading.PadWithBlanks(m.memoryAt(at, uint32(length)), s)
}

// putNames writes an array of short names, filled with blanks: three bytes each, four if
// one needs it, without a zero at the end, since callers give no room for more. In Fortran
// a length too small for all of them is that of one.
func (m *moduleInstance) putNames(at uint32, names []string, length int) {
	each := 3
	if slices.ContainsFunc(names, func(s string) bool { return len(s) > 3 }) {
		each = 4
	}
	room := len(names) * each
	if length > 0 && length <= longText {
		if length < room {
			each, room = length, length*len(names)
		} else {
			room = length
		}
	}
	dst := m.memoryAt(at, uint32(room))
	loading.PadWithBlanks(dst, "")
	for i, s := range names {
		loading.PadWithBlanks(dst[i*each:(i+1)*each], s)
	}
}

// deliverMessage hands what ERRMES or USRMES was given to the solver, or logs it if that takes no
// messages. The tag STOP of ERRMES ends the run behind the call.
func (b *binding) deliverMessage(c *usersub.UtilityCall) {
	x := &usersub.Message{Utility: c.Name, Flag: c.IntInput(0), Text: c.TextInput(1), ID: c.IntInput(2), Tag: usersub.CanonicalMeasure(c.Arg[3].Text[0])}
	if x.Flag == 0 {
		return
	}
	if s, ok := usersub.As[usersub.Messages](b.cache.State); ok {
		s.Message(x)
	} else {
		b.sub.m.loader.logger().Log(context.Background(), logLevel(x), x.Text, "element", b.sub.ref.Element,
			"routine", b.sub.ref.Function, "id", x.ID, "type", x.Tag, "time", c.Time)
	}
	if x.StopsRun() {
		b.stop = "it requests a stop: " + x.Text
	}
}

// isErrorMessageType reports whether the tag of a message of USRMES begins like that of an error.
func isErrorMessageType(tag string) bool {
	return strings.HasPrefix(tag, "FAULT") || strings.HasPrefix(tag, "ERR")
}
