package record

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/usersub"
)

// Options report how a recording is played.
type Options struct {
	// Open loads what is called for a source; nil leaves its calls out. It is called
	// once for each.
	Open func(*Source) (usersub.Sub, error)
	// Keep reports whether calls of an element are made; nil is all.
	Keep func(*ElementFrame) bool
	// Tol is by how much outputs may differ, relative to the recorded one or, if that
	// is smaller, to 1.
	Tol float64
	// Before is reported the number of each call before it is made; may be nil.
	Before func(*Call) error
	// Say gets what routines say (ERRMES, USRMES); may be nil.
	Say func(*usersub.Message)
}

// Report is what came of it.
type Report struct {
	Recorded  int `json:"recorded"`  // calls in the file
	Made      int `json:"made"`      // of these
	Left      int `json:"left_out"`  // not requested, or their routine is not there
	Different int `json:"different"` // with other outputs, or another end
	// Max is the largest difference of an output, relative as Options.Tol, in call MaxCall.
	Max     float64 `json:"max_difference"`
	MaxCall int     `json:"max_call"`
	// Unknown are the queries that no recorded call answers, by how often they
	// were made: they set the error flag.
	Unknown map[string]int `json:"unknown_questions"`
	// First is the first call that differs.
	First *Difference `json:"first"`
	// Unended is the number of the call in which the recorded run ended, 0 if there is none, and
	// Returned what the call did now.
	Unended  int    `json:"unended"`
	Returned string `json:"returned,omitempty"`
}

// Difference reports a call that differs.
type Difference struct {
	Call int    `json:"call"`
	What string `json:"what"` // one line
	Text string `json:"text"` // the call with all its arguments, recorded and now
}

// replayer plays a recording.
type replayer struct {
	*Recording
	o      Options
	report Report
	subs   map[*Source]usersub.Sub
	frames []*usersub.Frame // by the number of the place
	opened map[*Source]bool
	ctx    context.Context
	queriedAttributes
}

// Replay makes the calls of a recording in their order. The error is that of
// Options.Open or Before, of ctx, of the file, or of a routine whose process
// was lost or that ended it: no other call can be made then.
func (r *Recording) Replay(ctx context.Context, o Options) (*Report, error) {
	p := &replayer{Recording: r, o: o, ctx: ctx, subs: map[*Source]usersub.Sub{}, opened: map[*Source]bool{},
		queriedAttributes: queriedAttributes{attributes: map[attribute]*Attribute{}}}
	p.report.Unknown = map[string]int{}
	err := r.ReadCallsOnce(p.replayCall)
	p.report.Recorded = r.Calls
	return &p.report, err
}

func (p *replayer) replayCall(c *Call) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	p.addFromCall(c)
	sub, err := p.openSub(c.Place)
	if err != nil {
		return err
	}
	if c.End == nil {
		p.report.Unended = c.N
	}
	if sub == nil {
		p.report.Left++
		return nil
	}
	if p.o.Before != nil {
		if err := p.o.Before(c); err != nil {
			return err
		}
	}
	f := p.newCallFrame(c)
	s := &replaySolver{replayer: p, call: c, used: make([]bool, len(c.Events))}
	p.report.Made++
	err = sub.Call(f, s)
	if s.err != nil {
		return s.err
	}
	p.compareCall(c, f, s, err)
	var ce *usersub.CallError
	if errors.As(err, &ce) && (ce.Cause == usersub.Lost || ce.Cause == usersub.Exited) && !endedAlike(c.End, err) {
		return err
	}
	return nil
}

// openSub is what is called for a place, nil for nothing.
func (p *replayer) openSub(at *ElementFrame) (usersub.Sub, error) {
	if p.o.Keep != nil && !p.o.Keep(at) {
		return nil, nil
	}
	if !p.opened[at.Source] {
		sub, err := p.o.Open(at.Source)
		if err != nil {
			return nil, err
		}
		p.opened[at.Source], p.subs[at.Source] = true, sub
	}
	return p.subs[at.Source], nil
}

// newCallFrame returns a frame of our own with the arguments of a call: routines may keep
// pointers into it, and write where they should not.
func (p *replayer) newCallFrame(c *Call) *usersub.Frame {
	for len(p.frames) <= c.Place.Number {
		p.frames = append(p.frames, nil)
	}
	from := c.Frame
	f := p.frames[c.Place.Number]
	if f == nil {
		f = from.Clone()
		p.frames[c.Place.Number] = f
	}
	copy(f.Int, from.Int)
	copy(f.Real, from.Real)
	copy(f.Text, from.Text)
	clear(f.Real[len(f.Real):cap(f.Real)])
	c.Place.restoreOutputs(f)
	a, b := &f.QueryAnswers, &from.QueryAnswers
	if !sameQueries(a, b) {
		*a = usersub.QueryAnswers{Asked: slices.Clone(b.Asked), At: slices.Clone(b.At)}
	}
	a.Value = append(a.Value[:0], b.Value...)
	a.Flag = append(a.Flag[:0], b.Flag...)
	return f
}

