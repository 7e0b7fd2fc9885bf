package system

import (
	"testing"
	"time"
)

// The clock of the profile never goes back, keeps up with time.Now, and moves in steps finer than a call of a few microseconds.
func TestClock(t *testing.T) {
	wall, begun := time.Now(), clock()
	finest := time.Hour
	for last := begun; time.Since(wall) < 50*time.Millisecond; {
		now := clock()
		if now < last {
			t.Fatalf("it went from %v back to %v", last, now)
		}
		if d := now - last; d > 0 {
			finest = min(finest, d)
		}
		last = now
	}
	if passed := clock() - begun; passed < 20*time.Millisecond {
		t.Errorf("%v passed in %v", passed, time.Since(wall))
	}
	if finest > 10*time.Microsecond {
		t.Errorf("its finest step is %v", finest)
	}
}
