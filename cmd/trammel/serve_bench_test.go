package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// TestServeRate: a step of 0.02 s of a cart with a pole, whose input changes at each step, costs some empty round trips
// at most. Both are taken in turns, and the best of several counts, so that a busy machine disturbs both alike.
func TestServeRate(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	s := beginCartPole(t)
	empty, step := s.rates(2000, 7)
	t.Logf("an empty round trip takes %v, a step %v: %.2f", empty, step, empty.Seconds()/step.Seconds())
	if step > 8*empty { // it was 18 with a method that begins again at each change of an input
		t.Errorf("a step takes %v, an empty round trip %v", step, empty)
	}
}

// beginCartPole begins a session with the tolerance that most decks have.
func beginCartPole(t testing.TB) *served {
	s := serveTool(t)
	model := strings.Replace(cartPole, `integrator_type="DOP853" integr_tol="1e-9"`, `integr_tol="1e-3"`, 1)
	s.fine(map[string]any{"request": "load", "text": model})
	s.fine(map[string]any{"request": "begin", "outputs": []string{"place", "angle"}})
	return s
}

// rates returns what empty round trips and steps take, the best of some measurements of n each.
func (s *served) rates(n, times int) (empty, step time.Duration) {
	var a, b []time.Duration
	for range times {
		begun := time.Now()
		for range n {
			s.empty()
		}
		a = append(a, time.Since(begun)/time.Duration(n))
		begun = time.Now()
		for k := range n {
			s.push(k)
		}
		b = append(b, time.Since(begun)/time.Duration(n))
	}
	return slices.Min(a), slices.Min(b)
}

// empty is an empty round trip, without the work of this end on texts.
func (s *served) empty() {
	w := s.conn.BeginMessage(frame.Request)
	w.WriteText(`{"request":"ping"}`)
	w.WriteReals(nil)
	if err := s.conn.Send(); err != nil {
		s.t.Fatal(err)
	}
	if k, _, err := s.conn.Receive(); err != nil || k != frame.Reply {
		s.t.Fatal(k, err)
	}
}

// push is step k, to and fro.
func (s *served) push(k int) {
	s.step(0.02, 0.1*float64(k%2)-0.05)
	if k%200 == 199 {
		s.fine(map[string]any{"request": "reset"})
	}
}

// BenchmarkServeEmpty is the round trip of an empty request.
func BenchmarkServeEmpty(b *testing.B) {
	s := beginCartPole(b)
	for b.Loop() {
		s.empty()
	}
}

// BenchmarkServe is what a step of 0.02 s costs through a session whose input changes at each step.
func BenchmarkServe(b *testing.B) {
	s := beginCartPole(b)
	k := 0
	for b.Loop() {
		s.push(k)
		k++
	}
}
