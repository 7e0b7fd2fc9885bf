package frame

import "github.com/trammel-mbd/trammel/sdk/wire/wirepb"

// CallSite is what OPEN says about an element.
type CallSite struct {
	Handle  uint32
	ID      int64
	Routine string
	Kind    string
	Element string
	Args    []Arg
}

// Arg is one argument.
type Arg struct {
	Type    byte // 0 i32, 1 f64, 2 text
	Out     bool
	Entries int
	Value   int32 // of a scalar integer that is read
	Name    string
}

// maxArgs is the number of bits in the word that reports which arguments are given, argBytes the fixed part of one.
const (
	maxArgs  = 64
	argBytes = 24
)

// Open appends the payload of OPEN.
func (w *Writer) Open(p *CallSite) {
	w.putCounts(int(p.Handle), len(p.Args))
	w.u64(uint64(p.ID))
	w.Text(p.Routine)
	w.Text(p.Kind)
	w.Text(p.Element)
	for _, a := range p.Args {
		out := byte(0)
		if a.Out {
			out = 1
		}
		w.u8(a.Type)
		w.u8(out)
		w.u16(0)
		w.putCounts(a.Entries, int(a.Value), 0)
		w.Text(a.Name)
	}
}

// Open takes the payload of OPEN.
func (r *Reader) Open() *CallSite {
	p := &CallSite{Handle: r.u32()}
	n := r.readCount(argBytes)
	p.ID = int64(r.u64())
	p.Routine, p.Kind, p.Element = r.Text(), r.Text(), r.Text()
	if n > maxArgs {
		r.bad = true
	}
	for ; n > 0 && !r.bad; n-- {
		a := Arg{Type: r.u8()}
		out, zero := r.u8(), r.u16()
		a.Out = out == 1
		a.Entries, a.Value = int(r.u32()), int32(r.u32())
		r.expectZero()
		a.Name = r.Text()
		if a.Type > 2 || out > 1 || zero != 0 {
			r.bad = true
		}
		p.Args = append(p.Args, a)
	}
	return p
}

// WriteOpened appends the payload of OPENED; f is nil if all is well.
func (w *Writer) WriteOpened(f *wirepb.Failure) {
	if f == nil {
		w.putCounts(0, 0)
		return
	}
	w.putCounts(statusCode(f), 0)
	w.putFailure(f)
}

// ReadOpened takes the payload of OPENED.
func (r *Reader) ReadOpened() *wirepb.Failure {
	code := r.u32()
	r.expectZero()
	return r.readFailure(code)
}
