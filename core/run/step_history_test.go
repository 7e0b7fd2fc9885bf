package run

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// A run's steps are in its store: they follow each other without a gap, and as many as run.json counts.
func TestStepsInStore(t *testing.T) {
	r, doc := runResults(t, bobs, bobTime, Options{Results: MotionResults})
	s := r.Steps
	if len(s.Time) == 0 || len(s.Time) != len(s.Order) || len(s.Time) != len(s.Least) || len(s.Time) != len(s.Greatest) {
		t.Fatalf("lists of %d times, %d orders, %d and %d sizes", len(s.Time), len(s.Order), len(s.Least), len(s.Greatest))
	}
	count, rejected, from := 0, 0, 0.0
	for i := range s.Time {
		count, rejected = count+s.Count[i], rejected+s.Rejected[i]
		if s.Order[i] < 1 || !(s.Least[i] > 0) || s.Greatest[i] < s.Least[i] {
			t.Fatalf("entry %d: order %d, sizes %g to %g", i, s.Order[i], s.Least[i], s.Greatest[i])
		}
		if s.Count[i] == 1 && math.Abs(s.Time[i]-from-s.Least[i]) > 1e-12 {
			t.Fatalf("entry %d: from %g to %g in a step of %g", i, from, s.Time[i], s.Least[i])
		}
		from = s.Time[i]
	}
	if count != doc.Steps || rejected != doc.Rejected || math.Abs(from-0.5) > 1e-12 {
		t.Errorf("%d steps, %d rejected, to %g; run.json has %d and %d", count, rejected, from, doc.Steps, doc.Rejected)
	}
}

// The history of a long run stays short and loses no step, no extreme size and no order.
func TestLongHistory(t *testing.T) {
	var h stepHistory
	var st integrate.Stats
	const steps = 100_000
	for i := range steps {
		size := 1e-3
		if i == 54_321 {
			size = 1e-6
		}
		st.Order = 2 + i/(steps/2)
		if i%10 == 0 {
			st.Rejected++
		}
		h.addStep(float64(i)-size, float64(i), &st)
	}
	count, rejected, least, most := 0, 0, 1.0, 0
	for i := range h.Time {
		count, rejected = count+h.Count[i], rejected+h.Rejected[i]
		least, most = min(least, h.Least[i]), max(most, h.Order[i])
		if i > 0 && h.Time[i] <= h.Time[i-1] {
			t.Fatalf("times %g and %g", h.Time[i-1], h.Time[i])
		}
	}
	if n := len(h.Time); n > mostEntries || n < mostEntries/4 {
		t.Errorf("%d entries", n)
	}
	if count != steps || rejected != steps/10 || math.Abs(least-1e-6) > 1e-10 || most != 3 || h.Order[0] != 2 {
		t.Errorf("%d steps, %d rejected, shortest %g, orders %d to %d", count, rejected, least, h.Order[0], most)
	}
}
