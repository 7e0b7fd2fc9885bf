package wasm

import (
	"context"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/trammel-mbd/trammel/usersub"
)

// Sub is a routine in a module.
type Sub struct {
	Calls int // calls made
	Asked int // queries made in them, foreseen or not

	m      *moduleInstance
	sig    *usersub.Sig
	ref    usersub.Ref
	symbol string
	form   callForm
	call   api.Function
	depth  int // calls under way

	bound [4]*binding // of the frames used last
	next  int
}

var _ usersub.Sub = (*Sub)(nil)

// newSub makes a routine of an exported function.
func (m *moduleInstance) newSub(l *Loader, ref *usersub.Ref, sig *usersub.Sig, symbol string) (*Sub, *usersub.LoadError) {
	x, p := m.chooseForm(l, ref, sig, symbol)
	if p != nil {
		return nil, p
	}
	return &Sub{m: m, sig: sig, ref: *ref, symbol: symbol, form: x, call: m.module.ExportedFunction(symbol)}, nil
}

// Call copies the arguments of f into the memory of the module, calls the function and stores what it sets in f.
func (r *Sub) Call(f *usersub.Frame, s usersub.State) error {
	if f.Sig != r.sig {
		panic("wasm: frame of " + f.Sig.Name + " for routine " + r.sig.Name)
	}
	b, err := r.bindingOf(f)
	if err == nil {
		b.cache.State, b.cache.Asked = s, 0
		err = b.copyInputsToModule()
	}
	if err != nil {
		return r.callError(f, callFailure{cause: usersub.Exception, message: err.Error()})
	}
	err = r.callModule(b)
	r.Calls++
	b.cache.State = nil
	raised := b.raised
	b.raised = nil
	switch {
	case raised != nil:
		panic(raised)
	case err != nil:
		return r.callError(f, r.m.newCallFailure(err))
	case r.m.refused > 0:
		return r.callError(f, callFailure{cause: usersub.Exception, message: r.m.describeFailedGrowth()})
	}
	r.Asked += b.copyOutputsBack() + b.cache.Asked
	if b.stop != "" {
		stop := b.stop
		b.stop = ""
		return r.callError(f, callFailure{cause: usersub.Exited, message: stop})
	}
	return nil
}

// callModule makes the call. What it leaves on the stack of C when it does not return is taken
// off.
func (r *Sub) callModule(b *binding) error {
	m, call := r.m, r.call
	if r.depth > 0 { // a function of wazero has one stack
		call = m.module.ExportedFunction(r.symbol)
	}
	outer, top := m.top, m.bottom
	if outer != nil && m.stack != nil {
		top = m.stack.Get()
	}
	m.top, m.refused, m.since = b, 0, time.Time{}
	m.setCallContextInSupport(b)
	r.depth++
	err := call.CallWithStack(context.Background(), b.stack)
	r.depth--
	m.top, m.since = outer, time.Time{} // a call that ends is progress of the one around it
	if outer != nil {
		m.setCallContextInSupport(outer)
	}
	if err != nil && m.stack != nil {
		m.stack.Set(top)
	}
	return err
}

// setCallContextInSupport reports support.wasm where the call under way is.
func (m *moduleInstance) setCallContextInSupport(b *binding) {
	if m.pointed != b.record {
		m.pointed = b.record
		m.current.Set(uint64(b.record))
	}
}

// callError is a failed call.
func (r *Sub) callError(f *usersub.Frame, x callFailure) error {
	if x.err != nil {
		return fmt.Errorf("%s: %s: %w", r.ref.Element, r.ref.Function, x.err)
	}
	return &usersub.CallError{Cause: x.cause, Element: r.ref.Element, Routine: r.ref.Function, Time: f.Time(), Message: x.message, Detail: x.detail}
}

// bindingOf returns the prepared call of a frame. A routine serves one element, which has one
// frame or very few.
func (r *Sub) bindingOf(f *usersub.Frame) (*binding, error) {
	for _, b := range r.bound {
		if b != nil && b.cache.Frame == f {
			return b, nil
		}
	}
	b, err := layOutCallInMemory(r, f)
	if err != nil {
		return nil, err
	}
	r.bound[r.next] = b
	r.next = (r.next + 1) % len(r.bound)
	return b, nil
}
