package plugins

import (
	"testing"
	"time"
)

// What is seen of a call adds up over its queries; another call, or one after calls inside it, restarts.
func TestThinkingAddsUp(t *testing.T) {
	const tick = 100 * time.Millisecond
	var s callWatch
	now := time.Now()
	for i, x := range []struct {
		after  time.Duration
		turn   uint64
		making int
		thinks bool
		want   time.Duration
	}{
		{tick, 1, 0, true, 0},        // it may have begun just now
		{tick, 1, 0, true, tick},     //
		{tick, 1, 0, false, tick},    // the solver answers
		{tick, 1, 0, true, 2 * tick}, // a query later
		{tick / 2, 1, 0, true, 5 * tick / 2},
		{time.Hour, 1, 0, true, 9 * tick / 2}, // the machine slept
		{tick, 2, 0, true, 0},                 // another call
		{tick, 2, 0, true, tick},              //
		{tick, 2, 1, true, 0},                 // another of a message
		{tick, 2, 1, true, tick},
		{tick, 5, 1, true, 0},
	} {
		now = now.Add(x.after)
		if got := s.updateThinkTime(now, tick, x.turn, x.making, x.thinks); got != x.want {
			t.Errorf("look %d: %v, want %v", i, got, x.want)
		}
	}
}
