package wasm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
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
			list = append(list, hostFunc{results: integerTypes(1), call: x.returnUtilityArgument})
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

// returnUtilityArgument is a call of a utility that returns its only argument.
func (x *importedUtility) returnUtilityArgument(_ context.Context, stack []uint64) {
	var value int32
	x.invokeUtility(nil, func(c *usersub.UtilityCall) { value = c.IntInput(0) })
	stack[0] = uint64(uint32(value))
}

// invokeUtility carries the utility out; finish takes its outputs.
func (x *importedUtility) invokeUtility(stack []uint64, finish func(*usersub.UtilityCall)) {
	m := x.m
	b := m.currentBinding(x.name)
	c := m.spare.Acquire(x.u, &b.cache)
	defer m.spare.Release(c)
	if !x.readUtilityInputs(c, stack) {
		if f := x.u.Flag; f >= 0 {
			m.put32(uint32(stack[f]), x.u.Failed)
		}
		return
	}
	if loading.IsMessageUtility(x.u) {
		b.stop = cmp.Or(loading.DeliverMessage(c, m.loader.logger(), "element", b.sub.ref.Element, "routine", b.sub.ref.Function, "time", c.Time), b.stop)
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

// textLength returns the length of text number k that Fortran gives, -1 in C.
func (x *importedUtility) textLength(stack []uint64, k int) int {
	if x.how != inFortran {
		return -1
	}
	return int(int32(stack[len(x.u.Args)+k]))
}

// readUtilityInputs takes the inputs over. It is false for sizes that make no sense.
func (x *importedUtility) readUtilityInputs(c *usersub.UtilityCall, stack []uint64) bool {
	return loading.ReadInputs(c, func(text int) int { return x.textLength(stack, text) },
		func(i, length int) bool { return x.readInput(c, i, stack[i], length) })
}

func (x *importedUtility) readInput(c *usersub.UtilityCall, i int, word uint64, length int) bool {
	a, v, m := &x.u.Args[i], &c.Arg[i], x.m
	n, ok := c.ArgSize(i)
	if !ok {
		return false
	}
	switch {
	case a.Kind == usersub.Text:
		v.Text = append(v.Text[:0], m.texts.Intern(m.readString(uint32(word), length)))
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

// readString returns a text in memory: up to a zero in C (length -1), without blanks at its end
// in Fortran. A length that makes no sense comes from C code that leaves it out.
func (m *moduleInstance) readString(at uint32, length int) []byte {
	if at >= m.mem.Size() {
		m.memoryAt(at, 1)
	}
	b := m.memoryAt(at, uint32(min(loading.TextLimit(length), int(m.mem.Size()-at))))
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	if length >= 0 {
		b = bytes.TrimRight(b, " ")
	}
	return b
}

// writeUtilityOutputs hands the outputs over; those whose address is 0 are not wanted.
func (x *importedUtility) writeUtilityOutputs(c *usersub.UtilityCall, stack []uint64) {
	m := x.m
	loading.WriteOutputs(c, func(text int) int { return x.textLength(stack, text) }, func(i, length int) {
		a, v, at := &x.u.Args[i], &c.Arg[i], uint32(stack[i])
		room := func(n int) []byte { return m.memoryAt(at, uint32(n)) }
		switch {
		case at == 0:
		case a.Kind == usersub.Int && a.Implied && len(v.Int) == 1 && int32(binary.LittleEndian.Uint32(room(4))) == v.Int[0]:
			// A length that is right already is left alone: it may be a constant.
		case a.Kind == usersub.Int:
			putInts(room(4*len(v.Int)), v.Int)
		case a.Kind == usersub.Real:
			putReals(room(8*len(v.Real)), v.Real)
		case a.IsScalar():
			loading.WriteText(room, v.Text[0], length)
		default:
			loading.WriteNames(room, v.Text, length)
		}
	})
}
