package frame

import (
	"sync/atomic"
	"time"
)

// How long an end looks before it sleeps. A reply to a short routine comes within one microsecond, one to a hundred of them
// within twenty. Where a processor is free, a sleep of both ends costs 80 µs, for the processor sleeps as well; where none
// is, it costs 2 µs, and looking only keeps the other end from running. So an end stops looking when it looked in
// vain several times, and both try now and then whether it helps again. They try at the same messages, reported by their
// numbers: an end that must be woken first is too late for one that looks alone.
const (
	longest = 150 * time.Microsecond
	enough  = 4    // looks in vain
	often   = 64   // messages, of which both ends
	tried   = 4    // try these; each time in vain, of twice as many,
	seldom  = 1024 // up to this
)

// spinner examines a word for a while, as long as that helps.
type spinner struct {
	failures int    // looks in vain since one helped
	interval uint32 // messages of which some are tried
}

// spinUntil reports whether the word is no more the number of the last message, after searching for a while.
func (s *spinner) spinUntil(word *atomic.Uint32, last uint32) bool {
	for range 64 {
		if word.Load() != last {
			return true
		}
	}
	s.interval = max(s.interval, often)
	if s.failures >= enough && last%s.interval >= tried {
		return false
	}
	start := time.Now()
	for {
		for range 16 {
			spinHint()
			if word.Load() == last {
				continue
			}
			// After longer this end was stopped meanwhile: another one needed its processor.
			if time.Since(start) < 2*longest {
				s.failures, s.interval = 0, often
			} else {
				s.countFailedSpin(last)
			}
			return true
		}
		if time.Since(start) > longest {
			s.countFailedSpin(last)
			return false
		}
	}
}

// countFailedSpin counts a look in vain, at the message last.
func (s *spinner) countFailedSpin(last uint32) {
	if s.failures++; s.failures > enough && last%s.interval == tried-1 {
		s.interval = min(2*s.interval, seldom)
	}
}
