// A plugin with LuGre friction in a hinge.
//
// reaction collects what the law needs: the angular velocity of the hinge and
// its reaction. friction holds two bristle states, one for the pin (radial
// load) and one for the collar (axial load), and gives the torque about z.
package main

import (
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

const revolute = 1001

func main() {
	sdk.Serve(sdk.Plugin{
		Name:    "lugre",
		Version: "1.0.0",
		Doc:     "LuGre friction in a hinge.",
		Routines: map[string]sdk.Routine{
			"YFOSUB": sdk.YFOSUB(evalFrictionForce).WithDoc("bristle states and friction torque"),
			"ARYSUB": sdk.ARYSUB(fillReactionValues).WithDoc("angular velocity and reaction of a hinge"),
		},
	}, grpc.Serve)
}

// law is the parameters of the deck by name.
type law struct {
	sigma0, sigma1, sigma2 float64 // bristle stiffness and damping, viscous part
	stribeck               float64 // speed at which the static level fades
	bending, pin, collar   float64 // arms
	muStatic, muDynamic    float64
	preload                float64
}

func readLaw(c *sdk.Call) law {
	if len(c.Par) < 11 {
		c.Abort("11 parameters are needed, there are %d", len(c.Par))
	}
	p := c.Par
	return law{
		sigma0: p[1], sigma1: p[2], sigma2: p[3], stribeck: p[4],
		bending: p[5], pin: p[6], collar: p[7],
		muStatic: p[8], muDynamic: p[9], preload: p[10],
	}
}

// bristleRate returns the rate of the deflection z at the sliding speed v, and the
// coefficient of friction.
func (l *law) bristleRate(v, z float64) (rate, mu float64) {
	ratio := v / l.stribeck
	level := l.muDynamic + (l.muStatic-l.muDynamic)*math.Pow(2.718, -(ratio*ratio))
	limit := level / l.sigma0
	rate = v
	if math.Abs(limit) > 1e-12 {
		rate -= z * math.Abs(v) / limit
	}
	return rate, l.sigma0*z + l.sigma1*rate + l.sigma2*v
}

func evalFrictionForce(c *sdk.Call, stated, output []float64) {
	if c.ParInt(0) != revolute {
		return
	}
	l, in, z := readLaw(c), c.Input(), c.States()
	w, fx, fy, fz, tx, ty := in[0], in[1], in[2], in[3], in[4], in[5]
	radial := math.Sqrt(fx*fx + fy*fy)
	bending := tx/l.bending + ty/l.bending

	var pin, collar float64
	stated[0], pin = l.bristleRate(w*l.pin, z[0])
	stated[1], collar = l.bristleRate(w*l.collar, z[1])
	torque := math.Abs((radial+bending+l.preload)*l.pin*pin + fz*l.collar*collar)
	if w*l.pin >= 0 {
		torque = -torque
	}
	output[5] = torque
}

// hinge is the markers of a joint, requested once.
type hinge struct{ i, j int }

func fillReactionValues(c *sdk.Call, value []float64) {
	if c.ParInt(0) != revolute {
		return
	}
	joint := c.ParInt(1)
	h, ok := c.Data.(hinge)
	if !ok {
		h = hinge{i: markerOfJoint(c, joint, "i_marker_id"), j: markerOfJoint(c, joint, "j_marker_id")}
		c.Data = h
	}
	value[0] = c.SysFnc("WZ", h.i, h.j, h.j)
	for k, component := range [...]int{2, 3, 4, 6, 7, 8} {
		value[k+1] = c.SysFnc("JOINT", joint, 0, component, h.j)
	}
}

func markerOfJoint(c *sdk.Call, joint int, attribute string) int {
	text, _ := c.ModFnc("Constraint_Joint", joint, attribute)
	id, err := strconv.Atoi(text)
	if err != nil {
		c.Abort("Constraint_Joint %d has no %s", joint, attribute)
	}
	return id
}
