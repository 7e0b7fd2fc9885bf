// A plugin with routines that define inequalities, and forces beside them.
package main

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() {
	marker := sdk.Param("marker", "", "whose motion counts").ID("Reference_Marker")
	base := sdk.Param("base", "", "from which it is seen").ID("Reference_Marker")
	sdk.Serve(sdk.Plugin{
		Name: "inequalities", Version: "1.0.0", Doc: "Ropes, stops, friction.",
		Routines: map[string]sdk.Routine{
			"ROPE":  sdk.GCOSUB(ropeGap).Says("a rope").Takes(marker, base, sdk.Param("length", "m", "of the rope").Above(0)),
			"STOP":  sdk.PFOSUB(heightGap).Says("a stop below a marker").Takes(marker, sdk.Param("height", "m", "of the stop")),
			"HOLD":  sdk.GCOSUB(heightGap).Says("the same as a constraint").Takes(marker, sdk.Param("height", "m", "of the stop")),
			"SLIP":  sdk.GCOSUB(velocityX).Says("slip along x").Takes(marker),
			"REACH": sdk.Raw("UCOSUB", squaredReach).Says("a rope to the origin, by coordinates"),
			"DRIVE": sdk.MOTSUB(driveMotion).Says("a constant speed").Takes(sdk.Param("speed", "rad/s", "that is wanted")),
			"TWIST": sdk.SFOSUB(twistValue).Says("a torsional spring").Takes(marker, base, sdk.Param("stiffness", "N m/rad", "of the spring")),
			"PULL": sdk.VFOSUB(pullForce).Says("a moving hook").Takes(marker, sdk.Param("speed", "m/s", "of the hook"), sdk.Param("start", "s", "when it starts"),
				sdk.Param("stiffness", "N/m", "of its spring"), sdk.Param("damping", "N s/m", "of its damper")),
			"RUB": sdk.Raw("CFFSUB", rubFriction).Says("friction that grows with the slip").Takes(sdk.Param("mu", "", "at rest"), sdk.Param("slope", "s/m", "by slip speed")),
		},
	}, grpc.Transport)
}

func ropeGap(c *sdk.Call) float64 {
	return c.SysFnc("DM", c.IDOf("marker"), c.IDOf("base")) - c.Value("length")
}

func heightGap(c *sdk.Call) float64 { return c.Value("height") - c.SysFnc("DZ", c.IDOf("marker")) }

func velocityX(c *sdk.Call) float64 { return c.SysFnc("VX", c.IDOf("marker")) }

// squaredReach is the squared distance of the centre of part Par[0] from the origin less Par[1] squared.
func squaredReach(c *sdk.Call) error {
	if c.Int("iflag") != 0 {
		part := c.ParInt(0)
		c.Use("UCOVAR", c.ID, []int{part, part, part}, []int{11, 12, 13})
		return nil
	}
	q, f := c.In("q"), -c.Par[1]*c.Par[1]
	for k, x := range q {
		f += x * x
		c.Out("array")[k] = 2 * x
		c.Out("xmatrx")[k*len(q)+k] = 2
	}
	c.Out("scalar")[0] = f
	return nil
}

func driveMotion(c *sdk.Call, iord int) float64 {
	if iord == 0 {
		return c.Value("speed")
	}
	return 0
}

func twistValue(c *sdk.Call) float64 {
	return -c.Value("stiffness") * c.SysFnc("AZ", c.IDOf("marker"), c.IDOf("base"))
}

func pullForce(c *sdk.Call) [3]float64 {
	u, v := 0.0, 0.0
	if t := c.Time - c.Value("start"); t > 0 {
		u, v = c.Value("speed")*t, c.Value("speed")
	}
	m := c.IDOf("marker")
	return [3]float64{c.Value("stiffness")*(u-c.SysFnc("DX", m)) + c.Value("damping")*(v-c.SysFnc("VX", m))}
}

func rubFriction(c *sdk.Call) error {
	u := c.In("xdot")
	s := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2])
	for k := range u {
		if s > 0 {
			c.Out("result")[k] = -(c.Value("mu") + c.Value("slope")*s) * c.In("nforce")[0] * u[k] / s
		}
	}
	return nil
}
