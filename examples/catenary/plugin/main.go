// A plugin with the constraint of a bead on a catenary: g = y - cosh(x), where
// x and y are the place of the marker whose id is the first parameter.
package main

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() {
	sdk.Serve(sdk.Plugin{
		Name:    "catenary",
		Version: "1.0.0",
		Doc:     "A bead on a catenary.",
		Routines: map[string]sdk.Routine{
			"catenary": sdk.PFOSUB(catenaryResidual).WithDoc("height of a marker above the curve y = cosh x").
				WithParameters(sdk.Param("marker", "", "the bead").AsElementID("Reference_Marker")),
		},
	}, grpc.Serve)
}

func catenaryResidual(c *sdk.Call) float64 {
	marker := c.ParamID("marker")
	x := c.SysFnc("DX", marker)
	y := c.SysFnc("DY", marker)
	return y - math.Cosh(x)
}
