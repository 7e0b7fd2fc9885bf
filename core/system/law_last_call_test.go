package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestLastCall: a law is called again where an input or the time has changed, and nowhere else.
func TestLastCall(t *testing.T) {
	for _, query := range []string{"DX", "ACCX"} {
		calls := 0
		m := bead(7)
		count := valueOf(func(_ float64, ask func(string, ...int) float64) float64 { calls++; return 2 * ask(query, 1) })
		m.fx(m.AddLaw(routineOf(count, usersub.SFOSUB, 1).LawSpec()))
		s := m.state(t)
		p := s.DeckPoint()
		r := integrate.NewResidual(s.layout)
		step := func(what string, change func(), more bool) {
			t.Helper()
			change()
			before := calls
			if err := s.EvaluateResidual(r, p); err != nil {
				t.Fatal(err)
			}
			if (calls > before) != more {
				t.Errorf("%s, the law queries %s: %d calls", what, query, calls-before)
			}
		}
		step("first", func() {}, true)
		step("the second call, which is not compared with the first", func() { p.Q[0] += 0.1 }, true)
		step("other accelerations", func() { p.A[0]++ }, query == "ACCX")
		step("another time", func() { p.T += 0.1 }, true)
		step("another place", func() { p.Q[0] += 0.1 }, query == "DX")
		step("other accelerations there", func() { p.A[0]++ }, query == "ACCX")
	}
}
