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
		before := s.vain
		if s.until(&word, last) {
			t.Fatal("a message came that was not sent")
		}
		return s.vain > before
	}
	for i := range enough {
		if !look(100) {
			t.Fatalf("did not look after %d in vain", i)
		}
	}
	for _, last := range []uint32{100, tried, every - 1, every + tried} {
		if look(last) {
			t.Errorf("looked at message %d", last)
		}
	}
	for _, last := range []uint32{0, tried - 1, every, 7*every + 1} {
		if !look(last) {
			t.Errorf("did not look at message %d", last)
		}
	}
	if word.Store(101); !s.until(&word, 100) {
		t.Error("did not see a message that was there")
	}
}
