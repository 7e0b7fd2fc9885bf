//go:build unix

package plugins_test

import (
	"syscall"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
)

// A plugin whose routines all say that they are pure is started again when it is lost; one call that ends it twice, or a
// routine that is not pure, ends the run.
func TestPurePluginsContinue(t *testing.T) {
	for _, transport := range transports {
		t.Run(string(transport), func(t *testing.T) {
			var crashes []*plugins.Crash
			l := with(t, plugins.Config{Transport: transport, Crashed: func(c *plugins.Crash) string {
				crashes = append(crashes, c)
				return ""
			}})
			a, b := load(t, l, "refplugin", "PUREPID"), load(t, l, "refplugin", "PUREPID")
			fa, fb := frame(4), frame(5)
			pid := func(r *usersub.Routine, f *usersub.Frame, time float64) int {
				t.Helper()
				if err := call(r, f, time); err != nil {
					t.Fatal(err)
				}
				return int(f.RealArgNamed("value")[0])
			}
			old := pid(a, fa, 0)
			if pid(b, fb, 0) != old {
				t.Fatal("two processes")
			}
			syscall.Kill(old, syscall.SIGKILL)
			now := pid(a, fa, 0.1)
			if now == old || pid(b, fb, 0.1) != now {
				t.Errorf("processes %d, %d, %d", old, now, pid(b, fb, 0.1))
			}
			if len(crashes) != 1 || !crashes[0].Again || crashes[0].Element != "Reference_Variable 4" || crashes[0].Status != "signal: killed" {
				t.Errorf("reports: %+v", crashes)
			}
			err := call(a, fa, 13)
			e, ok := err.(*usersub.CallError)
			if !ok || e.Cause != usersub.Lost || e.Message == "" {
				t.Errorf("got %v", err)
			}
			if n := len(crashes); n != 3 || !crashes[1].Again || crashes[2].Again {
				t.Errorf("%d reports", n)
			}
			// The process is lost for good: loaded again, with a routine that is not pure.
			c, d := load(t, l, "refplugin", "PUREPID"), load(t, l, "refplugin", "PID")
			syscall.Kill(pid(d, frame(6), 0), syscall.SIGKILL)
			fails(t, c, usersub.Lost, "signal: killed")
		})
	}
}
