package cpython

import (
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestReleaseRoutines: the interpreter holds a call for each element until routines are released; one that is called after that works, with what the
// script has kept in its variables.
func TestReleaseRoutines(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import gc
n = 0
def law(id, time, par, *rest):
    global n
    n += 1
    par[0] += 1
    return 10 * n + par[0]
def held(*args):
    gc.collect()
    return sum(type(o).__name__ == "Call" and hasattr(o, "quick") for o in gc.get_objects())
`)
		value := func(sub usersub.Sub, f *usersub.Frame) float64 {
			t.Helper()
			if err := sub.Call(f, &subtest.State{}); err != nil {
				t.Fatal(err)
			}
			return f.RealArgNamed("value")[0]
		}
		held := func() int { return int(value(bound(t, s, "held", usersub.SFOSUB), frame(usersub.SFOSUB))) }
		e.ReleaseRoutines()
		before := held() // its own
		e.ReleaseRoutines()
		laws, frames := []usersub.Sub{}, []*usersub.Frame{}
		for k := range 5 {
			laws, frames = append(laws, bound(t, s, "law", usersub.SFOSUB)), append(frames, frame(usersub.SFOSUB, float64(k)))
			if got, want := value(laws[k], frames[k]), float64(10*(k+1)+k+1); got != want {
				t.Errorf("law %d gives %g, not %g", k, got, want)
			}
		}
		if n := held(); n != before+5 {
			t.Errorf("the interpreter holds %d calls, not %d", n, before+5)
		}
		e.ReleaseRoutines()
		if n := held(); n != before {
			t.Errorf("after their release the interpreter holds %d calls, not %d", n, before)
		}
		if got := value(laws[3], frames[3]); got != 64 {
			t.Errorf("a law that is called again gives %g, not 64", got)
		}
		e.ReleaseRoutines()
		e.ReleaseRoutines()
		if n := held(); n != before {
			t.Errorf("after a second release the interpreter holds %d calls, not %d", n, before)
		}
	})
}
