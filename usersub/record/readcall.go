package record

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// readCallBegin brings the frame up to date with the beginning of a call.
func (p *ElementFrame) readCallBegin(d *recordDecoder) error {
	f := p.Frame
	given := d.readBits()
	for _, s := range p.in {
		if given>>s.arg&1 == 0 {
			continue
		}
		for k := s.at; k < s.at+s.n && d.err == nil; k++ {
			switch s.kind {
			case usersub.Int:
				f.Int[k] = d.readInt32()
			case usersub.Real:
				f.Real[k] = d.readReal()
			case usersub.Text:
				f.Text[k] = d.readText()
			}
		}
	}
	p.zeroOutputs(f)
	p.filled = nil
	if d.readBool() {
		p.readOutputs(d)
		p.filled = append([]float64(nil), f.Real...)
		p.filledInts = append(p.filledInts[:0], f.Int...)
		p.zeroOutputs(f)
	}
	if err := readAnswers(d, &f.QueryAnswers); err != nil {
		return err
	}
	return d.expectEnd()
}

// zeroOutputs sets the outputs of a frame like the place's to zero.
func (p *ElementFrame) zeroOutputs(f *usersub.Frame) {
	for _, s := range p.out {
		if s.kind == usersub.Int {
			clear(f.Int[s.at : s.at+s.n])
		} else {
			clear(f.Real[s.at : s.at+s.n])
		}
	}
}

// restoreOutputs fills the outputs of such a frame as they were before the call.
func (p *ElementFrame) restoreOutputs(f *usersub.Frame) {
	p.zeroOutputs(f)
	if p.filled == nil {
		return
	}
	for _, s := range p.out {
		if s.kind == usersub.Int {
			copy(f.Int[s.at:s.at+s.n], p.filledInts[s.at:])
		} else {
			copy(f.Real[s.at:s.at+s.n], p.filled[s.at:])
		}
	}
}

// wasLeftUnwritten reports whether the recorded call left an output as it was, not zero: a
// language that returns its outputs cannot do that.
func (p *ElementFrame) wasLeftUnwritten(kind usersub.Kind, at int) bool {
	switch {
	case p.filled == nil:
		return false
	case kind == usersub.Int:
		return p.filledInts[at] == p.Frame.Int[at]
	}
	return math.Float64bits(p.filled[at]) == math.Float64bits(p.Frame.Real[at])
}

// maxAnswers bounds the values of all queries of one frame.
const maxAnswers = 1 << 20

func readAnswers(d *recordDecoder, a *usersub.QueryAnswers) error {
	if d.readBool() {
		*a = usersub.QueryAnswers{}
	}
	for range d.readCount(4) {
		q := usersub.Query{Ary: d.readBool(), Name: d.readText(), Par: d.readInts()}
		n := d.readBits()
		if n > maxAnswers || len(a.Value)+int(n) > maxAnswers || !q.Ary && n != 1 && d.err == nil {
			return fmt.Errorf("a query has %d values", n)
		}
		if d.err != nil {
			return d.err
		}
		a.AddAnswer(q, 0, make([]float64, n)...)
	}
	changed := d.readMask(len(a.Value))
	for i := range a.Value {
		if changed(i) {
			a.Value[i] = d.readReal()
		}
	}
	if n := d.readCount(1); n != 0 {
		if n != len(a.Flag) {
			return errors.New("there are more or fewer error flags than queries")
		}
		for i := range a.Flag {
			a.Flag[i] = d.readInt32()
		}
	}
	return d.err
}

// readCallEnd reads how the call ended.
func (c *Call) readCallEnd(d *recordDecoder) error {
	e := new(End)
	switch status := d.readByte(); status {
	case 0:
		c.Place.readOutputs(d)
	case 1:
		e.Err = usersub.ErrRetry
		if reason := d.readText(); reason != "" {
			e.Err = fmt.Errorf("%s: %w", reason, usersub.ErrRetry)
		}
	case 2:
		f := c.Frame
		e.Err = &usersub.CallError{Cause: usersub.Cause(d.readByte()), Element: fmt.Sprintf("%s %d", f.Element, f.ID),
			Routine: c.Place.Ref.Function, Time: f.Time(), Message: d.readText(), Detail: d.readText()}
	case 3:
		e.Err = errors.New(d.readText())
	default:
		return fmt.Errorf("it ended with %d", status)
	}
	if e.Concluded = d.readBool(); e.Concluded {
		e.Status = d.readReal()
	}
	c.End = e
	return d.expectEnd()
}

// readOutputs sets those that are not zero.
func (p *ElementFrame) readOutputs(d *recordDecoder) {
	for _, s := range p.out {
		set := d.readMask(s.n)
		for k := range s.n {
			switch {
			case !set(k):
			case s.kind == usersub.Int:
				p.Frame.Int[s.at+k] = d.readInt32()
			default:
				p.Frame.Real[s.at+k] = d.readReal()
			}
		}
	}
}
