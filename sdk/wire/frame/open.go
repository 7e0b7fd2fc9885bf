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

// WriteOpen appends the payload of OPEN.
func (w *Writer) WriteOpen(p *CallSite) {
	w.putCounts(int(p.Handle), len(p.Args))
	w.writeU64(uint64(p.ID))
	w.WriteText(p.Routine)
	w.WriteText(p.Kind)
	w.WriteText(p.Element)
	for _, a := range p.Args {
		out := byte(0)
		if a.Out {
			out = 1
		}
		w.writeU8(a.Type)
		w.writeU8(out)
		w.writeU16(0)
		w.putCounts(a.Entries, int(a.Value), 0)
		w.WriteText(a.Name)
	}
}

// ReadOpen takes the payload of OPEN.
func (r *Reader) ReadOpen() *CallSite {
	p := &CallSite{Handle: r.readU32()}
	n := r.readCount(argBytes)
	p.ID = int64(r.readU64())
	p.Routine, p.Kind, p.Element = r.ReadText(), r.ReadText(), r.ReadText()
	if n > maxArgs {
		r.bad = true
	}
	for ; n > 0 && !r.bad; n-- {
		a := Arg{Type: r.readU8()}
		out, zero := r.readU8(), r.readU16()
		a.Out = out == 1
		a.Entries, a.Value = int(r.readU32()), int32(r.readU32())
		r.expectZero()
		a.Name = r.ReadText()
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
	w.putCounts(failureStatusCode(f), 0)
	w.putFailure(f)
}

// ReadOpened takes the payload of OPENED.
func (r *Reader) ReadOpened() *wirepb.Failure {
	code := r.readU32()
	r.expectZero()
	return r.readFailure(code)
}
