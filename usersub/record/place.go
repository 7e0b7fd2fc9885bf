package record

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/usersub"
)

// span is where one argument lies in its array of a frame.
type span struct {
	arg   int
	kind  usersub.Kind
	at, n int
}

// spans returns the inputs and the outputs of a frame.
func spans(f *usersub.Frame) (in, out []span) {
	for i, a := range f.Sig.Args {
		s := span{i, a.Kind, f.At(i), f.Len(i)}
		if a.Out {
			out = append(out, s)
		} else {
			in = append(in, s)
		}
	}
	return in, out
}

// place is a frame and what the file holds of it.
type place struct {
	number  int
	frame   *usersub.Frame
	in      []span
	written bool // once
	ints    []int32
	reals   []float64
	texts   []string
	usersub.Answers
}

func newPlace(number int, f *usersub.Frame) *place {
	p := &place{number: number, frame: f}
	p.in, _ = spans(f)
	p.ints, p.reals, p.texts = make([]int32, len(f.Int)), make([]float64, len(f.Real)), make([]string, len(f.Text))
	return p
}

// begin writes a call of f.
func (p *place) begin(c *coder, f *usersub.Frame) {
	c.start(kindBegin)
	c.n(p.number)
	c.bits(p.given(f))
	for _, s := range p.in {
		end := s.at + s.n
		switch s.kind {
		case usersub.Int:
			if !p.written || !slices.Equal(p.ints[s.at:end], f.Int[s.at:end]) {
				c.rawInts(f.Int[s.at:end])
				copy(p.ints[s.at:end], f.Int[s.at:end])
			}
		case usersub.Real:
			if !p.written || !equal(p.reals[s.at:end], f.Real[s.at:end]) {
				c.rawReals(f.Real[s.at:end])
				copy(p.reals[s.at:end], f.Real[s.at:end])
			}
		case usersub.Text:
			if !p.written || !slices.Equal(p.texts[s.at:end], f.Text[s.at:end]) {
				c.rawTexts(f.Text[s.at:end])
				copy(p.texts[s.at:end], f.Text[s.at:end])
			}
		}
	}
	p.written = true
	filled(c, f)
	p.answers(c, &f.Answers)
}

// filled writes the outputs, where they are not all zero: a solver fills them once
// with what no routine writes, to see what it leaves out.
func filled(c *coder, f *usersub.Frame) {
	any := false
	for i, a := range f.Sig.Args {
		switch {
		case !a.Out:
		case a.Kind == usersub.Int:
			any = any || slices.ContainsFunc(f.Ints(i), func(v int32) bool { return v != 0 })
		case a.Kind == usersub.Real:
			any = any || slices.ContainsFunc(f.Reals(i), func(v float64) bool { return math.Float64bits(v) != 0 })
		}
	}
	c.truth(any)
	if any {
		outputs(c, f)
	}
}

// given has a bit for each argument that differs from what was written last.
func (p *place) given(f *usersub.Frame) (bits uint64) {
	for _, s := range p.in {
		end := s.at + s.n
		same := p.written
		switch s.kind {
		case usersub.Int:
			same = same && slices.Equal(p.ints[s.at:end], f.Int[s.at:end])
		case usersub.Real:
			same = same && equal(p.reals[s.at:end], f.Real[s.at:end])
		case usersub.Text:
			same = same && slices.Equal(p.texts[s.at:end], f.Text[s.at:end])
		}
		if !same {
			bits |= 1 << s.arg
		}
	}
	return bits
}

// equal reports zeros of different sign apart, and NaN from nothing but itself.
func equal(a, b []float64) bool {
	for i, v := range a {
		if math.Float64bits(v) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// answers writes those that travel with the call.
func (p *place) answers(c *coder, a *usersub.Answers) {
	forget := !p.starts(a)
	if forget {
		p.Answers = usersub.Answers{}
	}
	c.truth(forget)
	old := len(p.Asked)
	c.n(len(a.Asked) - old)
	for i := old; i < len(a.Asked); i++ {
		q := a.Asked[i]
		c.truth(q.Ary)
		c.text(q.Name)
		c.ints(q.Par)
		n := len(a.Of(i))
		c.n(n)
		p.Add(q, 0, make([]float64, n)...)
	}
	now := a.Value
	c.mask(len(now), func(i int) bool { return math.Float64bits(now[i]) != math.Float64bits(p.Value[i]) })
	for i, v := range now {
		if math.Float64bits(v) != math.Float64bits(p.Value[i]) {
			c.real(v)
			p.Value[i] = v
		}
	}
	if slices.Equal(p.Flag, a.Flag) {
		c.n(0)
		return
	}
	c.ints(a.Flag)
	copy(p.Flag, a.Flag)
}

// starts reports whether the queries that were written begin those of a.
func (p *place) starts(a *usersub.Answers) bool {
	if len(p.Asked) > len(a.Asked) {
		return false
	}
	for i := range p.Asked {
		x, y := &p.Asked[i], &a.Asked[i]
		if len(p.Of(i)) != len(a.Of(i)) || x.Ary != y.Ary || x.Name != y.Name || !slices.Equal(x.Par, y.Par) {
			return false
		}
	}
	return true
}

// end writes the end of a call of f.
func (r *Recorder) end(f *usersub.Frame, err error, st *state) {
	c := &r.c
	c.start(kindEnd)
	if err == nil {
		c.byte(0)
		outputs(c, f)
	} else {
		failure(c, err)
	}
	c.truth(st.concluded)
	if st.concluded {
		c.real(st.status)
	}
	r.write()
}

// outputs writes the entries that are not zero.
func outputs(c *coder, f *usersub.Frame) {
	for i, a := range f.Sig.Args {
		switch {
		case !a.Out:
		case a.Kind == usersub.Int:
			list := f.Ints(i)
			c.mask(len(list), func(k int) bool { return list[k] != 0 })
			for _, v := range list {
				if v != 0 {
					c.z(v)
				}
			}
		case a.Kind == usersub.Real:
			list := f.Reals(i)
			c.mask(len(list), func(k int) bool { return math.Float64bits(list[k]) != 0 })
			for _, v := range list {
				if math.Float64bits(v) != 0 {
					c.real(v)
				}
			}
		default:
			panic("record: " + f.Sig.Name + " returns text, which no record holds")
		}
	}
}
