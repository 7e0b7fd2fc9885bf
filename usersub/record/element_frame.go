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

// splitArgumentSpans returns the inputs and the outputs of a frame.
func splitArgumentSpans(f *usersub.Frame) (in, out []span) {
	for i, a := range f.Sig.Args {
		s := span{i, a.Kind, f.ArgOffset(i), f.Len(i)}
		if a.Out {
			out = append(out, s)
		} else {
			in = append(in, s)
		}
	}
	return in, out
}

// writtenFrame is a frame and what the file holds of it.
type writtenFrame struct {
	number  int
	frame   *usersub.Frame
	in      []span
	written bool // once
	ints    []int32
	reals   []float64
	texts   []string
	usersub.QueryAnswers
}

func newWrittenFrame(number int, f *usersub.Frame) *writtenFrame {
	p := &writtenFrame{number: number, frame: f}
	p.in, _ = splitArgumentSpans(f)
	p.ints, p.reals, p.texts = make([]int32, len(f.Int)), make([]float64, len(f.Real)), make([]string, len(f.Text))
	return p
}

// putCallBegin writes a call of f.
func (p *writtenFrame) putCallBegin(c *recordEncoder, f *usersub.Frame) {
	c.beginRecord(kindBegin)
	c.putCount(p.number)
	c.putBits(p.changedArgumentBits(f))
	for _, s := range p.in {
		end := s.at + s.n
		switch s.kind {
		case usersub.Int:
			if !p.written || !slices.Equal(p.ints[s.at:end], f.Int[s.at:end]) {
				c.putIntsWithoutCount(f.Int[s.at:end])
				copy(p.ints[s.at:end], f.Int[s.at:end])
			}
		case usersub.Real:
			if !p.written || !equalBits(p.reals[s.at:end], f.Real[s.at:end]) {
				c.putRealsWithoutCount(f.Real[s.at:end])
				copy(p.reals[s.at:end], f.Real[s.at:end])
			}
		case usersub.Text:
			if !p.written || !slices.Equal(p.texts[s.at:end], f.Text[s.at:end]) {
				c.putTextsWithoutCount(f.Text[s.at:end])
				copy(p.texts[s.at:end], f.Text[s.at:end])
			}
		}
	}
	p.written = true
	putPrefilledOutputs(c, f)
	p.putAnswers(c, &f.QueryAnswers)
}

// putPrefilledOutputs writes the outputs, where they are not all zero: a solver fills them once
// with what no routine writes, to see what it leaves out.
func putPrefilledOutputs(c *recordEncoder, f *usersub.Frame) {
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
	c.putBool(any)
	if any {
		putOutputs(c, f)
	}
}

// changedArgumentBits has a bit for each argument that differs from what was written last.
func (p *writtenFrame) changedArgumentBits(f *usersub.Frame) (bits uint64) {
	for _, s := range p.in {
		end := s.at + s.n
		same := p.written
		switch s.kind {
		case usersub.Int:
			same = same && slices.Equal(p.ints[s.at:end], f.Int[s.at:end])
		case usersub.Real:
			same = same && equalBits(p.reals[s.at:end], f.Real[s.at:end])
		case usersub.Text:
			same = same && slices.Equal(p.texts[s.at:end], f.Text[s.at:end])
		}
		if !same {
			bits |= 1 << s.arg
		}
	}
	return bits
}

// equalBits reports zeros of different sign apart, and NaN from nothing but itself.
func equalBits(a, b []float64) bool {
	for i, v := range a {
		if math.Float64bits(v) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// putAnswers writes those that travel with the call.
func (p *writtenFrame) putAnswers(c *recordEncoder, a *usersub.QueryAnswers) {
	forget := !p.queriesArePrefix(a)
	if forget {
		p.QueryAnswers = usersub.QueryAnswers{}
	}
	c.putBool(forget)
	old := len(p.Asked)
	c.putCount(len(a.Asked) - old)
	for i := old; i < len(a.Asked); i++ {
		q := a.Asked[i]
		c.putBool(q.Ary)
		c.putText(q.Name)
		c.putInts(q.Par)
		n := len(a.AnswerValues(i))
		c.putCount(n)
		p.AddAnswer(q, 0, make([]float64, n)...)
	}
	now := a.Value
	c.putMask(len(now), func(i int) bool { return math.Float64bits(now[i]) != math.Float64bits(p.Value[i]) })
	for i, v := range now {
		if math.Float64bits(v) != math.Float64bits(p.Value[i]) {
			c.putReal(v)
			p.Value[i] = v
		}
	}
	if slices.Equal(p.Flag, a.Flag) {
		c.putCount(0)
		return
	}
	c.putInts(a.Flag)
	copy(p.Flag, a.Flag)
}

// queriesArePrefix reports whether the queries that were written begin those of a.
func (p *writtenFrame) queriesArePrefix(a *usersub.QueryAnswers) bool {
	if len(p.Asked) > len(a.Asked) {
		return false
	}
	for i := range p.Asked {
		x, y := &p.Asked[i], &a.Asked[i]
		if len(p.AnswerValues(i)) != len(a.AnswerValues(i)) || x.Ary != y.Ary || x.Name != y.Name || !slices.Equal(x.Par, y.Par) {
			return false
		}
	}
	return true
}

// writeCallEnd writes the end of a call of f.
func (r *Recorder) writeCallEnd(f *usersub.Frame, err error, st *recordingState) {
	c := &r.c
	c.beginRecord(kindEnd)
	if err == nil {
		c.putByte(0)
		putOutputs(c, f)
	} else {
		putCallError(c, err)
	}
	c.putBool(st.concluded)
	if st.concluded {
		c.putReal(st.status)
	}
	r.writeRecord()
}

// putOutputs writes the entries that are not zero.
func putOutputs(c *recordEncoder, f *usersub.Frame) {
	for i, a := range f.Sig.Args {
		switch {
		case !a.Out:
		case a.Kind == usersub.Int:
			list := f.Ints(i)
			c.putMask(len(list), func(k int) bool { return list[k] != 0 })
			for _, v := range list {
				if v != 0 {
					c.putInt32(v)
				}
			}
		case a.Kind == usersub.Real:
			list := f.Reals(i)
			c.putMask(len(list), func(k int) bool { return math.Float64bits(list[k]) != 0 })
			for _, v := range list {
				if math.Float64bits(v) != 0 {
					c.putReal(v)
				}
			}
		default:
			panic("record: " + f.Sig.Name + " returns text, which no record holds")
		}
	}
}
