// Command bushing-fd is a plugin with a bushing whose stiffness depends on the
// frequency, as that of rubber does: springs and dashpots in series (Maxwell elements) beside
// a spring and a dashpot, in six directions.
package main

import (
	"strconv"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() { sdk.Serve(newPlugin(), grpc.Serve) }

func newPlugin() sdk.Plugin {
	prony := sdk.YFOSUB(evalForce).WithDoc("Force_StateEqn: rubber between i_marker_id and ref_marker_id, a state for each kx1 ... ktz8 that is not 0").
		WithParameters(stiffnessParameters()...)
	prony.Pure = true
	return sdk.Plugin{
		Name:     "bushing-fd",
		Vendor:   "trammel",
		Version:  "1.0.0",
		Doc:      "Frequency-dependent bushing: a Prony series in six directions.",
		Routines: map[string]sdk.Routine{"prony": prony},
	}
}

// stiffnessParameters are kx ... ktz at rest, cx ... ctz, then "tauN kxN ... ktzN" for each term N.
func stiffnessParameters() []sdk.Parameter {
	var all []sdk.Parameter
	six := func(letter, suffix, unit, doc string) {
		for k, axis := range [directions]string{"x", "y", "z", "tx", "ty", "tz"} {
			u := "force" + unit
			if k >= 3 {
				u = "force length" + map[string]string{"/length": "/rad", " time/length": " time/rad"}[unit]
			}
			all = append(all, sdk.Param(letter+axis+suffix, u, doc).AtLeast(0).WithDefault(0))
		}
	}
	six("k", "", "/length", "stiffness at rest")
	six("c", "", " time/length", "damping")
	for n := 1; n <= terms; n++ {
		no := strconv.Itoa(n)
		all = append(all, sdk.Param("tau"+no, "time", "relaxation time of term "+no).AtLeast(0).WithDefault(0))
		six("k", no, "/length", "stiffness that term "+no+" adds for fast motions")
	}
	return all
}
