// Refplugin is the plugin of the tests: the reference routines of package
// usersub/subtest in file reference.go, and routines that misbehave.
package main

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() {
	routines := referenceRoutines()
	for name, r := range misbehavingRoutines() {
		routines[name] = r
	}
	sdk.Serve(sdk.Plugin{
		Name: "refplugin", Version: "1.2.3", Doc: "routines for tests", Routines: routines}, grpc.Serve)
}

// misbehavingRoutines misbehave in calls at positive times.
func misbehavingRoutines() map[string]sdk.Routine {
	return map[string]sdk.Routine{
		"EXITER": runAtPositiveTimes(func(c *sdk.Call) {
			fmt.Println("last words on standard output")
			fmt.Fprintln(os.Stderr, "last words on standard error")
			os.Exit(3)
		}),
		"PANICS": runAtPositiveTimes(func(c *sdk.Call) { panic("no way out") }),
		"ABORTS": runAtPositiveTimes(func(c *sdk.Call) {
			go panic("a goroutine of its own")
			time.Sleep(time.Hour)
		}),
		"SLEEPS":  runAtPositiveTimes(func(c *sdk.Call) { time.Sleep(time.Hour) }),
		"SHORTER": runAtPositiveTimes(func(c *sdk.Call) { c.Retry("penetration too deep") }),
		"LOGGER": runAtPositiveTimes(func(c *sdk.Call) {
			slog.Warn("a warning", "depth", 2.5)
			fmt.Println("a plain line")
		}),
		"USES": sdk.VARSUB(func(c *sdk.Call) float64 {
			spline, array := c.CallUtility("AKISPL", 1.5, 0.0, 7, 0), c.CallUtility("GTARAY", 5)
			return firstOutputNumber(spline) + 10*array[0].([]float64)[1] + 100*c.CallUtility("STEP", c.Time, 0, 0, 1, 1, 0)[0].(float64)
		}),
		"MISUSE": sdk.VARSUB(func(c *sdk.Call) float64 { return firstOutputNumber(c.CallUtility("STEP", 1.0, 2.0)) }),
		"DECAYS": sdk.YFOSUB(func(c *sdk.Call, stated, output []float64) {
			for i, x := range c.States() {
				stated[i] = -c.Par[0] * x
				output[0] += x
			}
		}),
		"PID": sdk.VARSUB(func(c *sdk.Call) float64 { return float64(os.Getpid()) }),
		"PUREPID": markPure(sdk.VARSUB(func(c *sdk.Call) float64 {
			if c.Time == 13 {
				os.Exit(3)
			}
			return float64(os.Getpid())
		})),
		"INNER": sdk.VARSUB(func(c *sdk.Call) float64 {
			return 10 * c.SysFnc("DX", int(10*c.Time))
		}),
	}
}

func runAtPositiveTimes(f func(*sdk.Call)) sdk.Routine {
	return sdk.VARSUB(func(c *sdk.Call) float64 {
		if c.Time > 0 {
			f(c)
		}
		return c.Time
	})
}

func markPure(r sdk.Routine) sdk.Routine {
	r.Pure = true
	return r
}

// firstOutputNumber returns the first output of a utility, a number or a list.
func firstOutputNumber(out []any) float64 {
	if list, ok := out[0].([]float64); ok {
		return list[0]
	}
	return out[0].(float64)
}
