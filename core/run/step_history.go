package run

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/result"
)

// mostEntries bounds the entries of a history. When it is reached they are joined in pairs, so that a step costs the
// same however many have gone before.
const mostEntries = 512

// stepHistory is what the integrator has done over time.
type stepHistory struct {
	result.Steps
	each     int // steps of a full entry
	rejected int // by the method under way, when its last step had been taken
	written  int // steps when the history was written last
	total    int // steps
}

// addStep adds an accepted step from a time to another.
func (h *stepHistory) addStep(from, to float64, st *integrate.Stats) {
	h.total++
	h.AddAcceptedStep(to, to-from, st.Order, max(st.Rejected-h.rejected, 0))
	h.rejected = st.Rejected
	n := len(h.Time)
	if n > 1 && h.Count[n-2] < h.each {
		h.MergeLastTwo()
	} else if n == mostEntries {
		h.MergePairs()
		h.each = max(2*h.each, 2)
	}
}

// resetRejectedCount restarts with an analysis, which has a method of its own.
func (h *stepHistory) resetRejectedCount() { h.rejected = 0 }

// isWriteDue reports whether twice as many steps have been taken as when the history was written last: a process that is
// killed then leaves at least one half of it, and writing it takes little of a long run.
func (h *stepHistory) isWriteDue() bool { return h.total > 2*h.written }

// writeNewStepHistory writes what the integrator has done into the store, if there is one.
func (r *runner) writeNewStepHistory() error {
	h := &r.log.history
	if h.total == h.written {
		return nil
	}
	h.written = h.total
	return r.rec.writeStepHistory(&h.Steps)
}
