// A plugin with routines that define inequalities, and forces beside them.
package main

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() {
	marker := sdk.Param("marker", "", "whose motion counts").AsElementID("Reference_Marker")
	base := sdk.Param("base", "", "from which it is seen").AsElementID("Reference_Marker")
	sdk.Serve(sdk.Plugin{
		Name: "inequalities", Version: "1.0.0", Doc: "Ropes, stops, friction.",
		Routines: map[string]sdk.Routine{
			"ROPE":  sdk.GCOSUB(ropeGap).WithDoc("a rope").WithParameters(marker, base, sdk.Param("length", "m", "of the rope").Above(0)),
			"STOP":  sdk.PFOSUB(heightGap).WithDoc("a stop below a marker").WithParameters(marker, sdk.Param("height", "m", "of the stop")),
			"HOLD":  sdk.GCOSUB(heightGap).WithDoc("the same as a constraint").WithParameters(marker, sdk.Param("height", "m", "of the stop")),
			"SLIP":  sdk.GCOSUB(velocityX).WithDoc("slip along x").WithParameters(marker),
			"REACH": sdk.RawRoutine("UCOSUB", evalSquaredReach).WithDoc("a rope to the origin, by coordinates"),
			"DRIVE": sdk.MOTSUB(evalDrivenMotion).WithDoc("a constant speed").WithParameters(sdk.Param("speed", "rad/s", "that is wanted")),
			"TWIST": sdk.SFOSUB(twistValue).WithDoc("a torsional spring").WithParameters(marker, base, sdk.Param("stiffness", "N m/rad", "of the spring")),
			"PULL": sdk.VFOSUB(pullForce).WithDoc("a moving hook").WithParameters(marker, sdk.Param("speed", "m/s", "of the hook"), sdk.Param("start", "s", "when it starts"),
				sdk.Param("stiffness", "N/m", "of its spring"), sdk.Param("damping", "N s/m", "of its damper")),
			"RUB": sdk.RawRoutine("CFFSUB", evalFrictionForce).WithDoc("friction that grows with the slip").WithParameters(sdk.Param("mu", "", "at rest"), sdk.Param("slope", "s/m", "by slip speed")),
		},
	}, grpc.Serve)
}

func ropeGap(c *sdk.Call) float64 {
	return c.SysFnc("DM", c.ParamID("marker"), c.ParamID("base")) - c.Param("length")
}

func heightGap(c *sdk.Call) float64 { return c.Param("height") - c.SysFnc("DZ", c.ParamID("marker")) }

func velocityX(c *sdk.Call) float64 { return c.SysFnc("VX", c.ParamID("marker")) }

// evalSquaredReach is the squared distance of the centre of part Par[0] from the origin less Par[1] squared.
func evalSquaredReach(c *sdk.Call) error {
	if c.IntInput("iflag") != 0 {
		part := c.ParInt(0)
		c.CallUtility("UCOVAR", c.ID, []int{part, part, part}, []int{11, 12, 13})
		return nil
	}
	q, f := c.RealInput("q"), -c.Par[1]*c.Par[1]
	for k, x := range q {
		f += x * x
		c.RealOutput("array")[k] = 2 * x
		c.RealOutput("xmatrx")[k*len(q)+k] = 2
	}
	c.RealOutput("scalar")[0] = f
	return nil
}

func evalDrivenMotion(c *sdk.Call, iord int) float64 {
	if iord == 0 {
		return c.Param("speed")
	}
	return 0
}

func twistValue(c *sdk.Call) float64 {
	return -c.Param("stiffness") * c.SysFnc("AZ", c.ParamID("marker"), c.ParamID("base"))
}

func pullForce(c *sdk.Call) [3]float64 {
	u, v := 0.0, 0.0
	if t := c.Time - c.Param("start"); t > 0 {
		u, v = c.Param("speed")*t, c.Param("speed")
	}
	m := c.ParamID("marker")
	return [3]float64{c.Param("stiffness")*(u-c.SysFnc("DX", m)) + c.Param("damping")*(v-c.SysFnc("VX", m))}
}

func evalFrictionForce(c *sdk.Call) error {
	u := c.RealInput("xdot")
	s := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2])
	for k := range u {
		if s > 0 {
			c.RealOutput("result")[k] = -(c.Param("mu") + c.Param("slope")*s) * c.RealInput("nforce")[0] * u[k] / s
		}
	}
	return nil
}
