package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/element"
)

// timetable is the output times of an analysis: start + k interval, or those
// given, the end included.
type timetable struct {
	start, end float64
	interval   float64
	n          int       // outputs after the start
	increment  int       // instead: every so many steps
	times      []float64 // instead: these, and the end
	next       int       // number of the next output, from 1 on
}

// defaultSteps is the number of output intervals of an analysis that gives
// none.
const defaultSteps = 100

// newTimetable returns the output times of an analysis from start to end.
func newTimetable(c *element.Command, start, end float64) *timetable {
	t := &timetable{start: start, end: end, increment: c.Increment, next: 1}
	switch {
	case c.Increment > 0:
		return t
	case len(c.Times) > 0:
		for _, x := range c.Times {
			if x > start && x < end {
				t.times = append(t.times, x)
			}
		}
		t.n = len(t.times) + 1
		return t
	case c.Interval > 0:
		t.interval = c.Interval
		t.n = int(math.Ceil((end-start)/c.Interval - 1e-9))
	case c.Steps > 0:
		t.n = c.Steps
	default:
		t.n = defaultSteps
	}
	if t.interval == 0 {
		t.interval = (end - start) / float64(t.n)
	}
	return t
}

// outputTime returns output time k. Where the intervals fill the span the time is that
// fraction of it, which rounds to the decimal that people expect.
func (t *timetable) outputTime(k int) float64 {
	if k >= t.n {
		return t.end
	}
	if t.times != nil {
		return t.times[k-1]
	}
	if math.Abs(float64(t.n)*t.interval-(t.end-t.start)) < 1e-9*t.interval {
		return t.start + (t.end-t.start)*float64(k)/float64(t.n)
	}
	return t.start + float64(k)*t.interval
}

// restarts are times at which steps end and the integrator restarts.
type restarts struct{ times []float64 }

// nextRestart returns the first of them behind t, +Inf if there is none.
func (r *restarts) nextRestart(t float64) float64 {
	for len(r.times) > 0 && r.times[0] <= t {
		r.times = r.times[1:]
	}
	if len(r.times) == 0 {
		return math.Inf(1)
	}
	return r.times[0]
}
