package clitest

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/trammel-mbd/trammel/plugins/plugintest"
	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

// programs are the plugins that the test program is by these names.
var programs = plugintest.BrokenPrograms()

func init() {
	programs["misbehaves"] = misbehavingPlugin
	programs["described"] = describedPlugin
	programs["nodelaws"] = nodeLawsPlugin
}

// misbehavingPlugin is a plugin whose routines end badly.
func misbehavingPlugin() {
	late := func(f func()) sdk.Routine {
		return sdk.PFOSUB(func(c *sdk.Call) float64 {
			if c.Time > 0.25 {
				f()
			}
			return c.SysFnc("DX", c.ParInt(0))
		})
	}
	sdk.Serve(sdk.Plugin{Name: "misbehaves", Version: "1.0.0", Routines: map[string]sdk.Routine{
		"exits":   late(func() { fmt.Fprintln(os.Stderr, "out of licences"); os.Exit(3) }),
		"panics":  late(func() { panic("no way out") }),
		"hangs":   late(func() { select {} }),
		"fine":    late(func() {}),
		"reports": sdk.PFOSUB(reportConfinement),
	}}, grpc.Serve)
}

// reportConfinement says what the process of a plugin may do.
func reportConfinement(c *sdk.Call) float64 {
	if c.IsSetup() {
		_, read := os.ReadFile("/etc/hostname")
		_, near := os.ReadFile(filepath.Join(os.Getenv("NEAR"), "note.txt"))
		fmt.Fprintf(os.Stderr, "A=%q B=%q far=%v near=%v write=%v start=%v\n", os.Getenv("A_KEY"), os.Getenv("B_KEY"), read == nil, near == nil,
			os.WriteFile(filepath.Join(os.Getenv("NEAR"), "left.txt"), nil, 0o600) == nil, exec.Command("/bin/true").Run() == nil)
	}
	return c.SysFnc("DX", c.ParInt(0))
}

// describedPlugin is a plugin that reports its parameters.
func describedPlugin() {
	value := func(c *sdk.Call) float64 {
		if c.Param("stiffness") != 1e4 || c.Param("damping") != 10 || c.Param("order") != 2 || c.Param("MARKER") != 9 {
			c.Abort("got %v", c.Par)
		}
		return c.SysFnc("DX", c.ParamID("marker"))
	}
	parameters := []sdk.Parameter{
		sdk.Param("stiffness", "N/mm", "of the spring").Above(0),
		sdk.Param("damping", "N s/mm", "of the spring").AtLeast(0).WithDefault(10),
		sdk.Param("order", "", "of the polynomial").AtLeast(1).AtMost(3).AsInteger().WithDefault(2),
		sdk.Param("marker", "", "its end").AsElementID("Reference_Marker"),
		sdk.Param("others", "", "where it is measured").AsElementID("Reference_Marker").AnyNumberOf(),
	}
	two := sdk.YFOSUB(func(*sdk.Call, []float64, []float64) {}).WithParameters()
	two.States = []sdk.Quantity{{Name: "z", Unit: "mm"}, {Name: "w", Unit: "mm"}}
	sdk.Serve(sdk.Plugin{Name: "described", Vendor: "acme", Version: "1.2.0", Doc: "Springs.", Routines: map[string]sdk.Routine{
		"spring": sdk.PFOSUB(value).WithParameters(parameters...).WithDoc("a spring with a damper"),
		"force":  sdk.VARSUB(value).WithParameters(parameters...),
		"two":    two,
		"none":   sdk.VARSUB(func(*sdk.Call) float64 { return 1 }).WithParameters(),
		"untold": sdk.VARSUB(func(*sdk.Call) float64 { return 1 }),
	}}, grpc.Serve)
}

// nodeLawsPlugin is a plugin with the laws of TestRoutinesOnNodes.
func nodeLawsPlugin() {
	sdk.Serve(sdk.Plugin{Name: "nodelaws", Version: "1.0.0", Routines: map[string]sdk.Routine{
		"PFOSUB": sdk.PFOSUB(func(c *sdk.Call) float64 {
			if c.ID == 4 {
				return c.SysFnc("DY", 22) + 0.3*c.SysFnc("AZ", 22, 1) - 0.1*math.Sin(3*c.Time)
			}
			x := c.SysFnc("DX", 32)
			return x*x + c.SysFnc("DY", 32) - 0.5 + 0.1*c.SysFnc("DZ", 32)
		}),
		"SFOSUB": sdk.SFOSUB(func(c *sdk.Call) float64 {
			return -c.Par[0]*(c.SysFnc("DM", 32, 1)-1) - c.Par[1]*c.SysFnc("VR", 32, 1)
		}),
		"MFOSUB": sdk.RawRoutine("MFOSUB", func(c *sdk.Call) error {
			f := c.Frame()
			f.Ints(f.Sig.ArgIndex("icase"))[0] = 2
			c.RealOutput("scale")[0] = 3*math.Sin(5*c.Time) - c.Par[0]*c.SysFnc("QDOT", 2, 7)
			return nil
		}),
	}}, grpc.Serve)
}