// sameQueries reports whether both have the same queries with as many values.
func sameQueries(a, b *usersub.QueryAnswers) bool {
	return slices.Equal(a.At, b.At) && slices.EqualFunc(a.Asked, b.Asked, func(p, q usersub.Query) bool {
		return p.Ary == q.Ary && p.Name == q.Name && slices.Equal(p.Par, q.Par)
	})
}

// compareCall compares what a call gave with what was recorded.
func (p *replayer) compareCall(c *Call, f *usersub.Frame, s *replaySolver, err error) {
	if c.End == nil {
		p.report.Returned = "it returns now"
		if err != nil {
			p.report.Returned = "it fails now: " + err.Error()
		}
		return
	}
	what := ""
	switch {
	case len(s.missing) > 0:
		what = "it makes the query " + s.missing[0] + ", which the recorded call did not make"
	case !endedAlike(c.End, err):
		what = describeEndings(c.End.Err, err)
	case c.End.Concluded != s.concluded || s.concluded && c.End.Status != s.status:
		what = fmt.Sprintf("it concludes with the status %g, recorded was %g", s.status, c.End.Status)
	case err == nil:
		what = p.worstDifference(c, f)
	}
	if what == "" {
		return
	}
	p.report.Different++
	if p.report.First == nil {
		p.report.First = &Difference{Call: c.N, What: what, Text: CallText(c, f, err)}
	}
}

// endedAlike reports whether both calls ended in the same way.
func endedAlike(e *End, err error) bool {
	if e == nil {
		return false
	}
	if e.Err == nil || err == nil {
		return e.Err == nil && err == nil
	}
	if errors.Is(e.Err, usersub.ErrRetry) || errors.Is(err, usersub.ErrRetry) {
		return errors.Is(e.Err, usersub.ErrRetry) && errors.Is(err, usersub.ErrRetry)
	}
	var x, y *usersub.CallError
	if errors.As(e.Err, &x) && errors.As(err, &y) {
		return x.Cause == y.Cause
	}
	return true
}

func describeEndings(was, now error) string {
	switch {
	case was == nil:
		return "it fails: " + now.Error()
	case now == nil:
		return "it returns; recorded was the failure: " + was.Error()
	}
	return fmt.Sprintf("it fails with: %v; recorded was: %v", now, was)
}

// worstDifference returns what differs most, "" if nothing is off.
func (p *replayer) worstDifference(c *Call, f *usersub.Frame) (what string) {
	worst := p.o.Tol
	for _, s := range c.Place.out {
		name := c.Frame.Sig.Args[s.arg].Name
		for k := range s.n {
			var was, now float64
			if s.kind == usersub.Int {
				was, now = float64(c.Frame.Int[s.at+k]), float64(f.Int[s.at+k])
			} else {
				was, now = c.Frame.Real[s.at+k], f.Real[s.at+k]
			}
			d := relativeDistance(was, now)
			if d > 0 && now == 0 && c.Place.wasLeftUnwritten(s.kind, s.at+k) {
				continue
			}
			if d > p.report.Max {
				p.report.Max, p.report.MaxCall = d, c.N
			}
			if d > worst {
				worst = d
				if s.n > 1 {
					name = fmt.Sprintf("%s[%d]", c.Frame.Sig.Args[s.arg].Name, k)
				}
				what = fmt.Sprintf("%s is %.17g, recorded was %.17g: off by %.3g", name, now, was, d)
			}
		}
	}
	return what
}

// relativeDistance is how far two values are apart, relative to the first if that is
// greater than 1. What is not finite is as far from all else as can be.
func relativeDistance(was, now float64) float64 {
	switch {
	case math.Float64bits(was) == math.Float64bits(now) || was == now || math.IsNaN(was) && math.IsNaN(now):
		return 0
	case math.IsNaN(was) || math.IsNaN(now) || math.IsInf(was, 0) || math.IsInf(now, 0):
		return math.MaxFloat64
	}
	return min(math.Abs(now-was)/max(1, math.Abs(was)), math.MaxFloat64)
}

// attribute names one of the model.
type attribute struct {
	element, name string
	id            int32
}

// queriedAttributes are the attributes that any call so far has queried: they do not depend
// on the time, and another implementation may request them elsewhere.
type queriedAttributes struct{ attributes map[attribute]*Attribute }

func (l *queriedAttributes) addFromCall(c *Call) {
	for _, e := range c.Events {
		if a := e.Attribute; a != nil {
			l.attributes[attribute{usersub.CanonicalMeasure(a.Element), usersub.CanonicalMeasure(a.Name), a.ID}] = a
		}
	}
}

// findEvent returns the first event of a call that fits and was not used, preferring
// those after the one used last; once all have been used they may be used again.
func (s *replaySolver) findEvent(fits func(*Event) bool) int {
	again := -1
	for i := range s.call.Events {
		if !fits(&s.call.Events[i]) {
			continue
		}
		if !s.used[i] {
			s.used[i] = true
			return i
		}
		again = i
	}
	return again
}

// recordUnanswered notes a query without an answer.
func (s *replaySolver) recordUnanswered(q string) {
	if !slices.Contains(s.missing, q) {
		s.missing = append(s.missing, q)
	}
	s.replayer.report.Unknown[q]++
}
