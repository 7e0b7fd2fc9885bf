package frame

import (
	"sync/atomic"
	"testing"
)

// An end that looked in vain several times sleeps at once, but for the messages at which both ends try.
func TestLookingInVainEnds(t *testing.T) {
	var word atomic.Uint32
	var s spinner
	look := func(last uint32) bool {
		word.Store(last)
		before := s.failures
		if s.spinUntil(&word, last) {
			t.Fatal("a message came that was not sent")
		}
		return s.failures > before
	}
	for i := range enough {
		if !look(100) {
			t.Fatalf("did not look after %d in vain", i)
		}
	}
	// Messages of which some are tried: the more seldom, the more often that was in vain.
	for n := uint32(often); ; n = min(2*n, seldom) {
		for _, last := range []uint32{n + tried, 3*n - 1, n + n/2} {
			if look(last) {
				t.Errorf("looked at message %d of every %d", last, n)
			}
		}
		for _, last := range []uint32{5 * n, 5*n + tried - 1} {
			if !look(last) {
				t.Errorf("did not look at message %d of every %d", last, n)
			}
		}
		if n == seldom {
			break
		}
	}
	if word.Store(101); !s.spinUntil(&word, 100) {
		t.Error("did not see a message that was there")
	}
	s.failures, s.interval = 0, often // as after a look that helped
	if !look(often + tried) {
		t.Error("did not look again after a look that helped")
	}
}
