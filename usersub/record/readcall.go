package record

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// begin brings the frame up to date with the beginning of a call.
func (p *Place) begin(d *decoder) error {
	f := p.Frame
	given := d.bits()
	for _, s := range p.in {
		if given>>s.arg&1 == 0 {
			continue
		}
		for k := s.at; k < s.at+s.n && d.err == nil; k++ {
			switch s.kind {
			case usersub.Int:
				f.Int[k] = d.z()
			case usersub.Real:
				f.Real[k] = d.real()
			case usersub.Text:
				f.Text[k] = d.text()
			}
		}
	}
	p.clear(f)
	p.filled = nil
	if d.truth() {
		p.outputs(d)
		p.filled = append([]float64(nil), f.Real...)
		p.filledInts = append(p.filledInts[:0], f.Int...)
		p.clear(f)
	}
	if err := answers(d, &f.Answers); err != nil {
		return err
	}
	return d.end()
}

// clear sets the outputs of a frame like the place's to zero.
func (p *Place) clear(f *usersub.Frame) {
	for _, s := range p.out {
		if s.kind == usersub.Int {
			clear(f.Int[s.at : s.at+s.n])
		} else {
			clear(f.Real[s.at : s.at+s.n])
		}
	}
}

// prepare fills the outputs of such a frame as they were before the call.
func (p *Place) prepare(f *usersub.Frame) {
	p.clear(f)
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

// untouched reports whether the recorded call left an output as it was, not zero: a
// language that returns its outputs cannot do that.
func (p *Place) untouched(kind usersub.Kind, at int) bool {
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

func answers(d *decoder, a *usersub.Answers) error {
	if d.truth() {
		*a = usersub.Answers{}
	}
	for range d.n(4) {
		q := usersub.Query{Ary: d.truth(), Name: d.text(), Par: d.ints()}
		n := d.bits()
		if n > maxAnswers || len(a.Value)+int(n) > maxAnswers || !q.Ary && n != 1 && d.err == nil {
			return fmt.Errorf("a query has %d values", n)
		}
		if d.err != nil {
			return d.err
		}
		a.Add(q, 0, make([]float64, n)...)
	}
	changed := d.mask(len(a.Value))
	for i := range a.Value {
		if changed(i) {
			a.Value[i] = d.real()
		}
	}
	if n := d.n(1); n != 0 {
		if n != len(a.Flag) {
			return errors.New("there are more or fewer error flags than queries")
		}
		for i := range a.Flag {
			a.Flag[i] = d.z()
		}
	}
	return d.err
}

// end reads how the call ended.
func (c *Call) end(d *decoder) error {
	e := new(End)
	switch status := d.byte(); status {
	case 0:
		c.Place.outputs(d)
	case 1:
		e.Err = usersub.ErrRetry
		if reason := d.text(); reason != "" {
			e.Err = fmt.Errorf("%s: %w", reason, usersub.ErrRetry)
		}
	case 2:
		f := c.Frame
		e.Err = &usersub.CallError{Cause: usersub.Cause(d.byte()), Element: fmt.Sprintf("%s %d", f.Element, f.ID),
			Routine: c.Place.Ref.Function, Time: f.Time(), Message: d.text(), Detail: d.text()}
	case 3:
		e.Err = errors.New(d.text())
	default:
		return fmt.Errorf("it ended with %d", status)
	}
	if e.Concluded = d.truth(); e.Concluded {
		e.Status = d.real()
	}
	c.End = e
	return d.end()
}

// outputs sets those that are not zero.
func (p *Place) outputs(d *decoder) {
	for _, s := range p.out {
		set := d.mask(s.n)
		for k := range s.n {
			switch {
			case !set(k):
			case s.kind == usersub.Int:
				p.Frame.Int[s.at+k] = d.z()
			default:
				p.Frame.Real[s.at+k] = d.real()
			}
		}
	}
}
