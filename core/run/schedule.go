package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/element"
)

// timetable is the output times of an analysis: start + k interval, the end
// included.
type timetable struct {
	start, end float64
	interval   float64
	n          int // outputs after the start
	increment  int // instead: every so many steps
}

// defaultSteps is the number of output intervals of an analysis that gives
// none.
const defaultSteps = 100

func schedule(c *element.Command, start, end float64) timetable {
	t := timetable{start: start, end: end, increment: c.Increment}
	switch {
	case c.Increment > 0:
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

// at returns output time k. Where the intervals fill the span the time is that
// fraction of it, which rounds to the decimal that people expect.
func (t *timetable) at(k int) float64 {
	if k >= t.n {
		return t.end
	}
	if math.Abs(float64(t.n)*t.interval-(t.end-t.start)) < 1e-9*t.interval {
		return t.start + (t.end-t.start)*float64(k)/float64(t.n)
	}
	return t.start + float64(k)*t.interval
}
